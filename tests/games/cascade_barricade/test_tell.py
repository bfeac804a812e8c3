"""Descriptions of what happens by itself: sales, production, what falls and what is flooded, who drowns."""

from __future__ import annotations

import random

import pytest
from tests.games.cascade_barricade.positions import GAME, at, seat, start
from tests.games.positions import played

from stockade.core.layout import OVER
from stockade.core.state import State
from stockade.games.cascade_barricade.evaluation.study import is_production
from stockade.games.cascade_barricade.rules.dispatch import effect
from stockade.games.cascade_barricade.text.tell import round_end, tell


def told(state: State, *texts: str) -> list[str]:
    """Return what is told about the last of some actions."""
    before = played(state, *texts[:-1])
    after = played(before, texts[-1])
    return [event.text for event in tell(before.record, before.parse(texts[-1]), after.record)]


def round_of(state: State) -> list[str]:
    """Return what is told about the end of a round in which nobody does anything."""
    return told(state, "skip", "skip")


def test_a_wall_is_sold() -> None:
    state = start(2)
    assert told(state, "open 3", "bid 3", "bid 5", "pass") == ["Azure buys a wall for $5: wood wall 3"]
    assert told(state, "open 3") == []


def test_walls_pay_or_say_why_not() -> None:
    state = at(seat("19 1,0", "30 5,-1"), seat("20 -1,0"), round=2)
    state.record.round_no = 1  # nothing falls yet
    assert round_of(state)[:2] == [
        "Crimson earns $13 (wall 19 $13, wall 30 is not next to water)",
        "Azure earns $0 (wall 20 lacks laborers)",
    ]


def test_the_weakest_wall_falls_and_the_order_changes() -> None:
    lines = round_of(at(seat("19 1,0"), seat("30 -1,0"), round=2))
    assert lines[0] == "Crimson loses 1 wall: metal wall 19 on 1,0 was the weakest next to water"
    assert lines[1:4] == ["Crimson earns $0", "Azure earns $19 (wall 30 $19)", "New turn order: Azure, Crimson"]
    assert lines[-1] == "Round 3 begins"


def test_two_fall_where_the_option_says_so() -> None:
    state = at(seat("19 1,0", "21 0,1"), seat("30 -1,0"), round=2)
    assert len([line for line in round_of(state) if "the weakest" in line]) == 1
    state.record.round_no, state.record.two_weakest = 4, True
    fallen = [line for line in round_of(state) if "the weakest" in line]
    assert [line.split(" on ")[0].rpartition(" ")[2] for line in fallen] == ["19", "21"]


def test_water_is_told_by_where_it_goes() -> None:
    state = at(seat("40 4,0"), seat("41 -4,0"), round=1)
    assert "The water rises: 6 flooded spaces (0,-1; 1,-1; -1,0; 1,0; -1,1; 0,1)" in round_of(state)
    state = at(seat("40 4,0"), seat("41 -4,0"), round=1, holes="1,0")
    assert "The water rises: 1 flooded space, filling 1 hole (1,0)" in round_of(state)


def test_who_stands_in_the_water_and_who_drowns() -> None:
    state = at(seat("40 4,0", at="1,0"), seat("41 -4,0"), round=1)
    assert round_of(state)[-1] == "Crimson stands in the water on 1,0"
    water = [f"{q},{r}" for q in range(-5, 6) for r in range(-5, 6) if abs(q + r) <= 5]
    dry = ("5,0", "-5,0", "5,-1")
    state = at(
        seat("44 5,-1 WW", at="5,0"),
        seat(at="-5,0"),
        water=" ".join(place for place in water if place not in dry),
        round=9,
    )
    lines = round_of(state)
    assert "Crimson loses 1 wall and 2 wizards: magic wall 44 on 5,-1 was the weakest next to water" in lines
    assert "Azure stands in the water on -5,0" in lines
    assert "Azure has nowhere to flee to and drowns" in lines
    assert "begins" not in lines[-1]


def test_laborers_are_sold_at_the_end() -> None:
    dry = ["5,0", "4,0", "4,1", "5,-1", "-5,0"]
    land = [f"{q},{r}" for q in range(-5, 6) for r in range(-5, 6) if abs(q + r) <= 5]
    state = at(
        seat("44 5,-1 WW", at="5,0"),
        seat("19 4,0", "46 4,1 WW", at="5,0"),
        seat(at="-5,0"),
        water=" ".join(place for place in land if place not in dry),
        turn="jade",
        actions_left=1,
    )
    lines = told(state, "skip")
    assert lines[-3:] == [
        "Jade has nowhere to flee to and drowns",
        "Crimson sells 2 wizards for $2",
        "Azure sells 2 wizards for $4",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_is_what_happened(seed: int) -> None:
    """The described copy has the same land, walls and money as the game."""
    dice = random.Random(seed)
    state = GAME.start(dice.randint(2, 5), {"two_weakest": bool(seed % 2)})
    rounds = 0
    while not state.is_over:
        before = state.clone()
        action = dice.choice(state.legal_actions())
        state.apply(action)
        tell(before.record, action, state.record)
        if is_production(before.record, state.record):
            rounds += 1
            copy = before.record.copy()
            effect(copy, action)
            round_end(copy)
            after = state.record
            assert copy.water.tolist() == after.water.tolist()
            assert copy.holes.tolist() == after.holes.tolist()
            assert copy.order.tolist() == after.order.tolist()
            assert copy.player["wall"].tolist() == after.player["wall"].tolist()
            if after.current_player != OVER:
                assert copy.player["money"].tolist() == after.player["money"].tolist()
    assert rounds > 0
