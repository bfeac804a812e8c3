"""The texts of a guide, and the addresses of a lesson's sections."""

from __future__ import annotations

import pytest
from tests.core.toy_shelf import only_toys

import stockade
from stockade.core.errors import BadGame, NotAllowed
from stockade.core.guide import read_sections, read_words, slug

LESSON = "# Game\n\n## Your turn\nMove.\n\n```board\n## not a heading\n```\n\n## The end: who wins?\nYou.\n"


def test_words_are_read_by_the_ids_of_their_headings() -> None:
    words = read_words("# First game\n\n## start: Take a tile\nTake it\nand go.\n\n## end: The end\nDone.\n")
    assert {tip: said[:2] for tip, said in words.items()} == {
        "start": ("Take a tile", "Take it and go."),
        "end": ("The end", "Done."),
    }


def test_what_is_touched_on_a_board_is_not_said_where_moves_are_typed() -> None:
    words = read_words("## take: Take a tile\nTake one\nof four.\n> Touch it.\n\nIt is yours.\n> Enjoy.\n")
    assert words["take"].text == "Take one of four. Touch it. It is yours. Enjoy."
    assert words["take"].typed == "Take one of four. It is yours."


@pytest.mark.parametrize("text", ["## no id\nText.", "## a: One\nText.\n\n## a: Two\nText."])
def test_a_heading_without_an_id_of_its_own_is_refused(text: str) -> None:
    with pytest.raises(BadGame, match=r"guide\.md: the heading"):
        read_words(text)


def test_sections_keep_their_ids_in_every_language() -> None:
    german = "# Spiel\n\n## Dein Zug\n\n## Das Ende\n"
    assert read_sections(LESSON, german) == [("your-turn", "Dein Zug"), ("the-end-who-wins", "Das Ende")]
    assert slug("No retreat") == "no-retreat"


def test_a_game_without_a_guide_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    only_toys(monkeypatch)
    game = stockade.game("pig")
    assert not game.has_guide
    with pytest.raises(NotAllowed, match="has no guide"):
        game.course(0)
