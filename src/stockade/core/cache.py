"""Where Stockade keeps what can be made again: compiled games and solved ones."""

from __future__ import annotations

import os
from pathlib import Path


def cache_root() -> Path:
    """The folder for it: `STOCKADE_CACHE_DIR`, or a place of its own where this user's programs keep such things."""
    given = os.environ.get("STOCKADE_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "stockade"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that whoever looks finds all of it, or what was there before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(data)
    fresh.replace(path)
