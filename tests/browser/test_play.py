"""Play from the first page to the end of a match, against a bot and against a friend."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.api import HUMAN, OPEN, Api, greedy_moves, hold, play_ahead
from tests.browser.table import Shelf, Table, play_together

import stockade
from stockade.conformance.scope import either

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"
LAST_IN_SIGHT = """list => {
  const [last, sight] = [list.lastElementChild.getBoundingClientRect(), list.getBoundingClientRect()];
  return last.top >= sight.top && last.bottom <= sight.bottom + 1;
}"""


def newcomer_plays(page: Page, game: str) -> None:
    shelf = Shelf(page).open()
    table = shelf.play_now(game)  # one click
    assert table.is_asked(), "there is nothing to do"
    assert "Your turn" in page.title()


@pytest.mark.parametrize("game", stockade.games())
def test_a_newcomer_is_in_a_game_within_two_clicks(visit, game):
    newcomer_plays(visit().tab(), game)


def test_a_whole_game_against_a_bot_by_following_halos(page, dice):
    table = Shelf(page).open().play_now(GAME)
    decisions = table.play_out(dice)

    expect(table.button("result")).to_be_visible()
    log = table.log()
    seats = table.main.get_by_test_id("seats").locator("li")
    expect(seats.filter(has_text="won")).to_have_count(1)
    assert len(log) in (2 * decisions - 1, 2 * decisions), "a move was lost or doubled"
    assert table.alive() == []
    assert "Game over" in page.title()

    first = table.match_id
    table.button("rematch").click()
    page.wait_for_url(lambda url: first not in url)
    table.seated()
    expect(table.main).to_have_attribute("data-status", "live")
    table.has_moves(1)  # everybody has moved on by one seat, so the bot begins
    assert table.is_asked()
    table.decide(dice)
    table.has_moves(3)


@pytest.mark.parametrize("game", stockade.games())
def test_the_last_decision_shows_the_result(visit, site, game):
    """Other moves are played in advance; the browser makes the last decision."""
    players = min(count for count in stockade.game(game).spec.players if count > 1)
    *moves, (seat, last) = greedy_moves(game, lambda _: False, players=players)
    with Api(site.url) as server:
        match = server.create(game, HUMAN, *[OPEN] * (players - 1), players=players)
        tokens = [match["token"], *(server.join(match, f"Friend {number}") for number in range(1, players))]
        play_ahead(site, match, moves)
        me = visit()
        hold(me.context, {**match, "token": tokens[seat], "seat": seat})
        table = Table(me.tab()).open(f"/m/{match['id']}")
        assert table.is_asked()
        expect(table.button("result")).to_have_count(0)
        table.button("notation-input").fill(last)
        table.answered(lambda: table.button("notation-input").press("Enter"))
        expect(table.button("result").locator("h2")).to_be_visible()
        assert table.status == "over"
        assert table.alive() == []
        has_won = server.view(match)["result"]["winners"] == [seat]
        assert (table.button("result").locator("h2").inner_text() == "You win") == has_won


def test_two_browsers_play_each_other_and_a_third_watches(visit, dice):
    black, white, watcher = (visit().tab() for _ in range(3))
    host = Shelf(black).open().with_friends(GAME)
    expect(host.main).to_have_attribute("data-status", "waiting")
    assert host.alive() == [], "the game must not begin before everybody sits"
    link = host.button("invite-link").input_value()

    friend = Table(white).open(link)
    friend.button("take-seat").click()
    expect(friend.main).to_have_attribute("data-status", "live")
    expect(host.main).to_have_attribute("data-status", "live")
    guest = Table(watcher).open(link)
    expect(guest.button("take-seat")).to_have_count(0)
    expect(guest.main).to_contain_text("watching")

    def same_for_all() -> None:
        latest = max(table.version for table in (host, friend, guest))
        for table in (host, friend, guest):
            expect(table.main).to_have_attribute("data-version", str(latest))
            assert table.log() == host.log()
        # A watcher sees the same table and has no choices.
        assert (guest.alive(), guest.buttons.count()) == ([], 0)

    # No page was loaded again: all updates arrived by themselves.
    loads: list[str] = []
    for page in (black, white, watcher):
        page.on("load", lambda page: loads.append(page.url))
    decisions = play_together([host, friend], dice, same_for_all, either(quick=14, deep=None))
    assert loads == []

    assert len(host.log()) == decisions > 12
    if host.status == "live":
        friend.button("resign").click()
        friend.button("resign-yes").click()
    for table in (host, friend, guest):
        assert table.button("log").evaluate(LAST_IN_SIGHT), "the log is to follow the game"
    for table in (host, friend, guest):
        expect(table.button("result")).to_be_visible()
    assert guest.button("rematch").count() == 0
    winners = [table for table in (host, friend) if "You win" in table.button("result").inner_text()]
    assert len(winners) == 1

    # One player asks for a rematch, and the other one joins it.
    host.button("rematch").click()
    black.wait_for_url(lambda url: url != link)
    expect(friend.button("rematch")).to_have_text("Join the rematch")
    expect(friend.button("rematch-come")).to_contain_text("is waiting for the rematch")
    friend.button("rematch").click()
    white.wait_for_url(black.url)
    friend.seated()
    host.seated()
    next(table for table in (host, friend) if table.alive()).decide(dice)
    for table in (host, friend):
        table.has_moves(1)


def test_a_watcher_cannot_move_whatever_they_click(visit, dice):
    host = Shelf(visit().tab()).open().play_now(GAME)
    host.is_asked()
    guest = Table(visit().tab()).open(host.page.url)
    before = guest.stand()
    for thing in host.alive():
        guest.click(thing)
        assert guest.held() == []
    for name in ("undo", "hint", "draw", "resign", "notation-input", "moves"):
        assert guest.button(name).count() == 0
    assert guest.stand() == before
    guest.has_moves(0)
    host.decide(dice)
    guest.has_moves(2)
