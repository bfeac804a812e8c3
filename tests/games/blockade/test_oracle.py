"""The engine against the oracle."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.games.blockade.oracle import BLACK, BRIDGE, CASTLE, WHITE, Table, perft
from tests.perft.lines import Line, read
from tests.playthroughs.transcript import FOLDER, read_actions, read_head, ways_to_end

import stockade
from stockade.conformance.scope import either
from stockade.core.state import State
from stockade.games.blockade.layout import Ending

GAME = stockade.game("blockade")
STACKS = {(BRIDGE, BRIDGE): "high bridge", (BRIDGE, CASTLE): "high castle", (BRIDGE, BRIDGE, CASTLE): "tower"}


def told(table: Table) -> dict[str, Any]:
    """Return the oracle's table as in the game's position files."""
    position: dict[str, Any] = {}
    for colour in (BLACK, WHITE):
        castle, bridges = 0, []
        for square, stack in table.squares.items():
            castle = square if (colour, CASTLE) in stack else castle
            bridges += [square] * stack.count((colour, BRIDGE))
        last = table.last[colour]
        retreat = None if last is None or last.letter == "D" else f"{last.letter}{last.end}-{last.start}"
        position[colour] = {"castle": castle, "bridges": bridges, "retreat": retreat}
    position["to_move"] = None if table.over else table.to_move
    position["moves"] = table.moves
    position["limit"] = table.limit
    black = table.seat_of[BLACK]
    position["match"] = {"target": table.target, "points": table.points, "rounds": table.rounds, "black": black}
    position["last_round"] = {"ending": table.ending, "winner": table.winner}
    return position


def check(state: State, table: Table) -> list[str]:
    """Check that position, legal moves and scores are the same, and return the moves."""
    position = state.to_json()
    assert {key: value for key, value in position.items() if key not in ("game", "ply")} == told(table)
    texts = sorted(state.format(action) for action in state.legal_actions())
    assert texts == sorted(move.text for move in table.legal_moves())
    assert state.is_over == table.over
    assert state.scores() == table.points
    return texts


def play_side_by_side(options: dict[str, int], seed: int, ends: Counter[str]) -> int:
    """Play one random game by both, and count the positions."""
    state = GAME.start(options=options)
    table = Table.start(options.get("limit", 400), options.get("match", 0))
    dice, count = random.Random(seed), 0
    while True:
        texts = check(state, table)
        count += 1
        if state.is_over:
            ends[f"{table.ending} {'champion' if 1 in table.points else ''}".strip()] += 1
            return count
        text = dice.choice(texts)
        state.apply(text)
        table.play(next(move for move in table.legal_moves() if move.text == text))


@pytest.mark.parametrize(
    ("options", "games", "least"),
    [
        ({}, 60, 2000),
        ({"limit": 30}, 60, 1000),
        ({"match": 11}, 6, 1000),
        ({"match": 99, "limit": 60}, 2, 1000),
        ({"match": 3, "limit": 12}, 25, 1000),
    ],
    ids=str,
)
def test_engine_and_oracle_agree_move_by_move(options: dict[str, int], games: int, least: int) -> None:
    ends: Counter[str] = Counter()
    assert sum(play_side_by_side(options, seed, ends) for seed in range(games)) >= least
    if not options:
        assert set(ends) >= {"moat champion", "blocked champion"}  # a single game is won with one point


def drawn(dice: random.Random) -> dict[str, Any]:
    """Return any placement of the pieces without castles in moats, including tall stacks and crowds."""
    squares = dice.sample(range(1, 11), dice.randint(4, 10))
    black, white = squares[: len(squares) // 2], squares[len(squares) // 2 :]
    position: dict[str, Any] = {"to_move": dice.choice([BLACK, WHITE])}
    for colour, own in ((BLACK, black), (WHITE, white)):
        castles = [square for square in own if square not in (1, 10)]
        if not castles:
            return drawn(dice)
        position[colour] = {"castle": dice.choice(castles), "bridges": sorted(dice.choices(own, k=2))}
    return position


def test_engine_and_oracle_agree_on_drawn_positions() -> None:
    dice, seen, stacks = random.Random(7), 0, set()
    while seen < either(quick=1000, deep=3000):
        position = drawn(dice)
        try:
            state = GAME.from_json(position)
        except stockade.BadPosition:
            # The only valid reason to refuse such a position is that the player to move has no move.
            full = position | {
                "limit": 400,
                "moves": 0,
                "match": {"target": 0, "points": [0, 0], "rounds": 0, "black": 0},
            }
            for colour in (BLACK, WHITE):
                full[colour] = position[colour] | {"retreat": None}
            assert not Table.from_position(full).legal_moves()
            continue
        # Ban one of the moves of the player to move as a retreat, where such a ban is possible.
        me = position["to_move"]
        moves = [text for text in map(state.format, state.legal_actions()) if text[0] != "D"]
        if len(moves) > 1 and dice.random() < 0.7:
            state = GAME.from_json(position | {me: position[me] | {"retreat": dice.choice(moves)}})
        table = Table.from_position(state.to_json())
        for stack in table.squares.values():
            stacks.add(tuple(kind for _, kind in stack))
        for text in check(state, table):
            after, then = state.clone(), table.copy()
            after.apply(text)
            then.play(next(move for move in table.legal_moves() if move.text == text))
            check(after, then)
        seen += 1
    assert set(STACKS) <= stacks  # every kind of stack has occurred


@pytest.mark.parametrize(
    "line", [line for line in read("blockade") if line.depth <= 5 and line.count < 4000], ids=str
)
def test_the_oracle_finds_the_counts_on_file(line: Line) -> None:
    """The small counts in the file come from the oracle. The engine is compared with the file in `tests/perft`."""
    assert perft(Table.from_position(line.state().to_json()), line.depth) == line.count


def test_perft_of_the_oracle_in_the_middle_of_games() -> None:
    dice = random.Random(3)
    for _ in range(12):
        state = GAME.start(options={"match": 2})
        for _ in range(dice.randrange(5, 40)):
            if not state.is_over:
                state.apply(dice.choice(state.legal_actions()))
        if not state.is_over:
            table = Table.from_position(state.to_json())
            for depth in (1, 2, 3):
                assert perft(table, depth) == GAME.kernels("perft").perft(state.data, depth)


# -- the transcripts ---------------------------------------------------------------------------------------------


def retold(end: str) -> tuple[Table, list[tuple[str, int]]]:
    """Play a recorded match with the oracle.

    Return the end and, for each round, its ending and the lead of the player who moved last.
    """
    text = (FOLDER / "blockade" / f"{end}.txt").read_text("utf-8")
    head = read_head(text)
    table = Table.start(int(head.options["limit"]), int(head.options["match"]))
    rounds = []
    for told in read_actions(text):
        before, mover = table.copy(), table.to_move
        move = next(move for move in table.legal_moves() if move.text == told)
        table.play(move)
        if table.rounds > before.rounds:
            before.target = 0  # a single game, so that the board stays as the round ended
            before.play(move)
            ahead = before.round_points(mover) - before.round_points(WHITE if mover == BLACK else BLACK)
            rounds.append((table.ending, ahead))
    assert table.over
    return table, rounds


def test_the_transcripts_show_every_ending_of_a_round() -> None:
    shown = {ending for end in ways_to_end("blockade") for ending, _ in retold(end)[1]}
    assert shown == {ending.name.lower() for ending in Ending} - {"none"}


def test_the_transcript_of_a_match_has_a_champions_victory() -> None:
    table, rounds = retold("match-won")
    assert max(table.points) >= 11
    assert any(ending != "limit" and ahead <= 0 for ending, ahead in rounds)


def test_the_oracle_agrees_with_how_the_transcripts_end() -> None:
    for end in ways_to_end("blockade"):
        table, _ = retold(end)
        last = (FOLDER / "blockade" / f"{end}.txt").read_text("utf-8").splitlines()[-1]
        assert f"scores {table.points[0]} {table.points[1]};" in last
