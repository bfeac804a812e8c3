"""Building: where a structure may go, with which tiles, and what happens then (rulings 11-19)."""

from stockade.core.bits import first_of
from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.barrage.layout import (
    BASES,
    CONDUIT_SITE,
    COPIES,
    NOTHING,
    POWERHOUSE_SITE,
    VARIANTS,
    Kind,
    Record,
    Run,
    Step,
    Tile,
)
from stockade.games.barrage.rules.actions import Base, action_of, build_action, build_of, number_of
from stockade.games.barrage.rules.payment import can_pay, conduit_value, red_fee
from stockade.games.barrage.rules.rewards import uncover
from stockade.games.barrage.rules.seats import advanced_tiles, credits_of, dam_room, gain_credits, raised_dams
from stockade.games.barrage.rules.stack import push, push_all, step_row
from stockade.games.barrage.rules.variants import (
    can_copy_tiles,
    has_variant,
    is_copy,
    is_free,
    variant_tile,
    words_of,
)
from stockade.games.barrage.rules.wheel import rotate
from stockade.games.barrage.tables import (
    CONSTRUCTION_ENGINEERS,
    CONSTRUCTION_FEE,
    FIRST_POWERHOUSE,
    FIRST_SITE,
    PIECES,
    SITE_AREA,
    SITE_BASIN,
    SITE_KIND,
    TILE_BUILDS,
)

TILE_VP = 3  # points for each thing that a tile of the third level counts


@kernel
def has_engineers(state: Record, seat: int) -> bool:
    """Return whether a seat has a construction space left, and the engineers and credits for it."""
    player = state.player[seat]
    space = player.constructions
    if space >= len(CONSTRUCTION_ENGINEERS):
        return False
    return player.engineers >= CONSTRUCTION_ENGINEERS[space] and credits_of(state, seat) >= CONSTRUCTION_FEE[space]


@kernel
def fees_of(state: Record, seat: int, site: int, variant: int) -> int:
    """Return the credits that a build costs besides its machines: the fees of the construction space and of a red
    space (ruling 13)."""
    fee = red_fee(site, variant_tile(variant))
    if not is_free(variant):
        fee += int(CONSTRUCTION_FEE[min(int(state.player[seat].constructions), len(CONSTRUCTION_FEE) - 1)])
    return fee


# -- where ---------------------------------------------------------------------------------------------------


@kernel
def is_site_free(state: Record, seat: int, site: int) -> bool:
    """Return whether a seat may build on a site, apart from costs (rulings 15, 16)."""
    match SITE_KIND[site]:
        case Kind.BASE:
            return state.dam_owner[site] == NOTHING and state.dam_owner[site ^ 1] != seat
        case Kind.ELEVATION:
            return state.dam_owner[site - BASES] == seat and state.dam_level[site - BASES] < 3
        case Kind.CONDUIT:
            return state.conduit[site - CONDUIT_SITE] == NOTHING
        case _:
            if state.powerhouse[site - POWERHOUSE_SITE] != NOTHING:
                return False
            own = 0
            for space in range(FIRST_POWERHOUSE[SITE_BASIN[site]], FIRST_POWERHOUSE[SITE_BASIN[site] + 1]):
                own += state.powerhouse[space] == seat
            return own == 0


@kernel
def has_piece(state: Record, seat: int, kind: int) -> bool:
    """Return whether a seat has a piece of a kind left."""
    return state.player[seat].built[kind] < PIECES[kind]


@kernel
def usable_variants(state: Record, seat: int) -> int:
    """Return the variants that a seat could build with now, as bits."""
    copies = can_copy_tiles(state, seat)
    with_engineers = has_engineers(state, seat)
    bits = 0
    for variant in range(VARIANTS):
        if (is_copy(variant) and not copies) or (not is_free(variant) and not with_engineers):
            continue
        if has_variant(state, seat, variant):
            bits |= 1 << variant
    return bits


@kernel
def legal_build(state: Record, seat: int, actions: Actions, n: int) -> int:
    """List each site with each tile that can be used there, ascending."""
    credits = credits_of(state, seat)
    had = usable_variants(state, seat)
    for kind in range(len(PIECES)):
        if not has_piece(state, seat, kind):
            continue
        usable = 0  # as bits of variants
        left = had
        while left:
            variant = first_of(left)
            left &= left - 1
            if TILE_BUILDS[variant_tile(variant)] >> kind & 1:
                usable |= 1 << variant
        if usable:
            n = legal_sites(state, seat, kind, usable, credits, actions, n)
    return n


@kernel
def legal_sites(state: Record, seat: int, kind: int, usable: int, credits: int, actions: Actions, n: int) -> int:
    """List the sites of one kind of structure."""
    for site in range(FIRST_SITE[kind], FIRST_SITE[kind + 1]):
        if not is_site_free(state, seat, site):
            continue
        left = usable
        while left:
            variant = first_of(left)
            left &= left - 1
            purse = credits - fees_of(state, seat, site, variant)
            if purse >= 0 and can_pay(state, seat, site, variant_tile(variant), purse):
                actions[n] = build_action(site, variant)
                n += 1
    return n


@kernel
def can_build_free(state: Record, seat: int) -> bool:
    """Return whether a seat can build anything without engineers (rulings 3, 4)."""
    for variant in range(COPIES, VARIANTS):
        tile = variant_tile(variant)
        kind = 3 if tile == Tile.I_POWERHOUSE else 0
        if not has_variant(state, seat, variant) or not has_piece(state, seat, kind):
            continue
        for site in range(FIRST_SITE[kind], FIRST_SITE[kind + 1]):
            purse = credits_of(state, seat) - red_fee(site, tile)
            if purse >= 0 and is_site_free(state, seat, site) and can_pay(state, seat, site, tile, purse):
                return True
    return False


# -- how a build goes on -------------------------------------------------------------------------------------


@kernel
def apply_build(state: Record, seat: int, action: int) -> None:
    """Place engineers and pay the fee of the construction space. The other steps follow in order (ruling 11)."""
    site, variant = build_of(action)
    player = state.player[seat]
    if not is_free(variant):
        player.engineers -= CONSTRUCTION_ENGINEERS[player.constructions]
        gain_credits(state, seat, -int(CONSTRUCTION_FEE[player.constructions]))
        player.constructions += 1
    push_build(state, seat, site, variant)


@kernel
def push_build(state: Record, seat: int, site: int, variant: int) -> None:
    """Push the steps of a build that follow after engineers are placed."""
    tile = words_of(state, seat, variant)
    steps = (
        step_row(Step.PAY, seat, site, variant),
        step_row(Step.BUILD, seat, site, variant),
        step_row(Step.TILE_EFFECT, seat, site, tile),
    )
    push_all(state, steps)


@kernel
def run_build(state: Record, seat: int, site: int, variant: int) -> None:
    """Turn the wheel and place the piece on the map."""
    rotate(state.player[seat], 1)
    gain_credits(state, seat, -red_fee(site, words_of(state, seat, variant)))
    place_piece(state, seat, site)


@kernel
def place_piece(state: Record, seat: int, site: int) -> None:
    """Place the leftmost piece of a row on the map, and gain what it uncovers."""
    kind = int(SITE_KIND[site])
    match kind:
        case Kind.BASE:
            state.dam_owner[site] = seat
            state.dam_level[site] = 1
            state.dam_drops[site] = 0
        case Kind.ELEVATION:
            state.dam_level[site - BASES] += 1
        case Kind.CONDUIT:
            state.conduit[site - CONDUIT_SITE] = seat
        case _:
            state.powerhouse[site - POWERHOUSE_SITE] = seat
    state.player[seat].built[kind] += 1
    uncover(state, seat, kind)


@kernel
def run_tile_effect(state: Record, seat: int, site: int, tile: int) -> None:
    """Apply what an advanced tile adds after the build. Tiles that change a cost have already done so."""
    player = state.player[seat]
    match tile:
        case Tile.I_BASE:
            fill_empty_dams(state, seat)
        case Tile.I_ELEVATION:
            push(state, Step.ROTATE, seat, int(player.built[Kind.ELEVATION]), 0)
        case Tile.I_CONDUIT:
            gain_credits(state, seat, 2 * conduit_value(site))
        case Tile.II_BASE:
            gain_energy(state, seat, int(player.built[Kind.BASE]))
        case Tile.II_ELEVATION:
            state.dam_drops[site - BASES] = dam_room(state, site - BASES)
        case Tile.II_POWERHOUSE:
            push(state, Step.PRODUCE, seat, 2, Run.TILE)
        case Tile.III_ELEVATION:
            player.vp += TILE_VP * raised_dams(state, seat)
        case Tile.III_CONDUIT:
            gain_energy(state, seat, 2 * conduit_value(site))
        case Tile.III_POWERHOUSE:
            player.vp += TILE_VP * player.built[Kind.POWERHOUSE]
        case Tile.III_WILD:
            player.vp += TILE_VP * advanced_tiles(state, seat)


@kernel
def gain_energy(state: Record, seat: int, energy: int) -> None:
    """Gain energy from a tile. It moves the marker and may fulfil a contract (ruling 29)."""
    state.player[seat].energy += energy
    push(state, Step.CONTRACT, seat, energy, 0)


@kernel
def fill_empty_dams(state: Record, seat: int) -> None:
    """Put a drop into each of the seat's empty dams (ruling 19)."""
    for space in range(BASES):
        if state.dam_owner[space] == seat and state.dam_drops[space] == 0:
            state.dam_drops[space] = 1


# -- structures that rewards give ----------------------------------------------------------------------------


@kernel
def legal_place(state: Record, seat: int, amount: int, actions: Actions) -> int:
    """List where a structure from a reward may go. It may also be left out (ruling 17)."""
    kind = amount % 4
    limit = amount // 4
    n = 0
    if has_piece(state, seat, kind):
        for site in range(FIRST_SITE[kind], FIRST_SITE[kind + 1]):
            is_allowed = credits_of(state, seat) >= red_fee(site, NOTHING)
            if kind == Kind.BASE:
                is_allowed &= (limit >> SITE_AREA[site] & 1) != 0
            elif kind == Kind.CONDUIT:
                is_allowed &= conduit_value(site) <= limit
            if is_allowed and is_site_free(state, seat, site):
                actions[n] = action_of(Base.PLACE, site)
                n += 1
    actions[n] = Base.NO_PLACE
    return n + 1


@kernel
def apply_place(state: Record, seat: int, action: int) -> None:
    """Place a structure from a reward. It needs no engineers, tile or machines, but a red space still costs its
    fee."""
    if action != Base.NO_PLACE:
        site = number_of(action)
        gain_credits(state, seat, -red_fee(site, NOTHING))
        place_piece(state, seat, site)
