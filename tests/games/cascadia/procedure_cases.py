"""Short scripts that test the order of play: what may happen, and what is in the bag when something is drawn.

A script can be played on anything that answers in texts, the engine or the oracle. It sees only these answers, so it
finds the tokens of the market by looking at the bag.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, combinations
from typing import Protocol

from tests.games.cascadia.oracle import CODES, SPECIES


class Game(Protocol):
    def decides(self) -> int | str | None: ...
    def legal(self) -> list[str]: ...
    def outcomes(self) -> dict[str, int]: ...
    def play(self, text: str) -> None: ...
    def copy(self) -> Game: ...
    def scores(self) -> Sequence[float]: ...
    def winners(self) -> list[int]: ...


Start = Callable[[int], Game]  # with this many players, cards A and majorities

STARTERS = "MFPW"
TILES = ("MF bh", "P e", "FW es", "PR bf")
PAID_WIPES = {"wipe " + ",".join(slots) for number in (1, 2, 3, 4) for slots in combinations("0123", number)}
PICKS = {f"take {tile} {token}" for tile in range(4) for token in range(4) if tile != token}
TAKES = {f"take {slot}" for slot in range(4)}


def play(game: Game, *texts: str) -> None:
    for text in texts:
        assert text in game.legal(), text
        game.play(text)


def draw(game: Game, codes: str) -> None:
    """Draw tokens from the bag."""
    play(game, *(f"draw {SPECIES[code]}" for code in codes))


def opened(start: Start, tokens: str, players: int = 2) -> Game:
    """Return a game in which seat 0 has the mountain starter, with a bear keystone, and slot 1 a keystone tile."""
    game = start(players)
    play(game, *(f"starter {STARTERS[seat]}" for seat in range(players)))
    play(game, *(f"draw {tile}" for tile in TILES))
    draw(game, tokens)
    return game


def opened_with_nature(start: Start, tokens: str) -> Game:
    """Return a game of two after one round: seat 0 has a bear on its keystone, a nature token, and this market."""
    game = opened(start, "b" + tokens[1:])
    play(game, "take 0", "tile 1,0 k0", "token 0,0", "draw MP bs")
    draw(game, "e" if tokens[1] != "e" else "f")
    play(game, "take 0", "tile 1,0 k0", "return", "draw MW bs")
    draw(game, tokens[0])
    return game


def in_bag(game: Game) -> str:
    """Return what the bag holds when a token is drawn: five numbers in the order bear elk salmon hawk fox."""
    weights = game.outcomes()
    assert set(weights) <= {f"draw {name}" for name in CODES}
    return " ".join(str(weights.get(f"draw {name}", 0)) for name in CODES)


def shown(game: Game, gone: str = "") -> str:
    """Return the tokens of the market when a seat decides; `gone` are those on boards and out of the game.

    Each token is taken and returned to the bag in turn: then the bag lacks exactly the other three.
    """
    lacking = []
    for slot in range(4):
        after = game.copy()
        play(after, f"take {slot}")
        play(after, next(text for text in after.legal() if text.endswith("k0")), "return")
        while not any(f"draw {name}" in after.outcomes() for name in CODES):
            after.play(next(iter(after.outcomes())))
        counts = zip(SPECIES, in_bag(after).split(), strict=True)
        lacking.append(Counter({code: 20 - gone.count(code) - int(number) for code, number in counts}))
    market = {code: sum(some[code] for some in lacking) // 3 for code in SPECIES}
    return "".join(code for some in lacking for code in SPECIES if market[code] > some[code])


def keystones(game: Game) -> str:
    """Return K for each slot whose tile is a keystone, and - for the others. A keystone has only one spin."""
    found = ""
    for slot in range(4):
        after = game.copy()
        play(after, f"take {slot}")
        found += "-" if any(text.endswith("k1") for text in after.legal()) else "K"
    return found


def choices(game: Game) -> set[str]:
    return set(game.legal())


# -- the cases -------------------------------------------------------------------------------------------------


def four_alike_go_by_themselves_and_again(start: Start) -> None:
    game = opened(start, "bbbb")
    assert in_bag(game) == "16 20 20 20 20"
    draw(game, "eeee")
    assert in_bag(game) == "16 16 20 20 20"
    draw(game, "hfsb")
    assert game.decides() == 0
    assert shown(game) == "hfsb"  # all eight are back in the bag


def three_alike_may_go(start: Start) -> None:
    game = opened(start, "bbbh")
    assert choices(game) == TAKES | {"wipe"}
    assert shown(game) == "bbbh"
    play(game, "wipe")
    assert in_bag(game) == "17 20 20 19 20"
    draw(game, "bes")
    assert shown(game) == "besh"
    assert choices(game) == TAKES


def three_alike_go_once_a_turn(start: Start) -> None:
    game = opened_with_nature(start, "bbbh")
    assert choices(game) == TAKES | {"wipe"} | PAID_WIPES | PICKS
    play(game, "wipe")
    draw(game, "eee")
    assert choices(game) == TAKES | PAID_WIPES | PICKS
    assert shown(game, gone="b") == "eeeh"
    play(game, "take 3", "tile 2,0 k0", "return", "draw MP es")
    draw(game, "h")
    assert "wipe" in choices(game)  # it is the next seat's turn


def four_alike_may_follow_on_three(start: Start) -> None:
    game = opened(start, "bbbh")
    play(game, "wipe")
    draw(game, "hhh")
    assert game.decides() == "chance"
    assert in_bag(game) == "17 20 20 16 20"
    draw(game, "besf")
    assert shown(game) == "besf"


def three_alike_may_follow_on_four(start: Start) -> None:
    game = opened(start, "bbbb")
    draw(game, "eeef")
    assert "wipe" in choices(game)
    assert shown(game) == "eeef"  # taking a pair ended the wiping: the bears are back
    play(game, "wipe")
    assert in_bag(game) == "16 17 20 20 19"  # the bears are still aside
    draw(game, "shb")
    assert shown(game) == "shbf"


def a_nature_token_wipes_any_slots(start: Start) -> None:
    game = opened_with_nature(start, "besh")
    before = game.scores()[0]
    assert choices(game) == TAKES | PAID_WIPES | PICKS
    play(game, "wipe 1,3")
    assert in_bag(game) == "18 19 19 19 20"
    draw(game, "ff")
    assert shown(game, gone="b") == "bfsf"
    assert choices(game) == TAKES
    assert game.scores()[0] == before - 1


def a_nature_token_buys_the_free_pick(start: Start) -> None:
    game = opened_with_nature(start, "besh")
    assert keystones(game) == "-K--"
    play(game, "take 1 3")
    assert {text[-2:] for text in game.legal()} == {"k0"}
    play(game, "tile 0,-1 k0")
    assert choices(game) == {"return", "token -1,1", "token 1,0"}  # a hawk in hand
    play(game, "token -1,1", "draw WR bs")
    assert in_bag(game) == "18 19 19 19 20"
    draw(game, "f")
    assert game.decides() == 1
    assert shown(game, gone="bh") == "besf"
    assert keystones(game) == "----"


def without_a_nature_token_a_pair_is_taken(start: Start) -> None:
    assert choices(opened(start, "besh")) == TAKES


def a_token_not_placed_can_be_drawn_at_once(start: Start) -> None:
    game = opened(start, "besh")
    play(game, "take 0", "tile 1,0 k0", "return", "draw MP bs")
    assert in_bag(game) == "20 19 19 19 20"
    draw(game, "b")
    assert shown(game) == "besh"


def a_nature_token_is_earned_by_a_token_on_a_keystone(start: Start) -> None:
    def has_nature(*texts: str) -> bool:
        game = opened(start, "bess", players=1)
        play(game, *texts, "draw MP bs", "draw MP es")
        draw(game, "fh")
        return "take 0 1" in game.legal()

    assert not has_nature("take 1", "tile 1,0 k0", "return")
    assert has_nature("take 0", "tile 1,0 k0", "token 0,0")
    assert not has_nature("take 0", "tile 1,0 k0", "token 0,1")
    game = opened(start, "bees", players=1)
    play(game, "take 1", "tile 1,0 k0")
    assert choices(game) == {"return", "token 1,0", "token -1,1"}
    assert not has_earned(game, "token -1,1")
    assert has_earned(game, "token 1,0")


def has_earned(game: Game, text: str) -> bool:
    after = game.copy()
    play(after, text, "draw MP bs", "draw MP es")
    draw(after, "fh")
    return "take 0 1" in after.legal()


def everyone_has_twenty_turns(start: Start) -> None:
    for players, tiles in ((1, 42), (2, 43), (3, 63), (4, 83)):
        game, dice = start(players), random.Random(players)
        texts = []
        while game.decides() is not None:
            texts.append(dice.choice(sorted(game.legal())))
            game.play(texts[-1])
        drawn = [text for text in texts if text.startswith("draw ") and len(text.split()) == 3]
        assert len(drawn) == tiles
        assert sum(text.startswith("take") for text in texts) == 20 * players
        assert texts[-1].startswith(("token", "return"))  # nothing is drawn after the last turn
        assert game.legal() == []
        assert game.winners()


def alone_the_market_moves_on(start: Start) -> None:
    game = opened(start, "besh", players=1)
    assert keystones(game) == "-K--"
    play(game, "take 0", "tile 1,0 k0", "token 0,0", "draw W s", "draw MP bs")
    draw(game, "fb")
    assert keystones(game) == "K-K-"
    assert shown(game, gone="bh") == "fbes"
    play(game, "take 2 0", "tile 0,-1 k0", "return", "draw MP es", "draw MP eh")
    assert in_bag(game) == "18 19 19 19 20"
    draw(game, "hh")
    assert keystones(game) == "--K-"
    assert shown(game, gone="bhs") == "hhbe"


# -- beyond the cases ------------------------------------------------------------------------------------------


def a_paid_wipe_ends_the_wiping_before_it(start: Start) -> None:
    game = opened_with_nature(start, "ssss")
    draw(game, "eeef")
    assert choices(game) == TAKES | {"wipe"} | PAID_WIPES | PICKS
    play(game, "wipe 0")
    assert in_bag(game) == "19 17 20 20 19"  # the salmon are back
    draw(game, "e")
    assert choices(game) == TAKES | {"wipe"}
    play(game, "wipe")
    assert in_bag(game) == "19 16 20 20 19"  # the elk that was paid for is still aside
    draw(game, "bsh")
    assert shown(game, gone="b") == "bshf"


def four_alike_may_follow_on_a_paid_wipe(start: Start) -> None:
    game = opened_with_nature(start, "bsss")
    play(game, "wipe 0")
    draw(game, "s")
    assert in_bag(game) == "18 20 16 20 20"
    draw(game, "hhhe")
    play(game, "wipe")
    assert in_bag(game) == "18 19 16 17 20"
    draw(game, "sss")
    assert choices(game) == TAKES
    assert shown(game, gone="b") == "ssse"


def an_empty_bag_is_filled_from_what_lies_aside(start: Start) -> None:
    game = opened(start, "bbbb")
    for fours in chain("bbbb", "eeeee", "sssss", "hhhhh", "fffff"):
        draw(game, fours * 4)
    assert in_bag(game) == "20 20 20 20 20"

    game = opened(start, "bbbh")
    play(game, "wipe")
    draw(game, "hhh")
    for fours in chain("bbbb", "hhhh", "eeeee", "sssss", "fffff"):
        draw(game, fours * 4)
    assert in_bag(game) == "1 0 0 0 0"
    draw(game, "b")
    assert in_bag(game) == "19 20 20 20 20"
    draw(game, "ehf")
    assert shown(game) == "behf"


CASES: list[Callable[[Start], None]] = [
    four_alike_go_by_themselves_and_again,
    three_alike_may_go,
    three_alike_go_once_a_turn,
    four_alike_may_follow_on_three,
    three_alike_may_follow_on_four,
    a_nature_token_wipes_any_slots,
    a_nature_token_buys_the_free_pick,
    without_a_nature_token_a_pair_is_taken,
    a_token_not_placed_can_be_drawn_at_once,
    a_nature_token_is_earned_by_a_token_on_a_keystone,
    everyone_has_twenty_turns,
    alone_the_market_moves_on,
    a_paid_wipe_ends_the_wiping_before_it,
    four_alike_may_follow_on_a_paid_wipe,
    an_empty_bag_is_filled_from_what_lies_aside,
]


def name_of(case: Callable[[Start], None]) -> str:
    return case.__name__
