"""The course of a round: income and headstreams, turns, water flow, scoring, and the end of the round."""

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER
from stockade.games.barrage.layout import HEADSTREAMS, NOTHING, PILES, ROUNDS, ROWS, SEATS, Record, Step
from stockade.games.barrage.rules.construction import can_build_free
from stockade.games.barrage.rules.contracts import empty_place
from stockade.games.barrage.rules.scoring import score_end, score_round
from stockade.games.barrage.rules.seats import is_automa
from stockade.games.barrage.rules.stack import draw_row, push, push_all, push_draws, step_row
from stockade.games.barrage.rules.water import run_waiting
from stockade.games.barrage.tables import HEADSTREAM_DROPS, ROW_MIN_PLAYERS, START

ENGINEERS = START["engineers"]


@kernel
def begin_round(state: Record) -> None:
    """Start a round: incomes in reverse turn order (ruling 43), then headstreams."""
    state.round_no += 1
    state.place = NOTHING
    push(state, Step.HEADSTREAMS, CHANCE, 0, 0)
    for place in range(state.players):
        push(state, Step.INCOME, int(state.order[place]), 0, 0)


@kernel
def run_headstreams(state: Record) -> None:
    """Put drops on the headstreams as their tiles say. There are none in the last round (ruling 37)."""
    for stream in range(HEADSTREAMS):
        if state.round_no < ROUNDS:
            state.waiting[stream] += HEADSTREAM_DROPS[state.headstream[stream], state.round_no - 1]


@kernel
def end_turn(state: Record, seat: int) -> None:
    """Refill the contract office (ruling 39), then end the turn. What Mahiri copied is over. The basin for Germany's
    second production is cleared, so that equal positions have equal states."""
    place = empty_place(state, 0, 2 * PILES)
    if place != NOTHING:
        push_all(state, (step_row(Step.DRAW_CONTRACT, CHANCE, place, 0), step_row(Step.END_TURN, seat, 0, 0)))
        return
    state.player[seat].copied = NOTHING
    state.player[seat].has_copied = False
    state.used_powerhouse = NOTHING


@kernel
def lay_out(state: Record, pile: int) -> None:
    """Fill the open places of a pile, one after the other."""
    place = empty_place(state, 2 * pile, 2 * pile + 2)
    if place != NOTHING:
        push_all(state, (step_row(Step.DRAW_CONTRACT, CHANCE, place, 0), step_row(Step.LAY_OUT, CHANCE, pile, 0)))


@kernel
def next_turn(state: Record) -> bool:
    """Start the turn of the next seat that has not passed, or return False if all have (rulings 1-3)."""
    for _ in range(state.players):
        state.place = (state.place + 1) % state.players
        seat = int(state.order[state.place])
        player = state.player[seat]
        if player.has_passed:
            continue
        if player.engineers == 0 and (is_automa(state, seat) or not can_build_free(state, seat)):
            player.has_passed = True
            continue
        if is_automa(state, seat):
            steps = (
                step_row(Step.DRAW_CARD, CHANCE, 0, 0),
                step_row(Step.AUTOMA, seat, 0, 0),
                step_row(Step.END_TURN, seat, 0, 0),
            )
            push_all(state, steps)
        else:
            push_all(state, (step_row(Step.TURN, seat, 0, 0), step_row(Step.END_TURN, seat, 0, 0)))
        return True
    return False


@kernel
def end_round(state: Record) -> None:
    """Run water flow and scoring. Then prepare the next round, or end the game."""
    run_waiting(state)
    score_round(state)
    if state.round_no == ROUNDS:
        score_end(state)
        state.current_player = OVER
        return
    new_order(state)
    clear_board(state)
    for seat in range(state.players):
        player = state.player[seat]
        player.energy = 0
        player.engineers = ENGINEERS
        player.constructions = 0
        player.mahiri_uses = 0
        player.has_passed = False
        player.banked = 0
    begin_round(state)
    if state.is_full:
        for slot in range(len(state.patent)):
            state.patent[slot] = NOTHING
            state.patent_taken[slot] = NOTHING
        push_draws(state, (draw_row(Step.DRAW_PATENT, len(state.patent), 0, 1),))


@kernel
def clear_board(state: Record) -> None:
    """Remove all engineers from the board, and close the rows for more players (ruling 8)."""
    for space in range(2 * ROWS):
        state.space[space] = SEATS if ROW_MIN_PLAYERS[space // 2] > state.players else NOTHING


@kernel
def new_order(state: Record) -> None:
    """Set the turn order: least energy first, ties in the reverse of their old order (ruling 48)."""
    for place in range(state.players // 2):
        other = state.players - 1 - place
        kept = state.order[place]
        state.order[place] = state.order[other]
        state.order[other] = kept
    for place in range(1, state.players):  # insertion sort, which keeps the order of equals
        seat = state.order[place]
        at = place
        while at > 0 and state.player[state.order[at - 1]].energy > state.player[seat].energy:
            state.order[at] = state.order[at - 1]
            at -= 1
        state.order[at] = seat
