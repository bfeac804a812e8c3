"""What people count in Barrage: what each company has, and where the water is.

Things on a construction wheel are not counted. They are exactly what has left the supply.
"""

from __future__ import annotations

from operator import itemgetter

from stockade.core.ledger import POINT, TABLE, Account, Ledger
from stockade.games.barrage.language import noun
from stockade.games.barrage.layout import BASES, PLAYER, SEATS, STATE, Record
from stockade.games.barrage.tables import SITE_NAMES
from stockade.games.barrage.text.notation import STREAM_LETTERS
from stockade.games.barrage.text.words import CONTRACT, CREDIT, ENERGY, ENGINEER, EXCAVATOR, MIXER, STRUCTURES

FIELDS = itemgetter(*map((STATE.names or ()).index, ("players", "player", "waiting", "falling", "dam_drops")))
PLAYER_FIELDS = itemgetter(
    *map(
        (PLAYER.names or ()).index,
        ("engineers", "credits", "excavators", "mixers", "tiles", "built", "energy", "contracts", "fulfilled", "vp"),
    )
)
NOUNS = (
    ENGINEER,
    CREDIT,
    EXCAVATOR,
    MIXER,
    noun("{count} technology tile", "{count} technology tiles"),
    *STRUCTURES,
    ENERGY,
    CONTRACT,
    noun("{count} fulfilled contract", "{count} fulfilled contracts"),
    POINT,
)
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
