"""Check how the settings of a sweep are read, and their combinations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import stockade
from stockade.arena.grid import read_cells, read_players, read_values

GAME = stockade.game("cascade_barricade")
OWN = json.loads(GAME.text_file("data/editions/stockade-1.json"))


def own_edition(folder: Path, **changes: Any) -> Path:
    path = folder / "mine.json"
    path.write_text(json.dumps(OWN | changes, indent=1), "utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("4..6", ("4", "5", "6")),
        ("-1..1", ("-1", "0", "1")),
        ("a,b, c", ("a", "b", "c")),
        ("true,false", ("true", "false")),
        ("1,4..5,4", ("1", "4", "5")),
        ('{"a": 1, "b": 2}', ('{"a": 1, "b": 2}',)),
        ("W+W+M,-", ("W+W+M", "-")),
    ],
)
def test_values(text, values):
    assert read_values("x", text) == values


def test_players():
    assert read_players("2..4,6", GAME) == [2, 3, 4, 6]
    assert read_players(None, GAME) == [4]


def test_every_combination_is_a_cell():
    cells = read_cells(GAME, [2, 3], None, ["radius=4..5", "two_weakest=true,false"])
    assert len(cells) == 8
    assert cells[0].title == "2 players, radius 4, two_weakest true"
    assert (cells[0].options["radius"], cells[0].options["two_weakest"]) == (4, True)
    assert (cells[-1].players, cells[-1].options["radius"], cells[-1].options["two_weakest"]) == (3, 5, False)


def test_a_place_in_the_edition_is_changed_alone(tmp_path):
    paths = ["edition.walls.19.production=15", "edition.prices.8=9", "edition.spaces.2=4", "edition.walls.1.needs=C"]
    (cell,) = read_cells(GAME, [2], [f"edition={own_edition(tmp_path, start_money=55)}"], paths)
    changed = json.loads(str(cell.options["edition"]))
    assert changed["start_money"] == 55
    assert changed["walls"][18] == OWN["walls"][18] | {"production": 15}
    assert changed["walls"][0]["needs"] == "C"
    assert (changed["prices"], changed["spaces"]["2"]) == ([*range(1, 8), 9], 4)
    assert [wall for wall in range(48) if changed["walls"][wall] != OWN["walls"][wall]] == [0, 18]


def test_whole_editions_are_values_too(tmp_path):
    path = own_edition(tmp_path, start_money=70)
    cells = read_cells(GAME, [2], None, ["edition.purge_below=10,20", f"edition=stockade-1,{path}"])
    money = [json.loads(str(cell.options["edition"]))["start_money"] for cell in cells]
    assert money == [100, 70, 100, 70]
