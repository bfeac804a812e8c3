"""What a sweep needs from every game, with or without `evaluation/study`."""

from __future__ import annotations

from stockade.conformance.table import Setting, each_setting, played_match
from stockade.core.layout import CHANCE
from stockade.core.study import watch
from stockade.research.played import look_at


@each_setting
def test_a_finished_match_can_be_studied(setting: Setting) -> None:
    match = played_match(setting, 1, None)
    found = look_at(match, 7)
    assert found.number == 7
    assert found.ending
    assert found.winners == tuple(match.state.winners())
    assert sorted(found.order) == list(range(match.players))
    assert found.actions == sum(actor != CHANCE for actor in match.actors)
    if found.notes is None:
        assert match.game.study is None
        return
    assert found.notes == watch(match)  # watching changes nothing
    assert found.rounds == found.notes.rounds > 0
    for curve in found.notes.curves.values():
        assert [len(values) for values in curve] == [found.notes.rounds + 1] * match.players
    assert all(0 <= thing.seat < match.players and thing.group and thing.name for thing in found.notes.holdings)
