"""Check the replay as a tool for study: its steps, seats, log, links and pictures, on a phone and on a desktop."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Page, Request, expect
from tests.browser.devices import DEVICES
from tests.browser.moments import Moment, Moments, settings
from tests.browser.staging import game_of, sit
from tests.browser.table import Board, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
WITH_CHANCE, PLAIN = "cascadia", "blockade"
PHONE, DESK = min(DEVICES), max(DEVICES)
each_width = pytest.mark.parametrize("width", [PHONE, pytest.param(DESK, marks=pytest.mark.deep)])
FINGER = 44
# Moves the slider to many places within a moment, as a finger does.
SCRUB = """async (slider, count) => {
  for (let i = 0; i < count; i++) {
    slider.value = String(Math.round(i * Number(slider.max) / count));
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    await new Promise(done => setTimeout(done, 5));
  }
}"""
IS_CURRENT_SEEN = """list => {
  const line = list.querySelector('[aria-current]').getBoundingClientRect();
  const box = list.getBoundingClientRect();
  return line.top >= box.top - 1 && line.bottom <= box.bottom + 1;
}"""


@pytest.fixture(scope="module")
def moments(site) -> Iterator[Moments]:
    made = Moments(site.url, site.database)
    yield made
    made.close()


def finished(moments: Moments, game: str) -> Moment:
    return moments.stage(game, settings(game_of(moments, game))[0], "end")


class Replay:
    """The replay of a match on one page."""

    def __init__(self, page: Page, moment: Moment, log: list[dict[str, Any]]) -> None:
        self.page, self.moment, self.log = page, moment, log
        self.main = page.get_by_test_id("replay")
        self.board = Board(page)

    def open(self, ply: int, query: str = "") -> Replay:
        self.page.goto(f"/m/{self.moment.seat['id']}/{ply}{query}")
        return self.at(ply)

    def at(self, ply: int) -> Replay:
        """Wait until this ply is on the board."""
        expect(self.main).to_have_attribute("data-ply", str(ply))
        expect(self.main).to_have_attribute("data-shown", str(ply))
        return self

    def button(self, name: str) -> Any:
        return self.page.get_by_test_id(name)

    def step_by(self, kind: str) -> None:
        self.page.locator(f"[data-testid=step-kind][value={kind}]").check()

    def goes(self, name: str, *plies: int) -> None:
        for ply in plies:
            self.button(name).click()
            self.at(ply)

    @property
    def last(self) -> int:
        return len(self.log)


@pytest.fixture
def look(visit: Callable[..., Visitor], moments: Moments) -> Callable[..., Replay]:
    """Provide a function that shows a finished match to one of its players, or to a stranger."""

    def show(game: str, width: int = DESK, *, seated: bool = True, **options: Any) -> Replay:
        moment = finished(moments, game)
        page = visit(**DEVICES[width], **options).tab()
        if seated:
            sit(page, moment)
        return Replay(page, moment, moments.api.view(moment.seat)["log"])

    return show


@each_width
def test_a_replay_steps_by_decision_by_turn_and_by_own_decisions(look, width):
    replay = look(WITH_CHANCE, width)
    seats = [line["seat"] for line in replay.log]
    setup = next(ply for ply, seat in enumerate(seats) if seat >= 0)
    assert setup > 0, "chance sets up this game"
    assert -1 in seats[setup:]

    def run_on(ply: int, keeps: Callable[[int], bool]) -> int:
        """Return the ply after the lines from this one for which something holds."""
        while ply < len(seats) and keeps(seats[ply]):
            ply += 1
        return ply

    decided = [setup]
    for _ in range(3):  # a decision, and chance after it
        decided.append(run_on(decided[-1] + 1, lambda seat: seat < 0))
    replay.open(0)
    expect(replay.button("back")).to_be_disabled()
    expect(replay.button("first")).to_be_disabled()
    replay.goes("forward", *decided)
    replay.goes("back", *decided[-2::-1], 0)

    replay.step_by("turn")
    turns = [setup]
    for _ in range(3):
        mover = seats[turns[-1]]
        turns.append(run_on(turns[-1], lambda seat, mover=mover: seat in (-1, mover)))
    assert turns != decided
    replay.goes("forward", *turns)
    replay.goes("back", *turns[-2::-1], 0)
    replay.goes("last", replay.last)

    replay.page.reload()
    replay.at(replay.last)
    expect(replay.page.locator("[data-testid=step-kind][value=turn]")).to_be_checked()
    replay.step_by("mine")
    me = replay.moment.seat["seat"]
    mine = [ply + 1 for ply, seat in enumerate(seats) if seat == me]
    replay.goes("first", mine[0])
    replay.goes("forward", *mine[1:4])
    replay.goes("last", mine[-1])
    replay.goes("back", *mine[-2:-4:-1])
    expect(replay.button("now")).to_have_text(_sentence(replay.log[mine[-3] - 1]))


def _sentence(line: dict[str, Any]) -> str:
    return line["label"][0].upper() + line["label"][1:]


@each_width
def test_the_board_stays_on_the_seat_that_is_looked_at(look, width):
    replay = look(WITH_CHANCE, width, seated=False).open(20)
    expect(replay.main).to_have_attribute("data-viewer", "0")
    replay.button("look-from").select_option("1")
    expect(replay.main).to_have_attribute("data-viewer", "1")
    assert replay.page.url.endswith("/20?viewer=1")
    other = replay.board.stand()
    for name in ("forward", "forward", "back"):
        replay.button(name).click()
        expect(replay.main).to_have_attribute("data-viewer", "1")
    replay.button("log").locator("a").first.click()
    replay.at(1)
    expect(replay.main).to_have_attribute("data-viewer", "1")
    replay.open(20, "?viewer=1")
    assert replay.board.stand() == other
    replay.button("look-from").select_option("0")
    expect(replay.main).to_have_attribute("data-viewer", "0")
    assert replay.page.url.endswith("/20")
    assert replay.board.stand() != other
    replay.open(20, "?viewer=17")  # there is no such seat
    expect(replay.main).to_have_attribute("data-viewer", "0")


def test_people_see_their_own_side_first_and_a_running_match_from_there_alone(visit, moments):
    setting = settings(game_of(moments, WITH_CHANCE))[0]
    running = moments.put(WITH_CHANCE, setting, moments.actions(WITH_CHANCE, setting)[:5], "running")
    mine, watcher = visit().tab(), visit().tab()
    sit(mine, running)
    for page, viewer in ((mine, str(running.seat["seat"])), (watcher, None)):
        page.goto(f"/m/{running.seat['id']}/3?viewer={1 - running.seat['seat']}")
        replay = page.get_by_test_id("replay")
        expect(replay).to_have_attribute("data-shown", "3")
        assert replay.get_attribute("data-viewer") == viewer
        expect(page.locator("[data-testid=step-kind]")).to_have_count(3 if viewer else 2)
        expect(page.get_by_test_id("look-from")).to_have_count(0)


def test_a_replay_plays_by_itself_until_the_end_or_a_step(look):
    replay = look(PLAIN, seated=False)
    replay.open(replay.last - 3)
    replay.button("speed").select_option("4")
    replay.button("play").click()
    replay.at(replay.last)
    expect(replay.button("play")).to_have_attribute("aria-label", "Play")
    replay.button("play").click()  # again, from the beginning
    expect(replay.button("play")).to_have_attribute("aria-label", "Pause")
    replay.page.wait_for_function("() => document.querySelector('[data-testid=replay]').dataset.ply === '2'")
    replay.page.keyboard.press("End")
    replay.at(replay.last)
    expect(replay.button("play")).to_have_attribute("aria-label", "Play")
    replay.page.reload()
    expect(replay.button("speed")).to_have_value("4")


def test_the_keys_work_wherever_the_focus_is(look):
    replay = look(PLAIN).open(3)
    replay.board.svg.click()
    for key, ply in (("ArrowRight", 4), ("ArrowLeft", 3), ("Home", 0), ("End", replay.last), ("ArrowLeft", -1)):
        replay.page.keyboard.press(key)
        replay.at(ply if ply >= 0 else replay.last - 1)
    replay.page.keyboard.press("Home")
    replay.page.keyboard.press(" ")
    expect(replay.button("play")).to_have_attribute("aria-label", "Pause")
    replay.page.keyboard.press(" ")
    expect(replay.button("play")).to_have_attribute("aria-label", "Play")
    replay.page.keyboard.press("/")
    expect(replay.button("log-search")).to_be_focused()
    replay.page.keyboard.press("ArrowRight")  # belongs to the text now
    replay.page.keyboard.press("Escape")
    ply = int(replay.main.get_attribute("data-ply") or 0)
    replay.page.keyboard.press("ArrowRight")
    replay.at(ply + 1)


@each_width
def test_the_log_is_filtered_and_searched(look, width):
    replay = look(WITH_CHANCE, width).open(0)
    lines = replay.button("log").locator("> li")
    expect(lines).to_have_count(replay.last)
    for seat in ("1", "-1"):
        replay.button("log-filter").select_option(seat)
        expect(lines).to_have_count(sum(line["seat"] == int(seat) for line in replay.log))
    word = "elk"
    found = [
        number + 1
        for number, line in enumerate(replay.log)
        if line["seat"] == -1 and word in " ".join([line["label"], line["text"], *line["told"]]).lower()
    ]
    assert len(found) > 2
    search = replay.button("log-search")
    search.fill(word.upper())
    expect(replay.button("log-found")).to_have_text(str(len(found)))
    assert {text.lower() for text in replay.button("log").locator("mark").all_text_contents()} == {word}
    expect(replay.button("timeline-mark")).to_have_count(len(found))
    for ply in found[:2]:
        search.press("Enter")
        replay.at(ply)
    expect(replay.button("log-found")).to_have_text(f"2 / {len(found)}")
    search.press("Shift+Enter")
    replay.at(found[0])
    search.press("Shift+Enter")  # around the end
    replay.at(found[-1])
    assert replay.button("log").evaluate(IS_CURRENT_SEEN)
    replay.button("log-next").click()
    replay.at(found[0])
    assert replay.button("log").evaluate(IS_CURRENT_SEEN)
    search.press("Escape")
    expect(replay.button("log-found")).to_have_count(0)
    search.fill("xyzzy")
    expect(replay.button("log-found")).to_have_text("0")
    search.press("Enter")
    replay.at(found[0])
    replay.button("log-filter").select_option("all")
    replay.button("log").locator("a").nth(30).click()
    replay.at(31)
    expect(replay.board.svg).to_be_in_viewport()


def test_the_controls_stay_under_the_thumb(look):
    replay = look(PLAIN, PHONE).open(5)
    height = DEVICES[PHONE]["viewport"]["height"]

    def check_places() -> None:
        for name in ("first", "back", "play", "forward", "last", "slider"):
            box = replay.button(name).bounding_box()
            assert box["y"] > height * 0.7, name
            assert box["y"] + box["height"] <= height, name
            assert min(box["width"], box["height"]) >= FINGER, name

    check_places()
    replay.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    check_places()
    replay.goes("forward", 6)
    end = replay.page.locator("footer").bounding_box()
    assert end["y"] + end["height"] <= replay.button("now").bounding_box()["y"], "nothing is hidden at the end"

    replay.page.evaluate("scrollTo(0, 0)")
    box = replay.board.svg.bounding_box()
    touch = replay.page.context.new_cdp_session(replay.page)

    def sweep(start: float, end: float) -> None:
        y = box["y"] + box["height"] / 2
        for kind, share in (("Start", start), ("Move", (start + end) / 2), ("Move", end), ("End", None)):
            points = [] if share is None else [{"x": box["x"] + box["width"] * share, "y": y}]
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    sweep(0.8, 0.2)
    replay.at(7)
    sweep(0.2, 0.8)
    replay.at(6)
    sweep(0.5, 0.55)  # a finger that trembles
    replay.goes("forward", 7)  # with a mouse: a browser may swallow a tap that follows the movement of a finger


@each_width
def test_every_moment_has_a_link_and_a_picture(look, visit, width):
    replay = look(WITH_CHANCE, width, permissions=["clipboard-read", "clipboard-write"]).open(40)
    replay.button("look-from").select_option("1")
    expect(replay.main).to_have_attribute("data-viewer", "1")
    replay.button("share").click()
    dialog = replay.button("share-moment")
    assert dialog.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    link = replay.button("share-link").input_value()
    replay.button("share-copy").click()
    expect(replay.button("share-copy")).to_have_text("Copied")
    assert replay.page.evaluate("navigator.clipboard.readText()") == link

    def download(kind: str) -> bytes:
        with replay.page.expect_download() as started:
            replay.button(f"share-{kind}").click()
        assert started.value.suggested_filename == f"stockade-{WITH_CHANCE}-{replay.moment.seat['id']}-40.{kind}"
        with open(started.value.path(), "rb") as file:
            return file.read()

    root = ElementTree.fromstring(download("svg"))
    _, _, wide, high = map(float, root.get("viewBox").split())
    picture = Image.open(io.BytesIO(download("png")))
    assert max(picture.size) == 2400
    assert abs(picture.width / picture.height - wide / high) < 0.01
    assert len(picture.convert("RGB").resize((60, 60)).getcolors(3600)) > 50, "it is not empty"
    replay.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    friend = visit(**DEVICES[width]).tab()
    friend.goto(link)
    expect(friend.get_by_test_id("replay")).to_have_attribute("data-viewer", "1")
    expect(friend.get_by_test_id("replay")).to_have_attribute("data-shown", "40")
    assert Board(friend).stand() == replay.board.stand()


def test_scrubbing_asks_for_few_scenes_and_steps_find_theirs_at_hand(look):
    replay = look(WITH_CHANCE, seated=False).open(0)
    asked: list[str] = []

    def ply_of(request: Request) -> str:
        """Return the ply of the scene that a request is for, or nothing."""
        return request.url.rpartition("/")[2].partition("?")[0] if "/scenes/" in request.url else ""

    def note(request: Request) -> None:
        if ply_of(request):
            asked.append(ply_of(request))

    replay.page.on("request", note)
    replay.page.get_by_test_id("slider").evaluate(SCRUB, 200)
    middle = int(replay.main.get_attribute("data-ply") or 0)
    replay.at(middle)
    replay.page.wait_for_load_state("networkidle")
    assert 0 < len(asked) < 100, "200 places of the slider; a slow machine asks more often"
    expect(replay.page).to_have_url(re.compile(rf"/{middle}$"))

    replay.page.goto("about:blank")  # nothing that was asked for before counts
    with replay.page.expect_event("requestfinished", lambda request: ply_of(request) not in ("", "0")) as ahead:
        replay.open(0)
    asked.clear()
    replay.button("forward").click()
    replay.at(int(ply_of(ahead.value)))
    assert ply_of(ahead.value) not in asked, "it was fetched ahead"


def test_the_slider_says_where_it_is_and_leads_to_marks(look):
    replay = look(PLAIN).open(4)
    slider = replay.button("slider")
    expect(slider).to_have_attribute("aria-valuetext", "Move 4")
    slider.focus()
    replay.page.keyboard.press("ArrowRight")
    replay.at(5)
    replay.button("log-search").fill(replay.log[8]["text"])
    expect(replay.button("timeline-mark").first).to_be_attached()
    slider.focus()
    replay.page.keyboard.press("PageUp")
    ply = int(replay.main.get_attribute("data-ply") or 0)
    assert replay.log[ply - 1]["text"] == replay.log[8]["text"]
    expect(slider).to_have_attribute("aria-valuetext", f"Move {ply}. Search result")
    box = replay.button("timeline-picture").bounding_box()
    replay.page.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] - 1)
    assert int(replay.main.get_attribute("data-ply") or 0) > ply
