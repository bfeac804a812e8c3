"""The notation of Cascade Barricade: actions such as `open 7`, `bid 12` and `wall 1,-1`, descriptions for a log, and
the land seen from above.

Spaces are written `q,r`: q grows to the east, r to the south-east, and the spring is `0,0`. Walls are named by their
starting bid, slots are 1 to 3, and laborers are C, M and W.
"""

from __future__ import annotations

import re
from collections import defaultdict

from stockade.core.errors import ParseError
from stockade.core.hexes import HexField
from stockade.core.language import listed
from stockade.core.layout import OVER
from stockade.games.cascade_barricade.edition import TYPE_LETTERS, TYPE_NAMES
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
from stockade.games.cascade_barricade.text.words import needs_text, wall_words

FIELD = HexField(SIDE, MIDDLE)
place_of, place_text = FIELD.place_of, FIELD.place_text
COLOUR_NAMES = ("Crimson", "Azure", "Jade", "Gold", "Violet", "Slate")
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
    return " & ".join(COLOUR_NAMES[seat : state.colours : state.players])


def colour_words(state: Record, colour: int) -> str:
    """Return a colour's name and, if its seat has another one, that too: `Jade (with Crimson)`."""
    own = range(seat_of(state, colour), state.colours, state.players)
    others = [other for other in own if other != colour]
    return COLOUR_NAMES[colour] + "".join(f" (with {COLOUR_NAMES[other]})" for other in others)


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
        f"{text!r} is no action; write corner N, scrap, keep, open V, bid B, pass, wall Q,R, hire T S, done, "
        "move Q,R, sell T S, shift T FROM TO, dig Q,R, fill Q,R, trash V V, skip or flee Q,R"
    )


def _cell(text: str, found: re.Match[str]) -> int:
    q, r = int(found[2]), int(found[3])
    if max(abs(q), abs(r), abs(q + r)) > LARGEST:
        raise ParseError(f"{text!r} is off the land: no space is farther than {LARGEST} from the middle", "1")
    return cell_number(q, r)


def _numbered(text: str, word: str, number: int) -> int:
    if word == "bid":
        return Base.BID + number  # at most three digits, so never above the highest bid
    if word == "open":
        return Base.OPEN + _wall(text, number)
    if not 1 <= number <= 6:
        raise ParseError(f"{text!r}: corners are 1 to 6", "1")
    return Base.CORNER + number - 1


def _wall(text: str, number: int) -> int:
    if not 1 <= number <= WALLS:
        raise ParseError(f"{text!r}: walls have starting bids from 1 to {WALLS}", "2")
    return number - 1


def _type(letter: str) -> int:
    return TYPE_LETTERS.index(letter.upper())


def _next(text: str, name: str) -> int:
    names = [each.lower() for each in COLOUR_NAMES]
    if name.lower() not in names:
        raise ParseError(f"{text!r}: colours are {', '.join(names)}", "1")
    return Base.ORDER + names.index(name.lower())


# -- in words ------------------------------------------------------------------------------------------------


def describe_action(state: Record, action: int) -> str:
    base = kind_of(action)
    number = action - base
    if base == Base.ORDER:
        return f"{colour_words(state, number)} is {'first' if state.cursor == 0 else 'next'} in turn order"
    if base == Base.DRAW:
        return f"the {wall_words(state, number)} comes on the block"
    return f"{colour_words(state, max(int(state.colour), 0))} {_done(state, action, base, number)}"


def _done(state: Record, action: int, base: Base, number: int) -> str:
    """Describe what a player does, without the player's name."""
    match base:
        case Base.CORNER:
            return f"starts in corner {number + 1}"
        case Base.OPEN:
            return f"opens the bidding for the {wall_words(state, number)}"
        case Base.BID:
            return f"bids ${number}"
        case Base.PASS:
            return "passes"
        case Base.WALL:
            return f"places the wall on {place_text(number)}"
        case Base.HIRE | Base.SELL:
            kind, slot = labor_of(action, base)
            verb, link = ("hires", "for") if base == Base.HIRE else ("sells", "from")
            return f"{verb} a {TYPE_NAMES[kind]} {link} wall {slot + 1}"
        case Base.SHIFT:
            kind, start, end = shift_of(action)
            return f"shifts a {TYPE_NAMES[kind]} from wall {start + 1} to wall {end + 1}"
        case Base.TRASH:
            return "trashes " + listed([f"the {wall_words(state, wall)}" for wall in trashed(action)])
        case Base.SCRAP | Base.KEEP:
            slot = scrap_slot(state, max(int(state.colour), 0)) + 1
            return f"{base.name.lower()}s wall {max(slot, 1)}"
        case Base.SKIP:
            return "gives up the rest"
        case Base.DONE:
            return "is done"
    verbs = {Base.MOVE: "moves to", Base.DIG: "digs a hole on", Base.FILL: "fills the hole on", Base.FLEE: "flees to"}
    return f"{verbs[base]} {place_text(number)}"


def describe_end(state: Record) -> str:
    colours = range(state.colours)
    gone = [COLOUR_NAMES[colour] for colour in colours if state.player[colour].drowned]
    money = ", ".join(f"{COLOUR_NAMES[colour]} ${state.player[colour].money}" for colour in colours)
    if len(gone) == state.colours:
        return f"everybody drowned in round {state.round_no}, and nobody wins; money: {money}"
    told = f"{' and '.join(gone)} drowned in round {state.round_no}; money: {money}"
    left = [colour for colour in state.order[: state.colours].tolist() if not state.player[colour].drowned]
    best = max(state.player[colour].money for colour in left)
    first, *others = [colour for colour in left if state.player[colour].money == best]
    return f"{told}; {COLOUR_NAMES[first]} is earlier in turn order" if others else told


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
    for rows, mark in ((state.holes, " o "), (state.water, "[dim] ~ [/]")):
        bits = ((row * SIDE, each) for row, each in enumerate(rows.tolist()))
        marks |= {start + column: mark for start, each in bits for column in range(SIDE) if each >> column & 1}
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
