"""The notation of Cascade Barricade: actions such as `open 7`, `bid 12` and `wall 1,-1`, descriptions for a log, and
the land seen from above.

Spaces are written `q,r`: q grows to the east, r to the south-east, and the spring is `0,0`. Walls are named by their
starting bid, slots are 1 to 3, and laborers are C, M and W.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from stockade.core.errors import ParseError
from stockade.core.hexes import HexField
from stockade.core.language import listed, mark
from stockade.core.layout import OVER
from stockade.games.cascade_barricade.edition import TYPE_LETTERS
from stockade.games.cascade_barricade.language import counted, say
from stockade.games.cascade_barricade.layout import (
    LARGEST,
    MIDDLE,
    NOTHING,
    SIDE,
    SLOTS,
    TYPES,
    WALLS,
    Phase,
    Player,
    Record,
)
from stockade.games.cascade_barricade.rules.actions import (
    Base,
    hire_action,
    kind_of,
    labor_of,
    sell_action,
    shift_action,
    shift_of,
    trash_action,
    trash_of,
)
from stockade.games.cascade_barricade.rules.market import hire_price
from stockade.games.cascade_barricade.rules.scrapping import scrap_slot
from stockade.games.cascade_barricade.rules.turn import seat_of
from stockade.games.cascade_barricade.tables import cell_number
from stockade.games.cascade_barricade.text.words import a_laborer, dollars, needs_text, wall_words

FIELD = HexField(SIDE, MIDDLE)
place_of, place_text = cache(FIELD.place_of), cache(FIELD.place_text)
COLOUR_NAMES = (mark("Crimson"), mark("Azure"), mark("Jade"), mark("Gold"), mark("Violet"), mark("Slate"))
FLAGS = re.IGNORECASE | re.ASCII
NUMBER = r"\s+(\d{1,3})"
SPACE = re.compile(r"\s*(wall|move|dig|fill|flee)\s+(-?\d)\s*,\s*(-?\d)\s*", FLAGS)
NUMBERED = re.compile(rf"\s*(corner|open|bid){NUMBER}\s*", FLAGS)
LABOR = re.compile(r"\s*(hire|sell)\s+([cmw])\s+([1-3])\s*", FLAGS)
SHIFT = re.compile(r"\s*shift\s+([cmw])\s+([1-3])\s+([1-3])\s*", FLAGS)
TRASH = re.compile(rf"\s*trash{NUMBER}(?:{NUMBER})?\s*", FLAGS)
DRAW = re.compile(rf"\s*draw{NUMBER}\s*", FLAGS)
FIRST = re.compile(r"\s*next\s+([a-z]+)\s*", FLAGS)
WORDS = {"pass": Base.PASS, "skip": Base.SKIP, "done": Base.DONE, "scrap": Base.SCRAP, "keep": Base.KEEP}
SPACE_BASES = {"wall": Base.WALL, "move": Base.MOVE, "dig": Base.DIG, "fill": Base.FILL, "flee": Base.FLEE}


def seat_name(state: Record, seat: int) -> str:
    """Return the colours of a seat, such as `Crimson & Jade`."""
    return " & ".join(colour_name(colour) for colour in range(seat, state.colours, state.players))


def colour_name(colour: int) -> str:
    return say(COLOUR_NAMES[colour])


def colour_words(state: Record, colour: int) -> str:
    """Return a colour's name and, if its seat has another one, that too: `Jade (with Crimson)`."""
    own = range(seat_of(state, colour), state.colours, state.players)
    words = colour_name(colour)
    for other in own:
        if other != colour:
            words = say("{colour} (with {other})", colour=words, other=colour_name(other))
    return words


# -- what an id means ----------------------------------------------------------------------------------------


def trashed(action: int) -> list[int]:
    """Return the walls that a `trash` discards: two, or one."""
    low, high = trash_of(action)
    return [low] if low == high else [low, high]


def format_action(state: Record, action: int) -> str:  # noqa: ARG001  (one form for every game)
    base = kind_of(action)
    number = action - base
    match base:
        case Base.WALL | Base.MOVE | Base.DIG | Base.FILL | Base.FLEE:
            return f"{base.name.lower()} {place_text(number)}"
        case Base.CORNER | Base.OPEN | Base.DRAW:
            return f"{base.name.lower()} {number + 1}"
        case Base.BID:
            return f"bid {number}"
        case Base.HIRE | Base.SELL:
            kind, slot = labor_of(action, base)
            return f"{base.name.lower()} {TYPE_LETTERS[kind]} {slot + 1}"
        case Base.SHIFT:
            kind, start, end = shift_of(action)
            return f"shift {TYPE_LETTERS[kind]} {start + 1} {end + 1}"
        case Base.TRASH:
            return "trash " + " ".join(str(wall + 1) for wall in trashed(action))
        case Base.ORDER:
            return f"next {COLOUR_NAMES[number].lower()}"
    return base.name.lower()


# -- reading -------------------------------------------------------------------------------------------------


def parse_action(state: Record, text: str) -> int:  # noqa: ARG001  (one form for every game)
    word = text.strip().lower()
    if word in WORDS:
        return WORDS[word].value
    if found := SPACE.fullmatch(text):
        return SPACE_BASES[found[1].lower()] + _cell(text, found)
    if found := NUMBERED.fullmatch(text):
        return _numbered(text, found[1].lower(), int(found[2]))
    if found := LABOR.fullmatch(text):
        kind, slot = _type(found[2]), int(found[3]) - 1
        return hire_action(kind, slot) if found[1].lower() == "hire" else sell_action(kind, slot)
    if found := SHIFT.fullmatch(text):
        return shift_action(_type(found[1]), int(found[2]) - 1, int(found[3]) - 1)
    if found := TRASH.fullmatch(text):
        walls = sorted(_wall(text, int(number)) for number in found.groups() if number is not None)
        return trash_action(walls[0], walls[-1])
    if found := DRAW.fullmatch(text):
        return Base.DRAW + _wall(text, int(found[1]))
    if found := FIRST.fullmatch(text):
        return _next(text, found[1])
    raise ParseError(
        say(
            "{text} is not a move; write corner N, scrap, keep, open V, bid B, pass, wall Q,R, hire T S, done, "
            "move Q,R, sell T S, shift T FROM TO, dig Q,R, fill Q,R, trash V V, skip or flee Q,R",
            text=repr(text),
        )
    )


def _cell(text: str, found: re.Match[str]) -> int:
    q, r = int(found[2]), int(found[3])
    if max(abs(q), abs(r), abs(q + r)) > LARGEST:
        words = say(
            "{text} is off the land: no space is farther than {most} from the middle", text=repr(text), most=LARGEST
        )
        raise ParseError(words, "1")
    return cell_number(q, r)


def _numbered(text: str, word: str, number: int) -> int:
    if word == "bid":
        return Base.BID + number  # at most three digits, so never above the highest bid
    if word == "open":
        return Base.OPEN + _wall(text, number)
    if not 1 <= number <= 6:
        raise ParseError(say("{text}: corners are 1 to 6", text=repr(text)), "1")
    return Base.CORNER + number - 1


def _wall(text: str, number: int) -> int:
    if not 1 <= number <= WALLS:
        words = say("{text}: walls have starting bids from 1 to {most}", text=repr(text), most=WALLS)
        raise ParseError(words, "2")
    return number - 1


def _type(letter: str) -> int:
    return TYPE_LETTERS.index(letter.upper())


def _next(text: str, name: str) -> int:
    names = [each.lower() for each in COLOUR_NAMES]
    if name.lower() not in names:
        raise ParseError(say("{text}: colours are {names}", text=repr(text), names=", ".join(names)), "1")
    return Base.ORDER + names.index(name.lower())


# -- in words ------------------------------------------------------------------------------------------------


WITHOUT_PARTS = {
    Base.PASS: mark("{colour} passes"),
    Base.SKIP: mark("{colour} gives up the rest"),
    Base.DONE: mark("{colour} is done"),
}
ON_A_SPACE = {
    Base.WALL: mark("{colour} places the wall on {space}"),
    Base.MOVE: mark("{colour} moves to {space}"),
    Base.DIG: mark("{colour} digs a hole on {space}"),
    Base.FILL: mark("{colour} fills the hole on {space}"),
    Base.FLEE: mark("{colour} flees to {space}"),
}
WITH_A_LABORER = {
    Base.HIRE: mark("{colour} hires {laborer} for wall {slot}"),
    Base.SELL: mark("{colour} sells {laborer} from wall {slot}"),
}
WITH_A_WALL = {
    Base.SCRAP: mark("{colour} scraps wall {slot}"),
    Base.KEEP: mark("{colour} keeps wall {slot}"),
}


def describe_action(state: Record, action: int) -> str:
    base = kind_of(action)
    number = action - base
    if base == Base.DRAW:
        return say("the {wall} comes on the block", wall=wall_words(state, number))
    if base == Base.ORDER:
        first, following = mark("{colour} is first in turn order"), mark("{colour} is next in turn order")
        return say(following if state.cursor else first, colour=colour_words(state, number))
    return _done(state, action, base, colour_words(state, max(int(state.colour), 0)))


def _done(state: Record, action: int, base: Base, colour: str) -> str:
    """Describe what a player does."""
    number = action - base
    match base:
        case Base.CORNER:
            return say("{colour} starts in corner {corner}", colour=colour, corner=number + 1)
        case Base.OPEN:
            return say("{colour} opens the bidding for the {wall}", colour=colour, wall=wall_words(state, number))
        case Base.BID:
            return say("{colour} bids {price}", colour=colour, price=dollars(number))
        case Base.HIRE | Base.SELL:
            kind, slot = labor_of(action, base)
            return say(WITH_A_LABORER[base], colour=colour, laborer=a_laborer(kind), slot=slot + 1)
        case Base.SHIFT:
            kind, start, end = shift_of(action)
            text = mark("{colour} shifts {laborer} from wall {start} to wall {end}")
            return say(text, colour=colour, laborer=a_laborer(kind), start=start + 1, end=end + 1)
        case Base.TRASH:
            return say("{colour} trashes {walls}", colour=colour, walls=the_walls(state, trashed(action)))
        case Base.SCRAP | Base.KEEP:
            slot = scrap_slot(state, max(int(state.colour), 0)) + 1
            return say(WITH_A_WALL[base], colour=colour, slot=max(slot, 1))
    if base in ON_A_SPACE:
        return say(ON_A_SPACE[base], colour=colour, space=place_text(number))
    return say(WITHOUT_PARTS[base], colour=colour)


def the_walls(state: Record, walls: list[int]) -> str:
    """Return a list of walls: "the wood wall 8 and the stone wall 10"."""
    return listed([say("the {wall}", wall=wall_words(state, wall)) for wall in walls])


def describe_end(state: Record) -> str:
    colours, round_no = range(state.colours), int(state.round_no)
    gone = [colour_name(colour) for colour in colours if state.player[colour].drowned]
    money = ", ".join(f"{colour_name(colour)} {dollars(int(state.player[colour].money))}" for colour in colours)
    if len(gone) == state.colours:
        text = mark("everybody drowned in round {round}, and nobody wins; money: {money}")
        return say(text, round=round_no, money=money)
    told = counted(
        len(gone),
        "{names} drowned in round {round}; money: {money}",
        "{names} drowned in round {round}; money: {money}",
        names=listed(gone),
        round=round_no,
        money=money,
    )
    left = [colour for colour in state.order[: state.colours].tolist() if not state.player[colour].drowned]
    best = max(state.player[colour].money for colour in left)
    first, *others = [colour for colour in left if state.player[colour].money == best]
    return f"{told}; {say('{colour} is earlier in turn order', colour=colour_name(first))}" if others else told


# -- the land from above -------------------------------------------------------------------------------------


def draw(state: Record) -> str:
    """Return the land as text: `~` is water, `o` a hole, `.` dry. A wall is its owner's letter and its slot, a
    character a small letter.

          .  .  .
        .  ~  A1 .
    """
    lines = [*_table_lines(state), ""]
    radius, marks = int(state.radius), _marks(state)
    for r in range(-radius, radius + 1):
        columns = [q for q in range(-radius, radius + 1) if abs(q + r) <= radius]
        cells = " ".join(marks.get(cell_number(q, r), " . ") for q in columns)
        lines.append(f" {'  ' * abs(r)}{cells}".rstrip())
    return "\n".join(lines)


def _marks(state: Record) -> dict[int, str]:
    """Return what is drawn on each space that is not just dry."""
    marks = {}
    here = defaultdict(list)
    for colour, cell in enumerate(state.player["character"][: state.colours].tolist()):
        here[cell].append(colour)
    for cell, colours in here.items():
        text = "".join(COLOUR_NAMES[colour][0].lower() for colour in colours[:3])
        marks[cell] = f"[seat{seat_of(state, colours[0])}]{text:^3}[/]"
    for colour, stands in enumerate(state.player["stand"][: state.colours].tolist()):
        for slot, cell in enumerate(stands, 1):
            marks[cell] = f"[seat{seat_of(state, colour)}]{COLOUR_NAMES[colour][0]}{slot}[/] "
    for rows, sign in ((state.holes, " o "), (state.water, "[dim] ~ [/]")):
        bits = ((row * SIDE, each) for row, each in enumerate(rows.tolist()))
        marks |= {start + column: sign for start, each in bits for column in range(SIDE) if each >> column & 1}
    return marks


def _table_lines(state: Record) -> list[str]:
    shown = [wall for wall in range(WALLS) if state.block >> wall & 1]
    block = " ".join(f"{wall + 1}({needs_text(state, wall)}:{state.production[wall]})" for wall in shown)
    market = ", ".join(
        f"{TYPE_LETTERS[kind]} {state.market[kind]}"
        + (f" from ${hire_price(state, kind)}" if state.market[kind] else "")
        for kind in range(TYPES)
    )
    deck = bin(int(state.deck)).count("1")
    lines = [f" block: {block or 'empty'}", f" round {state.round_no}; deck: {deck}; market: {market}"]
    for colour in _in_order(state):
        player = state.player[colour]
        walls = ", ".join(_wall_text(state, player, slot) for slot in range(SLOTS) if player.wall[slot] != NOTHING)
        name, drowned = colour_words(state, colour), " (drowned)" if player.drowned else ""
        lines.append(f" [seat{seat_of(state, colour)}]{name}[/]{drowned}: ${player.money}; {walls or 'no wall'}")
    if state.phase == Phase.BID and state.current_player != OVER:
        last = f", ${state.bid} by {COLOUR_NAMES[state.bidder]}" if state.bidder != NOTHING else ""
        lines.append(f" up for auction: {wall_words(state, int(state.lot))}{last}")
    return lines


def _in_order(state: Record) -> list[int]:
    """Return the colours in turn order, followed by those that have no place yet."""
    placed = [int(colour) for colour in state.order[: state.colours] if colour != NOTHING]
    return placed + [colour for colour in range(state.colours) if colour not in placed]


def _wall_text(state: Record, player: Player, slot: int) -> str:
    wall = int(player.wall[slot])
    labor = "".join(TYPE_LETTERS[kind] * int(player.labor[slot, kind]) for kind in range(TYPES))
    return f"{slot + 1}: {wall + 1}({needs_text(state, wall)}:{state.production[wall]}) {labor}".rstrip()
