"""What the environments for PettingZoo and Gymnasium have in common: their ids, their rewards and their pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from stockade.core import registry
from stockade.core.errors import BadOption, quoted
from stockade.core.game import Game
from stockade.core.spec import Value
from stockade.core.state import State

NAMESPACE = "stockade"
VERSION = 0  # raised when the same actions would give other observations or rewards
OBSERVATION_BOUND = 100.0  # the conformance suite checks that no observation of any game is beyond it

Reward = Literal["result", "points"]
RENDER_MODES = ("ansi", "human", "rgb_array")


@dataclass(frozen=True)
class Environment:
    """One registered id, and the arguments that it stands for."""

    id: str
    game: str
    players: int
    options: Mapping[str, Value]

    @property
    def arguments(self) -> dict[str, Any]:
        return {"game": self.game, "players": self.players, "options": dict(self.options)}


def environments() -> Iterator[Environment]:
    """Yield the ids of all installed games.

    A game has an id for the usual number of players, and one for each other number. To each of these it has ids for
    every value of note of one option: "stockade/Name-v0", "stockade/Name-3p-v0", "stockade/Name-3p-option-value-v0".
    """
    for name in registry.games():
        yield from environments_of(registry.game(name))


def environments_of(game: Game) -> Iterator[Environment]:
    """Yield the ids of one game."""
    spec = game.spec
    title = "".join(word.capitalize() for word in spec.name.split("_"))
    for players in (None, *spec.players):
        for suffix, options in (("", {}), *_single_options(game)):
            count = spec.check_players(players)
            try:
                spec.check_options(count, options)
            except BadOption:  # not with this number of players, or not without another option
                continue
            table = "" if players is None else f"-{players}p"
            yield Environment(f"{NAMESPACE}/{title}{table}{suffix}-v{VERSION}", spec.name, count, options)


def _single_options(game: Game) -> Iterator[tuple[str, dict[str, Value]]]:
    """Yield one option after the other with each value of note that is not the default."""
    auto = game.spec.auto
    for option in game.spec.offered:
        if auto and option.name in auto.about:
            continue  # it does nothing by itself
        if auto and option.name == auto.option:
            counts = range(1, max(game.spec.players))
            yield from ((f"-{option.name}-{count}", {option.name: count, **dict(auto.needs)}) for count in counts)
        else:
            for value in option.others_of_note():
                suffix = "" if option.kind == "bool" else f"-{value}"
                yield f"-{option.name}{suffix}", {option.name: value}


def check_reward(reward: str) -> None:
    """Refuse a kind of reward that there is not."""
    if reward not in get_args(Reward):
        raise BadOption(f"a reward is one of {', '.join(get_args(Reward))}, not {quoted(reward)}")


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a way to draw that there is not."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise BadOption(f"a render mode is one of {', '.join(RENDER_MODES)}, not {quoted(render_mode)}")


def frame(state: State, render_mode: str) -> str | npt.NDArray[np.uint8] | None:
    """Draw a state: as text, on the terminal, or as pixels (extra `pictures`)."""
    if render_mode == "rgb_array":
        from stockade.records.pictures import picture

        return _pixels(picture(state, "png"))
    if render_mode == "ansi":
        return str(state)
    print(state)
    return None


def _pixels(png: bytes) -> npt.NDArray[np.uint8]:
    from PIL import Image

    return np.array(Image.open(io.BytesIO(png)).convert("RGB"))
