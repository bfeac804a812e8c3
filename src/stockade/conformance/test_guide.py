"""The guide of every game that has one: its tips come up, fit on a card, and point at things that exist."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, wraps
from importlib import resources
from pathlib import Path

import pytest

import stockade
from stockade.conformance.scope import either
from stockade.conformance.table import GAMES, Setting, played_match
from stockade.core.guide import LONGEST, Course, GivenTip, pointed_at, slug
from stockade.core.language import languages, speaking
from stockade.core.state import State

MATCHES = either(quick=40, deep=200)


def each_guide(test: Callable[[str], None]) -> Callable[[str], None]:
    """Run a test for every game that has a guide. For others there is nothing to test."""

    @pytest.mark.parametrize("name", GAMES)
    @wraps(test)
    def guided(name: str) -> None:
        if stockade.game(name).has_guide:
            test(name)

    return guided


@cache
def matches(name: str) -> list[stockade.Match]:
    """Return random matches, as a guided first game is set up."""
    setting = Setting(name, stockade.game(name).spec.guided_players())
    return [played_match(setting, seed) for seed in range(MATCHES)]


def given_in(match: stockade.Match, seat: int) -> Iterator[tuple[State, GivenTip | None]]:
    """Yield every state of a match, and the tip that a seat gets there."""
    course = match.game.course(seat).begin(match.start)
    yield match.start, course.now(match.start)
    for step in match.steps():
        course = course.follow(step)
        yield step.after, course.now(step.after)


def test_a_game_with_tips_has_their_words_and_the_other_way_round() -> None:
    for name in GAMES:
        game = stockade.game(name)
        assert hasattr(game.text, "GUIDE") == game.has_guide, name


@each_guide
def test_every_tip_has_words_in_every_language(name: str) -> None:
    game = stockade.game(name)
    ids = [tip.id for tip in game.guiding.GUIDE]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z][a-z_]*", tip) for tip in ids)
    folder = Path(str(resources.files(game.package)))
    for code in languages():
        with speaking(code):
            words = game.guide_words()
        if code != "en" and not (folder / f"learn.{code}.md").is_file():
            continue  # the game speaks English alone
        assert (folder / ("guide.md" if code == "en" else f"guide.{code}.md")).is_file()
        assert set(words) == set(ids)
        for tip, said in words.items():
            assert 0 < len(said.title) <= 48, tip
            assert 0 < len(said.text.split()) <= LONGEST, tip
            assert not re.search(r"[*`_>\[]", said.text), tip  # clients show it as it is
            assert said.typed, tip


@each_guide
def test_every_tip_leads_to_a_section_of_the_lesson(name: str) -> None:
    game = stockade.game(name)
    ids = [section.id for section in game.sections()]
    assert len(set(ids)) == len(ids)
    assert {slug(tip.section) for tip in game.guiding.GUIDE} <= set(ids)
    for code in languages():
        with speaking(code):
            assert [section.id for section in game.sections()] == ids


@each_guide
def test_every_tip_comes_up_in_random_matches(name: str) -> None:
    wanted = {tip.id for tip in stockade.game(name).guiding.GUIDE}
    for match in matches(name):
        for seat in range(match.players):
            wanted -= {given.tip.id for _, given in given_in(match, seat) if given is not None}
        if not wanted:
            return
    assert wanted == set()


@each_guide
def test_a_tip_comes_once_and_before_a_decision_of_the_player(name: str) -> None:
    for match in matches(name)[:3]:
        for seat in range(match.players):
            found = [(state, given) for state, given in given_in(match, seat) if given is not None]
            ids = [given.tip.id for _, given in found]
            assert len(set(ids)) == len(ids)
            for state, given in found:
                assert state.current_player == seat
                assert given.at == state.ply
                assert given.event is None or 0 <= given.event < given.at
                assert (given.event is not None) == (given.tip.after is not None)


@each_guide
def test_a_tip_points_at_things_that_exist(name: str) -> None:
    for match in matches(name)[:3]:
        for state, given in given_in(match, 0):
            if given is None:
                continue
            kept = state.to_bytes()
            legal = state.legal_actions()
            for shape in ("wide", "tall"):
                scene = state.scene(0, shape)
                known = {area.id for area in scene.areas if area.label} | {piece.id for piece in scene.pieces}
                things, actions = pointed_at(given, scene)
                assert set(things) <= known, given.tip.id
                assert set(actions) <= set(legal), given.tip.id
            assert {shown for shown in given.shows if isinstance(shown, int)} <= set(legal), given.tip.id
            assert state.to_bytes() == kept


@each_guide
def test_the_tips_follow_from_the_log_alone(name: str) -> None:
    match = matches(name)[0]
    course: Course = match.game.course(0).begin(match.start)
    for step in match.steps():
        course = course.follow(step)
    again = stockade.Match.from_json(match.to_json())
    assert [given for _, given in given_in(again, 0) if given is not None] == list(course.given)


@each_guide
def test_the_closing_words_tell_how_a_match_ended(name: str) -> None:
    for match in matches(name)[:5]:
        for seat in range(match.players):
            assert match.game.guiding.closing(match.state.record, seat).endswith(".")
