"""A company's mat: its wheel, technology tiles, machines, pieces and the income they uncover, contracts and officer.

It is drawn 360 by 300. Things on the wheel keep their ids from segment to segment, so that a client turns the wheel
by moving them. Until a seat has a company, its place shows one that can still be picked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from stockade.core.figures import figures
from stockade.core.language import cache_by_language, listed, mark
from stockade.core.ledger import POINT
from stockade.core.scene import Area, Box, Piece
from stockade.games.barrage.language import counted, say
from stockade.games.barrage.layout import ANTON, CONTRACTS, NOTHING, SEGMENTS, Effect, Kind, Record
from stockade.games.barrage.picture.management import (
    contract_piece,
    officer_art,
    officer_id,
    officer_words,
    sign,
    tile_art,
    tile_id,
)
from stockade.games.barrage.picture.valley import LETTERS, Plan
from stockade.games.barrage.rules.seats import POWER_FROM
from stockade.games.barrage.tables import (
    CONSTRUCTION_ENGINEERS,
    CONSTRUCTION_FEE,
    INCOME,
    KIND_NAMES,
    PIECES,
    POWERHOUSE_BONUS,
)
from stockade.games.barrage.text.notation import COMPANY_TITLES, seat_name
from stockade.games.barrage.text.words import (
    CREDIT,
    ENERGY,
    ENGINEER,
    EXCAVATOR,
    MIXER,
    POWERS,
    reward_words,
    tile_title,
    tile_words,
)

SIZE = (360.0, 300.0)
WHEEL = (4.0, 42.0, 156.0)  # left, top, side
HUB = (WHEEL[0] + WHEEL[2] / 2, WHEEL[1] + WHEEL[2] / 2)
TILE_AT, CHIP_AT = 54.0, 28.0  # distances from the hub
TILE, CHIP = 29.0, 22.0
RIGHT = 166.0  # where the right half begins
SLOT = (38.0, 30.0)
ROWS_AT = 122.0
CARDS_AT = 248.0
KIND_TITLES = (mark("Base"), mark("Elevation"), mark("Conduit"), mark("Powerhouse"))


def place_in(segment: int, far: float, size: float, aside: float = 0.0) -> Box:
    """Return the place of a thing in a segment. The open segment is at the top, and the wheel turns clockwise."""
    angle = math.radians(60 * segment - 90 + aside)
    return HUB[0] + far * math.cos(angle) - size / 2, HUB[1] + far * math.sin(angle) - size / 2, size, size


def slot_box(kind: int, piece: int) -> Box:
    return RIGHT + (piece - 1) * SLOT[0], ROWS_AT + kind * SLOT[1], *SLOT


def build_id(seat: int, space: int) -> str:
    return f"build-{seat}-{space + 1}"


def free_id(seat: int) -> str:
    return f"free-{seat}"


def mat_id(seat: int) -> str:
    return f"mat-{seat}"


def company_id(company: int) -> str:
    return f"company-{LETTERS[company]}"


def reward_art(rows: Any) -> str:
    return "reward-" + "-".join(
        f"{Effect(effect).name.lower()}-{amount}" for effect, amount in rows.tolist() if effect
    )


@cache_by_language
def income_of(company: int, kind: int, piece: int) -> tuple[str, str]:
    """Return what a piece uncovers, in words and as art. Both are empty for most pieces."""
    if kind == Kind.POWERHOUSE:
        if piece == POWER_FROM:
            return say("the company's power: {power}", power=say(POWERS[company])), "power-off"
        more = int(POWERHOUSE_BONUS[piece])
        words = say("{energy} energy more for each production", energy=more)
        return (words, f"reward-energy-{more}") if piece in (2, 4) else ("", "")
    rows = INCOME[company, kind, piece]
    return (reward_words(rows), reward_art(rows)) if rows[0, 0] else ("", "")


def power_words(company: int) -> str:
    return say("from {count} powerhouses on {power}", count=POWER_FROM, power=say(POWERS[company]))


def tile_name(tile: int) -> str:
    """Return the name of a tile inside a sentence, without what it does."""
    return say("Anton's tile") if tile == ANTON else say("tile {tile}", tile=tile_title(tile))


@cache_by_language
def slot_areas(plan: Plan, seat: int, company: int, kind: int, piece: int, is_built: bool) -> tuple[Area, ...]:
    """Return the slot of a piece, and the income that it uncovers. A piece that is not built yet lies there in the
    company's colour."""
    name = KIND_NAMES[kind]
    words, art = income_of(company, kind, piece)
    told = say("built") if is_built else say("not built yet")
    label = f"{say(KIND_TITLES[kind])} {piece}, {told}{f': {words}' * bool(words)}"
    left = f"left-{LETTERS[company]}-{'income' if words else name}"
    empty = "piece-slot-open" if words else "piece-slot"
    x, y, w, h = slot_box(kind, piece)
    box = plan.box((x, y, w - 1, h - 1))
    slot = Area(f"slot-{seat}-{name}-{piece}", *box, label, empty if is_built else left)
    if not art:
        return (slot,)
    shown = "power" if art == "power-off" and is_built else art
    box = plan.box((x + 2, y + 2, w - 5, h - 5))
    return slot, Area(f"income-{seat}-{name}-{piece}", *box, label="", art=shown)


@cache_by_language
def construction_area(plan: Plan, seat: int, name: str, space: int, is_taken: bool) -> Area:
    """Return a construction space of the company with that name."""
    fee = int(CONSTRUCTION_FEE[space])
    cost = [ENGINEER.counted(int(CONSTRUCTION_ENGINEERS[space]))] + [CREDIT.counted(fee)] * (fee > 0)
    label = say("Construction space {space} of {name}", space=space + 1, name=name)
    label = f"{label}: {listed(cost)}, {say('taken') if is_taken else say('free')}"
    box = plan.box((5 + space * 31, 244, 30, 30))
    return Area(build_id(seat, space), *box, label, "build-taken" if is_taken else f"build-{space + 1}")


@lru_cache(1 << 14)
def figure_areas(plan: Plan, name: str, icon: str, value: int, x: float, y: float) -> tuple[Area, ...]:
    """Return a number with the symbol of what it counts."""
    left, middle, high, _ = plan.box((x + 26, y + 12.5, 22.5, 0))
    symbol = Area(name, *plan.box((x, y, 25, 25)), label="", art=icon)
    return symbol, *figures(f"{name}-figure", value, left, middle, high, 0, ink="n")


@cache_by_language
def tile_piece(plan: Plan, seat: int, tile: int, number: int, columns: int) -> Piece:
    """Return a technology tile in the supply, where it has this number."""
    size = 190 / columns
    x, y = RIGHT + number % columns * size, 42 + number // columns * (size + 1)
    box = plan.box((x, y, size - 1, size - 1))
    return Piece(tile_id(tile, seat), tile_art(tile), *box, tile_words(tile), seat, place=f"tiles-{seat}")


class Mat:
    """The mat of a seat, or of a company that can be picked."""

    def __init__(self, record: Record, seat: int, plan: Plan, offered: int, builds_free: bool) -> None:
        self.record, self.seat, self.plan, self.builds_free = record, seat, plan, builds_free
        self.player = record.player[seat]
        self.is_offer = offered != NOTHING
        self.company = offered if self.is_offer else int(self.player.company)
        self.name = seat_name(record, seat)

    def officer(self) -> int:
        """Return the officer of the seat, or the one paired with the company that can be picked."""
        return int(self.record.pair[self.company] if self.is_offer else self.player.officer)

    # -- areas

    def areas(self) -> Iterator[Area]:
        is_now = self.record.current_player == self.seat
        yield Area(
            mat_id(self.seat), *self.plan.box((0, 0, *SIZE)), self._words(), "block-now" if is_now else "block"
        )
        if self.company == NOTHING:
            yield Area(
                f"head-{self.seat}", *self.plan.box((4, 2, 36, 36)), label="", art=sign(self.record, self.seat)
            )
            return
        yield from self._pieces_left()
        if self.is_offer:
            return
        yield from self._head()
        yield Area(
            f"wheel-{self.seat}", *self.plan.box((*WHEEL[:2], WHEEL[2], WHEEL[2])), self._wheel_words(), "wheel"
        )
        label = say("Technology tiles of {name}", name=self.name)
        yield Area(f"tiles-{self.seat}", *self.plan.box((RIGHT, 42, 190, 78)), label)
        label = say("Contracts of {name}", name=self.name)
        yield Area(f"hand-{self.seat}", *self.plan.box((RIGHT, CARDS_AT, 190, 48)), label)
        yield from self._supply()
        yield from self._constructions()

    def _words(self) -> str:
        player, name = self.player, self.name
        if self.is_offer:
            return say("A company to pick: {company}", company=say(COMPANY_TITLES[self.company]))
        if self.company == NOTHING:
            return say("{name}: no company yet", name=name)
        if player.level:
            name = say("{name}, Automa of level {level}", name=name, level=player.level)
        supply = (
            (player.vp, POINT), (player.credits, CREDIT), (player.engineers, ENGINEER),
            (player.excavators, EXCAVATOR), (player.mixers, MIXER), (player.energy, ENERGY),
        )  # fmt: skip
        words = ", ".join(thing.counted(int(count)) for count, thing in supply)
        return f"{name}: {words}; {power_words(self.company)}"

    def _figure(self, what: str, icon: str, value: int, x: float, y: float) -> tuple[Area, ...]:
        return figure_areas(self.plan, f"{what}-{self.seat}", icon, value, x, y)

    def _head(self) -> Iterator[Area]:
        player, seat = self.player, self.seat
        yield Area(f"head-{seat}", *self.plan.box((4, 2, 36, 36)), label="", art=sign(self.record, seat))
        yield from self._figure("vp", "i-vp", int(player.vp), 43, 7)
        yield from self._figure("made", "i-energy", int(player.energy), 110, 7)
        if player.level:
            yield from self._figure("level", "automa", int(player.level), 165, 7)
        else:
            yield from self._figure("credits", "i-credits", int(player.credits), 165, 7)
        yield from self._figure("engineers", "i-pawn", int(player.engineers), 222, 7)

    def _supply(self) -> Iterator[Area]:
        yield from self._figure("excavators", "i-excavators", int(self.player.excavators), 6, 204)
        yield from self._figure("mixers", "i-mixers", int(self.player.mixers), 60, 204)
        yield from self._figure("done", "i-done", int(self.player.fulfilled).bit_count(), 112, 204)

    def _constructions(self) -> Iterator[Area]:
        taken = int(self.player.constructions)
        for space in range(len(CONSTRUCTION_ENGINEERS)):
            yield construction_area(self.plan, self.seat, self.name, space, space < taken)
        if self.builds_free:
            label = say("Build without engineers")
            yield Area(free_id(self.seat), *self.plan.box((130, 244, 30, 30)), label, "free")

    def _pieces_left(self) -> Iterator[Area]:
        """Return a slot for each piece."""
        built = [0] * len(KIND_NAMES) if self.is_offer else self.player.built.tolist()
        for kind, count in enumerate(built):
            for piece in range(1, int(PIECES[kind]) + 1):
                yield from slot_areas(self.plan, self.seat, self.company, kind, piece, piece <= count)

    def _wheel_words(self) -> str:
        words = []
        for segment in range(1, SEGMENTS):
            things, turns = self._segment_words(segment), SEGMENTS - segment
            if things:
                back = counted(
                    turns, "{things} back in {count} turn", "{things} back in {count} turns", things=things
                )
                words.append(back)
        label = say("Construction wheel of {name}", name=self.name)
        return f"{label}: {'; '.join(words) or say('empty')}"

    def _segment_words(self, segment: int) -> str:
        player, parts = self.player, []
        if player.wheel_tile[segment] != NOTHING:
            parts.append(tile_name(int(player.wheel_tile[segment])))
        for count, machine in ((player.wheel_excavators[segment], EXCAVATOR), (player.wheel_mixers[segment], MIXER)):
            if count:
                parts.append(machine.counted(int(count)))
        return ", ".join(parts)

    # -- pieces

    def pieces(self) -> Iterator[Piece]:
        if self.company == NOTHING:
            return
        if self.is_offer:
            yield from self._offer()
            return
        officer = self.officer()
        if officer != NOTHING:
            box = self.plan.box((280, 4, 76, 34))
            label = say("{officer}; with {name}", officer=officer_words(officer), name=self.name)
            yield Piece(officer_id(officer), officer_art(officer), *box, label, self.seat, place=mat_id(self.seat))
        yield from self._tiles()
        yield from self._on_wheel()
        yield from self._contracts()
        for space in range(int(self.player.constructions)):
            box = self.plan.box((8 + space * 31, 244, 25, 30))
            label = say("Engineers of {name} on construction space {space}", name=self.name, space=space + 1)
            art = f"pawn-{LETTERS[self.company]}"
            yield Piece(
                f"at-{build_id(self.seat, space)}", art, *box, label, self.seat, place=build_id(self.seat, space)
            )

    def _tiles(self) -> Iterator[Piece]:
        bits = int(self.player.tiles)
        tiles = [tile for tile in range(ANTON + 1) if bits >> tile & 1]
        columns = 5 if len(tiles) <= 10 else 8
        for number, tile in enumerate(tiles):
            yield tile_piece(self.plan, self.seat, tile, number, columns)

    def _on_wheel(self) -> Iterator[Piece]:
        player, place = self.player, f"wheel-{self.seat}"
        for segment in range(SEGMENTS):
            tile = int(player.wheel_tile[segment])
            if tile != NOTHING:
                box = self.plan.box(place_in(segment, TILE_AT, TILE))
                label = counted(
                    SEGMENTS - segment,
                    "{tile}; on the wheel, back in {count} turn",
                    "{tile}; on the wheel, back in {count} turns",
                    tile=tile_words(tile),
                )
                yield Piece(tile_id(tile, self.seat), tile_art(tile), *box, label, self.seat, place=place)
            # Machines go round with the tile that was invested with them.
            batch = tile_id(tile, self.seat) if tile != NOTHING else f"segment-{segment}"
            counts = (("e", EXCAVATOR, player.wheel_excavators), ("m", MIXER, player.wheel_mixers))
            both = player.wheel_excavators[segment] > 0 and player.wheel_mixers[segment] > 0
            for number, (letter, machine, column) in enumerate(counts):
                count = int(column[segment])
                if not count:
                    continue
                far = CHIP_AT if tile != NOTHING else TILE_AT - 8
                aside = (number - 0.5) * 44 if both else 0.0
                box = self.plan.box(place_in(segment, far, CHIP, aside))
                label = counted(
                    SEGMENTS - segment,
                    "{machines} on the wheel, back in {count} turn",
                    "{machines} on the wheel, back in {count} turns",
                    machines=machine.counted(count),
                )
                art = f"chip-{letter}-{min(count, 10)}"
                yield Piece(f"chip-{self.seat}-{letter}-{batch}", art, *box, label, self.seat, place=place)

    def _contracts(self) -> Iterator[Piece]:
        bits = int(self.player.contracts)
        hand = [contract for contract in range(CONTRACTS) if bits >> contract & 1]
        wide = min(62.0, 190 / max(len(hand), 1) - 1)
        for number, contract in enumerate(hand):
            box = self.plan.box((RIGHT + number * (wide + 1), CARDS_AT, wide, wide * 48 / 62))
            yield contract_piece(contract, box, f"hand-{self.seat}", say("of {name}", name=self.name), self.seat)

    # -- the draft

    def _offer(self) -> Iterator[Piece]:
        officer, place = self.officer(), mat_id(self.seat)
        words = f"{say(COMPANY_TITLES[self.company])}: {power_words(self.company)}"
        if officer != NOTHING:
            words = say("{company}; with {officer}", company=words, officer=officer_words(officer))
            box = self.plan.box((186, 8, 168, 75))
            yield Piece(officer_id(officer), officer_art(officer), *box, officer_words(officer), place=place)
        art = f"company-{LETTERS[self.company]}"
        yield Piece(company_id(self.company), art, *self.plan.box((8, 8, 168, 42)), words, place=place)
