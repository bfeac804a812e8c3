"""The symbols of Blockade that stand for a thing, and what they mean."""

from stockade.core.language import mark
from stockade.core.scene import Sign

LEGEND = (
    Sign("black-castle", mark("Black castle"), mark("Black's castle. It can be carried by bridges.")),
    Sign("white-castle", mark("White castle"), mark("White's castle. It can be carried by bridges.")),
    Sign("black-bridge", mark("Black bridge"), mark("One of Black's two bridges.")),
    Sign("white-bridge", mark("White bridge"), mark("One of White's two bridges.")),
    Sign("moat-black-tall", mark("Black's moat"), mark("The first square of the causeway.")),
    Sign("moat-white-tall", mark("White's moat"), mark("The last square of the causeway.")),
    Sign("frontier", mark("Frontier"), mark("The line between the two territories.")),
)
