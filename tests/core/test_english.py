"""Small words are put together as one would say them."""

from __future__ import annotations

import pytest

from stockade.core.english import capital, counted, listed, lower, signed, turned, winning


def test_only_the_first_letter_changes() -> None:
    assert capital("the USA") == "The USA"
    assert lower("Tile II-base") == "tile II-base"
    assert capital("") == lower("") == ""


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 walls"), (1, "1 wall"), (2, "2 walls"), (-1, "-1 wall"), (-2, "-2 walls")]
)
def test_one_thing_or_several(count: int, words: str) -> None:
    assert counted(count, "wall") == words


@pytest.mark.parametrize(
    ("words", "told"),
    [([], ""), (["dig"], "dig"), (["dig", "fill"], "dig or fill"), (["dig", "fill", "trash"], "dig, fill or trash")],
)
def test_a_list_has_its_link_before_the_last(words: list[str], told: str) -> None:
    assert listed(words, "or") == told


def test_gains_and_losses_have_their_sign() -> None:
    assert [signed(number) for number in (3, 0, -2)] == ["+3", "+0", "−2"]


def test_a_turn_is_told_in_steps() -> None:
    assert [turned(steps) for steps in (0, 1, 5)] == ["", "turned 1 step to the right", "turned 5 steps to the right"]


def test_one_wins_and_several_share() -> None:
    assert winning(["Gold"]) == "Gold wins"
    assert winning(["Gold", "Jade", "Slate"]) == "Gold, Jade and Slate share the win"
