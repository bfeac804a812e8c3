"""The reasons for what an Automa did, in words. Its decision is repeated on a copy, and what the rules note is
described.

`read_tile` and `answer_step` run a step exactly as the rules do, leave the same state, and describe the step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stockade.core.english import counted
from stockade.core.language import listed
from stockade.games.barrage.layout import COPIES, HEADSTREAMS, NOTHING, Kind, Numbers, Officer, Record, Run, Step
from stockade.games.barrage.rules.actions import Base
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
from stockade.games.barrage.rules.seats import has_officer
from stockade.games.barrage.rules.stack import pop
from stockade.games.barrage.rules.variants import has_variant, variant_tile
from stockade.games.barrage.tables import (
    AREAS,
    CONDUIT_VALUE,
    FIRST_SITE,
    KIND_NAMES,
    OFFICER_TITLES,
    PILE_NAMES,
    SITE_AREA,
    SITE_NAMES,
    TILE_BUILDS,
    TILE_NAMES,
)
from stockade.games.barrage.text.notation import STREAM_LETTERS, conduit_name, describe_action, seat_name
from stockade.games.barrage.text.words import row_title

ENTRIES = 64
FEW = 6  # up to so many spaces are named one by one
WANTED = {
    Want.STRONGEST_CONDUIT: "at the strongest conduit",
    Want.OWN_POWERHOUSE: "on the way to an own powerhouse",
    Want.BELOW_OWN: "below an own powerhouse, or an opponent's",
    Want.BELOW_OPPONENT: "below an opponent's powerhouse, or an own one",
    Want.RED_SPACE: "red",
    Want.FEEDS_OWN_DAM_BASIN: "on the way to an own dam, or at least to no opponent's",
    Want.MOST_WATER: "where most water comes",
    Want.STRONGEST: "of the highest value",
    Want.SECOND_STRONGEST: "of the second highest value",
    Want.DAM_OWN: "from a dam, rather own than neutral than an opponent's",
    Want.DAM_OPPONENT: "from a dam, rather an opponent's than neutral than own",
    Want.POWERHOUSE_OWN: "to a powerhouse, rather an own one",
    Want.POWERHOUSE_OPPONENT: "to a powerhouse, rather an opponent's",
    Want.OWN_DAM: "at the end of a way from an own dam",
    Want.FEEDS_OWN_DAM: "above an own dam, or at least above no opponent's",
    Want.NOT_FEEDING_OPPONENT_DAM: "above no opponent's dam",
    Want.PLAINS: "in the plains",
    Want.BASIN_5: "in basin 5",
    Want.BASIN_6: "in basin 6",
    Want.BASIN_7: "in basin 7",
}


def new_trace() -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.zeros(4 * ENTRIES + 1, np.int32)


def entries(trace: np.ndarray[Any, np.dtype[np.int32]]) -> list[tuple[int, int, int]]:
    """Return the entries of a trace: kind, number, set of spaces."""
    return [tuple(trace[4 * n + 1 : 4 * n + 4].tolist()) for n in range(int(trace[0]))]


# -- a tile --------------------------------------------------------------------------------------------------


def read_tile(state: Record, seat: int, first: int) -> list[str]:
    """Let an Automa read the top tile from a line on. Describe the lines that it skipped, with the reasons, and the
    one that it carried out."""
    before, trace = state.copy(), new_trace()
    pop(state)
    run_automa(state, seat, first, trace)
    noted = entries(trace)
    lines = []
    if first == 0:
        lines.append(f"{seat_name(state, seat)} reads tile {state.card + 1} by the criteria of {_tile_no(state)}")
    if not noted:
        return [*lines, f"{seat_name(state, seat)} has no engineers left to read on"]
    done = noted[0][1]
    assert noted[0][0] == LINE
    for line in range(first, done):
        row = ACTION[before.card, line]
        lines.append(f"Line {line + 1}, {line_words(row)}: not done, {why_not(before, seat, row)}")
    row = ACTION[before.card, done]
    result = _result(before, state, seat, row, noted)
    lines.append(f"Line {done + 1}, {line_words(row)}: done by {seat_name(state, seat)}{result}")
    return lines + choice_words(before, seat, noted[1:])


def _result(before: Record, after: Record, seat: int, row: Any, noted: list[tuple[int, int, int]]) -> str:
    """Describe what an Automa used for a line: engineers and their space, a technology tile, a space of the map."""
    used = int(before.player[seat].engineers) - int(after.player[seat].engineers)
    engineers = counted(used, "engineer") if used else "no engineers"
    if row[Column.DO] == Do.BANK:
        return f" with {engineers}"
    if row[Column.DO] == Do.PATENT:
        gained = int(after.player[seat].tiles) & ~int(before.player[seat].tiles)
        return f", {TILE_NAMES[gained.bit_length() - 1]} with {engineers}"
    if row[Column.DO] != Do.BUILD:
        return f" with {engineers} {_board_space(before, after)}"
    _, kind, bits = noted[-1]
    variant = best_variant(before, seat, kind, areas_of(row, kind), int(row[Column.LEAST]))
    instead = "an elevation instead, Graziano's way, " if kind != row[Column.KIND] else ""
    tile = TILE_NAMES[variant_tile(variant)]
    return f", {instead}on {spaces_text(kind, bits)} with the tile {tile} and {engineers}"


def _board_space(before: Record, after: Record) -> str:
    """Describe where the engineers of an Automa were placed on the management board."""
    for space, owner in enumerate(before.space):
        if after.space[space] != owner:
            return f"on {row_title(space // 2)} ({('left', 'right')[space % 2]})"
    return "beside the board, because no space is empty"


def _tile_no(state: Record) -> str:
    return f"tile {state.last_card + 1}"


def line_words(row: Any) -> str:
    """Describe a line of a tile, and its cost."""
    cost = f" for {counted(-int(row[Column.VP]), 'point')}" if row[Column.VP] < 0 else ""
    return _deed(row) + cost


def _deed(row: Any) -> str:
    match int(row[Column.DO]):
        case Do.PRODUCE:
            return f"produce with {int(row[Column.MODIFIER]):+d} for a {PILE_NAMES[row[Column.PILE]]} contract"
        case Do.WATER:
            if row[Column.FLOW]:
                return f"let {counted(int(row[Column.FLOW]), 'drop')} flow"
            return f"place {counted(int(row[Column.WATER]), 'drop')}"
        case Do.DISCARD_CONTRACTS:
            return f"discard the {PILE_NAMES[row[Column.PILE]]} contracts for {row[Column.ENERGY]} energy"
        case Do.BUILD:
            return f"build {_structure(int(row[Column.KIND]))}{_limits(row)}"
        case Do.PATENT:
            return f"take a patent for {_structure(int(row[Column.KIND]))}"
        case Do.WORKSHOP:
            return f"turn the wheel by {row[Column.ROTATE]}"
        case Do.MACHINERY:
            kinds = ((Column.EXCAVATORS, "excavator"), (Column.MIXERS, "mixer"), (Column.MACHINES, "machine"))
            return "buy " + " and ".join(counted(int(row[column]), name) for column, name in kinds if row[column])
    return "go to the bank"


def _structure(kind: int) -> str:
    return f"{'an' if kind == Kind.ELEVATION else 'a'} {KIND_NAMES[kind]}"


def _limits(row: Any) -> str:
    areas = [name for area, name in enumerate(AREAS) if row[Column.AREAS] >> area & 1]
    if len(areas) < len(AREAS):
        return f" in the {' or '.join(areas)}"
    return f" of value {row[Column.LEAST]} or more" if row[Column.LEAST] else ""


# -- why not -------------------------------------------------------------------------------------------------


def why_not(state: Record, seat: int, row: Any) -> str:
    """Return why an Automa did not carry out a line."""
    match int(row[Column.DO]):
        case Do.PRODUCE:
            return _no_production(state, seat, row)
        case Do.WATER:
            return "no headstream would bring more water into its dams"
        case Do.DISCARD_CONTRACTS:
            return "none lies open"
        case Do.BUILD:
            return _no_build(state, seat, row)
        case Do.PATENT:
            return "no such tile is in the office"
        case Do.WORKSHOP:
            return "nothing is on it"
    return "this is the last round"


def _no_production(state: Record, seat: int, row: Any) -> str:
    modifier = int(row[Column.MODIFIER])
    best = best_production(state, seat, modifier, int(Run.PLAIN), new_trace())
    if best == NOTHING:
        return "it has no water that it can use"
    made = energy_of_action(state, seat, best, modifier, int(Run.PLAIN))
    if open_of_pile(state, int(row[Column.PILE])) == 0:
        return f"no {PILE_NAMES[row[Column.PILE]]} contract lies open"
    energy = int(state.player[seat].energy)
    if wants_more(state, seat):
        return f"its best would be {made}, too little for an open {PILE_NAMES[row[Column.PILE]]} contract"
    return f"it leads alone, and {energy} energy is enough for the bonus of this round"


def wants_more(state: Record, seat: int) -> bool:
    """Return whether the Automa has too little energy for the full bonus of the round, or is not alone in the
    lead."""
    energy = int(state.player[seat].energy)
    others = [int(state.player[other].energy) for other in range(state.players) if other != seat]
    return energy < 6 * int(state.round_no) or energy <= max(others)


def _no_build(state: Record, seat: int, row: Any) -> str:
    kind = named_kind(state, seat, row)
    name = KIND_NAMES[kind]
    if not has_piece(state, seat, kind):
        return f"it has no {name} left"
    own = [variant for variant in range(COPIES) if has_variant(state, seat, variant)]
    if not any(TILE_BUILDS[variant_tile(variant)] >> kind & 1 for variant in own):
        return f"it has no tile that builds {_structure(kind)}"
    areas, least = areas_of(row, kind), int(row[Column.LEAST])
    sites = [
        site
        for site in range(FIRST_SITE[kind], FIRST_SITE[kind + 1])
        if areas >> int(SITE_AREA[site]) & 1
        and (kind != Kind.CONDUIT or CONDUIT_VALUE[site - FIRST_SITE[kind]] >= least)
        and is_site_free(state, seat, site)
    ]
    if not sites:
        return "no space is free for it" if kind != Kind.ELEVATION else "it has no dam to raise"
    return "it has too few machines"


# -- the choice of a space -----------------------------------------------------------------------------------


def spaces_text(kind: int, bits: int) -> str:
    """Return spaces as text, such as `b5l, b6l and b7u`, or only their number if there are many."""
    first = int(FIRST_SITE[kind]) if kind != Kind.ELEVATION else 0
    names = [SITE_NAMES[first + space] for space in range(32) if bits >> space & 1]
    if len(names) > FEW:
        return f"{len(names)} spaces"
    return listed(names)


def choice_words(state: Record, seat: int, noted: list[tuple[int, int, int]]) -> list[str]:
    """Describe how the criteria led to a space. Return nothing if there was no choice to make."""
    words: list[str] = []
    kind = left = 0
    for what, number, bits in noted:
        spaces = spaces_text(number if what == CANDIDATES else kind, bits)
        if what == CANDIDATES:
            kind = number
            if not words:
                words.append(f"{spaces} is the only space" if bits & (bits - 1) == 0 else f"{spaces} are possible")
        elif what == PREFERRED:
            words.append(f"{OFFICER_TITLES[state.player[seat].officer]} prefers {spaces}")
        elif what == COMPLETED and bits != left:
            words.append(f"{spaces} would complete a working system")
        elif what == FILTERED:
            words.append(f"{_criterion(state, kind, number)} {_kept(left, bits, spaces)}")
            bits = bits or left
        elif what == FAVOURED:
            words.append(f"the tile {TILE_NAMES[number]} prefers {spaces}")
        elif what == CHOSEN and bits != left:
            words += _last_words(state, kind, left, bits)
        left = bits
    return ["; ".join(words)] if words else []


def _criterion(state: Record, kind: int, number: int) -> str:
    return f"criterion {number + 1}, {WANTED[Want(CRITERIA[state.last_card, max(kind - 1, 0), number])]},"


def _kept(left: int, bits: int, spaces: str) -> str:
    if bits == 0:
        return "is met by none"
    return f"leaves {spaces}" if bits != left else "is met by all"


def start_text(card: int, group: int) -> str:
    """Return the number on a tile from which the last tie is broken: of a basin, or of a conduit such as `c5A`."""
    start = int(START[card, group])
    return conduit_name(start) if group == 1 else str(start + 1)


def _last_words(state: Record, kind: int, left: int, chosen: int) -> list[str]:
    """Describe how the last tie is broken: by the number on the tile, then by the fee, then the lowest space."""
    start = start_text(int(state.last_card), max(kind - 1, 0))
    if kind == Kind.CONDUIT:
        return [f"from {start} on the tile upwards {spaces_text(kind, chosen)} is the first"]
    at = chosen.bit_length() - 1
    basin = space_basin(kind, at)
    near = sum(1 << space for space in range(32) if left >> space & 1 and space_basin(kind, space) == basin)
    words = [f"from {start} on the tile upwards basin {basin + 1} is the first"] if near != left else []
    if near == chosen:
        return words
    free = sum(1 << space for space in range(32) if near >> space & 1 and not is_red(kind, space))
    which = "is the first" + (" without a fee" if free not in (0, near) else "")
    return [*words, f"of {spaces_text(kind, near)}, {spaces_text(kind, chosen)} {which}"]


# -- answers -------------------------------------------------------------------------------------------------


def answer_step(state: Record, seat: int, step: int, numbers: Numbers) -> list[str]:
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
            why = "the highest in reach" if action != Base.NO_CONTRACT else f"none needs {energy} energy or less"
        case Step.MACHINE:
            why = _why_machine(state, seat)
        case Step.PLACE:
            amount, _ = numbers
            best_place(state, seat, amount, trace)
        case Step.DROP | Step.FALL:
            why = _why_drop(state, seat, action)
    state.current_player = seat  # so that its name is used
    deed = describe_action(state, action)
    if step == Step.PAY:
        pass
    lines = [deed + (f": {why}" if why else "")]
    chosen = entries(trace)
    if chosen and chosen[0][2] & (chosen[0][2] - 1):  # there was a choice
        lines += choice_words(state, seat, chosen)
    resolve(state, action)
    return lines


def _why_machine(state: Record, seat: int) -> str:
    if has_officer(state, seat, Officer.JILL) and state.rulings > 1:
        return f"{OFFICER_TITLES[Officer.JILL]} prefers mixers"
    if state.player[seat].excavators == state.player[seat].mixers:
        return "it has as many of both"
    return "it has fewer of them"


def _why_production(state: Record, seat: int, modifier: int, run: int, action: int, trace: Any) -> str:
    if action == Base.NO_PRODUCTION:
        return "it has no water that it can use"
    best_production(state, seat, modifier, run, trace)
    return f"{energy_of_action(state, seat, action, modifier, run)} energy, the most it can make"


def _why_drop(state: Record, seat: int, action: int) -> str:
    if action == Base.STOP:
        return "none would stay in its dams"
    order = " ".join(STREAM_LETTERS[STREAMS[state.last_card, number]] for number in range(HEADSTREAMS))
    steps = ", for the USA the one with most steps," if is_counting_steps(state, seat) else ""
    return f"of {order} the first{steps} that brings more water into its dams"
