"""The folder of every game is complete, its spec makes sense, and its rulings are cited and tested."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from importlib import resources
from pathlib import Path
from string import ascii_letters
from typing import Any

import numpy as np
import pytest

import stockade
from stockade.conformance.table import GAMES, QUICK_SETTINGS, SETTINGS, each_game, other_values, some
from stockade.core.contract import ROOMS
from stockade.core.errors import Reason

FILES = {"__init__.py", "spec.py", "layout.py", "tables.py", "learn.md", "RULINGS.md"}
BESIDE = {"data", "edition.py", "guide.md", "language.py", "languages"}  # not every game has all of them
TRANSLATED = re.compile(r"(learn|guide)\.[\w-]+\.md")
# A field with such a name would hide an attribute of NumPy's records, and break the rules in uncompiled code.
TAKEN = set(dir(np.recarray)) | set(dir(np.record))


def folder(name: str) -> Path:
    return Path(str(resources.files(stockade.game(name).package)))


@cache
def rulings(name: str) -> dict[str, str]:
    """Return the number and the text of every ruling."""
    parts = re.split(r"^## (\w+)\. ", stockade.game(name).text_file("RULINGS.md"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


# -- the spec ------------------------------------------------------------------------------------------------


@each_game
def test_spec_is_a_full_card(name: str) -> None:
    spec = stockade.game(name).spec
    assert spec.name == name == spec.name.lower()
    assert re.fullmatch(r"[a-z][a-z0-9_]*", name)
    assert all(text.strip() for text in (spec.title, spec.blurb, spec.minutes, spec.weight))
    assert len(spec.blurb) <= 160
    assert spec.players
    assert list(spec.players) == sorted(set(spec.players))
    assert all(1 <= count <= 8 for count in spec.players)
    assert spec.rules_version >= 1
    assert 0 < spec.legal_limit <= spec.action_count < 2**31
    assert 0 < spec.ply_limit < 2**31


@each_game
def test_seats_that_play_themselves_are_counted_by_an_option(name: str) -> None:
    spec = stockade.game(name).spec
    if spec.auto is None:
        return
    options = {option.name: option for option in spec.options}
    assert options[spec.auto.option].kind == "int"
    assert options[spec.auto.option].low == options[spec.auto.option].default == 0
    for players in spec.players:
        given = {spec.auto.option: players - 1, **dict(spec.auto.needs)}
        assert len(spec.auto_seats(players, spec.check_options(players, given))) == players - 1
        with pytest.raises(stockade.BadOption):
            spec.check_options(players, given | {spec.auto.option: players})


@each_game
def test_options_are_sane(name: str) -> None:
    spec = stockade.game(name).spec
    names = [option.name for option in spec.options]
    assert len(set(names)) == len(names)
    for option in spec.options:
        assert re.fullmatch(r"[a-z][a-z0-9_]*", option.name)
        assert option.text.strip()
        assert option.check(option.default) == option.default
        assert all(-(2**31) <= number < 2**31 for number in option.encode(option.default))
        assert option.check(str(option.default)) == option.default  # as typed on a command line
        if option.kind == "int":
            assert option.low is not None
            assert option.high is not None
            assert option.low < option.high
            assert all(option.check(number) == number for number in option.of_note)
        if option.kind == "choice":
            assert len(set(option.choices)) == len(option.choices) > (0 if option.read else 1)
        if option.read:  # any table of data is allowed, and only the game knows how many numbers it has
            assert option.numbers is not None
            assert option is spec.options[-1]
            assert option.pattern_text.strip()
        if option.pattern:
            assert option.pattern_text.strip()
            assert all(isinstance(word, str) for word in option.choices)
            assert all(option.check(word) == word for word in option.choices)


@each_game
def test_defaults_work_at_every_player_count(name: str) -> None:
    spec = stockade.game(name).spec
    assert spec.check_players(None) in spec.players
    for players in spec.players:
        assert stockade.game(name).start(players).players == players
        assert set(spec.check_options(players, None)) == {option.name for option in spec.options}


@each_game
def test_every_value_of_every_option_is_played_somewhere(name: str) -> None:
    """Otherwise the suite would pass a variant that it never played."""
    tried = {change for setting in SETTINGS if setting.game == name for change in setting.changed}
    for option in stockade.game(name).spec.options:  # a table of data may have no other values but in the tests
        assert not other_values(name, option) or any(option.name == changed for changed, _ in tried)


@each_game
def test_limits_are_reached_or_near(name: str) -> None:
    """Buffers that are much larger than any list in play would slow down every search."""
    longest = max(
        len(state.legal_actions())
        for setting in QUICK_SETTINGS
        if setting.game == name
        for state in some(setting, 90)
    )
    assert longest * 20 >= stockade.game(name).spec.legal_limit


# -- the folder ----------------------------------------------------------------------------------------------


@each_game
def test_required_files_exist(name: str) -> None:
    there = folder(name)
    missing = [file for file in FILES if not (there / file).is_file()]
    assert not missing
    assert (there / "picture" / "art.svg").is_file()
    assert list((there / "data").rglob("*.json"))


@each_game
def test_every_file_is_in_one_of_the_rooms(name: str) -> None:
    there = {path.name for path in folder(name).iterdir() if path.name != "__pycache__"}
    there = {file for file in there if not TRANSLATED.fullmatch(file)}
    rooms = {room if room in there else f"{room}.py" for room in ROOMS}
    assert there - FILES - BESIDE == rooms


@each_game
def test_no_two_files_of_a_game_have_one_name(name: str) -> None:
    names = [path.stem for path in folder(name).rglob("*.py") if path.stem != "__init__"]
    assert len(set(names)) == len(names)


@each_game
def test_a_game_has_all_that_the_contract_asks_for(name: str) -> None:
    stockade.game(name).check()


@each_game
def test_the_record_has_the_shared_fields_and_no_name_of_numpys(name: str) -> None:
    record = stockade.game(name).record
    assert record.fields is not None
    assert {"current_player", "players", "ply"} <= set(record.names or ())
    assert record.fields["current_player"][0] == np.int8
    hidden = [field for field in _all_fields(record) if field in TAKEN]
    assert not hidden


def _all_fields(record: np.dtype[Any]) -> list[str]:
    names = []
    for field, (kind, *_) in (record.fields or {}).items():
        names.append(field)
        names += _all_fields(kind.base)
    return names


@each_game
def test_tables_are_read_only(name: str) -> None:
    """Numba copies a table when it compiles, so kernels would not see a later change."""
    game = stockade.game(name)
    game.check()
    for module in [module for each, module in sys.modules.items() if each.startswith(f"{game.package}.")]:
        tables = {
            key: value for key, value in vars(module).items() if isinstance(value, np.ndarray) and key[0] != "_"
        }
        assert [key for key, table in tables.items() if table.flags.writeable] == []


# -- rulings -------------------------------------------------------------------------------------------------


@each_game
def test_rulings_are_numbered_in_order_and_say_where_they_come_from(name: str) -> None:
    numbers = list(rulings(name))
    assert numbers
    assert numbers == sorted(set(numbers), key=lambda number: (int(number.rstrip(ascii_letters)), number))
    for number, text in rulings(name).items():
        assert "Source:" in text, f"ruling {number} names no source"


@each_game
def test_every_ruling_cited_in_the_code_exists(name: str) -> None:
    cited = set()
    for path in folder(name).rglob("*.py"):
        source = path.read_text("utf-8")
        for numbers in re.findall(r"\brulings? (\d+\w?(?:(?:,| and) \d+\w?)*)", source):
            cited |= set(re.findall(r"\d+\w?", numbers))
        cited |= set(_ruling_arguments(ast.parse(source)))
    assert cited
    assert cited <= set(rulings(name))


def _ruling_arguments(tree: ast.AST) -> list[str]:
    """Yield the numbers given to `Reason`, to errors and to `_require`: the last text, if it is only a number."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) >= 2 and isinstance(node.args[-1], ast.Constant):
            value = node.args[-1].value
            if isinstance(value, str) and re.fullmatch(r"\d+\w?", value):
                found.append(value)
    return found


@each_game
def test_refusals_in_play_cite_rulings_that_exist(name: str) -> None:
    known, cited = set(rulings(name)), set()
    for setting in QUICK_SETTINGS:
        if setting.game != name:
            continue
        for state in some(setting, 30):
            legal = set(state.legal_actions())
            for action in range(0, state.game.spec.action_count, 1 + state.game.spec.action_count // 200):
                if action not in legal:
                    reason = state.why_not(action)
                    assert isinstance(reason, Reason)
                    assert reason.text.strip()
                    assert reason.text.isprintable()
                    cited |= {reason.ruling} - {""}
    assert cited
    assert cited <= known


@pytest.mark.parametrize("name", GAMES)
def test_the_lesson_is_there(name: str) -> None:
    assert stockade.game(name).learn().lstrip().startswith("#")
