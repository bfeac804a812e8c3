"""The engine and the second implementation side by side: records are converted, and both must offer the same
choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tests.games.barrage.oracle import Play, Question, Table
from tests.games.barrage.oracle_seats import Dam, Load, Seat
from tests.games.barrage.parts import KINDS, STREAMS

import stockade
from stockade import OVER
from stockade.core.state import State
from stockade.games.barrage.layout import CARDS, PLAYER, STATE
from stockade.games.barrage.rules.actions import Base
from stockade.games.barrage.tables import (
    BONUS_NAMES,
    COMPANY_NAMES,
    CONTRACT_NAMES,
    HEADSTREAM_NAMES,
    OBJECTIVE_NAMES,
    OFFICER_NAMES,
    ROW_NAMES,
    SITE_NAMES,
    TILE_NAMES,
)
from stockade.games.barrage.text.notation import format_action

GAME = stockade.game("barrage")
ALL_TILES = (*TILE_NAMES, "anton")
BASE_NAMES, CONDUIT_NAMES, HOUSE_NAMES = SITE_NAMES[:20], SITE_NAMES[40:60], SITE_NAMES[60:]
SPACE_NAMES = tuple(f"{row} {side}" for row in ROW_NAMES for side in "LR")
SAME = ("level", "vp", "credits", "energy", "excavators", "mixers", "engineers", "banked", "constructions")
PLAYER_NAMES, STATE_NAMES = PLAYER.names or (), STATE.names or ()


def name(names: Sequence[str], number: int) -> str | None:
    return names[number] if number >= 0 else None


def named(names: Sequence[str], bits: int) -> set[str]:
    return {each for number, each in enumerate(names) if bits >> number & 1} if bits else set()


def owned(names: Sequence[str], owners: list[int]) -> dict[str, int]:
    return {each: owner for each, owner in zip(names, owners, strict=True) if owner >= 0}


def seat_of(player: dict[str, Any]) -> Seat:
    loads = []
    for segment in range(5, -1, -1):  # what was invested last comes last
        tile = name(ALL_TILES, player["wheel_tile"][segment])
        excavators, mixers = int(player["wheel_excavators"][segment]), int(player["wheel_mixers"][segment])
        if tile or excavators or mixers:
            loads.append(Load(6 - segment, tile, excavators, mixers))
    return Seat(
        company=name(COMPANY_NAMES, player["company"]) or "",
        officer=name(OFFICER_NAMES, player["officer"]),
        copied=name(OFFICER_NAMES, player["copied"]),
        has_copied=bool(player["has_copied"]),
        has_passed=bool(player["has_passed"]),
        mahiri_uses=player["mahiri_uses"],
        tiles=named(ALL_TILES, player["tiles"]),
        wheel=loads,
        contracts=named(CONTRACT_NAMES, player["contracts"]),
        fulfilled=named(CONTRACT_NAMES, player["fulfilled"]),
        **{word: player[word] for word in SAME},
    )


def table_of(state: State) -> Table:
    """Return the position as the second implementation represents it."""
    record = state.record
    given = dict(zip(STATE_NAMES, record.item(), strict=True))
    players = given["players"]
    seats = [dict(zip(PLAYER_NAMES, each, strict=True)) for each in given["player"][:players].tolist()]
    dams = zip(
        BASE_NAMES, given["dam_owner"].tolist(), given["dam_level"].tolist(), given["dam_drops"].tolist(), strict=True
    )
    nationals, opened = given["national"].tolist(), given["open"].tolist()
    table = Table(
        seats=[seat_of(each) for each in seats],
        is_full=bool(given["is_full"]),
        round=given["round_no"],
        order=given["order"].tolist()[:players],
        dams={space: Dam(owner, level, drops) for space, owner, level, drops in dams if owner >= 0},
        conduits=owned(CONDUIT_NAMES, given["conduit"].tolist()),
        houses=owned(HOUSE_NAMES, given["powerhouse"].tolist()),
        headstreams=[HEADSTREAM_NAMES[tile] for tile in given["headstream"].tolist()],
        waiting=dict(zip(STREAMS, given["waiting"].tolist(), strict=True)),
        falling=dict(zip(STREAMS, given["falling"].tolist(), strict=True)),
        bonus=[BONUS_NAMES[tile] for tile in given["bonus"].tolist()],
        objective=OBJECTIVE_NAMES[given["objective"]],
        nationals=[name(CONTRACT_NAMES, each) for each in nationals],
        open={
            letter: [name(CONTRACT_NAMES, each) for each in opened[2 * k : 2 * k + 2]]
            for k, letter in enumerate("GYR")
        },
        pile=named(CONTRACT_NAMES, given["pile"]),
        discarded=named(CONTRACT_NAMES, given["discarded"]),
        patents=[name(TILE_NAMES, each) for each in given["patent"].tolist()],
        patent_pile=named(TILE_NAMES, given["patent_pile"]),
        taken=owned(SPACE_NAMES, given["space"].tolist()),
        spares=named(OFFICER_NAMES, given["spares"]),
        cards={card + 1 for card in range(CARDS) if given["cards"] >> card & 1},
        card=given["card"] + 1 or None,
        last_card=given["last_card"] + 1 or None,
        is_over=given["current_player"] == OVER,
    )
    for number, each in enumerate(seats):
        assert each["built"].tolist() == [table.count(number, kind) for kind in KINDS]
    return table


@cache
def fixed_text(action: int) -> str:
    return format_action(None, action)


def text_of(state: State, action: int) -> str:
    """Return the text of an action. Only the text of a payment depends on the position, for its credits."""
    return state.format(action) if Base.PAY <= action < Base.PRODUCE else fixed_text(action)


class Both:
    """A position in both implementations, with a generator of the second that continues from it."""

    def __init__(self, state: State, play: Callable[[Table], Play]) -> None:
        self.state, self.table = state, table_of(state)
        self.game = play(self.table)
        self.question: Question | None = next(self.game, None)

    def check(self) -> dict[str, int]:
        """Check that seat, choices and table are the same in both, and return the choices with their ids."""
        actions = self.state.legal_actions()
        texts = {text_of(self.state, action): action for action in actions}
        assert len(texts) == len(actions)
        if self.question is not None:
            assert self.state.current_player == self.question.seat
            assert sorted(texts) == sorted(self.question.texts)
        assert table_of(self.state) == self.table
        return texts

    def apply(self, text: str, action: int) -> None:
        self.state.apply(action)
        try:
            self.question = self.game.send(text)
        except StopIteration:
            self.question = None
