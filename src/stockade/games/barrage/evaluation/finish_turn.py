"""Finish a turn that has begun, by quick decisions. Positions are compared after the turn; otherwise a player who has
paid for something would seem worse off than one who already has it."""

import numpy as np

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.room import room_of
from stockade.games.barrage.layout import BASES, HEADSTREAMS, NOTHING, Effect, Numbers, Record, Step
from stockade.games.barrage.rules.actions import Base, action_of, number_of, production_of
from stockade.games.barrage.rules.dispatch import apply, legal
from stockade.games.barrage.rules.production import energy_of
from stockade.games.barrage.rules.seats import dam_room
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.tables import (
    CONDUIT_VALUE,
    CONTRACT_ENERGY,
    HEADSTREAM_BASIN,
    MOST_EFFECTS,
    REWARD,
    RIVER,
)

# A rough worth of one unit of each effect, in victory points; indexed by Effect.
WORTH = np.array([0.0, 0.4, 1.0, 1.0, 1.4, 0.6, 1.2, 0.9, 0.8, 1.2, 6.0], np.float64)
WORTH.flags.writeable = False
MOST_STEPS = 40  # the most steps of one turn that are answered
answers = room_of(1024, np.int32)


@kernel
def reward_worth(contract: int) -> float:
    """Return a rough worth of a contract's reward."""
    worth = 0.0
    for row in range(MOST_EFFECTS):
        effect = REWARD[contract, row, 0]
        amount = REWARD[contract, row, 1] if effect != Effect.PLACE else 1
        worth += WORTH[effect] * amount
    return worth


@kernel
def finish_turn(state: Record) -> None:
    """Answer steps quickly until the next turn begins or chance must act."""
    actions = answers()
    for _ in range(MOST_STEPS):
        if state.current_player < 0:
            return
        frame = state.pending[state.depth - 1]
        step = int(frame.step)
        if step in (Step.TURN, Step.PICK):
            return
        n = legal(state, actions)
        apply(state, quick_answer(state, step, int(frame.player), numbers_of(frame), actions, n))


@kernel
def quick_answer(state: Record, step: int, seat: int, numbers: Numbers, actions: Actions, n: int) -> int:
    """Return the answer to a step that looks best at a glance."""
    match step:
        case Step.PRODUCE:
            modifier, run = numbers
            return most_productive(state, seat, modifier, run, actions, n)
        case Step.CONTRACT | Step.TAKE:
            return most_rewarding(actions, n)
        case Step.DISCARD:
            return least_rewarding(actions, n)
        case Step.MACHINE:
            return action_of(Base.MACHINE, 1 if state.player[seat].mixers < state.player[seat].excavators else 0)
        case Step.DROP | Step.FALL:
            return best_stream(state, seat, actions, n)
        case Step.PAY:
            return int(actions[n - 1])  # the payment with the most machines: credits are the last resort
    return int(actions[0])


@kernel
def most_productive(state: Record, seat: int, modifier: int, run: int, actions: Actions, n: int) -> int:
    """Return the production with the most energy. Credits paid for another player's conduit count against it."""
    best = int(actions[0])
    most = -1_000.0
    for k in range(n):
        if actions[k] == Base.NO_PRODUCTION:
            continue
        _, conduit, drops = production_of(int(actions[k]))
        energy = float(energy_of(state, seat, drops, int(CONDUIT_VALUE[conduit]), modifier, run))
        if state.conduit[conduit] != seat:
            energy -= 0.7 * drops
        if energy > most:
            most = energy
            best = int(actions[k])
    return best


@kernel
def contract_of(action: int) -> int:
    """Return the contract that an action fulfils, takes or discards, or NOTHING."""
    return number_of(action) if action != Base.NO_CONTRACT else NOTHING


@kernel
def most_rewarding(actions: Actions, n: int) -> int:
    """Return the action for the contract with the best reward."""
    best = int(actions[0])
    most = -1.0
    for k in range(n):
        contract = contract_of(int(actions[k]))
        if contract >= 0 and reward_worth(contract) > most:
            most = reward_worth(contract)
            best = int(actions[k])
    return best


@kernel
def least_rewarding(actions: Actions, n: int) -> int:
    """Return the action for the contract that is worth the least, given its reward and the energy it needs."""
    best = int(actions[0])
    least = 1_000.0
    for k in range(n):
        contract = contract_of(int(actions[k]))
        worth = reward_worth(contract) - 0.1 * CONTRACT_ENERGY[contract]
        if worth < least:
            least = worth
            best = int(actions[k])
    return best


@kernel
def best_stream(state: Record, seat: int, actions: Actions, n: int) -> int:
    """Return the action for the first headstream whose next drop one of the seat's dams would hold, or else the last
    action."""
    for stream in range(HEADSTREAMS):
        if would_hold(state, seat, stream):
            return int(actions[stream])
    return int(actions[n - 1])


@kernel
def would_hold(state: Record, seat: int, stream: int) -> bool:
    """Return whether one of the seat's dams would hold the next drop from a headstream."""
    basin = int(HEADSTREAM_BASIN[stream])
    while basin != NOTHING:
        for space in range(2 * basin, 2 * basin + 2):
            if space < BASES and state.dam_drops[space] < dam_room(state, space):
                return state.dam_owner[space] == seat
        basin = int(RIVER[basin])
    return False
