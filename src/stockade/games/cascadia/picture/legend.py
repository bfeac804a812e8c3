"""The symbols of Cascadia that stand for a thing, and what they mean."""

from stockade.core.language import mark
from stockade.core.scene import Sign

LEGEND = (
    Sign("token-bear", mark("Bear"), mark("A wildlife token. A wildlife card says how bears score.")),
    Sign("token-elk", mark("Elk"), mark("A wildlife token. A wildlife card says how elk score.")),
    Sign("token-salmon", mark("Salmon"), mark("A wildlife token. A wildlife card says how salmon score.")),
    Sign("token-hawk", mark("Hawk"), mark("A wildlife token. A wildlife card says how hawks score.")),
    Sign("token-fox", mark("Fox"), mark("A wildlife token. A wildlife card says how foxes score.")),
    Sign("shows-be", mark("Wildlife of a tile"), mark("The animals that may live on the tile.")),
    Sign("ground-M", mark("Mountains"), mark("A terrain. Your largest corridor of it scores.")),
    Sign("ground-F", mark("Forest"), mark("A terrain. Your largest corridor of it scores.")),
    Sign("ground-P", mark("Prairie"), mark("A terrain. Your largest corridor of it scores.")),
    Sign("ground-W", mark("Wetland"), mark("A terrain. Your largest corridor of it scores.")),
    Sign("ground-R", mark("River"), mark("A terrain. Your largest corridor of it scores.")),
    Sign(
        "nature",
        mark("Nature token"),
        mark(
            "A point in the end, or a free choice in the market. The first token on a tile with this mark earns one."
        ),
    ),
    Sign("wipe", mark("Wipe"), mark("Touch it to replace the token above it, for a nature token.")),
    Sign("tile-back", mark("Stack"), mark("The tiles that are still to come.")),
)
