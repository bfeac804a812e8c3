"""Check that everything on the table can be asked, and that the table asks before a costly move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.table import PHONE, Shelf, Table

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"
LARGE = "barrage"  # a game with many things to touch, some of them closed
LONG_PRESS = 800  # ms


def about(table: Table) -> Locator:
    return table.main.get_by_test_id("about")


def rest_on(table: Table, thing: str) -> None:
    x, y = table.point(thing)
    table.page.mouse.move(x - 1, y)
    table.page.mouse.move(x, y)


def name_of(table: Table, thing: str) -> str:
    """Return the name of a thing: its label up to the first colon."""
    return (table.thing(thing).get_attribute("aria-label") or "").split(": ")[0]


def pair(visit) -> tuple[Table, Table]:
    """Return the tables of two people who play each other; the first one is to move."""
    host = Shelf(visit().tab()).open().with_friends(GAME)
    friend = Table(visit().tab()).open(host.page.url)
    friend.button("take-seat").first.click()
    host.page.wait_for_function("() => document.querySelector('[data-testid=table]').dataset.status === 'live'")
    host.page.wait_for_function("() => document.querySelector('[data-alive=true]')")
    return host, friend


def test_a_resting_mouse_is_told_what_a_thing_is_and_may_still_click_it(page):
    table = Shelf(page).open().play_now(GAME, level=1)
    table.is_asked()
    foe = "white-castle"
    rest_on(table, foe)
    expect(about(table)).to_contain_text(name_of(table, foe))
    box, words = table.box(foe), about(table).bounding_box()
    assert words["y"] + words["height"] <= box["y"] or words["y"] >= box["y"] + box["height"]  # it stays visible
    # The pointer may move over the words. Escape hides them, and they stay away.
    page.mouse.move(words["x"] + words["width"] / 2, words["y"] + words["height"] / 2, steps=4)
    expect(about(table)).to_contain_text(name_of(table, foe))
    page.keyboard.press("Escape")
    expect(about(table)).to_have_count(0)

    mine = table.alive()[0]
    rest_on(table, mine)
    expect(about(table)).to_contain_text(name_of(table, mine))
    table.click(mine)
    assert table.held() == [mine]
    expect(about(table)).to_have_count(0)


def test_a_long_press_tells_and_a_tap_touches(visit):
    page: Page = visit(viewport=PHONE, has_touch=True).tab()
    table = Shelf(page).open().play_now(GAME, level=1)
    table.is_asked()
    mine = table.alive()[0]
    x, y = table.point(mine)
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(LONG_PRESS)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(about(table)).to_contain_text(name_of(table, mine))
    assert table.held() == []
    table.tap(mine)
    expect(about(table)).to_have_count(0)
    assert table.held() == [mine]


def test_keys_reach_what_cannot_be_touched_and_the_prompt_follows_the_move(page):
    table = Shelf(page).open().play_now(GAME, level=1)
    table.is_asked()
    mine = table.alive()[0]
    table.thing(mine).focus()
    page.keyboard.press("Shift+ArrowRight")
    other = page.evaluate("document.activeElement.dataset.id")
    assert other != mine
    expect(about(table)).to_contain_text(name_of(table, other))
    page.keyboard.press("Escape")
    expect(about(table)).to_have_count(0)

    prompt = table.button("prompt").inner_text()
    table.thing(mine).focus()
    page.keyboard.press("Enter")
    expect(table.button("prompt")).to_have_text(f"{name_of(table, mine)}: choose where it lands")
    page.keyboard.press("Escape")
    expect(table.button("prompt")).to_have_text(prompt)


def test_kinds_of_actions_can_be_looked_at_one_at_a_time(page):
    table = Shelf(page).open().play_now(LARGE, level=1)
    table.is_asked()
    everything = set(table.alive())
    kinds = table.main.get_by_test_id("kinds").get_by_role("button")
    expect(kinds.first).to_have_attribute("aria-pressed", "true")
    conduits = kinds.filter(has_text="Build conduit")
    conduits.click()
    expect(conduits).to_have_attribute("aria-pressed", "true")
    some = set(table.alive())
    assert some < everything
    assert len(some) == int(conduits.locator(".figures").inner_text())
    # Anything else can still be touched, and everything is highlighted again.
    rest_on(table, next(iter(sorted(everything - some))))
    table.click(next(thing for thing in sorted(everything - some) if re.fullmatch(r"b\d+[lu]", thing)))
    assert len(table.held()) == 1
    page.keyboard.press("Escape")
    expect(kinds.first).to_have_attribute("aria-pressed", "true")

    closed = table.svg.locator('[data-id^="space-"][data-alive="false"]').first
    rest_on(table, closed.get_attribute("data-id") or "")
    expect(about(table)).to_be_visible()


def test_a_move_that_only_others_can_allow_to_undo_is_confirmed(visit):
    host, friend = pair(visit)
    first = host.alive()[0]
    host.click(first)
    target = host.alive()[0]
    host.click(target)
    expect(host.placed).to_be_visible()
    host.has_moves(0)
    host.page.keyboard.press("Escape")
    expect(host.placed).to_have_count(0)
    host.click(first)
    host.click(target)
    host.placed.click()
    friend.has_moves(1)

    # Who wants to be quick switches it off.
    friend.page.get_by_role("button", name="Settings").click()
    friend.page.get_by_label("Never").check()
    friend.page.get_by_role("button", name="Done").click()
    friend.is_asked()
    friend.click(friend.alive()[0])
    friend.click(friend.alive()[0])
    host.has_moves(2)


def test_hints_against_people_are_a_setting_of_the_table_and_seen_by_all(visit):
    host, _ = pair(visit)
    assert host.button("hint").count() == 0

    page = visit().tab()
    shelf = Shelf(page).open()

    def with_hints(dialog: Locator) -> None:
        dialog.get_by_test_id("table-settings").locator("summary").click()
        dialog.get_by_test_id("hints-wanted").check()

    host = shelf.with_friends(GAME, with_hints)
    friend = Table(visit().tab()).open(page.url)
    expect(friend.button("table-text")).to_contain_text("hints")
    friend.button("take-seat").first.click()
    host.button("hint").click()
    expect(host.main.get_by_test_id("hint-choice").first).to_be_visible()
    expect(host.main.locator(".number text").first).to_have_text("1")
    expect(friend.main.get_by_test_id("hinted")).to_have_text("Black asked for a hint")


def test_the_legend_shows_every_symbol_with_its_meaning(page, site):
    table = Shelf(page).open().play_now(GAME, level=1)
    table.button("legend-open").click()
    legend = page.get_by_test_id("legend")
    signs = page.request.get(f"{site.url}/api/games/{GAME}/legend").json()
    expect(legend.locator("dt")).to_have_text([sign["name"] for sign in signs])
    expect(legend.locator("dt svg")).to_have_count(len(signs))
    page.keyboard.press("Escape")
    expect(legend).to_have_count(0)


def test_the_legend_says_that_the_server_cannot_be_reached_and_tries_again(visit):
    me = visit()
    me.tolerate("status of 503")
    page = me.tab()
    table = Shelf(page).open().play_now(GAME, level=1)
    page.route("**/legend", lambda route: route.fulfill(json={}, status=503))
    table.button("legend-open").click()
    legend = page.get_by_test_id("legend")
    expect(legend.get_by_role("alert")).to_contain_text("Something went wrong")
    page.unroute("**/legend")
    legend.get_by_role("button", name="Try again").click()
    expect(legend.locator("dt").first).to_be_visible()
    expect(legend.get_by_role("alert")).to_have_count(0)
