"""The folder for files that can be made again: compiled games and solved games."""

from __future__ import annotations

import os
from pathlib import Path


def cache_root() -> Path:
    """Return the cache folder: `STOCKADE_CACHE_DIR` if it is set, else a folder in the user's cache directory."""
    given = os.environ.get("STOCKADE_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "stockade"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that readers see either all of the new contents or all of the old."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(data)
    fresh.replace(path)
