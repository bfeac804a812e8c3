"""The rulings on the variants: rotations, smaller boards, plazas and sewers, on drawn positions."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.games.barricado.positions import COLOURS, GAME, at, bag, faces, legal, revealed, run_cells, turn
from tests.games.positions import played, refused

import stockade
from stockade.core.state import State

# -- 9: Revolution in the Streets ------------------------------------------------------------------------------


def test_ruling_9_is_for_three_or_four_players() -> None:
    with pytest.raises(stockade.BadOption, match="three or four players") as wrong:
        GAME.start(2, {"revolution": True})
    assert "ruling 9" in wrong.value.message
    for players in (3, 4):
        assert GAME.start(players, {"revolution": True}).players == players
    with pytest.raises(stockade.BadPosition, match="three or four players"):
        GAME.from_json({"players": 2, "revolution": True})


def test_ruling_9_only_in_the_variant() -> None:
    state = at("rbbr ygyg", players=3)
    assert legal(state, "rotate") == set()
    assert refused(state, "rotate 0,0 r1") == "9"


def test_ruling_9_any_tile_without_a_segment_and_the_start_tile_too() -> None:
    state = at("rbbr ygyg", players=3, revolution=True)
    assert legal(state, "rotate") == {f"rotate {x},0 r{n}" for x in (0, 1) for n in (1, 2, 3)}
    assert refused(state, "rotate 2,0 r1") == "9"  # no tile there
    with pytest.raises(stockade.ParseError) as wrong:
        state.apply("rotate 0,0 r0")
    assert wrong.value.ruling == "9"


@pytest.mark.parametrize(("quarters", "shown"), [(1, "yr gb"), (2, "gy br"), (3, "bg ry")], ids=["r1", "r2", "r3"])
def test_ruling_9_the_tile_stays_and_turns_clockwise(quarters: int, shown: str) -> None:
    state = at("rbbr ygyg", players=4, revolution=True)
    seen = faces(played(state, f"rotate 0,0 r{quarters}"))
    assert seen[0, 0] + seen[1, 0] + " " + seen[0, 1] + seen[1, 1] == shown
    assert seen[2, 0] + seen[3, 0] + " " + seen[2, 1] + seen[3, 1] == "br yg"


def test_ruling_9_a_rotation_is_counted_from_how_the_tile_lies() -> None:
    state = at("rbbr ygyg", players=4, revolution=True)
    again = played(state, "rotate 1,0 r1", "rotate 1,0 r2", "rotate 1,0 r1")
    assert faces(again) == faces(state)
    assert turn(again) == "yellow"


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_ruling_9_one_segment_is_enough_to_hold_a_tile(owner: str) -> None:
    # The barricade covers one cell of each outer tile.
    built = {"red": {"red": "0,0:4,0"}, "blue": {"blue": "1,0:5,0"}}[owner]
    state = at("rbrbrb ygygyg rbrbrb ygygyg", players=3, revolution=True, built=built)
    assert legal(state, "rotate") == {f"rotate {x},1 r{n}" for x in range(3) for n in (1, 2, 3)}
    for x in range(3):
        assert refused(state, f"rotate {x},0 r1") == "9"


def test_ruling_9_a_rotation_makes_and_breaks_runs() -> None:
    state = at("rbby ygrg", players=3, revolution=True)
    assert legal(state, "build") == set()
    after = played(state, "rotate 1,0 r1", "rotate 0,0 r1", "rotate 0,0 r3")
    assert turn(after) == "red"
    assert faces(after)[2, 0] == "r"
    assert legal(after, "build") == {"build 0,0:2,0"}


@pytest.mark.parametrize("players", [3, 4])
def test_ruling_9_as_many_in_a_row_as_players_then_something_else(players: int) -> None:
    state = at("rbbr ygyg", players=players, revolution=True)
    for count in range(players):
        assert state.to_json()["rotations"] == count
        assert legal(state, "rotate")
        state.apply(f"rotate {count % 2},0 r2")
    assert legal(state, "rotate") == set()
    assert refused(state, "rotate 0,0 r1") == "9"
    assert "draw" in legal(state)


def test_ruling_9_the_same_tile_may_be_rotated_again_and_again() -> None:
    state = at("rbbr ygyg", players=4, revolution=True)
    for _ in range(4):
        state.apply("rotate 1,0 r1")
    assert faces(state) == faces(at("rbbr ygyg", players=4, revolution=True))


@pytest.mark.parametrize("other", ["draw", "build", "extend"])
def test_ruling_9_any_other_turn_begins_the_count_anew(other: str) -> None:
    built = {"red": "0,0:2,0"} if other == "extend" else {}
    state = at("rbrbrb ygygyg rbrbrb ygygyg", players=3, revolution=True, rotations=3, built=built)
    assert legal(state, "rotate") == set()
    match other:
        case "draw":
            after = played(revealed(state, 2), "tile 3,0 r0")
        case "build":
            after = played(state, "build 0,2:2,2")
        case _:
            after = played(state, "extend 2,0:4,0")
    assert after.to_json()["rotations"] == 0
    assert legal(after, "rotate")


def test_ruling_9_a_rotation_costs_the_turn() -> None:
    state = at("rbbr ygyg", players=3, revolution=True)
    assert turn(played(state, "rotate 1,0 r1")) == "blue"


# -- 11: smaller boards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "longest"), [(6, 12), (5, 10), (4, 8)])
def test_ruling_11_a_row_of_the_board_is_the_longest_barricade(size: int, longest: int) -> None:
    row = "rb" * (size - 1) + "br" + " " + "yg" * size
    state = at(row, size=size)
    assert f"build 0,0:{longest - 1},0" in legal(state)
    assert played(state, f"build 0,0:{longest - 1},0").scores() == [longest, 0]


def test_ruling_11_sizes_are_6_5_and_4() -> None:
    assert GAME.start().to_json()["size"] == 6
    for wrong in (3, 7, 0, "big"):
        with pytest.raises(stockade.BadOption):
            GAME.start(2, {"size": wrong})


@pytest.mark.parametrize("size", [5, 4])
def test_ruling_11_bags_and_stack_stay_as_they_are(size: int) -> None:
    state = GAME.start(4, {"size": size})
    assert [bag(state, seat) for seat in range(4)] == [64, 64, 48, 48]
    assert sum(weight for _, weight in played(state, "draw").chance_weights()) == 36


# -- 12: plazas and sewers -------------------------------------------------------------------------------------


def weights(state: State) -> dict[str, int]:
    return {state.format(action): weight for action, weight in state.chance_weights()}


def test_ruling_12_first_the_variation_then_the_kind_then_the_cell() -> None:
    state = played(GAME.start(2, {"plazas_and_sewers": True}), "draw")
    assert weights(state) == {f"reveal v{number}": 6 for number in range(1, 7)}
    state.apply("reveal v3")
    assert weights(state) == {"reveal plain": 27, "reveal plaza": 5, "reveal sewer": 4}
    for kind in ("plaza", "sewer"):
        special = played(state, f"reveal {kind}")
        assert weights(special) == {f"reveal cell {number}": 1 for number in (1, 2, 3, 4)}
        assert legal(played(special, "reveal cell 2"), "tile")
    assert legal(played(state, "reveal plain"), "tile")  # a plain tile has no cell to reveal


def test_ruling_12_what_was_revealed_is_not_in_the_stack_any_more() -> None:
    state = GAME.start(2, {"plazas_and_sewers": True})
    left = {"plain": 27, "plaza": 5, "sewer": 4}
    for x, kind in enumerate(("sewer", "plaza", "sewer", "plain", "sewer"), 1):
        state = played(revealed(state, x, kind, 1), f"tile {x},0 r0")
        left[kind] -= 1
        assert weights(played(state, "draw", "reveal v6")) == {f"reveal {name}": n for name, n in left.items()}
    state = played(revealed(state, 6, "sewer", 1), "tile 0,1 r0", "draw", "reveal v6")
    assert set(weights(state)) == {"reveal plain", "reveal plaza"}
    assert refused(state, "reveal sewer") == "12"


def test_ruling_12_nine_of_the_36_tiles_are_special() -> None:
    """Over whole games, exactly the surplus tiles are missing."""
    for seed in range(3):
        dice, state = random.Random(seed), GAME.start(2, {"plazas_and_sewers": True})
        while not state.is_over:
            state.apply(dice.choice(state.legal_actions()))
        tiles = state.to_json()["tiles"]
        kinds = Counter("plaza" if "plaza" in tile else "sewer" if "sewer" in tile else "plain" for tile in tiles)
        kinds["plain"] -= 1  # the start tile
        assert sum(kinds.values()) == 35
        assert (27 - kinds["plain"], 5 - kinds["plaza"], 4 - kinds["sewer"]) in ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def test_ruling_12_without_the_variant_a_tile_is_plain() -> None:
    state = played(GAME.start(), "draw", "reveal v3")
    assert legal(state) == legal(state, "tile")


def test_ruling_12_the_start_tile_is_never_special() -> None:
    for kind in ("plaza", "sewer"):
        tile = {"at": [0, 0], "variation": 1, "turn": 0, kind: 2}
        with pytest.raises(stockade.BadPosition, match="start tile"):
            GAME.from_json({"plazas_and_sewers": True, "tiles": [tile]})


@pytest.mark.parametrize(("kind", "sign"), [("plaza", "*"), ("sewer", "#")])
def test_ruling_12_the_special_cell_turns_with_its_tile(kind: str, sign: str) -> None:
    """Cells are numbered clockwise from the north-west of the tile as printed."""
    corners = [(2, 0), (3, 0), (3, 1), (2, 1)]
    for cell in (1, 2, 3, 4):
        state = revealed(GAME.start(3, {"plazas_and_sewers": True, "revolution": True}), 2, kind, cell)
        for quarters in range(4):
            lying = played(state, f"tile 1,0 r{quarters}")
            assert faces(lying)[corners[(cell - 1 + quarters) % 4]] == sign
            for more in (1, 2, 3):
                turned = faces(played(lying, f"rotate 1,0 r{more}"))
                assert turned[corners[(cell - 1 + quarters + more) % 4]] == sign
                assert list(turned.values()).count(sign) == 1


WHITE: dict[str, Any] = {"plazas_and_sewers": True}


@pytest.mark.parametrize(
    ("mover", "drawing", "run"),
    [
        ("red", "rb*r ygby", "build 0,0:2,0"),
        ("blue", "rb*r ygby", "build 1,0:2,0"),
        ("green", "rbgr yg*y", "build 1,1:2,1"),
        ("yellow", "rbgr yg*y", "build 0,1:2,1"),
    ],
)
def test_ruling_12_a_plaza_is_an_end_for_every_colour(mover: str, drawing: str, run: str) -> None:
    """The original X on the cell does not matter."""
    state = at(drawing, players=4, turn=mover, **WHITE)
    assert run in legal(state)
    assert played(state, run).scores()[COLOURS.index(mover)] == len(run_cells(run))
    plain = at(drawing.replace("*", "g" if "*r" in drawing else "b"), players=4, turn=mover)
    assert run not in legal(plain)


def test_ruling_12_a_plaza_at_one_end_or_at_both() -> None:
    drawing = "rb*r*rrb ygbybggy"
    for mover, own in (("red", {0, 3, 5, 6}), ("blue", {1, 7})):
        state = at(drawing, turn=mover, **WHITE)
        on_line = own | {2, 4}
        runs = {text for text in legal(state, "build") if text.split(":")[0].endswith(",0") and text.endswith(",0")}
        assert runs == {f"build {a},0:{b},0" for a in on_line for b in on_line if a < b}
        assert "build 2,0:4,0" in runs  # white at both ends
        assert played(state, "build 2,0:4,0").scores()[COLOURS.index(mover)] == 3


def test_ruling_12_an_extension_may_end_on_a_plaza_and_start_from_one() -> None:
    state = at("rbrb*bbr ygygygyg", built={"red": "0,0:2,0"}, **WHITE)
    assert legal(state, "extend") == {"extend 2,0:4,0", "extend 2,0:7,0"}
    on_white = at("rbrb*bbr ygygygyg", built={"red": "0,0:4,0"}, **WHITE)
    assert legal(on_white, "extend") == {"extend 4,0:7,0"}
    assert legal(at("rbrb*bbr ygygygyg", built={"red": "0,0:4,0"}, turn="blue", **WHITE), "extend") == set()


def test_ruling_12_whoever_ends_on_a_plaza_owns_it() -> None:
    drawing = "rb*r ygby rb.. yg.."
    state = played(at(drawing, **WHITE), "build 0,0:2,0")
    assert faces(state)[2, 0] == "-R-"
    assert refused(state, "build 1,0:2,0") == "5"
    before = at(drawing, turn="blue", **WHITE)
    assert "build 1,0:2,0" in legal(before)


def test_ruling_12_a_plaza_passed_over_is_a_plain_cell() -> None:
    state = at("rb*rbr ygbygy", **WHITE)
    after = played(state, "build 0,0:5,0")
    assert after.scores() == [6, 0]
    assert faces(after)[2, 0] == "-R-"
    assert refused(after, "build 1,0:2,0") == "5"  # covered: no end for anybody now


SEWER = "rb#b ygyg rbrb ygyg"


def test_ruling_12_a_sewer_is_never_covered_and_blocks_every_run() -> None:
    state = at("rb#brb ygygyg rbrbrb ygygyg", **WHITE)
    assert refused(state, "build 0,0:4,0") == "12"  # across it
    assert refused(state, "build 0,0:2,0") == "12"  # onto it
    assert refused(state, "build 2,0:2,2") == "12"  # from it: its red X belongs to nobody
    blue = at("rb#brb ygygyg rbrbrb ygygyg", turn="blue", **WHITE)
    assert refused(blue, "build 1,0:3,0") == "12"
    assert "build 3,0:5,0" in legal(blue)
    grown = at("rbrb#brb ygygygyg", built={"red": "0,0:2,0"}, **WHITE)
    assert refused(grown, "extend 2,0:4,0") == "12"
    assert refused(grown, "extend 2,0:6,0") == "8"  # no free path back to the barricade
    assert legal(grown, "extend") == set()


def test_ruling_12_a_sewer_blocks_both_directions() -> None:
    for drawing, run in (("rbb#rb ygygyg", "build 0,0:4,0"), ("rb yg gy #b rb yg", "build 0,0:0,4")):
        assert refused(at(drawing, **WHITE), run) == "12"
        assert run in legal(at(drawing.replace("#", "r"), **WHITE))


def test_ruling_12_a_tile_with_a_sewer_may_be_rotated() -> None:
    state = at("rb#brb ygygyg", players=3, revolution=True, **WHITE)
    assert "rotate 1,0 r1" in legal(state)
    assert refused(state, "build 0,0:4,0") == "12"
    after = played(state, "rotate 1,0 r3")  # the sewer goes to the south-west, and the line is free
    assert faces(after)[2, 1] == "#"
    assert "build 0,0:4,0" in legal(played(after, "rotate 1,0 r2", "rotate 1,0 r2"))
    built = at("rb#brb ygygyg", players=3, revolution=True, built={"blue": "3,0:5,0"}, **WHITE)
    assert refused(built, "rotate 1,0 r1") == "9"


def test_ruling_12_plazas_and_sewers_need_their_variant() -> None:
    for drawing in ("rb*r ygby", SEWER):
        with pytest.raises(stockade.BadPosition, match="variant") as wrong:
            at(drawing)
        assert wrong.value.ruling == "12"
