"""The Automas: rulings 61 to 66, and every line that a tile may have. `test_automa_levels.py` covers their levels."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.barrage.valley import (
    AUTOMA,
    GAME,
    PERSON,
    change,
    conduit,
    dam,
    give,
    lay,
    mine,
    new,
    powerhouse,
    tiles,
    turn,
    valley,
    works,
)

import stockade
from stockade.core.layout import CHANCE
from stockade.core.state import State
from stockade.games.barrage.layout import NEUTRAL, NOTHING, ROUNDS, SEATS, Company, Officer, Step
from stockade.games.barrage.rules.rewards import push_income
from stockade.games.barrage.rules.scoring import bonus_vp, left_over_vp, objective_counts, objective_vp, score_round
from stockade.games.barrage.tables import BONUS_NAMES, CONTRACT_NAMES, OFFICER_NAMES, ROW_LIST, TILE_NAMES

FULL = {"setup": "full"}


def started(players: int, automas: int, level: str, take: int = 0) -> tuple[State, list[tuple[int, str]]]:
    """Return a game at its first turn, and everything that happened before. Chance always gives the first thing, or
    another with `take`."""
    state = GAME.start(players, FULL | {"automas": automas, "level": level})
    done = []
    while state.record.round_no < 1:
        legal = state.legal_actions()
        action = legal[min(take, len(legal) - 1)]
        done.append((state.current_player, state.format(action)))
        state.apply(action)
    return state, done


def spaces_of(state: State, seat: int = AUTOMA) -> list[str]:
    """Return the action spaces where a seat has engineers."""
    names = [f"{row['id']} {side}" for row in ROW_LIST for side in "LR"]
    return [name for name, owner in zip(names, state.record.space, strict=True) if owner == seat]


# -- ruling 61: setting up -------------------------------------------------------------------------------------


def test_ruling_61_people_and_automas_together_decide_rows_nationals_and_pairs() -> None:
    for people, automas in ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)):
        players = people + automas
        state, done = started(players, automas, "2")
        alone = GAME.start(players, FULL)
        closed = [space == SEATS for space in alone.record.space]
        assert [space == SEATS for space in state.record.space] == closed
        assert sum(national != NOTHING for national in state.record.national) == players - 1
        assert sum(text.startswith("company") for _, text in done) == players + automas
        assert sum(text.startswith("lend") for _, text in done) == players


def test_ruling_61_automas_are_fewer_than_the_players_and_need_the_full_game() -> None:
    for players, options in ((2, FULL | {"automas": 2}), (3, FULL | {"automas": 3}), (3, {"automas": 1})):
        with pytest.raises(stockade.BadOption):
            GAME.start(players, options)


def test_ruling_61_people_pick_first_and_automas_get_what_is_left_by_chance() -> None:
    _, done = started(4, 2, "4")
    picks = [number for number, (_, text) in enumerate(done) if text.startswith("pick")]
    assert [done[number][0] for number in picks] == [0, 1]
    rest = [(seat, text) for seat, text in done[picks[-1] + 1 :] if text.startswith("company")]
    assert [seat for seat, _ in rest] == [CHANCE, CHANCE]


def test_ruling_61_an_officer_serves_at_level_4_only() -> None:
    for level in "123":
        state, _ = started(3, 2, level)
        assert [int(player.officer) for player in state.record.player[1:3]] == [NOTHING, NOTHING]
    state, _ = started(3, 2, "4")
    assert all(player.officer not in (NOTHING, Officer.MAHIRI) for player in state.record.player[1:3])
    state, _ = started(4, 3, "142")
    assert [player.officer != NOTHING for player in state.record.player[1:4]] == [False, True, False]


def test_ruling_61_each_automa_may_have_a_level_of_its_own() -> None:
    assert [int(player.level) for player in started(4, 3, "142")[0].record.player] == [0, 1, 4, 2]
    assert [int(player.level) for player in started(4, 2, "3")[0].record.player] == [0, 0, 3, 3]
    with pytest.raises(stockade.BadOption):
        GAME.start(4, FULL | {"automas": 3, "level": "12"})


def test_ruling_61_spare_starting_contracts_go_to_the_box() -> None:
    record = started(3, 2, "2")[0].record
    assert record.starting == 0
    assert [int(player.contracts) for player in record.player[1:3]] == [0, 0]
    assert record.player[0].contracts != 0


def test_ruling_61_automas_come_first_then_people_in_reverse_order_of_choosing() -> None:
    assert started(4, 2, "2")[0].record.order.tolist() == [2, 3, 1, 0]
    assert started(4, 1, "2", take=1)[0].record.order.tolist() == [3, 0, 2, 1]  # the second seat picked first


def test_ruling_61_what_an_automa_starts_with() -> None:
    player = started(2, 1, "2")[0].record.player[1]
    assert (player.vp, player.credits, player.excavators, player.mixers, player.engineers) == (16, 0, 6, 4, 12)


# -- ruling 62: the tiles --------------------------------------------------------------------------------------


def test_ruling_62_one_deck_serves_all_and_the_last_discard_has_the_criteria() -> None:
    state, _ = started(3, 2, "2")
    record = state.record
    first = int(record.card)
    assert record.last_card == NOTHING
    assert (state.current_player, record.pending[record.depth - 1].step) == (CHANCE, Step.DRAW_CARD)
    assert first + 1 not in [int(state.format(action).split()[1]) for action in state.legal_actions()]
    state.apply("card 15")
    assert (record.last_card, record.card) == (first, 14)
    while record.pending[record.depth - 1].step != Step.DRAW_CARD:  # the second Automa draws from the same pile
        state.apply(state.legal_actions()[0])
    assert len(state.legal_actions()) == 18
    state.apply("card 20")
    assert (record.last_card, record.card) == (14, 19)


def test_ruling_62_when_the_pile_runs_out_all_tiles_make_a_new_one() -> None:
    state = valley(criteria=8)
    state.record.cards = 0
    assert len(state.legal_actions()) == 20
    state.apply("card 8")  # shuffled in with the others, it may be the first to be discarded
    assert (state.record.last_card, state.record.card) == (7, NOTHING)
    assert len(state.legal_actions()) == 19
    state.apply("card 20")
    assert (state.record.last_card, state.record.card) == (7, 19)
    assert bin(int(state.record.cards)).count("1") == 18


def test_ruling_62_without_engineers_it_passes_for_the_round() -> None:
    state = valley()
    state.record.player[AUTOMA].engineers = 1
    record = turn(state, 20)
    assert (record.player[AUTOMA].engineers, record.player[AUTOMA].has_passed) == (0, 0)
    after = State(GAME, np.frombuffer(record.tobytes(), np.uint8).copy())
    after.apply("bank 1")
    assert after.record.player[AUTOMA].has_passed == 1
    assert after.current_player == PERSON


def test_ruling_62_criteria_hold_for_choices_outside_its_turns() -> None:
    """The example is Germany's fourth conduit, which lets two drops flow in each income phase."""
    for last, stream in ((9, 0), (10, 1)):  # A B C, B C D
        state = valley()
        record = state.record
        record.last_card = last - 1
        dam(state, "b8l", level=3)
        dam(state, "b9l", level=3)
        record.player[AUTOMA].built[2] = 4
        record.depth = 0
        push_income(record, AUTOMA)
        state.record.pending[state.record.depth].step = Step.TURN  # a person comes after it
        record.round_no = 1
        state = settled(state)
        assert [int(drops) for drops in state.record.dam_drops[[15, 17]]] == ([2, 0], [0, 2])[stream]


def settled(state: State) -> State:
    """Run what is pending, until a person's turn."""
    from stockade.games.barrage.rules.dispatch import EVERYBODY, NO_ANSWER, settle

    after = state.clone()
    settle(after.record, NO_ANSWER, EVERYBODY)
    return after


# -- ruling 63: victory points for credits ---------------------------------------------------------------------


def test_ruling_63_a_red_space_costs_points_without_limit() -> None:
    state = valley(criteria=9)  # red spaces first, from basin 1
    state.record.player[AUTOMA].vp = 1
    record = turn(state, 17)
    assert new(state, record) == {"b1u"}
    assert record.player[AUTOMA].vp == -2
    assert record.player[AUTOMA].credits == 0


def test_ruling_63_somebody_elses_conduit_is_paid_with_points() -> None:
    state = valley()
    lay(state, "G03", "-")
    dam(state, "b9l", level=3, drops=3)
    conduit(state, "c9A", owner=PERSON)
    powerhouse(state, "p11.1")
    record = turn(state, 9)
    assert change(state, record, "vp") == -3 + 5  # the contract's five credits are also points
    assert change(state, record, "vp", PERSON) == 3
    assert change(state, record, "credits", PERSON) == 3


def test_ruling_63_an_automa_that_owns_the_conduit_gets_two_points_a_drop() -> None:
    state = valley(players=3, automas=2)
    lay(state, "G01", "-")
    dam(state, "b9l", level=3, drops=3)
    conduit(state, "c9A", owner=2)
    powerhouse(state, "p11.1")
    assert state.record.player[2].level > 0
    record = turn(state, 9)
    assert change(state, record, "vp", 2) == 6
    assert change(state, record, "vp") == -3 + 1


def test_ruling_63_track_and_income_give_points() -> None:
    state = valley(company=Company.ITALY)
    state.record.player[AUTOMA].built[0] = 2  # three credits
    push_income(state.record, AUTOMA)
    assert state.record.player[AUTOMA].vp == 16 + 3
    assert state.record.player[AUTOMA].credits == 0
    state.record.player[AUTOMA].vp = 16
    state.record.player[PERSON].energy = 3
    score_round(state.record)
    assert state.record.player[AUTOMA].vp == 16 + 3 - 3  # no energy: three credits, and three points lost


# -- ruling 64: rewards and incomes ----------------------------------------------------------------------------


def test_ruling_64_machines_go_one_by_one_to_the_kind_it_has_fewer_of() -> None:
    for excavators, mixers, expected in ((3, 3, (4, 4)), (2, 5, (4, 5)), (6, 5, (7, 6)), (6, 4, (6, 6))):
        state = valley()
        works(state)
        lay(state, "G02", "-")
        give(state, excavators, mixers)
        record = turn(state, 9)
        assert (record.player[AUTOMA].excavators, record.player[AUTOMA].mixers) == expected


def test_ruling_64_machines_on_the_wheel_do_not_count() -> None:
    state = valley()
    works(state)
    lay(state, "G02", "-")
    give(state, 3, 3)
    state.record.player[AUTOMA].wheel_excavators[2] = 4
    record = turn(state, 9)
    assert (record.player[AUTOMA].excavators, record.player[AUTOMA].mixers) == (4, 4)


def test_ruling_64_drops_of_a_reward_go_where_they_help_and_nowhere_else() -> None:
    state = valley(criteria=2)  # B C D, then A
    works(state)  # the dam in basin 9 is empty after the production
    lay(state, "G05", "-")
    dam(state, "b8l", level=1)
    record = turn(state, 9)
    assert record.waiting.tolist() == [0, 2, 0, 0]
    state.record.dam_level[17] = 1
    state.record.dam_drops[17] = 2
    record = turn(state, 9)
    assert record.waiting.tolist() == [1, 1, 0, 0]
    state.record.dam_drops[15] = 1
    assert turn(state, 9).waiting.tolist() == [0, 1, 0, 0]  # the second drop would be lost


def test_ruling_64_drops_that_run_at_once_are_counted_together() -> None:
    state = valley(criteria=1)  # A B C
    works(state, 4)
    state.record.dam_level[17] = 1
    lay(state, "G15", "-")  # two drops
    dam(state, "b8l", level=1)
    record = turn(state, 9)
    assert record.dam_drops[[15, 17]].tolist() == [1, 1]  # the second drop finds basin 8 full
    assert record.falling.tolist() == [0, 0, 0, 0]


def test_ruling_64_a_structure_is_placed_by_the_criteria() -> None:
    state = valley(criteria=1)  # the strongest conduit
    works(state, 4)
    lay(state, "G11", "-")  # a conduit of value 2 at most
    dam(state, "b10l", drops=0)  # would complete a system with basin 11
    assert new(state, turn(state, 9)) == {"c10A"}
    state.record.conduit[18] = PERSON
    assert new(state, turn(state, 9)) == {"c6B"}  # the first of value 2
    record = turn(state, 9)
    assert change(state, record, "excavators") == 0


def test_ruling_64_a_structure_that_can_go_nowhere_is_skipped() -> None:
    state = valley()
    works(state, 4)
    lay(state, "G11", "-")
    state.record.player[AUTOMA].built[2] = 5
    record = turn(state, 9)
    assert new(state, record) == set()
    assert record.player[AUTOMA].fulfilled == 1 << CONTRACT_NAMES.index("G11")


def test_ruling_64_turns_of_the_wheel_are_always_made() -> None:
    state = valley()
    works(state)
    lay(state, "G01", "-")
    state.record.player[AUTOMA].wheel_mixers[4] = 3
    assert turn(state, 9).player[AUTOMA].mixers == 4 + 3


def test_ruling_64_it_takes_the_highest_contract_it_reaches_nationals_too() -> None:
    state = valley()
    dam(state, "b1l", level=3, drops=3)
    conduit(state, "c1A")
    powerhouse(state, "p8.1")
    lay(state, "G01", "-", "Y01", "-", "R12", "R15")
    state.record.national[0] = CONTRACT_NAMES.index("N5")
    record = turn(state, 9)  # 15 energy
    assert record.player[AUTOMA].fulfilled == 1 << CONTRACT_NAMES.index("N5")
    assert record.national[0] == NOTHING
    state.record.dam_drops[1] = 2  # 10 energy: of two equal contracts the right-hand one
    record = turn(state, 9)
    assert record.player[AUTOMA].fulfilled == 1 << CONTRACT_NAMES.index("R15")
    assert record.player[AUTOMA].contracts == 0
    assert record.open[5] == NOTHING


def test_ruling_64_its_fulfilled_contracts_count_for_the_bonus_tile() -> None:
    state = valley()
    player = state.record.player[AUTOMA]
    state.record.bonus[0] = BONUS_NAMES.index("contracts")
    player.energy = 6
    before = bonus_vp(state.record, AUTOMA)
    player.fulfilled = 0b11 << 6
    assert before == 0
    assert bonus_vp(state.record, AUTOMA) > 0


# -- ruling 65: the end ----------------------------------------------------------------------------------------


def test_ruling_65_machines_and_drops_as_usual() -> None:
    state = valley()
    give(state, 7, 4)
    state.record.player[AUTOMA].wheel_mixers[3] = 9
    assert left_over_vp(state.record, AUTOMA) == 2


def test_ruling_65_each_tied_seat_shares_by_its_own_scale() -> None:
    state = valley(players=4, automas=2)
    record = state.record
    record.objective = 0  # pieces on red spaces
    for seat, space in ((0, "b1u"), (1, "b2u"), (2, "b3u"), (3, "b4u")):
        dam(state, space, owner=seat)
    assert [objective_vp(record, seat, objective_counts(record)) for seat in range(4)] == [
        8,
        8,
        12,
        12,
    ]  # 30 and 45 shared by four
    dam(state, "b5u", owner=3)
    assert [objective_vp(record, seat, objective_counts(record)) for seat in range(4)] == [
        5,
        5,
        9,
        20,
    ]  # 15 and 25 shared by three


# -- ruling 66: building and water -----------------------------------------------------------------------------


def test_ruling_66_candidates_are_spaces_that_the_line_allows_and_it_can_pay() -> None:
    state = valley(criteria=4)  # from basin 4
    assert new(state, turn(state, 2)) == {"b5l"}  # hills only
    give(state, 3, 0)
    assert new(state, turn(state, 2)) == set()
    assert new(state, turn(state, 17)) == {"b8l"}  # plains it can pay
    give(state, 10, 0)
    lay(state)
    assert new(state, turn(state, 12)) == {"c2B"}  # a conduit of value 4 or more; the first of the strongest
    give(state, 7, 0)
    assert new(state, turn(state, 12)) == set()
    assert new(state, turn(state, 11)) == {"c3B"}  # it can pay value 3


def test_ruling_66_it_needs_a_piece_and_a_tile() -> None:
    state = valley()
    tiles(state, "elevation", "conduit")
    assert new(state, turn(state, 20)) == set()
    tiles(state, "powerhouse")
    state.record.player[AUTOMA].built[3] = 4
    give(state, 9, 9)
    assert new(state, turn(state, 20)) == set()
    state.record.player[AUTOMA].built[3] = 3
    assert len(new(state, turn(state, 20))) == 1


def test_ruling_66_a_drop_goes_to_the_first_listed_headstream_that_helps() -> None:
    for criteria, streams in ((1, "ABC"), (2, "BCD"), (3, "CDA"), (4, "DAB")):
        state = valley(criteria=criteria)
        for space in ("b1l", "b2l", "b3l", "b4l"):
            dam(state, space)
        give(state, 0, 0)
        placed = turn(state, 17).waiting.tolist()
        assert placed == [int(stream in streams[:2]) for stream in "ABCD"]  # the first is full, then the second


def test_ruling_66_the_unlisted_headstream_comes_last() -> None:
    state = valley(criteria=1)  # A B C
    dam(state, "b4l", level=1)
    give(state, 0, 0)
    assert turn(state, 17).waiting.tolist() == [0, 0, 0, 1]


def test_ruling_66_where_one_drop_does_not_help_two_are_tried() -> None:
    state = valley(criteria=1)
    dam(state, "b2l", owner=PERSON)
    dam(state, "b5l")
    give(state, 0, 0)
    assert turn(state, 17).waiting.tolist() == [0, 2, 0, 0]
    assert turn(state, 14).waiting.tolist() == [0, 0, 0, 0]  # this tile has only one drop
    state.record.dam_level[3] = 2
    assert turn(state, 17).waiting.tolist() == [0, 0, 0, 0]


def test_ruling_66_what_waits_already_is_counted() -> None:
    state = valley(criteria=1)
    dam(state, "b8l", level=2)
    state.record.waiting[:] = (1, 0, 0, 0)
    give(state, 0, 0)
    assert turn(state, 17).waiting.tolist() == [2, 0, 0, 0]


def test_ruling_66_equal_productions_neutral_dam_first_then_the_criteria_of_conduits() -> None:
    state = valley(criteria=1)  # from 1A
    lay(state, "G01", "-")
    powerhouse(state, "p11.1", "p12.1")
    for space, way in (("b9l", "c9A"), ("b10l", "c10B")):
        dam(state, space, level=2, drops=2)
        conduit(state, way)
    assert turn(state, 9).dam_drops[[17, 19]].tolist() == [0, 2]
    later = valley(criteria=20)  # the same, from 10B
    later.record.player[:] = state.record.player
    for field in ("open", "powerhouse", "conduit", "dam_owner", "dam_level", "dam_drops"):
        later.record[field] = state.record[field]
    assert turn(later, 9).dam_drops[[17, 19]].tolist() == [2, 0]
    state.record.dam_owner[19] = NEUTRAL
    assert turn(state, 9).dam_drops[[17, 19]].tolist() == [2, 0]


# -- every line of a tile --------------------------------------------------------------------------------------


def test_produce_makes_the_best_with_all_drops_of_the_dam() -> None:
    state = valley()
    lay(state, "G01", "-")
    powerhouse(state, "p8.1", "p11.1")
    dam(state, "b9l", level=3, drops=3)
    dam(state, "b5l", level=2, drops=2)
    conduit(state, "c9A", "c5A")
    record = turn(state, 17)
    assert record.player[AUTOMA].energy == 3 * 2 + 2 + 1  # modifier, and the bonus for two powerhouses
    assert record.dam_drops[[9, 17]].tolist() == [0, 3]
    assert change(state, record, "engineers") == -2
    assert spaces_of(State(GAME, np.frombuffer(record.tobytes(), np.uint8).copy())) == ["turbine_p2 L"]


def test_produce_needs_a_contract_of_its_pile_that_the_energy_is_enough_for() -> None:
    state = valley()
    works(state, 2)
    lay(state, "G06", "G11", "Y01", "Y02")  # 3 and 4 needed
    give(state, 0, 0)
    assert turn(state, 9).player[AUTOMA].energy == 0
    assert turn(state, 11).player[AUTOMA].energy == 3  # this tile gives one more
    state.record.dam_drops[17] = 3
    assert turn(state, 9).player[AUTOMA].energy == 3
    assert turn(state, 7).player[AUTOMA].energy == 2  # nothing is enough for a yellow contract: it discards them


def test_produce_rests_when_far_enough_and_alone_in_the_lead() -> None:
    state = valley()
    works(state)
    lay(state, "G01", "-")
    for round_no, energy, rival, produces in (
        (1, 5, 0, True),
        (1, 6, 5, False),
        (1, 6, 6, True),
        (3, 17, 0, True),
        (3, 18, 0, False),
        (3, 20, 21, True),
    ):
        state.record.round_no = round_no
        state.record.player[AUTOMA].energy = energy
        state.record.player[PERSON].energy = rival
        assert (turn(state, 9).player[AUTOMA].energy > energy) == produces


def test_produce_needs_energy_that_is_left_after_the_modifier() -> None:
    state = valley(criteria=5)
    works(state, 2)
    lay(state, "G01", "-")
    give(state, 0, 0)
    assert turn(state, 1).player[AUTOMA].energy == 0
    state.record.dam_level[17] = 4
    state.record.dam_drops[17] = 4
    assert turn(state, 1).player[AUTOMA].energy == 2


def test_water_only_where_it_helps_and_then_the_tile_goes_on() -> None:
    state = valley()
    record = turn(state, 17)
    assert record.waiting.tolist() == [0, 0, 0, 0]
    assert change(state, record, "engineers") == -2  # only the base
    dam(state, "b8l", level=1)
    record = turn(state, 17)
    assert record.waiting.tolist() == [1, 0, 0, 0]
    assert change(state, record, "engineers") == -3
    assert len(new(state, record)) == 1


def test_flowing_water_runs_at_once() -> None:
    state = valley()
    dam(state, "b8l", level=2)
    give(state, 0, 0)
    record = turn(state, 10)
    assert record.waiting.tolist() == [0, 0, 0, 0]
    assert record.dam_drops[15] == 1


def test_discarded_contracts_are_replaced_at_once_and_the_tile_goes_on() -> None:
    state = valley()
    left, right = state.record.open[:2].tolist()
    state.apply("card 3")
    record = state.record
    assert record.player[AUTOMA].energy == 2
    assert int(record.discarded) == 1 << left | 1 << right
    assert (state.current_player, record.open[:2].tolist()) == (CHANCE, [NOTHING, NOTHING])
    state.apply("lay G05" if "lay G05" in map(state.format, state.legal_actions()) else state.legal_actions()[0])
    state.apply(state.legal_actions()[0])
    assert NOTHING not in record.open[:2]
    assert mine(record)  # and a base was built
    assert record.player[AUTOMA].engineers == 12 - 1 - 2


def test_discarding_needs_contracts_of_that_pile() -> None:
    state = valley()
    lay(state, "-", "-", "Y01", "Y02", "R01", "R02")
    record = turn(state, 3)
    assert record.player[AUTOMA].energy == 0


def test_patent_takes_the_highest_that_fits_and_costs_what_the_tile_says() -> None:
    state = valley()
    give(state, 0, 0)
    lay(state)
    for office, expected in (
        (("I-base", "II-wild", "I-wild"), "II-wild"),
        (("I-wild", "I-base", "II-conduit"), "I-base"),
        (("III-base", "II-base", "III-wild"), "III-base"),
        (("I-powerhouse", "I-conduit", "I-wild"), "I-wild"),
    ):
        state.record.patent[:] = [TILE_NAMES.index(name) for name in office]
        record = turn(state, 3)
        assert change(state, record, "tiles") == 1 << TILE_NAMES.index(expected)
        assert record.patent[office.index(expected)] == NOTHING
        assert record.patent_taken[office.index(expected)] == AUTOMA
        assert (change(state, record, "engineers"), change(state, record, "vp")) == (-1, -2)
    state.record.patent[:] = [TILE_NAMES.index("I-conduit"), NOTHING, NOTHING]
    assert change(state, turn(state, 3), "tiles") == 0


def test_workshop_turns_a_wheel_that_is_not_empty() -> None:
    state = valley()
    give(state, 0, 0)
    assert change(state, turn(state, 10), "vp") == -3  # the workshop is not possible either: it buys a machine
    state.record.player[AUTOMA].wheel_excavators[3] = 2
    record = turn(state, 10)
    assert record.player[AUTOMA].excavators == 2  # three turns
    assert (change(state, record, "engineers"), change(state, record, "vp")) == (-2, -5)


def test_machinery_is_never_bought_in_the_last_round() -> None:
    state = valley(criteria=5)
    give(state, 0, 0)
    lay(state)
    record = turn(state, 18)
    assert (record.player[AUTOMA].excavators, record.player[AUTOMA].mixers) == (1, 1)
    assert (change(state, record, "engineers"), change(state, record, "vp")) == (-2, -5)
    assert change(state, turn(state, 4), "excavators") == 1
    assert change(state, turn(state, 16), "mixers") == 1
    assert change(state, turn(state, 1), "excavators") == 1  # of either kind, as it has as many of both
    state.record.round_no = ROUNDS
    for card in (4, 18, 1, 20):
        record = turn(state, card)
        assert (record.player[AUTOMA].excavators, record.player[AUTOMA].mixers) == (0, 0)
        assert change(state, record, "vp") == 1  # the bank


def test_bank_is_always_possible() -> None:
    state = valley()
    give(state, 0, 0)
    state.record.round_no = ROUNDS
    record = turn(state, 20)
    assert (change(state, record, "engineers"), change(state, record, "vp")) == (-1, 1)
    assert record.player[AUTOMA].banked == 1


def test_fewer_engineers_will_do_but_one_it_must_have() -> None:
    state = valley()
    dam(state, "b8l", level=1)
    state.record.player[AUTOMA].engineers = 1
    record = turn(state, 20)
    assert len(new(state, record)) == 1
    assert record.player[AUTOMA].engineers == 0
    record = turn(state, 17)  # the drop takes the only engineer
    assert record.waiting.tolist() == [1, 0, 0, 0]
    assert new(state, record) == set()


def test_engineers_go_on_the_first_empty_space_left_column_first_or_beside() -> None:
    state = valley()
    give(state, 0, 0)
    state.record.player[AUTOMA].wheel_mixers[2] = 1
    rows = [number for number, row in enumerate(ROW_LIST) if row["section"] == "workshop"]
    free = [2 * row + side for side in range(2) for row in rows if state.record.space[2 * row] == NOTHING]
    for space in free:
        record = turn(state, 15)
        assert record.space[space] == AUTOMA
        assert sum(owner == AUTOMA for owner in record.space) == 1
        state.record.space[space] = PERSON
    record = turn(state, 15)
    assert AUTOMA not in record.space
    assert change(state, record, "engineers") == -1


def test_nothing_limits_its_constructions() -> None:
    state = valley()
    state.record.player[AUTOMA].constructions = 4
    assert len(new(state, turn(state, 20))) == 1


# -- with people -----------------------------------------------------------------------------------------------


def test_ruling_52_mahiri_has_three_officers_to_copy_whatever_the_level_of_the_automas() -> None:
    for level in "24":
        for number in range(40):
            state = GAME.start(2, FULL | {"automas": 1, "level": level})
            chance = np.random.default_rng(number)
            while not state.record.round_no:
                texts = [state.format(action) for action in state.legal_actions()]
                wanted = [text for text in texts if text == f"lend {OFFICER_NAMES[Officer.MAHIRI]}"]
                picks = [text for text in texts if text.startswith("pick") and has_mahiri(state, text)]
                state.apply(str((wanted or picks or [chance.choice(texts)])[0]))
            while state.current_player != PERSON:
                state.apply(state.legal_actions()[0])
            copied = [text for text in map(state.format, state.legal_actions()) if text.startswith("officer")]
            assert state.record.player[PERSON].officer == Officer.MAHIRI
            assert len(copied) == 3


def has_mahiri(state: State, text: str) -> bool:
    company = Company[text.split()[1].upper()]
    return bool(state.record.pair[company] == Officer.MAHIRI)
