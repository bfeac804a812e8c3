"""The management board and what lies beside it: rounds, turn order, energy track, contracts, patents and bank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from stockade.core.figures import figures
from stockade.core.language import cache_by_language, capital, mark
from stockade.core.scene import Area, Box, Piece
from stockade.games.barrage.language import counted, say
from stockade.games.barrage.layout import NEUTRAL, NOTHING, PILES, ROUNDS, ROWS, Record
from stockade.games.barrage.picture.valley import LETTERS, Plan
from stockade.games.barrage.tables import (
    BONUS_NAMES,
    BONUS_VP,
    CONTRACT_NAMES,
    OBJECTIVE_NAMES,
    OFFICER_NAMES,
    PILE_BITS,
    PILE_NAMES,
    ROW_MIN_PLAYERS,
    ROW_NAMES,
    SPACE_ENGINEERS,
    SPACE_FEE,
    TILE_NAMES,
    TOP,
)
from stockade.games.barrage.text.notation import seat_name
from stockade.games.barrage.text.words import (
    ABILITIES,
    BONUS_TITLES,
    CREDIT,
    ENERGY,
    ENGINEER,
    OBJECTIVES,
    OFFICER_TITLES,
    contract_words,
    row_title,
    row_words,
    side_title,
    tile_words,
)

WIDTH = 740.0  # width of the header and the track, as drawn
CELL = WIDTH / (TOP + 1)
SHORT_LINE = 16  # cells of the upper line, if the track has two lines
LONG_CELL = WIDTH / SHORT_LINE
BONUS = (76.0, 70.0)
CARD = (84.0, 64.0)  # size of a contract
AUTOMA_CARD = (48.0, 62.0)
PILE_LABELS = (
    mark("Pile of green contracts: {count}"),
    mark("Pile of yellow contracts: {count}"),
    mark("Pile of red contracts: {count}"),
)
PLACE_LABELS = (
    mark("Place for a green contract"),
    mark("Place for a yellow contract"),
    mark("Place for a red contract"),
)
CARD_LABELS = {
    "card": (mark("Automa tile {tile}: actions"), mark("No Automa tile for actions yet")),
    "last-card": (mark("Automa tile {tile}: criteria"), mark("No Automa tile for criteria yet")),
}
"""The labels of the tile that an Automa reads and of the one discarded before it, and of their empty places."""


class Places(NamedTuple):
    """The places of the parts of the board."""

    header: Plan
    track: Plan
    rows: Box
    office: Box
    is_narrow: bool  # whether contracts lie under their pile instead of beside it


def space_id(space: int) -> str:
    return f"space-{ROW_NAMES[space // 2]}-{'LR'[space % 2]}"


def patent_id(slot: int) -> str:
    return f"patent-{slot + 1}"


def contract_id(contract: int) -> str:
    return f"contract-{CONTRACT_NAMES[contract]}"


def tile_id(tile: int, seat: int) -> str:
    """Return the id of a tile. Each advanced tile exists once; each seat has its own basic tiles."""
    if tile >= len(TILE_NAMES):
        return "tile-anton"
    name = TILE_NAMES[tile]
    return f"tile-{name}" if "-" in name else f"tile-{seat}-{name}"


def tile_art(tile: int) -> str:
    return f"tile-{TILE_NAMES[tile]}" if tile < len(TILE_NAMES) else "tile-anton"


def officer_art(officer: int) -> str:
    """Return the art of an officer. It is named after the last name for Adler and Fiesler, and after the first for
    the others."""
    first, last = OFFICER_NAMES[officer].split("_")[0], OFFICER_NAMES[officer].split("_")[-1]
    return f"officer-{last if last in ('adler', 'fiesler') else first}"


def officer_id(officer: int) -> str:
    return officer_art(officer)


@cache_by_language
def officer_words(officer: int) -> str:
    return f"{say(OFFICER_TITLES[officer])}: {say(ABILITIES[officer])}"


def sign(record: Record, seat: int) -> str:
    """Return the art that stands for a seat: its company's, or its number's as long as it has no company."""
    company = int(record.player[seat].company)
    return f"sign-{LETTERS[company]}" if company != NOTHING else f"sign-{seat + 1}"


@cache_by_language
def space_words(space: int) -> str:
    """Return the name of a space of the board, and what its row does: "Turbine +2, left: produce, +2 energy"."""
    row = space // 2
    return f"{capital(row_title(row))}, {side_title(space % 2)}: {row_words(row)}"


@cache_by_language
def contract_piece(contract: int, box: Box, place: str, more: str, owner: int | None = None) -> Piece:
    """Return a contract. Its label also says where it lies."""
    label = f"{contract_words(contract)}, {more}"
    return Piece(contract_id(contract), f"contract-{CONTRACT_NAMES[contract]}", *box, label, owner, place=place)


@cache_by_language
def row_area(places: Places, row: int) -> Area:
    """Return the head of a row."""
    x, y, w, h = row_box(places, row)
    label, name = f"{capital(row_title(row))}: {row_words(row)}", f"row-{ROW_NAMES[row]}"
    return Area(name, round(x, 1), round(y, 1), round(w * 0.37, 1), round(h, 1), label, name)


@cache_by_language
def space_area(places: Places, space: int, owner: int, closed: str) -> Area:
    """Return a space of a row. It is open, taken by the seat `owner`, or closed in this game."""
    row, engineers, fee = space // 2, int(SPACE_ENGINEERS[space]), int(SPACE_FEE[space])
    cost = ENGINEER.counted(engineers)
    if fee:
        cost = say("{engineers} and a fee of {fee}", engineers=cost, fee=CREDIT.counted(fee))
    words = f"{space_words(space)}; {cost}"
    needs = engineers if owner == NOTHING else "taken"
    art = f"space-{needs}{'-fee' * (fee > 0)}"
    if owner == NEUTRAL:
        who = say("only for {players} players or more", players=ROW_MIN_PLAYERS[row])
        art, words = "space-closed", f"{words}; {who}"
    return Area(space_id(space), *space_box(places, space), words, art, closed=capital(closed))


def row_box(places: Places, row: int) -> Box:
    x, y, w, h = places.rows
    high = h / (ROWS / 2)
    wide = (w - 8) / 2
    return x + row // 8 * (wide + 8), y + row % 8 * high, wide, high - 3


def space_box(places: Places, space: int) -> Box:
    x, y, w, h = row_box(places, space // 2)
    wide = w * 0.31
    return round(x + w - (2 - space % 2) * wide, 1), round(y, 1), round(wide - 2, 1), round(h, 1)


class Board:
    """The board of one state. `closed` gives the reasons why spaces are closed to the player who decides."""

    def __init__(self, record: Record, places: Places, closed: Mapping[str, str]) -> None:
        self.record, self.places, self.closed = record, places, closed
        self.players = int(record.players)

    def areas(self) -> list[Area]:
        return [*self._header(), *self._track(), *self._rows(), *self._office()]

    def pieces(self) -> list[Piece]:
        return [*self._turns(), *self._markers(), *self._engineers(), *self._contracts(), *self._patents()]

    # -- rounds, objective, turn order

    def _header(self) -> Iterator[Area]:
        record, plan = self.record, self.places.header
        for number in range(ROUNDS):
            bonus, box = int(record.bonus[number]), plan.box((number * 80, 0, *BONUS))
            label, art = say("Round {round}: no bonus tile yet", round=number + 1), "bonus-none"
            if bonus != NOTHING:
                art = f"bonus-{BONUS_NAMES[bonus]}"
                label = say(
                    "Round {round}: {points} points for each of {things}",
                    round=number + 1, points=BONUS_VP[bonus], things=say(BONUS_TITLES[BONUS_NAMES[bonus]]),
                )  # fmt: skip
            if number + 1 == record.round_no:
                label = say("{bonus}, now", bonus=label)
            yield Area(f"bonus-{number + 1}", *box, label, art)
            yield Area(f"bonus-number-{number + 1}", *box, label="", art=f"round-{number + 1}")
            if number + 1 <= record.round_no:
                art = "round-now" if number + 1 == record.round_no else "bonus-past"
                yield Area(f"bonus-mark-{number + 1}", *box, label="", art=art)
        objective = int(record.objective)
        label, art = say("Objective: not drawn yet"), "objective-none"
        if objective != NOTHING:
            name = OBJECTIVE_NAMES[objective]
            label = say("Objective, 15, 10 and 5 points at the end: {counted}", counted=say(OBJECTIVES[name]))
            art = f"objective-{name}"
        yield Area("objective", *plan.box((406, 0, 124, 70)), label, art)
        names = ", ".join(seat_name(record, seat) for seat in self._order())
        yield Area("order", *plan.box((542, 0, 198, 70)), say("Turn order: {names}", names=names))
        yield Area("order-arrow", *plan.box((622, 52, 40, 18)), label="", art="turns")

    def _order(self) -> list[int]:
        return [int(seat) for seat in self.record.order[: self.players]]

    def _turns(self) -> Iterator[Piece]:
        plan = self.places.header
        for place, seat in enumerate(self._order()):
            x = 542 + 99 + (place - (self.players - 1) / 2) * 49
            name = seat_name(self.record, seat)
            if seat == self.record.current_player:
                box = plan.box((x - 24, 1, 48, 48))
                yield Piece("turn-now", "now", *box, say("{name} decides", name=name), seat, place="order")
            box = plan.box((x - 19, 6, 38, 38))
            label = say("{name}: {place} in turn order", name=name, place=place + 1)
            yield Piece(f"turn-{seat}", sign(self.record, seat), *box, label, seat, place="order")
            if self.record.player[seat].has_passed:
                label = say("{name} has passed", name=name)
                yield Piece(f"passed-{seat}", "out", *box, label, seat, place="order")

    # -- the energy track

    def _track(self) -> Iterator[Area]:
        words = [f"{seat_name(self.record, seat)} {self.record.player[seat].energy}" for seat in range(self.players)]
        art, high = ("track-two", 228) if self.places.is_narrow else ("track", 120)
        box = self.places.track.box((0, 0, WIDTH, high))
        yield Area("track", *box, say("Energy track: {energies}", energies=", ".join(words)), art)

    def _marker_at(self, energy: int, beside: int) -> Box:
        """Return the place of a marker, at its cell. Markers on one cell lie one above the other, or side by side on
        a track of two lines."""
        cell = min(energy, TOP)
        if self.places.is_narrow:
            line, column = divmod(cell, SHORT_LINE)
            return min(column * LONG_CELL + 8 + beside * 15, WIDTH - 30), line * 110.0, 30.0, 40.0
        return min(max((cell + 0.5) * CELL - 12, 0), WIDTH - 24), 34.0 - beside * 11.3, 24.0, 28.0

    def _markers(self) -> Iterator[Piece]:
        """Return the markers on the track. Of several on one cell the last lies lowest and is drawn last, so that all
        letters show."""
        energies = {
            seat: int(self.record.player[seat].energy)
            for seat in range(self.players)
            if self.record.player[seat].company != NOTHING
        }
        for seat, energy in energies.items():
            equals = [other for other, its in energies.items() if min(its, TOP) == min(energy, TOP)]
            beside = equals.index(seat) if self.places.is_narrow else len(equals) - 1 - equals.index(seat)
            art = f"energy-{LETTERS[int(self.record.player[seat].company)]}"
            label = f"{seat_name(self.record, seat)}: {ENERGY.counted(energy)}"
            box = self.places.track.box(self._marker_at(energy, beside))
            yield Piece(f"energy-{seat}", art, *box, label, seat, place="track")

    # -- rows

    def _rows(self) -> Iterator[Area]:
        owners, closed = self.record.space.tolist(), self.closed
        for row in range(ROWS):
            yield row_area(self.places, row)
            for space in (2 * row, 2 * row + 1):
                yield space_area(self.places, space, owners[space], closed.get(space_id(space), ""))

    def _engineers(self) -> Iterator[Piece]:
        for space, seat in enumerate(self.record.space.tolist()):
            if seat in (NOTHING, NEUTRAL):
                continue
            x, y, w, h = space_box(self.places, space)
            box = (round(x + w / 2 - h * 0.42, 1), round(y, 1), round(h * 0.84, 1), round(h, 1))
            label = say(
                "Engineers of {name} on {row}, {side}",
                name=seat_name(self.record, seat), row=row_title(space // 2), side=side_title(space % 2),
            )  # fmt: skip
            yield Piece(f"at-{space_id(space)}", self._pawn(seat), *box, label, seat, place=space_id(space))
        x, y, w, h = self.bank_box()
        there = [seat for seat in range(self.players) if self.record.player[seat].banked]
        for number, seat in enumerate(there):
            banked, name = int(self.record.player[seat].banked), seat_name(self.record, seat)
            label = counted(
                banked, "{count} engineer of {name} on the bank", "{count} engineers of {name} on the bank", name=name
            )
            size = h * 0.5
            box = (
                round(x + w - size * (0.85 * number + 0.9), 1),
                round(y + h - size, 1),
                round(size * 0.84, 1),
                round(size, 1),
            )
            yield Piece(f"banked-{seat}", self._pawn(seat), *box, label, seat, place="bank")

    def _pawn(self, seat: int) -> str:
        return f"pawn-{LETTERS[int(self.record.player[seat].company)]}"

    # -- contracts, patents, bank

    def card_size(self) -> tuple[float, float]:
        wide = self.places.office[2] / 3 - (8 if self.places.is_narrow else 56)
        return wide / 2, wide / 2 * CARD[1] / CARD[0]

    def open_box(self, place: int) -> Box:
        """Return a place of the contract office."""
        x, y, w, _ = self.places.office
        wide, high = self.card_size()
        left = x + place // 2 * w / 3 + (0 if self.places.is_narrow else 46) + place % 2 * (wide + 4)
        return round(left, 1), round(y + (38 if self.places.is_narrow else 0), 1), round(wide, 1), round(high, 1)

    def national_box(self, place: int) -> Box:
        x, _, _, _ = self.places.office
        wide, high = self.card_size()
        return round(x + place * (wide + 4), 1), self._second(), round(wide, 1), round(high, 1)

    def _second(self) -> float:
        """Return the top of the second line."""
        _, top, _, high = self.open_box(0)
        return round(top + high + 10, 1)

    def patent_box(self, slot: int) -> Box:
        x, _, w, _ = self.places.office
        wide, high = self.card_size()
        left = x + 3 * (wide + 4) + 14
        size = min(high, (w - (left - x) - (0 if self.places.is_narrow else 150)) / 3 - 4)
        return round(left + slot * (size + 4), 1), self._second(), round(size, 1), round(size, 1)

    def bank_box(self) -> Box:
        """Return the place of the bank: at the end of the second line, or below it on a narrow board."""
        x, y, w, h = self.places.office
        if self.places.is_narrow:
            return x, round(y + h - 64, 1), 140.0, 62.0
        left, top, size, _ = self.patent_box(2)
        left += size + 8
        wide = x + w - left - (2 * AUTOMA_CARD[0] + 12 if self.record.automas else 0)
        return round(left, 1), top, round(wide, 1), round(min(size, wide * 50 / 110), 1)

    def card_box(self, number: int) -> Box:
        """Return the place of a tile of the Automas, beside the bank."""
        x, y, w, _ = self.bank_box()
        return round(x + w + 6 + number * (AUTOMA_CARD[0] + 6), 1), y, *AUTOMA_CARD

    def _office(self) -> Iterator[Area]:
        x, y, w, _ = self.places.office
        for pile, name in enumerate(PILE_NAMES):
            left = x + pile * w / 3
            count = (int(self.record.pile) & int(PILE_BITS[pile])).bit_count()
            label = say(PILE_LABELS[pile], count=count)
            yield Area(f"pile-{name}", round(left, 1), y, 34, 38, label, f"pile-{name}")
            if self.places.is_narrow:
                yield from figures(f"pile-count-{name}", count, round(left + 40, 1), y + 20, 30, 0, ink="n")
            else:
                yield from figures(f"pile-count-{name}", count, round(left + 17, 1), y + 54, 26, ink="n")
        for place in range(2 * PILES):
            yield Area(f"open-{place + 1}", *self.open_box(place), say(PLACE_LABELS[place // 2]), "office-slot")
        for place in range(self.players - 1):
            label = say("Place for a national contract")
            yield Area(f"national-{place + 1}", *self.national_box(place), label, "national-slot")
        if self.record.is_full:
            for slot in range(3):
                label = say("Patent {slot}: 2 engineers and 5 credits", slot=slot + 1)
                art = "patent-slot" if self.record.patent_taken[slot] == NOTHING else "patent-taken"
                if self.record.patent[slot] != NOTHING:
                    label = f"{label}; {tile_words(int(self.record.patent[slot]))}"
                yield Area(
                    patent_id(slot),
                    *self.patent_box(slot),
                    label,
                    art,
                    closed=capital(self.closed.get(patent_id(slot), "")),
                )
        yield Area("bank", *self.bank_box(), say("Bank: 1 credit for each engineer"), "bank")
        if self.record.automas:
            yield from self._card()

    def _card(self) -> Iterator[Area]:
        """Return the tile that an Automa reads and the one discarded before it, which gives the criteria."""
        cards = (("card", int(self.record.card)), ("last-card", int(self.record.last_card)))
        for number, (name, card) in enumerate(cards):
            x, y, w, h = self.card_box(number)
            there, empty = CARD_LABELS[name]
            label = say(there, tile=card + 1) if card != NOTHING else say(empty)
            yield Area(name, x, y, w, h, label, "card")
            if card != NOTHING:
                yield from figures(f"{name}-number", card + 1, x + w / 2, y + h * 0.79, h * 0.36, ink="w")

    def _contracts(self) -> Iterator[Piece]:
        for place, contract in enumerate(self.record.open.tolist()):
            if contract != NOTHING:
                yield contract_piece(contract, self.open_box(place), f"open-{place + 1}", say("open"))
        for place, contract in enumerate(self.record.national.tolist()):
            if contract != NOTHING:
                yield contract_piece(contract, self.national_box(place), f"national-{place + 1}", say("national"))

    def _patents(self) -> Iterator[Piece]:
        for slot in range(3 if self.record.is_full else 0):
            tile, seat = int(self.record.patent[slot]), int(self.record.patent_taken[slot])
            x, y, w, h = self.patent_box(slot)
            if tile != NOTHING:
                label = say("{tile}, patent {slot}", tile=tile_words(tile), slot=slot + 1)
                yield Piece(tile_id(tile, 0), tile_art(tile), x, y, w, h, label, place=patent_id(slot))
            elif seat != NOTHING:
                box = (round(x + w * 0.2, 1), round(y + h * 0.14, 1), round(w * 0.6, 1), round(h * 0.72, 1))
                label = say("Engineers of {name} in the patent office", name=seat_name(self.record, seat))
                yield Piece(f"at-{patent_id(slot)}", self._pawn(seat), *box, label, seat, place=patent_id(slot))
