"""Totals that no play can change: engineers, machines, tiles, contracts, drops and pieces add up after each step, and
credits change by what the action says."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.games.barrage.lively import GAME, lively

from stockade.core.state import State
from stockade.games.barrage.layout import (
    ANTON,
    BASES,
    CONTRACTS,
    NATIONAL,
    NEUTRAL,
    NOTHING,
    PRIVATE,
    TILES,
    Kind,
    Officer,
    Step,
    Tile,
)
from stockade.games.barrage.rules.actions import Base, kind_of
from stockade.games.barrage.tables import (
    CONSTRUCTION_ENGINEERS,
    CONTRACT_LIST,
    HEADSTREAM_DROPS,
    PIECES,
    POWERHOUSE_BASIN,
    ROW_LIST,
    SPACE_ENGINEERS,
    SPACE_FEE,
)

SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    *((players, {"setup": setup}) for players in (2, 3, 4) for setup in ("introductory", "full")),
    (2, {"setup": "full", "automas": 1, "level": "1"}),
    (3, {"setup": "full", "automas": 1, "level": "4"}),
    (3, {"setup": "full", "automas": 2, "level": "23"}),
    (4, {"setup": "full", "automas": 3, "level": "344"}),
)
ADVANCED = set(range(Tile.I_BASE, TILES))
PRIVATES = set(range(PRIVATE, NATIONAL))
ENGINEERS = 12
MANY = 6  # games of each setting; only the deep run plays more than the first
QUIET = (Base.BANK, Base.PATENT, Base.OFFICER, Base.TAKE, Base.DISCARD, Base.STOP)  # these move no water


def members(bits: int, count: int = CONTRACTS) -> set[int]:
    return {number for number in range(count) if bits >> number & 1}


class Seen:
    """What the game had before, to compare the next state with."""

    def __init__(self, state: State) -> None:
        record = state.record
        self.round, self.is_over = int(record.round_no), state.is_over
        self.steps = [int(frame.step) for frame in record.pending[: record.depth]]
        self.players = [record.player[seat] for seat in range(state.players)]
        self.machines = [
            (
                int(player.excavators) + int(player.wheel_excavators.sum()),
                int(player.mixers) + int(player.wheel_mixers.sum()),
            )
            for player in self.players
        ]
        self.credits = [int(player.credits) for player in self.players]
        self.engineers = [int(player.engineers) for player in self.players]
        self.uses = [int(player.mahiri_uses) for player in self.players]
        self.drops = int(record.dam_drops.sum() + record.waiting.sum() + record.falling.sum())
        self.tiles = Counter(tile for tile in record.patent.tolist() if tile != NOTHING)
        self.tiles.update(members(int(record.patent_pile)))
        for player in self.players:
            self.tiles.update(self.tiles_of(player) & ADVANCED)
        self.contracts = Counter(each for each in (*record.open.tolist(), *record.national.tolist()) if each >= 0)
        self.contracts.update(members(int(record.pile)) | members(int(record.discarded)))
        for player in self.players:
            self.contracts.update(members(int(player.contracts)))
            self.contracts.update(members(int(player.fulfilled)))

    @staticmethod
    def tiles_of(player: Any) -> set[int]:
        on_wheel = [tile for tile in player.wheel_tile.tolist() if tile != NOTHING]
        in_supply = members(int(player.tiles))
        assert len(set(on_wheel)) == len(on_wheel)
        assert not in_supply & set(on_wheel)
        return in_supply | set(on_wheel)


# -- engineers, tiles, contracts -----------------------------------------------------------------------------


def check_engineers(state: State, now: Seen, before: Seen) -> None:
    record = state.record
    for seat, player in enumerate(now.players):
        assert 0 <= player.engineers <= ENGINEERS
        if player.level:  # an Automa sends as many engineers as its tile says
            assert now.round != before.round or player.engineers <= before.engineers[seat]
            continue
        on_board = sum(int(SPACE_ENGINEERS[space]) for space in range(32) if record.space[space] == seat)
        on_patents = 2 * record.patent_taken.tolist().count(seat)
        building = int(CONSTRUCTION_ENGINEERS[: player.constructions].sum())
        placed = on_board + on_patents + building + int(player.banked) + int(player.mahiri_uses)
        assert placed + player.engineers == ENGINEERS
        assert not player.has_passed or player.engineers == 0


def check_tiles(state: State, now: Seen, before: Seen) -> None:
    is_full = bool(state.record.is_full)
    assert set(now.tiles.values()) <= {1}
    assert set(now.tiles) <= set(before.tiles)
    if is_full and now.round == before.round:
        assert now.tiles == before.tiles
    for player in now.players:
        basic = set(range(4 if is_full else 5))
        own = Seen.tiles_of(player)
        assert own - ADVANCED - {ANTON} == basic
        assert (ANTON in own) == (player.officer == Officer.ANTON)
    if is_full and now.round:
        assert len(members(int(state.record.patent_pile))) >= 15 - 3 * now.round


def check_contracts(state: State, now: Seen, before: Seen, action: int) -> None:
    record = state.record
    assert set(now.contracts.values()) <= {1}
    gone = set(before.contracts) - set(now.contracts)
    assert gone == ({action - Base.DISCARD} if kind_of(action) == Base.DISCARD else set())
    if now.round:
        nationals = [each for each in now.contracts if each >= NATIONAL]
        assert len(nationals) == state.players - 1
    step = int(record.pending[record.depth - 1].step) if record.depth else -1
    for player in now.players:
        assert not (player.contracts >> NATIONAL)
        assert len(members(int(player.contracts))) <= 3 or step in (Step.TAKE, Step.DISCARD)
        assert not (player.level and player.contracts)
    for place, contract in enumerate(record.open.tolist()):
        assert contract == NOTHING or (contract - PRIVATE) // 15 == place // 2


# -- machines, credits, drops --------------------------------------------------------------------------------


def machines_gained(action: int) -> tuple[int, int]:
    """Return the excavators and mixers that an action brings at once. Other gains are chosen one by one."""
    kind = kind_of(action)
    words: dict[str, Any] = {}
    if kind == Base.SPACE:
        words = ROW_LIST[action // 2]["effect"]
    elif kind == Base.CONTRACT:
        words = CONTRACT_LIST[action - Base.CONTRACT]["reward"]
    elif kind == Base.MACHINE:
        words = {"excavators": int(action == Base.MACHINE), "mixers": int(action != Base.MACHINE)}
    return words.get("excavators", 0), words.get("mixers", 0)


def check_machines(now: Seen, before: Seen, seat: int, action: int) -> None:
    for number, player in enumerate(now.players):
        gained = [after - old for after, old in zip(now.machines[number], before.machines[number], strict=True)]
        if player.level:
            assert min(gained) >= 0
        else:
            assert tuple(gained) == (machines_gained(action) if number == seat else (0, 0))
        assert player.wheel_excavators.min() >= 0
        assert player.wheel_mixers.min() >= 0
        assert player.excavators >= 0
        assert player.mixers >= 0
        assert player.wheel_tile[0] == NOTHING


def credits_gained(before: Seen, seat: int, action: int) -> int | None:
    """Return how an action changes credits, or None if something that follows may change them too."""
    match kind_of(action):
        case Base.SPACE:
            row = ROW_LIST[action // 2]
            is_plain = "produce" not in row["effect"]
            return -int(SPACE_FEE[action]) - row["cost"] if is_plain else None
        case Base.BANK:
            return action - Base.BANK + 1
        case Base.PATENT:
            return -5
        case Base.OFFICER:
            return -3 if before.uses[seat] else 0
        case Base.TAKE | Base.DISCARD | Base.PASS:
            return 0
    return None


def check_credits(state: State, now: Seen, before: Seen, seat: int, action: int) -> None:
    assert min(now.credits) >= 0
    has_ended = now.round != before.round or now.is_over
    for number, player in enumerate(now.players):
        assert not (player.level and player.credits)
        if has_ended or state.record.automas or kind_of(action) >= Base.DRAW_HEADSTREAM:
            continue
        expected = credits_gained(before, seat, action)
        if expected is not None:
            assert now.credits[number] - before.credits[number] == (expected if number == seat else 0)


def check_drops(state: State, now: Seen, before: Seen, action: int) -> None:
    record = state.record
    for space in range(BASES):
        owner, level, drops = (int(each[space]) for each in (record.dam_owner, record.dam_level, record.dam_drops))
        holds_four = 0 <= owner < NEUTRAL and record.player[owner].officer in (Officer.GRAZIANO, Officer.MAHIRI)
        assert 0 <= drops <= level + (level == 3 and holds_four)
    kind = kind_of(action)
    if record.automas or kind in (Base.BUILD, Base.DRAW_NEUTRAL) or Step.TILE_EFFECT in before.steps:
        return  # a tile may fill dams
    is_new = now.round != before.round
    has_rained = (is_new or Step.HEADSTREAMS in before.steps) and Step.HEADSTREAMS not in now.steps
    added = int(kind == Base.DROP) + (headstream_drops(state) if has_rained else 0)
    assert now.drops <= before.drops + added
    if kind in QUIET and not is_new and not now.is_over:
        assert now.drops == before.drops + added


def headstream_drops(state: State) -> int:
    """Return how many drops the headstream tiles add in this round."""
    record = state.record
    if not 0 < record.round_no < 5:
        return 0
    return sum(int(HEADSTREAM_DROPS[tile, record.round_no - 1]) for tile in record.headstream.tolist())


# -- pieces and the stack ------------------------------------------------------------------------------------


def check_pieces(state: State) -> None:
    record = state.record
    owners, levels = record.dam_owner.tolist(), record.dam_level.tolist()
    neutral = sorted(levels[space] for space in range(BASES) if owners[space] == NEUTRAL)
    assert neutral == [1, 2, 3] or record.round_no == 0
    houses = record.powerhouse.tolist()
    for seat in range(state.players):
        bases = [space for space in range(BASES) if owners[space] == seat]
        basins = [int(POWERHOUSE_BASIN[space]) for space, owner in enumerate(houses) if owner == seat]
        built = record.player[seat].built
        assert built[Kind.BASE] == len(bases) == len({space // 2 for space in bases})
        assert built[Kind.ELEVATION] == sum(levels[space] - 1 for space in bases)
        assert built[Kind.CONDUIT] == record.conduit.tolist().count(seat)
        assert built[Kind.POWERHOUSE] == len(basins) == len(set(basins))
        assert (built <= PIECES).all()
    assert max(levels) <= 3
    assert all((owner == NOTHING) == (level == 0) for owner, level in zip(owners, levels, strict=True))


def check_stack(state: State) -> None:
    record = state.record
    depth = int(record.depth)
    assert not any(frame.step or frame.player or frame.first or frame.second for frame in record.pending[depth:])
    assert (depth == 0) == state.is_over
    steps = [int(frame.step) for frame in record.pending[:depth]]
    if steps and steps[-1] == Step.TURN:
        assert steps == [Step.END_TURN, Step.TURN]
    if not state.is_over and not state.is_chance:
        assert record.pending[depth - 1].player == state.current_player
    for seat in range(state.players):
        player = record.player[seat]
        is_turn = any(frame.step == Step.END_TURN and frame.player == seat for frame in record.pending[:depth])
        assert is_turn or (player.copied == NOTHING and not player.has_copied)
        assert player.energy >= 0
    assert sorted(record.order[: state.players].tolist()) == list(range(state.players))


def check_game(players: int, options: dict[str, Any], number: int) -> None:
    dice, state = random.Random(10 * players + number), GAME.start(players, options)
    before = Seen(state)
    while not state.is_over:
        seat, action, ply = state.current_player, lively(state, dice), state.ply
        state.apply(action)
        now = Seen(state)
        assert state.ply == ply + 1
        check_engineers(state, now, before)
        check_tiles(state, now, before)
        check_contracts(state, now, before, action)
        check_machines(now, before, seat, action)
        check_credits(state, now, before, seat, action)
        check_drops(state, now, before, action)
        check_pieces(state)
        check_stack(state)
        before = now
    assert before.round == 5
    assert sum(int(player.built.sum()) for player in before.players) > 5 * players


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=lambda value: str(value))
def test_everything_adds_up_after_every_step(players: int, options: dict[str, Any]) -> None:
    check_game(players, options, 0)


@pytest.mark.deep
@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=lambda value: str(value))
def test_everything_adds_up_in_more_games(players: int, options: dict[str, Any]) -> None:
    for number in range(1, MANY):
        check_game(players, options, number)
