"""How an Automa picks a space: each criterion in turn narrows down the candidates, which are bits (rulings 64, 66).

A criterion that no candidate meets is skipped. `trace` records what each step leaves, so that it can be shown to
players: see `note`.
"""

from typing import Any

from stockade.core.kernel import kernel
from stockade.core.scratch import scratch
from stockade.games.barrage.layout import (
    BASES,
    BASINS,
    CONDUITS,
    HEADSTREAMS,
    NEUTRAL,
    NOTHING,
    POWERHOUSES,
    SEATS,
    Kind,
    Record,
    Tile,
)
from stockade.games.barrage.rules.cards import CRITERIA, START, STREAMS, Want
from stockade.games.barrage.rules.seats import dam_room, powerhouse_basins
from stockade.games.barrage.tables import (
    AREA,
    BASE_BASIN,
    BASE_RED,
    CONDUIT_FROM,
    CONDUIT_TO,
    CONDUIT_VALUE,
    HEADSTREAM_BASIN,
    POWERHOUSE_BASIN,
    POWERHOUSE_RED,
    RIVER,
    SPACES,
)

DEAR_VALUE = 3  # conduits from this value on are cheaper with tile II-conduit
WATER_ROOM = 512  # the part of the working room where drops are counted

# The kinds of entries in a trace.
LINE = 1  # this line of the tile is carried out
FILTERED = 2  # these meet the criterion of this number; if none does, it is skipped
COMPLETED = 3  # these complete a working system
CHOSEN = 4  # a space for a structure of this kind
CANDIDATES = 5  # the spaces for a structure of this kind
PREFERRED = 6  # these are in the areas that the officer prefers
FAVOURED = 7  # these are the spaces that the tile prefers


@kernel
def note(trace: Any, what: int, number: int, bits: int) -> None:
    """Add an entry to a trace: its kind, a number and a set. The first number of a trace is the number of its
    entries."""
    n = trace[0]
    if 4 * n + 4 < len(trace) and n >= 0:
        trace[4 * n + 1] = what
        trace[4 * n + 2] = number
        trace[4 * n + 3] = bits
        trace[0] = n + 1


@kernel
def space_basin(kind: int, space: int) -> int:
    """Return the basin of a space. For a conduit, it is the one where it starts."""
    match kind:
        case Kind.CONDUIT:
            return int(CONDUIT_FROM[space])
        case Kind.POWERHOUSE:
            return int(POWERHOUSE_BASIN[space])
    return int(BASE_BASIN[space])


@kernel
def in_basins(kind: int, bits: int, basins: int) -> int:
    """Return the spaces of a set that lie in some basins."""
    kept = 0
    for space in range(SPACES[kind]):
        if bits >> space & 1 and basins >> space_basin(kind, space) & 1:
            kept |= 1 << space
    return kept


@kernel
def basins_of(kind: int, bits: int) -> int:
    """Return the basins of a set of spaces."""
    basins = 0
    for space in range(SPACES[kind]):
        if bits >> space & 1:
            basins |= 1 << space_basin(kind, space)
    return basins


@kernel
def dam_basins(state: Record, first: int, last: int, but: int) -> int:
    """Return the basins with a dam whose owner is from `first` to `last`, but not `but`."""
    basins = 0
    for space in range(BASES):
        owner = state.dam_owner[space]
        if first <= owner <= last and owner != but:
            basins |= 1 << int(BASE_BASIN[space])
    return basins


@kernel
def own_dams(state: Record, seat: int) -> int:
    return dam_basins(state, seat, seat, NOTHING)


@kernel
def opponent_dams(state: Record, seat: int) -> int:
    return dam_basins(state, 0, SEATS - 1, seat)


@kernel
def neutral_dams(state: Record) -> int:
    return dam_basins(state, NEUTRAL, NEUTRAL, NOTHING)


@kernel
def opponent_powerhouses(state: Record, seat: int) -> int:
    """Return the basins with a powerhouse of another seat."""
    basins = 0
    for other in range(state.players):
        if other != seat:
            basins |= powerhouse_basins(state, other)
    return basins


@kernel
def leading_to(ends: int) -> int:
    """Return the basins from which a conduit space, built or not, leads to one of some basins."""
    basins = 0
    for conduit in range(CONDUITS):
        if ends >> int(CONDUIT_TO[conduit]) & 1:
            basins |= 1 << int(CONDUIT_FROM[conduit])
    return basins


@kernel
def led_to(starts: int) -> int:
    """Return the basins to which a conduit space, built or not, leads from one of some basins."""
    basins = 0
    for conduit in range(CONDUITS):
        if starts >> int(CONDUIT_FROM[conduit]) & 1:
            basins |= 1 << int(CONDUIT_TO[conduit])
    return basins


@kernel
def completing(state: Record, seat: int, kind: int, bits: int) -> int:
    """Return the spaces that complete a working system: own or neutral dam, any conduit, own powerhouse."""
    houses = powerhouse_basins(state, seat)
    dams = own_dams(state, seat) | neutral_dams(state)
    kept = 0
    for conduit in range(CONDUITS):
        start = 1 << int(CONDUIT_FROM[conduit])
        end = 1 << int(CONDUIT_TO[conduit])
        is_built = state.conduit[conduit] != NOTHING
        if kind == Kind.BASE and is_built and houses & end:
            kept |= in_basins(kind, bits, start)
        elif kind == Kind.POWERHOUSE and is_built and dams & start:
            kept |= in_basins(kind, bits, end)
        elif kind == Kind.CONDUIT and houses & end and dams & start:
            kept |= bits & 1 << conduit
    return kept


@kernel
def strongest_basins(state: Record, seat: int, basins: int, at_end: bool) -> int:
    """Return those of some basins where the built conduit of the highest value starts, or ends if `at_end`. The
    seat's own conduits precede others of the same value."""
    best = 0
    kept = 0
    for conduit in range(CONDUITS):
        if state.conduit[conduit] == NOTHING:
            continue
        basin = int(CONDUIT_TO[conduit]) if at_end else int(CONDUIT_FROM[conduit])
        strength = 2 * int(CONDUIT_VALUE[conduit]) + (state.conduit[conduit] == seat)
        if not basins >> basin & 1 or strength < best:
            continue
        kept = kept | 1 << basin if strength == best else 1 << basin
        best = strength
    return kept


@kernel
def next_dam(state: Record, space: int) -> int:
    """Return the first dam that water meets from a base space on, including that space, or NOTHING."""
    while space != NOTHING:
        if state.dam_owner[space] != NOTHING:
            return space
        space = next_space(space)
    return NOTHING


@kernel
def next_space(space: int) -> int:
    """Return the base space that water reaches after another, or NOTHING after the last."""
    if space % 2 == 0:
        return space + 1
    basin = int(RIVER[space // 2])
    return 2 * basin if basin != NOTHING and 2 * basin < BASES else NOTHING


@kernel
def below(state: Record, bits: int, houses: int) -> int:
    """Return the base spaces that water from a powerhouse in one of some basins reaches before it has passed a
    dam."""
    kept = 0
    for basin in range(BASINS):
        if not houses >> basin & 1 or 2 * basin >= BASES:
            continue
        space = 2 * basin
        while space != NOTHING:
            kept |= bits & 1 << space
            if state.dam_owner[space] != NOTHING:
                break
            space = next_space(space)
    return kept


@kernel
def feeding(state: Record, seat: int, bits: int, wants_own: bool) -> int:
    """Return the powerhouse spaces whose water next meets one of the seat's dams; or, unless `wants_own`, those whose
    water does not next meet an opponent's dam."""
    kept = 0
    for space in range(POWERHOUSES):
        basin = int(POWERHOUSE_BASIN[space])
        dam = next_dam(state, 2 * basin) if 2 * basin < BASES else NOTHING
        owner = int(state.dam_owner[dam]) if dam != NOTHING else NOTHING
        is_opponent = 0 <= owner < SEATS and owner != seat
        if bits >> space & 1 and (owner == seat if wants_own else not is_opponent):
            kept |= 1 << space
    return kept


@kernel
def by_value(bits: int, second: bool) -> int:
    """Return the conduit spaces of the highest value, or of the second highest if there is one and `second` is
    set."""
    best = 0
    next_best = 0
    for conduit in range(CONDUITS):
        if bits >> conduit & 1:
            value = int(CONDUIT_VALUE[conduit])
            if value > best:
                next_best = best
                best = value
            elif best > value > next_best:
                next_best = value
    wanted = next_best if second and next_best > 0 else best
    kept = 0
    for conduit in range(CONDUITS):
        if bits >> conduit & 1 and CONDUIT_VALUE[conduit] == wanted:
            kept |= 1 << conduit
    return kept


@kernel
def most_water(state: Record, bits: int, card: int) -> int:
    """Return the base spaces that the most drops would reach if the waiting water flowed. Ties are broken by the
    drops from the first, then the second, then the third headstream in the order of the tile."""
    reached = scratch()[WATER_ROOM : WATER_ROOM + BASES * (HEADSTREAMS + 2)]
    for k in range(len(reached)):
        reached[k] = 0
    held = BASES * (HEADSTREAMS + 1)
    for number in range(HEADSTREAMS):
        stream = int(STREAMS[card, number])
        for _ in range(state.waiting[stream]):
            space = 2 * int(HEADSTREAM_BASIN[stream])
            while space != NOTHING:
                reached[space] += 1
                reached[BASES * (number + 1) + space] += 1
                if state.dam_drops[space] + reached[held + space] < dam_room(state, space):
                    reached[held + space] += 1
                    break
                space = next_space(space)
    for number in range(HEADSTREAMS):
        most = 0
        for space in range(BASES):
            if bits >> space & 1:
                most = max(most, reached[BASES * number + space])
        if number == 0 and most == 0:
            return 0
        for space in range(BASES):
            if reached[BASES * number + space] < most:
                bits &= ~(1 << space)
    return bits


@kernel
def meeting(state: Record, seat: int, kind: int, want: int, bits: int, card: int) -> int:
    """Return the candidates that meet a criterion."""
    match want:
        case Want.STRONGEST_CONDUIT:
            at_end = kind == Kind.POWERHOUSE
            return in_basins(kind, bits, strongest_basins(state, seat, basins_of(kind, bits), at_end))
        case Want.OWN_POWERHOUSE:
            return in_basins(kind, bits, leading_to(powerhouse_basins(state, seat)))
        case Want.BELOW_OWN:
            own = below(state, bits, powerhouse_basins(state, seat))
            return own if own else below(state, bits, opponent_powerhouses(state, seat))
        case Want.BELOW_OPPONENT:
            others = below(state, bits, opponent_powerhouses(state, seat))
            return others if others else below(state, bits, powerhouse_basins(state, seat))
        case Want.RED_SPACE:
            return red_bases(bits)
        case Want.FEEDS_OWN_DAM_BASIN:
            own = in_basins(kind, bits, leading_to(own_dams(state, seat)))
            return own if own else bits & ~in_basins(kind, bits, leading_to(opponent_dams(state, seat)))
        case Want.MOST_WATER:
            return most_water(state, bits, card)
        case Want.OWN_DAM:
            return in_basins(kind, bits, led_to(own_dams(state, seat)))
        case Want.FEEDS_OWN_DAM:
            own = feeding(state, seat, bits, True)
            return own if own else feeding(state, seat, bits, False)
        case Want.NOT_FEEDING_OPPONENT_DAM:
            safe = feeding(state, seat, bits, False)
            return safe if safe else feeding(state, seat, bits, True)
        case Want.PLAINS:
            return in_areas(kind, bits, 1)
        case Want.BASIN_5 | Want.BASIN_6 | Want.BASIN_7:
            return in_basins(kind, bits, 1 << (4 + want - Want.BASIN_5))
    return meeting_conduit(state, seat, want, bits)


@kernel
def meeting_conduit(state: Record, seat: int, want: int, bits: int) -> int:
    """Return the candidates that meet a criterion for conduits."""
    if want in (Want.STRONGEST, Want.SECOND_STRONGEST):
        return by_value(bits, want == Want.SECOND_STRONGEST)
    if want in (Want.DAM_OWN, Want.DAM_OPPONENT):
        own = in_basins(Kind.CONDUIT, bits, own_dams(state, seat))
        neutral = in_basins(Kind.CONDUIT, bits, neutral_dams(state))
        others = in_basins(Kind.CONDUIT, bits, opponent_dams(state, seat))
        first = own if want == Want.DAM_OWN else others
        last = others if want == Want.DAM_OWN else own
        return first if first else (neutral if neutral else last)
    own = ending_in(bits, powerhouse_basins(state, seat))
    others = ending_in(bits, opponent_powerhouses(state, seat))
    first = own if want == Want.POWERHOUSE_OWN else others
    last = others if want == Want.POWERHOUSE_OWN else own
    return first if first else last


@kernel
def ending_in(bits: int, basins: int) -> int:
    """Return the conduit spaces of a set that end in one of some basins."""
    kept = 0
    for conduit in range(CONDUITS):
        if bits >> conduit & 1 and basins >> int(CONDUIT_TO[conduit]) & 1:
            kept |= 1 << conduit
    return kept


@kernel
def in_areas(kind: int, bits: int, areas: int) -> int:
    """Return the spaces of a set that lie in one of some areas."""
    kept = 0
    for space in range(SPACES[kind]):
        if bits >> space & 1 and areas >> int(AREA[space_basin(kind, space)]) & 1:
            kept |= 1 << space
    return kept


@kernel
def red_bases(bits: int) -> int:
    """Return the red ones of some base spaces, as bits."""
    kept = 0
    for space in range(BASES):
        if bits >> space & 1 and BASE_RED[space]:
            kept |= 1 << space
    return kept


@kernel
def pick_space(state: Record, seat: int, kind: int, bits: int, tile: int, trace: Any) -> int:
    """Return the space that an Automa picks from the candidates; there must be at least one. `tile` is the tile that
    it builds with, or NOTHING."""
    card = int(state.last_card)
    note(trace, CANDIDATES, kind, bits)
    if kind != Kind.ELEVATION:
        complete = completing(state, seat, kind, bits)
        if complete:
            bits = complete
            note(trace, COMPLETED, 0, bits)
    group = max(kind - 1, 0)  # bases and elevations share their criteria
    for number in range(3):
        if bits & (bits - 1):
            kept = meeting(state, seat, kind, int(CRITERIA[card, group, number]), bits, card)
            note(trace, FILTERED, number, kept)
            if kept:
                bits = kept
    kept = favoured(kind, bits, tile)
    if kept != bits:
        bits = kept
        note(trace, FAVOURED, tile, bits)
    space = first_space(kind, bits, int(START[card, group]))
    note(trace, CHOSEN, kind, 1 << space)
    return space


@kernel
def favoured(kind: int, bits: int, tile: int) -> int:
    """Return the candidates that a tile prefers (ruling 67), or all of them if it prefers none."""
    kept = 0
    if kind == Kind.CONDUIT and tile == Tile.II_CONDUIT:
        for conduit in range(CONDUITS):
            if bits >> conduit & 1 and CONDUIT_VALUE[conduit] >= DEAR_VALUE:
                kept |= 1 << conduit
    elif kind == Kind.BASE and tile == Tile.I_WILD:
        kept = red_bases(bits)
    return kept if kept else bits


@kernel
def first_space(kind: int, bits: int, start: int) -> int:
    """Return the first space from the starting number upwards, and then from the beginning. Within a basin, spaces
    without a red fee come first, then lower ones."""
    count = CONDUITS if kind == Kind.CONDUIT else BASINS
    for number in range(count):
        at = (start + number) % count
        found = NOTHING
        for space in range(SPACES[kind]):
            place = space if kind == Kind.CONDUIT else space_basin(kind, space)
            if not bits >> space & 1 or place != at:
                continue
            if found == NOTHING or (is_red(kind, found) and not is_red(kind, space)):
                found = space
        if found != NOTHING:
            return found
    return NOTHING


@kernel
def is_red(kind: int, space: int) -> bool:
    """Return whether building on a space costs a fee."""
    if kind == Kind.BASE:
        return BASE_RED[space] != 0
    return kind == Kind.POWERHOUSE and POWERHOUSE_RED[space] != 0
