"""The rules as a whole: what is legal, what an action does, and how the steps that need no answer run."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER
from stockade.core.scratch import scratch
from stockade.games.barrage.layout import FIRST_CHANCE, FIRST_RUNNING, HEADSTREAMS, Numbers, Record, Step
from stockade.games.barrage.rules.actions import Base, action_of, number_of
from stockade.games.barrage.rules.automa import answer, run_automa, untraced
from stockade.games.barrage.rules.board import apply_turn, legal_turn
from stockade.games.barrage.rules.chance import apply_chance
from stockade.games.barrage.rules.construction import apply_place, legal_place, run_build, run_tile_effect
from stockade.games.barrage.rules.contracts import (
    apply_contract,
    apply_discard,
    apply_take,
    legal_contract,
    list_bits,
    open_contracts,
)
from stockade.games.barrage.rules.payment import apply_pay, is_plain, legal_pay
from stockade.games.barrage.rules.production import apply_produce, legal_produce, run_power
from stockade.games.barrage.rules.rewards import push_income
from stockade.games.barrage.rules.rounds import end_round, end_turn, lay_out, next_turn, run_headstreams
from stockade.games.barrage.rules.seats import is_automa
from stockade.games.barrage.rules.setup import apply_pick, clear_table, legal_pick, run_setup
from stockade.games.barrage.rules.stack import numbers_of, pop, push
from stockade.games.barrage.rules.water import run_falling
from stockade.games.barrage.rules.wheel import rotate

NO_ANSWER = -1
EVERYBODY = -2


@kernel
def setup(state: Record, players: int, options: Actions) -> None:
    """Set up an empty table. Chance acts first."""
    clear_table(state, players, options)
    settle(state, NO_ANSWER, EVERYBODY)


@kernel
def legal(state: Record, actions: Actions) -> int:
    """Fill the buffer with the legal action ids, ascending."""
    if state.current_player < 0:
        return 0
    frame = state.pending[state.depth - 1]
    return legal_step(state, int(frame.step), int(frame.player), numbers_of(frame), actions)


@kernel
def legal_step(state: Record, step: int, seat: int, numbers: Numbers, actions: Actions) -> int:
    """List the legal answers to a step."""
    match step:
        case Step.TURN:
            return legal_turn(state, seat, actions)
        case Step.PAY:
            site, variant = numbers
            return legal_pay(state, seat, site, variant, actions)
        case Step.PRODUCE:
            modifier, run = numbers
            return legal_produce(state, seat, modifier, run, actions)
        case Step.CONTRACT:
            energy, _ = numbers
            return legal_contract(state, seat, energy, actions)
        case Step.TAKE:
            return list_bits(open_contracts(state), Base.TAKE, actions)
        case Step.DISCARD:
            return list_bits(int(state.player[seat].contracts), Base.DISCARD, actions)
        case Step.PLACE:
            amount, _ = numbers
            return legal_place(state, seat, amount, actions)
        case Step.PICK:
            return legal_pick(state, actions)
        case Step.MACHINE:
            actions[0] = action_of(Base.MACHINE, 0)
            actions[1] = action_of(Base.MACHINE, 1)
            return 2
    _, placed = numbers
    n = HEADSTREAMS
    for stream in range(HEADSTREAMS):
        actions[stream] = action_of(Base.DROP, stream)
    if step == Step.DROP and placed > 0:  # at least one drop must be placed to wait
        actions[n] = Base.STOP
        n += 1
    return n


@kernel
def apply(state: Record, action: int) -> None:
    """Apply a legal action, and continue to the next decision."""
    state.ply += 1
    settle(state, action, EVERYBODY)


@kernel
def effect(state: Record, action: int) -> None:
    """Apply a legal action, but stop before the first step that does not belong to the player who decides: another
    player's, a draw, the next turn or the end of the round."""
    state.ply += 1
    settle(state, action, int(state.current_player))


@kernel
def resolve(state: Record, action: int) -> None:
    """Answer the step on top of the stack."""
    frame = state.pending[state.depth - 1]
    step = int(frame.step)
    seat = int(frame.player)
    numbers = pop(state)
    match step:
        case Step.TURN:
            apply_turn(state, seat, action)
        case Step.PAY:
            site, variant = numbers
            apply_pay(state, seat, site, variant, action)
        case Step.PRODUCE:
            modifier, run = numbers
            apply_produce(state, seat, modifier, run, action)
        case Step.CONTRACT:
            apply_contract(state, seat, action)
        case Step.TAKE:
            contracts, _ = numbers
            apply_take(state, seat, contracts, action)
        case Step.DISCARD:
            apply_discard(state, seat, action)
        case Step.DROP | Step.FALL:
            drops, placed = numbers
            apply_drop(state, seat, step, drops, placed, action)
        case Step.MACHINE:
            machines, _ = numbers
            apply_machine(state, seat, machines, action)
        case Step.PLACE:
            apply_place(state, seat, action)
        case Step.PICK:
            apply_pick(state, seat, action)
        case _:
            apply_chance(state, step, seat, numbers, action)


@kernel
def apply_drop(state: Record, seat: int, step: int, drops: int, placed: int, action: int) -> None:
    """Put a drop on a headstream, to wait or to run (ruling 36)."""
    if action == Base.STOP:
        return
    stream = number_of(action)
    if step == Step.FALL:
        state.falling[stream] += 1
    else:
        state.waiting[stream] += 1
    if drops > 1:
        push(state, step, seat, drops - 1, placed + 1)


@kernel
def apply_machine(state: Record, seat: int, machines: int, action: int) -> None:
    """Gain an excavator or a mixer."""
    if number_of(action) == 0:
        state.player[seat].excavators += 1
    else:
        state.player[seat].mixers += 1
    if machines > 1:
        push(state, Step.MACHINE, seat, machines - 1, 0)


@kernel
def settle(state: Record, action: int, whose: int) -> None:
    """Apply an answer, unless it is NO_ANSWER. Then run steps until a player or chance must decide, or the game is
    over. Run only the steps of one player, or those of EVERYBODY."""
    is_waiting = False
    while not is_waiting:
        if action != NO_ANSWER:
            resolve(state, action)
            action = NO_ANSWER
        elif whose != EVERYBODY and (state.depth == 0 or state.pending[state.depth - 1].player != whose):
            is_waiting = True
        elif state.depth == 0:
            if not next_turn(state):
                end_round(state)
            is_waiting = state.current_player == OVER
        else:
            frame = state.pending[state.depth - 1]
            step = int(frame.step)
            seat = int(frame.player)
            if step >= FIRST_CHANCE:
                state.current_player = CHANCE
                is_waiting = True
            elif step >= FIRST_RUNNING:
                run_step(state, step, seat)
            else:
                action = sole_answer(state, step, seat, numbers_of(frame))
                if action == NO_ANSWER:
                    state.current_player = seat
                    is_waiting = True


@kernel
def sole_answer(state: Record, step: int, seat: int, numbers: Numbers) -> int:
    """Return the answer to a step for which no person is asked: an Automa's, or the only legal one. Return NO_ANSWER
    if a person must be asked (ruling 68)."""
    if is_automa(state, seat):
        return answer(state, step, seat, numbers)
    if step in (Step.TURN, Step.MACHINE, Step.DROP, Step.FALL):
        return NO_ANSWER
    actions = scratch()
    if legal_step(state, step, seat, numbers, actions) > 1:
        return NO_ANSWER
    action = int(actions[0])
    if step == Step.PAY and state.rulings > 1:
        site, variant = numbers
        if not is_plain(state, seat, site, variant, action):
            return NO_ANSWER
    return action


@kernel
def run_step(state: Record, step: int, seat: int) -> None:
    """Run a step that needs no answer."""
    numbers = pop(state)
    match step:
        case Step.SETUP:
            stage, _ = numbers
            run_setup(state, stage)
        case Step.BUILD:
            site, variant = numbers
            run_build(state, seat, site, variant)
        case Step.TILE_EFFECT:
            site, tile = numbers
            run_tile_effect(state, seat, site, tile)
        case Step.ROTATE:
            segments, _ = numbers
            rotate(state.player[seat], segments)
        case Step.RUN:
            run_falling(state)
        case Step.POWER:
            basin, run = numbers
            run_power(state, seat, basin, run)
        case Step.INCOME:
            push_income(state, seat)
        case Step.HEADSTREAMS:
            run_headstreams(state)
        case Step.END_TURN:
            end_turn(state, seat)
        case Step.AUTOMA:
            line, _ = numbers
            run_automa(state, seat, line, untraced(scratch()))
        case Step.LAY_OUT:
            pile, _ = numbers
            lay_out(state, pile)
