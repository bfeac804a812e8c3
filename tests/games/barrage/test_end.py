"""Rulings 56 to 60: the end of the game and the objective tiles."""

from __future__ import annotations

import random

import pytest
from tests.games.barrage.facts import CONDUITS, RED_POWERHOUSES
from tests.games.barrage.laid import (
    BASES,
    POWERHOUSES,
    conduits,
    dam,
    dams,
    gained,
    give,
    over,
    player,
    powerhouses,
    table,
)

from stockade.core.state import State
from stockade.games.barrage.tables import OBJECTIVE_NAMES

AREAS = (range(1, 5), range(5, 8), range(8, 13))
OBJECTIVES = ("red_spaces", "connected_bases", "most_area", "least_area", "basins_1", "basins_3")


def last(players: int = 2, objective: str = "red_spaces", **fields: int) -> State:
    """Return a state in the last round, in which nobody has credits or machines."""
    state = table(players, round_no=5, objective=objective)
    for seat in range(players):
        give(state, seat, credits=0, excavators=0, mixers=0, **fields)
    return state


def points(state: State) -> list[int]:
    """Return the points that the end brings each seat. The 3 points lost for no energy are added back."""
    after = over(state)
    assert after.is_over
    return [gained(state, after, seat).get("vp", 0) + 3 for seat in range(state.players)]


# -- 56: what is left over -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("credits", "excavators", "mixers", "worth"),
    [(0, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 1), (0, 1, 1, 1), (3, 2, 1, 1), (3, 2, 2, 2), (50, 20, 2, 15)],
)
def test_ruling_56_left_over_things_together(credits: int, excavators: int, mixers: int, worth: int) -> None:
    """3 credits from the track are added."""
    state = give(last(), 0, credits=credits, excavators=excavators, mixers=mixers)
    assert points(state) == [13 + worth, 13]
    give(state, 0, wheel={3: ("base", 5, 5)})
    assert points(state) == [13 + worth, 13]  # the wheel does not count


def test_ruling_56_a_point_for_each_drop_in_own_dams() -> None:
    state = dams(last(), "b1l 1/1, b5l 2/3", 0)
    dams(state, "b2l 1/1", 1)
    dam(state, "b8l", "neutral", 3, 3)
    assert points(state) == [13 + 3, 13 + 1]


def test_ruling_56_water_of_the_last_flow_counts() -> None:
    state = dam(last(), "b1l", 0, 0, 2)
    state.record.waiting[0] = 3
    assert points(state) == [13 + 2, 13]


# -- 57 to 59: objectives --------------------------------------------------------------------------------------------


def shares(counts: list[int]) -> list[int]:
    """Return the points for 15, 10 and 5 by rank. Tied seats share the points of their ranks, rounded up."""
    found = []
    for mine in counts:
        above, tied = sum(count > mine for count in counts), counts.count(mine)
        found.append(-(-sum((15, 10, 5, 0)[above : above + tied]) // tied))
    return found


def basin_of(space: str) -> int:
    return int(space[1:].split(".")[0].rstrip("ulAB"))


def pieces(state: State, seat: int) -> list[str]:
    """Return the space of each piece of a seat. An elevation is its space with `+`."""
    record = state.record
    found = []
    for space, owner, level in zip(BASES, record.dam_owner, record.dam_level, strict=True):
        found += [space, *[f"{space}+"] * (int(level) - 1)] if owner == seat else []
    found += [space for space, owner in zip(CONDUITS, record.conduit, strict=True) if owner == seat]
    return found + [space for space, owner in zip(POWERHOUSES, record.powerhouse, strict=True) if owner == seat]


def count(state: State, seat: int, objective: str) -> int:
    """Return what an objective tile counts, from the list of pieces."""
    mine = pieces(state, seat)
    basins = [basin_of(space.rstrip("+")) for space in mine]
    areas = [sum(basin in area for basin in basins) for area in AREAS]
    match objective:
        case "red_spaces":
            return len(
                [space for space in mine if space in RED_POWERHOUSES or (space[0] == "b" and space[-1] == "u")]
            )
        case "connected_bases":
            houses = {basin_of(space) for space in mine if space[0] == "p"}
            starts = {CONDUITS[space][0] for space in mine if space[0] == "c" and CONDUITS[space][1] in houses}
            return len(
                [space for space in mine if space[0] == "b" and space[-1] != "+" and basin_of(space) in starts]
            )
        case "most_area":
            return max(areas)
        case "least_area":
            return min(areas)
    return len([basin for basin in range(1, 13) if basins.count(basin) >= (1 if objective == "basins_1" else 3)])


def crowded(dice: random.Random, players: int, objective: str) -> State:
    """Return a state with pieces all over the map, as many as companies have."""
    state = last(players, objective)
    spaces = dice.sample(BASES, 20)
    for seat in range(players):
        for space in spaces[5 * seat : 5 * seat + dice.randint(1, 5)]:
            room = 5 - int(player(state, seat).built[1])
            dam(state, space, seat, 0, 1 + min(room, dice.randint(0, 2)))
    free = dice.sample(list(CONDUITS), 20)
    houses = dice.sample(POWERHOUSES, 23)
    for seat in range(players):
        conduits(state, " ".join(free[5 * seat : 5 * seat + dice.randint(2, 5)]), seat)
        powerhouses(state, " ".join(houses[4 * seat : 4 * seat + dice.randint(2, 4)]), seat)
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_objective(objective: str, players: int) -> None:
    assert objective in OBJECTIVE_NAMES
    for seed in range(6):
        state = crowded(random.Random(f"{objective} {players} {seed}"), players, objective)
        assert points(state) == shares([count(state, seat, objective) for seat in range(players)])


def test_red_spaces_counts_bases_and_powerhouses() -> None:
    state = dams(last(), "b1u 0/1, b2l 0/1", 0)
    assert points(powerhouses(state, "p5.2 p6.1", 0)) == [15, 10]
    assert count(state, 0, "red_spaces") == 2
    dams(powerhouses(state, "p12.4", 1), "b2u 0/1", 1)
    assert points(state) == [13, 13]


def test_connected_bases_need_own_conduits_and_powerhouses() -> None:
    state = powerhouses(dams(last(objective="connected_bases"), "b1l 0/1, b5l 0/2", 0), "p8.1", 0)
    assert points(state) == [13, 13]
    assert points(conduits(state.clone(), "c1A", 1)) == [13, 13]  # another player's conduit
    conduits(state, "c1A", 0)
    assert points(state) == [15, 10]
    conduits(dam(powerhouses(state, "p10.1", 1), "b2l", 1), "c2B", 1)
    assert points(state) == [13, 13]
    conduits(state, "c5A", 0)  # the second base is connected to the same powerhouse
    assert points(state) == [15, 10]


def test_most_area_counts_pieces_of_any_kind() -> None:
    state = powerhouses(conduits(dam(last(objective="most_area"), "b5l", 0, 0, 3), "c6A", 0), "p7.1", 0)
    conduits(powerhouses(state, "p8.1 p9.1 p11.1 p12.1", 1), "c8A", 1)
    assert (count(state, 0, "most_area"), count(state, 1, "most_area")) == (5, 5)
    assert points(state) == [13, 13]
    assert points(conduits(state, "c9A", 1)) == [10, 15]


def test_ruling_57_ties_pool_their_ranks_and_zero_ranks_too() -> None:
    assert points(last(2)) == [13, 13]
    assert points(last(3)) == [10, 10, 10]
    assert points(last(4)) == [8, 8, 8, 8]
    state = powerhouses(last(3), "p12.4", 2)
    assert points(state) == [8, 8, 15]
    assert points(powerhouses(state, "p12.3", 0)) == [13, 5, 13]


def test_ruling_58_the_higher_minimum_is_better() -> None:
    state = last(objective="least_area")
    conduits(state, "c1A c2A c5A c8A", 0)  # 2, 1, 1
    conduits(state, "c3A c3B c6A c7A", 1)  # 2, 2, 0
    assert points(state) == [15, 10]


def test_ruling_58_a_conduit_counts_where_it_starts() -> None:
    state = conduits(last(objective="basins_1"), "c1A c4B", 0)  # to basins 8 and 12
    powerhouses(state, "p8.1", 1)
    assert points(state) == [15, 10]
    assert points(powerhouses(state, "p12.1", 1)) == [13, 13]


def test_ruling_58_an_elevation_is_a_piece_but_no_base_on_a_red_space() -> None:
    state = dam(dam(last(), "b1u", 0, 0, 3), "b2u", 1)
    assert points(state) == [13, 13]
    state = dam(dam(last(objective="basins_3"), "b1u", 0, 0, 3), "b2u", 1, 0, 2)
    assert points(state) == [15, 10]


def test_ruling_59_six_basins_with_three_pieces_beat_five() -> None:
    state = dams(last(objective="basins_3"), ", ".join(f"b{basin}l 0/2" for basin in range(5, 10)), 0)
    powerhouses(conduits(state, "c5A c6A c7A c10A c10B", 0), "p8.1 p9.1 p10.1", 0)
    dams(state, ", ".join(f"b{basin}l 0/2" for basin in (1, 2, 3, 4, 10)), 1)
    powerhouses(conduits(state, "c1A c2A c3A c4A", 1), "p10.2", 1)
    assert (count(state, 0, "basins_3"), count(state, 1, "basins_3")) == (6, 5)
    assert points(state) == [15, 10]


# -- 60: who wins ----------------------------------------------------------------------------------------------------


def finished(energies: tuple[int, int], vps: tuple[int, int]) -> State:
    state = last()
    for seat in range(2):
        give(state, seat, energy=energies[seat], vp=vps[seat])
    return over(state)


def test_ruling_60_most_points_win() -> None:
    state = finished((5, 3), (10, 20))
    assert state.scores() == [10 + 6 + 13, 20 + 2 + 13]
    assert state.winners() == [1]


def test_ruling_60_then_the_energy_of_the_last_round() -> None:
    state = finished((5, 3), (10, 14))
    assert state.scores() == [29, 29]
    assert state.winners() == [0]
    assert finished((3, 5), (14, 10)).winners() == [1]


def test_ruling_60_then_the_win_is_shared() -> None:
    state = finished((4, 4), (-30, -30))
    assert state.scores() == [-13, -13]
    assert state.winners() == [0, 1]
    assert state.returns() == [0, 0]
