"""A second implementation of Barrage: slow, obvious, and written only from the rulebook and the rulings.

A turn is a generator that reads like the rulebook: it asks a seat or chance for one of some texts and goes on with
the answer. The map is dictionaries of named spaces, what a seat has built is counted on the map, and a load on a
wheel knows in how many turns it comes back. It uses no module of the engine, only its data files. What Automas choose
is in `automa_oracle.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.games.barrage.automa_oracle import WITH_MIXERS, Automa
from tests.games.barrage.oracle_seats import Dam, Load, Seat
from tests.games.barrage.parts import (
    AREA,
    BASES,
    BONUS,
    BUILDS,
    CHANCE,
    CLOSED,
    CONDUITS,
    CONTRACTS,
    GAINS,
    HEADSTREAMS,
    HOUSES,
    INCOME,
    KINDS,
    LEVEL,
    NEUTRAL,
    NO_ENGINEERS,
    PIECES,
    RIVER,
    ROWS,
    SPOTS,
    STREAMS,
    TRACK,
    basin_of,
    kind_of,
    red_fee,
    value_of,
)


@dataclass(frozen=True)
class Question:
    seat: int  # a seat, or CHANCE
    texts: list[str]


Play = Generator[Question, str, None]
Answer = Generator[Question, str, str]


@dataclass
class Table:
    seats: list[Seat]
    is_full: bool = False
    round: int = 1
    order: list[int] = field(default_factory=list)
    dams: dict[str, Dam] = field(default_factory=dict)
    conduits: dict[str, int] = field(default_factory=dict)
    houses: dict[str, int] = field(default_factory=dict)
    headstreams: list[str] = field(default_factory=list)  # tiles at A, B, C, D
    waiting: dict[str, int] = field(default_factory=dict)
    falling: dict[str, int] = field(default_factory=dict)
    bonus: list[str] = field(default_factory=list)
    objective: str = ""
    nationals: list[str | None] = field(default_factory=list)
    open: dict[str, list[str | None]] = field(default_factory=dict)  # by pile: left, right
    pile: set[str] = field(default_factory=set)
    discarded: set[str] = field(default_factory=set)
    patents: list[str | None] = field(default_factory=list)
    patent_pile: set[str] = field(default_factory=set)
    taken: dict[str, int] = field(default_factory=dict)  # "turbine_p2 L": who has engineers there
    spares: set[str] = field(default_factory=set)  # officers that Mahiri may copy although no seat has them
    cards: set[int] = field(default_factory=set)  # tiles in the pile of the Automas, without the top one
    card: int | None = None  # the top one
    last_card: int | None = None  # the one discarded last
    is_over: bool = False
    seen: Counter[str] = field(default_factory=Counter, compare=False)  # what Automas have decided, and by what

    # -- who decides -----------------------------------------------------------------------------------------

    def ask(self, seat: int, texts: list[str], automa: Callable[[Automa], str] | None = None) -> Answer:
        """Ask a seat for one of some texts, or let the Automa there choose. If there is only one, nobody is asked."""
        if automa and self.seats[seat].level:
            return automa(Automa(self, seat))
        return texts[0] if len(texts) == 1 else (yield Question(seat, texts))

    def draw(self, texts: Iterable[str]) -> Answer:
        """Let chance draw one of some texts."""
        return (yield Question(CHANCE, list(texts)))

    def purse(self, seat: int) -> int:
        """Return the credits of a seat. An Automa pays with points, without limit."""
        return 10_000 if self.seats[seat].level else self.seats[seat].credits

    # -- what stands where -----------------------------------------------------------------------------------

    def count(self, seat: int, kind: str) -> int:
        """Return how many pieces of a kind a seat has on the map."""
        own = [dam for dam in self.dams.values() if dam.owner == seat]
        match kind:
            case "base":
                return len(own)
            case "elevation":
                return sum(dam.level - 1 for dam in own)
            case "conduit":
                return list(self.conduits.values()).count(seat)
        return list(self.houses.values()).count(seat)

    def house_basins(self, seat: int) -> set[int]:
        return {HOUSES[space]["basin"] for space, owner in self.houses.items() if owner == seat}

    def is_powered(self, seat: int, company: str) -> bool:
        level = self.seats[seat].level
        is_able = level == 0 or level >= 3
        return self.seats[seat].company == company and is_able and self.count(seat, "powerhouse") >= 3

    def gain_credits(self, seat: int, amount: int) -> None:
        """Gain credits, or pay them if below zero. For Automas they are victory points."""
        if self.seats[seat].level:
            self.seats[seat].vp += amount
        else:
            self.seats[seat].credits += amount

    # -- water -----------------------------------------------------------------------------------------------

    def room(self, dam: Dam) -> int:
        is_high = dam.level == 3 and dam.owner != NEUTRAL and self.seats[dam.owner].has("graziano_del_monte")
        return 4 if is_high else dam.level

    def run_drop(self, basin: int | str, by_river: bool) -> None:
        """Run a drop past the powerhouses, into the upper dam, into the lower dam, down the river, off the map."""
        while basin in RIVER:
            if by_river:
                for number, seat in enumerate(self.seats):
                    if seat.company == "usa" and basin in self.house_basins(number):
                        seat.energy += self.is_powered(number, "usa")
            for end in "ul":
                dam = self.dams.get(f"b{basin}{end}")
                if dam and dam.drops < self.room(dam):
                    dam.drops += 1
                    return
            basin, by_river = RIVER[int(basin)], True

    def run(self, drops: dict[str, int]) -> None:
        for stream in drops:
            for _ in range(drops[stream]):
                self.run_drop(STREAMS[stream], by_river=True)
            drops[stream] = 0

    # -- production ------------------------------------------------------------------------------------------

    def energy(self, seat: int, conduit: str, drops: int, modifier: int, is_second: bool) -> int:
        made: int = drops * CONDUITS[conduit]["value"]
        if is_second:
            return made
        if self.seats[seat].has("viktor_fiesler"):
            made = max(made, 4)
        bonus = 0 if self.seats[seat].level == 1 else [0, 0, 1, 1, 3][self.count(seat, "powerhouse")]
        return made + modifier + bonus

    def productions(self, seat: int, modifier: int, purse: int, used: int = 0) -> Iterator[tuple[str, str, int]]:
        """Yield dam, conduit and drops of each production. For Germany's second, `used` is the basin of the first."""
        basins = self.house_basins(seat) - {used}
        for space, dam in self.dams.items():
            for conduit, owner in self.conduits.items():
                way = CONDUITS[conduit]
                if (
                    way["from"] != BASES[space]["basin"]
                    or way["to"] not in basins
                    or dam.owner not in (seat, NEUTRAL)
                ):
                    continue
                for drops in range(1, dam.drops + 1):
                    is_paid = owner == seat or drops <= purse
                    if is_paid and self.energy(seat, conduit, drops, modifier, used > 0) >= 1:
                        yield space, conduit, drops

    def produce(self, seat: int, modifier: int, is_optional: bool, used: int = 0) -> Play:
        purse = self.purse(seat)
        ways = [f"produce {dam} {by} {n}" for dam, by, n in self.productions(seat, modifier, purse, used)]
        if is_optional:
            ways.append("produce none")
        text = yield from self.ask(seat, ways, lambda automa: automa.produce(modifier, used))
        if text == "produce none":
            return
        _, dam, conduit, number = text.split()
        drops, basin, owner = int(number), CONDUITS[conduit]["to"], self.conduits[conduit]
        energy = self.energy(seat, conduit, drops, modifier, used > 0)
        self.dams[dam].drops -= drops
        self.seats[seat].energy += energy
        for _ in range(drops):
            self.run_drop(basin, by_river=False)
        if owner != seat:
            self.seats[owner].vp += drops
            self.gain_credits(seat, -drops)
            self.gain_credits(owner, drops)
        powers = [company for company in ("italy", "germany") if not used and self.is_powered(seat, company)]
        yield from self.contract(seat, energy)
        if "italy" in powers:
            self.seats[seat].energy += 3
        if "germany" in powers:
            yield from self.produce(seat, 0, is_optional=True, used=basin)

    # -- contracts and rewards -------------------------------------------------------------------------------

    def contract(self, seat: int, energy: int) -> Play:
        """Fulfil a contract of the hand or a national one that the energy is enough for, or none."""
        player = self.seats[seat]
        discount = 3 if self.is_powered(seat, "france") else 0
        within = player.contracts | {each for each in self.nationals if each}
        enough = [each for each in within if CONTRACTS[each]["energy"] <= energy + discount]
        texts = [*(f"contract {each}" for each in enough), "contract none"]
        text = yield from self.ask(seat, texts, lambda automa: f"contract {automa.contract(energy)}")
        if text != "contract none":
            name = text.split()[1]
            player.contracts.discard(name)
            player.fulfilled.add(name)
            self.nationals = [None if each == name else each for each in self.nationals]
            for pair in self.open.values():  # where an Automa has taken it from
                pair[:] = [None if each == name else each for each in pair]
            yield from self.reward(seat, CONTRACTS[name]["reward"])

    def reward(self, seat: int, words: dict[str, Any]) -> Play:
        """Give a reward: gains, then the rest in the order of the data."""
        for word in words:
            if word in GAINS:
                self.gain(seat, word, words[word])
        for word in words:
            if word not in GAINS:
                yield from self.effect(seat, word, words[word])

    def gain(self, seat: int, word: str, amount: int) -> None:
        if word == "credits":
            self.gain_credits(seat, amount)
        else:
            setattr(self.seats[seat], word, getattr(self.seats[seat], word) + amount)

    def effect(self, seat: int, word: str, amount: Any) -> Play:
        match word:
            case "machines":
                for _ in range(amount):
                    text = yield from self.ask(seat, ["machine E", "machine M"], Automa.machine)
                    self.gain(seat, "excavators" if text.endswith("E") else "mixers", 1)
            case "rotate":
                self.seats[seat].rotate(amount)
            case "water":
                yield from self.place_drops(seat, amount, self.waiting)
            case "flow":
                yield from self.place_drops(seat, amount, self.falling)
                self.run(self.falling)
            case "place":
                yield from self.place(seat, amount)

    def place_drops(self, seat: int, amount: int, drops: dict[str, int]) -> Play:
        """Place drops that wait, one at least, or all drops that run. An Automa places those that help it."""
        is_flow = drops is self.falling
        for placed in range(amount):
            texts = [f"drop {stream}" for stream in STREAMS] + (["stop"] if placed and not is_flow else [])
            left = amount - placed
            text = yield from self.ask(
                seat, texts, lambda automa, left=left: f"drop {automa.stream(is_flow, left) or 'none'}"
            )
            if text in ("stop", "drop none"):
                break
            drops[text.split()[1]] += 1

    def place(self, seat: int, given: dict[str, Any]) -> Play:
        """Place a structure from a reward."""
        sites = []
        for site in self.sites(seat, given["structure"]):
            is_in_area = AREA[basin_of(site)] in given.get("areas", AREA.values())
            is_small = given.get("max_value", 5) >= (CONDUITS[site]["value"] if site in CONDUITS else 0)
            if is_in_area and is_small and self.purse(seat) >= red_fee(site):
                sites.append(site)
        texts = [f"place {site}" for site in [*sites, "none"]]
        text = yield from self.ask(seat, texts, lambda automa: f"place {automa.place(given['structure'], sites)}")
        if text != "place none":
            self.gain_credits(seat, -red_fee(text.split()[1]))
            yield from self.raise_piece(seat, text.split()[1])

    def income(self, seat: int) -> Play:
        """Give the income of a seat, added up: gains, then machines, the wheel, water."""
        total: dict[str, int] = {}
        for kind in KINDS[:3] if self.seats[seat].level != 1 else ():
            for piece, words in INCOME[self.seats[seat].company][kind].items():
                if self.count(seat, kind) >= int(piece):
                    for word, amount in words.items():
                        total[word] = total.get(word, 0) + amount
        order = (*GAINS, "machines", "rotate", "flow")
        yield from self.reward(seat, {word: total[word] for word in order if word in total})

    # -- building --------------------------------------------------------------------------------------------

    def sites(self, seat: int, kind: str) -> list[str]:
        """Return the sites where a seat may build a structure, apart from costs."""
        if self.count(seat, kind) == PIECES[kind]:
            return []
        own = {BASES[space]["basin"] for space, dam in self.dams.items() if dam.owner == seat}
        match kind:
            case "base":
                return [space for space in BASES if space not in self.dams and BASES[space]["basin"] not in own]
            case "elevation":
                return [f"{space}+" for space, dam in self.dams.items() if dam.owner == seat and dam.level < 3]
            case "conduit":
                return [space for space in CONDUITS if space not in self.conduits]
        basins = self.house_basins(seat)
        return [space for space in HOUSES if space not in self.houses and HOUSES[space]["basin"] not in basins]

    def cost(self, seat: int, site: str, tile: str) -> int:
        """Return how many machines a structure costs."""
        area = AREA[basin_of(site)]
        match kind_of(site):
            case "base":
                usual = {"plains": 3, "hills": 4, "mountains": 5}[area]
                return 0 if tile == "III-base" else 3 if self.seats[seat].has("wilhelm_adler") else usual
            case "elevation":
                return {"plains": 2, "hills": 3, "mountains": 4}[area]
            case "conduit":
                cost: int = 2 * CONDUITS[site]["value"]
                return min(cost, 5) if tile == "II-conduit" else cost
        return 2 + self.count(seat, "powerhouse")

    def payments(self, seat: int, site: str, tile: str, purse: int) -> set[tuple[int, int, int]]:
        """Return the excavators, mixers and credits of each way to pay for a structure."""
        player, cost = self.seats[seat], self.cost(seat, site, tile)
        with_mixers = kind_of(site) in ("elevation", "powerhouse")
        ways = {(0, value_of(site), 0)} if kind_of(site) == "conduit" and player.has("jill_mcdowell") else set()
        for replaced in range(cost + 1 if player.has("solomon_p_jordan") else 1):
            machines = cost - replaced
            for mixers in range(machines + 1) if tile == "II-wild" else (machines if with_mixers else 0,):
                ways.add((machines - mixers, mixers, 3 * replaced))
        return {way for way in ways if way[0] <= player.excavators and way[1] <= player.mixers and way[2] <= purse}

    def usable(self, seat: int) -> list[tuple[str, str]]:
        """Return the tiles that a seat can build with, and how: the tile itself, as a copy, without engineers."""
        player = self.seats[seat]
        ways = [("", tile) for tile in player.tiles if tile != "anton"]
        if "anton" in player.tiles or player.copied == "anton_krylov":
            ways += [("copy ", load.tile) for load in player.wheel if load.tile and load.tile != "anton"]
        free = [(f"free {how}", tile) for how, tile in ways if tile in NO_ENGINEERS]
        if player.constructions == 4 or player.engineers < SPOTS[player.constructions][0]:
            return free
        return ways + free

    def builds(self, seat: int, spent: int = 0) -> Iterator[str]:
        """Yield the builds of a seat. All fees and Solomon's credits must be available together."""
        player = self.seats[seat]
        for how, tile in self.usable(seat):
            fee = 0 if how.startswith("free") else SPOTS[player.constructions][1]
            for kind in KINDS if BUILDS[tile] in ("any", "wild") else (BUILDS[tile],):
                for site in self.sites(seat, kind):
                    purse = player.credits - spent - fee - red_fee(site, tile)
                    if purse >= 0 and self.payments(seat, site, tile, purse):
                        yield f"build {site} {how}{tile}"

    def build(self, seat: int, site: str, how: str, tile: str) -> Play:
        player = self.seats[seat]
        if "free" not in how:
            engineers, fee = SPOTS[player.constructions]
            player.engineers -= engineers
            self.gain_credits(seat, -fee)
            player.constructions += 1
        yield from self.construct(seat, site, how, tile, tile)

    def construct(self, seat: int, site: str, how: str, tile: str, effect: str) -> Play:
        """Pay and build after engineers are placed. `effect` is the tile whose effect counts."""
        player = self.seats[seat]
        excavators, mixers, credits = yield from self.pay(seat, site, effect)
        used = tile if "copy" not in how else "anton" if "anton" in player.tiles else None
        player.tiles.discard(used or "")
        player.excavators -= excavators
        player.mixers -= mixers
        self.gain_credits(seat, -credits)
        if used or excavators or mixers:
            player.wheel.append(Load(6, used, excavators, mixers))
        player.rotate(1)
        self.gain_credits(seat, -red_fee(site, effect))
        yield from self.raise_piece(seat, site)
        yield from self.tile_effect(seat, site, effect)

    def pay(self, seat: int, site: str, tile: str) -> Generator[Question, str, tuple[int, int, int]]:
        """Choose a payment. If there is only one, a person is asked unless it is in the usual machines."""
        ways = self.payments(seat, site, tile, self.purse(seat) - red_fee(site, tile))
        if self.seats[seat].level:
            return Automa(self, seat).payment(site, ways)
        way, *others = ways
        unusual = 0 if kind_of(site) in WITH_MIXERS else 1
        if not others and way[unusual] == way[2] == 0:
            return way
        texts = {f"pay {e}E {m}M" + (f" {c}C" if c else ""): (e, m, c) for e, m, c in ways}
        return texts[(yield Question(seat, list(texts)))]

    def raise_piece(self, seat: int, site: str) -> Play:
        """Put a piece on the map, and gain what it uncovers."""
        kind = kind_of(site)
        match kind:
            case "base":
                self.dams[site] = Dam(seat, 1)
            case "elevation":
                self.dams[site[:-1]].level += 1
            case "conduit":
                self.conduits[site] = seat
            case _:
                self.houses[site] = seat
        if kind != "powerhouse" and self.seats[seat].level != 1:
            yield from self.reward(seat, INCOME[self.seats[seat].company][kind].get(str(self.count(seat, kind)), {}))

    def tile_effect(self, seat: int, site: str, tile: str) -> Play:
        player = self.seats[seat]
        own = [dam for dam in self.dams.values() if dam.owner == seat]
        match tile:
            case "I-base":
                for dam in own:
                    dam.drops = max(dam.drops, 1)
            case "I-elevation":
                player.rotate(self.count(seat, "elevation"))
            case "I-conduit":
                self.gain_credits(seat, 2 * value_of(site))
            case "II-base" | "III-conduit":
                energy = len(own) if tile == "II-base" else 2 * value_of(site)
                player.energy += energy
                yield from self.contract(seat, energy)
            case "II-elevation":
                self.dams[site[:-1]].drops = self.room(self.dams[site[:-1]])
            case "II-powerhouse":
                yield from self.produce(seat, 2, is_optional=True)
            case "III-elevation":
                player.vp += 3 * len([dam for dam in own if dam.level >= 2])
            case "III-powerhouse":
                player.vp += 3 * self.count(seat, "powerhouse")
            case "III-wild":
                player.vp += 3 * player.advanced()

    # -- a turn ----------------------------------------------------------------------------------------------

    def rows(self, seat: int) -> Iterator[str]:
        """Yield the spaces of the management board that are open to a seat."""
        player = self.seats[seat]
        for name, row in ROWS.items():
            for side in ("left", "right"):
                space = f"{name} {side[0].upper()}"
                purse = player.credits - row[side]["fee"] - row["cost"]
                if space in self.taken or player.engineers < row[side]["engineers"] or purse < 0:
                    continue
                effect = row["effect"]
                if "produce" in effect and not any(self.productions(seat, effect["produce"]["modifier"], purse)):
                    continue
                if "take_private_contracts" in effect and not any(map(any, self.open.values())):
                    continue
                yield space

    def officers(self, seat: int) -> Iterator[str]:
        """Yield the officers that Mahiri may copy so that the turn can go on afterwards."""
        player = self.seats[seat]
        fee = 3 if player.mahiri_uses else 0
        if player.officer != "mahiri_sekiso" or player.has_copied or player.mahiri_uses == 2:
            return
        if player.engineers == 0 or player.credits < fee:
            return
        others = {other.officer for other in self.seats if other is not player and other.officer}
        for officer in sorted(others | self.spares):
            player.copied = officer
            is_able = player.engineers > 1 or any(" free " in text for text in self.builds(seat, spent=fee))
            player.copied = None
            if is_able:
                yield officer

    def choices(self, seat: int) -> list[str]:
        player = self.seats[seat]
        texts = [*self.rows(seat), *(f"bank {number}" for number in range(1, player.engineers + 1))]
        if player.engineers >= 2 and player.credits >= 5:
            texts += [f"patent {slot}" for slot, tile in enumerate(self.patents, 1) if tile]
        texts += [f"officer {name}" for name in self.officers(seat)]
        texts += self.builds(seat)
        if player.engineers == 0 and not player.has_copied:
            texts.append("pass")
        return texts

    def act(self, seat: int) -> Play:
        player = self.seats[seat]
        match (yield Question(seat, self.choices(seat))).split():
            case ["pass"]:
                player.has_passed = True
            case ["bank", number]:
                player.engineers -= int(number)
                player.banked += int(number)
                player.credits += int(number)
            case ["patent", slot]:
                tile = self.patents[int(slot) - 1]
                assert tile is not None
                player.engineers -= 2
                player.credits -= 5
                player.tiles.add(tile)
                self.patents[int(slot) - 1] = None
            case ["officer", name]:
                player.engineers -= 1
                player.credits -= 3 if player.mahiri_uses else 0
                player.mahiri_uses += 1
                player.copied, player.has_copied = name, True
                yield from self.act(seat)
            case ["build", site, *how, tile]:
                yield from self.build(seat, site, " ".join(how), tile)
            case [row, side]:
                yield from self.manage(seat, row, side)

    def manage(self, seat: int, name: str, side: str) -> Play:
        """Take an action of the management board."""
        player, row = self.seats[seat], ROWS[name]
        space = row["left" if side == "L" else "right"]
        player.engineers -= space["engineers"]
        player.credits -= space["fee"] + row["cost"]
        self.taken[f"{name} {side}"] = seat
        effect = row["effect"]
        if "produce" in effect:
            yield from self.produce(seat, effect["produce"]["modifier"], is_optional=False)
        elif "take_private_contracts" in effect:
            yield from self.take(seat, effect["take_private_contracts"])
        else:
            yield from self.reward(seat, {word: amount for word, amount in effect.items() if word != "min"})

    def take(self, seat: int, number: int) -> Play:
        hand = self.seats[seat].contracts
        for _ in range(number):
            lying = [each for pair in self.open.values() for each in pair if each]
            if not lying:
                break
            name = (yield from self.ask(seat, [f"take {each}" for each in lying])).split()[1]
            pair = self.open[name[0]]
            pair[pair.index(name)] = None
            hand.add(name)
        while len(hand) > 3:
            hand.remove((yield from self.ask(seat, [f"discard {each}" for each in hand])).split()[1])

    def turn(self, seat: int) -> Play:
        yield from Automa(self, seat).turn() if self.seats[seat].level else self.act(seat)
        yield from self.refill()
        self.seats[seat].copied, self.seats[seat].has_copied = None, False

    def refill(self, letters: str = "GYR") -> Play:
        """Fill the empty places of some piles of the office. An empty pile gets what Automas have discarded."""
        for letter in letters:
            pair = self.open[letter]
            for place in range(2):
                if not any(each[0] == letter for each in self.pile):
                    again = {each for each in self.discarded if each[0] == letter and None in pair}
                    self.pile |= again
                    self.discarded -= again
                left = sorted(each for each in self.pile if each[0] == letter)
                if pair[place] is None and left:
                    name = (yield from self.draw(f"lay {each}" for each in left)).split()[1]
                    self.pile.remove(name)
                    pair[place] = name

    # -- rounds ----------------------------------------------------------------------------------------------

    def play(self, seat: int) -> Play:
        """Play to the end of the game, starting with a seat's turn."""
        yield from self.turn(seat)
        yield from self.go_on(seat)

    def go_on(self, seat: int) -> Play:
        """Play to the end of the game after a seat's turn."""
        at = self.order.index(seat) + 1
        while not self.is_over:
            yield from self.turns(at)
            self.run(self.waiting)
            self.score_round()
            if self.round == 5:
                self.score_end()
                self.is_over = True
            else:
                yield from self.next_round()
                at = 0

    def turns(self, at: int) -> Play:
        while not all(player.has_passed for player in self.seats):
            seat = self.order[at % len(self.order)]
            at += 1
            player = self.seats[seat]
            if player.has_passed:
                continue
            if player.engineers == 0 and (player.level or not any(" free " in text for text in self.builds(seat))):
                player.has_passed = True
                continue
            yield from self.turn(seat)

    def next_round(self) -> Play:
        old = self.order[::-1]
        self.order = sorted(old, key=lambda seat: self.seats[seat].energy)
        self.round += 1
        self.taken = {space: owner for space, owner in self.taken.items() if owner == CLOSED}
        for player in self.seats:
            player.energy = player.constructions = player.mahiri_uses = player.banked = 0
            player.engineers, player.has_passed = 12, False
        if self.is_full:
            self.patents = [None, None, None]
            for slot in range(3):
                lowest = min(LEVEL[tile] for tile in self.patent_pile)
                texts = [f"tile {tile}" for tile in self.patent_pile if LEVEL[tile] == lowest]
                tile = (yield from self.draw(texts)).split()[1]
                self.patent_pile.remove(tile)
                self.patents[slot] = tile
        for seat in reversed(self.order):
            yield from self.income(seat)
        if self.round < 5:
            for stream, tile in zip(STREAMS, self.headstreams, strict=True):
                self.waiting[stream] += HEADSTREAMS[tile][self.round - 1]

    # -- scoring ---------------------------------------------------------------------------------------------

    def score_round(self) -> None:
        self.score_rank()
        for number, player in enumerate(self.seats):
            on_track = min(player.energy, 30)
            self.gain_credits(number, [credits for least, credits in TRACK if least <= on_track][-1])
            if on_track == 0:
                player.vp -= 3
            elif on_track >= 6:
                bonus = self.bonus[self.round - 1]
                behind = max(0, self.round - on_track // 6)
                player.vp += max(0, BONUS[bonus] * self.bonus_count(number, bonus) - 4 * behind)

    def score_rank(self) -> None:
        marks = sorted({player.energy for player in self.seats if player.energy > 0}, reverse=True)
        places = [[player for player in self.seats if player.energy == mark] for mark in marks]
        if places and len(places[0]) > 1:
            for player in places[0]:
                player.vp += {2: 4, 3: 3, 4: 2}[len(places[0])]
        elif places:
            places[0][0].vp += 6
            for player in places[1] if len(places) > 1 else ():
                player.vp += 2 if len(places[1]) == 1 else 1

    def bonus_count(self, seat: int, bonus: str) -> int:
        match bonus:
            case "contracts":
                return len(self.seats[seat].fulfilled)
            case "advanced_tiles":
                return self.seats[seat].advanced()
        return self.count(seat, bonus[:-1])

    def pieces(self, seat: int) -> list[int]:
        """Return the basin of each of a seat's pieces."""
        found = [HOUSES[space]["basin"] for space, owner in self.houses.items() if owner == seat]
        found += [CONDUITS[space]["from"] for space, owner in self.conduits.items() if owner == seat]
        for space, dam in self.dams.items():
            found += [BASES[space]["basin"]] * dam.level if dam.owner == seat else []
        return found

    def objective_count(self, seat: int) -> int:
        pieces = self.pieces(seat)
        own = [space for space, dam in self.dams.items() if dam.owner == seat]
        by_area = [sum(AREA[basin] == area for basin in pieces) for area in ("mountains", "hills", "plains")]
        match self.objective:
            case "red_spaces":
                houses = [space for space, owner in self.houses.items() if owner == seat]
                return sum(red_fee(space) > 0 for space in own + houses)
            case "connected_bases":
                ends = self.house_basins(seat)
                ways = [CONDUITS[space] for space, owner in self.conduits.items() if owner == seat]
                starts = {way["from"] for way in ways if way["to"] in ends}
                return sum(BASES[space]["basin"] in starts for space in own)
            case "most_area":
                return max(by_area)
            case "least_area":
                return min(by_area)
        least = 1 if self.objective == "basins_1" else 3
        return sum(pieces.count(basin) >= least for basin in AREA)

    def score_end(self) -> None:
        counts = [self.objective_count(seat) for seat in range(len(self.seats))]
        for number, player in enumerate(self.seats):
            scale = [20, 15, 10, 0] if player.level else [15, 10, 5, 0]
            first = sum(count > counts[number] for count in counts)
            tied = counts.count(counts[number])
            shared = sum(scale[first : first + tied])
            player.vp += shared // tied + (shared % tied > 0)
            player.vp += (player.credits + player.excavators + player.mixers) // 5
            player.vp += sum(dam.drops for dam in self.dams.values() if dam.owner == number)

    def winners(self) -> list[int]:
        best = max((player.vp, player.energy) for player in self.seats)
        return [seat for seat, player in enumerate(self.seats) if (player.vp, player.energy) == best]
