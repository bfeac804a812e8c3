"""The components of Barrage by their names. Only the data files are used, no module of the engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "src/stockade/games/barrage/data"


def read(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


CHANCE = -1
NEUTRAL = 4  # the owner of a neutral dam
CLOSED = 4  # the "owner" of a space that is closed with this number of players
_map, _tiles, _contracts, _companies, _board = map(read, ("map", "tiles", "contracts", "companies", "board"))
RIVER = {basin["id"]: basin["river_to"] for basin in _map["basins"]}
AREA = {basin["id"]: basin["area"] for basin in _map["basins"]}
STREAMS = {stream["id"]: stream["to"] for stream in _map["headstreams"]}
BASES = {space["id"]: space for space in _map["bases"]}
CONDUITS = {space["id"]: space for space in _map["conduits"]}
HOUSES = {space["id"]: space for space in _map["powerhouses"]}
CONTRACTS = {each["id"]: each for group in _contracts.values() for each in group}
INCOME = {name: board["income"] for name, board in _companies["boards"].items()}
HEADSTREAMS = {tile["id"]: tile["drops"] for tile in _tiles["headstreams"]}
BONUS = {tile["id"]: tile["vp_each"] for tile in _tiles["bonus"]}
OBJECTIVES = _tiles["objectives"]
LEVEL = {tile["id"]: tile["level"] for tile in _tiles["advanced"]}
BUILDS = {**{name: name for name in _tiles["basic"]}, **{tile["id"]: tile["builds"] for tile in _tiles["advanced"]}}
ROWS = {row["id"]: row for row in _board["rows"]}
TRACK = [(mark["from"], mark["credits"]) for mark in _board["track"]["credits"]]
KINDS = ("base", "elevation", "conduit", "powerhouse")
PIECES = {"base": 5, "elevation": 5, "conduit": 5, "powerhouse": 4}
SPOTS = [(1, 0), (2, 0), (3, 0), (3, 3)]  # engineers and fee of the construction spaces
NO_ENGINEERS = ("I-powerhouse", "III-base")
GAINS = ("credits", "vp", "excavators", "mixers", "energy")


# -- sites: a base space, the same with a plus for an elevation, a conduit, a powerhouse ------------------------


def kind_of(site: str) -> str:
    if site.endswith("+"):
        return "elevation"
    return {"b": "base", "c": "conduit", "p": "powerhouse"}[site[0]]


def basin_of(site: str) -> int:
    spaces = {**BASES, **HOUSES}
    basin: int = CONDUITS[site]["from"] if site in CONDUITS else spaces[site.rstrip("+")]["basin"]
    return basin


def value_of(conduit: str) -> int:
    value: int = CONDUITS[conduit]["value"]
    return value


def red_fee(site: str, tile: str = "") -> int:
    """Return the fee of a site in credits. Elevations and conduits have none."""
    space = BASES.get(site) or HOUSES.get(site)
    return 3 if space and space["red"] and tile != "I-wild" else 0
