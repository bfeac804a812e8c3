"""Each refusal in Barrage names the rule that forbids the action."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.barrage.lively import SETTINGS, walk
from tests.games.barrage.positions import GAME, at, full
from tests.games.positions import played
from tests.games.reasons import check_reasons, check_refused

from stockade.conformance.test_files import rulings
from stockade.core.state import State
from stockade.games.barrage.layout import OFFICERS, ROWS, SITES, VARIANTS, Step
from stockade.games.barrage.rules.actions import Base, production_of
from stockade.games.barrage.text.closed import why_bank, why_build, why_officer, why_patent, why_produce, why_space

RULINGS = rulings("barrage")
MAKER: dict[str, Any] = {"dams": "b9u usa 1/1", "conduits": "c9A usa", "powerhouses": "p11.1 usa"}
START = at()
POOR = at({"credits": 1}, {})
SPENT = at({"banked": 11}, {})
FOREIGN = {"conduits": "c9A germany", "dams": "b9u usa 1/1", "powerhouses": "p11.1 usa"}
MAHIRI = ("mahiri_sekiso", "graziano_del_monte")
ANTON = ("anton_krylov", "graziano_del_monte")
EXPERT = full({}, {}, officers=MAHIRI)
GERMAN = at(
    {},
    {"credits": 0},
    turn="germany",
    steps=["germany produce 0 second", "germany end_turn"],
    second_basin=9,
    dams="b9u germany 1/1, b10u usa 1/1",
    conduits="c9A germany, c8B germany, c9B usa, c10A usa",
    powerhouses="p9.1 germany, p11.1 germany, p12.1 germany, p7.1 germany",
)
PLAIN = at(
    dams="b9u usa 2/2, b10u usa 1/1",
    conduits="c9A usa, c10A usa",
    powerhouses="p11.1 usa",
    steps=["usa produce -1 plain", "usa end_turn"],
)
JILL = played(at({}, {"excavators": 8, "mixers": 8}, turn="germany"), "build c5A wild")
SOLOMON = played(at({}, {}, {"credits": 4}, turn="italy"), "build b9l wild")
FULFIL = at({"contracts": ["S2", "R01"], "energy": 9}, {}, {}, {}, steps=["usa contract 4", "usa end_turn"])
FRANCE = at(
    {},
    {},
    {},
    {"contracts": ["R01", "S2"], "energy": 9},
    turn="france",
    steps=["france contract 4", "france end_turn"],
    powerhouses="p5.1 france, p6.1 france, p7.1 france",
)


def placing(reward: str, credits: int = 6, **fields: Any) -> State:
    return at({"credits": credits}, {}, steps=[f"usa place {reward}", "usa end_turn"], **fields)


def at_setup(step: Step, players: int = 2, **options: Any) -> State:
    """Return the first state of a set-up in which one thing of a kind was drawn and another is next, or the only
    one."""
    drawn = 0
    for state in walk(players, options, 5):
        frame = state.record.pending[state.record.depth - 1]
        if frame.step == step:
            drawn += 1
            if drawn == 2 or step in (Step.DRAW_CHOOSER, Step.DRAW_OBJECTIVE, Step.DRAW_PAIR):
                return state.clone()
    raise AssertionError(step)


FULL = {"setup": "full"}
CASES = [
    # A turn.
    (START, "pay 3E 0M", "a turn is one action", "1"),
    (START, "card 3", "left to chance", "61"),
    (START, "pass", "nobody passes with engineers left, and USA has 12", "2"),
    (SPENT, "bank 2", "USA has 1 left", "2"),
    (START, "turbine_p1 L", "open with 4 players", "8"),
    (START, "rotate_2 R", "open with 3 players or more", "8"),
    (at(spaces="water_2 L germany"), "water_2 L", "Germany's engineers stand there", "6"),
    (SPENT, "turbine_p2 L", "takes 2 engineers, and USA has 1 left", "5"),
    (POOR, "water_2 R", "costs 3 credits, and USA has 1", "5"),
    (POOR, "rotate_3 L", "costs 5 credits", "5"),
    (START, "turbine_p2 L", "USA has no powerhouse", "22"),
    (at(powerhouses="p11.1 usa", dams="b1l neutral 0/1, b5l neutral 0/2, b8l neutral 0/3"), "turbine_p2 L",
     "hold a drop", "22"),
    (at(powerhouses="p11.1 usa"), "turbine_p2 L", "no conduit leads", "22"),
    (at({"credits": 3}, {}, **FOREIGN), "turbine_0 R", "has none for it", "24"),
    (at(**MAKER), "turbine_m2 L", "no production would give any energy", "23"),
    (at(contracts={pile: [None, None] for pile in ("green", "yellow", "red")}, piles=[]), "contract_1a L",
     "no private contract lies open", "39"),
    (START, "patent 1", "no patent office", "49"),
    (full({}, {}, patents={"open": [None, "I-elevation", "I-conduit"], "taken": ["germany", None, None]}), "patent 1",
     "Germany has bought that tile", "10"),
    (full({"banked": 11}, {}), "patent 2", "takes 2 engineers", "5"),
    (full({"credits": 4}, {}), "patent 2", "costs 5 credits", "5"),
    (START, "officer anton_krylov", "Mahiri does not work for USA", "51"),
    (played(EXPERT, "officer graziano_del_monte"), "officer wilhelm_adler", "one officer in a turn", "51"),
    (played(EXPERT, "officer graziano_del_monte"), "pass", "an action follows", "51"),
    (full({"mahiri": 2}, {}, officers=MAHIRI), "officer graziano_del_monte", "copied 2 officers", "51"),
    (full({"mahiri": 1, "credits": 2}, {}, officers=MAHIRI), "officer graziano_del_monte", "costs 3 credits", "51"),
    (EXPERT, "officer mahiri_sekiso", "does not lie out", "52"),
    (full({"banked": 11}, {}, officers=MAHIRI), "officer graziano_del_monte", "no engineer would be left", "51"),
    # Building.
    (at({"wheel": [{"segment": 2, "tile": "base", "excavators": 3}]}, {}), "build b9l base", "on the wheel", "12"),
    (EXPERT, "build b9l wild", "no basic wild tiles", "61"),
    (EXPERT, "build b9l III-base", "does not have the tile III-base", "10"),
    (EXPERT, "build b9l free III-base", "does not have the tile III-base", "10"),
    (START, "build b9l copy base", "only Anton copies", "54"),
    (full({}, {}, officers=ANTON), "build b9l copy base", "cannot be copied", "54"),
    (full({"wheel": [{"segment": 2, "tile": "anton", "mixers": 2}]}, {}, officers=ANTON), "build b9l copy base",
     "Anton's tile is on the wheel", "54"),
    (START, "build b9l conduit", "builds no base", "11"),
    (at(conduits="c1A usa, c2A usa, c3A usa, c4A usa, c5A usa"), "build c9A conduit", "all 5 conduits of USA", "14"),
    (START, "build b5l base", "there is a dam on b5l", "15"),
    (at(dams="b9u usa 1/1"), "build b9l base", "has a base in basin 9", "15"),
    (START, "build b9u+ wild", "has no dam on b9u", "15"),
    (at(dams="b9u usa 0/3"), "build b9u+ wild", "level 3, the highest", "15"),
    (at(conduits="c9A germany"), "build c9A wild", "there is a conduit on c9A", "15"),
    (at(powerhouses="p9.1 germany"), "build p9.1 wild", "there is a powerhouse on p9.1", "15"),
    (at(powerhouses="p9.1 usa"), "build p9.2 wild", "has a powerhouse in basin 9", "15"),
    (at({"constructions": 4}, {}), "build b9l base", "all 4 construction spaces", "7"),
    (at({"constructions": 3, "banked": 4}, {}), "build b9l base", "takes 3 engineers", "5"),
    (at({"constructions": 3, "credits": 2}, {}), "build b9l base", "costs 3 credits", "5"),
    (at({"constructions": 3, "credits": 5}, {}), "build b9u base", "costs 6 credits", "13"),
    (at({"excavators": 2}, {}), "build b9l base", "takes 3 excavators, and USA has 2", "20"),
    (at({"mixers": 1}, {}), "build p9.1 powerhouse", "takes 2 mixers, and USA has 1", "20"),
    (at({}, {"excavators": 5, "mixers": 2}, turn="germany"), "build c5A wild", "where 3 mixers would do", "20"),
    (at({}, {}, {"excavators": 0, "credits": 6}, turn="italy"), "build b9l wild", "credits for 2 more", "21"),
    (full({"tiles": ["base", "elevation", "conduit", "powerhouse", "II-wild"], "mixers": 0, "excavators": 2}, {},
          round=5), "build b9l II-wild", "takes 3 machines, and USA has 2", "20"),
    # Paying.
    (JILL, "pay 9E 0M", "has 8 excavators and 8 mixers", "20"),
    (JILL, "pay 1E 3M", "by Jill with 3 mixers alone", "20"),
    (JILL, "pay 7E 0M", "takes 6 machines, no more", "20"),
    (JILL, "pay 5E 0M", "takes 6 machines", "20"),
    (JILL, "pass", "with which machines", "11"),
    (SOLOMON, "pay 1E 0M 6C", "6 credits would make up the rest, and Italy has 4", "21"),
    (SOLOMON, "pay 2E 1M", "a base is paid with excavators", "20"),
    # Production.
    (PLAIN, "produce b10l c10A 1", "no dam on b10l", "22"),
    (PLAIN, "produce b9u c9A 3", "holds 2 drops", "22"),
    (PLAIN, "produce b9u c9A 1", "would give 0 energy", "23"),
    (PLAIN, "produce b9u c9B 1", "c9B is not built", "22"),
    (PLAIN, "produce none", "so there is a production", "5"),
    (PLAIN, "bank 1", "a production is under way", "25"),
    (GERMAN, "produce b8l c8B 1", "another powerhouse", "27"),
    (GERMAN, "produce b10u c10A 1", "is USA's", "22"),
    (GERMAN, "produce b9u c9B 1", "USA gets a credit for each drop", "24"),
    (at(dams="b9u usa 2/2, b6u usa 1/1", conduits="c9A usa, c6A usa, c6B usa", powerhouses="p11.1 usa, p9.1 usa",
         steps=["usa produce 0 plain", "usa end_turn"]), "produce b6u c6B 1", "no powerhouse in basin 7", "22"),
    # Contracts.
    (FULFIL, "contract G01", "USA does not hold G01", "26"),
    (FULFIL, "contract R01", "needs 8 energy from one production, and this one gave 4", "26"),
    (FULFIL, "contract N6", "does not lie there", "41"),
    (FULFIL, "contract N1", "needs 13 energy", "26"),
    (FULFIL, "drop A", "may fulfil a contract now", "26"),
    (FRANCE, "contract R01", "needs 5 energy from one production, and this one gave 4 (France needs 3 less)", "31"),
    (played(START, "contract_1a L"), "take G09", "does not lie open", "39"),
    (played(START, "contract_1a L"), "take N1", "nobody's until", "41"),
    (played(START, "contract_1a L"), "discard G01", "being taken", "39"),
    (at({"contracts": ["G03", "G04", "G05", "G06"]}, {}, steps=["usa discard", "usa end_turn"]), "discard Y01",
     "does not hold Y01", "40"),
    (at({"contracts": ["G03", "G04", "G05", "G06"]}, {}, steps=["usa discard", "usa end_turn"]), "pass",
     "down to three", "40"),
    # Rewards.
    (played(START, "water_2 L"), "stop", "one drop at least", "36"),
    (played(START, "water_2 L"), "bank 1", "being placed on headstreams", "36"),
    (played(START, "water_flow_1 L"), "stop", "all placed, 1 more", "36"),
    (played(START, "water_flow_1 L"), "bank 1", "run at once are being placed", "36"),
    (played(at({}, {}, {}, {}), "buy_any L"), "bank 1", "an excavator or a mixer", "42"),
    (placing("base plains"), "place c5A", "the reward is a base", "17"),
    (placing("base plains hills"), "place b2l", "for the plains and hills", "17"),
    (placing("conduit 2"), "place c5A", "value 2 or less", "17"),
    (placing("base plains"), "place b8l", "there is a dam on b8l", "15"),
    (placing("base plains", credits=2), "place b9u", "a red space costs 3 credits, and USA has 2", "17"),
    (placing("base plains"), "bank 1", "where, or nowhere", "17"),
    # The set-up.
    (GAME.start(2), "bank 1", "chance comes first", "61"),
    (at_setup(Step.DRAW_CHOOSER, 3, **FULL), "chooser 4", "does not play", "61"),
    (at_setup(Step.DRAW_CHOOSER, 4, automas=1, level="2", **FULL), "chooser 4", "is an Automa", "61"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "text", "words", "ruling"), CASES, ids=[f"{text}: {words[:16]}" for _, text, words, _ in CASES]
)
def test_reasons_say_which_rule(state: State, text: str, words: str, ruling: str) -> None:
    assert check_refused(state, text, words, ruling).message.startswith(f"{text}: ")


DRAWN = {
    Step.DRAW_HEADSTREAM: ("on another headstream",),
    Step.DRAW_BONUS: ("for another round",),
    Step.DRAW_NATIONAL: ("a national contract is drawn", "lies there already"),
    Step.DRAW_CONTRACT: ("is filled from the", "not in its pile any more"),
    Step.DRAW_NEUTRAL: ("one for the",),
    Step.DRAW_PATENT: ("is a basic tile", "not in its pile any more", "lower levels come first"),
    Step.DRAW_COMPANY: ("is drawn already",),
    Step.DRAW_OFFICER: ("is drawn already",),
    Step.DRAW_STARTING: ("a starting contract is drawn", "is drawn already"),
    Step.DRAW_PAIR: ("not in play",),
    Step.DRAW_CARD: ("is not in the pile",),
}


def test_what_chance_cannot_draw_has_a_reason_too() -> None:
    """Each of these is tried in the set-up and the first turns of a game with Automas."""
    met: dict[Step, set[str]] = {step: set() for step in DRAWN}
    for state in walk(4, {"setup": "full", "automas": 2, "level": "34"}, 2):
        if state.is_over or not state.is_chance or state.record.round_no > 1:
            continue
        step = Step(int(state.record.pending[state.record.depth - 1].step))
        legal = set(state.legal_actions())
        for action in set(range(Base.DRAW_HEADSTREAM, Base.END)) - legal:
            reason = state.why_not(action)
            assert reason.ruling in RULINGS
            met.setdefault(step, set()).add(reason.text)
    for step, words in DRAWN.items():
        for each in words:
            assert any(each in text for text in met[step]), (step, each)


def test_the_introductory_game_leaves_a_bonus_tile_out() -> None:
    reason = at_setup(Step.DRAW_BONUS).why_not(Base.DRAW_BONUS + 5)
    assert "leaves out the bonus for advanced_tiles" in reason.text


def test_mahiri_is_not_drawn_to_be_copied() -> None:
    for seed in range(40):
        for state in walk(2, FULL, seed):
            frame = state.record.pending[state.record.depth - 1]
            if frame.step == Step.DRAW_OFFICER and frame.first == -1:
                assert "drawn already" in state.why_not(state.parse("lend mahiri_sekiso")).text
                return
            if state.record.round_no:
                break
    raise AssertionError("Mahiri was never in play")


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=str)
def test_every_refusal_has_a_reason_and_a_ruling(players: int, options: dict[str, Any]) -> None:
    dice = random.Random(players)
    for state in walk(players, options, 4):
        if state.is_over or dice.random() < 0.7:
            continue
        tried = {dice.randrange(GAME.spec.action_count) for _ in range(40)}
        check_reasons(state, tried | {base.value for base in Base if base != Base.END})


@pytest.mark.parametrize(("players", "options"), SETTINGS[1::2], ids=str)
def test_a_space_has_a_reason_exactly_where_it_is_closed(players: int, options: dict[str, Any]) -> None:
    dice, seen = random.Random(1), 0
    for state in walk(players, options, 6):
        if state.is_over or dice.random() < 0.85:
            continue
        frame, record = state.record.pending[state.record.depth - 1], state.record
        legal, seat = set(state.legal_actions()), state.current_player
        if frame.step == Step.PRODUCE:
            for action in range(Base.PRODUCE, Base.NO_PRODUCTION):
                way = production_of(action)
                assert (action in legal) == (
                    why_produce(record, seat, way, int(frame.first), int(frame.second)) is None
                )
        if frame.step != Step.TURN:
            continue
        seen += 1
        closed = {Base.SPACE + space: why_space(record, seat, space) for space in range(2 * ROWS)}
        closed |= {Base.BANK + number: why_bank(record, seat, number + 1) for number in range(12)}
        closed |= {Base.PATENT + slot: why_patent(record, seat, slot) for slot in range(3)}
        closed |= {Base.OFFICER + officer: why_officer(record, seat, officer) for officer in range(OFFICERS)}
        builds = [(site, variant) for site in range(SITES) for variant in range(VARIANTS)]
        for site, variant in dice.sample(builds, 400):
            closed[Base.BUILD + site * VARIANTS + variant] = why_build(record, seat, site, variant)
        for action, reason in closed.items():
            assert (action in legal) == (reason is None), (state.format(action), reason)
    assert seen > 1
