"""What people count in Barrage: what each company has, and where the water is.

Things on a construction wheel are not counted. They are exactly what has left the supply.
"""

from __future__ import annotations

from operator import itemgetter

from stockade.core.ledger import POINT, TABLE, Account, Ledger, Things
from stockade.games.barrage.language import noun
from stockade.games.barrage.layout import BASES, PLAYER, SEATS, STATE, Kind, Officer, Record
from stockade.games.barrage.tables import CONTRACT_NAMES, FIRST_SITE, SITE_NAMES, TILE_NAMES
from stockade.games.barrage.text.notation import STREAM_LETTERS
from stockade.games.barrage.text.words import (
    CONTRACT,
    CREDIT,
    ENERGY,
    ENGINEER,
    EXCAVATOR,
    MIXER,
    STRUCTURES,
    officer_title,
    tile_title,
)

FIELDS = itemgetter(*map((STATE.names or ()).index, ("players", "player", "waiting", "falling", "dam_drops")))
PLAYER_FIELDS = itemgetter(
    *map(
        (PLAYER.names or ()).index,
        ("engineers", "credits", "excavators", "mixers", "tiles", "built", "energy", "contracts", "fulfilled", "vp"),
    )
)
TILE = noun("{count} technology tile", "{count} technology tiles")
FULFILLED = noun("{count} fulfilled contract", "{count} fulfilled contracts")
NOUNS = (ENGINEER, CREDIT, EXCAVATOR, MIXER, TILE, *STRUCTURES, ENERGY, CONTRACT, FULFILLED, POINT)
"""What a seat has. Changes are told in this order: the cost of an action comes first."""
SEAT_ACCOUNTS = tuple(tuple(Account(seat, what) for what in NOUNS) for seat in range(SEATS))
DAMS = tuple(
    Account(TABLE, noun("{count} drop in dam {dam}", "{count} drops in dam {dam}", dam=SITE_NAMES[space]))
    for space in range(BASES)
)
STREAMS = tuple(
    Account(TABLE, noun("{count} drop on headstream {stream}", "{count} drops on headstream {stream}", stream=letter))
    for letter in STREAM_LETTERS
)


def ledger(state: Record) -> Ledger:
    """Return what every seat has off its wheel, and the drops in dams and on headstreams."""
    players, seats, waiting, falling, drops = FIELDS(state.tolist())
    counts: Ledger = {}
    for accounts, row in zip(SEAT_ACCOUNTS[:players], seats[:players].tolist(), strict=True):
        engineers, credits, excavators, mixers, tiles, built, energy, contracts, fulfilled, vp = PLAYER_FIELDS(row)
        amounts = (
            engineers,
            credits,
            excavators,
            mixers,
            tiles.bit_count(),
            *built,
            energy,
            contracts.bit_count(),
            fulfilled.bit_count(),
            vp,
        )
        counts.update(zip(accounts, amounts, strict=True))
    counts.update(zip(STREAMS, (waiting + falling).tolist(), strict=True))
    counts.update(zip(DAMS, drops.tolist(), strict=True))
    return counts


def things(state: Record) -> Things:
    """Return which technology tiles and contracts every seat has, and where its structures stand."""
    found: dict[Account, list[str]] = {}
    for seat in range(int(state.players)):
        player = state.player[seat]
        found[Account(seat, TILE)] = [_tile_name(tile) for tile in _bits(int(player.tiles))]
        found[Account(seat, CONTRACT)] = [CONTRACT_NAMES[contract] for contract in _bits(int(player.contracts))]
        found[Account(seat, FULFILLED)] = [CONTRACT_NAMES[contract] for contract in _bits(int(player.fulfilled))]
        for kind, spaces in zip(Kind, _stands(state, seat), strict=True):
            found[Account(seat, STRUCTURES[kind])] = spaces
    return found


def _bits(number: int) -> list[int]:
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]


def _tile_name(tile: int) -> str:
    return tile_title(tile) if tile < len(TILE_NAMES) else officer_title(Officer.ANTON)


def _stands(state: Record, seat: int) -> list[list[str]]:
    """Return the spaces of a seat's structures, by kind. A dam has an elevation for each level above the first."""
    levels = state.dam_level.tolist()
    dams = [space for space, owner in enumerate(state.dam_owner.tolist()) if owner == seat]
    conduits, powerhouses = (
        [SITE_NAMES[FIRST_SITE[kind] + number] for number, owner in enumerate(owners.tolist()) if owner == seat]
        for kind, owners in ((Kind.CONDUIT, state.conduit), (Kind.POWERHOUSE, state.powerhouse))
    )
    elevations = [SITE_NAMES[space] for space in dams for _ in range(levels[space] - 1)]
    return [[SITE_NAMES[space] for space in dams], elevations, conduits, powerhouses]
