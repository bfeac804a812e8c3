"""Where kernels are kept: a folder for every state of the source, and not too many of them."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

import stockade
from stockade.core import kernel
from stockade.core.kernel import PACKAGE, bind, cache_root, source_hash


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package") / "stockade"
    for part in ("core", "games", "bots", "research"):
        shutil.copytree(PACKAGE / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_a_copy_of_the_source_has_the_same_hash(copied: Path) -> None:
    assert source_hash(copied) == source_hash()
    assert kernel.CACHE.parent.name == "kernels"
    assert len(kernel.CACHE.name) == len(source_hash())


@pytest.mark.parametrize(
    "file",
    [
        "core/kernel.py",
        "core/templates/play.py",
        "bots/mcts.py",
        "research/batch.py",
        *(f"games/{name}/rules.py" for name in stockade.games() if (PACKAGE / "games" / name / "rules.py").exists()),
        *(path.relative_to(PACKAGE).as_posix() for path in sorted((PACKAGE / "games").glob("*/data/*.json"))),
    ],
)
def test_any_changed_source_or_data_changes_the_hash(copied: Path, file: str) -> None:
    before, path = source_hash(copied), copied / file
    original = path.read_bytes()
    path.write_bytes(original + b"\n")
    assert source_hash(copied) != before
    path.write_bytes(original)
    assert source_hash(copied) == before


def test_a_new_name_for_the_same_text_changes_the_hash(copied: Path) -> None:
    before, path = source_hash(copied), copied / "core" / "svg.py"
    path.rename(path.with_name("picture.py"))
    assert source_hash(copied) != before
    path.with_name("picture.py").rename(path)


def test_what_no_kernel_sees_leaves_the_hash_alone(copied: Path) -> None:
    before = source_hash(copied)
    (copied / "games" / "notes.md").write_text("nothing", "utf-8")
    (copied / "server").mkdir()
    (copied / "server" / "app.py").write_text("x = 1", "utf-8")
    assert source_hash(copied) == before


def test_the_cache_is_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STOCKADE_CACHE_DIR", str(tmp_path / "own"))
    assert cache_root() == tmp_path / "own"
    monkeypatch.delenv("STOCKADE_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_root() == tmp_path / "xdg" / "stockade"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_root() == tmp_path / "home" / ".cache" / "stockade"


def test_old_caches_make_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STOCKADE_CACHE_DIR", str(tmp_path))
    for age in range(6):
        old = tmp_path / "kernels" / f"old{age}"
        old.mkdir(parents=True)
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    fresh = kernel._use_cache_folder()
    left = {path.name for path in (tmp_path / "kernels").iterdir()}
    assert left == {fresh.name, "old0", "old1"}
    assert kernel._use_cache_folder() == fresh


def test_a_kernel_keeps_its_python_for_a_gpu_and_for_reading() -> None:
    @kernel.kernel
    def double(x: int) -> int:
        return 2 * x

    assert double(21) == 42
    assert double.py_func(21) == 42  # type: ignore[attr-defined]


def test_a_template_is_loaded_once_a_game_and_apart_for_each() -> None:
    name = stockade.games()[0]
    game = stockade.game(name)
    module = game.kernels("perft")
    assert game.kernels("perft") is module
    assert module.__name__ == f"stockade.core.templates.perft__{name}"
    assert sys.modules[module.__name__] is module
    toy = bind("perft", "of-a-test", {"STATE": None, "LEGAL_LIMIT": 1, "choices": None, "apply": None})
    try:
        assert toy is not module
        assert toy.LEGAL_LIMIT == 1
    finally:
        del sys.modules[toy.__name__]
