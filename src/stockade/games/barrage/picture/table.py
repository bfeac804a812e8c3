"""The places of everything on the table, for a landscape screen and for a phone held upright.

On a wide table the map is at the left with the offices under it, and the board at the right with the mats under it.
On a tall one everything is in one column: the map, the viewer's own mat, the board, and the other mats. During the
draft all mats of a tall table lie together under the map, so that companies can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from stockade.core.scene import Area, Box, Piece, Shape
from stockade.games.barrage.language import say
from stockade.games.barrage.layout import COMPANIES, NOTHING, OFFICERS, Officer, Record
from stockade.games.barrage.picture import mats, valley
from stockade.games.barrage.picture.management import (
    Board,
    Places,
    contract_piece,
    officer_art,
    officer_id,
    officer_words,
)
from stockade.games.barrage.picture.mats import Mat, mat_id
from stockade.games.barrage.picture.valley import Plan, Valley
from stockade.games.barrage.rules.board import officers_to_copy


class Frame(NamedTuple):
    """What depends on the client's shape and on the number of players."""

    size: tuple[float, float]
    map: Plan
    places: Places
    mats: tuple[Plan, ...]  # the viewer's mat first
    part: Box | None  # the part of the table that matters most


@lru_cache
def frame_of(shape: Shape, players: int, has_viewer: bool, is_draft: bool) -> Frame:
    if shape == "wide":
        # During the draft no mat is the viewer's.
        return wide_frame(players, has_viewer and not is_draft)
    return tall_frame(players, is_draft)


def wide_frame(players: int, has_viewer: bool) -> Frame:
    left, across = 852.0, 740.0
    row = 41.5 if players > 2 else 56.0
    top = 210 + 8 * row + 8
    places = Places(
        header=Plan(left, 8, 1), track=Plan(left, 86, 1), rows=(left, 210, across, 8 * row),
        office=(10, 938, 830, 196), is_narrow=False,
    )  # fmt: skip
    plans = own_first(left, top, players) if has_viewer else equal_mats(left, top, players)
    return Frame((1600, 1140), Plan(6, 6, 0.924), places, plans, (0, 0, 846, 1140))


def own_first(left: float, top: float, players: int) -> tuple[Plan, ...]:
    """Return the places of the mats: the viewer's is large, two smaller ones lie beside it, and a third under it."""
    wide, high = mats.SIZE
    own, other, last = {2: (1.1, 0.92, 0), 3: (1.21, 0.81, 0), 4: (1.12, 0.91, 0.8)}[players]
    beside = round(left + own * wide + 8, 1)
    places = (
        Plan(beside, top, other),
        Plan(beside, round(top + other * high + 6, 1), other),
        Plan(left, round(top + own * high + 6, 1), last),
    )
    return (Plan(left, top, own), *places[: players - 1])


def equal_mats(left: float, top: float, players: int) -> tuple[Plan, ...]:
    wide, high = mats.SIZE
    scale = 0.957
    return tuple(
        Plan(
            round(left + number % 2 * (wide * scale + 26), 1),
            round(top + number // 2 * (high * scale + 5), 1),
            scale,
        )
        for number in range(players)
    )


def tall_frame(players: int, is_draft: bool) -> Frame:
    left, across = 6.0, 738.0
    map_plan = Plan(left, 86, across / valley.SIZE[0])
    under = round(map_plan.y + valley.SIZE[1] * map_plan.scale + 8, 1)
    gap = 10.0
    scale = ((across - gap) / 2 if is_draft else across) / mats.SIZE[0]
    high = mats.SIZE[1] * scale + gap
    first = (players + 1) // 2 if is_draft else 1  # lines of mats under the map; the other mats come last
    track = under + first * high
    rows = (left, track + 234, across, 8 * 60.0)
    office = (left, rows[1] + rows[3] + 8, across, 312.0)
    others = office[1] + office[3] + gap
    if is_draft:
        side = mats.SIZE[0] * scale + gap
        plans = [Plan(left + seat % 2 * side, under + seat // 2 * high, scale) for seat in range(players)]
    else:
        plans = [Plan(left, under, scale)]
        plans += [Plan(left, others + number * high, scale) for number in range(players - 1)]
    bottom = others if is_draft else others + (players - 1) * high
    places = Places(Plan(left, 8, across / 740), Plan(left, track, across / 740), rows, office, is_narrow=True)
    return Frame((750, round(bottom, 1)), map_plan, places, tuple(plans), None)


class Table:
    """The table of one record: its parts, and where they lie in the picture."""

    def __init__(
        self,
        record: Record,
        viewer: int | None,
        shape: Shape,
        closed: Mapping[str, str],
        sends: int,
        builds_free: bool,
    ) -> None:
        self.record, self.sends = record, sends
        players = int(record.players)
        offers = self._offers()
        self.frame = frame_of(shape, players, viewer is not None, bool(offers))
        self.valley = Valley(record, self.frame.map, closed)
        self.board = Board(record, self.frame.places, closed)
        first = viewer or 0
        seats = [(first + step) % players for step in range(players)]
        self.starting: list[tuple[int, Plan, int]] = []  # contract, plan and seat of the mat where it lies
        self.mats: list[Mat] = []
        contracts = [contract for contract in range(4) if int(record.starting) >> contract & 1] if offers else []
        for seat, plan in zip(seats, self.frame.mats, strict=True):
            offered = NOTHING
            if record.player[seat].company == NOTHING:
                offered = offers.pop(0) if offers else NOTHING
                if contracts:
                    self.starting.append((contracts.pop(0), plan, seat))
            self.mats.append(Mat(record, seat, plan, offered, builds_free and seat == record.current_player))

    def _offers(self) -> list[int]:
        """Return the companies that can still be picked."""
        return [company for company in range(COMPANIES) if int(self.record.companies) >> company & 1]

    def areas(self) -> tuple[Area, ...]:
        areas = [Area("ground", 0, 0, *self.frame.size, label="", art="ground")]
        areas += self.valley.areas(self.sends)
        areas += self.board.areas()
        for mat in self.mats:
            areas += mat.areas()
        return tuple(areas)

    def pieces(self) -> tuple[Piece, ...]:
        pieces = [*self.valley.pieces(), *self.board.pieces()]
        for mat in self.mats:
            pieces += mat.pieces()
        for contract, plan, seat in self.starting:
            pieces.append(contract_piece(contract, plan.box((16, 124, 136, 104)), mat_id(seat), say("to pick")))
        return (*pieces, *self._spares())

    def _spares(self) -> list[Piece]:
        """Return the officers without a company that Mahiri may copy. They lie at the bottom of her mat."""
        home = next((mat for mat in self.mats if mat.officer() == Officer.MAHIRI), None)
        if home is None:
            return []
        bits = int(self.record.spares) if home.is_offer else int(officers_to_copy(self.record, home.seat))
        serving = {mat.officer() for mat in self.mats}
        spares = [officer for officer in range(OFFICERS) if bits >> officer & 1 and officer not in serving]
        return [
            Piece(
                officer_id(officer), officer_art(officer), *home.plan.box((6 + number * 54, 277, 52, 22)),
                say("{officer}; for Mahiri to copy", officer=officer_words(officer)), place=mat_id(home.seat),
            )
            for number, officer in enumerate(spares)
        ]  # fmt: skip
