"""The market: a ladder of prices with the laborers on it, upright on a wide table and lying on a tall one."""

from __future__ import annotations

from stockade.core.figures import figures
from stockade.core.language import capital
from stockade.core.scene import Area, Box, Piece
from stockade.games.cascade_barricade.edition import PRICE_ROWS, TYPE_LETTERS, TYPE_NAMES
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import TYPES, Record
from stockade.games.cascade_barricade.picture.frame import Frame
from stockade.games.cascade_barricade.text.words import LABORERS, dollars, joined, laborer

LABORER = 56 / 40  # height of a laborer divided by its width


def market_id(kind: int) -> str:
    return f"market-{TYPE_LETTERS[kind]}"


class Market:
    """The laborers that can be hired, and their prices."""

    def __init__(self, record: Record, frame: Frame) -> None:
        self.record, self.frame = record, frame
        self.spaces = PRICE_ROWS * int(record.spaces)  # spaces of one type, over all prices

    def areas(self) -> list[Area]:
        areas = [Area("market", *self.frame.market, label="", art="market")]
        for kind, name in enumerate(TYPE_NAMES):
            left, column = int(self.record.market[kind]), self._column(kind)
            cheapest = say("the cheapest {price}", price=self._price(self.spaces - left)) if left else ""
            label = say("Market: {laborers}", laborers=joined(LABORERS[kind].counted(left), cheapest))
            areas.append(Area(market_id(kind), *column, label, art=f"column-{name}"))
            if self.frame.shape == "wide":
                size = 30.0
                at = (column[0] + column[2] / 2 - size / 2, column[1] + 8)
                areas.append(Area(f"head-{name}", *at, size, size * LABORER, label="", art=f"labor-{name}"))
            areas += [
                Area(f"space-{TYPE_LETTERS[kind]}-{space}", *self.market_box(kind, space), label="", art="space")
                for space in range(self.spaces - left)
            ]
        for row in range(PRICE_ROWS):
            price = str(self.record.prices[row])
            if self.frame.shape == "wide":
                x, y, w, h = self._rung(0, row)
                areas += figures(f"price-{row}", f"${price}", x - 42 + 21, y + h / 2, 22)
                continue
            for kind in range(TYPES):
                x, y, w, _ = self._rung(kind, row)
                areas += figures(f"price-{row}-{TYPE_LETTERS[kind]}", price, x + w / 2, y - 13, 22)
        return areas

    def _price(self, space: int) -> str:
        return dollars(int(self.record.prices[space // int(self.record.spaces)]))

    def _column(self, kind: int) -> Box:
        """Return the ladder of one type. The highest price is on top, or on a tall table at the right."""
        x, y, w, h = self.frame.market
        if self.frame.shape == "wide":
            step = (w - 44) / TYPES
            return x + 42 + kind * step, y + 4, step - 3, h - 8
        step = w / TYPES
        return x + kind * step + 2, y + 2, step - 4, h - 4

    def _rung(self, kind: int, row: int) -> Box:
        """Return the place of one price and type, without the price itself."""
        x, y, w, h = self._column(kind)
        if self.frame.shape == "wide":
            step = (h - 54) / PRICE_ROWS
            return x, y + 52 + (PRICE_ROWS - 1 - row) * step, w, step
        step = (w - 4) / PRICE_ROWS
        return x + 2 + row * step, y + 26, step, h - 28

    def market_box(self, kind: int, space: int) -> Box:
        """Return a space of the market, counted from the cheapest."""
        row, place = divmod(space, int(self.record.spaces))
        x, y, w, h = self._rung(kind, row)
        spaces = int(self.record.spaces)
        if self.frame.shape == "wide":
            wide = min(28.0, w / spaces)
            left, top = (w - wide * spaces) / 2 + place * wide, (h - wide * LABORER) / 2
        else:
            wide = min(28.0, w, h / 3 / LABORER)
            left, top = (w - wide) / 2, (h - wide * LABORER * spaces) / 2 + place * wide * LABORER
        return round(x + left, 1), round(y + top, 1), round(wide, 1), round(wide * LABORER, 1)

    def pieces(self) -> list[Piece]:
        pieces = []
        for kind in range(TYPES):
            free = self.spaces - int(self.record.market[kind])
            pieces += [self._offered(kind, space) for space in range(free, self.spaces)]
        return pieces

    def _offered(self, kind: int, space: int) -> Piece:
        name = TYPE_NAMES[kind]
        label = say("{laborer} in the market for {price}", laborer=capital(laborer(kind)), price=self._price(space))
        box = self.market_box(kind, space)
        return Piece(f"{name}-{space}", f"labor-{name}", *box, label, place=market_id(kind))
