"""Blockade's scene: exactly the legal moves can be touched, and the picture is right."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from tests.games.blockade.positions import BLACK_HOME, GAME, WHITE_HOME, at
from tests.games.scenes import check_proportions, played, symbols, things

from stockade.conformance.scope import either
from stockade.conformance.test_scenes import SHAPES, check
from stockade.core.scene import Piece, Scene, Shape, moved
from stockade.core.state import State

VIEWERS = (None, 0, 1)


def pick(state: State, dice: random.Random) -> int:
    return dice.choice(state.legal_actions())


@cache
def states() -> list[State]:
    tables = [(seed, {"limit": 60}) for seed in range(either(quick=2, deep=6))]
    tables += [(seed, {"limit": 40, "match": 11}) for seed in range(either(quick=1, deep=3))]
    return [state for seed, options in tables for state in played(GAME, pick, seed, 2, options)]


def touches(state: State) -> dict[str, tuple[str, ...]]:
    return {choice.text: choice.touches for choice in state.scene().choices}


def gains(state: State) -> dict[str, str]:
    return {choice.text: choice.gain for choice in state.scene().choices}


def stack(scene: Scene, square: int) -> list[str]:
    """Return the ids of the pieces on a square, from bottom to top as drawn."""
    there = [piece for piece in scene.pieces if piece.place == f"square-{square}"]
    return [piece.id for piece in sorted(there, key=lambda piece: -piece.y)]


# -- choices ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_scene_is_sound(viewer: int | None, shape: Shape) -> None:
    tower_in_the_far_moat = at("C7 B7 B7", "C6 B1 B8")
    tower_in_the_far_moat.apply("T7-10")
    for state in (*states(), tower_in_the_far_moat):
        for choice in check(state, viewer, shape).choices:
            assert len(choice.touches) == 2
            assert re.fullmatch(r"[A-Z][a-z ]+ from \d+ to \d+.*", choice.label)


def test_touching_a_bridge_of_a_high_bridge_lifts_what_is_on_it() -> None:
    state = at("C2 B5 B5")
    lower, upper = stack(state.scene(), 5)
    assert touches(state)["B5-7"] == (upper, "square-7")
    assert touches(state)["H5-7"] == (lower, "square-7")


def test_touching_a_high_castle() -> None:
    state = at("C4 B4 B6")
    bridge, castle = stack(state.scene(), 4)
    assert castle == "black-castle"
    assert touches(state)["C4-5"] == (castle, "square-5")
    assert touches(state)["K4-6"] == (bridge, "square-6")


def test_touching_a_tower() -> None:
    state = at("C4 B4 B4")
    lower, upper, castle = stack(state.scene(), 4)
    assert castle == "black-castle"
    assert touches(state)["C4-5"] == (castle, "square-5")
    assert touches(state)["K4-6"] == (upper, "square-6")
    assert touches(state)["T4-7"] == (lower, "square-7")


def test_a_push_is_aimed_where_the_bridge_goes() -> None:
    state = at("C4 B1 B5")
    assert touches(state)["C4-5"] == ("black-castle", "square-5")
    assert touches(state)["D4-5"] == ("black-castle", "square-6")
    (push,) = [choice for choice in state.scene().choices if choice.text == "D4-5"]
    assert push.label == "Castle from 4 to 5, pushing the bridge to 6"


def test_gain_says_what_wins() -> None:
    state = at("C9 B5 B7", "C6 B4 B8")
    assert {text for text, gain in gains(state).items() if gain == "wins"} == {"C9-10"}
    blocking = at("C7 B1 B4", "C9 B6 B10")
    assert gains(blocking)["C7-8"] == "wins"


def test_gain_in_match_play_is_points() -> None:
    pieces = "C9 B5 B7", "C6 B4 B8"
    assert gains(at(*pieces, match={"target": 11}))["C9-10"] == "+4 points"
    assert gains(at(*pieces, match={"target": 4}))["C9-10"] == "wins, +4 points"
    champion = at("C9 B1 B2", "C4 B3 B5", match={"target": 11})
    assert gains(champion)["C9-10"] == "+1 point"
    assert gains(champion)["C9-8"] == ""


# -- ghosts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_a_ghost_is_what_the_next_scene_shows(shape: Shape) -> None:
    for state in states():
        before = state.scene(0, shape)
        for choice in before.choices:
            after = state.clone()
            after.apply(choice.action)
            if after.record.round_no == state.record.round_no or after.is_over:
                assert choice.ghost == moved_of(before, after.scene(0, shape))


def moved_of(before: Scene, after: Scene) -> tuple[Piece, ...]:
    """Return what moved, in the order of the ghost: by square, then from bottom to top."""
    pieces = moved(before.pieces, after.pieces)
    return tuple(sorted(pieces, key=lambda piece: (int(piece.place.removeprefix("square-")), -piece.y)))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_ghost_lands_even_where_the_round_ends(shape: Shape) -> None:
    state = at("C9 B5 B7", "C6 B4 B8", match={"target": 11})
    (choice,) = [choice for choice in state.scene(0, shape).choices if choice.text == "C9-10"]
    assert [(piece.id, piece.place) for piece in choice.ghost] == [("black-castle", "square-10")]


def test_a_plain_move_moves_one_thing() -> None:
    scene = GAME.start().scene()
    ghosts = {choice.text: [piece.id for piece in choice.ghost] for choice in scene.choices}
    assert ghosts["B3-5"] == ["black-bridge-b"]
    assert ghosts["B3-1"] == ["black-bridge-b"]
    assert ghosts["C2-3"] == ["black-castle"]
    assert sorted(ghosts["D2-3"]) == ["black-bridge-b", "black-castle"]


@pytest.mark.parametrize(
    ("state", "start", "end"),
    [(at("C2 B5 B5", WHITE_HOME), 5, 7), (at(BLACK_HOME, "C9 B6 B6", to_move="white"), 6, 4)],
    ids=["black", "white"],
)
def test_the_upper_bridge_keeps_its_name_when_it_advances(state: State, start: int, end: int) -> None:
    upper = stack(state.scene(), start)[1]
    state.apply(f"B{start}-{end}")
    assert stack(state.scene(), end) == [upper]


# -- the picture -----------------------------------------------------------------------------------------------


def test_ids_are_the_same_in_every_scene() -> None:
    ids = {piece.id for piece in GAME.start().scene().pieces}
    assert ids == {f"{side}-{kind}" for side in ("black", "white") for kind in ("castle", "bridge-a", "bridge-b")}
    for state in states():
        assert {piece.id for piece in state.scene().pieces} == ids


def test_art_is_drawn_and_nothing_is_drawn_in_vain() -> None:
    used = {"cover", *(sign.art for sign in GAME.legend)}
    for shape in SHAPES:
        scene = GAME.start().scene(0, shape)
        used |= {thing.art for thing in things(scene) if thing.art}
        used |= {panel.sign for panel in scene.panels}
    assert used == set(symbols("blockade"))


@pytest.mark.parametrize("shape", SHAPES)
def test_art_keeps_its_proportions(shape: Shape) -> None:
    check_proportions(GAME.start().scene(0, shape))


@pytest.mark.parametrize(("viewer", "nearest"), [(None, 1), (0, 1), (1, 10)])
def test_the_viewers_own_moat_is_nearest(viewer: int | None, nearest: int) -> None:
    wide = {area.id: area for area in GAME.start().scene(viewer, "wide").areas}
    tall = {area.id: area for area in GAME.start().scene(viewer, "tall").areas}
    far = 11 - nearest
    assert wide[f"square-{nearest}"].x < wide["square-4"].x < wide[f"square-{far}"].x
    assert tall[f"square-{nearest}"].y > tall["square-4"].y > tall[f"square-{far}"].y


@pytest.mark.parametrize("shape", SHAPES)
def test_a_stack_is_as_high_as_its_pieces(shape: Shape) -> None:
    scene = at("C4 B4 B4").scene(0, shape)
    lower, upper, castle = (piece for piece in scene.pieces if piece.place == "square-4")
    assert castle.y + castle.h == upper.y
    assert upper.y + upper.h == lower.y
    assert [piece.label for piece in (lower, upper, castle)] == [
        "Black bridge on 4", "Black upper bridge on 4", "Black castle on 4",
    ]  # fmt: skip


def test_rows_are_big_enough_for_a_thumb() -> None:
    scene = GAME.start().scene(0, "tall")
    on_a_phone = 375 / scene.size[0]
    assert all(area.h * on_a_phone >= 44 for area in scene.areas if area.label)


def test_places_are_spoken() -> None:
    labels = [area.label for area in GAME.start().scene().areas if area.label]
    assert labels[0] == "Square 1, Black's moat"
    assert labels[3] == "Square 4, Black's territory"
    assert labels[5] == "Square 6, White's territory"
    assert labels[9] == "Square 10, White's moat"
    assert len(labels) == 10


# -- what is said beside the board -----------------------------------------------------------------------------


def test_panels_and_prompt_of_a_single_game() -> None:
    state = GAME.start()
    assert state.scene(1).prompt == "Black to move"
    state.apply("B3-5")
    scene = state.scene(0)
    assert scene.prompt == "White to move"
    assert [panel.title for panel in scene.panels] == ["Black", "White"]
    assert [[(fact.label, fact.value) for fact in panel.facts] for panel in scene.panels] == [
        [("No retreat", "bridge from 5 to 3")], [],
    ]  # fmt: skip
    assert scene.marks == ("square-3", "square-5")


def test_a_push_leaves_no_mark() -> None:
    state = GAME.start()
    state.apply("D2-3")
    assert state.scene().marks == ()


def test_the_end_is_told() -> None:
    state = at("C9 B5 B7", "C6 B4 B8")
    state.apply("C9-10")
    scene = state.scene(0)
    assert scene.is_over
    assert scene.choices == ()
    assert scene.prompt == "Black wins: Black's castle stands in White's moat"
    assert scene.marks == ("square-9", "square-10")


def test_a_drawn_game_is_told() -> None:
    state = GAME.start(options={"limit": 2})
    state.apply("B3-5")
    state.apply("B8-6")
    assert state.scene().prompt == "Drawn after 2 moves"
    assert state.scene().marks == ("square-8", "square-6")


def test_match_play_changes_sides() -> None:
    state = at("C9 B5 B7", "C6 B4 B8", match={"target": 11})
    assert state.scene().prompt == "Round 1: Black to move"
    state.apply("C9-10")
    scene = state.scene(0)
    assert scene.prompt == "Round 2: Black to move"
    assert scene.choices == ()  # seat 1 plays Black now
    assert [panel.title for panel in scene.panels] == ["White", "Black"]
    assert [(fact.label, fact.value) for fact in scene.panels[0].facts] == [("Points", "4 of 11"), ("Round", "2")]
    areas = {area.id: area for area in scene.areas}
    assert areas["square-10"].x < areas["square-1"].x
    assert {piece.owner for piece in scene.pieces if piece.id.startswith("white")} == {0}


def test_the_end_of_a_match_is_told() -> None:
    pieces = "C9 B5 B7", "C6 B4 B8"
    state = at(*pieces, match={"target": 4})
    state.apply("C9-10")
    end = "Black's castle stands in White's moat; the match ends 4 to 0"
    assert state.scene().prompt == f"Black wins the match: {end}"
    even = at(
        *pieces, match={"target": 11, "rounds": 39, "points": [0, 4]}, last_round={"ending": "moat", "winner": 1}
    )
    even.apply("C9-10")
    assert even.scene().prompt == "Drawn: Black's castle stands in White's moat; the match ends 4 to 4"
