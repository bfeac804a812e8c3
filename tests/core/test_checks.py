"""Test what the checks of positions say about wrong values."""

from __future__ import annotations

import pytest

from stockade.core.checks import one_of, whole
from stockade.core.errors import BadPosition, quoted


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "'water' is a whole number from 1 to 3, not null"),
        (True, "'water' is a whole number from 1 to 3, not true"),
        ("two", "'water' is a whole number from 1 to 3, not 'two'"),
        (4, "'water' is a whole number from 1 to 3, not 4"),
        ([7] * 1000, f"'water' is a whole number from 1 to 3, not {quoted([7] * 1000)}"),
    ],
)
def test_wrong_numbers_are_said_in_the_words_of_json(value, words):
    with pytest.raises(BadPosition) as error:
        whole({"water": value}, "water", 1, 3)
    assert error.value.args[0] == words


def test_a_single_number_is_no_range():
    assert whole({"players": 2}, "players", 2, 2) == 2
    with pytest.raises(BadPosition, match="'players' is 2, not 3"):
        whole({"players": 3}, "players", 2, 2)


def test_a_wrong_word_is_said_in_the_words_of_json():
    assert one_of({}, "phase", ("buy", None), None) is None
    with pytest.raises(BadPosition, match="'phase' is one of buy, null, not false"):
        one_of({"phase": False}, "phase", ("buy", None), None)
