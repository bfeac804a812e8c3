"""What a choice may lead to. What it does itself is told by its gain, which the rules compute."""

from __future__ import annotations

from stockade.core.language import listed, listed_or
from stockade.core.layout import copies
from stockade.core.state import State
from stockade.games.barrage.language import counted, noun, say
from stockade.games.barrage.layout import (
    CONTRACTS,
    FIRST_RUNNING,
    NOTHING,
    ROUNDS,
    SEGMENTS,
    Frame,
    Kind,
    Player,
    Record,
    Step,
)
from stockade.games.barrage.rules.actions import Base, kind_of, production_of
from stockade.games.barrage.rules.contracts import energy_needed, open_nationals
from stockade.games.barrage.rules.payment import red_fee
from stockade.games.barrage.rules.production import energy_of
from stockade.games.barrage.rules.rewards import has_income
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.rules.variants import words_of
from stockade.games.barrage.rules.water import run_drop, run_falling, run_waiting
from stockade.games.barrage.tables import (
    CONDUIT_TO,
    CONDUIT_VALUE,
    CONTRACT_NAMES,
    HEADSTREAM_BASIN,
    INCOME,
    PIECES,
    SITE_KIND,
)
from stockade.games.barrage.text.notation import payment
from stockade.games.barrage.text.tell import END_PARTS, ROUND_PARTS
from stockade.games.barrage.text.words import CREDIT, EXCAVATOR, MIXER, place_words, reward_words

SHOWN = 2  # up to so many ways to pay are named one by one
TILE = noun("{count} tile", "{count} tiles")


def copied(record: Record) -> Record:
    """Return a copy of a state, to try things on."""
    return copies(record, 1)[0]


def pending(record: Record) -> Frame:
    """Return the step on top of the stack."""
    return record.pending[max(int(record.depth) - 1, 0)]


# -- what is asked next --------------------------------------------------------------------------------------


def next_step(then: State, seat: int) -> int:
    """Return the step that a seat has to answer after an action, or NOTHING if its turn is over."""
    frame = pending(then.record)
    is_asked = then.record.depth > 0 and frame.player == seat and frame.step < FIRST_RUNNING
    return int(frame.step) if is_asked else NOTHING


def outlook(then: State, seat: int) -> str:
    """Describe what a seat decides next in the same turn, given the state after an action."""
    step = next_step(then, seat)
    if step == NOTHING:
        return ""
    number, _ = numbers_of(pending(then.record))
    match step:
        case Step.PAY:
            return say("then pay {ways}", ways=payments(then, seat))
        case Step.PRODUCE:
            return energy_words(then.record, seat, most_energy(then))
        case Step.CONTRACT:
            reach = [CONTRACT_NAMES[contract] for contract in within_reach(then.record, seat, number)]
            return say("then contract {contracts}", contracts=listed_or(reach))
        case Step.TAKE:
            return counted(number, "then take {count} contract", "then take {count} contracts")
        case Step.DISCARD:
            return say("then discard a contract")
        case Step.DROP:
            return counted(number, "then place up to {count} drop", "then place up to {count} drops")
        case Step.FALL:
            return counted(number, "then let {count} drop flow", "then let {count} drops flow")
        case Step.MACHINE:
            return counted(number, "then take {count} machine", "then take {count} machines")
        case Step.PLACE:
            return say("then place {structure}", structure=place_words(number))
    return ""


def payments(then: State, seat: int) -> str:
    """Describe the ways to pay, and the fee of a red space. If there are many ways, name those with one kind of
    thing, or else the first and the last."""
    site, variant = numbers_of(pending(then.record))
    ways = [payment_parts(then.record, action) for action in reversed(then.legal_actions())]
    plain = [way[0] for way in ways if len(way) == 1]
    if len(ways) <= SHOWN:
        words = listed_or([listed(way) or say("nothing") for way in ways])
    elif len(plain) > 1:
        words = say("{ways}, or a mix", ways=listed_or(plain))
    else:
        words = say("from {first} to {last}", first=listed(ways[0]), last=listed(ways[-1]))
    fee = int(red_fee(site, words_of(then.record, seat, variant)))
    return say("{ways}, and a fee of {fee}", ways=words, fee=CREDIT.counted(fee)) if fee else words


def payment_parts(record: Record, action: int) -> list[str]:
    """Return what is paid, in words: "3 excavators", "1 credit"."""
    counts = zip(payment(record, action), (EXCAVATOR, MIXER, CREDIT), strict=True)
    return [thing.counted(count) for count, thing in counts if count]


# -- energy --------------------------------------------------------------------------------------------------


def within_reach(record: Record, seat: int, energy: int) -> list[int]:
    """Return the contracts that a seat could fulfil with an amount of energy, those that need the most first."""
    there = int(record.player[seat].contracts) | int(open_nationals(record))
    found = [
        contract
        for contract in range(CONTRACTS)
        if there >> contract & 1 and energy_needed(record, seat, contract) <= energy
    ]
    return sorted(found, key=lambda contract: -int(energy_needed(record, seat, contract)))


def energy_words(record: Record, seat: int, energy: int) -> str:
    """Return the most energy that can be made and the best contract that it fulfils, in words."""
    reach = within_reach(record, seat, energy)
    if not reach:
        return say("up to +{energy} energy", energy=energy)
    return say("up to +{energy} energy, contract {contract}", energy=energy, contract=CONTRACT_NAMES[reach[0]])


def most_energy(state: State) -> int:
    """Return the energy of the best production that is legal now."""
    ways = [action for action in state.legal_actions() if kind_of(action) == Base.PRODUCE]
    return max(production_energy(state.record, state.current_player, action) for action in ways)


def production_energy(record: Record, seat: int, action: int) -> int:
    _, conduit, drops = production_of(action)
    modifier, run = numbers_of(pending(record))
    return int(energy_of(record, seat, drops, int(CONDUIT_VALUE[conduit]), modifier, run))


def production_ends(record: Record, action: int) -> list[tuple[int, int]]:
    """Return the base spaces where the drops of a production would stay, each with the drop's number there."""
    dam, conduit, drops = production_of(action)
    then = copied(record)
    then.dam_drops[dam] -= drops
    return _run(then, int(CONDUIT_TO[conduit]), False, drops)


# -- water ---------------------------------------------------------------------------------------------------


def _run(then: Record, basin: int, by_river: bool, drops: int) -> list[tuple[int, int]]:
    ends = []
    for _ in range(drops):
        space = int(run_drop(then, basin, by_river))
        if space != NOTHING:
            ends.append((space, int(then.dam_drops[space]) - 1))
    return ends


def drop_end(record: Record, stream: int) -> tuple[int, int] | None:
    """Return where a drop on a headstream would stay, or None if it would leave the valley. A drop that runs at once
    comes after those already placed; for one that waits, the water is assumed to flow now."""
    then = copied(record)
    if pending(record).step == Step.FALL:
        run_falling(then)
    else:
        run_waiting(then)
    ends = _run(then, int(HEADSTREAM_BASIN[stream]), True, 1)
    return ends[0] if ends else None


# -- building ------------------------------------------------------------------------------------------------


def income_of_site(record: Record, seat: int, site: int) -> str:
    """Return the income that the next piece of a site's kind would uncover for the rounds to come, in words."""
    player, kind = record.player[seat], int(SITE_KIND[site])
    is_last = record.round_no == ROUNDS or player.built[kind] >= PIECES[kind]
    if kind == Kind.POWERHOUSE or not has_income(record, seat) or is_last:
        return ""
    words = reward_words(INCOME[int(player.company), kind, int(player.built[kind]) + 1])
    return say("each round +{reward}", reward=words) if words else ""


def wheel_words(player: Player) -> str:
    """Return what the next turn of a wheel brings back, in words. A build turns it, so its gain includes that."""
    things = (
        (int(player.wheel_excavators[SEGMENTS - 1]), EXCAVATOR),
        (int(player.wheel_mixers[SEGMENTS - 1]), MIXER),
        (int(player.wheel_tile[SEGMENTS - 1] != NOTHING), TILE),
    )
    back = [thing.counted(count) for count, thing in things if count]
    return say("with {things} back from the wheel", things=listed(back)) if back else ""


# -- points --------------------------------------------------------------------------------------------------


def points_of(record: Record) -> list[int]:
    return record.player["vp"][: int(record.players)].tolist()


def scoring(record: Record) -> list[tuple[str, list[int]]]:
    """Return the points that each part of the scoring would bring each seat if the game ended with this round."""
    then = copied(record)
    run_waiting(then)
    parts = []
    for title, score in ROUND_PARTS + END_PARTS:
        before = points_of(then)
        score(then)
        parts.append((title, [now - was for was, now in zip(before, points_of(then), strict=True)]))
    return parts
