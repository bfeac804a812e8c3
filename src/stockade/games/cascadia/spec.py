"""The specification of Cascadia, available before any rule is loaded."""

from __future__ import annotations

from collections.abc import Mapping

from stockade.core.language import mark
from stockade.core.spec import Option, Spec, Value
from stockade.games.cascadia.language import say

CARD_SETS = ("AAAAA", "random", "family", "intermediate")
RANDOM_CARDS = CARD_SETS.index("random")
FIRST_CARDS = len(CARD_SETS)  # from this value on, the option stands for five letters


def check_together(players: int, options: Mapping[str, Value]) -> str | None:
    if options["scenario"] and players > 1:
        return say("scenarios are for one player (ruling 35)")
    if options["scenario"] and options["cards"] != CARD_SETS[0]:
        return say("a scenario has cards of its own: leave out the option cards (ruling 35)")
    return None


SPEC = Spec(
    name="cascadia",
    title="Cascadia",
    blurb=mark("Draft a habitat and an animal, and fit both into a landscape that feeds them all."),
    players=(1, 2, 3, 4),
    minutes="30-45",
    weight=mark("light to medium"),
    rules_version=1,
    action_count=13_065,
    legal_limit=288,
    ply_limit=4_000,
    options=(
        Option(
            "cards",
            "AAAAA",
            title=mark("Wildlife cards"),
            choices=CARD_SETS,
            titles=(mark("The A cards"), mark("Random cards"), mark("Family card"), mark("Intermediate card")),
            pattern="[A-D]{5}",
            pattern_text=mark("five letters from A to D, for bear, elk, salmon, hawk and fox"),
            text=mark("How wildlife scores: a card for each species, or one for beginners that goes for all."),
        ),
        Option(
            "majorities",
            True,
            title=mark("Bonus for habitats"),
            text=mark("Bonus points for the largest habitat corridors."),
        ),
        Option(
            "scenario",
            0,
            title=mark("Scenario"),
            low=0,
            high=15,
            text=mark("Goals and cards for one player; 0 for none."),
        ),
        Option(
            "elk_with_gaps",
            False,
            title=mark("Elk with gaps"),
            text=mark(
                "On elk card D, elk around one hex score together even if they are not side by side (ruling 27)."
            ),
        ),
        Option(
            "branching_salmon",
            False,
            title=mark("Branching salmon"),
            text=mark(
                "Where salmon branch, only those that touch more than two others do not score; otherwise their whole"
                " group scores nothing (ruling 28)."
            ),
        ),
        Option(
            "short_salmon_runs",
            False,
            title=mark("Short salmon runs"),
            text=mark("On salmon card D, runs of one and two salmon score as well (ruling 29)."),
        ),
    ),
    check_together=check_together,
    usual_players=2,
)
