"""Rulings 39 to 42, and what each contract needs and brings."""

from __future__ import annotations

import pytest
from tests.games.barrage.facts import CONDUITS, CONTRACTS
from tests.games.barrage.laid import (
    BASES,
    COMPANIES,
    GAME,
    POWERHOUSES,
    ask,
    bits,
    bonus,
    can,
    conduits,
    dam,
    dams,
    drawn,
    fulfilled,
    gained,
    give,
    hand,
    legal,
    offer,
    on_wheel,
    over,
    player,
    powerhouses,
    shown,
    table,
    water,
)
from tests.games.positions import played

from stockade.core.state import State
from stockade.games.barrage.layout import Step
from stockade.games.barrage.tables import CONTRACT_LIST, CONTRACT_NAMES

AREAS = {"mountains": range(1, 5), "hills": range(5, 8), "plains": range(8, 11)}
PILES = {"G": range(1, 16), "Y": range(1, 16), "R": range(1, 16)}


# -- each contract ---------------------------------------------------------------------------------------------------


def asked(contract: str, energy: int) -> State:
    """Return a state in which Italy has made some energy. It has empty dams below A and B, and segment n of its
    wheel has n excavators."""
    state = dams(table(companies="italy usa"), "b1l 0/3, b2l 0/1", 0)
    for segment in range(1, 6):
        on_wheel(state, 0, segment, "", segment, 0)
    if contract[0] == "N":
        offer(state, "G01 G02 Y01 Y02 R01 R02", contract)
    else:
        give(offer(state, "G01 G02 Y01 Y02 R01 R02"), 0, contracts=contract)
    return ask(state, 0, Step.CONTRACT, energy)


def answers(word: str, amount: int) -> list[str]:
    """Return the answers to a part of a reward: mixers, drops on A."""
    if word == "machines":
        return ["machine M"] * amount
    return ["drop A"] * amount if word in ("water", "flow") else []


def choices(place: dict) -> list[str]:
    """Return where a structure from a reward may go, on the table of `asked`."""
    match place["structure"]:
        case "conduit":
            return [name for name, (_, _, value) in CONDUITS.items() if value <= place["max_value"]]
        case "base":
            basins = [basin for area in place["areas"] for basin in AREAS[area]]
            return [space for space in BASES if int(space[1:-1]) in basins and int(space[1:-1]) > 2]
        case "elevation":
            return ["b2l+"]
    return list(POWERHOUSES)


def expected(reward: dict) -> dict[str, int]:
    """Return the gains of a reward with those answers."""
    found = {word: reward[word] for word in ("credits", "vp", "energy", "excavators", "mixers") if word in reward}
    found["mixers"] = found.get("mixers", 0) + reward.get("machines", 0)
    returned = sum(range(5, 5 - reward.get("rotate", 0), -1))
    found["excavators"] = found.get("excavators", 0) + returned
    return {word: amount for word, amount in found.items() if amount}


@pytest.mark.parametrize("contract", CONTRACTS)
def test_contract(contract: str) -> None:
    energy, reward = CONTRACTS[contract]
    poor = asked(contract, energy - 1)
    assert legal(poor) == ["contract none"]
    state = asked(contract, energy)
    assert legal(state) == [f"contract {contract}", "contract none"]
    after = played(state, f"contract {contract}")
    for word, amount in reward.items():
        if word == "place":
            assert legal(after) == [*(f"place {space}" for space in choices(amount)), "place none"]
            after = played(after, f"place {choices(amount)[-1]}")
            continue
        for number, text in enumerate(answers(word, amount)):
            assert can(after, "stop") == (word == "water" and number > 0)
            after = played(after, text)
    structure = reward.get("place", {}).get("structure")
    fee = {"credits": -3} if structure == "powerhouse" else {}  # the last space is red
    assert gained(state, after) == expected(reward) | fee
    assert fulfilled(after) == [contract]
    assert hand(after) == []
    assert after.record.waiting[0] == reward.get("water", 0)
    assert water(after)["b1l"] == f"{reward.get('flow', 0)}/3"
    new = [int(number) for number in player(after).built - player(state).built]
    assert new == [structure == kind for kind in ("base", "elevation", "conduit", "powerhouse")]
    assert after.current_player == 1


def test_there_are_55_contracts() -> None:
    assert len(CONTRACTS) == 55
    assert {each["id"]: (each["energy"], each["reward"]) for each in CONTRACT_LIST} == CONTRACTS
    assert tuple(CONTRACTS) == CONTRACT_NAMES


# -- 39: taking them -------------------------------------------------------------------------------------------------


def test_ruling_39_only_open_private_contracts_are_taken() -> None:
    state = offer(table(4), "G03 G04 Y03 Y04 R03 R04", "N1 N2 N3")
    assert legal(played(state, "contract_1a L")) == [
        f"take {name}" for name in ("G03", "G04", "Y03", "Y04", "R03", "R04")
    ]


def test_ruling_39_the_office_is_filled_at_the_end_of_the_turn() -> None:
    state = played(offer(table(), "G03 G04 Y03 Y04 R03 R04"), "contract_2 L", "take R03")
    assert shown(state) == ["G03", "G04", "Y03", "Y04", "-", "R04"]
    assert legal(state) == [f"take {name}" for name in ("G03", "G04", "Y03", "Y04", "R04")]
    state = played(state, "take Y04")
    assert shown(state) == ["G03", "G04", "Y03", "-", "-", "R04"]
    yellow = [f"lay Y{number:02}" for number in PILES["Y"] if number not in (3, 4)]
    assert legal(state) == yellow
    assert {weight for _, weight in state.chance_weights()} == {1}
    state = played(state, "lay Y15")
    red = [f"lay R{number:02}" for number in PILES["R"] if number not in (3, 4)]
    assert legal(state) == red
    state = played(state, "lay R11")
    assert shown(state) == ["G03", "G04", "Y03", "Y15", "R11", "R04"]
    assert state.current_player == 1


def test_ruling_39_the_left_place_of_a_pile_is_filled_first() -> None:
    state = played(
        offer(table(), "G03 G04 Y03 Y04 R03 R04"), "contract_2 L", "take G04", "take G03", "lay G10", "lay G09"
    )
    assert shown(state)[:2] == ["G10", "G09"]


def test_ruling_39_an_empty_pile_is_not_refilled() -> None:
    state = offer(table(), "G03 G04 Y03 Y04 R03 R04")
    state.record.pile &= ~bits(" ".join(f"R{number:02}" for number in PILES["R"]), CONTRACT_NAMES)
    state = played(state, "contract_1a L", "take R03")
    assert shown(state) == ["G03", "G04", "Y03", "Y04", "-", "R04"]
    assert state.current_player == 1


def test_ruling_39_an_empty_pile_is_rebuilt_from_what_automas_discarded() -> None:
    state = offer(table(), "G03 G04 Y03 Y04 R03 R04")
    red = bits(" ".join(f"R{number:02}" for number in PILES["R"]), CONTRACT_NAMES)
    state.record.pile &= ~red
    state.record.discarded = bits("R07 R12 Y01", CONTRACT_NAMES)
    state = played(state, "contract_1a L", "take R03")
    assert legal(state) == ["lay R07", "lay R12"]
    state = played(state, "lay R12")
    assert state.record.pile & red == bits("R07", CONTRACT_NAMES)
    assert state.record.discarded == bits("Y01", CONTRACT_NAMES)


def test_ruling_39_the_last_of_a_pile_comes_first() -> None:
    """What Automas have discarded comes only when the pile itself is empty."""
    state = offer(table(), "G03 G04 Y03 Y04 R03 R04")
    red = bits(" ".join(f"R{number:02}" for number in PILES["R"]), CONTRACT_NAMES)
    state.record.pile = state.record.pile & ~red | bits("R01", CONTRACT_NAMES)
    state.record.discarded = bits("R07 R12", CONTRACT_NAMES)
    state = played(state, "contract_2 L", "take R03", "take R04")
    assert legal(state) == ["lay R01"]
    assert legal(played(state, "lay R01")) == ["lay R07", "lay R12"]


def test_ruling_39_fewer_open_than_the_action_takes() -> None:
    state = offer(table(), "- - - Y04 - -")
    state.record.pile = 0
    after = played(state, "contract_2 L")  # the only one is taken at once
    assert hand(after) == ["Y04"]
    assert legal(after, "contract") == []
    state = offer(table(), "- - - Y04 R01 -")
    state.record.pile = 0
    assert hand(played(state, "contract_2 L", "take R01")) == ["Y04", "R01"]


# -- 40 and 41: the hand, nationals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dropped", ["S2", "G05", "R05", "G01"])
def test_ruling_40_more_than_three_are_discarded_at_once(dropped: str) -> None:
    state = give(table(), 0, contracts="S2 G05 R05")
    state = played(state, "contract_1a L", "take G01")
    assert legal(state) == [f"discard {name}" for name in ("S2", "G01", "G05", "R05")]
    state = played(state, f"discard {dropped}")
    assert sorted(hand(state)) == sorted({"S2", "G05", "R05", "G01"} - {dropped})
    number = CONTRACT_NAMES.index(dropped)
    assert not state.record.pile >> number & 1  # it leaves the game
    assert not state.record.discarded >> number & 1


def test_ruling_40_three_red_ones_are_a_full_hand() -> None:
    state = give(table(), 0, contracts="R05 R06 R07")
    assert legal(played(state, "contract_1a L", "take R01"), "discard") == [
        f"discard {name}" for name in ("R01", "R05", "R06", "R07")
    ]


def test_ruling_40_fulfilled_ones_do_not_count() -> None:
    state = give(table(), 0, contracts="S2 G05", fulfilled="G06 Y05 R05")
    assert drawn(played(state, "contract_1a L", "take G01")).current_player == 1


def test_ruling_41_nationals_are_first_come_first_served() -> None:
    state = offer(table(3), "G01 G02 Y01 Y02 R01 R02", "N5 N6")
    after = played(ask(state, 0, Step.CONTRACT, 15), "contract N5")
    assert gained(state, after) == {"vp": 12}
    assert list(after.record.national) == [-1, CONTRACT_NAMES.index("N6"), -1]
    assert hand(after) == []
    assert fulfilled(after) == ["N5"]
    assert legal(ask(after, 1, Step.CONTRACT, 15)) == ["contract N6", "contract none"]
    assert list(drawn(over(after)).record.national) == list(after.record.national)  # not replaced


def test_ruling_41_a_national_counts_for_the_bonus_tile() -> None:
    state = bonus(table(), "contracts")
    give(state, 0, energy=6, fulfilled="N5 N6 R11")
    assert gained(state, over(state))["vp"] == 6 + 3 * 2


@pytest.mark.parametrize(("players", "count"), [(2, 1), (3, 2), (4, 3)])
def test_ruling_41_one_national_less_than_players(players: int, count: int) -> None:
    state = GAME.start(players)
    while state.is_chance:
        state.apply(state.legal_actions()[-1])
    nationals = [number for number in state.record.national if number >= 0]
    assert [CONTRACT_NAMES[number] for number in nationals] == ["N6", "N5", "N4"][:count]
    assert shown(state) == ["G15", "G14", "Y15", "Y14", "R15", "R14"]


# -- 42: inside a reward ---------------------------------------------------------------------------------------------


def test_ruling_42_plain_gains_come_first_then_the_rest_as_listed() -> None:
    state = played(asked("R09", 9), "contract R09")  # a powerhouse, then 3 energy
    assert player(state).energy == 3
    assert legal(state, "place")
    state = played(asked("R10", 9), "contract R10")  # an elevation, then water that it can hold
    assert legal(state) == ["place b2l+", "place none"]
    state = played(state, "place b2l+", "drop B", "drop B")
    assert water(state) == {"b1l": "0/3", "b2l": "2/2"}
    state = played(asked("Y15", 7), "contract Y15")  # credits, drops, a machine
    assert player(state).credits == 24
    state = played(state, "drop A", "stop")
    assert legal(state) == ["machine E", "machine M"]
    state = played(asked("Y04", 5), "contract Y04")  # the water flows before the wheel turns
    assert player(state).excavators == 20
    assert player(played(state, "drop C")).excavators == 29
    state = played(asked("Y07", 6), "contract Y07")  # and the other way round
    assert player(state).excavators == 32


def test_ruling_42_what_the_piece_uncovers_comes_after_its_fee() -> None:
    state = dam(table(companies="italy usa"), "b1l", 0)
    give(state, 0, contracts="R02", credits=0)
    state = played(ask(state, 0, Step.CONTRACT, 8), "contract R02")
    assert not can(state, "place b3u")
    assert gained(state, played(state, "place b3l")) == {"credits": 3}


@pytest.mark.parametrize("company", COMPANIES.split())
def test_any_company_may_fulfil_a_starting_contract(company: str) -> None:
    others = " ".join(name for name in COMPANIES.split() if name != company)
    state = dam(table(companies=f"{company} {others}"), "b7l", 0, 1, 1)
    powerhouses(conduits(state, "c7B", 0), "p12.1", 0)
    after = played(give(state, 0, contracts="S3"), "turbine_0 L", "contract S3")
    assert gained(state, after) == {"energy": 3, "credits": 3, "engineers": -2}
