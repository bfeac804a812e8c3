"""A second implementation of Cascadia: slow, obvious, and written only from the rulebook and the rulings.

The tokens of an environment are a set of hexes for each species; its land is a list of tiles. Points are always
computed from nothing, by trying every division of a herd and every pairing of hawks or foxes. The table at the end
plays whole games. Actions and draws are texts, and no module of the engine is used.

Some cards can be read in two ways (rulings 27 to 29). `Readings` are the names of the options that are on.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Any

Hex = tuple[int, int]  # (q, r)
Land = tuple[int, int, str, int]  # q, r, terrains, spin
Readings = frozenset[str]

NO_READINGS: Readings = frozenset()
SIDES = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]  # counter-clockwise from the east
SPECIES = {"b": "bear", "e": "elk", "s": "salmon", "h": "hawk", "f": "fox"}
CODES = {name: code for code, name in SPECIES.items()}
TERRAINS = "MFPWR"


def around(hex: Hex) -> list[Hex]:
    return [(hex[0] + q, hex[1] + r) for q, r in SIDES]


def groups(tokens: Iterable[Hex]) -> list[set[Hex]]:
    """Return the connected groups of tokens."""
    left, found = set(tokens), []
    while left:
        group, open_ends = set(), [left.pop()]
        while open_ends:
            hex = open_ends.pop()
            group.add(hex)
            more = left.intersection(around(hex))
            left -= more
            open_ends += more
        found.append(group)
    return found


def entry(table: list[int], number: int) -> int:
    """Look up a table. Beyond its end, the last entry counts."""
    return table[min(number, len(table) - 1)]


# -- bears -----------------------------------------------------------------------------------------------------


def bear_points(letter: str, bears: set[Hex]) -> int:
    sizes = [len(group) for group in groups(bears)]
    match letter:
        case "A":
            return entry([0, 4, 11, 19, 27], sizes.count(2))
        case "B":
            return 10 * sizes.count(3)
        case "C":
            every_size = 3 if {1, 2, 3} <= set(sizes) else 0
            return 2 * sizes.count(1) + 5 * sizes.count(2) + 8 * sizes.count(3) + every_size
        case "D":
            return 5 * sizes.count(2) + 8 * sizes.count(3) + 13 * sizes.count(4)
    raise ValueError(letter)


# -- elk -------------------------------------------------------------------------------------------------------

Shape = frozenset[Hex]


def from_first(hexes: Iterable[Hex]) -> Shape:
    """Move a shape so that its first hex from the west is (0, 0)."""
    first = min(hexes)
    return frozenset((q - first[0], r - first[1]) for q, r in hexes)


def turned(hexes: Iterable[Hex], sixths: int) -> list[Hex]:
    for _ in range(sixths):
        hexes = [(-r, q + r) for q, r in hexes]
    return list(hexes)


def every_way(shape: list[Hex]) -> set[Shape]:
    return {from_first(turned(shape, sixths)) for sixths in range(6)}


LINES = [[(0, 0), (1, 0), (2, 0), (3, 0)][:length] for length in (1, 2, 3, 4)]
CLUSTERS = [[(0, 0), (1, 0), (0, 1), (1, -1)][:size] for size in (1, 2, 3, 4)]
ARCS = [SIDES[:length] for length in (1, 2, 3, 4, 5, 6)]
FORMATIONS = {
    "A": [(shape, points) for line, points in zip(LINES, (2, 5, 9, 13), strict=True) for shape in every_way(line)],
    "B": [(shape, points) for some, points in zip(CLUSTERS, (2, 5, 9, 13), strict=True) for shape in every_way(some)],
    "D": [
        (shape, points) for arc, points in zip(ARCS, (2, 5, 8, 12, 16, 21), strict=True) for shape in every_way(arc)
    ],
}
RING_POINTS = (0, 2, 5, 8, 12, 16, 21)
FORMATIONS["D with gaps"] = [
    (from_first(some), RING_POINTS[size]) for size in range(1, 7) for some in combinations(SIDES, size)
]
HERD = [0, 2, 4, 7, 10, 14, 18, 23, 28]


def elk_points(letter: str, elk: set[Hex], readings: Readings) -> int:
    if letter == "D" and "elk_with_gaps" in readings:
        return best_formations("D with gaps", frozenset(elk))
    herds = [from_first(group) for group in groups(elk)]
    if letter == "C":
        return sum(best_parts(herd) for herd in herds)
    return sum(best_formations(letter, herd) for herd in herds)


@lru_cache(maxsize=100_000)
def best_formations(letter: str, herd: Shape) -> int:
    """Try every formation that the first elk can begin, with the best formations of the rest."""
    if not herd:
        return 0
    q, r = min(herd)
    best = 0
    for shape, points in FORMATIONS[letter]:
        formation = {(q + dq, r + dr) for dq, dr in shape}
        if formation <= herd:
            best = max(best, points + best_formations(letter, herd - formation))
    return best


@lru_cache(maxsize=100_000)
def best_parts(herd: Shape) -> int:
    """Return the points of a herd of up to 8 as it is; otherwise divide it.

    The first elk goes into every connected part, with the best division of the rest. No division is worth more than
    the best one of the number of elk, whatever their shape.
    """
    if len(herd) <= 8:
        return HERD[len(herd)]
    best = 0
    for part in sorted(parts_of(herd, min(herd)), key=len, reverse=True):
        rest = [from_first(group) for group in groups(herd - part)]
        best = max(best, HERD[len(part)] + sum(best_parts(group) for group in rest))
        if best == best_number(len(herd)):
            break
    return best


def parts_of(herd: Shape, first: Hex) -> set[Shape]:
    """Return all connected parts of up to 8 elk that contain the first."""
    newest = {frozenset([first])}
    found = set(newest)
    for _ in range(7):
        newest = {part | {hex} for part in newest for elk in part for hex in herd.intersection(around(elk)) - part}
        found |= newest
    return found


@cache
def best_number(elk: int) -> int:
    """Return the points of this many elk in parts of up to 8 if every division were possible."""
    return max((HERD[part] + best_number(elk - part) for part in range(1, min(elk, 8) + 1)), default=0)


# -- salmon ----------------------------------------------------------------------------------------------------


def salmon_points(letter: str, tokens: Mapping[str, set[Hex]], readings: Readings) -> int:
    salmon = tokens.get("s", set())
    if "branching_salmon" in readings:
        salmon = {fish for fish in salmon if len(salmon.intersection(around(fish))) <= 2}
    shortest = 1 if "short_salmon_runs" in readings else 3
    runs = [run for run in groups(salmon) if all(len(run.intersection(around(fish))) <= 2 for fish in run)]
    match letter:
        case "A":
            return sum(entry([0, 2, 5, 8, 12, 16, 20, 25], len(run)) for run in runs)
        case "B":
            return sum(entry([0, 2, 4, 9, 11, 17], len(run)) for run in runs)
        case "C":
            return sum(entry([0, 0, 0, 10, 12, 15], len(run)) for run in runs)
        case "D":
            others = {hex for code, hexes in tokens.items() if code != "s" for hex in hexes}
            touching = [others.intersection(hex for fish in run for hex in around(fish)) for run in runs]
            paid = [(run, guests) for run, guests in zip(runs, touching, strict=True) if len(run) >= shortest]
            return sum(len(run) + len(guests) for run, guests in paid)
    raise ValueError(letter)


# -- hawks -----------------------------------------------------------------------------------------------------


def between(a: Hex, b: Hex) -> list[Hex] | None:
    """Return the hexes strictly between two, or None if they are not on one axis."""
    q, r = b[0] - a[0], b[1] - a[1]
    if q and r and q != -r:
        return None
    distance = max(abs(q), abs(r))
    return [(a[0] + q // distance * step, a[1] + r // distance * step) for step in range(1, distance)]


def lines_of_sight(hawks: set[Hex]) -> dict[tuple[Hex, Hex], list[Hex]]:
    """Return the pairs that see each other, the earlier hex first, with the hexes between."""
    found = {}
    for a, b in combinations(sorted(hawks), 2):
        gap = between(a, b)
        if gap and not hawks.intersection(gap):
            found[a, b] = gap
    return found


def hawk_points(letter: str, tokens: Mapping[str, set[Hex]]) -> int:
    hawks = tokens.get("h", set())
    alone = {hawk for hawk in hawks if not hawks.intersection(around(hawk))}
    lines = lines_of_sight(hawks)
    match letter:
        case "A":
            return entry([0, 2, 5, 8, 11, 14, 18, 22, 26], len(alone))
        case "B":
            seeing = {hawk for line in lines for hawk in line}
            return entry([0, 0, 5, 9, 12, 16, 20, 24, 28], len(alone & seeing))
        case "C":
            return 3 * len(lines)
        case "D":
            others = [hexes for code, hexes in tokens.items() if code != "h"]
            return best_pairs(
                {
                    pair: entry([0, 4, 7, 9], sum(1 for hexes in others if hexes.intersection(gap)))
                    for pair, gap in lines.items()
                }
            )
    raise ValueError(letter)


def best_pairs(worth: dict[tuple[Hex, Hex], int]) -> int:
    """Return the largest total worth of pairs without a common token. A pair names the earlier hex first."""
    partners: dict[Hex, list[Hex]] = {}
    for (a, b), points in worth.items():
        if points:
            partners.setdefault(a, []).append(b)
            partners.setdefault(b, [])

    @cache
    def best(free: frozenset[Hex]) -> int:
        if not free:
            return 0
        first = min(free)
        rest = free - {first}
        return max(
            [best(rest)] + [worth[first, other] + best(rest - {other}) for other in partners[first] if other in rest]
        )

    return best(frozenset(partners))


# -- foxes -----------------------------------------------------------------------------------------------------


def fox_points(letter: str, tokens: Mapping[str, set[Hex]]) -> int:
    foxes = tokens.get("f", set())
    if letter == "D":
        pairs = [(a, b) for a in foxes for b in foxes.intersection(around(a)) if a < b]
        return best_pairs({(a, b): fox_pair(tokens, a, b) for a, b in pairs})
    total = 0
    for fox in foxes:
        count = {code: len(hexes.intersection(around(fox))) for code, hexes in tokens.items()}
        others = [number for code, number in count.items() if code != "f"]
        match letter:
            case "A":
                total += sum(1 for number in count.values() if number)
            case "B":
                total += entry([0, 3, 5, 7], sum(1 for number in others if number >= 2))
            case "C":
                total += max(others, default=0)
            case _:
                raise ValueError(letter)
    return total


def fox_pair(tokens: Mapping[str, set[Hex]], a: Hex, b: Hex) -> int:
    beside = {*around(a), *around(b)} - {a, b}
    counts = [len(hexes & beside) for code, hexes in tokens.items() if code != "f"]
    return entry([0, 5, 7, 9, 11], sum(1 for number in counts if number >= 2))


# -- one card, one environment ---------------------------------------------------------------------------------


def card_points(card: str, tokens: Mapping[str, set[Hex]], readings: Readings = NO_READINGS) -> int:
    """Return the points of a card: `elk.B`, or `family` and `intermediate` for all species at once."""
    match card.split("."):
        case ["family"]:
            return sum(entry([0, 2, 5, 9], len(group)) for some in tokens.values() for group in groups(some))
        case ["intermediate"]:
            return sum(entry([0, 0, 5, 8, 12], len(group)) for some in tokens.values() for group in groups(some))
        case ["bear", letter]:
            return bear_points(letter, tokens.get("b", set()))
        case ["elk", letter]:
            return elk_points(letter, tokens.get("e", set()), readings)
        case ["salmon", letter]:
            return salmon_points(letter, tokens, readings)
        case ["hawk", letter]:
            return hawk_points(letter, tokens)
        case ["fox", letter]:
            return fox_points(letter, tokens)
    raise ValueError(card)


def edges(terrains: str, spin: int) -> list[str]:
    """Return the terrain on each side of a tile: the first on three sides from the spin on, then the last."""
    return [terrains[0] if (side - spin) % 6 < 3 else terrains[-1] for side in range(6)]


def corridors(land: Iterable[Land]) -> dict[str, int]:
    """Return the size of the largest corridor of each terrain."""
    sides = {(q, r): edges(terrains, spin) for q, r, terrains, spin in land}
    sizes = {}
    for terrain in TERRAINS:
        left, sizes[terrain] = {hex for hex, shown in sides.items() if terrain in shown}, 0
        while left:
            corridor, open_ends = set(), [left.pop()]
            while open_ends:
                hex = open_ends.pop()
                corridor.add(hex)
                for side, beside in enumerate(around(hex)):
                    if beside in left and sides[hex][side] == terrain == sides[beside][(side + 3) % 6]:
                        left.remove(beside)
                        open_ends.append(beside)
            sizes[terrain] = max(sizes[terrain], len(corridor))
    return sizes


def majorities(sizes: list[int]) -> list[int]:
    """Return the bonus of each seat for one terrain."""
    if len(sizes) == 1:
        return [2 if sizes[0] >= 7 else 0]
    largest = max(sizes)
    first = sizes.count(largest)
    if len(sizes) == 2:
        return [0 if size < largest else 2 if first == 1 else 1 for size in sizes]
    if first > 1:
        return [0 if size < largest else 2 if first == 2 else 1 for size in sizes]
    second = max(size for size in sizes if size < largest)
    return [3 if size == largest else 1 if size == second and sizes.count(second) == 1 else 0 for size in sizes]


# -- the game --------------------------------------------------------------------------------------------------

TILES = {
    "M": "b e e h h",
    "F": "b b e f f",
    "P": "e e s s f",
    "W": "s s h f f",
    "R": "b b s h h",
    "MF": "bh bf eh ef beh bef",
    "MP": "bs es eh hf bef bsf",
    "MW": "bs eh ef sh bes bhf",
    "MR": "be bs bh eh sh bsh",
    "FP": "be bf es ef sf esf",
    "FW": "bs bf es eh hf esh",
    "FR": "be bs bf eh sf ehf",
    "PW": "es ef sh hf esf shf",
    "PR": "bf es eh hf bsf bhf",
    "WR": "bs bh sh sf hf bsh",
}
STARTERS = {
    "M": [((0, 0), "M", "b", 0), ((-1, 1), "FW", "ehf", 1), ((0, 1), "RP", "bs", 0)],
    "F": [((0, 0), "F", "e", 0), ((-1, 1), "MR", "beh", 1), ((0, 1), "WP", "sf", 0)],
    "P": [((0, 0), "P", "f", 0), ((-1, 1), "WR", "shf", 1), ((0, 1), "FM", "be", 0)],
    "W": [((0, 0), "W", "h", 0), ((-1, 1), "RF", "esh", 1), ((0, 1), "PM", "bf", 0)],
    "R": [((0, 0), "R", "s", 0), ((-1, 1), "PF", "bes", 1), ((0, 1), "MW", "hf", 0)],
}
TILES_IN_GAME = {1: 43, 2: 43, 3: 63, 4: 83}


@dataclass(frozen=True)
class Tile:
    terrains: str
    wildlife: str
    spin: int = 0

    def is_keystone(self) -> bool:
        return len(self.terrains) == 1


@dataclass
class Environment:
    tiles: dict[Hex, Tile] = field(default_factory=dict)
    tokens: dict[Hex, str] = field(default_factory=dict)
    nature: int = 0

    def land(self) -> list[Land]:
        return [(q, r, tile.terrains, tile.spin) for (q, r), tile in self.tiles.items()]

    def by_species(self) -> dict[str, set[Hex]]:
        return {code: {hex for hex, shown in self.tokens.items() if shown == code} for code in SPECIES}


def every_tile() -> Counter[Tile]:
    return Counter(Tile(terrains, wildlife) for terrains, row in TILES.items() for wildlife in row.split())


@dataclass
class Table:
    players: int
    cards: list[str]
    majorities: bool
    environments: list[Environment]
    readings: Readings = NO_READINGS
    starters: list[str] = field(default_factory=lambda: list(STARTERS))
    unseen: Counter[Tile] = field(default_factory=every_tile)  # in the stack or in the box
    stack: int = 0
    bag: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(SPECIES, 20)))
    aside: Counter[str] = field(default_factory=Counter)
    tiles: list[Tile | None] = field(default_factory=lambda: [None] * 4)
    tokens: list[str | None] = field(default_factory=lambda: [None] * 4)
    draws: list[tuple[str, Any]] = field(default_factory=list)  # what chance draws next, and for which seat or slot
    seat: int = 0
    has_wiped_free: bool = False
    tile_in_hand: Tile | None = None
    token_in_hand: str | None = None
    is_over: bool = False

    @classmethod
    def start(cls, players: int, cards: str = "AAAAA", majorities: bool = True) -> Table:
        """Start a game.

        `cards` is five letters in the order bear elk salmon hawk fox, `random`, `family` or `intermediate`.
        """
        table = cls(players, [], majorities, [Environment() for _ in range(players)], stack=TILES_IN_GAME[players])
        match cards:
            case "random":
                table.draws += [("card", name) for name in SPECIES.values()]
            case "family" | "intermediate":
                table.cards = [cards]
            case _:
                table.cards = [f"{name}.{letter}" for name, letter in zip(SPECIES.values(), cards, strict=True)]
        table.draws += [("starter", seat) for seat in range(players)]
        table.draws += [(what, slot) for what in ("tile", "token") for slot in range(4)]
        return table

    def copy(self) -> Table:
        return copy.deepcopy(self)

    # -- points ----------------------------------------------------------------------------------------------

    def wildlife(self, seat: int) -> int:
        tokens = self.environments[seat].by_species()
        return sum(card_points(card, tokens, self.readings) for card in self.cards)

    def scores(self) -> list[int]:
        sizes = [corridors(environment.land()) for environment in self.environments]
        points = [
            self.wildlife(seat) + sum(sizes[seat].values()) + environment.nature
            for seat, environment in enumerate(self.environments)
        ]
        if self.majorities:
            for terrain in TERRAINS:
                for seat, bonus in enumerate(majorities([size[terrain] for size in sizes])):
                    points[seat] += bonus
        return points

    def winners(self) -> list[int]:
        """Return the seats with the most points, then the most nature tokens. Ties share the win."""
        ranks = [
            (points, environment.nature) for points, environment in zip(self.scores(), self.environments, strict=True)
        ]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    # -- what may happen -------------------------------------------------------------------------------------

    def decides(self) -> int | str | None:
        """Return the seat to move, "chance", or None if the game is over."""
        return None if self.is_over else "chance" if self.draws else self.seat

    def outcomes(self) -> dict[str, int]:
        """Return the chance outcomes with their weights."""
        if not self.draws:
            return {}
        match self.draws[0]:
            case "card", name:
                return {f"card {name} {letter}": 1 for letter in "ABCD"}
            case "starter", _:
                return {f"starter {terrain}": 1 for terrain in self.starters}
            case "tile", _:
                return {f"draw {tile.terrains} {tile.wildlife}": n for tile, n in self.unseen.items() if n}
        return {f"draw {SPECIES[code]}": number for code, number in self.bag.items() if number}

    def legal(self) -> list[str]:
        if self.is_over or self.draws:
            return list(self.outcomes())
        own = self.environments[self.seat]
        if self.tile_in_hand:
            places = {hex for laid in own.tiles for hex in around(laid)} - set(own.tiles)
            spins = 1 if self.tile_in_hand.is_keystone() else 6
            return [f"tile {q},{r} k{spin}" for q, r in places for spin in range(spins)]
        if self.token_in_hand:
            fitting = [hex for hex, tile in own.tiles.items() if self.token_in_hand in tile.wildlife]
            return ["return", *(f"token {q},{r}" for q, r in fitting if (q, r) not in own.tokens)]
        texts = [f"take {slot}" for slot in range(4)]
        if self.may_wipe_free():
            texts.append("wipe")
        if own.nature:
            texts += [f"take {tile} {token}" for tile, token in permutations(range(4), 2)]
            texts += [
                "wipe " + ",".join(map(str, slots)) for n in (1, 2, 3, 4) for slots in combinations(range(4), n)
            ]
        return texts

    def three_alike(self) -> list[int]:
        """Return the slots of exactly three equal tokens."""
        alike = [[slot for slot in range(4) if self.tokens[slot] == code] for code in SPECIES]
        return next((slots for slots in alike if len(slots) == 3), [])

    def may_wipe_free(self) -> bool:
        return bool(self.three_alike()) and not self.has_wiped_free

    # -- making it happen ------------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Take a legal action or a chance outcome."""
        verb, *rest = text.split()
        if verb in ("card", "starter", "draw"):
            self.bring(rest)
        elif text == "wipe":
            self.has_wiped_free = True
            self.wipe(self.three_alike())
        else:
            self.end_wiping()
            self.act(verb, rest)
        if self.draws and self.draws[0][0] == "token" and not self.bag.total():
            self.end_wiping()  # the bag is empty, so tokens set aside are drawn from

    def bring(self, words: list[str]) -> None:
        match self.draws.pop(0):
            case "card", name:
                self.cards.append(f"{name}.{words[1]}")
            case "starter", seat:
                self.starters.remove(words[0])
                for hex, terrains, wildlife, spin in STARTERS[words[0]]:
                    self.environments[seat].tiles[hex] = Tile(terrains, wildlife, spin)
            case "tile", slot:
                tile = Tile(words[0], words[1])
                self.unseen[tile] -= 1
                self.stack -= 1
                self.tiles[slot] = tile
            case "token", slot:
                self.bag[CODES[words[0]]] -= 1
                self.tokens[slot] = CODES[words[0]]
        if not self.draws:
            self.look_over_market()

    def look_over_market(self) -> None:
        """Check a full market. Four equal tokens are wiped, unless only the same could follow."""
        shown = set(self.tokens)
        hidden = {code for code, number in (self.bag + self.aside).items() if number}
        if len(shown) == 1 and not hidden <= shown:
            self.wipe([0, 1, 2, 3])
        elif not self.may_wipe_free():
            self.end_wiping()

    def wipe(self, slots: list[int]) -> None:
        for slot in slots:
            token = self.tokens[slot]
            assert token
            self.aside[token] += 1
            self.tokens[slot] = None
        self.draws = [("token", slot) for slot in slots]

    def end_wiping(self) -> None:
        self.bag += self.aside
        self.aside = Counter()

    def act(self, verb: str, words: list[str]) -> None:
        own = self.environments[self.seat]
        match verb:
            case "wipe":
                own.nature -= 1
                self.wipe([int(slot) for slot in words[0].split(",")])
            case "take":
                own.nature -= len(words) - 1  # a token from another slot costs a nature token
                tile, token = int(words[0]), int(words[-1])
                self.tile_in_hand, self.tiles[tile] = self.tiles[tile], None
                self.token_in_hand, self.tokens[token] = self.tokens[token], None
            case "tile":
                assert self.tile_in_hand
                terrains, wildlife = self.tile_in_hand.terrains, self.tile_in_hand.wildlife
                own.tiles[hex_in(words[0])] = Tile(terrains, wildlife, int(words[1][1:]))
                self.tile_in_hand = None
            case "token":
                assert self.token_in_hand
                own.tokens[hex_in(words[0])] = self.token_in_hand
                own.nature += own.tiles[hex_in(words[0])].is_keystone()
                self.end_turn()
            case "return":
                assert self.token_in_hand
                self.bag[self.token_in_hand] += 1
                self.end_turn()

    def end_turn(self) -> None:
        self.token_in_hand = None
        is_solo = self.players == 1
        if self.stack < (2 if is_solo else 1):
            self.is_over = True
            return
        if is_solo:  # of the remaining three, the farthest leaves and the other two move up
            self.tiles = [None, None, *[tile for tile in self.tiles if tile][:2]]
            self.tokens = [None, None, *[token for token in self.tokens if token][:2]]
        self.draws = [("tile", slot) for slot in range(4) if not self.tiles[slot]]
        self.draws += [("token", slot) for slot in range(4) if not self.tokens[slot]]
        self.seat = (self.seat + 1) % self.players
        self.has_wiped_free = False


def hex_in(text: str) -> Hex:
    q, r = text.split(",")
    return int(q), int(r)
