"""The tiles of the Automas as tables.

ACTION[card, line]      what a line of a tile says, in the columns of `Column`
CRITERIA[card, kind]    three criteria for a base or elevation, a conduit, a powerhouse
START[card, kind]       where the search for the last candidate begins: a basin, or a conduit space
STREAMS[card]           headstreams in the order in which they are tried, the unlisted one last
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from stockade.core.tables import freeze
from stockade.games.barrage.layout import CARDS, HEADSTREAMS, NOTHING
from stockade.games.barrage.tables import AREAS, KIND_NAMES, MAP, PILE_NAMES, load


class Do(IntEnum):
    """The actions that a line can have."""

    NOTHING = 0  # the tile has no more lines
    PRODUCE = 1
    WATER = 2
    DISCARD_CONTRACTS = 3
    BUILD = 4
    PATENT = 5
    WORKSHOP = 6
    MACHINERY = 7
    BANK = 8


class Column(IntEnum):
    """The numbers of a line."""

    DO = 0
    ENGINEERS = 1
    GOES_ON = 2  # whether reading goes on after the line
    VP = 3  # gained, or paid if below zero
    MODIFIER = 4
    PILE = 5  # pile of contracts
    WATER = 6  # drops that wait
    FLOW = 7  # drops that run
    ENERGY = 8
    KIND = 9  # kind of structure
    AREAS = 10  # where the structure may go, as bits
    LEAST = 11  # lowest value of a conduit
    ROTATE = 12
    EXCAVATORS = 13
    MIXERS = 14
    MACHINES = 15
    EARLY = 16  # not in the last round


class Want(IntEnum):
    """The criteria by which an Automa picks a space."""

    STRONGEST_CONDUIT = 0
    OWN_POWERHOUSE = 1
    BELOW_OWN = 2  # below a powerhouse, preferably its own
    BELOW_OPPONENT = 3
    RED_SPACE = 4
    FEEDS_OWN_DAM_BASIN = 5
    MOST_WATER = 6
    STRONGEST = 7
    SECOND_STRONGEST = 8
    DAM_OWN = 9  # at a dam: preferably its own, then a neutral one, then an opponent's
    DAM_OPPONENT = 10
    POWERHOUSE_OWN = 11
    POWERHOUSE_OPPONENT = 12
    OWN_DAM = 13
    FEEDS_OWN_DAM = 14
    NOT_FEEDING_OPPONENT_DAM = 15
    PLAINS = 16
    BASIN_5 = 17
    BASIN_6 = 18
    BASIN_7 = 19


LINES = 8
KINDS = 3  # kinds of criteria: for bases and elevations, conduits, powerhouses
_WORDS = {
    "below_powerhouse:own>opponent": Want.BELOW_OWN,
    "below_powerhouse:opponent>own": Want.BELOW_OPPONENT,
    "dam:own>neutral>opponent": Want.DAM_OWN,
    "dam:opponent>neutral>own": Want.DAM_OPPONENT,
    "powerhouse:own>opponent": Want.POWERHOUSE_OWN,
    "powerhouse:opponent>own": Want.POWERHOUSE_OPPONENT,
}
_cards = load("automa")
CARD_LIST = _cards["tiles"]
ACTION = np.zeros((CARDS, LINES, len(Column)), np.int8)
CRITERIA = np.zeros((CARDS, KINDS, 3), np.int8)
START = np.zeros((CARDS, KINDS), np.int8)
STREAMS = np.zeros((CARDS, HEADSTREAMS), np.int8)
_stream_names = [stream["id"] for stream in MAP["headstreams"]]
_conduit_names = [space["id"] for space in MAP["conduits"]]

for _number, _card in enumerate(CARD_LIST):
    for _line, _words in enumerate(_card["actions"]):
        _row = ACTION[_number, _line]
        _gain = _words.get("gain", {})
        _row[Column.DO] = Do[_words["do"].upper()]
        _row[Column.ENGINEERS] = _words["engineers"]
        _row[Column.GOES_ON] = _words.get("continue", False)
        _row[Column.VP] = _words.get("vp", 0)
        _row[Column.MODIFIER] = _words.get("modifier", 0)
        _pile = _words.get("needs_contract", _words.get("pile"))
        _row[Column.PILE] = PILE_NAMES.index(_pile) if _pile else NOTHING
        _row[Column.WATER] = _words.get("water", 0)
        _row[Column.FLOW] = _words.get("flow", 0)
        _row[Column.ENERGY] = _words.get("energy", 0)
        _row[Column.KIND] = KIND_NAMES.index(_words["structure"]) if "structure" in _words else NOTHING
        _row[Column.AREAS] = sum(1 << AREAS.index(area) for area in _words.get("areas", AREAS))
        _row[Column.LEAST] = _words.get("min_value", 0)
        _row[Column.ROTATE] = _words.get("rotate", 0)
        _row[Column.EXCAVATORS] = _gain.get("excavators", 0)
        _row[Column.MIXERS] = _gain.get("mixers", 0)
        _row[Column.MACHINES] = _gain.get("machines", 0)
        _row[Column.EARLY] = not _words.get("in_round_5", True)
    _criteria = _card["criteria"]
    for _kind, _name in enumerate(("base_elevation", "conduit", "powerhouse")):
        for _place, _word in enumerate(_criteria[_name]):
            CRITERIA[_number, _kind, _place] = _WORDS.get(_word) or Want[_word.upper()]
    START[_number] = (
        _criteria["base_start"] - 1,
        _conduit_names.index("c" + _criteria["conduit_start"]),
        _criteria["powerhouse_start"] - 1,
    )
    _listed = [_stream_names.index(stream) for stream in _criteria["headstreams"]]
    STREAMS[_number] = [*_listed, *(stream for stream in range(HEADSTREAMS) if stream not in _listed)]

freeze(globals())
