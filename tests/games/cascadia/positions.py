"""Positions of Cascadia in short notation.

An environment is a starter's letter and hexes separated by bars: `M | 0,0 bear | 1,0 MF beh k2 elk`. A hex of the
starter has only its token; any other has its tile, its spin unless it is 0, and its token if there is one. The rest
of the position is filled in: tiles that other seats must have laid by now, the tiles of the market, and what has left
a solo game.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from tests.games.positions import played

import stockade
from stockade.core.state import State
from stockade.games.cascadia.layout import ENVIRONMENT
from stockade.games.cascadia.rules import corridors, wildlife
from stockade.games.cascadia.rules.environment import cell_at, clear, lay_tile, put_token
from stockade.games.cascadia.tables import COPIES, FACES, TERRAIN_LETTERS, TILES, WILDLIFE_NAMES, face_of, in_order

GAME = stockade.game("cascadia")
SEATS = ("cedar", "fern", "heather", "slate")
STARTERS = "MFPWR"
PRINTED = [face for face, copies in zip(FACES, COPIES.tolist(), strict=False) for _ in range(copies)]


class Stack:
    """Tiles that are not used yet, those with two terrains first, because tiles that fill gaps should not score."""

    def __init__(self) -> None:
        self.left = sorted(PRINTED, key=lambda face: len(face[0]), reverse=True)

    def take(self, tile: str) -> None:
        terrains, animals = tile.split()
        self.left.remove((in_order(terrains, 0)[0], animals))

    def any(self) -> str:
        return " ".join(self.left.pop(0))


def starter_hexes(letter: str) -> list[dict[str, Any]]:
    found = []
    for at, terrains, spin, animals in TILES["starters"][STARTERS.index(letter)]:
        terrains, spin = in_order(terrains, spin)
        found.append({"at": at, "tile": f"{terrains} {animals}", "spin": spin})
    return found


def hexes(land: str) -> list[dict[str, Any]]:
    letter, *parts = (part.split() for part in land.split("|"))
    found = starter_hexes(letter[0])
    for part in parts:
        at = [int(number) for number in part[0].split(",")]
        if len(part) == 2:
            next(each for each in found if each["at"] == at)["token"] = part[1]
            continue
        each: dict[str, Any] = {"at": at, "tile": f"{part[1]} {part[2]}", "spin": 0}
        for word in part[3:]:
            each |= {"spin": int(word[1])} if word in ("k0", "k1", "k2", "k3", "k4", "k5") else {"token": word}
        found.append(each)
    return found


def position(
    *lands: str,
    tokens: str = "bear elk salmon hawk",
    tiles: str = "? ? ? ?",
    hand: str = "",
    phase: str = "market",
    turn: int = 0,
    rounds: int | None = None,
    nature: tuple[int, ...] = (0, 0, 0, 0),
    **rest: Any,
) -> dict[str, Any]:
    """Return a position as JSON.

    `tokens` and `tiles` are the market: `-` for none, `?` for any tile, `MF-beh` for a certain one. `hand` is a tile
    and a token, or only a token. `rounds` counts the turns of the seats from `turn` on.
    """
    boards, stack = [hexes(land) for land in lands], Stack()
    for board in boards:
        for each in board[3:]:
            stack.take(each["tile"])
    has_laid = turn + (phase in ("token", "over"))
    if rounds is None:
        rounds = max(max(len(board) - 3 - (seat < has_laid), 0) for seat, board in enumerate(boards))
    named = [tile.replace("-", " ") if len(tile) > 1 else tile for tile in tiles.split()]
    *in_hand, token_in_hand = hand.split() or [""]
    for tile in (*named, *in_hand):
        if len(tile) > 1:
            stack.take(tile.replace("-", " "))
    for seat, board in enumerate(boards):
        _fill_up(board, 3 + rounds + (seat < has_laid), stack)
    market = [
        {"tile": {"?": stack.any, "-": lambda: None}.get(tile, lambda tile=tile: tile)(), "token": token}
        for tile, token in zip(named, (None if each == "-" else each for each in tokens.split()), strict=True)
    ]
    found = {
        "players": len(lands),
        "phase": phase,
        "turn": SEATS[turn],
        "market": market,
        "hand": {"tile": in_hand[0].replace("-", " ") if in_hand else None, "token": token_in_hand or None},
        "environments": [
            {"seat": SEATS[seat], "nature": nature[seat], "hexes": board} for seat, board in enumerate(boards)
        ],
    }
    if len(lands) == 1:
        gone = {"tiles": [stack.any() for _ in range(rounds)], "tokens": {"fox": rounds} if rounds else {}}
        found["removed"] = gone
    return found | rest


def _fill_up(board: list[dict[str, Any]], count: int, stack: Stack) -> None:
    """Lay a row of tiles to the west, where nothing else is."""
    q = -2
    while len(board) < count:
        board.append({"at": [q, 1], "tile": stack.any(), "spin": 0})
        q -= 1


def at(*lands: str, **rest: Any) -> State:
    return GAME.from_json(position(*lands, **rest))


# -- playing -----------------------------------------------------------------------------------------------------


def weights(state: State) -> dict[str, int]:
    """Return the chance outcomes with their weights."""
    return {state.format(action): weight for action, weight in state.chance_weights()}


def dealt(players: int = 2, **options: Any) -> State:
    """Return a game whose starters are dealt, in the order M F P W R."""
    state = GAME.start(players, options)
    return played(state, *(f"starter {letter}" for letter in STARTERS[:players]))


def market(state: State) -> list[str | None]:
    return [slot["token"] for slot in state.to_json()["market"]]


def aside(state: State) -> dict[str, int]:
    found: dict[str, int] = state.to_json()["aside"]
    return found


def bag(state: State) -> dict[str, int]:
    return dict(zip(WILDLIFE_NAMES, state.record.bag.tolist(), strict=True))


def nature(state: State, seat: int) -> int:
    return int(state.record.environment[seat].nature)


# -- points ------------------------------------------------------------------------------------------------------


def tokens(**by_species: str) -> Any:
    """Return an environment of tokens, written as `elk="0,0 1,0", fox="2,2"`. Cards do not look at tiles."""
    environment = np.zeros(1, ENVIRONMENT)[0]
    clear(environment)
    number = 0
    for name, places in by_species.items():
        for place in places.split():
            q, r = (int(part) for part in place.split(","))
            lay_tile(environment, cell_at(q, r), 0, 0)
            put_token(environment, number, WILDLIFE_NAMES.index(name))
            number += 1
    return environment


def points(card: str, **given: Any) -> int:
    """Return the points of tokens on a card such as `elk.A`. Options that change how it is read may be given too."""
    name, _, letter = card.partition(".")
    species, number = WILDLIFE_NAMES.index(name), ("A", "B", "C", "D", "family", "intermediate").index(letter)
    readings = {option: value for option, value in given.items() if option not in WILDLIFE_NAMES}
    by_species = {option: value for option, value in given.items() if option in WILDLIFE_NAMES}
    return card_points(tokens(**by_species), species, number, **readings)


def card_points(environment: Any, species: int, card: int, **readings: bool) -> int:
    """Return the points of an environment on a card: 0 to 3 are A to D, then family and intermediate."""
    return int(wildlife.card_points(_with_card(species, card, tuple(readings.items())).record, environment, species))


@cache
def _with_card(species: int, card: int, readings: tuple[tuple[str, bool], ...]) -> State:
    state = GAME.start(1, dict(readings))
    state.record.cards[species] = card
    return state


def land(*tiles: str) -> Any:
    """Return an environment of tiles written as `0,0 MF k2`, or `0,0 MF k2 elk` with a token on any tile."""
    environment = np.zeros(1, ENVIRONMENT)[0]
    clear(environment)
    for number, tile in enumerate(tiles):
        at, terrains, spin, *token = tile.split()
        q, r = (int(part) for part in at.split(","))
        animals = next(animals for shown, animals in FACES if shown == terrains)
        lay_tile(environment, cell_at(q, r), face_of(terrains, animals), int(spin[1]))
        for name in token:
            put_token(environment, number, WILDLIFE_NAMES.index(name))
    return environment


def corridor(terrain: str, *tiles: str) -> int:
    """Return the largest corridor among tiles."""
    return int(corridors.corridor(land(*tiles), TERRAIN_LETTERS.index(terrain)))
