"""Positions of Barrage as JSON that a person can read and write, and the check of a record.

A position may leave out what follows from the rest: pieces on the company boards follow from the map, engineers from
the spaces, a pile from what lies elsewhere. If a position says nothing about pending steps, a turn has just begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from stockade.core.checks import field, names_only, one_of, require, whole
from stockade.core.errors import BadOption, BadPosition
from stockade.core.layout import CHANCE, OVER
from stockade.games.barrage.layout import (
    ANTON,
    BASIC,
    CARDS,
    COMPANIES,
    CONTRACTS,
    FIRST_CHANCE,
    HEADSTREAMS,
    NATIONAL,
    NEUTRAL,
    NOTHING,
    OFFICERS,
    ROUNDS,
    SEGMENTS,
    STATE,
    Kind,
    Officer,
    Player,
    Record,
    Step,
    Tile,
)
from stockade.games.barrage.position.checks import MOST, MOST_DROPS, placed_engineers, validate_ranges, validate_sound
from stockade.games.barrage.position.steps import (
    Frame,
    frame_text,
    frames_of,
    put_frames,
    read_frame,
    read_seat,
    seat_word,
)
from stockade.games.barrage.rules import setup
from stockade.games.barrage.rules.setup import ALL_CARDS, ALL_PRIVATE, spares_wanted
from stockade.games.barrage.spec import RULINGS, SETUPS, SPEC
from stockade.games.barrage.tables import (
    ADVANCED_BITS,
    BONUS_NAMES,
    COMPANY_NAMES,
    CONTRACT_NAMES,
    HEADSTREAM_NAMES,
    INTRO_OFFICER,
    MAP,
    OBJECTIVE_NAMES,
    OFFICER_NAMES,
    PILE_BITS,
    PILE_NAMES,
    ROW_NAMES,
    TILE_NAMES,
)
from stockade.games.barrage.text.notation import STREAM_LETTERS

BASE_NAMES = tuple(space["id"] for space in MAP["bases"])
CONDUIT_NAMES = tuple(space["id"] for space in MAP["conduits"])
POWERHOUSE_NAMES = tuple(space["id"] for space in MAP["powerhouses"])
SPACE_NAMES = tuple(f"{row} {side}" for row in ROW_NAMES for side in "LR")
ALL_TILE_NAMES = (*TILE_NAMES, "anton")
NEUTRAL_NAME = "neutral"
FIELDS = {"game", "players", "setup", "rulings", "round", "ply", "turn", "order", "steps", "seats", "second_basin"}
TABLE = {"headstreams", "bonus", "objective", "national", "contracts", "piles", "discarded", "patents", "draft"}
BOARD = {"dams", "conduits", "powerhouses", "spaces", "automa"}
STREAM_FIELDS = {"tile", "waiting", "running"}
DAM_FIELDS = {"owner", "level", "drops"}
PATENT_FIELDS = {"open", "taken", "pile"}
DRAFT_FIELDS = {"pairs", "companies", "contracts", "spares"}
AUTOMA_FIELDS = {"pile", "top", "last"}
SEAT_FIELDS = {"company", "officer", "automa", "vp", "credits", "energy", "excavators", "mixers", "engineers"}
SEAT_FIELDS |= {"banked", "constructions", "passed", "tiles", "wheel", "contracts", "fulfilled", "mahiri", "copied"}
SEGMENT_FIELDS = {"segment", "tile", "excavators", "mixers"}


# -- writing -------------------------------------------------------------------------------------------------


def to_json(state: Record) -> dict[str, Any]:
    turn = None if state.place == NOTHING else seat_word(state, int(state.order[state.place]))
    position: dict[str, Any] = {
        "players": int(state.players),
        "setup": SETUPS[state.is_full],
        "round": int(state.round_no),
        "ply": int(state.ply),
        "turn": turn,
        "order": [seat_word(state, int(seat)) for seat in state.order[: state.players]],
        "steps": [frame_text(state, frame) for frame in reversed(frames_of(state))],
        "headstreams": {letter: _stream_to_json(state, stream) for stream, letter in enumerate(STREAM_LETTERS)},
        "bonus": [_name(BONUS_NAMES, number) for number in state.bonus.tolist()],
        "objective": _name(OBJECTIVE_NAMES, state.objective),
        "national": [_name(CONTRACT_NAMES, number) for number in state.national[: state.players - 1].tolist()],
        "contracts": {pile: _open_to_json(state, number) for number, pile in enumerate(PILE_NAMES)},
        "piles": _names(CONTRACT_NAMES, state.pile),
        "dams": _dams_to_json(state),
        "conduits": _owners(state, CONDUIT_NAMES, state.conduit),
        "powerhouses": _owners(state, POWERHOUSE_NAMES, state.powerhouse),
        "spaces": _owners(state, SPACE_NAMES, state.space),
    }
    if state.discarded:
        position["discarded"] = _names(CONTRACT_NAMES, state.discarded)
    if state.is_full:
        position |= _full_to_json(state)
    if state.rulings != RULINGS:
        position["rulings"] = int(state.rulings)
    if state.used_powerhouse != NOTHING:
        position["second_basin"] = int(state.used_powerhouse) + 1
    return position | {"seats": [_seat_to_json(state, seat) for seat in range(state.players)]}


def _full_to_json(state: Record) -> dict[str, Any]:
    """Return the fields that only the full game has."""
    pairs = {
        COMPANY_NAMES[company]: _name(OFFICER_NAMES, state.pair[company])
        for company in range(COMPANIES)
        if state.pair[company] != NOTHING
    }
    full: dict[str, Any] = {
        "patents": {
            "open": [_name(TILE_NAMES, tile) for tile in state.patent.tolist()],
            "taken": [None if seat == NOTHING else seat_word(state, seat) for seat in state.patent_taken.tolist()],
            "pile": _names(TILE_NAMES, state.patent_pile),
        },
        "draft": {
            "pairs": pairs,
            "companies": _names(COMPANY_NAMES, state.companies),
            "contracts": _names(CONTRACT_NAMES, state.starting),
            "spares": _names(OFFICER_NAMES, state.spares),
        },
    }
    if state.automas:
        full["automa"] = {
            "pile": [card + 1 for card in range(CARDS) if int(state.cards) >> card & 1],
            "top": None if state.card == NOTHING else int(state.card) + 1,
            "last": None if state.last_card == NOTHING else int(state.last_card) + 1,
        }
    return full


def _name(names: tuple[str, ...], number: Any) -> str | None:
    return None if number == NOTHING else names[int(number)]


def _names(names: tuple[str, ...], bits: Any) -> list[str]:
    return [name for number, name in enumerate(names) if int(bits) >> number & 1]


def _stream_to_json(state: Record, stream: int) -> dict[str, Any]:
    found = {"tile": _name(HEADSTREAM_NAMES, state.headstream[stream]), "waiting": int(state.waiting[stream])}
    return found | ({"running": int(state.falling[stream])} if state.falling[stream] else {})


def _open_to_json(state: Record, pile: int) -> list[str | None]:
    return [_name(CONTRACT_NAMES, number) for number in state.open[2 * pile : 2 * pile + 2].tolist()]


def _dams_to_json(state: Record) -> dict[str, Any]:
    return {
        name: {
            "owner": NEUTRAL_NAME
            if state.dam_owner[space] == NEUTRAL
            else seat_word(state, int(state.dam_owner[space])),
            "level": int(state.dam_level[space]),
            "drops": int(state.dam_drops[space]),
        }
        for space, name in enumerate(BASE_NAMES)
        if state.dam_owner[space] != NOTHING
    }


def _owners(state: Record, names: tuple[str, ...], owners: Any) -> dict[str, str]:
    """Return the owner of each thing that has one. Closed rows have none."""
    return {
        name: seat_word(state, owner)
        for name, owner in zip(names, owners.tolist(), strict=True)
        if owner not in (NOTHING, NEUTRAL)
    }


def _seat_to_json(state: Record, seat: int) -> dict[str, Any]:
    player = state.player[seat]
    found: dict[str, Any] = {
        "company": _name(COMPANY_NAMES, player.company),
        "officer": _name(OFFICER_NAMES, player.officer),
        "vp": int(player.vp),
        "credits": int(player.credits),
        "energy": int(player.energy),
        "excavators": int(player.excavators),
        "mixers": int(player.mixers),
        "engineers": int(player.engineers),
        "banked": int(player.banked),
        "constructions": int(player.constructions),
        "passed": bool(player.has_passed),
        "tiles": _names(ALL_TILE_NAMES, player.tiles),
        "wheel": _wheel_to_json(player),
        "contracts": _names(CONTRACT_NAMES, player.contracts),
        "fulfilled": _names(CONTRACT_NAMES, player.fulfilled),
    }
    if player.level:
        found["automa"] = int(player.level)
    if player.mahiri_uses:
        found["mahiri"] = int(player.mahiri_uses)
    if player.copied != NOTHING:
        found["copied"] = OFFICER_NAMES[player.copied]
    return found


def _wheel_to_json(player: Player) -> list[dict[str, Any]]:
    """Return the segments that are not empty, numbered from the open one."""
    found = []
    for segment in range(SEGMENTS):
        tile = int(player.wheel_tile[segment])
        excavators, mixers = int(player.wheel_excavators[segment]), int(player.wheel_mixers[segment])
        if tile != NOTHING or excavators or mixers:
            found.append(
                {
                    "segment": segment + 1,
                    "tile": _name(ALL_TILE_NAMES, tile),
                    "excavators": excavators,
                    "mixers": mixers,
                }
            )
    return found


# -- reading -------------------------------------------------------------------------------------------------


def from_json(position: Mapping[str, Any], state: Record) -> None:
    """Fill an empty record from a position."""
    names_only(position, FIELDS | TABLE | BOARD, "a position")
    seats = field(position, "seats", list)
    require(len(seats) in SPEC.players, f"seats are {SPEC.counts}, one for each player", "61")
    seats = [_object(each, SEAT_FIELDS, "a seat") for each in seats]
    players = whole(position, "players", len(seats), len(seats), len(seats))
    is_full = one_of(position, "setup", SETUPS, SETUPS[0]) == SETUPS[1]
    rulings = whole(position, "rulings", 1, RULINGS, RULINGS)
    setup(state, players, _options(players, is_full, seats, rulings))
    put_frames(state, [])
    state.ply = whole(position, "ply", 0, SPEC.ply_limit, 0)
    state.round_no = whole(position, "round", 0, ROUNDS, 1)
    _read_companies(state, seats)
    _read_map(state, position)
    for seat, each in enumerate(seats):
        _read_seat(state, seat, each)
    _read_contracts(state, position)
    _read_layout(state, position)
    _read_patents(state, position)
    _read_draft(state, position)
    _read_cards(state, position)
    _read_turn(state, position)
    _read_engineers(state, seats)


def options(state: Record) -> dict[str, Any]:
    found = {"setup": SETUPS[state.is_full], "automas": int(state.automas), "rulings": int(state.rulings)}
    if state.automas:
        automas = state.player[state.players - state.automas : state.players]
        found["level"] = "".join(str(player["level"]) for player in automas)
    return found


def _options(players: int, is_full: bool, seats: list[Mapping[str, Any]], rulings: int) -> Any:
    levels = [whole(each, "automa", 0, 4, 0) for each in seats]
    automas = sum(level > 0 for level in levels)
    require(all(levels[players - automas :]), "Automas have the last seats", "61")
    given = {"setup": SETUPS[is_full], "automas": automas, "rulings": rulings}
    if automas:
        given["level"] = "".join(map(str, levels[players - automas :]))
    try:
        return np.array(SPEC.encode_options(SPEC.check_options(players, given)), np.int32)
    except BadOption as error:
        raise BadPosition(error.message, "61") from error


def _object(given: Any, known: set[str], what: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise BadPosition(f"{what} is an object with named fields")
    names_only(given, known, what)
    return given


def _index(given: Any, names: tuple[str, ...], what: str) -> int:
    """Return the number of a name, or NOTHING for null."""
    if given is None:
        return NOTHING
    if not isinstance(given, str) or given not in names:
        raise BadPosition(f"{what} is one of {', '.join(names)}, not {given!r}")
    return names.index(given)


def _bits(given: Mapping[str, Any], name: str, names: tuple[str, ...], default: int = 0) -> int:
    """Return a list of names as bits."""
    if name not in given:
        return default
    bits = 0
    for each in field(given, name, list):
        number = _index(each, names, f"each of {name!r}")
        require(number != NOTHING, f"{name!r} has no empty places")
        require(not bits >> number & 1, f"{name!r} has {each} twice", "39")
        bits |= 1 << number
    return bits


def _list(given: Mapping[str, Any], name: str, length: int, default: list[Any]) -> list[Any]:
    found = field(given, name, list, default)
    require(len(found) == length, f"{name!r} has {length} places, not {len(found)}")
    return found


def _read_companies(state: Record, seats: list[Mapping[str, Any]]) -> None:
    """Read the companies first, because other fields name them as owners."""
    for seat, each in enumerate(seats):
        player = state.player[seat]
        default = None if state.is_full else COMPANY_NAMES[seat]
        player.company = _index(each.get("company", default), COMPANY_NAMES, "'company'")
        others = [int(state.player[other].company) for other in range(seat)]
        twice = player.company != NOTHING and player.company in others
        require(not twice, "two seats have one company", "61")
        default = None if state.is_full else OFFICER_NAMES[INTRO_OFFICER[seat]]
        player.officer = _index(each.get("officer", default), OFFICER_NAMES, "'officer'")


def _read_map(state: Record, position: Mapping[str, Any]) -> None:
    for name, each in field(position, "dams", Mapping, {}).items():
        space = _index(name, BASE_NAMES, "each of 'dams'")
        dam = _object(each, DAM_FIELDS, "a dam")
        owner = dam.get("owner")
        state.dam_owner[space] = NEUTRAL if owner == NEUTRAL_NAME else read_seat(state, owner, f"the owner of {name}")
        state.dam_level[space] = whole(dam, "level", 1, 3, 1)
        state.dam_drops[space] = whole(dam, "drops", 0, 4, 0)
    for part, names, owners in (
        ("conduits", CONDUIT_NAMES, state.conduit),
        ("powerhouses", POWERHOUSE_NAMES, state.powerhouse),
        ("spaces", SPACE_NAMES, state.space),
    ):
        for name, owner in field(position, part, Mapping, {}).items():
            number = _index(name, names, f"each of {part!r}")
            require(owners[number] != NEUTRAL, f"{name} is closed with {state.players} players", "8")
            owners[number] = read_seat(state, owner, f"the owner of {name}")
    for seat in range(state.players):
        owned = state.dam_owner == seat
        built = state.player[seat].built
        built[Kind.BASE] = owned.sum()
        built[Kind.ELEVATION] = (state.dam_level[owned] - 1).sum()
        built[Kind.CONDUIT] = (state.conduit == seat).sum()
        built[Kind.POWERHOUSE] = (state.powerhouse == seat).sum()


def _read_seat(state: Record, seat: int, given: Mapping[str, Any]) -> None:
    player = state.player[seat]
    for name in ("vp", "credits", "energy", "excavators", "mixers", "banked", "constructions"):
        low = -MOST[name] if name == "vp" else 0
        player[name] = whole(given, name, low, MOST[name], int(player[name]))
    passed = given.get("passed", False)
    if not isinstance(passed, bool):
        raise BadPosition(f"'passed' is true or false, not {passed!r}")
    player.has_passed = passed
    for each in field(given, "wheel", list, []):
        _read_segment(player, _object(each, SEGMENT_FIELDS, "a segment of a wheel"))
    player.tiles = _bits(given, "tiles", ALL_TILE_NAMES, _usual_tiles(state, player))
    player.contracts = _bits(given, "contracts", CONTRACT_NAMES)
    player.fulfilled = _bits(given, "fulfilled", CONTRACT_NAMES)
    player.mahiri_uses = whole(given, "mahiri", 0, 2, 0)
    player.copied = _index(given.get("copied"), OFFICER_NAMES, "'copied'")
    player.has_copied = player.copied != NOTHING


def _read_segment(player: Player, given: Mapping[str, Any]) -> None:
    segment = whole(given, "segment", 1, SEGMENTS) - 1
    is_empty = player.wheel_tile[segment] == NOTHING and not player.wheel_excavators[segment]
    require(is_empty and not player.wheel_mixers[segment], f"segment {segment + 1} of a wheel is there twice", "12")
    player.wheel_tile[segment] = _index(given.get("tile"), ALL_TILE_NAMES, "'tile'")
    player.wheel_excavators[segment] = whole(given, "excavators", 0, 10, 0)
    player.wheel_mixers[segment] = whole(given, "mixers", 0, 10, 0)


def _usual_tiles(state: Record, player: Player) -> int:
    """Return the default tiles of a seat: the basic ones and Anton's, without those on the wheel."""
    tiles = (1 << (Tile.WILD if state.is_full else BASIC)) - 1
    if player.officer == Officer.ANTON:
        tiles |= 1 << ANTON
    for tile in player.wheel_tile.tolist():
        tiles &= ~(1 << tile) if tile != NOTHING else ~0
    return tiles


# -- reading the table ---------------------------------------------------------------------------------------


def _fulfilled(state: Record) -> int:
    """Return the contracts that are in a hand or fulfilled, as bits."""
    bits = 0
    for seat in range(state.players):
        bits |= int(state.player[seat].contracts) | int(state.player[seat].fulfilled)
    return bits


def _read_contracts(state: Record, position: Mapping[str, Any]) -> None:
    """Read the contracts. By default the first ones that lie nowhere else are open, and the rest is in the piles."""
    gone = _fulfilled(state)
    state.discarded = _bits(position, "discarded", CONTRACT_NAMES)
    taken = gone | int(state.discarded)
    free = [name for name in CONTRACT_NAMES[NATIONAL:] if not gone >> CONTRACT_NAMES.index(name) & 1]
    fulfilled = (gone >> NATIONAL).bit_count()
    usual = [*free, None, None, None][: max(int(state.players) - 1 - fulfilled, 0)]
    usual += [None] * (int(state.players) - 1 - len(usual))
    for place, name in enumerate(_list(position, "national", int(state.players) - 1, usual)):
        state.national[place] = _index(name, CONTRACT_NAMES[NATIONAL:], "each of 'national'")
        state.national[place] += NATIONAL if name is not None else 0
    given = _object(position.get("contracts", {}), set(PILE_NAMES), "'contracts'")
    for pile, name in enumerate(PILE_NAMES):
        of_pile = [each for each in range(CONTRACTS) if int(PILE_BITS[pile]) >> each & 1]
        left = [CONTRACT_NAMES[each] for each in of_pile if not taken >> each & 1]
        for side, contract in enumerate(_list(given, name, 2, [*left, None, None][:2])):
            names = tuple(CONTRACT_NAMES[each] for each in of_pile)
            found = _index(contract, names, f"each of {name!r}")
            state.open[2 * pile + side] = NOTHING if found == NOTHING else of_pile[found]
    for contract in state.open.tolist():
        taken |= 1 << contract if contract != NOTHING else 0
    state.pile = _bits(position, "piles", CONTRACT_NAMES, ALL_PRIVATE & ~taken)


def _read_layout(state: Record, position: Mapping[str, Any]) -> None:
    """Read headstreams, bonus tiles and objective."""
    given = _object(position.get("headstreams", {}), set(STREAM_LETTERS), "'headstreams'")
    for stream in range(HEADSTREAMS):
        each = _object(given.get(STREAM_LETTERS[stream], {}), STREAM_FIELDS, "a headstream")
        tile = each.get("tile", HEADSTREAM_NAMES[stream])
        state.headstream[stream] = _index(tile, HEADSTREAM_NAMES, "the tile of a headstream")
        state.waiting[stream] = whole(each, "waiting", 0, MOST_DROPS, 0)
        state.falling[stream] = whole(each, "running", 0, MOST_DROPS, 0)
    state.bonus[:] = [
        _index(name, BONUS_NAMES, "each of 'bonus'")
        for name in _list(position, "bonus", ROUNDS, list(BONUS_NAMES[:ROUNDS]))
    ]
    state.objective = _index(position.get("objective", OBJECTIVE_NAMES[0]), OBJECTIVE_NAMES, "'objective'")


def _read_patents(state: Record, position: Mapping[str, Any]) -> None:
    """Read the patents. By default the three tiles of this round lie open, and all higher ones are in the pile."""
    require(bool(state.is_full) or "patents" not in position, "patents are for the full game", "49")
    if not state.is_full:
        return
    given = _object(position.get("patents", {}), PATENT_FIELDS, "'patents'")
    drawn = 3 * max(int(state.round_no), 1)
    usual = list(TILE_NAMES[BASIC + drawn - 3 : BASIC + drawn])
    state.patent[:] = [_index(name, TILE_NAMES, "each of 'open'") for name in _list(given, "open", 3, usual)]
    taken = _list(given, "taken", 3, [None] * 3)
    state.patent_taken[:] = [NOTHING if seat is None else read_seat(state, seat, "'taken'") for seat in taken]
    state.patent_pile = _bits(given, "pile", TILE_NAMES, ADVANCED_BITS & ~((1 << (BASIC + drawn)) - 1))


def _read_draft(state: Record, position: Mapping[str, Any]) -> None:
    """Read the draft. By default it is over, and each company is paired with the officer that its seat has."""
    require(bool(state.is_full) or "draft" not in position, "the draft is for the full game", "61")
    if not state.is_full:
        return
    given = _object(position.get("draft", {}), DRAFT_FIELDS, "'draft'")
    usual = {
        COMPANY_NAMES[player.company]: _name(OFFICER_NAMES, player.officer)
        for player in state.player[: state.players]
        if player.company != NOTHING and player.officer != NOTHING
    }
    for company, officer in field(given, "pairs", Mapping, usual).items():
        number = _index(company, COMPANY_NAMES, "each company of 'pairs'")
        state.pair[number] = _index(officer, OFFICER_NAMES, "each officer of 'pairs'")
    state.companies = _bits(given, "companies", COMPANY_NAMES)
    state.starting = _bits(given, "contracts", CONTRACT_NAMES[:4])
    state.spares = _bits(given, "spares", OFFICER_NAMES, _usual_spares(state))


def _usual_spares(state: Record) -> int:
    """Return the default spare officers: the first that are paired with no company, as many as the rules lay out for
    Mahiri."""
    left = [officer for officer in range(OFFICERS) if officer not in state.pair.tolist()]
    return sum(1 << officer for officer in left[: spares_wanted(state)])


def _read_cards(state: Record, position: Mapping[str, Any]) -> None:
    require(state.automas > 0 or "automa" not in position, "there are no Automas to have tiles", "62")
    if not state.automas:
        return
    given = _object(position.get("automa", {"top": 2, "last": 1}), AUTOMA_FIELDS, "'automa'")
    numbers = tuple(range(1, CARDS + 1))
    for name, place in (("top", "card"), ("last", "last_card")):
        number = given.get(name)
        require(
            number is None or (type(number) is int and number in numbers), f"{name!r} is a tile from 1 to {CARDS}"
        )
        state[place] = NOTHING if number is None else number - 1
    seen = [card for card in (int(state.card), int(state.last_card)) if card != NOTHING]
    rest = [card + 1 for card in range(CARDS) if card not in seen]
    cards = [whole({"pile": card}, "pile", 1, CARDS) for card in field(given, "pile", list, rest)]
    require(len(set(cards)) == len(cards), "'pile' has a tile twice", "62")
    state.cards = sum(1 << (card - 1) for card in cards) & ALL_CARDS


# -- reading the moment --------------------------------------------------------------------------------------


def _read_turn(state: Record, position: Mapping[str, Any]) -> None:
    """Read the turn order, whose turn it is, and the pending steps."""
    players = int(state.players)
    usual = [seat_word(state, seat) for seat in range(players)]
    order = [read_seat(state, each, "each of 'order'") for each in _list(position, "order", players, usual)]
    require(len(set(order)) == players, "'order' has a seat twice", "48")
    state.order[:players] = order
    default = None if state.round_no == 0 else seat_word(state, order[0])
    turn = position.get("turn", default)
    state.place = NOTHING if turn is None else order.index(read_seat(state, turn, "'turn'"))
    basin = position.get("second_basin")
    state.used_powerhouse = NOTHING if basin is None else whole(position, "second_basin", 1, 12) - 1
    if "steps" in position:
        frames = [read_frame(state, each) for each in field(position, "steps", list)]
        put_frames(state, frames[::-1])
    else:
        require(turn is not None, "'turn' is missing: whose is it?", "1")
        seat = order[state.place]
        put_frames(state, [Frame(Step.END_TURN, seat), Frame(Step.TURN, seat)])
    top = state.pending[max(int(state.depth) - 1, 0)]
    is_chance = top.step >= FIRST_CHANCE
    state.current_player = OVER if state.depth == 0 else (CHANCE if is_chance else int(top.player))


def _read_engineers(state: Record, seats: Iterable[Mapping[str, Any]]) -> None:
    """Give each seat the engineers that it has not placed."""
    for seat, given in enumerate(seats):
        usual = max(12 - placed_engineers(state, seat), 0)
        state.player[seat].engineers = whole(given, "engineers", 0, 12, usual)


# -- checking ------------------------------------------------------------------------------------------------


def validate(state: Record) -> None:
    """Refuse a record that breaks the rules. It must be exactly what its own JSON reads back as, and its parts must
    agree."""
    validate_ranges(state)
    again = np.zeros(1, STATE)
    from_json(to_json(state), again[0])
    require(again[0].tobytes() == state.tobytes(), "the parts of the position do not fit together")
    validate_sound(state)
