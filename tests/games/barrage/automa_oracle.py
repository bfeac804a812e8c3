"""A second implementation of the Automas: slow, obvious, and written only from the rulebook and rulings 61 to 67.

An `Automa` is one seat of a `Table`. It reads a tile line by line, and chooses among names of spaces, tiles and
contracts. The words of the tiles are the names of its methods: the criterion `strongest` for a conduit is
`conduit_strongest`. It uses no module of the engine, only its data files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tests.games.barrage.parts import (
    AREA,
    BASES,
    BUILDS,
    CONDUITS,
    CONTRACTS,
    HOUSES,
    LEVEL,
    NEUTRAL,
    NO_ENGINEERS,
    RIVER,
    ROWS,
    STREAMS,
    basin_of,
    kind_of,
    read,
    red_fee,
    value_of,
)

if TYPE_CHECKING:
    from tests.games.barrage.oracle import Play, Table

TILES = {tile["id"]: tile for tile in read("automa")["tiles"]}
SECTIONS = {
    "produce": "turbine_station",
    "water": "water_management",
    "discard_contracts": "contract_office",
    "workshop": "workshop",
    "machinery": "machinery_shop",
}
WITH_MIXERS = ("elevation", "powerhouse")


class Automa:
    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat, self.player = table, seat, table.seats[seat]

    @property
    def criteria(self) -> dict[str, Any]:
        """The criteria of the tile that was discarded last."""
        assert self.table.last_card is not None
        found: dict[str, Any] = TILES[self.table.last_card]["criteria"]
        return found

    # -- a turn ----------------------------------------------------------------------------------------------

    def turn(self) -> Play:
        """Turn over a tile, and read it from the top. The first line that is possible is done; some go on."""
        yield from self.turn_over()
        assert self.table.card is not None
        for line in TILES[self.table.card]["actions"]:
            if self.player.engineers > 0 and getattr(self, f"can_{line['do']}")(line):
                yield from self.do(line)
                if not line.get("continue"):
                    break

    def turn_over(self) -> Play:
        """Move the top tile to the discards. If that was the last one, shuffle all tiles and move one again."""
        table = self.table
        if not table.cards:
            text = yield from table.draw(f"card {tile}" for tile in TILES)
            table.last_card, table.card = int(text.split()[1]), None
            table.cards = set(TILES) - {table.last_card}
        text = yield from table.draw(f"card {tile}" for tile in table.cards)
        table.last_card = table.card or table.last_card
        table.card = int(text.split()[1])
        table.cards.remove(table.card)

    def do(self, line: dict[str, Any]) -> Play:
        self.table.seen[f"{line['do']} {line.get('structure', '')}".rstrip()] += 1
        self.player.vp += line.get("vp", 0)
        if line["do"] != "build":
            self.spend(line)
        yield from getattr(self, f"do_{line['do']}")(line) or ()

    def spend(self, line: dict[str, Any]) -> None:
        """Place engineers on the first empty space of the section: the left ones from the top, then the right ones.
        If none is empty they stand beside it. What is left will do."""
        self.player.engineers -= min(line["engineers"], self.player.engineers)
        section = SECTIONS.get(line["do"])
        spaces = [f"{name} {side}" for side in "LR" for name, row in ROWS.items() if row["section"] == section]
        empty = [space for space in spaces if space not in self.table.taken]
        if empty:
            self.table.taken[empty[0]] = self.seat

    # -- production and contracts ----------------------------------------------------------------------------

    def can_produce(self, line: dict[str, Any]) -> bool:
        """It has not enough energy for the bonus of the round, or is not alone in the lead; and its best production
        fulfils an open contract of the pile."""
        energy = self.player.energy
        others = [player.energy for player in self.table.seats if player is not self.player]
        if energy >= 6 * self.table.round and energy > max(others):
            return False
        way = self.production(line["modifier"])
        if way is None:
            return False
        _, conduit, drops = way
        made = self.table.energy(self.seat, conduit, drops, line["modifier"], is_second=False)
        letter = line["needs_contract"][0].upper()
        return any(self.reaches(made, contract) for contract in self.table.open[letter] if contract)

    def do_produce(self, line: dict[str, Any]) -> Play:
        yield from self.table.produce(self.seat, line["modifier"], is_optional=False)

    def produce(self, modifier: int, used: int) -> str:
        way = self.production(modifier, used)
        return f"produce {way[0]} {way[1]} {way[2]}" if way else "produce none"

    def production(self, modifier: int, used: int = 0) -> tuple[str, str, int] | None:
        """The most energy with all drops of a dam; then a neutral dam; then the criteria for conduits."""
        table = self.table
        worth = {
            (dam, conduit, drops): (
                table.energy(self.seat, conduit, drops, modifier, used > 0),
                table.dams[dam].owner == NEUTRAL,
            )
            for dam, conduit, drops in table.productions(self.seat, modifier, table.purse(self.seat), used)
            if drops == self.wanted_drops(dam, conduit, used)
        }
        if not worth:
            return None
        best = [way for way in worth if worth[way] == max(worth.values())]
        self.table.seen["equal productions"] += len(best) > 1
        energy, is_neutral = max(worth.values())
        self.table.seen["a neutral dam before others"] += is_neutral and (energy, False) in worth.values()
        self.table.seen["Fiesler sends one drop"] += best[0][2] < self.table.dams[best[0][0]].drops
        conduit = self.pick("conduit", {conduit for _, conduit, _ in best})
        (way,) = [way for way in best if way[1] == conduit]
        return way

    def wanted_drops(self, dam: str, conduit: str, used: int) -> int:
        is_fiesler = self.player.has("viktor_fiesler") and not used and value_of(conduit) <= 2
        return 1 if is_fiesler else self.table.dams[dam].drops

    def reaches(self, energy: int, contract: str) -> bool:
        discount = 3 if self.table.is_powered(self.seat, "france") else 0
        return bool(CONTRACTS[contract]["energy"] <= energy + discount)

    def contract(self, energy: int) -> str:
        """The highest open contract in reach, national ones too; of equal ones the right-hand one."""
        lying = [each for pair in self.table.open.values() for each in pair] + self.table.nationals
        within = [each for each in lying if each and self.reaches(energy, each)]
        best = max((CONTRACTS[each]["energy"] for each in within), default=0)
        highest = [each for each in within if CONTRACTS[each]["energy"] == best]
        self.table.seen[f"{len(highest)} highest contracts"] += 1
        self.table.seen["a national contract"] += bool(highest) and highest[-1] in self.table.nationals
        return highest[-1] if highest else "none"

    def can_discard_contracts(self, line: dict[str, Any]) -> bool:
        return any(self.table.open[line["pile"][0].upper()])

    def do_discard_contracts(self, line: dict[str, Any]) -> Play:
        letter = line["pile"][0].upper()
        self.table.discarded |= {each for each in self.table.open[letter] if each}
        self.table.open[letter] = [None, None]
        self.player.energy += line["energy"]
        yield from self.table.refill(letter)

    # -- water -----------------------------------------------------------------------------------------------

    def can_water(self, line: dict[str, Any]) -> bool:
        return self.stream("flow" in line, line.get("flow", 0) + line.get("water", 0)) is not None

    def do_water(self, line: dict[str, Any]) -> Play:
        yield from self.table.reward(self.seat, {word: line[word] for word in ("water", "flow") if word in line})

    def stream(self, is_flow: bool, drops: int) -> str | None:
        """The first headstream in the order of the tile where a drop leaves more water in own dams; if none helps,
        two drops together. The USA takes the one that brings most energy."""
        listed = self.criteria["headstreams"]
        order = [*listed, *(name for name in STREAMS if name not in listed)]
        now, _ = self.after({}, is_flow)
        for together in range(1, min(drops, 2) + 1):
            results = {name: self.after({name: together}, is_flow) for name in order}
            helping = [name for name in order if results[name][0] > now]
            if helping and self.player.company == "usa" and self.player.level >= 3:
                best = max(helping, key=lambda name: results[name][1])
                self.table.seen["the USA choose a headstream"] += best != helping[0]
                return best
            if helping:
                self.table.seen[f"{together} drops help"] += 1
                return helping[0]
        return None

    def after(self, more: dict[str, int], is_flow: bool) -> tuple[int, int]:
        """Return the drops in own dams and the own energy if the water flowed, with some drops more."""
        trial = replace(
            self.table,
            seats=[replace(player) for player in self.table.seats],
            dams={space: replace(dam) for space, dam in self.table.dams.items()},
        )
        drops = self.table.falling if is_flow else self.table.waiting
        trial.run({name: drops[name] + more.get(name, 0) for name in STREAMS})
        own = [dam for dam in trial.dams.values() if dam.owner == self.seat]
        return sum(dam.drops for dam in own), trial.seats[self.seat].energy

    # -- the other lines -------------------------------------------------------------------------------------

    def can_patent(self, line: dict[str, Any]) -> bool:
        return self.patent(line["structure"]) is not None

    def do_patent(self, line: dict[str, Any]) -> None:
        tile = self.patent(line["structure"])
        assert tile is not None
        self.player.tiles.add(tile)
        self.table.patents = [None if each == tile else each for each in self.table.patents]

    def patent(self, kind: str) -> str | None:
        fits = [tile for tile in self.table.patents if tile and BUILDS[tile] in (kind, "any", "wild")]
        return max(fits, key=lambda tile: self.rank(tile, kind), default=None)

    def rank(self, tile: str, kind: str) -> tuple[int, bool]:
        """The highest level first; a tile for one structure before a wild one."""
        return LEVEL.get(tile, 0), BUILDS[tile] == kind

    def can_workshop(self, _: dict[str, Any]) -> bool:
        return bool(self.player.wheel)

    def do_workshop(self, line: dict[str, Any]) -> None:
        self.player.rotate(line["rotate"])

    def can_machinery(self, line: dict[str, Any]) -> bool:
        return bool(line.get("in_round_5", True)) or self.table.round < 5

    def do_machinery(self, line: dict[str, Any]) -> Play:
        yield from self.table.reward(self.seat, line["gain"])

    def machine(self) -> str:
        if self.player.has("jill_mcdowell"):
            self.table.seen["Jill takes a mixer"] += self.player.mixers >= self.player.excavators
            return "machine M"
        return "machine M" if self.player.mixers < self.player.excavators else "machine E"

    def can_bank(self, _: dict[str, Any]) -> bool:
        return True

    def do_bank(self, line: dict[str, Any]) -> None:
        self.player.banked += line["engineers"]

    # -- building --------------------------------------------------------------------------------------------

    def can_build(self, line: dict[str, Any]) -> bool:
        return self.plan(line) is not None

    def do_build(self, line: dict[str, Any]) -> Play:
        plan = self.plan(line)
        assert plan is not None
        how, tile, sites = plan
        kind = kind_of(min(sites))
        self.table.seen["Graziano builds an elevation"] += kind != line["structure"]
        self.table.seen[tile] += 1
        self.table.seen["Anton copies a tile"] += how == "copy"
        site = self.pick(kind, self.preferred(kind, {site.rstrip("+") for site in sites}), self.effect(tile))
        if self.effect(tile) not in NO_ENGINEERS:
            self.player.engineers -= min(line["engineers"], self.player.engineers)
        site += "+" if kind == "elevation" else ""
        yield from self.table.construct(self.seat, site, how, tile, self.effect(tile))

    def effect(self, tile: str) -> str:
        """Return the tile whose effect counts: advanced tiles have one from level 3 on."""
        return tile if self.player.level >= 3 else ""

    def plan(self, line: dict[str, Any]) -> tuple[str, str, list[str]] | None:
        """Return the tile for a line and the sites where it could build with it. Graziano builds an elevation
        instead if he can."""
        if self.player.has("graziano_del_monte") and (raised := self.best_tile("elevation", {})):
            return raised
        return self.best_tile(line["structure"], line)

    def best_tile(self, kind: str, line: dict[str, Any]) -> tuple[str, str, list[str]] | None:
        """Return the highest tile with which something can be paid. What Anton copies comes last."""
        ways = [("", tile) for tile in self.player.tiles if tile != "anton"]
        ways.sort(key=lambda way: self.rank(way[1], kind), reverse=True)
        copies = [("copy", load.tile) for load in self.player.wheel if load.tile and load.tile != "anton"]
        copies.sort(key=lambda way: self.rank(way[1], kind), reverse=True)
        is_lower = False
        for how, tile in ways + (copies if "anton" in self.player.tiles else []):
            if BUILDS[tile] in (kind, "any", "wild"):
                sites = [site for site in self.table.sites(self.seat, kind) if self.allows(line, site, tile)]
                if sites:
                    self.table.seen["a lower tile that can be paid"] += is_lower
                    return how, tile, sites
                is_lower = self.table.sites(self.seat, kind) != []
        return None

    def allows(self, line: dict[str, Any], site: str, tile: str) -> bool:
        """Return whether a line allows a site, and the Automa has the machines for it. Solomon replaces one."""
        if AREA[basin_of(site)] not in line.get("areas", AREA.values()):
            return False
        if site in CONDUITS and value_of(site) < line.get("min_value", 0):
            return False
        return bool(self.table.payments(self.seat, site, self.effect(tile), purse=3))

    def payment(self, site: str, ways: Iterable[tuple[int, int, int]]) -> tuple[int, int, int]:
        """Jill's mixers if they will do; else as few credits as possible, and the usual machines first."""
        is_jill = self.player.has("jill_mcdowell") and site in CONDUITS
        if is_jill and (0, value_of(site), 0) in ways:
            self.table.seen["Jill pays mixers"] += 1
            return 0, value_of(site), 0
        usual = 1 if is_jill or kind_of(site) in WITH_MIXERS else 0
        best = min(ways, key=lambda way: (way[2], -way[usual]))
        self.table.seen["Solomon pays points"] += best[2] > 0
        self.table.seen["a mix of machines"] += best[0] > 0 < best[1]
        return best

    def place(self, kind: str, sites: list[str]) -> str:
        """Return the site for a structure from a reward."""
        self.table.seen[f"place {kind if sites else 'none'}"] += 1
        if not sites:
            return "none"
        space = self.pick(kind, self.preferred(kind, {site.rstrip("+") for site in sites}))
        return space + ("+" if kind == "elevation" else "")

    def preferred(self, kind: str, spaces: set[str]) -> set[str]:
        """Adler prefers the mountains to the hills, and these to the plains."""
        if kind == "base" and self.player.has("wilhelm_adler"):
            for area in ("mountains", "hills"):
                if there := {space for space in spaces if AREA[basin_of(space)] == area}:
                    self.table.seen["Adler prefers an area"] += there != spaces
                    return there
        return spaces

    # -- the choice of a space -------------------------------------------------------------------------------

    def pick(self, kind: str, spaces: set[str], tile: str = "") -> str:
        """Return the space that the criteria lead to. `tile` is the one that builds there."""
        complete = {space for space in spaces if self.completes(kind, space)}
        self.table.seen[f"{kind} completes a system"] += 0 < len(complete) < len(spaces)
        spaces = complete or spaces
        name = {"base": "base_elevation", "elevation": "base_elevation"}.get(kind, kind)
        for word in self.criteria[name]:
            if len(spaces) > 1:
                kept = self.meets(name.split("_")[0], word, spaces)
                self.table.seen[f"{name} {word}"] += 0 < len(kept) < len(spaces)
                spaces = kept or spaces
        self.table.seen[f"{kind} by the number"] += len(spaces) > 1
        if kind == "conduit" and tile == "II-conduit":
            spaces = {space for space in spaces if value_of(space) >= 3} or spaces
        if kind == "base" and tile == "I-wild":
            spaces = {space for space in spaces if red_fee(space)} or spaces
        start = self.criteria[name.split("_")[0] + "_start"]
        if kind == "conduit":
            order = list(CONDUITS)
            first = order.index("c" + start)
            return next(space for space in order[first:] + order[:first] if space in spaces)
        number = [*BASES, *HOUSES].index  # in the order of the map
        return min(spaces, key=lambda space: ((basin_of(space) - start) % 12, red_fee(space), number(space)))

    def completes(self, kind: str, space: str) -> bool:
        """Return whether a piece on a space would complete a system of own or neutral dam, any conduit and own
        powerhouse."""
        dams, houses = self.dam_basins("own") | self.dam_basins("neutral"), self.house_basins("own")
        basin = basin_of(space)
        built = [CONDUITS[name] for name in self.table.conduits]
        if kind == "base":
            return any(way["from"] == basin and way["to"] in houses for way in built)
        if kind == "powerhouse":
            return any(way["to"] == basin and way["from"] in dams for way in built)
        return kind == "conduit" and CONDUITS[space]["from"] in dams and CONDUITS[space]["to"] in houses

    def meets(self, kind: str, word: str, spaces: set[str]) -> set[str]:
        """Return the candidates that meet a criterion. Some criteria name the owners that they prefer, in order."""
        word, _, owners = word.partition(":")
        method = getattr(self, f"{kind}_{word}")
        if owners:
            return next((found for whose in owners.split(">") if (found := method(spaces, whose))), set())
        return set(method(spaces))

    # -- questions about the map -----------------------------------------------------------------------------

    def whose(self, owner: int) -> str:
        return "neutral" if owner == NEUTRAL else "own" if owner == self.seat else "opponent"

    def dam_basins(self, whose: str) -> set[int]:
        return {BASES[space]["basin"] for space, dam in self.table.dams.items() if self.whose(dam.owner) == whose}

    def house_basins(self, whose: str) -> set[int]:
        return {HOUSES[space]["basin"] for space, owner in self.table.houses.items() if self.whose(owner) == whose}

    def course(self, basin: int | str) -> list[str]:
        """Return the base spaces that water reaches from the powerhouses of a basin on."""
        spaces = []
        while basin in RIVER:
            spaces += [space for space in (f"b{basin}u", f"b{basin}l") if space in BASES]
            basin = RIVER[int(basin)]
        return spaces

    def next_dam(self, space: str) -> str | None:
        """Return whose dam the water from a powerhouse meets next."""
        for each in self.course(basin_of(space)):
            if each in self.table.dams:
                return self.whose(self.table.dams[each].owner)
        return None

    def leading(self, spaces: set[str], ends: set[int]) -> set[str]:
        """Return the spaces in a basin with a conduit space, built or not, that ends in one of some basins."""
        starts = {way["from"] for way in CONDUITS.values() if way["to"] in ends}
        return {space for space in spaces if basin_of(space) in starts}

    def at_strongest(self, spaces: set[str], end: str) -> set[str]:
        """Return the spaces at an end of the built conduit of the highest value, rather an own one. Only conduits
        that touch a candidate count."""
        basins = {basin_of(space) for space in spaces}
        touching = [
            ((value_of(name), owner == self.seat), CONDUITS[name][end])
            for name, owner in self.table.conduits.items()
            if CONDUITS[name][end] in basins
        ]
        best = max((strength for strength, _ in touching), default=None)
        there = {basin for strength, basin in touching if strength == best}
        return {space for space in spaces if basin_of(space) in there}

    # -- criteria for bases and elevations -------------------------------------------------------------------

    def base_strongest_conduit(self, spaces: set[str]) -> set[str]:
        return self.at_strongest(spaces, "from")

    def base_own_powerhouse(self, spaces: set[str]) -> set[str]:
        return self.leading(spaces, self.house_basins("own"))

    def base_below_powerhouse(self, spaces: set[str], whose: str) -> set[str]:
        """Return the spaces that water from a powerhouse reaches before it has passed a dam."""
        reached = set()
        for basin in self.house_basins(whose):
            for space in self.course(basin):
                reached.add(space)
                if space in self.table.dams:
                    break
        return spaces & reached

    def base_red_space(self, spaces: set[str]) -> set[str]:
        return {space for space in spaces if red_fee(space)}

    def base_feeds_own_dam_basin(self, spaces: set[str]) -> set[str]:
        own = self.leading(spaces, self.dam_basins("own"))
        return own or spaces - self.leading(spaces, self.dam_basins("opponent"))

    def base_most_water(self, spaces: set[str]) -> set[str]:
        """Count the drops that would reach each space if the waiting water flowed; ties by where they come from."""
        listed = self.criteria["headstreams"]
        held = {space: dam.drops for space, dam in self.table.dams.items()}
        came: dict[str, list[str]] = {space: [] for space in BASES}
        for stream in [*listed, *(name for name in STREAMS if name not in listed)]:
            for _ in range(self.table.waiting[stream]):
                for space in self.course(STREAMS[stream]):
                    came[space].append(stream)
                    if space in held and held[space] < self.table.room(self.table.dams[space]):
                        held[space] += 1
                        break
        counts = {space: (len(came[space]), *(came[space].count(name) for name in listed)) for space in spaces}
        best = max(counts.values())
        return {space for space in spaces if counts[space] == best} if best[0] else set()

    # -- criteria for conduits -------------------------------------------------------------------------------

    def conduit_strongest(self, spaces: set[str]) -> set[str]:
        return {space for space in spaces if value_of(space) == max(map(value_of, spaces))}

    def conduit_second_strongest(self, spaces: set[str]) -> set[str]:
        values = sorted({value_of(space) for space in spaces}, reverse=True)
        return {space for space in spaces if value_of(space) == (values * 2)[1]}

    def conduit_dam(self, spaces: set[str], whose: str) -> set[str]:
        return {space for space in spaces if CONDUITS[space]["from"] in self.dam_basins(whose)}

    def conduit_powerhouse(self, spaces: set[str], whose: str) -> set[str]:
        return {space for space in spaces if CONDUITS[space]["to"] in self.house_basins(whose)}

    # -- criteria for powerhouses ----------------------------------------------------------------------------

    def powerhouse_strongest_conduit(self, spaces: set[str]) -> set[str]:
        return self.at_strongest(spaces, "to")

    def powerhouse_own_dam(self, spaces: set[str]) -> set[str]:
        ends = {way["to"] for way in CONDUITS.values() if way["from"] in self.dam_basins("own")}
        return {space for space in spaces if basin_of(space) in ends}

    def powerhouse_feeds_own_dam(self, spaces: set[str]) -> set[str]:
        own = {space for space in spaces if self.next_dam(space) == "own"}
        return own or {space for space in spaces if self.next_dam(space) != "opponent"}

    def powerhouse_not_feeding_opponent_dam(self, spaces: set[str]) -> set[str]:
        return {space for space in spaces if self.next_dam(space) != "opponent"}

    def powerhouse_plains(self, spaces: set[str]) -> set[str]:
        return {space for space in spaces if AREA[basin_of(space)] == "plains"}

    def powerhouse_basin_5(self, spaces: set[str]) -> set[str]:
        return {space for space in spaces if basin_of(space) == 5}

    def powerhouse_basin_6(self, spaces: set[str]) -> set[str]:
        return {space for space in spaces if basin_of(space) == 6}

    def powerhouse_basin_7(self, spaces: set[str]) -> set[str]:
        return {space for space in spaces if basin_of(space) == 7}
