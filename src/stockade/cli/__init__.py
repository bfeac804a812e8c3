"""The command line: `stockade play`, `simulate`, `solve` and the rest. It knows no game by name."""

from __future__ import annotations


def main() -> None:
    """Entry point of the `stockade` command."""
    from stockade.cli.app import app

    app()
