"""Check that a wheel contains compiled games, so that nothing is compiled after installing it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.core.process import ROOT, python
from tests.core.test_library import PLAY

import stockade
from stockade.core import library
from stockade.core.library import BASELINE

LIGHT = "blockade"
BASELINE_ONLY = {"NUMBA_CPU_NAME": BASELINE.processor, "NUMBA_CPU_FEATURES": BASELINE.features}
WHERE = "import stockade, sys; sys.stdout.write(stockade.__file__)"


def play(package: Path, name: str, home: Path) -> dict[str, object]:
    """Play a few moves and run a search with an installed package, in an empty home."""
    place = {"PYTHONPATH": f"{package}:{ROOT}", "HOME": str(home), "STOCKADE_COMPILE": "later"}
    place |= {"XDG_CACHE_HOME": str(home / "cache"), "STOCKADE_CACHE_DIR": ""}
    assert python("-c", WHERE, **place).startswith(str(package))
    played: dict[str, object] = json.loads(python("-c", PLAY, name, **place))
    return played


@pytest.mark.deep
@pytest.mark.skipif(not library.runs_baseline(), reason="this processor lacks what a wheel's games are compiled for")
def test_a_library_for_the_baseline_is_found_in_the_package(tmp_path: Path) -> None:
    made = {"STOCKADE_CACHE_DIR": str(tmp_path / "made"), "STOCKADE_COMPILE": "wait"}
    python("-m", "stockade.cli", "compile", LIGHT, **made, **BASELINE_ONLY)
    package = tmp_path / "installed"
    shutil.copytree(ROOT / "src" / "stockade", package / "stockade", ignore=shutil.ignore_patterns("client", "dist"))
    shipped = package / "stockade" / "libraries"
    shutil.rmtree(shipped, ignore_errors=True)
    shutil.copytree(tmp_path / "made" / "kernels", shipped)
    played = play(package, LIGHT, tmp_path / "home")
    assert played["compiled"]
    assert played["made"] == []


@pytest.mark.deep
@pytest.mark.skipif(not library.runs_baseline(), reason="this processor lacks what a wheel's games are compiled for")
def test_the_wheel_plays_every_game_without_compiling(tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path / "home")}
    subprocess.run(["make", "wheel"], cwd=ROOT, env=environment, check=True, capture_output=True)
    (wheel,) = (ROOT / "dist").glob("*.whl")
    assert wheel.name.endswith(("linux_x86_64.whl", "x86_64.whl"))
    package = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(package), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    for name in stockade.games():
        played = play(package, name, tmp_path / "home")
        assert played["compiled"], name
        assert played["made"] == [], name
