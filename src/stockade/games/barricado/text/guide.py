"""When the tips of the guided first game come up, and how a game was decided."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stockade.core.guide import Moment, Tip
from stockade.core.language import listed
from stockade.core.match import Step
from stockade.games.barricado.language import say
from stockade.games.barricado.layout import CELLS, Phase, Record
from stockade.games.barricado.rules.actions import Base, build_of
from stockade.games.barricado.rules.dispatch import legal_build
from stockade.games.barricado.spec import SPEC
from stockade.games.barricado.tables import SEGMENTS
from stockade.games.barricado.text.notation import seat_name

LONG_RUN = 4  # segments that are worth a turn
FEW_SEGMENTS = 24
FEW_TILES = 4


def _is_acting(moment: Moment) -> bool:
    return bool(moment.record.phase == Phase.ACT)


def _is_placing(moment: Moment) -> bool:
    return bool(moment.record.phase == Phase.PLACE)


def _builds(moment: Moment) -> list[int]:
    return [action for action in moment.actions if Base.BUILD <= action < Base.EXTEND]


def _extensions(moment: Moment) -> list[int]:
    return [action for action in moment.actions if Base.EXTEND <= action < Base.ROTATE]


def _length(build: int) -> int:
    _, low, high = build_of(build)
    return int(high - low + 1)


def _longest(moment: Moment) -> list[int]:
    return sorted(_builds(moment), key=_length)[-1:]


def _cells(build: int) -> set[tuple[int, int]]:
    """Return the cells of a run, as row and column."""
    line, low, high = build_of(build)
    span = range(low, high + 1)
    return {(line, cell) for cell in span} if line < CELLS else {(cell, line - CELLS) for cell in span}


def _runs_of(record: Record, seat: int) -> list[int]:
    """Return the barricades that a seat could build if it were its turn."""
    found = np.zeros(SPEC.legal_limit, np.int32)
    runs: list[int] = found[: legal_build(record, seat, found, 0)].tolist()
    return runs


def _cuts(moment: Moment) -> list[int]:
    """Return the player's own run that cuts the longest run of another player, if that one is long."""
    others = [
        run for seat in range(moment.record.players) if seat != moment.seat for run in _runs_of(moment.record, seat)
    ]
    longest = max(others, key=_length, default=None)
    if longest is None or _length(longest) < LONG_RUN:
        return []
    cells = _cells(longest)
    return [build for build in _builds(moment) if _cells(build) & cells][:1]


def _lines_up(moment: Moment) -> list[int]:
    """Return a place for the tile in hand that gives the player a longer run than any they have."""
    if not _is_placing(moment):
        return []
    best = max((_length(run) for run in _runs_of(moment.record, moment.seat)), default=0)
    for action in moment.actions:
        after = moment.state.clone()
        after.apply(action)
        if any(_length(run) > max(best, LONG_RUN - 1) for run in _runs_of(after.record, moment.seat)):
            return [action]
    return []


def _any(find: Callable[[Moment], list[int]]) -> Callable[[Moment], bool]:
    return lambda moment: bool(find(moment))


def _rival_builds(step: Step, seat: int) -> bool:
    return step.before.current_player != seat and Base.BUILD <= step.action < Base.ROTATE


GUIDE = (
    Tip("start", "Your turn"),
    Tip("place", "Placing", _is_placing),
    Tip("last", "The end", lambda moment: bool(moment.record.tiles_left == 0)),
    Tip("build", "Building", _any(_builds), shows=_longest),
    Tip("extend", "Extending", _any(_extensions), shows=lambda moment: _extensions(moment)[:1]),
    Tip("cut", "Three things to try", _any(_cuts), shows=_cuts),
    Tip("taken", "Building", _is_acting, after=_rival_builds),
    Tip("colours", "Tiles", _is_placing),
    Tip("line", "Three things to try", _any(_lines_up), shows=_lines_up),
    Tip("wait", "Three things to try", lambda moment: len(_builds(moment)) > 2),
    Tip("bag", "Running short", lambda moment: bool(moment.record.segments[moment.seat] <= FEW_SEGMENTS)),
    Tip("soon", "The end", lambda moment: _is_acting(moment) and bool(moment.record.tiles_left <= FEW_TILES)),
)


def closing(state: Record, seat: int) -> str:
    """Say how a game that is over was decided."""
    laid = [int(SEGMENTS[each] - state.segments[each]) for each in range(state.players)]
    others = [each for each in range(state.players) if each != seat]
    counts = [say("{rival} has {count}", rival=seat_name(state, each), count=laid[each]) for each in others]
    return say("You have {mine} segments on the board; {others}.", mine=laid[seat], others=listed(counts))
