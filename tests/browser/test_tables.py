"""Check how people find each other: private and open tables, seats of all kinds, and the list of one's games."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.table import Shelf, Table, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"
THREE = "cascadia"


def named(name: str, prepare: Callable[[Locator], None] = lambda _: None) -> Callable[[Locator], None]:
    """Return what somebody called so does in the dialog for a new table."""

    def fill(dialog: Locator) -> None:
        dialog.get_by_test_id("your-name").fill(name)
        prepare(dialog)

    return fill


def paths(rows: Locator) -> list[str]:
    """Return where the links of a list lead."""
    return rows.locator("a").evaluate_all("all => all.map(link => link.getAttribute('href'))")


def test_a_table_is_private_unless_it_is_opened_to_everyone(visit):
    private = Shelf(visit().tab()).open().with_friends(GAME, named("Anna"))
    expect(private.button("table-text")).to_contain_text("Private")
    host = (
        Shelf(visit().tab())
        .open()
        .with_friends(GAME, named("Olga", lambda dialog: dialog.get_by_test_id("listed").check()))
    )
    expect(host.button("table-text")).to_contain_text("Open to everyone")

    page = visit().tab()
    Shelf(page).open()
    row = page.get_by_test_id("to-join").get_by_test_id("match-row").filter(has_text="Olga")
    expect(row).to_be_visible()
    assert f"/m/{private.match_id}" not in paths(page.get_by_test_id("to-join"))
    page.get_by_test_id("lobby").get_by_test_id("game-filter").select_option(THREE)
    expect(row).to_have_count(0)
    page.get_by_test_id("lobby").get_by_test_id("game-filter").select_option(GAME)
    row.click()
    guest = Table(page).seated()
    guest.button("your-name").fill("Ben")
    guest.button("take-seat").click()
    expect(host.main).to_have_attribute("data-status", "live")
    path = f"/m/{host.match_id}"

    # Everybody finds their own tables among their games alone.
    for owner in (host, guest):
        with owner.page.expect_response("**/api/matches?status=live"):
            Shelf(owner.page).open()
        expect(owner.page.get_by_test_id("your-games").locator(f'a[href="{path}"]')).to_be_visible()
        expect(owner.page.get_by_test_id("to-watch").locator(f'a[href="{path}"]')).to_have_count(0)

    # An open table can be watched; others are found by their link alone.
    watcher = visit().tab()
    Shelf(watcher).open()
    expect(watcher.get_by_test_id("to-watch").locator(f'a[href="{path}"]')).to_be_visible()
    assert f"/m/{private.match_id}" not in paths(watcher.get_by_test_id("to-watch"))


def test_a_seat_is_kept_for_a_name(visit):
    def for_ben(dialog: Locator) -> None:
        dialog.get_by_test_id("guest").select_option("kept")
        expect(dialog.get_by_test_id("create-table")).to_be_disabled()
        dialog.get_by_test_id("guest-name").fill("Ben")

    host = Shelf(visit().tab()).open().with_friends(GAME, named("Anna", for_ben))
    expect(host.button("seats")).to_contain_text("waiting for Ben")

    # Somebody with another name cannot take it.
    eve = visit().tab()
    Shelf(eve).open().with_friends(GAME, named("Eve"))
    table = Table(eve).open(host.page.url)
    expect(table.button("kept")).to_contain_text("kept for Ben")
    expect(table.button("take-seat")).to_have_count(0)

    ben = Table(visit().tab()).open(host.page.url)
    expect(ben.button("take-seat")).to_have_text("Join as Ben")
    ben.button("take-seat").click()
    expect(host.main).to_have_attribute("data-status", "live")
    assert ben.page.get_by_test_id("account").inner_text() == "Ben"


def test_the_host_changes_seats_and_guests_leave(visit):
    def for_three(dialog: Locator) -> None:
        dialog.get_by_test_id("players").select_option("3")

    host = Shelf(visit().tab()).open().with_friends(THREE, named("Anna", for_three))
    second, third = host.button("guest").nth(0), host.button("guest").nth(1)
    third.select_option("kept")
    host.button("guest-name").fill("Mira")
    host.button("guest-ok").click()
    expect(host.button("seats")).to_contain_text("waiting for Mira")

    guest = Table(visit().tab()).open(host.page.url)
    guest.button("your-name").fill("Ben")
    guest.button("take-seat").first.click()
    expect(second).to_have_value("taken")
    guest.button("leave").click()
    expect(guest.button("take-seat").first).to_be_visible()
    expect(second).to_have_value("friend")

    guest.button("take-seat").first.click()
    expect(second).to_have_value("taken")
    second.select_option("friend")  # the host takes the seat back
    expect(guest.button("take-seat").first).to_be_visible()
    second.select_option("1")
    expect(host.button("seats")).to_contain_text("level 1")
    third.select_option("1")
    expect(host.main).to_have_attribute("data-status", "live")


def test_a_cancelled_table_says_so(visit):
    host = Shelf(visit().tab()).open().with_friends(GAME, named("Anna"))
    guest = Table(visit().tab()).open(host.page.url)
    expect(guest.button("take-seat")).to_be_visible()
    expect(guest.button("cancel")).to_have_count(0)
    host.button("cancel").click()
    host.button("cancel-yes").click()
    for table in (host, guest):
        expect(table.button("prompt")).to_contain_text("cancelled")
    expect(guest.button("take-seat")).to_have_count(0)
    Shelf(host.page).open()
    expect(host.page.get_by_test_id("lobby")).to_be_visible()
    expect(host.page.get_by_test_id("your-games")).to_contain_text("No game is going on")


def test_two_people_play_a_whole_game_on_one_device(page, dice):
    def for_ben(dialog: Locator) -> None:
        dialog.get_by_test_id("guest").select_option("here")
        dialog.get_by_test_id("guest-name").fill("Ben")
        expect(dialog.get_by_test_id("create-table")).to_have_text("Start game")

    table = Shelf(page).open().with_friends(GAME, named("Anna", for_ben))
    expect(table.main).to_have_attribute("data-status", "live")
    turn = table.button("whose-turn")
    expect(turn).to_have_text("Anna, it is your turn")
    table.decide(dice)
    expect(turn).to_have_text("Ben, it is your turn")
    # The last move is taken back without asking anybody, whoever made it.
    expect(table.button("undo")).to_have_text("Undo")
    table.button("undo").click()
    table.has_moves(0)
    expect(turn).to_have_text("Anna, it is your turn")
    turns = table.play_out(dice)
    assert len(table.log()) == turns
    expect(table.button("result")).to_contain_text("wins")


def test_your_games_begin_with_those_that_wait_for_you(visit, dice):
    me = visit()
    page = me.tab()
    first = Shelf(page).open().with_friends(GAME, named("Anna"))
    friend = Table(visit().tab()).open(first.page.url)
    friend.button("take-seat").click()
    first.is_asked()
    first.decide(dice)
    theirs = first.match_id
    yours = Shelf(page).open().play_now(GAME, level=1)
    yours.is_asked()
    mine = yours.match_id
    waiting = Shelf(page).open().with_friends(GAME).match_id
    over = Shelf(page).open().play_now(GAME, level=1)
    over.is_asked()
    over.button("resign").click()
    over.button("resign-yes").click()
    expect(over.button("result")).to_be_visible()
    lost = over.match_id

    Shelf(page).open()
    games = page.get_by_test_id("your-games")
    expect(games.get_by_test_id("match-row")).to_have_count(3)
    assert paths(games) == [f"/m/{id_}" for id_ in (mine, theirs, waiting)]
    expect(games.get_by_test_id("match-row").first).to_contain_text("your turn")
    finished = page.get_by_test_id("finished")
    finished.locator("summary").click()
    expect(finished.locator("a")).to_have_attribute("href", f"/m/{lost}")
    expect(finished.get_by_test_id("match-row")).to_contain_text("lost")
    finished.get_by_test_id("game-filter").select_option(THREE)
    expect(finished.get_by_test_id("match-row")).to_have_count(0)
    finished.get_by_test_id("game-filter").select_option(GAME)
    finished.get_by_test_id("hide").click()
    expect(finished.get_by_test_id("match-row")).to_have_count(0)

    # What is hidden can be shown again.
    page.reload()
    finished.locator("summary").click()
    finished.get_by_test_id("hidden-ones").check()
    expect(finished.locator("a")).to_have_attribute("href", f"/m/{lost}")
    finished.get_by_test_id("hide").click()
    expect(finished.get_by_test_id("match-row")).to_have_count(0)
    finished.get_by_test_id("hidden-ones").uncheck()
    expect(finished.locator("a")).to_have_attribute("href", f"/m/{lost}")


def test_finished_games_come_in_pages(visit):
    page = visit().tab()
    Shelf(page).open().play_now(GAME, level=1)
    for _ in range(22):
        seats = [{"kind": "human"}, {"kind": "bot", "level": 1}]
        made = page.request.post("/api/matches", data={"game": GAME, "seats": seats}).json()
        page.request.post(f"/api/matches/{made['id']}/resign", data={"version": made["view"]["version"]})
    Shelf(page).open()
    finished = page.get_by_test_id("finished")
    finished.locator("summary").click()
    expect(finished.get_by_test_id("match-row")).to_have_count(20)
    finished.get_by_test_id("more").click()
    expect(finished.get_by_test_id("match-row")).to_have_count(22)
    expect(finished.get_by_test_id("more")).to_have_count(0)


def test_a_player_who_returns_is_shown_what_happened(visit, dice):
    me: Visitor = visit()
    page = me.tab()
    host = Shelf(page).open().with_friends(GAME, named("Anna"))
    friend = Table(visit().tab()).open(host.page.url)
    friend.button("your-name").fill("Ben")
    friend.button("take-seat").click()
    host.is_asked()
    host.decide(dice)
    address = page.url
    Shelf(page).open()
    friend.is_asked()
    friend.decide(dice)

    host.open(address)
    expect(host.button("missed")).to_contain_text("Since your last turn: 1 move")
    now = host.stand()
    host.button("show-missed").click()
    shown = host.button("catch-up")
    expect(shown).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-ply", "1")
    page.wait_for_function(
        "before => JSON.stringify(before) !== JSON.stringify(Object.fromEntries("
        "[...document.querySelectorAll('[data-testid=board] .piece')].map(p => [p.dataset.id, p.style.transform])))",
        arg=now,
    )
    assert host.alive() == []
    host.button("catch-up-next").click()
    expect(shown).to_have_attribute("data-ply", "2")
    expect(host.button("catch-up-words")).to_contain_text("Ben: ")
    with page.expect_response("**/seen"):
        page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    assert host.is_asked()
    assert host.stand() == now

    # What has been seen is known to the server, and on any device.
    page.reload()
    host.seated()
    assert host.is_asked()
    expect(host.button("missed")).to_have_count(0)


def test_a_bot_plays_for_somebody_whose_time_is_up_until_they_take_their_seat_back(visit):
    def with_clock(dialog: Locator) -> None:
        dialog.get_by_test_id("table-settings").locator("summary").click()
        dialog.get_by_test_id("clock").select_option("0")
        expect(dialog.get_by_test_id("absent")).to_have_value("claim")
        dialog.get_by_test_id("absent").select_option("bot")

    host = Shelf(visit().tab()).open().with_friends(GAME, named("Anna", with_clock))
    expect(host.button("table-text")).to_contain_text("5 min + 5 s")
    friend = Table(visit().tab()).open(host.page.url)
    friend.button("your-name").fill("Ben")
    friend.button("take-seat").click()
    host.is_asked()
    # Only the clock of the player whose turn it is runs.
    faces = host.button("clock-face")
    expect(faces).to_have_count(2)
    expect(faces.nth(0)).not_to_contain_text("5:00")
    expect(faces.nth(1)).to_contain_text("5:00")

    # Who leaves is replaced, and whoever comes back has their seat again.
    address = friend.page.url
    friend.button("leave").click()
    friend.button("leave-yes").click()
    expect(friend.page.get_by_test_id("lobby")).to_be_visible()
    expect(host.button("seats")).to_contain_text("bot plays for Ben")
    friend.open(address)
    expect(host.button("seats")).not_to_contain_text("bot plays for")


def test_a_player_takes_their_seat_back_while_a_bot_plays_for_them(visit):
    page = visit().tab()
    page.goto("/")
    page.request.post("/api/me", data={"name": "Anna"})
    policy = {"clock": {"kind": "turn", "seconds": 1}, "absent": "bot", "stand_in": 1}
    form = {"game": GAME, "seats": [{"kind": "human"}, {"kind": "open"}], "policy": policy}
    made = page.request.post("/api/matches", data=form).json()
    other = visit().tab()
    other.goto("/")
    other.request.post("/api/me", data={"name": "Ben"})
    other.request.post(f"/api/matches/{made['id']}/join", data={})
    table = Table(page).open(f"/m/{made['id']}")
    expect(table.button("take-back-seat")).to_be_visible()
    table.button("take-back-seat").click()
    expect(table.button("take-back-seat")).to_have_count(0)
