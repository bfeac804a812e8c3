"""The symbols of Barricado that stand for a thing, and what they mean."""

from stockade.core.language import mark
from stockade.core.scene import Sign

LEGEND = (
    Sign("br-x-red", mark("X of Red, a star"), mark("Where a red barricade can begin or end.")),
    Sign("br-x-blue", mark("X of Blue, a cross"), mark("Where a blue barricade can begin or end.")),
    Sign("br-x-green", mark("X of Green, a ring"), mark("Where a green barricade can begin or end.")),
    Sign("br-x-yellow", mark("X of Yellow, a bolt"), mark("Where a yellow barricade can begin or end.")),
    Sign("br-x-plain", mark("Plain corner"), mark("Nobody's X.")),
    Sign("plaza", mark("Plaza, a white X"), mark("An X for everybody.")),
    Sign("sewer", mark("Sewer"), mark("No barricade crosses it.")),
    Sign(
        "plank-red-east",
        mark("Segment"),
        mark("A piece of a barricade, in the colour of its owner. The most segments win."),
    ),
    Sign("place", mark("Empty place"), mark("A tile can be placed here.")),
    Sign("tile-back", mark("Stack"), mark("The tiles to draw. The number says how many places are left to fill.")),
)
