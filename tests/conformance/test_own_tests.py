"""Check that the built-in games have tests of rulings and tables, perft counts and playthroughs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from stockade.conformance.table import each_game
from stockade.conformance.test_files import rulings

TESTS = Path(__file__).resolve().parent.parent


@each_game
def test_a_game_has_its_tests(name: str) -> None:
    assert (TESTS / "games" / name / "test_rulings.py").is_file()
    assert (TESTS / "games" / name / "test_tables.py").is_file()
    assert (TESTS / "perft" / f"{name}.perft").is_file()
    assert (TESTS / "playthroughs" / name / "ends.txt").is_file()


@each_game
def test_every_ruling_is_shown_by_a_test_of_its_number(name: str) -> None:
    shown = set()
    for path in (TESTS / "games" / name).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and (found := re.match(r"test_ruling_(\w+?)_", node.name)):
                shown.add(found[1])
    assert shown == set(rulings(name))
