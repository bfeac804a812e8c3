"""Draw positions that belong to no match. Anybody may see everything in them and choose for every seat."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from stockade.core.errors import BadOption, BadPosition, StockadeError
from stockade.core.game import Game
from stockade.core.scene import Scene, Shape, moved
from stockade.core.state import State

from .schemas import DraftQuestion, PositionView, Putting

Result = TypeVar("Result")
logger = logging.getLogger("stockade.server")


def read(game: Game, position: Mapping[str, Any]) -> State:
    """Return the state of a position that a client has sent."""
    return _guarded(game, lambda: game.from_json(position))


def draft(game: Game, position: Mapping[str, Any]) -> tuple[State, BadPosition | None]:
    """Return the state of a position that may not be possible, and what is wrong with it.

    Where the game cannot draw impossible positions, they are an error.
    """
    try:
        return read(game, position), None
    except BadPosition as wrong:
        if not game.has_tray:
            raise
        return _guarded(game, lambda: game.sketch(position)), wrong


def arranged(game: Game, form: DraftQuestion) -> Mapping[str, Any]:
    """Return a position after what a form changes in it."""
    change = form.change
    if isinstance(change, Putting):
        return _guarded(game, lambda: game.put(form.position, change.item, change.touches, form.viewer))
    if change is not None:
        return _guarded(game, lambda: game.dial(form.position, change.dial, change.value, form.viewer))
    return form.position


def _guarded(game: Game, work: Callable[[], Result]) -> Result:
    try:
        return work()
    except StockadeError:
        raise
    except Exception as error:
        # A client may put anything into a position.
        logger.exception("reading a position of %s failed", game.name)
        raise BadPosition(f"this is not a position of {game.spec.title}") from error


def picture(state: State, viewer: int | None, shape: Shape) -> Scene:
    """Draw a state from the viewer's side, with the choices of the player to move even if that is not the viewer."""
    check_viewer(state, viewer)
    scene = state.scene(viewer, shape)
    if viewer is None or scene.choices or state.is_over:
        return scene
    choices = state.scene(None, shape)
    if (choices.size, choices.areas, choices.pieces) == (scene.size, scene.areas, scene.pieces):
        return replace(scene, choices=choices.choices)
    # Pieces have the same names from every side of the table, but other places.
    return replace(
        scene,
        choices=tuple(
            replace(choice, ghost=moved(scene.pieces, _after(state, choice.action).scene(viewer, shape).pieces))
            for choice in choices.choices
        ),
    )


def is_playable(scene: Scene) -> bool:
    """Return whether everything that its choices touch is in a scene."""
    shown = {area.id for area in scene.areas} | {piece.id for piece in scene.pieces}
    return all(shown.issuperset(choice.touches) for choice in scene.choices)


def view(state: State, viewer: int | None, shape: Shape) -> PositionView:
    scene = picture(state, viewer, shape)
    return PositionView(position=state.to_json(), scene=scene, text=str(state), autos=autos_of(state))


def autos_of(state: State) -> list[int]:
    """Return the seats that the rules play."""
    spec = state.game.spec
    return list(spec.auto_seats(state.players, state.game.options_at(state))) if spec.auto else []


def check_viewer(state: State, viewer: int | None) -> None:
    if viewer is not None and not 0 <= viewer < state.players:
        raise BadOption(f"there is no seat {viewer}")


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply(action)
    return after


def roll(state: State) -> list[int]:
    """Choose chance actions at random until a player has to decide, and return them."""
    rolled = []
    while state.is_chance:
        outcomes, weights = zip(*state.chance_weights(), strict=True)
        rolled.append(random.choices(outcomes, weights)[0])
        state.apply(rolled[-1])
    return rolled
