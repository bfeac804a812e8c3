"""What the log of Barricado tells: plazas and sewers, rotations in a row, seats passed over, the end."""

from __future__ import annotations

from tests.games.barricado.positions import GAME, revealed
from tests.games.barricado.test_rulings_end import full
from tests.games.positions import played

from stockade.core.match import entries, take
from stockade.core.state import State


def told(state: State, action: str) -> tuple[str, ...]:
    (entry,) = entries([take(state, action)])
    return entry.told


def gain(state: State, action: str) -> str:
    return next(choice.gain for choice in state.scene().choices if choice.text == action)


def test_the_line_of_a_build_is_enough() -> None:
    state = full()
    assert gain(state, "build 5,1:5,3") == "+3 segments on the board"
    assert told(state, "build 5,1:5,3") == ("Blue cannot build or extend: passed over",)


def test_the_end() -> None:
    state = played(full(), "extend 0,0:0,-1", "build 5,-1:5,0")
    assert told(state, "build 5,1:5,3") == ("Nobody can build or extend any more",)
    assert gain(state, "build 5,1:5,3").endswith("+3 segments on the board")


def test_a_plaza_opens_and_is_covered() -> None:
    state = revealed(GAME.start(2, {"plazas_and_sewers": True}), 1, "plaza", 1)
    assert gain(state, "tile 1,0 r0") == "+1 open plaza"
    assert told(state, "tile 1,0 r0") == ("Every colour may build from the plaza on 2,0: +1 open plaza",)
    state.apply("tile 1,0 r0")
    assert gain(state, "build 1,0:2,0") == "+2 segments on the board; −1 open plaza"
    assert told(state, "build 1,0:2,0") == ("The barricade covers the plaza on 2,0: −1 open plaza",)


def test_a_sewer_blocks() -> None:
    state = revealed(GAME.start(2, {"plazas_and_sewers": True}), 1, "sewer", 3)
    assert told(state, "tile 0,1 r2") == ("No barricade can pass the sewer on 0,2: +1 sewer on the board",)


def test_what_is_drawn_is_told_by_its_own_line() -> None:
    state = GAME.start(2, {"plazas_and_sewers": True})
    for text in ("draw", "reveal v2", "reveal sewer", "reveal cell 1"):
        assert told(state, text) == ()
        state.apply(text)


def test_rotations_are_counted() -> None:
    state = revealed(GAME.start(3, {"revolution": True}), 1)
    state.apply("tile 1,0 r0")
    assert gain(state, "rotate 0,0 r2") == "+1 rotation in a row"
    assert told(state, "rotate 0,0 r2") == ("+1 rotation in a row (1 of 3)",)
    state = played(state, "rotate 0,0 r2", "rotate 0,0 r2")
    assert told(state, "rotate 0,0 r1") == ("+1 rotation in a row (3 of 3): the next turn must be something else",)
    assert gain(state, "draw") == "−2 rotations in a row"
    assert told(state, "draw") == ("−2 rotations in a row: the count starts again",)
