"""Check what is special about our games in OpenSpiel: parameters, types, observers, copies and errors."""

from __future__ import annotations

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.observation import make_observation

import stockade
from stockade.research import openspiel


def test_players_and_options_are_parameters() -> None:
    game = pyspiel.load_game("stockade_cascadia(players=3,cards=family)")
    assert game.num_players() == 3
    assert game.new_initial_state().position == stockade.game("cascadia").start(3, {"cards": "family"})
    assert pyspiel.load_game("stockade_blockade").num_players() == 2
    again = pyspiel.load_game(str(game))
    assert again.new_initial_state().position == game.new_initial_state().position


@pytest.mark.parametrize(
    ("written", "players", "options"),
    [
        (
            "stockade_barrage(players=3,automas=2,level=14,setup=full)",
            3,
            {"automas": 2, "level": "14", "setup": "full"},
        ),
        ("stockade_cascade_barricade(players=2,colours=one)", 2, {"colours": 1}),
        ("stockade_barricado(players=2,size=4,plazas_and_sewers=True)", 2, {"size": 4, "plazas_and_sewers": True}),
    ],
)
def test_values_that_openspiel_cannot_write_have_another_form(written: str, players: int, options: dict) -> None:
    name = written.partition("(")[0].removeprefix("stockade_")
    expected = stockade.game(name).start(players, options)
    assert pyspiel.load_game(written).new_initial_state().position == expected
    ours = openspiel.load_game(name, players, options)
    assert ours.new_initial_state().position == expected
    assert pyspiel.load_game(str(ours)).new_initial_state().position == expected


def test_types_say_what_is_true_of_each_game() -> None:
    kinds = pyspiel.GameType
    found = {name: openspiel.load_game(name).get_type() for name in stockade.games()}
    stochastic = {name for name, kind in found.items() if kind.chance_mode != kinds.ChanceMode.DETERMINISTIC}
    general = {name for name, kind in found.items() if kind.utility == kinds.Utility.GENERAL_SUM}
    assert stochastic == {"barrage", "barricado", "cascade_barricade", "cascadia"}
    assert general == {"cascade_barricade"}  # the flood may drown everybody
    assert openspiel.load_game("cascadia", 1).get_type().utility == kinds.Utility.GENERAL_SUM
    assert openspiel.load_game("barrage", 4).min_utility() == pytest.approx(-1 / 3)
    assert openspiel.load_game("blockade", options={"limit": 2}).max_game_length() == 400_000


def test_observations_come_in_named_blocks() -> None:
    game = pyspiel.load_game("stockade_blockade")
    state = game.new_initial_state()
    seen = make_observation(game)
    seen.set_from(state, player=1)
    blocks = dict(stockade.game("blockade").evaluation.BLOCKS)
    assert {name: part.size for name, part in seen.dict.items()} == blocks
    assert (seen.tensor == state.position.observation(1)).all()
    assert np.concatenate(list(seen.dict.values())).tolist() == seen.tensor.tolist()
    assert seen.string_from(state, player=1) == str(state)
    assert game.observation_tensor_shape() == [len(seen.tensor)]


def test_states_can_be_pickled_and_copied() -> None:
    state = pyspiel.load_game("stockade_blockade").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for twin in (pickle.loads(pickle.dumps(state)), state.clone()):
        assert twin.position == state.position
        assert twin.history() == state.history()
        twin.apply_action(twin.legal_actions()[-1])
        assert twin.position != state.position


def test_games_can_be_pickled() -> None:
    game = openspiel.load_game("cascadia", 3, {"cards": "family"})
    twin = pickle.loads(pickle.dumps(game))
    assert str(twin) == str(game)
    assert twin.new_initial_state().position == game.new_initial_state().position


def test_two_positions_never_have_the_same_text() -> None:
    game = pyspiel.load_game("stockade_blockade(limit=6)")
    by_text, by_value = (
        get_all_states(game, include_terminals=True, to_string=text)
        for text in (str, lambda state: state.position.to_bytes())
    )
    assert len(by_text) == len(by_value) == 2759
    state = pyspiel.load_game("stockade_cascadia").new_initial_state()
    assert "next: chance" in str(state)
    assert "next: over" in str(next(each for each in by_text.values() if each.is_terminal()))
    assert "next: Black" in str(game.new_initial_state())
    assert str(game.new_initial_state()) == str(game.new_initial_state())


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game("stockade_blockade").new_initial_state()
    before = state.position.clone()
    with pytest.raises(stockade.IllegalAction):
        state.apply_action(0)
    assert state.position == before
    assert state.history() == []


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(stockade.BadOption):
        pyspiel.load_game("stockade_blockade(players=3)")
    with pytest.raises(stockade.BadOption):
        openspiel.load_game("blockade", options={"limit": 1})
    with pytest.raises(stockade.UnknownGame):
        openspiel.load_game("chess")


def test_the_environment_of_openspiel_for_learning_works() -> None:
    env = rl_environment.Environment(pyspiel.load_game("stockade_cascadia"), seed=3)
    step = env.reset()
    while not step.last():
        step = env.step([step.observations["legal_actions"][step.current_player()][0]])
    assert sum(step.rewards) == pytest.approx(0)
