"""Check that a seat survives reloads, killed servers and second tabs."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect
from tests.browser.api import Api
from tests.browser.devices import DEVICES
from tests.browser.table import Shelf, Table
from tests.server.at_table import wait

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"
OUTDATED = """id => {
  const headers = {'Content-Type': 'application/json'};
  const body = JSON.stringify({version: 1, action: 'nothing'});
  return fetch(`/api/matches/${id}/actions`, {method: 'POST', headers, body});
}"""
LIVE = re.compile(r"/api/matches/[^/]+/live")


def test_a_reload_lands_in_the_same_seat_before_the_same_board(visit, dice):
    table = Shelf(visit().tab()).open().play_now(GAME)
    table.play_on(dice, 1)
    table.has_moves(2)
    seen = (table.version, table.log(), table.stand(), table.alive())

    table.page.reload()
    table.seated()
    assert table.is_asked()
    assert (table.version, table.log(), table.stand(), table.alive()) == seen
    table.play_on(dice, 1)
    table.has_moves(4)

    # The shelf also leads back to it.
    path = f"/m/{table.match_id}"
    Shelf(table.page).open()
    table.page.get_by_test_id("your-games").locator(f'a[href="{path}"]').click()
    table.seated()
    table.has_moves(4)

    # The link alone does not give the seat to anyone.
    stranger = Table(visit().tab()).open(table.page.url)
    stranger.has_moves(4)
    expect(stranger.main).to_contain_text("watching")
    expect(stranger.button("take-seat")).to_have_count(0)
    assert (stranger.alive(), stranger.button("resign").count()) == ([], 0)
    assert stranger.page.context.cookies() == [], "somebody who only watches stays a stranger"


def test_a_killed_server_is_missed_and_comes_back_with_everything(visit, own_site, dice):
    own_site.start()
    me = visit(own_site.url)
    me.tolerate("ERR_CONNECTION_REFUSED", "WebSocket connection")
    table = Shelf(me.tab()).open().play_now(GAME)
    table.play_on(dice, 1)
    table.has_moves(2)
    seen = (table.version, table.log(), table.stand())

    own_site.kill()
    table.is_line("lost")
    expect(table.page.get_by_test_id("connection")).to_contain_text("Connection lost")
    assert (table.version, table.log(), table.stand()) == seen, "what was there must stay in sight"

    # A move that cannot be sent is taken back, and a notice says so.
    piece = table.alive()[0]
    table.click(piece)
    table.click(table.alive()[0])
    expect(table.button("notice")).to_contain_text("cannot be reached")
    assert (table.version, table.log(), table.stand()) == seen

    own_site.start()
    table.connected()  # without reloading the page
    assert (table.version, table.log(), table.stand()) == seen
    table.play_on(dice, 2)
    assert len(table.log()) > 3
    assert table.log()[:2] == seen[1]


def test_a_server_killed_while_its_bot_thinks(visit, own_site, dice):
    own_site.start(stuck=True)
    me = visit(own_site.url)
    me.tolerate("ERR_CONNECTION_REFUSED", "WebSocket connection")
    table = Shelf(me.tab()).open().play_now(GAME)
    table.is_asked()
    table.decide(dice)
    table.has_moves(1)
    expect(table.button("thinking")).to_be_visible()
    mine = table.log()

    own_site.kill()
    table.is_line("lost")
    own_site.start()
    table.connected()
    # Another process takes over the bot, and the match continues.
    table.has_moves(2)
    assert table.log()[:1] == mine
    assert table.is_asked()
    table.decide(dice)
    table.has_moves(4)


class Muffled:
    """A connection that stays open but delivers no views."""

    state = "live"
    heals = False

    def __call__(self, route: WebSocketRoute) -> None:
        def hear(message: str | bytes) -> None:
            if self.heals or json.loads(message)["type"] != "view":
                route.send(message)

        route.connect_to_server().on_message(hear)


class Cut:
    """No connection at all; everything has to be sent by HTTP."""

    state = "lost"
    heals = False

    def __call__(self, route: WebSocketRoute) -> None:
        if self.heals:
            route.connect_to_server()
        else:
            route.close(code=1011)


@pytest.mark.parametrize(("language", "told"), [("en", "Connection lost."), ("de", "Verbindung verloren.")])
def test_a_lost_connection_is_told_in_one_line_on_a_phone(visit, language, told):
    table = Shelf(visit(**DEVICES[375], locale=language).tab()).open().play_now(GAME)
    table.page.route_web_socket(LIVE, Cut())
    table.page.reload()
    table.is_line("lost")
    status = table.page.get_by_test_id("connection")
    height, line = status.evaluate("e => [e.offsetHeight, parseFloat(getComputedStyle(e).lineHeight)]")
    assert height < 1.5 * line
    assert told in status.aria_snapshot(), "a screen reader hears what there is no space to show"


def test_a_move_without_an_answer_is_said_again_and_counts_once(visit, site, dice):
    me = visit()
    table = Table(me.tab())
    table.page.clock.install()
    table.page.route_web_socket(LIVE, Muffled())
    Shelf(table.page).open().play_now(GAME)
    assert table.is_asked()
    table.click(dice.choice(table.alive()))
    # On a slow machine the page would otherwise say the move again before anybody looks.
    table.page.clock.pause_at(table.page.evaluate("Date.now() + 1000"))
    table.click(dice.choice(table.alive()))
    with Api(site.url) as server:
        wait(lambda: len(server.view({"id": table.match_id})["log"]) == 2)
    assert table.log() == []
    table.page.clock.fast_forward(6_000)
    table.has_moves(2)
    assert any("409" in said for said in me.troubles)
    assert me.unexpected() == [], "what was said again is no trouble"

    # A different move with the same outdated version is an error.
    table.page.evaluate(OUTDATED, table.match_id)
    wait(lambda: table.page.title() and me.unexpected())
    assert "409" in me.unexpected()[0]
    me.tolerate("status of 409")


@pytest.mark.parametrize("line", [Muffled(), Cut()], ids=["muffled", "cut"])
def test_an_outdated_move_from_a_second_tab_is_refused_and_the_tab_catches_up(visit, dice, line):
    me = visit()
    first = Shelf(me.tab()).open().play_now(GAME)
    first.is_asked()

    late = Table(me.tab())
    late.page.route_web_socket(LIVE, line)
    late.page.goto(first.page.url)
    late.is_line(line.state)
    assert late.is_asked(), "the second tab has the same seat"
    before = (late.version, late.alive(), late.stand())

    first.page.bring_to_front()
    first.decide(dice)
    first.has_moves(2)
    late.page.bring_to_front()
    assert (late.version, late.alive(), late.stand()) == before, "the second tab was not to hear of it"

    me.tolerate("status of 409", "WebSocket connection")
    late.click(dice.choice(late.alive()))
    late.click(dice.choice(late.alive()))
    expect(late.button("notice")).to_contain_text("moved on")
    late.has_moves(2)
    assert late.log() == first.log(), "the outdated move was played"
    assert (late.version, late.stand()) == (first.version, first.stand())
    # Once it shows the current state, the tab can be used again.
    line.heals = True
    late.connected()
    late.is_asked()
    late.decide(dice)
    first.has_moves(4)
