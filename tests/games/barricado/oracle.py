"""A second implementation of Barricado: slow, obvious, and written only from the rulebook and the rulings.

The table is a dictionary of tiles, each with four faces; a barricade is a list of cells. Everything is computed from
nothing each time, and no module of the engine is used. Actions are texts.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Place = tuple[int, int]  # of a tile, relative to the start tile
Cell = tuple[int, int]

COLOURS = ["red", "blue", "green", "yellow"]
LETTER = {"red": "R", "blue": "B", "green": "G", "yellow": "Y"}
BAG = {"red": 64, "blue": 64, "green": 48, "yellow": 48}
FACES = {1: "RBGY", 2: "RBYG", 3: "RGBY", 4: "RGYB", 5: "RYBG", 6: "RYGB"}  # clockwise from north-west
WHITE, SEWER = "*", "#"
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@dataclass
class Tile:
    """A tile as it lies: the faces of its cells, clockwise from the north-west."""

    faces: list[str]

    def turn(self, quarters: int) -> None:
        for _ in range(quarters):
            north_west, north_east, south_east, south_west = self.faces
            self.faces = [south_west, north_west, north_east, south_east]


def printed(variation: int, kind: str = "plain", cell: int | None = None) -> Tile:
    """Return a tile from the stack, not yet turned. Special cells are numbered clockwise from 1 at the north-west."""
    tile = Tile(list(FACES[variation]))
    if kind != "plain":
        assert cell is not None
        tile.faces[cell - 1] = {"plaza": WHITE, "sewer": SEWER}[kind]
    return tile


@dataclass
class Table:
    players: int = 2
    size: int = 6
    revolution: bool = False
    plazas_and_sewers: bool = False
    tiles: dict[Place, Tile] = field(default_factory=dict)
    barricades: list[tuple[str, list[Cell]]] = field(default_factory=list)  # colour; all cells from end to end
    unseen: dict[int, int] = field(default_factory=lambda: dict.fromkeys(FACES, 6))
    kinds: dict[str, int] = field(default_factory=lambda: {"plain": 27, "plaza": 5, "sewer": 4})
    turn: str = "red"
    is_first_turn: bool = True
    rotations: int = 0  # in a row
    stage: str = "act"  # act, variation, kind, cell, place, over
    variation: int = 0  # of the tile in hand, as far as it is revealed
    kind: str = "plain"
    special_cell: int | None = None

    @classmethod
    def start(cls, players: int, size: int = 6, revolution: bool = False, plazas_and_sewers: bool = False) -> Table:
        table = cls(players, size, revolution, plazas_and_sewers)
        table.tiles[0, 0] = printed(1)
        return table

    @classmethod
    def from_position(cls, position: dict[str, Any]) -> Table:
        """Create a table from a position as in the game's position files."""
        table = cls.start(
            position["players"], position["size"], position["revolution"], position["plazas_and_sewers"]
        )
        for given in position["tiles"]:
            kind = "plaza" if "plaza" in given else "sewer" if "sewer" in given else "plain"
            tile = printed(given["variation"], kind, given.get(kind))
            tile.turn(given["turn"])
            table.tiles[given["at"][0], given["at"][1]] = tile
            if given["at"] != [0, 0]:
                table.unseen[given["variation"]] -= 1
                table.kinds[kind] -= 1
                table.is_first_turn = False
        for given in position["barricades"]:
            (ax, ay), (bx, by) = given["from"], given["to"]
            cells = [(x, y) for x in range(ax, bx + 1) for y in range(ay, by + 1)]
            table.barricades.append((given["owner"], cells))
        table.turn = position["turn"]
        table.rotations = position["rotations"]
        table.stage = position["phase"]
        if position["drawn"] is not None:
            table.variation = position["drawn"]["variation"]
            table.unseen[table.variation] -= 1
            table.kind = position["drawn"].get("kind", "plain")
            table.special_cell = position["drawn"].get("cell")
            if "kind" in position["drawn"]:
                table.kinds[table.kind] -= 1
        return table

    def copy(self) -> Table:
        return copy.deepcopy(self)

    # -- what lies on the table ------------------------------------------------------------------------------

    def colours(self) -> list[str]:
        return COLOURS[: self.players]

    def face(self, cell: Cell) -> str | None:
        """Return what a cell shows, or None if there is no tile."""
        x, y = cell
        tile = self.tiles.get((x // 2, y // 2))
        if tile is None:
            return None
        corner = {(0, 0): 0, (1, 0): 1, (1, 1): 2, (0, 1): 3}[x % 2, y % 2]
        return tile.faces[corner]

    def covered(self) -> set[Cell]:
        return {cell for _, cells in self.barricades for cell in cells}

    def is_own(self, colour: str, cell: Cell) -> bool:
        """Return whether a run of the colour may begin or end there, if nothing covers it."""
        return self.face(cell) in (LETTER[colour], WHITE)

    def segments(self, colour: str) -> int:
        """Return the colour's segments on the board, which are its points."""
        return sum(len(cells) for owner, cells in self.barricades if owner == colour)

    def scores(self) -> list[int]:
        return [self.segments(colour) for colour in self.colours()]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, points in enumerate(scores) if points == max(scores)]

    def is_full(self) -> bool:
        return len(self.tiles) == self.size * self.size

    # -- runs ------------------------------------------------------------------------------------------------

    def free_cells(self, start: Cell, step: Cell, covered: set[Cell]) -> Iterator[Cell]:
        """Return the cells after `start`, one by one, until something is in the way."""
        x, y = start
        while True:
            x, y = x + step[0], y + step[1]
            if self.face((x, y)) in (None, SEWER) or (x, y) in covered:
                return
            yield x, y

    def builds(self, colour: str) -> list[str]:
        found = []
        covered, left = self.covered(), BAG[colour] - self.segments(colour)
        for x, y in self.tiles:
            for start in ((2 * x, 2 * y), (2 * x + 1, 2 * y), (2 * x, 2 * y + 1), (2 * x + 1, 2 * y + 1)):
                if start in covered or not self.is_own(colour, start):
                    continue
                for step in ((1, 0), (0, 1)):
                    for further, end in enumerate(self.free_cells(start, step, covered), 1):
                        if self.is_own(colour, end) and further + 1 <= left:
                            found.append(f"build {start[0]},{start[1]}:{end[0]},{end[1]}")
        return found

    def extensions(self, colour: str) -> list[str]:
        found = []
        covered, left = self.covered(), BAG[colour] - self.segments(colour)
        for owner, cells in self.barricades:
            if owner != colour:
                continue
            for end, before in ((cells[0], cells[1]), (cells[-1], cells[-2])):
                step = (end[0] - before[0], end[1] - before[1])
                for further, new in enumerate(self.free_cells(end, step, covered), 1):
                    if self.is_own(colour, new) and further <= left:
                        found.append(f"extend {end[0]},{end[1]}:{new[0]},{new[1]}")
        return found

    def runs(self, colour: str) -> list[str]:
        return self.builds(colour) + self.extensions(colour)

    # -- tiles -----------------------------------------------------------------------------------------------

    def free_places(self) -> list[Place]:
        """Return the places beside a tile at which all tiles still fit into the square."""
        found = []
        for x, y in self.tiles:
            for dx, dy in SIDES:
                place = (x + dx, y + dy)
                if place in self.tiles or place in found:
                    continue
                columns = [column for column, _ in [*self.tiles, place]]
                rows = [row for _, row in [*self.tiles, place]]
                if max(columns) - min(columns) < self.size and max(rows) - min(rows) < self.size:
                    found.append(place)
        return found

    def rotations_open(self) -> list[str]:
        if not self.revolution or self.is_first_turn or self.is_full() or self.rotations >= self.players:
            return []
        covered = {(x // 2, y // 2) for x, y in self.covered()}
        return [f"rotate {x},{y} r{n}" for x, y in self.tiles if (x, y) not in covered for n in (1, 2, 3)]

    # -- what may happen -------------------------------------------------------------------------------------

    def decides(self) -> str | None:
        """Return the colour to move, "chance", or None if the game is over."""
        if self.stage == "over":
            return None
        return self.turn if self.stage in ("act", "place") else "chance"

    def outcomes(self) -> dict[str, int]:
        """Return the chance outcomes with their weights."""
        match self.stage:
            case "variation":
                return {f"reveal v{variation}": count for variation, count in self.unseen.items() if count}
            case "kind":
                return {f"reveal {kind}": count for kind, count in self.kinds.items() if count}
            case "cell":
                return {f"reveal cell {cell}": 1 for cell in (1, 2, 3, 4)}
        return {}

    def legal(self) -> list[str]:
        match self.stage:
            case "over":
                return []
            case "act":
                draw = [] if self.is_full() else ["draw"]
                return draw if self.is_first_turn else draw + self.runs(self.turn) + self.rotations_open()
            case "place":
                return [f"tile {x},{y} r{n}" for x, y in self.free_places() for n in (0, 1, 2, 3)]
        return list(self.outcomes())

    # -- making it happen ------------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Take a legal action."""
        verb, *rest = text.split()
        match verb:
            case "draw":
                self.stage = "variation"
                self.rotations = 0
            case "reveal":
                self.reveal(rest)
            case "tile":
                self.tiles[place_in(rest[0])] = self.tile_in_hand()
                self.tiles[place_in(rest[0])].turn(int(rest[1][1:]))
                self.variation, self.kind, self.special_cell = 0, "plain", None
                self.stage = "act"
                self.next_turn()
            case "rotate":
                self.tiles[place_in(rest[0])].turn(int(rest[1][1:]))
                self.rotations += 1
                self.next_turn()
            case _:
                self.run(verb, *map(place_in, rest[0].split(":")))
                self.rotations = 0
                self.next_turn()

    def tile_in_hand(self) -> Tile:
        return printed(self.variation, self.kind, self.special_cell)

    def reveal(self, words: list[str]) -> None:
        if self.stage == "variation":
            self.variation = int(words[0][1:])
            self.unseen[self.variation] -= 1
            self.stage = "kind" if self.plazas_and_sewers else "place"
        elif self.stage == "kind":
            self.kind = words[0]
            self.kinds[self.kind] -= 1
            self.stage = "place" if self.kind == "plain" else "cell"
        else:
            self.special_cell = int(words[1])
            self.stage = "place"

    def run(self, verb: str, first: Cell, last: Cell) -> None:
        """Put segments from cell to cell. The first cell of an extension already has one."""
        step = ((last[0] > first[0]) - (last[0] < first[0]), (last[1] > first[1]) - (last[1] < first[1]))
        cells = [first]
        while cells[-1] != last:
            cells.append((cells[-1][0] + step[0], cells[-1][1] + step[1]))
        if verb == "build":
            self.barricades.append((self.turn, cells))
            return
        number = next(k for k, (_, old) in enumerate(self.barricades) if first in (old[0], old[-1]))
        old = self.barricades[number][1]
        grown = old + cells[1:] if old[-1] == first else old[::-1] + cells[1:]
        self.barricades[number] = (self.turn, grown)

    def next_turn(self) -> None:
        """Pass the turn; on a full board, skip everybody who cannot build or extend."""
        self.is_first_turn = False
        colours = self.colours()
        if self.is_full() and not any(self.runs(colour) for colour in colours):
            self.stage = "over"
        while True:
            self.turn = colours[(colours.index(self.turn) + 1) % self.players]
            if self.stage == "over" or not self.is_full() or self.runs(self.turn):
                return


def place_in(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)
