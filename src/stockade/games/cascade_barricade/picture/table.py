"""Everything on the table: the block, the turn order, the island, the market, and the mats."""

from __future__ import annotations

from stockade.core.scene import Area, Box, Piece, Shape
from stockade.games.cascade_barricade.layout import Record
from stockade.games.cascade_barricade.picture.block import Block
from stockade.games.cascade_barricade.picture.frame import frame_of
from stockade.games.cascade_barricade.picture.future import Future
from stockade.games.cascade_barricade.picture.island import Island
from stockade.games.cascade_barricade.picture.ladder import Market
from stockade.games.cascade_barricade.picture.mats import Mat
from stockade.games.cascade_barricade.picture.preview import Outlook
from stockade.games.cascade_barricade.picture.turns import Turns


class Table:
    """The table of one record: its parts, and where they lie in the picture."""

    def __init__(self, record: Record, viewer: int | None, shape: Shape, ahead: Outlook, coming: Future) -> None:
        players, colours = int(record.players), int(record.colours)
        self.frame, self.coming = frame_of(shape, colours), coming
        self.block = Block(record, self.frame)
        self.turns = Turns(record, self.frame, coming)
        self.island = Island(record, self.frame.island, ahead)
        self.market = Market(record, self.frame)
        first = viewer or 0  # the viewer's mats come first
        mats = sorted(range(colours), key=lambda colour: ((colour - first) % players, (colour - first) % colours))
        self.mats = {
            colour: Mat(record, colour, plate, ahead, coming)
            for colour, plate in zip(mats, self.frame.plates, strict=True)
        }

    def part(self) -> Box | None:
        """Return the place of the island. On a tall table it has the full width anyway, so return None."""
        return self.frame.island if self.frame.shape == "wide" else None

    def areas(self, digs: bool) -> tuple[Area, ...]:
        """Return the areas of the table. `digs` says whether holes can be dug now."""
        areas = [Area("ground", 0, 0, *self.frame.size, label="", art="ground")]
        areas += self.block.areas() + self.turns.areas() + self.island.areas(digs) + self.market.areas()
        for mat in self.mats.values():
            areas += mat.areas()
        return tuple(areas)

    def pieces(self) -> tuple[Piece, ...]:
        pieces = self.block.pieces() + self.market.pieces()
        for mat in self.mats.values():
            pieces += mat.pieces()
        return (*pieces, *self.island.pieces())
