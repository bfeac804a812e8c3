"""The market: a ladder of prices with the laborers on it, upright on a wide table and lying on a tall one."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from stockade.core.figures import figures
from stockade.core.language import cache_by_language, capital
from stockade.core.scene import Area, Box, Piece, Shape
from stockade.games.cascade_barricade.edition import PRICE_ROWS, TYPE_LETTERS, TYPE_NAMES
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import TYPES, Record
from stockade.games.cascade_barricade.picture.frame import Frame
from stockade.games.cascade_barricade.text.words import LABORERS, dollars, joined, laborer

LABORER = 56 / 40  # height of a laborer divided by its width


def market_id(kind: int) -> str:
    return f"market-{TYPE_LETTERS[kind]}"


class Ladder(NamedTuple):
    """Where the market has its spaces: `spaces` of them for each type and price."""

    shape: Shape
    place: Box
    spaces: int

    def column(self, kind: int) -> Box:
        """Return the ladder of one type. The highest price is on top, or on a tall table at the right."""
        x, y, w, h = self.place
        if self.shape == "wide":
            step = (w - 44) / TYPES
            return x + 42 + kind * step, y + 4, step - 3, h - 8
        step = w / TYPES
        return x + kind * step + 2, y + 2, step - 4, h - 4

    def rung(self, kind: int, row: int) -> Box:
        """Return the place of one price and type, without the price itself."""
        x, y, w, h = self.column(kind)
        if self.shape == "wide":
            step = (h - 54) / PRICE_ROWS
            return x, y + 52 + (PRICE_ROWS - 1 - row) * step, w, step
        step = (w - 4) / PRICE_ROWS
        return x + 2 + row * step, y + 26, step, h - 28

    def box(self, kind: int, space: int) -> Box:
        """Return a space of the market, counted from the cheapest."""
        spaces = self.spaces
        row, place = divmod(space, spaces)
        x, y, w, h = self.rung(kind, row)
        if self.shape == "wide":
            wide = min(28.0, w / spaces)
            left, top = (w - wide * spaces) / 2 + place * wide, (h - wide * LABORER) / 2
        else:
            wide = min(28.0, w, h / 3 / LABORER)
            left, top = (w - wide) / 2, (h - wide * LABORER * spaces) / 2 + place * wide * LABORER
        return round(x + left, 1), round(y + top, 1), round(wide, 1), round(wide * LABORER, 1)


@lru_cache(1 << 12)
def empty_space(ladder: Ladder, kind: int, space: int) -> Area:
    return Area(f"space-{TYPE_LETTERS[kind]}-{space}", *ladder.box(kind, space), label="", art="space")


@cache_by_language
def offered_piece(ladder: Ladder, kind: int, space: int, price: int) -> Piece:
    """Return a laborer that can be hired."""
    name = TYPE_NAMES[kind]
    label = say("{laborer} in the market for {price}", laborer=capital(laborer(kind)), price=dollars(price))
    return Piece(f"{name}-{space}", f"labor-{name}", *ladder.box(kind, space), label, place=market_id(kind))


class Market:
    """The laborers that can be hired, and their prices."""

    def __init__(self, record: Record, frame: Frame) -> None:
        self.record, self.frame = record, frame
        self.ladder = Ladder(frame.shape, frame.market, int(record.spaces))
        self.spaces = PRICE_ROWS * self.ladder.spaces  # spaces of one type, over all prices
        self.prices: list[int] = record.prices.tolist()

    def areas(self) -> list[Area]:
        areas = [Area("market", *self.frame.market, label="", art="market")]
        for kind, name in enumerate(TYPE_NAMES):
            left, column = int(self.record.market[kind]), self.ladder.column(kind)
            cheapest = say("the cheapest {price}", price=dollars(self._price(self.spaces - left))) if left else ""
            label = say("Market: {laborers}", laborers=joined(LABORERS[kind].counted(left), cheapest))
            areas.append(Area(market_id(kind), *column, label, art=f"column-{name}"))
            if self.frame.shape == "wide":
                size = 30.0
                at = (column[0] + column[2] / 2 - size / 2, column[1] + 8)
                areas.append(Area(f"head-{name}", *at, size, size * LABORER, label="", art=f"labor-{name}"))
            areas += [empty_space(self.ladder, kind, space) for space in range(self.spaces - left)]
        for row in range(PRICE_ROWS):
            price = str(self.prices[row])
            if self.frame.shape == "wide":
                x, y, w, h = self.ladder.rung(0, row)
                areas += figures(f"price-{row}", f"${price}", x - 42 + 21, y + h / 2, 22)
                continue
            for kind in range(TYPES):
                x, y, w, _ = self.ladder.rung(kind, row)
                areas += figures(f"price-{row}-{TYPE_LETTERS[kind]}", price, x + w / 2, y - 13, 22)
        return areas

    def _price(self, space: int) -> int:
        return self.prices[space // self.ladder.spaces]

    def pieces(self) -> list[Piece]:
        pieces = []
        for kind in range(TYPES):
            free = self.spaces - int(self.record.market[kind])
            pieces += [
                offered_piece(self.ladder, kind, space, self._price(space)) for space in range(free, self.spaces)
            ]
        return pieces
