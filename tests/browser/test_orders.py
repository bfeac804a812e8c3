"""Decide in advance: a limit for bids is set on a phone, and the bids are made while its player does nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.api import HUMAN, OPEN, Api, hold, moves_by, play_ahead
from tests.browser.devices import DEVICES
from tests.browser.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "cascade_barricade"


@pytest.fixture
def auction(visit, site) -> tuple[Table, Table]:
    """Two people in the first auction of a game for three: the opener at a desk, and the next player on a phone."""

    def first_bid(state):
        return any(order.low is not None for order in state.orders(state.current_player))

    with Api(site.url) as server:
        match = server.create(GAME, HUMAN, OPEN, OPEN, players=3)
        tokens = [match["token"], *(server.join(match, name) for name in ("Ben", "Cleo"))]
        moves = moves_by(lambda state: state.legal_actions()[0], GAME, first_bid, players=3)
        play_ahead(site, match, moves)
        opener = server.view(match)["scene"]["current_player"]
        tables = []
        for seat, device in ((opener, 1440), ((opener + 1) % 3, 375)):
            server.mark_seen(match, tokens[seat])
            person = visit(**DEVICES[device])
            hold(person.context, {**match, "token": tokens[seat], "seat": seat})
            tables.append(Table(person.tab()).open(f"/m/{match['id']}"))
    return tables[0], tables[1]


def test_bids_are_made_up_to_a_limit_that_nobody_else_sees(auction):
    opener, second = auction
    second.button("orders-open").tap()
    bid = second.button("order-amount")
    bid.get_by_test_id("order-input").fill("1000")
    expect(bid.get_by_role("alert")).to_contain_text("too much")
    expect(bid.get_by_test_id("order-give")).to_be_disabled()
    bid.get_by_test_id("order-input").fill("5")
    bid.get_by_role("button", name="More").tap()
    bid.get_by_test_id("order-give").tap()
    given = second.button("order-given")
    expect(given).to_contain_text("up to 6")
    given.get_by_test_id("order-change").tap()
    bid.get_by_test_id("order-input").fill("8")
    bid.get_by_test_id("order-give").tap()
    expect(given).to_contain_text("up to 8")
    expect(opener.button("orders")).to_be_visible()
    expect(opener.button("order-given")).to_have_count(0)

    moves = len(opener.log())
    opener.button("amount-choice").click()  # the lowest bid
    opener.has_moves(moves + 2)
    second.has_moves(moves + 2)
    assert "2" in second.log()[-1]
    expect(given).to_be_visible()


def test_an_order_is_given_and_cancelled_by_keyboard(auction):
    opener, _ = auction
    page = opener.page

    def press(name: str, key: str) -> None:
        opener.button(name).focus()
        page.keyboard.press(key)

    press("orders-open", "Enter")
    opener.button("order-switch").first.focus()
    page.keyboard.press("Space")
    given = opener.button("order-given")
    expect(given).to_contain_text("Hire nobody")
    expect(given.get_by_test_id("order-change")).to_have_count(0)  # it names no amount
    expect(given.get_by_test_id("order-cancel")).to_be_focused()
    page.reload()
    opener.seated()
    press("order-cancel", "Enter")
    expect(given).to_have_count(0)
    expect(opener.button("orders-open")).to_be_focused()
