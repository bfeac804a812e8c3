"""Transcripts: whole matches in words and drawings, for a person to check against the rulebook.

A transcript is self-contained: its head says how the match was set up, and every `>` line is an action. So the same
rules must write the same transcript again, line by line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import stockade
from stockade import CHANCE
from stockade.core.spec import Options
from stockade.core.state import State

FOLDER = Path(__file__).resolve().parent
SHOWN = 16  # longer lists of legal actions are only counted
ACTION = re.compile(r"^> (?P<text>.+?)  +.*$")


@dataclass(frozen=True)
class Head:
    """How a match was set up, and what its transcript is for."""

    title: str
    game: str
    rules_version: int
    players: int
    options: Options
    seed: int
    every: int  # number of actions between two drawings of the table
    ends: str  # id of the way it ends, in `ends.txt`

    def lines(self) -> list[str]:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return [
            f"# {self.title}",
            f"game     {self.game}, rules version {self.rules_version}, {self.players} players",
            f"options  {options or 'none'}",
            f"seed     {self.seed}",
            f"drawn    every {self.every}",
            f"ends     {self.ends}",
            "",
        ]


def read_head(text: str) -> Head:
    title, game, options, seed, drawn, ends = (line.strip() for line in text.splitlines()[:6])
    found = re.fullmatch(r"game +(\w+), rules version (\d+), (\d+) players", game)
    assert found is not None, game
    given = dict(each.split("=") for each in options.split()[1:] if "=" in each)
    players = int(found[3])
    return Head(
        title=title.removeprefix("# "),
        game=found[1],
        rules_version=int(found[2]),
        players=players,
        options=stockade.game(found[1]).options(players, given),
        seed=int(seed.split()[1]),
        every=int(drawn.split()[2]),
        ends=ends.split()[1],
    )


def read_actions(text: str) -> list[str]:
    return [found["text"] for line in text.splitlines() if (found := ACTION.match(line))]


def replay(text: str) -> stockade.Match:
    """Return the match of a transcript."""
    head = read_head(text)
    return stockade.Match.from_json(
        {
            "stockade": 1,
            "game": head.game,
            "players": head.players,
            "options": head.options,
            "rules_version": head.rules_version,
            "seed": head.seed,
            "actions": read_actions(text),
        }
    )


def write(head: Head, match: stockade.Match) -> str:
    state = match.state_at(0)
    lines = [*head.lines(), *table(state), legal(state)]
    for ply, entry in enumerate(match.history(), 1):
        who = "chance" if entry.seat == CHANCE else f"seat {entry.seat}"
        lines += ["", f"> {entry.text}    ply {ply}, {who}. {entry.label}"]
        state.apply(entry.text)
        if ply % head.every == 0 or state.is_over:
            lines += table(state)
        lines.append(legal(state) if not state.is_over else result(state))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def table(state: State) -> list[str]:
    return [line for line in str(state).splitlines() if line.strip()]


def legal(state: State) -> str:
    actions = state.legal_actions()
    decides = "chance" if state.is_chance else f"seat {state.current_player}"
    if len(actions) > SHOWN:
        return f"{decides} has {len(actions)} choices"
    return f"{decides} has {' '.join(map(state.format, actions))}"


def result(state: State) -> str:
    scores = " ".join(f"{points:g}" for points in state.scores())
    returns = " ".join(f"{value:+.3g}" for value in state.returns())
    winners = ", ".join(f"seat {seat}" for seat in state.winners()) or "nobody"
    return f"over: {state.describe_end()}\nwon by {winners}; scores {scores}; returns {returns}"


def ways_to_end(game: str) -> dict[str, str]:
    """Return the ids in a game's `ends.txt`, each with words that its result must contain."""
    ways = {}
    for line in (FOLDER / game / "ends.txt").read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, words = line.partition("|")
            ways[name.strip()] = words.strip()
    return ways
