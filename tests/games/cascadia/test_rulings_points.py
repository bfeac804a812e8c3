"""Rulings 20, 21, 23 to 34: corridors, majorities and all cards, on the smallest boards that show them."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.cascadia.positions import GAME, at, corridor, points

from stockade.games.cascadia.rules.corridors import majority_points
from stockade.games.cascadia.rules.scoresheet import score_sheets

TRIANGLE = "0,0 1,0 0,1"
RHOMBUS = "0,0 1,0 0,1 1,-1"
LINE = "0,0 1,0 2,0"
RING = "1,0 1,-1 0,-1 -1,0 -1,1 0,1"  # around 0,0, counter-clockwise from the east


def line(length: int, row: int = 0) -> str:
    return " ".join(f"{q},{row}" for q in range(length))


def ring(count: int) -> str:
    return " ".join(RING.split()[:count])


# -- 20: corridors -----------------------------------------------------------------------------------------------


def test_ruling_20_a_shared_edge_shows_the_terrain_on_both_sides() -> None:
    assert corridor("M", "0,0 M k0", "1,0 MF k3") == 2
    assert corridor("M", "0,0 M k0", "1,0 MF k0") == 1  # its forest to the west
    assert corridor("F", "0,0 M k0", "1,0 MF k0") == 1
    assert corridor("R", "0,0 M k0") == 0


def test_ruling_20_the_largest_counts_and_a_tile_counts_in_both_its_terrains() -> None:
    row = ("0,0 M k0", "1,0 MF k3", "2,0 MF k0")
    assert corridor("M", *row) == 2  # the third one's mountain faces the other way
    assert corridor("F", *row) == 2
    assert corridor("M", *row, "4,0 M k0", "5,0 M k0", "6,0 M k0") == 3


def test_ruling_20_a_starter_has_one_of_every_terrain() -> None:
    for letter in "MFPWR":
        other = "F" if letter == "M" else "M"
        assert score_sheets(at(letter, other).record)[0].corridors == (1, 1, 1, 1, 1)


# -- 21: majorities ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "bonus"),
    [
        ([5, 4], [2, 0]),
        ([4, 4], [1, 1]),
        ([5, 4, 3], [3, 1, 0]),
        ([5, 4, 4], [3, 0, 0]),
        ([5, 5, 4], [2, 2, 0]),
        ([4, 4, 4], [1, 1, 1]),
        ([1, 7, 3, 2], [0, 3, 1, 0]),
        ([7, 7, 3, 2], [2, 2, 0, 0]),
        ([7, 3, 3, 2], [3, 0, 0, 0]),
        ([7, 7, 7, 2], [1, 1, 1, 0]),
        ([7, 7, 7, 7], [1, 1, 1, 1]),
    ],
    ids=str,
)
def test_ruling_21_majorities(sizes: list[int], bonus: list[int]) -> None:
    given = np.array(sizes, np.int32)
    assert [majority_points(given, len(sizes), seat) for seat in range(len(sizes))] == bonus


def test_ruling_21_are_an_option() -> None:
    lands = ("M | 1,0 M e", "F | 1,0 PR bf k0")
    assert score_sheets(at(*lands).record)[0].majorities == (2, 1, 1, 1, 1)
    assert score_sheets(at(*lands).record)[1].majorities == (0, 1, 1, 1, 1)
    assert at(*lands).scores() == [6 + 6, 5 + 4]
    assert at(*lands, majorities=False).scores() == [6, 5]


# -- 23: what a card sees ----------------------------------------------------------------------------------------


def test_ruling_23_groups_hang_together_by_edges_of_the_same_species() -> None:
    assert points("bear.A", bear="0,0 1,0") == 4
    assert points("bear.A", bear="0,0 1,1") == 0  # a corner apart
    assert points("bear.A", bear="0,0 2,0", elk="1,0") == 0
    assert points("bear.A", bear="0,0 1,0", elk="2,0 0,1", fox="-1,0") == 4


def test_ruling_23_terrain_and_empty_hexes_do_not_matter() -> None:
    rest = {"tokens": "elk elk fox hawk"}
    close = at("M | 0,0 bear | 1,0 R b bear | 1,-1 FW es", "F", nature=(2, 0), **rest)
    other = at("M | 0,0 bear | 1,0 MR be bear k4 | -1,0 PW ef", "F", nature=(1, 0), **rest)
    assert score_sheets(close.record)[0].wildlife == score_sheets(other.record)[0].wildlife == (4, 0, 0, 0, 0)


# -- 24: bears ---------------------------------------------------------------------------------------------------


def test_ruling_24_whole_groups_of_the_right_size() -> None:
    pairs = ["0,0 1,0", "0,2 1,2", "0,4 1,4", "0,6 1,6", "0,8 1,8"]
    assert [points("bear.A", bear=" ".join(pairs[:count])) for count in range(1, 6)] == [4, 11, 19, 27, 27]
    assert points("bear.A", bear=LINE) == 0
    assert points("bear.B", bear=f"{TRIANGLE} 4,0 5,0 6,0") == 20
    assert points("bear.B", bear=RHOMBUS) == 0
    assert [points("bear.D", bear=line(size)) for size in range(1, 6)] == [0, 5, 8, 13, 0]


def test_ruling_24_the_bonus_for_all_sizes_comes_once() -> None:
    sizes = ["0,0", "0,2 1,2", "0,4 1,4 2,4"]
    assert [points("bear.C", bear=each) for each in sizes] == [2, 5, 8]
    assert points("bear.C", bear=" ".join(sizes[:2])) == 7
    assert points("bear.C", bear=" ".join(sizes)) == 18
    twice = [*sizes, "0,8", "0,10 1,10", "0,12 1,12 2,12"]
    assert points("bear.C", bear=" ".join(twice)) == 33


# -- 25: elk -----------------------------------------------------------------------------------------------------


def test_ruling_25_lines_are_cut_and_divided_for_the_best() -> None:
    assert [points("elk.A", elk=line(length)) for length in range(1, 6)] == [2, 5, 9, 13, 15]
    assert points("elk.A", elk=TRIANGLE) == 7  # a pair and one
    assert points("elk.A", elk=RHOMBUS) == 10  # two pairs
    # Two lines of four that cross in one elk: four and three.
    assert points("elk.A", elk="0,0 1,0 2,0 3,0 0,1 0,2 0,3") == 22


def test_ruling_25_clusters() -> None:
    assert points("elk.B", elk="0,0") == 2
    assert points("elk.B", elk="0,0 1,0") == 5
    assert points("elk.B", elk=TRIANGLE) == 9
    assert points("elk.B", elk=RHOMBUS) == 13
    assert points("elk.B", elk="0,0 1,0 0,1 1,1") == 13  # turned
    assert points("elk.B", elk=LINE) == 7
    assert points("elk.B", elk=f"{TRIANGLE} 2,0") == 11  # a triangle with a tail is no rhombus


# -- 26: elk on card C -------------------------------------------------------------------------------------------


def test_ruling_26_a_herd_scores_by_its_size() -> None:
    assert [points("elk.C", elk=line(size)) for size in range(1, 9)] == [2, 4, 7, 10, 14, 18, 23, 28]


def test_ruling_26_a_larger_herd_is_cut() -> None:
    assert points("elk.C", elk=line(9)) == 30
    assert points("elk.C", elk=line(16)) == 56
    # Three arms of three around a middle: the end of one is cut off, so that both parts are connected.
    star = "0,0 1,0 2,0 3,0 0,-1 0,-2 0,-3 -1,1 -2,2 -3,3"
    assert points("elk.C", elk=star) == 32


# -- 27: elk on card D -------------------------------------------------------------------------------------------


def test_ruling_27_arcs_of_a_ring() -> None:
    assert [points("elk.D", elk=ring(count)) for count in range(1, 7)] == [2, 5, 8, 12, 16, 21]
    assert points("elk.D", elk=RING, fox="0,0") == 21


def test_ruling_27_no_gap_no_straight_line_no_triangle() -> None:
    first, _, third, fourth, *_ = RING.split()
    assert points("elk.D", elk=f"{first} {third} {fourth}") == 7
    assert points("elk.D", elk=LINE) == 7
    assert points("elk.D", elk=TRIANGLE) == 7


def test_ruling_27_gaps_are_an_option() -> None:
    first, _, third, fourth, *_ = RING.split()
    with_gaps = {"elk_with_gaps": True}
    assert points("elk.D", elk=f"{first} {fourth}", **with_gaps) == 5  # opposite each other, in two herds
    assert points("elk.D", elk=f"{first} {third} {fourth}", **with_gaps) == 8
    assert points("elk.D", elk=LINE, **with_gaps) == 7  # no hex has three in a row around it
    assert [points("elk.D", elk=ring(count), **with_gaps) for count in range(1, 7)] == [2, 5, 8, 12, 16, 21]
    assert points("elk.A", elk=f"{first} {third}", **with_gaps) == 4  # card D alone
    assert points("elk.D", elk=f"{RING} 11,0 9,0 10,1", **with_gaps) == 21 + 8


# -- 28: salmon --------------------------------------------------------------------------------------------------


def test_ruling_28_runs() -> None:
    assert [points("salmon.A", salmon=line(length)) for length in range(1, 9)] == [2, 5, 8, 12, 16, 20, 25, 25]
    assert [points("salmon.B", salmon=line(length)) for length in range(1, 7)] == [2, 4, 9, 11, 17, 17]
    assert [points("salmon.C", salmon=line(length)) for length in range(1, 7)] == [0, 0, 10, 12, 15, 15]
    assert points("salmon.A", salmon=RING) == 20
    assert points("salmon.A", salmon=TRIANGLE) == 8


def test_ruling_28_a_branching_group_scores_nothing() -> None:
    assert points("salmon.A", salmon=f"{line(5)} 2,1") == 0
    assert points("salmon.A", salmon=RHOMBUS) == 0
    assert points("salmon.A", salmon=f"{RHOMBUS} 8,0 9,0") == 5  # other groups do


def test_ruling_28_branching_is_an_option() -> None:
    lenient = {"branching_salmon": True}
    assert points("salmon.A", salmon=f"{line(5)} 2,1", **lenient) == 5 + 2 + 2  # 2,0 and 3,0 touch three
    assert points("salmon.A", salmon=RHOMBUS, **lenient) == 2 + 2  # the two in the middle touch three
    assert points("salmon.A", salmon=line(5), **lenient) == 16  # a run is a run
    branching = {"salmon": f"{line(7)} 3,-1", "bear": "5,1"}
    assert (points("salmon.D", **branching), points("salmon.D", **branching, **lenient)) == (0, 3 + 1)


# -- 29: salmon on card D ----------------------------------------------------------------------------------------


def test_ruling_29_a_run_of_three_and_its_neighbours() -> None:
    assert points("salmon.D", salmon="0,0 1,0", bear="2,0") == 0
    assert points("salmon.D", salmon=LINE) == 3
    assert points("salmon.D", salmon=LINE, bear="0,1 1,1 6,6", fox="3,0") == 6  # tokens, not species; each once


def test_ruling_29_short_runs_are_an_option() -> None:
    short = {"short_salmon_runs": True}
    assert points("salmon.D", salmon="0,0 1,0", bear="2,0", **short) == 3
    assert points("salmon.D", salmon="0,0", **short) == 1
    assert points("salmon.C", salmon="0,0 1,0", **short) == 0  # card D alone
    assert points("salmon.D", salmon=LINE, bear="0,1", **short) == 4


def test_ruling_29_a_token_between_two_runs_counts_for_both() -> None:
    assert points("salmon.D", salmon=f"{LINE} 0,2 1,2 2,2", hawk="1,1") == 8


# -- 30: hawks in sight ------------------------------------------------------------------------------------------


def test_ruling_30_hawks_alone() -> None:
    apart = [f"{2 * number},0" for number in range(9)]
    counts = [points("hawk.A", hawk=" ".join(apart[:count])) for count in range(1, 10)]
    assert counts == [2, 5, 8, 11, 14, 18, 22, 26, 26]
    assert points("hawk.A", hawk="0,0 1,0 5,5") == 2


def test_ruling_30_along_a_row_at_a_distance_with_no_hawk_between() -> None:
    assert points("hawk.B", hawk="0,0") == 0
    assert points("hawk.B", hawk="0,0 3,0") == 5  # over a gap
    assert points("hawk.B", hawk="0,0 3,0", bear="1,0 2,0") == 5
    assert points("hawk.B", hawk="0,0 2,1") == 0  # not in a row
    assert points("hawk.C", hawk="0,0 1,0") == 0  # touching
    assert points("hawk.C", hawk="0,0 2,0 4,0") == 6  # two lines, not three
    assert points("hawk.C", hawk="0,0 2,0 0,2") == 9


def test_ruling_30_a_line_ends_at_the_rim_of_the_numbering() -> None:
    """Cells are numbered row by row. The end of one row and the start of the next are not in line."""
    assert points("hawk.C", hawk="20,0 -21,1") == 0
    assert points("hawk.C", hawk="19,0 -20,2") == 0


# -- 31: hawks on card D -----------------------------------------------------------------------------------------


def test_ruling_31_pairs_by_the_species_between_them() -> None:
    between = {"bear": "1,0", "elk": "2,0", "salmon": "3,0", "fox": "4,0"}
    scores = [points("hawk.D", hawk="0,0 5,0", **dict(list(between.items())[:count])) for count in range(5)]
    assert scores == [0, 4, 7, 9, 9]
    assert points("hawk.D", hawk="0,0 3,0", bear="1,0 2,0") == 4


def test_ruling_31_the_best_pairs_count() -> None:
    """Four in a row with one, two and one species between them: the outer pairs have 4 and 4, the middle one 7."""
    species = {"bear": "1,0 4,0", "elk": "3,0 6,0"}
    assert points("hawk.D", hawk="0,0 2,0 5,0 7,0", **species) == 8
    assert points("hawk.D", hawk="0,0 2,0 5,0", bear="1,0 4,0", elk="3,0") == 7


# -- 32: foxes on cards A, B and C -------------------------------------------------------------------------------


def test_ruling_32_every_fox_by_its_neighbours() -> None:
    around = {"bear": "1,0 1,-1", "elk": "0,-1 -1,0", "salmon": "-1,1"}
    assert points("fox.A", fox="0,0", **around) == 3
    assert points("fox.B", fox="0,0", **around) == 5
    assert points("fox.C", fox="0,0", **around) == 2
    assert points("fox.B", fox="0,0", bear="1,0 1,-1 0,-1 -1,0") == 3
    assert points("fox.C", fox="0,0", bear=RING) == 6


def test_ruling_32_foxes_count_on_card_a_alone() -> None:
    assert points("fox.A", fox="0,0 1,0") == 2
    assert points("fox.B", fox=f"0,0 {RING}") == 0
    assert points("fox.C", fox=f"0,0 {RING}") == 0


# -- 33: foxes on card D -----------------------------------------------------------------------------------------


def test_ruling_33_pairs_by_the_species_round_them() -> None:
    assert points("fox.D", fox="0,0", bear="1,0 0,1") == 0  # no partner
    assert points("fox.D", fox="0,0 1,0") == 0
    assert points("fox.D", fox="0,0 1,0", bear="-1,0 2,0") == 5
    both = {"bear": "-1,0 2,0", "elk": "0,1 1,1", "salmon": "0,-1 1,-1", "hawk": "-1,1 2,-1"}
    counts = [points("fox.D", fox="0,0 1,0", **dict(list(both.items())[:count])) for count in range(1, 5)]
    assert counts == [5, 7, 9, 11]


def test_ruling_33_a_group_is_divided_for_the_best() -> None:
    """Of three in a row the eastern pair has more around it; of four both ends are pairs."""
    assert points("fox.D", fox=LINE, bear="3,0 3,-1", elk="1,1 2,1") == 7
    assert points("fox.D", fox=line(4), bear="-1,0 -1,1 4,0 4,-1") == 10


# -- 34: Family and Intermediate ---------------------------------------------------------------------------------


def test_ruling_34_groups_of_every_species_by_size() -> None:
    for name in ("bear", "elk", "salmon", "hawk", "fox"):
        scores = [points(f"{name}.family", **{name: line(size)}) for size in range(1, 6)]
        assert scores == [2, 5, 9, 9, 9]
        scores = [points(f"{name}.intermediate", **{name: line(size)}) for size in range(1, 6)]
        assert scores == [0, 5, 8, 12, 12]
    assert points("bear.family", bear="0,0 2,0 4,0 5,0") == 9


@pytest.mark.parametrize("cards", ["family", "intermediate"])
def test_ruling_34_majorities_as_the_option_says(cards: str) -> None:
    for majorities in (True, False):
        state = at("M | 1,0 M e", "F | 1,0 PR bf k0", cards=cards, majorities=majorities)
        assert sum(score_sheets(state.record)[0].majorities) == (6 if majorities else 0)
        started = GAME.start(2, {"cards": cards, "majorities": majorities})
        assert (started.to_json()["cards"], started.to_json()["majorities"]) == (cards, majorities)
