"""The command line: `stockade play`, `simulate`, `solve` and the other commands. It knows no particular game."""

from __future__ import annotations


def main() -> None:
    """Run the `stockade` command."""
    from stockade.cli.app import app

    app()
