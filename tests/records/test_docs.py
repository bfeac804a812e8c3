"""The examples in `docs/records.md` are what it says, and can be read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from stockade import records
from stockade.records import pictures
from stockade.records.formats import FORMATS, LARGEST

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "records.md").read_text("utf-8")
EXAMPLES = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
SPACE = re.compile(r"\s+")


def test_the_page_has_an_example_of_every_record() -> None:
    assert set(EXAMPLES) == {"python", "text", "ndjson", "json"}


@pytest.mark.parametrize("form", ["text", "ndjson", "json"])
def test_an_example_is_what_we_write(form: str) -> None:
    example = EXAMPLES[form]
    assert records.recognise(example) == form
    written = records.write(records.read(example), form).decode()
    if form == "json":  # written here on fewer lines
        assert json.loads(written) == json.loads(example)
        assert list(json.loads(written)) == list(json.loads(example))
    else:
        assert written == example


def test_the_python_example_runs() -> None:
    names: dict[str, object] = {}
    exec(EXAMPLES["python"], names)
    assert isinstance(names["record"], records.Record)


def test_the_page_names_the_formats_and_their_limits() -> None:
    assert all(f"`{name}`" in PAGE for name in FORMATS)
    for fact in (
        f"at most {LARGEST // 1_000_000} MB",
        f"{pictures.WIDTH} pixels wide",
        f"is {pictures.FILM_WIDTH} pixels wide",
        f"at most {pictures.MOST_FRAMES} frames",
    ):
        assert fact in SPACE.sub(" ", PAGE)
