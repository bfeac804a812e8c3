"""Read-only tables of Barrage, made from its data files. Basins are numbered from zero.

BASE_BASIN, BASE_RED                    by base space
CONDUIT_FROM, CONDUIT_TO, CONDUIT_VALUE by conduit space
POWERHOUSE_BASIN, POWERHOUSE_RED        by powerhouse space
SITE_KIND, SITE_BASIN, SITE_AREA, SITE_RED, SITE_COST
                                        by site: base spaces, the same for elevations, conduits, powerhouses
REWARD[contract], INCOME[company, kind, piece]  rows of (effect, amount), gains first
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import numpy as np

from stockade.core.tables import freeze
from stockade.games.barrage.layout import (
    BASES,
    BASINS,
    COMPANIES,
    CONDUIT_SITE,
    CONTRACTS,
    LAST_GAIN,
    NATIONAL,
    NOTHING,
    POWERHOUSE_SITE,
    ROWS,
    SITES,
    TILES,
    Effect,
    Kind,
)

AREAS = ("plains", "hills", "mountains")
KIND_NAMES = ("base", "elevation", "conduit", "powerhouse")
PILE_NAMES = ("green", "yellow", "red")
MOST_EFFECTS = 3  # the most effects of one reward


def load(name: str) -> Any:
    return json.loads(resources.files(__package__).joinpath(f"data/{name}.json").read_text("utf-8"))


# -- the map -------------------------------------------------------------------------------------------------

MAP = load("map")
AREA = np.array([AREAS.index(basin["area"]) for basin in MAP["basins"]], np.int8)
_rivers = [basin["river_to"] for basin in MAP["basins"]]
RIVER = np.array([river - 1 if isinstance(river, int) else NOTHING for river in _rivers], np.int8)
HEADSTREAM_BASIN = np.array([stream["to"] - 1 for stream in MAP["headstreams"]], np.int8)
BASE_BASIN = np.array([space["basin"] - 1 for space in MAP["bases"]], np.int8)
BASE_RED = np.array([space["red"] for space in MAP["bases"]], np.int8)
CONDUIT_FROM = np.array([space["from"] - 1 for space in MAP["conduits"]], np.int8)
CONDUIT_TO = np.array([space["to"] - 1 for space in MAP["conduits"]], np.int8)
CONDUIT_VALUE = np.array([space["value"] for space in MAP["conduits"]], np.int8)
POWERHOUSE_BASIN = np.array([space["basin"] - 1 for space in MAP["powerhouses"]], np.int8)
POWERHOUSE_RED = np.array([space["red"] for space in MAP["powerhouses"]], np.int8)
FIRST_POWERHOUSE = np.array([int((basin > POWERHOUSE_BASIN).sum()) for basin in range(BASINS + 1)], np.int8)
"""The powerhouse spaces of a basin are those from FIRST_POWERHOUSE[basin] up to but not including
FIRST_POWERHOUSE[basin + 1]."""

FIRST_SITE = np.array([0, BASES, CONDUIT_SITE, POWERHOUSE_SITE, SITES], np.int8)
"""The first site of each kind of structure. The last entry is the end of the sites."""
SPACES = np.diff(FIRST_SITE)
SITE_KIND = np.zeros(SITES, np.int8)
SITE_BASIN = np.zeros(SITES, np.int8)
SITE_RED = np.zeros(SITES, np.int8)  # an elevation costs no fee
for _kind, _basins, _reds in (
    (Kind.BASE, BASE_BASIN, BASE_RED),
    (Kind.ELEVATION, BASE_BASIN, np.zeros_like(BASE_RED)),
    (Kind.CONDUIT, CONDUIT_FROM, np.zeros_like(CONDUIT_FROM)),
    (Kind.POWERHOUSE, POWERHOUSE_BASIN, POWERHOUSE_RED),
):
    _here = slice(FIRST_SITE[_kind], FIRST_SITE[_kind] + len(_basins))
    SITE_KIND[_here], SITE_BASIN[_here], SITE_RED[_here] = _kind, _basins, _reds
SITE_AREA = AREA[SITE_BASIN]
SITE_NAMES = (
    *(space["id"] for space in MAP["bases"]),
    *(space["id"] + "+" for space in MAP["bases"]),
    *(space["id"] for space in MAP["conduits"]),
    *(space["id"] for space in MAP["powerhouses"]),
)

# -- rewards -------------------------------------------------------------------------------------------------


def place_amount(place: dict[str, Any]) -> int:
    """Return a placed structure as a number: its kind, and in the higher bits the areas it may go in, or the greatest
    value of a conduit."""
    limit = place.get("max_value", 0)
    for area in place.get("areas", ()):
        limit |= 1 << AREAS.index(area)
    return KIND_NAMES.index(place["structure"]) + 4 * limit


def reward_rows(reward: dict[str, Any]) -> np.ndarray[Any, Any]:
    """Return a reward as rows of (effect, amount): plain gains first, then the rest in the order of the data (ruling
    42)."""
    rows = []
    for word, amount in reward.items():
        rows.append((Effect[word.upper()], place_amount(amount) if word == "place" else amount))
    rows.sort(key=lambda row: row[0] > LAST_GAIN)
    return np.array([*rows, *[(Effect.NONE, 0)] * (MOST_EFFECTS - len(rows))], np.int16)


_contracts = load("contracts")
CONTRACT_LIST = [each for pile in ("starting", *PILE_NAMES, "national") for each in _contracts[pile]]
CONTRACT_NAMES = tuple(each["id"] for each in CONTRACT_LIST)
CONTRACT_ENERGY = np.array([each["energy"] for each in CONTRACT_LIST], np.int8)
REWARD = np.array([reward_rows(each["reward"]) for each in CONTRACT_LIST], np.int16)
PILE_BITS = np.array(
    [sum(1 << k for k, each in enumerate(CONTRACT_LIST) if each["id"][0] == letter) for letter in "GYR"], np.int64
)
NATIONAL_BITS = sum(1 << k for k in range(NATIONAL, CONTRACTS))

_companies = load("companies")
COMPANY_NAMES = tuple(_companies["boards"])
OFFICER_NAMES = tuple(each["id"] for each in _companies["officers"])
INCOME_PIECES = (2, 4, 5)
INCOME = np.zeros((COMPANIES, 3, 6, MOST_EFFECTS, 2), np.int16)
"""The income that each piece uncovers. Most pieces uncover none."""
for _number, _board in enumerate(_companies["boards"].values()):
    for _kind in (Kind.BASE, Kind.ELEVATION, Kind.CONDUIT):
        for _piece, _reward in _board["income"][KIND_NAMES[_kind]].items():
            INCOME[_number, _kind, int(_piece)] = reward_rows(_reward)
START = _companies["start"]
INTRO_CONTRACT = np.array([CONTRACT_NAMES.index(seat["contract"]) for seat in _companies["introductory"]], np.int8)
INTRO_OFFICER = np.array([OFFICER_NAMES.index(seat["officer"]) for seat in _companies["introductory"]], np.int8)

# -- tiles ---------------------------------------------------------------------------------------------------

_tiles = load("tiles")
HEADSTREAM_DROPS = np.array([tile["drops"] for tile in _tiles["headstreams"]], np.int8)
HEADSTREAM_NAMES = tuple(tile["id"] for tile in _tiles["headstreams"])
_base_names = [space["id"] for space in MAP["bases"]]
NEUTRAL_SPACE = np.array([_base_names.index(tile["space"]) for tile in _tiles["neutral_dams"]], np.int8)
NEUTRAL_LEVEL = np.array([tile["level"] for tile in _tiles["neutral_dams"]], np.int8)
NEUTRAL_AREA = np.array([AREAS.index(tile["back"]) for tile in _tiles["neutral_dams"]], np.int8)
BONUS_NAMES = tuple(tile["id"] for tile in _tiles["bonus"])
BONUS_VP = np.array([tile["vp_each"] for tile in _tiles["bonus"]], np.int8)
OBJECTIVE_NAMES = tuple(_tiles["objectives"])
TILE_NAMES = (*_tiles["basic"], *(tile["id"] for tile in _tiles["advanced"]))
TILE_LEVEL = np.array([0] * len(_tiles["basic"]) + [tile["level"] for tile in _tiles["advanced"]], np.int8)
TILE_BUILDS = np.zeros(TILES, np.int8)  # the kinds of structures it builds, as bits
for _number, _builds in enumerate((*_tiles["basic"], *(tile["builds"] for tile in _tiles["advanced"]))):
    TILE_BUILDS[_number] = 15 if _builds in ("wild", "any") else 1 << KIND_NAMES.index(_builds)
ADVANCED_BITS = sum(1 << k for k in range(TILES) if TILE_LEVEL[k] > 0)
LEVEL_BITS = np.array([sum(1 << k for k in range(TILES) if TILE_LEVEL[k] == level) for level in range(4)], np.int64)

# -- the management board ------------------------------------------------------------------------------------

_board_data = load("board")
ROW_LIST = _board_data["rows"]
ROW_NAMES = tuple(row["id"] for row in ROW_LIST)
SECTION_NAMES = tuple(dict.fromkeys(row["section"] for row in ROW_LIST))
ROW_SECTION = np.array([SECTION_NAMES.index(row["section"]) for row in ROW_LIST], np.int8)
ROW_MIN_PLAYERS = np.array([row["min_players"] for row in ROW_LIST], np.int8)
ROW_COST = np.array([row["cost"] for row in ROW_LIST], np.int8)
SPACE_ENGINEERS = np.array([row[side]["engineers"] for row in ROW_LIST for side in ("left", "right")], np.int8)
SPACE_FEE = np.array([row[side]["fee"] for row in ROW_LIST for side in ("left", "right")], np.int8)
TURBINES = sum("produce" in row["effect"] for row in ROW_LIST)  # number of turbine rows, which come first
MODIFIER = np.array([row["effect"].get("produce", {}).get("modifier", 0) for row in ROW_LIST], np.int8)
TAKES = np.array([row["effect"].get("take_private_contracts", 0) for row in ROW_LIST], np.int8)
ROW_REWARD = np.zeros((ROWS, MOST_EFFECTS, 2), np.int16)
for _number, _row in enumerate(ROW_LIST):
    _words = {word: amount for word, amount in _row["effect"].items() if word.upper() in Effect.__members__}
    ROW_REWARD[_number] = reward_rows(_words)
PATENT_ENGINEERS = _board_data["patent"]["engineers"]
PATENT_COST = _board_data["patent"]["cost"]
CONSTRUCTION_ENGINEERS = np.array([space["engineers"] for space in _board_data["construction"]], np.int8)
CONSTRUCTION_FEE = np.array([space["fee"] for space in _board_data["construction"]], np.int8)
BASE_COST = np.array([_board_data["costs"]["base"][area] for area in AREAS], np.int8)
ELEVATION_COST = np.array([_board_data["costs"]["elevation"][area] for area in AREAS], np.int8)
POWERHOUSE_COST = np.array(_board_data["costs"]["powerhouse"]["by_nth"], np.int8)
CONDUIT_COST = _board_data["costs"]["conduit"]["per_value"]
SITE_COST = np.zeros(SITES, np.int8)  # machines; zero for a powerhouse, whose cost rises with the number built
for _kind, _costs in (
    (Kind.BASE, BASE_COST[AREA[BASE_BASIN]]),
    (Kind.ELEVATION, ELEVATION_COST[AREA[BASE_BASIN]]),
    (Kind.CONDUIT, CONDUIT_COST * CONDUIT_VALUE),
):
    SITE_COST[FIRST_SITE[_kind] : FIRST_SITE[_kind + 1]] = _costs
SECTIONS = tuple(_board_data["track"]["sections"])
TOP = SECTIONS[-1]  # highest space of the energy track
TRACK_CREDITS = np.zeros(TOP + 1, np.int8)
for _mark in _board_data["track"]["credits"]:
    TRACK_CREDITS[_mark["from"] :] = _mark["credits"]
IDLE_VP = _board_data["track"]["credits"][0]["vp"]  # points for having made no energy
PIECES = np.array([5, 5, 5, 4], np.int8)  # pieces of a company, indexed by Kind
POWERHOUSE_BONUS = np.array([0, 0, 1, 1, 3], np.int8)

freeze(globals())
