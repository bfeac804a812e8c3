"""A seat's score sheet, line by line, as on the scorepad."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stockade.games.cascadia.layout import NOTHING, SPECIES, TERRAINS, Record
from stockade.games.cascadia.rules.corridors import corridor, majority_points
from stockade.games.cascadia.rules.wildlife import card_points


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    wildlife: tuple[int, ...]  # by species
    corridors: tuple[int, ...]  # by terrain: tiles of the largest corridor
    majorities: tuple[int, ...]  # by terrain: the majority bonus
    nature: int

    @property
    def total(self) -> int:
        return sum(self.wildlife) + sum(self.corridors) + sum(self.majorities) + self.nature


def score_sheet(state: Record, seat: int) -> ScoreSheet:
    environments = [state.environment[other] for other in range(state.players)]
    mine = environments[seat]
    sizes = [[int(corridor(other, terrain)) for other in environments] for terrain in range(TERRAINS)]
    return ScoreSheet(
        wildlife=tuple(
            0 if state.cards[species] == NOTHING else int(card_points(mine, species, state.cards[species]))
            for species in range(SPECIES)
        ),
        corridors=tuple(row[seat] for row in sizes),
        majorities=tuple(
            int(majority_points(np.array(row, np.int32), len(environments), seat)) if state.majorities else 0
            for row in sizes
        ),
        nature=int(mine.nature),
    )
