"""Barricado's scene: exactly the legal actions can be touched, and the picture is right."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest
from tests.games.scenes import by_id, check_proportions, played, symbols, things

import stockade
from stockade.conformance.scope import either
from stockade.conformance.test_scenes import SHAPES, SVG, check
from stockade.core.english import counted
from stockade.core.scene import Area, Choice, Piece, Scene, Shape, moved
from stockade.core.state import State

GAME = stockade.game("barricado")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"size": 5}),
    (4, {}),
    (2, {"size": 4, "plazas_and_sewers": True}),
    (3, {"size": 4, "revolution": True}),
    (4, {"size": 5, "plazas_and_sewers": True, "revolution": True}),
]


def position(**given: Any) -> State:
    return GAME.from_json({"size": 4, "ply": 9, **given})


def tile(x: int, y: int, variation: int, turn: int = 0, **special: int) -> dict[str, Any]:
    return {"at": [x, y], "variation": variation, "turn": turn, **special}


def pick(state: State, dice: random.Random) -> int:
    """Choose at random: some runs, few rotations, and mostly tiles."""
    legal = state.legal_actions()
    runs = [action for action in legal if state.format(action)[0] in "be"]
    if runs and dice.random() < 0.4:
        return dice.choice(runs)
    return legal[0] if legal[0] == 0 and dice.random() < 0.7 else dice.choice(legal)


@cache
def games() -> list[list[State]]:
    return [list(played(GAME, pick, seed, *table)) for seed, table in enumerate(TABLES)]


@cache
def states() -> list[State]:
    return [state for game in games() for state in (*game[:4], *game[4 :: either(quick=14, deep=3)], *game[-2:])]


def box(thing: Area | Piece) -> tuple[float, float, float, float]:
    return thing.x, thing.y, thing.w, thing.h


def choice_of(state: State, text: str) -> Choice:
    (found,) = [choice for choice in state.scene().choices if choice.text == text]
    return found


def kind(choice: Choice) -> str:
    return choice.text.partition(" ")[0]


def labels(scene: Scene, start: str) -> dict[str, str]:
    return {thing.id: thing.label for thing in things(scene) if thing.id.startswith(start)}


# -- choices ---------------------------------------------------------------------------------------------------


def test_the_games_show_everything() -> None:
    kinds = {kind(choice) for state in states() for choice in state.scene().choices}
    assert kinds == {"draw", "tile", "build", "extend", "rotate"}
    assert any(state.is_chance for state in states())
    assert {state.players for state in states() if state.is_over} == {2, 3, 4}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_scene_is_sound(viewer: int | None, shape: Shape) -> None:
    for state in states():
        for choice in check(state, viewer, shape).choices:
            assert re.match(
                r"(Draw a tile$|(Build|Extend a barricade) from |(Place|Rotate) the tile on )", choice.label
            )


def test_how_each_kind_is_picked() -> None:
    for state in states():
        for choice in state.scene().choices:
            numbers = choice.text.partition(" ")[2]
            match kind(choice):
                case "draw":
                    assert (choice.touches, choice.turn, choice.either) == (("stack",), None, False)
                case "tile" | "rotate":
                    place, _, turn = numbers.partition(" r")
                    assert (choice.touches, choice.turn, choice.either) == ((f"place-{place}",), int(turn), False)
                case what:
                    ends = tuple(f"cell-{cell}" for cell in numbers.split(":"))
                    assert (choice.touches, choice.turn, choice.either) == (ends, None, what == "build")


def test_a_placement_comes_in_four_turns_and_a_rotation_in_three() -> None:
    for state in states():
        turns: dict[tuple[str, ...], list[int]] = {}
        for choice in state.scene().choices:
            if choice.turn is not None:
                turns.setdefault(choice.touches, []).append(choice.turn)
        is_placing = state.scene().prompt.endswith("place the tile")
        assert all(found == ([0, 1, 2, 3] if is_placing else [1, 2, 3]) for found in turns.values())


def test_gain_is_the_segments() -> None:
    for state in states():
        before = state.scores()
        for choice in state.scene().choices:
            after = state.clone()
            after.apply(choice.action)
            built = int(after.scores()[state.current_player] - before[state.current_player])
            gained = [
                part for part in re.split("[,;] ", choice.gain) if "on the board" in part and "sewer" not in part
            ]
            assert gained == ([f"+{counted(built, 'segment')} on the board"] if built else [])


def test_an_x_is_not_hidden_by_a_tile_that_can_be_rotated() -> None:
    """A tile names no place, so that a touch on it goes to the cell and then to the place."""
    state = position(players=3, revolution=True, tiles=[tile(1, 0, 1, 1)])
    scene = state.scene()
    assert {"build", "rotate"} <= {kind(choice) for choice in scene.choices}
    assert all(piece.place == "" for piece in scene.pieces if piece.id.startswith("tile"))
    order = [area.id for area in scene.areas]
    assert order.index("cell-0,0") > order.index("place-0,0")


# -- ghosts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_a_ghost_is_what_the_next_scene_shows(shape: Shape) -> None:
    for state in states()[::2]:
        before = state.scene(shape=shape)
        for choice in before.choices:
            if kind(choice) in ("build", "extend", "rotate"):
                after = state.clone()
                after.apply(choice.action)
                assert choice.ghost == moved(before.pieces, after.scene(shape=shape).pieces)


def test_the_ghost_of_a_placed_tile_lies_on_its_place_as_it_will() -> None:
    for state in states()[::2]:
        before = state.scene()
        for choice in before.choices:
            if kind(choice) != "tile":
                continue
            after = state.clone()
            after.apply(choice.action)
            (place,), seen = choice.touches, by_id(after.scene())
            assert choice.ghost[0].id == "tile-drawn"
            for piece in choice.ghost:
                there = seen[piece.id.replace("drawn", place.removeprefix("place-"))]
                assert (piece.art, piece.turn) == (there.art, there.turn)
                assert box(piece) == box(by_id(before)[place])


def test_a_draw_has_no_ghost() -> None:
    assert choice_of(GAME.start(), "draw").ghost == ()


def test_the_ghost_of_a_run() -> None:
    state = position(tiles=[tile(1, 0, 1, 1)])
    build = choice_of(state, "build 0,0:3,0")
    assert [piece.id for piece in build.ghost] == ["segment-0,0", "segment-1,0", "segment-2,0", "segment-3,0"]
    assert {piece.owner for piece in build.ghost} == {0}
    assert build.gain == "+4 segments on the board"
    grown = position(
        tiles=[tile(1, 0, 1, 1), tile(2, 0, 1, 1)], barricades=[{"owner": "red", "from": [0, 0], "to": [3, 0]}]
    )
    extend = choice_of(grown, "extend 3,0:5,0")
    assert [piece.id for piece in extend.ghost] == ["segment-4,0", "segment-5,0"]
    assert extend.touches == ("cell-3,0", "cell-5,0")


# -- the picture -----------------------------------------------------------------------------------------------


def test_ids_stay_with_their_things() -> None:
    for game in games():
        known: dict[str, Any] = {}
        for state in game:
            for piece in state.scene().pieces:
                if piece.id not in ("tile-drawn", "special-drawn"):
                    assert known.setdefault(piece.id, (piece.art, piece.owner, piece.place)) == (
                        piece.art, piece.owner, piece.place,
                    )  # fmt: skip


def test_areas_lie_where_their_names_say() -> None:
    for state in states():
        scene = state.scene()
        areas = by_id(scene)
        home, side = areas["place-0,0"], areas["place-0,0"].w
        for area in scene.areas:
            what, _, name = area.id.partition("-")
            if what in ("place", "cell"):
                x, y = (int(number) for number in name.split(","))
                scale = side if what == "place" else side / 2
                assert box(area) == pytest.approx((home.x + x * scale, home.y + y * scale, scale, scale))


def test_every_place_that_can_take_a_tile_is_shown_and_no_other() -> None:
    for state in states():
        scene = state.scene()
        empty = {area.touches[0] for area in scene.choices if kind(area) == "tile"}
        shown = {area.id for area in scene.areas if area.art == "place"}
        placed = {piece.id.replace("tile", "place") for piece in scene.pieces if re.match(r"tile-[-\d]", piece.id)}
        if empty:
            assert shown == empty
        assert {area.id for area in scene.areas if area.id.startswith("place")} == shown | placed
        assert (not shown) == (state.record.tiles_left == 0)


def test_the_city_fills_the_square_at_the_end() -> None:
    for game in games():
        scene = game[-1].scene()
        tiles = [piece for piece in scene.pieces if piece.id.startswith("tile")]
        side = int(game[-1].record.length) * tiles[0].w
        assert side == pytest.approx(830)
        assert max(piece.x + piece.w for piece in tiles) - min(piece.x for piece in tiles) == pytest.approx(side)


def test_no_plank_covers_a_number_at_the_edge() -> None:
    for state in states():
        scene = state.scene()
        planks = [piece for piece in scene.pieces if piece.id.startswith("segment")]
        rows = [area.x + area.w for area in scene.areas if area.id.startswith("row")]
        columns = [area.y + area.h for area in scene.areas if area.id.startswith("column")]
        assert all(plank.x >= max(rows) and plank.y >= max(columns) for plank in planks)


def test_a_size_stays_the_same_through_a_game() -> None:
    for game in games():
        for shape in SHAPES:
            assert len({state.scene(shape=shape).size for state in game[::5]}) == 1


def test_pieces_lie_on_their_cells() -> None:
    for state in states():
        scene = state.scene()
        areas = by_id(scene)
        for piece in scene.pieces:
            if piece.id.startswith("segment"):
                cell = areas[piece.place]
                assert piece.id.removeprefix("segment-") == piece.place.removeprefix("cell-")
                assert piece.x + piece.w / 2 == pytest.approx(cell.x + cell.w / 2)
                assert piece.y + piece.h / 2 == pytest.approx(cell.y + cell.h / 2)
                assert max(piece.w, piece.h) > cell.w > min(piece.w, piece.h)
                assert cell.label.endswith(f"{piece.label.split()[0].lower()} segment")


def test_segments_are_counted_right() -> None:
    for state in states():
        owners = [piece.owner for piece in state.scene().pieces if piece.id.startswith("segment")]
        assert [owners.count(seat) for seat in range(state.players)] == state.scores()


def test_places_are_big_enough_for_a_thumb() -> None:
    for state in states():
        scene = state.scene(0, "tall")
        on_a_phone = 375 / scene.size[0]
        assert all(area.w * on_a_phone >= 44 for area in scene.areas if area.id.startswith("place"))


def test_what_is_special_lies_on_its_tile() -> None:
    shown = 0
    for state in states():
        pieces = by_id(state.scene())
        for piece in pieces.values():
            if piece.id.startswith("special"):
                under = pieces[piece.id.replace("special", "tile")]
                assert (box(piece), piece.turn) == (box(under), under.turn)
                shown += 1
    assert shown


# -- art -------------------------------------------------------------------------------------------------------


def test_art_is_drawn_and_nothing_is_drawn_in_vain() -> None:
    known = symbols("barricado")
    used = {"cover"} | {f"number-{number}" for number in range(-10, 36)}
    used |= {f"{what}-{cell}" for what in ("plaza", "sewer") for cell in range(1, 5)}
    for state in states():
        for shape in SHAPES:
            scene = state.scene(shape=shape)
            used |= {thing.art for thing in things(scene) if thing.art}
            used |= {piece.art for choice in scene.choices for piece in choice.ghost}
            used |= {panel.sign for panel in scene.panels}
            facts = [fact for panel in scene.panels for fact in panel.facts]
            facts += [fact for sheet in scene.sheets for fact in sheet.facts]
            used |= {fact.art for fact in facts if fact.art}
    parts = {str(use.get("href")).lstrip("#") for symbol in known.values() for use in symbol.iter(f"{SVG}use")}
    assert used | parts == set(known)
    assert all(name.startswith("br-") for name in parts - used)


@pytest.mark.parametrize("shape", SHAPES)
def test_art_keeps_its_proportions(shape: Shape) -> None:
    for state in states()[::7]:
        check_proportions(state.scene(shape=shape))


def test_a_tile_shows_the_colours_in_play() -> None:
    known = symbols("barricado")
    for players in (2, 3, 4):
        marks = ("red", "blue", "green", "yellow")[:players]
        for variation in range(1, 7):
            uses = [str(use.get("href")) for use in known[f"tile-v{variation}-p{players}"].iter(f"{SVG}use")]
            told = [href.removeprefix("#br-x-") for href in uses if href.startswith("#br-x-")]
            assert sorted(told) == sorted([*marks, *["plain"] * (4 - players)])


# -- what is said ----------------------------------------------------------------------------------------------


def test_places_and_cells_are_spoken() -> None:
    state = position(
        plazas_and_sewers=True,
        tiles=[tile(1, 0, 1, plaza=2), tile(0, 1, 1, 3, sewer=2), tile(-1, 0, 2)],
        barricades=[{"owner": "blue", "from": [-1, 0], "to": [1, 0]}],
    )
    scene = state.scene()
    cells = labels(scene, "cell-")
    assert cells["cell-0,0"] == "Cell 0,0: blue segment"
    assert cells["cell--2,0"] == "Cell -2,0: red X"
    assert cells["cell-3,0"] == "Cell 3,0: plaza, a white X"
    assert cells["cell-0,2"] == "Cell 0,2: sewer"
    assert cells["cell-1,1"] == "Cell 1,1: plain"
    assert len(cells) == 16
    assert labels(scene, "place-")["place-1,0"] == "Place 2,0 to 3,1, with a tile"
    assert labels(scene, "place-")["place-2,0"] == "Place 4,0 to 5,1, empty"
    assert labels(scene, "tile-")["tile-0,1"] == "Tile on 0,2 to 1,3: blue, plain, plain, red clockwise"
    assert labels(scene, "special-") == {
        "special-1,0": "Plaza on 2,0 to 3,1, north-east", "special-0,1": "Sewer on 0,2 to 1,3, north-west",
    }  # fmt: skip
    assert labels(scene, "segment-")["segment-0,0"] == "Blue segment on 0,0"
    assert labels(scene, "stack")["stack"] == "Stack of tiles: 12 places left to fill"


def test_cells_speak_of_what_the_rules_see() -> None:
    for state in states()[::3]:
        for area in state.scene().areas:
            if area.id.startswith("cell"):
                x, y = (int(number) + 10 for number in area.id.removeprefix("cell-").split(","))
                is_open = bool(state.record.open[y] >> x & 1)
                owners = [seat for seat in range(state.players) if state.record.marks[seat, y] >> x & 1]
                told = area.label.partition(": ")[2]
                assert is_open == (not told.endswith(("segment", "sewer")))
                if told.endswith(" X") and told.startswith("plaza"):
                    assert len(owners) == state.players
                elif told.endswith(" X"):
                    assert [state.seat_name(seat).lower() for seat in owners] == [told.split()[0]]


def test_the_tile_in_hand() -> None:
    state = GAME.start(2)
    state.apply("draw")
    assert state.scene().prompt == "Red draws a tile"
    assert state.scene().choices == ()
    state.apply("reveal v3")
    scene = state.scene(0)
    assert scene.prompt == "Red: place the tile"
    assert by_id(scene)["tile-drawn"].label == "Tile in hand: red, plain, blue, plain clockwise"
    state.apply("tile 1,0 r1")
    after = by_id(state.scene())
    assert "tile-drawn" not in after
    assert (after["tile-1,0"].art, after["tile-1,0"].turn) == ("tile-v3-p2", 90)


def test_a_special_tile_in_hand() -> None:
    state = GAME.start(2, {"plazas_and_sewers": True})
    for action in ("draw", "reveal v3", "reveal sewer"):
        state.apply(action)
        assert "special-drawn" not in by_id(state.scene())
    state.apply("reveal cell 4")
    assert by_id(state.scene())["special-drawn"].art == "sewer-4"
    ghost = choice_of(state, "tile 0,1 r3").ghost
    assert [(piece.id, piece.turn) for piece in ghost] == [("tile-drawn", 270), ("special-drawn", 270)]


def test_panels() -> None:
    state = position(
        players=3, tiles=[tile(1, 0, 1, 1)], barricades=[{"owner": "red", "from": [0, 0], "to": [3, 0]}], turn="blue"
    )
    panels = state.scene().panels
    assert [(panel.seat, panel.title, panel.sign) for panel in panels] == [
        (0, "Red", "sign-red"), (1, "Blue", "sign-blue"), (2, "Green", "sign-green"),
    ]  # fmt: skip
    assert [[(fact.label, fact.value) for fact in panel.facts] for panel in panels] == [
        [("Segments on the board", "4"), ("Left in the bag", "60")],
        [("Segments on the board", "0"), ("Left in the bag", "64")],
        [("Segments on the board", "0"), ("Left in the bag", "48")],
    ]


def test_the_prompt_names_what_can_be_done() -> None:
    assert GAME.start(2).scene().prompt == "Red: draw a tile"
    assert position(tiles=[tile(1, 0, 1, 1)]).scene().prompt == "Red: draw or build"
    grown = {
        "tiles": [tile(1, 0, 1, 1), tile(2, 0, 1, 1)],
        "barricades": [{"owner": "red", "from": [0, 0], "to": [3, 0]}],
    }
    assert position(**grown).scene().prompt == "Red: draw or extend"
    turning = position(players=3, revolution=True, rotations=2, **grown)
    assert turning.scene().prompt == "Red: draw, extend or rotate (2 of 3 rotations in a row)"


def test_the_end_is_told() -> None:
    for state in [game[-1] for game in games()]:
        scene = state.scene(0)
        assert scene.is_over
        assert scene.choices == ()
        winners = " and ".join(state.seat_name(seat) for seat in state.winners())
        what = "wins" if len(state.winners()) == 1 else "share the win"
        assert scene.prompt == f"{winners} {what}: {state.describe_end()}"


def test_a_shared_win_is_told() -> None:
    for seed in range(200):
        *_, state = played(GAME, pick, seed, 2, {"size": 4})
        if len(state.winners()) == 2:
            assert state.scene().prompt.startswith("Red and Blue share the win: nobody can build any more")
            return
    pytest.fail("no game was tied")


def test_the_sheet_counts_what_nobody_has_seen() -> None:
    for state in states():
        (sheet,) = state.scene().sheets
        assert (sheet.id, sheet.title) == ("unseen", "Unseen tiles")
        counts = [int(fact.value) for fact in sheet.facts]
        placed = sum(thing.id.startswith("tile-") for thing in state.scene().pieces)
        assert sum(counts[:6]) == 36 + 1 - placed  # the start tile is not one of the 36
        assert sum(counts[6:]) == int(state.record.unseen_kinds.sum())
        assert len(counts) == (9 if state.record.special_tiles else 6)
