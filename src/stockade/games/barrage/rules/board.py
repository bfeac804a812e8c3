"""The management board, the patent office and Mahiri's tile: where engineers may go, and what they do there."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.room import room_of
from stockade.games.barrage.layout import FEE, NOTHING, OFFICERS, ROWS, STATE, Officer, Record, Run, Step
from stockade.games.barrage.rules.actions import Base, action_of, bank_action, banked_of, base_of, number_of
from stockade.games.barrage.rules.construction import apply_build, can_build_free, legal_build
from stockade.games.barrage.rules.contracts import open_contracts
from stockade.games.barrage.rules.production import most_energy
from stockade.games.barrage.rules.rewards import push_reward
from stockade.games.barrage.rules.seats import credits_of, gain_credits
from stockade.games.barrage.rules.stack import push
from stockade.games.barrage.tables import (
    MODIFIER,
    PATENT_COST,
    PATENT_ENGINEERS,
    ROW_COST,
    ROW_REWARD,
    SPACE_ENGINEERS,
    SPACE_FEE,
    TAKES,
    TURBINES,
)

MAHIRI_USES = 2  # in a round; the second use costs a fee
one_state = room_of(1, STATE)


@kernel
def is_space_open(state: Record, seat: int, space: int, has_contracts: bool, energy: int) -> bool:
    """Return whether engineers may go to a space: it is free, its fee and cost can be paid, and its action can be
    carried out (ruling 5). `energy` is the most that a production could make after the fee is paid."""
    row = space // 2
    purse = credits_of(state, seat) - int(SPACE_FEE[space]) - int(ROW_COST[row])
    if state.space[space] != NOTHING or state.player[seat].engineers < SPACE_ENGINEERS[space] or purse < 0:
        return False
    if row < TURBINES:
        return energy > 0 and energy + int(MODIFIER[row]) > 0
    return TAKES[row] == 0 or has_contracts


@kernel
def legal_spaces(state: Record, seat: int, actions: Actions) -> int:
    """List the spaces of the management board that are open to a seat."""
    credits = credits_of(state, seat)
    has_contracts = open_contracts(state) != 0
    free = most_energy(state, seat, credits)
    after_fee = most_energy(state, seat, credits - FEE) if free > 0 and credits >= FEE else 0
    n = 0
    for space in range(2 * ROWS):
        if is_space_open(state, seat, space, has_contracts, after_fee if SPACE_FEE[space] > 0 else free):
            actions[n] = action_of(Base.SPACE, space)
            n += 1
    return n


@kernel
def is_patent_open(state: Record, seat: int, slot: int) -> bool:
    """Return whether the tile of a slot is there and the seat can pay for it (ruling 10)."""
    return (
        state.patent[slot] != NOTHING
        and state.player[seat].engineers >= PATENT_ENGINEERS
        and credits_of(state, seat) >= PATENT_COST
    )


@kernel
def officers_to_copy(state: Record, seat: int) -> int:
    """Return the officers of the other seats and those laid out for Mahiri, as bits (ruling 52)."""
    bits = int(state.spares)
    for other in range(state.players):
        if other != seat and state.player[other].officer != NOTHING:
            bits |= 1 << int(state.player[other].officer)
    return bits


@kernel
def copy_fee(state: Record, seat: int) -> int:
    """Return the credits that Mahiri's tile costs now. The first use in a round is free."""
    return FEE if state.player[seat].mahiri_uses > 0 else 0


@kernel
def can_copy(state: Record, seat: int, officer: int) -> bool:
    """Return whether the turn can go on after an engineer is sent to Mahiri: with another engineer, or with a build
    that needs none (ruling 51). That build is looked for on a copy of the state in which the officer is copied."""
    player = state.player[seat]
    can_send = player.engineers > 0 and credits_of(state, seat) >= copy_fee(state, seat)
    if not can_send or not officers_to_copy(state, seat) >> officer & 1:
        return False
    if player.engineers > 1:
        return True
    room = one_state()
    room[0] = state
    after = room[0]
    copy_officer(after, seat, officer)
    return can_build_free(after, seat)


@kernel
def legal_turn(state: Record, seat: int, actions: Actions) -> int:
    """List everything that a seat may do in its turn, ascending."""
    player = state.player[seat]
    n = legal_spaces(state, seat, actions)
    for engineers in range(1, player.engineers + 1):
        actions[n] = bank_action(engineers)
        n += 1
    for slot in range(len(state.patent)):
        if is_patent_open(state, seat, slot):
            actions[n] = action_of(Base.PATENT, slot)
            n += 1
    if player.officer == Officer.MAHIRI and not player.has_copied and player.mahiri_uses < MAHIRI_USES:
        for officer in range(OFFICERS):
            if can_copy(state, seat, officer):
                actions[n] = action_of(Base.OFFICER, officer)
                n += 1
    n = legal_build(state, seat, actions, n)
    if player.engineers == 0 and not player.has_copied:
        actions[n] = Base.PASS
        n += 1
    return n


@kernel
def apply_turn(state: Record, seat: int, action: int) -> None:
    """Apply an action of a turn."""
    match base_of(action):
        case Base.SPACE:
            take_space(state, seat, number_of(action))
        case Base.BANK:
            go_to_bank(state, seat, banked_of(action))
        case Base.PATENT:
            take_patent(state, seat, number_of(action))
        case Base.OFFICER:
            copy_officer(state, seat, number_of(action))
        case Base.BUILD:
            apply_build(state, seat, action)
        case Base.PASS:
            state.player[seat].has_passed = True


@kernel
def go_to_bank(state: Record, seat: int, engineers: int) -> None:
    """Send engineers to the bank, for a credit each."""
    state.player[seat].engineers -= engineers
    state.player[seat].banked += engineers
    gain_credits(state, seat, engineers)


@kernel
def take_space(state: Record, seat: int, space: int) -> None:
    """Place engineers on a space, pay its fee and cost, and start the action of its row."""
    row = space // 2
    state.space[space] = seat
    state.player[seat].engineers -= SPACE_ENGINEERS[space]
    gain_credits(state, seat, -int(SPACE_FEE[space]) - int(ROW_COST[row]))
    if row < TURBINES:
        push(state, Step.PRODUCE, seat, int(MODIFIER[row]), Run.PLAIN)
    elif TAKES[row] > 0:
        push(state, Step.TAKE, seat, int(TAKES[row]), 0)
    else:
        push_reward(state, seat, ROW_REWARD[row])


@kernel
def take_patent(state: Record, seat: int, slot: int) -> None:
    """Buy the tile of a slot."""
    player = state.player[seat]
    player.engineers -= PATENT_ENGINEERS
    gain_credits(state, seat, -PATENT_COST)
    player.tiles |= 1 << int(state.patent[slot])
    state.patent[slot] = NOTHING
    state.patent_taken[slot] = seat


@kernel
def copy_officer(state: Record, seat: int, officer: int) -> None:
    """Copy an officer with Mahiri's tile. Another action follows in the same turn (ruling 51)."""
    player = state.player[seat]
    player.engineers -= 1
    gain_credits(state, seat, -copy_fee(state, seat))
    player.mahiri_uses += 1
    player.has_copied = True
    player.copied = officer
    push(state, Step.TURN, seat, 0, 0)
