"""Check where points come from in real games: the sources add up to the points, and no game is named."""

from __future__ import annotations

from functools import cache

import pytest

import stockade
from stockade.bots import make
from stockade.core.match import Match
from stockade.core.study import watch
from stockade.insight.sources import Sources, sources_of


@cache
def played(name: str) -> tuple[Match, Sources | None]:
    """Return a match, and where its points came from."""
    match, bot = Match(name, seed=1), make("greedy", seed=1)
    while not match.is_over:
        match.play(bot.choose(match.state))
    return match, sources_of(match, list(match.steps()), watch(match))


WITHOUT = ["blockade"]  # a game without points while it is played
STUDIED = ["cascade_barricade"]
OTHERS = [name for name in stockade.games() if name not in (*WITHOUT, *STUDIED)]


@pytest.mark.parametrize("name", OTHERS)
def test_sources_add_up_to_the_points(name: str) -> None:
    match, found = played(name)
    assert found is not None
    sums = [sum(points[seat] for points in found.amounts.values()) for seat in range(match.players)]
    assert sums == match.state.scores()


@pytest.mark.parametrize("name", STUDIED)
def test_sources_of_a_study_are_what_was_earned(name: str) -> None:
    """Earned points can be spent again, so they do not add up to what is left."""
    match, found = played(name)
    notes = watch(match)
    assert found is not None
    assert notes is not None
    assert found.by == match.game.study.WORDS.group
    earned = [sum(thing.earned for thing in notes.holdings if thing.seat == seat) for seat in range(match.players)]
    assert [sum(points[seat] for points in found.amounts.values()) for seat in range(match.players)] == earned
    assert any(earned)


@pytest.mark.parametrize("name", WITHOUT)
def test_a_game_without_points_has_no_sources(name: str) -> None:
    match, found = played(name)
    assert found is None
    assert match.game.study is None


@pytest.mark.parametrize("name", stockade.games())
def test_names_of_sources_contain_no_seat(name: str) -> None:
    match, found = played(name)
    assert (found is None) == (name in WITHOUT)
    for source in found.amounts if found else ():
        assert not [seat for seat in range(match.players) if match.state.seat_name(seat) in source]
        assert not any(letter.isdigit() for letter in source)
        assert source.replace(" ", "").isalpha(), source


def test_there_are_all_three_ways_to_say_it() -> None:
    ways = {found.by if found else "" for _, found in map(played, stockade.games())}
    assert ways >= {"", "line of the score sheet", "wall type", "heading of the log, or kind of action"}
