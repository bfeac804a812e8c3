"""The reasons why an action space is closed to a seat, or a structure cannot be built.

Each function returns a sentence with its ruling, or None if nothing forbids it. The picture of the board calls them
for every space.
"""

from __future__ import annotations

from stockade.core.errors import Reason
from stockade.core.language import mark
from stockade.games.barrage.language import say
from stockade.games.barrage.layout import (
    ANTON,
    BASES,
    NEUTRAL,
    NOTHING,
    POWERHOUSE_SITE,
    SEATS,
    Kind,
    Officer,
    Record,
    Run,
    Tile,
)
from stockade.games.barrage.rules.board import MAHIRI_USES, can_copy, copy_fee, officers_to_copy
from stockade.games.barrage.rules.construction import fees_of, has_piece, is_site_free
from stockade.games.barrage.rules.contracts import open_contracts
from stockade.games.barrage.rules.payment import (
    can_pay,
    cost_of,
    counts_excavators,
    counts_mixers,
    credits_for,
    machines_for,
    mixers_alone,
    uses_mixers,
)
from stockade.games.barrage.rules.production import energy_of, most_energy
from stockade.games.barrage.rules.seats import credits_of, powerhouse_basins
from stockade.games.barrage.rules.variants import has_variant, is_copy, is_free, variant_tile
from stockade.games.barrage.tables import (
    CONDUIT_TO,
    CONDUIT_VALUE,
    CONSTRUCTION_ENGINEERS,
    CONSTRUCTION_FEE,
    MODIFIER,
    PATENT_COST,
    PATENT_ENGINEERS,
    PIECES,
    ROW_COST,
    ROW_MIN_PLAYERS,
    SITE_BASIN,
    SITE_KIND,
    SITE_NAMES,
    SPACE_ENGINEERS,
    SPACE_FEE,
    TAKES,
    TILE_BUILDS,
    TURBINES,
)
from stockade.games.barrage.text.notation import conduit_name, seat_name
from stockade.games.barrage.text.words import (
    CREDIT,
    DROP,
    ENERGY,
    ENGINEER,
    EXCAVATOR,
    MACHINE,
    MIXER,
    NO_STRUCTURE,
    STRUCTURES,
    officer_title,
    tile_title,
)


def _too_few(state: Record, seat: int, needed: int) -> Reason | None:
    """Return a reason if a seat has too few engineers."""
    left = int(state.player[seat].engineers)
    if left >= needed:
        return None
    engineers, name = ENGINEER.counted(needed), seat_name(state, seat)
    text = say("it takes {engineers}, and {name} has {left} left", engineers=engineers, name=name, left=left)
    return Reason(text, "5")


def _too_poor(state: Record, seat: int, needed: int, ruling: str = "5") -> Reason | None:
    """Return a reason if a seat has too few credits."""
    credits = credits_of(state, seat)
    if credits >= needed:
        return None
    cost, name = CREDIT.counted(needed), seat_name(state, seat)
    return Reason(say("it costs {credits}, and {name} has {left}", credits=cost, name=name, left=credits), ruling)


# -- the management board ------------------------------------------------------------------------------------


def why_space(state: Record, seat: int, space: int) -> Reason | None:
    """Return why a seat cannot use a space of the management board."""
    row, owner = space // 2, int(state.space[space])
    if owner == NEUTRAL:
        needed = int(ROW_MIN_PLAYERS[row])
        if needed == SEATS:
            return Reason(say("this row is open with {players} players", players=needed), "8")
        return Reason(say("this row is open with {players} players or more", players=needed), "8")
    if owner != NOTHING:
        return Reason(say("{name}'s engineers stand there until the round ends", name=seat_name(state, owner)), "6")
    cost = int(SPACE_FEE[space]) + int(ROW_COST[row])
    closed = _too_few(state, seat, int(SPACE_ENGINEERS[space])) or _too_poor(state, seat, cost)
    if closed is None and row < TURBINES:
        closed = why_no_production(state, seat, int(MODIFIER[row]), credits_of(state, seat) - cost)
    if closed is None and TAKES[row] > 0 and not open_contracts(state):
        closed = Reason(say("no private contract lies open"), "39")
    return closed


def why_no_production(state: Record, seat: int, modifier: int, purse: int) -> Reason | None:
    """Return why a seat cannot produce with a modifier, once the fee of the space is paid."""
    name, basins = seat_name(state, seat), int(powerhouse_basins(state, seat))
    if basins == 0:
        return Reason(say("{name} has no powerhouse", name=name), "22")
    full = [dam for dam in range(BASES) if state.dam_drops[dam] > 0 and state.dam_owner[dam] in (seat, NEUTRAL)]
    if not full:
        return Reason(say("neither {name}'s dams nor the neutral ones hold a drop", name=name), "22")
    ways = {dam // 2 * 2 + side for dam in full for side in (0, 1)}
    ways = {way for way in ways if state.conduit[way] != NOTHING and basins >> int(CONDUIT_TO[way]) & 1}
    if not ways:
        return Reason(say("no conduit leads from a dam with drops to one of {name}'s powerhouses", name=name), "22")
    if purse < 1 and all(state.conduit[way] != seat for way in ways):
        text = say("another's conduit costs a credit for each drop, and {name} has none for it", name=name)
        return Reason(text, "24")
    if most_energy(state, seat, purse) + modifier < 1:
        return Reason(say("no production would give any energy there"), "23")
    return None


def why_bank(state: Record, seat: int, engineers: int) -> Reason | None:
    """Return why a seat cannot send a number of engineers to the bank."""
    if refused := _too_few(state, seat, engineers):
        return Reason(refused.text, "2")
    return None


def why_patent(state: Record, seat: int, slot: int) -> Reason | None:
    """Return why a seat cannot buy the tile of a slot in the patent office."""
    if not state.is_full:
        return Reason(say("the introductory game has no patent office"), "49")
    taker = int(state.patent_taken[slot])
    if taker != NOTHING:
        return Reason(say("{name} has bought that tile in this round", name=seat_name(state, taker)), "10")
    return _too_few(state, seat, PATENT_ENGINEERS) or _too_poor(state, seat, PATENT_COST)


def why_mahiri(state: Record, seat: int) -> Reason | None:
    """Return why a seat cannot use Mahiri's tile, whichever officer it would copy."""
    player, name = state.player[seat], seat_name(state, seat)
    if player.officer != Officer.MAHIRI:
        return Reason(say("Mahiri does not work for {name}", name=name), "51")
    if player.has_copied:
        return Reason(say("Mahiri copies one officer in a turn"), "51")
    if player.mahiri_uses >= MAHIRI_USES:
        return Reason(say("Mahiri has copied {count} officers in this round", count=MAHIRI_USES), "51")
    return _too_few(state, seat, 1) or _too_poor(state, seat, int(copy_fee(state, seat)), "51")


def why_officer(state: Record, seat: int, officer: int) -> Reason | None:
    """Return why Mahiri cannot copy an officer."""
    if refused := why_mahiri(state, seat):
        return refused
    if not int(officers_to_copy(state, seat)) >> officer & 1:
        absent = mark("{officer} is with no other company and does not lie out for Mahiri")
        return Reason(say(absent, officer=officer_title(officer)), "52")
    if not can_copy(state, seat, officer):
        return Reason(say("no engineer would be left for the action that follows"), "51")
    return None


# -- building ------------------------------------------------------------------------------------------------


def why_construction(state: Record, seat: int) -> Reason | None:
    """Return why a seat cannot use the next construction space of its company board."""
    space = int(state.player[seat].constructions)
    if space >= len(CONSTRUCTION_ENGINEERS):
        text = say("all {count} construction spaces are taken in this round", count=len(CONSTRUCTION_ENGINEERS))
        return Reason(text, "7")
    engineers, fee = int(CONSTRUCTION_ENGINEERS[space]), int(CONSTRUCTION_FEE[space])
    return _too_few(state, seat, engineers) or _too_poor(state, seat, fee)


def why_tile(state: Record, seat: int, variant: int) -> Reason | None:
    """Return why a seat cannot use a technology tile in a certain way."""
    player, tile, name = state.player[seat], int(variant_tile(variant)), seat_name(state, seat)
    if has_variant(state, seat, variant):
        return None
    on_wheel = player.wheel_tile.tolist()
    if not is_copy(variant):
        if tile in on_wheel:
            return Reason(say("the tile {tile} is on the wheel", tile=tile_title(tile)), "12")
        if tile == Tile.WILD:
            return Reason(say("the full game has no basic wild tiles"), "61")
        return Reason(say("{name} does not have the tile {tile}", name=name, tile=tile_title(tile)), "10")
    if player.copied != Officer.ANTON and not int(player.tiles) >> ANTON & 1:
        if ANTON in on_wheel:
            return Reason(say("Anton's tile is on the wheel"), "54")
        return Reason(say("only Anton copies a tile, and he does not work for {name}", name=name), "54")
    return Reason(say("the tile {tile} is not on the wheel, so it cannot be copied", tile=tile_title(tile)), "54")


def why_piece(state: Record, seat: int, kind: int) -> Reason | None:
    """Return why a seat has no piece of a kind left."""
    if has_piece(state, seat, kind):
        return None
    pieces, name = STRUCTURES[kind].counted(int(PIECES[kind])), seat_name(state, seat)
    return Reason(say("all {pieces} of {name} are built", pieces=pieces, name=name), "14")


def why_site(state: Record, seat: int, site: int) -> Reason | None:
    """Return why a seat cannot build on a space of the map, apart from costs."""
    if is_site_free(state, seat, site):
        return None
    name, basin = seat_name(state, seat), int(SITE_BASIN[site]) + 1
    match SITE_KIND[site]:
        case Kind.BASE:
            if state.dam_owner[site] != NOTHING:
                return Reason(say("there is a dam on {site} already", site=SITE_NAMES[site]), "15")
            return Reason(say("{name} has a base in basin {basin}, and one is all", name=name, basin=basin), "15")
        case Kind.ELEVATION:
            if state.dam_owner[site - BASES] != seat:
                return Reason(say("{name} has no dam on {site}", name=name, site=SITE_NAMES[site - BASES]), "15")
            return Reason(say("the dam on {site} is of level 3, the highest", site=SITE_NAMES[site - BASES]), "15")
        case Kind.CONDUIT:
            return Reason(say("there is a conduit on {site} already", site=SITE_NAMES[site]), "15")
    if state.powerhouse[site - POWERHOUSE_SITE] != NOTHING:
        return Reason(say("there is a powerhouse on {site} already", site=SITE_NAMES[site]), "15")
    return Reason(say("{name} has a powerhouse in basin {basin}, and one is all", name=name, basin=basin), "15")


def why_build(state: Record, seat: int, site: int, variant: int) -> Reason | None:
    """Return why a seat cannot build on a site with a tile."""
    kind, tile = int(SITE_KIND[site]), int(variant_tile(variant))
    if refused := why_tile(state, seat, variant):
        return refused
    if not int(TILE_BUILDS[tile]) >> kind & 1:
        nothing = say(NO_STRUCTURE[kind])
        return Reason(say("the tile {tile} builds {nothing}", tile=tile_title(tile), nothing=nothing), "11")
    refused = why_piece(state, seat, kind) or why_site(state, seat, site)
    if refused is None and not is_free(variant):
        refused = why_construction(state, seat)
    return refused or _why_cost(state, seat, site, variant)


def _why_cost(state: Record, seat: int, site: int, variant: int) -> Reason | None:
    """Return why a seat cannot pay for a build: first all fees together, then machines (rulings 13, 20, 21)."""
    tile, player = int(variant_tile(variant)), state.player[seat]
    fee = int(fees_of(state, seat, site, variant))
    if refused := _too_poor(state, seat, fee, "13"):
        return refused
    purse = credits_of(state, seat) - fee
    if can_pay(state, seat, site, tile, purse):
        return None
    needed, have = int(cost_of(state, seat, site, tile)), int(machines_for(state, seat, site, tile))
    machine = MIXER if uses_mixers(site) else EXCAVATOR
    if counts_excavators(site, tile) and counts_mixers(site, tile):
        machine = MACHINE
    takes, name = machine.counted(needed), seat_name(state, seat)
    each = int(credits_for(state, seat, site, 1))
    if each != NOTHING:
        short = mark("it takes {machines}, and {name} has {have}, and credits for {more} more at {each} each")
        return Reason(say(short, machines=takes, name=name, have=have, more=max(purse, 0) // each, each=each), "21")
    alone = int(mixers_alone(state, seat, site))
    if alone == NOTHING:
        return Reason(say("it takes {machines}, and {name} has {have}", machines=takes, name=name, have=have), "20")
    short = mark("it takes {machines}, and {name} has {excavators} and {mixers}, where {enough} would do")
    excavators, mixers = EXCAVATOR.counted(have), MIXER.counted(int(player.mixers))
    enough = MIXER.counted(alone)
    return Reason(say(short, machines=takes, name=name, excavators=excavators, mixers=mixers, enough=enough), "20")


# -- production ----------------------------------------------------------------------------------------------


def why_produce(state: Record, seat: int, way: tuple[int, int, int], modifier: int, run: int) -> Reason | None:
    """Return why a seat cannot produce with drops from a dam through a conduit."""
    dam, conduit, drops = way
    name, owner = seat_name(state, seat), int(state.dam_owner[dam])
    if owner == NOTHING:
        return Reason(say("there is no dam on {site}", site=SITE_NAMES[dam]), "22")
    if owner not in (seat, NEUTRAL):
        return Reason(say("the dam on {site} is {name}'s", site=SITE_NAMES[dam], name=seat_name(state, owner)), "22")
    if state.dam_drops[dam] < drops:
        drops_there = DROP.counted(int(state.dam_drops[dam]))
        return Reason(say("the dam on {site} holds {drops}", site=SITE_NAMES[dam], drops=drops_there), "22")
    if state.conduit[conduit] == NOTHING:
        return Reason(say("the conduit {conduit} is not built", conduit=conduit_name(conduit)), "22")
    end = int(CONDUIT_TO[conduit])
    if not int(powerhouse_basins(state, seat)) >> end & 1:
        missing = mark("{name} has no powerhouse in basin {basin}, where {conduit} ends")
        return Reason(say(missing, name=name, basin=end + 1, conduit=conduit_name(conduit)), "22")
    if run == Run.SECOND and end == state.used_powerhouse:
        return Reason(say("a second production uses another powerhouse"), "27")
    if state.conduit[conduit] != seat and credits_of(state, seat) < drops:
        whose = seat_name(state, int(state.conduit[conduit]))
        credits = credits_of(state, seat)
        short = mark("{owner} gets a credit for each drop in its conduit, and {name} has {credits}")
        return Reason(say(short, owner=whose, name=name, credits=credits), "24")
    energy = int(energy_of(state, seat, drops, int(CONDUIT_VALUE[conduit]), modifier, run))
    if energy < 1:
        return Reason(say("it would give {energy}, and 1 is the least", energy=ENERGY.counted(energy)), "23")
    return None
