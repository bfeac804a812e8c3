"""A whole evening: people on a phone, by keyboard and two on one device, a bot, clocks, and a server that dies."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.devices import DEVICES
from tests.browser.serving import Server
from tests.browser.table import MOST_TURNS, Shelf, Table, Visitor, next_to_decide

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
MOST_STOPS = 400  # of the Tab key on one page
Decide = Callable[[random.Random], None]


def press_to(table: Table, name: str) -> None:
    """Press Tab until the focus is on the control with this name."""
    for _ in range(MOST_STOPS):
        table.page.keyboard.press("Tab")
        if table.page.evaluate("document.activeElement?.dataset.testid") == name:
            return
    raise AssertionError(f"no way to {name} by Tab")


class Keys:
    """Somebody who has no mouse: they type moves in notation."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def decide(self, dice: random.Random) -> None:
        table = self.table
        legal = table.main.get_by_test_id("moves").locator(".note").all_text_contents()
        if not legal:  # a long list is drawn only when it is opened
            table.main.locator("summary", has_text="Moves").focus()
            table.page.keyboard.press("Enter")
            legal = table.main.get_by_test_id("moves").locator(".note").all_text_contents()
        if table.page.evaluate("document.activeElement?.dataset.testid") != "notation-input":
            table.page.keyboard.press("/")
        expect(table.button("notation-input")).to_be_focused()
        move = dice.choice(legal)
        table.page.keyboard.type(move)
        before = table.version
        table.page.keyboard.press("Enter")
        error = table.button("notation-error")
        table.page.wait_for_function(
            """version => Number(document.querySelector('[data-testid=table]').dataset.version) > version
              || !document.querySelector('[data-testid=notation-error]').hidden""",
            arg=before,
        )
        assert not error.is_visible(), f"{move!r}: {error.text_content()}"

    def press(self, name: str) -> None:
        press_to(self.table, name)
        self.table.page.keyboard.press("Enter")


def seats_for(bot: bool) -> Callable[[Locator], None]:
    """Return what the host chooses: two on this device, two friends by link, perhaps a bot, and a clock."""

    def choose(dialog: Locator) -> None:
        dialog.get_by_test_id("your-name").fill("Cleo")
        dialog.get_by_test_id("players").select_option("5" if bot else "4")
        guests = dialog.get_by_test_id("guest")
        guests.nth(0).select_option("here")
        dialog.get_by_test_id("guest-name").fill("Emma")
        if bot:
            guests.nth(3).select_option("1")
        settings = dialog.get_by_test_id("table-settings")
        settings.locator("summary").click()
        settings.get_by_test_id("clock").select_option("0")
        settings.get_by_test_id("absent").select_option("bot")

    return choose


def sit_down(someone: Visitor, name: str, path: str) -> Table:
    table = Table(someone.tab()).open(path)
    table.button("your-name").fill(name)
    table.button("take-seat").first.click()
    expect(table.button("take-seat")).to_have_count(0)
    return table


def play(tables: list[Table], decide: dict[Table, Decide], dice: random.Random, most: int) -> bool:
    """Let them decide so many times. Return whether the match goes on."""
    for _ in range(most):
        mover = next_to_decide(tables)
        if mover is None:
            return False
        decide[mover](dice)
    return True


@pytest.mark.deep
@pytest.mark.parametrize(("game", "bot"), [("barrage", False), ("cascade_barricade", True)])
def test_a_whole_evening(visit, own_site: Server, dice, game, bot):
    own_site.start(brisk=True)
    people = [visit(own_site.url), visit(own_site.url, **DEVICES[375]), visit(own_site.url)]
    for someone in people:  # the server is killed below
        someone.tolerate(
            "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "WebSocket connection"
        )
    host = Shelf(people[0].tab()).open().with_friends(game, seats_for(bot))
    path = host.page.url
    phone = sit_down(people[1], "Anna", path)
    typist = sit_down(people[2], "Ben", path)
    ben = Keys(typist)
    expect(host.main).to_have_attribute("data-status", "live")
    decide: dict[Table, Decide] = {
        host: host.decide,
        phone: lambda dice: phone.decide(dice, phone.tap),
        typist: ben.decide,
    }
    everybody = [host, phone, typist]
    assert play(everybody, decide, dice, 30)
    expect(host.button("clock-face")).to_have_count(4)

    # Ben leaves, and a bot plays for him.
    seen = len(typist.log())
    ben.press("leave")
    ben.press("leave-yes")
    expect(typist.page.get_by_test_id("lobby")).to_be_visible()
    expect(host.button("seats")).to_contain_text("bot plays for Ben")
    assert play([host, phone], decide, dice, 12)
    assert len(host.log()) > seen + 12

    # The server dies and comes back. Nothing is lost, and Ben returns to his seat.
    before = host.log()
    own_site.kill()
    host.is_line("lost")
    own_site.start(brisk=True)
    host.connected()
    phone.connected()
    assert host.log()[: len(before)] == before
    typist.open(path)
    expect(host.button("seats")).not_to_contain_text("bot plays for")
    expect(typist.button("missed")).to_contain_text("Since your last turn")
    ben.press("show-missed")
    expect(typist.button("catch-up")).to_be_visible()
    expect(typist.button("catch-up-words")).not_to_be_empty()
    typist.page.keyboard.press("Escape")
    expect(typist.button("catch-up")).to_have_count(0)

    while play(everybody, decide, dice, MOST_TURNS):
        pass
    for table in everybody:
        expect(table.main).to_have_attribute("data-status", "over")
        expect(table.button("result")).to_be_visible()
    assert host.log() == phone.log() == typist.log()
    assert len([line for line in host.log() if line]) > 60
