"""What an action would bring, as far as that is cheap to compute. The picture uses this; the rules never do."""

from __future__ import annotations

from stockade.core.english import counted
from stockade.core.layout import copies
from stockade.games.barrage.layout import CONTRACTS, NOTHING, Frame, Kind, Record, Step
from stockade.games.barrage.rules.actions import build_of, production_of
from stockade.games.barrage.rules.construction import fees_of
from stockade.games.barrage.rules.contracts import energy_needed, open_nationals
from stockade.games.barrage.rules.payment import cost_of, uses_mixers
from stockade.games.barrage.rules.production import energy_of, most_energy
from stockade.games.barrage.rules.rewards import has_income
from stockade.games.barrage.rules.scoring import score_end, score_round
from stockade.games.barrage.rules.seats import credits_of
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.rules.variants import words_of
from stockade.games.barrage.rules.water import run_drop, run_falling, run_waiting
from stockade.games.barrage.tables import (
    CONDUIT_TO,
    CONDUIT_VALUE,
    CONTRACT_NAMES,
    HEADSTREAM_BASIN,
    INCOME,
    MODIFIER,
    SITE_KIND,
    SPACE_FEE,
    TURBINES,
)
from stockade.games.barrage.text.words import reward_words


def copied(record: Record) -> Record:
    """Return a copy of a state, to try things on."""
    return copies(record, 1)[0]


def pending(record: Record) -> Frame:
    """Return the step on top of the stack."""
    return record.pending[max(int(record.depth) - 1, 0)]


# -- energy --------------------------------------------------------------------------------------------------


def reachable_energy(record: Record, seat: int, space: int) -> int:
    """Return the most energy that a seat could make on a turbine space."""
    purse = int(credits_of(record, seat)) - int(SPACE_FEE[space])
    return int(most_energy(record, seat, purse)) + int(MODIFIER[space // 2])


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
    """Return the energy and the best contract that it fulfils, in words."""
    reach = within_reach(record, seat, energy)
    return f"+{energy}{f', {CONTRACT_NAMES[reach[0]]}' if reach else ''}"


def space_gain(record: Record, seat: int, space: int) -> str:
    return (
        f"up to {energy_words(record, seat, reachable_energy(record, seat, space))}" if space // 2 < TURBINES else ""
    )


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


def build_cost(record: Record, seat: int, action: int) -> str:
    """Return the cost of a build in machines and credits, such as "5 excavators, 3 credits"."""
    site, variant = build_of(action)
    tile = int(words_of(record, seat, variant))
    name = "mixer" if uses_mixers(site) else "excavator"
    machines = int(cost_of(record, seat, site, tile))
    credits = int(fees_of(record, seat, site, variant))
    parts = [counted(machines, name)] if machines else []
    parts += [counted(credits, "credit")] if credits else []
    return ", ".join(parts) or "nothing"


def uncovered(record: Record, seat: int, site: int) -> str:
    """Return what the next piece of a site's kind would uncover, in words."""
    player, kind = record.player[seat], int(SITE_KIND[site])
    if kind == Kind.POWERHOUSE or not has_income(record, seat) or player.built[kind] >= 5:
        return ""
    return reward_words(INCOME[int(player.company), kind, int(player.built[kind]) + 1])


# -- points --------------------------------------------------------------------------------------------------


def round_points(record: Record) -> list[int]:
    """Return the points that each seat would get if the round ended now."""
    then = copied(record)
    run_waiting(then)
    before = [int(then.player[seat].vp) for seat in range(int(record.players))]
    score_round(then)
    return [int(then.player[seat].vp) - vp for seat, vp in enumerate(before)]


def final_points(record: Record) -> list[int]:
    """Return the points that each seat would have if this were the last round and it ended now."""
    then = copied(record)
    run_waiting(then)
    score_round(then)
    score_end(then)
    return [int(then.player[seat].vp) for seat in range(int(record.players))]
