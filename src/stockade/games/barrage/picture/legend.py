"""The symbols of Barrage that stand for a thing, and what they mean."""

from stockade.core.language import mark
from stockade.core.scene import Sign

LEGEND = (
    Sign("i-pawn", mark("Engineer"), mark("What an action takes. Everybody has 12 in a round.")),
    Sign("i-credits", mark("Credit"), mark("Money. It pays fees, machines and the use of other conduits.")),
    Sign("i-fee", mark("Fee"), mark("Credits that a space costs in addition, shown by a red edge.")),
    Sign("i-vp", mark("Victory point"), mark("The player with the most of them after round 5 wins.")),
    Sign("i-excavators", mark("Excavator"), mark("A machine. It builds bases and conduits.")),
    Sign("i-mixers", mark("Mixer"), mark("A machine. It builds elevations and powerhouses.")),
    Sign("i-machines", mark("Machine"), mark("An excavator or a mixer, whichever you like.")),
    Sign("i-energy", mark("Energy"), mark("What a production makes. It moves your marker and fulfils contracts.")),
    Sign("drop", mark("Drop"), mark("Water. It lies in a dam or waits on a headstream.")),
    Sign("i-water", mark("Waiting drop"), mark("A drop onto a headstream. It waits there until the round ends.")),
    Sign("i-flow", mark("Flowing drop"), mark("A drop onto a headstream that flows at once.")),
    Sign("i-rotate", mark("Turn of the wheel"), mark("The construction wheel turns by one segment.")),
    Sign(
        "wheel",
        mark("Construction wheel"),
        mark("Tiles and machines that built something. They are back after six turns."),
    ),
    Sign("i-base", mark("Base"), mark("The lowest piece of a dam.")),
    Sign("i-elevation", mark("Elevation"), mark("A piece on a base of your own. The dam then holds one drop more.")),
    Sign(
        "i-conduit", mark("Conduit"), mark("It leads water from the dams of a basin to the powerhouses of another.")
    ),
    Sign("i-powerhouse", mark("Powerhouse"), mark("Where water becomes energy.")),
    Sign("i-wild", mark("Wild tile"), mark("A technology tile that builds any structure.")),
    Sign("i-contract", mark("Contract"), mark("Energy to make in one production, and what you get for it.")),
    Sign("i-done", mark("Fulfilled contracts"), mark("How many contracts a company has fulfilled.")),
    Sign("base-space", mark("Space for a base"), mark("A base can be built here.")),
    Sign("base-space-red", mark("Space for a base with a fee"), mark("A base here costs 3 credits more.")),
    Sign("house-space", mark("Space for a powerhouse"), mark("A powerhouse can be built here.")),
    Sign(
        "house-space-red", mark("Space for a powerhouse with a fee"), mark("A powerhouse here costs 3 credits more.")
    ),
    Sign("dam-n-1", mark("Neutral dam"), mark("It belongs to nobody, and everybody may use its water.")),
    Sign("space-1", mark("Space of the board"), mark("The figure is the number of engineers that it takes.")),
    Sign("space-1-fee", mark("Space of the board with a fee"), mark("It also costs 3 credits.")),
    Sign("space-taken", mark("Taken space"), mark("Nobody else can use it in this round.")),
    Sign(
        "build-1",
        mark("Construction space"),
        mark("Where the engineers of a construction go. The figure is their number."),
    ),
    Sign("free", mark("No engineers"), mark("This construction takes no engineers.")),
    Sign("bank", mark("Bank"), mark("A credit for each engineer that goes there.")),
    Sign("patent-slot", mark("Patent office"), mark("An advanced technology tile, for 2 engineers and 5 credits.")),
    Sign("power", mark("Company's power"), mark("It works once three powerhouses are built.")),
    Sign("automa", mark("Automa"), mark("A company that plays by itself. The figure is its level.")),
    Sign("now", mark("Turn"), mark("This company decides now.")),
    Sign("out", mark("Passed"), mark("This company has passed in this round.")),
)
DRAWN = (mark("PLAINS"), mark("HILLS"), mark("MOUNTAINS"), mark("any"), mark("max"), mark("min"), mark("PH"))
"""Words in the symbols themselves."""
