"""Descriptions of what Automas do and of what happens by itself: their words, and that they are true."""

from __future__ import annotations

import random
import re

import pytest
from tests.games.barrage.valley import (
    AUTOMA,
    GAME,
    PERSON,
    conduit,
    dam,
    give,
    lay,
    powerhouse,
    tiles,
    valley,
    works,
)

from stockade.core.language import languages, speaking
from stockade.core.ledger import Event
from stockade.core.state import State
from stockade.games.barrage.layout import ROUNDS, Company, Officer
from stockade.games.barrage.rules.cards import Want
from stockade.games.barrage.tables import TILE_NAMES
from stockade.games.barrage.text.tell import replayed, tell
from stockade.games.barrage.text.trace import WANTED


def told(state: State, text: str) -> list[str]:
    """Return what is told about an action, without the changes in brackets at the end of a line."""
    after = state.clone()
    action = after.parse(text)
    after.apply(action)
    return [re.sub(r" \([^()]*[−+]\d[^()]*\)$", "", event.text) for event in tell(state.record, action, after.record)]


def has(lines: list[str], *wanted: str) -> None:
    """Check that all of these lines are there, in this order."""
    at = 0
    for text in wanted:
        found = [number for number, line in enumerate(lines[at:], at) if text in line]
        assert found, f"{text!r} is not told in {lines[at:]}"
        at = found[0]


def test_a_tile_is_read_line_by_line() -> None:
    state = valley(criteria=3)
    works(state)
    lay(state, "G01", "-")
    state.record.player[AUTOMA].energy = 8
    assert told(state, "card 15") == [
        "Germany reads tile 15 by the criteria of tile 3",
        "Line 1, produce with +1 for a green contract: not done, it leads alone, and 8 energy is enough for the "
        "bonus of this round",
        "Line 2, build a powerhouse: done by Germany, on p12.1 with the tile powerhouse and 2 engineers",
        "19 spaces are possible; criterion 1, above no opponent's dam, is met by all; criterion 2, at the strongest "
        "conduit, is met by none; criterion 3, at the end of a way from an own dam, leaves p12.1, p12.2, p12.3 and "
        "p12.4; of p12.1, p12.2, p12.3 and p12.4, p12.1 is the first without a fee",
        "Germany pays 3 mixers",
        "Germany places the powerhouse on p12.1",
    ]


def test_criteria_tell_what_they_leave() -> None:
    state = valley(criteria=1)
    conduit(state, "c5A", "c6A", owner=PERSON)
    powerhouse(state, "p10.1")
    give(state, 4, 0)
    assert told(state, "card 2")[3:] == [
        "Line 3, build a base in the hills: done by Germany, on b6l with the tile base and 2 engineers",
        "b5u, b5l, b6u, b6l, b7u and b7l are possible; criterion 1, at the strongest conduit, leaves b6u and b6l; "
        "criterion 2, on the way to an own powerhouse, is met by none; criterion 3, below an own powerhouse, or an "
        "opponent's, is met by none; of b6u and b6l, b6l is the first without a fee",
        "Germany pays 4 excavators",
        "Germany places the base on b6l",
    ]


def test_a_working_system_and_the_only_space() -> None:
    state = valley(criteria=1)
    powerhouse(state, "p11.1")
    conduit(state, "c9A", owner=PERSON)
    has(told(state, "card 17"), "b9u and b9l would complete a working system")
    give(state, 5, 0)
    for basin in range(9):
        state.record.dam_owner[2 * basin : 2 * basin + 2] = PERSON
    state.record.dam_owner[18] = PERSON
    has(told(state, "card 17"), "on b10l", "b10l is the only space")


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (9, "it has no water that it can use"),
        (2, "build a base in the hills: not done, it has too few machines"),
        (5, "build an elevation: not done, it has no dam to raise"),
        (10, "build a conduit: not done, it has no tile that builds a conduit"),
        (20, "build a powerhouse: not done, it has no powerhouse left"),
        (15, "take a patent for a powerhouse for 2 points: not done, no such tile is in the office"),
        (16, "discard the red contracts for 2 energy: not done, none lies open"),
        (18, "turn the wheel by 1: not done, nothing is on it"),
        (4, "buy 1 excavator for 2 points: not done, this is the last round"),
        (6, "let 1 drop flow: not done, no headstream would bring more water into its dams"),
    ],
)
def test_why_a_line_is_not_done(card: int, words: str) -> None:
    state = valley(criteria=1)
    lay(state, "G01", "G02", "-", "-", "-", "-")
    give(state, 0, 0)
    tiles(state, "base", "elevation", "powerhouse")
    state.record.player[AUTOMA].built[3] = 4
    state.record.patent[:] = -1
    state.record.round_no = ROUNDS
    has(told(state, f"card {card}"), words)


def test_why_it_does_not_produce() -> None:
    state = valley(criteria=1)
    works(state)
    lay(state, "G11", "-")
    has(told(state, "card 9"), "not done, its best would be 3, too little for an open green contract")
    lay(state)
    has(told(state, "card 9"), "not done, no green contract lies open")


def test_a_production_its_ties_and_its_contract() -> None:
    state = valley(criteria=20)
    lay(state, "G01", "G02")
    powerhouse(state, "p11.1", "p12.1")
    for space, way in (("b9l", "c9A"), ("b10l", "c10B")):
        dam(state, space, level=2, drops=2)
        conduit(state, way)
    assert told(state, "card 9")[1:] == [
        "Line 1, produce with +0 for a green contract: done by Germany with 2 engineers on turbine +2 (left)",
        "Germany sends 2 drops from b10l through c10B: 3 energy, the most it can make",
        "c9A and c10B are possible; criterion 1, of the second highest value, is met by all; criterion 2, to a "
        "powerhouse, rather an own one, is met by all; criterion 3, from a dam, rather own than neutral than an "
        "opponent's, is met by all; from c10B on the tile upwards c10B is the first",
        "2 drops leave the valley",
        "Germany fulfils contract G02 (2 energy): the highest in reach",
        "Germany takes a mixer: it has fewer of them",
        "Germany takes a mixer: it has fewer of them",
    ]


def test_drops_and_where_they_go() -> None:
    state = valley(criteria=2)
    dam(state, "b8l", level=1)
    give(state, 0, 0)
    has(
        told(state, "card 17"),
        "Line 2, place 2 drops: done by Germany",
        "puts a drop on headstream A: of B C D A the first that brings more water into its dams",
        "places no more drops: none would stay in its dams",
    )
    state.record.player[AUTOMA].level = 3
    state.record.player[AUTOMA].company = Company.USA
    has(told(state, "card 17"), "the first, for the USA the one with most steps,")
    has(
        told(state, "card 14"),
        "Line 2, let 1 drop flow: done by USA",
        "Water flows: −1 drop on headstream A, +1 drop in dam b8l",
    )


def test_a_structure_that_a_reward_gives() -> None:
    state = valley(criteria=1)
    works(state, 4)
    lay(state, "G11", "-")
    has(told(state, "card 9"), "gets a conduit on c10A", "are possible; criterion 1, of the highest value, leaves")


def test_officers_and_tiles_have_their_say() -> None:
    state = valley(4, criteria=8, officer=Officer.ADLER)
    give(state, 3, 0)
    has(told(state, "card 17"), "20 spaces are possible; Wilhelm Adler prefers 8 spaces")
    state = valley(4, officer=Officer.GRAZIANO)
    dam(state, "b10l", drops=1)
    has(told(state, "card 20"), "build a powerhouse: done by Germany, an elevation instead, Graziano's way, on b10l")
    state = valley(3)
    tiles(state, "I-wild", "I-powerhouse")
    has(told(state, "card 17"), "with the tile I-wild", "the tile I-wild prefers 10 spaces")
    has(told(state, "card 20"), "with the tile I-powerhouse and no engineers")
    state = valley(4, criteria=5, officer=Officer.JILL)
    give(state, 0, 1)
    has(told(state, "card 1"), "Germany takes a mixer: Jill McDowell prefers mixers")


def test_the_number_on_the_tile_and_the_fee_break_the_last_tie() -> None:
    state = valley(criteria=20)
    has(
        told(state, "card 17"),
        "from 10 on the tile upwards basin 10 is the first; of b10u and b10l, b10l is the first without a fee",
    )
    state.record.dam_owner[19] = PERSON
    has(told(state, "card 17"), "from 10 on the tile upwards basin 10 is the first")
    assert "fee" not in " ".join(told(state, "card 17"))


def test_where_engineers_are_placed() -> None:
    state = valley()
    give(state, 0, 0)
    state.record.player[AUTOMA].wheel_mixers[2] = 1
    has(told(state, "card 15"), "turn the wheel by 1: done by Germany with 1 engineer on rotate 1 (left)")
    state.record.space[:] = PERSON
    has(told(state, "card 15"), "done by Germany with 1 engineer beside the board, because no space is empty")
    state.record.player[AUTOMA].wheel_mixers[2] = 0
    state.record.round_no = ROUNDS
    has(told(state, "card 20"), "go to the bank: done by Germany with 1 engineer")
    state.record.patent[:] = [TILE_NAMES.index(name) for name in ("I-powerhouse", "I-wild", "I-base")]
    has(
        told(state, "card 15"),
        "take a patent for a powerhouse for 2 points: done by Germany, I-powerhouse with 1 engineer",
    )


def test_a_new_pile_begins_with_a_discard() -> None:
    state = valley()
    assert state.describe(state.parse("card 8")) == "Automa tile 8 comes to the top"
    state.record.cards = 0
    assert state.describe(state.parse("card 8")) == "all Automa tiles are shuffled, and tile 8 is discarded"
    assert told(state, "card 8") == []
    state.apply("card 8")
    assert state.describe(state.parse("card 20")) == "Automa tile 20 comes to the top"
    has(told(state, "card 20"), "Germany reads tile 20 by the criteria of tile 8")


def test_an_automa_pays_points_for_credits() -> None:
    state = valley(4, criteria=1, officer=Officer.SOLOMON)
    give(state, 4, 0)
    has(told(state, "card 17"), "pays 4 excavators and 3 points")


def test_who_has_no_engineers_to_read_on() -> None:
    state = valley()
    dam(state, "b8l")
    state.record.player[AUTOMA].engineers = 1
    has(told(state, "card 17"), "Line 2", "has no engineers left to read on")


def test_every_criterion_has_words() -> None:
    assert set(WANTED) == set(Want)
    assert len(set(WANTED.values())) == len(WANTED)


def test_the_end_of_a_round_is_told() -> None:
    state = valley(company=Company.GERMANY)
    record = state.record
    dam(state, "b8l", level=2)
    record.waiting[:] = (1, 0, 0, 0)
    record.bonus[0] = 1  # bases
    for player in record.player[:2]:
        player.engineers = 1
    record.player[PERSON].energy = 7
    give(state, 0, 0)
    state.apply("card 20")
    lines = told(state, "bank 1")
    has(
        lines,
        "Germany has no engineers left and is done for this round",
        "Round 1 is over",
        "Water flows: −1 drop on headstream A, +1 drop in dam b8l",
        "Most energy: Italy +6 points",
        "Energy track: Italy +4 credits; Germany +3 points",
        "No energy: Germany −3 points",
        "Engineers come back, and energy goes back to zero: Italy +12 engineers, −7 energy; Germany +12 engineers",
    )


@pytest.mark.parametrize("code", languages())
def test_the_same_changes_are_added_to_a_line_in_every_language(code: str) -> None:
    chance = random.Random(5)
    state = GAME.start(3, {"setup": "full", "automas": 2, "level": "3"})
    while not state.is_over:
        before = state.clone()
        action = chance.choice(state.legal_actions())
        state.apply(action)
        here = [changes_in(event) for event in tell(before.record, action, state.record)]
        with speaking(code):
            there = [changes_in(event) for event in tell(before.record, action, state.record)]
        assert there == here


def changes_in(event: Event) -> list[str]:
    """Return the numbers with a sign in a line."""
    return re.findall(r"[−+]\d+", event.text)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_is_what_happened(seed: int) -> None:
    """After each action of a whole match, the described copy is in the same state as the game."""
    chance = random.Random(seed)
    players = chance.choice((2, 3, 4))
    automas = chance.randint(0, players - 1)
    options = {"setup": "full", "automas": automas, "level": chance.choice("1234")}
    state = GAME.start(players, options)
    lines = 0
    while not state.is_over:
        before = state.clone()
        action = chance.choice(state.legal_actions())
        state.apply(action)
        replay = replayed(before.record, action)
        replay.state.current_player, replay.state.ply = state.record.current_player, state.record.ply
        assert replay.state.tobytes() == state.to_bytes()
        lines += len(replay.events)
    assert lines > 20
