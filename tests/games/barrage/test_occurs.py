"""In a fixed set of games everything happens at least once: each tile, contract, officer, space, step and kind of
action is used and can be reached."""

from __future__ import annotations

import random
from typing import Any

from tests.games.barrage.lively import GAME, lively

from stockade.core.state import State
from stockade.games.barrage.layout import CARDS, CONTRACTS, NOTHING, VARIANTS, Officer, Step
from stockade.games.barrage.rules.actions import Base, kind_of
from stockade.games.barrage.tables import (
    BONUS_NAMES,
    COMPANY_NAMES,
    CONTRACT_NAMES,
    HEADSTREAM_NAMES,
    NEUTRAL_SPACE,
    OBJECTIVE_NAMES,
    OFFICER_NAMES,
    ROW_NAMES,
    SITE_NAMES,
    TILE_NAMES,
)
from stockade.games.barrage.text.notation import NEUTRAL_NAMES, STREAM_LETTERS, VARIANT_TEXTS, format_action

SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {"setup": "full"}),
    (3, {"setup": "full"}),
    (2, {"setup": "full"}),
    (4, {"setup": "introductory"}),
    (4, {"setup": "full", "automas": 2, "level": "34"}),
    (3, {"setup": "full", "automas": 2, "level": "12"}),
    (2, {"setup": "full", "automas": 1, "level": "4"}),
)
GAMES = 168
COPIED = [name for number, name in enumerate(OFFICER_NAMES) if number != Officer.MAHIRI]
NAMES = {
    "company": COMPANY_NAMES,
    "officer": OFFICER_NAMES,
    "Mahiri as": COPIED,
    "level": [str(level) for level in range(5)],
    "headstream": HEADSTREAM_NAMES,
    "neutral dam": NEUTRAL_NAMES,
    "bonus": BONUS_NAMES,
    "objective": OBJECTIVE_NAMES,
    "patent": TILE_NAMES[5:],
    "build with": [*TILE_NAMES, "copy", "free", "free copy", "free I-powerhouse", "free III-base"],
    "build on": SITE_NAMES,
    "space": [f"{row} {side}" for row in ROW_NAMES for side in "LR"],
    "lay": CONTRACT_NAMES[4:],
    "take": CONTRACT_NAMES[4:49],
    "fulfil": CONTRACT_NAMES,
    "drop": list(STREAM_LETTERS),
    "card": [str(card) for card in range(1, CARDS + 1)],
    "step": [step.name for step in Step],
    "action": [base.name for base in Base if base != Base.END],
}


class Occurred:
    def __init__(self) -> None:
        self.names: dict[str, set[str]] = {what: set() for what in NAMES}

    def note(self, what: str, name: str) -> None:
        self.names[what].add(name)

    def note_action(self, state: State, action: int) -> None:
        kind = kind_of(action)
        number = action - kind
        self.note("action", kind.name)
        match kind:
            case Base.SPACE:
                self.note("space", format_action(state.record, action))
            case Base.PATENT:
                self.note("patent", TILE_NAMES[state.record.patent[number]])
            case Base.OFFICER:
                self.note("Mahiri as", OFFICER_NAMES[number])
            case Base.BUILD:
                self.note("build on", SITE_NAMES[number // VARIANTS])
                self.note("build with", VARIANT_TEXTS[number % VARIANTS])
                self.note("build with", VARIANT_TEXTS[number % VARIANTS].rpartition(" ")[0])
            case Base.TAKE:
                self.note("take", CONTRACT_NAMES[number])
            case Base.DROP:
                self.note("drop", STREAM_LETTERS[number])
            case Base.DRAW_CONTRACT if number >= 4:
                self.note("lay", CONTRACT_NAMES[number])
            case Base.DRAW_CARD:
                self.note("card", str(number + 1))

    def note_state(self, state: State) -> None:
        record = state.record
        for step in record.pending["step"][: record.depth].tolist():
            self.note("step", Step(step).name)

    def note_end(self, state: State) -> None:
        record = state.record
        self.note("objective", OBJECTIVE_NAMES[record.objective])
        for tile in record.headstream.tolist():
            self.note("headstream", HEADSTREAM_NAMES[tile])
        for number, space in enumerate(NEUTRAL_SPACE.tolist()):
            if record.dam_owner[space] == 4:
                self.note("neutral dam", NEUTRAL_NAMES[number])
        for player in record.player[: state.players]:
            self.note("company", COMPANY_NAMES[player.company])
            self.note("level", str(player.level))
            if player.officer != NOTHING:
                self.note("officer", OFFICER_NAMES[player.officer])
            for contract in range(CONTRACTS):
                if int(player.fulfilled) >> contract & 1:
                    self.note("fulfil", CONTRACT_NAMES[contract])

    def missing(self) -> dict[str, list[str]]:
        found = {what: [name for name in names if name not in self.names[what]] for what, names in NAMES.items()}
        return {what: names for what, names in found.items() if names}


def enrich(state: State) -> None:
    """Give people more than the rules do, so that expensive things are built too."""
    for player in state.record.player[: state.players]:
        if not player.level:
            player.credits, player.excavators, player.mixers = 40, 15, 15


def play(occurred: Occurred, number: int) -> None:
    players, options = SETTINGS[number % len(SETTINGS)]
    dice, state = random.Random(number), GAME.start(players, options)
    if number % 4:
        enrich(state)
    while not state.is_over:
        action, before = lively(state, dice), int(state.record.round_no)
        occurred.note_action(state, action)
        state.apply(action)
        occurred.note_state(state)
        if before and (state.is_over or state.record.round_no > before):  # the bonus of a round that has ended
            occurred.note("bonus", BONUS_NAMES[state.record.bonus[before - 1]])
    occurred.note_end(state)


def test_everything_occurs() -> None:
    occurred = Occurred()
    for number in range(GAMES):
        play(occurred, number)
    assert occurred.missing() == {}
