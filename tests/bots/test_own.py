"""Check bots that somebody else wrote: classes in files and modules, and everything that they do wrong."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import stockade
from stockade.arena.botspec import parse_bot, parse_bots, read_bots, runs_code
from stockade.arena.plan import Plan
from stockade.arena.series import play_all
from stockade.bots import BotFailed
from stockade.core.errors import BadOption, StockadeError, UnknownBot

BOTS = '''
import random
from dataclasses import dataclass
import beside
from stockade.bots import Bot

class First:
    """Takes the first action, and answers by its text."""
    def choose(self, state):
        return state.format(state.legal_actions()[0])

class Options:
    def __init__(self, depth: int = 2, style="calm", share=0.5, given=None, seed=None):
        self.got = depth, style, share, given
        self.random = random.Random(seed)
    def choose(self, state):
        return self.random.choice(state.legal_actions())

class Anything:
    def __init__(self, **options):
        self.got = options
    def choose(self, state):
        return state.legal_actions()[-1]

class Ours(Bot):
    seconds = 2.0
    def choose(self, state):
        return beside.pick(state)
    def worth(self, state, seat):
        return 0.25

class Careless:
    """Plays in the state that it is given, and then answers something illegal."""
    def choose(self, state):
        state.apply(state.legal_actions()[0])
        state.record.ply = 99
        return ANSWER

class Broken:
    def choose(self, state):
        raise KeyError("depth")

class Quitter:
    def choose(self, state):
        raise SystemExit(1)

class Unmade:
    def __init__(self):
        self.table = 1 / 0
    def choose(self, state): ...

class NoBot: ...
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide the current folder with `bots.py` in it, and a file beside it that it imports."""
    (tmp_path / "bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "beside.py").write_text("def pick(state):\n    return state.legal_actions()[0]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def state() -> stockade.State:
    return stockade.game("blockade").start()


@pytest.mark.usefixtures("folder")
def test_an_answer_is_an_id_or_a_text(state):
    first = state.legal_actions()[0]
    assert parse_bot("bots.py:First").make(state.game).choose(state) == first
    assert parse_bot("bots.py:Ours").make(state.game).choose(state) == first
    assert stockade.bot("bots.py:First").choose(state) == first


def test_a_bot_of_a_module(folder, state):
    package = folder / "strangers_bots"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "deep.py").write_text("class Last:\n    def choose(self, state): return state.legal_actions()[-1]\n")
    assert parse_bot("strangers_bots.deep:Last").make(state.game).choose(state) == state.legal_actions()[-1]


@pytest.mark.usefixtures("folder")
def test_two_files_with_the_same_name(folder, state):
    (folder / "other").mkdir()
    (folder / "other" / "bots.py").write_text("class First:\n    def choose(self, s): return s.legal_actions()[-1]\n")
    chosen = [parse_bot(f"{name}:First").make(state.game).choose(state) for name in ("bots.py", "other/bots.py")]
    assert chosen == [state.legal_actions()[0], state.legal_actions()[-1]]


@pytest.mark.usefixtures("folder")
def test_options_have_the_types_of_their_defaults():
    specs = parse_bots(["bots.py:Options,depth=3,style=7,share=1,given=7,greedy,bots.py:Anything,a=1,b=yes,c=x"])
    assert [spec.text.partition(",")[0] for spec in specs] == ["bots.py:Options", "greedy", "bots.py:Anything"]
    assert specs[0].options == {"depth": 3, "style": "7", "share": 1.0, "given": 7}
    assert specs[2].options == {"a": 1, "b": True, "c": "x"}


@pytest.mark.usefixtures("folder")
def test_the_seed_of_a_match_is_not_told(state):
    def draws(text: str, seed: int) -> list[int]:
        bot = parse_bot(text).make(state.game, seed)
        return [bot.choose(state) for _ in range(20)]

    given = [draws(f"bots.py:Options,seed={seed}", 7) for seed in range(20)]
    told = draws("bots.py:Options", 7)
    assert told == draws("bots.py:Options", 7) != draws("bots.py:Options", 8)
    assert told not in given


@pytest.mark.usefixtures("folder")
def test_a_bot_that_has_more_than_choose(state):
    bot = parse_bot("bots.py:Ours").make(state.game)
    assert (bot.worth(state, 0), bot.seconds) == (0.25, 2.0)
    assert [hint.action for hint in bot.hints(state)] == [state.legal_actions()[0]]


WRONG = {
    "nothing": (":", UnknownBot, "a bot of your own is written file.py:Class, not ':'"),
    "no file": ("gone.py:First", UnknownBot, "there is no file gone.py"),
    "no module": ("gone.away:First", UnknownBot, "there is no module gone.away; a file is written with .py"),
    "no class": ("bots.py:Best", UnknownBot, "no class 'Best'; classes with choose(state) there: First, Options"),
    "no class named": ("bots.py", UnknownBot, "write bots.py:Class"),
    "no bot": ("bots.py:NoBot", UnknownBot, "has no method choose(self, state)"),
    "no such option": ("bots.py:Options,dept=3", BadOption, "no option 'dept'; it has: depth, style"),
    "a wrong option": ("bots.py:Options,depth=x", BadOption, "depth is a whole number, not 'x'"),
    "an error at the start": ("bots.py:Unmade", BotFailed, "could not be made: ZeroDivisionError: division by zero"),
    "an error in the file": ("wrong.py:First", BotFailed, "wrong.py cannot be imported: SyntaxError"),
    "an unknown name": ("genius", UnknownBot, "a bot of your own is written file.py:Class"),
}


@pytest.mark.parametrize(("text", "error", "message"), WRONG.values(), ids=WRONG)
def test_what_cannot_play_is_refused_before_the_game(folder, text, error, message):
    (folder / "wrong.py").write_text("class First(:\n")
    with pytest.raises(error) as caught:
        read_bots(stockade.game("blockade"), [text])
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("answer", "message", "ruling"),
    [
        ("'B8-6'", "Careless (Black, move 1) answered 'B8-6': ", "9"),
        ("119", "answered 119 (T10-13): a tower on 10 would leave the board", "8"),
        ("None", "answered None: an answer is the id of a legal action, or its text", ""),
        ("True", "answered True: an answer is the id", ""),
        ("5000", "answered 5000: there is no action 5000", ""),
        ("'castle'", "answered 'castle': ", ""),
        ("state", "answered <State of blockade", ""),
    ],
)
def test_an_illegal_answer_damages_nothing(folder, state, answer, message, ruling):
    (folder / "bots.py").write_text(BOTS.replace("ANSWER", answer))
    before = state.to_bytes()
    with pytest.raises(BotFailed) as caught:
        parse_bot("bots.py:Careless").make(state.game).choose(state)
    assert message in caught.value.message
    assert bool(caught.value.ruling) == bool(ruling)
    assert state.to_bytes() == before


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("name", "said"), [("Broken", "KeyError: 'depth'"), ("Quitter", "SystemExit: 1")])
def test_an_exception_says_who_and_where(state, name, said):
    state.apply(state.legal_actions()[0])
    with pytest.raises(BotFailed) as caught:
        parse_bot(f"bots.py:{name}").make(state.game).choose(state)
    assert caught.value.message == f"bots.py:{name} (White, move 2): {said}"
    assert "bots.py" in caught.value.trace
    copy = pickle.loads(pickle.dumps(caught.value))  # as it comes back from another process
    assert (copy.message, copy.trace) == (caught.value.message, caught.value.trace)


def test_a_state_in_which_nobody_decides(state):
    bot = parse_bot(f"{Path(__file__).parents[2] / 'examples' / 'mybot.py'}:MyBot").make(state.game)
    state.record.current_player = stockade.OVER
    with pytest.raises(StockadeError, match="no player decides"):
        bot.choose(state)


@pytest.mark.parametrize("game", stockade.games())
def test_the_first_bot_of_the_docs_plays_every_game(game):
    mine = f"{Path(__file__).parents[2] / 'examples' / 'mybot.py'}:MyBot,care=0.2"
    found = stockade.game(game)
    players = found.spec.check_players(None)
    match, bots = Plan(game, players, found.options(players), (mine,) * players, 1, 3, True).start(0)
    for _ in range(25):
        if not match.is_over:
            match.play(bots[match.state.current_player].choose(match.state))
    assert match.is_over or len(match.actions) >= 25


def test_the_first_bot_of_the_docs_beats_random():
    mine = f"{Path(__file__).parents[2] / 'examples' / 'mybot.py'}:MyBot"
    plan = Plan("blockade", 2, stockade.game("blockade").options(2), (mine, "random"), 60, 1, True)
    tallies = list(play_all(plan, 1))
    assert sum(tally.wins[0] for tally in tallies) > 40


def test_what_runs_code():
    assert [runs_code(text) for text in ("bots.py:First,a=1", "a.b:C", "stdio:./x --a=1")] == [True] * 3
    assert [runs_code(text) for text in ("greedy", "mcts:seconds=1", "3", "genius:a=1")] == [False] * 4
