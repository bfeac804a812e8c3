"""Readers of positions take what is right and say what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from stockade.core.errors import BadPosition
from stockade.core.positions import flag, lowered, numbers, part, reads_back


class Phase(IntEnum):
    OPEN = 0
    BID = 1


def test_names_are_written_small() -> None:
    assert lowered(Phase) == ("open", "bid")
    assert lowered(("Crimson", "Azure")) == ("crimson", "azure")


def test_what_is_right_is_taken() -> None:
    assert flag({"drowned": True}, "drowned") is True
    assert flag({}, "drowned") is False
    assert flag({}, "majorities", True) is True
    assert part({"tile": 1}, {"tile", "token"}, "a hand") == {"tile": 1}
    assert numbers([1, -2], "at", 2, -3, 3) == [1, -2]


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda: flag({"drowned": 1}, "drowned"), "'drowned' is true or false, not 1"),
        (lambda: part([], {"tile"}, "a hand"), "a hand is an object with named fields"),
        (lambda: part({"tiles": 1}, {"tile"}, "a hand"), "a hand has no field 'tiles'"),
        (lambda: numbers([1], "at", 2, -3, 3), "'at' is 2 whole numbers"),
        (lambda: numbers([1, 4], "at", 2, -3, 3), "'at' is a whole number from -3 to 3, not 4"),
    ],
)
def test_what_is_wrong_is_refused_by_name(read: Callable[[], Any], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        read()


def test_a_record_must_be_what_its_readable_form_makes_of_it() -> None:
    def to_json(state: Any) -> dict[str, int]:
        return {"money": int(state["money"])}

    def from_json(given: Any, state: Any) -> None:
        state["money"] = given["money"]

    records = np.zeros(1, np.dtype([("money", np.int16), ("hidden", np.int16)]))
    records[0]["money"] = 7
    reads_back(records[0], to_json, from_json)
    records[0]["hidden"] = 1
    with pytest.raises(BadPosition, match="do not fit together"):
        reads_back(records[0], to_json, from_json)
