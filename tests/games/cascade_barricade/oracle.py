"""A second implementation of Cascade Barricade: slow, obvious, and written only from the rulebook and the rulings.

The whole game is one generator that reads like the order of play: it asks a seat or chance for one of some texts and
goes on with the answer. The land is sets of spaces, and the market is real rows of spaces. It uses no module of the
engine.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

Space = tuple[int, int]  # (q, r)
CHANCE = -1
SIDES = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
COLOURS = ("crimson", "azure", "jade", "gold", "violet", "slate")
TYPES = "CMW"
HIGHEST_BID = 999
OURS = Path(__file__).parents[3] / "src/stockade/games/cascade_barricade/data/editions/stockade-1.json"


@cache
def read_edition(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


@dataclass(frozen=True)
class Question:
    seat: int  # a seat, or CHANCE
    texts: list[str]


Play = Generator[Question, str, None]


# -- the land ------------------------------------------------------------------------------------------------


def around(space: Space) -> set[Space]:
    return {(space[0] + q, space[1] + r) for q, r in SIDES}


def hexagon(radius: int) -> set[Space]:
    reach = range(-radius, radius + 1)
    return {(q, r) for q in reach for r in reach if abs(q + r) <= radius}


def corners(radius: int) -> list[Space]:
    return [(radius, 0), (0, radius), (-radius, radius), (-radius, 0), (0, -radius), (radius, -radius)]


def advance(land: set[Space], water: set[Space], holes: set[Space], walls: set[Space]) -> set[Space]:
    """Return the water after an advance. Each tile looks at what stood before."""
    after = set(water)
    for tile in water:
        beside = around(tile) & land
        after |= (beside & holes) or (beside - walls)
    return after


def is_lost(space: Space, land: set[Space], water: set[Space], walls: set[Space], protects: bool = False) -> bool:
    """Return whether a wall has no other beside it and only water around it. Beyond the rim is water too, unless it
    protects."""
    beside = around(space) if protects else around(space) & land
    return not beside & walls and beside <= water


def spaces_text(verb: str, spaces: Iterable[Space]) -> list[str]:
    return [f"{verb} {q},{r}" for q, r in sorted(spaces)]


def space_in(text: str) -> Space:
    q, r = text.split(",")
    return int(q), int(r)


# -- cards, market, players ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    bid: int
    needs: str
    production: int

    def shows(self, kind: str) -> bool:
        return kind in self.needs

    def is_met(self, laborers: list[str]) -> bool:
        if self.needs == "-":
            return True
        if "/" in self.needs:
            return any(kind in laborers for kind in self.needs.split("/"))
        return not Counter(self.needs.split("+")) - Counter(laborers)


@dataclass
class Wall:
    card: Card
    stand: Space
    laborers: list[str] = field(default_factory=list)


@dataclass
class Player:
    money: int
    character: Space | None = None
    walls: dict[int, Wall] = field(default_factory=dict)  # indexed by slot
    is_drowned: bool = False


class Market:
    """The spaces for one type of laborer: a row for each price, in which a space holds a laborer or not."""

    def __init__(self, prices: list[int], spaces: int) -> None:
        self.rows = [(price, [True] * spaces) for price in prices]

    def price(self) -> int | None:
        """Return the price of the cheapest laborer."""
        return next((price for price, row in self.rows if any(row)), None)

    def take(self) -> int:
        for price, row in self.rows:
            if any(row):
                row[row.index(True)] = False
                return price
        raise AssertionError("nobody is there")

    def put(self) -> int:
        for price, row in reversed(self.rows):
            if not all(row):
                row[row.index(False)] = True
                return price
        raise AssertionError("every space is taken")


# -- the game ------------------------------------------------------------------------------------------------


class Table:
    def __init__(
        self,
        players: int,
        radius: int = 5,
        two_weakest: bool = False,
        path: Path = OURS,
        colours: int = 1,
        whole_block_for_last: bool = False,
        scrap_leftmost: bool = False,
        rim_protects: bool = False,
        late_deck: bool = False,
    ) -> None:
        """Set the table. `players` are people; each of them has as many seats here as they have colours."""
        edition = read_edition(path)
        self.people, self.whole_block_for_last, self.scrap_leftmost = players, whole_block_for_last, scrap_leftmost
        self.rim_protects, self.late_deck = rim_protects, late_deck
        players *= colours
        self.cards = {card["bid"]: Card(card["bid"], card["needs"], card["production"]) for card in edition["walls"]}
        self.purge_below = edition["purge_below"]
        self.market = {kind: Market(edition["prices"], edition["spaces"][str(players)]) for kind in TYPES}
        self.players = [Player(edition["start_money"]) for _ in range(players)]
        self.seats = list(range(players))
        self.radius, self.two_weakest = radius, two_weakest
        self.land = hexagon(radius)
        self.water: set[Space] = {(0, 0)}
        self.holes: set[Space] = set()
        self.order: list[int] = []
        self.round = 0
        self.block = [1, 2, 3, 4, 5, 6]
        self.deck = set(self.cards) - set(self.block)
        self.winners_of_phase: set[int] = set()
        self.had_third: set[int] = set()
        self.is_purged = False
        self.is_deck_out = False
        self.met: Counter[str] = Counter()  # rare events that happened, for the tests
        self.is_over = False
        self.game = self.play()
        self.question = next(self.game)

    # -- asking and answering --------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        return [] if self.is_over else self.question.texts

    def outcomes(self) -> dict[str, int]:
        return dict.fromkeys(self.legal(), 1) if self.decides() == CHANCE else {}

    def decides(self) -> int | None:
        return None if self.is_over else self.question.seat

    def apply(self, text: str) -> None:
        assert text in self.legal(), f"{text!r} is not one of {self.legal()}"
        self.met[text.split()[0]] += 1
        try:
            self.question = self.game.send(text)
        except StopIteration:
            self.is_over = True

    def money(self) -> list[int]:
        return [player.money for player in self.players]

    def person(self, seat: int) -> int:
        """Return who plays a seat: people take turns around the table."""
        return seat % self.people

    def winners(self) -> list[int]:
        """Return the people who win."""
        alive = [seat for seat in self.order if not self.players[seat].is_drowned]
        if not self.is_over or not alive:
            return []
        first = max(alive, key=lambda seat: self.players[seat].money)  # the first of the richest in turn order
        return [self.person(first)]

    # -- looking ---------------------------------------------------------------------------------------------

    def all_walls(self) -> list[tuple[int, int, Wall]]:
        return [(seat, slot, wall) for seat in self.seats for slot, wall in sorted(self.players[seat].walls.items())]

    def stands(self) -> set[Space]:
        return {wall.stand for _, _, wall in self.all_walls()}

    def passable(self) -> set[Space]:
        """Return the spaces where a character may be."""
        return self.land - self.water - self.holes - self.stands()

    def free(self) -> set[Space]:
        return self.passable() - {player.character for player in self.players if player.character}

    # -- the order of play -----------------------------------------------------------------------------------

    def play(self) -> Play:
        yield from self.setup()
        yield from self.rounds()

    def rounds(self) -> Play:
        while not any(player.is_drowned for player in self.players):
            self.round += 1
            if self.round >= 2:
                yield from self.scrap(self.order)
            yield from self.from_auction()
        self.sell_out()

    def from_auction(self) -> Play:
        if not self.is_deck_out:
            yield from self.auction()
        yield from self.from_hiring(self.order)

    def from_hiring(self, seats: list[int]) -> Play:
        for seat in reversed(seats):
            yield from self.hire(seat)
        yield from self.from_actions(self.order)

    def from_actions(self, seats: list[int]) -> Play:
        for seat in seats:
            yield from self.act(seat)
        self.destroy_weakest()
        self.produce()
        self.flood()
        yield from self.flee(self.order)

    def setup(self) -> Play:
        while len(self.order) < len(self.seats):
            text = yield Question(CHANCE, [f"next {COLOURS[seat]}" for seat in self.seats if seat not in self.order])
            self.order.append(COLOURS.index(text.split()[1]))
        for seat in self.order:
            text = yield Question(seat, [f"corner {number}" for number in range(1, 7)])
            self.players[seat].character = corners(self.radius)[int(text.split()[1]) - 1]

    def scrap(self, seats: list[int]) -> Play:
        for seat in seats:
            slots = sorted(self.players[seat].walls) if self.scrap_leftmost else [1]
            if slots and slots[0] in self.players[seat].walls:
                text = yield Question(seat, ["scrap", "keep"])
                if text == "scrap":
                    self.met["scrap of another slot"] += slots[0] > 1
                    self.remove_wall(seat, slots[0])

    def remove_wall(self, seat: int, slot: int) -> None:
        for kind in self.players[seat].walls.pop(slot).laborers:
            self.market[kind].put()

    # -- auction ---------------------------------------------------------------------------------------------

    def eligible(self) -> list[int]:
        return [
            seat for seat in self.seats if seat not in self.winners_of_phase and len(self.players[seat].walls) < 3
        ]

    def auction(self) -> Play:
        self.winners_of_phase = set()
        yield from self.openings(self.order)
        while self.round == 1 and self.eligible():
            yield from self.openings(self.order)
        if self.round == 1:
            yield from self.refill()

    def openings(self, seats: list[int]) -> Play:
        for seat in seats:
            if not self.block or not self.free():
                self.met["auction cut short"] += 1
                return
            if seat not in self.eligible():
                continue
            if self.round > 1 and self.players[seat].money < self.block[0]:
                self.met["cannot open"] += 1
                continue
            yield from self.open(seat)

    def open(self, seat: int) -> Play:
        is_any = self.whole_block_for_last and self.eligible() == [seat]
        shown = self.block[:3] if self.round <= 3 and not is_any else self.block
        texts = [f"open {bid}" for bid in shown if bid <= self.players[seat].money]
        text = yield Question(seat, texts if self.round == 1 else [*texts, "pass"])
        if text == "pass":
            return
        start = int(text.split()[1])
        self.met["any wall for the last"] += self.round <= 3 and start not in self.block[:3]
        if self.eligible() == [seat]:
            self.met["alone"] += 1
            yield from self.buy(seat, start, start)
        else:
            yield from self.bidding(seat, start)

    def bids(self, seat: int, lowest: int) -> list[str]:
        return [f"bid {bid}" for bid in range(lowest, min(self.players[seat].money, HIGHEST_BID) + 1)]

    def bidding(self, opener: int, start: int) -> Play:
        text = yield Question(opener, self.bids(opener, start))
        clockwise = self.seats[opener + 1 :] + self.seats[:opener]
        waiting = [seat for seat in clockwise if seat in self.eligible()]
        yield from self.raising(start, opener, int(text.split()[1]), waiting)

    def raising(self, start: int, highest: int, bid: int, waiting: list[int]) -> Play:
        """Ask those who wait in turn. A player who is outbid waits again."""
        while waiting:
            seat = waiting.pop(0)
            higher = self.bids(seat, bid + 1)
            if not higher:
                self.met["cannot raise"] += 1
                continue
            text = yield Question(seat, [*higher, "pass"])
            if text != "pass":
                waiting.append(highest)
                highest, bid = seat, int(text.split()[1])
        self.met["all money"] += bid == self.players[highest].money
        yield from self.buy(highest, start, bid)

    def buy(self, seat: int, start: int, price: int) -> Play:
        player = self.players[seat]
        self.block.remove(start)
        self.winners_of_phase.add(seat)
        player.money -= price
        slot = min({1, 2, 3} - set(player.walls))
        self.met["gap filled"] += any(other > slot for other in player.walls)
        text = yield Question(seat, spaces_text("wall", self.free()))
        player.walls[slot] = Wall(self.cards[start], space_in(text.split()[1]))
        if slot == 3:
            self.had_third.add(seat)
        if len(self.had_third) == len(self.seats) and not self.is_purged:
            self.is_purged = True
            self.met["purge"] += 1
            self.met["purge of the block"] += any(bid < self.purge_below for bid in self.block)
            self.block = [bid for bid in self.block if bid >= self.purge_below]
            self.deck = {bid for bid in self.deck if bid >= self.purge_below}
        if self.round > 1:
            yield from self.refill()

    def refill(self) -> Play:
        while len(self.block) < 6 and self.deck:
            text = yield Question(CHANCE, [f"draw {bid}" for bid in sorted(self.deck)])
            bid = int(text.split()[1])
            self.deck.remove(bid)
            self.block = sorted([*self.block, bid])
        if not self.deck and (len(self.block) < 6 or not self.late_deck):
            self.met["deck out"] += 1
            self.is_deck_out = True

    # -- laborers and actions --------------------------------------------------------------------------------

    def hire(self, seat: int) -> Play:
        player = self.players[seat]
        while True:
            texts = []
            for kind in TYPES:
                price = self.market[kind].price()
                if price is not None and price <= player.money:
                    texts += [f"hire {kind} {slot}" for slot in player.walls if self.has_room(seat, slot, kind)]
            if not texts:
                return
            text = yield Question(seat, [*texts, "done"])
            if text == "done":
                return
            _, kind, slot = text.split()
            player.money -= self.market[kind].take()
            player.walls[int(slot)].laborers.append(kind)

    def has_room(self, seat: int, slot: int, kind: str) -> bool:
        wall = self.players[seat].walls[slot]
        return wall.card.shows(kind) and len(wall.laborers) < 3

    def act(self, seat: int, actions: int = 2) -> Play:
        player = self.players[seat]
        for _ in range(actions):
            assert player.character
            texts = spaces_text("move", around(player.character) & self.passable())
            texts += self.sales(seat) + self.shifts(seat)
            texts += spaces_text("dig", self.free()) + spaces_text("fill", self.holes)
            if len(self.block) == 1:
                texts.append(f"trash {self.block[0]}")
            texts += [f"trash {low} {high}" for low in self.block for high in self.block if low < high]
            text = yield Question(seat, [*texts, "skip"])
            verb, *words = text.split()
            match verb:
                case "skip":
                    return
                case "move":
                    player.character = space_in(words[0])
                case "dig":
                    self.holes.add(space_in(words[0]))
                case "fill":
                    self.holes.remove(space_in(words[0]))
                case "trash":
                    self.met["trash of one"] += len(words) == 1
                    self.block = [bid for bid in self.block if str(bid) not in words]
                    yield from self.refill()
                case "sell":
                    yield from self.sell(seat, text)
                case "shift":
                    yield from self.shift(seat, text)

    def sales(self, seat: int) -> list[str]:
        walls = self.players[seat].walls
        return [f"sell {kind} {slot}" for slot in walls for kind in sorted(set(walls[slot].laborers))]

    def sell(self, seat: int, text: str) -> Play:
        player = self.players[seat]
        while text != "done":
            _, kind, slot = text.split()
            player.walls[int(slot)].laborers.remove(kind)
            player.money += self.market[kind].put()
            if not self.sales(seat):
                return
            text = yield Question(seat, [*self.sales(seat), "done"])

    def shifts(self, seat: int) -> list[str]:
        walls = self.players[seat].walls
        return [
            f"shift {kind} {start} {end}"
            for start in walls
            for end in walls
            for kind in sorted(set(walls[start].laborers))
            if start != end and self.has_room(seat, end, kind)
        ]

    def shift(self, seat: int, text: str) -> Play:
        walls = self.players[seat].walls
        way = text.split()[2:]
        while text != "done":
            kind = text.split()[1]
            walls[int(way[0])].laborers.remove(kind)
            walls[int(way[1])].laborers.append(kind)
            more = [each for each in self.shifts(seat) if each.split()[2:] == way]
            if not more:
                return
            text = yield Question(seat, [*more, "done"])

    # -- the cascade -----------------------------------------------------------------------------------------

    def at_water(self) -> list[tuple[int, int, Wall]]:
        return [each for each in self.all_walls() if around(each[2].stand) & self.water]

    def destroy_weakest(self) -> None:
        number = 0 if self.round == 1 else 2 if self.two_weakest and self.round >= 4 else 1
        weakest = sorted(self.at_water(), key=lambda each: each[2].card.bid)[:number]
        self.met["destroyed"] += len(weakest)
        self.met["two weakest"] += len(weakest) == 2
        for seat, slot, wall in weakest:
            self.met["laborers lost"] += len(wall.laborers)
            self.remove_wall(seat, slot)

    def produce(self) -> None:
        earned = dict.fromkeys(self.seats, 0)
        for seat, _, wall in self.at_water():
            if wall.card.is_met(wall.laborers):
                earned[seat] += wall.card.production
        for seat in self.seats:
            self.players[seat].money += earned[seat]
        before = self.order
        self.order = sorted(before, key=lambda seat: -earned[seat])  # equal seats keep their order
        self.met["new order"] += self.order != before
        self.met["production tie"] += any(earned.values()) and len(set(earned.values())) < len(earned)

    def flood(self) -> None:
        self.water = advance(self.land, self.water, self.holes, self.stands())
        self.met["hole filled by water"] += len(self.holes & self.water)
        self.holes -= self.water
        stands = self.stands()
        for seat, slot, wall in self.all_walls():
            beside = around(wall.stand)
            if is_lost(wall.stand, self.land, self.water, stands, self.rim_protects):
                self.met["lone wall removed"] += 1
                self.met["lone wall at the rim"] += not beside <= self.land
                self.remove_wall(seat, slot)
            elif self.rim_protects and is_lost(wall.stand, self.land, self.water, stands):
                self.met["saved by the rim"] += 1
            elif beside & stands and beside & self.land <= self.water | stands:
                self.met["reinforced"] += 1

    def flee(self, seats: list[int]) -> Play:
        for seat in seats:
            player = self.players[seat]
            if player.character not in self.water:
                continue
            ways = around(player.character) & self.passable()
            if ways:
                text = yield Question(seat, spaces_text("flee", ways))
                player.character = space_in(text.split()[1])
            else:
                self.met["drowned"] += 1
                player.is_drowned = True

    def sell_out(self) -> None:
        for seat in reversed(self.order):
            for _, wall in sorted(self.players[seat].walls.items()):
                while wall.laborers:
                    self.players[seat].money += self.market[wall.laborers.pop()].put()
        alive = [player for player in self.players if not player.is_drowned]
        richest = max((player.money for player in alive), default=0)
        self.met["everybody drowned"] += not alive
        self.met["tie broken by order"] += sum(player.money == richest for player in alive) > 1
        self.met["richest drowned"] += any(player.money > richest for player in self.players if player.is_drowned)
