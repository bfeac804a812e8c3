"""What people count in Barrage: what each company has, and where the water is.

Things on a construction wheel are not counted. They are exactly what has left the supply.
"""

from __future__ import annotations

from stockade.core.ledger import POINT, TABLE, Account, Ledger
from stockade.games.barrage.language import noun
from stockade.games.barrage.layout import BASES, PLAYER, SEATS, STATE, Record
from stockade.games.barrage.tables import SITE_NAMES
from stockade.games.barrage.text.notation import STREAM_LETTERS
from stockade.games.barrage.text.words import CONTRACT, CREDIT, ENERGY, ENGINEER, EXCAVATOR, MIXER, STRUCTURES

FIELDS, PLAYER_FIELDS = STATE.names or (), PLAYER.names or ()
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
    fields = dict(zip(FIELDS, state.tolist(), strict=True))
    counts: Ledger = {}
    for accounts, row in zip(SEAT_ACCOUNTS[: fields["players"]], fields["player"].tolist(), strict=False):
        player = dict(zip(PLAYER_FIELDS, row, strict=True))
        amounts = (
            player["engineers"],
            player["credits"],
            player["excavators"],
            player["mixers"],
            player["tiles"].bit_count(),
            *player["built"],
            player["energy"],
            player["contracts"].bit_count(),
            player["fulfilled"].bit_count(),
            player["vp"],
        )
        counts.update(zip(accounts, amounts, strict=True))
    counts.update(zip(STREAMS, (fields["waiting"] + fields["falling"]).tolist(), strict=True))
    counts.update(zip(DAMS, fields["dam_drops"].tolist(), strict=True))
    return counts
