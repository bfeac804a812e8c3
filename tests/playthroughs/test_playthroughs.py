"""Check that the rules reproduce each recorded match line by line. `regenerate.py` writes the transcripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.playthroughs.transcript import FOLDER, read_actions, read_head, replay, ways_to_end, write

import stockade
from stockade import CHANCE, Match

PATHS = sorted(path for path in FOLDER.glob("*/*.txt") if path.name != "ends.txt")
each_path = pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}-{path.stem}")
each_game = pytest.mark.parametrize("name", stockade.games())


@each_path
def test_the_rules_tell_the_same_story(path: Path) -> None:
    told = path.read_text("utf-8").splitlines()
    fresh = write(read_head(path.read_text("utf-8")), replay(path.read_text("utf-8"))).splitlines()
    for number, (old, new) in enumerate(zip(told, fresh, strict=False), 1):
        assert new == old, f"{path.name}:{number}"
    assert len(fresh) == len(told)


@each_path
def test_it_is_by_todays_rules_and_ends_as_it_says(path: Path) -> None:
    text = path.read_text("utf-8")
    head = read_head(text)
    assert head.game == path.parent.name
    assert head.rules_version == stockade.game(head.game).spec.rules_version
    match = replay(text)
    assert match.is_over
    assert match.result is not None
    assert re.search(ways_to_end(head.game)[head.ends], match.result.reason)


@each_path
def test_its_seed_gives_its_chance(path: Path) -> None:
    """The seed and the decisions reproduce the recorded outcomes of chance."""
    text = path.read_text("utf-8")
    told = replay(text)
    match = Match(told.game, told.players, told.options, seed=read_head(text).seed)
    for actor, action in zip(told.actors, told.actions, strict=True):
        if actor != CHANCE:
            match.play(action)
    assert match.actions == told.actions
    assert len(read_actions(text)) == len(told.actions)


@each_game
def test_every_way_to_end_has_a_transcript(name: str) -> None:
    shown = {read_head(path.read_text("utf-8")).ends for path in PATHS if path.parent.name == name}
    assert shown == set(ways_to_end(name)) != set()


@each_game
def test_every_player_count_has_a_transcript(name: str) -> None:
    shown = {read_head(path.read_text("utf-8")).players for path in PATHS if path.parent.name == name}
    assert shown == set(stockade.game(name).spec.players)


@each_game
def test_every_option_is_changed_in_some_transcript(name: str) -> None:
    heads = [read_head(path.read_text("utf-8")) for path in PATHS if path.parent.name == name]
    for option in stockade.game(name).spec.options:
        if len(option.choices) == 1:  # a table of data with only one value
            continue
        assert any(head.options[option.name] != option.default for head in heads), option.name


def test_every_folder_belongs_to_a_game() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(stockade.games())
