"""A game for tests, in plain Python: each turn has two actions and a die roll."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

import stockade
from stockade.core import snapshot
from stockade.core.errors import BadPosition, IllegalAction, ParseError
from stockade.core.ledger import Event
from stockade.core.scene import Choice, Piece, Scene
from stockade.core.spec import Auto, Option, Spec

ROUNDS = 3
WORDS = ("walk", "run", "1", "2", "3", "4", "5", "6")  # two actions and six outcomes
SPEC = Spec(
    name="race",
    title="Dice race",
    blurb="For tests.",
    players=(3,),
    minutes="1",
    weight="light",
    rules_version=1,
    action_count=len(WORDS),
    legal_limit=6,
    ply_limit=60,
    options=(Option("riders", 0, low=0, high=2), Option("track", "short", choices=("short", "long"))),
    auto=Auto("riders", "Rider", needs=(("track", "long"),)),
)


def put_on_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the race by its name. Its bytes are stored unchanged, because it has no record for a snapshot."""
    race, find, read, write = Race(), stockade.game, snapshot.from_snapshot, snapshot.to_snapshot

    def find_any(name: str) -> Any:
        return race if name == "race" else find(name)

    def read_any(game: Any, data: bytes) -> Any:
        return game.from_bytes(data) if game is race else read(game, data)

    def write_any(state: Any) -> bytes:
        return state.to_bytes() if state.game is race else write(state)

    monkeypatch.setattr(stockade, "game", find_any)
    monkeypatch.setattr("stockade.core.match.find_game", find_any)
    monkeypatch.setattr("stockade.core.match.from_snapshot", read_any)
    monkeypatch.setattr("stockade.server.replay.from_snapshot", read_any)
    monkeypatch.setattr("stockade.server.replay.to_snapshot", write_any)


class Race:
    """The interface of a game."""

    spec = SPEC
    name = "race"
    package = __name__.rpartition(".")[0]  # which has no levels of its own
    plans = None
    has_orders = False
    has_guide = False
    has_tray = False

    def options(self, players: int | None = None, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return self.spec.check_options(self.spec.check_players(players), given)

    def start(self, _: int | None = None, options: Mapping[str, Any] | None = None) -> RaceState:
        return RaceState(self, [0, 0, 0], 0, (options or {}).get("riders", 0))

    def from_bytes(self, data: bytes) -> RaceState:
        try:
            return RaceState(self, *json.loads(data))
        except (ValueError, TypeError) as error:
            raise BadPosition("no race") from error

    def has(self, _: str) -> bool:
        return False


class RaceState:
    """Where everybody is, and the ply: three per turn, the third by chance.

    The last seats may be riders, who only roll.
    """

    players = 3

    def __init__(self, game: Race, places: list[int], ply: int, riders: int = 0) -> None:
        self.game, self.places, self.ply, self.riders = game, places, ply, riders

    @property
    def is_over(self) -> bool:
        return self.ply == 3 * self.players * ROUNDS

    @property
    def is_chance(self) -> bool:
        return not self.is_over and self.ply % 3 == 2

    @property
    def current_player(self) -> int:
        return -4 if self.is_over else -1 if self.is_chance else self.seat

    @property
    def seat(self) -> int:
        return self.ply // 3 % self.players

    def legal_actions(self) -> list[int]:
        return [] if self.is_over else list(range(2, 8)) if self.is_chance else [0, 1]

    def chance_weights(self) -> list[tuple[int, int]]:
        return [(action, 1) for action in self.legal_actions()]

    def apply(self, action: int | str) -> None:
        number = self.parse(action) if isinstance(action, str) else action
        if number not in self.legal_actions():
            raise IllegalAction("not now", "1")
        self.places[self.seat] += number + 1 if number < 2 else number - 1
        self.ply += 1
        if not self.is_over and self.ply % 3 == 0 and self.seat >= self.players - self.riders:
            self.ply += 2  # riders decide nothing

    def parse(self, text: str) -> int:
        if text not in WORDS:
            raise ParseError(f"{text!r} is no action")
        return WORDS.index(text)

    def format(self, action: int) -> str:
        return WORDS[action]

    def describe(self, action: int) -> str:
        return f"{WORDS[action]}!"

    def tell(self, action: int, after: RaceState) -> list[Event]:
        if not self.is_chance:
            return []
        events = [Event(f"{self.seat_name(self.seat)} comes to {after.places[self.seat]}")]
        return [*events, Event("the bell rings")] if action == WORDS.index("6") else events

    def describe_end(self) -> str:
        return "the race is run"

    def seat_name(self, seat: int) -> str:
        return f"Runner {seat}"

    def scores(self) -> list[float]:
        return [float(place) for place in self.places]

    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == max(self.places)]

    def clone(self) -> RaceState:
        return RaceState(self.game, list(self.places), self.ply, self.riders)

    def to_bytes(self) -> bytes:
        return json.dumps([self.places, self.ply, self.riders]).encode()

    def scene(self, viewer: int | None = None, _: str = "wide") -> Scene:
        mine = not self.is_chance and viewer in (None, self.current_player)
        return Scene(
            game="race",
            size=(100.0, 30.0),
            areas=(),
            pieces=tuple(
                Piece(f"runner-{seat}", "runner", float(place), 10.0 * seat, 10.0, 10.0, f"Runner {seat}", seat)
                for seat, place in enumerate(self.places)
            ),
            panels=(),
            prompt="Run",
            choices=tuple(Choice(a, WORDS[a], WORDS[a], (), kind=WORDS[a]) for a in self.legal_actions())
            if mine
            else (),
            current_player=self.current_player,
            ply=self.ply,
            is_over=self.is_over,
            viewer=viewer,
        )
