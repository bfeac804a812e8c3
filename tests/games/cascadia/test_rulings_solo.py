"""Ruling 35: solo scenarios, and every goal on the smallest board that meets it and on one that does not."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cascadia.positions import GAME, STARTERS, at, land, position, tokens
from tests.games.positions import legal

import stockade
from stockade.core.state import State
from stockade.games.cascadia.tables import SCENARIO_CARDS, SCENARIOS
from stockade.games.cascadia.text.scenarios import GOALS, Board, Goal, achievements, goals

# The printed scenarios: cards, total points, and the other goals.
PRINTED: list[tuple[str, int, list[list[Any]]]] = [
    ("AAAAA", 80, []),
    ("BBBBB", 80, []),
    ("CCCCC", 80, []),
    ("DDDDD", 85, []),
    ("CDBBB", 85, [["species_top_value", "f", 3]]),
    ("DBCCB", 85, [["tokens_of_each", "beshf", 4]]),
    ("BCCDC", 90, [["species_points", "h", 20]]),
    ("CBBAD", 90, [["nature_tokens", 5], ["species_apart", "b", "e"]]),
    ("CADCB", 90, [["each_species_points", 10], ["each_terrain_points", 5]]),
    ("CBDBB", 95, [["wildlife_total", 60], ["terrains_reaching", 3, 7]]),
    ("BAACA", 95, [["species_points", "b", 30], ["terrains_apart", "F", "R"]]),
    (
        "ABAAC",
        95,
        [["species_top_value", "s", 1], ["species_not_on_terrain", "e", "F"], ["terrains_reaching", 1, 12]],
    ),
    ("DCCBC", 100, [["species_top_value", "e", 1], ["tokens_of_each", "h", 5], ["species_adjacent", "h", "e"]]),
    ("ACBAD", 100, [["terrains_apart", "M", "P"], ["terrains_apart", "W", "R"], ["habitat_total", 35]]),
    ("ADADA", 100, [["nature_tokens", 5], ["terrains_reaching", 3, 7], ["species_reaching", 2, 20]]),
]
RING = "1,0 1,-1 0,-1 -1,0 -1,1 0,1"


def line(length: int, row: int = 0) -> str:
    return " ".join(f"{q},{row}" for q in range(length))


def row(terrain: str, length: int, r: int = 0) -> tuple[str, ...]:
    return tuple(f"{q},{r} {terrain} k0" for q in range(length))


def solo(environment: Any, cards: str = "AAAAA", nature: int = 0) -> State:
    """Return a solo state with this environment, even if no match could reach it."""
    state = GAME.start(1, {"cards": cards})
    state.record.environment[0] = environment
    state.record.environment[0].nature = nature
    return state


def goal(asked: list[Any], state: State) -> Goal:
    name, *rest = asked
    return GOALS[name](Board(state.record), *rest)


def finished(scenario: int, **rest: Any) -> State:
    over = {"rounds": 19, "phase": "over", "tiles": "? - ? ?", "tokens": "elk - elk elk"}
    return at("M", scenario=scenario, **over, **rest)


# -- the fifteen -------------------------------------------------------------------------------------------------


def test_ruling_35_the_printed_scenarios() -> None:
    assert SCENARIOS["scenarios"] == [
        {"cards": cards, "goals": [["total", total], *others]} for cards, total, others in PRINTED
    ]
    assert len(PRINTED) == 15 == next(each for each in GAME.spec.options if each.name == "scenario").high
    assert len(SCENARIO_CARDS) == 16


@pytest.mark.parametrize("number", range(1, 16))
def test_ruling_35_a_scenario_has_cards_and_goals_of_its_own(number: int) -> None:
    cards, total, others = PRINTED[number - 1]
    state = GAME.start(1, {"scenario": number})
    assert state.to_json()["cards"] == cards
    assert state.to_json()["scenario"] == number
    assert legal(state) == [f"starter {letter}" for letter in STARTERS]
    found = goals(state.record)
    assert len(found) == 1 + len(others)
    assert len({each.text for each in found}) == len(found)
    assert found[0] == Goal(f"At least {total} points in all", f"0 of {total}", False)


def test_ruling_35_is_for_one_player() -> None:
    for players in (2, 3, 4):
        with pytest.raises(stockade.BadOption, match="one player"):
            GAME.start(players, {"scenario": 3})
    assert goals(GAME.start(2).record) == []


def test_ruling_35_cards_are_not_chosen_beside_it() -> None:
    for cards in ("BBBBB", "random", "family"):
        with pytest.raises(stockade.BadOption, match="cards of its own"):
            GAME.start(1, {"scenario": 2, "cards": cards})
    assert GAME.start(1, {"scenario": 2, "cards": "AAAAA"}).to_json()["cards"] == "BBBBB"
    for number in (-1, 16, True, "seven"):
        with pytest.raises(stockade.BadOption, match="0 to 15"):
            GAME.start(1, {"scenario": number})


# -- goals -------------------------------------------------------------------------------------------------------

PAIRS_AND_HAWKS = tokens(bear="0,0 1,0 0,2 1,2", hawk="3,0 3,2 5,0 5,2")  # 11 and 11
LONG = land(*row("M", 7), *row("F", 7, 1), *row("P", 7, 2))
FIVE = land(*(tile for r, terrain in enumerate("MFPWR") for tile in row(terrain, 3, r)))
AROUND_FOX = {"bear": "1,0 1,-1", "elk": "0,-1 -1,0", "salmon": "-1,1 0,1"}
STARTER = ("0,0 W k0", "-1,1 FR k4", "0,1 MP k3")  # the printed one, with wetland against river inside


@pytest.mark.parametrize(
    ("asked", "text", "met", "said", "missed", "otherwise"),
    [
        (["total", 12], "At least 12 points in all",
         solo(land(*row("M", 7)), nature=3), "12 of 12", solo(land(*row("M", 7)), nature=2), "11 of 12"),
        (["wildlife_total", 22], "At least 22 points with all animals",
         solo(PAIRS_AND_HAWKS), "22 of 22", solo(PAIRS_AND_HAWKS, "BAAAA", 20), "11 of 22"),
        (["habitat_total", 21], "At least 21 points in all habitats",
         solo(LONG), "21 of 21", solo(land(*row("M", 7), *row("F", 7, 1), *row("P", 6, 2)), nature=9), "20 of 21"),
        (["species_points", "h", 11], "At least 11 points with hawks",
         solo(PAIRS_AND_HAWKS), "11 of 11", solo(tokens(hawk="0,0 2,0", bear="4,0 5,0 4,2 5,2")), "5 of 11"),
        (["species_reaching", 2, 11], "At least 11 points with 2 animals",
         solo(PAIRS_AND_HAWKS), "2 of 2", solo(PAIRS_AND_HAWKS, "BAAAA"), "1 of 2"),
        (["species_reaching", 1, 10], "At least 10 points with one animal",
         solo(tokens(bear=line(3)), "BAAAA"), "1 of 1", solo(tokens(bear=line(4)), "BAAAA"), "0 of 1"),
        (["each_species_points", 2], "At least 2 points with every animal",
         solo(tokens(bear="0,0 1,0", elk="0,1", salmon="1,1", hawk="0,-1", fox="1,-1")), "5 of 5",
         solo(tokens(bear="0,0", elk="0,1", salmon="1,1", hawk="0,-1", fox="1,-1")), "4 of 5"),
        (["terrains_reaching", 3, 7], "At least 7 points in 3 habitats",
         solo(LONG), "3 of 3", solo(land(*row("M", 7), *row("F", 7, 1), *row("P", 5, 2))), "2 of 3"),
        (["terrains_reaching", 1, 12], "At least 12 points in one habitat",
         solo(land(*row("M", 12))), "1 of 1", solo(land(*row("M", 11))), "0 of 1"),
        (["each_terrain_points", 3], "At least 3 points in every habitat",
         solo(FIVE), "5 of 5", solo(LONG), "3 of 5"),
        (["species_top_value", "f", 1], "At least one fox of 7 points",
         solo(tokens(fox="0,0", **AROUND_FOX), "AAAAB"), "1 of 1",
         solo(tokens(fox="0,0", **AROUND_FOX | {"salmon": "0,1"}), "AAAAB"), "0 of 1"),
        (["species_top_value", "f", 3], "At least 3 foxes of 7 points each",
         solo(tokens(fox="0,0 5,0 10,0", bear="1,0 1,-1 6,0 6,-1 11,0 11,-1", elk="0,-1 -1,0 5,-1 4,0 10,-1 9,0",
                     hawk="-1,1 0,1 4,1 5,1 9,1 10,1"), "AAAAB"), "3 of 3",
         solo(tokens(fox="0,0", **AROUND_FOX), "AAAAB"), "1 of 3"),
        (["species_top_value", "s", 1], "At least one salmon run of 25 points",
         solo(tokens(salmon=line(8))), "1 of 1", solo(tokens(salmon=f"{line(7)} 3,1")), "0 of 1"),
        (["species_top_value", "s", 1], "At least one salmon run of 25 points",
         solo(tokens(salmon=line(7))), "1 of 1", solo(tokens(salmon=line(6))), "0 of 1"),
        (["species_top_value", "e", 1], "At least one elk herd of 28 points",
         solo(tokens(elk=f"0,0 {RING} 2,0"), "ACAAA"), "1 of 1", solo(tokens(elk=f"0,0 {RING}"), "ACAAA"), "0 of 1"),
        (["species_top_value", "e", 1], "At least one elk herd of 28 points",
         solo(tokens(elk=line(9)), "ACAAA"), "1 of 1", solo(tokens(elk=f"{line(7)} 9,0"), "ACAAA"), "0 of 1"),
        (["nature_tokens", 5], "At least 5 nature tokens left",
         solo(tokens(), nature=6), "6 of 5", solo(tokens(), nature=4), "4 of 5"),
        (["no_nature_tokens"], "No nature token left",
         solo(tokens()), "kept", solo(tokens(), nature=1), "broken"),
        (["tokens_of_each", "beshf", 1], "At least 1 of every animal",
         solo(tokens(bear="0,0", elk="0,1", salmon="1,1", hawk="0,-1", fox="1,-1")), "5 of 5",
         solo(tokens(bear="0,0 1,0", elk="0,1", salmon="1,1", hawk="0,-1")), "4 of 5"),
        (["tokens_of_each", "h", 3], "At least 3 hawks",
         solo(tokens(hawk=line(4))), "3 of 3", solo(tokens(hawk=line(2), elk=line(5, 1))), "2 of 3"),
        (["tokens_of_one", 3], "At least 3 of one animal",
         solo(tokens(fox=line(3))), "3 of 3", solo(tokens(hawk=line(2), elk=line(2, 1))), "2 of 3"),
        (["species_absent", "s"], "No salmon",
         solo(tokens(bear="0,0")), "kept", solo(tokens(salmon="0,0")), "broken"),
        (["species_at_most", 2], "At most 2 kinds of animal",
         solo(tokens(bear="0,0", elk="1,0")), "kept", solo(tokens(bear="0,0", elk="1,0", fox="2,0")), "broken"),
        (["species_apart", "b", "e"], "No bear beside an elk",
         solo(tokens(bear="0,0 1,0", elk="3,0", fox="2,0")), "kept",
         solo(tokens(bear="0,0 1,0", elk="5,5 2,0")), "broken"),
        (["species_adjacent", "h", "e"], "Every hawk beside an elk",
         solo(tokens(hawk="0,0 2,0", elk="1,0 7,7")), "2 of 2", solo(tokens(hawk="0,0 3,0", elk="1,0")), "1 of 2"),
        (["species_not_on_terrain", "e", "F"], "No elk on a tile with forest",
         solo(land("0,0 MF k0 bear", "1,0 MP k0 elk")), "kept",
         solo(land("0,0 MF k0 elk", "1,0 MP k0 elk")), "broken"),
        (["keystones_free"], "No animal on a keystone",
         solo(land("0,0 M k0", "1,0 MP k0 elk")), "kept", solo(land("0,0 M k0 bear", "1,0 MP k0 elk")), "broken"),
        (["terrains_apart", "M", "P"], "No mountain against prairie",
         solo(land(*STARTER, "1,1 MP k0", "2,1 M k0")), "kept",
         solo(land(*STARTER, "1,1 MP k0", "2,1 P k0")), "broken"),
        (["terrains_apart", "P", "M"], "No prairie against mountain",
         solo(land(*STARTER, "1,1 PR k0")), "kept", solo(land(*STARTER, "1,1 M k0")), "broken"),
        (["terrains_apart", "W", "R"], "No wetland against river",
         solo(land(*STARTER, "-2,1 R k0")), "kept", solo(land(*STARTER, "-2,1 W k0")), "broken"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)  # fmt: skip
def test_ruling_35_goals(asked: list[Any], text: str, met: State, said: str, missed: State, otherwise: str) -> None:
    assert goal(asked, met) == Goal(text, said, True, goal(asked, met).detail)
    assert goal(asked, missed) == Goal(text, otherwise, False, goal(asked, missed).detail)


def test_ruling_35_every_goal_is_asked_for_and_shown() -> None:
    asked = [each for scenario in SCENARIOS["scenarios"] for each in scenario["goals"]] + SCENARIOS["achievements"]
    assert {name for name, *_ in asked} == set(GOALS)
    (mark,) = (mark for mark in test_ruling_35_goals.pytestmark if mark.name == "parametrize")
    assert {case[0][0] for case in mark.args[1]} == set(GOALS)


def test_ruling_35_what_is_to_be_avoided_is_kept_until_it_happens() -> None:
    started = {each.text: each.is_met for each in goals(GAME.start(1, {"scenario": 8}).record)}
    assert started == {
        "At least 90 points in all": False,
        "At least 5 nature tokens left": False,
        "No bear beside an elk": True,
    }


# -- the end -----------------------------------------------------------------------------------------------------


def test_ruling_35_passed_only_with_every_goal() -> None:
    state = finished(8)
    points = int(state.scores()[0])
    assert state.describe_end() == (
        f"twenty turns are over; points: Cedar {points}; scenario 8 not passed:"
        f" at least 90 points in all ({points} of 90), at least 5 nature tokens left (0 of 5)"
    )
    state.record.environment[0].nature = 90
    assert state.describe_end().endswith("; scenario 8 passed")
    bear, elk = state.record.environment[0].wildlife[:2]
    assert bear == elk == 0
    state.record.environment[0].wildlife[:2] = (0b001, 0b010)  # side by side on the starter
    assert state.describe_end().endswith("; scenario 8 not passed: no bear beside an elk (broken)")


def test_ruling_35_changes_neither_points_nor_returns() -> None:
    with_goals, without = finished(1), finished(0)
    assert with_goals.scores() == without.scores()
    assert with_goals.returns() == without.returns()
    assert "scenario" not in without.describe_end()


def test_ruling_35_the_bonus_counts_in_the_total() -> None:
    state = solo(land(*row("M", 7)))
    assert [goal(["total", 9], state).is_met, goal(["habitat_total", 8], state).is_met] == [True, False]
    state.record.majorities = False
    assert goal(["total", 9], state).progress == "7 of 9"


def test_ruling_35_goals_are_on_a_sheet_of_their_own() -> None:
    _, _, sheet = at("M | 0,0 bear | 1,0 W s", scenario=8, nature=(1,)).scene().sheets
    assert (sheet.id, sheet.title, sheet.pinned) == ("scenario", "Scenario 8", True)
    assert [(fact.label, fact.value) for fact in sheet.facts] == [
        ("At least 90 points in all", "8 of 90"),
        ("At least 5 nature tokens left", "1 of 5"),
        ("No bear beside an elk", "✓ kept"),
    ]
    assert len(at("M").scene().sheets) == 2
    assert "At least 5 nature tokens left: 1 of 5" in str(at("M | 0,0 bear | 1,0 W s", scenario=8, nature=(1,)))


def test_ruling_35_achievements_are_told_at_the_end_of_one_player() -> None:
    assert len(SCENARIOS["achievements"]) == 25
    state = finished(0)
    told = [each.text for each in achievements(state.record)]
    assert told == [
        "No nature token left", "No bears", "No elk", "No salmon", "No hawks", "No foxes", "No animal on a keystone",
        "At most 3 kinds of animal",
    ]  # fmt: skip
    sheet = state.scene().sheets[-1]
    assert (sheet.title, [fact.label for fact in sheet.facts]) == ("Achievements", told)
    two = at("M", "F", turn=1, rounds=19, phase="over", tiles="? - ? ?", tokens="elk - elk elk")
    assert [each.id for each in two.scene().sheets] == ["score", "bag"]


# -- positions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 7, 15])
def test_ruling_35_a_position_reads_back(number: int) -> None:
    for state in (at("M", scenario=number), finished(number), GAME.start(1, {"scenario": number})):
        assert state.to_json()["scenario"] == state.record.scenario == number
        assert GAME.from_json(state.to_json()) == state
        assert GAME.from_bytes(state.to_bytes()) == state


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (position("M", "F", scenario=3), "one player"),
        (position("M", scenario=3, cards="AAAAA"), "scenario 3 has the cards CCCCC"),
        (position("M", scenario=3, cards="family"), "scenario 3 has the cards CCCCC"),
        ({"players": 1, "scenario": 3, "phase": "card", "cards": "CC???"}, "scenario 3 has the cards CCCCC"),
        (position("M", scenario=16), "0 to 15"),
        (position("M", scenario=True), "0 to 15"),
        # The cards of a scenario are not dealt.
        (position("M", scenario=3, phase="draw_tile", tiles="? - - -", tokens="- - - -", ply=7), "7 moves"),
    ],
)
def test_ruling_35_positions_that_cannot_be(given: dict[str, Any], words: str) -> None:
    with pytest.raises(stockade.BadPosition, match=words):
        GAME.from_json(given)


def test_ruling_35_a_record_with_a_scenario_where_none_can_be() -> None:
    for state, number in ((at("M", "F"), 3), (at("M"), 3), (at("M"), 16), (at("M"), -1)):
        state.record.scenario = number
        with pytest.raises(stockade.BadPosition):
            GAME.from_bytes(state.to_bytes())
