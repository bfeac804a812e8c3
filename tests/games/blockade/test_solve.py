"""Blockade's solution: right at every reachable position, and played without mistakes."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.games.blockade.reachable import DRAWS, LOSSES, RECORD, WINS, check_everywhere

import stockade
from stockade.core.solution import Verdict
from stockade.core.state import State
from stockade.games.blockade.evaluation import solution as solve

GAME = stockade.game("blockade")


@pytest.fixture(scope="module")
def solved() -> solve.BlockadeSolution:
    return solve.solution()


def random_states(games: int, **options: int) -> Iterator[State]:
    for seed in range(games):
        dice, state = random.Random(seed), GAME.start(options=options)
        while not state.is_over:
            yield state.clone()
            state.apply(dice.choice(state.legal_actions()))


def after(state: State, action: int) -> State:
    state = state.clone()
    state.apply(action)
    return state


# -- the table -------------------------------------------------------------------------------------------------


def test_every_reachable_value_follows_from_its_successors_by_the_rules(solved: solve.BlockadeSolution) -> None:
    start = np.zeros(1, RECORD)
    start[0] = GAME.start(options={"limit": 10_000}).record
    seen = np.zeros(len(solved.table), np.uint8)
    counts = np.zeros(3, np.int64)
    stack = np.zeros(solved.counts["positions"] + 16, RECORD)
    wrong = check_everywhere(start, solved.table, seen, stack, counts)
    assert wrong == -1, f"position {wrong} has {solved.table[wrong]}"
    summary = solved.summary()
    assert counts.sum() == np.bitwise_count(seen).sum() == summary["positions"]
    assert [int(counts[kind]) for kind in (WINS, DRAWS, LOSSES)] == [
        summary["wins"],
        summary["draws"],
        summary["losses"],
    ]
    assert summary["longest_win"] == solved.table[seen > 0].max()


def test_the_checker_notices_a_wrong_value(solved: solve.BlockadeSolution) -> None:
    """One value next to the start is off by one: the check must stop at it or at a position that leads to it."""
    start = np.zeros(1, RECORD)
    state = GAME.start(options={"limit": 10_000})
    start[0] = state.record
    table = solved.table.copy()
    state.apply("B3-5")
    table[solve.index_of_state(state.record)] += 1
    seen, stack = np.zeros(len(table), np.uint8), np.zeros(solved.counts["positions"] + 16, RECORD)
    assert check_everywhere(start, table, seen, stack, np.zeros(3, np.int64)) >= 0


def test_the_summary(solved: solve.BlockadeSolution) -> None:
    summary = solved.summary()
    assert summary["game"] == "blockade"
    assert summary["positions"] == summary["wins"] + summary["draws"] + summary["losses"]
    assert summary["start"] == {"player": "Black", "value": 0, "distance": 0}
    first = {move["action"]: (move["value"], move["distance"]) for move in summary["first_moves"]}
    assert set(first) == {"B1-3", "B3-1", "B3-5", "C2-3", "D2-3"}
    assert first["D2-3"] == (0, 0)  # the only first move that holds
    assert all(value == -1 for action, (value, _) in first.items() if action != "D2-3")
    json.dumps(summary)


def test_verdicts_follow_one_from_the_next(solved: solve.BlockadeSolution) -> None:
    """Check the same relation as in the table, through the interface that bots use, for both seats."""
    for state in random_states(25):
        mover = state.current_player
        here = solved.verdict_for(mover, state)
        mirror = solved.verdict_for(1 - mover, state)
        assert (mirror.value, mirror.distance) == (-here.value, here.distance)
        then = [solved.verdict_for(mover, after(state, action)) for action in state.legal_actions()]
        wins = [1 + verdict.distance for verdict in then if verdict.value > 0]
        if wins:
            assert here == Verdict(1, min(wins))
        elif any(verdict.value == 0 for verdict in then):
            assert here == Verdict(0, 0)
        else:
            assert here == Verdict(-1, 1 + max(verdict.distance for verdict in then))


def test_a_win_that_comes_after_the_limit_is_a_draw(solved: solve.BlockadeSolution) -> None:
    position = {"black": {"castle": 2, "bridges": [1, 5]}, "white": {"castle": 9, "bridges": [8, 10]}}
    long = GAME.from_json(position | {"to_move": "white"})
    verdict = solved.verdict_for(1, long)
    assert verdict.value == 1
    assert verdict.distance > 10
    for moves, value in ((400 - verdict.distance, 1), (400 - verdict.distance + 1, 0)):
        late = GAME.from_json(position | {"to_move": "white", "moves": moves})
        assert solved.verdict_for(1, late).value == value


def test_the_end_has_the_verdict_of_what_happened(solved: solve.BlockadeSolution) -> None:
    near = GAME.from_json({"black": {"castle": 9, "bridges": [1, 3]}, "white": {"castle": 6, "bridges": [7, 8]}})
    won = after(near, near.parse("C9-10"))
    assert [solved.verdict_for(seat, won) for seat in (0, 1)] == [Verdict(1, 0), Verdict(-1, 0)]
    drawn = GAME.start(options={"limit": 2})
    drawn.apply("B3-5")
    drawn.apply("B8-6")
    assert solved.verdict_for(0, drawn) == Verdict(0, 0)


def test_a_round_of_a_match_that_has_just_ended_counts_as_an_end(solved: solve.BlockadeSolution) -> None:
    near = GAME.from_json(
        {
            "black": {"castle": 9, "bridges": [1, 3]},
            "white": {"castle": 6, "bridges": [7, 8]},
            "match": {"target": 11},
        }
    )
    state = after(near, near.parse("C9-10"))
    assert not state.is_over
    assert solved.verdict_for(0, state) == Verdict(1, 0)
    state.apply("B3-5")  # and with the first move of the next round, that one counts: Black has thrown it away
    assert solved.verdict_for(state.current_player, state).value == 1


def test_verdicts_read_well() -> None:
    assert [str(Verdict(*each)) for each in ((1, 7), (0, 0), (-1, 12))] == ["win in 7", "draw", "loss in 12"]


# -- the file on disk ------------------------------------------------------------------------------------------


def small_file(folder: Path) -> Path:
    stem = folder / "solutions" / "small"
    solve._save(stem, np.arange(50, dtype=np.int16), {"positions": 50})
    return stem


def test_a_table_comes_back_from_its_file(tmp_path: Path) -> None:
    loaded = solve._load(small_file(tmp_path))
    assert loaded is not None
    assert loaded[0].tolist() == list(range(50))
    assert loaded[1] == {"positions": 50}
    assert sorted(path.suffix for path in (tmp_path / "solutions").iterdir()) == [".json", ".table"]


@pytest.mark.parametrize("damage", ["flipped", "short", "long", "empty", "gone", "no note", "note of junk"])
def test_a_damaged_table_is_not_used(tmp_path: Path, damage: str) -> None:
    stem = small_file(tmp_path)
    table, note = stem.with_suffix(".table"), stem.with_suffix(".json")
    data = bytearray(table.read_bytes())
    match damage:
        case "flipped":
            data[17] ^= 4
            table.write_bytes(data)
        case "short":
            table.write_bytes(data[:-2])
        case "long":
            table.write_bytes(data + b"\0\0")
        case "empty":
            table.write_bytes(b"")
        case "gone":
            table.unlink()
        case "no note":
            note.unlink()
        case _:
            note.write_text('{"hash": "' + "0" * 20)
    assert solve._load(stem) is None


@pytest.mark.parametrize("text", ["", "null", "[]", "7", '"hash"', "{}", '{"hash": "0"}', "\x00"])
def test_a_damaged_note_is_not_used(tmp_path: Path, text: str) -> None:
    stem = small_file(tmp_path)
    stem.with_suffix(".json").write_text(text)
    assert solve._load(stem) is None


def test_a_note_without_counts_is_not_used(tmp_path: Path) -> None:
    stem = small_file(tmp_path)
    data = stem.with_suffix(".table").read_bytes()
    stem.with_suffix(".json").write_text(json.dumps({"hash": hashlib.blake2b(data).hexdigest()}))
    assert solve._load(stem) is None


def test_a_damaged_cache_is_worked_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solved: solve.BlockadeSolution
) -> None:
    monkeypatch.setenv("STOCKADE_CACHE_DIR", str(tmp_path))
    stem = tmp_path / "solutions" / f"blockade-{solve._rules_hash()}"
    solve._save(stem, solved.table, solved.counts)
    kept = solve._find_solution(None)
    assert kept.cached
    assert (kept.table == solved.table).all()
    with stem.with_suffix(".table").open("r+b") as file:
        file.seek(12345)
        file.write(b"\x55\x55")
    told: list[tuple[str, float]] = []
    again = solve._find_solution(lambda stage, share: told.append((stage, share)))
    assert not again.cached
    assert (again.table == solved.table).all()
    assert again.counts == solved.counts
    shares = [share for _, share in told]
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert solve._find_solution(None).cached


# -- perfect play ----------------------------------------------------------------------------------------------


def play(black: stockade.bots.Bot, white: stockade.bots.Bot, state: State | None = None) -> State:
    state = GAME.start() if state is None else state.clone()
    bots = (black, white)
    while not state.is_over:
        state.apply(bots[state.current_player].choose(state))
    return state


@pytest.mark.parametrize(
    ("name", "options", "games"),
    [("random", {}, 10), ("greedy", {}, 6), ("mcts", {"simulations": 200, "threads": 1}, 3)],
)
def test_perfect_never_loses_from_the_start(name: str, options: dict[str, int], games: int) -> None:
    results = []
    for seed in range(games):
        perfect, other = stockade.bot("perfect", seed=seed), stockade.bot(name, seed=seed, **options)
        results.append(play(perfect, other).returns()[0])
        results.append(play(other, perfect).returns()[1])
    assert min(results) >= 0
    assert max(results) == 1.0


def test_perfect_against_itself_ends_when_the_verdict_says(solved: solve.BlockadeSolution) -> None:
    perfect = stockade.bot("perfect", seed=3)
    values = set()
    for state in list(random_states(12))[::9]:
        verdict = solved.verdict_for(state.current_player, state)
        if verdict.value == 0:
            continue
        values.add(verdict.value)
        end = play(perfect, perfect, state)
        assert end.ply - state.ply == verdict.distance
        assert end.returns()[state.current_player] == verdict.value
    assert values == {1, -1}


def test_perfect_against_itself_from_the_start_is_a_draw() -> None:
    perfect = stockade.bot("perfect", seed=5)
    assert play(perfect, perfect, GAME.start(options={"limit": 60})).winners() == [0, 1]


def drawn_states(solved: solve.BlockadeSolution, games: int) -> Iterator[State]:
    """Return positions of games in which both sides keep the draw and otherwise play anything."""
    for seed in range(games):
        dice, state = random.Random(seed), GAME.start(options={"limit": 40})
        while not state.is_over:
            yield state.clone()
            seat = state.current_player
            kept = [a for a in state.legal_actions() if solved.verdict_for(seat, after(state, a)).value == 0]
            state.apply(dice.choice(kept))


def test_in_a_drawn_position_it_sets_the_most_traps(solved: solve.BlockadeSolution) -> None:
    perfect = stockade.bot("perfect", seed=8)
    telling = 0
    for state in drawn_states(solved, 40):
        mover = state.current_player
        traps = {}
        for action in state.legal_actions():
            then = after(state, action)
            if solved.verdict_for(mover, then).value == 0:
                replies = [] if then.is_over else then.legal_actions()
                lost = [solved.verdict_for(mover, after(then, reply)).value > 0 for reply in replies]
                traps[action] = (sum(lost), -(len(lost) - sum(lost)))
        assert traps[perfect.choose(state)] == max(traps.values())
        # If the move with the fewest safe replies and the one with the most traps differ, only one of them is right.
        telling += max(traps.values()) != max(traps.values(), key=lambda each: (each[1], each[0]))
    assert telling >= 3


def test_perfect_plays_a_match_too() -> None:
    match = stockade.Match("blockade", options={"match": 5, "limit": 80}, seed=1)
    bots = (stockade.bot("perfect", seed=1), stockade.bot("random", seed=1))
    while not match.is_over:
        match.play(bots[match.state.current_player].choose(match.state))
    assert match.result is not None
    assert match.result.winners == [0]
    assert match.result.scores[1] == 0
