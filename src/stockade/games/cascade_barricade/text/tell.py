"""What people count in Cascade Barricade, and what the log tells about what happens by itself: sales, the end of a
round, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable

from stockade.core.language import cache_by_language, listed, mark
from stockade.core.layout import OVER, Int16s
from stockade.core.ledger import TABLE, Account, Changes, Event, Ledger, Things, amount, changes_between
from stockade.games.cascade_barricade.evaluation.study import is_production
from stockade.games.cascade_barricade.language import counted, noun, say
from stockade.games.cascade_barricade.layout import CELLS, NOTHING, SLOTS, Phase, Record
from stockade.games.cascade_barricade.rules.consequences import flood
from stockade.games.cascade_barricade.rules.dispatch import effect
from stockade.games.cascade_barricade.rules.land import has_bit, touches_water
from stockade.games.cascade_barricade.rules.market import is_maintained
from stockade.games.cascade_barricade.rules.production import (
    FIRST_FLOOD_ROUND,
    TWO_WEAKEST_ROUND,
    destroy_weakest,
    produce,
)
from stockade.games.cascade_barricade.text.notation import colour_name, place_text
from stockade.games.cascade_barricade.text.words import DOLLAR, LABORERS, dollars, joined, wall_words

WALL = noun("{count} wall", "{count} walls")
HOLE = noun("{count} hole", "{count} holes")
FLOODED_SPACE = noun("{count} flooded space", "{count} flooded spaces")
HOLES, FLOODED_SPACES = Account(TABLE, HOLE), Account(TABLE, FLOODED_SPACE)
FEW = 6  # up to so many spaces are named one by one


def ledger(state: Record) -> Ledger:
    """Return money, walls and laborers of every colour, and the holes and flooded spaces of the land."""
    player = state.player
    money, walls, labor = player["money"].tolist(), player["wall"].tolist(), player["labor"].sum(axis=1).tolist()
    found = {HOLES: _bits(state.holes), FLOODED_SPACES: _bits(state.water)}
    for colour, accounts in enumerate(_accounts(int(state.colours), int(state.players))):
        has = (money[colour], SLOTS - walls[colour].count(NOTHING), *labor[colour])
        found.update(zip(accounts, has, strict=True))
    return found


def things(state: Record) -> Things:
    """Return which walls every colour has."""
    accounts = _accounts(int(state.colours), int(state.players))
    walls = state.player["wall"].tolist()
    return {
        accounts[colour][1]: [wall_words(state, wall) for wall in walls[colour] if wall != NOTHING]
        for colour in colours(state)
    }


@cache_by_language
def _accounts(count: int, players: int) -> tuple[tuple[Account, ...], ...]:
    """Return the accounts of so many colours. If a seat has several colours, each has its name in them."""
    things = (DOLLAR, WALL, *LABORERS)
    names = [colour_name(colour) if count > players else "" for colour in range(count)]
    return tuple(tuple(Account(colour % players, what, names[colour]) for what in things) for colour in range(count))


def money_of(state: Record, colour: int) -> Account:
    """Return the account of a colour's money. If a seat has several colours, it names its own."""
    return _accounts(int(state.colours), int(state.players))[colour][0]


def _bits(rows: Int16s) -> int:
    return int.from_bytes(rows.tobytes(), "little").bit_count()


def tell(before: Record, action: int, after: Record) -> list[Event]:
    """Return events for what an action made happen, in order."""
    state = before.copy()
    effect(state, action)
    events = sale(before, state)
    if after.has_purged and not before.has_purged:
        text = mark("Everybody has placed a third stand: walls below {bid} leave block and deck")
        events.append(Event(say(text, bid=before.purge_below)))
    if is_production(before, after):
        events += round_end(state)
    drowned = [colour for colour in colours(after) if after.player[colour].drowned > before.player[colour].drowned]
    events += [
        Event(say("{colour} has nowhere to flee to and drowns", colour=colour_name(colour))) for colour in drowned
    ]
    if after.current_player == OVER:
        events += sales_at_the_end(state, after)
    elif after.round_no > before.round_no:
        events.append(Event(say("Round {round} begins", round=after.round_no)))
    return events


def colours(state: Record) -> range:
    return range(int(state.colours))


def changes_of(before: Record, after: Record, colour: int) -> Changes:
    """Return what a colour has gained and lost."""
    mine = money_of(before, colour)
    moved = changes_between(ledger(before), ledger(after))
    return {
        account: change for account, change in moved.items() if (account.owner, account.of) == (mine.owner, mine.of)
    }


def amounts(changes: Changes) -> str:
    """Return how much has changed, without signs: "1 wall and 2 masons"."""
    return listed([amount(account, abs(change)) for account, change in changes.items()])


def sale(before: Record, after: Record) -> list[Event]:
    """Tell about a wall that was sold."""
    if after.phase != Phase.STAND or before.phase not in (Phase.OPEN, Phase.BID):
        return []
    colour = int(after.colour)
    changes = changes_of(before, after, colour)
    price, wall = dollars(-changes.get(money_of(before, colour), 0)), wall_words(after, int(after.lot))
    text = mark("{colour} buys a wall for {price}: {wall}")
    return [Event(say(text, colour=colour_name(colour), price=price, wall=wall), changes)]


def sales_at_the_end(before: Record, after: Record) -> list[Event]:
    """Tell what everybody gets for their laborers when the game is over."""
    events = []
    for colour in colours(after):
        changes = changes_of(before, after, colour)
        price = dollars(changes.get(money_of(before, colour), 0))
        if sold := {account: change for account, change in changes.items() if change < 0}:
            text = mark("{colour} sells {what} for {price}")
            events.append(Event(say(text, colour=colour_name(colour), what=amounts(sold), price=price), changes))
    return events


def round_end(state: Record) -> list[Event]:
    """Run production and flood on the state, and tell about them."""
    events = fallen(state)
    order = state.order.tolist()
    paid = [pay_words(state, colour) for colour in colours(state)]
    before = state.copy()
    round_no, state.round_no = int(state.round_no), 0  # the weakest walls have already fallen
    produce(state)
    state.round_no = round_no
    for colour in colours(state):
        price = dollars(int(state.player[colour].earned))
        words = say("{colour} earns {price}", colour=colour_name(colour), price=price) + paid[colour]
        events.append(Event(words, changes_of(before, state, colour)))
    if state.order.tolist() != order:
        names = [colour_name(colour) for colour in state.order[: state.colours]]
        events.append(Event(say("New turn order: {names}", names=", ".join(names))))
    return events + flooded(state)


def fallen(state: Record) -> list[Event]:
    """Destroy the weakest walls, as many as the round demands, and tell about them."""
    events = []
    demanded = int(state.round_no >= FIRST_FLOOD_ROUND)
    demanded += int(bool(state.two_weakest) and state.round_no >= TWO_WEAKEST_ROUND)
    for _ in range(demanded):
        before = state.copy()
        destroy_weakest(state)
        events += lost(before, state, _was_weakest)
    return events


def lost(before: Record, after: Record, words: Callable[..., str]) -> list[Event]:
    """Tell about the walls that are in one state but no longer in the other. `words` say why."""
    events = []
    for colour in colours(before):
        was, now = before.player[colour], after.player[colour]
        gone = [slot for slot in range(SLOTS) if was.wall[slot] != NOTHING and now.wall[slot] == NOTHING]
        if gone:
            changes = changes_of(before, after, colour)
            walls = [
                say("{wall} on {space}", wall=wall_words(before, was.wall[slot]), space=place_text(was.stand[slot]))
                for slot in gone
            ]
            told = words(len(gone), colour=colour_name(colour), what=amounts(changes), walls=listed(walls))
            events.append(Event(told, changes))
    return events


def _was_weakest(count: int, **parts: str) -> str:
    return counted(
        count,
        "{colour} loses {what}: {walls} was the weakest next to water",
        "{colour} loses {what}: {walls} were the weakest next to water",
        **parts,
    )


def _was_alone(count: int, **parts: str) -> str:
    return counted(
        count,
        "{colour} loses {what}: {walls} was alone in the water",
        "{colour} loses {what}: {walls} were alone in the water",
        **parts,
    )


def pay_words(state: Record, colour: int) -> str:
    """Return what each wall of a colour pays, or why it pays nothing."""
    player, words = state.player[colour], []
    for slot in range(SLOTS):
        wall = int(player.wall[slot])
        if wall == NOTHING:
            continue
        if not touches_water(state, int(player.stand[slot])):
            words.append(say("wall {bid} is not next to water", bid=wall + 1))
        elif not is_maintained(state, player, slot):
            words.append(say("wall {bid} lacks laborers", bid=wall + 1))
        else:
            words.append(say("wall {bid} {price}", bid=wall + 1, price=dollars(int(state.production[wall]))))
    return f" ({', '.join(words)})" if words else ""


def flooded(state: Record) -> list[Event]:
    """Advance the water, and tell what it takes."""
    before = state.copy()
    flood(state)
    wet = [cell for cell in range(CELLS) if has_bit(state.water, cell) and not has_bit(before.water, cell)]
    filled = [cell for cell in wet if has_bit(before.holes, cell)]
    events = [Event(say("The water finds no way on"))]
    if wet:
        filling = counted(len(filled), "filling {count} hole", "filling {count} holes") if filled else ""
        changes = {FLOODED_SPACES: len(wet)}
        if filled:
            changes[HOLES] = -len(filled)
        words = say("The water rises: {what}", what=joined(FLOODED_SPACE.counted(len(wet)), filling))
        events = [Event(words + _named(wet), changes)]
    events += lost(before, state, _was_alone)
    for colour in colours(state):
        if state.flooded >> colour & 1:
            space = place_text(state.player[colour].character)
            text = mark("{colour} stands in the water on {space}")
            events.append(Event(say(text, colour=colour_name(colour), space=space)))
    return events


def _named(cells: list[int]) -> str:
    """Return the names of a few spaces in brackets."""
    return f" ({'; '.join(place_text(cell) for cell in cells)})" if len(cells) <= FEW else ""
