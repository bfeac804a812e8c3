"""Write Barrage's transcripts again: one whole match for each setting and each way to end. The players like to send
all their engineers to the bank, so that matches are short.

python -m tests.games.barrage.transcripts
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.games.barrage.lively import lively
from tests.playthroughs.transcript import FOLDER, Head, read_actions, ways_to_end, write

from stockade import Match
from stockade.core.state import State
from stockade.games.barrage.rules.actions import Base

Policy = Callable[[State, random.Random], int]
TRIES = 40
DRAWN = 60  # the table is drawn each time so many actions were played


def idle(state: State, dice: random.Random) -> int:  # noqa: ARG001  (one form for all)
    """Send all engineers to the bank."""
    return state.legal_actions()[-1] if state.record.round_no == 0 else bank_all(state) or state.legal_actions()[0]


def brisk(state: State, dice: random.Random) -> int:
    """Play so that the game is rather short."""
    all_in = bank_all(state)
    return all_in if all_in and dice.random() < 0.3 else lively(state, dice)


def bank_all(state: State) -> int | None:
    """Return the action that sends all engineers to the bank, or None."""
    return max((action for action in state.legal_actions() if Base.BANK <= action < Base.PATENT), default=None)


@dataclass(frozen=True)
class Wanted:
    name: str
    title: str
    players: int
    options: dict[str, object] = field(default_factory=dict)
    ends: str = "one-winner"
    words: tuple[str, ...] = ("produce b", "contract S", "take ", "build ")  # each must begin an action
    policy: Policy = brisk
    tries: int = TRIES


FULL = ("produce b", "patent ", "take ", "build ")
WANTED = (
    Wanted("two-players", "Two people, introductory", 2),
    Wanted("three-players", "Three people, introductory", 3),
    Wanted("four-players", "Four people, introductory", 4),
    Wanted("full-two", "Two people and everything that is in the box", 2, {"setup": "full"}, words=FULL),
    Wanted("full-three", "Three people and everything that is in the box", 3, {"setup": "full"}, words=FULL),
    Wanted("full-four", "Four people and everything that is in the box", 4, {"setup": "full"}, words=FULL),
    Wanted(
        "one-automa", "Two people and a strong Automa", 3, {"setup": "full", "automas": 1, "level": "4"}, words=FULL
    ),
    Wanted("two-automas", "One against two Automas", 3, {"setup": "full", "automas": 2, "level": "13"}, words=FULL),
    Wanted(
        "three-automas",
        "One against three Automas, by version 1 of the rules",
        4,
        {"setup": "full", "automas": 3, "level": "234", "rulings": 1},
        words=FULL,
    ),
    Wanted("energy", "A tie that energy decides", 2, ends="energy", words=(), tries=1_500),
    Wanted("shared-win", "Nobody does anything", 2, ends="shared-win", words=(), policy=idle, tries=1),
)


def play(wanted: Wanted, seed: int) -> Match:
    dice, match = random.Random(seed), Match("barrage", wanted.players, wanted.options, seed=seed)
    while not match.is_over:
        match.play(wanted.policy(match.state, dice))
    return match


def find(wanted: Wanted) -> str:
    """Return the shortest match that ends as wanted and contains the wanted actions."""
    ending = re.compile(ways_to_end("barrage")[wanted.ends])
    best: tuple[int, str] | None = None
    for seed in range(wanted.tries):
        match = play(wanted, seed)
        if (best and len(match.actions) >= best[0]) or not ending.search(match.state.describe_end()):
            continue
        rules_version = match.game.spec.rules_version
        head = Head(
            wanted.title, "barrage", rules_version, match.players, match.options, seed, DRAWN, wanted.ends
        )  # fmt: skip
        text = write(head, match)
        actions = read_actions(text)
        if all(any(action.startswith(word) for action in actions) for word in wanted.words):
            best = (len(match.actions), text)
    assert best is not None, f"no match of {wanted.tries} is like {wanted.name}"
    return best[1]


def main() -> None:
    for wanted in WANTED:
        path = FOLDER / "barrage" / f"{wanted.name}.txt"
        path.write_text(find(wanted), "utf-8")
        print(f"{path.name}: {len(read_actions(path.read_text('utf-8')))} actions, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
