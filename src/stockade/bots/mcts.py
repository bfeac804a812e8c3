"""Monte-Carlo tree search for every game, on one core or several. The search itself is compiled."""

from __future__ import annotations

import os
import random
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

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
JUDGING_SECONDS = 0.5  # for the answer to an offered draw


class Manner(NamedTuple):
    """How a search chooses among actions."""

    exploration: float
    trust: int  # how many visits the first estimate of an action counts as
    trust_others: int  # the same, where another player decides than the one who searches


class Tree:
    """One search tree, with the state of its root and a random generator of its own."""

    def __init__(self, kernels: Any, seed: int) -> None:
        self.kernels = kernels
        self.seed = np.uint64(seed)
        self.data: npt.NDArray[np.uint8] | None = None
        self.kept_digest = 0  # after the last search
        self.clear(FIRST_CAPACITY)

    def clear(self, capacity: int) -> None:
        """Forget everything."""
        self.nodes = np.zeros(capacity, self.kernels.NODE)
        self.used = np.ones(1, np.int64)
        self.totals = np.zeros(0)  # the returns to every seat since `aim`

    def aim(self, data: npt.NDArray[np.uint8]) -> None:
        """Make `data` the root. The tree keeps what it already knows about it.

        Kernels have no bounds checks and follow whatever a node says, so a tree that something else has changed since
        the last search is forgotten.
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
            started = time.perf_counter()
            if deadline is not None and started >= deadline and done:
                break
            self.make_room(chunk)
            self.seed = np.uint64(
                self.kernels.search(self.nodes, self.used, self.data, chunk, self.seed, *manner, self.totals)
            )
            done += chunk
            elapsed = time.perf_counter() - started
            if elapsed < CHUNK_SECONDS / 2:
                chunk *= 2
            elif elapsed > CHUNK_SECONDS * 2:
                chunk = max(16, chunk // 2)
        self.kept_digest = self.digest()
        return done

    def children(self) -> npt.NDArray[Any]:
        """Return the children of the root."""
        first, count = int(self.nodes[0]["first_child"]), int(self.nodes[0]["children"])
        return self.nodes[first : first + count]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the search found out about one action."""

    action: int
    visits: int
    value: float  # mean return to the player who decides, from -1 to 1


class MctsBot(Bot):
    """Searches for a number of simulations or of seconds, and keeps its tree between moves.

    Each thread has a tree of its own, and their visits are added up at the end. Leaves are evaluated by random play
    or by the game's evaluation. A game can recommend other defaults (`EVALUATION`, `EXPLORATION`, `TRUST`,
    `TRUST_OTHERS`). With `slip`, it makes near misses in between.
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
        candidates = self.analyse(state)
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

    def _search(self, state: State, simulations: int | None, limit: float | None) -> list[Candidate]:
        """Search further in the trees, until the budget is spent."""
        deadline = None if limit is None else time.perf_counter() + limit
        share = None if simulations is None else -(-simulations // self.threads)
        manner = self._manner(state)
        if self.threads == 1:
            done = [self._trees[0].run(share, deadline, manner)]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                done = list(pool.map(lambda tree: tree.run(share, deadline, manner), self._trees))
        self.last_simulations = sum(done)
        return self._merged()

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
        tree.run(self.simulations, None, self._manner(state))
        [child] = tree.children()
        return float(child["total"] / child["visits"])

    def _manner(self, state: State) -> Manner:
        """Return how a game is searched, as the game recommends it."""
        advice = contract.members_of(state.game.evaluation, Advice)
        by_value = (self.evaluation or advice.get("EVALUATION", "playout")) == "value"
        trust = advice.get("TRUST", 1) if by_value else 0
        exploration = advice.get("EXPLORATION", EXPLORATION) if self.exploration is None else self.exploration
        return Manner(exploration, trust, advice.get("TRUST_OTHERS", trust) if by_value else 0)

    def _aim_trees(self, state: State) -> None:
        if not self.keep_tree or self._game != state.game.name:
            self._game = state.game.name
            kernels = state.game.kernels("mcts")
            self._trees = [Tree(kernels, self._random.getrandbits(62) + 1) for _ in range(self.threads)]
        for tree in self._trees:
            tree.aim(state.data)

    def _merged(self) -> list[Candidate]:
        visits: dict[int, int] = {}
        totals: dict[int, float] = {}
        for tree in self._trees:
            for child in tree.children().tolist():
                total, count, action = child[0], child[1], child[2]
                visits[action] = visits.get(action, 0) + count
                totals[action] = totals.get(action, 0.0) + total
        return [
            Candidate(action, visits[action], totals[action] / max(visits[action], 1)) for action in sorted(visits)
        ]


def _best(state: State, candidates: list[Candidate]) -> list[Hint]:
    """Return the actions with the most visits, and the chance to win with each."""
    visited = [found for found in candidates if found.visits]
    ranked = sorted(visited, key=lambda found: (found.visits, found.value), reverse=True)
    chances = [(found.action, share_of(found.value, state.players)) for found in ranked[:SHOWN]]
    return [
        Hint(action, say("wins about {percent}%", percent=round(100 * chance)), chance) for action, chance in chances
    ]
