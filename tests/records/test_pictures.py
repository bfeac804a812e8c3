"""Pictures and films show the board of every game, in the same pixels everywhere."""

from __future__ import annotations

import io
import json
import sys
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

import stockade
from stockade import Match, NotAllowed, records
from stockade.conformance.scope import either
from stockade.conformance.table import Setting, played_match
from stockade.records import pictures
from stockade.records.camera import Camera


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("name", stockade.games())
def test_a_position_becomes_a_picture(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name != "blockade":  # one large picture is enough
        monkeypatch.setattr(pictures, "WIDTH", 400)
    match = played_match(Setting(name, stockade.game(name).spec.players[0]), 1, 8)
    svg = records.write(match, "svg").decode()
    assert svg == match.state.svg()
    with opened(records.write(match, "png")) as drawn:
        width, height = match.state.scene().size
        assert drawn.format == "PNG"
        assert drawn.width == pictures.WIDTH
        assert abs(drawn.height - pictures.WIDTH * height / width) <= 1
        colours = drawn.convert("RGB").getcolors(1 << 24)
        assert colours is not None
        assert len(colours) > 50, "an empty board"


def test_a_ply_chooses_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "WIDTH", 400)
    match = played_match(Setting("blockade", 2), 1, 8)
    first, last = (opened(records.write(match, "png", ply=ply)).convert("RGB") for ply in (0, 8))
    assert ImageChops.difference(first, last).getbbox() is not None
    assert records.write(match, "svg", ply=8) == records.write(match, "svg")
    assert records.write(match, "svg", ply=0).decode() == match.start.svg()


def test_words_are_drawn_with_our_own_fonts() -> None:
    text = '<text y="15" font-family="{}">Äß −3 ★</text>'
    words = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20">{text}</svg>'
    drawn = [pictures.png(words.format(font), 90) for font in ("sans-serif", "ui-sans-serif, Arial, sans-serif")]
    assert drawn[0] == drawn[1] != pictures.png(words.replace("Äß −3 ★", "").format("serif"), 90)


@pytest.mark.parametrize("name", stockade.games())
def test_frames_are_the_same_as_whole_pictures(name: str) -> None:
    """Only what changes is drawn again, and nobody sees it."""
    match = played_match(Setting(name, stockade.game(name).spec.players[-1]), 2, 40)
    asked = []

    def draw(svg: str, width: int) -> bytes:
        asked.append(width)
        return pictures.png(svg, width)

    camera = Camera(match.game.art(), 320, draw)
    shown = pictures.moments(match)[: either(quick=7, deep=14)]
    for state in shown:
        frame = camera.take(state.scene())
        whole = opened(pictures.png(state.svg(), 320)).convert("RGB")
        difference = ImageChops.difference(frame, whole)
        assert max(high for _, high in difference.getextrema()) <= 40, "a piece is missing, or too much"
    assert len([width for width in asked if width < 320]) > len(shown) / 2, "whole pictures were drawn"


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_a_film_has_a_frame_for_every_turn(form: str) -> None:
    match = Match("blockade", seed=1)
    for move in ("D2-3", "B8-6", "C3-2"):
        match.play(move)
    with opened(records.write(match, form)) as film:
        assert film.format == form.upper()
        assert getattr(film, "n_frames", 1) == 4
        assert film.width == pictures.FILM_WIDTH
        assert film.info.get("loop") == 0
        shown = []
        for number in range(4):
            film.seek(number)
            shown.append(film.convert("RGB").copy())
    assert all(ImageChops.difference(one, other).getbbox() for one, other in pairwise(shown))


def test_a_turn_of_many_decisions_is_one_frame() -> None:
    match = played_match(Setting("barricado", 2), 1)
    shown = pictures.moments(match)
    assert shown[-1] == match.state
    deciding = [state.current_player for state in shown[:-1]]
    assert all(one != other for one, other in pairwise(deciding))
    assert len(shown) < len(match.actions)


def test_a_long_match_fits_into_a_film(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_match(Setting("blockade", 2), 1)
    every = pictures.moments(match)
    monkeypatch.setattr(pictures, "MOST_FRAMES", 5)
    some = pictures.moments(match)
    assert len(some) == 5 < len(every)
    assert (some[0], some[-1]) == (every[0], every[-1])


def test_a_film_ends_with_its_record() -> None:
    """A record that stops before chance says nothing about what chance did, and neither does its film."""
    match = played_match(Setting("cascadia", 2), 1, 30)
    rolled = max(number for number, actor in enumerate(match.actors) if actor < 0)
    log = {**match.to_json(), "actions": match.texts()[:rolled], "seed": None}
    record = records.read(json.dumps(log))
    assert record.plies == rolled < len(record.match.actions)
    assert pictures.moments(record.match, record.plies)[-1] == match.state_at(rolled)


@pytest.mark.parametrize("form", pictures.RASTER)
def test_without_the_libraries_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    missing: Any = None
    monkeypatch.setitem(sys.modules, "resvg_py", missing)
    with pytest.raises(NotAllowed, match=r"pip install 'stockade\[pictures\]'"):
        records.write(Match("blockade"), form)
    assert records.write(Match("blockade"), "svg")
