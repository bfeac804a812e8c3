"""The symbols of Barricado that stand for a thing, and what they mean."""

from stockade.core.scene import Sign

LEGEND = (
    Sign("br-x-red", "X of Red, a star", "Where a red barricade can begin or end."),
    Sign("br-x-blue", "X of Blue, a cross", "Where a blue barricade can begin or end."),
    Sign("br-x-green", "X of Green, a ring", "Where a green barricade can begin or end."),
    Sign("br-x-yellow", "X of Yellow, a bolt", "Where a yellow barricade can begin or end."),
    Sign("br-x-plain", "Plain corner", "Nobody's X."),
    Sign("plaza", "Plaza, a white X", "An X for everybody."),
    Sign("sewer", "Sewer", "No barricade crosses it."),
    Sign("plank-red-east", "Segment", "A piece of a barricade, in the colour of its owner. The most segments win."),
    Sign("place", "Empty place", "A tile can be placed here."),
    Sign("tile-back", "Stack", "The tiles to draw. The number says how many places are left to fill."),
)
