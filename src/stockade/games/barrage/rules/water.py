"""How water runs: into a basin, past its powerhouses, into its upper dam, its lower dam, down the river."""

from typing import Any

from stockade.core.kernel import kernel
from stockade.games.barrage.layout import BASES, HEADSTREAMS, NOTHING, Company, Record
from stockade.games.barrage.rules.seats import dam_room, has_power, powerhouse_basins
from stockade.games.barrage.tables import HEADSTREAM_BASIN, RIVER


@kernel
def passing_basins(state: Record) -> Any:
    """Return the seat that earns from passing water, or NOTHING, and the basins where it does (ruling 35)."""
    for seat in range(state.players):
        if has_power(state, seat, Company.USA):
            return seat, powerhouse_basins(state, seat)
    return NOTHING, 0


@kernel
def run_drop(state: Record, basin: int, by_river: bool) -> int:
    """Run one drop from a basin until a dam holds it or it leaves the valley. It enters the basin by river or through
    a conduit. Return the base space that holds it, or NOTHING."""
    earner, basins = passing_basins(state)
    enters = by_river
    while basin != NOTHING:
        if enters and basins >> basin & 1:
            state.player[earner].energy += 1
        for space in range(2 * basin, 2 * basin + 2):
            if space < BASES and state.dam_drops[space] < dam_room(state, space):
                state.dam_drops[space] += 1
                return space
        basin = int(RIVER[basin])
        enters = True
    return NOTHING


@kernel
def run_falling(state: Record) -> None:
    """Run all drops that were put on headstreams to run at once."""
    for stream in range(HEADSTREAMS):
        while state.falling[stream] > 0:
            state.falling[stream] -= 1
            run_drop(state, int(HEADSTREAM_BASIN[stream]), True)


@kernel
def run_waiting(state: Record) -> None:
    """Run the water flow phase."""
    for stream in range(HEADSTREAMS):
        state.falling[stream] += state.waiting[stream]
        state.waiting[stream] = 0
    run_falling(state)
