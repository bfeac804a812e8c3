"""Where everything lies on the table: the island, the block, the market, and everybody's walls.

A card lies on a spot of the block or in somebody's slot, and what is printed on it is laid over it piece by piece;
all of them belong to that place, so that a touch anywhere on the card means the place. The market is a ladder of
prices: upright on a wide table, lying on a narrow one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from stockade.core.scene import Area, Piece, Shape
from stockade.games.cascade_barricade.edition import KIND_NAMES, PRICE_ROWS, TYPE_LETTERS, TYPE_NAMES, WALLS
from stockade.games.cascade_barricade.layout import (
    BLOCK,
    NOTHING,
    SIDE,
    SLOTS,
    TOP_ROW,
    TYPES,
    Phase,
    Record,
)
from stockade.games.cascade_barricade.picture.preview import Outlook
from stockade.games.cascade_barricade.rules.auction import FIRST_OPEN_ROUND
from stockade.games.cascade_barricade.tables import CORNERS, LAND, cell_number
from stockade.games.cascade_barricade.text.notation import SEAT_NAMES, place_of, place_text, wall_words

Box = tuple[float, float, float, float]
HIGH = 120 / 104  # of a hex, for every unit of its width
DOWN = 0.75 * HIGH  # from one row to the next
CARD = (80.0, 96.0)
SLOT = (80.0, 126.0)  # a card, and the laborers under it
LABORER = 56 / 40  # height of one, for every unit of its width
SPRING = cell_number(0, 0)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Plate(NamedTuple):
    """Where somebody's sign, money and three slots lie: sign and money beside the slots, or above them where it is
    narrow."""

    box: Box
    slot_wide: float
    is_narrow: bool = False


class Frame(NamedTuple):
    """What depends on the room a client has and on the number of players."""

    shape: Shape
    size: tuple[float, float]
    spot: tuple[float, float]  # size of a spot of the block
    spots: tuple[tuple[float, float], ...]
    deck: Box
    round: Box
    strip: Box  # the auction, or else whose turn comes when
    island: Box
    market: Box
    plates: tuple[Plate, ...]  # one for each player, the viewer's first


@lru_cache
def frame_of(shape: Shape, players: int) -> Frame:
    if shape == "wide":
        step = min(800 / players, 160.0)
        return Frame(
            shape, (1280, 820), spot=(88, 104),
            spots=tuple((10 + place % 3 * 88, 10 + place // 3 * 112) for place in range(BLOCK)),
            deck=(14, 234, 110, 68), round=(202, 234, 68, 68), strip=(290, 10, 678, 60),
            island=(286, 78, 686, 732), market=(10, 310, 264, 500),
            plates=tuple(Plate((980, 10 + place * step, 292, 131), 78) for place in range(players)),
        )  # fmt: skip
    plates = tall_plates(players)
    return Frame(
        shape, (750, max(y + h for (_, y, _, h), _, _ in plates) + 6), spot=(98, 115.8),
        spots=tuple((6 + place * 98 + place // TOP_ROW * 10, 6) for place in range(BLOCK)),
        deck=(618, 18, 126, 92), round=(6, 127, 60, 60), strip=(76, 127, 668, 60),
        island=(6, 190, 738, 662), market=(6, 856, 738, 150), plates=plates,
    )  # fmt: skip


def tall_plates(players: int) -> tuple[Plate, ...]:
    """Two in a line, as long as that leaves the island large; of many, all but the first two share one line."""
    large = players if players < 5 else 2
    plates = [Plate((6 + place % 2 * 371, 1012 + place // 2 * 172, 366, 166), 100) for place in range(large)]
    small = players - large
    if small:
        step = 738 / small
        plates += [Plate((6 + place * step, 1184, step - 4, 136), 57, is_narrow=True) for place in range(small)]
    return tuple(plates)


class Fit(NamedTuple):
    """How the island lies in its room: width of a hex, and the middle of the spring."""

    wide: float
    x: float
    y: float

    def box(self, cell: int, share: float = 1.0, high: float = HIGH, aside: float = 0.0) -> Box:
        """Of something on a cell: its width as a share of the hex, and its height for every unit of it."""
        q, r = place_of(cell)
        w = self.wide * share
        x, y = self.x + (q + r / 2 + aside) * self.wide, self.y + r * self.wide * DOWN
        return round(x - w / 2, 1), round(y - w * high / 2, 1), round(w, 1), round(w * high, 1)


def fit_island(radius: int, room: Box) -> Fit:
    x, y, w, h = room
    across = 2 * radius + 1
    wide = min(w / across, h / ((across - 1) * DOWN + HIGH))
    return Fit(wide, x + w / 2, y + h / 2)


def cell_id(cell: int) -> str:
    return f"cell-{place_text(cell)}"


def slot_id(seat: int, slot: int) -> str:
    return f"slot-{seat}-{slot + 1}"


def market_id(kind: int) -> str:
    return f"market-{TYPE_LETTERS[kind]}"


def character_id(seat: int) -> str:
    return f"character-{seat}"


def laborer_id(seat: int, slot: int, kind: int, number: int) -> str:
    return f"laborer-{seat}-{slot + 1}-{TYPE_LETTERS[kind]}-{number}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def needs_words(record: Record, wall: int) -> str:
    """What a card asks for: "a mason and two wizards", "a craftsman or a mason", "nobody"."""
    parts = []
    for kind, name in enumerate(TYPE_NAMES):
        count = int(record.needs[wall, kind])
        if count:
            plural = "craftsmen" if name == "craftsman" else f"{name}s"
            parts.append(f"a {name}" if count == 1 else f"{('two', 'three')[count - 2]} {plural}")
    return (" or " if record.needs_any[wall] else " and ").join(parts) or "nobody"


def card_words(record: Record, wall: int) -> str:
    return f"{wall_words(record, wall)}: needs {needs_words(record, wall)}, pays ${record.production[wall]}"


def digits(
    name: str, text: str, x: float, y: float, high: float, align: float = 0.5, ink: str = "digit"
) -> list[Area]:
    """A number as decoration: from `x`, around it or up to it."""
    wide = high * 0.6
    left = x - align * wide * len(text)
    signs = {"$": "dollar", "+": "plus"}
    return [
        Area(f"{name}-{at}", left + at * wide, y - high / 2, wide, high, "", f"{ink}-{signs.get(sign, sign)}")
        for at, sign in enumerate(text)
    ]


class Table:
    """A record read once, and where its things lie in the picture."""

    def __init__(self, record: Record, viewer: int | None, shape: Shape, ahead: Outlook) -> None:
        self.record, self.ahead = record, ahead
        self.players, self.phase = int(record.players), int(record.phase)
        self.frame = frame_of(shape, self.players)
        self.fit = fit_island(int(record.radius), self.frame.island)
        first = 0 if viewer is None else viewer
        self.plates = {(first + step) % self.players: plate for step, plate in enumerate(self.frame.plates)}
        self.block = [wall for wall in range(WALLS) if int(record.block) >> wall & 1]
        self.lot = int(record.lot)
        self.is_open_round = record.round_no >= FIRST_OPEN_ROUND
        self.order = [int(seat) for seat in record.order[: self.players] if seat != NOTHING]
        self.cells = [
            row * SIDE + column
            for row, bits in enumerate(LAND[record.radius].tolist())
            for column in range(SIDE)
            if bits >> column & 1
        ]
        self.standing = {
            int(player.stand[slot]): (seat, slot)
            for seat, player in enumerate(record.player[: self.players])
            for slot in range(SLOTS)
            if player.stand[slot] != NOTHING
        }

    def part(self) -> Box | None:
        """The island. Upright it has the whole width of the table anyway."""
        return self.frame.island if self.frame.shape == "wide" else None

    # -- areas

    def areas(self, digs: bool) -> tuple[Area, ...]:
        """`digs` tells whether holes can be dug now."""
        areas = [Area("ground", 0, 0, *self.frame.size, label="", art="ground")]
        areas += self._block() + self._deck() + self._round()
        areas += self._turns() if self.lot == NOTHING else self._auction()
        areas += self._spade(digs) + self._land() + self._market()
        for seat in self.plates:
            areas += self._plate(seat)
        return tuple(areas)

    def spot_id(self, wall: int) -> str:
        return f"spot-{self.block.index(wall)}"

    def _block(self) -> list[Area]:
        areas = []
        for place, (x, y) in enumerate(self.frame.spots):
            is_open = place < TOP_ROW or self.is_open_round
            art, label = "spot-open" if is_open else "spot", "Empty spot of the block"
            if place < len(self.block):
                wall = self.block[place]
                label = (
                    f"{card_words(self.record, wall)}; {'open to bidding' if is_open else 'not open to bidding yet'}"
                )
                if wall == self.lot:
                    art, label = "spot-lot", f"{card_words(self.record, wall)}; up for auction"
            areas.append(Area(f"spot-{place}", x, y, *self.frame.spot, capital(label), art))
        return areas

    def _deck(self) -> list[Area]:
        """A card's back, and how many there are."""
        left = int(self.record.deck).bit_count()
        x, y, _, h = self.frame.deck
        w = h * CARD[0] / CARD[1]
        label = f"Deck: {left} wall{'s' * (left != 1)}"
        return [
            Area("deck", x, y, w, h, label, art="card-back"),
            *digits("deck-count", str(left), x + w + 8, y + h / 2, 26, align=0),
        ]

    def _round(self) -> list[Area]:
        number, (x, y, w, h) = int(self.record.round_no), self.frame.round
        if not number:
            return []
        return [
            Area("round", x, y, w, h, f"Round {number}", art="round"),
            *digits("round-number", str(number), x + w / 2, y + h * 0.56, h * 0.44),
        ]

    def _auction(self) -> list[Area]:
        """The highest bid and whose it is; then everybody, with a sign on those who are out."""
        record, (x, y, _, h) = self.record, self.frame.strip
        bid, bidder = int(record.bid), int(record.bidder)
        inside = [seat for seat in range(self.players) if int(record.bidding) >> seat & 1]
        said = f"${bid} by {SEAT_NAMES[bidder]}" if bidder != NOTHING else "no bid yet"
        names = ", ".join(SEAT_NAMES[seat] for seat in inside)
        label = f"Auction of the {wall_words(record, self.lot)}: {said}; still in: {names}"
        areas = [Area("auction", x, y + 8, 44, 44, label, art="gavel")]
        areas += digits("offer", f"${bid or self.lot + 1}", x + 54, y + h / 2, 38, align=0)
        if bidder != NOTHING:
            areas.append(Area("bidder", x + 152, y + 4, 52, 52, "", self._sign(bidder)))
        areas += self._signs(range(self.players), x + 236, y, out=set(range(self.players)) - set(inside))
        return areas

    def _turns(self) -> list[Area]:
        """Whose turn comes when in this phase; laborers are hired from the last to the first."""
        x, y, _, h = self.frame.strip
        if len(self.order) < self.players:
            return []
        backwards = self.phase == Phase.HIRE
        order = self.order[::-1] if backwards else self.order
        label = f"{'Hiring' if backwards else 'Turn'} order: {', '.join(SEAT_NAMES[seat] for seat in order)}"
        return [Area("turns", x, y + (h - 40) / 2, 56, 40, label, art="turns"), *self._signs(order, x + 68, y, set())]

    def _signs(self, seats: Iterable[int], x: float, y: float, out: set[int]) -> list[Area]:
        """Signs in a row: around the one who decides a ring, over those who are out a cross."""
        areas = []
        for place, seat in enumerate(seats):
            left = x + place * 66
            if seat == self.record.current_player:
                areas.append(Area(f"now-{seat}", left - 5, y + 3, 54, 54, "", art="now"))
            areas.append(Area(f"in-{seat}", left, y + 8, 44, 44, "", self._sign(seat)))
            if seat in out:
                areas.append(Area(f"out-{seat}", left, y + 8, 44, 44, "", art="out"))
        return areas

    def _spade(self, digs: bool) -> list[Area]:
        """At the lower left of the island, while holes can be dug."""
        x, y, _, h = self.frame.island
        size = 84.0
        return [Area("spade", x, y + h - size, size, size, "Spade: dig a hole", art="spade")] if digs else []

    def _land(self) -> list[Area]:
        areas, wet = [], []
        for cell in self.cells:
            art, words = self._ground(cell)
            if cell in self.ahead.wet:
                words += ", will be flooded"
                wet.append(Area(f"wet-{place_text(cell)}", *self.fit.box(cell), label="", art="wet"))
            areas.append(Area(cell_id(cell), *self.fit.box(cell), f"Space {place_text(cell)}: {words}", art))
        if self.phase == Phase.CORNER:
            for number, cell in enumerate(CORNERS[self.record.radius].tolist(), 1):
                x, y, w, h = self.fit.box(cell)
                wet += digits(f"corner-{number}", str(number), x + w / 2, y + h / 2, h * 0.5, ink="dark")
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

    # -- the market

    def _market(self) -> list[Area]:
        areas = [Area("market", *self.frame.market, label="", art="market")]
        for kind, name in enumerate(TYPE_NAMES):
            left, column = int(self.record.market[kind]), self._column(kind)
            price = f", the cheapest ${self._price(self._spaces() - left)}" if left else ""
            label = f"Market: {left} {'craftsmen' if kind == 0 else name + 's'}{price}"
            areas.append(Area(market_id(kind), *column, label, art=f"column-{name}"))
            if self.frame.shape == "wide":
                size = 30.0
                at = (column[0] + column[2] / 2 - size / 2, column[1] + 8)
                areas.append(Area(f"head-{name}", *at, size, size * LABORER, label="", art=f"labor-{name}"))
            areas += [
                Area(f"space-{TYPE_LETTERS[kind]}-{space}", *self.market_box(kind, space), label="", art="space")
                for space in range(self._spaces() - left)
            ]
        for row in range(PRICE_ROWS):
            price = str(self.record.prices[row])
            if self.frame.shape == "wide":
                x, y, w, h = self._rung(0, row)
                areas += digits(f"price-{row}", f"${price}", x - 42 + 21, y + h / 2, 22)
                continue
            for kind in range(TYPES):
                x, y, w, _ = self._rung(kind, row)
                areas += digits(f"price-{row}-{TYPE_LETTERS[kind]}", price, x + w / 2, y - 13, 22)
        return areas

    def _spaces(self) -> int:
        """Of one type, over all prices."""
        return PRICE_ROWS * int(self.record.spaces)

    def _price(self, space: int) -> int:
        return int(self.record.prices[space // int(self.record.spaces)])

    def _column(self, kind: int) -> Box:
        """All of one type: a ladder with the dearest on top, or on a tall table one with the dearest at the right."""
        x, y, w, h = self.frame.market
        if self.frame.shape == "wide":
            step = (w - 44) / TYPES
            return x + 42 + kind * step, y + 4, step - 3, h - 8
        step = w / TYPES
        return x + kind * step + 2, y + 2, step - 4, h - 4

    def _rung(self, kind: int, row: int) -> Box:
        """The room of one price and type, without the price itself."""
        x, y, w, h = self._column(kind)
        if self.frame.shape == "wide":
            step = (h - 54) / PRICE_ROWS
            return x, y + 52 + (PRICE_ROWS - 1 - row) * step, w, step
        step = (w - 4) / PRICE_ROWS
        return x + 2 + row * step, y + 26, step, h - 28

    def market_box(self, kind: int, space: int) -> Box:
        """A space of the market, counted from the cheapest."""
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

    # -- a seat

    def _sign(self, seat: int) -> str:
        return f"sign-{SEAT_NAMES[seat].lower()}"

    def _plate(self, seat: int) -> list[Area]:
        """Sign, place in the turn order, money, what the walls would pay now, and the slots."""
        (x, y, w, h), wide, is_narrow = self.plates[seat]
        player, name, earned = self.record.player[seat], SEAT_NAMES[seat], self.ahead.earned[seat]
        beside = w - 3 * wide - 14  # the room left of the slots
        size = 36.0 if is_narrow else beside - 8
        is_now = self.record.current_player == seat
        place = f", {ORDINALS[self.order.index(seat)]} in turn order" if seat in self.order else ""
        income = f", would earn ${earned} now" if earned else ""
        drowned = ", drowned" if player.drowned else ""
        label = f"{name}: ${player.money}{place}{income}{drowned}"
        areas = [
            Area(f"plate-{seat}", x, y, w, h, label="", art="plate-now" if is_now else "plate"),
            Area(f"seat-{seat}", x + 4, y + 4, size, size, label, self._sign(seat)),
        ]
        if player.drowned:
            areas.append(Area(f"drowned-{seat}", x + 4, y + 4, size, size, "", art="out"))
        if seat in self.order:
            badge = size * 0.46
            left, top = x + size - badge + 6, y + size - badge + 8
            areas.append(Area(f"order-{seat}", left, top, badge, badge, "", "place"))
            number = str(self.order.index(seat) + 1)
            areas += digits(
                f"order-number-{seat}", number, left + badge / 2, top + badge / 2, badge * 0.7, ink="dark"
            )
        money, more = f"${player.money}", f"+{earned}" if earned else ""
        if is_narrow:
            areas += digits(f"money-{seat}", money, x + size + 16, y + 22, 24, align=0)
            areas += digits(f"income-{seat}", more, x + w - 6, y + 22, 20, align=1)
        else:
            high = min(24.0, (beside - 2) / len(money) / 0.6)
            areas += digits(f"money-{seat}", money, x + 2 + beside / 2, y + size + 26, high)
            areas += digits(f"income-{seat}", more, x + 2 + beside / 2, y + size + 50, 18)
        for slot in range(SLOTS):
            left, top, across, _ = self.slot_box(seat, slot)
            areas.append(self._slot(seat, slot))
            areas += digits(
                f"slot-number-{seat}-{slot + 1}", str(slot + 1), left + across / 2, top + across * 0.6, 24, ink="dim"
            )
        return areas

    def slot_box(self, seat: int, slot: int) -> Box:
        (x, y, w, h), wide, is_narrow = self.plates[seat]
        high = wide * SLOT[1] / SLOT[0]
        top = y + h - high - 3 if is_narrow else y + (h - high) / 2
        right = w - (w - SLOTS * (wide + 1)) / 2 if is_narrow else w - 3
        return x + right - (SLOTS - slot) * (wide + 1), top, wide, high

    def _slot(self, seat: int, slot: int) -> Area:
        player = self.record.player[seat]
        wall, words = int(player.wall[slot]), "empty"
        if wall != NOTHING:
            words = f"{card_words(self.record, wall)}{self._fate(seat, slot)}"
        label = f"{SEAT_NAMES[seat]}'s slot {slot + 1}: {words}"
        return Area(slot_id(seat, slot), *self.slot_box(seat, slot), label, art="slot")

    def _fate(self, seat: int, slot: int, ahead: Outlook | None = None) -> str:
        """What becomes of a wall when the round ends."""
        ahead = ahead or self.ahead
        if (seat, slot) in ahead.weakest:
            return ", the weakest by the water: it will be destroyed"
        return ", alone in the water: it will be lost" if (seat, slot) in ahead.lost else ""

    # -- pieces

    def pieces(self) -> tuple[Piece, ...]:
        pieces = []
        for place, wall in enumerate(self.block):
            pieces += self._spot_card(place, wall)
        for kind in range(TYPES):
            free = self._spaces() - int(self.record.market[kind])
            pieces += [self._offered(kind, space) for space in range(free, self._spaces())]
        for seat in self.plates:
            for slot in range(SLOTS):
                pieces += self._held(seat, slot)
        pieces += [self.stand(*place, cell) for cell, place in sorted(self.standing.items())]
        pieces += [self._doom(*place, self.standing_on(*place), self.ahead) for place in self.ahead.falling]
        for seat in range(self.players):
            cell = int(self.record.player[seat].character)
            if cell != NOTHING:
                pieces.append(self.character(seat, cell))
        pieces += [self._peril(seat) for seat in sorted(self.ahead.fleeing)]
        return tuple(pieces)

    def _card(
        self, wall: int, x: float, y: float, wide: float, where: str, owner: int | None, place: str
    ) -> list[Piece]:
        """A card and what is printed on it."""
        record, unit = self.record, wide / CARD[0]
        kind = KIND_NAMES[record.kind[wall]]
        pays = int(record.production[wall])

        def part(name: str, art: str, box: Box, label: str) -> Piece:
            left, top, w, h = (round(number * unit, 2) for number in box)
            return Piece(f"{name}-{wall + 1}", art, x + left, y + top, w, h, f"{label} {where}", owner, place=place)

        return [
            part("card", f"card-{kind}", (0, 0, *CARD), capital(card_words(record, wall))),
            part("bid", f"bid-{wall + 1}", (4, 5, 28, 20), f"Starting bid {wall + 1}"),
            part("pays", f"pays-{pays}", (50, 6, 26, 20), f"Pays ${pays}"),
            part("needs", self._needs_art(wall), (4, 71, 72, 23), f"Needs {needs_words(record, wall)}"),
        ]

    def _needs_art(self, wall: int) -> str:
        letters = "".join(TYPE_LETTERS[kind] * int(self.record.needs[wall, kind]) for kind in range(TYPES))
        if not letters:
            return "needs-none"
        return f"needs-{'any' if self.record.needs_any[wall] and len(letters) > 1 else 'all'}-{letters}"

    def _spot_card(self, place: int, wall: int) -> list[Piece]:
        (x, y), (w, _) = self.frame.spots[place], self.frame.spot
        edge = w / 22
        return self._card(wall, x + edge, y + edge, w - 2 * edge, "on the block", None, f"spot-{place}")

    def _offered(self, kind: int, space: int) -> Piece:
        name = TYPE_NAMES[kind]
        label = f"{name.capitalize()} in the market for ${self._price(space)}"
        box = self.market_box(kind, space)
        return Piece(f"{name}-{space}", f"labor-{name}", *box, label, place=market_id(kind))

    def _held(self, seat: int, slot: int) -> list[Piece]:
        """A wall in its slot, and the laborers on it."""
        player = self.record.player[seat]
        wall = int(player.wall[slot])
        if wall == NOTHING:
            return []
        x, y, w, _ = self.slot_box(seat, slot)
        pieces = self._card(wall, x, y, w, f"in {SEAT_NAMES[seat]}'s slot {slot + 1}", seat, slot_id(seat, slot))
        at = 0
        for kind in range(TYPES):
            for number in range(int(player.labor[slot, kind])):
                pieces.append(self.laborer(seat, slot, kind, number, at))
                at += 1
        if (seat, slot) in self.ahead.falling:
            size = w * 0.3
            label = f"{SEAT_NAMES[seat]}'s wall {slot + 1}{self._fate(seat, slot)}"
            box = (x + w - size - 3, y + w * 0.6, size, size)
            pieces.append(Piece(f"fate-{seat}-{slot + 1}", "doom", *box, label, seat, place=slot_id(seat, slot)))
        return pieces

    def laborer(self, seat: int, slot: int, kind: int, number: int, at: int) -> Piece:
        """The so-manieth of a type on a wall, standing on the place `at` under its card."""
        x, y, w, _ = self.slot_box(seat, slot)
        unit, name = w / SLOT[0], TYPE_NAMES[kind]
        label = f"{name.capitalize()} on {SEAT_NAMES[seat]}'s wall {slot + 1}"
        box = (x + (9 + at * 22) * unit, y + 97.5 * unit, 19 * unit, 19 * unit * LABORER)
        place = slot_id(seat, slot)
        return Piece(laborer_id(seat, slot, kind, number), f"labor-{name}", *box, label, seat, place=place)

    def stand(self, seat: int, slot: int, cell: int) -> Piece:
        wall = int(self.record.player[seat].wall[slot])
        kind, name = KIND_NAMES[self.record.kind[wall]], SEAT_NAMES[seat]
        label = f"{name}'s wall {slot + 1}, {wall_words(self.record, wall)}, on {place_text(cell)}"
        if (seat, slot) in self.ahead.falling:
            label += self._fate(seat, slot)
        box = self.fit.box(cell, 0.9, 100 / 104)
        art = f"stand-{name.lower()}-{kind}-{slot + 1}"
        return Piece(f"stand-{seat}-{slot + 1}", art, *box, label, seat, place=cell_id(cell))

    def standing_on(self, seat: int, slot: int) -> int:
        return int(self.record.player[seat].stand[slot])

    def _doom(self, seat: int, slot: int, cell: int, ahead: Outlook) -> Piece:
        """On a wall that falls, or falls no more."""
        falls = (seat, slot) in ahead.falling
        fate = self._fate(seat, slot, ahead) if falls else " stands then"
        label = f"{SEAT_NAMES[seat]}'s wall {slot + 1} on {place_text(cell)}{fate}"
        box, art = self._badge(cell, 0.66, 0.08), "doom" if falls else "spared"
        return Piece(f"doom-{seat}-{slot + 1}", art, *box, label, seat, place=cell_id(cell))

    def _badge(self, cell: int, right: float, down: float) -> Box:
        """A small round sign on a space."""
        x, y, w, _ = self.fit.box(cell)
        return round(x + w * right, 1), round(y + w * down, 1), round(w * 0.36, 1), round(w * 0.36, 1)

    def _peril(self, seat: int) -> Piece:
        """On a character that the water reaches."""
        cell = int(self.record.player[seat].character)
        beside = sorted(other for other in self.ahead.fleeing if self.record.player[other].character == cell)
        does = "will drown" if seat in self.ahead.drowning else "will have to flee"
        box = self._badge(cell, 0.66 - 0.3 * beside.index(seat), 0.72)
        label = f"{SEAT_NAMES[seat]}'s character {does}"
        art = "drowns" if seat in self.ahead.drowning else "flees"
        return Piece(f"peril-{seat}", art, *box, label, seat, place=cell_id(cell))

    def tide(self, then: Outlook, placed: tuple[int, int, int] | None = None) -> tuple[Piece, ...]:
        """How the end of the round would differ: spaces that stay dry or are flooded as well, walls that fall or
        stand instead. `placed` is a wall that is just being placed: its seat, slot and cell."""
        pieces = []
        for cell in sorted(self.ahead.wet ^ then.wet):
            spared = cell in self.ahead.wet
            label = f"Space {place_text(cell)} {'stays dry' if spared else 'is flooded as well'}"
            art = "dry" if spared else "wet"
            pieces.append(Piece(f"tide-{place_text(cell)}", art, *self.fit.box(cell), label, place=cell_id(cell)))
        for seat, slot in sorted({*self.ahead.falling} ^ {*then.falling}):
            is_new = placed is not None and placed[:2] == (seat, slot)
            cell = placed[2] if placed is not None and is_new else self.standing_on(seat, slot)
            pieces.append(self._doom(seat, slot, cell, then))
        return tuple(pieces)

    def character(self, seat: int, cell: int) -> Piece:
        """A character; those who share a space stand beside each other."""
        others = [
            other for other in range(self.players) if other == seat or self.record.player[other].character == cell
        ]
        share = 0.62 if len(others) < 3 else 0.5
        aside = (others.index(seat) - (len(others) - 1) / 2) * 0.62 / max(len(others), 2)
        box = self.fit.box(cell, share, 72 / 60, aside)
        name = SEAT_NAMES[seat]
        label = f"{name}'s character on {place_text(cell)}"
        return Piece(character_id(seat), f"character-{name.lower()}", *box, label, seat, place=cell_id(cell))

    def hole(self, cell: int) -> Piece:
        """A hole as it would lie there."""
        box = self.fit.box(cell)
        return Piece(f"hole-{place_text(cell)}", "hole", *box, f"Hole on {place_text(cell)}", place=cell_id(cell))
