"""The scene of Cascade Barricade: what lies on the table, what can be done with it, and what that would bring.

A player touches a wall on the block to open the bidding for it, or two walls to trash them. They touch a laborer in
the market and then the slot where it will work; or a laborer on a wall and then the market to sell it, or another
slot to shift it. They touch their character before the space it moves to, and the spade before the space to dig in,
so that a single touch never digs. Actions on spaces are placements with a single rotation: on a touch screen, where
the finger covers the space, the first touch only shows what would happen.

The ghost of an action that changes the end of the round shows how: other spaces stay dry or are flooded, and other
walls fall or stand.
"""

from __future__ import annotations

from typing import Any

from stockade.core.language import listed_or, mark, signed, winning
from stockade.core.scene import Choice, Scene, Shape, choosable
from stockade.core.state import State
from stockade.games.cascade_barricade.language import counted, say
from stockade.games.cascade_barricade.layout import NOTHING, TOP_ROW, Phase, Record
from stockade.games.cascade_barricade.picture.future import Future, future
from stockade.games.cascade_barricade.picture.island import cell_id, character_id
from stockade.games.cascade_barricade.picture.ladder import market_id
from stockade.games.cascade_barricade.picture.mats import laborer_id, slot_id
from stockade.games.cascade_barricade.picture.preview import Outlook, outlook, outlooks
from stockade.games.cascade_barricade.picture.sheets import (
    INCOME_LINE,
    actions_sheet,
    deck_sheet,
    income_sheet,
    open_actions,
    panel,
)
from stockade.games.cascade_barricade.picture.table import Table
from stockade.games.cascade_barricade.rules.actions import Base, kind_of, labor_of, shift_of
from stockade.games.cascade_barricade.rules.auction import lowest_bid, slot_without_stand, walls_shown
from stockade.games.cascade_barricade.rules.land import touches_water
from stockade.games.cascade_barricade.rules.market import laborers
from stockade.games.cascade_barricade.rules.scrapping import scrap_slot
from stockade.games.cascade_barricade.tables import CORNERS
from stockade.games.cascade_barricade.text.notation import (
    colour_words,
    format_action,
    place_text,
    the_walls,
    trashed,
)
from stockade.games.cascade_barricade.text.words import a_laborer, dollars, wall_words

PLAIN = {
    Base.PASS: mark("Pass"),
    Base.SCRAP: mark("Scrap the wall"),
    Base.KEEP: mark("Keep the wall"),
    Base.SKIP: mark("Give up the rest"),
    Base.DONE: mark("Done"),
}

KINDS: dict[Base, tuple[str, tuple[str, ...]]] = {
    Base.CORNER: (mark("Start"), (mark("a corner"),)),
    Base.OPEN: (mark("Open bidding"), (mark("a wall"),)),
    Base.PASS: (mark("Pass"), ()),
    Base.BID: (mark("Bid"), ()),
    Base.WALL: (mark("Place wall"), (mark("a space"),)),
    Base.HIRE: (mark("Hire"), (mark("a laborer"), mark("the wall where it works"))),
    Base.MOVE: (mark("Move"), (mark("your character"), mark("where it goes"))),
    Base.SELL: (mark("Sell"), (mark("a laborer on a wall"), mark("the market"))),
    Base.SHIFT: (mark("Shift"), (mark("a laborer on a wall"), mark("the wall where it goes"))),
    Base.DIG: (mark("Dig"), (mark("the spade"), mark("a space to dig in"))),
    Base.FILL: (mark("Fill"), (mark("a hole"),)),
    Base.TRASH: (mark("Trash"), (mark("a wall to trash"), mark("another wall to trash"))),
    Base.SKIP: (mark("Skip"), ()),
    Base.DONE: (mark("Done"), ()),
    Base.FLEE: (mark("Flee"), (mark("where to flee"),)),
    Base.SCRAP: (mark("Scrap"), ()),
    Base.KEEP: (mark("Keep"), ()),
}
"""The kinds of actions, and what each touch of theirs chooses."""

TELLING = (Base.WALL, Base.HIRE, Base.MOVE, Base.SELL, Base.SHIFT, Base.DIG, Base.FILL, Base.SCRAP)
"""Actions that may change the end of the round."""


def scene(state: State, viewer: int | None, shape: Shape) -> Scene:
    """Return what a client draws. The viewer's own walls come first."""
    record = state.record
    ahead, coming = outlook(record), future(record)
    table = Table(record, viewer, shape, ahead, coming)
    legal = choosable(state, viewer)
    choices = Chooser(state, table, ahead, legal).choices()
    return Scene.of(
        state,
        viewer,
        size=table.frame.size,
        areas=table.areas(digs=any(kind_of(action) == Base.DIG for action in legal)),
        pieces=table.pieces(),
        panels=tuple(panel(record, seat, coming) for seat in range(state.players)),
        prompt=_prompt(state, coming),
        choices=choices,
        sheets=(income_sheet(record, ahead, coming), deck_sheet(record), actions_sheet(record, legal)),
        focus=table.part(),
    )


# -- what can be done ----------------------------------------------------------------------------------------


class Chooser:
    """The legal actions of the player who decides, as choices."""

    def __init__(self, state: State, table: Table, ahead: Outlook, legal: list[int]) -> None:
        self.record, self.table, self.ahead, self.legal = state.record, table, ahead, legal
        self.coming, self.island, self.colour = table.coming, table.island, int(state.record.colour)
        self.player = self.record.player[max(self.colour, 0)]
        telling = [action for action in legal if kind_of(action) in TELLING]
        found = outlooks(self.record, telling) if telling else []
        self.then = dict(zip(telling, found[1:], strict=True)) if telling else {}

    def choices(self) -> tuple[Choice, ...]:
        return tuple(named(self._choice(action)) for action in self.legal)

    def _choice(self, action: int) -> Choice:
        base = kind_of(action)
        text = format_action(self.record, action)
        match base:
            case Base.BID:
                bid = action - base
                return Choice(action, text, say("Bid {price}", price=dollars(bid)), (), self._profit(bid), amount=bid)
            case Base.CORNER:
                cell = int(CORNERS[self.record.radius, action])
                ghost = (self.island.character(self.colour, cell),)
                label = say("Start in corner {corner}", corner=action + 1)
                return Choice(action, text, label, (cell_id(cell),), ghost=ghost, turn=0)
            case Base.OPEN:
                wall = action - base
                label = say("Open the bidding for the {wall}", wall=wall_words(self.record, wall))
                pays = self.coming.payback_words(self.record, wall)
                prospect = say("from {price}, {pays}", price=dollars(wall + 1), pays=pays)
                return Choice(action, text, label, (self.table.block.spot_id(wall),), prospect)
            case Base.WALL:
                return self._stand(action, text)
            case Base.HIRE:
                return self._hire(action, text)
            case Base.MOVE | Base.FLEE:
                return self._walk(action, text, base)
            case Base.SELL:
                return self._sell(action, text)
            case Base.SHIFT:
                return self._shift(action, text)
            case Base.DIG | Base.FILL:
                return self._dig(action, text, base)
            case Base.TRASH:
                walls = trashed(action)
                label = say("Trash {walls}", walls=the_walls(self.record, walls))
                touches = tuple(self.table.block.spot_id(wall) for wall in walls)
                return Choice(action, text, label, touches, either=len(walls) > 1)
        then = self.then.get(action)
        return Choice(action, text, say(PLAIN[base]), (), ghost=self.island.tide(then) if then else ())

    def _profit(self, bid: int) -> str:
        """Return how much more or less than a bid the wall that is being sold can pay."""
        price = signed_money(self.coming.payback(self.record, int(self.record.lot)) - bid)
        rounds = self.coming.lasts
        return counted(rounds, "up to {price} in {count} round", "up to {price} in {count} rounds", price=price)

    def _stand(self, action: int, text: str) -> Choice:
        cell, then = action - Base.WALL, self.then[action]
        slot = int(slot_without_stand(self.player))
        wall = wall_words(self.record, int(self.player.wall[slot]))
        label = say("Place the {wall} on {space}", wall=wall, space=place_text(cell))
        gain, gains = self._income(then)
        if (self.colour, slot) in then.falling:
            gain = say("falls this round")
        elif touches_water(self.record, cell):
            gain = gain or say("by the water")
        ghost = (*self.island.tide(then, (self.colour, slot, cell)), self.island.stand(self.colour, slot, cell))
        return Choice(action, text, label, (cell_id(cell),), gain, ghost, gains=gains, turn=0)

    def _hire(self, action: int, text: str) -> Choice:
        kind, slot = labor_of(action, Base.HIRE)
        label = say("Hire {laborer} for wall {slot}", laborer=a_laborer(kind), slot=slot + 1)
        gain, gains = self._income(self.then[action])
        ghost = (self._laborer(slot, kind),)
        touches = (market_id(kind), slot_id(self.colour, slot))
        return Choice(action, text, label, touches, gain, ghost, gains=gains)

    def _income(self, then: Outlook) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return how much more or less the colour would earn when the round ends: the gain, and its line in the
        sheet."""
        more = then.earned[self.colour] - self.ahead.earned[self.colour]
        if not more:
            return "", ()
        return say("{amount} a round", amount=signed(more)), ((say(INCOME_LINE), signed(more)),)

    def _laborer(self, slot: int, kind: int) -> Any:
        """Return one more laborer as it would stand on a wall."""
        count = int(self.player.labor[slot, kind])
        return self.table.mats[self.colour].laborer(slot, kind, count, int(laborers(self.player, slot)))

    def _walk(self, action: int, text: str, base: Base) -> Choice:
        cell = action - base
        ghost = (self.island.character(self.colour, cell),)
        if base == Base.FLEE:
            label = say("Flee to {space}", space=place_text(cell))
            return Choice(action, text, label, (cell_id(cell),), ghost=ghost, turn=0)
        label, then, gain = say("Move to {space}", space=place_text(cell)), self.then[action], ""
        if self.colour in then.fleeing:
            gain = say("will drown") if self.colour in then.drowning else say("will have to flee")
        touches = (character_id(self.colour), cell_id(cell))
        return Choice(action, text, label, touches, gain, ghost, turn=0)

    def _top(self, slot: int, kind: int) -> str:
        """Return the laborer that is touched to choose any of its type on a wall."""
        return laborer_id(self.colour, slot, kind, int(self.player.labor[slot, kind]) - 1)

    def _sell(self, action: int, text: str) -> Choice:
        kind, slot = labor_of(action, Base.SELL)
        label = say("Sell {laborer} of wall {slot}", laborer=a_laborer(kind), slot=slot + 1)
        gain, gains = self._income(self.then[action])
        return Choice(action, text, label, (self._top(slot, kind), market_id(kind)), gain, gains=gains)

    def _shift(self, action: int, text: str) -> Choice:
        kind, start, end = shift_of(action)
        words = mark("Shift {laborer} from wall {start} to wall {end}")
        label = say(words, laborer=a_laborer(kind), start=start + 1, end=end + 1)
        touches = (self._top(start, kind), slot_id(self.colour, end))
        gain, gains = self._income(self.then[action])
        return Choice(action, text, label, touches, gain, (self._laborer(end, kind),), gains=gains)

    def _dig(self, action: int, text: str, base: Base) -> Choice:
        cell, then = action - base, self.then[action]
        dry = len(self.ahead.wet) - len(then.wet)
        gain = ""
        if dry > 0:
            gain = counted(dry, "keeps {count} dry", "keeps {count} dry")
        elif dry < 0:
            gain = counted(-dry, "floods {count} more", "floods {count} more")
        ghost = self.island.tide(then)
        if base == Base.FILL:
            label = say("Fill the hole on {space}", space=place_text(cell))
            return Choice(action, text, label, (cell_id(cell),), gain, ghost, turn=0)
        label, touches = say("Dig a hole on {space}", space=place_text(cell)), ("spade", cell_id(cell))
        ghost = (*ghost, self.island.hole(cell))
        return Choice(action, text, label, touches, gain, ghost, turn=0)


def signed_money(amount: int) -> str:
    """Return an amount with its sign: "+$3", "−$2"."""
    return f"{'−' if amount < 0 else '+'}{dollars(abs(amount))}"


def named(choice: Choice) -> Choice:
    """Return a choice with its kind, and with what each of its touches chooses."""
    kind, asks = KINDS[kind_of(choice.action)]
    choice.kind, choice.asks = say(kind), tuple(map(say, asks[: len(choice.touches)]))
    return choice


# -- what is asked -------------------------------------------------------------------------------------------


def _prompt(state: State, coming: Future) -> str:
    record = state.record
    if state.is_over:
        return _ending(state)
    if record.phase == Phase.ORDER:
        return say("The turn order is drawn")
    if record.phase == Phase.DRAW:
        return say("A wall is drawn for the block")
    return f"{colour_words(record, int(record.colour))}: {_asked(state, coming)}"


def _asked(state: State, coming: Future) -> str:
    record = state.record
    match int(record.phase):
        case Phase.CORNER:
            return say("take a corner to start in")
        case Phase.SCRAP:
            slot = scrap_slot(record, int(record.colour))
            wall = int(record.player[record.colour].wall[slot])
            return say("scrap the {wall} in slot {slot}, or keep it", wall=wall_words(record, wall), slot=slot + 1)
        case Phase.OPEN:
            return _opening(record, state.legal_actions())
        case Phase.BID:
            lot, least = int(record.lot), dollars(int(lowest_bid(record)))
            text = mark("bid on the {wall}, {price} or more, or pass; it {pays}")
            if record.bidder == NOTHING:
                text = mark("bid on the {wall}, {price} or more; it {pays}")
            return say(text, wall=wall_words(record, lot), price=least, pays=coming.payback_words(record, lot))
        case Phase.STAND:
            return say("place the {wall} on the land", wall=wall_words(record, int(record.lot)))
        case Phase.HIRE:
            return say("hire laborers, or be done")
        case Phase.ACT:
            left = say("two actions") if record.actions_left > 1 else say("one more action")
            kinds = [say(name) for name in open_actions(state.legal_actions())]
            return f"{left}: {listed_or(kinds)}" if kinds else say("skip")
        case Phase.SELL:
            return say("sell more laborers, or be done")
        case Phase.SHIFT:
            text = mark("shift more from wall {start} to wall {end}, or be done")
            return say(text, start=record.shift_from + 1, end=record.shift_to + 1)
    return say("flee from the water")


def _opening(record: Record, legal: list[int]) -> str:
    if legal == [Base.PASS]:
        return say("pass, no wall can be paid")
    can_pass = Base.PASS in legal
    if walls_shown(record, int(record.colour)) > TOP_ROW:
        return say("open the bidding for a wall, or pass") if can_pass else say("open the bidding for a wall")
    if can_pass:
        return say("open the bidding for a wall of the top row, or pass")
    return say("open the bidding for a wall of the top row")


def _ending(state: State) -> str:
    names = [state.seat_name(seat) for seat in state.winners()]
    return f"{winning(names) if names else say('The flood wins')}: {state.describe_end()}"
