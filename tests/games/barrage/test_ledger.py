"""The ledger of Barrage, previews that stop at the end of a turn, and the numbers that are told afterwards."""

from __future__ import annotations

import random

import pytest
from tests.games.barrage.valley import AUTOMA, GAME, PERSON, conduit, dam, give, lay, powerhouse, tiles, valley, works

from stockade.core.ledger import TABLE, Account, amount
from stockade.core.state import State
from stockade.games.barrage.layout import NOTHING, ROUNDS, Company, Officer, Step, Tile
from stockade.games.barrage.rules.rounds import next_turn
from stockade.games.barrage.tables import CONTRACT_NAMES
from stockade.games.barrage.text.words import ENERGY


def told(state: State, text: str) -> list[str]:
    after = state.clone()
    action = after.parse(text)
    after.apply(action)
    return [event.text for event in state.tell(action, after)]


def persons(company: Company = Company.ITALY, players: int = 2) -> State:
    """Return a game without Automas in which the first seat has a turn and nothing stands in the valley."""
    state = valley(company=Company((company + 1) % 4), players=players)
    record = state.record
    record.automas = 0
    for seat in range(players):
        player = record.player[seat]
        player.level, player.credits = 0, 9
        player.company = (company + seat) % 4
        player.contracts = 0
    return begin(state)


def begin(state: State) -> State:
    """Give the first seat its turn."""
    record = state.record
    record.order[: state.players] = range(state.players)
    record.depth, record.place = 0, NOTHING
    next_turn(record)
    record.current_player = PERSON
    return state


def test_the_ledger_counts_what_a_seat_has_off_its_wheel() -> None:
    state = persons()
    player = state.record.player[PERSON]
    player.contracts, player.fulfilled, player.energy, player.vp = 0b101, 0b10, 7, -4
    player.wheel_excavators[2], player.wheel_tile[2] = 3, Tile.I_BASE
    tiles(state, "base", "II-wild", seat=PERSON)
    dam(state, "b9l", PERSON, level=2, drops=2)
    state.record.waiting[1], state.record.falling[1] = 2, 1
    counts = {account: count for account, count in state.ledger().items() if count}
    own = {amount(account, 1): count for account, count in counts.items() if account.owner == PERSON}
    assert own == {
        "1 engineer": 12, "1 credit": 9, "1 excavator": 6, "1 mixer": 4, "1 technology tile": 2, "1 base": 1,
        "1 elevation": 1, "1 energy": 7, "1 contract": 2, "1 fulfilled contract": 1, "1 point": -4,
    }  # fmt: skip
    table = {amount(account, 1): count for account, count in counts.items() if account.owner == TABLE}
    assert table == {"1 drop in dam b9l": 2, "1 drop on headstream B": 3}
    assert {account.owner for account in counts} == {TABLE, 0, 1}
    assert state.ledger()[Account(1, ENERGY)] == 0


# -- previews ------------------------------------------------------------------------------------------------


def test_a_preview_stops_before_the_next_turn_and_the_end_of_the_round() -> None:
    state = persons()
    for player in state.record.player[:2]:
        player.engineers = 1
    state.record.waiting[:] = 1
    then = state.effect(state.parse("bank 1"))
    assert then.record.player[PERSON].engineers == 0
    assert then.record.depth == 0
    assert then.record.place == state.record.place
    state.apply("bank 1")
    then = state.effect(state.parse("bank 1"))
    assert then.record.round_no == state.record.round_no
    assert then.record.waiting.all()


def test_a_preview_of_an_income_stops_before_the_income_of_others() -> None:
    state = persons(Company.FRANCE)
    record = state.record
    for seat in (0, 1):
        record.player[seat].built[0] = 2  # France gains a machine, the USA turn their wheel
    record.player[1].wheel_mixers[5] = 4
    record.depth = 2
    for depth, (step, player, first) in enumerate(((Step.INCOME, 1, 0), (Step.MACHINE, 0, 1))):
        frame = record.pending[depth]
        frame.step, frame.player, frame.first, frame.second = step, player, first, 0
    choice = next(choice for choice in state.scene(PERSON).choices if choice.text == "machine M")
    assert choice.gain == "+1 mixer"
    assert told(state, "machine M")[:2] == ["France +1 mixer", "The wheel of USA turns by 1: +4 mixers"]


@pytest.mark.parametrize("seed", range(3))
def test_a_preview_is_a_part_of_what_happens(seed: int) -> None:
    """What is left of the stack after a preview belongs to others, and running it leads to the same state."""
    dice = random.Random(seed)
    state = GAME.start(3, {"setup": "full", "automas": seed, "level": "3"})
    while not state.is_over:
        action = dice.choice(state.legal_actions())
        if state.current_player >= 0 and not dice.randrange(4):
            seat, then = state.current_player, state.effect(action).record
            frame = then.pending[max(int(then.depth) - 1, 0)]
            assert then.depth == 0 or frame.player != seat or frame.step < Step.SETUP
        state.apply(action)


# -- what is told --------------------------------------------------------------------------------------------


def producing(drops: int = 1, owner: int = PERSON) -> State:
    """Return a state in which the first seat, Italy, has a way to produce, through a conduit of value 2. Water that
    it uses enters basin 11 by river, where nothing stands."""
    state = persons()
    dam(state, "b8l", PERSON, level=3, drops=drops)
    conduit(state, "c8B", owner=owner)
    powerhouse(state, "p9.1", owner=PERSON)
    return state


def test_a_forced_production_is_told() -> None:
    state = producing()
    assert told(state, "turbine_p2 L") == [
        "Italy −2 engineers",
        "Italy sends 1 drop from b8l through c8B: 4 energy (−1 drop in dam b8l)",
        "1 drop leaves the valley",
    ]
    choice = next(choice for choice in state.scene(PERSON).choices if choice.text == "turbine_p2 L")
    assert choice.gain == "−2 engineers, +4 energy; −1 drop in dam b8l"


def test_where_water_ends_is_told() -> None:
    state = producing(drops=2)
    dam(state, "b9l", owner=1)
    state.apply("turbine_p2 L")
    lines = told(state, "produce b8l c8B 2")
    assert lines == ["Italy +6 energy; −2 drops in dam b8l, +1 drop in dam b9l", "1 drop leaves the valley"]


def test_the_owner_of_a_conduit_is_paid() -> None:
    state = producing(drops=2, owner=1)
    state.apply("turbine_p2 L")
    assert told(state, "produce b8l c8B 2") == [
        "Italy +6 energy; −2 drops in dam b8l",
        "Paid for the conduit: Italy −2 credits; France +2 credits, +2 points",
        "2 drops leave the valley",
    ]
    choice = next(choice for choice in state.scene(PERSON).choices if choice.text == "produce b8l c8B 2")
    assert choice.gain == "−2 credits, +6 energy; France +2 credits, +2 points; −2 drops in dam b8l"


def test_passing_water_is_told_apart_from_the_production() -> None:
    state = producing()
    state.record.player[1].company = Company.USA
    powerhouse(state, "p11.1", "p7.1", "p5.1", owner=1)
    assert told(state, "turbine_p2 L")[1:3] == [
        "Italy sends 1 drop from b8l through c8B: 4 energy (−1 drop in dam b8l)",
        "USA earns 1 energy from water that passes",
    ]
    state = producing(drops=2)
    state.record.player[PERSON].company, state.record.player[1].company = Company.USA, Company.ITALY
    powerhouse(state, "p11.1", "p7.1", owner=PERSON)
    state.apply("turbine_p2 L")
    lines = told(state, "produce b8l c8B 2")
    assert lines[:2] == ["USA +7 energy; −2 drops in dam b8l", "USA earns 2 energy from water that passes"]


def test_powers_and_rewards_are_told() -> None:
    state = producing()
    powerhouse(state, "p12.1", "p7.1", owner=PERSON)
    state.record.player[PERSON].contracts = 1 << CONTRACT_NAMES.index("S3")
    state.apply("turbine_p2 L")
    assert told(state, "contract S3")[0] == "Italy +3 credits, −1 contract, +1 fulfilled contract"
    assert told(state, "contract none")[0] == "Power of Italy: +3 energy"


def test_a_build_tells_its_cost_the_wheel_and_what_it_uncovers() -> None:
    state = persons()
    player = state.record.player[PERSON]
    dam(state, "b8l", PERSON)
    player.wheel_excavators[5], player.wheel_mixers[5], player.wheel_tile[5] = 2, 1, Tile.I_BASE
    assert told(state, "build b9u base")[:3] == [
        "Italy −1 engineer, −3 credits, −3 excavators, −1 technology tile, +1 base",
        "The wheel of Italy turns: +2 excavators, +1 mixer, +1 technology tile",
        "Uncovered by Italy: +3 credits",
    ]


@pytest.mark.parametrize(
    ("tile", "action", "line"),
    [
        ("I-base", "b9l", "Tile I-base of Italy: +1 drop in dam b8l, +1 drop in dam b9l"),
        ("II-base", "b9l", "Tile II-base of Italy: +2 energy"),
        ("I-conduit", "c9A", "Tile I-conduit of Italy: +2 credits"),
        ("III-wild", "c9A", "Tile III-wild of Italy: +3 points"),
        ("I-elevation", "b8l+", "The wheel of Italy turns by 1"),
    ],
)
def test_effects_of_tiles_are_told(tile: str, action: str, line: str) -> None:
    state = persons()
    dam(state, "b8l", PERSON)
    tiles(state, tile, seat=PERSON)
    assert line in told(state, f"build {action} {tile}")


def test_the_last_pick_of_the_draft_is_told() -> None:
    state = GAME.start(2, {"setup": "full"})
    dice = random.Random(3)
    while state.record.pending[state.record.depth - 1].step != Step.PICK:
        state.apply(dice.choice(state.legal_actions()))
    action = state.legal_actions()[0]
    after = state.clone()
    after.apply(action)
    other = after.seat_name(1 - state.current_player)
    lines = [event.text for event in state.tell(action, after)]
    assert any(f"picks {other} with" in line and "+1 contract" in line for line in lines)


def test_an_automa_tells_what_it_pays_and_gains() -> None:
    state = valley(criteria=3)
    works(state)
    lay(state, "G01", "-")
    state.record.player[AUTOMA].energy = 8
    lines = told(state, "card 15")
    assert lines[2].endswith("done by Germany, on p12.1 with the tile powerhouse and 2 engineers")
    assert lines[-2:] == ["Germany pays 3 mixers (−1 technology tile)", "Germany places the powerhouse on p12.1"]


def test_the_end_of_the_game_is_told_part_by_part() -> None:
    state = valley(company=Company.GERMANY)
    record = state.record
    record.round_no, record.objective, record.bonus[ROUNDS - 1] = ROUNDS, 4, 1
    dam(state, "b8l", AUTOMA, level=2, drops=2)
    for player in record.player[:2]:
        player.engineers = 0
        player.has_passed = True
    record.player[PERSON].engineers, record.player[PERSON].has_passed = 1, False
    record.player[PERSON].credits = 3
    give(state, 2, 0, PERSON)
    give(state, 4, 0, AUTOMA)
    record.player[AUTOMA].energy = 30
    begin(state)
    lines = told(state, "bank 1")
    assert lines[:2] == ["Italy −1 engineer, +1 credit", "Italy has no engineers left and is done for this round"]
    assert lines[2:] == [
        "Round 5 is over",
        "Most energy: Germany +6 points",
        "Energy track: Italy +3 credits; Germany +8 points",
        "No energy: Italy −3 points",
        "Bonus tile: Germany +4 points",
        "Objective: Italy +10 points; Germany +20 points",
        "Left over: Italy +1 point",
        "Water in dams: Germany +2 points",
    ]


def test_nothing_is_told_twice() -> None:
    """The first line of a payment that is asked tells only what the payment costs."""
    state = persons()
    state.record.player[PERSON].officer = Officer.JILL
    give(state, 6, 4, PERSON)
    assert told(state, "build c10A conduit") == ["Italy −1 engineer"]
    state.apply("build c10A conduit")
    lines = told(state, "pay 0E 2M")
    assert lines == ["Italy −2 mixers, −1 technology tile, +1 conduit"]
