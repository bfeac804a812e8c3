"""The ids of environments, in all three interfaces."""

from __future__ import annotations

from stockade.core.spec import Option
from stockade.research import openspiel
from stockade.research.environments import environments


def test_every_option_of_note_has_an_id() -> None:
    named = {each.id for each in environments()}
    assert {
        "stockade/Blockade-match-11-v0",
        "stockade/Blockade-limit-100-v0",
        "stockade/CascadeBarricade-radius-4-v0",
        *(f"stockade/Cascadia-1p-scenario-{number}-v0" for number in range(1, 16)),
    } <= named
    assert "stockade/Cascadia-1p-scenario-0-v0" not in named  # the default
    assert "stockade/Cascadia-2p-scenario-1-v0" not in named  # for one player
    texts = set(openspiel.ids())
    assert {
        "stockade_blockade(players=2,match=11)",
        "stockade_cascadia(players=1,scenario=15)",
        "stockade_cascade_barricade(players=2,colours=one)",
    } <= texts


def test_small_ranges_are_of_note_and_of_large_ones_what_the_game_says():
    assert Option("speed", 2, low=1, high=3).others_of_note() == (1, 3)
    assert Option("speed", 2, low=1, high=300).others_of_note() == ()
    assert Option("speed", 2, low=1, high=300, of_note=(2, 50)).others_of_note() == (50,)
    assert Option("speed", 2, low=1, high=3, of_note=(3,)).others_of_note() == (3,)
    assert Option("speed", "slow", choices=("slow", "fast")).others_of_note() == ("fast",)
    assert Option("fast", True).others_of_note() == (False,)
