"""A second implementation of Blockade: slow, obvious, and written only from the rulebook.

There are ten squares, each a list of pieces from bottom to top. A piece is a pair (colour, kind). Nothing is
precomputed, and no module of the engine is used.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

BLACK, WHITE = "black", "white"
BRIDGE, CASTLE = "bridge", "castle"
MOAT = {BLACK: 1, WHITE: 10}
TERRITORY = {BLACK: [1, 2, 3, 4, 5], WHITE: [6, 7, 8, 9, 10]}
OTHER = {BLACK: WHITE, WHITE: BLACK}

# Units, from bottom to top: their letter, and how far they move ("exactly ...").
UNITS = {
    (BRIDGE,): ("B", 2),
    (BRIDGE, BRIDGE): ("H", 2),
    (CASTLE,): ("C", 1),
    (BRIDGE, CASTLE): ("K", 2),
    (BRIDGE, BRIDGE, CASTLE): ("T", 3),
}
# The own pieces on which a unit may land, besides an empty square.
LANDS_ON = {
    "B": [[BRIDGE]],
    "H": [],
    "C": [[BRIDGE], [BRIDGE, BRIDGE]],
    "K": [[BRIDGE]],
    "T": [],
}


@dataclass
class Move:
    letter: str
    start: int
    end: int

    @property
    def text(self) -> str:
        return f"{self.letter}{self.start}-{self.end}"

    def is_retreat_after(self, last: Move | None) -> bool:
        """Return whether a move exactly reverses the player's last move. A push cannot be reversed: nothing pulls."""
        if last is None or last.letter == "D":
            return False
        return self.letter == last.letter and self.start == last.end and self.end == last.start


@dataclass
class Table:
    """A match at the table: the board, whose turn it is, and the score sheet."""

    limit: int = 400
    target: int = 0  # points that win a match, or 0 for a single game
    squares: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    to_move: str = BLACK
    last: dict[str, Move | None] = field(default_factory=dict)
    moves: int = 0  # in this round
    rounds: int = 0  # completed
    seat_of: dict[str, int] = field(default_factory=dict)
    points: list[int] = field(default_factory=lambda: [0, 0])
    ending: str = "none"
    winner: int | None = None  # seat
    over: bool = False

    # -- setting up ----------------------------------------------------------------------------------------

    @classmethod
    def start(cls, limit: int = 400, target: int = 0) -> Table:
        table = cls(limit=limit, target=target)
        table.set_up({BLACK: 0, WHITE: 1})
        return table

    def set_up(self, seat_of: dict[str, int]) -> None:
        """Put a bridge in the own moat, the castle on the next square, and the other bridge on the one after."""
        self.squares = {square: [] for square in range(1, 11)}
        for colour, towards in ((BLACK, 1), (WHITE, -1)):
            moat = MOAT[colour]
            self.squares[moat].append((colour, BRIDGE))
            self.squares[moat + towards].append((colour, CASTLE))
            self.squares[moat + 2 * towards].append((colour, BRIDGE))
        self.to_move = BLACK
        self.last = {BLACK: None, WHITE: None}
        self.moves = 0
        self.seat_of = seat_of

    @classmethod
    def from_position(cls, position: dict[str, Any]) -> Table:
        """Create a table from a position as in the game's position files."""
        table = cls(limit=position["limit"], target=position["match"]["target"])
        table.squares = {square: [] for square in range(1, 11)}
        for colour in (BLACK, WHITE):
            for square in position[colour]["bridges"]:
                table.squares[square].append((colour, BRIDGE))
            table.squares[position[colour]["castle"]].append((colour, CASTLE))
            retreat = position[colour]["retreat"]
            table.last[colour] = None
            if retreat is not None:  # the retreat is the reverse of the last move
                start, end = map(int, retreat[1:].split("-"))
                table.last[colour] = Move(retreat[0], end, start)
        table.to_move = position["to_move"]
        table.moves = position["moves"]
        table.rounds = position["match"]["rounds"]
        table.points = list(position["match"]["points"])
        black = position["match"]["black"]
        table.seat_of = {BLACK: black, WHITE: 1 - black}
        return table

    def copy(self) -> Table:
        return copy.deepcopy(self)

    # -- movement ------------------------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        if self.over:
            return []
        return [move for move in self.all_moves() if not move.is_retreat_after(self.last[self.to_move])]

    def all_moves(self) -> Iterator[Move]:
        """Return the moves of the player to move, ignoring the rule on retreating."""
        me = self.to_move
        for start in range(1, 11):
            stack = self.squares[start]
            if not stack or stack[0][0] != me:
                continue
            for lifted in range(1, len(stack) + 1):
                unit = tuple(kind for _, kind in stack[-lifted:])
                letter, distance = UNITS[unit]
                for end in (start - distance, start + distance):
                    if self.may_land(letter, unit, end):
                        yield Move(letter, start, end)
            for end in (start - 1, start + 1):
                if self.may_push(start, end):
                    yield Move("D", start, end)

    def may_land(self, letter: str, unit: tuple[str, ...], end: int) -> bool:
        me = self.to_move
        if end not in self.squares:
            return False
        if CASTLE in unit and end == MOAT[me]:
            return False
        there = self.squares[end]
        if not there:
            return True
        if there[0][0] != me:
            return False
        return [kind for _, kind in there] in LANDS_ON[letter]

    def may_push(self, start: int, end: int) -> bool:
        me = self.to_move
        behind = end + (end - start)
        return (
            self.squares[start] == [(me, CASTLE)]
            and self.squares.get(end) == [(me, BRIDGE)]
            and self.squares.get(behind) == []
            and end != MOAT[me]
        )

    # -- playing -------------------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        me = self.to_move
        if move.letter == "D":
            behind = move.end + (move.end - move.start)
            self.squares[behind] = self.squares[move.end]
            self.squares[move.end] = self.squares[move.start]
            self.squares[move.start] = []
        else:
            height = next(len(unit) for unit, (letter, _) in UNITS.items() if letter == move.letter)
            lifted = self.squares[move.start][-height:]
            del self.squares[move.start][-height:]
            self.squares[move.end] = self.squares[move.end] + lifted
        self.last[me] = move
        self.moves += 1
        self.to_move = OTHER[me]
        if (me, CASTLE) in self.squares[MOAT[OTHER[me]]]:
            self.end_round("moat", me)
        elif not self.legal_moves():
            self.end_round("blocked", me)
        elif self.moves == self.limit:
            self.end_round("limit", None)

    def round_points(self, colour: str) -> int:
        """Return what the pieces of one colour are worth where they are."""
        total = 0
        for square in TERRITORY[OTHER[colour]]:
            for owner, kind in self.squares[square]:
                if owner == colour and kind == BRIDGE:
                    total += 1
                if owner == colour and kind == CASTLE:
                    total += 2
                    if square == MOAT[OTHER[colour]]:
                        total += 2
        return total

    def end_round(self, ending: str, winner: str | None) -> None:
        self.ending = ending
        self.winner = None
        self.rounds += 1
        if winner is not None:
            self.winner = self.seat_of[winner]
            mine, theirs = self.round_points(winner), self.round_points(OTHER[winner])
            if self.target == 0 or mine <= theirs:
                self.points[self.winner] += 1
            else:
                self.points[self.winner] += mine - theirs
        if self.target == 0 or max(self.points) >= self.target or self.rounds == 40:
            self.over = True
        else:
            self.set_up({BLACK: self.seat_of[WHITE], WHITE: self.seat_of[BLACK]})


def perft(table: Table, depth: int) -> int:
    """Count the sequences of exactly this many moves."""
    if depth == 0:
        return 1
    count = 0
    for move in table.legal_moves():
        after = table.copy()
        after.play(move)
        count += perft(after, depth - 1)
    return count
