"""Rulings 32 to 38: how water runs, the headstream tiles and the neutral dams."""

from __future__ import annotations

import random

import pytest
from tests.games.barrage.facts import HEADSTREAM_TILES, NEUTRAL_DAMS, RIVERS
from tests.games.barrage.laid import (
    BASES,
    GAME,
    ask,
    conduits,
    dam,
    dams,
    drawn,
    drops,
    gained,
    give,
    legal,
    over,
    player,
    powerhouses,
    run,
    table,
    turn,
    waiting,
    water,
)
from tests.games.positions import played

from stockade.core.state import State
from stockade.games.barrage.layout import Step
from stockade.games.barrage.tables import HEADSTREAM_NAMES, MAP

STREAMS = {"A": 1, "B": 2, "C": 3, "D": 4}


def test_the_map() -> None:
    assert {basin["id"]: basin["river_to"] for basin in MAP["basins"][:10]} == RIVERS
    assert {stream["id"]: stream["to"] for stream in MAP["headstreams"]} == STREAMS


# -- 32 and 33: one drop ---------------------------------------------------------------------------------------------


def path(stream: str) -> list[int]:
    basins = [STREAMS[stream]]
    while basins[-1] in RIVERS:
        basins.append(RIVERS[basins[-1]])
    return basins


@pytest.mark.parametrize("stream", "ABCD")
def test_ruling_32_upper_dam_lower_dam_river(stream: str) -> None:
    """Dams that hold one drop fill from the top of the river, the upper space of a basin before the lower one."""
    state = table()
    spaces = [f"b{basin}{part}" for basin in path(stream) if basin < 11 for part in "ul"]
    for space in spaces:
        dam(state, space, 1)
    for space in spaces:
        before = water(state)
        state = run(state, stream)
        assert {name for name in spaces if water(state)[name] != before[name]} == {space}
    assert water(run(state, stream)) == water(state)  # the last drop leaves the map


def test_ruling_32_a_powerhouse_comes_before_the_dams_of_its_basin() -> None:
    state = dams(table(companies="france usa"), "b7l 3/3, b10l 0/2", 0)
    dam(state, "b10u", 1, 0, 1)
    powerhouses(conduits(state, "c7A", 0), "p10.1", 0)
    after = played(state, "turbine_0 L", "produce b7l c7A 3")
    assert water(after) == {"b7l": "0/3", "b10u": "1/1", "b10l": "2/2"}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_ruling_33_a_dam_holds_as_many_drops_as_its_level(level: int) -> None:
    for owner in (0, 1, "neutral"):
        state = dam(table(), "b2l", owner, 0, level)
        found = []
        for _ in range(4):
            state = run(state, "B")
            found.append(drops(state))
        assert found == [min(number, level) for number in (1, 2, 3, 4)]


def test_ruling_33_below_the_last_basins_it_is_gone() -> None:
    state = powerhouses(table(), "p11.1 p12.1 p5.1", 0)
    after = run(state, "ABCD")
    assert drops(after) == 0
    assert player(after).energy == 2 + 2 + 1  # basin 11 twice, basin 12 twice, basin 5


# -- 34 and 35: order does not matter, the USA -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_ruling_34_the_order_of_drops_is_irrelevant(seed: int) -> None:
    dice = random.Random(seed)
    state = powerhouses(table(3), " ".join(dice.sample(["p5.1", "p6.1", "p7.1", "p8.1", "p9.1", "p10.1"], 4)), 0)
    for space in dice.sample(BASES, 8):
        level = dice.randint(1, 3)
        dam(state, space, dice.choice((0, 1, "neutral")), dice.randint(0, level), level)
    streams = [dice.choice("ABCD") for _ in range(9)]
    found = set()
    for _ in range(4):
        dice.shuffle(streams)
        after = run(state, "".join(streams))
        found.add((tuple(after.record.dam_drops), int(player(after).energy)))
    assert len(found) == 1
    # The water flow phase does the same in one go, and the last round keeps its energy.
    state.record.round_no = 5
    after = over(waiting(state, **{letter: streams.count(letter) for letter in STREAMS}))
    assert found == {(tuple(after.record.dam_drops), int(player(after).energy))}


def expected_steps(stream: str, houses: set[int], stopped: int) -> int:
    """Return how many basins with a powerhouse a drop enters before it stops."""
    basins = path(stream)
    return len([basin for basin in basins[: basins.index(stopped) + 1 if stopped else None] if basin in houses])


@pytest.mark.parametrize("stream", "ABCD")
@pytest.mark.parametrize("stop", [0, 5, 7, 8, 9, 10])
def test_ruling_35_a_step_for_every_basin_entered(stream: str, stop: int) -> None:
    state = powerhouses(table(), "p5.1 p7.1 p10.1 p11.1", 0)
    stopped = stop if stop in path(stream) else 0
    if stop:
        dam(state, f"b{stop}l", 1)
    after = run(state, stream)
    assert player(after).energy == expected_steps(stream, {5, 7, 10, 11}, stopped)
    assert drops(after) == bool(stopped)


@pytest.mark.parametrize("producer", [0, 1])
def test_ruling_35_not_in_the_basin_of_the_conduit(producer: int) -> None:
    state = powerhouses(table(companies="usa france"), "p5.1 p9.1 p11.1", 0)
    dam(conduits(state, "c1B", producer), "b1l", producer, 1, 1)
    if producer == 1:
        powerhouses(state, "p5.2", 1)
    after = played(turn(state, producer), "turbine_0 L")
    own = 4 + 1 if producer == 0 else 0
    assert player(after, 0).energy == own + 2  # basins 9 and 11


def test_ruling_35_it_begins_when_the_third_powerhouse_stands() -> None:
    state = powerhouses(table(), "p5.1 p9.1", 0)
    assert player(run(state, "B")).energy == 0
    state = played(state, "build p11.1 powerhouse")
    assert player(run(state, "B")).energy == 3


def test_ruling_35_in_every_phase_and_on_anybodys_turn() -> None:
    state = powerhouses(table(), "p5.1 p9.1 p11.1", 0)
    after = played(turn(state.clone(), 1), "water_flow_1 L", "drop B")
    assert gained(state, after, 0) == {"energy": 3}
    # In the water flow phase, 3 steps rank first and avoid the loss.
    flowed = over(waiting(state, B=1))
    assert gained(state, flowed, 0)["vp"] == 6
    # In the income phase they count for the round that begins: Germany's fourth conduit lets two drops flow.
    state = conduits(powerhouses(table(), "p5.1 p9.1 p11.1", 0), "c1A c1B c2A c2B", 1)
    after = played(drawn(over(state)), "drop B", "drop B")
    assert player(after, 0).energy == 6


# -- 36 to 38 --------------------------------------------------------------------------------------------------------


def rewarded(contract: str) -> State:
    state = give(table(companies="italy usa"), 0, contracts=contract)
    dam(state, "b1l", 0, 0, 1)
    return played(ask(state, 0, Step.CONTRACT, 15), f"contract {contract}")


def test_ruling_36_flow_places_exactly_so_many_and_then_they_run() -> None:
    streams = [f"drop {letter}" for letter in "ABCD"]
    state = rewarded("G15")
    for stream in ("drop A", "drop B"):
        assert legal(state) == streams
        assert water(state) == {"b1l": "0/1"}
        state = played(state, stream)
    assert water(state) == {"b1l": "1/1"}
    assert list(state.record.waiting) == [0, 0, 0, 0]
    assert state.current_player == 1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_ruling_36_water_places_one_to_so_many(count: int) -> None:
    streams = [f"drop {letter}" for letter in "ABCD"]
    state = rewarded("Y14")
    for number in range(count):
        assert legal(state) == (streams if number == 0 else [*streams, "stop"])
        state = played(state, "drop C")
    state = played(state, "stop") if count < 3 else state
    assert list(state.record.waiting) == [0, 0, count, 0]
    assert state.current_player == 1


@pytest.mark.parametrize("round_no", [1, 2, 3, 4])
@pytest.mark.parametrize("tile", HEADSTREAM_TILES)
def test_ruling_37_headstream_tiles(tile: str, round_no: int) -> None:
    state = table(round_no=round_no)
    state.record.headstream[1] = HEADSTREAM_NAMES.index(tile)
    state.record.headstream[0] = HEADSTREAM_NAMES.index("H1" if tile != "H1" else "H8")
    after = drawn(over(state))
    assert after.record.round_no == round_no + 1
    assert after.record.waiting[1] == (*HEADSTREAM_TILES[tile], 0)[round_no]


@pytest.mark.parametrize("tile", HEADSTREAM_TILES)
def test_headstream_tiles_in_the_first_round(tile: str) -> None:
    state = GAME.start(2)
    state.apply(f"headstream {tile}")
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    assert state.record.waiting[0] == HEADSTREAM_TILES[tile][0]


def test_ruling_37_water_of_players_flows_in_the_last_round_before_scoring() -> None:
    state = powerhouses(table(round_no=5), "p5.1 p9.1 p11.1", 0)
    state = played(turn(dam(state, "b1l", 0), 0), "water_2 L", "drop A", "drop B")
    after = over(state)
    assert after.is_over
    assert player(after).energy == 3  # B passes basins 5, 9 and 11, A is held in basin 1
    assert water(after) == {"b1l": "1/1"}
    # First on the track, a shared objective, 20 + 2 credits and 40 machines, one drop.
    assert gained(state, after)["vp"] == 6 + 13 + 12 + 1


@pytest.mark.parametrize("tile", NEUTRAL_DAMS)
def test_neutral_dams(tile: str) -> None:
    area, space, level = NEUTRAL_DAMS[tile]
    state = GAME.start(2)
    while f"neutral {tile}" not in legal(state):
        state.apply(state.legal_actions()[0])
    assert legal(state) == [f"neutral {name}" for name, fact in NEUTRAL_DAMS.items() if fact[0] == area]
    before = water(state)
    state.apply(f"neutral {tile}")
    assert water(state) == before | {space: f"1/{level}"}
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    assert not [text for text in legal(state, "build") if text.split()[1] in (space, f"{space}+")]


def test_ruling_38_nothing_runs_out() -> None:
    state = table(4)
    for stream in "ABCD":
        waiting(state, **{stream: 30})
    state = played(state, "water_2 L", "drop A", "drop A")
    assert state.record.waiting[0] == 32
    rich = give(state, 1, credits=1000, excavators=500, mixers=500)
    after = played(turn(rich, 1), "buy_both L")
    assert gained(rich, after, 1) == {"credits": -5, "excavators": 1, "mixers": 1, "engineers": -2}
