"""Runs the `stockade` command: `python -m stockade.cli`."""

from stockade.cli import main

main()
