"""Bots in matches: they answer, they survive restarts, and their failures do not affect others."""

from __future__ import annotations

import threading
import time

import pytest
from tests.server.at_table import begin, ok, play_on, refused, wait

import stockade
from stockade.bots.levels import LEVELS
from stockade.server import thinking
from stockade.server.matches import Matches
from stockade.server.settings import Settings

PATIENCE = 120  # seconds, for a busy machine


@pytest.mark.parametrize("game", stockade.games())
def test_bots_play_a_match_among_themselves(client, game):
    players = stockade.game(game).spec.players[0]
    watcher = begin(client, game, ["bot"] * players, seed=3)
    assert (watcher.seat, watcher.token) == (None, None)
    view = wait(lambda: (seen := watcher.view())["status"] == "over" and seen)
    assert view["result"]["reason"]  # there may be no winner
    assert view["thinking"] is None
    assert view["trouble"] is None
    assert [seat["connected"] for seat in view["seats"]] == [True] * players


@pytest.mark.parametrize("game", stockade.games())
def test_a_person_plays_a_match_against_bots(client, game):
    players = stockade.game(game).spec.players[0]
    me = begin(client, game, ["bot"] * (players - 1) + ["human"], level=2, seed=4)
    view = play_on([me])
    assert view["status"] == "over"
    assert {line["seat"] for line in view["log"]} >= set(range(players))


def test_thinking_shows_and_promises_a_time(serve, settings, monkeypatch):
    stockade.game("barrage").compile()
    monkeypatch.setattr("stockade.server.levels.level_of", lambda *_: LEVELS[-1])  # which has a clock
    release = threading.Event()
    monkeypatch.setattr(thinking, "choose", lambda state, *_: release.wait(PATIENCE) and state.legal_actions()[0])
    client = serve(settings)
    me = begin(client, "barrage", ["human", "bot"], level=5)
    assert me.view()["thinking"] is None
    while (seen := me.play())["scene"]["current_player"] == 0:
        pass
    assert (seen["thinking"]["seat"], seen["thinking"]["seconds"]) == (1, LEVELS[-1].seconds)
    refused(me.write("actions", action=0), 403, "not_your_turn")
    release.set()
    wait(lambda: me.view()["thinking"] is None)


def test_a_thought_about_an_old_version_is_dropped(serve, settings, monkeypatch):
    started, release = threading.Event(), threading.Event()
    choose, thoughts = thinking.choose, []

    def slow(state, level, minds):
        thoughts.append(state.ply)
        started.set()
        assert release.wait(PATIENCE)
        return choose(state, level, minds)

    monkeypatch.setattr(thinking, "choose", slow)
    me = begin(serve(settings), "blockade", ["human", "bot"])
    first = me.play()["log"][0]["text"]
    assert started.wait(PATIENCE)
    assert ok(me.write("undo"))["log"] == []  # while the bot thinks
    other = next(choice for choice in me.view()["scene"]["choices"] if choice["text"] != first)
    me.play(other["action"])
    release.set()
    wait(lambda: len(me.view()["log"]) == 2)
    assert me.view()["log"][0]["text"] == other["text"]
    assert len(thoughts) == 2


def test_a_restart_picks_up_the_bot(serve, settings, monkeypatch):
    started, release = threading.Event(), threading.Event()
    choose = thinking.choose

    def stuck(*_):
        started.set()
        release.wait(PATIENCE)
        raise AssertionError("too late")

    monkeypatch.setattr(thinking, "choose", stuck)
    client = serve(settings)
    me = begin(client, "blockade", ["human", "bot"])
    me.play()
    assert started.wait(PATIENCE)
    client.__exit__(None, None, None)  # stopped while the bot thinks
    monkeypatch.setattr(thinking, "choose", choose)
    again = me.elsewhere(serve(settings))
    release.set()
    wait(lambda: len(again.view()["log"]) == 2)
    again.play()


def test_a_server_takes_over_what_another_left_behind(serve, settings, monkeypatch):
    """The sweep picks up a match whose bot belonged to a process that has ended."""
    monkeypatch.setattr("stockade.server.bots.LEFT_BEHIND_SECONDS", 0.2)
    monkeypatch.setattr("stockade.server.bots.Bots.consider", lambda *_: None)
    dead = serve(settings)
    me = begin(dead, "blockade", ["human", "bot"])
    me.play()
    monkeypatch.undo()
    monkeypatch.setattr("stockade.server.bots.LEFT_BEHIND_SECONDS", 0.2)
    serve(settings)
    wait(lambda: len(me.view()["log"]) == 2)


@pytest.mark.parametrize("failure", ["raises", "illegal", "nonsense"])
def test_a_bot_that_fails_does_not_hold_up_the_table(client, monkeypatch, failure, caplog):
    def fail(*_):
        if failure == "raises":
            raise RuntimeError("no idea")
        return 2**20 if failure == "illegal" else "B0-0"

    choose = thinking.choose
    monkeypatch.setattr(thinking, "choose", fail)
    me = begin(client, "blockade", ["human", "bot"])
    me.play()
    view = wait(lambda: (seen := me.view())["scene"]["current_player"] == 0 and seen)
    assert len(view["log"]) == 2
    assert "played a random legal move" in view["trouble"]
    assert "bot of seat 1" in caplog.text
    monkeypatch.setattr(thinking, "choose", choose)
    me.play()
    assert wait(lambda: (seen := me.view())["scene"]["current_player"] == 0 and seen)["trouble"] is None


def test_bots_answer_no_faster_than_a_person_can_follow(serve, settings):
    from dataclasses import replace
    from time import monotonic

    slow: Settings = replace(settings, bot_delay=0.3)
    me = begin(serve(slow), "blockade", ["human", "bot"])
    start = monotonic()
    assert me.play()["thinking"]["seconds"] == 0.3
    wait(lambda: len(me.view()["log"]) == 2)
    assert monotonic() - start >= 0.29


def test_a_bot_waits_for_the_table_to_be_full(client):
    me = begin(client, "blockade", ["bot", "open"])
    assert me.view()["log"] == []
    friend = me.friend()
    wait(lambda: len(friend.view()["log"]) == 1)


def test_a_match_that_cannot_go_on_is_left_alone(client, settings, monkeypatch, caplog):
    """A match that always fails is logged once, others go on, and a change leads to a new try."""
    play_for = Matches.play_for

    def broken(self, stored, *given, **more):
        if stored.row.id == me.id and given[0] == 1:
            raise RuntimeError("broken")
        play_for(self, stored, *given, **more)

    monkeypatch.setattr(Matches, "play_for", broken)
    me = begin(client, "blockade", ["human", "bot"])
    other = begin(client, "blockade", ["human", "bot"])
    me.play()
    other.play()
    wait(lambda: len(other.view()["log"]) == 2 and "stopped after an error" in caplog.text)
    monkeypatch.setattr("stockade.server.bots.LEFT_BEHIND_SECONDS", 0.0)
    time.sleep(3 * settings.sweep_seconds)
    assert caplog.text.count("stopped after an error") == 1
    monkeypatch.undo()
    ok(me.write("undo"))
    me.play()
    wait(lambda: len(me.view()["log"]) == 2)
