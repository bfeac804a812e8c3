"""Check libraries of machine code: their hashes, atomic writes, and that loading never compiles."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from tests.core.process import python

import stockade
from stockade.core import library
from stockade.core.cache import cache_root, write_whole
from stockade.core.compiler import canonical, kinds_of
from stockade.core.library import BASELINE, CORE, Target, source_hash

LIGHT = "blockade"
# The kernels that programs call in every game. Most are far too slow in Python, so all must be compiled.
NEEDED = {
    "play": {
        "start",
        "list_actions",
        "apply_checked",
        "score_all",
        "rank_all",
        "returns_all",
        "evaluate_one",
        "expect",
    }
    | {"look_ahead", "observe_one"},
    "mcts": {"search", "find", "keep_subtree"},
    "batch": {"start_all", "first_illegal", "step_all", "reset_over", "mask_all", "score_all", "random_all"}
    | {"observe_all", "list_all"},
    "playout": {"playouts"},
    "perft": {"count_sequences"},
    "plan": {"list_preferred", "try_plans"},
    "selfplay": {"record_games"},
}

PLAY = """
import json, sys, time
import stockade
from stockade.core import compiler, library
name = sys.argv[1]
made = []
compiler.Kernel.part = lambda kernel, kinds: made.append(kernel.__name__)
match = stockade.Match(name, seed=1)
for _ in range(6):
    match.state.scene()
    match.play(match.state.legal_actions()[0])
while match.state.is_chance:
    match.play(match.state.legal_actions()[0])
stockade.bot("greedy", seed=1).choose(match.state)
if match.game.is_compiled:
    stockade.bot("mcts", simulations=20, threads=1, seed=1).choose(match.state)
print(json.dumps({"compiled": match.game.is_compiled, "made": made, "bytes": match.state.to_bytes().hex()}))
"""


@pytest.mark.parametrize("name", stockade.games())
def test_a_library_has_all_that_programs_call(name: str) -> None:
    game = stockade.game(name)
    game.compile()
    contents = library._read(library.path_of(game))
    assert contents is not None
    inside = set(contents.entries)
    for template, names in NEEDED.items():
        is_there = {"plan": game.plans is not None, "selfplay": game.features is not None}.get(template, True)
        if is_there:
            module = f"stockade.core.templates.{template}__{name}"
            assert {f"{module}:{each}" for each in names} <= inside, template


# -- names -----------------------------------------------------------------------------------------------------------


def test_the_name_tells_the_source_and_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    game = stockade.game(LIGHT)
    usual = library.file_name(game, library.host())
    assert usual.startswith(f"{LIGHT}-{source_hash(game.package)}-")
    assert library.file_name(game, BASELINE) != usual
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert library.file_name(game, library.host()) != usual
    monkeypatch.undo()
    monkeypatch.setattr(numba, "__version__", "0.1")
    assert library.file_name(game, library.host()) != usual


@pytest.mark.parametrize("file", ["core/kernel.py", "core/templates/play.py", "own/rules.py", "own/data/board.json"])
def test_any_changed_source_or_data_changes_the_name(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Path(stockade.game(LIGHT).module("layout").__file__ or "").parent
    for folder, copied in ((CORE, "core"), (own, "own")):
        shutil.copytree(folder, tmp_path / copied, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(library, "CORE", tmp_path / "core")
    monkeypatch.setattr("importlib.resources.files", lambda _package: tmp_path / "own")
    before = source_hash.__wrapped__("any")
    (tmp_path / "own" / "learn.md").write_text("what no kernel sees", "utf-8")
    assert source_hash.__wrapped__("any") == before
    changed = tmp_path / file
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert source_hash.__wrapped__("any") != before


def test_a_processor_without_the_baseline_makes_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = stockade.game(LIGHT)
    monkeypatch.setenv("STOCKADE_CACHE_DIR", str(tmp_path / "empty"))
    monkeypatch.setattr(library, "SHIPPED", tmp_path)
    (tmp_path / library.file_name(game, BASELINE)).write_bytes(b"")
    monkeypatch.setattr(library, "runs_baseline", lambda: True)
    assert library._found(game) == tmp_path / library.file_name(game, BASELINE)
    monkeypatch.setattr(library, "runs_baseline", lambda: False)
    assert library._found(game) is None


def test_the_baseline_is_checked_flag_by_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    import llvmlite.binding

    names = [name.removeprefix("+") for name in BASELINE.features.split(",")]
    monkeypatch.setattr(llvmlite.binding, "get_host_cpu_features", lambda: dict.fromkeys(names, True))
    assert library.runs_baseline.__wrapped__()
    monkeypatch.setattr(
        llvmlite.binding, "get_host_cpu_features", lambda: dict.fromkeys(names, True) | {"avx2": False}
    )
    assert not library.runs_baseline.__wrapped__()
    assert Target("one", "+a").name != Target("one", "+b").name


def test_the_cache_is_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STOCKADE_CACHE_DIR", str(tmp_path / "own"))
    assert cache_root() == tmp_path / "own"
    monkeypatch.delenv("STOCKADE_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_root() == tmp_path / "xdg" / "stockade"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_root() == tmp_path / "home" / ".cache" / "stockade"


# -- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["cut", "changed", "empty"])
def test_a_damaged_file_is_no_library(damage: str, tmp_path: Path) -> None:
    game = stockade.game(LIGHT)
    game.compile()
    whole = library.path_of(game).read_bytes()
    hurt = {"cut": whole[:-100], "changed": whole[:-1] + bytes([whole[-1] ^ 1]), "empty": b""}[damage]
    path = tmp_path / "hurt.library"
    write_whole(path, hurt)
    assert library._read(path) is None
    write_whole(path, whole)
    assert library._read(path) is not None


def test_old_libraries_of_a_game_make_room(tmp_path: Path) -> None:
    for age in range(6):
        old = tmp_path / f"game-{age}.library"
        old.write_bytes(b"")
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    other = tmp_path / "other-1.library"
    other.write_bytes(b"")
    os.utime(other, (1, 1))
    library._make_room(tmp_path / "game-0.library")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"game-0.library", "game-1.library", "game-2.library", "other-1.library"}


# -- in a process ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", stockade.games())
def test_with_a_library_nothing_is_compiled(name: str) -> None:
    stockade.game(name).compile()
    played = json.loads(python("-c", PLAY, name))
    assert played["compiled"]
    assert played["made"] == []


def test_without_one_nothing_is_compiled_either(tmp_path: Path) -> None:
    """Python plays; another process would compile the game if it were allowed to."""
    ways = {"STOCKADE_CACHE_DIR": str(tmp_path), "STOCKADE_COMPILE": "later"}
    played = json.loads(python("-c", PLAY, LIGHT, **ways))
    assert not played["compiled"]
    assert played["made"] == []
    stockade.game(LIGHT).compile()
    assert played["bytes"] == json.loads(python("-c", PLAY, LIGHT))["bytes"]


def test_arguments_that_no_entry_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python runs the kernel if compiling here is not allowed; otherwise the kernel is compiled for them."""
    import numpy as np

    from stockade.core import compiler

    game = stockade.game(LIGHT)
    game.compile()
    state = game.start()
    odd = np.zeros(2 * game.spec.legal_limit, np.int32)[::2]
    expected = state.legal_actions()
    kernel = game.play.list_actions
    monkeypatch.setattr(compiler, "compiles_here", False)
    known = len(kernel.entries)
    assert odd[: kernel(state.data, odd)].tolist() == expected
    assert len(kernel.entries) == known
    monkeypatch.setattr(compiler, "compiles_here", True)
    assert odd[: kernel(state.data, odd)].tolist() == expected
    assert len(kernel.entries) == known + 1


def test_whole_numbers_are_one_type_to_a_kernel() -> None:
    import numpy as np
    from numba import types

    from stockade.core.layout import CHANCE

    kinds = kinds_of((1, np.int8(1), np.int32(1), np.uint16(1), True, 1.0, CHANCE))
    assert kinds[:4] == (types.int64,) * 4
    assert kinds[4:6] == (types.boolean, types.float64)
    assert kinds[6] == types.int64
    assert canonical(types.literal(3)) == types.int64
    assert canonical(types.uint64) == types.uint64
