"""Production: drops go from a dam through a conduit to a powerhouse (rulings 22-31, 69)."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.barrage.layout import BASES, NEUTRAL, NOTHING, Company, Kind, Officer, Record, Run, Step
from stockade.games.barrage.rules.actions import Base, produce_action, production_of
from stockade.games.barrage.rules.rewards import has_income
from stockade.games.barrage.rules.seats import credits_of, gain_credits, has_officer, has_power, powerhouse_basins
from stockade.games.barrage.rules.stack import push
from stockade.games.barrage.rules.water import run_drop
from stockade.games.barrage.tables import CONDUIT_TO, CONDUIT_VALUE, POWERHOUSE_BONUS

LEAST = 4  # Fiesler makes at least this from drops times value
ITALIAN_STEPS = 3


@kernel
def energy_of(state: Record, seat: int, drops: int, value: int, modifier: int, run: int) -> int:
    """Return the energy of a production (rulings 23, 27)."""
    energy = drops * value
    if run == Run.SECOND:
        return energy
    if has_officer(state, seat, Officer.FIESLER):
        energy = max(energy, LEAST)
    bonus = int(POWERHOUSE_BONUS[state.player[seat].built[Kind.POWERHOUSE]]) if has_income(state, seat) else 0
    return energy + modifier + bonus


@kernel
def list_productions(state: Record, seat: int, modifier: int, run: int, purse: int, actions: Actions) -> int:
    """List each dam, conduit and number of drops that gives energy, ascending. The credits for another player's
    conduit must be available beforehand (ruling 24)."""
    basins = powerhouse_basins(state, seat)
    if run == Run.SECOND:
        basins &= ~(1 << int(state.used_powerhouse))
    n = 0
    if basins == 0:
        return 0
    for dam in range(BASES):
        if state.dam_drops[dam] == 0 or (state.dam_owner[dam] != seat and state.dam_owner[dam] != NEUTRAL):
            continue
        for conduit in range(dam // 2 * 2, dam // 2 * 2 + 2):
            owner = state.conduit[conduit]
            if owner == NOTHING or not basins >> int(CONDUIT_TO[conduit]) & 1:
                continue
            for drops in range(1, state.dam_drops[dam] + 1):
                is_paid = owner == seat or drops <= purse
                if is_paid and energy_of(state, seat, drops, int(CONDUIT_VALUE[conduit]), modifier, run) > 0:
                    actions[n] = produce_action(dam, conduit, drops)
                    n += 1
    return n


@kernel
def most_energy(state: Record, seat: int, purse: int) -> int:
    """Return the energy of the best production before any modifier, or zero. More drops never give less, so for each
    way it is enough to use all drops that the seat can pay for."""
    basins = powerhouse_basins(state, seat)
    best = 0
    if basins == 0:
        return 0
    for dam in range(BASES):
        if state.dam_drops[dam] == 0 or (state.dam_owner[dam] != seat and state.dam_owner[dam] != NEUTRAL):
            continue
        for conduit in range(dam // 2 * 2, dam // 2 * 2 + 2):
            owner = state.conduit[conduit]
            if owner == NOTHING or not basins >> int(CONDUIT_TO[conduit]) & 1:
                continue
            drops = int(state.dam_drops[dam]) if owner == seat else min(int(state.dam_drops[dam]), purse)
            if drops > 0:
                best = max(best, energy_of(state, seat, drops, int(CONDUIT_VALUE[conduit]), 0, Run.PLAIN))
    return best


@kernel
def legal_produce(state: Record, seat: int, modifier: int, run: int, actions: Actions) -> int:
    """List the productions of a seat. If the production is optional, leaving it out is legal too."""
    n = list_productions(state, seat, modifier, run, credits_of(state, seat), actions)
    if run != Run.PLAIN:
        actions[n] = Base.NO_PRODUCTION
        n += 1
    return n


@kernel
def apply_produce(state: Record, seat: int, modifier: int, run: int, action: int) -> None:
    """Produce in the order of ruling 25: drops, marker, water, the conduit's owner, a contract, the company's
    power."""
    if action == Base.NO_PRODUCTION:
        return
    dam, conduit, drops = production_of(action)
    basin = int(CONDUIT_TO[conduit])
    energy = energy_of(state, seat, drops, int(CONDUIT_VALUE[conduit]), modifier, run)
    state.dam_drops[dam] -= drops
    state.player[seat].energy += energy
    for _ in range(drops):
        run_drop(state, basin, False)
    owner = int(state.conduit[conduit])
    if owner != seat:
        state.player[owner].vp += drops
        gain_credits(state, seat, -drops)
        gain_credits(state, owner, drops)
    if powers_production(state, seat) or state.rulings == 1:
        push(state, Step.POWER, seat, basin, run)
    push(state, Step.CONTRACT, seat, energy, 0)


@kernel
def powers_production(state: Record, seat: int) -> bool:
    """Return whether a seat has a power that follows a production. This is decided before a contract is fulfilled,
    whose reward may be a powerhouse (ruling 69)."""
    return has_power(state, seat, Company.ITALY) or has_power(state, seat, Company.GERMANY)


@kernel
def run_power(state: Record, seat: int, basin: int, run: int) -> None:
    """Apply the company's power after a production."""
    if run == Run.SECOND:
        return
    if has_power(state, seat, Company.ITALY):
        state.player[seat].energy += ITALIAN_STEPS
    if has_power(state, seat, Company.GERMANY):
        state.used_powerhouse = basin
        push(state, Step.PRODUCE, seat, 0, Run.SECOND)
