"""Snapshots: quick to read, and refused when they are not what was written."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import pytest

import stockade
from stockade import BadPosition, State
from stockade.core.layout import Int8, Int8s, Layout, dtype_of
from stockade.core.snapshot import from_snapshot, to_snapshot


def some_state(name: str) -> State:
    state, dice = stockade.game(name).start(), random.Random(1)
    for _ in range(15):
        state.apply(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", stockade.games())
def test_a_snapshot_is_the_state_again(name: str) -> None:
    state = some_state(name)
    again = from_snapshot(state.game, to_snapshot(state))
    assert again == state
    again.apply(again.legal_actions()[0])  # it is a copy that can be changed
    assert again != state


def test_it_is_not_checked_like_bytes_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    state = some_state("blockade")
    monkeypatch.setattr(state.game.position, "validate", lambda _: 1 / 0)
    assert from_snapshot(state.game, to_snapshot(state)) == state
    with pytest.raises(ZeroDivisionError):
        state.game.from_bytes(state.to_bytes())


def test_any_changed_byte_is_found() -> None:
    state = some_state("blockade")
    snapshot = to_snapshot(state)
    for place in range(len(snapshot)):
        damaged = bytearray(snapshot)
        damaged[place] ^= 1
        with pytest.raises(BadPosition):
            from_snapshot(state.game, bytes(damaged))


def test_nothing_else_is_a_snapshot() -> None:
    state = some_state("blockade")
    snapshot = to_snapshot(state)
    other = to_snapshot(some_state("cascadia"))
    for wrong in (b"", b"x", snapshot[:-1], snapshot + b"\0", snapshot[1:], state.to_bytes(), other):
        with pytest.raises(BadPosition, match="Blockade"):
            from_snapshot(state.game, wrong)


class Inner(Layout):
    one: Int8
    two: Int8


class Swapped(Layout):
    two: Int8
    one: Int8


class Row(Layout):
    both: Annotated[Int8s, 2]


@dataclass(frozen=True)
class Rules:
    rules_version: int = 1
    title: str = "Toy"


@dataclass(frozen=True, eq=False)
class Toy:
    """As much of a game as a snapshot needs."""

    layout: Any
    spec: Rules = Rules()
    name: str = "toy"

    @property
    def record(self) -> np.dtype[Any]:
        return dtype_of(self.layout)


def test_a_changed_meaning_is_found_though_the_size_is_the_same() -> None:
    game: Any = Toy(Inner)
    snapshot = to_snapshot(State(game, np.array([1, 2], np.uint8)))
    assert from_snapshot(game, snapshot).to_bytes() == b"\1\2"
    same: Any = Toy(Inner)
    assert from_snapshot(same, snapshot).to_bytes() == b"\1\2"
    others: list[Any] = [Toy(Swapped), Toy(Row), Toy(Inner, Rules(2)), Toy(Inner, name="other")]
    for other in others:
        with pytest.raises(BadPosition):
            from_snapshot(other, snapshot)
