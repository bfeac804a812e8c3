"""Snapshots: states as this program stores them for itself, with a checksum in front.

Bytes from other sources go through `Game.from_bytes`, which checks that the position can occur. That is slow, and a
snapshot does not need it: its checksum covers the game, the rules version, the layout of the record and the bytes. If
the checksum is right, these are the bytes that were written, and they still mean the same.

The checksum protects against damage and against a changed layout, not against people. Never read a snapshot that a
client has sent.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import numpy as np

from stockade.core.errors import BadPosition
from stockade.core.game import Game
from stockade.core.state import State

CHECKSUM_SIZE = 16


def to_snapshot(state: State) -> bytes:
    data = state.to_bytes()
    return _checksum(state.game, data) + data


def from_snapshot(game: Game, snapshot: bytes) -> State:
    """Return the state from a snapshot. A snapshot that is damaged or has another layout raises `BadPosition`."""
    data = snapshot[CHECKSUM_SIZE:]
    if len(data) != game.record.itemsize or snapshot[:CHECKSUM_SIZE] != _checksum(game, data):
        raise BadPosition(f"this is no snapshot of {game.spec.title} as it is now")
    return State(game, np.frombuffer(data, np.uint8).copy())


def _checksum(game: Game, data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM_SIZE, key=_key(game)).digest()


@cache
def _key(game: Game) -> bytes:
    meaning = f"{game.name} {game.spec.rules_version} {_layout_text(game.record)}"
    return hashlib.blake2b(meaning.encode()).digest()


def _layout_text(kind: np.dtype[Any]) -> str:
    """Return the name, offset, type and shape of every field. NumPy's own description differs between releases."""
    if kind.subdtype is not None:
        item, shape = kind.subdtype
        return f"{_layout_text(item)}{list(shape)}"
    if kind.fields is None:
        return kind.str
    fields = (f"{name}@{place}:{_layout_text(field)}" for name, (field, place, *_) in kind.fields.items())
    return f"({' '.join(fields)}){kind.itemsize}"
