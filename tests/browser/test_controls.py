"""Check the buttons next to the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.table import Shelf, Table

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"


@pytest.fixture
def table(page) -> Table:
    """Provide a match against the weakest bot."""
    table = Shelf(page).open().play_now(GAME, level=1)
    table.is_asked()
    return table


def test_undo_takes_my_move_back(table, dice):
    before = (table.log(), table.stand(), table.alive())
    expect(table.button("undo")).to_be_disabled()
    table.decide(dice)
    table.has_moves(2)
    table.is_asked()
    table.button("undo").click()
    table.has_moves(0)
    table.is_asked()
    assert (table.log(), table.stand(), table.alive()) == before
    table.decide(dice)
    table.has_moves(2)


def test_a_hint_shows_a_move_that_can_be_played(table):
    table.button("hint").click()
    best = table.button("hint-choice").first
    expect(best).to_be_visible()
    expect(table.main.locator(".hint").first).to_be_attached()
    choice = table.button("choice").and_(table.main.locator(f'[data-action="{best.get_attribute("data-action")}"]'))
    text = choice.locator(".note").text_content()
    table.main.get_by_role("button", name="Dismiss").click()
    expect(best).to_have_count(0)
    expect(table.main.locator(".hint")).to_have_count(0)
    table.has_moves(0)

    table.button("hint").click()
    best.click()
    table.has_moves(2)
    assert table.log()[0] == text


def test_moves_can_be_read_clicked_and_typed(table):
    table.main.locator("summary", has_text="Moves").click()
    choices = table.button("choice")
    typed = choices.first.locator(".note").inner_text()
    table.button("notation-input").fill(typed.lower())
    expect(choices).to_have_count(1)  # the list is filtered by what is typed
    table.button("notation-input").press("Enter")
    table.has_moves(2)
    assert table.log()[0] == typed
    expect(table.button("notation-input")).to_have_value("")

    table.is_asked()
    last = choices.last.locator(".note").inner_text()
    choices.last.click()
    table.has_moves(4)
    assert table.log()[2] == last


@pytest.mark.parametrize(
    ("text", "says", "ruling"),
    [("what now", "is not a move", ""), ("B3-4", "exactly 2 squares", "Ruling 8"), ("C2-1", "moat", "Ruling 7")],
)
def test_a_refused_text_says_which_rule_refuses_it_and_changes_nothing(visit, text, says, ruling):
    me = visit()
    me.tolerate("status of 4(00|22)")
    table = Shelf(me.tab()).open().play_now(GAME, level=1)
    table.is_asked()
    before = (table.version, table.log(), table.stand(), table.alive())
    table.button("notation-input").fill(text)
    table.button("notation-input").press("Enter")
    refusal = table.button("notation-error")
    expect(refusal).to_contain_text(says)
    expect(refusal).to_contain_text(ruling)
    assert (table.version, table.log(), table.stand(), table.alive()) == before
    expect(table.button("notation-input")).to_have_value(text)
    # The error disappears when the text changes.
    table.button("notation-input").fill("")
    expect(refusal).to_be_hidden()


def test_resigning_wants_to_be_confirmed(table):
    table.button("resign").click()
    table.button("resign-no").click()
    expect(table.main).to_have_attribute("data-status", "live")
    table.button("resign").click()
    table.button("resign-yes").click()
    expect(table.main).to_have_attribute("data-status", "over")
    expect(table.button("result")).to_be_visible()
    expect(table.button("result")).not_to_contain_text("You win")
    assert table.alive() == []


def test_a_bot_answers_an_offered_draw(table):
    table.button("draw").click()
    # The bot either accepts, or declines and the match continues; both are shown.
    answered = table.button("result").or_(table.button("notice").filter(has_text="draw"))
    expect(answered.first).to_be_visible()
    expect(table.button("consent-draw")).to_have_count(0)
    if table.status == "over":
        expect(table.button("result")).to_contain_text("draw")
    else:
        assert table.is_asked()


def test_friends_ask_each_other(visit, dice):
    host = Shelf(visit().tab()).open().with_friends(GAME)
    friend = Table(visit().tab()).open(host.button("invite-link").input_value())
    friend.button("take-seat").click()
    host.is_asked()
    host.decide(dice)
    friend.has_moves(1)

    expect(host.button("undo")).to_have_text("Ask to undo")
    host.button("undo").click()
    expect(host.button("consent-undo")).to_contain_text("Waiting")
    # The answer gives the match a new version, which must not be confused with that of the friend's move below.
    friend.answered(friend.button("consent-undo").get_by_test_id("decline").click)
    expect(host.button("consent-undo")).to_have_count(0)
    expect(host.button("notice")).to_contain_text("declined")
    host.has_moves(1)

    friend.decide(dice)
    host.has_moves(2)
    host.button("undo").click()
    friend.button("consent-undo").get_by_test_id("accept").click()
    host.has_moves(0)
    friend.has_moves(0)

    host.button("draw").click()
    friend.button("consent-draw").get_by_test_id("accept").click()
    for table in (host, friend):
        expect(table.button("result")).to_contain_text("draw")
