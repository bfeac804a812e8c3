"""Write all transcripts again, or add a new one.

python -m tests.playthroughs.regenerate
    writes every transcript again from its own actions, after a change of wording or drawing

python -m tests.playthroughs.regenerate GAME END TITLE [--players N] [--option NAME=VALUE] [--words REGEX]
    writes the shortest of many quick matches that end this way, as `GAME/END.txt`
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from tests.playthroughs.transcript import FOLDER, Head, read_head, replay, ways_to_end, write

import stockade


def again(path: Path) -> bool:
    """Write one transcript again, and return whether it changed."""
    text = path.read_text("utf-8")
    fresh = write(read_head(text), replay(text))
    path.write_text(fresh, "utf-8")
    return fresh != text


def quick_match(game: str, players: int | None, options: dict[str, str], seed: int) -> stockade.Match:
    """Play a match between bots that look at most one action ahead."""
    match = stockade.Match(game, players, options, seed=seed)
    bots = [stockade.bot("greedy", slip=0.4, seed=seed * 10 + seat) for seat in range(match.players)]
    while not match.is_over:
        match.play(bots[match.state.current_player].choose(match.state))
    return match


def find(arguments: argparse.Namespace) -> None:
    options = dict(each.split("=") for each in arguments.option)
    ending = re.compile(ways_to_end(arguments.game)[arguments.end])
    words = re.compile(arguments.words)
    best: tuple[int, str] | None = None
    for seed in range(arguments.tries):
        match = quick_match(arguments.game, arguments.players, options, seed)
        if best is None or len(match.actions) < best[0]:
            spec = match.game.spec
            head = Head(
                arguments.title, spec.name, spec.rules_version, match.players, match.options, seed, arguments.every,
                arguments.end,
            )  # fmt: skip
            text = write(head, match)
            if ending.search(match.state.describe_end()) and words.search(text):
                best = (len(match.actions), text)
    if best is None:
        sys.exit(f"no match of {arguments.tries} ended with {ending.pattern!r}")
    path = FOLDER / arguments.game / f"{arguments.end}.txt"
    path.write_text(best[1], "utf-8")
    print(f"{path}: {best[0]} actions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=stockade.games())
    parser.add_argument("end", nargs="?")
    parser.add_argument("title", nargs="?", default="")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--words", default="", help="must stand somewhere in the transcript")
    parser.add_argument("--every", type=int, default=1, help="draw the table after every so many actions")
    parser.add_argument("--tries", type=int, default=100)
    arguments = parser.parse_args()
    if arguments.end:
        find(arguments)
        return
    for path in sorted(FOLDER.glob("*/*.txt")):
        if path.name != "ends.txt":
            print(f"{path}: {'changed' if again(path) else 'the same'}")


if __name__ == "__main__":
    main()
