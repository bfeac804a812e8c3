"""Draw positions that belong to no match. Anybody may see everything in them and choose for every seat."""

from __future__ import annotations

import random
from dataclasses import replace

from stockade.core.errors import BadOption
from stockade.core.scene import Scene, Shape, moved
from stockade.core.state import State


def picture(state: State, viewer: int | None, shape: Shape) -> Scene:
    """Draw a state from the viewer's side, with the choices of the player to move even if that is not the viewer."""
    if viewer is not None and not 0 <= viewer < state.players:
        raise BadOption(f"there is no seat {viewer}")
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


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply(action)
    return after


def roll(state: State) -> None:
    """Choose chance actions at random until a player has to decide."""
    while state.is_chance:
        outcomes, weights = zip(*state.chance_weights(), strict=True)
        state.apply(random.choices(outcomes, weights)[0])
