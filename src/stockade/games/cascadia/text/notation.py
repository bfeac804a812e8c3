"""Cascadia as text: actions such as `tile 1,-1 k2`, descriptions for the log, and drawings of environments.

Hexes are written `q,r`: q grows to the east, r to the south-east, and the top hex of the starter is `0,0`. Slots of
the market are 0 to 3. `kN` is a spin: N steps of 60 degrees to the left.
"""

from __future__ import annotations

import re
from functools import cache

from stockade.core.errors import ParseError
from stockade.core.hexes import HexField
from stockade.core.language import listed, mark, turned
from stockade.core.layout import OVER
from stockade.games.cascadia.language import counted, say
from stockade.games.cascadia.layout import (
    HOME,
    LETTERS,
    NOTHING,
    SIDE,
    SLOTS,
    SPECIES,
    SPINS,
    Card,
    Environment,
    Phase,
    Record,
)
from stockade.games.cascadia.rules.actions import Base, take_action, take_of, tile_action, tile_of
from stockade.games.cascadia.rules.environment import cell_at
from stockade.games.cascadia.rules.scoresheet import ScoreSheet, score_sheets
from stockade.games.cascadia.tables import (
    FACES,
    KEYSTONE,
    STARTER_LETTERS,
    TERRAIN_LETTERS,
    WILDLIFE_LETTERS,
    WILDLIFE_NAMES,
)
from stockade.games.cascadia.text.names import (
    SEAT_NAMES,
    animal,
    counted_animals,
    seat_words,
    terrain_words,
    the_animal,
    tile_words,
)
from stockade.games.cascadia.text.scenarios import goals, verdict

FIELD = HexField(SIDE, HOME)
place_of, place_text = cache(FIELD.place_of), cache(FIELD.place_text)
CARD_LETTERS = "ABCD"[:LETTERS]
SLOT = r"\s*([0-3])\s*"
PLACE = r"\s*(-?\d{1,2})\s*,\s*(-?\d{1,2})\s*"
FLAGS = re.IGNORECASE | re.ASCII
WIPE = re.compile(r"\s*wipe((?:\s*,?\s*[0-3])*)\s*", FLAGS)
TAKE = re.compile(rf"\s*take\s{SLOT}(?:\s{SLOT})?", FLAGS)
TILE = re.compile(rf"\s*tile\s{PLACE}\s+k\s*([0-5])\s*", FLAGS)
TOKEN = re.compile(rf"\s*token\s{PLACE}", FLAGS)
CARD = re.compile(r"\s*card\s+([a-z]+)\s+([a-d])\s*", FLAGS)
STARTER = re.compile(r"\s*starter\s+([a-z])\s*", FLAGS)
DRAW_TILE = re.compile(r"\s*draw\s+([mfpwr]{1,2})\s+([beshf]{1,3})\s*", FLAGS)
DRAW_TOKEN = re.compile(r"\s*draw\s+([a-z]+)\s*", FLAGS)


def seat_name(state: Record, seat: int) -> str:  # noqa: ARG001  (one form for every game)
    return seat_words(seat)


# -- what an id means ----------------------------------------------------------------------------------------


def slots_of(action: int) -> list[int]:
    """Return the slots of a paid wipe."""
    return [slot for slot in range(SLOTS) if (action - Base.WIPE) >> slot & 1]


def next_species(state: Record) -> int:
    """Return the species that gets the next card."""
    return min(int((state.cards != NOTHING).sum()), SPECIES - 1)


def format_action(state: Record, action: int) -> str:
    if action >= Base.DRAW_TOKEN:
        return f"draw {WILDLIFE_NAMES[action - Base.DRAW_TOKEN]}"
    if action >= Base.DRAW_TILE:
        return "draw {} {}".format(*FACES[action - Base.DRAW_TILE])
    if action >= Base.STARTER:
        return f"starter {STARTER_LETTERS[action - Base.STARTER]}"
    if action >= Base.CARD:
        return f"card {WILDLIFE_NAMES[next_species(state)]} {CARD_LETTERS[action - Base.CARD]}"
    if action == Base.RETURN:
        return "return"
    if action >= Base.TOKEN:
        return f"token {place_text(action - Base.TOKEN)}"
    if action >= Base.TILE:
        cell, spin = tile_of(action)
        return f"tile {place_text(cell)} k{spin}"
    if action >= Base.TAKE:
        tile, token = take_of(action)
        return f"take {tile}" if tile == token else f"take {tile} {token}"
    return " ".join(filter(None, ("wipe", ",".join(map(str, slots_of(action))))))


# -- reading -------------------------------------------------------------------------------------------------


def parse_action(state: Record, text: str) -> int:
    if text.strip().lower() == "return":
        return Base.RETURN.value
    if found := WIPE.fullmatch(text):
        return _wipe(text, found)
    if found := TAKE.fullmatch(text):
        return take_action(int(found[1]), int(found[2] or found[1]))
    if found := TILE.fullmatch(text):
        return tile_action(_cell(text, found), int(found[3]))
    if found := TOKEN.fullmatch(text):
        return Base.TOKEN + _cell(text, found)
    return _outcome(state, text)


def _wipe(text: str, found: re.Match[str]) -> int:
    slots = [int(digit) for digit in re.findall(r"\d", found[1])]
    if len(set(slots)) != len(slots):
        raise ParseError(say("{text} names a slot twice", text=repr(text)), "11")
    return Base.WIPE + sum(1 << slot for slot in slots)


def _cell(text: str, found: re.Match[str]) -> int:
    q, r = int(found[1]), int(found[2])
    if not (-HOME <= q <= HOME and -HOME <= r <= HOME):
        words = say(
            "{text} is farther than any environment reaches: {low} to {high}", text=repr(text), low=-HOME, high=HOME
        )
        raise ParseError(words, "14")
    return int(cell_at(q, r))


def _outcome(state: Record, text: str) -> int:
    """Return the chance outcome that a text stands for."""
    if found := DRAW_TILE.fullmatch(text):
        face = (found[1].upper(), found[2].lower())
        if face not in FACES[: Base.DRAW_TOKEN - Base.DRAW_TILE]:
            raise ParseError(f"{text!r}: {say('no tile of the stack shows that')}", "1")
        return Base.DRAW_TILE + FACES.index(face)
    if (found := DRAW_TOKEN.fullmatch(text)) and found[1].lower() in WILDLIFE_NAMES:
        return Base.DRAW_TOKEN + WILDLIFE_NAMES.index(found[1].lower())
    if (found := STARTER.fullmatch(text)) and found[1].upper() in STARTER_LETTERS:
        return Base.STARTER + STARTER_LETTERS.index(found[1].upper())
    if (found := CARD.fullmatch(text)) and found[1].lower() in WILDLIFE_NAMES:
        if found[1].lower() != WILDLIFE_NAMES[next_species(state)]:
            words = say("the next card is for {animal}", animal=the_animal(next_species(state)))
            raise ParseError(f"{text!r}: {words}", "3")
        return Base.CARD + CARD_LETTERS.index(found[2].upper())
    raise ParseError(
        say(
            "{text} is not a move; write wipe, wipe 0,2, take T, take T W, tile q,r kN, token q,r or return",
            text=repr(text),
        )
    )


# -- in words ------------------------------------------------------------------------------------------------


A_ANIMAL = (mark("a bear"), mark("an elk"), mark("a salmon"), mark("a hawk"), mark("a fox"))


def describe_action(state: Record, action: int) -> str:
    who = seat_words(min(int(state.turn_owner), len(SEAT_NAMES) - 1))
    if action >= Base.DRAW_TOKEN:
        return say("{animal} comes out of the bag", animal=say(A_ANIMAL[action - Base.DRAW_TOKEN]))
    if action >= Base.DRAW_TILE:
        return say("a tile is drawn: {tile}", tile=tile_words(action - Base.DRAW_TILE))
    if action >= Base.STARTER:
        terrain = terrain_words(TERRAIN_LETTERS.index(STARTER_LETTERS[action - Base.STARTER]))
        return say("{who} gets the {terrain} starter", who=who, terrain=terrain)
    if action >= Base.CARD:
        card = CARD_LETTERS[action - Base.CARD]
        return say("the {animal} card is {card}", animal=animal(next_species(state)), card=card)
    if action >= Base.TOKEN:
        return _token_words(state, action, who)
    if action >= Base.TILE:
        cell, spin = tile_of(action)
        return with_turn(say("{who} lays the tile on {place}", who=who, place=place_text(cell)), spin)
    return _market_words(state, action, who)


def with_turn(words: str, spin: int) -> str:
    """Add how a tile is turned. People count its turns clockwise."""
    return ", ".join(filter(None, (words, turned(-spin % SPINS))))


def _token_words(state: Record, action: int, who: str) -> str:
    token = the_animal(int(state.hand_token))
    if action == Base.RETURN:
        return say("{who} puts {animal} back into the bag", who=who, animal=token)
    return say("{who} places {animal} on {place}", who=who, animal=token, place=place_text(action - Base.TOKEN))


def _market_words(state: Record, action: int, who: str) -> str:
    if action == Base.WIPE:
        return say("{who} wipes the three equal tokens", who=who)
    if action < Base.TAKE:
        return _wipe_words(state, slots_of(action), who)
    tile, token = taken_words(state, action)
    if is_mixed(action):
        return say("{who} pays a nature token and takes the {tile}, with {animal}", who=who, tile=tile, animal=token)
    return say("{who} takes the {tile}, with {animal}", who=who, tile=tile, animal=token)


def _wipe_words(state: Record, slots: list[int], who: str) -> str:
    """Return which tokens are wiped. If others show the same animals, it says from where."""
    tokens = [int(state.market_token[slot]) for slot in slots]
    others = {int(state.market_token[slot]) for slot in range(SLOTS) if slot not in slots}
    animals = counted_animals(tokens)
    if others.isdisjoint(tokens):
        return say("{who} pays a nature token to wipe {animals}", who=who, animals=animals)
    return counted(
        len(slots),
        "{who} pays a nature token to wipe {animals} in slot {slots}",
        "{who} pays a nature token to wipe {animals} in slots {slots}",
        who=who,
        animals=animals,
        slots=listed([str(slot) for slot in slots]),
    )


def is_mixed(action: int) -> bool:
    """Return whether an action takes a tile and a token from different slots."""
    tile, token = take_of(action)
    return bool(tile != token)


def taken_words(state: Record, action: int) -> tuple[str, str]:
    """Describe the tile and the token that an action takes: "forest keystone for elk", "the bear".

    If they lie apart, either may be one of several equals: "the bear in slot 2".
    """
    tile, token = take_of(action)
    face, species = int(state.market_tile[tile]), int(state.market_token[token])
    things, animal = say("tile") if face == NOTHING else tile_words(face), the_animal(species)
    if is_mixed(action) and (state.market_tile == face).sum() > 1:
        things = say("{tile} in slot {slot}", tile=things, slot=tile)
    if is_mixed(action) and (state.market_token == species).sum() > 1:
        animal = say("{animal} in slot {slot}", animal=animal, slot=token)
    return things, animal


def opening_words(state: Record, action: int) -> str:
    """Return what sort of first choice an action is: which animal it takes, as the tiles differ in every game."""
    if action < Base.TAKE:
        return say("Wipe")
    _, token = take_of(action)
    return say("Take {animal}", animal=the_animal(int(state.market_token[token])))


def describe_end(state: Record) -> str:
    sheets = score_sheets(state)
    points = ", ".join(f"{seat_words(seat)} {sheet.total}" for seat, sheet in enumerate(sheets))
    told = [say("twenty turns are over") if state.players == 1 else say("the last tile is laid")]
    told.append(say("points: {points}", points=points))
    if state.players == 1:
        return "; ".join(told + ([verdict(state)] if state.scenario else []))
    most = max(sheet.total for sheet in sheets)
    leaders = [seat for seat, sheet in enumerate(sheets) if sheet.total == most]
    if len(leaders) > 1:  # ruling 19
        nature = [sheets[seat].nature for seat in leaders]
        first = seat_words(leaders[nature.index(max(nature))])
        is_broken = nature.count(max(nature)) == 1
        told.append(say("{who} has more nature tokens", who=first) if is_broken else say("the win is shared"))
    return "; ".join(told)


# -- the environments from above -----------------------------------------------------------------------------

WIDTH = 8


def draw(state: Record) -> str:
    """Draw the market, then every environment, starting with the player to move.

    A hex shows its terrains with the spin, then the wildlife it can hold, or its token as a capital; `*` is a
    keystone. Empty cells show their `q,r`.

        FP2 esf
    F*   E  MR0 bh
    """
    lines, sheets = _market_lines(state), score_sheets(state)
    first = int(state.turn_owner) % int(state.players)
    for step in range(state.players):
        seat = (first + step) % int(state.players)
        lines += ["", f"[seat{seat}]{SEAT_NAMES[seat]}[/]: {_standing(sheets[seat])}"]
        lines += _environment_lines(state.environment[seat], with_places=step == 0 and state.phase == Phase.TILE)
    return "\n".join(lines)


def _standing(sheet: ScoreSheet) -> str:
    points = counted(sheet.total, "{count} point", "{count} points")
    return f"{points}, {counted(sheet.nature, '{count} nature token', '{count} nature tokens')}"


def _market_lines(state: Record) -> list[str]:
    cards = " ".join(f"{WILDLIFE_NAMES[s]} {card_name(int(state.cards[s]))}" for s in range(SPECIES))
    bag = " ".join(f"{WILDLIFE_LETTERS[s]}:{state.bag[s]}" for s in range(SPECIES))
    lines = [f" cards: {cards}", f" tiles left: {state.stack}; bag: {bag}"]
    for slot in range(SLOTS):
        kind, species = int(state.market_tile[slot]), int(state.market_token[slot])
        tile = "-" if kind == NOTHING else "{:2} {:3}".format(*FACES[kind])
        token = "-" if species == NOTHING else WILDLIFE_NAMES[species]
        lines.append(f" {slot}: {tile:6}  {token}")
    if state.current_player != OVER and state.hand_token != NOTHING:
        tile = "" if state.hand_tile == NOTHING else "{} {} and ".format(*FACES[state.hand_tile])
        lines.append(f" in hand: {tile}{WILDLIFE_NAMES[state.hand_token]}")
    if state.scenario:
        lines += [f" scenario {state.scenario}:", *(f"  {goal.text}: {goal.standing}" for goal in goals(state))]
    return lines


def card_name(card: int) -> str:
    return "?" if card == NOTHING else Card(card).name.capitalize()


def _environment_lines(environment: Environment, with_places: bool) -> list[str]:
    marks = {
        place_of(environment.cell[number]): _hex_text(environment, number) for number in range(environment.hexes)
    }
    if with_places:
        edge = environment.edge[: environment.edges].tolist()
        marks |= {place_of(cell): f"[dim]{place_text(cell):^{WIDTH - 1}}[/]" for cell in edge}
    if not marks:
        return []
    # A hex is half a hex further right for every row down: its column is 2q + r halves.
    left = min(2 * q + r for q, r in marks)
    lines = []
    for row in range(min(r for _, r in marks), max(r for _, r in marks) + 1):
        line, at = "", 0
        for q in sorted(q for q, r in marks if r == row):
            column = (2 * q + row - left) * WIDTH // 2
            line += " " * (column - at) + marks[q, row] + " "
            at = column + WIDTH
        lines.append(" " + line.rstrip())
    return lines


def _hex_text(environment: Environment, number: int) -> str:
    face = int(environment.face[number])
    terrains, wildlife = FACES[face]
    ground = f"{terrains}{'*' if KEYSTONE[face] else environment.spin[number]}"
    for species in range(SPECIES):
        if environment.wildlife[species] >> number & 1:
            return f"{ground:3} [bold]{WILDLIFE_LETTERS[species].upper():^3}[/]"
    return f"{ground:3} [dim]{wildlife:^3}[/]"
