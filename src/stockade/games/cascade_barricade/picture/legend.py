"""The symbols of Cascade Barricade that stand for a thing, and what they mean."""

from stockade.core.language import mark
from stockade.core.scene import Sign

LEGEND = (
    Sign("spring", mark("Spring"), mark("Where the water comes from.")),
    Sign("water", mark("Water"), mark("A space that is flooded.")),
    Sign(
        "wet", mark("Next to be flooded"), mark("The water takes this space when the round ends, if nothing changes.")
    ),
    Sign("dry", mark("Stays dry"), mark("With the action that is shown, this space is not flooded.")),
    Sign("drowns", mark("Drowns"), mark("The character is caught by the water when the round ends.")),
    Sign("flees", mark("Flees"), mark("The character has to flee when the round ends.")),
    Sign("doom", mark("Falls"), mark("The wall falls when the round ends.")),
    Sign("spared", mark("Stands"), mark("With the action that is shown, this wall does not fall.")),
    Sign("hole", mark("Hole"), mark("It takes in the water that reaches it.")),
    Sign("wall-junk", mark("Junk wall"), mark("One of the six types of walls.")),
    Sign("wall-wood", mark("Wood wall"), mark("One of the six types of walls.")),
    Sign("wall-stone", mark("Stone wall"), mark("One of the six types of walls.")),
    Sign("wall-magic", mark("Magic wall"), mark("One of the six types of walls.")),
    Sign("wall-metal", mark("Metal wall"), mark("One of the six types of walls.")),
    Sign("wall-sacred", mark("Sacred wall"), mark("One of the six types of walls.")),
    Sign("labor-craftsman", mark("Craftsman"), mark("A laborer. Walls pay only with the laborers that they need.")),
    Sign("labor-mason", mark("Mason"), mark("A laborer. Walls pay only with the laborers that they need.")),
    Sign("labor-wizard", mark("Wizard"), mark("A laborer. Walls pay only with the laborers that they need.")),
    Sign("needs-all-CM", mark("Needs both"), mark("The wall needs all of these laborers.")),
    Sign("needs-any-CM", mark("Needs one"), mark("The wall needs any one of these laborers.")),
    Sign("needs-none", mark("Needs none"), mark("The wall pays without laborers.")),
    Sign("bid-8", mark("Starting bid"), mark("The least that is bid for the wall.")),
    Sign("pays-8", mark("Production"), mark("What the wall pays at the end of a round.")),
    Sign("coin", mark("Money"), mark("The player who has the most of it and is still dry wins.")),
    Sign("income", mark("Income"), mark("What would be paid if the round ended now.")),
    Sign("spade", mark("Spade"), mark("Touch it before the space to dig in.")),
    Sign("gavel", mark("Auction"), mark("The wall that is being sold, and the highest bid.")),
    Sign("turns", mark("Order"), mark("The order in which players act.")),
    Sign("now", mark("Turn"), mark("This player decides now.")),
    Sign("out", mark("Out"), mark("This player is out of the auction, or has drowned.")),
)
DRAWN = (mark("round"),)
"""Words in the symbols themselves."""
