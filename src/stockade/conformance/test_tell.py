"""What games tell about events that an action sets off: lines for people. Telling changes nothing."""

from __future__ import annotations

import pytest

import stockade
from stockade.conformance.table import QUICK_SETTINGS, Setting, played_match

TELLING = [setting for setting in QUICK_SETTINGS if stockade.game(setting.game).teller is not None]


@pytest.mark.parametrize("setting", TELLING, ids=str)
def test_lines_are_words_and_telling_changes_nothing(setting: Setting) -> None:
    match = played_match(setting, 7)
    before = match.game.start(match.players, match.options)
    lines = []
    for action in match.actions:
        after = before.clone()
        after.apply(action)
        kept = before.to_bytes(), after.to_bytes()
        lines += before.tell(action, after)
        assert (before.to_bytes(), after.to_bytes()) == kept
        before = after
    assert lines
    assert all(line.strip() == line and line and "\n" not in line for line in lines)
    assert not any(line.endswith(".") for line in lines)
