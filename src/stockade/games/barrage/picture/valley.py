"""The places of everything on the map: headstreams, basins, dams, conduits and powerhouses.

The sheet is 904 by 1000 and is drawn in `art.svg` with the same measures. Rivers run down four columns. Each basin
has its powerhouses at the left, its dams one below the other on the river, and its two conduits under them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from stockade.core.language import cache_by_language, capital, listed, mark
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


@cache_by_language
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
        return _scaled(self, box)


@lru_cache(1 << 14)
def _scaled(plan: Plan, box: Box) -> Box:
    x, y, w, h = box
    return (
        round(plan.x + x * plan.scale, 1),
        round(plan.y + y * plan.scale, 1),
        round(w * plan.scale, 1),
        round(h * plan.scale, 1),
    )


# -- spaces


@cache_by_language
def stream_areas(plan: Plan, stream: int, tile: int, waiting: int, round_no: int) -> tuple[Area, ...]:
    """Return a headstream, and the drops that its tile brings in each round."""
    x, y = MIDDLE[int(HEADSTREAM_BASIN[stream])] - STREAM[0] / 2, 2.0
    letter = STREAM_LETTERS[stream]
    label = say("Headstream {stream}, to basin {basin}", stream=letter, basin=HEADSTREAM_BASIN[stream] + 1)
    drops = counted(waiting, "{count} drop waiting", "{count} drops waiting")
    label = f"{label}: {drops if waiting else say('no drops waiting')}"
    if tile != NOTHING:
        brings = ", ".join(map(str, HEADSTREAM_DROPS[tile].tolist()))
        words = say("tile {tile} brings {drops} in rounds 1 to 4", tile=HEADSTREAM_NAMES[tile], drops=brings)
        label = f"{label}; {words}"
    areas = [Area(stream_id(stream), *plan.box((x, y, *STREAM)), label, f"stream-{letter}")]
    for number in range(ROUNDS - 1 if tile != NOTHING else 0):
        count = int(HEADSTREAM_DROPS[tile, number])
        when = "now" if number + 1 == round_no else "past" if number < round_no else "next"
        box = plan.box((x + 42 + number * 32, y + 5, 31, 37))
        areas.append(Area(f"spring-{letter}-{number + 1}", *box, label="", art=f"spring-{when}-{count}"))
    return tuple(areas)


@cache_by_language
def base_area(plan: Plan, space: int, closed: str) -> Area:
    basin, red = int(BASE_BASIN[space]), bool(BASE_RED[space])
    name, area = SITE_NAMES[space], say(AREA_TITLES[AREA[basin]])
    label = say(BASE_LABELS[space % 2], space=name, basin=basin + 1, area=area, cost=site_cost(space))
    return Area(name, *plan.box(dam_box(space)), label, f"base-space{'-red' * red}", closed=capital(closed))


@cache_by_language
def conduit_area(plan: Plan, conduit: int, closed: str) -> Area:
    name, value = SITE_NAMES[CONDUIT_SITE + conduit], int(CONDUIT_VALUE[conduit])
    start, end = CONDUIT_FROM[conduit] + 1, CONDUIT_TO[conduit] + 1
    label = say(
        "Conduit space {space}: value {value}, from basin {start} to {end}; a conduit costs {cost}",
        space=name, value=value, start=start, end=end, cost=site_cost(CONDUIT_SITE + conduit),
    )  # fmt: skip
    art = f"conduit-space-{value}-{end}"
    return Area(name, *plan.box(chip_box(conduit)), label, art, closed=capital(closed))


@cache_by_language
def powerhouse_area(plan: Plan, space: int, closed: str) -> Area:
    name, red = SITE_NAMES[POWERHOUSE_SITE + space], bool(POWERHOUSE_RED[space])
    mixers = MIXER.counted(int(POWERHOUSE_COST[0]))
    cost = say("{mixers}, 1 more for each you have", mixers=mixers)
    if red:
        cost = say("{mixers}, 1 more for each you have, and 3 credits", mixers=mixers)
    label = say(
        "Powerhouse space {space}: in basin {basin}; a powerhouse costs {cost}",
        space=name, basin=POWERHOUSE_BASIN[space] + 1, cost=cost,
    )  # fmt: skip
    return Area(name, *plan.box(house_box(space)), label, f"house-space{'-red' * red}", closed=capital(closed))


# -- pieces


@cache_by_language
def dam_piece(
    plan: Plan, space: int, owner: int, letter: str, company: str, level: int, drops: int, room: int
) -> Piece:
    """Return a dam. `room` is the number of drops that it holds, `company` the name of its owner."""
    name = SITE_NAMES[space]
    label = say("Neutral dam on {space}, level {level}", space=name, level=level)
    if owner != NEUTRAL:
        label = say("Dam of {company} on {space}, level {level}", company=company, space=name, level=level)
    holds = counted(room, "{drops} of {count} drop", "{drops} of {count} drops", drops=drops)
    label = f"{label}: {holds}"
    if owner != NEUTRAL and level < FULL_DAM:
        label = f"{label}; {say('an elevation costs {cost}', cost=site_cost(BASES + space))}"
    seat = None if owner == NEUTRAL else owner
    return Piece(dam_id(space), f"dam-{letter}-{level}", *plan.box(dam_box(space)), label, seat, place=name)


@cache_by_language
def powerhouse_piece(plan: Plan, site: int, owner: int, letter: str, company: str) -> Piece:
    name, box = SITE_NAMES[site], plan.box(site_box(site))
    label = say("Powerhouse of {company} on {space}", company=company, space=name)
    return Piece(f"house-{name}", f"house-{letter}", *box, label, owner, place=name)


@cache_by_language
def conduit_piece(plan: Plan, site: int, owner: int, letter: str, company: str) -> Piece:
    name, box = SITE_NAMES[site], plan.box(site_box(site))
    value, end = int(CONDUIT_VALUE[site - CONDUIT_SITE]), CONDUIT_TO[site - CONDUIT_SITE] + 1
    label = say(
        "Conduit of {company} on {space}, value {value}, to basin {basin}",
        company=company, space=name, value=value, basin=end,
    )  # fmt: skip
    return Piece(f"conduit-{name}", f"conduit-{letter}-{value}", *box, label, owner, place=name)


@cache_by_language
def drop_piece(plan: Plan, space: int, number: int) -> Piece:
    """Return a drop in a dam."""
    x, y, _, _ = dam_box(space)
    label = say("Drop in the dam on {space}", space=SITE_NAMES[space])
    box = plan.box((x + 5 + number * 20.3, y + 1, *DROP))
    return Piece(f"drop-{SITE_NAMES[space]}-{number + 1}", "drop", *box, label, place=SITE_NAMES[space])


@cache_by_language
def waiting_piece(plan: Plan, stream: int, number: int, count: int) -> Piece:
    """Return a drop on a headstream. The more drops there are, the closer together they lie."""
    step = min(27.0, (STREAM[0] - 16 - 30) / max(count - 1, 1))
    x = MIDDLE[int(HEADSTREAM_BASIN[stream])] - STREAM[0] / 2 + 8
    letter = STREAM_LETTERS[stream]
    box = plan.box((x + number * step, 52, 30, 37))
    label = say("Drop on headstream {stream}", stream=letter)
    return Piece(f"drop-{letter}-{number + 1}", "drop", *box, label, place=stream_id(stream))


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
        for conduit, owner in enumerate(self.record.conduit.tolist()):
            if owner != NOTHING:
                name = SITE_NAMES[CONDUIT_SITE + conduit]
                art = f"pipe-{name}-{self.letter(owner)}"
                yield Area(f"pipe-{name}", *self.plan.box((0, 0, *SIZE)), label="", art=art)
        record, closed = self.record, self.closed
        for stream in range(HEADSTREAMS):
            tile, waiting = int(record.headstream[stream]), int(record.waiting[stream])
            yield from stream_areas(self.plan, stream, tile, waiting, int(record.round_no))
        for space in range(BASES):
            yield base_area(self.plan, space, closed.get(SITE_NAMES[space], ""))
        for conduit in range(CONDUITS):
            yield conduit_area(self.plan, conduit, closed.get(SITE_NAMES[CONDUIT_SITE + conduit], ""))
        for space in range(POWERHOUSES):
            yield powerhouse_area(self.plan, space, closed.get(SITE_NAMES[POWERHOUSE_SITE + space], ""))
        left, top, side = SEND
        for drops in range(1, sends + 1):
            at = (left + (drops - 1) % 2 * (side + 5), top + (drops - 1) // 2 * (side + 5), side, side)
            label = counted(drops, "Send {count} drop", "Send {count} drops")
            yield Area(send_id(drops), *self.plan.box(at), label, f"send-{drops}")

    # -- pieces

    def pieces(self) -> Iterator[Piece]:
        record = self.record
        for conduit, owner in enumerate(record.conduit.tolist()):
            if owner != NOTHING:
                yield self.structure(CONDUIT_SITE + conduit, owner)
        for space, owner in enumerate(record.powerhouse.tolist()):
            if owner != NOTHING:
                yield self.structure(POWERHOUSE_SITE + space, owner)
        for space, owner in enumerate(record.dam_owner.tolist()):
            if owner != NOTHING:
                yield self.dam(space, owner, int(record.dam_level[space]))
                for number in range(int(record.dam_drops[space])):
                    yield self.drop(space, number)
        for stream in range(HEADSTREAMS):
            count = int(record.waiting[stream]) + int(record.falling[stream])
            for number in range(count):
                yield waiting_piece(self.plan, stream, number, count)

    def structure(self, site: int, owner: int) -> Piece:
        """Return a structure as it stands, or would stand, on its site."""
        kind = int(SITE_KIND[site])
        if kind == Kind.BASE:
            return self.dam(site, owner, 1)
        if kind == Kind.ELEVATION:
            return self.dam(site - BASES, owner, int(self.record.dam_level[site - BASES]) + 1)
        piece = powerhouse_piece if kind == Kind.POWERHOUSE else conduit_piece
        return piece(self.plan, site, owner, self.letter(owner), seat_name(self.record, owner))

    def dam(self, space: int, owner: int, level: int) -> Piece:
        drops, room = int(self.record.dam_drops[space]), max(int(dam_room(self.record, space)), level)
        company = seat_name(self.record, owner) if owner != NEUTRAL else ""
        return dam_piece(self.plan, space, owner, self.letter(owner), company, level, drops, room)

    def drop(self, space: int, number: int) -> Piece:
        return drop_piece(self.plan, space, number)
