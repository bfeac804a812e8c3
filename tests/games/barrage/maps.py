"""Random positions with structures, water, tiles and contracts. They follow the rules, but need not arise in play."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
from tests.games.barrage.lively import GAME, begin

from stockade.core.layout import CHANCE
from stockade.core.state import State
from stockade.games.barrage.layout import (
    ANTON,
    BASES,
    CARDS,
    CONDUITS,
    CONTRACTS,
    FIRST_CHANCE,
    NATIONAL,
    NEUTRAL,
    NOTHING,
    POWERHOUSES,
    PRIVATE,
    TILES,
    Officer,
    Step,
    Tile,
)
from stockade.games.barrage.tables import POWERHOUSE_BASIN, TILE_LEVEL

HOUSE_BASIN = POWERHOUSE_BASIN.tolist()
LEVELS = TILE_LEVEL.tolist()


@cache
def begun(players: int, number: int) -> bytes:
    """Return a table just laid out, for its headstreams, neutral dams, national contracts and other contracts."""
    return begin(random.Random(number), players, setup="full").to_bytes()


def blank(dice: random.Random, players: int) -> State:
    return State(GAME, np.frombuffer(begun(players, dice.randrange(8)), np.uint8).copy())


class Position:
    """Builds a random position. Automas have the last seats, as in the rules."""

    def __init__(self, dice: random.Random, automas: int = 0, anton: float = 0.0, level: int = 0) -> None:
        """Start with seats and map. `anton` is the extra chance that the player to move has Anton, who has the most
        ways to build. With a level, an Automa of this level is to move."""
        self.anton = anton
        self.dice, self.players = dice, dice.randint(max(2, automas + 1), 4)
        self.state = blank(dice, self.players)
        self.record = self.state.record
        self.record.automas = automas
        self.people = list(range(self.players - automas))
        self.seat = dice.choice(range(self.players)[-automas:] if level else self.people)
        self.level = level
        self.record.round_no = dice.choice((1, 2, 3, 4, 5, 5, 5))
        self.record.objective = dice.randrange(6)
        self.record.bonus[:] = dice.sample(range(6), 5)
        order = dice.sample(range(self.players), self.players)
        self.record.order[: self.players] = order
        self.record.place = order.index(self.seat)
        self.seats = [self.record.player[seat] for seat in range(self.players)]
        self.officers: list[int] = []
        self.fill_seats()
        self.fill_map()

    # -- seats -----------------------------------------------------------------------------------------------

    def fill_seats(self) -> None:
        dice, record = self.dice, self.record
        companies = dice.sample(range(4), self.players)
        self.officers = dice.sample(range(7), 7)
        if dice.random() < self.anton:
            at, other = self.officers.index(Officer.ANTON), self.seat
            self.officers[at], self.officers[other] = self.officers[other], self.officers[at]
        record.spares = sum(1 << each for each in self.officers[4:] if each != Officer.MAHIRI and dice.random() < 0.6)
        for seat in range(self.players):
            player = self.seats[seat]
            player.company = companies[seat]
            player.level = 0 if seat in self.people else dice.randint(1, 4)
            if seat == self.seat:
                player.level = self.level
            if player.level == 4 and self.officers[seat] == Officer.MAHIRI:  # it draws another one
                self.officers[seat], self.officers[6] = self.officers[6], Officer.MAHIRI
                record.spares &= ~(1 << self.officers[seat])
            player.officer = self.officers[seat] if player.level in (0, 4) else NOTHING
            player.vp = dice.randint(-5, 60)
            player.credits = 0 if player.level else dice.choice((0, 1, 2, 3, 4, 5, 6, 9, 15))
            player.energy = dice.choice((0, 0, 1, 2, 5, 6, 7, 11, 12, 17, 18, 23, 24, 29, 30, 41))
            player.excavators, player.mixers = dice.randint(0, 11), dice.randint(0, 7)
            player.engineers = dice.randint(0, 12)
        mover = self.seats[self.seat]
        if mover.officer == Officer.MAHIRI:
            mover.mahiri_uses = dice.randint(0, 2)
            if mover.mahiri_uses > 0 and dice.random() < 0.6:
                mover.copied = dice.choice([each for each in self.officers if each != Officer.MAHIRI])
                mover.has_copied = True

    # -- the map ---------------------------------------------------------------------------------------------

    def fill_map(self) -> None:
        dice, record = self.dice, self.record
        owners, levels = record.dam_owner.tolist(), record.dam_level.tolist()
        conduits, houses = [NOTHING] * CONDUITS, [NOTHING] * POWERHOUSES
        built = [[0, 0, 0, 0] for _ in range(self.players)]
        richness = dice.choice((0.3, 0.7, 1.0))
        for seat in dice.sample(range(self.players), self.players):
            counts = [round(dice.randint(0, most) * richness + dice.random() * 0.9) for most in (5, 5, 5, 4)]
            for space in dice.sample(range(BASES), BASES):
                if built[seat][0] < min(counts[0], 5) and owners[space] == NOTHING and owners[space ^ 1] != seat:
                    owners[space], levels[space] = seat, 1
                    built[seat][0] += 1
                    while levels[space] < 3 and built[seat][1] < min(counts[1], 5) and dice.random() < 0.7:
                        levels[space] += 1
                        built[seat][1] += 1
            for space in dice.sample(range(CONDUITS), min(counts[2], 5)):
                if conduits[space] == NOTHING:
                    conduits[space] = seat
                    built[seat][2] += 1
            own: set[int] = set()
            for space in dice.sample(range(POWERHOUSES), POWERHOUSES):
                if len(own) < min(counts[3], 4) and houses[space] == NOTHING and HOUSE_BASIN[space] not in own:
                    houses[space] = seat
                    own.add(HOUSE_BASIN[space])
            built[seat][3] = len(own)
        record.dam_owner[:], record.dam_level[:] = owners, levels
        record.dam_drops[:] = [self.drops_in(owner, level) for owner, level in zip(owners, levels, strict=True)]
        record.conduit[:], record.powerhouse[:] = conduits, houses
        for seat in range(self.players):
            self.seats[seat].built[:] = built[seat]
        record.waiting[:] = [dice.choice((0, 0, 1, 2, 4)) for _ in range(4)]

    def drops_in(self, owner: int, level: int) -> int:
        """Return some drops for a dam, up to all that it holds. A fourth drop may remain from a turn of Mahiri's
        (ruling 50)."""
        if owner == NOTHING:
            return 0
        is_high = level == 3 and owner != NEUTRAL
        most = level + (is_high and self.seats[owner].officer in (Officer.GRAZIANO, Officer.MAHIRI))
        return self.dice.randint(0, most) if self.dice.random() < 0.7 else most

    # -- tiles, wheels, contracts ----------------------------------------------------------------------------

    def fill_tiles(self) -> None:
        """Put each advanced tile that was laid out so far with a seat, in the office or out of the game."""
        dice, record = self.dice, self.record
        advanced = sorted(dice.sample(range(Tile.I_BASE, TILES), TILES - Tile.I_BASE), key=lambda tile: LEVELS[tile])
        shown = 3 * int(record.round_no)
        has = [(1 << 4) - 1] * self.players
        for tile in advanced[: shown - 3]:
            has[dice.randrange(self.players)] |= (1 << tile) if dice.random() < 0.8 else 0
        for slot, tile in enumerate(advanced[shown - 3 : shown]):
            is_left = dice.random() < 0.7
            record.patent[slot] = tile if is_left else NOTHING
            if not is_left:
                has[dice.randrange(self.players)] |= 1 << tile
        record.patent_pile = sum(1 << tile for tile in advanced[shown:])
        for seat in range(self.players):
            player = self.seats[seat]
            if player.officer == Officer.ANTON:
                has[seat] |= 1 << ANTON
            player.constructions = dice.randint(0, 4)
            for segment in range(1, 6):
                on_hand = [tile for tile in range(TILES + 1) if has[seat] >> tile & 1]
                if on_hand and dice.random() < 0.5:
                    tile = dice.choice(on_hand)
                    has[seat] &= ~(1 << tile)
                    player.wheel_tile[segment] = tile
                    player.wheel_excavators[segment] = dice.randint(0, 5)
                    player.wheel_mixers[segment] = dice.randint(0, 3)
            player.tiles = has[seat]

    def fill_contracts(self) -> None:
        """Put each private contract in the office, a hand, its pile, among the fulfilled or discarded ones, or out of
        the game."""
        dice, record = self.dice, self.record
        left = dice.sample(range(PRIVATE, NATIONAL), NATIONAL - PRIVATE)
        for place in range(6):
            shown = next(each for each in left if (each - PRIVATE) // 15 == place // 2)
            record.open[place] = shown if dice.random() < 0.97 else NOTHING
            left.remove(shown)
        for seat in range(self.players):
            player = self.seats[seat]
            hand = [left.pop() for _ in range(0 if player.level else dice.randint(0, 3))]
            done = [left.pop() for _ in range(dice.randint(0, 4))]
            player.contracts = sum(1 << each for each in hand)
            player.fulfilled = sum(1 << each for each in done)
        for place, national in enumerate(record.national.tolist()):
            if national != NOTHING and dice.random() < 0.2:
                self.seats[dice.randrange(self.players)].fulfilled |= 1 << national
                record.national[place] = NOTHING
        thrown = [each for each in left if dice.random() < dice.choice((0.0, 0.2, 1.0))]
        record.pile = sum(1 << each for each in left if each not in thrown)
        record.discarded = sum(1 << each for each in thrown if each < CONTRACTS and dice.random() < 0.5)

    def fill_spaces(self) -> None:
        """Put engineers on the board."""
        space = self.record.space
        for number, owner in enumerate(space.tolist()):
            if owner == NOTHING and self.dice.random() < 0.2:
                space[number] = self.dice.randrange(self.players)

    def fill_cards(self) -> None:
        """Put the tiles of the Automas in the pile, on top and among the discards."""
        dice, record = self.dice, self.record
        tiles = dice.sample(range(CARDS), CARDS)
        record.last_card, record.card = tiles[:2]
        record.cards = sum(1 << tile for tile in tiles[2 : dice.randint(2, CARDS)])

    # -- what is pending -------------------------------------------------------------------------------------

    def pend(self, *steps: tuple[Step, int, int]) -> State:
        """Push steps of the player to move or of chance, from the bottom to the top."""
        for frame, (step, a, b) in zip(self.record.pending, steps, strict=False):
            player = CHANCE if step >= FIRST_CHANCE else self.seat
            frame.step, frame.player, frame.first, frame.second = step, player, a, b
            self.record.current_player = player
        self.record.depth = len(steps)
        return self.state
