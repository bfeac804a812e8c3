"""Check whole reports: a self-contained page, the same for the same seed, and JSON for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

SECTIONS = ["In short", "Seats", "Skill", "Luck", "Choices", "Length", "Drama", "Points", "Who plays"]


@pytest.fixture
def report(cli: Callable[..., Any], tmp_path: Path) -> Callable[..., tuple[str, dict[str, Any]]]:
    def make(name: str, games: int, *more: str) -> tuple[str, dict[str, Any]]:
        path = tmp_path / "new folder" / f"{name}.html"
        answer = cli("report", "blockade", "--games", str(games), "--out", str(path), "--json", *more)
        assert answer.code == 0, answer.err
        return path.read_text("utf-8"), json.loads(answer.out)

    return make


class Links(HTMLParser):
    """Collects everything that a page would load or link to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [str(value) for name, value in attrs if name in ("src", "href", "xlink:href")]
        assert tag not in ("script", "link", "iframe", "img")


def test_a_report_of_few_games(report: Callable[..., tuple[str, dict[str, Any]]]) -> None:
    page, told = report("one", 60)
    assert re.findall(r"<h2>(.*?)</h2>", page) == SECTIONS
    assert len(page.encode()) < 300_000
    links = Links()
    links.feed(page)
    assert all(link.startswith("#") for link in links.found), "the page needs no other files"
    assert "url(http" not in page
    assert page.count("How it is measured.") == 6, "points are left out with a sentence"
    assert "all of them are given with the last action" in page
    assert "There is no chance in this game" in page
    assert 1 <= len(told["findings"]) <= 3
    assert all(finding["text"] in page for finding in told["findings"])
    figures = told["figures"]
    assert figures["players"] == 2
    assert figures["equals"]["luck"]["mean"] == 0.0
    assert sum(share["count"] for share in figures["seats"][0]["seats"]) == figures["seats"][0]["decided"]
    assert figures["seats"][0]["distinct"] > 30, "equal bots do not play the same game again and again"
    assert [duel["games"] for duel in figures["duels"]] == [60, 60, 60]


def test_the_same_seed_gives_the_same_page(report: Callable[..., tuple[str, dict[str, Any]]]) -> None:
    one, again, other = report("1", 9)[0], report("2", 9, "--jobs", "2")[0], report("3", 9, "--seed", "1")[0]
    assert one == again
    assert one != other


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--out", "file/report.html"], "file: File exists"),
        (["--players", "9"], "players, not 9"),
        (["--players", "two"], "players are written 2..4 or 2,4"),
        (["--option", "speed=1"], "has no option 'speed'"),
        (["--out", "."], "is a folder; this writes a file"),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(
    cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    answer = cli("report", "blockade", *more)
    assert answer.code == 2
    assert message in answer.err
    assert not list(tmp_path.glob("*.html"))


def test_a_game_for_one_person_has_no_seats_to_compare(cli: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "solo.html"
    answer = cli("report", "cascadia", "--players", "1", "--games", "2", "--out", str(path))
    assert answer.code == 0, answer.err
    page = path.read_text("utf-8")
    assert "Only one seat is free" in page
    assert "Where points come from" in page
