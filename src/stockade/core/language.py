"""Texts in the reader's language.

The code says everything in English, through the functions of this module. The English text is the key of its
translation in a catalogue: `languages/de.json` in the package that the text belongs to. What a catalogue lacks is
said in English.

    say("{player} pays {cost}", player=name, cost=cost)
    counted(3, "{count} wall", "{count} walls")

Each game has catalogues of its own, so that one English word may become different words in two games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from importlib import resources
from typing import Any, ParamSpec, TypeVar

ENGLISH = "en"
FOLDER = "languages"
KEPT = 1 << 13  # results that a function keeps

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

Catalogue = Mapping[str, str | Mapping[str, str]]
"""Translations by English text. Of a text that counts, one for each plural category, by its English plural."""

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the code of the language that texts are in now, such as "de"."""
    return _current.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Say everything in another language for a while. It holds for this thread, or for this asynchronous task."""
    token = _current.set(code)
    try:
        yield
    finally:
        _current.reset(token)


_forget: list[Callable[[], None]] = []


def forget_texts() -> None:
    """Forget everything that `cache_by_language` keeps, because a catalogue has changed."""
    for forget in _forget:
        forget()


def cache_by_language(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Keep what a function returns, for each language.

    Nothing else may change the result except the arguments, which are plain values. The result is shared, so nobody
    may change it.
    """

    @lru_cache(KEPT)
    def kept(_code: str, *args: Any, **parts: Any) -> Result:
        return function(*args, **parts)

    _forget.append(kept.cache_clear)

    @wraps(function)
    def found(*args: Arguments.args, **parts: Arguments.kwargs) -> Result:
        return kept(_current.get(), *args, **parts)  # type: ignore[arg-type]

    return found


@cache
def languages() -> dict[str, str]:
    """Return the languages that there are, with their own names: {"en": "English", "de": "Deutsch"}."""
    from babel import Locale

    places = resources.files("stockade").joinpath(FOLDER).iterdir()
    codes = sorted(place.name.removesuffix(".json") for place in places if place.name.endswith(".json"))
    return {code: capital(Locale.parse(code, sep="-").get_display_name() or code) for code in codes}


def preferred(wishes: str) -> str:
    """Return the language for a person, from a list as browsers send it: "de-AT,de;q=0.9,en;q=0.8"."""
    from babel import negotiate_locale

    weighted = []
    for place, wish in enumerate(wishes.split(",")[:20]):
        code, _, weight = wish.partition(";q=")
        try:
            weighted.append((-float(weight or 1), place, code.strip()))
        except ValueError:
            continue
    codes = [code for weight, _, code in sorted(weighted) if weight < 0]
    return negotiate_locale(codes, list(languages()), sep="-") or ENGLISH


class Words:
    """The texts of one package, in every language that it has a catalogue for."""

    def __init__(self, package: str) -> None:
        self.package = package

    def say(self, text: str, /, **parts: object) -> str:
        """Return a text in the reader's language. The parts replace the names in braces."""
        return _filled(self._found(text) or text, parts)

    def counted(self, number: int, one: str, other: str, /, **parts: object) -> str:
        """Return a text that counts, in the right form for a number. `{count}` in it is the number."""
        return _filled(self._form(number, one, other), {"count": f"−{-number}" if number < 0 else number, **parts})

    def noun(self, one: str, other: str, /, **parts: object) -> Noun:
        """Return a thing that is counted, for when the number is known. A part that is a function is called then."""
        return _noun(self, one, other, tuple(parts.items()))

    def _found(self, text: str) -> str:
        """Return the translation of a text, or nothing."""
        if (code := _current.get()) == ENGLISH:
            return ""
        found = catalogue(self.package, code).get(text, "")
        return found if isinstance(found, str) else ""

    def _form(self, number: int, one: str, other: str) -> str:
        """Return the form of a text for a number."""
        if (code := _current.get()) != ENGLISH:
            forms = catalogue(self.package, code).get(other, {})
            if not isinstance(forms, str) and (form := forms.get(plural_category(code, number))):
                return form
        return one if abs(number) == 1 else other


@dataclass(frozen=True, slots=True, eq=False)
class Noun:
    """A thing that is counted, such as "{count} wall" and "{count} walls". There is one object for each thing."""

    words: Words
    one: str
    other: str
    parts: tuple[tuple[str, Any], ...] = ()

    def counted(self, number: int) -> str:
        """Return the thing with a number: "1 wall", "3 walls"."""
        return _counted(self, number)


@cache
def _noun(words: Words, one: str, other: str, parts: tuple[tuple[str, Any], ...]) -> Noun:
    return Noun(words, one, other, parts)


@cache_by_language
def _counted(thing: Noun, number: int) -> str:
    parts = {name: part() if callable(part) else part for name, part in thing.parts}
    return thing.words.counted(number, thing.one, thing.other, **parts)


def mark(text: str) -> str:
    """Mark a text for the catalogues. It is translated where it is said: `say(TITLES[kind])`."""
    return text


@cache
def catalogue(package: str, code: str) -> Catalogue:
    """Return the translations of a package. Empty if it has none in that language."""
    place = resources.files(package).joinpath(FOLDER, f"{code}.json")
    found: Catalogue = json.loads(place.read_text("utf-8")) if place.is_file() else {}
    return found


@cache
def plural_category(code: str, number: int) -> str:
    """Return which plural form a language uses for a number: "one", "few", "other" and so on."""
    from babel import Locale

    return Locale.parse(code, sep="-").plural_form(abs(number))


def _filled(text: str, parts: Mapping[str, object]) -> str:
    return text.format_map(parts) if parts else text


WORDS = Words("stockade")
say, counted, noun = WORDS.say, WORDS.counted, WORDS.noun


# -- helpers for every language ------------------------------------------------------------------------------


def capital(words: str) -> str:
    """Start a text with a capital letter."""
    return words[:1].upper() + words[1:]


def listed(words: Sequence[str]) -> str:
    """Join words to a list: "dig, fill and trash". An empty list gives an empty text."""
    return _joined(words, say("{some} and {last}"))


def listed_or(words: Sequence[str]) -> str:
    """Join words to a list of possibilities: "dig, fill or trash"."""
    return _joined(words, say("{some} or {last}"))


def _joined(words: Sequence[str], pattern: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return pattern.format(some=", ".join(words[:-1]), last=words[-1])


def signed(number: int) -> str:
    """Return a number with its sign: "+3", "−2"."""
    return f"−{-number}" if number < 0 else f"+{number}"


def turned(steps: int) -> str:
    """Say how a tile is turned, as seen from above: "turned 2 steps to the right". Return nothing if it is not."""
    return counted(steps, "turned {count} step to the right", "turned {count} steps to the right") if steps else ""


def winning(names: Sequence[str]) -> str:
    """Say who has won: "Gold wins", "Jade and Gold share the win"."""
    return counted(len(names), "{names} wins", "{names} share the win", names=listed(names))
