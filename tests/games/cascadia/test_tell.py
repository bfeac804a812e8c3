"""What the log of Cascadia tells: lines of the score sheet, majorities that change hands, wipes, what leaves."""

from __future__ import annotations

import random

from tests.games.cascadia.positions import GAME, at
from tests.games.positions import played

import stockade
from stockade.core.match import entries, take
from stockade.core.state import State
from stockade.games.cascadia.text.tell import STACK


def told(state: State, action: str) -> tuple[str, ...]:
    (entry,) = entries([take(state, action)])
    return entry.told


def gain(state: State, action: str) -> str:
    return next(choice.gain for choice in state.scene().choices if choice.text == action)


def test_starters_bring_the_first_points() -> None:
    state = GAME.start(2)
    assert told(state, "starter M") == ()
    assert told(played(state, "starter M"), "starter F") == (
        "All starters are dealt: Cedar +10 points; Fern +10 points",
    )


def test_a_draw_is_told_once() -> None:
    state = played(GAME.start(1), "starter M")
    assert told(state, "draw M h") == ()
    assert state.ledger()[STACK] == 43


def test_a_free_wipe() -> None:
    state = at("M", "F", tokens="bear bear bear hawk")
    assert gain(state, "wipe") == ""
    assert told(state, "wipe") == ("Wiped for free and set aside: 3 bears",)
    drawn = played(state, "wipe", "draw elk", "draw elk")
    assert told(drawn, "draw fox") == ("What was set aside goes back: +3 bears in the bag",)


def test_a_paid_wipe_says_what_it_costs_and_takes() -> None:
    state = at("M | 0,0 bear | 1,0 M e", "F", nature=(1, 0), tokens="bear elk bear fox")
    assert gain(state, "wipe 0,1,2") == "−1 point, −1 nature token"
    assert told(state, "wipe 0,1,2") == (
        "Paid: Cedar −1 nature token, −1 point",
        "Wiped and set aside: 2 bears and 1 elk",
    )


def test_what_lies_aside_goes_back_before_a_paid_wipe() -> None:
    state = at("M | 0,0 bear | 1,0 M e", "F", nature=(1, 0), tokens="bear bear bear fox")
    chain = played(state, "wipe", "draw elk", "draw elk", "draw elk")
    assert told(chain, "wipe 3")[-1] == "Wiped and set aside: 1 fox"
    open_chain = at("M | 0,0 bear | 1,0 M e", "F", nature=(1, 0), tokens="elk elk elk fox", aside={"bear": 4})
    assert told(open_chain, "wipe 3") == (
        "Paid: Cedar −1 nature token, −1 point",
        "What was set aside goes back: +4 bears in the bag",
        "Wiped and set aside: 1 fox",
    )
    assert told(open_chain, "take 1") == ("What was set aside goes back: +4 bears in the bag",)


def test_four_equal_tokens_are_wiped_by_themselves() -> None:
    state = at("M", "F", tokens="bear bear bear -", phase="draw_token")
    assert told(state, "draw bear") == ("Wiped, as all four are equal, and set aside: 4 bears",)


def test_a_majority_changes_hands() -> None:
    market = {"tokens": "- bear fox hawk", "tiles": "- ? ? ?"}
    state = at("M", "F | 1,-1 M h", "P", hand="M-e elk", phase="tile", rounds=1, **market)
    assert gain(state, "tile 1,-1 k0") == "+3 points; Fern −1 point; Heather −1 point"
    assert told(state, "tile 1,-1 k0") == (
        "Mountain corridor of 2: Cedar +1 point",
        "Cedar has the largest mountain corridor: Cedar +2 points; Fern −1 point; Heather −1 point",
    )
    assert (gain(state, "tile 1,1 k0"), told(state, "tile 1,1 k0")) == ("", ())


def test_a_token_on_a_keystone() -> None:
    state = at("M", "F", turn=0, hand="bear", tokens="- elk fox hawk", tiles="- ? ? ?", phase="token")
    assert gain(state, "token 0,0") == "+1 point, +1 nature token"
    assert told(state, "token 0,0") == ("Keystone: Cedar +1 nature token, +1 point",)
    assert gain(state, "return") == "+1 bear in the bag"
    assert told(state, "return") == ()


def test_several_animals_are_summed_up() -> None:
    market = {"tokens": "- bear salmon hawk", "tiles": "- ? ? ?"}
    state = at("P | 0,0 fox", "F", hand="elk", phase="token", rounds=1, nature=(1, 0), **market)
    assert told(state, "token 0,1") == ("Elk +2, foxes +1: Cedar +3 points",)


def test_alone_it_is_told_what_leaves() -> None:
    state = at("M", hand="bear", tokens="elk fox hawk -", tiles="MF-bh ? M-e -", phase="token")
    assert told(state, "return") == ("Out of the game, as farthest from the stack: hawk; mountain keystone for elk",)


def test_the_end_says_how_the_points_come_about() -> None:
    dice, match = random.Random(1), stockade.Match(GAME, 1, seed=1)
    while not match.is_over:
        (*_, last) = match.play(dice.choice(match.state.legal_actions()))
    (entry,) = entries([last])
    sheet = {fact.label: fact.values for fact in match.state.scene().sheets[0].facts}
    assert entry.told[-1].startswith(f"Cedar has {sheet['Total'][0]} points: animals ")
