"""Our pages work under their own Content-Security-Policy, which forbids what others might put into them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.api import HUMAN, OPEN, Api, hold

import stockade

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
WATCH = """window.violations = [];
addEventListener('securitypolicyviolation', event => violations.push(
  `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`));"""
INJECT = """() => {
  const script = document.createElement('script');
  script.textContent = 'window.harmed = true';
  document.body.append(script);
  const picture = document.createElement('img');
  picture.setAttribute('onerror', 'window.harmed = true');
  picture.src = 'data:image/png;base64,x';
  document.body.append(picture);
  const styled = document.createElement('div');
  styled.innerHTML = '<p style="color: rgb(1, 2, 3)">x</p>';
  document.body.append(styled);
  return getComputedStyle(styled.firstChild).color;
}"""


def test_no_page_breaks_the_rules_and_nobody_else_can(own_site, visit):
    site = own_site.start(compiles=False)
    me = visit(site.url, color_scheme="dark")
    me.context.add_init_script(WATCH)
    page = me.tab()
    with Api(site.url) as server:
        matches = [server.create(game, HUMAN, *[OPEN] * (least(game) - 1)) for game in stockade.games()]
        for match in matches:
            for _ in range(least(match["game"]) - 1):
                server.join(match, "Ben")
            hold(me.context, match)
    pages = [("/", "box"), ("/ratings", None), ("/account", None)]
    pages += [(f"/learn/{game}", "lesson") for game in stockade.games()]
    pages += [(f"/m/{match['id']}", "table") for match in matches]
    pages += [(f"/m/{matches[0]['id']}/0", None)]
    found = {}
    for path, mark in pages:
        page.goto(path)
        if mark is None:
            expect(page.locator("main h1, [data-testid=replay]").first).to_be_visible()
        else:
            expect(page.get_by_test_id(mark).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        found[path] = page.evaluate("violations")
    assert not {path: broken for path, broken in found.items() if broken}
    assert page.evaluate(INJECT) != "rgb(1, 2, 3)"
    page.wait_for_function("() => violations.length >= 3")
    assert page.evaluate("window.harmed") is None
    me.tolerate("Content Security Policy", "data:image")


def least(game: str) -> int:
    return max(2, min(stockade.game(game).spec.players))
