"""The block with its walls, and the deck.

A card lies on a spot of the block or in a player's slot, and what is printed on it is laid over it piece by piece.
All of these pieces belong to that place, so that a touch anywhere on the card means the place.
"""

from __future__ import annotations

from stockade.core.figures import figures
from stockade.core.language import cache_by_language, capital
from stockade.core.scene import Area, Box, Piece
from stockade.games.cascade_barricade.edition import KIND_NAMES, TYPE_LETTERS, WALLS
from stockade.games.cascade_barricade.language import counted, say
from stockade.games.cascade_barricade.layout import TOP_ROW, Phase, Record
from stockade.games.cascade_barricade.picture.frame import Frame
from stockade.games.cascade_barricade.rules.auction import FIRST_OPEN_ROUND, walls_shown
from stockade.games.cascade_barricade.text.words import Card, card_of, card_words, dollars, needs_words

CARD = (80.0, 96.0)


@cache_by_language
def card_pieces(
    shown: Card, corner: tuple[float, float, float], where: str, place: str, owner: int | None = None
) -> tuple[Piece, ...]:
    """Return a card and what is printed on it. `corner` is its left, its top and its width; `place` is the area that
    it lies on, and `where` says so in words."""
    x, y, wide = corner
    unit = wide / CARD[0]
    kind, wall, pays = KIND_NAMES[shown.kind], shown.wall, shown.pays

    def part(name: str, art: str, box: Box, label: str) -> Piece:
        left, top, w, h = (round(number * unit, 2) for number in box)
        return Piece(f"{name}-{wall + 1}", art, x + left, y + top, w, h, label, owner, place=place)

    card, needs = capital(card_words(shown)), needs_words(shown)
    return (
        part("card", f"card-{kind}", (0, 0, *CARD), say("{card} {where}", card=card, where=where)),
        part("bid", f"bid-{wall + 1}", (4, 5, 28, 20), say("Starting bid {bid} {where}", bid=wall + 1, where=where)),
        part("pays", f"pays-{pays}", (50, 6, 26, 20), say("Pays {price} {where}", price=dollars(pays), where=where)),
        part("needs", needs_art(shown), (4, 71, 72, 23), say("Needs {needs} {where}", needs=needs, where=where)),
    )


def needs_art(card: Card) -> str:
    letters = "".join(letter * count for letter, count in zip(TYPE_LETTERS, card.needs, strict=True))
    if not letters:
        return "needs-none"
    return f"needs-{'any' if card.needs_any and len(letters) > 1 else 'all'}-{letters}"


class Block:
    """The block, in ascending order, and the deck beside it."""

    def __init__(self, record: Record, frame: Frame) -> None:
        self.record, self.frame = record, frame
        self.walls = [wall for wall in range(WALLS) if int(record.block) >> wall & 1]

    def spot_id(self, wall: int) -> str:
        return f"spot-{self.walls.index(wall)}"

    def areas(self) -> list[Area]:
        return [*self._spots(), *self._deck()]

    def _spots(self) -> list[Area]:
        areas = []
        record = self.record
        shown = TOP_ROW if record.round_no < FIRST_OPEN_ROUND else len(self.frame.spots)
        if record.phase == Phase.OPEN:
            shown = walls_shown(record, int(record.colour))
        for place, (x, y) in enumerate(self.frame.spots):
            is_open = place < shown
            art, label = "spot-open" if is_open else "spot", say("Empty spot of the block")
            if place < len(self.walls):
                wall = self.walls[place]
                words = say("open to bidding") if is_open else say("not open to bidding yet")
                if wall == self.record.lot:
                    art, words = "spot-lot", say("up for auction")
                label = f"{card_words(card_of(self.record, wall))}; {words}"
            areas.append(Area(f"spot-{place}", x, y, *self.frame.spot, capital(label), art))
        return areas

    def _deck(self) -> list[Area]:
        """Return the deck: the back of a card, and the number of cards."""
        left = int(self.record.deck).bit_count()
        x, y, _, h = self.frame.deck
        w = h * CARD[0] / CARD[1]
        label = counted(left, "Deck: {count} wall", "Deck: {count} walls")
        return [
            Area("deck", x, y, w, h, label, art="card-back"),
            *figures("deck-count", str(left), x + w + 8, y + h / 2, 26, align=0),
        ]

    def pieces(self) -> list[Piece]:
        w, _ = self.frame.spot
        edge = w / 22
        pieces: list[Piece] = []
        for place, wall in enumerate(self.walls):
            x, y = self.frame.spots[place]
            corner = (x + edge, y + edge, w - 2 * edge)
            pieces += card_pieces(card_of(self.record, wall), corner, say("on the block"), f"spot-{place}")
        return pieces
