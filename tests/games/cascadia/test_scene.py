"""Cascadia's scene: every legal action can be touched and brings the promised points, and the picture is right."""

from __future__ import annotations

import math
import random
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.games.scenes import after, by_id, played, scene_of

import stockade
from stockade.conformance.scope import either
from stockade.conformance.test_lessons import boards
from stockade.conformance.test_scenes import SHAPES, check
from stockade.core.hexes import fit_hexes
from stockade.core.scene import Area, Choice, Piece, Scene, Shape, seat_columns
from stockade.core.state import State
from stockade.games.cascadia.layout import NOTHING, Card, Phase, Species
from stockade.games.cascadia.picture.table import frame_of
from stockade.games.cascadia.rules.scoresheet import score_sheets
from stockade.games.cascadia.rules.wildlife import sight_lines
from stockade.games.cascadia.tables import DIRECTIONS, EDGE, FACES, TERRAIN_LETTERS, WILDLIFE_NAMES

GAME = stockade.game("cascadia")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {"cards": "DBCAD"}),
    (2, {}),
    (3, {"cards": "CDABC", "majorities": False}),
    (4, {"cards": "random"}),
    (2, {"cards": "family"}),
    (1, {"scenario": 13}),
]


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def points(choice: Choice) -> int:
    """Return the points that a choice brings the player, as it shows them."""
    found = re.match(r"(?:.*?, )??([−+]\d+) points?\b", choice.gain.split(";")[0])
    return number(found[1]) if found else 0


def pick(state: State, dice: random.Random) -> int:
    """Choose mostly what pays, so that there is something to see."""
    if dice.random() < 0.3:
        return dice.choice(state.legal_actions())
    worth = {
        choice.action: points(choice) + number(choice.prospect.removeprefix("up to ") or "0")
        for choice in state.scene().choices
    }
    return max(worth, key=worth.__getitem__)


@cache
def games() -> list[list[State]]:
    return [list(played(GAME, pick, seed, *table)) for seed, table in enumerate(TABLES)]


@cache
def states() -> list[State]:
    return [state for game in games() for state in (*game[:12], *game[12 :: either(quick=24, deep=5)], *game[-2:])]


@cache
def choosing() -> list[State]:
    return [state for state in states() if state.current_player >= 0]


def waiting(state: State) -> int:
    """Return a seat that does not decide, so that its scene has no choices to compute, unless a player is alone."""
    return (state.current_player + 1) % state.players


def middle(thing: Area | Piece) -> tuple[float, float]:
    return thing.x + thing.w / 2, thing.y + thing.h / 2


def sheet_of(scene: Scene) -> dict[str, tuple[str, ...]]:
    return {fact.label: fact.values for fact in scene.sheets[0].facts}


def kind(choice: Choice) -> str:
    return choice.text.partition(" ")[0]


# -- choices ---------------------------------------------------------------------------------------------------


def test_the_games_show_everything() -> None:
    kinds = {kind(choice) for state in choosing() for choice in scene_of(state).choices}
    assert kinds == {"wipe", "take", "tile", "token", "return"}
    assert {Phase(int(state.record.phase)) for state in states()} == set(Phase)
    assert {state.players for state in states() if state.is_over} == {1, 2, 3, 4}


@pytest.mark.parametrize("shape", SHAPES)
def test_what_each_kind_touches(shape: Shape) -> None:
    for state in choosing():
        for choice in scene_of(state, None, shape).choices:
            numbers = re.findall(r"-?\d+", choice.text)
            match kind(choice):
                case "tile" | "token":
                    assert choice.touches == (f"cell-{state.current_player}:{numbers[0]},{numbers[1]}",)
                case "take" if len(numbers) == 1:
                    assert choice.touches == (f"slot-{numbers[0]}",)
                case "take":
                    token, tile = (by_id(scene_of(state, None, shape))[name] for name in choice.touches)
                    assert isinstance(token, Piece)
                    assert isinstance(tile, Piece)
                    assert (tile.place, token.place) == (f"slot-{numbers[0]}", f"slot-{numbers[1]}")
                case "wipe":
                    assert choice.touches == tuple(f"wipe-{slot}" for slot in numbers)
                    assert choice.either == (len(numbers) > 1)
                case "return":
                    assert choice.touches == ()


def test_signs_for_wiping_are_there_when_they_can_be_paid() -> None:
    for state in choosing():
        signs = [area.id for area in scene_of(state).areas if area.id.startswith("wipe-")]
        pays = state.record.phase == Phase.MARKET and state.record.environment[state.current_player].nature > 0
        assert len(signs) == (4 if pays else 0)


def test_turns_go_to_the_right_and_the_ghost_shows_them() -> None:
    for state in choosing():
        if state.record.phase != Phase.TILE:
            continue
        is_keystone = len(FACES[state.record.hand_tile][0]) == 1
        scene = scene_of(state)
        pieces = by_id(scene)
        for choice in scene.choices:
            ground, printed = choice.ghost
            spin = int(choice.text[-1])
            assert choice.turn == (0 if is_keystone else -spin % 6)
            assert ground.turn == 60 * choice.turn
            assert printed.turn == 0
            assert pieces[ground.id].label.endswith("in hand")


def test_a_tile_keeps_its_name_from_the_market_to_its_place() -> None:
    for state in choosing():
        scene = scene_of(state)
        for choice in scene.choices:
            if kind(choice) in ("take", "tile"):
                now, slot = by_id(scene), f"slot-{choice.text.split()[1]}"
                pieces = by_id(after(state, choice).scene(state.current_player))
                offered = [piece for piece in scene.pieces if piece.place == slot]
                ground = (choice.ghost or offered)[0]
                assert ground.id in now
                there = pieces[ground.id]
                assert isinstance(there, Piece)
                assert (there.art, there.turn) == (ground.art, ground.turn)
                break


def test_alone_a_sign_stands_where_something_leaves_the_game() -> None:
    for state in choosing():
        signs = {area.id for area in scene_of(state).areas if area.art == "leaves"}
        offers = (state.record.market_tile, state.record.market_token)
        last = {f"leaves-{max(np.flatnonzero(offer >= 0))}" for offer in offers}
        assert signs == (last if state.players == 1 and state.record.stack > 1 else set())


# -- points ----------------------------------------------------------------------------------------------------


def test_gains_are_what_comes() -> None:
    for state in choosing():
        seat, before = state.current_player, state.scores()
        choices = scene_of(state).choices
        for choice in random.Random(state.ply).sample(choices, min(len(choices), 6)):
            if kind(choice) in ("wipe", "take"):
                continue
            then = after(state, choice)
            assert points(choice) == then.scores()[seat] - before[seat]
            gains = dict(choice.gains)
            assert points(choice) == number(gains.pop("Total", "0")) == sum(map(number, gains.values()))
            now, later = sheet_of(scene_of(state)), sheet_of(then.scene())
            changed = {line for line in now if line != "Total" and now[line][seat] != later[line][seat]}
            assert set(gains) <= changed


def test_the_price_of_a_choice_is_told_once() -> None:
    paid = {
        (choice.gain, choice.gains)
        for state in choosing()
        for choice in scene_of(state).choices
        if (kind(choice) == "wipe" and choice.touches) or (kind(choice) == "take" and len(choice.touches) > 1)
    }
    assert paid == {("−1 point, −1 nature token", (("Total", "−1"),))}


def test_a_pair_promises_the_best_of_its_turn() -> None:
    tried = 0
    for state in choosing()[:: either(quick=4, deep=9)]:
        if state.record.phase != Phase.MARKET:
            continue
        seat, before = state.current_player, state.scores()[state.current_player]
        for choice in scene_of(state).choices:
            if kind(choice) == "take":
                best = max(
                    after(laid, place).scores()[seat]
                    for laid in (
                        after(taken, lay) for taken in [after(state, choice)] for lay in taken.scene().choices
                    )
                    for place in laid.scene().choices
                )
                assert choice.prospect.startswith("up to ")
                assert points(choice) + number(choice.prospect.removeprefix("up to ")) == best - before
                tried += 1
                break
    assert tried > either(quick=1, deep=5)


def test_the_score_sheet_adds_up() -> None:
    for state in states():
        scene = scene_of(state)
        pinned, looked_up, *_ = scene.sheets
        assert (pinned.pinned, looked_up.pinned) == (True, False)
        assert pinned.columns == seat_columns(state.seat_name(seat) for seat in range(state.players))
        lines = sheet_of(scene)
        assert [int(total) for total in lines["Total"]] == (
            state.scores() if state.record.phase > Phase.STARTER else [0] * state.players
        )
        for seat, sheet in enumerate(score_sheets(state.record)):
            assert [int(values[seat]) for values in list(lines.values())[:5]] == list(sheet.wildlife)
            lands = [sum(map(int, values[seat].split())) for values in list(lines.values())[5:10]]
            assert lands == [a + b for a, b in zip(sheet.corridors, sheet.majorities, strict=True)]
            assert int(lines["Nature tokens"][seat]) == sheet.nature
        assert pinned.facts[-1].strong
        assert all(fact.detail for fact in pinned.facts[:-1])


def test_the_bag_is_told() -> None:
    for state in states():
        bag = scene_of(state).sheets[1]
        counts = [sum(map(int, re.findall(r"\d+", fact.value))) for fact in bag.facts]
        assert counts[:5] == (state.record.bag + state.record.aside).tolist()
        assert counts[5] == state.record.stack


def test_panels_count_the_turns_that_are_left() -> None:
    for game in games():
        for state in game:
            if state.record.phase == Phase.MARKET or state.is_over:
                for panel in scene_of(state, waiting(state)).panels:
                    facts = {fact.label: fact.value for fact in panel.facts}
                    laid = int(state.record.environment[panel.seat].hexes) - 3
                    assert facts["Turns left"] == f"{20 - laid} of 20"
                    assert int(facts["Points"]) == state.scores()[panel.seat]


# -- the picture -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_a_scene_is_sound(shape: Shape) -> None:
    for state in states():
        for viewer in (None, state.players - 1):
            check(state, viewer, shape)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_environment_stays_in_its_room(shape: Shape) -> None:
    for state in states():
        frame = frame_of(shape, state.players)
        rooms = (frame.own, *frame.others)
        for seat in range(state.players):
            x, y, w, h = rooms[seat]
            for piece in scene_of(state, 0, shape).pieces:
                if piece.owner == seat and "in hand" not in piece.label:
                    assert x <= piece.x <= piece.x + piece.w <= x + w
                    assert y <= piece.y <= piece.y + piece.h <= y + h


def test_hexes_lie_as_the_rules_have_them() -> None:
    """Neighbours touch on the side of their direction."""
    angles = (0, 60, 120, 180, 240, 300)  # counter-clockwise from east
    state = games()[1][-1]
    places = {area.id: middle(area) for area in scene_of(state, 0).areas if area.id.startswith("cell-")}
    near = 0
    for name, (x, y) in places.items():
        q, r = map(int, name.removeprefix("cell-0:").split(","))
        for (dq, dr), angle in zip(DIRECTIONS, angles, strict=True):
            beside = places.get(f"cell-0:{q + dq},{r + dr}")
            if beside:
                found = math.degrees(math.atan2(y - beside[1], beside[0] - x)) % 360
                assert min(abs(found - angle), 360 - abs(found - angle)) < 1
                near += 1
    assert near > 40


def test_a_turned_tile_shows_its_terrains_where_they_count() -> None:
    """The art has the first terrain on its right upper half.

    It is turned clockwise, whereas spins are counter-clockwise.
    """
    for terrains, spin in (("MF", 0), ("MF", 2), ("PR", 5)):
        face = next(number for number, (ground, _) in enumerate(FACES) if ground == terrains)
        turn = 60 * (-spin % 6)
        for direction in range(6):
            drawn_at = (direction * 60 + turn) % 360  # before it was turned, counter-clockwise from east
            is_first = drawn_at in (0, 60, 120)
            assert TERRAIN_LETTERS[EDGE[face, spin, direction]] == terrains[0 if is_first else 1]


def test_an_environment_is_as_large_as_its_room_allows() -> None:
    places = [(q, 0) for q in range(10)]
    assert fit_hexes(places, (0, 0, 500, 500), 100).wide == pytest.approx(50)
    assert fit_hexes(places[:2], (0, 0, 500, 500), 100).wide == 100


def test_the_viewer_looks_at_their_own_environment() -> None:
    for state in choosing():
        for viewer in range(state.players):
            scene = scene_of(state, viewer)
            assert scene_of(state, viewer, "tall").focus is None
            assert scene.focus is not None
            x, y, w, h = scene.focus
            own = [area for area in scene.areas if area.id.startswith("cell-")]
            assert {area.id.partition(":")[0] for area in own} == {f"cell-{viewer}"}
            assert all(x <= area.x <= area.x + area.w <= x + w + 0.1 for area in own)
            assert all(y <= area.y <= area.y + area.h <= y + h + 0.1 for area in own)
            count = int(state.record.environment[viewer].hexes)
            assert sum(area.art == "bed" for area in own) == count


def test_labels_tell_what_lies_where() -> None:
    state = next(state for state in games()[1] if state.record.environment[0].hexes > 9 and state.current_player == 0)
    labels = [piece.label for piece in scene_of(state, 0).pieces]
    assert any(re.fullmatch(r"\w+ and \w+ tile on -?\d+,-?\d+, \w+ on it", label) for label in labels)
    assert any(re.fullmatch(r"\w+ (and \w+ tile|keystone) for .* on Fern's -?\d+,-?\d+", label) for label in labels)
    assert any(label.endswith("in slot 3") for label in labels)


def test_slots_have_the_numbers_of_the_notation() -> None:
    state = next(state for state in choosing() if state.record.phase == Phase.MARKET)
    scene = scene_of(state)
    slots = {area.id: area.label.partition(":")[0] for area in scene.areas if area.id.startswith("slot-")}
    assert slots == {f"slot-{slot}": f"Slot {slot}" for slot in range(4)}
    assert {piece.label[-9:] for piece in scene.pieces if piece.place == "slot-0"} == {"in slot 0"}


def test_prompts() -> None:
    seen = {scene_of(state, waiting(state)).prompt for game in games() for state in game}
    for words in (
        "The wildlife cards are dealt",
        "Slate gets a starter",
        "A tile is drawn for Cedar's turn",
        "A token is drawn for Fern's turn",
        "Heather: take a tile and a token",
        "Cedar: lay the tile",
        "Fern: place the bear or return it",
    ):
        assert words in seen
    assert any(re.fullmatch(r"\w+: take a tile and a token, or wipe the three \w+ first", words) for words in seen)
    assert any(re.fullmatch(r"\w+: return the \w+, it fits nowhere", words) for words in seen)
    assert any(words.startswith("Cedar has finished: twenty turns are over") for words in seen)
    assert all(game[-1].describe_end() in game[-1].scene().prompt for game in games())


def test_tokens_are_shown_by_species() -> None:
    state = games()[3][-1]
    for species, name in enumerate(WILDLIFE_NAMES):
        drawn = sum(piece.art == f"token-{name}" and "slot" not in piece.label for piece in scene_of(state).pieces)
        standing = sum(int(state.record.environment[seat].wildlife[species]).bit_count() for seat in range(4))
        assert drawn == standing
    assert state.record.hand_token == NOTHING


# -- lines of sight ------------------------------------------------------------------------------------------


def sights(pieces: tuple[Piece, ...]) -> set[str]:
    """Return the lines of sight among pieces, without the number of the step."""
    return {piece.id.rpartition(":")[0] for piece in pieces if piece.art == "sight"}


HAWKS = next(board["position"] for board in boards("cascadia") if "it has peace" in board["caption"])
"""Two hawks that see each other, on 0,0 and -2,2, and a third in hand."""


def seen_by(state: State) -> int:
    """Return how many lines of sight all environments have, by the rules."""
    lands = [state.record.environment[seat] for seat in range(state.players)]
    return sum(int(sight_lines(land, land.wildlife[Species.HAWK])) for land in lands)


def test_hawks_that_see_each_other_are_joined_by_a_line_where_the_card_needs_it() -> None:
    counts = set()
    for state in states():
        shown = sights(scene_of(state).pieces)
        needed = state.record.cards[Species.HAWK] in (Card.B, Card.C, Card.D)
        assert len(shown) == (seen_by(state) if needed else 0)
        counts.add((needed, bool(shown), seen_by(state) > 0))
    assert {(True, True, True), (True, False, False), (False, False, True)} <= counts


@pytest.mark.parametrize(("card", "is_shown"), [("A", False), ("B", True), ("C", True), ("D", True)])
def test_placing_a_hawk_shows_whom_it_will_see(card: str, is_shown: bool) -> None:
    state = GAME.from_json(HAWKS | {"cards": f"AAA{card}A"})
    by_text = {choice.text: choice for choice in scene_of(state).choices}
    assert sights(scene_of(state).pieces) == ({"sight-0:0,0:-2,2"} if is_shown else set())
    assert sights(by_text["token 0,2"].ghost) == ({"sight-0:-2,2:0,2", "sight-0:0,0:0,2"} if is_shown else set())
    assert not sights(by_text["token -1,1"].ghost)  # beside both
