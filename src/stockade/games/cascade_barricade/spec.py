"""The description of Cascade Barricade, without its rules."""

from __future__ import annotations

from stockade.core.spec import Option, Spec
from stockade.games.cascade_barricade import edition

SPEC = Spec(
    name="cascade_barricade",
    title="Cascade Barricade",
    blurb="Bid for walls, hold the rising water with them, and be the richest when it takes the last dry ground.",
    players=(2, 3, 4, 5, 6),
    minutes="60-90",
    weight="medium",
    rules_version=1,
    action_count=4_307,
    legal_limit=1_024,
    ply_limit=85_000,
    options=(
        Option(
            "radius",
            6,
            title="Size of the land",
            text="Spaces from the middle of the land to its rim.",
            low=4,
            high=6,
        ),
        Option(
            "two_weakest",
            False,
            title="Two walls fall in a round",
            text="From round 4 the flood destroys two walls a round, not one.",
        ),
        Option(
            "edition",
            "stockade-1",
            text="The walls, the market and the money.",
            choices=edition.NAMES,
            titles=edition.TITLES,
            pattern_text="an edition of your own, as its JSON",
            read=edition.canonical,
            numbers=edition.numbers,
            change=edition.changed,
        ),
    ),
    usual_players=4,
    sort_on_gpu=True,
)
