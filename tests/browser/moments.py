"""Matches at chosen moments, for pictures and layout checks. This code knows no game.

A match is played here at random from a fixed seed, and what happened is written to the server's database in one step.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

from tests.browser.api import HUMAN, OPEN, Api

from stockade.core.errors import BadOption
from stockade.core.match import Match, Step
from stockade.server import replay
from stockade.server.storage import Storage

# The longest name that the server accepts, and short ones.
NAMES = ("Wolfgang Maximilian Karl von Hohenberg I", "Ben", "Mira", "Ling", "Jonas", "Ada")
SEED = 1
STAGES = {"start": 0.0, "middle": 0.5, "late": 0.9, "end": 1.0}  # which share of all decisions has been made


@dataclass(frozen=True)
class Moment:
    """A match as the player to move finds it, or one of the players if it is over."""

    name: str
    seat: dict[str, Any]  # as `hold` takes it
    others: tuple[str, ...]  # tokens of the other seats


@dataclass(frozen=True)
class Setting:
    """Players and options of a match."""

    name: str
    players: int
    options: dict[str, Any]
    autos: int = 0


def settings(game: dict[str, Any]) -> list[Setting]:
    """Return the usual match of a game as the API lists it, one with most players and other options, and solo."""
    auto = game["auto"]
    counted = auto and auto["option"]
    most = max(game["players"])
    others: dict[str, Any] = {}
    for option in game["options"]:
        wish = {**others, option["name"]: other_value(option)}
        if option["name"] != counted and is_possible(game["name"], most, wish):
            others = wish
    found = [Setting("usual", game["usual_players"], {}), Setting("full", most, others)]
    if 1 in game["players"]:
        found.append(Setting("alone", 1, {}))
    if auto:
        players = max(game["players"])
        needs = {**auto["needs"], auto["option"]: players - 1}
        found.append(Setting("alone", players, needs, players - 1))
    return found


def is_possible(game: str, players: int, options: dict[str, Any]) -> bool:
    """Return whether a match can have these options together."""
    try:
        Match(game, players, options, SEED)
    except BadOption:
        return False
    return True


def other_value(option: dict[str, Any]) -> Any:
    """Return a value of an option that is not its default, or the default if it is a number."""
    if option["kind"] == "bool":
        return not option["default"]
    if option["kind"] == "choice":
        return option["choices"][-1] if option["choices"][-1] != option["default"] else option["choices"][0]
    return option["default"]


class Moments:
    """Makes moments on one server."""

    def __init__(self, url: str, database: str) -> None:
        self.url = url
        self.api = Api(url)
        self.storage = Storage(database)
        self.games = self.api.games()
        self._actions: dict[tuple[str, str], list[int]] = {}
        self._stages: dict[tuple[str, str, str], Moment] = {}

    def close(self) -> None:
        self.api.__exit__()
        self.storage.close()

    def actions(self, game: str, setting: Setting) -> list[int]:
        """Return the decisions of a match played at random to its end."""
        key = (game, setting.name)
        if key not in self._actions:
            self._actions[key] = random_actions(game, setting)
        return self._actions[key]

    def stage(self, game: str, setting: Setting, name: str) -> Moment:
        """Return one of STAGES. It is made once, so nobody may play on in it."""
        key = (game, setting.name, name)
        if key not in self._stages:
            actions = self.actions(game, setting)
            self._stages[key] = self.put(game, setting, actions[: int(len(actions) * STAGES[name])], name)
        return self._stages[key]

    def every_prompt(self, game: str, setting: Setting) -> list[Moment]:
        """Return the first moment of each kind of decision, told apart by the words of its prompt and its buttons."""
        actions = self.actions(game, setting)
        match = new_match(game, setting)
        seen: set[Any] = set()
        found = []
        for ply, action in enumerate(actions):
            scene = match.state.scene(match.state.current_player)
            buttons = [choice for choice in scene.choices if not choice.touches]
            kind = (wording(scene.prompt), bool(buttons), any(choice.amount is not None for choice in buttons))
            if kind not in seen:
                seen.add(kind)
                found.append(self.put(game, setting, actions[:ply], f"prompt {len(seen)}"))
            match.play(action)
        return found

    def put(
        self, game: str, setting: Setting, actions: list[int], name: str, *, seen: bool = True, **wishes: Any
    ) -> Moment:
        """Create a match on the server in which these decisions have been made, and seen by all players."""
        people = setting.players - setting.autos
        made = self.api.create(
            game,
            {**HUMAN, "name": NAMES[0]},
            *[OPEN] * (people - 1),
            players=setting.players,
            options=setting.options,
            seed=SEED,
            **{"hints": True, **wishes},
        )
        tokens = [made["token"], *[self.api.join(made, NAMES[seat]) for seat in range(1, people)]]
        match = new_match(game, setting)
        steps: list[Step] = [step for action in actions for step in match.play(action)]
        stored = self.storage.read(made["id"])
        assert stored is not None
        if steps:
            self.storage.write(stored, replay.summary(match), replay.journal_of(steps))
        for token in tokens if seen else ():
            self.api.mark_seen(made, token)
        mine = max(0, match.state.current_player)
        seat = {"id": made["id"], "token": tokens[mine], "seat": mine, "game": game}
        others = tuple(token for number, token in enumerate(tokens) if number != mine)
        return Moment(f"{setting.name}, {name}", seat, others)


def new_match(game: str, setting: Setting) -> Match:
    return Match(game, setting.players, setting.options, SEED)


def random_actions(game: str, setting: Setting) -> list[int]:
    """Return the decisions of a match played at random to its end."""
    dice = random.Random(SEED)
    match = new_match(game, setting)
    actions = []
    while not match.is_over:
        actions.append(dice.choice(match.state.legal_actions()))
        match.play(actions[-1])
    return actions


def wording(prompt: str) -> str:
    """Return a prompt without its figures."""
    return re.sub(r"\d+", "", prompt)
