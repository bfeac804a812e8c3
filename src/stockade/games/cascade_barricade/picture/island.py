"""The island: land and water, walls and characters on it, and what the end of the round would change."""

from __future__ import annotations

from functools import cache, lru_cache

from stockade.core.figures import figures
from stockade.core.hexes import HIGH, HexGrid, fit_hexes
from stockade.core.language import cache_by_language, mark
from stockade.core.scene import Area, Box, Piece
from stockade.games.cascade_barricade.edition import KIND_NAMES
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import NOTHING, SIDE, SLOTS, Phase, Record
from stockade.games.cascade_barricade.picture.preview import Outlook
from stockade.games.cascade_barricade.rules.turn import seat_of
from stockade.games.cascade_barricade.tables import CORNERS, LAND, cell_number
from stockade.games.cascade_barricade.text.notation import COLOUR_NAMES, colour_name, place_of, place_text
from stockade.games.cascade_barricade.text.words import joined, wall_words

SPRING = cell_number(0, 0)
AXIS = 20.0  # height of the coordinates at the rim
GROUNDS = {
    "spring": mark("the spring"),
    "water": mark("water"),
    "hole": mark("a hole"),
    "shore": mark("dry"),
    "meadow": mark("dry"),
}
"""What there is on a space, by its art."""


@cache
def cell_id(cell: int) -> str:
    return f"cell-{place_text(cell)}"


def character_id(colour: int) -> str:
    return f"character-{colour}"


@lru_cache
def land_of(radius: int, room: Box) -> tuple[tuple[int, ...], HexGrid]:
    """Return the cells of the land, and where they are in the picture."""
    cells = tuple(
        row * SIDE + column
        for row, bits in enumerate(LAND[radius].tolist())
        for column in range(SIDE)
        if bits >> column & 1
    )
    x, y, w, h = room
    return cells, fit_hexes(map(place_of, cells), (x + AXIS, y, w - AXIS, h - AXIS))


@cache_by_language
def cell_area(grid: HexGrid, cell: int, art: str, is_wet: bool) -> Area:
    """Return a space of the land. `is_wet` says whether the water will reach it."""
    ground = say(GROUNDS[art])
    if is_wet:
        ground = joined(ground, say("will be flooded"))
    label = say("Space {space}: {ground}", space=place_text(cell), ground=ground)
    return Area(cell_id(cell), *grid.box(place_of(cell)), label, art)


@lru_cache
def axis_areas(grid: HexGrid, radius: int) -> tuple[Area, ...]:
    """Return the coordinates of the spaces at the rim: r at the left of each row, q at the lower end of each line
    that goes down to the right."""
    areas = []
    for number in range(-radius, radius + 1):
        x, y, w, h = grid.box((max(-radius, -radius - number), number))
        areas += figures(f"row-{number}", number, x - 4, y + h / 2, AXIS, align=1, ink="axis")
        x, y, w, h = grid.box((number, min(radius, radius - number)))
        away = w / 2 + 0.6 * AXIS
        middle = (x + w / 2 + away * 0.5, y + h / 2 + away * 0.866)
        areas += figures(f"line-{number}", number, *middle, AXIS, ink="axis")
    return tuple(areas)


@cache_by_language
def hole_piece(grid: HexGrid, cell: int) -> Piece:
    label = say("Hole on {space}", space=place_text(cell))
    return Piece(f"hole-{place_text(cell)}", "hole", *grid.box(place_of(cell)), label, place=cell_id(cell))


class Island:
    """The land of a record, and where its spaces are in the picture."""

    def __init__(self, record: Record, room: Box, ahead: Outlook) -> None:
        self.record, self.room, self.ahead, self.colours = record, room, ahead, range(int(record.colours))
        self.radius = int(record.radius)
        self.cells, self.grid = land_of(self.radius, room)
        self.stands: list[list[int]] = record.player["stand"].tolist()  # by colour and slot
        self.standing = {
            self.stands[colour][slot]: (colour, slot)
            for colour in self.colours
            for slot in range(SLOTS)
            if self.stands[colour][slot] != NOTHING
        }
        self.characters: list[int] = record.player["character"].tolist()  # the cell of each

    def box(self, cell: int, share: float = 1.0, high: float = HIGH, aside: float = 0.0) -> Box:
        """Return the place of something on a space: see `HexGrid.box`."""
        return self.grid.box(place_of(cell), share, high, aside)

    # -- areas

    def areas(self, digs: bool) -> list[Area]:
        """Return the areas of the island. `digs` says whether holes can be dug now."""
        return [*self._spade(digs), *self._land(), *axis_areas(self.grid, self.radius)]

    def _spade(self, digs: bool) -> list[Area]:
        """Return the spade, at the lower left of the island, while holes can be dug."""
        x, y, _, h = self.room
        size = 84.0
        return [Area("spade", x, y + h - size, size, size, say("Spade: dig a hole"), art="spade")] if digs else []

    def _land(self) -> list[Area]:
        grounds = self._grounds()
        areas = [cell_area(self.grid, cell, grounds[cell], cell in self.ahead.wet) for cell in self.cells]
        wet = [
            Area(f"wet-{place_text(cell)}", *self.box(cell), label="", art="wet")
            for cell in self.cells
            if cell in self.ahead.wet
        ]
        if self.record.phase == Phase.CORNER:
            for number, cell in enumerate(CORNERS[self.record.radius].tolist(), 1):
                x, y, w, h = self.box(cell)
                wet += figures(f"corner-{number}", str(number), x + w / 2, y + h / 2, h * 0.5, ink="dark")
        return areas + wet

    def _grounds(self) -> dict[int, str]:
        """Return the art of every space."""
        water, holes = self.record.water.tolist(), self.record.holes.tolist()
        grounds = {}
        for cell in self.cells:
            row, bit = divmod(cell, SIDE)
            q, r = place_of(cell)
            grounds[cell] = "shore" if max(abs(q), abs(r), abs(q + r)) == self.radius else "meadow"
            if holes[row] >> bit & 1:
                grounds[cell] = "hole"
            if water[row] >> bit & 1:
                grounds[cell] = "water"
        grounds[SPRING] = "spring"
        return grounds

    # -- pieces

    def pieces(self) -> list[Piece]:
        pieces = [self.stand(*place, cell) for cell, place in sorted(self.standing.items())]
        pieces += [self._doom(*place, self.standing_on(*place), self.ahead) for place in self.ahead.falling]
        for colour in self.colours:
            cell = self.characters[colour]
            if cell != NOTHING:
                pieces.append(self.character(colour, cell))
        pieces += [self._peril(colour) for colour in sorted(self.ahead.fleeing)]
        return pieces

    def stand(self, colour: int, slot: int, cell: int) -> Piece:
        wall = int(self.record.player[colour].wall[slot])
        label = say(
            "{colour}'s wall {slot}, {wall}, on {space}",
            colour=colour_name(colour),
            slot=slot + 1,
            wall=wall_words(self.record, wall),
            space=place_text(cell),
        )
        label = joined(label, self.ahead.fate(colour, slot))
        box = self.box(cell, 0.9, 100 / 104)
        art = f"stand-{COLOUR_NAMES[colour].lower()}-{KIND_NAMES[self.record.kind[wall]]}-{slot + 1}"
        return Piece(
            f"stand-{colour}-{slot + 1}", art, *box, label, seat_of(self.record, colour), place=cell_id(cell)
        )

    def standing_on(self, colour: int, slot: int) -> int:
        return self.stands[colour][slot]

    def _doom(self, colour: int, slot: int, cell: int, ahead: Outlook) -> Piece:
        """Return the sign on a wall that will fall, or that will not fall after all."""
        art, text = "spared", mark("{colour}'s wall {slot} on {space} stands then")
        if (colour, slot) in ahead.falling:
            art, text = "doom", mark("{colour}'s wall {slot} on {space}")
        label = say(text, colour=colour_name(colour), slot=slot + 1, space=place_text(cell))
        label = joined(label, ahead.fate(colour, slot))
        box = self._badge(cell, 0.66, 0.08)
        return Piece(f"doom-{colour}-{slot + 1}", art, *box, label, seat_of(self.record, colour), place=cell_id(cell))

    def _badge(self, cell: int, right: float, down: float) -> Box:
        """Return the place of a small round sign on a space."""
        x, y, w, _ = self.box(cell)
        return round(x + w * right, 1), round(y + w * down, 1), round(w * 0.36, 1), round(w * 0.36, 1)

    def _peril(self, colour: int) -> Piece:
        """Return the sign on a character that the water will reach."""
        cell = self.characters[colour]
        beside = sorted(other for other in self.ahead.fleeing if self.characters[other] == cell)
        box = self._badge(cell, 0.66 - 0.3 * beside.index(colour), 0.72)
        art, text = "flees", mark("{colour}'s character will have to flee")
        if colour in self.ahead.drowning:
            art, text = "drowns", mark("{colour}'s character will drown")
        label = say(text, colour=colour_name(colour))
        return Piece(f"peril-{colour}", art, *box, label, seat_of(self.record, colour), place=cell_id(cell))

    def tide(self, then: Outlook, placed: tuple[int, int, int] | None = None) -> tuple[Piece, ...]:
        """Return how the end of the round would differ: other spaces stay dry or are flooded, other walls fall or
        stand. `placed` is a wall that is just being placed: its colour, slot and cell."""
        pieces = []
        for cell in sorted(self.ahead.wet ^ then.wet):
            art, text = "wet", mark("Space {space} is flooded as well")
            if cell in self.ahead.wet:
                art, text = "dry", mark("Space {space} stays dry")
            label = say(text, space=place_text(cell))
            pieces.append(Piece(f"tide-{place_text(cell)}", art, *self.box(cell), label, place=cell_id(cell)))
        for colour, slot in sorted({*self.ahead.falling} ^ {*then.falling}):
            is_new = placed is not None and placed[:2] == (colour, slot)
            cell = placed[2] if placed is not None and is_new else self.standing_on(colour, slot)
            pieces.append(self._doom(colour, slot, cell, then))
        return tuple(pieces)

    def character(self, colour: int, cell: int) -> Piece:
        """Return a character. Characters that share a space stand beside each other."""
        others = [other for other in self.colours if other == colour or self.characters[other] == cell]
        share = 0.62 if len(others) < 3 else 0.5
        aside = (others.index(colour) - (len(others) - 1) / 2) * 0.62 / max(len(others), 2)
        box = self.box(cell, share, 72 / 60, aside)
        label = say("{colour}'s character on {space}", colour=colour_name(colour), space=place_text(cell))
        return Piece(
            character_id(colour),
            f"character-{COLOUR_NAMES[colour].lower()}",
            *box,
            label,
            seat_of(self.record, colour),
            place=cell_id(cell),
        )

    def hole(self, cell: int) -> Piece:
        """Return a hole as it would lie on a space."""
        return hole_piece(self.grid, cell)
