"""Texts are said in the reader's language, in the right plural form, and in English where there is no translation."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from stockade.core import language
from stockade.core.language import (
    Words,
    cache_by_language,
    capital,
    counted,
    languages,
    listed,
    listed_or,
    noun,
    preferred,
    say,
    signed,
    speaking,
    turned,
    winning,
)

POLISH = {
    "Pay {cost}": "Zapłać {cost}",
    "{count} walls": {"one": "{count} mur", "few": "{count} mury", "many": "{count} murów", "other": "{count} muru"},
}


@pytest.fixture
def polish(monkeypatch: pytest.MonkeyPatch) -> Iterator[Words]:
    monkeypatch.setattr(language, "catalogue", lambda _, code: {"pl": POLISH}.get(code, {}))
    with speaking("pl"):
        yield Words("stockade")


def test_only_the_first_letter_changes() -> None:
    assert capital("the USA") == "The USA"
    assert capital("") == ""


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 walls"), (1, "1 wall"), (2, "2 walls"), (-1, "−1 wall"), (-2, "−2 walls")]
)
def test_one_thing_or_several(count: int, words: str) -> None:
    assert counted(count, "{count} wall", "{count} walls") == words
    assert noun("{count} wall", "{count} walls").counted(count) == words


@pytest.mark.parametrize(
    ("words", "told"),
    [([], ""), (["dig"], "dig"), (["dig", "fill"], "dig or fill"), (["dig", "fill", "trash"], "dig, fill or trash")],
)
def test_a_list_has_its_link_before_the_last(words: list[str], told: str) -> None:
    assert listed_or(words) == told
    assert listed(words) == told.replace(" or ", " and ")


def test_gains_and_losses_have_their_sign() -> None:
    assert [signed(number) for number in (3, 0, -2)] == ["+3", "+0", "−2"]


def test_a_turn_is_told_in_steps() -> None:
    assert [turned(steps) for steps in (0, 1, 5)] == ["", "turned 1 step to the right", "turned 5 steps to the right"]


def test_one_wins_and_several_share() -> None:
    assert winning(["Gold"]) == "Gold wins"
    assert winning(["Gold", "Jade", "Slate"]) == "Gold, Jade and Slate share the win"


def test_parts_are_filled_in() -> None:
    assert say("{who} pays {cost}", who="Jade", cost=3) == "Jade pays 3"
    assert say("plain {braces}") == "plain {braces}"
    assert (
        noun("{count} drop on {place}", "{count} drops on {place}", place=lambda: "b3").counted(2) == "2 drops on b3"
    )


def test_a_catalogue_translates_and_knows_plural_forms(polish: Words) -> None:
    assert polish.say("Pay {cost}", cost=3) == "Zapłać 3"
    found = [polish.counted(count, "{count} wall", "{count} walls") for count in (1, 3, 5, 22, -2)]
    assert found == ["1 mur", "3 mury", "5 murów", "22 mury", "−2 mury"]


def test_what_a_catalogue_lacks_is_said_in_english(polish: Words) -> None:
    assert polish.say("Take {cost}", cost=3) == "Take 3"
    assert polish.counted(1, "{count} hole", "{count} holes") == "1 hole"
    assert polish.say("{count} walls", count=2) == "2 walls"  # a text that counts, said without counting


def test_each_thread_speaks_its_own_language() -> None:
    heard: list[str] = []
    with speaking("de"):
        thread = threading.Thread(target=lambda: heard.append(language.language()))
        thread.start()
        thread.join()
        assert language.language() == "de"
    assert heard == ["en"]
    assert language.language() == "en"


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.5, de;q=0.7", "de"),
        ("fr, de;q=0.2", "de"),
        ("de;q=0, en", "en"),
        ("fr", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=much", "en"),
        ("x" * 5000 + "," * 5000, "en"),
        ("../../etc/passwd", "en"),
    ],
)
def test_the_language_is_the_best_of_those_that_somebody_reads(wishes: str, code: str) -> None:
    assert preferred(wishes) == code


def test_languages_have_their_own_names() -> None:
    assert languages() == {"de": "Deutsch", "en": "English"}


def test_a_result_is_kept_for_each_language_and_each_argument() -> None:
    calls = []

    @cache_by_language
    def told(number: int) -> tuple[str, int]:
        calls.append(number)
        return language.language(), number

    assert told(1) is told(1)
    with speaking("de"):
        assert (told(1), told(2)) == (("de", 1), ("de", 2))
    assert told(1) == ("en", 1)
    assert calls == [1, 1, 2]


def test_equal_nouns_are_one_object() -> None:
    assert noun("{count} oar", "{count} oars") is noun("{count} oar", "{count} oars")
    assert noun("{count} oar", "{count} oars") != noun("{count} oar of {whose}", "{count} oars", whose="mine")
