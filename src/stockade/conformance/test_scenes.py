"""In the scene of every game, exactly the legal actions can be chosen, and everything that it names exists."""

from __future__ import annotations

import dataclasses
import json
import math
import re
from functools import cache
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stockade
from stockade.conformance.table import EXAMPLES, SETTINGS, Setting, each_game, each_setting, follow, some, steps
from stockade.core.scene import Area, Piece, Scene, Shape
from stockade.core.state import State

SHAPES: tuple[Shape, ...] = ("wide", "tall")
SVG = "{http://www.w3.org/2000/svg}"


@cache
def symbols(name: str) -> frozenset[str]:
    sheet = ElementTree.fromstring(stockade.game(name).art())
    return frozenset(symbol.attrib["id"] for symbol in sheet.iter(f"{SVG}symbol"))


def check(state: State, viewer: int | None, shape: Shape) -> Scene:
    scene = state.scene(viewer, shape)
    check_choices(state, viewer, scene)
    check_ids(scene)
    check_boxes(scene)
    check_sheets(scene)
    assert (scene.game, scene.viewer) == (state.game.name, viewer)
    assert (scene.current_player, scene.ply, scene.is_over) == (state.current_player, state.ply, state.is_over)
    assert scene.prompt.strip()
    return scene


def check_choices(state: State, viewer: int | None, scene: Scene) -> None:
    # Nobody can choose for chance or for another seat.
    chooses = state.current_player >= 0 and viewer in (None, state.current_player)
    assert [choice.action for choice in scene.choices] == (state.legal_actions() if chooses else [])
    touchable = {piece.id for piece in scene.pieces} | {area.id for area in scene.areas if area.label}
    assert set(scene.marks) <= touchable
    for choice in scene.choices:
        assert choice.text == state.format(choice.action)
        assert choice.label.strip()
        assert set(choice.touches) <= touchable
        # A client groups choices by their kind, and asks for one touch after the other.
        assert choice.kind.strip()
        assert len(choice.asks) == len(choice.touches)
        assert all(ask.strip() for ask in choice.asks)
    # If two actions had the same touches and the same turn, a person could not choose between them.
    paths = [(choice.touches, choice.turn) for choice in scene.choices if choice.touches]
    turned = [choice for choice in scene.choices if choice.either and len(choice.touches) > 1]
    paths += [(choice.touches[::-1], choice.turn) for choice in turned]
    assert len(set(paths)) == len(paths)
    # A number is chosen with buttons, and tells them apart.
    amounts = [choice.amount for choice in scene.choices if choice.amount is not None]
    assert len(set(amounts)) == len(amounts)
    assert not any(choice.touches for choice in scene.choices if choice.amount is not None)


def check_ids(scene: Scene) -> None:
    ids = [area.id for area in scene.areas] + [piece.id for piece in scene.pieces]
    assert len(set(ids)) == len(ids)
    areas = {area.id for area in scene.areas}
    assert {piece.place for piece in scene.pieces} - {""} <= areas
    assert [panel.seat for panel in scene.panels] == sorted({panel.seat for panel in scene.panels})
    art = {area.art for area in scene.areas} | {panel.sign for panel in scene.panels}
    art |= {fact.art for panel in scene.panels for fact in panel.facts}
    ghosts = [ghost for choice in scene.choices for ghost in choice.ghost]
    assert all(piece.art and piece.label for piece in (*scene.pieces, *ghosts))
    art |= {piece.art for piece in (*scene.pieces, *ghosts)}
    assert art - {""} <= symbols(scene.game)


def check_sheets(scene: Scene) -> None:
    pinned = {fact.label for sheet in scene.sheets if sheet.pinned for fact in sheet.facts}
    for choice in scene.choices:
        assert {label for label, _ in choice.gains} <= pinned
        assert all(text.strip() for _, text in choice.gains)
    for sheet in scene.sheets:
        assert len({fact.label for fact in sheet.facts}) == len(sheet.facts)
        assert {fact.art for fact in sheet.facts} - {""} <= symbols(scene.game)
        assert all(len(fact.values) == len(sheet.columns) for fact in sheet.facts)
        assert {column.seat for column in sheet.columns} - {None} <= {panel.seat for panel in scene.panels}


def check_boxes(scene: Scene) -> None:
    width, height = scene.size
    assert 0 < width < math.inf
    assert 0 < height < math.inf
    if scene.focus is not None:
        x, y, w, h = scene.focus
        assert 0 <= x < x + w <= width
        assert 0 <= y < y + h <= height
    ghosts = [ghost for choice in scene.choices for ghost in choice.ghost]
    things: list[Area | Piece] = [*scene.areas, *scene.pieces, *ghosts]
    for thing in things:
        assert math.isfinite(thing.turn)
        assert thing.w > 0
        assert thing.h > 0
        # Nothing is cut off. These are also false for numbers that are not finite.
        assert 0 <= thing.x <= width - thing.w, thing
        assert 0 <= thing.y <= height - thing.h, thing


@pytest.mark.parametrize("shape", SHAPES)
@each_setting
def test_a_scene_offers_the_legal_actions_to_whoever_decides(setting: Setting, shape: Shape) -> None:
    for number, state in enumerate(some(setting, 18)):
        # The player who decides, sometimes each of the others, and a person who watches.
        for viewer in {None, max(state.current_player, 0), number % setting.players}:
            check(state, viewer, shape)


@given(setting=st.sampled_from(SETTINGS), picks=steps(), shape=st.sampled_from(SHAPES))
@EXAMPLES
def test_a_scene_is_sound_wherever_play_leads(setting: Setting, picks: list[int], shape: Shape) -> None:
    state = follow(setting.start(), picks)
    check(state, None, shape)
    if state.current_player >= 0:
        check(state, state.current_player, shape)


@each_setting
def test_every_seat_has_its_panel(setting: Setting) -> None:
    for state in some(setting, 9):
        scene = state.scene()
        assert [panel.seat for panel in scene.panels] == list(range(setting.players))
        assert len({panel.sign for panel in scene.panels}) == setting.players
        assert len({panel.colour for panel in scene.panels}) == setting.players


@each_setting
def test_a_scene_is_plain_json(setting: Setting) -> None:
    for state in some(setting, 12):
        plain = state.scene().to_json()
        sent = json.loads(json.dumps(plain, allow_nan=False))
        assert set(sent) == {field.name for field in dataclasses.fields(Scene)}
        assert [choice["action"] for choice in sent["choices"]] == [choice.action for choice in state.scene().choices]


@each_setting
def test_the_picture_is_well_formed_and_uses_symbols_it_carries(setting: Setting) -> None:
    for number, state in enumerate(some(setting, 9)):
        viewer = (None, *range(setting.players))[number % (setting.players + 1)]
        for shape in SHAPES:
            scene = state.scene(viewer, shape)
            root = ElementTree.fromstring(state.svg(viewer, shape))
            own = {symbol.attrib["id"] for symbol in root.iter(f"{SVG}symbol")}
            used = [use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")]
            assert set(used) <= own
            drawn = [group for group in root.iter(f"{SVG}g") if "aria-label" in group.attrib]
            assert len(drawn) == sum(
                bool(art) for art in [each.art for each in scene.areas] + [each.art for each in scene.pieces]
            )
            assert root.findtext(f"{SVG}title") == scene.prompt
        assert state._repr_svg_() == state.svg()


@each_game
def test_art_is_a_sheet_of_symbols_with_a_cover(name: str) -> None:
    sheet = ElementTree.fromstring(stockade.game(name).art())
    found = [symbol.attrib["id"] for symbol in sheet.iter(f"{SVG}symbol")]
    assert len(set(found)) == len(found)
    assert "cover" in found
    for symbol in sheet.iter(f"{SVG}symbol"):
        box = [float(number) for number in symbol.attrib["viewBox"].split()]
        assert len(box) == 4
        assert min(box[2:]) > 0
    inside = {use.attrib["href"].removeprefix("#") for use in sheet.iter(f"{SVG}use")}
    assert inside <= set(found)


@each_game
def test_the_legend_explains_symbols_that_exist(name: str) -> None:
    legend = stockade.game(name).legend
    assert {sign.art for sign in legend} <= symbols(name)
    assert len({sign.art for sign in legend}) == len({sign.name for sign in legend}) == len(legend)
    assert all(sign.name.strip() and sign.text.strip() for sign in legend)


@each_game
def test_art_refers_only_to_itself(name: str) -> None:
    art = stockade.game(name).art()
    ids = re.findall(r'\bid="([^"]+)"', art)
    assert len(set(ids)) == len(ids)
    targets = re.findall(r'href="([^"]*)"', art) + re.findall(r"url\(([^)]*)\)", art)
    assert all(target.startswith("#") for target in targets)
    assert {target.removeprefix("#") for target in targets} <= set(ids)
    assert "<script" not in art
