"""Run the examples in docs/research.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "research.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_there_is_an_example_of_each() -> None:
    for name in ("pettingzoo", "gymnasium", "openspiel"):
        assert any(f"stockade.research import {name}" in example for example in EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.split("\n")[0])
def test_the_example_runs(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(example.splitlines()) <= 15
    exec(compile(example, str(DOCS), "exec"), {"__name__": "example"})


def test_ids_in_the_text_exist() -> None:
    import gymnasium

    import stockade.research.gymnasium  # noqa: F401

    named = re.findall(r"`(stockade/[\w-]+-v\d+)`", DOCS.read_text("utf-8"))
    assert len(named) >= 4
    assert set(named) <= set(gymnasium.registry)
