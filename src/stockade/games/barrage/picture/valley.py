"""The places of everything on the map: headstreams, basins, dams, conduits and powerhouses.

The sheet is 904 by 1000 and is drawn in `art.svg` with the same measures. Rivers run down four columns. Each basin
has its powerhouses at the left, its dams one below the other on the river, and its two conduits under them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from stockade.core.language import capital, listed, mark
from stockade.core.scene import Area, Box, Piece
from stockade.games.barrage.language import counted, say
from stockade.games.barrage.layout import (
    BASES,
    CONDUIT_SITE,
    CONDUITS,
    HEADSTREAMS,
    NEUTRAL,
    NOTHING,
    POWERHOUSE_SITE,
    POWERHOUSES,
    ROUNDS,
    Kind,
    Record,
)
from stockade.games.barrage.rules.payment import red_fee, uses_mixers
from stockade.games.barrage.rules.seats import dam_room
from stockade.games.barrage.tables import (
    AREA,
    BASE_BASIN,
    BASE_RED,
    CONDUIT_FROM,
    CONDUIT_TO,
    CONDUIT_VALUE,
    FIRST_POWERHOUSE,
    HEADSTREAM_BASIN,
    HEADSTREAM_DROPS,
    HEADSTREAM_NAMES,
    POWERHOUSE_BASIN,
    POWERHOUSE_COST,
    POWERHOUSE_RED,
    SITE_COST,
    SITE_KIND,
    SITE_NAMES,
)
from stockade.games.barrage.text.notation import STREAM_LETTERS, seat_name
from stockade.games.barrage.text.words import AREA_TITLES, CREDIT, EXCAVATOR, MIXER

SIZE = (904.0, 1000.0)
MIDDLE = (131, 346, 561, 776, 346, 561, 776, 131, 346, 669, 239, 669)  # x of the middle of each basin
TOP = (104, 104, 104, 104, 344, 344, 344, 578, 578, 578, 818, 818)
ASIDE = 14  # from the middle to the river, in basins with powerhouses at the left
DAM = (92.0, 66.0)
CHIP = (56.0, 48.0)  # size of a conduit
HOUSE = 48.0
LOW_HOUSE = 58.0  # the same in the two lowest basins, which have only powerhouses
DROP = (22.0, 27.0)
STREAM = (172.0, 94.0)
SEND = (98.0, 348.0, 61.0)  # the first chip for a number of drops: left, top, side; two chips in a line
FULL_DAM = 3  # level of a base with two elevations
LETTERS = ("u", "g", "i", "f")
"""The letters of the companies in the art."""
BASE_LABELS = (
    mark("Base space {space}: upper in basin {basin}, {area}; a base costs {cost}"),
    mark("Base space {space}: lower in basin {basin}, {area}; a base costs {cost}"),
)


def river_at(basin: int) -> float:
    """Return the x at which the river crosses a basin."""
    return MIDDLE[basin] + (ASIDE if FIRST_POWERHOUSE[basin + 1] > FIRST_POWERHOUSE[basin] else 0)


def dam_box(space: int) -> Box:
    basin = int(BASE_BASIN[space])
    return river_at(basin) - DAM[0] / 2, TOP[basin] + 8 + space % 2 * 72, *DAM


def chip_box(conduit: int) -> Box:
    basin = int(CONDUIT_FROM[conduit])
    return river_at(basin) + (4 if conduit % 2 else -4 - CHIP[0]), TOP[basin] + 152, *CHIP


def house_box(space: int) -> Box:
    basin = int(POWERHOUSE_BASIN[space])
    number = space - int(FIRST_POWERHOUSE[basin])
    if basin >= 10:
        return MIDDLE[basin] - 168 + number * 88, TOP[basin] + 48, LOW_HOUSE, LOW_HOUSE
    return MIDDLE[basin] - 98, TOP[basin] + 4 + number * 52, HOUSE, HOUSE


def site_box(site: int) -> Box:
    """Return the place of a structure. An elevation lies on its base."""
    match SITE_KIND[site]:
        case Kind.CONDUIT:
            return chip_box(site - CONDUIT_SITE)
        case Kind.POWERHOUSE:
            return house_box(site - POWERHOUSE_SITE)
    return dam_box(site % BASES)


def site_id(site: int) -> str:
    """Return the area that is touched to choose a site."""
    return SITE_NAMES[site].removesuffix("+")


def stream_id(stream: int) -> str:
    return f"stream-{STREAM_LETTERS[stream]}"


def send_id(drops: int) -> str:
    return f"send-{drops}"


def dam_id(space: int) -> str:
    return f"dam-{SITE_NAMES[space]}"


def conduit_id(conduit: int) -> str:
    return f"conduit-{SITE_NAMES[CONDUIT_SITE + conduit]}"


def site_cost(site: int) -> str:
    """Return what a base, an elevation or a conduit costs there by the rules: "3 excavators and 3 credits"."""
    machines = (MIXER if uses_mixers(site) else EXCAVATOR).counted(int(SITE_COST[site]))
    fee = int(red_fee(site, NOTHING))
    return listed([machines, CREDIT.counted(fee)]) if fee else machines


class Plan(NamedTuple):
    """The place and the scale of a drawing on the table."""

    x: float
    y: float
    scale: float

    def box(self, box: Box) -> Box:
        x, y, w, h = box
        return (
            round(self.x + x * self.scale, 1),
            round(self.y + y * self.scale, 1),
            round(w * self.scale, 1),
            round(h * self.scale, 1),
        )


class Valley:
    """The map of one state. `closed` gives the reasons why nothing can be built on a space now."""

    def __init__(self, record: Record, plan: Plan, closed: Mapping[str, str]) -> None:
        self.record, self.plan, self.closed = record, plan, closed

    def letter(self, owner: int) -> str:
        """Return the letter of an owner in the art: the company's, or `n` for a neutral dam."""
        return LETTERS[int(self.record.player[owner].company)] if owner != NEUTRAL else "n"

    # -- areas

    def areas(self, sends: int) -> Iterator[Area]:
        """Return the areas of the map. `sends` is the most drops that can be sent now."""
        yield Area("valley", *self.plan.box((0, 0, *SIZE)), label="", art="valley")
        for conduit in range(CONDUITS):
            owner = int(self.record.conduit[conduit])
            if owner != NOTHING:
                name = SITE_NAMES[CONDUIT_SITE + conduit]
                art = f"pipe-{name}-{self.letter(owner)}"
                yield Area(f"pipe-{name}", *self.plan.box((0, 0, *SIZE)), label="", art=art)
        for stream in range(HEADSTREAMS):
            yield from self._stream(stream)
        for space in range(BASES):
            yield self._base(space)
        for conduit in range(CONDUITS):
            yield self._chip(conduit)
        for space in range(POWERHOUSES):
            yield self._house(space)
        left, top, side = SEND
        for drops in range(1, sends + 1):
            at = (left + (drops - 1) % 2 * (side + 5), top + (drops - 1) // 2 * (side + 5), side, side)
            label = counted(drops, "Send {count} drop", "Send {count} drops")
            yield Area(send_id(drops), *self.plan.box(at), label, f"send-{drops}")

    def _stream(self, stream: int) -> Iterator[Area]:
        x, y = MIDDLE[int(HEADSTREAM_BASIN[stream])] - STREAM[0] / 2, 2.0
        tile = int(self.record.headstream[stream])
        waiting = int(self.record.waiting[stream])
        letter = STREAM_LETTERS[stream]
        label = say("Headstream {stream}, to basin {basin}", stream=letter, basin=HEADSTREAM_BASIN[stream] + 1)
        drops = counted(waiting, "{count} drop waiting", "{count} drops waiting")
        label = f"{label}: {drops if waiting else say('no drops waiting')}"
        if tile != NOTHING:
            brings = ", ".join(map(str, HEADSTREAM_DROPS[tile].tolist()))
            words = say("tile {tile} brings {drops} in rounds 1 to 4", tile=HEADSTREAM_NAMES[tile], drops=brings)
            label = f"{label}; {words}"
        yield Area(stream_id(stream), *self.plan.box((x, y, *STREAM)), label, f"stream-{letter}")
        for number in range(ROUNDS - 1 if tile != NOTHING else 0):
            count = int(HEADSTREAM_DROPS[tile, number])
            when = (
                "now" if number + 1 == self.record.round_no else "past" if number < self.record.round_no else "next"
            )
            box = self.plan.box((x + 42 + number * 32, y + 5, 31, 37))
            yield Area(f"spring-{letter}-{number + 1}", *box, label="", art=f"spring-{when}-{count}")

    def _base(self, space: int) -> Area:
        basin, red = int(BASE_BASIN[space]), bool(BASE_RED[space])
        name, area = SITE_NAMES[space], say(AREA_TITLES[AREA[basin]])
        label = say(BASE_LABELS[space % 2], space=name, basin=basin + 1, area=area, cost=site_cost(space))
        return self._space(name, dam_box(space), label, f"base-space{'-red' * red}")

    def _chip(self, conduit: int) -> Area:
        name, value = SITE_NAMES[CONDUIT_SITE + conduit], int(CONDUIT_VALUE[conduit])
        start, end = CONDUIT_FROM[conduit] + 1, CONDUIT_TO[conduit] + 1
        label = say(
            "Conduit space {space}: value {value}, from basin {start} to {end}; a conduit costs {cost}",
            space=name, value=value, start=start, end=end, cost=site_cost(CONDUIT_SITE + conduit),
        )  # fmt: skip
        return self._space(name, chip_box(conduit), label, f"conduit-space-{value}-{end}")

    def _house(self, space: int) -> Area:
        name, red = SITE_NAMES[POWERHOUSE_SITE + space], bool(POWERHOUSE_RED[space])
        mixers = MIXER.counted(int(POWERHOUSE_COST[0]))
        cost = say("{mixers}, 1 more for each you have", mixers=mixers)
        if red:
            cost = say("{mixers}, 1 more for each you have, and 3 credits", mixers=mixers)
        label = say(
            "Powerhouse space {space}: in basin {basin}; a powerhouse costs {cost}",
            space=name, basin=POWERHOUSE_BASIN[space] + 1, cost=cost,
        )  # fmt: skip
        return self._space(name, house_box(space), label, f"house-space{'-red' * red}")

    def _space(self, name: str, box: Box, label: str, art: str) -> Area:
        return Area(name, *self.plan.box(box), label, art, closed=capital(self.closed.get(name, "")))

    # -- pieces

    def pieces(self) -> Iterator[Piece]:
        record = self.record
        for conduit in range(CONDUITS):
            if record.conduit[conduit] != NOTHING:
                yield self.structure(CONDUIT_SITE + conduit, int(record.conduit[conduit]))
        for space in range(POWERHOUSES):
            if record.powerhouse[space] != NOTHING:
                yield self.structure(POWERHOUSE_SITE + space, int(record.powerhouse[space]))
        for space in range(BASES):
            if record.dam_owner[space] != NOTHING:
                yield self.dam(space, int(record.dam_owner[space]), int(record.dam_level[space]))
                for number in range(int(record.dam_drops[space])):
                    yield self.drop(space, number)
        for stream in range(HEADSTREAMS):
            for number in range(int(record.waiting[stream]) + int(record.falling[stream])):
                yield self.waiting(stream, number)

    def structure(self, site: int, owner: int) -> Piece:
        """Return a structure as it stands, or would stand, on its site."""
        kind, name = int(SITE_KIND[site]), SITE_NAMES[site]
        if kind == Kind.BASE:
            return self.dam(site, owner, 1)
        if kind == Kind.ELEVATION:
            return self.dam(site - BASES, owner, int(self.record.dam_level[site - BASES]) + 1)
        box, company = self.plan.box(site_box(site)), seat_name(self.record, owner)
        if kind == Kind.POWERHOUSE:
            label = say("Powerhouse of {company} on {space}", company=company, space=name)
            return Piece(f"house-{name}", f"house-{self.letter(owner)}", *box, label, owner, place=name)
        value, end = int(CONDUIT_VALUE[site - CONDUIT_SITE]), CONDUIT_TO[site - CONDUIT_SITE] + 1
        label = say(
            "Conduit of {company} on {space}, value {value}, to basin {basin}",
            company=company, space=name, value=value, basin=end,
        )  # fmt: skip
        return Piece(f"conduit-{name}", f"conduit-{self.letter(owner)}-{value}", *box, label, owner, place=name)

    def dam(self, space: int, owner: int, level: int) -> Piece:
        name, drops = SITE_NAMES[space], int(self.record.dam_drops[space])
        room = max(int(dam_room(self.record, space)), level)
        label = say("Neutral dam on {space}, level {level}", space=name, level=level)
        if owner != NEUTRAL:
            company = seat_name(self.record, owner)
            label = say("Dam of {company} on {space}, level {level}", company=company, space=name, level=level)
        holds = counted(room, "{drops} of {count} drop", "{drops} of {count} drops", drops=drops)
        label = f"{label}: {holds}"
        if owner != NEUTRAL and level < FULL_DAM:
            label = f"{label}; {say('an elevation costs {cost}', cost=site_cost(BASES + space))}"
        art = f"dam-{self.letter(owner)}-{level}"
        seat = None if owner == NEUTRAL else owner
        return Piece(dam_id(space), art, *self.plan.box(dam_box(space)), label, seat, place=name)

    def drop(self, space: int, number: int) -> Piece:
        """Return a drop in a dam."""
        x, y, _, _ = dam_box(space)
        label = say("Drop in the dam on {space}", space=SITE_NAMES[space])
        box = self.plan.box((x + 5 + number * 20.3, y + 1, *DROP))
        return Piece(f"drop-{SITE_NAMES[space]}-{number + 1}", "drop", *box, label, place=SITE_NAMES[space])

    def waiting(self, stream: int, number: int) -> Piece:
        """Return a drop on a headstream. The more drops there are, the closer together they lie."""
        count = max(int(self.record.waiting[stream]) + int(self.record.falling[stream]), number + 1)
        step = min(27.0, (STREAM[0] - 16 - 30) / max(count - 1, 1))
        x = MIDDLE[int(HEADSTREAM_BASIN[stream])] - STREAM[0] / 2 + 8
        letter = STREAM_LETTERS[stream]
        box = self.plan.box((x + number * step, 52, 30, 37))
        label = say("Drop on headstream {stream}", stream=letter)
        return Piece(f"drop-{letter}-{number + 1}", "drop", *box, label, place=stream_id(stream))
