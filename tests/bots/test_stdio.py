"""Check bots that are other programs: real ones, in Python and in C, and everything that they do wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.core.process import ROOT

import stockade
from stockade.arena.botspec import parse_bot, parse_bots, read_bots
from stockade.arena.plan import Plan
from stockade.arena.series import play_games
from stockade.bots import BotFailed
from stockade.bots.program import Program, ProgramLost
from stockade.bots.stdio import StdioBot
from stockade.core.errors import BadOption, UnknownBot

EXAMPLES = ROOT / "examples"
PYTHON = f"stdio:{sys.executable} {EXAMPLES / 'stdio_bot.py'}"


@pytest.fixture(scope="module")
def racer(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Compile the bot that is written in C."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    program = tmp_path_factory.mktemp("racer") / "racer"
    flags = ["-Wall", "-Wextra", "-Werror", "-std=c99"]
    subprocess.run([compiler, *flags, "-o", str(program), str(EXAMPLES / "racer.c")], check=True)
    return f"stdio:{program}"


def series(game: str, bots: tuple[str, ...], games: int) -> list[int]:
    """Return the wins of every bot in some games."""
    players = stockade.game(game).spec.check_players(None)
    plan = Plan(game, players, stockade.game(game).options(players), bots, games, 5, True)
    return play_games(plan, 0, games).wins


def test_a_bot_in_c_beats_a_bot_in_python(racer):
    assert series("blockade", (racer, PYTHON), 12)[0] >= 9
    assert series("blockade", (f"{racer},boldness=-1", PYTHON), 12)[0] <= 5


def test_the_same_seed_gives_the_same_games(racer):
    assert series("blockade", (racer, PYTHON), 4) == series("blockade", (racer, PYTHON), 4)


@pytest.mark.parametrize("game", stockade.games())
def test_every_game_can_be_played(racer, game):
    found = stockade.game(game)
    match = stockade.Match(found, seed=4)
    bots = [parse_bot((racer, PYTHON)[seat % 2]).make(found, seat) for seat in range(match.players)]
    for _ in range(20):
        if not match.is_over:
            match.play(bots[match.state.current_player].choose(match.state))
    assert match.is_over or len(match.actions) >= 20


def test_one_program_plays_many_games(tmp_path):
    started = tmp_path / "started"
    script = f"from pathlib import Path; Path({str(started)!r}).open('a').write('x')\n"
    program = tmp_path / "counted.py"
    program.write_text(script + (EXAMPLES / "stdio_bot.py").read_text("utf-8"))
    series("blockade", (f"stdio:{sys.executable} {program}", "random"), 4)
    assert started.read_text() == "x"


def test_commas_and_quotes():
    texts = ["stdio:./a --x=1,stdio:b \"c,d=e\" 'f,g',seconds=2,depth=a b,greedy"]
    parts = [spec.text for spec in parse_bots(texts)]
    assert parts == ["stdio:./a --x=1", "stdio:b \"c,d=e\" 'f,g',seconds=2,depth=a b", "greedy"]
    spec = parse_bot(parts[1])
    assert spec.name == "stdio:b \"c,d=e\" 'f,g'"
    assert spec.options == {"seconds": 2.0, "depth": "a b"}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("stdio:./no-such-program", UnknownBot, "./no-such-program cannot be started: No such file"),
        ("stdio:", BadOption, "has no command"),
        ("stdio:'racer", BadOption, "cannot be read: No closing quotation"),
        (f"{PYTHON},depth=3", BadOption, "has no option 'depth'; it has: none"),
        (f"{PYTHON},seconds=0", BadOption, "a positive budget"),
        (f"{PYTHON},timeout=0", BadOption, "timeout is a positive number"),
        (f"{PYTHON},seed=-1", BadOption, "seed is a whole number from 0 to 2147483647, not -1"),
        (f"{PYTHON},simulations=many", BadOption, "simulations is a whole number or none"),
    ],
)
def test_what_cannot_play_is_refused_before_the_game(text, error, message):
    with pytest.raises(error) as caught:
        read_bots(stockade.game("blockade"), [text])
    assert message in caught.value.message


# What a program says instead of the handshake, or after it: to `newgame` and to `go`.
SCRIPT = """
import subprocess, sys, time
def say(*lines):
    for line in lines: print(line, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "stockade":
        {hello}
    elif word == "newgame":
        {newgame}
    elif word == "go":
        {go}
    elif word == "stop":
        {stop}
"""
EXPECTED = "which is not the expected answer (bestmove)"
SILENT = "did not answer within 1 second"
LATE = "did not answer within 0.5 seconds"
WRONG = {
    "crash": ("go", "print('I am lost', file=sys.stderr); sys.exit(3)", "ended with exit code 3; it said: I am lost"),
    "exception": ("go", "1 / 0", "exit code 1; it said: ZeroDivisionError: division by zero"),
    "killed": ("go", "import os; os.kill(os.getpid(), 9)", "was ended by signal 9"),
    "garbage": ("go", "say('the best is B3-5')", f"wrote 'the best is B3-5', {EXPECTED}"),
    "bytes": ("go", "sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()", EXPECTED),
    "a flood": ("go", "sys.stdout.write('x' * 200_000); sys.stdout.flush()", "a line of more than 65536 bytes"),
    "silence": ("go", "pass", SILENT),
    "endless info": ("go", "[say('info') or time.sleep(0.1) for _ in range(10**4)]", SILENT),
    "a flood of info": ("go", "while True: sys.stdout.write('info' + chr(10))", SILENT),
    "an error": ("newgame", "say('error I only play chess')", "answered with an error: I only play chess"),
    "no handshake": ("hello", "time.sleep(60)", LATE),
    "an endless handshake": ("hello", "while True: say('option depth int 1')", "said more than 1000 lines"),
    "a slow handshake": ("hello", "while True: say('name Odd'), time.sleep(0.1)", LATE),
    "an illegal action": ("go", "say('bestmove B8-6')", "answered 'B8-6': "),
    "no action": ("go", "say('bestmove 7777')", "answered 7777: there is no action 7777"),
    "nothing": ("go", "say('bestmove')", "answered '': "),
    "a long number": ("go", "say('bestmove ' + 5000 * '9')", "answered '9999"),
}


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., str]:
    def write(**changes: str) -> str:
        usual = {"hello": "say('name Odd', 'ok')", "newgame": "say('ok')", "go": "say('bestmove 5')", "stop": "pass"}
        path = tmp_path / "odd.py"
        path.write_text(SCRIPT.format(**{**usual, **changes}))
        return f"stdio:{sys.executable} -I {path}"

    return write


def play(text: str, state: stockade.State, begin: float, timeout: float) -> None:
    """Let a program choose. It has more time to begin than to answer, because a busy machine may start it late."""
    bot = parse_bot(f"{text},timeout={begin}").make(state.game)
    assert isinstance(bot, StdioBot)
    bot.timeout = timeout
    bot.choose(state)


@pytest.mark.parametrize(("where", "does", "message"), WRONG.values(), ids=WRONG)
def test_a_program_that_goes_wrong(program, where, does, message):
    state = stockade.game("blockade").start()
    before = state.to_bytes()
    text = program(**{where: does})
    with pytest.raises(BotFailed) as caught:
        play(text, state, 0.5 if message == LATE else 60, 1 if message == SILENT else 60)
    assert message in caught.value.message
    if where != "hello":
        assert "odd.py (Black, move 1) " in caught.value.message
    assert state.to_bytes() == before


def is_alive(pid: int) -> bool:
    """Return whether a process runs. One that has ended and waits to be noticed does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pid: int) -> bool:
    for _ in range(100):
        if not is_alive(pid):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes in /proc")
def test_a_program_is_killed_with_what_it_started(program, tmp_path):
    note = tmp_path / "pids"
    started = (
        "import os; other = subprocess.Popen(['sleep', '60']); "
        f"open({str(note)!r}, 'w').write(f'{{os.getpid()}} {{other.pid}}'); say('nonsense')"
    )
    state = stockade.game("blockade").start()
    with pytest.raises(BotFailed, match="wrote 'nonsense'"):
        parse_bot(program(go=started)).make(state.game).choose(state)
    assert all(gone(int(pid)) for pid in note.read_text().split())


def test_a_program_that_leaves_another_behind_delays_nothing(program):
    """A process in a session of its own survives, and holds the pipes of the program open."""
    state = stockade.game("blockade").start()
    leave = "subprocess.Popen(['sleep', '20'], start_new_session=True); say('nonsense')"
    bot = parse_bot(program(go=leave)).make(state.game)
    began = time.monotonic()
    with pytest.raises(BotFailed, match="wrote 'nonsense'"):
        bot.choose(state)
    assert time.monotonic() - began < 15


def test_a_program_that_does_not_read_is_given_up():
    """Even if the process that should read was started by the program, and the pipe stays full."""
    program = Program("sh -c 'sleep 20; true'")
    began = time.monotonic()
    with pytest.raises(ProgramLost, match=r"did not read what it was sent within 0\.5 seconds"):
        program.send("x" * 1_000_000, seconds=0.5)
    assert time.monotonic() - began < 15


def test_a_late_program_is_told_to_stop(program):
    state = stockade.game("blockade").start()
    text = f"{program(go='pass', stop='''say('info stopped', 'bestmove B3-5')''')},seconds=0.1"
    assert parse_bot(text).make(state.game).choose(state) == state.parse("B3-5")


def test_the_budget_and_the_position_arrive(program, tmp_path):
    heard = tmp_path / "heard"
    go = f"open({str(heard)!r}, 'a').write(line); say('bestmove 5')"
    state = stockade.game("blockade").start(options={"match": 11})
    for budget in ("seconds=0.25", "simulations=40", "timeout=20"):
        assert parse_bot(f"{program(go=go)},{budget}").make(state.game).choose(state) == 5
    assert heard.read_text().splitlines() == ["go seconds 0.25", "go simulations 40", "go"]


def test_the_seed_of_the_match_is_not_told(program, tmp_path):
    heard = tmp_path / "heard"
    text = program(newgame=f"open({str(heard)!r}, 'a').write(line); say('ok')")
    state = stockade.game("blockade").start()
    for seed in (7, 7, 8):
        parse_bot(text).make(state.game, seed).choose(state)
    first, again, other = heard.read_text().splitlines()
    assert first == again != other
    parse_bot(f"{text},seed=7").make(state.game, 8).choose(state)
    assert " seed 7 " in heard.read_text().splitlines()[-1]
    assert first.startswith("newgame blockade players 2 seat 0 seed ")
    assert " seed 7 " not in first
    assert first.endswith('options {"limit":400,"match":0}')


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes in /proc")
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.deep)])
def test_programs_end_with_their_host(tmp_path, jobs):
    """Even a program that does not end by itself leaves nothing behind, on one process and on two."""
    note = tmp_path / "pids"
    program = tmp_path / "stubborn.py"
    first = f"import os, time; open({str(note)!r}, 'a').write(f'{{os.getpid()}} ')\n"
    program.write_text(first + (EXAMPLES / "stdio_bot.py").read_text("utf-8") + "time.sleep(600)\n")
    bots = f"stdio:{sys.executable} {program}"
    command = [sys.executable, "-m", "stockade.cli", "simulate", "blockade", "--bots", bots, "--games", "2"]
    subprocess.run([*command, "--jobs", jobs], check=True, capture_output=True)
    pids = note.read_text().split()
    assert len(pids) >= 2
    assert all(gone(int(pid)) for pid in pids)
