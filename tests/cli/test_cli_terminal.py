"""Play in a real pseudo-terminal, as a person does, with processes that exit and start again."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

import stockade

# Python 3.12 and newer warn about forking with threads; the child here only calls exec.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def only_file(folder: Path) -> Path:
    (path,) = folder.glob("*.json")
    return path


def test_a_whole_game_against_a_bot(terminal, matches_folder):
    """Type moves, with questions in between, until somebody has won."""
    table = terminal("play", "blockade", "--bot", "random:seed=4")
    table.wait("Black> ")
    adviser = stockade.bot("greedy", seed=1)
    match = stockade.Match("blockade")
    assert "You may play (5):" in table.ask("?")
    assert "would play" in table.ask("hint")
    assert "'zebra' is not a move" in table.ask("zebra")
    assert "(ruling 7)" in table.ask("C2-1")
    said = ""
    while not match.is_over:
        said = table.ask(match.state.format(adviser.choose(match.state)))
        match = stockade.Match.load(only_file(matches_folder))
        assert match.is_over or match.state.current_player == 0
    winner = match.state.seat_name(match.result.winners[0])
    assert f"{winner} wins: {match.result.reason}." in said
    assert ("You win." if winner == "Black" else "You lose.") in said
    table.type("quit")
    assert f"stockade replay {only_file(matches_folder)}" in table.end()


def test_quit_and_resume_in_a_new_process(terminal, matches_folder):
    table = terminal("play", "blockade", "--bot", "random:seed=4")
    table.wait("Black> ")
    table.ask("D2-3")
    before = table.ask("board")
    table.type("quit")
    assert "stockade play --resume" in table.end()
    path = only_file(matches_folder)
    saved = stockade.Match.load(path)
    assert len(saved.actions) == 2

    table = terminal("play", "--resume")
    table.wait("Black> ")
    assert board(table.child.before) == board(before)
    table.ask("undo")
    assert len(stockade.Match.load(path).actions) == 0
    table.type("\x04")  # Ctrl-D
    table.end()


def board(text: str) -> list[str]:
    """Return the lines of a transcript that show pieces."""
    return [line.strip() for line in text.splitlines() if re.search("[■□]", line)]


@pytest.mark.parametrize("how", ["interrupt at the prompt", "interrupt a bot", "killed"])
def test_leaving_in_a_hurry_loses_nothing(terminal, matches_folder, how):
    seconds = 600 if how == "interrupt a bot" else 0.001
    table = terminal("play", "blockade", "--bot", f"mcts:seconds={seconds},threads=1")
    table.wait("Black> ")
    table.type("D2-3")
    table.wait(r"1\. D2-3")
    if how == "interrupt a bot":
        assert "The match is saved." in table.interrupt()
    else:
        table.wait("Black> ")
        if how == "killed":
            table.child.kill(signal.SIGKILL)
        else:
            assert "stockade play --resume" in table.interrupt()
    assert stockade.Match.load(only_file(matches_folder)).history()[0].text == "D2-3"


def test_a_newcomer_is_asked_what_to_play_and_whether_to_go_on(terminal):
    table = terminal("play")
    table.wait("Which game\\? ")
    table.ask("chess", "Which game\\? ")
    table.ask(str(stockade.games().index("blockade") + 1))
    table.ask("D2-3")
    table.type("quit")
    table.end()
    table = terminal("play")
    table.wait(r"unfinished match \(blockade, 2 moves, just now\).*\[Y/n\] ")
    assert "Black to move" in table.ask("")
    table.type("quit")
    table.end()


def test_rules_come_section_by_section(terminal):
    table = terminal("play", "blockade", "--hotseat")
    table.wait("Black> ")
    more = r"Enter for more, q to stop: "
    assert "Blockade" in table.ask("rules", more)
    assert table.ask("", more).strip()
    table.ask("q", "Black> ")
    table.type("quit")
    table.end()


def test_colours_spinner_and_completion(terminal):
    table = terminal("play", "blockade", "--bot", "mcts:seconds=0.3,threads=1", term="xterm-256color")
    table.wait("Black> ")
    assert "\x1b[1;38;5;" in table.child.before  # owners differ by colour and by the shape of the blocks
    assert "■C■" in table.child.before
    assert "□C□" in table.child.before
    table.child.send("D\t")
    table.wait("D2-3")
    table.type("")
    table.wait("is thinking")
    table.wait("Black> ")
    table.type("quit")
    table.end()
