"""The guided first game of Blockade. What a tip says is checked by trying the moves, not by its own condition."""

from __future__ import annotations

import pytest
from tests.games.guides import SEAT, Seen, check_guide, seen_in

import stockade


def endings(seen: Seen) -> dict[str, str]:
    """Return how the game would end after each move that ends it."""
    after = {text: seen.after(text) for text in seen.texts}
    return {text: state.describe_end() for text, state in after.items() if state.is_over}


def replies(seen: Seen) -> list[str]:
    """Return the moves that the rival would have now, on a copy in which it is their turn."""
    position = seen.state.to_json()
    position["to_move"] = "white"
    state = stockade.game("blockade").from_json(position)
    return [state.format(action) for action in state.legal_actions()]


MATTERS = {
    "start": lambda seen: seen.state.ply == 0,
    "landing": lambda seen: seen.state.ply > 0,
    "push": lambda seen: seen.shown() != [] and all(text.startswith("D") for text in seen.shown()),
    "build": lambda seen: any(text[0] in "BCK" for text in seen.shown()),
    "split": lambda seen: len({text[0] for text in seen.shown()}) > 1,
    "retreat": lambda seen: any(fact.label == "No retreat" for fact in seen.state.scene(SEAT).panels[SEAT].facts),
    "moat": lambda seen: seen.state.to_json()["black"]["castle"] == 2 and "C2-1" not in seen.texts,
    "short": lambda seen: len(replies(seen)) <= 2,
    "block": lambda seen: any("no valid move" in endings(seen).get(text, "") for text in seen.shown()),
    "win": lambda seen: any("moat" in endings(seen).get(text, "") for text in seen.shown()),
    "danger": lambda seen: seen.given.shows == ("square-1",) and any(text.endswith("-1") for text in replies(seen)),
    "draw": lambda seen: seen.state.ply >= 60,
}


def test_every_tip_comes_up_when_it_matters() -> None:
    check_guide("blockade", MATTERS, untold={"A match", "Writing moves down"})


@pytest.mark.parametrize(
    ("black", "white", "tip"),
    [
        ({"castle": 8, "bridges": [5, 8]}, {"castle": 6, "bridges": [3, 7]}, "win"),
        ({"castle": 7, "bridges": [1, 4]}, {"castle": 9, "bridges": [6, 10]}, "block"),
        ({"castle": 4, "bridges": [5, 7]}, {"castle": 2, "bridges": [8, 10]}, "danger"),
    ],
)
def test_what_decides_the_game_comes_first(black: dict, white: dict, tip: str) -> None:
    game = stockade.game("blockade")
    state = game.from_json({"black": black, "white": white})
    given = game.course(SEAT).begin(state).now(state)
    assert given is not None
    assert given.tip.id == tip


def test_a_game_teaches_several_things() -> None:
    assert all(len(games) >= 3 for games in seen_in("blockade"))
