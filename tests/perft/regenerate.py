"""Recount a game's perft lines after a rule has changed, with the same starts and depths.

python -m tests.perft.regenerate GAME
"""

from __future__ import annotations

import sys

from tests.perft.lines import FOLDER, Line, read


def recount(line: Line) -> str:
    state = line.state()
    return f"{line.depth}:{state.game.kernels('perft').perft(state.data, line.depth)}"


def main(game: str) -> None:
    path = FOLDER / f"{game}.perft"
    texts = []
    for text in path.read_text("utf-8").splitlines():
        if text.strip() and not text.startswith("#"):
            name, where, _ = (part.strip() for part in text.split("|"))
            counts = " ".join(recount(line) for line in read(game) if line.id == name)
            text = f"{name} | {where} | {counts}"
        texts.append(text)
    path.write_text("\n".join(texts) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
