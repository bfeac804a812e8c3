"""The specification of Barricado: Revolutions, available before any rule is loaded."""

from __future__ import annotations

from collections.abc import Mapping

from stockade.core.language import mark
from stockade.core.spec import Option, Spec, Value
from stockade.games.barricado.language import say


def check_together(players: int, options: Mapping[str, Value]) -> str | None:
    if options["revolution"] and players == 2:
        return say("revolution is for three or four players, not for two (ruling 9)")
    return None


SPEC = Spec(
    name="barricado",
    title="Barricado: Revolutions",
    blurb=mark("Lay the streets, then claim them: the longest barricades across a growing city win the night."),
    players=(2, 3, 4),
    minutes="20-40",
    weight=mark("light"),
    rules_version=1,
    action_count=13_445,
    legal_limit=512,
    ply_limit=4_000,
    options=(
        Option(
            "size",
            6,
            title=mark("Size of the city"),
            choices=(6, 5, 4),
            titles=(mark("6 by 6 tiles"), mark("5 by 5 tiles"), mark("4 by 4 tiles")),
            text=mark("Tiles along a side of the finished board."),
        ),
        Option(
            "revolution",
            False,
            title=mark("Revolution in the Streets"),
            text=mark("Tiles without a segment may be rotated; three or four players only."),
        ),
        Option(
            "plazas_and_sewers",
            False,
            title=mark("Plazas and sewers"),
            text=mark("Five tiles have a white X for everyone, four a cell nobody can cover."),
        ),
    ),
    check_together=check_together,
)
