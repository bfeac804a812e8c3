"""Follow matches step by step, and keep what was found, so that only new actions have to be replayed."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from stockade.core.match import Step, replay
from stockade.core.state import State

from .recent import Recent
from .replay import resume
from .stored import Stored

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Kept(Generic[Found]):
    """What was found along the actions of a match, and the state after them."""

    actions: array[int]
    found: Found
    state: State


class Along(Generic[Found]):
    """Computes something along the steps of matches.

    `begin` returns what is found at the first state of a match, and `go_on` what is found after more steps; it leaves
    what it is given as it was.
    """

    def __init__(self, count: int) -> None:
        self._kept: Recent[Hashable, Kept[Found]] = Recent(count)

    def follow(
        self,
        stored: Stored,
        key: Hashable,
        begin: Callable[[State], Found],
        go_on: Callable[[Found, Sequence[Step]], Found],
    ) -> Found:
        """Return what is found along a match. Results with the same key belong together."""
        actions = stored.actions
        kept = self._kept.get((stored.row.id, key))
        if kept is None or actions[: len(kept.actions)] != kept.actions:
            start = resume(stored).start
            kept = Kept(array("i"), begin(start), start)
        steps = list(replay(kept.state, actions[len(kept.actions) :]))
        if steps:
            kept = Kept(actions, go_on(kept.found, steps), steps[-1].after)
        self._kept.put((stored.row.id, key), kept)
        return kept.found
