"""The engine compared with the slow second implementation: water and production on ten thousand random maps, whole
turns and ends of rounds from thousands of random positions, and whole games."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.games.barrage.both import Both, text_of
from tests.games.barrage.lively import begin, lively
from tests.games.barrage.maps import Position
from tests.games.barrage.oracle import Play, Question, Table
from tests.games.barrage.parts import (
    BONUS,
    CONDUITS,
    CONTRACTS,
    KINDS,
    LEVEL,
    NEUTRAL,
    OBJECTIVES,
    ROWS,
    STREAMS,
    kind_of,
    red_fee,
)

from stockade.conformance.scope import either
from stockade.core.state import State
from stockade.games.barrage.layout import Run, Step
from stockade.games.barrage.tables import POWERHOUSE_BASIN

MAPS = either(quick=2_000, deep=10_000)
TURNS = 4_000
ENDS = either(quick=1_000, deep=2_000)
GAMES = either(quick=2, deep=4)
MODIFIERS = (-2, -1, 0, 1, 2)


# -- water and production ------------------------------------------------------------------------------------


def flow_and_produce(table: Table, seat: int, modifier: int, used: int) -> Play:
    """Put a drop on a headstream and let all falling drops run. A production may follow."""
    text = yield Question(seat, [f"drop {stream}" for stream in STREAMS])
    table.falling[text.split()[1]] += 1
    table.run(table.falling)
    yield from table.produce(seat, modifier, is_optional=True, used=used)


def watered(number: int) -> tuple[State, int, int]:
    """Return a map with water about to run, the modifier of the production, and the basin that Germany has already
    used."""
    dice = random.Random(number)
    position = Position(dice, automas=dice.choice((0, 0, 1, 2)))
    position.fill_contracts()
    if number % 4 == 0:  # wheels matter only to rewards
        position.fill_tiles()
    record, seat = position.record, position.seat
    record.falling[:] = [dice.choice((0, 0, 1, 2)) for _ in range(4)]
    own = [int(POWERHOUSE_BASIN[space]) for space in range(23) if record.powerhouse[space] == seat]
    modifier = dice.choice(MODIFIERS)
    is_second = bool(own) and dice.random() < 0.15
    if is_second:
        modifier, record.used_powerhouse = 0, dice.choice(own)
    run = Run.SECOND if is_second else Run.TILE
    steps = ((Step.TURN, 0, 0), (Step.PRODUCE, modifier, run), (Step.RUN, 0, 0), (Step.FALL, 1, 0))
    return position.pend(*steps), modifier, int(record.used_powerhouse) + 1 if is_second else 0


def note_productions(seen: Counter[str], table: Table, texts: list[str], seat: int, modifier: int, used: int) -> None:
    """Count what is special about the productions that are offered."""
    player = table.seats[seat]
    ways = [text.split()[1:] for text in texts if text.startswith("produce b")]
    for dam, conduit, number in ways:
        drops, owner, value = int(number), table.conduits[conduit], CONDUITS[conduit]["value"]
        seen["a neutral dam"] += table.dams[dam].owner == NEUTRAL
        seen["another's conduit"] += owner != seat
        seen["an Automa's conduit"] += owner != seat and table.seats[owner].level > 0
        seen["four drops"] += drops == 4
        is_fiesler = player.has("viktor_fiesler")
        seen["Fiesler raises it"] += is_fiesler and drops * value < 4 and not used
        seen["Fiesler does not raise a second one"] += is_fiesler and drops * value < 4 and used > 0
        seen["Mahiri is Fiesler"] += is_fiesler and player.copied is not None
        seen[f"modifier {modifier}"] += not used
        seen[f"value {value}"] += 1
        seen[f"{table.count(seat, 'powerhouse')} powerhouses"] += 1
        seen["a second production"] += used > 0
    seen["credits set a limit"] += len(list(table.productions(seat, modifier, 99, used))) > len(ways)
    rich = table.productions(seat, 9, player.credits, used)
    seen["too little energy"] += not used and len(list(rich)) > len(ways)


def note_contracts(seen: Counter[str], table: Table, texts: list[str], seat: int, made: int) -> None:
    for text in texts[:-1]:
        name = text.split()[1]
        seen["a contract for France alone"] += CONTRACTS[name]["energy"] > made
        seen["a national contract"] += name[0] == "N"
        seen["a contract of the hand"] += name[0] != "N" and CONTRACTS[name]["energy"] <= made
    seen[f"{table.seats[seat].company} has the choice"] += 1


def usa_energy(table: Table) -> int:
    return sum(seat.energy for seat in table.seats if seat.company == "usa")


def drops_on(table: Table) -> int:
    return sum(dam.drops for dam in table.dams.values())


def play_map(seen: Counter[str], number: int) -> None:
    state, modifier, used = watered(number)
    dice, seat = random.Random(-number - 1), state.current_player
    both = Both(state, lambda table: flow_and_produce(table, seat, modifier, used))
    table, productions = both.table, 0
    before, held, falling = usa_energy(table), drops_on(table), sum(table.falling.values())
    while both.question is not None:
        texts = both.check()
        choice = lively(state, dice)
        text = text_of(state, choice)
        if texts.keys() & {"produce none"}:
            note_productions(seen, table, list(texts), seat, modifier, used)
            made = table.seats[seat].energy
            productions += text != "produce none"
            seen["Germany has a second production"] += productions > 1
            usa = usa_energy(table)
        elif "contract none" in texts:
            note_contracts(seen, table, both.question.texts, seat, table.seats[seat].energy - made)
            seen["the USA gain by another's water"] += table.seats[seat].company != "usa" and usa_energy(table) > usa
        both.apply(text, choice)
        if falling:
            seen["the USA gain by flow"] += usa_energy(table) > before
            seen["drops are lost"] += drops_on(table) <= held + falling
            seen["drops are caught"] += drops_on(table) > held
            falling = 0
    both.check()
    seen["a dam holds four"] += any(dam.drops == 4 for dam in table.dams.values())


FEATURES = (
    "a neutral dam", "another's conduit", "an Automa's conduit", "four drops", "Fiesler raises it",
    "Fiesler does not raise a second one", "Mahiri is Fiesler", *(f"modifier {number}" for number in MODIFIERS),
    *(f"value {number}" for number in range(1, 6)), *(f"{number} powerhouses" for number in range(1, 5)),
    "a second production", "credits set a limit", "too little energy", "a contract for France alone",
    "a national contract", "a contract of the hand", "usa has the choice", "germany has the choice",
    "italy has the choice", "france has the choice", "Germany has a second production",
    "the USA gain by another's water", "the USA gain by flow", "drops are lost", "drops are caught",
    "a dam holds four",
)  # fmt: skip


def test_water_and_production_on_random_maps() -> None:
    seen: Counter[str] = Counter()
    for number in range(MAPS):
        play_map(seen, number)
    assert [feature for feature in FEATURES if seen[feature] < MAPS // 500] == []


# -- whole turns ---------------------------------------------------------------------------------------------


def turn_and_on(table: Table, seat: int, ended: list[int]) -> Play:
    yield from table.turn(seat)
    ended.append(seat)
    yield from table.go_on(seat)


def note_choice(seen: Counter[str], table: Table, text: str, seat: int) -> None:
    """Count what is special about a choice in a turn."""
    player, words = table.seats[seat], text.split()
    if words[0] == "build":
        fee = red_fee(words[1])
        seen[f"build {kind_of(words[1])}"] += 1
        seen[f"use {words[-1]}"] += 1
        seen[" ".join(words[2:])] += 1
        seen["a red space"] += fee > 0
        seen["a red space without its fee"] += fee > 0 and words[-1] == "I-wild"
        seen["a fourth construction"] += player.constructions == 3 and "free" not in words
        seen["Adler in the mountains"] += player.has("wilhelm_adler") and words[1] in ("b1l", "b2l", "b3l", "b4l")
        seen["Mahiri is Anton"] += player.copied == "anton_krylov" and "copy" in words
    elif words[0] == "pay":
        seen["Solomon pays credits"] += text.endswith("C")
        seen["Jill pays mixers"] += player.has("jill_mcdowell") and "0E" in words
        seen["a mix of machines"] += not text.endswith("C") and "0E" not in words and "0M" not in words
    elif words[0] == "officer":
        seen["Mahiri for a fee"] += player.mahiri_uses == 1
    seen[words[0]] += 1


def copying(texts: list[str], dice: random.Random) -> str | None:
    """If a build with a copied tile is possible, which is the rarest choice, return one half of the time."""
    tiles = sorted({text.split()[-1] for text in texts if "copy" in text})
    if not tiles or dice.random() < 0.5:
        return None
    tile = dice.choice(tiles)
    return dice.choice([text for text in texts if "copy" in text and text.endswith(f" {tile}")])


CHOICES = (
    *(f"build {kind}" for kind in KINDS), *(f"use {tile}" for tile in LEVEL), *(f"copy {tile}" for tile in LEVEL),
    *(f"free {how}" for how in ("I-powerhouse", "III-base", "copy I-powerhouse", "copy III-base")),
    "a red space", "a red space without its fee", "a fourth construction", "Adler in the mountains",
    "Mahiri is Anton", "Solomon pays credits", "Jill pays mixers", "a mix of machines", "officer", "Mahiri for a fee",
    *ROWS, "bank", "patent", "pass", "produce", "contract", "take", "discard", "drop", "stop", "machine", "place",
    "lay",
)  # fmt: skip


def test_whole_turns_from_random_positions() -> None:
    """Compare each choice of a turn, what it costs and brings, and what the next seat may do then."""
    seen: Counter[str] = Counter()
    for number in range(TURNS):
        dice = random.Random(number)
        position = Position(dice, anton=0.4)
        position.fill_tiles()
        position.fill_contracts()
        position.fill_spaces()
        state, seat = position.pend((Step.END_TURN, 0, 0), (Step.TURN, 0, 0)), position.seat
        ended: list[int] = []
        both = Both(state, lambda table, seat=seat, ended=ended: turn_and_on(table, seat, ended))
        while not ended and (texts := both.check()):
            text = copying(list(texts), dice) or text_of(state, lively(state, dice))
            note_choice(seen, both.table, text, seat)
            both.apply(text, texts[text])
        both.check()
    assert [feature for feature in CHOICES if seen[feature] == 0] == []


# -- the end of a round, and of the game ---------------------------------------------------------------------


def note_end(seen: Counter[str], table: Table) -> None:
    """Count what is special about the round that ends."""
    energies = sorted((seat.energy for seat in table.seats), reverse=True)
    is_tied = energies[0] == energies[1] > 0
    seen[f"{energies.count(energies[0])} share the first place"] += is_tied
    seen["two share the second place"] += not is_tied and len(energies) > 2 and energies[1] == energies[2] > 0
    seen["no energy"] += 0 in energies
    seen["beyond the track"] += energies[0] > 30
    seen[f"bonus {table.bonus[table.round - 1]}"] += 1
    seen["a bonus for a marker behind"] += any(6 <= energy < 6 * table.round for energy in energies)
    seen[f"the end of round {table.round}"] += 1
    if table.round == 5:
        counts = Counter(table.objective_count(seat) for seat in range(len(table.seats)))
        seen[f"objective {table.objective}"] += 1
        seen[f"{max(counts.values())} share an objective"] += 1
        seen["an Automa's objective"] += any(seat.level for seat in table.seats)


ENDINGS = (
    *(f"{number} share the first place" for number in (2, 3, 4)), "two share the second place", "no energy",
    "beyond the track", *(f"bonus {name}" for name in BONUS), "a bonus for a marker behind",
    *(f"the end of round {number}" for number in range(1, 6)), *(f"objective {name}" for name in OBJECTIVES),
    *(f"{number} share an objective" for number in (1, 2, 3, 4)), "an Automa's objective", "drop", "machine", "tile",
)  # fmt: skip


def ending(number: int) -> tuple[State, int]:
    """Return a state in which the last engineer of a round goes to the bank."""
    dice = random.Random(number)
    position = Position(dice, automas=dice.choice((0, 0, 1, 2, 3)))
    if position.record.automas:
        position.fill_cards()
    record = position.record
    record.round_no = 5 if number % 3 == 0 else dice.randint(1, 4)
    position.fill_tiles()
    position.fill_contracts()
    if number % 4 == 0:
        for player in record.player[: position.players]:
            player.energy = dice.choice((0, 7, 7, 12))
    for seat in range(position.players):
        record.player[seat].has_passed, record.player[seat].engineers = seat != position.seat, seat == position.seat
    return position.pend((Step.END_TURN, 0, 0), (Step.TURN, 0, 0)), position.seat


def test_the_ends_of_rounds_from_random_positions() -> None:
    """Compare water, points, credits, bonus, order, patents, income and headstreams, up to the next turn or the
    end."""
    seen: Counter[str] = Counter()
    for number in range(ENDS):
        dice = random.Random(-number - 1)
        state, seat = ending(number)
        both = Both(state, lambda table, seat=seat: table.play(seat))
        first, noted = both.table.round, False
        while both.question is not None:
            texts = both.check()
            if both.table.round > first and "bank 12" in texts:
                break
            if both.table.round == first:
                text = "pass" if "pass" in texts else "bank 1" if "bank 1" in texts else min(texts)
            else:
                text = dice.choice(sorted(texts))
                seen[text.split()[0]] += 1
            if not noted and text == "bank 1":
                noted = True
                note_end(seen, both.table)
            both.apply(text, texts[text])
        both.check()
        assert state.is_over == both.table.is_over == (first == 5)
        assert state.winners() == (both.table.winners() if state.is_over else [])
    assert [feature for feature in ENDINGS if seen[feature] == 0] == []


# -- whole games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", ["introductory", "full"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int, setup: str) -> None:
    """Compare everything after the draft, to the end of the game."""
    for number in range(GAMES):
        dice = random.Random(100 * players + number)
        state = begin(dice, players, setup=setup)
        both = Both(state, lambda table, state=state: table.play(state.current_player))
        while both.check():
            choice = lively(state, dice)
            both.apply(text_of(state, choice), choice)
        assert state.is_over
        assert state.winners() == both.table.winners()
