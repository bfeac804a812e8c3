"""Download a game from its replay, and import it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.table import Shelf

import stockade
from stockade import records

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"


@pytest.fixture
def finished(visit, dice):
    """A page with the replay of a finished game."""
    visitor = visit()
    visitor.tolerated += ["status of 503", "status of 409"]
    page = visitor.tab()
    table = Shelf(page).open().play_now(GAME, level=1)
    table.play_on(dice, 2)
    if table.status != "over":
        table.button("resign").click()
        table.button("resign-yes").click()
    expect(table.button("result")).to_be_visible()
    page.goto(f"{page.url}/2")
    expect(page.get_by_test_id("replay")).to_be_visible()
    return page


def downloaded(page, form: str) -> bytes:
    with page.expect_download() as waiting:
        page.get_by_test_id(f"download-{form}").click()
    path = Path(waiting.value.path())
    assert waiting.value.suggested_filename.startswith(f"{GAME}-")
    assert waiting.value.suggested_filename.endswith(records.FORMATS[form].suffix)
    return path.read_bytes()


def test_a_game_is_downloaded_in_every_format(finished):
    finished.get_by_test_id("download").click()
    record = records.read(downloaded(finished, "text"))
    assert record.match.is_over
    assert records.read(downloaded(finished, "ndjson")).match.actions == record.match.actions
    assert records.read(downloaded(finished, "json")).names == record.names
    assert downloaded(finished, "svg").decode() == record.match.state_at(2).svg()
    assert downloaded(finished, "png").startswith(b"\x89PNG")
    assert downloaded(finished, "gif").startswith(b"GIF89a")
    assert downloaded(finished, "webp").startswith(b"RIFF")


def test_a_picture_that_cannot_be_drawn_says_so(finished):
    finished.route(
        "**/record?*", lambda route: route.fulfill(status=503, json={"code": "unavailable", "message": "Not now."})
    )
    finished.get_by_test_id("download").click()
    finished.get_by_test_id("download-png").click()
    expect(finished.get_by_role("alert")).to_have_text("Not now.")
    expect(finished.get_by_test_id("download-png")).to_be_enabled()
    finished.keyboard.press("Escape")
    expect(finished.get_by_test_id("downloads")).to_have_count(0)


def test_a_game_is_imported(finished, tmp_path):
    finished.get_by_test_id("download").click()
    text = downloaded(finished, "text").decode()
    shelf = Shelf(finished).open()
    finished.get_by_test_id("import").click()
    expect(finished.get_by_test_id("import-yes")).to_be_disabled()
    finished.get_by_test_id("record").fill(text.replace("1. Black", "2. Black"))
    finished.get_by_test_id("import-yes").click()
    expect(finished.get_by_role("alert")).to_contain_text("Move 1 (line ")
    path = tmp_path / "record.txt"
    path.write_text(text)
    finished.get_by_test_id("record-file").set_input_files(path)
    expect(finished.get_by_test_id("record")).to_have_value(text)
    finished.get_by_test_id("import-yes").click()
    expect(finished.get_by_test_id("replay")).to_have_attribute("data-ply", "0")
    finished.get_by_test_id("download").click()
    assert downloaded(finished, "text").decode() == text

    shelf.open()
    finished.get_by_test_id("finished").locator("summary").click()
    row = finished.get_by_test_id("match-row").filter(has_text="imported")
    expect(row).to_have_count(1)
    row.locator("a").click()
    expect(finished.get_by_test_id("replay")).to_be_visible()


def test_comments_of_a_record_are_shown_at_their_moments(finished):
    finished.get_by_test_id("download").click()
    text = downloaded(finished, "text").decode()
    remark = "A <b>strong</b> move."
    first = text.index("\n", text.index("1. "))
    Shelf(finished).open()
    finished.get_by_test_id("import").click()
    finished.get_by_test_id("record").fill(f"{text[:first]} {{{remark}}}{text[first:]}")
    finished.get_by_test_id("import-yes").click()
    expect(finished.get_by_test_id("replay")).to_have_attribute("data-ply", "0")
    expect(finished.get_by_test_id("log").get_by_test_id("comment")).to_have_text(remark)
    expect(finished.get_by_test_id("comments")).to_have_count(0)
    finished.get_by_test_id("forward").click()
    expect(finished.get_by_test_id("comments")).to_have_text(remark)
    expect(finished.get_by_test_id("timeline-mark")).to_have_attribute("data-ply", "1")


def test_somebody_new_imports_a_game(visit):
    page = visit().tab()
    Shelf(page).open()
    page.get_by_test_id("study").get_by_test_id("import").click()
    page.get_by_test_id("record").fill(records.write(stockade.Match(GAME, seed=1), "text").decode())
    page.get_by_test_id("import-yes").click()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-ply", "0")


def test_a_position_opens_in_the_lab(visit):
    visitor = visit()
    visitor.tolerate("status of 400")
    page = visitor.tab()
    state = stockade.game(GAME).start()
    state.apply(state.legal_actions()[0])
    for position, is_right in ((state.to_json(), True), ({"game": GAME}, False)):
        Shelf(page).open()
        page.get_by_test_id("import").click()
        page.get_by_test_id("record").fill(json.dumps(position))
        page.get_by_test_id("import-yes").click()
        expect(page.get_by_test_id("lab")).to_have_attribute("data-sound", "true")
        words = state.scene().prompt if is_right else "'black' is missing"
        expect(page.get_by_test_id("words")).to_have_text(words)
