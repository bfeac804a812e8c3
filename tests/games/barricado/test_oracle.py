"""The engine against the oracle."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import product
from typing import Any

import pytest
from tests.games.barricado.oracle import BAG, COLOURS, Table
from tests.games.counting import perft
from tests.perft.lines import Line, read

import stockade
from stockade import CHANCE, OVER
from stockade.conformance.scope import either
from stockade.core.state import State

GAME = stockade.game("barricado")
VARIANTS = [
    {"players": players, "revolution": revolution, "plazas_and_sewers": special}
    for players, revolution, special in product((2, 3, 4), (False, True), (False, True))
    if not (players == 2 and revolution)
]
SIZES = (6, 5, 4)
TEMPERS = ("any", "verbs", "layer", "hoarder")
GAMES = either(quick=1, deep=2)  # of each variant, size and temper


def name_of(variant: dict[str, Any]) -> str:
    return "-".join([f"{variant['players']}p", *(name for name, value in variant.items() if value is True)])


each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=name_of)


def length(text: str) -> int:
    """Count the cells from one end of a run to the other, without the first."""
    (ax, ay), (bx, by) = (map(int, cell.split(",")) for cell in text.split()[1].split(":"))
    return abs(ax - bx) + abs(ay - by)


def pick(texts: list[str], temper: str, dice: random.Random) -> str:
    """Choose an action. Random play alone meets few of the rules, so there are four styles.

    They are: anything; each kind of action equally often; nearly the whole board first; the whole board first and
    then the longest runs, to empty the bags.
    """
    by_verb = defaultdict(list)
    for text in texts:
        by_verb[text.split()[0]].append(text)
    runs = by_verb["build"] + by_verb["extend"]
    match temper:
        case "any":
            return dice.choice(texts)
        case "layer" if "draw" in texts and dice.random() < 0.97:
            return "draw"
        case "hoarder" if "draw" in texts:
            return "draw"
        case "hoarder" if runs:
            return max(dice.sample(runs, len(runs)), key=length)
    return dice.choice(by_verb[dice.choice(sorted(verb for verb, found in by_verb.items() if found))])


def check(state: State, table: Table) -> list[str]:
    """Check that table, turn, choices and points are the same, and return the choices."""
    told = Table.from_position(state.to_json())
    assert told.tiles == table.tiles
    assert told.unseen == table.unseen
    assert not table.plazas_and_sewers or told.kinds == table.kinds
    assert owners(told) == owners(table)
    assert (told.variation, told.kind, told.special_cell) == (table.variation, table.kind, table.special_cell)
    assert (told.stage, told.rotations) == (table.stage, table.rotations)
    assert (told.turn == table.turn and told.is_first_turn == table.is_first_turn) or table.stage == "over"

    decides = table.decides()
    deciders = {None: OVER, "chance": CHANCE} | {colour: seat for seat, colour in enumerate(COLOURS)}
    assert state.current_player == deciders[decides]
    assert state.is_over == (decides is None)
    assert state.winners() == (table.winners() if decides is None else [])
    assert state.scores() == table.scores()
    texts = [state.format(action) for action in state.legal_actions()]
    assert sorted(texts) == sorted(table.legal())
    assert {state.format(action): weight for action, weight in state.chance_weights()} == table.outcomes()
    return texts


def owners(table: Table) -> dict[tuple[int, int], str]:
    """Return the owner of each covered cell.

    Two barricades of a colour that touch end to end are one to the engine. That makes no difference, because neither
    can grow through the other.
    """
    return {cell: colour for colour, cells in table.barricades for cell in cells}


def note(met: Counter[str], table: Table, mover: str, text: str) -> None:
    """Count what a game has met, so that the test cannot become empty unnoticed if the random numbers change."""
    met[text.split()[0]] += 1
    met["decisions"] += not text.startswith("reveal")
    colours = table.colours()
    next_seat = colours[(colours.index(mover) + 1) % len(colours)]
    met["turn passed over"] += table.stage == "act" and table.turn != next_seat
    met["shared win"] += table.stage == "over" and len(table.winners()) > 1
    met["rotated enough"] += table.rotations == table.players
    if text.startswith(("build", "extend")):
        left = BAG[mover] - table.segments(mover)
        met["short of segments"] += left < 12
        met["empty bag"] += left == 0


def play_side_by_side(variant: dict[str, Any], size: int, temper: str, seed: int, met: Counter[str]) -> None:
    """Play one random game by both, to the end."""
    options = {name: value for name, value in variant.items() if name != "players"} | {"size": size}
    state = GAME.start(variant["players"], options)
    table = Table.start(size=size, **variant)
    dice = random.Random(f"{variant} {size} {temper} {seed}")
    while not state.is_over:
        text, mover = pick(check(state, table), temper, dice), table.turn
        state.apply(text)
        table.play(text)
        note(met, table, mover, text)
    check(state, table)


@each_variant
def test_engine_and_oracle_agree_at_every_decision(variant: dict[str, Any]) -> None:
    met: Counter[str] = Counter()
    for seed, size, temper in product(range(GAMES), SIZES, TEMPERS):
        play_side_by_side(variant, size, temper, seed, met)
    assert met["decisions"] >= 7_500 * GAMES / len(VARIANTS)
    assert met["turn passed over"] >= 5
    assert met["extend"] >= 20 * GAMES
    assert met["short of segments"] >= 1 or variant["players"] == 4  # four players rarely empty their bags
    assert met["rotated enough"] >= 10 * GAMES or not variant["revolution"]


@pytest.mark.deep
@each_variant
def test_engine_and_oracle_agree_for_long(variant: dict[str, Any]) -> None:
    met: Counter[str] = Counter()
    for size, temper, seed in product(SIZES, TEMPERS, range(2, 32)):
        play_side_by_side(variant, size, temper, seed, met)
    assert met["shared win"] > 0
    assert met["empty bag"] > 0 or variant["players"] == 4


@pytest.mark.parametrize(
    "line", [line for line in read("barricado") if line.depth <= 6 and line.count < 3000], ids=str
)
def test_the_oracle_finds_the_counts_on_file(line: Line) -> None:
    """The small counts in the file come from the oracle. The engine is compared with the file in `tests/perft`."""
    assert perft(Table.from_position(line.state().to_json()), line.depth) == line.count
