"""Check that the peer's rules are those of Blockade: both must list the same actions in random matches.

python -m bench.load.peer.check
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import stockade

HERE = Path(__file__).resolve().parent
MATCHES = 100
OPTIONS = [{"match": 0, "limit": 400}, {"match": 11, "limit": 400}, {"match": 99, "limit": 30}]


def random_match(chooser: random.Random, options: dict[str, int]) -> list[object]:
    state = stockade.game("blockade").start(options=options)
    steps = []
    while not state.is_over:
        legal = state.legal_actions()
        action = chooser.choice(legal)
        steps.append([action, legal])
        state.apply(action)
    return [options["match"], options["limit"], steps]


def main() -> int:
    chooser = random.Random(1)
    lines = [json.dumps(random_match(chooser, OPTIONS[no % len(OPTIONS)])) for no in range(MATCHES)]
    replay = subprocess.run(["node", HERE / "replay.js"], input="\n".join(lines), text=True, capture_output=True)
    if replay.returncode:
        print(replay.stderr.strip() or "A match does not end when it should.")
        return 1
    print(f"The same actions were legal before each of {replay.stdout.strip()} moves in {MATCHES} matches.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
