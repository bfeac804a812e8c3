"""Check how games are found by name, and the errors if they are not."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import stockade
from stockade.core import errors
from stockade.core.checks import field, names_only, one_of, whole
from stockade.core.errors import BadPosition, StockadeError

KINDS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, StockadeError)]


def test_every_package_among_the_games_is_a_game() -> None:
    package = importlib.import_module("stockade.games")
    found = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    assert list(stockade.games()) == found
    for name in found:
        assert stockade.game(name).name == name


@pytest.mark.parametrize(
    "name", ["", "Blockade", "blockade ", "chess", "games", "../blockade", "blockade.rules", None, 3]
)
def test_any_other_name_is_unknown(name: object) -> None:
    with pytest.raises(stockade.UnknownGame) as refused:
        stockade.game(name)  # type: ignore[arg-type]
    assert all(known in refused.value.message for known in stockade.games())


def test_codes_are_distinct_and_stable() -> None:
    codes = {kind.__name__: kind.code for kind in KINDS}
    assert codes == {
        "StockadeError": "error",
        "UnknownGame": "unknown_game",
        "UnknownBot": "unknown_bot",
        "BadGame": "bad_game",
        "BadOption": "bad_option",
        "ParseError": "parse_error",
        "IllegalAction": "illegal_action",
        "BadPosition": "bad_position",
        "CorruptLog": "corrupt_log",
        "NotAllowed": "not_allowed",
    }


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_carries_its_message_and_ruling(kind: type[StockadeError]) -> None:
    error = kind("no way", "7")
    assert (str(error), error.message, error.ruling) == ("no way", "no way", "7")
    assert kind("no way").ruling == ""
    assert kind.__doc__


def test_everything_public_is_there() -> None:
    assert all(hasattr(stockade, name) for name in stockade.__all__)
    public = {kind.__name__ for kind in KINDS}
    assert public <= set(stockade.__all__)


# -- checks of hand-written positions ----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, 11, 5.0, True, "5", None, [5], 10**30])
def test_a_whole_number_out_of_range_is_named(value: object) -> None:
    with pytest.raises(BadPosition, match="'x' is a whole number from 1 to 10"):
        whole({"x": value}, "x", 1, 10)


def test_defaults_serve_only_where_they_are_given() -> None:
    assert whole({"x": 5}, "x", 1, 10) == 5
    assert whole({}, "x", 1, 10, 3) == 3
    assert field({}, "x", list, []) == []
    assert one_of({}, "x", ("a", None), "a") == "a"
    for check in (lambda: whole({}, "x", 1, 10), lambda: field({}, "x", dict)):
        with pytest.raises(BadPosition, match="'x' is missing"):
            check()


def test_kinds_and_words_are_checked() -> None:
    with pytest.raises(BadPosition, match="not a list"):
        field({"x": {}}, "x", list)
    with pytest.raises(BadPosition, match="named fields"):
        field({"x": []}, "x", dict)
    assert one_of({"x": None}, "x", ("a", None), "a") is None
    for wrong in ("b", 1, ["a"], {}, True):
        with pytest.raises(BadPosition, match="one of a"):
            one_of({"x": wrong}, "x", ("a",), "a")


def test_unknown_names_are_refused() -> None:
    names_only({"a": 1}, {"a", "b"}, "a thing")
    with pytest.raises(BadPosition, match="a thing has no field 'c'; it has: a, b"):
        names_only({"a": 1, "c": 2}, {"a", "b"}, "a thing")
    with pytest.raises(BadPosition):
        names_only({1: 2, "z": 3}, {"a"}, "a thing")  # type: ignore[dict-item]
