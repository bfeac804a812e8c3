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

from dataclasses import replace
from typing import Any

from stockade.core.english import counted
from stockade.core.language import listed, listed_or, signed, winning
from stockade.core.scene import Choice, Scene, Shape, choosable
from stockade.core.state import State
from stockade.games.cascade_barricade.edition import TYPE_NAMES
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
    trashed,
)
from stockade.games.cascade_barricade.text.words import wall_words

PLAIN = {
    Base.PASS: "Pass",
    Base.SCRAP: "Scrap the wall",
    Base.KEEP: "Keep the wall",
    Base.SKIP: "Give up the rest",
    Base.DONE: "Done",
}


KINDS: dict[Base, tuple[str, tuple[str, ...]]] = {
    Base.CORNER: ("Start", ("a corner",)),
    Base.OPEN: ("Open bidding", ("a wall",)),
    Base.PASS: ("Pass", ()),
    Base.BID: ("Bid", ()),
    Base.WALL: ("Place wall", ("a space",)),
    Base.HIRE: ("Hire", ("a laborer", "the wall where it works")),
    Base.MOVE: ("Move", ("your character", "where it goes")),
    Base.SELL: ("Sell", ("a laborer on a wall", "the market")),
    Base.SHIFT: ("Shift", ("a laborer on a wall", "the wall where it goes")),
    Base.DIG: ("Dig", ("the spade", "a space to dig in")),
    Base.FILL: ("Fill", ("a hole",)),
    Base.TRASH: ("Trash", ("a wall to trash", "another wall to trash")),
    Base.SKIP: ("Skip", ()),
    Base.DONE: ("Done", ()),
    Base.FLEE: ("Flee", ("where to flee",)),
    Base.SCRAP: ("Scrap", ()),
    Base.KEEP: ("Keep", ()),
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
                return Choice(action, text, f"Bid ${bid}", (), self._profit(bid), amount=bid)
            case Base.CORNER:
                cell = int(CORNERS[self.record.radius, action])
                ghost = (self.island.character(self.colour, cell),)
                return Choice(action, text, f"Start in corner {action + 1}", (cell_id(cell),), ghost=ghost, turn=0)
            case Base.OPEN:
                wall = action - base
                label = f"Open the bidding for the {wall_words(self.record, wall)}"
                return Choice(
                    action,
                    text,
                    label,
                    (self.table.block.spot_id(wall),),
                    f"from ${wall + 1}, {self.coming.payback_words(self.record, wall)}",
                )
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
                label = "Trash " + listed([f"the {wall_words(self.record, wall)}" for wall in walls])
                touches = tuple(self.table.block.spot_id(wall) for wall in walls)
                return Choice(action, text, label, touches, either=len(walls) > 1)
        then = self.then.get(action)
        return Choice(action, text, PLAIN[base], (), ghost=self.island.tide(then) if then else ())

    def _profit(self, bid: int) -> str:
        """Return how much more or less than a bid the wall that is being sold can pay."""
        back = self.coming.payback(self.record, int(self.record.lot))
        return f"up to {signed_money(back - bid)} in {counted(self.coming.lasts, 'round')}"

    def _stand(self, action: int, text: str) -> Choice:
        cell, then = action - Base.WALL, self.then[action]
        slot = int(slot_without_stand(self.player))
        wall = int(self.player.wall[slot])
        label = f"Place the {wall_words(self.record, wall)} on {place_text(cell)}"
        gain, gains = self._income(then)
        if (self.colour, slot) in then.falling:
            gain = "falls this round"
        elif touches_water(self.record, cell):
            gain = gain or "by the water"
        ghost = (*self.island.tide(then, (self.colour, slot, cell)), self.island.stand(self.colour, slot, cell))
        return Choice(action, text, label, (cell_id(cell),), gain, ghost, gains=gains, turn=0)

    def _hire(self, action: int, text: str) -> Choice:
        kind, slot = labor_of(action, Base.HIRE)
        label = f"Hire a {TYPE_NAMES[kind]} for wall {slot + 1}"
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
        return f"{signed(more)} a round", ((INCOME_LINE, signed(more)),)

    def _laborer(self, slot: int, kind: int) -> Any:
        """Return one more laborer as it would stand on a wall."""
        count = int(self.player.labor[slot, kind])
        return self.table.mats[self.colour].laborer(slot, kind, count, int(laborers(self.player, slot)))

    def _walk(self, action: int, text: str, base: Base) -> Choice:
        cell = action - base
        ghost = (self.island.character(self.colour, cell),)
        if base == Base.FLEE:
            return Choice(action, text, f"Flee to {place_text(cell)}", (cell_id(cell),), ghost=ghost, turn=0)
        then = self.then[action]
        gain = (
            "will drown"
            if self.colour in then.drowning
            else "will have to flee"
            if self.colour in then.fleeing
            else ""
        )
        touches = (character_id(self.colour), cell_id(cell))
        return Choice(action, text, f"Move to {place_text(cell)}", touches, gain, ghost, turn=0)

    def _top(self, slot: int, kind: int) -> str:
        """Return the laborer that is touched to choose any of its type on a wall."""
        return laborer_id(self.colour, slot, kind, int(self.player.labor[slot, kind]) - 1)

    def _sell(self, action: int, text: str) -> Choice:
        kind, slot = labor_of(action, Base.SELL)
        label = f"Sell a {TYPE_NAMES[kind]} of wall {slot + 1}"
        gain, gains = self._income(self.then[action])
        return Choice(action, text, label, (self._top(slot, kind), market_id(kind)), gain, gains=gains)

    def _shift(self, action: int, text: str) -> Choice:
        kind, start, end = shift_of(action)
        label = f"Shift a {TYPE_NAMES[kind]} from wall {start + 1} to wall {end + 1}"
        touches = (self._top(start, kind), slot_id(self.colour, end))
        gain, gains = self._income(self.then[action])
        return Choice(action, text, label, touches, gain, (self._laborer(end, kind),), gains=gains)

    def _dig(self, action: int, text: str, base: Base) -> Choice:
        cell, then = action - base, self.then[action]
        dry = len(self.ahead.wet) - len(then.wet)
        gain = f"keeps {dry} dry" if dry > 0 else f"floods {-dry} more" if dry < 0 else ""
        ghost = self.island.tide(then)
        if base == Base.FILL:
            label = f"Fill the hole on {place_text(cell)}"
            return Choice(action, text, label, (cell_id(cell),), gain, ghost, turn=0)
        touches = ("spade", cell_id(cell))
        ghost = (*ghost, self.island.hole(cell))
        return Choice(action, text, f"Dig a hole on {place_text(cell)}", touches, gain, ghost, turn=0)


def signed_money(amount: int) -> str:
    """Return an amount with its sign: "+$3", "−$2"."""
    return f"{'−' if amount < 0 else '+'}${abs(amount)}"


def named(choice: Choice) -> Choice:
    """Return a choice with its kind, and with what each of its touches chooses."""
    kind, asks = KINDS[kind_of(choice.action)]
    return replace(choice, kind=kind, asks=asks[: len(choice.touches)])


# -- what is asked -------------------------------------------------------------------------------------------


def _prompt(state: State, coming: Future) -> str:
    record = state.record
    if state.is_over:
        return _ending(state)
    if record.phase == Phase.ORDER:
        return "The turn order is drawn"
    if record.phase == Phase.DRAW:
        return "A wall is drawn for the block"
    return f"{colour_words(record, int(record.colour))}: {_asked(state, coming)}"


def _asked(state: State, coming: Future) -> str:
    record = state.record
    match int(record.phase):
        case Phase.CORNER:
            return "take a corner to start in"
        case Phase.SCRAP:
            slot = scrap_slot(record, int(record.colour))
            wall = int(record.player[record.colour].wall[slot])
            return f"scrap the {wall_words(record, wall)} in slot {slot + 1}, or keep it"
        case Phase.OPEN:
            return _opening(record, state.legal_actions())
        case Phase.BID:
            least = int(lowest_bid(record))
            out = "" if record.bidder == NOTHING else ", or pass"
            lot = int(record.lot)
            return (
                f"bid on the {wall_words(record, lot)}, ${least} or more{out}; it {coming.payback_words(record, lot)}"
            )
        case Phase.STAND:
            return f"place the {wall_words(record, int(record.lot))} on the land"
        case Phase.HIRE:
            return "hire laborers, or be done"
        case Phase.ACT:
            left = "two actions" if record.actions_left > 1 else "one more action"
            kinds = [name.lower() for name in open_actions(state.legal_actions())]
            return f"{left}: {listed_or(kinds)}" if kinds else "skip"
        case Phase.SELL:
            return "sell more laborers, or be done"
        case Phase.SHIFT:
            return f"shift more from wall {record.shift_from + 1} to wall {record.shift_to + 1}, or be done"
    return "flee from the water"


def _opening(record: Record, legal: list[int]) -> str:
    if legal == [Base.PASS]:
        return "pass, no wall can be paid"
    where = "a wall" if walls_shown(record, int(record.colour)) > TOP_ROW else "a wall of the top row"
    return f"open the bidding for {where}" + ", or pass" * (Base.PASS in legal)


def _ending(state: State) -> str:
    names = [state.seat_name(seat) for seat in state.winners()]
    return f"{winning(names) if names else 'The flood wins'}: {state.describe_end()}"
