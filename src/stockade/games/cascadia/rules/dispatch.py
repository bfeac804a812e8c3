"""The rules of Cascadia as compiled functions over its state. Rulings are numbered in RULINGS.md."""

from typing import Any

from stockade.core.bits import lowest
from stockade.core.contract import Actions, Values
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER
from stockade.core.scratch import scratch
from stockade.games.cascadia.layout import (
    KINDS,
    LETTERS,
    NOTHING,
    SEATS,
    SLOTS,
    SPECIES,
    STARTERS,
    TERRAINS,
    Card,
    Phase,
    Record,
)
from stockade.games.cascadia.rules.actions import Base, take_action, take_of, tile_action, tile_of
from stockade.games.cascadia.rules.corridors import corridor, majority_points
from stockade.games.cascadia.rules.environment import clear, hex_on, lay_tile, open_hexes, put_token
from stockade.games.cascadia.rules.wildlife import card_points
from stockade.games.cascadia.spec import FIRST_CARDS, RANDOM_CARDS
from stockade.games.cascadia.tables import (
    COPIES,
    KEYSTONE,
    SCENARIO_CARDS,
    SPIN_COUNT,
    STARTER_CELL,
    STARTER_FACE,
    STARTER_SPIN,
    TILES_IN_GAME,
    TOKENS,
)

ALL_SLOTS = (1 << SLOTS) - 1


@kernel
def setup(state: Record, players: int, options: Actions) -> None:
    """Set up empty environments, with everything in stack and bag.

    Chance deals the cards, the starters and the first market.
    """
    for seat in range(SEATS):
        clear(state.environment[seat])
    for kind in range(KINDS):
        state.unseen[kind] = COPIES[kind]
    for species in range(SPECIES):
        state.bag[species] = TOKENS[species]
        state.aside[species] = 0
    for slot in range(SLOTS):
        state.market_tile[slot] = NOTHING
        state.market_token[slot] = NOTHING
    state.players = players
    state.ply = 0
    state.turn_owner = 0
    state.majorities = options[1]
    state.starters_left = (1 << STARTERS) - 1
    state.stack = TILES_IN_GAME[players]
    state.has_wiped = False
    state.hand_tile = NOTHING
    state.hand_token = NOTHING
    state.scenario = options[2]
    state.elk_with_gaps = options[3]
    state.branching_salmon = options[4]
    state.short_salmon_runs = options[5]
    set_cards(state, options[0])
    state.phase = Phase.CARD if options[0] == RANDOM_CARDS else Phase.STARTER
    state.current_player = CHANCE


@kernel
def set_cards(state: Record, choice: int) -> None:
    """Set the card of every species: the scenario's, by five letters, one for all, or none if chance decides."""
    for species in range(SPECIES):
        if state.scenario:
            state.cards[species] = SCENARIO_CARDS[state.scenario, species]
        elif choice == RANDOM_CARDS:
            state.cards[species] = NOTHING
        elif choice < FIRST_CARDS:
            state.cards[species] = Card.FAMILY + choice - RANDOM_CARDS - 1 if choice > RANDOM_CARDS else Card.A
        else:  # the letters are the digits of a number in base 36, with A = 10
            state.cards[species] = (choice - FIRST_CARDS) // 36 ** (SPECIES - 1 - species) % 36 - 10


# -- the market ----------------------------------------------------------------------------------------------


@kernel
def equal_slots(state: Record) -> int:
    """Return the slots of three or four equal tokens in the market, as bits, or 0 if there are fewer."""
    for species in range(SPECIES):
        slots = 0
        count = 0
        for slot in range(SLOTS):
            if state.market_token[slot] == species:
                slots |= 1 << slot
                count += 1
        if count >= SLOTS - 1:
            return slots
    return 0


@kernel
def may_wipe(state: Record) -> bool:
    """Return whether the free wipe of three equal tokens is allowed (ruling 7)."""
    slots = equal_slots(state)
    return not state.has_wiped and slots != 0 and slots != ALL_SLOTS


@kernel
def legal_market(state: Record, actions: Actions) -> int:
    """List the market actions: wipes, free or for a nature token, and pairs, or any two for a nature token."""
    n = 0
    if may_wipe(state):
        actions[n] = Base.WIPE
        n += 1
    pays = state.environment[state.turn_owner].nature > 0
    if pays:
        for slots in range(1, ALL_SLOTS + 1):
            actions[n] = Base.WIPE + slots
            n += 1
    for tile in range(SLOTS):
        for token in range(SLOTS):
            if tile == token or pays:
                actions[n] = take_action(tile, token)
                n += 1
    return n


@kernel
def apply_wipe(state: Record, action: int) -> None:
    """Set tokens aside and draw new ones. Only the free wipe continues the chain before it (ruling 8)."""
    slots = action - Base.WIPE
    if slots == 0:
        slots = equal_slots(state)
        state.has_wiped = True
    else:
        state.environment[state.turn_owner].nature -= 1
        return_aside(state)
    put_aside(state, slots)
    fill_market(state)


@kernel
def put_aside(state: Record, slots: int) -> None:
    """Set the tokens of some slots aside."""
    while slots:
        slot = lowest(slots)
        slots &= slots - 1
        state.aside[state.market_token[slot]] += 1
        state.market_token[slot] = NOTHING


@kernel
def return_aside(state: Record) -> None:
    """Return the tokens set aside to the bag."""
    for species in range(SPECIES):
        state.bag[species] += state.aside[species]
        state.aside[species] = 0


@kernel
def apply_take(state: Record, action: int) -> None:
    """Take a tile and a token into the hand; from different slots for a nature token (ruling 12)."""
    tile, token = take_of(action)
    if tile != token:
        state.environment[state.turn_owner].nature -= 1
    return_aside(state)
    state.hand_tile = state.market_tile[tile]
    state.hand_token = state.market_token[token]
    state.market_tile[tile] = NOTHING
    state.market_token[token] = NOTHING
    state.phase = Phase.TILE


@kernel
def fill_market(state: Record) -> None:
    """Wipe four equal tokens, let chance fill empty slots, then let the player choose.

    Tokens set aside return to the bag as soon as no free wipe can follow, or when the bag is empty (rulings 6 to 9).
    """
    if equal_slots(state) == ALL_SLOTS and has_others(state, state.market_token[0]):
        put_aside(state, ALL_SLOTS)
    if first_empty(state.market_token) != NOTHING:
        if is_bag_empty(state):
            return_aside(state)
        state.phase = Phase.DRAW_TOKEN
        state.current_player = CHANCE
        return
    if not may_wipe(state):
        return_aside(state)
    state.phase = Phase.MARKET
    state.current_player = state.turn_owner


@kernel
def first_empty(slots: Any) -> int:
    """Return the first empty slot, or NOTHING."""
    for slot in range(SLOTS):
        if slots[slot] == NOTHING:
            return slot
    return NOTHING


@kernel
def is_bag_empty(state: Record) -> bool:
    """Return whether the bag is empty."""
    tokens = 0
    for species in range(SPECIES):
        tokens += state.bag[species]
    return tokens == 0


@kernel
def has_others(state: Record, species: int) -> bool:
    """Return whether a token of another species can be drawn; otherwise wiping would never end (ruling 10)."""
    others = 0
    for other in range(SPECIES):
        if other != species:
            others += state.bag[other] + state.aside[other]
    return others > 0


# -- tile and token ------------------------------------------------------------------------------------------


@kernel
def legal_tile(state: Record, actions: Actions) -> int:
    """List every empty cell beside the environment, in every spin that looks different (ruling 14)."""
    environment = state.environment[state.turn_owner]
    spins = int(SPIN_COUNT[state.hand_tile])
    n = 0
    for place in range(environment.edges):
        cell = int(environment.edge[place])
        for spin in range(spins):
            actions[n] = tile_action(cell, spin)
            n += 1
    return n


@kernel
def apply_tile(state: Record, action: int) -> None:
    """Lay the tile in hand."""
    cell, spin = tile_of(action)
    lay_tile(state.environment[state.turn_owner], cell, state.hand_tile, spin)
    state.hand_tile = NOTHING
    state.phase = Phase.TOKEN


@kernel
def legal_token(state: Record, actions: Actions) -> int:
    """List every hex that shows the species and has no token, in order, and the return to the bag (ruling 16)."""
    environment = state.environment[state.turn_owner]
    hexes = open_hexes(environment, state.hand_token)
    n = 0
    while hexes:
        action = Base.TOKEN + int(environment.cell[lowest(hexes)])
        hexes &= hexes - 1
        place = n
        while place > 0 and actions[place - 1] > action:
            actions[place] = actions[place - 1]
            place -= 1
        actions[place] = action
        n += 1
    actions[n] = Base.RETURN
    return n + 1


@kernel
def apply_token(state: Record, action: int) -> None:
    """Place the token on its hex, which earns a nature token on a keystone, or return it to the bag."""
    environment = state.environment[state.turn_owner]
    if action == Base.RETURN:
        state.bag[state.hand_token] += 1
    else:
        hex_no = hex_on(environment, action - Base.TOKEN)
        put_token(environment, hex_no, state.hand_token)
        environment.nature += KEYSTONE[environment.face[hex_no]]
    state.hand_token = NOTHING
    end_turn(state)


@kernel
def end_turn(state: Record) -> None:
    """End the game if the stack cannot fill the market again; otherwise start the next turn (rulings 19, 22)."""
    if state.stack < (2 if state.players == 1 else 1):
        state.current_player = OVER
        return
    if state.players == 1:
        slide(state.market_tile)
        slide(state.market_token)
    state.turn_owner = (state.turn_owner + 1) % state.players
    state.has_wiped = False
    state.phase = Phase.DRAW_TILE
    state.current_player = CHANCE


@kernel
def slide(slots: Any) -> None:
    """In a solo game, remove the thing farthest from the stack and move the other two to slots 2 and 3."""
    place = SLOTS  # one past the last slot, for what leaves the game
    for slot in range(SLOTS - 1, -1, -1):
        thing = slots[slot]
        slots[slot] = NOTHING
        if thing != NOTHING:
            if place < SLOTS:
                slots[place] = thing
            place -= 1


# -- turns ---------------------------------------------------------------------------------------------------


@kernel
def legal(state: Record, actions: Actions) -> int:
    """Fill the buffer with the legal action ids, in ascending order."""
    if state.current_player < 0:
        return 0
    if state.phase == Phase.MARKET:
        return legal_market(state, actions)
    if state.phase == Phase.TILE:
        return legal_tile(state, actions)
    return legal_token(state, actions)


@kernel
def apply(state: Record, action: int) -> None:
    """Take a legal action."""
    state.ply += 1
    if action >= Base.CARD:
        apply_outcome(state, action)
    elif action >= Base.TOKEN:
        apply_token(state, action)
    elif action >= Base.TILE:
        apply_tile(state, action)
    elif action >= Base.TAKE:
        apply_take(state, action)
    else:
        apply_wipe(state, action)


# -- chance --------------------------------------------------------------------------------------------------


@kernel
def outcomes(state: Record, actions: Actions, weights: Actions) -> int:
    """List the outcomes: a card, a starter, a tile by the unseen copies, or a token by the bag."""
    n = 0
    match state.phase:
        case Phase.CARD:
            for letter in range(LETTERS):
                actions[n] = Base.CARD + letter
                weights[n] = 1
                n += 1
        case Phase.STARTER:
            for starter in range(STARTERS):
                if state.starters_left >> starter & 1:
                    actions[n] = Base.STARTER + starter
                    weights[n] = 1
                    n += 1
        case Phase.DRAW_TILE:
            for kind in range(KINDS):
                if state.unseen[kind] > 0:
                    actions[n] = Base.DRAW_TILE + kind
                    weights[n] = state.unseen[kind]
                    n += 1
        case Phase.DRAW_TOKEN:
            for species in range(SPECIES):
                if state.bag[species] > 0:
                    actions[n] = Base.DRAW_TOKEN + species
                    weights[n] = state.bag[species]
                    n += 1
    return n


@kernel
def apply_outcome(state: Record, action: int) -> None:
    """Apply a chance outcome. When the market is full, the player whose turn it is chooses."""
    if action >= Base.DRAW_TOKEN:
        species = action - Base.DRAW_TOKEN
        state.bag[species] -= 1
        state.market_token[first_empty(state.market_token)] = species
        fill_market(state)
    elif action >= Base.DRAW_TILE:
        kind = action - Base.DRAW_TILE
        state.unseen[kind] -= 1
        state.stack -= 1
        state.market_tile[first_empty(state.market_tile)] = kind
        if first_empty(state.market_tile) == NOTHING:
            fill_market(state)
    elif action >= Base.STARTER:
        deal_starter(state, action - Base.STARTER)
    else:
        deal_card(state, action - Base.CARD)


@kernel
def deal_starter(state: Record, starter: int) -> None:
    """Deal a starter to the next seat. After the last one, the market is filled."""
    state.starters_left &= ~(1 << starter)
    environment = state.environment[state.turn_owner]
    for part in range(3):
        lay_tile(environment, STARTER_CELL[part], STARTER_FACE[starter, part], STARTER_SPIN[starter, part])
    state.turn_owner += 1
    if state.turn_owner == state.players:
        state.turn_owner = 0
        state.phase = Phase.DRAW_TILE


@kernel
def deal_card(state: Record, letter: int) -> None:
    """Deal a card to the next species. After the last one, the starters are dealt."""
    species = 0
    while state.cards[species] != NOTHING:
        species += 1
    state.cards[species] = letter
    if species == SPECIES - 1:
        state.phase = Phase.STARTER


# -- points --------------------------------------------------------------------------------------------------


@kernel
def score(state: Record, points: Values) -> None:
    """Return the points of a seat: wildlife, corridors, majorities and unspent nature tokens."""
    for seat in range(state.players):
        points[seat] = wildlife_points(state, seat) + state.environment[seat].nature
    sizes = scratch()
    for terrain in range(TERRAINS):
        for seat in range(state.players):
            sizes[seat] = corridor(state.environment[seat], terrain)
            points[seat] += sizes[seat]
        if state.majorities:
            for seat in range(state.players):
                points[seat] += majority_points(sizes, state.players, seat)


@kernel
def wildlife_points(state: Record, seat: int) -> int:
    """Return the points of the five wildlife cards."""
    points = 0
    for species in range(SPECIES):
        points += card_points(state, state.environment[seat], species)
    return points


@kernel
def rank(state: Record, values: Values) -> None:
    """Return a number that ranks the seats: by points, then by nature tokens left (ruling 19)."""
    score(state, values)
    for seat in range(state.players):
        values[seat] = values[seat] * 64 + state.environment[seat].nature
