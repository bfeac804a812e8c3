"""The symbols of Blockade that stand for a thing, and what they mean."""

from stockade.core.scene import Sign

LEGEND = (
    Sign("black-castle", "Black castle", "Black's castle. It can be carried by bridges."),
    Sign("white-castle", "White castle", "White's castle. It can be carried by bridges."),
    Sign("black-bridge", "Black bridge", "One of Black's two bridges."),
    Sign("white-bridge", "White bridge", "One of White's two bridges."),
    Sign("moat-black-tall", "Black's moat", "The first square of the causeway."),
    Sign("moat-white-tall", "White's moat", "The last square of the causeway."),
    Sign("frontier", "Frontier", "The line between the two territories."),
)
