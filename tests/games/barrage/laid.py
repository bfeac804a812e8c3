"""Short ways to set up positions of Barrage: an empty table, structures on the map, what a company has, and whose
turn it is."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.games.positions import played

import stockade
from stockade.core.state import State
from stockade.games.barrage.layout import ANTON, NEUTRAL, NOTHING, SEGMENTS, Kind, Step
from stockade.games.barrage.tables import (
    BONUS_NAMES,
    COMPANY_NAMES,
    CONTRACT_NAMES,
    HEADSTREAM_NAMES,
    MAP,
    OBJECTIVE_NAMES,
    OFFICER_NAMES,
    ROW_NAMES,
    TILE_NAMES,
)

GAME = stockade.game("barrage")
BASES = [space["id"] for space in MAP["bases"]]
CONDUITS = [space["id"] for space in MAP["conduits"]]
POWERHOUSES = [space["id"] for space in MAP["powerhouses"]]
TILES = (*TILE_NAMES, "anton")
ADVANCED = TILE_NAMES[5:]
COMPANIES = "usa germany italy france"
COUNTS = ("vp", "credits", "energy", "excavators", "mixers", "engineers")


# -- the table -------------------------------------------------------------------------------------------------------


@cache
def _dealt(players: int, setup: str) -> State:
    """Return a game at its first turn, in which the first possible thing was always drawn and picked."""
    state = GAME.start(players, {"setup": setup})
    while state.record.round_no == 0 or state.is_chance:
        state.apply(state.legal_actions()[0])
    return state


def table(
    players: int = 2,
    companies: str = COMPANIES,
    officers: str = "",
    round_no: int = 1,
    setup: str = "full",
    objective: str = "red_spaces",
) -> State:
    """Return a table with nothing on the map and the headstreams, no contracts in hand and 20 of everything for each
    company. The first seat is to move. Only the named officers have a seat; `-` stands for none."""
    state = _dealt(players, setup).clone()
    record = state.record
    record.dam_owner[:], record.dam_level[:], record.dam_drops[:], record.waiting[:] = NOTHING, 0, 0, 0
    record.headstream[:] = [HEADSTREAM_NAMES.index(name) for name in ("H1", "H2", "H3", "H4")]
    record.bonus[:] = [BONUS_NAMES.index(name) for name in BONUS_NAMES[:5]]
    record.objective = OBJECTIVE_NAMES.index(objective)
    record.order[:] = [seat if seat < players else NOTHING for seat in range(4)]
    record.pair[:], record.spares, record.round_no = NOTHING, 0, round_no
    if setup == "full":
        record.patent[:] = range(5 + 3 * (round_no - 1), 5 + 3 * round_no)
        record.patent_pile = sum(1 << tile for tile in range(5 + 3 * round_no, 20))
    for seat in range(players):
        give(
            state, seat, credits=20, excavators=20, mixers=20, engineers=12, contracts="", officer="-", company="usa"
        )
        record.player[seat].company = COMPANY_NAMES.index(companies.split()[seat])
        record.player[seat].tiles = 31 if setup == "introductory" else 15
    for seat, officer in enumerate(officers.split()):
        give(state, seat, officer=officer)
    offer(state, "G01 G02 Y01 Y02 R01 R02", " ".join(f"N{number + 1}" for number in range(players - 1)))
    return turn(state, 0)


def turn(state: State, seat: int) -> State:
    """Start the turn of a seat."""
    state.record.place = list(state.record.order).index(seat)
    return ask(state, seat, Step.TURN)


def ask(state: State, seat: int, step: int, a: int = 0, b: int = 0) -> State:
    """Make a step of a seat's turn the next one."""
    record = state.record
    record.pending[:] = 0
    steps = [(Step.END_TURN, 0, 0), *([(Step.RUN, 0, 0)] if step == Step.FALL else []), (step, a, b)]
    for frame, (each, first, second) in zip(record.pending, steps, strict=False):
        frame.step, frame.player, frame.first, frame.second = each, seat, first, second
    record.depth, record.current_player = len(steps), seat
    return state


# -- pieces and other things -----------------------------------------------------------------------------------------


def seat_of(owner: int | str) -> int:
    return NEUTRAL if owner == "neutral" else int(owner)


def dam(state: State, space: str, owner: int | str = 0, drops: int = 0, level: int = 1) -> State:
    """Put a dam on a space. Its pieces count as built by its owner."""
    at = BASES.index(space)
    record = state.record
    record.dam_owner[at], record.dam_level[at], record.dam_drops[at] = seat_of(owner), level, drops
    if owner != "neutral":
        record.player[int(owner)].built[Kind.BASE] += 1
        record.player[int(owner)].built[Kind.ELEVATION] += level - 1
    return state


def dams(state: State, text: str, owner: int | str = 0) -> State:
    """Put dams given as `b1l 1/1, b8l 2/3` (drops and level) on the map."""
    for each in text.split(", "):
        space, water = each.split()
        drops, level = water.split("/")
        dam(state, space, owner, int(drops), int(level))
    return state


def conduits(state: State, names: str, owner: int = 0) -> State:
    for name in names.split():
        state.record.conduit[CONDUITS.index(name)] = owner
        state.record.player[owner].built[Kind.CONDUIT] += 1
    return state


def powerhouses(state: State, names: str, owner: int = 0) -> State:
    for name in names.split():
        state.record.powerhouse[POWERHOUSES.index(name)] = owner
        state.record.player[owner].built[Kind.POWERHOUSE] += 1
    return state


def waiting(state: State, **streams: int) -> State:
    """Put drops on the headstreams."""
    for letter, drops in streams.items():
        state.record.waiting["ABCD".index(letter)] = drops
    return state


def bits(text: str, names: tuple[str, ...]) -> int:
    return sum(1 << names.index(name) for name in text.split())


def give(state: State, seat: int, **fields: Any) -> State:
    """Set what a company has: numbers by name; `tiles` (added), `contracts` and `fulfilled` as names; an officer or a
    company by a part of the name; `wheel` as {segment: (tile, excavators, mixers)}."""
    player = state.record.player[seat]
    for name, value in fields.items():
        match name:
            case "tiles":
                player.tiles |= bits(value, TILES)
            case "contracts" | "fulfilled":
                player[name] = bits(value, CONTRACT_NAMES)
                take_from_office(state, int(player[name]))
            case "company":
                player.company = COMPANY_NAMES.index(value)
            case "officer":
                found = [number for number, each in enumerate(OFFICER_NAMES) if value in each]
                player.officer = found[0] if value != "-" else NOTHING
                player.tiles |= (value == "anton") << ANTON
            case "wheel":
                for segment, (tile, excavators, mixers) in value.items():
                    on_wheel(state, seat, segment, tile, excavators, mixers)
            case _:
                player[name] = value
    return state


def on_wheel(state: State, seat: int, segment: int, tile: str, excavators: int, mixers: int) -> None:
    player = state.record.player[seat]
    player.wheel_tile[segment] = TILES.index(tile) if tile else NOTHING
    player.wheel_excavators[segment], player.wheel_mixers[segment] = excavators, mixers
    if tile:
        player.tiles &= ~(1 << TILES.index(tile))


def take_from_office(state: State, contracts: int) -> None:
    """Replace contracts in the office by others of their piles, because they lie elsewhere."""
    record = state.record
    record.pile &= ~contracts
    for place, number in enumerate(record.open):
        if contracts >> int(number) & 1:
            pile = [each for each in range(4, 49) if (each - 4) // 15 == place // 2 and record.pile >> each & 1]
            record.open[place] = pile[0]
            record.pile &= ~(1 << pile[0])


def offer(state: State, contracts: str, nationals: str = "") -> State:
    """Lay out contracts in the office, with `-` for an empty place, and the national ones. The rest is in the
    piles."""
    record = state.record
    names = contracts.split()
    record.open[:] = [CONTRACT_NAMES.index(name) if name != "-" else NOTHING for name in names]
    record.national[:] = NOTHING
    for place, name in enumerate(nationals.split()):
        record.national[place] = CONTRACT_NAMES.index(name)
    record.pile = sum(
        1 << number for number, name in enumerate(CONTRACT_NAMES[:49]) if number >= 4 and name not in names
    )
    return state


def bonus(state: State, name: str) -> State:
    """Set the bonus tile of this round."""
    state.record.bonus[state.record.round_no - 1] = BONUS_NAMES.index(name)
    return state


# -- playing ---------------------------------------------------------------------------------------------------------


def legal(state: State, start: str = "") -> list[str]:
    """Return the texts of the legal actions that begin with `start`."""
    texts = [state.format(action) for action in state.legal_actions()]
    return [text for text in texts if text.startswith(start)]


def can(state: State, text: str) -> bool:
    """Return whether an action is legal."""
    return state.parse(text) in state.legal_actions()


def drawn(state: State) -> State:
    """Let chance draw the first of everything until a player decides."""
    state = state.clone()
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    return state


def over(state: State) -> State:
    """Return the state after the round has ended because nobody has engineers left."""
    state = state.clone()
    for seat in range(state.players):
        give(state, seat, engineers=0)
    return played(turn(state, int(state.record.order[0])), "pass")


def run(state: State, streams: str) -> State:
    """Let drops flow at once, one after the other."""
    state = state.clone()
    for letter in streams:
        ask(state, 0, Step.FALL, 1).apply(f"drop {letter}")
    return turn(state, 0)


# -- looking ---------------------------------------------------------------------------------------------------------


def water(state: State) -> dict[str, str]:
    """Return each dam as drops/level."""
    record = state.record
    return {
        name: f"{record.dam_drops[at]}/{record.dam_level[at]}"
        for at, name in enumerate(BASES)
        if record.dam_owner[at] != NOTHING
    }


def drops(state: State) -> int:
    """Return how many drops are in dams."""
    return int(state.record.dam_drops.sum())


def player(state: State, seat: int = 0) -> Any:
    return state.record.player[seat]


def gained(before: State, after: State, seat: int = 0) -> dict[str, int]:
    """Return what changed for a company, by name."""
    changes = {name: int(player(after, seat)[name]) - int(player(before, seat)[name]) for name in COUNTS}
    return {name: change for name, change in changes.items() if change}


def names(number: int, of: tuple[str, ...]) -> list[str]:
    return [name for place, name in enumerate(of) if int(number) >> place & 1]


def tiles(state: State, seat: int = 0) -> list[str]:
    """Return the technology tiles off the wheel."""
    return names(player(state, seat).tiles, TILES)


def hand(state: State, seat: int = 0) -> list[str]:
    return names(player(state, seat).contracts, CONTRACT_NAMES)


def fulfilled(state: State, seat: int = 0) -> list[str]:
    return names(player(state, seat).fulfilled, CONTRACT_NAMES)


def shown(state: State) -> list[str]:
    """Return the contracts of the office, place by place."""
    return [CONTRACT_NAMES[number] if number != NOTHING else "-" for number in state.record.open]


def wheel(state: State, seat: int = 0) -> dict[int, tuple[str, int, int]]:
    """Return what is on the wheel, by segment."""
    found = {}
    for segment in range(SEGMENTS):
        here = player(state, seat)
        tile = int(here.wheel_tile[segment])
        machines = int(here.wheel_excavators[segment]), int(here.wheel_mixers[segment])
        if tile != NOTHING or any(machines):
            found[segment] = (TILES[tile] if tile != NOTHING else "", *machines)
    return found


def order(state: State) -> list[int]:
    return [int(seat) for seat in state.record.order[: state.players]]


def taken(state: State, text: str) -> int:
    """Return the seat that has engineers on a space of the board such as `rotate_1 L`."""
    row, side = text.split()
    return int(state.record.space[2 * ROW_NAMES.index(row) + "LR".index(side)])
