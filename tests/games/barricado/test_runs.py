"""Runs on one line against brute force, the lists of live lines against recomputing, and the longest legal list."""

from __future__ import annotations

import random
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from tests.games.barricado.positions import GAME, PRINTED

from stockade.core.state import State
from stockade.games.barricado.layout import CELLS, LINES, MOST_SEGMENTS
from stockade.games.barricado.rules.dispatch import growth
from stockade.games.barricado.rules.runs import can_run, has_run, has_run_within, reach_down, reach_up


def bits(places: set[int]) -> int:
    return sum(1 << place for place in places)


def runs_on(open_cells: set[int], marks: set[int], bars: set[int]) -> list[int]:
    """Return the number of segments of each run on a line, found cell by cell."""
    ends = marks & open_cells
    found = []
    for low, high in product(sorted(ends), repeat=2):
        if low < high and all(place in open_cells for place in range(low, high)):
            found.append(high - low + 1)
    for end, step in product(sorted(ends), (-1, 1)):
        place = end
        while place in open_cells:
            place += step
        if place in bars:
            found.append(abs(place - end))
    return found


def random_line(dice: random.Random) -> tuple[set[int], set[int], set[int]]:
    """Return open cells, X and barricades on a stretch of at most twelve cells anywhere on a line.

    A barricade has at least two cells, none of which is open.
    """
    start = dice.randrange(0, CELLS - MOST_SEGMENTS + 1)
    stretch = range(start, start + dice.randint(2, MOST_SEGMENTS))
    share = dice.choice((0.5, 0.8, 1.0))
    open_cells = {place for place in stretch if dice.random() < share}
    marks = {place for place in stretch if dice.random() < dice.choice((0.2, 0.5, 0.9))}
    bars: set[int] = set()
    for _ in range(dice.randint(0, 2)):
        low = dice.choice(stretch)
        bars |= set(range(low, min(low + dice.randint(2, 4), stretch.stop))) if low + 1 < stretch.stop else set()
    return open_cells - bars, marks, bars


LINE_SEEDS = range(3000)


def test_there_is_a_run_where_brute_force_finds_one() -> None:
    seen = {True: 0, False: 0}
    for seed in LINE_SEEDS:
        open_cells, marks, bars = random_line(random.Random(seed))
        expected = bool(runs_on(open_cells, marks, bars))
        assert has_run(bits(open_cells), bits(marks), bits(bars)) == expected
        seen[expected] += 1
    assert min(seen.values()) > 300


def test_a_run_within_the_bag_is_one_that_brute_force_can_pay() -> None:
    held_back = 0
    for seed in LINE_SEEDS:
        open_cells, marks, bars = random_line(random.Random(seed))
        costs = runs_on(open_cells, marks, bars)
        for segments in range(MOST_SEGMENTS + 1):
            expected = any(cost <= segments for cost in costs)
            assert has_run_within(bits(open_cells), bits(marks), bits(bars), segments) == expected
            held_back += bool(costs) and segments >= 1 and not expected
    assert held_back > 300  # lines with a run for which a small bag has too few segments


def test_reach_is_the_walk_over_open_cells() -> None:
    for seed in LINE_SEEDS:
        open_cells, marks, _ = random_line(random.Random(seed))
        for step, reach in ((1, reach_up), (-1, reach_down)):
            walked = set()
            for place in marks:
                while place in open_cells:
                    walked.add(place)
                    place += step
            assert reach(bits(marks), bits(open_cells)) == bits(walked)


def test_reach_goes_as_far_as_the_longest_barricade() -> None:
    whole = (1 << MOST_SEGMENTS) - 1
    for shift in range(CELLS - MOST_SEGMENTS + 1):
        assert reach_up(1 << shift, whole << shift) == whole << shift
        assert reach_down(1 << (shift + MOST_SEGMENTS - 1), whole << shift) == whole << shift


def test_growth_counts_the_open_cells_back_to_the_barricade() -> None:
    for seed in LINE_SEEDS:
        open_cells, marks, _ = random_line(random.Random(seed))
        for end, upwards in product(marks, (0, 1)):
            count, place = 0, end
            while place in open_cells:
                count += 1
                place += -1 if upwards else 1
            assert growth(bits(open_cells), end, upwards) == count


# -- the lists kept in the state -------------------------------------------------------------------------------


def line_sets(state: Any, seat: int, line: int) -> tuple[set[int], set[int], set[int]]:
    values = (state.open[line], state.marks[seat, line], state.bars[seat, line])
    return tuple({place for place in range(CELLS) if int(value) >> place & 1} for value in values)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (2, {"size": 4, "plazas_and_sewers": True}),
        (3, {"revolution": True, "size": 5}),
        (4, {"revolution": True, "plazas_and_sewers": True}),
    ],
    ids=str,
)
def test_live_lines_are_what_a_fresh_look_finds(players: int, options: dict[str, Any]) -> None:
    dice, state = random.Random(players), GAME.start(players, options)
    while True:
        if not state.is_chance:
            check_live(state)
        if state.is_over:
            break
        actions = state.legal_actions()
        # In a random half of the turns a tile is drawn if possible, so that streets and barricades both grow.
        state.apply(actions[0] if actions[0] == 0 and dice.random() < 0.5 else dice.choice(actions))


def check_live(state: State) -> None:
    record = state.record
    for seat in range(4):
        live, within = 0, False
        for line in range(LINES):
            costs = runs_on(*line_sets(record, seat, line)) if seat < state.players else []
            live |= bool(costs) << line
            within = within or any(cost <= record.segments[seat] for cost in costs)
        assert record.live[seat] == live
        assert can_run(record, seat) == within


def test_can_run_looks_at_the_bag() -> None:
    """Try every size of bag on boards that have only long runs."""
    for seed in range(30):
        dice, state = random.Random(seed), GAME.start(2, {"size": 4})
        while not state.is_over and (state.legal_actions()[0] == 0 or state.is_chance or state.record.phase != 0):
            actions = state.legal_actions()
            state.apply(0 if actions[0] == 0 else dice.choice(actions))
        if state.is_over:
            continue
        for seat in range(2):
            costs = [
                cost for line in range(LINES) for cost in runs_on(*line_sets(state.record, seat, line))
            ]  # fmt: skip
            for segments in range(15):
                other = state.clone()
                other.record.segments[seat] = segments
                assert can_run(other.record, seat) == any(cost <= segments for cost in costs)


# -- the longest list ------------------------------------------------------------------------------------------


def worst_position() -> dict[str, Any]:
    """Return a position with one place left and nothing built.

    Every tile shows its red X in the north-west, so that all red X of a row or column of tiles are on one line. Five
    plazas make one line eleven X long. Only 27 of 34 tiles are plain, so two must be sewers, placed where they block
    nothing.
    """
    places = [(x, y) for y in range(6) for x in range(6) if (x, y) != (5, 5)]
    printed = [1, *(variation for variation in range(1, 7) for _ in range(6))]
    tiles: list[dict[str, Any]] = [
        {"at": list(place), "variation": variation, "turn": 0}
        for place, variation in zip(places, printed, strict=False)
    ]
    assert all(PRINTED[tile["variation"] - 1][0] == "r" for tile in tiles)
    for tile in tiles:
        if tile["at"][1] == 3 and tile["at"][0] < 5:
            tile["plaza"] = 2
        if tile["at"] in ([0, 5], [1, 5]):
            tile["sewer"] = 3
    return {"players": 3, "revolution": True, "plazas_and_sewers": True, "ply": 200, "tiles": tiles}


def test_the_longest_list_that_could_be_constructed_fits() -> None:
    state = GAME.from_json(worst_position())
    texts = [state.format(action) for action in state.legal_actions()]
    kinds = {verb: sum(text.startswith(verb) for text in texts) for verb in ("draw", "build", "extend", "rotate")}
    assert kinds == {"draw": 1, "build": 210, "extend": 0, "rotate": 105}
    assert len(texts) == 316 <= GAME.spec.legal_limit


def test_a_line_offers_no_more_runs_than_pairs_of_its_x() -> None:
    """Barricades on a line cover at least two of its X, and allow fewer runs than they remove."""
    for seed in LINE_SEEDS:
        dice = random.Random(seed)
        free = set(range(MOST_SEGMENTS))
        marks = {place for place in free if dice.random() < 0.6}
        bars: set[int] = set()
        for _ in range(dice.randint(0, 3)):
            built = [(a, b) for a in marks for b in marks if a < b and set(range(a, b + 1)) <= free]
            if built:
                low, high = dice.choice(built)
                bars |= set(range(low, high + 1))
                free -= bars
        assert len(runs_on(free, marks, bars)) <= comb(len(marks), 2)


def test_no_list_can_be_longer_than_the_limit() -> None:
    """With the test above: a row or column of tiles has six own X on its lines, and on one line five white ones."""
    rows = comb(6 + 5, 2) + 5 * comb(6, 2)
    draw, rotations = 1, 3 * 35
    assert draw + 2 * rows + rotations <= GAME.spec.legal_limit
    # A tile has at most 35 places to go to, in four turns.
    assert GAME.spec.legal_limit >= 4 * 35


def test_lists_stay_within_the_limit_on_boards_laid_for_it() -> None:
    """Try random boards full of streets, with nothing built."""
    longest = 0
    for seed in range(40):
        dice, state = random.Random(seed), GAME.start(4, {"revolution": True, "plazas_and_sewers": True})
        while state.record.tiles_left > 1 or state.record.phase != 0:
            actions = state.legal_actions()
            state.apply(0 if actions[0] == 0 else dice.choice(actions))
            longest = max(longest, len(state.legal_actions()))
    assert 105 < longest <= GAME.spec.legal_limit
    assert np.iinfo(np.int32).max > GAME.spec.action_count
