"""Attack a game with positions, bytes, logs and actions that are wrong, and play on from all that is accepted.

Kernels have no bounds checks, so whatever a game accepts must be harmless. This runs with kernels that have them, or
interpreted, and counts every exception that is not a `StockadeError`, and everything that must hold and does not.

NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 python -m tests.hostile.attack GAME CASES [SEED]
"""

from __future__ import annotations

import faulthandler
import json
import math
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from tests.hostile.mutations import JUNK, NUMBERS, Bender, ByteBender, bent_texts, damaged

import stockade
from stockade import Match, StockadeError
from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.bots.lookahead import evaluation, looked_ahead, preferences
from stockade.bots.mcts import MctsBot
from stockade.bots.planner import PlannerBot
from stockade.conformance.table import Setting, settings_of
from stockade.core.state import State

PLAYED = 24  # plies that are played on from an accepted position
JUDGED = 8  # every n-th of these states is judged as bots do
DRAWN = 12  # every n-th of these states is drawn, and asked for reasons
INTERPRETED = 5  # ways to set up a game that are played if Python runs it
CORPUS = 400  # the most positions that are kept to be changed further
HANGS = 120  # seconds after which a case counts as endless: the process stops and shows where
BEYOND = "is a whole number from"
HUGE = 10**5000  # Python refuses to write such a number


@dataclass
class Report:
    """What happened."""

    cases: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    new: int = 0  # accepted positions that nobody had seen before: these are played on
    plies: int = 0
    holes: list[dict[str, Any]] = field(default_factory=list)
    slowest: float = 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "cases": dict(self.cases),
            "accepted": dict(self.accepted),
            "new": self.new,
            "plies": self.plies,
            "slowest": round(self.slowest, 2),
            "holes": self.holes,
        }


class Attack:
    """One game under attack. The same seed gives the same cases."""

    def __init__(self, name: str, seed: int, folder: Path) -> None:
        self.game = stockade.game(name)
        self.path = folder / "match.json"
        self.dice = random.Random(seed)
        self.report = Report()
        self.settings = settings_of(name)
        self.corpus: list[State] = []
        self.logs: list[dict[str, Any]] = []
        self.positions, self.log_bender = Bender(self.dice), Bender(self.dice)
        self.bytes = ByteBender(self.game.record, self.dice)
        self.can_search = self.game.is_compiled
        self._prepare()

    def _prepare(self) -> None:
        """Play matches with every player count and option, and keep some of their states and logs.

        Python plays only a few of these, because it is slow.
        """
        count = len(self.settings) if self.can_search else min(len(self.settings), INTERPRETED)
        for setting in self.dice.sample(self.settings, count):
            match = self._played(setting)
            states = [match.start, *(step.after for step in match.steps())]
            for state in self.dice.sample(states, min(len(states), 8)):
                self.corpus.append(state)
                self.positions.learn(state.to_json())
            log = match.to_json()
            if len(log["actions"]) > 40:
                log["actions"] = log["actions"][:40]
                log["ending"] = None
            self.logs.append(log)
            self.log_bender.learn(log)
        self.first = len(self.corpus)
        self.known = {state.to_bytes() for state in self.corpus}

    def _played(self, setting: Setting) -> Match:
        """Play at random, to the end or for as long as Python is quick enough."""
        match = setting.match(self.dice.getrandbits(30))
        most = self.dice.randint(1, 400) if self.can_search else self.dice.randint(1, 40)
        while not match.is_over and len(match.actions) < most:
            match.play(self.dice.choice(match.state.legal_actions()))
        return match

    def run(self, cases: int) -> Report:
        ways: tuple[tuple[str, int, Callable[[], tuple[Any, Callable[[], State]]]], ...] = (
            ("position", 12, self._position),
            ("bytes", 7, self._bytes),
            ("bits", 1, self._bits),
            ("log", 2, self._log),
            ("file", 2, self._file),
        )
        names, weights, makers = zip(*ways, strict=True)
        for _ in range(cases):
            number = self.dice.choices(range(len(ways)), weights)[0]
            self._case(names[number], *makers[number]())
        return self.report

    # -- cases -------------------------------------------------------------------------------------------------

    def _position(self) -> tuple[Any, Callable[[], State]]:
        bent = self.positions.bent(self.dice.choice(self.corpus).to_json())
        return bent, lambda: self.game.from_json(bent)

    def _bytes(self) -> tuple[Any, Callable[[], State]]:
        some = [state.to_bytes() for state in self.dice.sample(self.corpus, 3)]
        bent = self.bytes.bent(some[0], some)
        return bent.hex(), lambda: self.game.from_bytes(bent)

    def _bits(self) -> tuple[Any, Callable[[], State]]:
        bent = self.bytes.flipped(self.dice.choice(self.corpus).to_bytes())
        return bent.hex(), lambda: self.game.from_bytes(bent)

    def _log(self) -> tuple[Any, Callable[[], State]]:
        bent = self.log_bender.bent(self.dice.choice(self.logs))
        return bent, lambda: Match.from_json(bent).state

    def _file(self) -> tuple[Any, Callable[[], State]]:
        bent = damaged(json.dumps(self.dice.choice(self.logs)), self.dice)
        self.path.write_text(bent, "utf-8")
        return bent, lambda: Match.load(self.path).state

    def _case(self, way: str, given: Any, read: Callable[[], State]) -> None:
        faulthandler.dump_traceback_later(HANGS, exit=True)
        self.report.cases[way] += 1
        started = time.perf_counter()
        at = "reading"
        try:
            try:
                state = read()
            except StockadeError as error:
                assert error.message.strip(), "an error without a message"  # noqa: PT017  (nothing has to fail)
                self.positions.learn_limits(error.message)
                return
            at = "playing"
            self.report.accepted[way] += 1
            if state.game is self.game and state.to_bytes() not in self.known:
                self._keep(state)
                self.exercise(state.clone())
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)[-3:]
            self.report.holes.append(
                {
                    "game": self.game.name,
                    "way": way,
                    "at": at,
                    "error": f"{type(error).__name__}: {str(error)[:300]}",
                    "where": [
                        f"{frame.filename.split('stockade/')[-1]}:{frame.lineno} {frame.name}" for frame in frames
                    ],
                    "given": given,
                }
            )
        finally:
            self.report.slowest = max(self.report.slowest, time.perf_counter() - started)
            faulthandler.cancel_dump_traceback_later()

    def _keep(self, state: State) -> None:
        """Keep an accepted position, so that it is changed further, away from what play leads to."""
        self.report.new += 1
        self.known.add(state.to_bytes())
        self.positions.learn(state.to_json())
        if len(self.corpus) < self.first + CORPUS:
            self.corpus.append(state)
        else:
            self.corpus[self.dice.randrange(self.first, len(self.corpus))] = state

    # -- playing on --------------------------------------------------------------------------------------------

    def exercise(self, state: State) -> None:
        """Ask everything about a state, and about those that random play leads to."""
        first = state.clone()
        self._check_reading(state)
        for ply in range(PLAYED):
            self.report.plies += 1
            self._check_numbers(state)
            if ply % JUDGED == 0:
                self._check_judgement(state)
            if ply % DRAWN == 0:
                self._check_texts(state)
                self._check_pictures(state)
                self._check_wrong_actions(state)
            if state.is_over:
                assert state.describe_end()
                break
            action = self.dice.choice(state.legal_actions())
            before = state.clone()
            state.apply(action)
            assert state.ply == before.ply + 1, "ply does not count actions"
            before.tell(action, state)
        self._check_still_valid(state, first)
        if self.can_search and state.current_player >= 0:
            self._check_bots(state)

    def _check_still_valid(self, state: State, first: State) -> None:
        """What play leads to is valid too, so that harmless actions lead to harmless positions for ever.

        There is one exception. A count in a position written by hand, such as its ply, can be far higher than in any
        game, and play can then go beyond the highest that is accepted.
        """
        try:
            self._check_reading(state)
        except StockadeError as error:
            if BEYOND in error.message:
                return
            state.record.ply = first.ply
            self._check_reading(state)

    def _check_reading(self, state: State) -> None:
        """A position reads back as itself, from JSON and from bytes."""
        assert self.game.from_json(json.loads(json.dumps(state.to_json(), allow_nan=False))) == state
        assert self.game.from_bytes(state.to_bytes()) == state

    def _check_numbers(self, state: State) -> None:
        legal, spec = state.legal_actions(), self.game.spec
        assert bool(legal) != state.is_over, "nobody can do anything, or somebody can after the end"
        assert all(0 <= action < spec.action_count for action in legal), "a legal action has no such id"
        assert legal == sorted(set(legal)), "legal actions are not ascending"
        assert state.is_chance or not state.chance_weights()
        if state.is_chance:
            outcomes = state.chance_weights()
            assert [action for action, _ in outcomes] == legal, "outcomes are not the legal actions"
            assert all(weight > 0 for _, weight in outcomes), "an outcome without a chance"
            assert sum(weight for _, weight in outcomes) < 2**31, "weights that overflow"
        numbers = [*state.scores(), *state.returns(), *evaluation(state)]
        assert all(map(math.isfinite, numbers)), "a score or an evaluation is not a number"
        assert np.isfinite(state.observation(self.dice.randrange(state.players))).all(), "an observation is no number"
        state.winners(), state.ledger()

    def _check_judgement(self, state: State) -> None:
        """What bots consider is legal, and what they think of it is a number."""
        if state.current_player < 0:
            return
        legal = state.legal_actions()
        actions, worth = looked_ahead(state) if self.can_search else self._narrowed(state)
        assert len(actions), "narrowed to nothing"
        assert set(actions.tolist()) <= set(legal), "narrowed to what is not legal"
        assert np.isfinite(worth).all(), "a look ahead is not a number"
        if self.game.plans is not None:
            assert np.isfinite(preferences(state)[1]).all(), "a preference is not a number"

    def _narrowed(self, state: State) -> tuple[Any, Any]:
        """Return the actions that are worth considering, without looking ahead, which is slow in Python."""
        actions = np.empty(self.game.spec.legal_limit, np.int32)
        n = self.game.play.list_narrowed(state.data, actions)
        return actions[:n], np.zeros(n)

    def _check_texts(self, state: State) -> None:
        str(state), repr(state), state.describe_end()
        assert all(state.seat_name(seat) for seat in range(state.players))
        for action in self.dice.sample(legal := state.legal_actions(), min(3, len(legal))):
            assert state.parse(state.format(action)) == action, "an action's text means another action"
            assert state.describe(action)
            state.is_final(action)
            if not state.is_chance:
                state.gains([action])
        for seat in range(state.players):
            state.orders(seat)

    def _check_pictures(self, state: State) -> None:
        viewer = self.dice.choice([None, *range(state.players)])
        state.scene(viewer, self.dice.choice(("wide", "tall")))

    def _check_wrong_actions(self, state: State) -> None:
        """Whatever is no legal action is refused, and changes nothing."""
        before, legal, dice = state.to_bytes(), state.legal_actions(), self.dice
        texts = [state.format(action) for action in dice.sample(legal, min(2, len(legal)))] or ["pass"]
        numbers = [dice.randrange(self.game.spec.action_count) for _ in range(6)]
        wrong = [*numbers, *dice.sample(NUMBERS, 3), *dice.sample(JUNK, 3), HUGE, -HUGE]
        wrong += [text for each in texts for text in bent_texts(each)]
        for action in wrong:
            try:
                other = state.clone()
                other.apply(action)
            except StockadeError as error:
                assert error.message.strip(), "an error without a message"  # noqa: PT017  (nothing has to fail)
                assert other.to_bytes() == before, "a refused action changed something"
            else:
                assert isinstance(action, str) or action in legal, "what is not legal was taken"

    def _check_bots(self, state: State) -> None:
        legal = state.legal_actions()
        bots: list[Bot] = [
            GreedyBot(seed=1),
            MctsBot(simulations=8, threads=1, evaluation="value", seed=1),
            MctsBot(simulations=8, threads=1, evaluation="playout", seed=1),
            PlannerBot(playouts=2, plans=2, threads=1, seed=1),
        ]
        bot = self.dice.choice([each for each in bots if each.can_play(self.game)])
        assert bot.choose(state) in legal, "a bot chose what is not legal"


def main() -> None:
    name, cases, *rest = sys.argv[1:]
    stockade.game(name).compile()
    with TemporaryDirectory() as folder:
        attack = Attack(name, int(rest[0]) if rest else 1, Path(folder))
        print(json.dumps(attack.run(int(cases)).to_json()))


if __name__ == "__main__":
    main()
