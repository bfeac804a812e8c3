"""Check the chat at a table: who reads what, reactions, deleting, muting and reporting."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.table import PHONE, Shelf, Table, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"
MARKUP = "<img src=x onerror=\"document.title='stolen'\"><b>bold</b> &amp; <script>1</script>"


def come(visitor: Visitor, name: str, match_id: str, sit: bool = True) -> Table:
    """Open a table as somebody with a name, and sit down there."""
    page = visitor.tab()
    page.request.post("/api/me", data={"name": name})
    if sit:
        page.request.post(f"/api/matches/{match_id}/join", data={"name": name})
    return Table(page).open(f"/m/{match_id}")


def new_table(page: Page, **wishes: Any) -> str:
    """Create a table of Anna's with one open seat."""
    page.goto("/")
    page.request.post("/api/me", data={"name": "Anna"})
    form = {"game": GAME, "seats": [{"kind": "human"}, {"kind": "open"}], **wishes}
    return page.request.post("/api/matches", data=form).json()["id"]


def say(table: Table, text: str) -> None:
    table.button("talk-input").fill(text)
    table.button("talk-input").press("Enter")
    expect(table.button("talk-input")).to_have_value("")


def texts(table: Table) -> Locator:
    return table.button("message-text")


@pytest.fixture
def anna(visit) -> Table:
    page = visit().tab()
    return Table(page).open(f"/m/{new_table(page)}")


def test_what_is_said_is_text_and_never_markup(anna, visit):
    ben = come(visit(), "Ben", anna.match_id)
    say(anna, "Hello Ben")
    expect(texts(ben)).to_have_text("Hello Ben")
    say(ben, MARKUP)
    said = texts(anna).nth(1)
    expect(said).to_have_text(MARKUP)
    assert said.evaluate("said => said.children.length") == 0
    assert "stolen" not in anna.page.title()
    # A reader hears what is new, and not what they wrote themselves.
    expect(anna.button("talk-announced")).to_have_text(f"Ben: {MARKUP}")
    expect(ben.button("talk-announced")).to_have_text("Anna: Hello Ben")
    # A long word breaks, and the room says how much more fits.
    say(ben, "w" * 300)
    listed = anna.button("messages")
    expect(texts(anna)).to_have_count(3)
    assert listed.evaluate("list => list.scrollWidth <= list.clientWidth")
    ben.button("talk-input").fill("x" * 600)
    assert len(ben.button("talk-input").input_value()) == 500
    ben.page.reload()
    expect(texts(ben)).to_have_count(3)
    expect(ben.button("talk-announced")).to_have_text("")  # nothing of it is new


def test_a_late_answer_leaves_the_menu_of_a_message_open(anna, visit):
    ben = come(visit(), "Ben", anna.match_id)
    say(ben, "Good luck")
    anna.button("message-more").click()
    anna.button("mark").first.click()
    expect(anna.button("message-actions")).to_have_count(0)
    held = []
    anna.page.route("**/react", lambda route: held.append(route))
    anna.button("reaction").click()
    while not held:
        anna.page.wait_for_timeout(20)
    anna.button("message-more").click()
    held[0].continue_()
    expect(anna.button("reaction")).to_have_count(0)
    expect(anna.button("mark").first).to_be_enabled()
    expect(anna.button("report")).to_be_visible()


def test_reactions_deleting_muting_and_reporting(anna, visit):
    ben = come(visit(), "Ben", anna.match_id)
    say(ben, "Rather rude")
    say(ben, "And again")
    anna.button("message-more").first.click()
    anna.button("mark").nth(2).click()
    expect(ben.button("reaction")).to_have_text("😄1")
    ben.button("reaction").click()
    expect(anna.button("reaction")).to_have_text("😄2")
    anna.button("reaction").click()
    expect(ben.button("reaction")).to_have_text("😄1")

    anna.button("message-more").first.click()
    anna.button("report").click()
    anna.button("report-reason").fill("This is rude.")
    anna.button("report-reason").press("Enter")
    expect(anna.button("reported")).to_be_visible()
    # The host deletes what others wrote; the line stays without its text.
    anna.button("message-delete").click()
    expect(ben.button("message").first).to_contain_text("deleted")
    expect(texts(ben)).to_have_text(["And again"])
    # Ben cannot delete what the host wrote.
    say(anna, "Stop it")
    expect(texts(ben)).to_have_count(2)
    ben.button("message-more").last.click()
    expect(ben.button("mute")).to_be_visible()
    expect(ben.button("message-delete")).to_have_count(0)

    anna.button("message-more").first.click()
    anna.button("mute").click()
    expect(texts(anna)).to_have_text(["Stop it"])
    say(ben, "Can you hear me?")
    say(anna, "No")
    expect(texts(anna)).to_have_text(["Stop it", "No"])
    anna.button("unmute").click()
    expect(texts(anna)).to_have_text(["And again", "Stop it", "Can you hear me?", "No"])


def test_spectators_have_a_room_that_players_read_afterwards(anna, visit):
    ben = come(visit(), "Ben", anna.match_id, sit=False)
    expect(ben.button("talk-input")).to_have_attribute("placeholder", "Write to the spectators")
    ben.button("take-seat").click()
    expect(ben.button("talk-input")).to_have_attribute("placeholder", "Write to the players")
    carl = come(visit(), "Carl", anna.match_id, sit=False)
    say(anna, "Good luck")
    say(carl, "Anna will win")
    expect(carl.button("room")).to_have_count(2)
    carl.page.locator('[data-room="table"]').click()
    expect(texts(carl)).to_have_text("Good luck")
    expect(carl.button("talk-input")).to_have_count(0)
    expect(anna.button("room")).to_have_count(0)
    stranger = Table(visit().tab()).open(f"/m/{anna.match_id}")
    expect(texts(stranger)).to_have_text("Good luck")
    expect(stranger.button("talk-closed")).to_contain_text("Choose a name")

    ben.button("resign").click()
    ben.button("resign-yes").click()
    expect(anna.button("room")).to_have_count(2)
    anna.page.locator('[data-room="watchers"]').click()
    expect(texts(anna)).to_have_text("Anna will win")


def test_on_a_phone_the_chat_is_one_line_with_a_count(anna, visit):
    phone = come(visit(viewport=PHONE, has_touch=True), "Ben", anna.match_id)
    expect(phone.button("messages")).to_be_hidden()
    say(anna, "One")
    say(anna, "Two")
    expect(phone.button("unread")).to_have_text("2 new")
    phone.button("talk").locator("summary").click()
    expect(texts(phone)).to_have_text(["One", "Two"])
    phone.button("talk").locator("summary").click()
    expect(phone.button("unread")).to_have_count(0)
    # What was read stays read.
    phone.page.reload()
    phone.seated()
    say(anna, "Three")
    expect(phone.button("unread")).to_have_text("1 new")


def test_a_table_without_chat_has_none(page):
    match = new_table(page, policy={"chat": False})
    table = Table(page).open(f"/m/{match}")
    expect(table.button("seats")).to_be_visible()
    expect(table.button("talk")).to_have_count(0)


def test_with_bots_alone_there_is_nobody_to_talk_to(page):
    table = Shelf(page).open().play_now(GAME)
    assert table.is_asked()
    expect(table.button("talk")).to_have_count(0)
    table.button("resign").click()
    table.button("resign-yes").click()
    expect(table.button("result")).to_be_visible()
    expect(table.button("talk")).to_have_count(0)
