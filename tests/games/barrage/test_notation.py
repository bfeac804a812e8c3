"""Barrage's notation: each kind of action both ways, what is read loosely, what is refused, descriptions, the
drawing."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from tests.games.barrage.lively import SETTINGS, walk
from tests.games.barrage.positions import GAME, at, full
from tests.games.positions import played
from tests.games.texts import check_both_ways, check_no_action

from stockade.conformance.test_text import check_notation
from stockade.core.state import State
from stockade.games.barrage.layout import CONDUIT_SITE, COPIES, POWERHOUSE_SITE, VARIANTS
from stockade.games.barrage.rules.actions import Base, kind_of
from stockade.games.barrage.tables import CONTRACT_NAMES, ROW_NAMES, SITE_NAMES, TILE_NAMES

START = at({"contracts": ["S1"]}, {})
MAKER: dict[str, Any] = {
    "dams": "b9u usa 2/2",
    "conduits": "c9A usa, c9B germany",
    "powerhouses": "p11.1 usa, p12.1 usa",
}
PRODUCING = played(at({"contracts": ["S1"]}, {}, **MAKER), "turbine_p2 L")
JILL = played(at({}, {"excavators": 8, "mixers": 8}, turn="germany"), "build c5A wild")
SOLOMON = played(at({}, {}, {"credits": 9}, turn="italy"), "build b9l wild")
OFFICERS = ("mahiri_sekiso", "anton_krylov")
ADVANCED = ["base", "elevation", "powerhouse", "conduit", "I-powerhouse"]
ANTON = full({}, {"wheel": [{"segment": 2, "tile": "base", "excavators": 3}]}, officers=OFFICERS, turn="germany")
FREE = full({"tiles": ADVANCED}, {}, officers=OFFICERS, round=3)
PLACING = at(steps=["usa place conduit 3", "usa end_turn"])


def drafting(word: str, seed: int = 0) -> State:
    """Return the first state of the full game in which an action of a kind is legal."""
    for state in walk(3, {"setup": "full", "automas": 1, "level": "2"}, seed):
        if state.format(state.legal_actions()[0]).split()[0] == word:
            return state.clone()
    raise AssertionError(word)


def site(name: str) -> int:
    return SITE_NAMES.index(name)


def build(name: str, variant: int) -> int:
    return Base.BUILD + site(name) * VARIANTS + variant


@pytest.mark.parametrize(
    ("state", "text", "action"),
    [
        (START, "water_2 L", Base.SPACE + 2 * ROW_NAMES.index("water_2")),
        (START, "rotate_1 R", Base.SPACE + 2 * ROW_NAMES.index("rotate_1") + 1),
        (START, "bank 12", Base.BANK + 11),
        (full({}, {}), "patent 3", Base.PATENT + 2),
        (full({}, {}, officers=OFFICERS), "officer anton_krylov", Base.OFFICER + 5),
        (START, "build b9u wild", build("b9u", 4)),
        (START, "build c9A conduit", build("c9A", 2)),
        (at(dams="b9u usa 0/1"), "build b9u+ elevation", build("b9u+", 1)),
        (START, "build p11.3 powerhouse", build("p11.3", 3)),
        (ANTON, "build b9l copy base", build("b9l", 20)),
        (FREE, "build p9.1 free I-powerhouse", build("p9.1", COPIES)),
        (JILL, "pay 6E 0M", Base.PAY + 66),
        (JILL, "pay 0E 3M", Base.PAY + 3),
        (SOLOMON, "pay 1E 0M 6C", Base.PAY + 11),
        (PRODUCING, "produce b9u c9B 2", Base.PRODUCE + (16 * 2 + 1) * 4 + 1),
        (played(PRODUCING, "produce b9u c9A 1"), "contract S1", Base.CONTRACT),
        (played(PRODUCING, "produce b9u c9A 1"), "contract none", Base.NO_CONTRACT),
        (played(START, "contract_1a L"), "take Y02", Base.TAKE + CONTRACT_NAMES.index("Y02")),
        (played(START, "water_2 L"), "drop D", Base.DROP + 3),
        (played(START, "water_2 L", "drop D"), "stop", Base.STOP),
        (played(at({}, {}, {}, {}), "buy_any L"), "machine M", Base.MACHINE + 1),
        (PLACING, "place c9A", Base.PLACE + site("c9A")),
        (PLACING, "place none", Base.NO_PLACE),
        (full({"tiles": ADVANCED, "banked": 12}, {}, officers=OFFICERS, round=3), "pass", Base.PASS),
        (GAME.start(2), "headstream H8", Base.DRAW_HEADSTREAM + 7),
        (drafting("bonus"), "bonus advanced_tiles", Base.DRAW_BONUS + 5),
        (drafting("objective"), "objective basins_3", Base.DRAW_OBJECTIVE + 5),
        (drafting("lay"), "lay N6", Base.DRAW_CONTRACT + 54),
        (drafting("tile"), "tile I-wild", Base.DRAW_TILE + 9),
        (drafting("company"), "company france", Base.DRAW_COMPANY + 3),
        (drafting("lend"), "lend jill_mcdowell", Base.DRAW_OFFICER + 3),
        (drafting("chooser"), "chooser 2", Base.DRAW_SEAT + 1),
        (drafting("card"), "card 20", Base.DRAW_CARD + 19),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_every_kind_of_action_both_ways(state: State, text: str, action: int) -> None:
    check_both_ways(state, text, action)


def test_a_pick_and_a_neutral_dam_both_ways() -> None:
    state = drafting("pick")
    for action in state.legal_actions():
        word, company, contract = state.format(action).split()
        assert (word, state.parse(f"PICK {company.upper()} {contract.lower()}")) == ("pick", action)
    state = drafting("neutral")
    assert [state.format(action) for action in state.legal_actions()] == [f"neutral ND{n}" for n in (1, 2, 3, 4)]


def test_a_second_production_may_be_left_out() -> None:
    given = {"dams": "b9u germany 1/1", "conduits": "c9A germany, c9B germany", "second_basin": 9}
    houses = "p9.1 germany, p11.1 germany, p12.1 germany"
    steps = ["germany produce 0 second", "germany end_turn"]
    state = at({}, {}, turn="germany", steps=steps, powerhouses=houses, **given)
    assert state.parse("produce none") == Base.NO_PRODUCTION
    assert state.format(Base.NO_PRODUCTION) == "produce none"
    assert Base.NO_PRODUCTION in state.legal_actions()


def test_four_contracts_make_one_say_discard() -> None:
    hand = {"contracts": ["G03", "G04", "Y05", "R06"]}
    state = at(hand, {}, steps=["usa discard", "usa end_turn"])
    assert [state.format(action) for action in state.legal_actions()] == [
        f"discard {each}" for each in hand["contracts"]
    ]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("WATER_2 l", "water_2 L"),
        ("  bank   3 ", "bank 3"),
        ("bank 03", "bank 3"),
        ("Build B5U Wild", "build b5u wild"),
        ("build b5u anton copy II-base", "build b5u copy II-base"),
        ("build b5u COPY ii-base", "build b5u copy II-base"),
        ("build p9.1 free i-powerhouse", "build p9.1 free I-powerhouse"),
        ("build b9l free copy III-base", "build b9l free copy III-base"),
        ("pay 3e 0m", "pay 3E 0M"),
        ("pay 3 E 1 M", "pay 3E 1M"),
        ("pay 3E 1M 6C", "pay 3E 1M"),
        ("Produce B5L c5a 2", "produce b5l c5A 2"),
        ("CONTRACT None", "contract none"),
        ("place C5B", "place c5B"),
        ("take g01", "take G01"),
        ("drop a", "drop A"),
        ("machine e", "machine E"),
        ("Stop", "stop"),
        ("PASS", "pass"),
        ("officer Jill_McDowell", "officer jill_mcdowell"),
    ],
)
def test_texts_are_read_loosely(text: str, same: str) -> None:
    assert START.format(START.parse(text)) == same


@pytest.mark.parametrize(
    "text",
    ["", "bank", "bank 0", "bank 13", "bank -1", "bank ３", "water_2", "water_2 M", "water_9 L", "patent 4",
     "patent 0", "officer nobody", "build", "build b5u", "build b5x base", "build b11u base", "build b5u II",
     "build b5u copy", "build p9.1 free base", "pay", "pay 3", "pay 3E", "pay 11E 0M", "pay 6E 6M",
     "pay -1E 0M", "produce", "produce b5l c5A", "produce b5l c5A 0", "produce b5l c5A 5", "produce b5l c6A 1",
     "produce b5u+ c5A 1", "produce none now", "contract", "contract S9", "take N9", "discard", "drop E",
     "drop", "machine C", "place", "place b99", "pick usa", "pick usa G01", "pick spain S1", "pass now",
     "stop it", "dance", "headstream H9", "card 21", "card 0", "chooser 5"],
)  # fmt: skip
def test_what_is_no_action_is_refused(text: str) -> None:
    check_no_action(START, text)


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        (PRODUCING, "produce b9u c9A 2", "USA sends 2 drops from b9u through c9A: 5 energy"),
        (START, "turbine_p2 L", "USA sends 2 engineers to the turbines (+2)"),
        (START, "turbine_m2 R", "USA sends 2 engineers to the turbines (−2)"),
        (START, "turbine_0 R", "USA sends 3 engineers to the turbines (+0), and pays 3 credits"),
        (START, "water_2 L", "USA sends 1 engineer to place 2 drops"),
        (START, "water_flow_1 R", "USA sends 2 engineers to let 1 drop run, and pays 3 credits"),
        (START, "rotate_3 L", "USA sends 2 engineers to turn the wheel by 3, and pays 5 credits"),
        (START, "buy_both R", "USA sends 3 engineers for 1 excavator and 1 mixer, and pays 8 credits"),
        (START, "buy_any L", "USA sends 1 engineer for 1 machine, and pays 4 credits"),
        (START, "contract_2 L", "USA sends 2 engineers for 2 contracts, and pays 1 credit"),
        (START, "bank 3", "USA sends 3 engineers to the bank for 3 credits"),
        (full({}, {}), "patent 1", "USA buys the patent I-base"),
        (full({}, {}, officers=OFFICERS), "officer anton_krylov", "USA has Mahiri copy Anton Krylov for this turn"),
        (START, "build b9u base", "USA builds a base on b9u"),
        (START, "build b9u+ wild", "USA builds an elevation on b9u with the tile wild"),
        (START, "build c5A conduit", "USA builds a conduit on c5A (value 3)"),
        (ANTON, "build b9l copy base", "Germany builds a base on b9l, copying base"),
        (FREE, "build p9.1 free I-powerhouse",
         "USA builds a powerhouse on p9.1 with the tile I-powerhouse, without engineers"),
        (SOLOMON, "pay 1E 0M 6C", "Italy pays 1 excavator and 6 credits"),
        (JILL, "pay 0E 3M", "Germany pays 3 mixers"),
        (PLACING, "place c9A", "USA gets a conduit on c9A (value 1)"),
        (PLACING, "place none", "USA places nothing"),
        (START, "take G10", "USA takes contract G10 (3 energy)"),
        (START, "contract Y12", "USA fulfils contract Y12 (7 energy)"),
        (START, "contract none", "USA fulfils no contract"),
        (START, "produce none", "USA does not produce"),
        (START, "discard S1", "USA discards contract S1 (3 energy)"),
        (START, "drop B", "USA puts a drop on headstream B"),
        (START, "stop", "USA places no more drops"),
        (START, "machine E", "USA takes an excavator"),
        (START, "pass", "USA passes"),
        (GAME.start(2), "headstream H1", "tile H1 is laid on headstream A"),
        (drafting("bonus"), "bonus bases", "the bonus tile for bases is laid for round 1"),
        (drafting("objective"), "objective basins_1", "the objective counts basins with a piece of yours"),
        (drafting("lay"), "lay N3", "the national contract N3 (14 energy) is laid out"),
        (drafting("neutral"), "neutral ND2", "a neutral dam with a drop is set up on b2l"),
        (drafting("tile"), "tile I-base", "the patent I-base is laid out"),
        (drafting("company"), "company italy", "Italy takes part"),
        (drafting("chooser"), "chooser 2", "Player 2 picks first"),
        (drafting("card"), "card 7", "Automa tile 7 comes to the top"),
    ],
    ids=lambda each: each[:40] if isinstance(each, str) else "",
)  # fmt: skip
def test_words_for_the_log(state: State, text: str, words: str) -> None:
    assert state.describe(state.parse(text)) == words


def test_words_of_the_draft() -> None:
    words = set()
    for seed in range(12):
        for state in walk(3, {"setup": "full", "automas": 2, "level": "4"}, seed):
            if state.record.round_no:
                break
            words |= {state.describe(action) for action in state.legal_actions()}
    told = "\n".join(words)
    for pattern in (
        r"Jill McDowell comes with \w+",
        r"lies out for Mahiri to copy",
        r"\w+ goes to Player 3, an Automa",
        r"comes to \w+ instead of Mahiri",
        r"Player 1 picks \w+ with [A-Z][\w. ]+ and contract S\d \(\d energy\)",
        r"the starting contract S1 \(3 energy\) is laid out",
    ):
        assert re.search(pattern, told), pattern


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=str)
def test_texts_of_whole_games_read_back(players: int, options: dict[str, Any]) -> None:
    kinds, dice = set(), random.Random(2)
    for state in walk(players, options, 2):
        legal = state.legal_actions()
        asked = legal if len(legal) < 60 else dice.sample(legal, 60)
        check_notation(state, asked)
        assert all(state.describe(action).isprintable() for action in asked[:6])
        kinds |= {kind_of(action) for action in asked}
        if dice.random() < 0.1:
            drawn = str(state).splitlines()
            assert all(len(line) <= 100 for line in drawn)
    assert {Base.SPACE, Base.BANK, Base.BUILD, Base.TAKE, Base.DRAW_CONTRACT} <= kinds


def test_ids_of_all_kinds_have_texts_of_their_own() -> None:
    """Action ids mean the same in every state, and so do their texts, except for the credits of payments."""
    texts = [START.format(action) for action in range(GAME.spec.action_count)]
    assert len(set(texts)) == len(texts)
    paid = {action for action in range(Base.PAY, Base.PRODUCE) if sum(divmod(action - Base.PAY, 11)) > 10}
    for action, text in enumerate(texts):
        if action not in paid:  # nothing costs more than ten machines
            assert START.parse(text) == action
    assert texts[build("c1A", 0)] == "build c1A base"
    assert (site("c1A"), site("p5.1")) == (CONDUIT_SITE, POWERHOUSE_SITE)
    assert texts[build("b1u", len(TILE_NAMES))] == "build b1u copy base"


def test_the_drawing_shows_valley_boards_and_companies() -> None:
    state = at(
        {"contracts": ["S1"], "wheel": [{"segment": 3, "tile": "base", "excavators": 3}], "energy": 7},
        {"fulfilled": ["G05"], "banked": 12, "passed": True},
        dams="b9u usa 1/2",
        conduits="c9A usa, c9B germany",
        powerhouses="p9.1 germany, p11.1 usa",
        headstreams={"B": {"waiting": 3}},
        spaces="water_2 L usa",
        round=2,
    )
    drawn = str(state)
    for words in (
        "round 2 (bonus for bases); headstreams: A 0, B 3, C 0, D 0",
        "  9: p9.1 Germany, b9u USA 1/2, c9A x1 USA, c9B x3 Germany",
        "  5: b5l neutral 1/2",
        " 12: -",
        " contracts: G01: 2 energy for 1 credit and 2 turns of the wheel\n",
        "\n            G02: 2 energy for 2 machines of either kind\n",
        "engineers: water_2 L USA",
        "USA with Wilhelm Adler: 10 points, 7 energy, 6 credits, 6E 4M, 11 engineers",
        "tiles: elevation, conduit, powerhouse, wild",
        "wheel: base 3E back in 4 turns",
        "contracts: S1: 3 energy for 2 credits and 2 energy",
        "Germany with Jill McDowell: 10 points, 0 energy, 6 credits, 6E 4M, 0 engineers, passed\n   tiles: ",
        "wheel: empty",
        "contracts: -",
        "fulfilled: G05",
    ):
        assert words in drawn
    assert "patents" not in drawn
    assert " patents: I-base: a drop into each of your empty dams\n" in str(full({}, {}))


def test_the_end_tells_the_points() -> None:
    over = at({"banked": 12, "passed": True, "vp": 31}, {"banked": 12, "passed": True}, round=5, steps=[])
    assert over.describe_end() == "the fifth round is over; points: USA 31, Germany 10"
