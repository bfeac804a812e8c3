"""The engine and the second implementation side by side: both play the same texts and get the same arranged
positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tests.games.cascade_barricade.oracle import CHANCE, COLOURS, OURS, TYPES, Space, Table, Wall

import stockade
from stockade import OVER
from stockade.games.cascade_barricade.layout import MIDDLE, SIDE
from stockade.games.cascade_barricade.tables import cell_number

GAME = stockade.game("cascade_barricade")
QUIET = ("keep", "pass", "done", "skip")


def rows_of(spaces: Iterable[Space]) -> list[int]:
    """Return spaces as the engine's rows of bits."""
    rows = [0] * SIDE
    for q, r in spaces:
        rows[r + MIDDLE] |= 1 << (q + MIDDLE)
    return rows


class Both:
    def __init__(
        self, players: int, radius: int = 5, two_weakest: bool = False, edition: Path = OURS, **rulings: Any
    ) -> None:
        """Start both. `rulings` are the other options; without them, each player has one colour."""
        rulings = {"colours": 1} | rulings
        options = {"radius": radius, "two_weakest": two_weakest, "edition": edition}
        self.state = GAME.start(players, options | rulings)
        self.table = Table(players, radius, two_weakest, edition, **rulings)

    # -- playing -----------------------------------------------------------------------------------------------

    def check(self) -> list[str]:
        """Check that turn, choices, weights and table are the same in both, and return the choices."""
        state, table = self.state, self.table
        decides = table.decides()
        if decides is None or decides == CHANCE:
            assert state.current_player == (OVER if decides is None else CHANCE)
        else:
            assert (state.current_player, state.record.colour) == (table.person(decides), decides)
        texts = [state.format(action) for action in state.legal_actions()]
        assert sorted(texts) == sorted(table.legal())
        assert {state.format(action): weight for action, weight in state.chance_weights()} == table.outcomes()
        assert state.winners() == table.winners()
        self.check_table()
        return texts

    def check_table(self) -> None:
        """Check that money, walls, laborers, characters, land, block, deck and turn order are the same in both."""
        record, table = self.state.record, self.table
        players = record.player[: len(table.seats)]
        assert players["money"].tolist() == table.money()
        assert [seat for seat in record.order.tolist() if seat >= 0] == table.order
        assert (record.water.tolist(), record.holes.tolist()) == (rows_of(table.water), rows_of(table.holes))
        assert int(record.block) == sum(1 << (bid - 1) for bid in table.block)
        assert int(record.deck) == sum(1 << (bid - 1) for bid in table.deck)
        walls, stands = players["wall"].tolist(), players["stand"].tolist()
        labor, characters = players["labor"].tolist(), players["character"].tolist()
        for seat, player in enumerate(table.players):
            assert characters[seat] == (-1 if player.character is None else cell_number(*player.character))
            for slot in (1, 2, 3):
                wall = player.walls.get(slot)
                count = [wall.laborers.count(kind) if wall else 0 for kind in TYPES]
                assert labor[seat][slot - 1] == count
                if wall or walls[seat][slot - 1] < 0 or stands[seat][slot - 1] >= 0:  # not while it is being placed
                    assert walls[seat][slot - 1] == (wall.card.bid - 1 if wall else -1)
                    assert stands[seat][slot - 1] == (cell_number(*wall.stand) if wall else -1)
        for number, kind in enumerate(TYPES):
            assert int(record.market[number]) == sum(row.count(True) for _, row in table.market[kind].rows)

    def apply(self, text: str) -> None:
        self.state.apply(text)
        self.table.apply(text)

    def play(self, script: str) -> None:
        """Play texts that are separated by `;`. A name in front, as in `azure: pass`, says whose turn it must be."""
        for line in filter(None, map(str.strip, script.split(";"))):
            who, text = line.split(": ") if ": " in line else ("", line)
            self.check()
            assert not who or self.decides() == who
            self.apply(text)
        self.check()

    def decides(self) -> str:
        seat = self.table.decides()
        return "nobody" if seat is None else "chance" if seat == CHANCE else COLOURS[seat]

    def offers(self, verb: str) -> list[str]:
        """Return what may follow a verb, sorted; `[""]` for a verb that stands alone."""
        return sorted(text[len(verb) :].strip() for text in self.check() if text.split()[0] == verb)

    def quietly(self, until: Callable[[Table], bool]) -> None:
        """Play until a condition holds. Everybody does as little as possible, walls go as far out as they can, and
        the lowest wall is drawn."""
        while not until(self.table):
            texts = self.check()
            assert texts, "the game is over before that"
            far = [f"wall {q},{r}" for q, r in sorted(self.table.free(), key=lambda at: -abs(at[0]) - abs(at[1]))]
            self.apply(next(text for text in (*QUIET, *far, *self.table.legal()) if text in texts))
        self.check()

    def until(self, verb: str, round: int = 1) -> None:
        """Play to the first decision of a kind in a round."""
        self.quietly(lambda table: table.round == round and any(each.startswith(verb) for each in table.legal()))

    def end_round(self) -> None:
        round = self.table.round
        self.quietly(lambda table: table.is_over or table.round > round or table.legal()[0].startswith("flee"))

    # -- arranging: after it the next answer is made with `apply`, unchecked, since it was offered before ---------

    def give(self, *money: int) -> None:
        for seat, amount in enumerate(money):
            self.state.record.player[seat].money = amount
            self.table.players[seat].money = amount

    def lay(self, water: set[Space], holes: Iterable[Space] = ()) -> None:
        """Replace the water and the holes on the land."""
        self.state.record.water[:] = rows_of(water)
        self.state.record.holes[:] = rows_of(holes)
        self.table.water, self.table.holes = set(water), set(holes)

    def place(self, seat: int, at: Space) -> None:
        self.state.record.player[seat].character = cell_number(*at)
        self.table.players[seat].character = at

    def build(self, seat: int, slot: int, bid: int, stand: Space, laborers: str = "") -> None:
        """Give a seat a wall from the deck, with laborers from the market."""
        record, player = self.state.record, self.state.record.player[seat]
        player.wall[slot - 1], player.stand[slot - 1] = bid - 1, cell_number(*stand)
        record.deck &= ~(1 << (bid - 1))
        for kind in laborers:
            player.labor[slot - 1, TYPES.index(kind)] += 1
            record.market[TYPES.index(kind)] -= 1
            self.table.market[kind].take()
        self.table.deck.discard(bid)
        self.table.players[seat].walls[slot] = Wall(self.table.cards[bid], stand, list(laborers))
        record.stands[:] = rows_of(self.table.stands())

    def set_round(self, number: int) -> None:
        self.state.record.round_no = number
        self.table.round = number

    def clear_walls(self) -> None:
        for seat, slot, _ in self.table.all_walls():
            player = self.state.record.player[seat]
            player.wall[slot - 1] = player.stand[slot - 1] = -1
            del self.table.players[seat].walls[slot]
        self.state.record.stands[:] = 0

    def stack(self, deck: set[int]) -> None:
        """Replace the deck."""
        self.state.record.deck = sum(1 << (bid - 1) for bid in deck)
        self.table.deck = set(deck)

    def walls(self, seat: int) -> dict[int, int]:
        """Return the starting bid of the wall in each slot, which must be the same in both."""
        found = {slot: wall.card.bid for slot, wall in self.table.players[seat].walls.items()}
        told = self.state.record.player[seat].wall
        assert found == {slot: int(told[slot - 1]) + 1 for slot in (1, 2, 3) if told[slot - 1] >= 0}
        return found

    def laborers(self, kind: str) -> int:
        """Return how many laborers of a type are in the market, which must be the same in both."""
        number = sum(row.count(True) for _, row in self.table.market[kind].rows)
        assert number == self.state.record.market[TYPES.index(kind)]
        return number

    def order(self) -> list[int]:
        assert [int(seat) for seat in self.state.record.order[: len(self.table.seats)]] == self.table.order
        return self.table.order
