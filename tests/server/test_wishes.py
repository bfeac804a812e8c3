"""Undo and draw: free, by consent, against bots; offered, accepted, declined, withdrawn."""

from __future__ import annotations

import random

import pytest
from tests.server.at_table import begin, ok, play_on, refused, wait

import stockade
from stockade.bots import Bot
from stockade.server import thinking
from stockade.server.levels import level_of
from stockade.server.storage import Storage


def kinds(settings, person) -> list[str]:
    storage = Storage(settings.database_url)
    found = [entry.kind for entry in storage.read(person.id).journal]
    storage.close()
    return found


def test_taking_back_by_consent(settings, pair):
    first, second = pair
    start = first.view()
    refused(first.write("undo"), 403, "not_allowed")  # nothing to take back
    after = first.play()
    assert after["undo"] == {"free": False, "asked_by": None}
    asked = ok(first.write("undo"))
    assert asked["undo"]["asked_by"] == 0
    assert len(asked["log"]) == 1  # nothing has been taken back yet
    refused(first.write("undo"), 403, "not_allowed")
    refused(second.write("undo"), 403, "not_allowed")  # there is a request to answer first
    refused(first.write("undo", answer="accept"), 403, "not_allowed")  # not by the player who asked
    agreed = ok(second.write("undo", answer="accept"))
    assert agreed["undo"]["asked_by"] is None
    assert agreed["log"] == []
    assert first.view()["scene"] == start["scene"]
    # Nothing is lost: the journal has both the action and its undo.
    expected = ["joined", "joined", "action", "undo_asked", "undo_accepted", "undo"]
    assert kinds(settings, first) == expected
    refused(second.write("undo", answer="accept"), 403, "not_allowed")


def test_taking_back_declined_and_withdrawn(pair):
    first, second = pair
    first.play()
    ok(first.write("undo"))
    assert ok(second.write("undo", answer="decline"))["undo"]["asked_by"] is None
    refused(first.write("undo"), 403, "not_allowed")  # once is enough
    second.play()
    ok(first.write("undo"))
    withdrawn = ok(first.write("undo", answer="decline"))
    assert withdrawn["undo"]["asked_by"] is None
    assert len(withdrawn["log"]) == 2


def test_a_wish_outlives_the_others_actions_and_takes_them_back_too(pair):
    first, second = pair
    first.play()
    ok(first.write("undo"))
    second.play()
    assert second.view()["undo"]["asked_by"] == 0
    assert ok(second.write("undo", answer="accept"))["log"] == []


def test_playing_on_withdraws_ones_own_wish(pair):
    first, second = pair
    play_on([first, second], 2)
    ok(second.write("undo"))
    first.play()
    second.play()
    assert second.view()["undo"]["asked_by"] is None


@pytest.mark.parametrize("game", stockade.games())
def test_taking_back_is_free_while_the_turn_is_ones_own(client, game):
    """This looks for a free undo by random play. Games with one action per turn have none."""
    match = stockade.Match(game, seed=11)
    dice = random.Random(11)
    played = []
    while not match.is_over and not any(match.free_undo(seat) for seat in range(match.players)):
        played.append(dice.choice(match.state.legal_actions()))
        match.play(played[-1])
    if match.is_over:
        pytest.skip("every turn is one action")
    first = begin(client, game, ["human"] + ["open"] * (match.players - 1), seed=11)
    people = [first, *(first.friend() for _ in range(match.players - 1))]
    for action in played:
        people[first.view()["scene"]["current_player"]].play(action)
    mover = people[first.view()["scene"]["current_player"]]
    view = mover.view()
    assert view["undo"]["free"]
    assert not any(person.view()["undo"]["free"] for person in people if person is not mover)
    back = ok(mover.write("undo"))
    assert len(back["log"]) == len(view["log"]) - 1
    assert mover.play(played[-1])["scene"] == view["scene"]


def test_bots_always_let_one_take_back(client):
    me = begin(client, "blockade", ["human", "bot"])
    start = me.view()
    me.play()
    wait(lambda: me.view()["scene"]["current_player"] == 0)
    assert len(me.view()["log"]) == 2
    back = ok(me.write("undo"))  # the bot's reply is undone too
    assert back["log"] == []
    assert back["scene"]["pieces"] == start["scene"]["pieces"]
    refused(me.write("undo"), 403, "not_allowed")
    me.play()
    wait(lambda: len(me.view()["log"]) == 2)


def test_a_draw_by_agreement(settings, pair):
    first, second = pair
    refused(second.write("draw", answer="accept"), 403, "not_allowed")
    offered = ok(first.write("draw"))
    assert offered["draw_offered_by"] == 0
    refused(first.write("draw"), 403, "not_allowed")
    refused(first.write("draw", answer="accept"), 403, "not_allowed")
    refused(second.write("draw"), 403, "not_allowed")
    over = ok(second.write("draw", answer="accept"))
    assert (over["status"], over["result"]["winners"]) == ("over", [0, 1])
    assert over["draw_offered_by"] is None
    assert kinds(settings, first)[-2:] == ["draw_offered", "draw_accepted"]


def test_a_draw_declined_by_word_and_by_playing_on(pair):
    first, second = pair
    ok(first.write("draw"))
    assert ok(second.write("draw", answer="decline"))["draw_offered_by"] is None
    refused(first.write("draw"), 403, "not_allowed")
    first.play()
    ok(first.write("draw"))
    assert second.play()["draw_offered_by"] is None
    ok(first.write("draw"))
    first.play()  # the player's own offer stands
    assert second.view()["draw_offered_by"] == 0
    assert ok(first.write("draw", answer="decline"))["draw_offered_by"] is None


@pytest.mark.parametrize(("worth", "status"), [(0.0, "over"), (-0.8, "over"), (0.6, "live")])
def test_a_bot_takes_a_draw_when_it_is_no_better_than_even(client, monkeypatch, worth, status):
    monkeypatch.setattr(Bot, "worth", lambda *_: worth)
    me = begin(client, "blockade", ["human", "bot"])
    ok(me.write("draw"))
    wait(lambda: me.view()["draw_offered_by"] is None)
    assert me.view()["status"] == status


@pytest.mark.parametrize("level", [1, 4, 5])
def test_bots_judge_with_what_they_play_with(level):
    """Black's castle is one step from White's moat and Black is to move: White is lost, Black wins."""
    match = stockade.Match("blockade", seed=0)
    dice = random.Random(2)
    while not match.is_over:
        match.play(dice.choice(match.state.legal_actions()))
    (winner,) = match.result.winners
    before = match.state_at(len(match.actions) - 1)
    bot = level_of("blockade", level).make()
    won = bot.worth(before, winner)
    lost = bot.worth(before, 1 - winner)
    assert lost < won
    if level > 1:  # search and solution are certain of it
        assert thinking.accepts_draw(before, 1 - winner, level)
        assert not thinking.accepts_draw(before, winner, level)
