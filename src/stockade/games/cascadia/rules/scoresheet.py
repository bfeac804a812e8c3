"""Score sheets, line by line, as on the scorepad.

A row has one number for each line: five species, five corridors, five majorities, nature tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.games.cascadia.layout import SEATS, SPECIES, TERRAINS, Record
from stockade.games.cascadia.rules.corridors import corridor, majority_points
from stockade.games.cascadia.rules.wildlife import card_points

CORRIDORS = SPECIES
MAJORITIES = CORRIDORS + TERRAINS
NATURE = MAJORITIES + TERRAINS
ROW = NATURE + 1


@kernel
def score_rows(state: Record, rows: Any) -> None:
    """Fill in the score sheets of all seats."""
    for seat in range(state.players):
        own_row(state, seat, rows[seat])
    add_majorities(state, rows)


@kernel
def own_row(state: Record, seat: int, row: Any) -> None:
    """Fill in the lines that depend on one environment alone."""
    wildlife_row(state, seat, row)
    for terrain in range(TERRAINS):
        row[CORRIDORS + terrain] = corridor(state.environment[seat], terrain)


@kernel
def wildlife_row(state: Record, seat: int, row: Any) -> None:
    """Fill in the lines that depend on tokens."""
    environment = state.environment[seat]
    for species in range(SPECIES):
        row[species] = card_points(state, environment, species)
    row[NATURE] = environment.nature


@kernel
def add_majorities(state: Record, rows: Any) -> None:
    """Fill in the lines that compare the corridors of all seats."""
    for terrain in range(TERRAINS):
        for seat in range(state.players):
            bonus = majority_points(rows[:, CORRIDORS + terrain], state.players, seat) if state.majorities else 0
            rows[seat, MAJORITIES + terrain] = bonus


_known: dict[tuple[bytes, bytes], npt.NDArray[np.int32]] = {}
"""The last rows of `own_row`, by the environment and by the cards and their readings.

A scene compares hundreds of states that differ in one environment at most.
"""
MOST_KNOWN = 4096


def rows_of(state: Record) -> list[list[int]]:
    """Return the score sheets of all seats as numbers. While some have no starter yet, they are empty."""
    rows, players = np.zeros((SEATS, ROW), np.int32), int(state.players)
    environments = state.environment[:players]
    if players == 1 or environments["hexes"].all():
        readings = (state.elk_with_gaps, state.branching_salmon, state.short_salmon_runs)
        cards = state.cards.tobytes() + bytes(map(int, readings))
        for seat in range(players):
            key = environments[seat].tobytes(), cards
            known = _known.get(key)
            if known is not None:
                rows[seat] = known
                continue
            if len(_known) >= MOST_KNOWN:
                _known.clear()
            own_row(state, seat, rows[seat])
            _known[key] = rows[seat].copy()
        add_majorities(state, rows)
    found: list[list[int]] = rows[:players].tolist()
    return found


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    wildlife: tuple[int, ...]  # by species
    corridors: tuple[int, ...]  # by terrain: tiles of the largest corridor
    majorities: tuple[int, ...]  # by terrain: the majority bonus
    nature: int

    @property
    def total(self) -> int:
        return sum(self.wildlife) + sum(self.corridors) + sum(self.majorities) + self.nature


def score_sheets(state: Record) -> list[ScoreSheet]:
    """Return the score sheets of all seats."""
    return [
        ScoreSheet(
            wildlife=tuple(row[:CORRIDORS]),
            corridors=tuple(row[CORRIDORS:MAJORITIES]),
            majorities=tuple(row[MAJORITIES:NATURE]),
            nature=row[NATURE],
        )
        for row in rows_of(state)
    ]
