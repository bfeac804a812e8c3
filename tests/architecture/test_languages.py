"""Every text is in every language, with the same parts in it and the plural forms that the language has."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import catalogues
import pytest
from babel import Locale

from stockade.core.language import languages

FOLDERS = list(catalogues.catalogues())
OTHERS = [code for code in languages() if code != "en"]
PAIRS = [pytest.param(folder, code, id=f"{folder.parent.name}-{code}") for folder in FOLDERS for code in OTHERS]
LESSONS = sorted((catalogues.PACKAGE / "games").glob("*/learn.md"))
each_lesson = pytest.mark.parametrize(
    ("lesson", "code"),
    [pytest.param(lesson, code, id=f"{lesson.parent.name}-{code}") for lesson in LESSONS for code in OTHERS],
)


def parts(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_the_english_catalogue_has_what_the_code_says(folder: Path) -> None:
    said = catalogues.english(catalogues.catalogues()[folder])
    assert catalogues.read(folder / "en.json") == said
    assert said


@pytest.mark.parametrize(("folder", "code"), PAIRS)
def test_nothing_is_left_in_english(folder: Path, code: str) -> None:
    there, said = catalogues.read(folder / f"{code}.json"), catalogues.read(folder / "en.json")
    missing = [key for key in said if not there.get(key)]
    assert (len(missing), missing[:5]) == (0, [])
    assert [key for key in there if key not in said] == []


@pytest.mark.parametrize(("folder", "code"), PAIRS)
def test_translations_have_the_same_parts(folder: Path, code: str) -> None:
    forms = {Locale.parse(code).plural_form(number) for number in range(1000)}
    said = catalogues.read(folder / "en.json")
    for key, text in catalogues.read(folder / f"{code}.json").items():
        if isinstance(text, dict):
            assert set(text) == forms, key
            assert isinstance(said[key], dict), key
            for form in text.values():
                assert parts(form) | {"count"} == parts(key) | {"count"}, key
            assert "{count}" not in key or "{count}" in text["other"], key
        else:
            assert isinstance(said[key], str), key
            assert parts(text) == parts(key), key
            assert text == text.strip() or key != key.strip(), key


def outline(text: str) -> list[str]:
    """Return what is the same in a lesson in all languages: its structure, its boards and its symbols."""
    boards = re.findall(r"^```board\n(.*?)^```", text, re.M | re.S)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    found = re.findall(r"^#+ |^\||^ *[-*] |^ *\d+\. |!\[[^\]]*\]\(([^)]*)\)", prose, re.M)
    heads = [line.split(" ", 1)[0] for line in prose.splitlines() if re.match(r"#|\||[-*] |\d+\. ", line)]
    shown = [json.dumps({**json.loads(board), "caption": ""}, sort_keys=True) for board in boards]
    return [*heads, *(symbol for symbol in found if symbol), *shown]


@each_lesson
def test_lessons_teach_the_same(lesson: Path, code: str) -> None:
    other = lesson.with_name(f"learn.{code}.md")
    assert outline(other.read_text("utf-8")) == outline(lesson.read_text("utf-8"))
