"""The description of Cascade Barricade, without its rules."""

from __future__ import annotations

from collections.abc import Mapping

from stockade.core.language import mark
from stockade.core.spec import Option, Spec, Value
from stockade.games.cascade_barricade import edition
from stockade.games.cascade_barricade.language import say


def check_together(players: int, options: Mapping[str, Value]) -> str | None:
    if options["colours"] == 2 and players > 2:
        return say("option colours: only in a game of two each player may have two colours")
    return None


SPEC = Spec(
    name="cascade_barricade",
    title="Cascade Barricade",
    blurb=mark(
        "Bid for walls, hold the rising water with them, and be the richest when it takes the last dry ground."
    ),
    players=(2, 3, 4, 5, 6),
    minutes="60-90",
    weight=mark("medium"),
    rules_version=2,
    action_count=4_307,
    legal_limit=1_024,
    ply_limit=85_000,
    options=(
        Option(
            "colours",
            "usual",
            title=mark("Colours for each player"),
            text=mark(
                "Usually two if two people play, and one if more do. You win if either of your colours wins. If two"
                " people play with one each, money never decides: when one drowns, the other wins (ruling 14)."
            ),
            choices=("usual", 1, 2),
            titles=(mark("Usual"), mark("One"), mark("Two")),
        ),
        Option(
            "radius",
            6,
            title=mark("Size of the land"),
            text=mark("Spaces from the middle of the land to its rim."),
            low=4,
            high=6,
        ),
        Option(
            "two_weakest",
            False,
            title=mark("Two walls fall in a round"),
            text=mark("From round 4 the flood destroys two walls a round, not one."),
        ),
        Option(
            "whole_block_for_last",
            False,
            title=mark("The last buyer chooses any wall"),
            text=mark(
                "The last player who may still buy in an auction chooses from all six walls, also in rounds 1 to 3"
                " (ruling 2)."
            ),
        ),
        Option(
            "scrap_leftmost",
            False,
            title=mark("Scrap the leftmost wall"),
            text=mark("Players may scrap the wall in the lowest slot that has one, not only in slot 1 (ruling 9)."),
        ),
        Option(
            "rim_protects",
            False,
            title=mark("The rim protects walls"),
            text=mark("Water never surrounds a wall at the rim, because there is none beyond it (ruling 8)."),
        ),
        Option(
            "late_deck",
            False,
            text="The deck has run out only when a wall should be drawn and there is none (ruling 4).",
            offered=False,
        ),
        Option(
            "edition",
            "stockade-1",
            title=mark("Edition"),
            text=mark("The walls, the market and the money."),
            choices=edition.NAMES,
            titles=edition.TITLES,
            pattern_text=mark("an edition of your own, as its JSON"),
            read=edition.canonical,
            numbers=edition.numbers,
            change=edition.changed,
            example="edition.start_money=80,100,120",
        ),
    ),
    check_together=check_together,
    usual_players=4,
    first_players=3,
    sort_on_gpu=True,
    earlier={1: {"colours": 1, "late_deck": True}},
)
