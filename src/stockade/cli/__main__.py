"""`python -m stockade.cli`: the same as the `stockade` command."""

from stockade.cli import main

main()
