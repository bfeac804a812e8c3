"""Positions can be set up by hand: what the tray offers can be put there, and every draft can be drawn."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stockade
from stockade.conformance.scope import either
from stockade.conformance.table import GAMES, Setting, each_setting
from stockade.core.errors import BadPosition
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.core.scene import Shape
from stockade.core.state import State
from stockade.core.tray import Tray

Draft = dict[str, Any]
SHAPES: tuple[Shape, ...] = ("wide", "tall")
CHANGES = either(quick=6, deep=60)


def moment(setting: Setting, seed: int) -> Match:
    """Return a match somewhere on its way."""
    match, dice = setting.match(seed), random.Random(seed)
    for _ in range(dice.randrange(40)):
        if match.is_over:
            break
        match.play(dice.choice(match.state.legal_actions()))
    return match


@each_setting
def test_a_match_can_begin_at_any_state(setting: Setting) -> None:
    match = moment(setting, 1)
    if match.is_over:
        return
    try:
        other = Match.at(match.state)
    except BadPosition:
        return  # matches of this game, or of this edition, cannot begin at a position
    assert other.start == match.state
    assert other.auto_seats == match.auto_seats
    other.play(other.state.legal_actions()[0])
    again = Match.from_json(other.to_json())
    assert (again.state, again.to_json()) == (other.state, other.to_json())
    other.undo(consent=True)
    with pytest.raises(stockade.NotAllowed):
        other.undo(consent=True)


@each_setting
def test_a_branch_shares_the_past_and_not_the_future(setting: Setting) -> None:
    match = moment(setting, 2)
    for ply in {0, len(match.actions) // 2, len(match.actions)}:
        if match.state_at(ply).is_over:
            continue
        try:
            branch = match.branch(ply)
        except stockade.NotAllowed:  # chance has ended it
            continue
        assert branch.actions[:ply] == match.actions[:ply]
        assert branch.seed != match.seed
        again = Match.from_json(branch.to_json())
        assert (again.state, again.kept) == (branch.state, ply)
        with pytest.raises(stockade.NotAllowed):
            branch.undo(consent=True)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_the_tray_offers_can_be_put_there(name: str) -> None:
    game = stockade.game(name)
    if not game.has_tray:
        return
    for seed, players in enumerate(game.spec.players):
        dice = random.Random(seed)
        position = moment(Setting(name, players), seed).state.to_json()
        for _ in range(CHANGES):
            viewer, shape = dice.choice([None, *range(players)]), dice.choice(SHAPES)
            position = change(game, position, viewer, shape, dice)


def change(game: Game, position: Draft, viewer: int | None, shape: Shape, dice: random.Random) -> Draft:
    """Draw a draft, and return it after one change, if the game can still read it."""
    state = game.sketch(position)
    tray = game.tray(state, viewer, shape)
    assert tray is not None
    check_tray(tray, state, viewer, shape)
    items = [item for item in tray.items if item.places]
    if items and (not tray.dials or dice.random() < 0.8):
        item = dice.choice(items)
        changed = game.put(position, item.id, dice.choice(item.places), viewer)
    else:
        dial = dice.choice(tray.dials)
        value = dice.choice(dial.choices)[0] if dial.choices else dice.randint(dial.low, dial.high)
        changed = game.dial(position, dial.id, value, viewer)
    try:
        game.sketch(changed)
    except BadPosition:
        return position
    return changed


def check_tray(tray: Tray, state: State, viewer: int | None, shape: Shape) -> None:
    scene = state.scene(viewer, shape)
    assert scene.choices == ()
    things = {area.id for area in (*scene.areas, *tray.areas)} | {piece.id for piece in scene.pieces}
    assert {touch for item in tray.items for touches in item.places for touch in touches} <= things
    names = [item.id for item in tray.items] + [dial.id for dial in tray.dials]
    assert len(set(names)) == len(names)
    assert all(item.label for item in tray.items)
    for dial in tray.dials:
        if dial.choices:
            assert dial.value in [word for word, _ in dial.choices]
        else:
            assert isinstance(dial.value, int)
            assert dial.low <= dial.value <= dial.high
