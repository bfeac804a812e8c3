"""Check the analysis of a game in the replay, on a phone and on a desktop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tests.browser.devices import DEVICES
from tests.browser.layout import layout_faults
from tests.browser.moments import Moments, settings
from tests.browser.pictures import picture
from tests.browser.staging import game_of, sit

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PHONE, DESK = min(DEVICES), max(DEVICES)
GAMES = ("blockade", "barricado", "cascadia")  # one that is solved, one that is searched, one that plans turns


@pytest.fixture(scope="module")
def moments(site) -> Iterator[Moments]:
    made = Moments(site.url, site.database)
    yield made
    made.close()


@pytest.mark.parametrize("width", [PHONE, pytest.param(DESK, marks=pytest.mark.deep)])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_analysed_and_its_mistakes_are_shown_on_the_board(visit, moments, game, width):
    moment = moments.stage(game, settings(game_of(moments, game))[0], "end")
    page = visit(**DEVICES[width]).tab()
    sit(page, moment)
    page.goto(f"/m/{moment.seat['id']}/3")
    card = page.get_by_test_id("analysis")
    expect(card).to_be_visible()
    if card.get_attribute("data-status") != "done":
        page.get_by_test_id("analyse").click()
    expect(card).to_have_attribute("data-status", "done", timeout=120_000)
    expect(page.get_by_test_id("summary").locator("p").first).not_to_be_empty()
    players = page.get_by_test_id("seat-analysis").count()
    expect(page.get_by_test_id("curve")).to_have_count(players)

    mistake = page.get_by_test_id("mistake").first
    ply = mistake.get_attribute("data-ply")
    mistake.click()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-ply", ply)
    picture(page, f"analysis-{game}-{width}")
    page.goto(f"/m/{moment.seat['id']}/{int(ply) + 1}")
    cost = mistake.locator(".loss").inner_text()
    expect(page.get_by_test_id("notes").get_by_text(cost, exact=True)).to_be_visible()
    mark = page.get_by_test_id("log").locator("a[aria-current]").get_by_test_id("note")
    expect(mark).to_contain_text(cost)
    assert layout_faults(page) == []
    picture(page, f"cost-{game}-{width}")
    if found := page.get_by_test_id("lucky").first.is_visible():
        page.get_by_test_id("lucky").first.click()
        expect(page.get_by_test_id("notes").get_by_test_id("note").first).to_contain_text("Luck: ")
        assert layout_faults(page) == []
        picture(page, f"luck-{game}-{width}")
    assert found == (game != "blockade"), "chance plays no part in a solved game"
    page.get_by_test_id("show-line").first.click()
    now = page.get_by_test_id("line-now")
    expect(now).not_to_be_empty()
    picture(page, f"better-{game}-{width}")
    faults = layout_faults(page)
    assert faults == [], "\n".join(faults)
    page.get_by_test_id("line-back").click()
    expect(now).to_have_text("Before the choice")

    page.goto(f"/m/{moment.seat['id']}/0")
    page.locator("[data-testid=step-kind][value=mistake]").check(force=True)
    page.get_by_test_id("forward").click()
    first = min(int(each.get_attribute("data-ply")) for each in page.get_by_test_id("mistake").all())
    shown = str(first + 1)
    expect(page.get_by_test_id("replay")).to_have_attribute("data-ply", shown)
    page.get_by_test_id("show-better").click()
    expect(now).not_to_be_empty()
    faults = layout_faults(page)
    assert faults == [], "\n".join(faults)
    page.get_by_test_id("line-close").click()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-ply", shown)

    points = page.get_by_test_id("measure-points")
    expect(points).to_have_count(int(game != "blockade"))
    if points.count():
        points.check()
        expect(page.get_by_test_id("timeline-legend")).to_have_attribute("aria-label", "Points")
    page.reload()
    expect(card).to_have_attribute("data-status", "done")


def test_a_game_between_people_is_not_analysed_while_it_is_played(visit, moments):
    moment = moments.stage("blockade", settings(game_of(moments, "blockade"))[0], "middle")
    page = visit(**DEVICES[DESK]).tab()
    sit(page, moment)
    page.goto(f"/m/{moment.seat['id']}/2")
    expect(page.get_by_test_id("replay")).to_be_visible()
    expect(page.get_by_test_id("analysis-later")).to_contain_text("when it is over")
    expect(page.get_by_test_id("analysis")).to_have_count(0)
