"""Check whether a match could reach a state of Cascadia whose tiles and tokens add up.

A state does not show everything that was wiped and paid for. This module looks for some sequence that leads to it:
how the slots became empty, which wipes set tokens aside, and whether nature tokens were available to pay for them.
"""

from __future__ import annotations

from dataclasses import dataclass

from stockade.core.checks import require
from stockade.core.layout import OVER
from stockade.games.cascadia.layout import NOTHING, SLOTS, SPECIES, Card, Environment, Phase, Record
from stockade.games.cascadia.spec import SPEC
from stockade.games.cascadia.tables import KEYSTONE, STARTER_CELL, TILES_IN_GAME, TOKENS, TURNS
from stockade.games.cascadia.text.names import SEAT_NAMES

STARTER_HEXES = len(STARTER_CELL)
EQUAL = SLOTS - 1  # tokens that a free wipe sets aside
ANY_PLY = SPEC.ply_limit // 2  # how much the ply of a position written by hand may be off
IS_KEYSTONE = KEYSTONE.tolist()


@dataclass(frozen=True, slots=True)
class Seat:
    """One environment in plain numbers."""

    name: str
    has_starter: bool
    laid: int  # tiles in addition to the starter
    tokens: tuple[int, ...]  # the hexes that have a token
    keystones: tuple[int, ...]  # those of them that are keystones
    nature: int

    @property
    def last(self) -> int:
        """The hex laid last, or the last hex of the starter if there is no other."""
        return STARTER_HEXES + self.laid - 1


@dataclass(frozen=True, slots=True)
class Facts:
    """A state in plain numbers, because reading a record field by field is slow."""

    players: int
    owner: int
    phase: Phase
    is_over: bool
    has_wiped: bool
    cards: list[int]
    scenario: int
    drawn: int  # tiles drawn from the stack
    bag: list[int]
    aside: list[int]
    tiles: list[int]  # in the market
    tokens: list[int]  # in the market
    in_hand: tuple[int, int]
    seats: tuple[Seat, ...]

    @property
    def turns(self) -> int:
        """The number of finished turns, of all seats."""
        return sum(seat.laid for seat in self.seats) - (self.phase == Phase.TOKEN and not self.is_over)

    @property
    def removed(self) -> tuple[int, int]:
        """Return how many tiles and tokens are missing, because they have left the game."""
        on_table = SLOTS - len(empty(self.tiles)) + (self.in_hand[0] != NOTHING)
        tiles = self.drawn - on_table - sum(seat.laid for seat in self.seats)
        tokens = int(TOKENS.sum()) - sum(self.bag) - sum(self.aside) - sum(len(seat.tokens) for seat in self.seats)
        return tiles, tokens - (SLOTS - len(empty(self.tokens))) - (self.in_hand[1] != NOTHING)


def facts_of(state: Record) -> Facts:
    players = int(state.players)
    return Facts(
        players=players,
        owner=int(state.turn_owner),
        phase=Phase(int(state.phase)),
        is_over=bool(state.current_player == OVER),
        has_wiped=bool(state.has_wiped),
        cards=state.cards.tolist(),
        scenario=int(state.scenario),
        drawn=int(TILES_IN_GAME[players]) - int(state.stack),
        bag=state.bag.tolist(),
        aside=state.aside.tolist(),
        tiles=state.market_tile.tolist(),
        tokens=state.market_token.tolist(),
        in_hand=(int(state.hand_tile), int(state.hand_token)),
        seats=tuple(_seat(state.environment[seat], SEAT_NAMES[seat]) for seat in range(players)),
    )


def _seat(environment: Environment, name: str) -> Seat:
    hexes, occupied = int(environment.hexes), 0
    for bits in environment.wildlife.tolist():
        occupied |= bits
    tokens = tuple(number for number in range(hexes) if occupied >> number & 1)
    faces = environment.face.tolist()
    return Seat(
        name=name,
        has_starter=hexes > 0,
        laid=max(hexes - STARTER_HEXES, 0),
        tokens=tokens,
        keystones=tuple(number for number in tokens if IS_KEYSTONE[faces[number]]),
        nature=int(environment.nature),
    )


def empty(slots: list[int]) -> list[int]:
    return [slot for slot in range(SLOTS) if slots[slot] == NOTHING]


def validate_match(state: Record) -> None:
    """Raise `BadPosition` if no sequence of actions leads to the state, with the ruling that forbids it."""
    facts = facts_of(state)
    _validate_cards(facts)
    _validate_turns(facts)
    _validate_slots(facts)
    if facts.players == 1:
        _validate_removed(facts)
    _validate_wipes(facts)
    for number, seat in enumerate(facts.seats):
        is_owner = number == facts.owner and not facts.is_over
        _validate_tokens(seat, is_owner and facts.phase == Phase.TOKEN)
        _validate_nature(facts, number, not is_owner or _is_before_the_turn(facts))
    _validate_ply(facts, int(state.ply))


# -- cards, starters and turns -------------------------------------------------------------------------------


def _validate_cards(facts: Facts) -> None:
    dealt = [card for card in facts.cards if card != NOTHING]
    require(facts.cards[: len(dealt)] == dealt, "cards are dealt in the order bear, elk, salmon, hawk, fox", "3")
    is_dealing = facts.phase == Phase.CARD
    require((len(dealt) < SPECIES) == is_dealing, "cards are dealt before anything else, and then all are known", "3")
    is_letters = all(card < Card.FAMILY for card in dealt)
    require(is_letters or len(set(facts.cards)) == 1, "the cards for beginners go for all five species", "34")


def _validate_turns(facts: Facts) -> None:
    """Check that starters were dealt seat by seat, and that everybody has laid as many tiles as the turn requires."""
    starters = [seat.has_starter for seat in facts.seats]
    if facts.phase <= Phase.STARTER:
        require(facts.phase == Phase.STARTER or facts.owner == 0, "cards are dealt before the starters", "3")
        wanted = [number < facts.owner for number in range(facts.players)]
        is_dealt = starters == wanted and facts.turns == 0
        require(is_dealt, "starters are dealt one to each seat in turn, before any tile", "4")
        return
    require(all(starters), "every seat has a starter", "4")
    laid = [seat.laid for seat in facts.seats]
    if facts.is_over:
        is_end = laid == [TURNS] * facts.players and facts.owner == facts.players - 1
        require(is_end, f"the game ends after {TURNS} turns each", "19")
        return
    rounds, turn = divmod(facts.turns, facts.players)
    have_laid = facts.owner + (facts.phase == Phase.TOKEN)
    is_turn = facts.owner == turn and laid == [rounds + (number < have_laid) for number in range(facts.players)]
    require(is_turn, "the seats have not laid as many tiles as the turn says", "2")
    require(rounds < TURNS, f"every seat has {TURNS} turns", "19")


# -- the market ----------------------------------------------------------------------------------------------


def _validate_slots(facts: Facts) -> None:
    """Check that slots are empty, and the hand is full, as the phase requires."""
    tiles, tokens = empty(facts.tiles), empty(facts.tokens)
    in_hand = tuple(thing != NOTHING for thing in facts.in_hand)
    wanted = {Phase.TILE: (True, True), Phase.TOKEN: (False, not facts.is_over)}.get(facts.phase, (False, False))
    require(in_hand == wanted, "a tile is in hand until it is laid, and a token until it is placed", "15")
    match facts.phase:
        case Phase.CARD | Phase.STARTER:
            require(len(tiles) == len(tokens) == SLOTS, "the market is laid out after the starters", "5")
        case Phase.DRAW_TILE:
            refills = _refills(facts)
            require(tiles in refills, "tiles are drawn for the slots that a turn leaves empty, from 0 on", "18")
            is_waiting = tokens in refills and len(tokens) == len(refills[0])
            require(is_waiting, "tokens are drawn after the tiles", "5")
        case Phase.DRAW_TOKEN:
            require(not tiles and bool(tokens), "tokens are drawn when all tiles lie, while a token is missing", "5")
        case Phase.MARKET:
            require(not tiles and not tokens, "a player chooses from a full market", "18")
        case _:
            require(len(tiles) == len(tokens) == 1, "one tile and one token have been taken", "18")
    if facts.phase >= Phase.MARKET and not facts.is_over:
        offered = {*facts.tokens, facts.in_hand[1]} - {NOTHING}
        require(len(offered) > 1, "four equal tokens are wiped at once", "6")


def _refills(facts: Facts) -> list[list[int]]:
    """Return the sets of slots that can be empty while the market is filled, the largest first.

    At the start of the game all slots are empty; in a solo game two; otherwise the one that was taken.
    """
    if facts.turns == 0:
        return [list(range(first, SLOTS)) for first in range(SLOTS)]
    return [[0, 1], [1]] if facts.players == 1 else [[slot] for slot in range(SLOTS)]


def _validate_removed(facts: Facts) -> None:
    tiles, tokens = facts.removed
    wanted = facts.turns - facts.is_over
    require(tiles == wanted, f"after {facts.turns} turns {wanted} tiles have left the game, not {tiles}", "22")
    require(tokens == wanted, f"after {facts.turns} turns {wanted} tokens have left the game, not {tokens}", "22")


# -- wipes ---------------------------------------------------------------------------------------------------


def _validate_wipes(facts: Facts) -> None:
    require(not facts.has_wiped or facts.phase > Phase.DRAW_TILE, "nobody can have wiped three tokens yet", "7")
    if facts.phase == Phase.DRAW_TOKEN:
        require(any(facts.bag), "an empty bag gets back what lies aside", "9")
    elif any(facts.aside):
        is_equal = any(facts.tokens.count(species) == EQUAL for species in range(SPECIES))
        may_wipe = facts.phase == Phase.MARKET and is_equal and not facts.has_wiped
        require(may_wipe, "tokens lie aside only while three more can be wiped, or are", "8")
    require(_paid_wipes(facts) is not None, "no wipes put such tokens aside and leave such slots empty", "8")


def _paid_wipes(facts: Facts) -> int | None:
    """Return how many nature tokens, 0 or 1, the visible wipes cost, or None if no wipes lead to the state."""
    if facts.phase != Phase.DRAW_TOKEN:
        return _paid(facts.aside, False)
    if any(facts.aside):
        return _paid_while_drawing(facts.tokens, facts.aside, facts.has_wiped)
    return 0 if _is_refill(facts) else _paid_before_the_bag_was_empty(facts)


def _is_refill(facts: Facts) -> bool:
    """Return whether tokens are drawn after a turn or for the first market, and not after a wipe."""
    return not facts.has_wiped and not any(facts.aside) and empty(facts.tokens) in _refills(facts)


def _paid(aside: list[int], has_wiped: bool) -> int | None:
    """Return the nature tokens paid for the tokens that were set aside, or None if no wipes explain them.

    Forced wipes set aside four equal tokens, the free wipe three equal ones, and a paid wipe at the start one to four
    of any kind (rulings 6, 7, 8 and 11).
    """
    least = None
    for free in range(-1, SPECIES if has_wiped else 0):
        if free < 0 or aside[free] >= EQUAL:
            rest = sum((count - EQUAL * (species == free)) % SLOTS for species, count in enumerate(aside))
            if rest == 0:
                return 0
            if rest <= SLOTS:
                least = 1
    return least


def _paid_while_drawing(tokens: list[int], aside: list[int], has_wiped: bool) -> int | None:
    """Do the same while slots are empty: the last wipe took these, and perhaps others that are filled again."""
    missing = empty(tokens)
    if not missing:
        return None
    drawn, kept = tokens[: missing[0]], [token for token in tokens[missing[0] :] if token != NOTHING]
    ways: list[int | None] = []
    if not kept:
        ways += [_paid(_less(aside, each, SLOTS), has_wiped) for each in range(SPECIES) if aside[each] >= SLOTS]
    if has_wiped and len(kept) <= 1:
        left = kept or drawn  # the one that was not equal is among these
        equal = [each for each in range(SPECIES) if aside[each] >= EQUAL and any(token != each for token in left)]
        ways += [_paid(_less(aside, each, EQUAL), False) for each in equal]
    redrawn = sum(aside) - len(missing)
    if 0 <= redrawn <= len(drawn):
        left = kept + (drawn if redrawn < len(drawn) else [])
        if max(aside) < sum(aside) or any(aside[token] == 0 for token in left):  # otherwise four were equal before
            ways.append(1)
    return min((way for way in ways if way is not None), default=None)


def _less(aside: list[int], species: int, count: int) -> list[int]:
    return [number - count * (each == species) for each, number in enumerate(aside)]


def _paid_before_the_bag_was_empty(facts: Facts) -> int | None:
    """Do the same if nothing is aside, because the bag was empty and got it back.

    Slots may have been filled since.
    """
    tokens, aside = list(facts.tokens), list(facts.bag)
    ways = []
    for slot in range(min(empty(tokens), default=0), -1, -1):
        if tokens[slot] != NOTHING:
            aside[tokens[slot]] += 1
            tokens[slot] = NOTHING
        ways.append(_paid_while_drawing(tokens, aside, facts.has_wiped))
    return min((way for way in ways if way is not None), default=None)


# -- tokens and nature tokens ----------------------------------------------------------------------------------


def _validate_tokens(seat: Seat, is_placing: bool) -> None:
    has_time = len(seat.tokens) <= seat.laid - is_placing
    require(has_time, f"{seat.name} has more tokens than turns to place them", "16")
    is_early = is_placing and seat.last in seat.tokens
    require(not is_early, f"{seat.name} has just laid a tile, and the token is still in hand", "15")


def _validate_nature(facts: Facts, number: int, is_at_rest: bool) -> None:
    """Check that each seat has the nature tokens from keystones minus those that it spent."""
    seat = facts.seats[number]
    earned, has = len(seat.keystones), f"{seat.name} has {seat.nature} nature tokens"
    require(seat.nature <= earned, f"{has}, and {earned} tokens on keystones", "17")
    spent, kept = _spent_at_least(facts, number), _kept(seat, is_at_rest)
    ruling = "11" if facts.phase in (Phase.DRAW_TOKEN, Phase.MARKET) else "12"
    require(seat.nature <= earned - spent, f"{has}, and has just spent one of {earned}", ruling)
    require(kept <= seat.nature, f"{has}, and cannot have spent the one of the last turn", "13")
    require(spent <= earned - kept, f"{seat.name} had no nature token to pay with", "13")


def _kept(seat: Seat, is_at_rest: bool) -> int:
    """Return 1 if a seat must still have the nature token of its last turn, and 0 otherwise.

    At rest, it has had no turn since it placed its last token. That token is on a keystone if the tile laid last is a
    keystone with a token, or if every turn ended on a keystone.
    """
    is_on_keystone = seat.laid > 0 and (seat.last in seat.keystones or len(seat.keystones) == seat.laid)
    return int(is_at_rest and is_on_keystone)


def _is_before_the_turn(facts: Facts) -> bool:
    """Return whether the market is still being filled for the current turn."""
    return facts.phase <= Phase.DRAW_TILE or (facts.phase == Phase.DRAW_TOKEN and _is_refill(facts))


def _spent_at_least(facts: Facts, seat: int) -> int:
    """Return how many nature tokens a seat has just spent, as the market shows.

    It may have paid for a wipe, or for a tile and a token from different slots. These slots are still empty while the
    tile for the next turn is drawn.
    """
    if facts.phase in (Phase.DRAW_TOKEN, Phase.MARKET):
        return (_paid_wipes(facts) or 0) if seat == facts.owner else 0
    if facts.phase == Phase.DRAW_TILE:
        has_taken = facts.turns > 0 and facts.players > 1 and seat == (facts.owner - 1) % facts.players
    else:
        has_taken = facts.phase >= Phase.TILE and seat == facts.owner
    return int(has_taken and empty(facts.tiles) != empty(facts.tokens))


# -- plies ---------------------------------------------------------------------------------------------------


def least_plies(facts: Facts) -> int:
    """Return the fewest plies that lead to a state, with only the visible wipes and without dealing cards."""
    if facts.phase == Phase.CARD:
        return SPECIES - facts.cards.count(NOTHING)
    starters = sum(seat.has_starter for seat in facts.seats)
    refills = (facts.turns - facts.is_over) * (2 if facts.players == 1 else 1)
    missing = len(empty(facts.tokens)) if facts.phase <= Phase.DRAW_TOKEN else 0
    wiped = max(sum(facts.aside), EQUAL * facts.has_wiped) + facts.has_wiped + (_paid_wipes(facts) or 0)
    in_turn = {Phase.TILE: 1, Phase.TOKEN: 0 if facts.is_over else 2}.get(facts.phase, 0)
    return starters + facts.drawn + SLOTS + refills - missing + wiped + 3 * facts.turns + in_turn


def _validate_ply(facts: Facts, ply: int) -> None:
    more = ply - least_plies(facts)
    require(more >= 0, f"so much cannot have happened in {ply} moves", "5")
    require(more <= ANY_PLY, "too many moves: the game could not end within its limit")
    if facts.phase <= Phase.DRAW_TILE and facts.turns == 0:
        may_be_dealt = facts.phase > Phase.CARD and facts.cards[0] < Card.FAMILY and not facts.scenario
        require(more == 0 or (more == SPECIES and may_be_dealt), f"{ply} moves are too many for what was dealt", "5")
