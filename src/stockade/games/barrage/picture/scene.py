"""The scene of Barrage: what lies on the table, what can be done with it, and what that would bring.

To send engineers, a player touches a space of the board. To build, they touch the space on the map, then the
technology tile, and then the tile that Anton's tile copies, if any. To produce, they touch the dam, then the conduit,
then the number of drops. They touch a contract to take, discard or fulfil it, and a headstream to put a drop there.
"""

from __future__ import annotations

from collections import Counter

from stockade.core.language import listed, listed_or, mark, signed, winning
from stockade.core.scene import Choice, Piece, Scene, Shape, choosable
from stockade.core.state import State
from stockade.games.barrage.language import counted, say
from stockade.games.barrage.layout import (
    ANTON,
    BASES,
    NEUTRAL,
    TILES,
    Kind,
    Run,
    Step,
)
from stockade.games.barrage.picture.kinds import named
from stockade.games.barrage.picture.management import (
    contract_id,
    officer_id,
    patent_id,
    space_id,
    space_words,
    tile_id,
)
from stockade.games.barrage.picture.mats import build_id, company_id, free_id
from stockade.games.barrage.picture.preview import (
    drop_end,
    income_of_site,
    outlook,
    payment_parts,
    pending,
    production_ends,
    wheel_words,
)
from stockade.games.barrage.picture.sheets import all_sheets, panel
from stockade.games.barrage.picture.table import Table
from stockade.games.barrage.picture.valley import conduit_id, dam_id, send_id, site_id, stream_id
from stockade.games.barrage.rules.actions import (
    Base,
    action_of,
    banked_of,
    build_action,
    build_of,
    kind_of,
    number_of,
    pick_of,
    production_of,
)
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.rules.variants import is_copy, is_free, variant_tile
from stockade.games.barrage.tables import (
    SITE_KIND,
    SITE_NAMES,
    TILE_BUILDS,
    TURBINES,
)
from stockade.games.barrage.text.notation import (
    COMPANY_TITLES,
    STREAM_LETTERS,
    conduit_name,
    format_action,
    seat_name,
)
from stockade.games.barrage.text.reasons import refusal
from stockade.games.barrage.text.words import (
    ENGINEER,
    OFFICER_TITLES,
    contract_terms,
    place_words,
    tile_title,
    tile_words,
)

BUILD_LABELS = (
    mark("Build a base on {space} with the tile {tile}"),
    mark("Build an elevation on {space} with the tile {tile}"),
    mark("Build a conduit on {space} with the tile {tile}"),
    mark("Build a powerhouse on {space} with the tile {tile}"),
)
PLACE_LABELS = (
    mark("Place the base on {space}"),
    mark("Place the elevation on {space}"),
    mark("Place the conduit on {space}"),
    mark("Place the powerhouse on {space}"),
)
PAY_PROMPTS = (
    mark("pay for the base on {space}"),
    mark("pay for the elevation on {space}"),
    mark("pay for the conduit on {space}"),
    mark("pay for the powerhouse on {space}"),
)
CONTRACT_LABELS = {
    Base.CONTRACT: mark("Fulfil contract {contract}"),
    Base.TAKE: mark("Take contract {contract}"),
    Base.DISCARD: mark("Discard contract {contract}"),
}
BUTTONS = {
    Base.NO_PRODUCTION: mark("Do not produce"),
    Base.NO_CONTRACT: mark("Fulfil no contract"),
    Base.STOP: mark("No more drops"),
    Base.NO_PLACE: mark("Place nothing"),
    Base.PASS: mark("Pass"),
}
VARIANTS = {
    (False, False): "{tile}",
    (False, True): mark("copy {tile}"),
    (True, False): mark("free {tile}"),
    (True, True): mark("free copy {tile}"),
}
"""How a tile is used in a build, by whether it takes no engineers and whether it is copied."""
MACHINE_BUTTONS = (mark("Take an excavator"), mark("Take a mixer"))


def scene(state: State, viewer: int | None, shape: Shape) -> Scene:
    """Return what a client draws. The viewer's own mat comes first."""
    record = state.record
    legal = choosable(state, viewer)
    closed = _closed(state, legal)
    sends = max((production_of(action)[2] for action in legal if kind_of(action) == Base.PRODUCE), default=0)
    builds_free = any(is_free(build_of(action)[1]) for action in legal if kind_of(action) == Base.BUILD)
    table = Table(record, viewer, shape, closed, sends, builds_free)
    return Scene.of(
        state,
        viewer,
        size=table.frame.size,
        areas=table.areas(),
        pieces=table.pieces(),
        panels=tuple(panel(record, seat) for seat in range(state.players)),
        prompt=_prompt(state),
        choices=Chooser(state, table, legal).choices(),
        sheets=all_sheets(record, closed),
        focus=table.frame.part,
    )


def _closed(state: State, legal: list[int]) -> dict[str, str]:
    """Return the areas that are closed to the player whose turn it is, with the reasons."""
    record = state.record
    if not legal or pending(record).step != Step.TURN:
        return {}
    open_actions = set(legal)
    shut = {
        space_id(space): action_of(Base.SPACE, space)
        for space, owner in enumerate(record.space.tolist())
        if owner != NEUTRAL
    }
    if record.is_full:
        shut |= {patent_id(slot): action_of(Base.PATENT, slot) for slot in range(3)}
    shut = {area: action for area, action in shut.items() if action not in open_actions}
    sites = {site_id(build_of(action)[0]) for action in legal if kind_of(action) == Base.BUILD}
    owners, usual = record.dam_owner.tolist(), [_usual_tile(state, kind) for kind in Kind]
    for site, kind in enumerate(SITE_KIND.tolist()):
        is_own = kind <= Kind.ELEVATION and owners[site % BASES] == state.current_player
        if site_id(site) not in sites and is_own == (kind == Kind.ELEVATION):
            shut[site_id(site)] = build_action(site, usual[kind])
    return {area: refusal(record, action).text for area, action in shut.items()}


def _usual_tile(state: State, kind: int) -> int:
    """Return a tile that builds a structure: one that the player has, or else the basic one."""
    tiles = int(state.record.player[state.current_player].tiles)
    return next((tile for tile in range(TILES) if tiles >> tile & 1 and TILE_BUILDS[tile] >> kind & 1), kind)


def variant_words(variant: int) -> str:
    """Return the tile of a build and how it is used, in the words of the notation."""
    return say(VARIANTS[bool(is_free(variant)), bool(is_copy(variant))], tile=tile_title(int(variant_tile(variant))))


# -- what can be done ----------------------------------------------------------------------------------------


class Chooser:
    """The legal actions of the player who decides, as choices."""

    def __init__(self, state: State, table: Table, legal: list[int]) -> None:
        self.state, self.record, self.table, self.legal = state, state.record, table, legal
        self.seat = state.current_player
        self.player = self.record.player[max(self.seat, 0)]
        # If only one number of drops can take a way through dam and conduit, no third touch is needed.
        self.ways = Counter(production_of(action)[:2] for action in legal if kind_of(action) == Base.PRODUCE)
        self.back = wheel_words(self.player)
        variants = {build_of(action)[1] for action in legal if kind_of(action) == Base.BUILD}
        # Tiles that can be used without engineers, directly or as a copy. The player also touches whether to send
        # engineers.
        self.free = {(int(variant_tile(each)), bool(is_copy(each))) for each in variants if is_free(each)}

    def choices(self) -> tuple[Choice, ...]:
        chosen = (self._choice(action, format_action(self.record, action)) for action in self.legal)
        return tuple(named(choice) for choice in chosen)

    def _choice(self, action: int, text: str) -> Choice:
        base, number = kind_of(action), number_of(action)
        match base:
            case Base.SPACE:
                return self._space(action, text)
            case Base.BANK:
                banked = banked_of(action)
                return Choice(action, text, f"{say('Bank')}: {ENGINEER.counted(banked)}", (), amount=banked)
            case Base.PATENT:
                label = say("Buy the patent of {tile}", tile=tile_words(int(self.record.patent[number])))
                return Choice(action, text, label, (patent_id(number),), turn=0)
            case Base.OFFICER:
                label = say("Borrow {officer}'s ability", officer=say(OFFICER_TITLES[number]))
                return Choice(action, text, label, (officer_id(number),))
            case Base.BUILD:
                return self._build(action, text)
            case Base.PRODUCE:
                return self._produce(action, text)
            case Base.DROP:
                return self._drop(action, text)
            case Base.PLACE:
                return self._place(action, text)
            case Base.PICK:
                company, contract = pick_of(action)
                label = say(
                    "Pick {company} with contract {contract}",
                    company=say(COMPANY_TITLES[company]), contract=contract_terms(contract),
                )  # fmt: skip
                return Choice(action, text, label, (company_id(company), contract_id(contract)), either=True)
            case Base.CONTRACT | Base.TAKE | Base.DISCARD:
                label = say(CONTRACT_LABELS[base], contract=contract_terms(number))
                return Choice(action, text, label, (contract_id(number),), self._outlook(action))
            case Base.PAY:
                site, _ = numbers_of(pending(self.record))
                prospect = self._prospect(self.back, self._outlook(action))
                return Choice(action, text, self._plain(action, base), (), prospect, self._structure(site))
        return Choice(action, text, self._plain(action, base), (), self._outlook(action))

    def _outlook(self, action: int) -> str:
        """Return what the player decides next in the same turn."""
        return outlook(self.state.effect(action), self.seat)

    def _plain(self, action: int, base: Base) -> str:
        """Return the label of an action that has a button."""
        match base:
            case Base.PAY:
                parts = payment_parts(self.record, action)
                return say("Pay {things}", things=listed(parts)) if parts else say("Pay nothing")
            case Base.MACHINE:
                return say(MACHINE_BUTTONS[number_of(action)])
        return say(BUTTONS[base])

    def _space(self, action: int, text: str) -> Choice:
        space = number_of(action)
        # The label says what other rows lead to.
        prospect = self._outlook(action) if space // 2 < TURBINES else ""
        return Choice(action, text, space_words(space), (space_id(space),), prospect, turn=0)

    # -- building

    def _build(self, action: int, text: str) -> Choice:
        site, variant = build_of(action)
        label = say(BUILD_LABELS[SITE_KIND[site]], space=SITE_NAMES[site], tile=variant_words(variant))
        touches = site_id(site), *self._tile_touches(variant)
        prospect = self._prospect(self._outlook(action), self.back, income_of_site(self.record, self.seat, site))
        return Choice(action, text, label, touches, prospect, self._structure(site))

    @staticmethod
    def _prospect(*parts: str) -> str:
        return "; ".join(filter(None, parts))

    def _structure(self, site: int) -> tuple[Piece, ...]:
        return (self.table.valley.structure(site, self.seat),)

    def _tile_touches(self, variant: int) -> tuple[str, ...]:
        """Return what is touched to choose a tile: Anton's tile if it copies, the tile, and whether engineers are
        sent if that is optional."""
        tile = int(variant_tile(variant))
        touches = [tile_id(tile, self.seat)]
        if is_copy(variant):
            has_anton = int(self.player.tiles) >> ANTON & 1
            touches.insert(0, tile_id(ANTON, self.seat) if has_anton else officer_id(int(self.player.officer)))
        if is_free(variant):
            touches.append(free_id(self.seat))
        elif (tile, bool(is_copy(variant))) in self.free:
            touches.append(build_id(self.seat, int(self.player.constructions)))
        return tuple(touches)

    def _place(self, action: int, text: str) -> Choice:
        site = number_of(action)
        label = say(PLACE_LABELS[SITE_KIND[site]], space=SITE_NAMES[site])
        prospect = self._prospect(self._outlook(action), income_of_site(self.record, self.seat, site))
        return Choice(action, text, label, (site_id(site),), prospect, self._structure(site), turn=0)

    # -- water

    def _produce(self, action: int, text: str) -> Choice:
        dam, conduit, drops = production_of(action)
        label = counted(
            drops,
            "Send {count} drop from {dam} through {conduit}",
            "Send {count} drops from {dam} through {conduit}",
            dam=SITE_NAMES[dam],
            conduit=conduit_name(conduit),
        )
        touches = [dam_id(dam), conduit_id(conduit)]
        if self.ways[dam, conduit] > 1:
            touches.append(send_id(drops))
        ghost = tuple(self.table.valley.drop(*end) for end in production_ends(self.record, action))
        return Choice(action, text, label, tuple(touches), self._outlook(action), ghost)

    def _drop(self, action: int, text: str) -> Choice:
        stream, frame = number_of(action), pending(self.record)
        end = drop_end(self.record, stream)
        where = say("to {space}", space=SITE_NAMES[end[0]]) if end else say("out of the valley")
        ghost = (self.table.valley.drop(*end),) if end else ()
        label = say("A drop on headstream {stream}, {where}", stream=STREAM_LETTERS[stream], where=where)
        # The last drop that flows at once starts the others, and the gain says where all of them go.
        drops, _ = numbers_of(frame)
        prospect = where if frame.step == Step.DROP or drops > 1 or not end else ""
        return Choice(action, text, label, (stream_id(stream),), prospect, ghost, turn=0)


# -- what is asked -------------------------------------------------------------------------------------------


def _prompt(state: State) -> str:
    if state.is_over:
        names = [state.seat_name(seat) for seat in state.winners()]
        return f"{winning(names)}: {state.describe_end()}"
    if state.current_player < 0:
        return say(CHANCE_PROMPTS.get(Step(int(pending(state.record).step)), mark("The table is laid out")))
    return f"{seat_name(state.record, state.current_player)}: {_asked(state)}"


CHANCE_PROMPTS = {
    Step.DRAW_CONTRACT: mark("A contract is laid out"),
    Step.DRAW_PATENT: mark("A technology tile is laid out"),
    Step.DRAW_CARD: mark("The Automas' next tile is drawn"),
}


def _asked(state: State) -> str:
    frame = pending(state.record)
    numbers = numbers_of(frame)
    match int(frame.step):
        case Step.TURN:
            return _turn(state)
        case Step.PAY:
            site, _ = numbers
            return say(PAY_PROMPTS[SITE_KIND[site]], space=SITE_NAMES[site])
        case Step.PRODUCE:
            modifier, run = numbers
            return _production(modifier, run)
        case Step.CONTRACT:
            energy, _ = numbers
            return say("fulfil a contract with {energy} energy, or none", energy=energy)
        case Step.TAKE:
            contracts, _ = numbers
            return counted(contracts, "take {count} contract", "take {count} contracts")
        case Step.DISCARD:
            return say("discard down to three contracts")
        case Step.DROP:
            drops, _ = numbers
            return counted(
                drops,
                "place up to {count} drop to wait on headstreams",
                "place up to {count} drops to wait on headstreams",
            )
        case Step.FALL:
            drops, _ = numbers
            return counted(drops, "place {count} drop to flow at once", "place {count} drops to flow at once")
        case Step.MACHINE:
            machines, _ = numbers
            return counted(machines, "take {count} machine of either kind", "take {count} machines of either kind")
        case Step.PLACE:
            amount, _ = numbers
            return say("place {structure}, or nothing", structure=place_words(amount))
    return say("pick a company with its officer, and a contract")


def _turn(state: State) -> str:
    engineers = int(state.record.player[state.current_player].engineers)
    if not engineers:
        return say("build without engineers, or pass")
    kinds = {kind_of(action) for action in state.legal_actions()}
    ways = [say("use a space of the board")] * (Base.SPACE in kinds) + [say("build")] * (Base.BUILD in kinds)
    ways += [say("buy a patent")] * (Base.PATENT in kinds) + [say("go to the bank")]
    return counted(
        engineers, "{ways} ({count} engineer left)", "{ways} ({count} engineers left)", ways=listed_or(ways)
    )


def _production(modifier: int, run: int) -> str:
    if run == Run.SECOND:
        return say("a second production to another powerhouse, or none")
    sign = signed(modifier) if modifier else "±0"
    if run == Run.TILE:
        return say("produce with {sign}: a dam, its conduit, and how many drops, or nothing", sign=sign)
    return say("produce with {sign}: a dam, its conduit, and how many drops", sign=sign)
