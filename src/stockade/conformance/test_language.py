"""Everything that a game says can be translated. For games that have catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from itertools import islice
from typing import Any

import pytest

import stockade
from stockade.conformance.scope import either
from stockade.conformance.table import QUICK_SETTINGS, Setting, each_game, played_match, some
from stockade.core import language
from stockade.core.match import Match
from stockade.core.scene import Scene
from stockade.core.state import State

OTHER = "de"  # any language with the plural forms of English
MARKED = re.compile("⟦.*?⟧", re.S)
WORD = re.compile(r"[^\W\d_]{3,}")
NAME = re.compile(r"[A-Z][a-z]+|[IVX]+|USA")  # of people and countries, and Roman numbers
STATES = either(quick=6, deep=90)
SCENES = either(quick=3, deep=30)
REASONS = either(quick=25, deep=400)  # actions of a state that are asked for the reason why they are illegal


def marked(text: str) -> str:
    """Put marks around everything in a text except its parts, which must be translated by themselves."""
    return "".join(
        piece if piece.startswith("{") else f"⟦{piece}⟧" for piece in re.split(r"(\{\w+\})", text) if piece
    )


class Marks(dict[str, Any]):
    """A catalogue in which every text is there, and is marked."""

    def get(self, key: str, default: Any = None) -> Any:
        form = marked(key)
        return form if isinstance(default, str) else {"one": form, "other": form}


@pytest.fixture
def in_marks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Say everything with marks around what comes from a catalogue."""
    monkeypatch.setattr(language, "catalogue", lambda *_: Marks())
    language.forget_texts()
    with language.speaking(OTHER):
        yield
    language.forget_texts()


def is_translated(name: str) -> bool:
    """Return whether a game has catalogues. One that has none speaks English alone, and may say anything."""
    return resources.files(stockade.game(name).package).joinpath(language.FOLDER).is_dir()


each_quick_setting = pytest.mark.parametrize("setting", QUICK_SETTINGS, ids=str)


def texts_of(scene: Scene) -> Iterator[str]:
    """Yield everything in a scene that people read."""
    yield scene.prompt
    for area in scene.areas:
        yield from (area.label, area.closed)
    for piece in (*scene.pieces, *(ghost for choice in scene.choices for ghost in choice.ghost)):
        yield piece.label
    for panel in scene.panels:
        yield panel.title
    facts = [fact for panel in scene.panels for fact in panel.facts]
    facts += [fact for sheet in scene.sheets for fact in sheet.facts]
    for fact in facts:
        yield from (fact.label, fact.value, fact.detail, *fact.values)
    for sheet in scene.sheets:
        yield from (sheet.title, *(column.title for column in sheet.columns))
    for choice in scene.choices:
        yield from (choice.label, choice.prospect, choice.kind, choice.gain, *choice.asks)
        yield from (text for pair in choice.gains for text in pair)


def notation_of(match: Match) -> set[str]:
    """Return the words of a game's notation, which is the same in every language."""
    texts = {step.before.format(action) for step in match.steps() for action in step.before.legal_actions()}
    texts |= {step.before.format(step.action) for step in match.steps()}
    return {word for text in texts for word in WORD.findall(text)}


def left_over(texts: Iterator[str], notation: set[str]) -> set[str]:
    """Return the texts with words that come from no catalogue."""
    plain = {text: WORD.findall(MARKED.sub(" ", text)) for text in texts}
    return {text for text, words in plain.items() if not set(words) <= notation}


def reasons(state: State) -> Iterator[str]:
    legal = set(state.legal_actions())
    count = state.game.spec.action_count
    illegal = (action for action in range(0, count, max(1, count // REASONS)) if action not in legal)
    for action in islice(illegal, REASONS):
        reason = state.why_not(action).text
        notation = state.format(action)
        yield reason.replace(notation, "")


@each_quick_setting
@pytest.mark.usefixtures("in_marks")
def test_scenes_can_be_translated(setting: Setting) -> None:
    if not is_translated(setting.game):
        return
    notation = notation_of(played_match(setting, 3))
    for state in some(setting, STATES):
        for shape in ("wide", "tall"):
            assert left_over(texts_of(state.scene(None, shape)), notation) == set()


@each_quick_setting
@pytest.mark.usefixtures("in_marks")
def test_the_log_can_be_translated(setting: Setting) -> None:
    if not is_translated(setting.game):
        return
    match = played_match(setting, 3)
    notation = notation_of(match)
    for entry in match.history():
        assert left_over(iter((entry.label, *entry.told)), notation) == set()
    assert left_over(iter([match.state.describe_end()]), notation) == set()


@each_quick_setting
@pytest.mark.usefixtures("in_marks")
def test_reasons_can_be_translated(setting: Setting) -> None:
    if not is_translated(setting.game):
        return
    notation = notation_of(played_match(setting, 3, most=60))
    for state in some(setting, STATES):
        if not state.is_over:
            assert left_over(reasons(state), notation) == set()


@each_game
def test_what_a_game_says_about_itself_can_be_translated(name: str) -> None:
    game = stockade.game(name)
    if not is_translated(name):
        return
    drawn = re.findall(r">([^<>]+)</text>", game.art())
    texts = [word for word in drawn if not NAME.fullmatch(word)]
    texts += [game.spec.blurb, *(text for sign in game.legend for text in (sign.name, sign.text))]
    for option in game.spec.offered:
        texts += [option.heading, option.text, option.pattern_text, *map(option.title_of, option.choices)]
    known = language.catalogue(game.package, language.ENGLISH)
    assert [text for text in texts if WORD.search(text) and text not in known] == []


@each_quick_setting
def test_every_language_shows_the_same(setting: Setting) -> None:
    for state in some(setting, SCENES):
        here = state.scene()
        for code in language.languages():
            with language.speaking(code):
                there = state.scene()
            assert [choice.text for choice in there.choices] == [choice.text for choice in here.choices]
            for ours, theirs in ((here.areas, there.areas), (here.pieces, there.pieces)):
                assert [(each.id, each.x, each.y) for each in theirs] == [(each.id, each.x, each.y) for each in ours]
            assert [len(sheet.facts) for sheet in there.sheets] == [len(sheet.facts) for sheet in here.sheets]
            assert [sheet.id for sheet in there.sheets] == [sheet.id for sheet in here.sheets]
