"""The island: land and water, walls and characters on it, and what the end of the round would change."""

from __future__ import annotations

from stockade.core.figures import figures
from stockade.core.hexes import HIGH, fit_hexes
from stockade.core.scene import Area, Box, Piece
from stockade.games.cascade_barricade.edition import KIND_NAMES
from stockade.games.cascade_barricade.layout import NOTHING, SIDE, SLOTS, Phase, Record
from stockade.games.cascade_barricade.picture.preview import Outlook
from stockade.games.cascade_barricade.tables import CORNERS, LAND, cell_number
from stockade.games.cascade_barricade.text.notation import SEAT_NAMES, place_of, place_text
from stockade.games.cascade_barricade.text.words import wall_words

SPRING = cell_number(0, 0)


def cell_id(cell: int) -> str:
    return f"cell-{place_text(cell)}"


def character_id(seat: int) -> str:
    return f"character-{seat}"


class Island:
    """The land of a record, and where its spaces are in the picture."""

    def __init__(self, record: Record, room: Box, ahead: Outlook) -> None:
        self.record, self.room, self.ahead, self.players = record, room, ahead, int(record.players)
        self.cells = [
            row * SIDE + column
            for row, bits in enumerate(LAND[record.radius].tolist())
            for column in range(SIDE)
            if bits >> column & 1
        ]
        self.grid = fit_hexes(map(place_of, self.cells), room)
        self.standing = {
            int(player.stand[slot]): (seat, slot)
            for seat, player in enumerate(record.player[: self.players])
            for slot in range(SLOTS)
            if player.stand[slot] != NOTHING
        }

    def box(self, cell: int, share: float = 1.0, high: float = HIGH, aside: float = 0.0) -> Box:
        """Return the place of something on a space: see `HexGrid.box`."""
        return self.grid.box(place_of(cell), share, high, aside)

    # -- areas

    def areas(self, digs: bool) -> list[Area]:
        """Return the areas of the island. `digs` says whether holes can be dug now."""
        return [*self._spade(digs), *self._land()]

    def _spade(self, digs: bool) -> list[Area]:
        """Return the spade, at the lower left of the island, while holes can be dug."""
        x, y, _, h = self.room
        size = 84.0
        return [Area("spade", x, y + h - size, size, size, "Spade: dig a hole", art="spade")] if digs else []

    def _land(self) -> list[Area]:
        areas, wet = [], []
        for cell in self.cells:
            art, words = self._ground(cell)
            if cell in self.ahead.wet:
                words += ", will be flooded"
                wet.append(Area(f"wet-{place_text(cell)}", *self.box(cell), label="", art="wet"))
            areas.append(Area(cell_id(cell), *self.box(cell), f"Space {place_text(cell)}: {words}", art))
        if self.record.phase == Phase.CORNER:
            for number, cell in enumerate(CORNERS[self.record.radius].tolist(), 1):
                x, y, w, h = self.box(cell)
                wet += figures(f"corner-{number}", str(number), x + w / 2, y + h / 2, h * 0.5, ink="dark")
        return areas + wet

    def _ground(self, cell: int) -> tuple[str, str]:
        row, bit = cell // SIDE, cell % SIDE
        if cell == SPRING:
            return "spring", "the spring"
        if int(self.record.water[row]) >> bit & 1:
            return "water", "water"
        if int(self.record.holes[row]) >> bit & 1:
            return "hole", "a hole"
        q, r = place_of(cell)
        return ("shore" if max(abs(q), abs(r), abs(q + r)) == self.record.radius else "meadow"), "dry"

    # -- pieces

    def pieces(self) -> list[Piece]:
        pieces = [self.stand(*place, cell) for cell, place in sorted(self.standing.items())]
        pieces += [self._doom(*place, self.standing_on(*place), self.ahead) for place in self.ahead.falling]
        for seat in range(self.players):
            cell = int(self.record.player[seat].character)
            if cell != NOTHING:
                pieces.append(self.character(seat, cell))
        pieces += [self._peril(seat) for seat in sorted(self.ahead.fleeing)]
        return pieces

    def stand(self, seat: int, slot: int, cell: int) -> Piece:
        wall = int(self.record.player[seat].wall[slot])
        kind, name = KIND_NAMES[self.record.kind[wall]], SEAT_NAMES[seat]
        label = f"{name}'s wall {slot + 1}, {wall_words(self.record, wall)}, on {place_text(cell)}"
        label += self.ahead.fate(seat, slot)
        box = self.box(cell, 0.9, 100 / 104)
        art = f"stand-{name.lower()}-{kind}-{slot + 1}"
        return Piece(f"stand-{seat}-{slot + 1}", art, *box, label, seat, place=cell_id(cell))

    def standing_on(self, seat: int, slot: int) -> int:
        return int(self.record.player[seat].stand[slot])

    def _doom(self, seat: int, slot: int, cell: int, ahead: Outlook) -> Piece:
        """Return the sign on a wall that will fall, or that will not fall after all."""
        falls = (seat, slot) in ahead.falling
        fate = ahead.fate(seat, slot) if falls else " stands then"
        label = f"{SEAT_NAMES[seat]}'s wall {slot + 1} on {place_text(cell)}{fate}"
        box, art = self._badge(cell, 0.66, 0.08), "doom" if falls else "spared"
        return Piece(f"doom-{seat}-{slot + 1}", art, *box, label, seat, place=cell_id(cell))

    def _badge(self, cell: int, right: float, down: float) -> Box:
        """Return the place of a small round sign on a space."""
        x, y, w, _ = self.box(cell)
        return round(x + w * right, 1), round(y + w * down, 1), round(w * 0.36, 1), round(w * 0.36, 1)

    def _peril(self, seat: int) -> Piece:
        """Return the sign on a character that the water will reach."""
        cell = int(self.record.player[seat].character)
        beside = sorted(other for other in self.ahead.fleeing if self.record.player[other].character == cell)
        does = "will drown" if seat in self.ahead.drowning else "will have to flee"
        box = self._badge(cell, 0.66 - 0.3 * beside.index(seat), 0.72)
        label = f"{SEAT_NAMES[seat]}'s character {does}"
        art = "drowns" if seat in self.ahead.drowning else "flees"
        return Piece(f"peril-{seat}", art, *box, label, seat, place=cell_id(cell))

    def tide(self, then: Outlook, placed: tuple[int, int, int] | None = None) -> tuple[Piece, ...]:
        """Return how the end of the round would differ: other spaces stay dry or are flooded, other walls fall or
        stand. `placed` is a wall that is just being placed: its seat, slot and cell."""
        pieces = []
        for cell in sorted(self.ahead.wet ^ then.wet):
            spared = cell in self.ahead.wet
            label = f"Space {place_text(cell)} {'stays dry' if spared else 'is flooded as well'}"
            art = "dry" if spared else "wet"
            pieces.append(Piece(f"tide-{place_text(cell)}", art, *self.box(cell), label, place=cell_id(cell)))
        for seat, slot in sorted({*self.ahead.falling} ^ {*then.falling}):
            is_new = placed is not None and placed[:2] == (seat, slot)
            cell = placed[2] if placed is not None and is_new else self.standing_on(seat, slot)
            pieces.append(self._doom(seat, slot, cell, then))
        return tuple(pieces)

    def character(self, seat: int, cell: int) -> Piece:
        """Return a character. Characters that share a space stand beside each other."""
        others = [
            other for other in range(self.players) if other == seat or self.record.player[other].character == cell
        ]
        share = 0.62 if len(others) < 3 else 0.5
        aside = (others.index(seat) - (len(others) - 1) / 2) * 0.62 / max(len(others), 2)
        box = self.box(cell, share, 72 / 60, aside)
        name = SEAT_NAMES[seat]
        label = f"{name}'s character on {place_text(cell)}"
        return Piece(character_id(seat), f"character-{name.lower()}", *box, label, seat, place=cell_id(cell))

    def hole(self, cell: int) -> Piece:
        """Return a hole as it would lie on a space."""
        box = self.box(cell)
        return Piece(f"hole-{place_text(cell)}", "hole", *box, f"Hole on {place_text(cell)}", place=cell_id(cell))
