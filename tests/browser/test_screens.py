"""Check phone and desktop screens, touch, themes and reduced motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import DESK, PHONE, Board, Shelf, Table

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"
FINGER = 44  # px, the minimum size of a touch target
SCREENS = {"phone": PHONE, "tablet": {"width": 768, "height": 1024}, "desk": DESK}
ON_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}

# Elements that extend beyond the screen, except those that scroll inside their own box.
TOO_WIDE = """() => {
  const room = document.documentElement.clientWidth;
  const scrolls = element => element !== document.body && element !== document.documentElement
    && ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX);
  const wide = [...document.body.querySelectorAll('*')].filter(element => {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || box.right <= room + 0.5 && box.left >= -0.5) return false;
    for (let up = element; up; up = up.parentElement) if (scrolls(up) || up.localName === 'svg') return false;
    return true;
  });
  return [document.documentElement.scrollWidth - room, ...wide.map(element => element.outerHTML.slice(0, 80))];
}"""


def does_not_scroll_sideways(page: Page) -> None:
    assert page.evaluate(TOO_WIDE) == [0]


def starts_within(table: Table) -> None:
    """Return whether the whole board is visible without scrolling."""
    box = table.svg.bounding_box()
    assert box is not None
    size = table.page.viewport_size
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    assert box["width"] * box["height"] > 0.25 * size["width"] * size["height"], "the board is to take the room"
    prompt = table.button("prompt").bounding_box()
    assert prompt["y"] + prompt["height"] <= size["height"], "what is asked must be in sight"
    assert prompt["y"] >= box["y"] + box["height"] - 1, "what is asked must not cover the board"


@pytest.mark.parametrize("screen", ["phone", pytest.param("tablet", marks=pytest.mark.deep), "desk"])
def test_every_page_fits_the_screen(visit, screen, dice):
    page = visit(viewport=SCREENS[screen], has_touch=screen != "desk").tab()
    shelf = Shelf(page).open()
    expect(shelf.box(GAME)).to_be_visible()
    shelf.box(GAME).locator("summary").click()
    does_not_scroll_sideways(page)

    table = shelf.play_now(GAME)
    table.is_asked()
    page.evaluate("scrollTo(0, 0)")
    starts_within(table)
    does_not_scroll_sideways(page)
    table.decide(dice)
    table.is_asked()
    table.click(table.alive()[0])
    does_not_scroll_sideways(page)
    home = page.url

    page.goto(f"/learn/{GAME}")
    expect(page.get_by_test_id("lesson-board").first).to_be_visible()
    does_not_scroll_sideways(page)
    page.goto(f"{home}/1")
    expect(page.get_by_test_id("replay")).to_be_visible()
    expect(page.get_by_test_id("forward")).to_be_in_viewport(ratio=1)
    does_not_scroll_sideways(page)


# -- touch ---------------------------------------------------------------------------------------------------


def test_a_finger_plays_on_a_phone(visit, dice):
    page = visit(**ON_PHONE).tab()
    shelf = Shelf(page).open()
    shelf.box(GAME).get_by_test_id("play-now").tap()
    table = Table(page).seated()
    table.play_on(dice, 2, table.tap)
    assert len(table.log()) in (3, 4)


def test_whatever_is_alive_is_as_large_as_a_fingertip(visit):
    page = visit(**ON_PHONE).tab()
    table = Shelf(page).open().play_now(GAME)
    table.is_asked()
    for thing in table.alive():
        width, height = _reach(table, thing)
        assert min(width, height) >= FINGER, (thing, width, height)
        table.tap(thing)
        assert table.held() == [thing]
        for target in table.alive():
            box = table.box(target)
            assert min(box["width"], box["height"]) >= FINGER, target
        table.tap(thing)
        assert table.held() == []
    for button in page.locator("button:visible, a.button:visible, summary:visible, select:visible").all():
        box = button.bounding_box()
        assert box["height"] >= FINGER - 0.5, button.inner_text()


def test_what_stands_on_each_other_can_be_told_apart_by_a_finger(visit):
    """Pieces in a stack cannot be as high as a fingertip. They are wide instead, and there is a large button too."""
    page = visit(**ON_PHONE).tab()
    table = Shelf(page).open().play_now(GAME, level=1)
    table.is_asked()
    table.button("notation-input").fill("B1-3")  # puts one bridge onto the other
    table.button("notation-input").press("Enter")
    table.has_moves(2)
    assert table.is_asked()
    page.evaluate("scrollTo(0, 0)")
    for thing in table.alive():
        width, height = _reach(table, thing)
        assert width >= FINGER
        assert width * height >= FINGER * FINGER, (thing, width, height)
    table.main.locator("summary", has_text="Moves").tap()
    choices = table.button("choice")
    assert choices.count() > len(table.alive())
    for choice in choices.all():
        assert choice.bounding_box()["height"] >= FINGER


def _reach(board: Board, thing: str) -> tuple[float, float]:
    """Return the width and height, at most two fingertips, of the area in which a tap means this thing."""
    x, y = board.point(thing)

    def means_it(dx: float, dy: float) -> bool:
        board.page.touchscreen.tap(x + dx, y + dy)
        found = board.held() == [thing]
        board.page.keyboard.press("Escape")
        return found

    def far(dx: int, dy: int) -> float:
        near, beyond = 0.0, 2.0 * FINGER
        while beyond - near > 1:
            tried = (near + beyond) / 2
            if means_it(dx * tried, dy * tried):
                near = tried
            else:
                beyond = tried
        return near

    assert means_it(0, 0)
    return far(-1, 0) + far(1, 0), far(0, -1) + far(0, 1)


def test_a_piece_can_be_dragged(page):
    table = Shelf(page).open().play_now(GAME)
    table.is_asked()
    piece = table.alive()[0]
    before = table.stand()
    # A piece dropped on a forbidden place returns to where it was, and nothing is played.
    table.click(piece)
    targets = table.alive()
    table.page.keyboard.press("Escape")
    squares = [area for area in table.svg.evaluate(AREAS) if area not in targets]
    table.drag(piece, onto=squares[-1])
    assert table.stand() == before
    assert table.held() == []
    table.has_moves(0)

    table.drag(piece, onto=targets[0])
    table.has_moves(2)
    assert table.stand()[piece] != before[piece]


AREAS = "svg => [...svg.querySelectorAll('.area[aria-label]')].map(area => area.dataset.id)"


def test_two_fingers_zoom_and_a_button_shows_the_whole_again(visit):
    me = visit(**ON_PHONE)
    table = Shelf(me.tab()).open().play_now(GAME)
    table.is_asked()
    whole = table.svg.get_attribute("viewBox")
    box = table.svg.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = me.context.new_cdp_session(table.page)
    for kind, apart in (("touchStart", 40), ("touchMove", 80), ("touchMove", 120), ("touchEnd", None)):
        points = [] if apart is None else [{"x": x, "y": y - apart, "id": 0}, {"x": x, "y": y + apart, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(table.button("reset-zoom")).to_be_visible()
    assert table.svg.get_attribute("viewBox") != whole
    does_not_scroll_sideways(table.page)
    table.button("reset-zoom").tap()
    expect(table.svg).to_have_attribute("viewBox", whole)


# -- themes and motion ---------------------------------------------------------------------------------------

# Every visible text with too little contrast to its background (WCAG AA).
FAINT = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map(part => part / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => {
    for (let up = element; up; up = up.parentElement) {
      const colour = rgba(getComputedStyle(up).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.data.trim();
    if (!text || element.closest('svg, script, noscript, :disabled, .hidden, option')) continue;
    if (!element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})) continue;
    const style = getComputedStyle(element);
    const large = parseFloat(style.fontSize) >= 24;
    const [a, b] = [light(rgba(style.color)), light(behind(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < (large ? 3 : 4.5)) found.add(`${contrast.toFixed(2)} ${text.slice(0, 40)}`);
  }
  return [...found];
}"""
PAPER = "getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everything_can_be_read_in_light_and_in_dark(visit, theme, dice):
    page = visit(color_scheme=theme).tab()
    shelf = Shelf(page).open()
    expect(shelf.box(GAME)).to_be_visible()
    shelf.box(GAME).locator("summary").click()
    paper = page.evaluate(PAPER)
    brightness = sum(int(part) for part in paper.strip("rgb()").split(",")[:3]) / 3
    assert (brightness > 128) == (theme == "light")
    assert page.evaluate(FAINT) == []

    table = shelf.play_now(GAME)
    table.is_asked()
    table.decide(dice)
    table.is_asked()
    table.main.locator("summary", has_text="Moves").click()
    assert page.evaluate(FAINT) == []
    table.button("resign").click()
    table.button("resign-yes").click()
    expect(table.button("result")).to_be_visible()
    page.mouse.move(0, 0)
    assert page.evaluate(FAINT) == []
    page.goto(f"/learn/{GAME}")
    expect(page.get_by_test_id("lesson")).to_be_visible()
    assert page.evaluate(FAINT) == []


def test_a_chosen_theme_beats_the_system_and_is_remembered(visit):
    page = visit(color_scheme="light").tab()
    Shelf(page).open()
    light = page.evaluate(PAPER)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Done").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    dark = page.evaluate(PAPER)
    assert dark != light
    page.reload()
    assert page.evaluate(PAPER) == dark
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("System default").check()
    assert page.evaluate(PAPER) == light


# Counts animations from the moment the page loads.
COUNT_MOTION = """
window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.motions.push(this.dataset.id);
  return animate.apply(this, how);
};
"""
TRANSITIONS = """() => [...document.querySelectorAll('*')].filter(element => {
  const style = getComputedStyle(element);
  const some = times => times.split(',').some(time => parseFloat(time) > 0);
  return style.transitionProperty !== 'none' && some(style.transitionDuration);
}).length"""


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_pieces_glide_unless_the_system_says_otherwise(visit, wish, dice):
    page = visit(reduced_motion=wish).tab()
    page.add_init_script(COUNT_MOTION)
    table = Shelf(page).open().play_now(GAME)
    table.is_asked()
    assert page.evaluate("window.motions") == [], "nothing moves on a fresh table"
    moves = wish == "no-preference"
    assert bool(page.evaluate(TRANSITIONS)) == moves
    table.decide(dice)
    table.is_asked()
    assert bool(page.evaluate("window.motions.length")) == moves
