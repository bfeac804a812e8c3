"""Victory points: for energy and the bonus tile at the end of each round, and for the objective and the rest at the
end of the game (rulings 44-47, 56-60)."""

from stockade.core.bits import size_of
from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.games.barrage.layout import BASES, BASINS, CONDUITS, POWERHOUSES, ROUNDS, Record
from stockade.games.barrage.rules.seats import advanced_tiles, gain_credits, is_automa, powerhouse_basins
from stockade.games.barrage.tables import (
    AREA,
    BASE_BASIN,
    BASE_RED,
    BONUS_VP,
    CONDUIT_FROM,
    CONDUIT_TO,
    IDLE_VP,
    POWERHOUSE_BASIN,
    POWERHOUSE_RED,
    TOP,
    TRACK_CREDITS,
)

FIRST_VP = 6
SECOND_VP = 2
SECTION = 6  # steps of a section of the track
BEHIND_VP = 4  # lost for each section behind
OBJECTIVE_VP = (15, 10, 5, 0)
AUTOMA_OBJECTIVE_VP = (20, 15, 10, 0)
LEFT_OVER = 5  # so many things are worth one point
PIECES = 5  # bits for the number of pieces in a basin
MOST_PIECES = (1 << PIECES) - 1
COUNT = 8  # bits for a seat's count of an objective
MOST_COUNTED = (1 << COUNT) - 1


# -- the end of a round --------------------------------------------------------------------------------------


@kernel
def score_round(state: Record) -> None:
    """Score a round."""
    score_rank(state)
    score_track(state)
    score_idle(state)
    score_bonus(state)


@kernel
def score_track(state: Record) -> None:
    """Gain the credits that the energy track shows."""
    for seat in range(state.players):
        gain_credits(state, seat, int(TRACK_CREDITS[min(int(state.player[seat].energy), TOP)]))


@kernel
def score_idle(state: Record) -> None:
    """Take points from the seats that made no energy."""
    for seat in range(state.players):
        if state.player[seat].energy == 0:
            state.player[seat].vp += IDLE_VP


@kernel
def score_bonus(state: Record) -> None:
    """Score the bonus tile of the round."""
    for seat in range(state.players):
        state.player[seat].vp += bonus_vp(state, seat)


@kernel
def score_rank(state: Record) -> None:
    """Score the most energy and the second most. Ties share the points (ruling 44)."""
    best = 0
    second = 0
    firsts = 0
    seconds = 0
    for seat in range(state.players):
        energy = int(state.player[seat].energy)
        if energy > best:
            second, seconds = best, firsts
            best, firsts = energy, 1
        elif energy == best:
            firsts += 1
        elif energy > second:
            second, seconds = energy, 1
        elif energy == second:
            seconds += 1
    for seat in range(state.players):
        player = state.player[seat]
        if player.energy == best and best > 0:
            player.vp += FIRST_VP if firsts == 1 else -(-(FIRST_VP + SECOND_VP) // firsts)
        elif player.energy == second and second > 0 and firsts == 1:
            player.vp += SECOND_VP if seconds == 1 else 1


@kernel
def bonus_count(state: Record, seat: int, bonus: int) -> int:
    """Return how many things a seat has that a bonus tile counts. Tiles are numbered as in the data file."""
    player = state.player[seat]
    match bonus:
        case 0:
            return size_of(int(player.fulfilled))
        case 5:
            return advanced_tiles(state, seat)
        case _:
            return int(player.built[bonus - 1])


@kernel
def bonus_vp(state: Record, seat: int) -> int:
    """Return a seat's points for the bonus tile of the round, less if its marker is behind (ruling 47)."""
    energy = int(state.player[seat].energy)
    section = min(ROUNDS, energy // SECTION)
    if section == 0:
        return 0
    bonus = int(state.bonus[state.round_no - 1])
    behind = max(0, int(state.round_no) - section)
    return max(0, bonus_count(state, seat, bonus) * int(BONUS_VP[bonus]) - BEHIND_VP * behind)


# -- the end of the game -------------------------------------------------------------------------------------


@kernel
def pieces_by_basin(state: Record, seat: int) -> int:
    """Return a seat's pieces in all basins, PIECES bits for each. A conduit counts where it starts (ruling 58)."""
    pieces = 0
    for space in range(BASES):
        if state.dam_owner[space] == seat:
            pieces += int(state.dam_level[space]) << PIECES * int(BASE_BASIN[space])
    for space in range(CONDUITS):
        if state.conduit[space] == seat:
            pieces += 1 << PIECES * int(CONDUIT_FROM[space])
    for space in range(POWERHOUSES):
        if state.powerhouse[space] == seat:
            pieces += 1 << PIECES * int(POWERHOUSE_BASIN[space])
    return pieces


@kernel
def red_spaces(state: Record, seat: int) -> int:
    """Return how many bases and powerhouses a seat has on red spaces."""
    count = 0
    for space in range(BASES):
        count += state.dam_owner[space] == seat and BASE_RED[space] != 0
    for space in range(POWERHOUSES):
        count += state.powerhouse[space] == seat and POWERHOUSE_RED[space] != 0
    return count


@kernel
def connected_bases(state: Record, seat: int) -> int:
    """Return how many of a seat's bases have one of its conduits to one of its powerhouses."""
    basins = powerhouse_basins(state, seat)
    count = 0
    for space in range(BASES):
        ways = 0
        for conduit in range(space // 2 * 2, space // 2 * 2 + 2):
            ways += state.conduit[conduit] == seat and (basins >> int(CONDUIT_TO[conduit]) & 1) != 0
        count += state.dam_owner[space] == seat and ways > 0
    return count


@kernel
def area_pieces(pieces: int, area: int) -> int:
    """Return how many of some pieces, given by basin, are in an area."""
    total = 0
    for basin in range(BASINS):
        if AREA[basin] == area:
            total += pieces >> PIECES * basin & MOST_PIECES
    return total


@kernel
def settled_basins(pieces: int, least: int) -> int:
    """Return in how many basins there are at least `least` of some pieces, given by basin."""
    count = 0
    for basin in range(BASINS):
        count += (pieces >> PIECES * basin & MOST_PIECES) >= least
    return count


@kernel
def objective_count(state: Record, seat: int) -> int:
    """Return how much a seat has of what the objective tile counts. Tiles are numbered as in the data file."""
    pieces = pieces_by_basin(state, seat)
    match state.objective:
        case 0:
            return red_spaces(state, seat)
        case 1:
            return connected_bases(state, seat)
        case 2:
            return max(area_pieces(pieces, 0), area_pieces(pieces, 1), area_pieces(pieces, 2))
        case 3:
            return min(area_pieces(pieces, 0), area_pieces(pieces, 1), area_pieces(pieces, 2))
        case 4:
            return settled_basins(pieces, 1)
        case _:
            return settled_basins(pieces, 3)


@kernel
def objective_counts(state: Record) -> int:
    """Return the counts for the objective tile of all seats, COUNT bits for each: see `count_of`."""
    counts = 0
    for seat in range(state.players):
        counts |= int(objective_count(state, seat)) << COUNT * seat
    return counts


@kernel
def count_of(counts: int, seat: int) -> int:
    """Return the count for the objective tile of one seat."""
    return counts >> COUNT * seat & MOST_COUNTED


@kernel
def objective_vp(state: Record, seat: int, counts: int) -> int:
    """Return a seat's points for the objective, by rank. Tied seats share the points of their ranks, rounded up, each
    on its own scale (rulings 57, 65)."""
    mine = count_of(counts, seat)
    above = 0
    tied = 0
    for other in range(state.players):
        count = count_of(counts, other)
        above += count > mine
        tied += count == mine
    total = 0
    for place in range(above, above + tied):
        total += AUTOMA_OBJECTIVE_VP[place] if is_automa(state, seat) else OBJECTIVE_VP[place]
    return -(-total // tied)


@kernel
def left_over_vp(state: Record, seat: int) -> int:
    """Return a seat's points for credits and machines in its supply. What is on the wheel does not count."""
    player = state.player[seat]
    return (max(int(player.credits), 0) + int(player.excavators) + int(player.mixers)) // LEFT_OVER


@kernel
def held_drops(state: Record, seat: int) -> int:
    """Return how many drops a seat's dams hold."""
    drops = 0
    for space in range(BASES):
        if state.dam_owner[space] == seat:
            drops += state.dam_drops[space]
    return drops


@kernel
def score_objective(state: Record) -> None:
    """Score the objective tile."""
    counts = objective_counts(state)
    for seat in range(state.players):
        state.player[seat].vp += objective_vp(state, seat, counts)


@kernel
def score_left_over(state: Record) -> None:
    """Score credits and machines."""
    for seat in range(state.players):
        state.player[seat].vp += left_over_vp(state, seat)


@kernel
def score_drops(state: Record) -> None:
    """Score the drops in dams."""
    for seat in range(state.players):
        state.player[seat].vp += held_drops(state, seat)


@kernel
def score_end(state: Record) -> None:
    """Score the end of the game."""
    score_objective(state)
    score_left_over(state)
    score_drops(state)


@kernel
def score(state: Record, points: Values) -> None:
    """Fill in the victory points."""
    for seat in range(state.players):
        points[seat] = state.player[seat].vp


@kernel
def rank(state: Record, values: Values) -> None:
    """Order the seats by points, then by the energy of the last round (ruling 60). Points may be negative but ranks
    may not, because somebody always wins."""
    for seat in range(state.players):
        values[seat] = (state.player[seat].vp + 10_000.0) * 1_000.0 + state.player[seat].energy
