"""Check scenes as data, and as a self-contained SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import stockade
from stockade.core.scene import Area, Piece, Scene, choosable, moved
from stockade.core.svg import render, symbols

SVG = "{http://www.w3.org/2000/svg}"
ART = (
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">\n<symbol id="hut" viewBox="0 0 1 1"/>\n</svg>\n'
)


def scene(*pieces: Piece, prompt: str = "Go", areas: tuple[Area, ...] = ()) -> Scene:
    return Scene("sample", (30, 20.5), areas, pieces, (), prompt, (), 0, 3, False)


def test_a_sheet_gives_its_symbols_alone() -> None:
    assert symbols(ART).strip() == '<symbol id="hut" viewBox="0 0 1 1"/>'


def test_a_picture_by_itself_has_the_colours_for_light_surroundings() -> None:
    assert symbols('<svg><path fill="light-dark(#fffdf6,#2b2620)" stroke="#123456"/></svg>') == (
        '<path fill="#fffdf6" stroke="#123456"/>'
    )


def test_a_choice_is_final_if_the_turn_passes_or_chance_acts() -> None:
    duel = stockade.game("blockade").start()
    assert all(choice.final for choice in duel.scene().choices)
    match = stockade.Match("cascadia", 2, seed=1)
    take = match.state.legal_actions()[-1]
    assert not match.state.is_final(take)  # the same player lays the tile
    match.play(take)
    match.play(match.state.legal_actions()[0])
    assert all(choice.final for choice in match.state.scene().choices)  # the token ends the turn; a tile is drawn


def test_every_thing_with_art_is_drawn_areas_first() -> None:
    areas = (Area("a", 0, 0, 5, 5, "Field", "hut"), Area("b", 0, 0, 5, 5, "Bare"))
    root = ElementTree.fromstring(render(scene(Piece("p", "hut", 1, 2, 3, 4, "Hut"), areas=areas), ART))
    assert root.attrib["viewBox"] == "0 0 30 20.5"
    assert [group.attrib["aria-label"] for group in root.iter(f"{SVG}g")] == ["Field", "Hut"]
    use = list(root.iter(f"{SVG}use"))[-1]
    assert use.attrib == {"href": "#hut", "x": "1", "y": "2", "width": "3", "height": "4"}


def test_words_are_escaped() -> None:
    label = 'Tom\'s <"hut"> & sons'
    root = ElementTree.fromstring(render(scene(Piece("p", "hut", 0, 0, 1, 1, label), prompt="A < B & C"), ART))
    assert next(root.iter(f"{SVG}g")).attrib["aria-label"] == label
    assert root.findtext(f"{SVG}title") == "A < B & C"


def test_things_turn_about_their_middle() -> None:
    root = ElementTree.fromstring(render(scene(Piece("p", "hut", 10, 20, 4, 6, "Hut", turn=90)), ART))
    assert next(root.iter(f"{SVG}g")).attrib["transform"] == "rotate(90 12 23)"
    straight = ElementTree.fromstring(render(scene(Piece("p", "hut", 10, 20, 4, 6, "Hut")), ART))
    assert "transform" not in next(straight.iter(f"{SVG}g")).attrib


def test_a_ghost_is_what_is_new_or_stands_differently() -> None:
    still, old = Piece("still", "hut", 0, 0, 1, 1, "Hut"), Piece("goes", "hut", 0, 0, 1, 1, "Hut")
    new, fresh = Piece("goes", "hut", 5, 0, 1, 1, "Hut"), Piece("fresh", "hut", 9, 0, 1, 1, "Hut")
    assert moved([still, old], [still, new, fresh]) == (new, fresh)
    assert moved([still, old], [still]) == ()


def test_a_scene_as_json_is_nested_plain_data() -> None:
    plain = scene(Piece("p", "hut", 0, 0, 1, 1, "Hut", owner=1)).to_json()
    assert plain["pieces"][0]["owner"] == 1
    assert (plain["ply"], plain["viewer"], plain["marks"]) == (3, None, ())


@pytest.mark.parametrize(
    ("viewer", "shape"), [(99, "wide"), (-1, "wide"), (True, "wide"), ("0", "tall"), (0, "round")]
)
def test_no_such_viewer_or_shape(viewer, shape):
    with pytest.raises(stockade.BadOption):
        stockade.game(stockade.games()[0]).start().scene(viewer, shape)


def test_a_scene_of_a_state_has_what_the_state_says() -> None:
    state = stockade.game("blockade").start()
    state.apply(state.legal_actions()[0])
    drawn = Scene.of(state, 1, size=(3, 2), areas=(), pieces=(), panels=(), prompt="Go", choices=(), marks=("a",))
    assert (drawn.game, drawn.current_player, drawn.ply, drawn.is_over) == ("blockade", 1, 1, False)
    assert (drawn.viewer, drawn.size, drawn.prompt, drawn.marks) == (1, (3, 2), "Go", ("a",))


def test_only_the_player_who_decides_may_choose() -> None:
    state = stockade.game("blockade").start()
    assert choosable(state, None) == choosable(state, 0) == state.legal_actions()
    assert choosable(state, 1) == []
    drawing = stockade.game("cascadia").start()
    assert drawing.is_chance
    assert choosable(drawing, None) == choosable(drawing, 0) == []


def test_pictures_share_what_does_not_change() -> None:
    state = stockade.game("blockade").start()
    before = state.scene(0)
    state.apply(state.legal_actions()[0])
    assert all(old is new for old, new in zip(before.areas, state.scene(0).areas, strict=True))
