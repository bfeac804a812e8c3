"""Games for OpenSpiel, with chance as a player of its own. Needs the extra `openspiel`.

>>> import pyspiel
>>> from stockade.research import openspiel
>>> game = pyspiel.load_game("stockade_cascadia(players=3,cards=family)")

Importing this module registers all installed games.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

import numpy as np

from stockade.core import registry
from stockade.core.game import Game
from stockade.core.spec import Option, Value
from stockade.core.state import State
from stockade.research.environments import environments
from stockade.research.extras import missing

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise missing("OpenSpiel", "openspiel", error) from error

PREFIX = "stockade_"  # OpenSpiel has games of its own
PLAYERS = "players"  # the parameter


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and its options as parameters. Each of our games is a class of its own."""

    rules: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules, given = self.rules, params or {}
        players = rules.spec.check_players(given.get(PLAYERS))
        options = {
            option.name: value_of(option, given[option.name]) for option in rules.spec.options if option.name in given
        }
        self.start = rules.start(players, options)
        losers = max(players - 1, 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.spec.action_count,
            max_chance_outcomes=rules.spec.action_count if has_chance(rules) else 0,
            num_players=players,
            min_utility=-1.0 / losers,
            max_utility=1.0,
            utility_sum=0.0 if sums_to_zero(rules, players) else None,
            max_game_length=rules.spec.ply_limit,
        )
        super().__init__(game_type(rules, players), info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_text, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        return self.rules.spec.ply_limit if has_chance(self.rules) else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.rules)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game. `position` is our own.

    OpenSpiel copies a state by copying all its attributes, so there is only this one.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: State = game.start.clone()

    def current_player(self) -> int:
        return self.position.current_player  # chance and the end have the same numbers in OpenSpiel

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        return self.position.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.chance_outcomes()

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self.position.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self.position.format(action)

    def __str__(self) -> str:
        """Return the table, who decides, and a mark of this very position.

        Algorithms of OpenSpiel, such as value iteration, take two states for one if their texts are equal. A table
        alone does not always say everything.
        """
        position = self.position
        if position.is_over:
            turn = "over"
        else:
            turn = "chance" if position.is_chance else position.seat_name(position.current_player)
        mark = hashlib.blake2b(position.to_bytes(), digest_size=8).hexdigest()
        return f"{position}\n next: {turn}; position {mark}"


class Observer:
    """What a player sees, in the named blocks of the game's observation. As text it is that of the state."""

    def __init__(self, rules: Game) -> None:
        blocks = rules.evaluation.BLOCKS
        self.tensor = np.zeros(sum(size for _, size in blocks), np.float32)
        parts = np.split(self.tensor, np.cumsum([size for _, size in blocks])[:-1])  # views of the tensor
        self.dict = {name: part for (name, _), part in zip(blocks, parts, strict=True)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.position.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002
        return str(state)


def game_type(rules: Game, players: int) -> Any:
    """Return what OpenSpiel wants to know about a game before it is loaded."""
    spec, kinds = rules.spec, pyspiel.GameType
    is_random, is_zero_sum = has_chance(rules), sums_to_zero(rules, players)
    return kinds(
        short_name=PREFIX + spec.name,
        long_name=spec.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if is_random else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(spec.players),
        min_num_players=min(spec.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            PLAYERS: spec.check_players(None),
            **{option.name: parameter(option, option.default) for option in spec.options},
        },
    )


def parameter(option: Option, value: Value) -> bool | int | str:
    """Return the value of an option as OpenSpiel writes it.

    A parameter is a number or a text, and OpenSpiel takes every text that looks like a number for one. So texts
    of digits are numbers here. Where a value may also be a word, numbers are written as their titles, such as "two".
    """
    if option.kind != "choice":
        return value
    if all(str(choice).isdecimal() for choice in (option.default, *option.choices)):
        return int(value)
    return next((title for title, choice in _titles(option).items() if choice == value), str(value))


def value_of(option: Option, given: bool | int | str) -> Value:
    """Return the value that a parameter stands for."""
    return given if option.kind != "choice" else str(_titles(option).get(given, given))


def _titles(option: Option) -> dict[bool | int | str, int | str]:
    """Return the values of an option that are numbers among words, by their titles."""
    titled = zip(option.titles, option.choices, strict=False)
    return {title.lower(): choice for title, choice in titled if isinstance(choice, int)}


def nothing(state: object, actions: object, weights: object) -> int:  # noqa: ARG001
    """Be what a game without chance has as `outcomes`."""
    return 0


def has_chance(rules: Game) -> bool:
    """Return whether chance may decide: whether `outcomes` of the rules does anything."""
    outcomes: Any = rules.rules.outcomes
    function: FunctionType = getattr(outcomes, "py_func", outcomes)
    return function.__code__.co_code != nothing.__code__.co_code


def sums_to_zero(rules: Game, players: int) -> bool:
    """Return whether the results of all seats always sum to zero.

    They do if somebody always wins. Nobody wins only if `rank` puts every seat below LOST.
    """
    rank: Any = getattr(rules.rules, "rank", None)
    return players > 1 and (rank is None or not hasattr(sys.modules[rank.__module__], "LOST"))


def load_game(name: str, players: int | None = None, options: Mapping[str, Any] | None = None) -> Any:
    """Return one of our games as OpenSpiel's `load_game` does, with options as they are written everywhere else."""
    spec = registry.game(name).spec
    count = spec.check_players(players)
    checked = spec.check_options(count, options)
    changed = {option.name: parameter(option, checked[option.name]) for option in spec.options}
    return pyspiel.load_game(PREFIX + name, {PLAYERS: count, **changed})


def load_text(text: str) -> Any:
    """Return the game that OpenSpiel writes in this way. Pickles of games call this, which imports this module."""
    return pyspiel.load_game(text)


def ids() -> Iterator[str]:
    """Yield a text for `pyspiel.load_game` for everything that the environments have an id for."""
    for each in environments():
        options = {option.name: option for option in registry.game(each.game).spec.options}
        given: dict[str, bool | int | str] = {PLAYERS: each.players}
        given |= {name: parameter(options[name], value) for name, value in each.options.items()}
        yield f"{PREFIX}{each.game}({','.join(f'{name}={value}' for name, value in given.items())})"


def register(game: Game) -> None:
    """Register one game, as "stockade_NAME"."""

    class Registered(SpielGame):
        rules = game

    pyspiel.register_game(game_type(game, game.spec.check_players(None)), Registered)


for _name in registry.games():
    register(registry.game(_name))
