"""Check matches for one player in the terminal, and free-text options."""

from __future__ import annotations

import pytest
from tests.core.toy_shelf import GAME, only_toys


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    only_toys(monkeypatch)


def test_one_player_meets_no_bot_and_ends_with_points(cli):
    rolls = ("small", "roll") * 60
    said = cli("play", GAME, "--players", "1", "--option", "target=4", "--seed", "1", lines=(*rolls, "quit"))
    assert said.code == 0
    assert "points are reached" in said.out
    assert "Ham 4" in said.out or "Ham 5" in said.out or "Ham 6" in said.out
    assert "wins" not in said.out
    assert "You win" not in said.out
    assert "You lose" not in said.out


def test_alone_there_is_nobody_to_ask_for_a_draw_and_giving_up_is_no_loss(cli):
    said = cli("play", GAME, "--players", "1", lines=("draw", "resign", "y", "quit"))
    assert "nobody to agree" in said.out + said.err
    assert "Ham resigned." in said.out
    assert "lose" not in said.out


def test_a_bot_has_no_seat_at_a_table_for_one(cli):
    said = cli("play", GAME, "--players", "1", "--level", "2")
    assert said.code != 0
    assert "too many" in said.err


def test_options_of_free_text(cli):
    made = cli("play", GAME, "--players", "1", "--option", "earmark=bd", lines=("small", "quit"))
    assert made.code == 0
    assert "Earmark: BD" in made.out
    wrong = cli("play", GAME, "--option", "earmark=XY")
    assert "one of none, AA, or two letters from A to D" in wrong.err
    assert "two letters from A to D" in cli("games", GAME).out
