"""Barricado positions as JSON and bytes: they read back unchanged, and impossible ones are refused with a reason."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from tests.games.barricado.positions import GAME, at, legal, position, tiles
from tests.games.positions import check_reads_back, check_refusal, played, refusal

import stockade
from stockade.conformance.test_text import check_notation
from stockade.core.state import State

TWO = "rbbr ygyg"
LINE = "rbrbbrrb ygygygyg"  # red X at 0, 2, 5 and 6 of the northern line, blue ones at 1, 3, 4 and 7
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"size": 4, "plazas_and_sewers": True}),
    (3, {"size": 5, "revolution": True}),
    (4, {"size": 4, "revolution": True, "plazas_and_sewers": True}),
]


def refused(**given: Any) -> stockade.BadPosition:
    """Return the error for a position with these fields, on a table that has only the start tile."""
    return refusal(GAME, {"tiles": [], **given})


def walk(players: int, options: dict[str, Any], seed: int = 0) -> list[State]:
    dice, state = random.Random(seed), GAME.start(players, options)
    states = [state.clone()]
    while not state.is_over:
        actions = state.legal_actions()
        state.apply(0 if actions[0] == 0 and dice.random() < 0.4 else dice.choice(actions))
        states.append(state.clone())
    return states


# -- what is written reads back --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=str)
def test_every_state_of_a_game_and_its_actions_read_back(players: int, options: dict[str, Any]) -> None:
    phases = set()
    for state in walk(players, options):
        check_reads_back(state)
        check_notation(state, state.legal_actions())
        phases.add(state.to_json()["phase"])
    special = {"kind", "cell"} if options.get("plazas_and_sewers") else set()
    assert phases == {"act", "variation", "place", "over"} | special


def test_json_is_what_a_person_would_write() -> None:
    state = at(LINE, built={"red": "2,0:5,0"}, turn="blue", ply=40)
    assert state.to_json() == {
        "game": "barricado",
        "players": 2,
        "size": 6,
        "revolution": False,
        "plazas_and_sewers": False,
        "turn": "blue",
        "phase": "act",
        "drawn": None,
        "rotations": 0,
        "ply": 40,
        "tiles": [
            {"at": [0, 0], "variation": 1, "turn": 0},
            {"at": [1, 0], "variation": 1, "turn": 0},
            {"at": [2, 0], "variation": 4, "turn": 1},
            {"at": [3, 0], "variation": 1, "turn": 0},
        ],
        "barricades": [{"owner": "red", "from": [2, 0], "to": [5, 0]}],
    }


def test_what_is_not_said_has_its_default() -> None:
    assert GAME.from_json({"tiles": []}) == GAME.start()
    variant = {"tiles": [], "players": 3, "revolution": True}
    assert GAME.from_json(variant) == GAME.start(3, {"revolution": True})
    with pytest.raises(stockade.BadPosition):
        GAME.from_json({})  # nothing at all is not a position
    shortest = {"ply": 5, "tiles": [{"at": [1, 0], "variation": 3}]}
    assert GAME.from_json(shortest).to_json()["tiles"][1] == {"at": [1, 0], "variation": 3, "turn": 0}


def test_the_start_tile_may_be_left_out_and_a_barricade_written_backwards() -> None:
    full = position(TWO, built={"red": "0,0:3,0"})
    short = full | {"tiles": full["tiles"][1:], "barricades": [{"owner": "red", "from": [3, 0], "to": [0, 0]}]}
    assert GAME.from_json(short) == GAME.from_json(full)


def test_the_tile_in_hand_is_told_as_far_as_it_is_known() -> None:
    state = GAME.start(2, {"plazas_and_sewers": True})
    told = []
    for text in ("draw", "reveal v4", "reveal sewer", "reveal cell 2", "tile 1,0 r1"):
        state.apply(text)
        told.append((state.to_json()["phase"], state.to_json()["drawn"]))
    assert told == [
        ("variation", None),
        ("kind", {"variation": 4}),
        ("cell", {"variation": 4, "kind": "sewer"}),
        ("place", {"variation": 4, "kind": "sewer", "cell": 2}),
        ("act", None),
    ]
    assert state.to_json()["tiles"][1] == {"at": [1, 0], "variation": 4, "turn": 1, "sewer": 2}


def test_what_follows_from_the_table_is_worked_out() -> None:
    """Bags, unseen tiles and places are not written in a position."""
    state = at("rbrb*br# ygygygyg", built={"red": "0,0:2,0"}, plazas_and_sewers=True)
    assert state.scores() == [3, 0]
    assert state.record.segments.tolist() == [61, 64, 48, 48]
    assert state.record.tiles_left == 32
    drawn = played(state, "draw")
    assert sum(weight for _, weight in drawn.chance_weights()) == 33
    drawn.apply("reveal v5")
    assert dict(zip(("plain", "plaza", "sewer"), (weight for _, weight in drawn.chance_weights()), strict=True)) == {
        "plain": 26,
        "plaza": 4,
        "sewer": 3,
    }


def test_barricades_end_to_end_are_told_as_one() -> None:
    apart = at("rbbrrbbrrb ygygygygyg", built={"red": "0,0:3,0 4,0:7,0"})
    assert apart.to_json()["barricades"] == [{"owner": "red", "from": [0, 0], "to": [7, 0]}]
    assert apart == at("rbbrrbbrrb ygygygygyg", built={"red": "0,0:7,0"})


# -- what cannot be is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words", "ruling"),
    [
        ({"players": 5}, "whole number from 2 to 4", ""),
        ({"players": "2"}, "whole number from 2 to 4", ""),
        ({"size": 7}, "one of 6, 5, 4", ""),
        ({"size": True}, "one of 6, 5, 4", ""),
        ({"revolution": 1}, "true or false", ""),
        ({"players": 2, "revolution": True}, "three or four players", ""),
        ({"plazas_and_sewers": "some"}, "true or false", ""),
        ({"colour": "red"}, "no field 'colour'", ""),
        ({"turn": "green"}, "one of red, blue, not 'green'", ""),
        ({"turn": 0}, "one of red, blue", ""),
        ({"phase": "chance"}, "one of act", ""),
        ({"rotations": -1}, "whole number from 0 to 2", ""),
        ({"rotations": 3}, "whole number from 0 to 2", ""),
        ({"ply": -1}, "whole number from 0", ""),
        ({"ply": 4001}, "whole number from 0 to 4000", ""),
        ({"ply": 2.0}, "whole number", ""),
        ({"tiles": {}}, "not a list", ""),
        ({"barricades": None}, "not a list", ""),
    ],
    ids=str,
)
def test_fields_of_the_wrong_kind_are_refused(given: dict[str, Any], words: str, ruling: str) -> None:
    check_refusal(GAME, {"tiles": [], **given}, words, ruling)


def test_the_start_of_the_game_is_all_of_it_or_nothing() -> None:
    assert refused(ply=5).ruling == "6"  # only the start tile, but not the first turn
    assert refused(ply=3, players=3, revolution=True, rotations=1).ruling == "6"
    assert refused(**position(TWO, ply=0)).ruling == "6"
    assert refused(turn="blue").ruling == "3"
    assert refused(turn="blue", phase="variation", ply=1).ruling == "3"
    assert refused(phase="variation").ruling == "6"
    turned = {"at": [0, 0], "variation": 1, "turn": 1}
    assert refused(players=3, revolution=True, tiles=[turned]).ruling == "2"
    GAME.from_json({"players": 3, "revolution": True, "tiles": [turned, {"at": [1, 0], "variation": 1}], "ply": 4})


def other(**changed: Any) -> list[dict[str, Any]]:
    """Return the start tile and one more."""
    return [*tiles("rb yg"), {"at": [1, 0], "variation": 2, "turn": 0} | changed]


@pytest.mark.parametrize(
    ("given", "words", "ruling"),
    [
        ({"tiles": [7]}, "a tile is an object", ""),
        ({"tiles": other(colour="red")}, "no field 'colour'", ""),
        ({"tiles": other(at=[1])}, "two numbers", ""),
        ({"tiles": other(at=[6, 0])}, "whole number from -5 to 5", ""),
        ({"tiles": other(at="1,0")}, "not a list", ""),
        ({"tiles": other(variation=0)}, "whole number from 1 to 6", ""),
        ({"tiles": other(variation=7)}, "whole number from 1 to 6", ""),
        ({"tiles": other(turn=4)}, "whole number from 0 to 3", ""),
        ({"tiles": other(plaza=5), "plazas_and_sewers": True}, "whole number from 1 to 4", ""),
        ({"tiles": other(plaza=1, sewer=2), "plazas_and_sewers": True}, "not both", "12"),
        ({"tiles": other(plaza=1)}, "need their variant", "12"),
        ({"tiles": [*other(), *other()[1:]]}, "two tiles on 1,0", "4"),
        ({"tiles": [*other(), *tiles("rb yg")]}, "two tiles on 0,0", "4"),
        ({"tiles": other(at=[2, 0])}, "shares no side", "4"),
        ({"tiles": other(at=[1, 1])}, "shares no side", "4"),
        ({"tiles": tiles("rb" * 5 + " " + "yg" * 5), "size": 4}, "fit a square of 4 by 4", "4"),
        ({"tiles": tiles("rb yg " * 6, north=-1), "size": 5}, "fit a square of 5 by 5", "4"),
        ({"tiles": tiles("rbrbrb ygygyg " * 3)}, "more tiles of a variation", "2"),
        ({"tiles": tiles("rb*b*b*b*b*b yggyygygygyg ......*b.... ......gy....", north=0), "plazas_and_sewers": True},
         "more plazas", "12"),
        ({"tiles": [{"at": [0, 0], "variation": 2}]}, "start tile is variation 1", "2"),
        ({"tiles": [{"at": [0, 0], "variation": 1, "turn": 2}, *other()[1:]]}, "lies as printed", "2"),
        ({"tiles": [{"at": [0, 0], "variation": 1, "sewer": 2}], "plazas_and_sewers": True}, "never special", "2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_tiles_that_cannot_lie_so_are_refused(given: dict[str, Any], words: str, ruling: str) -> None:
    check_refusal(GAME, {"tiles": [], "ply": 20, **given}, words, ruling)


@pytest.mark.parametrize(
    ("barricade", "words", "ruling"),
    [
        ("0,0:3,0", "a barricade is an object", ""),
        ({"owner": "red", "from": [0, 0]}, "'to' is missing", ""),
        ({"owner": "red", "from": [0, 0], "to": [2, 0], "length": 3}, "no field 'length'", ""),
        ({"from": [0, 0], "to": [2, 0]}, "one of red, blue", ""),
        ({"owner": "green", "from": [0, 0], "to": [2, 0]}, "one of red, blue", ""),
        ({"owner": "red", "from": [0, 0], "to": [12, 0]}, "whole number from -10 to 11", ""),
        ({"owner": "red", "from": [0, 0], "to": [2, 2]}, "straight line", "5"),
        ({"owner": "red", "from": [0, 0], "to": [0, 0]}, "straight line", "5"),
        ({"owner": "red", "from": [0, 0], "to": [1, 0]}, "does not end on its colour's X", "5"),
        ({"owner": "red", "from": [1, 0], "to": [3, 0]}, "does not end on its colour's X", "5"),
        ({"owner": "red", "from": [0, 0], "to": [8, 0]}, "missing, covered or sewer", "5"),
        ({"owner": "red", "from": [5, 0], "to": [6, 0]}, "missing, covered or sewer", "5"),  # under the one that lies
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_barricades_that_cannot_lie_so_are_refused(barricade: Any, words: str, ruling: str) -> None:
    given = position(LINE, built={"blue": "4,0:7,0"})
    given["barricades"].append(barricade)
    check_refusal(GAME, given, words, ruling)


def test_barricades_cross_nothing() -> None:
    drawing = "rbrb ygyg rbrb ygyg"
    wrong = refused(**position(drawing, built={"red": "0,0:0,2 0,2:2,2"}))
    assert wrong.ruling == "5"
    assert refused(**position("rb#b ygyg rbrb ygyg", built={"blue": "1,0:3,0"}, plazas_and_sewers=True)).ruling == "5"


def test_a_bag_is_not_overdrawn() -> None:
    drawing = """
    rbbgrgrybyyr ygrybygbgrbg rbbgrgrybyyr ygrybygbgrbg rbbgrgrybyyr ygrybygbgrbg rbgrbrygbyyg gyybgyrbrgrb
    """
    sixty = "0,0:11,0 2,1:9,1 0,2:11,2 2,3:9,3 0,4:11,4 2,5:9,5"
    assert at(drawing, built={"red": f"{sixty} 0,6:3,6"}).record.segments[0] == 0
    wrong = refused(**position(drawing, built={"red": f"{sixty} 0,6:5,6"}))
    assert "more segments than the bag holds" in wrong.message
    assert wrong.ruling == "3"


@pytest.mark.parametrize(
    ("given", "words", "ruling"),
    [
        ({"phase": "place"}, "none is given", ""),
        ({"phase": "act", "drawn": {"variation": 2}}, "nobody has drawn", ""),
        ({"phase": "variation", "drawn": {"variation": 2}}, "nobody has drawn", ""),
        ({"phase": "place", "drawn": 2}, "drawn is an object", ""),
        ({"phase": "place", "drawn": {"variation": 7}}, "whole number from 1 to 6", ""),
        ({"phase": "place", "drawn": {}}, "'variation' is missing", ""),
        ({"phase": "place", "drawn": {"variation": 2, "turn": 1}}, "no field 'turn'", ""),
        ({"phase": "place", "drawn": {"variation": 2, "kind": "plain"}}, "kind is not known yet", ""),
        ({"phase": "kind", "drawn": {"variation": 2}}, "need their variant", "12"),
        ({"phase": "cell", "drawn": {"variation": 2}}, "need their variant", "12"),
        ({"phase": "over"}, "someone can still play", "7"),
        ({"rotations": 1}, "rotations do not fit", "9"),
        ({"rotations": 1, "players": 3, "revolution": True, "phase": "variation"}, "rotations do not fit", "9"),
    ],
    ids=str,
)
def test_turns_that_cannot_be_so_are_refused(given: dict[str, Any], words: str, ruling: str) -> None:
    check_refusal(GAME, position(TWO, **given), words, ruling)


@pytest.mark.parametrize(
    ("phase", "drawn", "words"),
    [
        ("kind", {"variation": 2, "kind": "plaza"}, "kind is not known yet"),
        ("cell", {"variation": 2}, "one of plain, plaza, sewer"),
        ("cell", {"variation": 2, "kind": "plain"}, "no special cell"),
        ("cell", {"variation": 2, "kind": "plaza", "cell": 1}, "not known yet"),
        ("place", {"variation": 2, "kind": "plaza"}, "'cell' is missing"),
        ("place", {"variation": 2, "kind": "plain", "cell": 1}, "or it has none"),
        ("place", {"variation": 2, "kind": "sewer", "cell": 5}, "whole number from 1 to 4"),
    ],
)
def test_the_tile_in_hand_is_told_neither_too_far_nor_too_little(phase: str, drawn: Any, words: str) -> None:
    assert words in refused(**position(TWO, phase=phase, drawn=drawn, plazas_and_sewers=True)).message


def test_a_drawn_tile_counts_as_seen() -> None:
    six = tiles("rbrbrb ygygyg rbrbrb ygygyg rb.... yg....")  # the start tile and all six v1
    assert refused(ply=30, tiles=six, phase="place", drawn={"variation": 1}).ruling == "2"
    GAME.from_json({"ply": 30, "tiles": six, "phase": "place", "drawn": {"variation": 2}})


def test_a_full_board_is_the_turn_of_someone_who_can_build() -> None:
    states = walk(3, {"size": 4})
    over = states[-1].to_json()
    for seat in ("red", "blue", "green"):
        assert "cannot build" in refused(**over | {"phase": "act", "turn": seat}).message
        assert "no place left" in refused(**over | {"phase": "variation", "turn": seat}).message
    running = next(state for state in states if state.record.tiles_left == 0 and not state.is_over)
    assert refused(**running.to_json() | {"phase": "over"}).ruling == "7"


def test_plies_leave_room_for_the_rest_of_the_game() -> None:
    """The ply written by hand need not be true, but a game from there must end within the limit."""
    assert at(TWO, ply=1500).ply == 1500
    dice = random.Random(5)
    variants: dict[str, Any] = {"players": 4, "revolution": True, "plazas_and_sewers": True}
    most = 2005  # one tile was added to the start tile: at most five plies
    assert "too many moves" in refused(**position(TWO, ply=most + 1, **variants)).message
    state = at(TWO, ply=most, **variants)
    while not state.is_over:
        rotations = sorted(legal(state, "rotate"))  # the longest possible game: rotate whenever it is allowed
        state.apply(dice.choice(rotations or sorted(legal(state))))
        assert GAME.from_bytes(state.to_bytes()) == state
    assert state.ply < GAME.spec.ply_limit


# -- bytes -----------------------------------------------------------------------------------------------------


def check_sound(state: State, dice: random.Random) -> None:
    """Check that an accepted position can be written, read and played on."""
    assert GAME.from_json(state.to_json()) == state
    for _ in range(4):
        assert bool(state.legal_actions()) != state.is_over
        if state.is_over:
            break
        state.apply(dice.choice(state.legal_actions()))
        assert GAME.from_bytes(state.to_bytes()) == state


@pytest.mark.parametrize("moment", [0.3, 0.6, 1.0])
def test_a_flipped_bit_is_refused_or_sound(moment: float) -> None:
    """Flip one bit of every byte in turn."""
    dice = random.Random(f"{moment}")
    states = walk(3, {"size": 4, "revolution": True, "plazas_and_sewers": True}, seed=4)
    whole = states[int(moment * (len(states) - 1))].to_bytes()
    accepted = 0
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << dice.randrange(8)
        try:
            state = GAME.from_bytes(bytes(damaged))
        except stockade.BadPosition as wrong:
            assert wrong.message  # noqa: PT017  (being refused is one of two good outcomes)
            continue
        accepted += 1
        check_sound(state, dice)
    assert accepted < 12  # little is told only once: whose turn it is, the ply, rotations, a tile nobody has built on


def test_every_bit_of_the_small_fields_is_refused_or_sound() -> None:
    """Flip all bits except those of the table: turn, phase, options, hand, stack, square, bags."""
    dice = random.Random(8)
    small = [(offset, kind.itemsize) for kind, offset in (GAME.record.fields or {}).values() if kind.itemsize <= 8]
    places = [offset + k for offset, size in small for k in range(size)]
    assert len(places) > 30
    states = walk(3, {"size": 4, "revolution": True, "plazas_and_sewers": True}, seed=6)
    for state in states[:: len(states) // 3]:
        for place, bit in product(places, range(8)):
            damaged = bytearray(state.to_bytes())
            damaged[place] ^= 1 << bit
            try:
                other_state = GAME.from_bytes(bytes(damaged))
            except stockade.BadPosition:
                continue
            check_sound(other_state, dice)


def test_parts_that_do_not_fit_together_are_refused() -> None:
    state = at(LINE, built={"red": "2,0:5,0"})
    for name, value in (("segments", 3), ("tiles_left", 5), ("west", 4), ("live", 1), ("open", 1), ("marks", 1)):
        damaged = state.clone()
        field = damaged.record[name]
        if getattr(field, "ndim", 0):
            field[(0,) * field.ndim] = value
        else:
            damaged.record[name] = value
        with pytest.raises(stockade.BadPosition, match="do not fit together"):
            GAME.from_bytes(damaged.to_bytes())
