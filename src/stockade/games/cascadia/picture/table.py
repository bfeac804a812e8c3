"""Where everything is on the table: the market, the hand, and all environments.

Each environment is drawn into its own box, at a smaller scale as it grows. The viewer's environment always has space
for the next tile around it. Hexes are pointy-top. A tile is drawn at spin 0 and rotated; what is printed on it stays
upright, and is covered by the token once there is one.

A tile keeps its name from the market to its final cell: its face, and how many of the same face were laid before it.
Tokens are all alike and are named by their place.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from stockade.core.figures import figures
from stockade.core.hexes import HexGrid, Place, fit_hexes
from stockade.core.language import cache_by_language, capital, mark
from stockade.core.scene import Area, Box, Piece, Point, Shape, moved
from stockade.games.cascadia.language import counted, say
from stockade.games.cascadia.layout import HEXES, NOTHING, SIDE, SLOTS, SPECIES, SPINS, Card, Phase, Record, Species
from stockade.games.cascadia.tables import FACES, WILDLIFE_NAMES
from stockade.games.cascadia.text.names import (
    SEAT_NAMES,
    animal,
    ground_words,
    seat_words,
    shown_words,
    tile_words,
)
from stockade.games.cascadia.text.notation import place_of, place_text

TOKEN_SHARE = 0.74  # relative to the width of a hex
LARGEST = 118.0  # largest hex of the viewer's environment
SIGHT_CARDS = (Card.B, Card.C, Card.D)  # the hawk cards that score hawks which see each other
PLATE = 44.0  # sign and nature tokens above an environment
PAD = 8.0
FIGURE = 0.62  # width of a digit, relative to its height
SIGHT = 10 / 104  # height of a line of sight, relative to a step of it
WAYS = ((1, 0, 0.0), (0, 1, 60.0), (-1, 1, 120.0))
"""The steps in q and r of the three straight lines through a hex, and their angles."""


class Frame(NamedTuple):
    """Sizes and places that depend on the client's shape and the number of players.

    The parts of a pair are relative to its corner.
    """

    shape: Shape
    size: Point
    pair: Box  # the pair in slot 0
    step: Point  # from one slot to the next
    tile: Box
    token: Box
    spot: Box  # the slot's number, or the sign to wipe it
    exit: Box  # the sign for what leaves the game
    stack: Box
    tally: Point  # middle of the number of tiles in the stack
    hand: Box
    hand_tile: Box
    hand_token: Box
    own: Box  # box of the viewer's environment
    others: tuple[Box, ...]  # boxes of the other environments, in turn order


@lru_cache
def frame_of(shape: Shape, players: int) -> Frame:
    if shape == "wide":
        column = (880 + PAD) / max(1, players - 1)
        return Frame(
            shape, (1200, 900), pair=(14, 132, 216, 152), step=(0, 158),
            tile=(8, 5, 123, 142), token=(135, 18, 76, 76), spot=(151, 100, 44, 44), exit=(121, 122, 24, 24),
            stack=(26, 20, 78, 90), tally=(150, 66),
            hand=(14, 768, 216, 122), hand_tile=(28, 774, 95, 110), hand_token=(142, 792, 74, 74),
            own=(244, 10, 714 if players > 1 else 942, 880),
            others=tuple((972, 10 + place * column, 218, min(column - PAD, 436)) for place in range(players - 1)),
        )  # fmt: skip
    row = (738 + PAD) / max(1, players - 1)
    return Frame(
        shape, (750, 1320 if players > 1 else 1046), pair=(128, 8, 150, 262), step=(155, 0),
        tile=(9, 8, 132, 152), token=(10, 167, 86, 86), spot=(99, 187, 46, 46), exit=(114, 232, 26, 26),
        stack=(23, 10, 84, 97), tally=(65, 126),
        hand=(8, 150, 114, 120), hand_tile=(13, 158, 82, 95), hand_token=(62, 210, 56, 56),
        own=(6, 280, 738, 760),
        others=tuple((6 + place * row, 1050, row - PAD, 262) for place in range(players - 1)),
    )  # fmt: skip


def clockwise(spin: int) -> int:
    """Convert a spin, which is counter-clockwise, to steps of 60 degrees to the right."""
    return -int(spin) % SPINS


def slot_id(slot: int) -> str:
    return f"slot-{slot}"


def wipe_id(slot: int) -> str:
    return f"wipe-{slot}"


def in_slot(slot: int) -> str:
    return say("in slot {slot}", slot=slot)


def inside(corner: Box, part: Box) -> Box:
    return corner[0] + part[0], corner[1] + part[1], part[2], part[3]


@cache_by_language
def where_words(cell: int, seat: int | None) -> str:
    """Say that something is on a cell, of another seat's environment unless it is None."""
    place = place_text(cell)
    if seat is None:
        return say("on {place}", place=place)
    return say("on {who}'s {place}", who=seat_words(seat), place=place)


@cache_by_language
def cell_area(grid: HexGrid, name: str, cell: int, words: str, art: str) -> Area:
    return Area(name, *grid.box(place_of(cell)), say(words, place=place_text(cell)), art=art)


class Land:
    """One seat's environment, read once from the record, in its box."""

    def __init__(self, record: Record, seat: int, room: Box, is_own: bool) -> None:
        environment = record.environment[seat]
        count = int(environment.hexes)
        self.seat, self.room, self.is_own = seat, room, is_own
        self.nature = int(environment.nature)
        self.cells: list[int] = environment.cell[:count].tolist()
        self.faces: list[int] = environment.face[:count].tolist()
        self.spins: list[int] = environment.spin[:count].tolist()
        self.edge: list[int] = environment.edge[: environment.edges].tolist()
        wildlife = environment.wildlife.tolist()
        self.tokens = [
            next((s for s in range(SPECIES) if wildlife[s] >> number & 1), NOTHING) for number in range(count)
        ]
        x, y, w, h = room
        below = (x + PAD / 2, y + PLATE + PAD, w - PAD, h - PLATE - 1.5 * PAD)
        shown = self.cells + (self.edge if is_own else [])
        self.grid = fit_hexes(map(place_of, shown), below, LARGEST if is_own else LARGEST * 0.56)

    def box(self, cell: int) -> Box:
        return self.grid.box(place_of(cell))

    def extent(self) -> Box:
        """Return the box around its hexes and the empty cells beside them."""
        boxes = [self.box(cell) for cell in self.cells + self.edge] or [self.room]
        left, top = min(x for x, *_ in boxes), min(y for _, y, *_ in boxes)
        return left, top, max(x + w for x, _, w, _ in boxes) - left, max(y + h for _, y, _, h in boxes) - top

    def name(self, cell: int) -> str:
        return f"{self.seat}:{place_text(cell)}"

    def where(self, cell: int) -> str:
        return where_words(cell, None if self.is_own else self.seat)

    def area_id(self, cell: int) -> str:
        return f"cell-{self.name(cell)}"

    def areas(self, with_edge: bool) -> list[Area]:
        x, y, _, _ = self.room
        sign = f"sign-{SEAT_NAMES[self.seat].lower()}"
        size = PLATE - 4
        areas = [] if self.is_own else [Area(f"yard-{self.seat}", *self.room, label="", art="yard")]
        label = counted(
            self.nature,
            "{who}'s environment, {count} nature token",
            "{who}'s environment, {count} nature tokens",
            who=seat_words(self.seat),
        )
        areas.append(Area(f"plate-{self.seat}", x + PAD, y + PAD, size, size, label, art=sign))
        areas.append(Area(f"cone-{self.seat}", x + size + 2 * PAD, y + PAD, size, size, label="", art="nature"))
        areas += figures(
            f"cones-{self.seat}", self.nature, x + 2 * size + 3 * PAD, y + PAD + size / 2, size * 0.66, 0, wide=FIGURE
        )
        if self.is_own:
            areas += [
                cell_area(self.grid, self.area_id(cell), cell, mark("Place {place}"), "bed") for cell in self.cells
            ]
        if with_edge:
            areas += [
                cell_area(self.grid, self.area_id(cell), cell, mark("Empty place {place}"), "cell")
                for cell in self.edge
            ]
        return areas

    def hawks(self) -> set[Place]:
        return {place_of(cell) for cell, token in zip(self.cells, self.tokens, strict=True) if token == Species.HAWK}

    def sights(self, hawks: set[Place]) -> list[Piece]:
        """Return the lines between hawks that see each other, a piece for each step (ruling 30)."""
        pieces = []
        for (q, r), (right, down, turn) in product(sorted(hawks), WAYS):
            line = [(q + step * right, r + step * down) for step in range(1, SIDE)]
            steps = next((step for step, place in enumerate(line, 1) if place in hawks), 0)
            if steps > 1:
                end = line[steps - 1]
                one, other = f"{q},{r}", f"{end[0]},{end[1]}"
                label = say("Line of sight between the hawks on {one} and {other}", one=one, other=other)
                name = f"sight-{self.seat}:{one}:{other}"
                pieces += [
                    Piece(f"{name}:{step}", "sight", *self._between(before, after), label, self.seat, turn)
                    for step, (before, after) in enumerate(pairwise([(q, r), *line[:steps]]))
                ]
        return pieces

    def _between(self, one: Place, other: Place) -> Box:
        """Return the box of a line from the middle of a hex to that of the next, before it is turned."""
        (x, y, w, h), (x2, y2, _, _) = self.grid.box(one, high=SIGHT), self.grid.box(other, high=SIGHT)
        return (x + x2) / 2, (y + y2) / 2, w, h

    def token(self, name: str, species: int, cell: int) -> Piece:
        art, box = token_art(species), self.grid.box(place_of(cell), TOKEN_SHARE, high=1.0)
        label = token_label(species, self.where(cell))
        return Piece(name, art, *box, label, self.seat, place=self.area_id(cell) if self.is_own else "")

    def tile(self, name: str, face: int, spin: int, cell: int, species: int = NOTHING) -> tuple[Piece, ...]:
        box, where = self.box(cell), self.where(cell)
        place = self.area_id(cell) if self.is_own else ""
        return tile_pieces(name, face, spin, box, where, self.seat, place, species)


def token_art(species: int) -> str:
    return f"token-{WILDLIFE_NAMES[species]}"


def token_label(species: int, where: str) -> str:
    return f"{capital(animal(species))} {where}"


@cache_by_language
def tile_labels(face: int, where: str, species: int) -> tuple[str, str]:
    """Return the labels of a tile and of what is printed on it."""
    label = f"{capital(tile_words(face))} {where}"
    if species != NOTHING:
        label = say(
            "{tile} {where}, {animal} on it", tile=capital(ground_words(face)), where=where, animal=animal(species)
        )
    return label, say("{animals} may stand {where}", animals=capital(shown_words(face)), where=where)


@cache_by_language
def tile_pieces(
    name: str, face: int, spin: int, box: Box, where: str, owner: int | None, place: str, species: int = NOTHING
) -> tuple[Piece, ...]:
    """Return a tile and, unless a token covers it, what is printed on it."""
    terrains, wildlife = FACES[face]
    label, printed = tile_labels(face, where, species)
    turn = 60.0 * clockwise(spin) if len(terrains) == 2 else 0.0
    tile = Piece(f"tile-{name}", f"ground-{terrains}", *box, label, owner, turn, place)
    if species != NOTHING:
        return (tile,)
    return tile, Piece(f"shows-{name}", f"shows-{wildlife}", *box, printed, owner, 0.0, place)


class Table:
    """A record that is read once, and where everything is in the picture."""

    def __init__(self, record: Record, viewer: int | None, shape: Shape) -> None:
        self.record, self.players = record, int(record.players)
        self.frame = frame_of(shape, self.players)
        self.phase, self.owner = int(record.phase), int(record.turn_owner) % self.players
        self.focus = self.owner if viewer is None else viewer
        seats = [(self.focus + step) % self.players for step in range(self.players)]
        rooms = (self.frame.own, *self.frame.others)
        self.lands = [Land(record, seat, room, seat == self.focus) for seat, room in zip(seats, rooms, strict=True)]
        self.own = self.lands[0]
        self.market_tile: list[int] = record.market_tile.tolist()
        self.market_token: list[int] = record.market_token.tolist()
        self.hand_tile, self.hand_token = int(record.hand_tile), int(record.hand_token)
        self.shows_sights = int(record.cards[Species.HAWK]) in SIGHT_CARDS
        self.names = self._names()

    def _names(self) -> dict[object, str]:
        """Return the names of all tiles by seat and hex, by `"hand"` or by slot: face and number among equals."""
        laid = [
            ((land.seat, number), land.faces[number])
            for number in range(HEXES)
            for land in sorted(self.lands, key=lambda land: land.seat)
            if number < len(land.faces)
        ]
        held: list[tuple[object, int]] = [("hand", self.hand_tile), *enumerate(self.market_tile)]
        names: dict[object, str] = {}
        seen: dict[int, int] = {}
        for at, face in [*laid, *held]:
            if face != NOTHING:
                seen[face] = seen.get(face, 0) + 1
                names[at] = "-".join((*FACES[face], str(seen[face])))
        return names

    def part(self) -> Box | None:
        """The viewer's environment with the cells around it.

        In a tall scene it has the full width of the table anyway.
        """
        return self.own.extent() if self.frame.shape == "wide" else None

    # -- areas

    def areas(self, wipes: bool) -> tuple[Area, ...]:
        """Return the areas. `wipes` says whether slots can be wiped for a nature token now."""
        frame = self.frame
        areas = [Area("ground", 0, 0, *frame.size, label="", art="ground")]
        areas += self._stack()
        for slot in range(SLOTS):
            areas += self._slot(slot, wipes)
        if self.hand_token != NOTHING:
            areas.append(Area("hand", *frame.hand, label="", art=f"hand-{frame.shape}"))
        for land in self.lands:
            areas += land.areas(with_edge=land.is_own and land.seat == self.owner and self.phase == Phase.TILE)
        return tuple(areas)

    def _stack(self) -> list[Area]:
        left = int(self.record.stack)
        x, y, w, h = self.frame.stack
        label = counted(left, "Stack: {count} tile", "Stack: {count} tiles")
        layers = min(3, left)
        pile = [
            Area(f"stack-{layer}", x, y - 5 * layer, w, h, label if layer == layers - 1 else "", art="tile-back")
            for layer in range(layers)
        ]
        return [*pile, *figures("tally", left, *self.frame.tally, high=34, wide=FIGURE)]

    def _pair(self, slot: int) -> Box:
        (x, y, w, h), (right, down) = self.frame.pair, self.frame.step
        return x + slot * right, y + slot * down, w, h

    def _slot(self, slot: int, wipes: bool) -> list[Area]:
        pair = self._pair(slot)
        label = say("Slot {slot}: {things}", slot=slot, things=self._offered_words(slot))
        area = Area(slot_id(slot), *pair, label, art=f"pair-{self.frame.shape}")
        x, y, w, h = inside(pair, self.frame.spot)
        areas = [area]
        if slot in self._leaving():
            box = inside(pair, self.frame.exit)
            areas.append(Area(f"leaves-{slot}", *box, say("Leaves the game after this turn"), art="leaves"))
        if wipes:
            name = capital(animal(self.market_token[slot]))
            label = say("{animal} in slot {slot}: wipe it for a nature token", animal=name, slot=slot)
            return [*areas, Area(wipe_id(slot), x, y, w, h, label, art="wipe")]
        return [*areas, *figures(f"number-{slot}", slot, x + w / 2, y + h / 2, high=26, wide=FIGURE)]

    def _offered_words(self, slot: int) -> str:
        tile, token = self.market_tile[slot], self.market_token[slot]
        if tile != NOTHING and token != NOTHING:
            return say("{tile}, with {animal}", tile=tile_words(tile), animal=animal(token))
        if tile != NOTHING:
            return tile_words(tile)
        return say("empty") if token == NOTHING else animal(token)

    def _leaving(self) -> set[int]:
        """Return the slots of the tile and the token that leave a solo game after this turn (ruling 22)."""
        is_last = self.players > 1 or int(self.record.stack) < 2
        if is_last or self.phase not in (Phase.MARKET, Phase.TILE, Phase.TOKEN):
            return set()
        offers = (self.market_tile, self.market_token)
        return {max(slot for slot in range(SLOTS) if offer[slot] != NOTHING) for offer in offers}

    # -- pieces

    def pieces(self) -> tuple[Piece, ...]:
        pieces = [piece for slot in range(SLOTS) for piece in (*self.offered_tile(slot), *self.offered_token(slot))]
        for land in reversed(self.lands):
            for number, cell in enumerate(land.cells):
                name, token = self.names[land.seat, number], land.tokens[number]
                pieces += land.tile(name, land.faces[number], land.spins[number], cell, token)
            pieces += self.sights(land)
            for cell, token in zip(land.cells, land.tokens, strict=True):
                if token != NOTHING:
                    pieces.append(land.token(f"token-{land.name(cell)}", token, cell))
        if self.hand_tile != NOTHING:
            pieces += self.in_hand_tile()
        if self.hand_token != NOTHING:
            pieces.append(self.in_hand_token())
        return tuple(pieces)

    def sights(self, land: Land, new: int = NOTHING) -> list[Piece]:
        """Return the lines of sight of an environment, if the hawk card needs them, or those of a new hawk on a
        cell."""
        if not self.shows_sights:
            return []
        if new == NOTHING:
            return land.sights(land.hawks())
        return list(moved(land.sights(land.hawks()), land.sights({*land.hawks(), place_of(new)})))

    def offered_tile(self, slot: int) -> tuple[Piece, ...]:
        face = self.market_tile[slot]
        if face == NOTHING:
            return ()
        box = inside(self._pair(slot), self.frame.tile)
        return tile_pieces(self.names[slot], face, 0, box, in_slot(slot), None, slot_id(slot))

    def offered_token(self, slot: int) -> list[Piece]:
        species = self.market_token[slot]
        if species == NOTHING:
            return []
        box, label = inside(self._pair(slot), self.frame.token), token_label(species, in_slot(slot))
        return [Piece(self.offered_token_id(slot), token_art(species), *box, label, place=slot_id(slot))]

    def offered_token_id(self, slot: int) -> str:
        return f"token-{slot}-{WILDLIFE_NAMES[self.market_token[slot]]}"

    def offered_tile_id(self, slot: int) -> str:
        return f"tile-{self.names[slot]}"

    def in_hand_tile(self) -> tuple[Piece, ...]:
        box = self.frame.hand_tile
        return tile_pieces(self.names["hand"], self.hand_tile, 0, box, say("in hand"), self.owner, "")

    def in_hand_token(self) -> Piece:
        label = token_label(self.hand_token, say("in hand"))
        return Piece("token-hand", token_art(self.hand_token), *self.frame.hand_token, label, self.owner)
