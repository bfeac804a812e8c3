"""Barrage in text: actions such as `turbine_p2 L`, `build b5u wild`, `produce b5l c5B 2`, words for a log, and the
table in lines.

Spaces have the ids of the data files: `b5u` and `b5l` are the upper and the lower base space of basin 5, `b5u+` an
elevation on it, `c5A` and `c5B` its conduits, `p5.1` a powerhouse space.
"""

from __future__ import annotations

import re
from typing import Any

from stockade.core.errors import ParseError
from stockade.games.barrage.layout import (
    BASES,
    CARDS,
    CONDUIT_SITE,
    HEADSTREAMS,
    MOST_UNITS,
    NEUTRAL,
    NOTHING,
    SEGMENTS,
    VARIANTS,
    Base,
    Officer,
    Step,
)
from stockade.games.barrage.rules.construction import (
    MACHINE_CREDITS,
    cost_of,
    is_copy,
    is_free,
    variant_tile,
    words_of,
)
from stockade.games.barrage.rules.seats import has_officer
from stockade.games.barrage.tables import (
    BONUS_NAMES,
    COMPANY_NAMES,
    CONTRACT_LIST,
    CONTRACT_NAMES,
    HEADSTREAM_NAMES,
    KIND_NAMES,
    OBJECTIVE_NAMES,
    OFFICER_NAMES,
    OFFICER_TITLES,
    ROW_NAMES,
    SITE_KIND,
    SITE_NAMES,
    TILE_NAMES,
)

SEAT_NAMES = ("First", "Second", "Third", "Fourth")
COMPANY_TITLES = ("USA", "Germany", "Italy", "France")
STREAM_LETTERS = "ABCD"
NEUTRAL_NAMES = tuple(f"ND{number}" for number in range(1, 11))
FREE_WORD = "free"
WORDS = {"pass": Base.PASS, "stop": Base.STOP}
PLAIN_BASES = {
    "patent": (Base.PATENT, ("1", "2", "3")),
    "officer": (Base.OFFICER, OFFICER_NAMES),
    "take": (Base.TAKE, CONTRACT_NAMES),
    "discard": (Base.DISCARD, CONTRACT_NAMES),
    "drop": (Base.DROP, tuple(STREAM_LETTERS)),
    "machine": (Base.MACHINE, ("E", "M")),
    "headstream": (Base.DRAW_HEADSTREAM, HEADSTREAM_NAMES),
    "bonus": (Base.DRAW_BONUS, BONUS_NAMES),
    "objective": (Base.DRAW_OBJECTIVE, OBJECTIVE_NAMES),
    "lay": (Base.DRAW_CONTRACT, CONTRACT_NAMES),
    "neutral": (Base.DRAW_NEUTRAL, NEUTRAL_NAMES),
    "tile": (Base.DRAW_TILE, TILE_NAMES),
    "company": (Base.DRAW_COMPANY, COMPANY_NAMES),
    "lend": (Base.DRAW_OFFICER, OFFICER_NAMES),
    "chooser": (Base.DRAW_SEAT, tuple(str(seat) for seat in range(1, 5))),
    "card": (Base.DRAW_CARD, tuple(str(card) for card in range(1, CARDS + 1))),
}
"""Actions of one word and one name, and what the name may be."""
OPTIONAL_BASES = {
    "contract": (Base.CONTRACT, CONTRACT_NAMES, Base.NO_CONTRACT),
    "place": (Base.PLACE, SITE_NAMES, Base.NO_PLACE),
}
"""The same where `none` will do too."""
PAY = re.compile(r"\s*pay\s+(\d+)\s*E\s+(\d+)\s*M(?:\s+\d+\s*C)?\s*", re.IGNORECASE | re.ASCII)


def seat_name(state: Any, seat: int) -> str:
    """The company, once the seat has one."""
    company = int(state.player[seat].company)
    return COMPANY_TITLES[company] if company != NOTHING else SEAT_NAMES[seat]


def kind_of(action: int) -> Base:
    """The kind of decision that an id belongs to."""
    return max(base for base in Base if base <= action)


def variant_text(variant: int) -> str:
    """The tile of a build: `base`, `I-wild`, `copy II-base`, `free I-powerhouse`."""
    words = [FREE_WORD] if is_free(variant) else []
    words += ["copy"] if is_copy(variant) else []
    return " ".join([*words, TILE_NAMES[variant_tile(variant)]])


VARIANT_TEXTS = tuple(variant_text(variant) for variant in range(VARIANTS))


def production_of(action: int) -> tuple[int, int, int]:
    """Base space, conduit and drops of a `produce`."""
    choice = action - Base.PRODUCE
    dam = choice // 8
    return dam, dam // 2 * 2 + choice // 4 % 2, choice % 4 + 1


def conduit_name(conduit: int) -> str:
    return SITE_NAMES[CONDUIT_SITE + conduit]


def payment(state: Any, action: int) -> tuple[int, int, int]:
    """Excavators, mixers and credits of a `pay`."""
    excavators, mixers = divmod(action - Base.PAY, MOST_UNITS + 1)
    frame = state.pending[max(int(state.depth) - 1, 0)]
    if frame.step != Step.PAY or excavators + mixers > MOST_UNITS:
        return excavators, mixers, 0
    site, variant, seat = int(frame.a), int(frame.b), int(frame.player)
    if not has_officer(state, seat, Officer.SOLOMON):
        return excavators, mixers, 0
    lacking = int(cost_of(state, seat, site, words_of(state, seat, variant))) - excavators - mixers
    return excavators, mixers, MACHINE_CREDITS * max(lacking, 0)


def format_action(state: Any, action: int) -> str:
    base = kind_of(action)
    number = action - base
    match base:
        case Base.SPACE:
            return f"{ROW_NAMES[number // 2]} {'LR'[number % 2]}"
        case Base.BANK:
            return f"bank {number + 1}"
        case Base.BUILD:
            return f"build {SITE_NAMES[number // VARIANTS]} {VARIANT_TEXTS[number % VARIANTS]}"
        case Base.PAY:
            excavators, mixers, credits = payment(state, action)
            return f"pay {excavators}E {mixers}M" + (f" {credits}C" if credits else "")
        case Base.PRODUCE:
            dam, conduit, drops = production_of(action)
            return f"produce {SITE_NAMES[dam]} {conduit_name(conduit)} {drops}"
        case Base.NO_PRODUCTION:
            return "produce none"
        case Base.PICK:
            return f"pick {COMPANY_NAMES[number // 4]} {CONTRACT_NAMES[number % 4]}"
        case Base.NO_CONTRACT:
            return "contract none"
        case Base.NO_PLACE:
            return "place none"
    for word, (first, names, _) in OPTIONAL_BASES.items():
        if first == base:
            return f"{word} {names[number]}"
    for word, (first, names) in PLAIN_BASES.items():
        if first == base:
            return f"{word} {names[number]}"
    return base.name.lower()


# -- reading -------------------------------------------------------------------------------------------------


def parse_action(state: Any, text: str) -> int:  # noqa: ARG001  (one form for every game)
    words = text.split()
    first = words[0].lower() if words else ""
    if len(words) == 1 and first in WORDS:
        return WORDS[first].value
    if len(words) == 2 and (first in PLAIN_BASES or first in OPTIONAL_BASES):
        return _named(text, first, words[1])
    if first in _lower(ROW_NAMES) and len(words) == 2 and words[1].upper() in ("L", "R"):
        return Base.SPACE + _lower(ROW_NAMES).index(first) * 2 + "LR".index(words[1].upper())
    if first == "bank" and len(words) == 2 and words[1].isdecimal() and words[1].isascii():
        return _bank(text, int(words[1]))
    if first == "build" and len(words) >= 3:
        return _build(text, words[1], " ".join(words[2:]))
    if found := PAY.fullmatch(text):
        return _pay(text, int(found[1]), int(found[2]))
    if first == "produce":
        return _produce(text, words[1:])
    if first == "pick" and len(words) == 3:
        company = _index(text, words[1], COMPANY_NAMES, "companies")
        return Base.PICK + company * 4 + _index(text, words[2], CONTRACT_NAMES[:4], "starting contracts")
    raise ParseError(
        f"{text!r} is no action; write a row of the board with L or R, bank N, patent N, officer NAME, "
        "build SPACE TILE, pay xE yM, produce DAM CONDUIT N, contract ID, take ID, discard ID, drop A, stop, "
        "machine E, place SPACE, pick COMPANY CONTRACT or pass"
    )


def _lower(names: tuple[str, ...]) -> list[str]:
    return [name.lower() for name in names]


def _index(text: str, name: str, names: tuple[str, ...], what: str) -> int:
    if name.lower() not in _lower(names):
        raise ParseError(f"{text!r}: {what} are {', '.join(names)}")
    return _lower(names).index(name.lower())


def _named(text: str, word: str, name: str) -> int:
    if word in OPTIONAL_BASES:
        base, names, none = OPTIONAL_BASES[word]
        if name.lower() == "none":
            return none.value
    else:
        base, names = PLAIN_BASES[word]
    if name.lower() not in _lower(names):
        raise ParseError(f"{text!r}: there is no {word} {name}")
    return base + _lower(names).index(name.lower())


def _bank(text: str, engineers: int) -> int:
    if not 1 <= engineers <= 12:
        raise ParseError(f"{text!r}: a company has 1 to 12 engineers for the bank", "2")
    return Base.BANK + engineers - 1


def _build(text: str, site: str, tile: str) -> int:
    variant = _index(text, tile, VARIANT_TEXTS, "tiles")
    return Base.BUILD + _index(text, site, SITE_NAMES, "spaces") * VARIANTS + variant


def _pay(text: str, excavators: int, mixers: int) -> int:
    if excavators + mixers > MOST_UNITS:
        raise ParseError(f"{text!r}: nothing needs more than {MOST_UNITS} machines", "20")
    return Base.PAY + excavators * (MOST_UNITS + 1) + mixers


def _produce(text: str, words: list[str]) -> int:
    if [word.lower() for word in words] == ["none"]:
        return Base.NO_PRODUCTION.value
    if len(words) != 3 or words[2] not in ("1", "2", "3", "4"):
        raise ParseError(f"{text!r}: write produce DAM CONDUIT N, with 1 to 4 drops", "22")
    dam = _index(text, words[0], SITE_NAMES[:BASES], "base spaces")
    conduit = _index(text, words[1], SITE_NAMES[CONDUIT_SITE : CONDUIT_SITE + BASES], "conduits")
    if conduit // 2 != dam // 2:
        raise ParseError(f"{text!r}: conduit {words[1]} does not start in the basin of {words[0]}", "22")
    return Base.PRODUCE + (dam * 2 + conduit % 2) * 4 + int(words[2]) - 1


# -- in words ------------------------------------------------------------------------------------------------


def describe_action(state: Any, action: int) -> str:
    base = kind_of(action)
    if base >= Base.DRAW_HEADSTREAM:
        return _drawn(action, base)
    return f"{seat_name(state, max(int(state.current_player), 0))} {_done(state, action, base)}"


def _drawn(action: int, base: Base) -> str:
    """What chance brings."""
    number = action - base
    match base:
        case Base.DRAW_HEADSTREAM:
            return f"headstream tile {HEADSTREAM_NAMES[number]} is laid"
        case Base.DRAW_BONUS:
            return f"the bonus tile for {BONUS_NAMES[number].replace('_', ' ')} is laid"
        case Base.DRAW_OBJECTIVE:
            return f"the objective is {OBJECTIVE_NAMES[number].replace('_', ' ')}"
        case Base.DRAW_CONTRACT:
            return f"contract {contract_words(number)} is laid out"
        case Base.DRAW_NEUTRAL:
            return f"neutral dam {NEUTRAL_NAMES[number]} is set up"
        case Base.DRAW_TILE:
            return f"technology tile {TILE_NAMES[number]} is laid out"
        case Base.DRAW_COMPANY:
            return f"{COMPANY_TITLES[number]} is drawn"
        case Base.DRAW_OFFICER:
            return f"{OFFICER_TITLES[number]} is drawn"
        case Base.DRAW_SEAT:
            return f"{SEAT_NAMES[number].lower()} seat picks first"
    return f"Automa tile {number + 1} comes to the top"


def contract_words(contract: int) -> str:
    return f"{CONTRACT_NAMES[contract]} ({CONTRACT_LIST[contract]['energy']} energy)"


def _done(state: Any, action: int, base: Base) -> str:
    """What somebody does, after the name."""
    number = action - base
    match base:
        case Base.SPACE:
            side = ("left", "right")[number % 2]
            return f"sends engineers to {ROW_NAMES[number // 2].replace('_', ' ')}, {side}"
        case Base.BANK:
            return f"takes {number + 1} from the bank"
        case Base.PATENT:
            return f"buys the patent of {TILE_NAMES[state.patent[number]]}"
        case Base.OFFICER:
            return f"has {OFFICER_TITLES[number]}'s ability for this turn"
        case Base.BUILD:
            site = number // VARIANTS
            kind = KIND_NAMES[SITE_KIND[site]]
            return f"builds a {kind} on {SITE_NAMES[site]} with {VARIANT_TEXTS[number % VARIANTS]}"
        case Base.PASS:
            return "passes"
        case Base.PAY:
            excavators, mixers, credits = payment(state, action)
            parts = ((excavators, "excavator"), (mixers, "mixer"), (credits, "credit"))
            words = [f"{count} {name}{'s' if count != 1 else ''}" for count, name in parts if count]
            return f"pays {' and '.join(words) or 'nothing'}"
        case Base.PRODUCE:
            dam, conduit, drops = production_of(action)
            return (
                f"sends {drops} drop{'s' if drops > 1 else ''} from {SITE_NAMES[dam]} through {conduit_name(conduit)}"
            )
        case Base.NO_PRODUCTION:
            return "does not produce"
    return _answered(number, base)


def _answered(number: int, base: Base) -> str:
    """The same for the smaller answers."""
    match base:
        case Base.CONTRACT:
            return f"fulfils contract {contract_words(number)}"
        case Base.NO_CONTRACT:
            return "fulfils no contract"
        case Base.TAKE:
            return f"takes contract {contract_words(number)}"
        case Base.DISCARD:
            return f"discards contract {contract_words(number)}"
        case Base.DROP:
            return f"puts a drop on headstream {STREAM_LETTERS[number]}"
        case Base.STOP:
            return "places no more drops"
        case Base.MACHINE:
            return f"takes {('an excavator', 'a mixer')[number]}"
        case Base.PLACE:
            return f"gets a {KIND_NAMES[SITE_KIND[number]]} on {SITE_NAMES[number]}"
        case Base.NO_PLACE:
            return "places nothing"
    return f"picks {COMPANY_TITLES[number // 4]} and contract {CONTRACT_NAMES[number % 4]}"


def describe_end(state: Any) -> str:
    points = ", ".join(f"{seat_name(state, seat)} {state.player[seat].vp}" for seat in range(state.players))
    return f"the fifth round is over: {points}"


# -- the table in lines --------------------------------------------------------------------------------------


def draw(state: Any) -> str:
    """Every basin with what stands in it, then the companies."""
    lines = [f" round {state.round_no}; headstreams: {_streams(state)}"]
    lines += [_basin(state, basin) for basin in range(12)]
    lines.append("")
    lines += [_company(state, int(seat)) for seat in state.order[: state.players]]
    return "\n".join(lines)


def _streams(state: Any) -> str:
    return ", ".join(f"{STREAM_LETTERS[stream]} {state.waiting[stream]}" for stream in range(HEADSTREAMS))


def _owner(state: Any, owner: int) -> str:
    return "neutral" if owner == NEUTRAL else f"[seat{owner}]{seat_name(state, owner)}[/]"


def _basin(state: Any, basin: int) -> str:
    from stockade.games.barrage.tables import CONDUIT_TO, CONDUIT_VALUE, FIRST_POWERHOUSE

    things = []
    for house in range(FIRST_POWERHOUSE[basin], FIRST_POWERHOUSE[basin + 1]):
        if state.powerhouse[house] != NOTHING:
            things.append(f"powerhouse of {_owner(state, int(state.powerhouse[house]))}")
    for space in range(2 * basin, min(2 * basin + 2, BASES)):
        if state.dam_owner[space] != NOTHING:
            water = f"{state.dam_drops[space]}/{state.dam_level[space]}"
            things.append(f"{SITE_NAMES[space]} {_owner(state, int(state.dam_owner[space]))} {water}")
    for conduit in range(2 * basin, min(2 * basin + 2, BASES)):
        if state.conduit[conduit] != NOTHING:
            way = f"{conduit_name(conduit)} x{CONDUIT_VALUE[conduit]} to {CONDUIT_TO[conduit] + 1}"
            things.append(f"{way} {_owner(state, int(state.conduit[conduit]))}")
    return f" {basin + 1:>2}: {'; '.join(things) or '[dim]-[/]'}"


def _company(state: Any, seat: int) -> str:
    player = state.player[seat]
    wheel = " ".join(_segment(player, segment) for segment in range(1, SEGMENTS))
    tiles = " ".join(TILE_NAMES[tile] for tile in range(len(TILE_NAMES)) if player.tiles >> tile & 1)
    contracts = " ".join(name for k, name in enumerate(CONTRACT_NAMES) if int(player.contracts) >> k & 1)
    supply = f"{player.credits} credits, {player.excavators}E {player.mixers}M, {player.engineers} engineers"
    standing = f"{player.vp} points, {player.energy} energy, {supply}"
    return f" [seat{seat}]{seat_name(state, seat)}[/]: {standing}; {tiles}; wheel {wheel}; {contracts}"


def _segment(player: Any, segment: int) -> str:
    tile = int(player.wheel_tile[segment])
    machines = f"{player.wheel_excavators[segment]}E{player.wheel_mixers[segment]}M"
    if tile == NOTHING:
        return "-" if machines == "0E0M" else machines
    return f"{TILE_NAMES[tile] if tile < len(TILE_NAMES) else 'anton'}:{machines}"
