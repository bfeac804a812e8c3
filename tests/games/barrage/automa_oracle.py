"""A second implementation of how an Automa picks a space: slow, from the data files, with names and sets (rulings 64,
66, 67)."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

_data = resources.files("stockade.games.barrage").joinpath("data")
MAP = json.loads(_data.joinpath("map.json").read_text("utf-8"))
TILES = json.loads(_data.joinpath("automa.json").read_text("utf-8"))["tiles"]
AREA = {basin["id"]: basin["area"] for basin in MAP["basins"]}
RIVER = {basin["id"]: basin["river_to"] for basin in MAP["basins"]}
STREAM = {stream["id"]: stream["to"] for stream in MAP["headstreams"]}
BASES = {space["id"]: space for space in MAP["bases"]}
CONDUITS = {space["id"]: space for space in MAP["conduits"]}
POWERHOUSES = {space["id"]: space for space in MAP["powerhouses"]}


class Valley:
    """A map. Dams are space -> (owner, level, drops), conduits and powerhouses are space -> owner; `me` is the
    Automa."""

    def __init__(self, me: Any) -> None:
        self.me = me
        self.dams: dict[str, tuple[Any, int, int]] = {}
        self.conduits: dict[str, Any] = {}
        self.powerhouses: dict[str, Any] = {}
        self.waiting: dict[str, int] = {}

    # -- questions -----------------------------------------------------------------------------------------

    def dam_basins(self, whose: str) -> set[int]:
        return {BASES[space]["basin"] for space, (owner, _, _) in self.dams.items() if self._is(owner, whose)}

    def house_basins(self, whose: str) -> set[int]:
        return {POWERHOUSES[space]["basin"] for space, owner in self.powerhouses.items() if self._is(owner, whose)}

    def _is(self, owner: Any, whose: str) -> bool:
        if owner == "neutral":
            return whose == "neutral"
        return whose == ("own" if owner == self.me else "opponent")

    def course(self, basin: int | str) -> list[str]:
        """Return the base spaces that water reaches from the powerhouses of a basin on."""
        spaces = []
        while basin in RIVER:
            spaces += [space for space in (f"b{basin}u", f"b{basin}l") if space in BASES]
            basin = RIVER[basin]
        return spaces

    def next_dam(self, basin: int) -> str | None:
        """Return the owner of the next dam that water from a basin meets."""
        for space in self.course(basin):
            if space in self.dams:
                return next(whose for whose in ("own", "neutral", "opponent") if self._is(self.dams[space][0], whose))
        return None

    def caught_by(self, whose: str) -> set[str]:
        """Return the spaces that water from a powerhouse of some owner reaches before it has passed a dam."""
        found = set()
        for basin in self.house_basins(whose):
            for space in self.course(basin):
                found.add(space)
                if space in self.dams:
                    break
        return found

    # -- criteria ------------------------------------------------------------------------------------------

    def meets(self, kind: str, word: str, spaces: set[str], tile: dict[str, Any]) -> set[str]:
        """Return the candidates that meet a criterion."""
        word, _, order = word.partition(":")
        method = getattr(self, f"{'base' if kind in ('base', 'elevation') else kind}_{word}")
        if order:
            return next((found for whose in order.split(">") if (found := method(spaces, whose))), set())
        return set(method(spaces, tile))

    def _basin(self, space: str) -> int:
        for table, key in ((BASES, "basin"), (CONDUITS, "from"), (POWERHOUSES, "basin")):
            if space in table:
                return int(table[space][key])
        raise KeyError(space)

    def _strongest(self, spaces: set[str], end: str) -> set[str]:
        touching = [
            ((CONDUITS[name]["value"], owner == self.me), CONDUITS[name][end])
            for name, owner in self.conduits.items()
            if CONDUITS[name][end] in {self._basin(space) for space in spaces}
        ]
        best = max((strength for strength, _ in touching), default=None)
        basins = {basin for strength, basin in touching if strength == best}
        return {space for space in spaces if self._basin(space) in basins}

    def base_strongest_conduit(self, spaces: set[str], _: Any) -> set[str]:
        return self._strongest(spaces, "from")

    def _leading(self, spaces: set[str], ends: set[int]) -> set[str]:
        starts = {each["from"] for each in CONDUITS.values() if each["to"] in ends}
        return {space for space in spaces if self._basin(space) in starts}

    def base_own_powerhouse(self, spaces: set[str], _: Any) -> set[str]:
        return self._leading(spaces, self.house_basins("own"))

    def base_below_powerhouse(self, spaces: set[str], whose: str) -> set[str]:
        return spaces & self.caught_by(whose)

    def base_red_space(self, spaces: set[str], _: Any) -> set[str]:
        return {space for space in spaces if BASES[space]["red"]}

    def base_feeds_own_dam_basin(self, spaces: set[str], _: Any) -> set[str]:
        own = self._leading(spaces, self.dam_basins("own"))
        return own or spaces - self._leading(spaces, self.dam_basins("opponent"))

    def base_most_water(self, spaces: set[str], tile: dict[str, Any]) -> set[str]:
        listed = tile["criteria"]["headstreams"]
        streams = [*listed, *(name for name in "ABCD" if name not in listed)]
        drops = {space: drops for space, (_, _, drops) in self.dams.items()}
        came: dict[str, list[str]] = {space: [] for space in BASES}
        for stream in streams:
            for _ in range(self.waiting.get(stream, 0)):
                for space in self.course(STREAM[stream]):
                    came[space].append(stream)
                    if space in self.dams and drops[space] < self.dams[space][1]:
                        drops[space] += 1
                        break
        counts = {space: (len(came[space]), *(came[space].count(name) for name in listed)) for space in spaces}
        best = max(counts.values())
        return {space for space in spaces if counts[space] == best} if best[0] else set()

    def conduit_strongest(self, spaces: set[str], _: Any) -> set[str]:
        best = max(CONDUITS[space]["value"] for space in spaces)
        return {space for space in spaces if CONDUITS[space]["value"] == best}

    def conduit_second_strongest(self, spaces: set[str], _: Any) -> set[str]:
        values = sorted({CONDUITS[space]["value"] for space in spaces}, reverse=True)
        return {space for space in spaces if CONDUITS[space]["value"] == values[min(1, len(values) - 1)]}

    def conduit_dam(self, spaces: set[str], whose: str) -> set[str]:
        return {space for space in spaces if CONDUITS[space]["from"] in self.dam_basins(whose)}

    def conduit_powerhouse(self, spaces: set[str], whose: str) -> set[str]:
        return {space for space in spaces if CONDUITS[space]["to"] in self.house_basins(whose)}

    def powerhouse_strongest_conduit(self, spaces: set[str], _: Any) -> set[str]:
        return self._strongest(spaces, "to")

    def powerhouse_own_dam(self, spaces: set[str], _: Any) -> set[str]:
        ends = {each["to"] for each in CONDUITS.values() if each["from"] in self.dam_basins("own")}
        return {space for space in spaces if self._basin(space) in ends}

    def _feeding(self, spaces: set[str], *whose: str | None) -> set[str]:
        return {space for space in spaces if self.next_dam(self._basin(space)) in whose}

    def powerhouse_feeds_own_dam(self, spaces: set[str], _: Any) -> set[str]:
        return self._feeding(spaces, "own") or self._feeding(spaces, "own", "neutral", None)

    def powerhouse_not_feeding_opponent_dam(self, spaces: set[str], _: Any) -> set[str]:
        return self._feeding(spaces, "own", "neutral", None) or self._feeding(spaces, "own")

    def powerhouse_plains(self, spaces: set[str], _: Any) -> set[str]:
        return {space for space in spaces if AREA[self._basin(space)] == "plains"}

    def powerhouse_basin_5(self, spaces: set[str], _: Any) -> set[str]:
        return {space for space in spaces if self._basin(space) == 5}

    def powerhouse_basin_6(self, spaces: set[str], _: Any) -> set[str]:
        return {space for space in spaces if self._basin(space) == 6}

    def powerhouse_basin_7(self, spaces: set[str], _: Any) -> set[str]:
        return {space for space in spaces if self._basin(space) == 7}

    # -- the choice ----------------------------------------------------------------------------------------

    def completes(self, kind: str, space: str) -> bool:
        """Return whether a piece on a space would complete a system of own or neutral dam, any conduit and own
        powerhouse."""
        dams = self.dam_basins("own") | self.dam_basins("neutral")
        houses = self.house_basins("own")
        basin = self._basin(space)
        built = [CONDUITS[name] for name in self.conduits]
        if kind == "base":
            return any(each["from"] == basin and each["to"] in houses for each in built)
        if kind == "powerhouse":
            return any(each["to"] == basin and each["from"] in dams for each in built)
        return kind == "conduit" and CONDUITS[space]["from"] in dams and CONDUITS[space]["to"] in houses

    def pick(self, kind: str, spaces: set[str], tile_id: int) -> str:
        """Return the space that the Automa picks by the criteria of a tile."""
        tile = TILES[tile_id - 1]
        spaces = {space for space in spaces if self.completes(kind, space)} or spaces
        name = {"base": "base_elevation", "elevation": "base_elevation"}.get(kind, kind)
        for word in tile["criteria"][name]:
            if len(spaces) > 1:
                spaces = self.meets(kind, word, spaces, tile) or spaces
        start = tile["criteria"][{"base_elevation": "base"}.get(name, name) + "_start"]
        if kind == "conduit":
            order = list(CONDUITS)
            first = order.index("c" + start)
            return next(space for space in order[first:] + order[:first] if space in spaces)
        return min(spaces, key=lambda space: ((self._basin(space) - start) % 12, self._red(space), space))

    def _red(self, space: str) -> bool:
        return bool({**BASES, **POWERHOUSES}[space]["red"])
