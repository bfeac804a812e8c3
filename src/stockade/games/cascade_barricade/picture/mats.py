"""What lies in front of a player for each colour: sign, money and income, and three slots with walls and laborers."""

from __future__ import annotations

from stockade.core.figures import figures
from stockade.core.language import capital, mark
from stockade.core.scene import Area, Box, Piece
from stockade.games.cascade_barricade.edition import TYPE_LETTERS, TYPE_NAMES
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import NOTHING, SLOTS, TYPES, Record
from stockade.games.cascade_barricade.picture.block import card_pieces
from stockade.games.cascade_barricade.picture.frame import Plate
from stockade.games.cascade_barricade.picture.future import Future
from stockade.games.cascade_barricade.picture.ladder import LABORER
from stockade.games.cascade_barricade.picture.preview import Outlook
from stockade.games.cascade_barricade.picture.turns import order_of, sign_of
from stockade.games.cascade_barricade.rules.turn import seat_of
from stockade.games.cascade_barricade.text.notation import colour_name, colour_words
from stockade.games.cascade_barricade.text.words import card_of, card_words, dollars, joined, laborer

SLOT = (80.0, 126.0)  # a card, and the laborers below it
PLACES = (
    mark("first in turn order"),
    mark("second in turn order"),
    mark("third in turn order"),
    mark("fourth in turn order"),
    mark("fifth in turn order"),
    mark("sixth in turn order"),
)


def slot_id(colour: int, slot: int) -> str:
    return f"slot-{colour}-{slot + 1}"


def laborer_id(colour: int, slot: int, kind: int, number: int) -> str:
    return f"laborer-{colour}-{slot + 1}-{TYPE_LETTERS[kind]}-{number}"


class Mat:
    """The mat of a colour."""

    def __init__(self, record: Record, colour: int, plate: Plate, ahead: Outlook, coming: Future) -> None:
        self.record, self.colour, self.plate, self.ahead, self.coming = record, colour, plate, ahead, coming
        self.player, self.name, self.seat = record.player[colour], colour_name(colour), seat_of(record, colour)

    def areas(self) -> list[Area]:
        """Return sign, place in the turn order, money, what the walls would pay now, and the slots."""
        areas = [*self._head(), *self._money()]
        for slot in range(SLOTS):
            left, top, across, _ = self.slot_box(slot)
            areas.append(self._slot(slot))
            name = f"slot-number-{self.colour}-{slot + 1}"
            areas += figures(name, str(slot + 1), left + across / 2, top + across * 0.6, 24, ink="dim")
        return areas

    def _sign_size(self) -> float:
        return 36.0 if self.plate.is_narrow else self._beside() - 8

    def _beside(self) -> float:
        """Return the width left of the slots."""
        return self.plate.box[2] - 3 * self.plate.slot_wide - 14

    def _head(self) -> list[Area]:
        """Return the plate and the colour's sign, with its place in the turn order."""
        (x, y, w, h), size, colour = self.plate.box, self._sign_size(), self.colour
        order, earned = order_of(self.record), self.ahead.earned[colour]
        is_now = self.record.colour == colour
        facts = joined(
            dollars(int(self.player.money)),
            say(PLACES[order.index(colour)]) if colour in order else "",
            say("would earn {price} now", price=dollars(earned)) if earned else "",
            say("drowned") if self.player.drowned else "",
        )
        label = f"{colour_words(self.record, colour)}: {facts}"
        areas = [
            Area(f"plate-{colour}", x, y, w, h, label="", art="plate-now" if is_now else "plate"),
            Area(f"sign-{colour}", x + 4, y + 4, size, size, label, sign_of(colour)),
        ]
        if self.player.drowned:
            areas.append(Area(f"drowned-{colour}", x + 4, y + 4, size, size, "", art="out"))
        if colour in order:
            badge = size * 0.46
            left, top = x + size - badge + 6, y + size - badge + 8
            areas.append(Area(f"order-{colour}", left, top, badge, badge, "", "place"))
            number, middle = str(order.index(colour) + 1), badge / 2
            areas += figures(f"order-number-{colour}", number, left + middle, top + middle, badge * 0.7, ink="dark")
        return areas

    def _money(self) -> list[Area]:
        """Return the money, and what the walls would pay now."""
        (x, y, w, _), size, beside = self.plate.box, self._sign_size(), self._beside()
        earned = self.ahead.earned[self.colour]
        money, more = f"${self.player.money}", f"+{earned}" if earned else ""
        at, name, income = x + 2 + beside / 2, f"money-{self.colour}", f"income-{self.colour}"
        if self.plate.is_narrow:
            areas = figures(name, money, x + size + 16, y + 22, 24, align=0)
            return areas + figures(income, more, x + w - 6, y + 22, 20, align=1)
        high = min(24.0, (beside - 2) / len(money) / 0.6)
        areas = figures(name, money, at, y + size + 26, high)
        return areas + figures(income, more, at, y + size + 50, 18)

    def slot_box(self, slot: int) -> Box:
        (x, y, w, h), wide, is_narrow = self.plate
        high = wide * SLOT[1] / SLOT[0]
        top = y + h - high - 3 if is_narrow else y + (h - high) / 2
        right = w - (w - SLOTS * (wide + 1)) / 2 if is_narrow else w - 3
        return x + right - (SLOTS - slot) * (wide + 1), top, wide, high

    def _slot(self, slot: int) -> Area:
        wall, words = int(self.player.wall[slot]), say("empty")
        if wall != NOTHING:
            beside, fate = self.coming.beside_words(self.colour, slot), self.ahead.fate(self.colour, slot)
            words = joined(card_words(card_of(self.record, wall)), beside, fate)
        label = say("{colour}'s slot {slot}: {what}", colour=self.name, slot=slot + 1, what=words)
        return Area(slot_id(self.colour, slot), *self.slot_box(slot), label, art="slot")

    def pieces(self) -> list[Piece]:
        return [piece for slot in range(SLOTS) for piece in self._held(slot)]

    def _held(self, slot: int) -> list[Piece]:
        """Return a wall in its slot, and the laborers on it."""
        wall, colour = int(self.player.wall[slot]), self.colour
        if wall == NOTHING:
            return []
        (x, y, w, _), place = self.slot_box(slot), slot_id(colour, slot)
        where = say("in {colour}'s slot {slot}", colour=self.name, slot=slot + 1)
        pieces = [*card_pieces(card_of(self.record, wall), (x, y, w), where, place, self.seat)]
        at = 0
        for kind in range(TYPES):
            for number in range(int(self.player.labor[slot, kind])):
                pieces.append(self.laborer(slot, kind, number, at))
                at += 1
        if (colour, slot) in self.ahead.falling:
            size = w * 0.3
            label = say("{colour}'s wall {slot}", colour=self.name, slot=slot + 1)
            label = joined(label, self.ahead.fate(colour, slot))
            box = (x + w - size - 3, y + w * 0.6, size, size)
            pieces.append(Piece(f"fate-{colour}-{slot + 1}", "doom", *box, label, self.seat, place=place))
        return pieces

    def laborer(self, slot: int, kind: int, number: int, at: int) -> Piece:
        """Return a laborer on a wall. `number` counts those of its type, `at` all that stand below the card."""
        x, y, w, _ = self.slot_box(slot)
        unit, who = w / SLOT[0], capital(laborer(kind))
        label = say("{laborer} on {colour}'s wall {slot}", laborer=who, colour=self.name, slot=slot + 1)
        box = (x + (9 + at * 22) * unit, y + 97.5 * unit, 19 * unit, 19 * unit * LABORER)
        name, place = laborer_id(self.colour, slot, kind, number), slot_id(self.colour, slot)
        return Piece(name, f"labor-{TYPE_NAMES[kind]}", *box, label, self.seat, place=place)
