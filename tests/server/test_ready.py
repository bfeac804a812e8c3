"""Games that are not compiled yet: what the API says about them, and who has to wait."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from tests.server.at_table import begin, ok, refused, wait

import stockade
from stockade.core import compiler, library
from stockade.core.game import Game
from stockade.ready import Builds, Progress, builds
from stockade.server import thinking, warmup

GAME = "blockade"
HALF = Progress(False, 0.4, 21.34)
DONE = Progress(True, 1.0, 0.0)


class Compiling:
    """Simulates the progress of compiling. Waiting for it in a thread is an error."""

    def __init__(self, name: str) -> None:
        self.name, self.now, self.asked = name, HALF, 0

    def progress(self, _builds: Builds, game: Game) -> Progress:
        return self.now if game.name == self.name else DONE

    def is_ready(self, game: Game) -> bool:
        return self.now.ready or game.name != self.name

    def start(self, _builds: Builds, game: Game, first: bool = False) -> None:
        self.asked += first and game.name == self.name

    def compile(self, game: Game) -> None:
        assert self.is_ready(game), "a thread waits"


@pytest.fixture
def compiling(monkeypatch):
    def begin_with(name: str = GAME) -> Compiling:
        found = Compiling(name)
        monkeypatch.setattr(Builds, "progress", lambda *given: found.progress(*given))
        monkeypatch.setattr(Builds, "start", lambda *given, **named: found.start(*given, **named))
        monkeypatch.setattr(Game, "is_ready", property(found.is_ready))
        monkeypatch.setattr(Game, "compile", lambda game: found.compile(game))
        return found

    return begin_with


def test_games_say_how_far_they_are_and_which_levels_play_at_once(client, compiling):
    now = compiling()
    shelf = {game["name"]: game for game in ok(client.get("/api/games"))}
    assert shelf[GAME]["compiled"] == {"ready": False, "share": 0.4, "seconds_left": 21.3, "failed": False}
    assert [level["ready"] for level in shelf[GAME]["levels"]] == [True, False, False, False, False]
    assert all(level["ready"] for name in shelf if name != GAME for level in shelf[name]["levels"])
    assert ok(client.get(f"/api/games/{GAME}")) == shelf[GAME]
    now.now = DONE
    later = ok(client.get(f"/api/games/{GAME}"))
    assert later["compiled"]["ready"]
    assert all(level["ready"] for level in later["levels"])
    refused(client.get("/api/games/chess"), 404, "unknown_game")


def test_bots_that_wait_keep_no_other_bot_from_playing(serve, settings, compiling, monkeypatch):
    now = compiling()
    monkeypatch.setattr(thinking, "choose", lambda state, *_: thinking.any_action(state))
    client = serve(replace(settings, thinkers=1))
    waiting = [begin(client, GAME, ["human", "bot"], level=level) for level in (4, 5, 4)]
    for me in waiting:
        seen = me.play()["thinking"]
        assert seen["waits_for"] == {"ready": False, "share": 0.4, "seconds_left": 21.3, "failed": False}
    asked = now.asked
    wait(lambda: now.asked > asked)  # they are waiting
    for other in (
        begin(client, GAME, ["human", "bot"], level=1),
        begin(client, "barricado", ["human", "bot"], level=4),
    ):
        other.play()
        wait(lambda other=other: other.view()["scene"]["current_player"] == 0)
    assert [len(me.view()["log"]) for me in waiting] == [1, 1, 1]
    now.now = DONE
    for me in waiting:
        wait(lambda me=me: len(me.view()["log"]) == 2)
        assert (me.view()["thinking"], me.view()["trouble"]) == (None, None)


def test_a_bot_that_waits_sees_what_is_taken_back(client, compiling, monkeypatch):
    now = compiling()
    monkeypatch.setattr(thinking, "choose", lambda state, *_: thinking.any_action(state))
    me = begin(client, GAME, ["human", "bot"], level=4)
    me.play()
    asked = now.asked
    wait(lambda: now.asked > asked + 1)
    assert ok(me.write("undo"))["log"] == []
    now.now = DONE
    me.play()
    wait(lambda: len(me.view()["log"]) == 2)


def test_where_compiling_fails_the_best_level_that_is_ready_plays(client, compiling):
    now = compiling()
    now.now = Progress(False, 0.4, None, failed=True)
    me = begin(client, GAME, ["human", "bot"], level=5)
    assert me.play()["thinking"]["waits_for"] is None
    view = wait(lambda: len((seen := me.view())["log"]) == 2 and seen)
    assert view["trouble"] == "Oracle is not available on this server and plays like Stroller."


@pytest.mark.parametrize("game", stockade.games())
def test_a_hint_does_not_wait_for_the_compiler(client, compiling, game):
    compiling(game)
    least = stockade.game(game).spec.players[0]
    kinds = ["human", *["open"] * (least - 1)]
    people = [begin(client, game, kinds, hints=True)]
    people += [people[0].friend() for _ in kinds[1:]]
    me = people[people[0].view()["scene"]["current_player"]]
    hint, *_ = ok(me.write("hint"))["hints"]
    assert hint["action"] in [choice["action"] for choice in me.view()["scene"]["choices"]]


def test_an_offered_draw_does_not_wait_for_the_compiler(client, compiling):
    compiling()
    me = begin(client, GAME, ["human", "bot"], level=4)
    ok(me.write("draw"))
    view = wait(lambda: (seen := me.view())["draw_offered_by"] is None and seen)
    assert view["trouble"] is None


def test_whoever_sits_down_plays_or_looks_on_has_the_game_compiled_first(client, compiling):
    now = compiling()
    me = begin(client, GAME, ["human", "open"])
    for act in (me.friend, me.play):
        asked = now.asked
        act()
        assert now.asked > asked
    asked = now.asked
    with me.live() as socket:
        socket.receive_json()
        assert now.asked > asked


@pytest.mark.parametrize("wanted", [True, False])
def test_a_start_has_all_games_compiled_elsewhere(serve, settings, monkeypatch, wanted):
    started: list[tuple[str, bool]] = []
    closed = threading.Event()
    monkeypatch.setattr(library, "load", lambda game: game.name == "barrage")  # one is compiled already
    monkeypatch.setattr(Builds, "start", lambda _, game, first=False: started.append((game.name, first)))
    monkeypatch.setattr(Builds, "close", lambda _: closed.set())
    monkeypatch.setattr(compiler, "compiles_here", True)
    client = serve(replace(settings, warm_up=wanted))
    wait(lambda: not compiler.compiles_here)
    wait(lambda: not any(thread.name == "getting ready" for thread in threading.enumerate()))
    names = [name for name, _ in started]
    assert sorted(names) == sorted(set(stockade.games()) - {"barrage"}) * wanted
    assert [name for name in names if name in ("blockade", "cascadia")] == ["blockade", "cascadia"] * wanted
    assert not any(first for _, first in started)
    client.__exit__(None, None, None)
    assert closed.is_set()


def test_a_game_that_cannot_be_read_does_not_keep_the_others(monkeypatch, caplog):
    read: list[str] = []

    def load(game):
        read.append(game.name)
        raise OSError("broken")

    monkeypatch.setattr(library, "load", load)
    warmup.warm_up(threading.Event())
    assert sorted(read) == sorted(stockade.games())
    assert caplog.text.count("could not get") == len(read)


class Idle(Builds):
    """Compiles nothing until it is told to."""

    def __init__(self) -> None:
        super().__init__(processes=1)
        self.go, self.made = threading.Semaphore(0), []

    def _make(self, build) -> None:
        self.made.append(build.game.name)
        self.go.acquire()
        build.failed = build.failed or "no compiler here"


@pytest.fixture
def idle(monkeypatch):
    monkeypatch.setattr(Game, "is_ready", property(lambda _: False))
    return Idle()


def test_what_somebody_plays_comes_before_what_is_light(idle):
    for name in ("cascadia", "barrage", "blockade"):
        idle.start(stockade.game(name))
    idle.start(stockade.game("barrage"), first=True)
    idle.start(stockade.game("barricado"))
    for count in range(2, 5):
        idle.go.release()
        wait(lambda count=count: len(idle.made) == count)
    assert idle.made[:2] == ["cascadia", "barrage"]  # the first one was already running
    assert sorted(idle.made[2:]) == ["barricado", "blockade"]
    assert idle.progress(stockade.game("cascadia")).failed
    idle.go.release()


def test_what_was_stopped_can_be_asked_for_again(idle):
    game = stockade.game(GAME)
    idle.start(game)
    wait(lambda: idle.made == [GAME])
    idle.close()
    assert idle.progress(game) == Progress(False)
    idle.start(game)
    wait(lambda: idle.made == [GAME, GAME])
    idle.go.release(2)
    wait(lambda: idle.progress(game).failed)


def test_nothing_is_compiled_for_a_game_that_is_not_on_the_shelf():
    from dataclasses import replace as changed

    stranger = Game(changed(stockade.game(GAME).spec, name="stranger"), "stockade.games.blockade")
    builds.start(stranger)
    assert builds.progress(stranger).ready
