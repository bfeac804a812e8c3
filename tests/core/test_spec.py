"""Check options and specs: valid values are accepted, and errors name the invalid ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from stockade.core.errors import BadOption
from stockade.core.spec import Auto, Option, Spec, Value

SIZE = Option("size", 6, low=4, high=8, text="Width of the board.")
MODE = Option("mode", "calm", choices=("calm", "wild", "odd"), text="Mood.")
CARDS = Option("cards", 3, choices=(1, 3, 5), text="Cards in hand.")
FOG = Option("fog", False, text="Hide things.")


def read_numbers(given: str | Path) -> str:
    text = given.read_text("utf-8") if isinstance(given, Path) else given
    if text != "short" and not text.replace(",", "").replace(" ", "").isdigit():
        raise BadOption("no numbers")
    return text.replace(" ", "")


def numbers_of(value: str) -> list[int]:
    return [1] if value == "short" else [int(number) for number in value.split(",")]


TABLE = Option(
    "table", "short", choices=("short",), pattern_text="numbers", read=read_numbers, numbers=numbers_of, text="Data."
)
CODE = Option("code", "plain", choices=("plain", "AAA"), pattern="[A-D]{3}|[0-9]{2}", pattern_text="three letters")


def together(players: int, options: Mapping[str, Value]) -> str | None:
    return "fog is for more than two players" if options["fog"] and players == 2 else None


SPEC = Spec(
    name="sample",
    title="Sample",
    blurb="",
    players=(2, 4),
    minutes="1",
    weight="light",
    rules_version=1,
    action_count=1,
    legal_limit=1,
    ply_limit=1,
    options=(SIZE, MODE, CARDS, FOG),
    check_together=together,
)


def test_the_kind_follows_from_the_default() -> None:
    assert [option.kind for option in (SIZE, MODE, CARDS, FOG)] == ["int", "choice", "choice", "bool"]


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (SIZE, 4, 4),
        (SIZE, 8, 8),
        (SIZE, "5", 5),
        (MODE, "wild", "wild"),
        (CARDS, 5, 5),
        (CARDS, "5", 5),
        (FOG, True, True),
        (FOG, "yes", True),
        (FOG, "OFF", False),
        (FOG, "true", True),
        (CODE, "plain", "plain"),
        (CODE, "PLAIN", "plain"),
        (CODE, "AAA", "AAA"),
        (CODE, "aaa", "AAA"),
        (CODE, "BCD", "BCD"),
        (CODE, "bCd", "BCD"),
        (CODE, "07", "07"),
    ],
)
def test_values_and_their_texts_are_understood(option: Option, given: object, value: Value) -> None:
    found = option.check(given)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (SIZE, 3),
        (SIZE, 9),
        (SIZE, "3"),
        (SIZE, "six"),
        (SIZE, ""),
        (SIZE, 6.0),
        (SIZE, True),
        (SIZE, None),
        (SIZE, "９"),
        (SIZE, "9" * 5000),
        (SIZE, [6]),
        (MODE, "Calm"),
        (MODE, 0),
        (MODE, None),
        (MODE, ["calm"]),
        (CARDS, 2),
        (CARDS, True),
        (CARDS, "one"),
        (FOG, 1),
        (FOG, 0),
        (FOG, "maybe"),
        (FOG, None),
        (CODE, "ABCD"),
        (CODE, "ABC\n"),
        (CODE, "ABE"),
        (CODE, ""),
        (CODE, 7),
        (CODE, True),
        (CODE, None),
        (CODE, ["AAA"]),
    ],
)
def test_what_does_not_fit_is_refused_with_what_would(option: Option, given: object) -> None:
    with pytest.raises(BadOption) as refused:
        option.check(given)
    assert option.name in refused.value.message
    assert option.range_text() in refused.value.message
    assert refused.value.code == "bad_option"


def test_ranges_read_well() -> None:
    assert SIZE.range_text() == "a whole number from 4 to 8"
    assert MODE.range_text() == "one of calm, wild, odd"
    assert FOG.range_text() == "true or false"
    assert CODE.range_text() == "one of plain, AAA, or three letters"


def test_setup_gets_numbers() -> None:
    """`setup` gets the index of a word in `choices`, and any other value unchanged."""
    options = SPEC.check_options(4, {"size": 8, "mode": "odd", "cards": 5, "fog": True})
    assert SPEC.encode_options(options) == [8, 2, 5, 1]
    assert SPEC.encode_options(SPEC.check_options(2, None)) == [6, 0, 3, 0]


def test_a_free_text_is_a_number_after_the_words() -> None:
    assert (CODE.kind, CODE.encode("plain"), CODE.encode("AAA")) == ("choice", [0], [1])
    assert CODE.encode("AAB") == [2 + int("AAB", 36)]
    assert CODE.encode("07") == [2 + 7]


def test_a_table_of_data_is_read_and_given_as_its_numbers(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("3, 4,5", "utf-8")
    for given in ("3,4,5", " 3, 4,5", tmp_path / "mine"):
        assert TABLE.check(given) == "3,4,5"
    assert TABLE.kind == "choice"
    assert TABLE.check("short") == "short"
    assert TABLE.encode("short") == [1]
    assert TABLE.encode("3,4,5") == [3, 4, 5]
    spec = replace(SPEC, options=(SIZE, TABLE), check_together=None)
    options = spec.check_options(2, {"table": tmp_path / "mine"})
    assert options == {"size": 6, "table": "3,4,5"}
    assert spec.encode_options(options) == [6, 3, 4, 5]
    assert spec.encode_options(spec.check_options(2, None)) == [6, 1]


@pytest.mark.parametrize("given", [3, None, True, 1.5, ["short"], {"a": 1}, b"short"])
def test_a_table_of_data_is_a_text_or_a_path(given: object) -> None:
    with pytest.raises(BadOption, match=r"option table cannot be .*: it is one of short, or numbers"):
        TABLE.check(given)
    with pytest.raises(BadOption, match="no numbers"):
        TABLE.check("long")


def test_missing_options_have_their_defaults() -> None:
    assert SPEC.check_options(2, {"size": 5}) == {"size": 5, "mode": "calm", "cards": 3, "fog": False}
    assert SPEC.check_options(2, {}) == SPEC.check_options(2, None)


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match="no option 'colour'; it has: size, mode, cards, fog"):
        SPEC.check_options(2, {"colour": 1})


@pytest.mark.parametrize("given", [[], "size=5", 5, ("size", 5)])
def test_options_are_a_mapping(given: object) -> None:
    with pytest.raises(BadOption, match="names with values"):
        SPEC.check_options(2, given)  # type: ignore[arg-type]


def test_options_that_do_not_go_together_are_refused() -> None:
    assert SPEC.check_options(4, {"fog": True})["fog"] is True
    with pytest.raises(BadOption, match="more than two players"):
        SPEC.check_options(2, {"fog": True})


def test_player_counts() -> None:
    assert SPEC.check_players(None) == 2
    assert replace(SPEC, usual_players=4).check_players(None) == 4
    assert SPEC.check_players(4) == 4
    for wrong in (3, 0, -2, 2.0, "2", True, [2]):
        with pytest.raises(BadOption, match="Sample is for 2 or 4 players"):
            SPEC.check_players(wrong)  # type: ignore[arg-type]


def test_the_last_seats_may_play_themselves() -> None:
    option = Option("riders", 0, low=0, high=3)
    riders = replace(SPEC, options=(option,), check_together=None, auto=Auto("riders", "Rider"))
    assert list(riders.auto_seats(4, {"riders": 0})) == []
    assert list(riders.auto_seats(4, {"riders": 3})) == [1, 2, 3]
    assert list(replace(riders, auto=None).auto_seats(4, {"riders": 3})) == []


OLDER = replace(SPEC, rules_version=3, earlier={2: {"fog": False}})


def test_an_older_log_stands_for_the_options_of_its_version() -> None:
    assert OLDER.can_replay(3)
    assert OLDER.can_replay(2)
    assert not OLDER.can_replay(1)
    assert OLDER.options_in(2, {"mode": "wild"}) == {"mode": "wild", "fog": False}
    assert OLDER.options_in(2, None) == {"fog": False}
    assert OLDER.options_in(2, {"fog": True}) == {"fog": True}
    assert OLDER.options_in(3, {"mode": "wild"}) == {"mode": "wild"}


def test_options_that_are_not_offered_can_still_be_set() -> None:
    hidden = Option("rulings", 2, low=1, high=2, offered=False)
    spec = replace(OLDER, options=(*OLDER.options, hidden))
    assert hidden not in spec.offered
    assert spec.check_options(4, {"rulings": 1})["rulings"] == 1


def test_people_read_titles() -> None:
    size = Option("board_size", 6, choices=(6, 4), titles=("large", "small"), title="Size of the board")
    assert (size.heading, size.title_of(6), size.title_of(4)) == ("Size of the board", "large", "small")
    assert Option("two_weakest", False).heading == "Two weakest"
    assert (FOG.title_of(True), FOG.title_of(False), SIZE.title_of(5), MODE.title_of("wild")) == (
        "yes", "no", "5", "wild",
    )  # fmt: skip
    assert (CODE.title_of("ABC"), TABLE.title_of("1,2,3")) == ("ABC", "one of your own")
