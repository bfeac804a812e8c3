"""Monte-Carlo tree search for every game, on one core or several. The search itself is compiled."""

from __future__ import annotations

import math
import os
import random
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from stockade.bots.bot import (
    SHOWN,
    STEP_SECONDS,
    Bot,
    Findings,
    Hint,
    check_budget,
    check_decides,
    is_amount,
    share_of,
    shorter,
    steps,
)
from stockade.bots.certainty import share
from stockade.bots.lookahead import evaluation
from stockade.bots.slips import Slips
from stockade.core import contract
from stockade.core.contract import Advice
from stockade.core.errors import BadOption
from stockade.core.language import say
from stockade.core.state import State

FIRST_CAPACITY = 1 << 16
LAST_CAPACITY = 1 << 22  # nodes of 32 bytes
CHUNK_SECONDS = 0.01
EXPLORATION = 1.4  # for returns from -1 to 1
EVERY = 1.0  # the breadth of a search that may draw every outcome of chance
JUDGING_SECONDS = 0.5  # for the answer to an offered draw
CHECKS = 20  # how often a choice by the clock looks whether more time could change it
clock = time.perf_counter
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Manner(NamedTuple):
    """How a search chooses among actions, and what it takes for the outcome of chance.

    With `trust`, positions are evaluated. Without it, leaves are played out at random.
    """

    exploration: float
    trust: int  # how many visits the first estimate of an action counts as
    trust_others: int  # the same, where another player decides than the one who searches
    breadth: float = EVERY  # how many outcomes of chance are tried, as a power of the visits
    by_odds: bool = False  # whether means are taken over the logarithms of the odds of winning


class Tree:
    """One search tree, with the state of its root and a random generator of its own."""

    def __init__(self, kernels: Any, seed: int) -> None:
        self.kernels = kernels
        self.seed = np.uint64(seed)
        self.luck = seed & 0xFFFFFFFF  # stays the same, so that a node goes on with the outcomes that it has tried
        self.data: npt.NDArray[np.uint8] | None = None
        self.kept_digest = 0  # since `seal`
        self.clear(FIRST_CAPACITY)

    def clear(self, capacity: int) -> None:
        """Forget everything."""
        self.nodes = np.zeros(capacity, self.kernels.NODE)
        self.used = np.ones(1, np.int64)
        self.totals = np.zeros(0)  # the returns to every seat since `aim`

    def aim(self, data: npt.NDArray[np.uint8]) -> None:
        """Make `data` the root. The tree keeps what it already knows about it.

        Kernels have no bounds checks and follow whatever a node says, so a tree that something else has changed since
        `seal` is forgotten.
        """
        if self.data is not None:
            is_sound = self.digest() == self.kept_digest
            node = self.kernels.find(self.nodes, self.data, data, 100_000) if is_sound else -1
            if node >= 0:
                kept = np.zeros(len(self.nodes), self.kernels.NODE)
                self.used[0] = self.kernels.keep_subtree(self.nodes, node, kept)
                self.nodes = kept
            else:
                self.clear(len(self.nodes))
        self.data = data.copy()
        self.totals = np.zeros(int(data.view(self.kernels.STATE)[0]["players"]))

    def insist(self, data: npt.NDArray[np.uint8], action: int) -> None:
        """Make `data` the root, with a single action: every simulation begins with it."""
        self.clear(len(self.nodes))
        self.data = data.copy()
        self.totals = np.zeros(int(data.view(self.kernels.STATE)[0]["players"]))
        self.nodes[0]["first_child"] = self.nodes[0]["children"] = 1
        self.nodes[0]["mover"] = data.view(np.int8)[self.kernels.STATE.fields["current_player"][1]]
        self.nodes[1]["action"] = action
        self.used[0] = 2

    def seal(self) -> None:
        """End a search: note what the tree looks like, so that later changes by something else are noticed."""
        self.kept_digest = self.digest()

    def digest(self) -> int:
        """Return a checksum of all that the tree keeps between moves."""
        digest = zlib.crc32(self.used.data)
        if self.data is not None:
            digest = zlib.crc32(self.data.data, digest)
        return zlib.crc32(self.nodes[: int(self.used[0])].view(np.uint8).data, digest)

    def make_room(self, simulations: int) -> None:
        """Double the array until that many simulations cannot fill it, up to its limit.

        Each simulation may expand one node. If the array could be full, the result would depend on when it happened
        to grow.
        """
        needed = int(self.used[0]) + simulations * int(self.kernels.LEGAL_LIMIT)
        while len(self.nodes) < min(needed, LAST_CAPACITY):
            larger = np.zeros(2 * len(self.nodes), self.kernels.NODE)
            larger[: self.used[0]] = self.nodes[: self.used[0]]
            self.nodes = larger

    def run(self, simulations: int | None, deadline: float | None, manner: Manner) -> int:
        """Search until the budget is spent, and return the number of simulations."""
        done = 0
        chunk = 64
        while simulations is None or done < simulations:
            if simulations is not None:
                chunk = min(chunk, simulations - done)
            started = clock()
            if deadline is not None and started >= deadline and done:
                break
            self.make_room(chunk)
            self.seed = np.uint64(
                self.kernels.search(
                    self.nodes, self.used, self.data, chunk, self.seed, *manner, self.luck, self.totals
                )
            )
            done += chunk
            elapsed = clock() - started
            if elapsed < CHUNK_SECONDS / 2:
                chunk *= 2
            elif elapsed > CHUNK_SECONDS * 2:
                chunk = max(16, chunk // 2)
        return done

    def children(self) -> npt.NDArray[Any]:
        """Return the children of the root."""
        first, count = int(self.nodes[0]["first_child"]), int(self.nodes[0]["children"])
        return self.nodes[first : first + count]


def run_in_turn(trees: list[Tree], simulations: int | None, deadline: float | None, manner: Manner) -> int:
    """Search in one tree after the other, with as many simulations or as much time for each, and return the number
    of simulations."""
    done = 0
    for number, tree in enumerate(trees):
        until = deadline
        if deadline is not None:
            now = clock()
            until = now + (deadline - now) / (len(trees) - number)
        done += tree.run(simulations, until, manner)
    return done


def mean_return(state: State, manner: Manner, total: float, visits: int) -> float:
    """Return the mean return of some simulations. If they add up logarithms of odds, it is the return that has their
    mean."""
    mean = total / max(visits, 1)
    if not manner.by_odds:
        return mean
    chance = 1.0 / (1.0 + math.exp(-state.game.kernels("mcts").ODDS * mean))
    return (chance * state.players - 1.0) / (state.players - 1.0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the search found out about one action."""

    action: int
    visits: int
    value: float  # mean return to the player who decides, from -1 to 1


def lead_of(candidates: list[Candidate]) -> float:
    """Return how many more visits the first action has than the second. It is infinite for a single action."""
    visits = sorted((found.visits for found in candidates), reverse=True)
    return visits[0] - visits[1] if len(visits) > 1 else math.inf


class MctsBot(Bot):
    """Searches for a number of simulations or of seconds, and keeps its tree between moves.

    A choice by the clock may take less than `seconds`: nothing if it is forced, and otherwise until the rest of the
    time can no longer change it.
    Each thread has a tree of its own, or as many as the game recommends, and their visits are added up at the end.
    Leaves are evaluated by random play or by the game's evaluation. A game can recommend other defaults, also for
    some of its tables only (see `stockade.core.contract.Advice`). With `slip`, it makes near misses in between.
    """

    name = "mcts"
    needs_compiled = True

    def __init__(
        self,
        seconds: float | None = None,
        simulations: int | None = None,
        threads: int | None = None,
        evaluation: Literal["playout", "value"] | None = None,
        exploration: float | None = None,
        keep_tree: bool = True,
        slip: float = 0.0,
        near: float | None = None,
        seed: int | None = None,
    ) -> None:
        if seconds is None and simulations is None:
            seconds = 1.0
        check_budget(seconds, simulations, threads)
        if evaluation not in ("playout", "value", None):
            raise BadOption(f"positions are evaluated by 'playout' or 'value', not {evaluation!r}")
        if not (exploration is None or is_amount(exploration)):
            raise BadOption(f"exploration is a positive number, not {exploration!r}")
        self.seconds, self.simulations = seconds, simulations
        self.threads = threads or os.cpu_count() or 1
        self.evaluation = evaluation
        self.exploration = exploration
        self.keep_tree = keep_tree
        self.last_simulations = 0
        self._slips = Slips(slip, near, seed)
        self._random = random.Random(seed)
        self._game = ""
        self._trees: list[Tree] = []

    def choose(self, state: State) -> int:
        """Return the action with the most simulations, or a near miss. Ties are broken by value."""
        check_decides(state)
        missed = self._slips.near_miss(state)
        if missed is not None:
            return missed
        if self.seconds is None or self.simulations is not None:
            candidates = self.analyse(state)
        else:
            candidates = self._in_time(state, self.seconds)
        return max(candidates, key=lambda candidate: (candidate.visits, candidate.value)).action

    def hints(self, state: State, seconds: float | None = None) -> list[Hint]:
        return _best(state, self.analyse(state, seconds))

    def watch(self, state: State, seconds: float) -> Iterator[Findings]:
        check_decides(state)
        self._aim_trees(state)
        simulations = 0
        for _ in range(steps(seconds)):
            found = self._search(state, None, STEP_SECONDS)
            simulations += self.last_simulations
            yield Findings(_best(state, found), simulations)

    def worth(self, state: State, seat: int) -> float:
        """Search for a moment.

        A search returns the value for the player who decides. In games of two its negative is the most that the state
        can be worth to the other player: no less, unless both may lose. In larger games the game's evaluation is used
        instead.
        """
        mover = state.current_player
        if mover != seat and state.players != 2:
            return super().worth(state, seat)
        best = max(MctsBot(seconds=JUDGING_SECONDS).analyse(state), key=lambda found: found.visits)
        return best.value if mover == seat else -best.value

    @classmethod
    def rehearse(cls, state: State) -> None:
        for way in ("playout", "value"):
            bot = cls(simulations=2, threads=1, evaluation=way, seed=1)
            bot.choose(state)
            bot.choose(state)  # finds the state in its tree, and keeps that part of the tree

    def analyse(self, state: State, seconds: float | None = None) -> list[Candidate]:
        """Search a state and return what was found, by ascending action id. Takes at most `seconds`, if given."""
        check_decides(state)
        self._aim_trees(state)
        return self._search(state, self.simulations, shorter(self.seconds, seconds))

    def _in_time(self, state: State, seconds: float) -> list[Candidate]:
        """Search until the time is up, or until the second action could not overtake the first in the time left."""
        until = clock() + seconds
        actions = state.legal_actions()
        if len(actions) == 1:
            return [Candidate(actions[0], 0, 0.0)]
        self._aim_trees(state)
        started, done = clock(), 0
        while True:
            done += self._grow(state, None, min(clock() + seconds / CHECKS, until))
            found, now = self._merged(state), clock()
            if lead_of(found) > done * (until - now) / (now - started) or now >= until:
                break
        self._seal(done)
        return found

    def _search(self, state: State, simulations: int | None, limit: float | None) -> list[Candidate]:
        """Search further in the trees, until the budget is spent."""
        self._seal(self._grow(state, simulations, None if limit is None else clock() + limit))
        return self._merged(state)

    def _grow(self, state: State, simulations: int | None, deadline: float | None) -> int:
        """Let all threads search, and return the number of simulations."""
        share = None if simulations is None else -(-simulations // len(self._trees))
        manner = self._manner(state)
        groups = [self._trees[first :: self.threads] for first in range(self.threads)]
        return sum(self._in_threads(lambda trees: run_in_turn(trees, share, deadline, manner), groups))

    def _seal(self, simulations: int) -> None:
        """End a search."""
        self.last_simulations = simulations
        self._in_threads(Tree.seal, self._trees)

    def _in_threads(self, work: Callable[[Piece], Result], pieces: Sequence[Piece]) -> list[Result]:
        """Do some work in all threads, and return the results in order."""
        if self.threads == 1:
            return [work(piece) for piece in pieces]
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(work, pieces))

    def seat_values(self) -> list[float]:
        """Return the mean returns of the last search to every seat, from -1 to 1."""
        totals = np.sum([tree.totals for tree in self._trees], 0)
        values: list[float] = (totals / max(self.last_simulations, 1)).tolist()
        return values

    def worth_of(self, state: State, action: int) -> float:
        """Return what a legal action is worth to the player who decides, by a search of this action alone.

        `analyse` spends most of its simulations on the action that looks best. This gives any action all of them. It
        needs a budget of simulations, and searches on one core.
        """
        check_decides(state)
        if self.simulations is None:
            raise BadOption("the search of a single action needs a number of simulations")
        tree = Tree(state.game.kernels("mcts"), self._random.getrandbits(62) + 1)
        tree.insist(state.data, action)
        manner = self._manner(state)
        tree.run(self.simulations, None, manner)
        [child] = tree.children()
        return mean_return(state, manner, float(child["total"]), int(child["visits"]))

    def _manner(self, state: State) -> Manner:
        """Return how a game is searched, as the game recommends it."""
        advice = self._advice(state)
        trust = advice.get("TRUST", 1) if self._is_by_value(advice) else 0
        exploration = advice.get("EXPLORATION", EXPLORATION) if self.exploration is None else self.exploration
        trust_others = advice.get("TRUST_OTHERS", trust) if trust else 0
        return Manner(exploration, trust, trust_others, advice.get("BREADTH", EVERY), advice.get("BY_ODDS", False))

    def _advice(self, state: State) -> dict[str, Any]:
        """Return what the game recommends for this table. What is for some tables only is for searches that evaluate
        positions."""
        advice = contract.members_of(state.game.evaluation, Advice)
        for_table = advice.pop("for_table", None)
        return advice if for_table is None or not self._is_by_value(advice) else advice | for_table(state.record)

    def _is_by_value(self, advice: dict[str, Any]) -> bool:
        """Return whether positions are evaluated, not played out at random."""
        return bool((self.evaluation or advice.get("EVALUATION", "playout")) == "value")

    def _aim_trees(self, state: State) -> None:
        count = self.threads * int(self._advice(state).get("TREES", 1))
        if not self.keep_tree or self._game != state.game.name or len(self._trees) != count:
            self._game = state.game.name
            kernels = state.game.kernels("mcts")
            self._trees = [Tree(kernels, self._random.getrandbits(62) + 1) for _ in range(count)]
        for tree in self._trees:
            tree.aim(state.data)

    def _merged(self, state: State) -> list[Candidate]:
        """Return what all trees found together."""
        manner = self._manner(state)
        visits: dict[int, int] = {}
        totals: dict[int, float] = {}
        for tree in self._trees:
            for child in tree.children().tolist():
                total, count, action = child[0], child[1], child[2]
                visits[action] = visits.get(action, 0) + count
                totals[action] = totals.get(action, 0.0) + total
        return [
            Candidate(action, visits[action], mean_return(state, manner, totals[action], visits[action]))
            for action in sorted(visits)
        ]


def _best(state: State, candidates: list[Candidate]) -> list[Hint]:
    """Return the actions with the most visits, and the chance to win with each."""
    visited = [found for found in candidates if found.visits]
    ranked = sorted(visited, key=lambda found: (found.visits, found.value), reverse=True)
    if state.players == 1:
        chances = [(found.action, share_of(found.value, 1)) for found in ranked[:SHOWN]]
    else:
        beside = evaluation(state)
        chances = [(found.action, share(state, found.value, beside)) for found in ranked[:SHOWN]]
    return [
        Hint(action, say("wins about {percent}%", percent=round(100 * chance)), chance) for action, chance in chances
    ]
