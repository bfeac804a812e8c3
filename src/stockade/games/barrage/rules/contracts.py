"""Contracts: how they are taken, discarded and fulfilled (rulings 26, 29, 31, 39-42)."""

from stockade.core.bits import size_of
from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.barrage.layout import CONTRACTS, HAND, NATIONAL, NOTHING, PILES, Company, Record, Step
from stockade.games.barrage.rules.actions import Base, action_of, number_of
from stockade.games.barrage.rules.rewards import push_reward
from stockade.games.barrage.rules.seats import has_power
from stockade.games.barrage.rules.stack import push
from stockade.games.barrage.tables import CONTRACT_ENERGY, PILE_BITS, REWARD

DISCOUNT = 3  # the energy that France saves


@kernel
def open_nationals(state: Record) -> int:
    """Return the open national contracts, as bits."""
    bits = 0
    for place in range(len(state.national)):
        if state.national[place] != NOTHING:
            bits |= 1 << int(state.national[place])
    return bits


@kernel
def open_contracts(state: Record) -> int:
    """Return the private contracts that lie open in the office, as bits."""
    bits = 0
    for place in range(2 * PILES):
        if state.open[place] != NOTHING:
            bits |= 1 << int(state.open[place])
    return bits


@kernel
def energy_needed(state: Record, seat: int, contract: int) -> int:
    """Return the energy that a contract needs. France needs less (ruling 31)."""
    return int(CONTRACT_ENERGY[contract]) - (DISCOUNT if has_power(state, seat, Company.FRANCE) else 0)


@kernel
def legal_contract(state: Record, seat: int, energy: int, actions: Actions) -> int:
    """List the contracts, in hand or national, that the energy fulfils. Fulfilling none is also legal."""
    within = int(state.player[seat].contracts) | open_nationals(state)
    n = 0
    for contract in range(CONTRACTS):
        if within >> contract & 1 and energy_needed(state, seat, contract) <= energy:
            actions[n] = action_of(Base.CONTRACT, contract)
            n += 1
    actions[n] = Base.NO_CONTRACT
    return n + 1


@kernel
def apply_contract(state: Record, seat: int, action: int) -> None:
    if action != Base.NO_CONTRACT:
        fulfil(state, seat, number_of(action))


@kernel
def remove_open(state: Record, contract: int) -> None:
    for place in range(2 * PILES):
        if state.open[place] == contract:
            state.open[place] = NOTHING


@kernel
def fulfil(state: Record, seat: int, contract: int) -> None:
    """Turn a contract over and gain its reward."""
    player = state.player[seat]
    player.contracts &= ~(1 << contract)
    player.fulfilled |= 1 << contract
    if contract >= NATIONAL:
        for place in range(len(state.national)):
            if state.national[place] == contract:
                state.national[place] = NOTHING
    remove_open(state, contract)  # if an Automa takes it from the office
    push_reward(state, seat, REWARD[contract])


@kernel
def list_bits(bits: int, base: int, actions: Actions) -> int:
    """List an action for each contract of a set."""
    n = 0
    for contract in range(CONTRACTS):
        if bits >> contract & 1:
            actions[n] = action_of(base, contract)
            n += 1
    return n


@kernel
def apply_take(state: Record, seat: int, contracts: int, action: int) -> None:
    """Take an open contract. Its place is filled at the end of the turn."""
    contract = number_of(action)
    remove_open(state, contract)
    state.player[seat].contracts |= 1 << contract
    if contracts > 1 and open_contracts(state) != 0:
        push(state, Step.TAKE, seat, contracts - 1, 0)
    else:
        check_hand(state, seat)


@kernel
def check_hand(state: Record, seat: int) -> None:
    """Ask a seat to discard if it holds more than three contracts (ruling 40)."""
    if size_of(int(state.player[seat].contracts)) > HAND:
        push(state, Step.DISCARD, seat, 0, 0)


@kernel
def apply_discard(state: Record, seat: int, action: int) -> None:
    state.player[seat].contracts &= ~(1 << number_of(action))
    check_hand(state, seat)


@kernel
def empty_place(state: Record, first: int, end: int) -> int:
    """Return the first of some places of the office that can be filled, or NOTHING. An empty pile is rebuilt from
    what the Automas have discarded (ruling 39)."""
    for place in range(first, end):
        if state.open[place] != NOTHING:
            continue
        bits = PILE_BITS[place // 2]
        if not state.pile & bits:
            state.pile |= state.discarded & bits
            state.discarded &= ~bits
        if state.pile & bits:
            return place
    return NOTHING
