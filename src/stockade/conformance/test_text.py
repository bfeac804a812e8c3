"""The text of every game: notation that reads back, words, and a drawing with complete marks."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

import stockade
from stockade.conformance.table import (
    EXAMPLES,
    SETTINGS,
    Setting,
    each_game,
    each_setting,
    follow,
    played,
    some,
    steps,
)
from stockade.core.state import State

MARK = re.compile(r"\[(/?)([a-z]*\d*)\]")


def check_notation(state: State, actions: list[int]) -> None:
    texts = [state.format(action) for action in actions]
    assert len(set(texts)) == len(texts)
    assert all(text == text.strip() and text.isprintable() and text for text in texts)
    assert [state.parse(text) for text in texts] == actions


@each_setting
def test_notation_reads_back_and_tells_legal_actions_apart(setting: Setting) -> None:
    for states in played(setting):
        for state in states:
            check_notation(state, state.legal_actions())


@given(setting=st.sampled_from(SETTINGS), picks=steps(), pick=st.integers(0, 2**16))
@EXAMPLES
def test_an_action_may_be_given_as_text(setting: Setting, picks: list[int], pick: int) -> None:
    state = follow(setting.start(), picks)
    if not state.is_over:
        legal = state.legal_actions()
        action = legal[pick % len(legal)]
        by_id, by_text, by_loose_text = state.clone(), state.clone(), state.clone()
        by_id.apply(action)
        by_text.apply(state.format(action))
        by_loose_text.apply(f"  {state.format(action)} ")
        assert by_id == by_text == by_loose_text


@each_setting
def test_every_action_and_every_end_has_words(setting: Setting) -> None:
    for states in played(setting):
        for state in states:
            for action in state.legal_actions():
                words = state.describe(action)
                assert words.isprintable()
                assert len(words) > len(state.format(action)) or " " in words
            assert bool(state.describe_end()) == state.is_over


@each_setting
def test_seats_have_names_of_their_own(setting: Setting) -> None:
    for state in some(setting, 12):
        names = [state.seat_name(seat) for seat in range(setting.players)]
        assert len(set(names)) == setting.players
        assert all(name.strip() for name in names)


@each_setting
def test_the_drawing_closes_every_mark_it_opens(setting: Setting) -> None:
    for state in some(setting, 90):
        drawing = state.drawing()
        depth = 0
        for closes, name in MARK.findall(drawing):
            assert bool(closes) != bool(name), "a mark opens with a name and closes without"
            assert not name.startswith("seat") or int(name[4:]) < setting.players
            depth += -1 if closes else 1
            assert 0 <= depth <= 1
        assert depth == 0


@each_setting
def test_the_plain_drawing_has_no_marks_and_fits_a_terminal(setting: Setting) -> None:
    for state in some(setting, 90):
        plain = str(state)
        assert plain.strip()
        assert not MARK.search(plain)
        assert plain == MARK.sub("", state.drawing())
        assert all(len(line) <= 100 and line.isprintable() for line in plain.splitlines())


@each_game
def test_the_drawing_shows_every_kind_of_change(name: str) -> None:
    """Two states of one game that differ in what a player can do next rarely look the same."""
    states = played(next(setting for setting in SETTINGS if setting.game == name))[0]
    looks = {str(state) for state in states}
    assert len(looks) > len(states) // 2


@each_game
def test_repr_says_who_decides(name: str) -> None:
    states = played(next(setting for setting in SETTINGS if setting.game == name))[0]
    assert repr(states[-1]) == f"<State of {name}, ply {states[-1].ply}, over>"
    decided = next(state for state in states if state.current_player >= 0)
    assert repr(decided).endswith(f"{decided.seat_name(decided.current_player)} decides>")
    assert name in repr(stockade.Match(name, seed=0))
