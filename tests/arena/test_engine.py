"""Check `stockade engine`: our bots for other programs, and other programs that misuse them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable

import pytest

import stockade
from stockade.arena.botspec import parse_bot
from stockade.arena.engine import Engine

COMMAND = [sys.executable, "-m", "stockade.cli", "engine"]


@pytest.fixture
def talk() -> Callable[..., list[str]]:
    """Provide a function that says lines to a bot, and returns everything that it answers."""

    def say(bot: str, *lines: str) -> list[str]:
        said: list[str] = []
        engine = Engine(parse_bot(bot), "Test", "Nobody", said.append)
        for line in lines:
            engine.hear(line)
        engine.wait()
        return said

    return say


def test_a_whole_conversation_with_a_real_process():
    lines = ["stockade 1", "set slip 0", "newgame blockade players 2 seat 1", "position start moves 43", "go", "quit"]
    done = subprocess.run(
        [*COMMAND, "greedy"], input="\n".join(lines), capture_output=True, text=True, check=True, timeout=300
    )
    said = done.stdout.splitlines()
    assert said[0].startswith("name Stockade ")
    assert said[1:-1] == [
        "author the authors of Stockade",
        "option slip number 0.0",
        "option near number",
        "ok",
        "ok",
    ]
    state = stockade.game("blockade").start()
    state.apply(43)
    assert int(said[-1].removeprefix("bestmove ")) in state.legal_actions()


def test_our_bot_plays_here_through_the_protocol():
    game = stockade.game("blockade")
    bots = [parse_bot(f"stdio:{shlex.join(COMMAND)} perfect").make(game, 1), parse_bot("greedy").make(game, 1)]
    match = stockade.Match(game, seed=1)
    while not match.is_over:
        match.play(bots[match.state.current_player].choose(match.state))
    assert 0 in match.result.winners


@pytest.mark.parametrize("game", stockade.games())
def test_a_position_as_json_and_as_moves(talk, game):
    match = stockade.Match(game, seed=2)
    bot = stockade.bot("random", seed=2)
    for _ in range(15):
        if not match.is_over:
            match.play(bot.choose(match.state))
    if match.is_over:
        match.undo(consent=True)
    options = json.dumps(match.options)
    begin = f"newgame {game} players {match.players} seat 0 seed 3 options {options}"
    written = json.dumps(match.state.to_json())
    answers = [
        talk("greedy", begin, f"position {position}", "go")
        for position in (
            f"start moves {' '.join(map(str, match.actions))}",
            written,
            f"{written} moves",
        )
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == "ok"
    assert int(answers[0][1].removeprefix("bestmove ")) in match.state.legal_actions()


def test_budgets(talk):
    begin = ("newgame blockade seed 1", "position start")
    assert re.fullmatch("bestmove [0-9]+", talk("mcts:threads=1", *begin, "go simulations 20")[-1])
    assert re.fullmatch("bestmove [0-9]+", talk("mcts:threads=1", *begin, "set simulations 20", "go")[-1])
    assert re.fullmatch("bestmove [0-9]+", talk("3", *begin, "go seconds 0.1")[-1])  # a level needs no budget


def test_a_long_search_is_stopped(talk):
    said = talk("mcts:threads=1", "newgame blockade seed 1", "position start", "go seconds 300", "stop")
    assert said[1].startswith("info simulations ")
    assert said[-1].startswith("bestmove ")
    assert len(said) <= 4


def test_only_the_last_bot_is_kept():
    """A host that names another time for every move must not fill the memory with trees."""
    engine = Engine(parse_bot("mcts:threads=1"), "Test", "Nobody", lambda _: None)
    for line in ("newgame blockade", "position start", "go simulations 5", "go simulations 6", "go simulations 7"):
        engine.hear(line)
    engine.wait()
    assert len(engine._bots) == 1


WRONG = {
    "another version": ("stockade 2", "this is version 1 of the protocol"),
    "no such word": ("fly me", "the protocol has no 'fly'"),
    "no word of ours": ("__init__", "the protocol has no '__init__'"),
    "no game": ("newgame chess", "there is no game 'chess'"),
    "no name": ("newgame", "write: newgame GAME"),
    "players": ("newgame blockade players 3", "Blockade is for 2 players"),
    "not a number": ("newgame blockade players two", "'two' is not a whole number"),
    "unfinished": ("newgame blockade players", "write: newgame GAME"),
    "unknown part": ("newgame blockade colour red", "write: newgame GAME"),
    "options": ("newgame blockade options {x", "this is not JSON"),
    "no option": ('newgame blockade options {"speed": 1}', "no option 'speed'"),
    "position": ("position {", "this is not JSON"),
    "a list": ("position []", "this is not a JSON object"),
    "nested": ("position " + "[" * 100_000, "this is not JSON"),
    "empty": ("position {}", "'black' is missing"),
    "illegal moves": ("position start moves 119", "would leave the board"),
    "no moves": ("position start 119", "after a position comes `moves`"),
    "budget": ("go fast", "write: go, go seconds NUMBER"),
    "budget of words": ("go seconds long", "seconds is a number"),
    "no option of the bot": ("set speed 3", "greedy has no option 'speed'"),
    "an option without a value": ("set slip", "write: set NAME VALUE"),
    "a wrong option": ("set slip lots", "slip is a number"),
}


@pytest.mark.parametrize(("line", "message"), WRONG.values(), ids=WRONG)
def test_what_is_refused_changes_nothing(talk, line, message):
    begin = ("newgame blockade seed 1", "position start moves 43")
    refused, after = talk("greedy", *begin, line, "go")[1:]
    assert refused.startswith("error ")
    assert message in refused
    assert after == talk("greedy", *begin, "go")[1]


def test_what_comes_too_early(talk):
    assert talk("greedy", "go", "position start") == ["error position comes first", "error newgame comes first"]
    over = {**stockade.game("blockade").start().to_json(), "moves": 400}
    assert "error" in talk("greedy", "newgame blockade", f"position {json.dumps(over)}", "go")[-1]


def test_the_end_of_the_input_ends_it():
    environment = {**os.environ, "STOCKADE_COMPILE": "never"}
    done = subprocess.run(
        [*COMMAND, "random"], input="", env=environment, capture_output=True, timeout=300, check=True
    )
    assert done.stdout == b""
