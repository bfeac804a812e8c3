"""Compile every game into the package, for the processors that a wheel supports. `make wheel` runs this.

python scripts/libraries.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from stockade.core.library import BASELINE, SHIPPED


def main() -> int:
    with tempfile.TemporaryDirectory() as cache:
        wanted = {"NUMBA_CPU_NAME": BASELINE.processor, "NUMBA_CPU_FEATURES": BASELINE.features}
        environment = {**os.environ, **wanted, "STOCKADE_CACHE_DIR": cache}
        done = subprocess.run([sys.executable, "-m", "stockade.cli", "compile"], env=environment, check=False)
        if done.returncode:
            return done.returncode
        shutil.rmtree(SHIPPED, ignore_errors=True)
        SHIPPED.mkdir()
        for library in (Path(cache) / "kernels").glob("*.library"):
            shutil.copy(library, SHIPPED)
    return 0


if __name__ == "__main__":
    sys.exit(main())
