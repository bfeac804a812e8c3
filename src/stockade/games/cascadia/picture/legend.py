"""The symbols of Cascadia that stand for a thing, and what they mean."""

from stockade.core.scene import Sign

LEGEND = (
    Sign("token-bear", "Bear", "A wildlife token. A wildlife card says how bears score."),
    Sign("token-elk", "Elk", "A wildlife token. A wildlife card says how elk score."),
    Sign("token-salmon", "Salmon", "A wildlife token. A wildlife card says how salmon score."),
    Sign("token-hawk", "Hawk", "A wildlife token. A wildlife card says how hawks score."),
    Sign("token-fox", "Fox", "A wildlife token. A wildlife card says how foxes score."),
    Sign("shows-be", "Wildlife of a tile", "The animals that may live on the tile."),
    Sign("ground-M", "Mountains", "A terrain. Your largest corridor of it scores."),
    Sign("ground-F", "Forest", "A terrain. Your largest corridor of it scores."),
    Sign("ground-P", "Prairie", "A terrain. Your largest corridor of it scores."),
    Sign("ground-W", "Wetland", "A terrain. Your largest corridor of it scores."),
    Sign("ground-R", "River", "A terrain. Your largest corridor of it scores."),
    Sign(
        "nature",
        "Nature token",
        "A point in the end, or a free choice in the market. The first token on a tile with this mark earns one.",
    ),
    Sign("wipe", "Wipe", "Touch it to replace the token above it, for a nature token."),
    Sign("tile-back", "Stack", "The tiles that are still to come."),
)
