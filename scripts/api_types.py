"""Generate the client's types from the server's OpenAPI description, or check that they are up to date.

python scripts/api_types.py [--check]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from stockade.server.app import create_app

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "src" / "stockade" / "web" / "client"
TYPES = CLIENT / "src" / "api-types.ts"


def generate() -> str:
    description = create_app().openapi()
    description = {**description, "paths": {}}  # the client makes its own requests and only needs the data types
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "types.ts")
        source.write_text(json.dumps(description), encoding="utf-8")
        node = [sys.executable, str(ROOT / "scripts" / "node.py"), "npm", "--silent", "--prefix", str(CLIENT)]
        said = subprocess.run(
            [*node, "run", "types", "--", str(source), "--output", str(target)],
            capture_output=True,
            text=True,
            check=False,
        )
        if said.returncode:
            sys.exit(said.stdout + said.stderr)
        return target.read_text(encoding="utf-8")


def main() -> None:
    fresh = generate()
    if "--check" not in sys.argv:
        TYPES.write_text(fresh, encoding="utf-8")
    elif not TYPES.exists() or TYPES.read_text(encoding="utf-8") != fresh:
        sys.exit("The client's types differ from what the server says: run `make types` and commit src/api-types.ts.")


if __name__ == "__main__":
    main()
