"""Cascade Barricade's picture: what lies on the table, what may be done with it, and what that would bring.

A wall on the block is touched to open it, two of them to trash them. A laborer of the market is touched, then the
slot it shall work in; one on a wall is touched, then the market to sell it or another slot to shift it. A character
is touched before the space it moves to, and the spade before the space to dig in, so that one touch never digs.
"""

from __future__ import annotations

from typing import Any

from stockade.core.scene import Choice, Scene, Shape
from stockade.core.state import State
from stockade.games.cascade_barricade.auction import lowest_bid, slot_without_stand
from stockade.games.cascade_barricade.edition import TYPE_NAMES
from stockade.games.cascade_barricade.land import touches_water
from stockade.games.cascade_barricade.layout import NOTHING, Base, Phase
from stockade.games.cascade_barricade.market import hire_price, laborers, sale_price
from stockade.games.cascade_barricade.notation import (
    SEAT_NAMES,
    format_action,
    kind_of,
    labor_of,
    place_text,
    shift_of,
    trashed,
    wall_words,
)
from stockade.games.cascade_barricade.preview import Outlook, kept_dry, outlook
from stockade.games.cascade_barricade.sheets import INCOME_LINE, deck_sheet, income_sheet, panel
from stockade.games.cascade_barricade.table import Table, cell_id, character_id, laborer_id, market_id, slot_id
from stockade.games.cascade_barricade.tables import CORNERS

PLAIN = {
    Base.PASS: "Pass",
    Base.SCRAP: "Scrap wall 1",
    Base.KEEP: "Keep wall 1",
    Base.SKIP: "Give up the rest",
    Base.DONE: "Done",
}


def scene(state: State, viewer: int | None, shape: Shape) -> Scene:
    """What a client draws; the viewer's own walls come first."""
    record = state.record
    ahead = outlook(record)
    table = Table(record, viewer, shape, ahead)
    may_choose = state.current_player >= 0 and viewer in (None, state.current_player)
    legal = state.legal_actions() if may_choose else []
    choices = Chooser(state, table, ahead, legal).choices()
    return Scene(
        game=state.game.name,
        size=table.frame.size,
        areas=table.areas(digs=any(Base.DIG <= action < Base.FILL for action in legal)),
        pieces=table.pieces(),
        panels=tuple(panel(record, seat, ahead) for seat in range(state.players)),
        prompt=_prompt(state),
        choices=choices,
        current_player=state.current_player,
        ply=state.ply,
        is_over=state.is_over,
        viewer=viewer,
        sheets=(income_sheet(record, ahead), deck_sheet(record)),
        focus=table.part(),
    )


# -- what may be done ----------------------------------------------------------------------------------------


class Chooser:
    """The legal actions of whoever decides, as choices."""

    def __init__(self, state: State, table: Table, ahead: Outlook, legal: list[int]) -> None:
        self.record, self.table, self.ahead, self.legal = state.record, table, ahead, legal
        self.seat = state.current_player
        self.player = self.record.player[max(self.seat, 0)]
        earth = [action for action in legal if Base.DIG <= action < Base.TRASH]
        self.dry = dict(zip(earth, kept_dry(self.record, earth), strict=True)) if earth else {}

    def choices(self) -> tuple[Choice, ...]:
        return tuple(self._choice(action) for action in self.legal)

    def _choice(self, action: int) -> Choice:
        base = kind_of(action)
        text = format_action(self.record, action)
        match base:
            case Base.BID:
                bid = action - base
                return Choice(action, text, f"Bid ${bid}", (), amount=bid)
            case Base.CORNER:
                cell = int(CORNERS[self.record.radius, action])
                ghost = (self.table.character(self.seat, cell),)
                return Choice(action, text, f"Start in corner {action + 1}", (cell_id(cell),), ghost=ghost)
            case Base.OPEN:
                wall = action - base
                label = f"Open the bidding for the {wall_words(self.record, wall)}"
                return Choice(action, text, label, (self.table.spot_id(wall),), f"from ${wall + 1}")
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
                label = "Trash " + " and ".join(f"the {wall_words(self.record, wall)}" for wall in walls)
                touches = tuple(self.table.spot_id(wall) for wall in walls)
                return Choice(action, text, label, touches, either=len(walls) > 1)
        return Choice(action, text, PLAIN[base], ())

    def _stand(self, action: int, text: str) -> Choice:
        cell = action - Base.WALL
        slot = int(slot_without_stand(self.player))
        wall = int(self.player.wall[slot])
        label = f"Place the {wall_words(self.record, wall)} on {place_text(cell)}"
        gain, gains = _a_round(0)
        if touches_water(self.record, cell):
            gain, gains = _a_round(0 if self.record.needs[wall].any() else int(self.record.production[wall]))
            gain = gain or "by the water"
        ghost = (self.table.stand(self.seat, slot, cell),)
        return Choice(action, text, label, (cell_id(cell),), gain, ghost, gains=gains)

    def _hire(self, action: int, text: str) -> Choice:
        kind, slot = labor_of(action, Base.HIRE)
        price = int(hire_price(self.record, kind))
        label = f"Hire a {TYPE_NAMES[kind]} for wall {slot + 1}, ${price}"
        more = self._income_with(kind, (slot, 1))
        gain, gains = _a_round(more) if more else (f"−${price}", ())
        ghost = (self._laborer(slot, kind),)
        touches = (market_id(kind), slot_id(self.seat, slot))
        return Choice(action, text, label, touches, gain, ghost, gains=gains)

    def _income_with(self, kind: int, *changes: tuple[int, int]) -> int:
        """How much more the seat would earn now with so many laborers more on some slots."""
        then = self.record.copy()
        for slot, more in changes:
            then.player[self.seat].labor[slot, kind] += more
        return outlook(then).earned[self.seat] - self.ahead.earned[self.seat]

    def _laborer(self, slot: int, kind: int) -> Any:
        """One more laborer as it would stand on a wall."""
        count = int(self.player.labor[slot, kind])
        return self.table.laborer(self.seat, slot, kind, count, int(laborers(self.player, slot)))

    def _walk(self, action: int, text: str, base: Base) -> Choice:
        cell = action - base
        ghost = (self.table.character(self.seat, cell),)
        if base == Base.FLEE:
            return Choice(action, text, f"Flee to {place_text(cell)}", (cell_id(cell),), ghost=ghost)
        gain = "will be flooded" if cell in self.ahead.wet else ""
        touches = (character_id(self.seat), cell_id(cell))
        return Choice(action, text, f"Move to {place_text(cell)}", touches, gain, ghost)

    def _top(self, slot: int, kind: int) -> str:
        """The laborer of a type on a wall that is touched for all of them."""
        return laborer_id(self.seat, slot, kind, int(self.player.labor[slot, kind]) - 1)

    def _sell(self, action: int, text: str) -> Choice:
        kind, slot = labor_of(action, Base.SELL)
        price = int(sale_price(self.record, kind))
        label = f"Sell a {TYPE_NAMES[kind]} of wall {slot + 1}, ${price}"
        less = self._income_with(kind, (slot, -1))
        gain, gains = _a_round(less) if less else (f"+${price}", ())
        return Choice(action, text, label, (self._top(slot, kind), market_id(kind)), gain, gains=gains)

    def _shift(self, action: int, text: str) -> Choice:
        kind, start, end = shift_of(action)
        label = f"Shift a {TYPE_NAMES[kind]} from wall {start + 1} to wall {end + 1}"
        touches = (self._top(start, kind), slot_id(self.seat, end))
        gain, gains = _a_round(self._income_with(kind, (start, -1), (end, 1)))
        return Choice(action, text, label, touches, gain, (self._laborer(end, kind),), gains=gains)

    def _dig(self, action: int, text: str, base: Base) -> Choice:
        cell, dry = action - base, self.dry[action]
        gain = f"keeps {dry} dry" if dry > 0 else f"floods {-dry} more" if dry < 0 else ""
        if base == Base.FILL:
            return Choice(action, text, f"Fill the hole on {place_text(cell)}", (cell_id(cell),), gain)
        ghost = (self.table.hole(cell),)
        return Choice(action, text, f"Dig a hole on {place_text(cell)}", ("spade", cell_id(cell)), gain, ghost)


def _a_round(more: int) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A change of income: the gain, and its line in the sheet."""
    if not more:
        return "", ()
    signed = f"+{more}" if more > 0 else f"−{-more}"
    return f"{signed} a round", ((INCOME_LINE, signed),)


# -- what is asked -------------------------------------------------------------------------------------------


def _prompt(state: State) -> str:
    record = state.record
    if state.is_over:
        return _ending(state)
    if record.phase == Phase.ORDER:
        return "The turn order is drawn"
    if record.phase == Phase.DRAW:
        return "A wall is drawn for the block"
    return f"{SEAT_NAMES[state.current_player]}: {_asked(state)}"


def _asked(state: State) -> str:
    record = state.record
    match int(record.phase):
        case Phase.CORNER:
            return "take a corner to start in"
        case Phase.SCRAP:
            wall = int(record.player[state.current_player].wall[0])
            return f"scrap the {wall_words(record, wall)} in slot 1, or keep it"
        case Phase.OPEN:
            return _opening(state.legal_actions())
        case Phase.BID:
            least = int(lowest_bid(record))
            out = "" if record.bidder == NOTHING else ", or pass"
            return f"bid on the {wall_words(record, int(record.lot))}, ${least} or more{out}"
        case Phase.STAND:
            return f"place the {wall_words(record, int(record.lot))} on the land"
        case Phase.HIRE:
            return "hire laborers, or be done"
        case Phase.ACT:
            left = "two actions" if record.actions_left > 1 else "one more action"
            return f"{left}: move, sell, shift, dig, fill or trash"
        case Phase.SELL:
            return "sell more laborers, or be done"
        case Phase.SHIFT:
            return f"shift more from wall {record.shift_from + 1} to wall {record.shift_to + 1}, or be done"
    return "flee from the water"


def _opening(legal: list[int]) -> str:
    if legal == [Base.PASS]:
        return "pass, no wall can be paid"
    return "open the bidding for a wall, or pass" if Base.PASS in legal else "open the bidding for a wall"


def _ending(state: State) -> str:
    names = [state.seat_name(seat) for seat in state.winners()]
    who = f"{' and '.join(names)} {'wins' if len(names) == 1 else 'share the win'}" if names else "The flood wins"
    return f"{who}: {state.describe_end()}"
