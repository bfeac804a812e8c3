"""Play on from a state with bots, so that two choices can be compared to the end."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.bots.perfect import PerfectBot
from stockade.core.match import Step, take
from stockade.core.state import State

SHOWN = 12  # actions of a line that a person is shown


def play_on(state: State, first: tuple[int, ...], seed: int) -> Iterator[Step]:
    """Yield steps: first the given actions, then what bots and chance do, to the end of the game.

    With the same seed, chance is as similar as it can be after different choices.
    """
    bot = _bot(state, seed)
    for action in first:
        step = take(state, action)
        yield step
        state = step.after
    while not state.is_over:
        step = take(state, _outcome(state, seed) if state.is_chance else bot.choose(state))
        yield step
        state = step.after


def end_of(state: State, first: tuple[int, ...], seed: int) -> State:
    """Return the last state of a line."""
    for step in play_on(state, first, seed):
        state = step.after
    return state


def shown_line(state: State, first: tuple[int, ...], seed: int) -> list[Step]:
    """Return the beginning of a line: until the seat that decides has its next turn, or chance decides.

    In a solved game it goes on, because nobody can do better.
    """
    steps: list[Step] = []
    is_solved = PerfectBot.can_play(state.game)
    seat, has_passed = state.current_player, False
    for step in play_on(state, first, seed):
        who = step.before.current_player
        has_passed |= who not in (seat, step.after.current_player)
        is_next = has_passed and who == seat and not is_solved
        if (steps and (step.before.is_chance or is_next)) or len(steps) == SHOWN:
            break
        steps.append(step)
    return steps


def turn_end(state: State, actions: Iterable[int]) -> State:
    """Return the state at the end of the turn in which the actions begin, or where they end before that."""
    seat = state.current_player
    for action in actions:
        if state.current_player != seat:
            break
        state = take(state, action).after
    return state


def _bot(state: State, seed: int) -> Bot:
    return PerfectBot(seed=seed) if PerfectBot.can_play(state.game) else GreedyBot(seed=seed)


def _outcome(state: State, seed: int) -> int:
    outcomes, weights = zip(*state.chance_weights(), strict=True)
    return int(random.Random(f"{seed}:{state.ply}").choices(outcomes, weights)[0])
