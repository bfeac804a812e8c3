"""The reasons for what an Automa did, in words. Its decision is repeated on a copy, and what the rules note is
described.

`read_tile` and `answer_step` run a step exactly as the rules do, leave the same state, and describe the step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from stockade.core.language import Noun, listed, mark, signed
from stockade.core.ledger import POINT
from stockade.games.barrage.language import counted, say
from stockade.games.barrage.layout import COPIES, HEADSTREAMS, NOTHING, Kind, Numbers, Officer, Record, Run, Step
from stockade.games.barrage.rules.actions import Base, kind_of, number_of
from stockade.games.barrage.rules.automa import (
    answer,
    areas_of,
    best_place,
    best_production,
    best_variant,
    energy_of_action,
    is_counting_steps,
    named_kind,
    open_of_pile,
    run_automa,
)
from stockade.games.barrage.rules.cards import ACTION, CRITERIA, START, STREAMS, Column, Do, Want
from stockade.games.barrage.rules.construction import has_piece, is_site_free
from stockade.games.barrage.rules.criteria import (
    CANDIDATES,
    CHOSEN,
    COMPLETED,
    FAVOURED,
    FILTERED,
    LINE,
    PREFERRED,
    is_red,
    space_basin,
)
from stockade.games.barrage.rules.dispatch import resolve
from stockade.games.barrage.rules.seats import has_officer, is_automa
from stockade.games.barrage.rules.stack import pop
from stockade.games.barrage.rules.variants import has_variant, variant_tile
from stockade.games.barrage.tables import (
    CONDUIT_VALUE,
    FIRST_SITE,
    SITE_AREA,
    SITE_KIND,
    SITE_NAMES,
    TILE_BUILDS,
)
from stockade.games.barrage.text.ledger import STREAMS as STREAM_ACCOUNTS
from stockade.games.barrage.text.notation import STREAM_LETTERS, conduit_name, describe_action, payment, seat_name
from stockade.games.barrage.text.words import (
    A_STRUCTURE,
    CREDIT,
    DROP,
    ENERGY,
    ENGINEER,
    EXCAVATOR,
    MACHINE,
    MIXER,
    NO_STRUCTURE,
    PILE_TITLES,
    STRUCTURES,
    areas_words,
    officer_title,
    row_title,
    side_title,
    tile_title,
)

ONLY = mark("{spaces} is the only space")
POSSIBLE = mark("{spaces} are possible")
ENTRIES = 64
FEW = 6  # up to so many spaces are named one by one
WANTED = {
    Want.STRONGEST_CONDUIT: mark("at the strongest conduit"),
    Want.OWN_POWERHOUSE: mark("on the way to an own powerhouse"),
    Want.BELOW_OWN: mark("below an own powerhouse, or an opponent's"),
    Want.BELOW_OPPONENT: mark("below an opponent's powerhouse, or an own one"),
    Want.RED_SPACE: mark("red"),
    Want.FEEDS_OWN_DAM_BASIN: mark("on the way to an own dam, or at least to no opponent's"),
    Want.MOST_WATER: mark("where most water comes"),
    Want.STRONGEST: mark("of the highest value"),
    Want.SECOND_STRONGEST: mark("of the second highest value"),
    Want.DAM_OWN: mark("from a dam, rather own than neutral than an opponent's"),
    Want.DAM_OPPONENT: mark("from a dam, rather an opponent's than neutral than own"),
    Want.POWERHOUSE_OWN: mark("to a powerhouse, rather an own one"),
    Want.POWERHOUSE_OPPONENT: mark("to a powerhouse, rather an opponent's"),
    Want.OWN_DAM: mark("at the end of a way from an own dam"),
    Want.FEEDS_OWN_DAM: mark("above an own dam, or at least above no opponent's"),
    Want.NOT_FEEDING_OPPONENT_DAM: mark("above no opponent's dam"),
    Want.PLAINS: mark("in the plains"),
    Want.BASIN_5: mark("in basin 5"),
    Want.BASIN_6: mark("in basin 6"),
    Want.BASIN_7: mark("in basin 7"),
}


class Line(NamedTuple):
    """A line about a step, with the amounts that it tells itself. What else the step changes is added to its deed."""

    text: str
    tells: Mapping[Noun, int] = {}
    is_deed: bool = False


def new_trace() -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.zeros(4 * ENTRIES + 1, np.int32)


def entries(trace: np.ndarray[Any, np.dtype[np.int32]]) -> list[tuple[int, int, int]]:
    """Return the entries of a trace: kind, number, set of spaces."""
    return [tuple(trace[4 * n + 1 : 4 * n + 4].tolist()) for n in range(int(trace[0]))]


# -- a tile --------------------------------------------------------------------------------------------------


def read_tile(state: Record, seat: int, first: int) -> list[Line]:
    """Let an Automa read the top tile from a line on. Describe the lines that it skipped, with the reasons, and the
    one that it carried out."""
    before, trace, name = state.copy(), new_trace(), seat_name(state, seat)
    pop(state)
    run_automa(state, seat, first, trace)
    noted = entries(trace)
    lines = []
    if first == 0:
        reads = mark("{name} reads tile {tile} by the criteria of tile {criteria}")
        lines.append(Line(say(reads, name=name, tile=state.card + 1, criteria=state.last_card + 1)))
    if not noted:
        return [*lines, Line(say("{name} has no engineers left to read on", name=name))]
    done = noted[0][1]
    assert noted[0][0] == LINE
    for line in range(first, done):
        row = ACTION[before.card, line]
        deed, reason = line_words(row), why_not(before, seat, row)
        skipped = say("Line {number}, {deed}: not done, {reason}", number=line + 1, deed=deed, reason=reason)
        lines.append(Line(skipped))
    row = ACTION[before.card, done]
    head = say("Line {number}, {deed}: done by {name}", number=done + 1, deed=line_words(row), name=name)
    used = int(before.player[seat].engineers) - int(state.player[seat].engineers)
    text = _result(head, ENGINEER.counted(used) if used else say("no engineers"), before, state, seat, row, noted)
    lines.append(Line(text, {ENGINEER: used, **_amounts(row)}, is_deed=True))
    return lines + choice_words(before, seat, noted[1:])


def _result(
    done: str, engineers: str, before: Record, after: Record, seat: int, row: Any, noted: list[tuple[int, int, int]]
) -> str:
    """Add what an Automa used for a line: engineers and their space, a technology tile, a space of the map."""
    if row[Column.DO] == Do.BANK:
        return say("{done} with {engineers}", done=done, engineers=engineers)
    if row[Column.DO] == Do.PATENT:
        gained = int(after.player[seat].tiles) & ~int(before.player[seat].tiles)
        tile = tile_title(gained.bit_length() - 1)
        return say("{done}, {tile} with {engineers}", done=done, tile=tile, engineers=engineers)
    if row[Column.DO] != Do.BUILD:
        return _board_space(done, engineers, before, after)
    _, kind, bits = noted[-1]
    variant = best_variant(before, seat, kind, areas_of(row, kind), int(row[Column.LEAST]))
    if kind != row[Column.KIND]:
        done = say("{done}, an elevation instead, Graziano's way", done=done)
    built = mark("{done}, on {spaces} with the tile {tile} and {engineers}")
    return say(
        built, done=done, spaces=spaces_text(kind, bits), tile=tile_title(variant_tile(variant)), engineers=engineers
    )


def _board_space(done: str, engineers: str, before: Record, after: Record) -> str:
    """Add where the engineers of an Automa were placed on the management board."""
    for space, owner in enumerate(before.space):
        if after.space[space] != owner:
            placed = mark("{done} with {engineers} on {row} ({side})")
            return say(placed, done=done, engineers=engineers, row=row_title(space // 2), side=side_title(space))
    return say("{done} with {engineers} beside the board, because no space is empty", done=done, engineers=engineers)


def line_words(row: Any) -> str:
    """Describe a line of a tile, and its cost."""
    cost = -int(row[Column.VP])
    return say("{deed} for {points}", deed=_deed(row), points=POINT.counted(cost)) if cost > 0 else _deed(row)


def _deed(row: Any) -> str:
    match int(row[Column.DO]):
        case Do.PRODUCE:
            modifier, pile = signed(int(row[Column.MODIFIER])), say(PILE_TITLES[row[Column.PILE]])
            return say("produce with {modifier} for a {pile} contract", modifier=modifier, pile=pile)
        case Do.WATER:
            if row[Column.FLOW]:
                return say("let {drops} flow", drops=DROP.counted(int(row[Column.FLOW])))
            return say("place {drops}", drops=DROP.counted(int(row[Column.WATER])))
        case Do.DISCARD_CONTRACTS:
            pile, energy = say(PILE_TITLES[row[Column.PILE]]), ENERGY.counted(int(row[Column.ENERGY]))
            return say("discard the {pile} contracts for {energy}", pile=pile, energy=energy)
        case Do.BUILD:
            return _building(row)
        case Do.PATENT:
            return say("take a patent for {structure}", structure=say(A_STRUCTURE[row[Column.KIND]]))
        case Do.WORKSHOP:
            return say("turn the wheel by {turns}", turns=row[Column.ROTATE])
        case Do.MACHINERY:
            kinds = ((Column.EXCAVATORS, EXCAVATOR), (Column.MIXERS, MIXER), (Column.MACHINES, MACHINE))
            return say("buy {machines}", machines=listed([noun.counted(int(row[k])) for k, noun in kinds if row[k]]))
    return say("go to the bank")


def _building(row: Any) -> str:
    """Describe a line that builds: what, where, and of which value."""
    deed = say("build {structure}", structure=say(A_STRUCTURE[row[Column.KIND]]))
    areas = int(row[Column.AREAS]) & 7
    if areas != 7:
        return say("{deed} in the {areas}", deed=deed, areas=areas_words(areas))
    least = int(row[Column.LEAST])
    return say("{deed} of value {least} or more", deed=deed, least=least) if least else deed


def _amounts(row: Any) -> Mapping[Noun, int]:
    """Return the amounts in the description of a line."""
    columns = {EXCAVATOR: Column.EXCAVATORS, MIXER: Column.MIXERS, ENERGY: Column.ENERGY}
    return {POINT: -int(row[Column.VP]), **{noun: int(row[column]) for noun, column in columns.items()}}


# -- why not -------------------------------------------------------------------------------------------------


def why_not(state: Record, seat: int, row: Any) -> str:
    """Return why an Automa did not carry out a line."""
    match int(row[Column.DO]):
        case Do.PRODUCE:
            return _no_production(state, seat, row)
        case Do.WATER:
            return say("no headstream would bring more water into its dams")
        case Do.DISCARD_CONTRACTS:
            return say("none lies open")
        case Do.BUILD:
            return _no_build(state, seat, row)
        case Do.PATENT:
            return say("no such tile is in the office")
        case Do.WORKSHOP:
            return say("nothing is on it")
    return say("this is the last round")


def _no_production(state: Record, seat: int, row: Any) -> str:
    modifier, pile = int(row[Column.MODIFIER]), say(PILE_TITLES[row[Column.PILE]])
    best = best_production(state, seat, modifier, int(Run.PLAIN), new_trace())
    if best == NOTHING:
        return say("it has no water that it can use")
    made = energy_of_action(state, seat, best, modifier, int(Run.PLAIN))
    if open_of_pile(state, int(row[Column.PILE])) == 0:
        return say("no {pile} contract lies open", pile=pile)
    energy = int(state.player[seat].energy)
    if wants_more(state, seat):
        return say("its best would be {made}, too little for an open {pile} contract", made=made, pile=pile)
    return say("it leads alone, and {energy} is enough for the bonus of this round", energy=ENERGY.counted(energy))


def wants_more(state: Record, seat: int) -> bool:
    """Return whether the Automa has too little energy for the full bonus of the round, or is not alone in the
    lead."""
    energy = int(state.player[seat].energy)
    others = [int(state.player[other].energy) for other in range(state.players) if other != seat]
    return energy < 6 * int(state.round_no) or energy <= max(others)


def _no_build(state: Record, seat: int, row: Any) -> str:
    kind = named_kind(state, seat, row)
    if not has_piece(state, seat, kind):
        return say("it has {nothing} left", nothing=say(NO_STRUCTURE[kind]))
    own = [variant for variant in range(COPIES) if has_variant(state, seat, variant)]
    if not any(TILE_BUILDS[variant_tile(variant)] >> kind & 1 for variant in own):
        return say("it has no tile that builds {structure}", structure=say(A_STRUCTURE[kind]))
    areas, least = areas_of(row, kind), int(row[Column.LEAST])
    sites = [
        site
        for site in range(FIRST_SITE[kind], FIRST_SITE[kind + 1])
        if areas >> int(SITE_AREA[site]) & 1
        and (kind != Kind.CONDUIT or CONDUIT_VALUE[site - FIRST_SITE[kind]] >= least)
        and is_site_free(state, seat, site)
    ]
    if not sites:
        return say("it has no dam to raise") if kind == Kind.ELEVATION else say("no space is free for it")
    return say("it has too few machines")


# -- the choice of a space -----------------------------------------------------------------------------------


def spaces_text(kind: int, bits: int) -> str:
    """Return spaces as text, such as `b5l, b6l and b7u`, or only their number if there are many."""
    first = int(FIRST_SITE[kind]) if kind != Kind.ELEVATION else 0
    names = [SITE_NAMES[first + space] for space in range(32) if bits >> space & 1]
    if len(names) > FEW:
        return counted(len(names), "{count} space", "{count} spaces")
    return listed(names)


def choice_words(state: Record, seat: int, noted: list[tuple[int, int, int]]) -> list[Line]:
    """Describe how the criteria led to a space. Return nothing if there was no choice to make."""
    words: list[str] = []
    kind = left = 0
    for what, number, bits in noted:
        spaces = spaces_text(number if what == CANDIDATES else kind, bits)
        if what == CANDIDATES:
            kind = number
            if not words:
                words.append(say(ONLY if bits & (bits - 1) == 0 else POSSIBLE, spaces=spaces))
        elif what == PREFERRED:
            officer = officer_title(state.player[seat].officer)
            words.append(say("{officer} prefers {spaces}", officer=officer, spaces=spaces))
        elif what == COMPLETED and bits != left:
            words.append(say("{spaces} would complete a working system", spaces=spaces))
        elif what == FILTERED:
            wanted = say(WANTED[Want(CRITERIA[state.last_card, max(kind - 1, 0), number])])
            words.append(say(_met(left, bits), number=number + 1, wanted=wanted, spaces=spaces))
            bits = bits or left
        elif what == FAVOURED:
            words.append(say("the tile {tile} prefers {spaces}", tile=tile_title(number), spaces=spaces))
        elif what == CHOSEN and bits != left:
            words += _last_words(state, kind, left, bits)
        left = bits
    return [Line("; ".join(words))] if words else []


def _met(left: int, bits: int) -> str:
    """Return the message for the spaces that meet a criterion, of those that are left."""
    if bits == 0:
        return mark("criterion {number}, {wanted}, is met by none")
    if bits == left:
        return mark("criterion {number}, {wanted}, is met by all")
    return mark("criterion {number}, {wanted}, leaves {spaces}")


def start_text(card: int, group: int) -> str:
    """Return the number on a tile from which the last tie is broken: of a basin, or of a conduit such as `c5A`."""
    start = int(START[card, group])
    return conduit_name(start) if group == 1 else str(start + 1)


def _last_words(state: Record, kind: int, left: int, chosen: int) -> list[str]:
    """Describe how the last tie is broken: by the number on the tile, then by the fee, then the lowest space."""
    start, space = start_text(int(state.last_card), max(kind - 1, 0)), spaces_text(kind, chosen)
    if kind == Kind.CONDUIT:
        return [say("from {start} on the tile upwards {space} is the first", start=start, space=space)]
    at = chosen.bit_length() - 1
    basin = space_basin(kind, at)
    near = sum(1 << space for space in range(32) if left >> space & 1 and space_basin(kind, space) == basin)
    words = []
    if near != left:
        words.append(say("from {start} on the tile upwards basin {basin} is the first", start=start, basin=basin + 1))
    if near == chosen:
        return words
    free = sum(1 << space for space in range(32) if near >> space & 1 and not is_red(kind, space))
    first = mark("of {spaces}, {space} is the first")
    if free not in (0, near):
        first = mark("of {spaces}, {space} is the first without a fee")
    return [*words, say(first, spaces=spaces_text(kind, near), space=space)]


# -- answers -------------------------------------------------------------------------------------------------


def answer_step(state: Record, seat: int, step: int, numbers: Numbers) -> list[Line]:
    """Let an Automa answer the step on top, and describe what it did and why."""
    trace = new_trace()
    why = ""
    action = int(answer(state, step, seat, numbers))
    match step:
        case Step.PRODUCE:
            modifier, run = numbers
            why = _why_production(state, seat, modifier, run, action, trace)
        case Step.CONTRACT:
            energy, _ = numbers
            why = _why_contract(energy, action)
        case Step.MACHINE:
            why = _why_machine(state, seat)
        case Step.PLACE:
            amount, _ = numbers
            best_place(state, seat, amount, trace)
        case Step.DROP | Step.FALL:
            why = _why_drop(state, seat, action)
    lines = [answer_line(state, seat, numbers, action, why)]
    chosen = entries(trace)
    if chosen and chosen[0][2] & (chosen[0][2] - 1):  # there was a choice
        lines += choice_words(state, seat, chosen)
    resolve(state, action)
    return lines


def answer_line(state: Record, seat: int, numbers: Numbers, action: int, why: str = "") -> Line:
    """Describe the answer of a seat to the step on top."""
    state.current_player = seat  # so that its name is used
    text = describe_action(state, action)
    return Line(f"{text}: {why}" if why else text, _told(state, seat, numbers, action), is_deed=True)


def _told(state: Record, seat: int, numbers: Numbers, action: int) -> Mapping[Noun, int]:
    """Return the amounts in the description of an answer."""
    number = number_of(action)
    match kind_of(action):
        case Base.PAY:
            money = POINT if is_automa(state, seat) else CREDIT
            return dict(zip((EXCAVATOR, MIXER, money), payment(state, action), strict=True))
        case Base.PRODUCE:
            return {ENERGY: energy_of_action(state, seat, action, *numbers)}
        case Base.DROP:
            return {STREAM_ACCOUNTS[number].what: 1}
        case Base.MACHINE:
            return {(EXCAVATOR, MIXER)[number]: 1}
        case Base.PLACE:
            return {STRUCTURES[SITE_KIND[number]]: 1}
    return {}


def _why_contract(energy: int, action: int) -> str:
    if action == Base.NO_CONTRACT:
        return say("none needs {energy} or less", energy=ENERGY.counted(energy))
    return say("the highest in reach")


def _why_machine(state: Record, seat: int) -> str:
    if has_officer(state, seat, Officer.JILL) and state.rulings > 1:
        return say("{officer} prefers mixers", officer=officer_title(Officer.JILL))
    if state.player[seat].excavators == state.player[seat].mixers:
        return say("it has as many of both")
    return say("it has fewer of them")


def _why_production(state: Record, seat: int, modifier: int, run: int, action: int, trace: Any) -> str:
    if action == Base.NO_PRODUCTION:
        return say("it has no water that it can use")
    best_production(state, seat, modifier, run, trace)
    made = int(energy_of_action(state, seat, action, modifier, run))
    return say("{energy}, the most it can make", energy=ENERGY.counted(made))


def _why_drop(state: Record, seat: int, action: int) -> str:
    if action == Base.STOP:
        return say("none would stay in its dams")
    order = " ".join(STREAM_LETTERS[STREAMS[state.last_card, number]] for number in range(HEADSTREAMS))
    if is_counting_steps(state, seat):
        first = mark(
            "of {streams} the first, for the USA the one with most steps, that brings more water into its dams"
        )
        return say(first, streams=order)
    return say("of {streams} the first that brings more water into its dams", streams=order)
