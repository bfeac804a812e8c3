"""The set-up: an empty valley, what chance lays out, and the draft of the full game (ruling 61)."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE
from stockade.games.barrage.layout import (
    ANTON,
    BASES,
    BASIC,
    CARDS,
    COMPANIES,
    CONDUITS,
    HEADSTREAMS,
    NEUTRAL,
    NOTHING,
    PILES,
    POWERHOUSES,
    ROUNDS,
    SEATS,
    SEGMENTS,
    Officer,
    Record,
    Step,
    Tile,
)
from stockade.games.barrage.rules.actions import pick_action, pick_of
from stockade.games.barrage.rules.rounds import ENGINEERS, begin_round, clear_board
from stockade.games.barrage.rules.stack import draw_row, push, push_draws
from stockade.games.barrage.tables import (
    ADVANCED_BITS,
    INTRO_CONTRACT,
    INTRO_OFFICER,
    NEUTRAL_LEVEL,
    NEUTRAL_SPACE,
    PILE_BITS,
    START,
)

START_VP = 10
AUTOMA_VP = 16
START_CREDITS = START["credits"]
START_EXCAVATORS = START["excavators"]
START_MIXERS = START["mixers"]
OFFICER_LEVEL = 4  # level from which an Automa has an officer
COPIED_OFFICERS = 3  # how many officers Mahiri can choose from
ALL_PRIVATE = int(PILE_BITS.sum())
ALL_CARDS = (1 << CARDS) - 1
MOUNTAINS = 2  # the area for which a neutral dam is drawn first
DIGITS = 36  # base of the digits in the option `level` if each Automa has its own

# The stages of the set-up, in order.
LAY_OUT, PAIR, DRAFT, REST = range(4)


@kernel
def clear_table(state: Record, players: int, options: Actions) -> None:
    """Clear the table, and push the set-up."""
    state.players = players
    state.is_full = options[0]
    state.automas = options[1]
    state.rulings = options[3]
    state.ply = 0
    state.depth = 0
    state.round_no = 0
    state.place = NOTHING
    state.pile = ALL_PRIVATE
    state.discarded = 0
    state.patent_pile = ADVANCED_BITS if state.is_full else 0
    state.cards = ALL_CARDS if state.automas > 0 else 0
    state.card = NOTHING
    state.last_card = NOTHING
    state.objective = NOTHING
    state.starting = 0
    state.companies = 0
    state.spares = 0
    state.used_powerhouse = NOTHING
    clear_map(state)
    clear_board(state)
    for seat in range(SEATS):
        clear_player(state, seat)
        state.order[seat] = seat if seat < players else NOTHING
        state.pair[seat] = NOTHING
    set_levels(state, int(options[2]))
    push(state, Step.SETUP, CHANCE, LAY_OUT, 0)


@kernel
def clear_map(state: Record) -> None:
    """Clear the map, the headstreams, the contracts, the patents and the bonus tiles."""
    for space in range(BASES):
        state.dam_owner[space] = NOTHING
        state.dam_level[space] = 0
        state.dam_drops[space] = 0
    for space in range(CONDUITS):
        state.conduit[space] = NOTHING
    for space in range(POWERHOUSES):
        state.powerhouse[space] = NOTHING
    for stream in range(HEADSTREAMS):
        state.headstream[stream] = NOTHING
        state.waiting[stream] = 0
        state.falling[stream] = 0
    for place in range(2 * PILES):
        state.open[place] = NOTHING
    for place in range(3):
        state.national[place] = NOTHING
        state.patent[place] = NOTHING
        state.patent_taken[place] = NOTHING
    for number in range(ROUNDS):
        state.bonus[number] = NOTHING


@kernel
def clear_player(state: Record, seat: int) -> None:
    """Give a seat what it starts with. In the introductory game this includes a company."""
    player = state.player[seat]
    plays = seat < state.players
    is_intro = plays and not state.is_full
    player.vp = START_VP if plays else 0
    player.credits = START_CREDITS if plays else 0
    player.excavators = START_EXCAVATORS if plays else 0
    player.mixers = START_MIXERS if plays else 0
    player.engineers = ENGINEERS if plays else 0
    player.energy = 0
    player.tiles = (1 << BASIC) - 1 if is_intro else ((1 << Tile.WILD) - 1 if plays else 0)
    player.company = seat if is_intro else NOTHING
    player.officer = INTRO_OFFICER[seat] if is_intro else NOTHING
    player.contracts = 1 << int(INTRO_CONTRACT[seat]) if is_intro else 0
    player.fulfilled = 0
    player.copied = NOTHING
    player.mahiri_uses = 0
    player.has_copied = False
    player.constructions = 0
    player.has_passed = False
    player.banked = 0
    player.level = 0
    for kind in range(4):
        player.built[kind] = 0
    for segment in range(SEGMENTS):
        player.wheel_tile[segment] = NOTHING
        player.wheel_excavators[segment] = 0
        player.wheel_mixers[segment] = 0


@kernel
def set_levels(state: Record, option: int) -> None:
    """Make the last seats Automas. The option is below 4 if all have the same level; above, it encodes one digit for
    each."""
    first = state.players - state.automas
    for number in range(state.automas):
        level = option + 1
        if option >= 4:
            level = option - 4
            for _ in range(number + 1, state.automas):
                level //= DIGITS
            level %= DIGITS
        player = state.player[first + number]
        player.level = level
        player.vp = AUTOMA_VP
        player.credits = 0


@kernel
def run_setup(state: Record, stage: int) -> None:
    """Run a stage of the set-up: push the steps in which chance or players decide, and below them the next stage."""
    if stage < REST and (state.is_full or stage == LAY_OUT):
        push(state, Step.SETUP, CHANCE, stage + 1 if state.is_full else REST, 0)
    match stage:
        case 0:
            push_layout(state)
        case 1:
            push_pairs(state)
        case 2:
            push_draft(state)
        case _:
            state.starting = 0  # contracts that nobody picked leave the game
            begin_round(state)


@kernel
def push_layout(state: Record) -> None:
    """Push the draws that lay out the table. Only the full game has patents."""
    players = int(state.players)
    slots = len(state.patent) if state.is_full else 0
    draws = (
        draw_row(Step.DRAW_HEADSTREAM, HEADSTREAMS, 0, 1),
        draw_row(Step.DRAW_BONUS, ROUNDS, 0, 1),
        draw_row(Step.DRAW_OBJECTIVE, 1, 0, 0),
        draw_row(Step.DRAW_NATIONAL, players - 1, 0, 1),
        draw_row(Step.DRAW_CONTRACT, 2 * PILES, 0, 1),
        draw_row(Step.DRAW_NEUTRAL, MOUNTAINS + 1, MOUNTAINS, -1),
        draw_row(Step.DRAW_PATENT, slots, 0, 1),
    )
    push_draws(state, draws)


@kernel
def push_pairs(state: Record) -> None:
    """Push the draws of as many companies, officers and starting contracts as there are players."""
    players = int(state.players)
    draws = (
        draw_row(Step.DRAW_COMPANY, players, 0, 0),
        draw_row(Step.DRAW_OFFICER, players, 0, 0),
        draw_row(Step.DRAW_STARTING, players, 0, 0),
    )
    push_draws(state, draws)


@kernel
def push_draft(state: Record) -> None:
    """Push the draws of officers for Mahiri if she is in play, of the player who picks first, and of companies for
    the Automas."""
    automas = int(state.automas)
    spares = spares_wanted(state)
    draws = (
        draw_row(Step.DRAW_OFFICER, spares, NOTHING, 0),
        draw_row(Step.DRAW_CHOOSER, 1, 0, 0),
        draw_row(Step.DRAW_PAIR, automas, int(state.players) - automas, 1),
        draw_row(Step.DRAW_CARD, min(automas, 1), 0, 0),
    )
    push_draws(state, draws)


@kernel
def spares_wanted(state: Record) -> int:
    """Return how many officers are laid out for Mahiri besides those that she can copy from other seats (ruling
    52)."""
    if not paired_officers(state) >> Officer.MAHIRI & 1:
        return 0
    others = -1  # her own seat does not count
    for seat in range(state.players):
        others += state.player[seat].level in (0, OFFICER_LEVEL)
    return max(COPIED_OFFICERS - others, 0)


@kernel
def paired_officers(state: Record) -> int:
    """Return the officers that are paired with a company, as bits."""
    bits = 0
    for company in range(COMPANIES):
        if state.pair[company] != NOTHING:
            bits |= 1 << int(state.pair[company])
    return bits


@kernel
def choose_first(state: Record, chooser: int) -> None:
    """Set the turn order: Automas first, then people in reverse order of picking. People pick clockwise from the
    chooser."""
    people = state.players - state.automas
    for number in range(people):
        seat = (chooser + number) % people
        state.order[state.players - 1 - number] = seat
    for number in range(state.automas):
        state.order[number] = people + number
    for number in range(people - 1, -1, -1):
        push(state, Step.PICK, (chooser + number) % people, 0, 0)


@kernel
def legal_pick(state: Record, actions: Actions) -> int:
    """List each company with each starting contract that can be picked."""
    n = 0
    for company in range(COMPANIES):
        for contract in range(4):
            if state.companies >> company & 1 and state.starting >> contract & 1:
                actions[n] = pick_action(company, contract)
                n += 1
    return n


@kernel
def apply_pick(state: Record, seat: int, action: int) -> None:
    """Give a seat a company, the officer paired with it, and a starting contract."""
    company, contract = pick_of(action)
    state.starting &= ~(1 << contract)
    state.player[seat].contracts = 1 << contract
    give_company(state, seat, company)
    state.player[seat].officer = state.pair[company]
    if state.pair[company] == Officer.ANTON:
        state.player[seat].tiles |= 1 << ANTON


@kernel
def give_company(state: Record, seat: int, company: int) -> None:
    state.companies &= ~(1 << company)
    state.player[seat].company = company


@kernel
def place_neutral(state: Record, tile: int) -> None:
    """Place a neutral dam with one drop."""
    space = NEUTRAL_SPACE[tile]
    state.dam_owner[space] = NEUTRAL
    state.dam_level[space] = NEUTRAL_LEVEL[tile]
    state.dam_drops[space] = 1


@kernel
def pair_automa(state: Record, seat: int, company: int) -> None:
    """Give an Automa a company that nobody has picked. It uses the officer only at the highest level, and draws
    another one instead of Mahiri (ruling 67)."""
    give_company(state, seat, company)
    if state.player[seat].level < OFFICER_LEVEL:
        return
    state.player[seat].officer = state.pair[company]
    if state.pair[company] == Officer.MAHIRI:
        state.player[seat].officer = NOTHING
        push(state, Step.DRAW_OFFICER, seat, company, 0)
    elif state.pair[company] == Officer.ANTON:
        state.player[seat].tiles |= 1 << ANTON
