"""Malformed input of any kind raises a typed error and changes nothing."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import stockade
from stockade import BadOption, BadPosition, CorruptLog, IllegalAction, Match, NotAllowed, ParseError, StockadeError
from stockade.conformance.junk import ACTIONS, JSON, mutated
from stockade.conformance.scope import either
from stockade.conformance.table import (
    EXAMPLES,
    GAMES,
    QUICK_SETTINGS,
    SETTINGS,
    Setting,
    each_game,
    follow,
    played_match,
    some,
    steps,
)
from stockade.core.state import State

MORE = settings(EXAMPLES, max_examples=either(quick=40, deep=150))
any_setting = st.sampled_from(SETTINGS)


def typed(error: StockadeError) -> bool:
    return bool(error.message.strip()) and type(error).code != StockadeError.code


def attempt(kind: type[StockadeError], act: Callable[[], Any]) -> Any:
    """Return the result of a call, or None if it was refused with the allowed error. Other exceptions are raised."""
    try:
        return act()
    except kind as error:
        assert typed(error)  # noqa: PT017  (a refusal is one of two correct results)
        return None


# -- actions -------------------------------------------------------------------------------------------------


@given(setting=any_setting, picks=steps(), action=ACTIONS)
@MORE
def test_a_malformed_action_is_refused_and_changes_nothing(setting: Setting, picks: list[int], action: Any) -> None:
    state = follow(setting.start(), picks)
    if type(action) is int and action in state.legal_actions():
        return
    before = state.to_bytes()
    with pytest.raises((IllegalAction, ParseError)) as refused:
        state.apply(action)
    assert typed(refused.value)
    assert state.to_bytes() == before


@given(setting=any_setting, action=ACTIONS, seat=ACTIONS)
@MORE
def test_a_malformed_play_leaves_the_match_alone(setting: Setting, action: Any, seat: Any) -> None:
    match = played_match(setting, 1, 4)
    before, actions = match.to_json(), list(match.actions)
    mover = match.state.current_player
    for given_seat in (None, mover, seat):
        if type(action) is int and action in match.state.legal_actions():
            continue
        with pytest.raises((IllegalAction, ParseError, NotAllowed)) as refused:
            match.play(action, seat=given_seat)
        assert typed(refused.value)
    assert (match.to_json(), match.actions) == (before, actions)


@given(setting=any_setting, seat=ACTIONS)
@MORE
def test_a_malformed_seat_can_neither_resign_nor_take_back(setting: Setting, seat: Any) -> None:
    match = played_match(setting, 2, 4)
    if match.is_over:
        match.undo(consent=True)
    before = match.to_json()
    is_seat = type(seat) is int and 0 <= seat < match.players
    if not is_seat:
        with pytest.raises(NotAllowed):
            match.resign(seat)
    attempt(NotAllowed, lambda: match.undo(seat))
    assert match.to_json() == before or seat is None or is_seat


@given(setting=any_setting, picks=steps(), text=st.data())
@MORE
def test_a_text_is_an_action_or_a_parse_error(setting: Setting, picks: list[int], text: st.DataObject) -> None:
    state = follow(setting.start(), picks)
    letters = sorted({letter for action in state.legal_actions() for letter in state.format(action)}) or ["x"]
    near = st.lists(st.sampled_from(letters), max_size=10).map("".join)
    words = text.draw(near | st.text(max_size=20))
    before = state.to_bytes()
    action = attempt(ParseError, lambda: state.parse(words))
    if action is None:
        with pytest.raises(ParseError):
            state.apply(words)
        assert state.to_bytes() == before
        return
    assert type(action) is int
    assert 0 <= action < state.game.spec.action_count
    assert state.parse(state.format(action)) == action
    if action not in state.legal_actions():
        with pytest.raises(IllegalAction):
            state.apply(words)
        assert state.to_bytes() == before


@each_game
def test_what_is_no_text_is_a_parse_error(name: str) -> None:
    state = stockade.game(name).start()
    for thing in (None, 3, 1.5, b"B3-5", ["B3-5"], object()):
        with pytest.raises(ParseError):
            state.parse(thing)  # type: ignore[arg-type]


@each_game
def test_numbers_of_numpy_are_numbers(name: str) -> None:
    match = Match(name, seed=1)
    action = match.state.legal_actions()[-1]
    match.play(np.int64(action))  # type: ignore[arg-type]
    assert match.actions[-1] == action or action in match.actions
    assert all(type(number) is int for number in match.actions)
    for wrong in (np.float64(action), np.bool_(True), np.array([action])):
        with pytest.raises(ParseError):
            match.state.apply(wrong)  # type: ignore[arg-type]


# -- headers -------------------------------------------------------------------------------------------------


@given(name=st.sampled_from(GAMES), players=ACTIONS, options=JSON, seed=ACTIONS)
@MORE
def test_a_malformed_header_is_refused(name: str, players: Any, options: Any, seed: Any) -> None:
    spec = stockade.game(name).spec
    match = attempt(BadOption, lambda: Match(name, players, options, seed))
    if match is not None:
        assert match.players in spec.players
        assert set(match.options) == {option.name for option in spec.options}


@given(name=ACTIONS)
@EXAMPLES
def test_a_malformed_name_is_an_unknown_game(name: Any) -> None:
    with pytest.raises(stockade.UnknownGame):
        stockade.game(name)


# -- logs ----------------------------------------------------------------------------------------------------


@cache
def logs(name: str) -> list[dict[str, Any]]:
    """Return valid logs of one game: new, short, resigned, drawn and played to the end."""
    found = []
    for number, setting in enumerate(setting for setting in SETTINGS if setting.game == name):
        for most in (0, 5):
            found.append(played_match(setting, number, most).to_json())
    resigned, drawn = (played_match(SETTINGS_OF[name], seed, 3) for seed in (1, 2))
    resigned.resign(0)
    drawn.agree_draw()
    return [*found, resigned.to_json(), drawn.to_json(), played_match(SETTINGS_OF[name], 3).to_json()]


SETTINGS_OF = {setting.game: setting for setting in reversed(SETTINGS)}


def check_log(log: Any) -> None:
    """Check that a log is refused as corrupt, or gives a match that is valid in every way."""
    before = copy.deepcopy(log)
    match = attempt(CorruptLog, lambda: Match.from_json(log))
    if match is not None:
        again = Match.from_json(json.loads(json.dumps(match.to_json(), allow_nan=False)))
        assert again.to_json() == match.to_json()
        assert again.state == match.state
        assert match.state.game.from_bytes(match.state.to_bytes()) == match.state
        assert len(match.actions) >= len(log["actions"])
    assert repr(log) == repr(before)


@given(name=st.sampled_from(GAMES), data=st.data())
@settings(MORE, max_examples=either(quick=100, deep=400))
def test_a_damaged_log_is_corrupt_or_sound(name: str, data: st.DataObject) -> None:
    check_log(data.draw(mutated(data.draw(st.sampled_from(logs(name))))))


@given(log=JSON)
@example(log={"stockade": 1, "game": GAMES[0], "rules_version": 1, "actions": "abc"})
@MORE
def test_junk_is_no_log(log: Any) -> None:
    with pytest.raises(CorruptLog):
        Match.from_json(log)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("stockade", 0),
        ("stockade", "1"),
        ("stockade", 10**40),
        ("game", "chess"),
        ("game", None),
        ("players", 99),
        ("players", 2.0),
        ("options", {"no such option": 1}),
        ("options", [1]),
        ("rules_version", 0),
        ("rules_version", 999),
        ("rules_version", None),
        ("seed", -1),
        ("seed", 2**63),
        ("seed", "7"),
        ("actions", None),
        ("actions", {}),
        ("actions", [None]),
        ("actions", [[]]),
        ("actions", [-1]),
        ("actions", [True]),
        ("actions", [10**40]),
        ("actions", [""]),
        ("ending", {"resigned": 99}),
        ("ending", {"resigned": True}),
        ("ending", {"resigned": None}),
        ("ending", {"resigned": 0, "draw": True}),
        ("ending", {"draw": False}),
        ("ending", {"draw": 1}),
        ("ending", {}),
        ("ending", "resigned"),
    ],
)
@each_game
def test_a_wrong_field_is_a_corrupt_log(name: str, field: str, value: Any) -> None:
    log = played_match(SETTINGS_OF[name], 4, 2).to_json()
    with pytest.raises(CorruptLog) as refused:
        Match.from_json(log | {field: value})
    assert typed(refused.value)


@each_game
def test_an_ending_after_the_end_is_corrupt(name: str) -> None:
    log = played_match(SETTINGS_OF[name], 5).to_json()
    for ending in ({"draw": True}, {"resigned": 0}):
        with pytest.raises(CorruptLog):
            Match.from_json(log | {"ending": ending})


@each_game
def test_an_illegal_action_in_a_log_is_named_with_its_place(name: str) -> None:
    log = played_match(SETTINGS_OF[name], 6, 3).to_json()
    place = len(log["actions"])
    with pytest.raises(CorruptLog, match=f"action {place} of the log"):
        Match.from_json(log | {"actions": [*log["actions"], 10**9]})


@pytest.mark.parametrize("missing", ["stockade", "game", "rules_version", "actions"])
@each_game
def test_a_missing_field_is_named(name: str, missing: str) -> None:
    log = played_match(SETTINGS_OF[name], 7, 2).to_json()
    del log[missing]
    with pytest.raises(CorruptLog, match=missing):
        Match.from_json(log)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("logs")


@given(name=st.sampled_from(GAMES), cut=st.integers(0, 10**6), flip=st.none() | st.integers(0, 10**6))
@MORE
def test_a_damaged_file_is_corrupt_or_sound(folder: Path, name: str, cut: int, flip: int | None) -> None:
    path = folder / "match.json"
    played_match(SETTINGS_OF[name], 8, 6).save(path)
    data = bytearray(path.read_bytes())
    if flip is None:
        data = data[: cut % len(data)]
    else:
        data[cut % len(data)] ^= 1 << flip % 8
    path.write_bytes(data)
    match = attempt(CorruptLog, lambda: Match.load(path))
    if match is not None:
        check_log(match.to_json())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "{" * 100_000,
        "[" * 100_000,
        "9" * 5000,
        '{"stockade": 1, "game": "x", "rules_version": 1, "actions": [' + "7" * 5000 + "]}",
        '{"stockade": NaN}',
        '{"stockade": Infinity, "game": 1, "rules_version": 1, "actions": []}',
        "\ufeff{}",
    ],
    ids=lambda text: text[:20],
)
def test_a_file_of_junk_is_no_log(tmp_path: Path, text: str) -> None:
    path = tmp_path / "junk.json"
    path.write_text(text, "utf-8")
    with pytest.raises(CorruptLog):
        Match.load(path)


def test_a_file_that_is_no_text_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "junk.json"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(CorruptLog):
        Match.load(path)


@each_game
def test_deeply_nested_junk_is_corrupt_at_every_depth(tmp_path: Path, name: str) -> None:
    """Reading, checking and quoting it in the message each have their own limit of depth."""
    log = played_match(SETTINGS_OF[name], 9, 1).to_json()
    for depth in (10, 100, *range(850, 1010), 5000):
        path = tmp_path / "deep.json"
        for field in ("actions", "ending", "options"):
            text = json.dumps(log | {field: "@"}).replace('"@"', "[" * depth + "]" * depth)
            path.write_text(text, "utf-8")
            with pytest.raises(CorruptLog):
                Match.load(path)


# -- positions -----------------------------------------------------------------------------------------------


@cache
def positions(name: str) -> list[dict[str, Any]]:
    return [state.to_json() for setting in QUICK_SETTINGS if setting.game == name for state in some(setting, 12)]


def check_position(state: State) -> None:
    """Check that an accepted position can be played, and reads back as itself."""
    game = state.game
    assert game.from_json(json.loads(json.dumps(state.to_json(), allow_nan=False))) == state
    assert game.from_bytes(state.to_bytes()) == state
    assert bool(state.legal_actions()) != state.is_over
    str(state), state.scores(), state.scene()
    dice = random.Random(1)
    for _ in range(8):
        if state.is_over:
            assert state.describe_end()
            break
        state.apply(dice.choice(state.legal_actions()))
        assert game.from_bytes(state.to_bytes()) == state


@given(name=st.sampled_from(GAMES), data=st.data())
@settings(MORE, max_examples=either(quick=120, deep=500))
def test_a_damaged_position_is_refused_or_sound(name: str, data: st.DataObject) -> None:
    game = stockade.game(name)
    position = data.draw(mutated(data.draw(st.sampled_from(positions(name)))))
    before = copy.deepcopy(position)
    state = attempt(BadPosition, lambda: game.from_json(position))
    if state is not None:
        check_position(state)
    assert repr(position) == repr(before)


@given(name=st.sampled_from(GAMES), position=JSON)
@MORE
def test_junk_is_no_position(name: str, position: Any) -> None:
    with pytest.raises(BadPosition):
        stockade.game(name).from_json(position)


@each_game
def test_a_position_of_another_game_is_refused(name: str) -> None:
    position = stockade.game(name).start().to_json()
    with pytest.raises(BadPosition, match="chess"):
        stockade.game(name).from_json(position | {"game": "chess"})


@each_game
def test_an_unknown_field_of_a_position_is_refused(name: str) -> None:
    position = stockade.game(name).start().to_json()
    with pytest.raises(BadPosition, match="colour"):
        stockade.game(name).from_json(position | {"colour": 1})


@given(setting=any_setting, picks=steps(), data=st.binary(max_size=200))
@EXAMPLES
def test_bytes_of_another_length_are_refused(setting: Setting, picks: list[int], data: bytes) -> None:
    state = follow(setting.start(), picks)
    game, whole = state.game, state.to_bytes()
    for wrong in (data, whole[:-1], whole + b"\0", whole + whole, b""):
        if len(wrong) != len(whole):
            with pytest.raises(BadPosition):
                game.from_bytes(wrong)


@given(setting=any_setting, picks=steps(), bits=st.lists(st.integers(0, 2**20), min_size=1, max_size=4))
@settings(MORE, max_examples=either(quick=120, deep=600))
def test_flipped_bits_are_refused_or_sound(setting: Setting, picks: list[int], bits: list[int]) -> None:
    state = follow(setting.start(), picks)
    data = bytearray(state.to_bytes())
    for bit in bits:
        place = bit % (8 * len(data))
        data[place // 8] ^= 1 << place % 8
    other = attempt(BadPosition, lambda: state.game.from_bytes(bytes(data)))
    if other is not None:
        assert other.to_bytes() == bytes(data)
        check_position(other)


@each_game
def test_random_bytes_are_refused_or_make_a_sound_position(name: str) -> None:
    game, dice = stockade.game(name), random.Random(2)
    for _ in range(300):
        state = attempt(BadPosition, partial(game.from_bytes, dice.randbytes(game.record.itemsize)))
        if state is not None:
            check_position(state)


@each_game
def test_what_are_no_bytes_is_refused(name: str) -> None:
    size = stockade.game(name).record.itemsize
    for thing in (None, "text", 7, [1, 2], np.zeros(3), "x" * size, memoryview(bytes(8 * size))):
        with pytest.raises(BadPosition):
            stockade.game(name).from_bytes(thing)  # type: ignore[arg-type]
