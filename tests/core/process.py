"""Run code in a new Python process, with other compiler settings, another cache or forbidden imports."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
COMPILING = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CACHE_DIR", "NUMBA_ENABLE_CUDASIM")


def python(*arguments: str, **variables: str) -> str:
    """Run Python and return its output. It imports the same sources of the package as the tests."""
    environment = {name: value for name, value in os.environ.items() if name not in COMPILING}
    environment |= {"PYTHONWARNINGS": "error", "PYTHONHASHSEED": "0", **variables}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout
