"""Positions of Cascadia as JSON that a person can read and write, and the check that a position is valid.

What follows from the rest is not written: the bag has every token that is nowhere else, and the stack has the tiles
of the game that were not drawn. Hexes are in the order they were laid, the three of the starter first. Only a solo
game has a `scenario`, and `removed`: without it, what left the game would count as bag and stack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from stockade.core.checks import field, names_only, one_of, require, whole, within
from stockade.core.errors import BadPosition
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER
from stockade.core.positions import flag, lowered, part, reads_back
from stockade.games.cascadia.layout import (
    HEXES,
    HOME,
    KINDS,
    NOTHING,
    SEATS,
    SIDE,
    SLOTS,
    SPECIES,
    SPINS,
    STARTERS,
    Card,
    Environment,
    Phase,
    Record,
)
from stockade.games.cascadia.position.reachable import STARTER_HEXES, facts_of, least_plies, validate_match
from stockade.games.cascadia.rules.dispatch import setup
from stockade.games.cascadia.rules.environment import cell_at, lay_tile, put_token
from stockade.games.cascadia.spec import CARD_SETS, RANDOM_CARDS, SPEC
from stockade.games.cascadia.tables import (
    COPIES,
    FACES,
    SCENARIOS,
    SHOWS,
    SPIN_COUNT,
    STARTER_CELL,
    STARTER_FACE,
    STARTER_SPIN,
    STEP,
    TILES_IN_GAME,
    TOKENS,
    WILDLIFE_NAMES,
    in_order,
)
from stockade.games.cascadia.text.names import SEAT_NAMES
from stockade.games.cascadia.text.notation import CARD_LETTERS, place_of, place_text

SEAT_WORDS = lowered(SEAT_NAMES)
PHASES = lowered(Phase)
READINGS = ("elk_with_gaps", "branching_salmon", "short_salmon_runs")
"""Options that say how a card is read."""
FIELDS = {"game", "players", "cards", "majorities", "scenario", *READINGS, "phase", "turn", "has_wiped", "ply"}
PARTS = {"market", "hand", "aside", "removed", "environments"}
TILE = re.compile(r"([MFPWR]{1,2}) ([beshf]{1,3})", re.ASCII)
FACE_OF = {face: number for number, face in enumerate(FACES)}
STEPS, MAY_STAND, SPINS_OF = STEP.tolist(), SHOWS.tolist(), SPIN_COUNT.tolist()  # faster in Python than arrays
STARTER_HEX_LISTS = [
    list(zip(STARTER_CELL.tolist(), faces, spins, strict=True))
    for faces, spins in zip(STARTER_FACE.tolist(), STARTER_SPIN.tolist(), strict=True)
]


def to_json(state: Record) -> dict[str, Any]:
    position = {
        "players": int(state.players),
        "cards": _cards_to_json(state),
        "majorities": bool(state.majorities),
        **{name: bool(state[name]) for name in READINGS},
        "phase": "over" if state.current_player == OVER else PHASES[state.phase],
        "turn": SEAT_WORDS[state.turn_owner],
        "has_wiped": bool(state.has_wiped),
        "ply": int(state.ply),
        "market": [
            {"tile": _tile_text(tile), "token": _token_text(token)}
            for tile, token in zip(state.market_tile.tolist(), state.market_token.tolist(), strict=True)
        ],
        "hand": {"tile": _tile_text(int(state.hand_tile)), "token": _token_text(int(state.hand_token))},
        "aside": _counts_to_json(state.aside.tolist()),
    }
    if state.players == 1:
        position |= {"scenario": int(state.scenario), "removed": _removed_to_json(state)}
    return position | {"environments": [_environment_to_json(state, seat) for seat in range(state.players)]}


def options(state: Record) -> dict[str, Any]:
    cards = _cards_to_json(state)
    given = {"majorities": bool(state.majorities), **{name: bool(state[name]) for name in READINGS}}
    if state.scenario:
        return given | {"scenario": int(state.scenario)}
    return given | {"cards": CARD_SETS[RANDOM_CARDS] if "?" in cards else cards}


def _cards_to_json(state: Record) -> str:
    if state.cards[0] >= Card.FAMILY:
        return Card(int(state.cards[0])).name.lower()
    return "".join("?" if card == NOTHING else Card(card).name[0] for card in state.cards.tolist())


def _tile_text(face: int) -> str | None:
    return None if face == NOTHING else " ".join(FACES[face])


def _token_text(species: int) -> str | None:
    return None if species == NOTHING else WILDLIFE_NAMES[species]


def _counts_to_json(counts: list[int]) -> dict[str, int]:
    return {WILDLIFE_NAMES[species]: count for species, count in enumerate(counts) if count}


def _removed_to_json(state: Record) -> dict[str, Any]:
    """Return the tiles and tokens that are missing, because they have left the game."""
    environment = state.environment[0]
    tiles = (COPIES.astype(int) - state.unseen).tolist()
    tokens = (TOKENS.astype(int) - state.bag - state.aside).tolist()
    laid = environment.face[STARTER_HEXES : environment.hexes].tolist()
    for face in (*laid, *state.market_tile.tolist(), int(state.hand_tile)):
        if 0 <= face < KINDS:
            tiles[face] -= 1
    for species in (*state.market_token.tolist(), int(state.hand_token)):
        if species != NOTHING:
            tokens[species] -= 1
    for species, hexes in enumerate(environment.wildlife.tolist()):
        tokens[species] -= hexes.bit_count()
    return {
        "tiles": [_tile_text(kind) for kind, count in enumerate(tiles) for _ in range(count)],
        "tokens": _counts_to_json(tokens),
    }


def _environment_to_json(state: Record, seat: int) -> dict[str, Any]:
    environment = state.environment[seat]
    count = int(environment.hexes)
    hexes: list[dict[str, Any]] = [
        {"at": list(place_of(cell)), "tile": _tile_text(face), "spin": spin}
        for cell, face, spin in zip(
            *(environment[name][:count].tolist() for name in ("cell", "face", "spin")), strict=True
        )
    ]
    for species, bits in enumerate(environment.wildlife.tolist()):
        for number in range(count):
            if bits >> number & 1:
                hexes[number]["token"] = WILDLIFE_NAMES[species]
    return {"seat": SEAT_WORDS[seat], "nature": int(environment.nature), "hexes": hexes}


# -- reading -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Supply:
    """The stack, the bag and the starters, from which everything on the table is taken."""

    tiles: list[int]
    tokens: list[int]
    stack: int
    starters: list[int]

    def take_tile(self, face: int) -> None:
        name = _tile_text(face)
        require(face < KINDS, f"{name!r} is a hex of a starter, not a tile of the stack", "1")
        require(self.tiles[face] > 0, f"{name!r} is on the table more often than there are such tiles", "1")
        require(self.stack > 0, "there are more tiles on the table than in the game", "2")
        self.tiles[face] -= 1
        self.stack -= 1

    def take_tokens(self, species: int, count: int = 1) -> None:
        name = WILDLIFE_NAMES[species]
        require(self.tokens[species] >= count, f"there are more than {TOKENS[species]} tokens of {name}", "1")
        self.tokens[species] -= count

    def tile(self, text: Any) -> int:
        """Take a tile from the stack and return its face, or NOTHING."""
        if text is None:
            return NOTHING
        face, _ = _face(text)
        self.take_tile(face)
        return face

    def token(self, name: Any) -> int:
        """Take a token from the bag and return its species, or NOTHING."""
        if name is None:
            return NOTHING
        if not isinstance(name, str) or name not in WILDLIFE_NAMES:
            raise BadPosition(f"a token is one of {', '.join(WILDLIFE_NAMES)}, not {name!r}", "1")
        self.take_tokens(WILDLIFE_NAMES.index(name))
        return WILDLIFE_NAMES.index(name)


def from_json(position: Mapping[str, Any], state: Record) -> None:
    """Fill an empty record. Everything in the position is taken from the stack or the bag."""
    names_only(position, FIELDS | PARTS, "a position")
    players = whole(position, "players", 1, SEATS, SPEC.check_players(None))
    scenario = whole(position, "scenario", 0, len(SCENARIOS["scenarios"]), 0)
    require(players == 1 or not scenario, "scenarios are for one player", "35")
    readings = [flag(position, name, False) for name in READINGS]
    setup(state, players, np.array([0, flag(position, "majorities", True), scenario, *readings], np.int32))
    _read_phase(state, position)
    if "cards" in position:
        cards = _read_cards(position["cards"])
        is_fit = not scenario or cards == state.cards.tolist()
        require(is_fit, f"scenario {scenario} has the cards {_cards_to_json(state)}", "35")
        state.cards[:] = cards
    state.has_wiped = flag(position, "has_wiped", False)
    supply = Supply(COPIES.tolist(), TOKENS.tolist(), int(TILES_IN_GAME[players]), list(range(STARTERS)))
    _read_environments(state, field(position, "environments", list, []), supply)
    _read_market(state, field(position, "market", list, []), supply)
    hand = part(position.get("hand", {}), {"tile", "token"}, "a hand")
    state.hand_tile, state.hand_token = supply.tile(hand.get("tile")), supply.token(hand.get("token"))
    state.aside[:] = _read_counts(position.get("aside", {}), "aside", supply)
    if "removed" in position:
        require(players == 1, "things leave the game only where one plays alone", "22")
        _read_removed(position["removed"], supply)
    state.unseen[:], state.bag[:], state.stack = supply.tiles, supply.tokens, supply.stack
    state.starters_left = sum(1 << starter for starter in supply.starters)
    state.ply = whole(position, "ply", 0, SPEC.ply_limit) if "ply" in position else least_plies(facts_of(state))


def _read_phase(state: Record, position: Mapping[str, Any]) -> None:
    phase = one_of(position, "phase", (*PHASES, "over"), PHASES[Phase.MARKET])
    owner = SEAT_WORDS.index(one_of(position, "turn", SEAT_WORDS[: state.players], SEAT_WORDS[0]))
    state.turn_owner = owner
    if phase == "over":
        state.phase, state.current_player = Phase.TOKEN, OVER
    else:
        state.phase = PHASES.index(phase)
        state.current_player = owner if PHASES.index(phase) >= Phase.MARKET else CHANCE


def _read_cards(cards: Any) -> list[int]:
    for each in (Card.FAMILY, Card.INTERMEDIATE):
        if cards == each.name.lower():
            return [each.value] * SPECIES
    if not isinstance(cards, str) or not re.fullmatch(rf"[{CARD_LETTERS}?]{{{SPECIES}}}", cards):
        wanted = "family, intermediate or five letters from A to D, with ? for those not dealt"
        raise BadPosition(f"'cards' is {wanted}, not {cards!r}", "3")
    return [CARD_LETTERS.find(letter) for letter in cards]  # NOTHING for a question mark


def _read_environments(state: Record, environments: list[Any], supply: Supply) -> None:
    players = int(state.players)
    require(not environments or len(environments) == players, f"environments are for {players} seats, one each", "2")
    for seat, given in enumerate(environments):
        environment = part(given, {"seat", "nature", "hexes"}, "an environment")
        name = environment.get("seat", SEAT_WORDS[seat])
        require(name == SEAT_WORDS[seat], f"environment {seat} is {SEAT_WORDS[seat]}'s, not {name!r}'s", "2")
        given_hexes = field(environment, "hexes", list, [])
        require(len(given_hexes) <= HEXES, f"an environment has at most {HEXES} hexes", "19")
        hexes = [_read_hex(part(each, {"at", "tile", "spin", "token"}, "a hex"), supply) for each in given_hexes]
        _check_starter(SEAT_WORDS[seat], hexes[:STARTER_HEXES], supply)
        _check_places([cell for cell, *_ in hexes])
        for _, face, *_ in hexes[STARTER_HEXES:]:
            supply.take_tile(face)
        lay_hexes(state.environment[seat], np.array(hexes, np.int32).reshape(-1, 4))
        state.environment[seat].nature = whole(environment, "nature", 0, HEXES, 0)


@kernel
def lay_hexes(environment: Environment, hexes: Any) -> None:
    """Lay tiles and place tokens as written: the cell, face, spin and token of each hex."""
    for number in range(len(hexes)):
        lay_tile(environment, hexes[number, 0], hexes[number, 1], hexes[number, 2])
        if hexes[number, 3] != NOTHING:
            put_token(environment, number, hexes[number, 3])


def _read_hex(given: Mapping[str, Any], supply: Supply) -> tuple[int, int, int, int]:
    """Read a hex: its cell, face, spin and token."""
    at = field(given, "at", list)
    require(len(at) == 2, "'at' is two numbers, q and r")
    q, r = (whole({"at": number}, "at", -HOME, HOME) for number in at)
    face, turned = _face(given.get("tile"))
    spin = (whole(given, "spin", 0, SPINS - 1, 0) + turned) % SPINS
    require(spin < SPINS_OF[face], f"{q},{r}: a tile of one terrain has spin 0", "14")
    token = supply.token(given.get("token"))
    fits = token == NOTHING or MAY_STAND[face][token]
    require(fits, f"{q},{r}: the token stands on a tile that does not show its species", "16")
    return int(cell_at(q, r)), face, spin, token


def _check_starter(name: str, hexes: list[tuple[int, int, int, int]], supply: Supply) -> None:
    """Check that the first three hexes are a starter that nobody else has."""
    if not hexes:
        return
    lie = [(cell, face, spin) for cell, face, spin, _ in hexes]
    require(lie in STARTER_HEX_LISTS, f"{name}: the first three hexes are no starter", "4")
    starter = STARTER_HEX_LISTS.index(lie)
    require(starter in supply.starters, f"{name}: another seat has this starter", "4")
    supply.starters.remove(starter)


def _check_places(cells: list[int]) -> None:
    """Check that every tile is on an empty cell beside an earlier one."""
    there = set(cells[:STARTER_HEXES])
    for cell in cells[STARTER_HEXES:]:
        require(cell not in there, f"two hexes on {place_text(cell)}", "14")
        is_beside = any(cell + step in there for step in STEPS)
        require(is_beside, f"{place_text(cell)} shares no edge with a hex laid before it", "14")
        there.add(cell)


def _read_market(state: Record, market: list[Any], supply: Supply) -> None:
    require(len(market) in (0, SLOTS), f"a market has {SLOTS} slots", "5")
    for slot, given in enumerate(market):
        pair = part(given, {"tile", "token"}, "a slot of the market")
        state.market_tile[slot] = supply.tile(pair.get("tile"))
        state.market_token[slot] = supply.token(pair.get("token"))


def _read_removed(given: Any, supply: Supply) -> None:
    removed = part(given, {"tiles", "tokens"}, "removed")
    for tile in field(removed, "tiles", list, []):
        require(supply.tile(tile) != NOTHING, "a removed tile is written as 'MF beh'")
    _read_counts(removed.get("tokens", {}), "tokens", supply)


def _read_counts(given: Any, what: str, supply: Supply) -> list[int]:
    counts = part(given, set(WILDLIFE_NAMES), what)
    numbers = [whole(counts, name, 0, int(TOKENS[species]), 0) for species, name in enumerate(WILDLIFE_NAMES)]
    for species, count in enumerate(numbers):
        supply.take_tokens(species, count)
    return numbers


def _face(text: Any) -> tuple[int, int]:
    """Read a tile: its face, and by how much it is turned if its terrains are in reverse order."""
    if not isinstance(text, str) or (found := TILE.fullmatch(text)) is None:
        raise BadPosition(f"a tile is written as 'MF beh', terrains first, not {text!r}")
    terrains, turned = in_order(found[1], 0)
    if (terrains, found[2]) not in FACE_OF:
        raise BadPosition(f"there is no tile {text!r}", "1")
    return FACE_OF[terrains, found[2]], turned


# -- checking ----------------------------------------------------------------------------------------------


def validate(state: Record) -> None:
    """Raise `BadPosition` if no match could reach a record.

    The record must equal its readable form, and some match must lead to it.
    """
    _validate_ranges(state)
    reads_back(state, to_json, from_json)
    validate_match(state)


def _validate_ranges(state: Record) -> None:
    require(1 <= state.players <= SEATS, "players is out of range", "2")
    limits = {
        "turn_owner": (0, state.players - 1),
        "phase": (0, len(Phase) - 1),
        "market_tile": (NOTHING, KINDS - 1),
        "market_token": (NOTHING, SPECIES - 1),
        "hand_tile": (NOTHING, KINDS - 1),
        "hand_token": (NOTHING, SPECIES - 1),
        "cards": (NOTHING, len(Card) - 1),
        "scenario": (0, len(SCENARIOS["scenarios"])),
        "ply": (0, SPEC.ply_limit),
    }
    in_environment = {
        "hexes": (0, HEXES),
        "cell": (0, SIDE * SIDE - 1),
        "face": (0, len(FACES) - 1),
        "spin": (0, 5),
        "wildlife": (0, (1 << HEXES) - 1),
    }
    within(state, limits)
    within(state.environment, in_environment)
