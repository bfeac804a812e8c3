"""The guided first game of Barricado."""

from __future__ import annotations

from tests.games.guides import Seen, check_guide

import stockade


def builds(seen: Seen) -> list[str]:
    return [text for text in seen.texts if text.startswith("build")]


def cells(text: str) -> set[tuple[int, int]]:
    """Return the cells of `build 0,0:3,0`."""
    (x, y), (u, v) = (map(int, end.split(",")) for end in text.split()[1].split(":"))
    xs, ys = sorted((x, u)), sorted((y, v))
    return {(each, other) for each in range(xs[0], xs[1] + 1) for other in range(ys[0], ys[1] + 1)}


def runs_of_rival(seen: Seen) -> list[str]:
    """Return what Blue could build if it were their turn."""
    position = seen.state.to_json()
    position["turn"] = "blue"
    state = stockade.game("barricado").from_json(position)
    return [text for text in map(state.format, state.legal_actions()) if text.startswith("build")]


def cuts_long_run(seen: Seen) -> bool:
    (mine,) = seen.shown()
    return any(len(cells(run)) >= 4 and cells(run) & cells(mine) for run in runs_of_rival(seen))


def lines_up(seen: Seen) -> bool:
    (tile,) = seen.shown()
    before, after = seen.state.to_json(), seen.after(tile).to_json()
    return len(after["tiles"]) == len(before["tiles"]) + 1


MATTERS = {
    "start": lambda seen: seen.texts == ["draw"],
    "place": lambda seen: all(text.startswith("tile") for text in seen.texts),
    "colours": lambda seen: all(text.startswith("tile") for text in seen.texts),
    "build": lambda seen: seen.shown() == [max(builds(seen), key=lambda text: len(cells(text)))]
    or len(cells(seen.shown()[0])) == max(len(cells(text)) for text in builds(seen)),
    "extend": lambda seen: any(text.startswith("extend") for text in seen.shown()),
    "taken": lambda seen: seen.event is not None and seen.event.seat == 1
    and seen.event.text.startswith(("build", "extend")),
    "cut": cuts_long_run,
    "line": lines_up,
    "wait": lambda seen: len(builds(seen)) > 2,
    "bag": lambda seen: int(seen.state.scene(0).panels[0].facts[1].value) <= 24,
    "soon": lambda seen: len(seen.state.to_json()["tiles"]) >= 36 - 4,
    "last": lambda seen: "draw" not in seen.texts and len(seen.state.to_json()["tiles"]) == 36,
}  # fmt: skip


def test_every_tip_comes_up_when_it_matters() -> None:
    check_guide("barricado", MATTERS, untold={"Other ways to play", "Writing it down"})
