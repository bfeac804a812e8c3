"""What people count in Cascadia, and what the log tells about an action: points line by line, wipes, what leaves."""

from __future__ import annotations

from stockade.core.language import capital, listed, mark, signed
from stockade.core.layout import OVER
from stockade.core.ledger import POINT, TABLE, Account, Changes, Event, Ledger, event_of
from stockade.games.cascadia.language import counted, noun, say
from stockade.games.cascadia.layout import NOTHING, SLOTS, SPECIES, TERRAINS, Phase, Record
from stockade.games.cascadia.rules.actions import Base
from stockade.games.cascadia.rules.dispatch import equal_slots
from stockade.games.cascadia.rules.scoresheet import CORRIDORS, MAJORITIES, NATURE, ScoreSheet, rows_of, score_sheets
from stockade.games.cascadia.tables import MAJORITY_LEAST
from stockade.games.cascadia.text.names import (
    SEAT_NAMES,
    animal,
    counted_animals,
    many,
    seat_words,
    terrain_words,
    the_largest,
    tile_words,
)
from stockade.games.cascadia.text.notation import describe_action, is_mixed, slots_of

Rows = list[list[int]]
"""The score sheets of all seats, as `rows_of` returns them."""
POINTS = tuple(Account(seat, POINT) for seat in range(len(SEAT_NAMES)))
NATURE_TOKENS = tuple(
    Account(seat, noun("{count} nature token", "{count} nature tokens")) for seat in range(len(SEAT_NAMES))
)
STACK = Account(TABLE, noun("{count} tile in the stack", "{count} tiles in the stack"))
BAG = (
    Account(TABLE, noun("{count} bear in the bag", "{count} bears in the bag")),
    Account(TABLE, noun("{count} elk in the bag", "{count} elk in the bag")),
    Account(TABLE, noun("{count} salmon in the bag", "{count} salmon in the bag")),
    Account(TABLE, noun("{count} hawk in the bag", "{count} hawks in the bag")),
    Account(TABLE, noun("{count} fox in the bag", "{count} foxes in the bag")),
)

WIPED = mark("Wiped and set aside: {animals}")
WIPED_FOR_FREE = mark("Wiped for free and set aside: {animals}")
WIPED_AS_EQUAL = mark("Wiped, as all four are equal, and set aside: {animals}")


def ledger(state: Record) -> Ledger:
    """Return points and nature tokens of every seat, and what is in the stack and in the bag."""
    found: Ledger = {}
    for seat, row in enumerate(rows_of(state)):
        found[POINTS[seat]] = sum(row)
        found[NATURE_TOKENS[seat]] = row[NATURE]
    found[STACK] = int(state.stack)
    found.update(zip(BAG, state.bag.tolist(), strict=True))
    return found


def tell(before: Record, action: int, after: Record) -> list[Event]:
    """Tell what an action changed: lines of the score sheet, tokens that are wiped or go back, what leaves."""
    if action >= Base.CARD:
        return _outcome(before, action, after)
    if action >= Base.TOKEN:
        return [*_placed(before, action, after), *_end_of_turn(before, after)]
    if action >= Base.TILE:
        return _scored(before, after)
    return _market(before, action, after)


def _event(head: str, changes: Changes) -> Event:
    return event_of(head, changes, seat_words)


# -- the market ------------------------------------------------------------------------------------------------


def _market(before: Record, action: int, after: Record) -> list[Event]:
    """Tell a wipe, or a tile and a token that were taken. Only a free wipe leaves aside what lies there already."""
    seat, aside, events = int(before.turn_owner), before.aside.tolist(), []
    is_free_wipe = action == Base.WIPE
    is_paid = is_mixed(action) if action >= Base.TAKE else not is_free_wipe
    if is_paid:
        events.append(_event(say("Paid"), {NATURE_TOKENS[seat]: -1, POINTS[seat]: -1}))
    if not is_free_wipe:
        events += _returned(aside)
        aside = [0] * SPECIES
    if action < Base.TAKE:
        bits = int(equal_slots(before)) if is_free_wipe else action - Base.WIPE
        wiped = [int(before.market_token[slot]) for slot in slots_of(Base.WIPE + bits)]
        events.append(_wiped(WIPED_FOR_FREE if is_free_wipe else WIPED, wiped, aside))
    return events + _chain_ended(aside, after)


def _wiped(text: str, tokens: list[int], aside: list[int]) -> Event:
    """Tell which tokens are set aside, and add them to those that lie there."""
    for species in tokens:
        aside[species] += 1
    return Event(say(text, animals=counted_animals(tokens)))


def _chain_ended(aside: list[int], after: Record) -> list[Event]:
    """Tell which tokens went back into the bag because no wipe can follow, or because the bag was empty."""
    return _returned(aside) if after.aside.tolist() != aside else []


def _returned(aside: list[int]) -> list[Event]:
    changes = {BAG[species]: count for species, count in enumerate(aside) if count}
    return [_event(say("What was set aside goes back"), changes)] if changes else []


# -- chance ----------------------------------------------------------------------------------------------------


def _outcome(before: Record, action: int, after: Record) -> list[Event]:
    """Tell a draw, which may complete four equal tokens or end a chain of wipes."""
    if action < Base.DRAW_TILE:
        return _started(before, after)
    drawn = STACK if action < Base.DRAW_TOKEN else BAG[action - Base.DRAW_TOKEN]
    events = [Event(describe_action(before, action), {drawn: -1})]
    aside, tokens = before.aside.tolist(), before.market_token.tolist()
    if action >= Base.DRAW_TOKEN:
        tokens[tokens.index(NOTHING)] = action - Base.DRAW_TOKEN
    if NOTHING not in tokens and set(after.market_token.tolist()) == {NOTHING}:
        events.append(_wiped(WIPED_AS_EQUAL, tokens, aside))
    return events + _chain_ended(aside, after)


def _started(before: Record, after: Record) -> list[Event]:
    """Tell the first points, once every seat has its starter."""
    if before.phase != Phase.STARTER or after.phase == Phase.STARTER:
        return []
    points = {POINTS[seat]: sum(row) for seat, row in enumerate(rows_of(after))}
    return [_event(say("All starters are dealt"), points)]


# -- tile and token --------------------------------------------------------------------------------------------


def _placed(before: Record, action: int, after: Record) -> list[Event]:
    if action == Base.RETURN:
        return [Event(describe_action(before, action), {BAG[int(before.hand_token)]: 1})]
    return _scored(before, after)


def _scored(before: Record, after: Record) -> list[Event]:
    """Tell which lines of the score sheet have changed: animals, corridors, everybody's majorities, nature tokens."""
    seat, was, now = int(before.turn_owner), rows_of(before), rows_of(after)
    grown = [new - old for old, new in zip(was[seat], now[seat], strict=True)]
    animals = [(many(species), grown[species]) for species in range(SPECIES) if grown[species]]
    corridors = [
        (_corridor(terrain, now[seat][CORRIDORS + terrain]), grown[CORRIDORS + terrain])
        for terrain in range(TERRAINS)
        if grown[CORRIDORS + terrain]
    ]
    events = [_sum(seat, lines) for lines in (animals, corridors) if lines]
    for terrain in range(TERRAINS):
        events += _majority(terrain, was, now)
    if grown[NATURE]:
        events.append(_event(say("Keystone"), {NATURE_TOKENS[seat]: grown[NATURE], POINTS[seat]: grown[NATURE]}))
    return events


def _corridor(terrain: int, size: int) -> str:
    return say("{terrain} corridor of {size}", terrain=terrain_words(terrain), size=size)


def _sum(seat: int, lines: list[tuple[str, int]]) -> Event:
    """Tell several lines with their sum: "Bears +7, foxes −1: Cedar +6 points"."""
    points = sum(change for _, change in lines)
    is_one = len(lines) == 1
    head = ", ".join(line if is_one else f"{line} {signed(change)}" for line, change in lines)
    return _event(capital(head), {POINTS[seat]: points} if points else {})


def _majority(terrain: int, was: Rows, now: Rows) -> list[Event]:
    """Tell who has the largest corridor of a terrain, if a bonus changes."""
    line = MAJORITIES + terrain
    changes = {
        POINTS[seat]: new[line] - old[line]
        for seat, (old, new) in enumerate(zip(was, now, strict=True))
        if new[line] != old[line]
    }
    if not changes:
        return []
    if len(now) == 1:
        head = say("{terrain} corridor of {least} or more", terrain=terrain_words(terrain), least=MAJORITY_LEAST)
        return [_event(capital(head), changes)]
    sizes = [row[CORRIDORS + terrain] for row in now]
    first = [seat_words(seat) for seat, size in enumerate(sizes) if size == max(sizes)]
    head = counted(
        len(first),
        "{names} has {the_largest_corridor}",
        "{names} share {the_largest_corridor}",
        names=listed(first),
        the_largest_corridor=the_largest(terrain),
    )
    return [_event(head, changes)]


def _end_of_turn(before: Record, after: Record) -> list[Event]:
    """Tell what leaves a solo game, and at the end how the points come about."""
    if after.current_player == OVER:
        return [Event(line) for line in _final_lines(after)]
    if after.players > 1:
        return []
    tile, token = (
        next(int(slots[slot]) for slot in range(SLOTS - 1, -1, -1) if slots[slot] != NOTHING)
        for slots in (before.market_tile, before.market_token)
    )
    gone = f"{animal(token)}; {tile_words(tile)}"
    return [Event(say("Out of the game, as farthest from the stack: {things}", things=gone))]


def _final_lines(state: Record) -> list[str]:
    return [_final_line(state, seat, sheet) for seat, sheet in enumerate(score_sheets(state))]


FINAL_LINE = mark(
    "{who} has {total} points: animals {animals}, corridors {corridors}, largest corridors {bonus},"
    " nature tokens {nature}"
)
FINAL_LINE_ALONE = mark(
    "{who} has {total} points: animals {animals}, corridors {corridors}, long corridors {bonus},"
    " nature tokens {nature}"
)


def _final_line(state: Record, seat: int, sheet: ScoreSheet) -> str:
    return say(
        FINAL_LINE_ALONE if state.players == 1 else FINAL_LINE,
        who=seat_words(seat),
        total=sheet.total,
        animals=sum(sheet.wildlife),
        corridors=sum(sheet.corridors),
        bonus=sum(sheet.majorities),
        nature=sheet.nature,
    )
