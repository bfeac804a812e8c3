"""Rulings 43 to 49: incomes, the end of a round, the bonus tiles and the patents."""

from __future__ import annotations

import random

import pytest
from tests.games.barrage.facts import BONUS_VP, CONDUITS, INCOMES, Reward
from tests.games.barrage.laid import (
    ADVANCED,
    COMPANIES,
    GAME,
    bonus,
    conduits,
    dams,
    drawn,
    gained,
    give,
    legal,
    on_wheel,
    order,
    over,
    player,
    powerhouses,
    table,
    tiles,
    turn,
    water,
    wheel,
)
from tests.games.positions import played

from stockade.core.state import State
from stockade.games.barrage.tables import TILE_NAMES

PIECES = {2: 0, 4: 1, 5: 2}
CELLS = [(company, kind, piece) for company in INCOMES for kind in INCOMES[company] for piece in PIECES]
KINDS = ("base", "elevation", "conduit")


# -- 43: incomes, cell by cell ---------------------------------------------------------------------------------------


def pieces(company: str, kind: str, count: int) -> State:
    """Return a state in which a company has some pieces of a kind, with bases for elevations. Segment n of its wheel
    has n excavators."""
    others = " ".join(name for name in COMPANIES.split() if name != company)
    state = table(companies=f"{company} {others}")
    if kind == "base" and count:
        dams(state, ", ".join(f"b{basin}l 0/1" for basin in range(1, count + 1)), 0)
    if kind == "elevation":
        levels = [1 + min(2, max(0, count - 2 * number)) for number in range(3)]
        dams(state, ", ".join(f"b{8 + number}l 0/{level}" for number, level in enumerate(levels)), 0)
    if kind == "conduit":
        conduits(state, " ".join(list(CONDUITS)[:count]), 0)
    for segment in range(1, 6):
        on_wheel(state, 0, segment, "", segment, 0)
    return state


def answered(state: State, reward: Reward) -> State:
    """Answer the choices of an income: mixers, drops on D."""
    texts = ["machine M"] * reward.get("machines", 0) + ["drop D"] * reward.get("flow", 0)
    return played(state, *texts)


def gains(reward: Reward, before: State, turns: int = 0) -> dict[str, int]:
    """Return what a reward brings, with what the wheel gives back. The wheel has already turned `turns` times."""
    found = {word: amount for word, amount in reward.items() if word in ("credits", "vp", "energy")}
    back = [thing for segment, thing in wheel(before).items() if segment >= 6 - turns - reward.get("rotate", 0)]
    found["excavators"] = sum(excavators for _, excavators, _ in back)
    found["mixers"] = reward.get("machines", 0) + sum(mixers for _, _, mixers in back)
    return found


def added(rewards: list[Reward]) -> Reward:
    return {word: sum(each.get(word, 0) for each in rewards) for word in {word for each in rewards for word in each}}


@pytest.mark.parametrize(("company", "kind", "piece"), CELLS)
def test_income(company: str, kind: str, piece: int) -> None:
    """An income comes at once when the piece is built, and again with all others in the next income phase."""
    reward = INCOMES[company][kind][PIECES[piece]]
    state = pieces(company, kind, piece - 1)
    space = {"base": f"b{piece}l", "elevation": f"b{7 + (piece + 1) // 2}l+", "conduit": "c10B"}[kind]
    cost = {"base": {"excavators": 5 if piece < 5 else 4}, "elevation": {"mixers": 2}, "conduit": {"excavators": 2}}
    after = answered(played(state, f"build {space} {kind}"), reward)
    wanted = gains(reward, state, 1)
    for machine, units in cost[kind].items():
        wanted[machine] -= units
    wanted["engineers"] = -1
    assert gained(state, after) == {word: amount for word, amount in wanted.items() if amount}
    assert after.current_player == 1
    built = [int(number) for number in player(after).built[:3]]
    uncovered = [
        INCOMES[company][each][at]
        for each, count in zip(KINDS, built, strict=True)
        for number, at in PIECES.items()
        if number <= count
    ]
    scored = over(after)
    again = answered(drawn(scored), added(uncovered))
    wanted = gains(added(uncovered), scored)
    assert gained(scored, again) == {word: amount for word, amount in wanted.items() if amount}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("piece", [1, 3])
def test_income_of_other_pieces(kind: str, piece: int) -> None:
    state = pieces("france", kind, piece - 1)
    space = {"base": f"b{piece}l", "elevation": f"b{7 + (piece + 1) // 2}l+", "conduit": "c10B"}[kind]
    assert not {"vp", "credits", "energy"} & set(gained(state, played(state, f"build {space} {kind}")))


def test_ruling_43_income_comes_before_the_headstreams_and_counts_for_the_new_round() -> None:
    state = conduits(table(companies="germany italy"), "c1A c1B c2A c2B", 0)
    dams(state, "b1l 0/3, b2l 0/3", 1)  # four elevations: 4 energy for Italy
    asked = drawn(over(give(state, 1, energy=1)))  # so Italy is last in turn order, and its income comes first
    assert asked.record.round_no == 2
    assert player(asked, 1).energy == 4
    assert list(asked.record.waiting) == [0, 0, 0, 0]
    after = played(asked, "drop A", "drop A")
    assert water(after)["b1l"] == "2/3"
    assert list(after.record.waiting) == [2, 0, 0, 1]  # H1 to H4 in the second round


def test_ruling_43_incomes_in_reverse_turn_order() -> None:
    """The USA and Germany both let water flow."""
    state = dams(conduits(table(), "c1A c1B c2A c2B", 1), "b1l 0/3, b2l 0/3", 0)
    for energies, last in (((1, 2), 1), ((2, 1), 0)):
        for seat, energy in enumerate(energies):
            give(state, seat, energy=energy)
        asked = drawn(over(state))
        assert order(asked)[-1] == last
        assert asked.current_player == last
        while asked.current_player == last and not legal(asked, "bank"):
            asked = played(asked, "drop A" if legal(asked, "drop") else "machine E")
        assert asked.current_player == 1 - last
        assert not legal(asked, "bank")


def test_ruling_43_incomes_are_added_up_gains_before_choices() -> None:
    state = dams(table(companies="france usa"), "b8l 0/3, b9l 0/3", 0)  # machines; 3 VP; 2 VP and machines
    scored = over(state)
    asked = drawn(scored)
    assert gained(scored, asked) == {"vp": 5}
    after = played(asked, "machine E", "machine M")
    assert gained(asked, after) == {"excavators": 1, "mixers": 1}
    assert after.current_player != 0 or legal(after, "bank")


def test_ruling_43_the_first_round_has_nothing_to_bring() -> None:
    state = GAME.start(2)
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    assert [player(state, seat).credits for seat in range(2)] == [6, 6]


# -- 44 to 46: the energy track --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("energies", "points"),
    [
        ((9, 5), (6, 2)),
        ((5, 9), (2, 6)),
        ((5, 5), (4, 4)),
        ((9, 0), (6, 0)),
        ((0, 0), (0, 0)),
        ((1, 2, 3), (0, 2, 6)),
        ((4, 4, 4), (3, 3, 3)),
        ((5, 9, 9), (0, 4, 4)),
        ((9, 5, 5), (6, 1, 1)),
        ((5, 5, 9), (1, 1, 6)),
        ((0, 9, 0), (0, 6, 0)),
        ((4, 4, 4, 4), (2, 2, 2, 2)),
        ((4, 4, 4, 1), (3, 3, 3, 0)),
        ((7, 3, 3, 3), (6, 1, 1, 1)),
        ((2, 7, 3, 7), (0, 4, 0, 4)),
        ((1, 2, 3, 4), (0, 0, 2, 6)),
    ],
)
def test_ruling_44_ranks(energies: tuple[int, ...], points: tuple[int, ...]) -> None:
    state = bonus(table(len(energies)), "bases")
    for seat, energy in enumerate(energies):
        give(state, seat, energy=energy)
    after = over(state)
    lost = [3 * (energy == 0) for energy in energies]
    found = [gained(state, after, seat).get("vp", 0) + lost[seat] for seat in range(len(energies))]
    assert tuple(found) == points


def test_ruling_45_no_energy_costs_3_points_in_every_round() -> None:
    state = give(table(), 0, vp=4)
    found = []
    for _ in range(4):
        state = over(state)
        found.append((int(player(state).vp), int(player(state).credits)))
        state = drawn(state)
    assert found == [(1, 23), (-2, 26), (-5, 29), (-8, 32)]


CREDITS = {0: 3, 1: 1, 2: 2, 4: 3, 7: 4, 11: 5, 16: 6, 22: 7, 29: 8}


@pytest.mark.parametrize("energy", [*range(33), 60])
def test_track_credits(energy: int) -> None:
    state = give(table(), 0, energy=energy)
    reached = max(mark for mark in CREDITS if mark <= energy)
    assert gained(state, over(state))["credits"] == CREDITS[reached]


def test_ruling_46_above_30() -> None:
    state = bonus(table(3, round_no=4), "powerhouses")
    for seat, energy in enumerate((35, 31, 40)):
        powerhouses(give(state, seat, energy=energy), ("p5.1", "p6.1", "p7.1")[seat], seat)
    after = over(state)
    assert [gained(state, after, seat)["credits"] for seat in range(3)] == [8, 8, 8]
    assert [gained(state, after, seat)["vp"] for seat in range(3)] == [5 + 2, 5, 5 + 6]
    assert order(after) == [1, 0, 2]


# -- 47: bonus tiles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("energy", [0, 5, 6, 11, 12, 17, 18, 23, 24, 29, 30, 44])
@pytest.mark.parametrize("round_no", [1, 2, 3, 4, 5])
def test_ruling_47_less_for_each_section_behind(round_no: int, energy: int) -> None:
    state = give(table(round_no=round_no), 0, energy=energy)
    conduits(state, "c1A c1B c2A", 0)
    section = sum(energy >= start for start in (6, 12, 18, 24, 30))
    wanted = max(0, 3 * 4 - 4 * max(0, round_no - section)) if section else 0
    with_tile, without = over(bonus(state, "conduits")), over(bonus(state, "bases"))
    assert gained(without, with_tile).get("vp", 0) == wanted


def owning(tile: str) -> tuple[State, int]:
    """Return a state in which a company has some of everything, and how much of it the tile counts."""
    state = dams(give(table(round_no=4), 0, energy=30), "b1l 0/1, b2l 0/3, b3l 0/2", 0)
    powerhouses(conduits(state, "c1A c5A", 0), "p5.1 p6.1 p7.1 p8.1", 0)
    give(state, 0, fulfilled="S1 G01 Y01 R01 N1", tiles="I-base II-wild anton")
    give(state, 0, wheel={2: ("III-base", 0, 0), 3: ("base", 0, 0), 4: ("I-wild", 0, 0)})
    dams(state, "b4l 1/1", "neutral")
    counts = {"contracts": 5, "bases": 3, "elevations": 3, "conduits": 2, "powerhouses": 4, "advanced_tiles": 4}
    return state, counts[tile]


@pytest.mark.parametrize("tile", BONUS_VP)
def test_bonus_tile(tile: str) -> None:
    state, count = owning(tile)
    assert gained(state, over(bonus(state, tile)))["vp"] == 6 + count * BONUS_VP[tile]


@pytest.mark.parametrize(("setup", "count"), [("introductory", 5), ("full", 6)])
def test_bonus_tiles_of_the_set_up(setup: str, count: int) -> None:
    state = GAME.start(2, {"setup": setup})
    while not legal(state, "bonus"):
        state.apply(state.legal_actions()[0])
    assert legal(state) == [f"bonus {name}" for name in list(BONUS_VP)[:count]]


def test_each_round_has_its_own_bonus_tile() -> None:
    for round_no, tile in enumerate(("powerhouses", "bases", "conduits", "contracts"), 1):
        state, count = owning(tile)
        state.record.round_no = round_no
        assert gained(state, over(bonus(state, tile)))["vp"] == 6 + count * BONUS_VP[tile]


# -- 48 and 49 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "energies", "after"),
    [
        ((0, 1), (5, 5), (1, 0)),
        ((0, 1), (1, 5), (0, 1)),
        ((0, 1), (5, 1), (1, 0)),
        ((2, 0, 1), (4, 4, 4), (1, 0, 2)),
        ((2, 0, 1), (7, 3, 7), (1, 0, 2)),
        ((3, 1, 0, 2), (9, 2, 9, 9), (1, 2, 0, 3)),
        ((3, 1, 0, 2), (5, 5, 2, 2), (2, 3, 0, 1)),
        ((0, 1, 2, 3), (0, 0, 0, 0), (3, 2, 1, 0)),
    ],
)
def test_ruling_48_new_order(before: tuple[int, ...], energies: tuple[int, ...], after: tuple[int, ...]) -> None:
    state = table(len(before))
    state.record.order[: len(before)] = before
    for seat, energy in enumerate(energies):
        give(state, seat, energy=energy)
    found = over(turn(state, before[0]))
    assert tuple(order(found)) == after
    assert drawn(found).current_player == after[0]


def test_ruling_49_levels_of_the_patents_by_round() -> None:
    dice, state, seen, rounds = random.Random(3), GAME.start(2, {"setup": "full"}), [], []
    while len(rounds) < 5:
        if not state.is_chance and state.record.round_no > len(rounds):
            found = [TILE_NAMES[tile] for tile in state.record.patent]
            seen += found
            rounds.append([name.split("-")[0] for name in found])
            if len(rounds) < 5:
                state = over(played(turn(state, 0), *(["patent 2"] if player(state).credits >= 5 else ["bank 1"])))
            continue
        state.apply(dice.choice(state.legal_actions()))
    assert rounds == [["I"] * 3, ["I", "I", "II"], ["II"] * 3, ["II", "III", "III"], ["III"] * 3]
    assert sorted(seen) == sorted(ADVANCED)  # tiles that nobody bought never come again
    assert any("-" in name for name in tiles(state))


def test_the_round_is_made_ready() -> None:
    state = give(table(), 0, constructions=3, mahiri_uses=2, banked=4, energy=9)
    state = played(turn(state, 1), "rotate_1 L")
    after = drawn(over(state))
    found = player(after)
    assert (found.engineers, found.constructions, found.mahiri_uses, found.banked, found.energy) == (12, 0, 0, 0, 0)
    assert not found.has_passed
    assert "rotate_1 L" in legal(after)
