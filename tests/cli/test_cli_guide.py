"""The guide at the prompt gives the same tips as in a browser."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stockade
from stockade.cli.guide import Guide

WORDS = stockade.game("blockade").guide_words()


def test_a_first_game_is_explained_before_each_decision(cli: Callable[..., Any]) -> None:
    said = cli("play", "blockade", "--guide", "--seed", "3", lines=("B3-5", "quit")).out
    assert "Stroller, level 1" in said
    assert said.index(WORDS["start"].title) < said.index("1. B3-5") < said.index(WORDS["landing"].title)
    assert " ".join(said.split()).count(WORDS["start"].typed) == 1
    assert "Touch a piece" in WORDS["start"].text
    assert "Touch a piece" not in " ".join(said.split())
    assert "under How things move" in said


def test_a_guided_game_has_as_many_players_as_teach_best(cli: Callable[..., Any]) -> None:
    said = cli("play", "cascade_barricade", "--guide", "--seed", "1", lines=("quit",)).out
    assert "Jade" in said
    assert "Gold" not in said


def test_the_guide_can_be_left_and_found_again(cli: Callable[..., Any], matches_folder: Path) -> None:
    lines = ("B3-5", "tips", "tips off", "tips", "tips on", "tips maybe", "quit")
    said = cli("play", "blockade", "--guide", "--seed", "3", lines=lines).out
    assert "You have left the guide" in said
    assert "This match has no guide" in said
    assert "say `tips`, `tips on` or `tips off`" in said
    assert said.count(f"{WORDS['start'].title}.") == 3  # at the start, and each time that the tips were listed
    (path,) = matches_folder.glob("*.json")
    assert json.loads(path.read_text("utf-8"))["table"]["guide"] is True


def test_a_saved_match_keeps_its_guide(cli: Callable[..., Any]) -> None:
    cli("play", "blockade", "--guide", "--seed", "3", lines=("B3-5", "quit"))
    assert WORDS["landing"].title in cli("play", "--resume", lines=("quit",)).out


def test_a_match_with_bots_can_get_the_guide_later(cli: Callable[..., Any]) -> None:
    said = cli("play", "blockade", "--seed", "3", lines=("tips on", "quit")).out
    assert WORDS["start"].title in said


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [(["--hotseat"], "one person who plays against bots"), (["--resume"], "cannot be combined")],
)
def test_what_a_guide_is_not_for(cli: Callable[..., Any], arguments: list[str], wrong: str) -> None:
    answer = cli("play", "blockade", "--guide", *arguments)
    assert answer.code != 0
    assert wrong in answer.err


def test_people_at_one_keyboard_have_no_guide(cli: Callable[..., Any]) -> None:
    said = cli("play", "blockade", "--hotseat", lines=("tips on", "quit")).out
    assert "one person who plays against bots" in said


def test_the_end_says_how_it_was_decided(capsys: pytest.CaptureFixture[str]) -> None:
    match, dice = stockade.Match("blockade", seed=1), random.Random(1)
    guide = Guide(match, 0)
    while not match.is_over:
        match.play(dice.choice(match.state.legal_actions()))
        assert guide.course.given  # looked at after every move, and once more from the start below
    again = Guide(match, 0)
    assert again.course.given == guide.course.given
    guide.say_end()
    said = capsys.readouterr().out
    assert "Your first game is over" in said
    assert "--level 2" in said


def test_taking_back_takes_the_tip_back() -> None:
    match = stockade.Match("blockade", seed=1)
    guide = Guide(match, 0)
    first = guide.course
    match.play("B3-5")
    match.play("B8-6")
    assert [given.tip.id for given in guide.course.given] == ["start", "landing"]
    match.undo(0, consent=True)
    assert guide.course == first
