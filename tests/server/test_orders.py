"""Orders over the web: decided before one is asked, followed when one is, and seen by nobody else."""

from __future__ import annotations

import pytest
from tests.server.at_table import ok, refused, wait
from tests.server.company import Guest, Seat


@pytest.fixture
def bidding(client) -> tuple[Seat, Seat, Seat]:
    """Three people in an auction: the first is about to bid, the others wait."""
    people = [Guest(client, name) for name in ("Anna", "Ben", "Cleo")]
    match = people[0].begin("cascade_barricade", ["human", "open", "open"], seed=3)
    seats = [match, *(guest.join(match.id) for guest in people[1:])]
    while True:
        view = match.view()
        mover = seats[view["scene"]["current_player"]]
        offers = [order for order in mover.view()["orders"] if order["name"].startswith("bid")]
        if offers and mover.view()["scene"]["choices"][0]["text"] != "pass":
            others = [seat for seat in seats if seat is not mover]
            return mover, others[0], others[1]
        mover.play()


def bid_of(seat: Seat) -> dict:
    [order] = [order for order in seat.view()["orders"] if order["name"].startswith("bid")]
    return order


def test_bid_for_me_up_to(bidding):
    opener, second, third = bidding
    for seat, most in ((second, 5), (third, 9)):
        order = bid_of(seat)
        assert order["low"] <= order["low"] + most <= order["high"]
        body = {"name": order["name"], "occasion": order["occasion"], "amount": order["low"] + most}
        view = ok(seat.post("orders", **body))
        [own] = [each for each in view["orders"] if each["name"] == order["name"]]
        assert (own["on"], own["amount"]) == (True, body["amount"])
    assert not any(order["on"] for order in opener.view()["orders"])  # nobody else sees it
    start = len(opener.view()["log"])
    lowest = bid_of(opener)["low"]
    opener.play()  # the lowest bid
    done = wait(lambda: len(log := opener.view()["log"][start + 1 :]) > 1 and log)
    assert all(line["seat"] in (second.seat, third.seat) for line in done)
    assert str(lowest + 1) in done[0]["text"]


def test_an_order_can_be_taken_back_and_lapses(bidding):
    _, second, third = bidding
    order = bid_of(second)
    body = {"name": order["name"], "occasion": order["occasion"]}
    refused(second.post("orders", **body), 422, "bad_request")
    refused(second.post("orders", **body, amount=order["high"] + 1), 422, "bad_request")
    refused(second.post("orders", name="fly", occasion="now"), 403, "not_allowed")
    refused(third.post("orders", **body, amount=order["high"]), 403, "not_allowed")
    ok(second.post("orders", **body, amount=order["high"]))
    assert bid_of(second)["on"]
    ok(second.post("orders", **body, on=False))
    assert not bid_of(second)["on"]


def test_a_watcher_has_no_orders(client, bidding):
    watcher = Guest(client, "Dora").at(bidding[0].id)
    assert watcher.view()["orders"] == []
    refused(watcher.post("orders", name="bid 0", occasion="x"), 403, "not_allowed")
