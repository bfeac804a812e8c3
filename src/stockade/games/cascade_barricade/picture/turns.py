"""The number of the round, and the order in which colours act in an auction or a phase."""

from __future__ import annotations

from collections.abc import Iterable

from stockade.core.figures import figures
from stockade.core.scene import Area
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import NOTHING, Phase, Record
from stockade.games.cascade_barricade.picture.frame import Frame
from stockade.games.cascade_barricade.picture.future import Future
from stockade.games.cascade_barricade.text.notation import COLOUR_NAMES, colour_name
from stockade.games.cascade_barricade.text.words import dollars, wall_words


def sign_of(colour: int) -> str:
    return f"sign-{COLOUR_NAMES[colour].lower()}"


def order_of(record: Record) -> list[int]:
    """Return the colours that have a place in the turn order, in that order."""
    return [int(colour) for colour in record.order[: record.colours] if colour != NOTHING]


class Turns:
    """The number of the round, and the strip beside it."""

    def __init__(self, record: Record, frame: Frame, coming: Future) -> None:
        self.record, self.frame, self.colours = record, frame, range(int(record.colours))
        self.lot, self.coming = int(record.lot), coming

    def areas(self) -> list[Area]:
        return [*self._round(), *(self._phase() if self.lot == NOTHING else self._auction())]

    def _round(self) -> list[Area]:
        number, (x, y, w, h) = int(self.record.round_no), self.frame.round
        if not number:
            return []
        return [
            Area("round", x, y, w, h, say("Round {round}", round=number), art="round"),
            *figures("round-number", str(number), x + w / 2, y + h * 0.56, h * 0.44),
        ]

    def _auction(self) -> list[Area]:
        """Return the highest bid and its bidder, then all colours, with a sign on those that are out."""
        record, (x, y, _, h) = self.record, self.frame.strip
        bid, bidder = int(record.bid), int(record.bidder)
        inside = [colour for colour in self.colours if int(record.bidding) >> colour & 1]
        said = say("no bid yet")
        if bidder != NOTHING:
            said = say("{price} by {colour}", price=dollars(bid), colour=colour_name(bidder))
        label = say(
            "Auction of the {wall}: {bid}; still in: {names}; it {pays}",
            wall=wall_words(record, self.lot),
            bid=said,
            names=", ".join(map(colour_name, inside)),
            pays=self.coming.payback_words(record, self.lot),
        )
        areas = [Area("auction", x, y + 8, 44, 44, label, art="gavel")]
        areas += figures("offer", f"${bid or self.lot + 1}", x + 54, y + h / 2, 38, align=0)
        if bidder != NOTHING:
            areas.append(Area("bidder", x + 152, y + 4, 52, 52, "", sign_of(bidder)))
        areas += self._signs(self.colours, x + 236, y, out=set(self.colours) - set(inside))
        return areas

    def _phase(self) -> list[Area]:
        """Return the colours in the order of this phase. Laborers are hired from the last to the first."""
        x, y, _, h = self.frame.strip
        order = order_of(self.record)
        if len(order) < len(self.colours):
            return []
        backwards = self.record.phase == Phase.HIRE
        order = order[::-1] if backwards else order
        names = ", ".join(map(colour_name, order))
        label = say("Hiring order: {names}", names=names) if backwards else say("Turn order: {names}", names=names)
        return [Area("turns", x, y + (h - 40) / 2, 56, 40, label, art="turns"), *self._signs(order, x + 68, y, set())]

    def _signs(self, colours: Iterable[int], x: float, y: float, out: set[int]) -> list[Area]:
        """Return signs in a row. The player who decides has a ring, and those who are out have a cross."""
        areas = []
        for place, colour in enumerate(colours):
            left = x + place * 66
            if colour == self.record.colour:
                areas.append(Area(f"now-{colour}", left - 5, y + 3, 54, 54, "", art="now"))
            areas.append(Area(f"in-{colour}", left, y + 8, 44, 44, "", sign_of(colour)))
            if colour in out:
                areas.append(Area(f"out-{colour}", left, y + 8, 44, 44, "", art="out"))
        return areas
