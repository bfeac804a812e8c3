"""What Cascadia is, before any rule is loaded."""

from __future__ import annotations

from stockade.core.spec import Option, Spec

CARD_SETS = ("AAAAA", "random", "family", "intermediate")
RANDOM_CARDS = CARD_SETS.index("random")
FIRST_CARDS = len(CARD_SETS)  # from here on the number of the option means five letters

SPEC = Spec(
    name="cascadia",
    title="Cascadia",
    blurb="Draft a habitat and an animal, and fit both into a landscape that feeds them all.",
    players=(1, 2, 3, 4),
    minutes="30-45",
    weight="light to medium",
    rules_version=1,
    action_count=13_065,
    legal_limit=288,
    ply_limit=4_000,
    options=(
        Option(
            "cards",
            "AAAAA",
            choices=CARD_SETS,
            pattern="[A-D]{5}",
            pattern_text="five letters from A to D, for bear, elk, salmon, hawk and fox",
            text="How wildlife scores: a card for each species, or one for beginners that goes for all.",
        ),
        Option("majorities", True, text="Bonus points for the largest habitat corridors."),
    ),
    usual_players=2,
)
