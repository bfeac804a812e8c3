"""The notation of Barrage: actions such as `turbine_p2 L`, `build b5u wild` and `produce b5l c5B 2` and
descriptions for a log.

Spaces have the ids of the data files: `b5u` and `b5l` are the upper and the lower base space of basin 5, `b5u+` is an
elevation on it, `c5A` and `c5B` are its conduits, and `p5.1` is a powerhouse space.
"""

from __future__ import annotations

import re

from stockade.core.english import counted
from stockade.core.errors import ParseError
from stockade.games.barrage.layout import (
    BASES,
    CARDS,
    CONDUIT_SITE,
    HEADSTREAMS,
    MOST_UNITS,
    NOTHING,
    PRIVATE,
    SEATS,
    VARIANTS,
    Kind,
    Numbers,
    Record,
    Step,
)
from stockade.games.barrage.rules.actions import (
    Base,
    action_of,
    bank_action,
    banked_of,
    build_action,
    build_of,
    kind_of,
    number_of,
    pay_action,
    payment_of,
    pick_action,
    pick_of,
    produce_action,
    production_of,
)
from stockade.games.barrage.rules.payment import cost_of, credits_for
from stockade.games.barrage.rules.production import energy_of
from stockade.games.barrage.rules.seats import is_automa
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.rules.variants import is_copy, is_free, variant_tile, words_of
from stockade.games.barrage.tables import (
    BONUS_NAMES,
    COMPANY_NAMES,
    CONDUIT_VALUE,
    CONTRACT_LIST,
    CONTRACT_NAMES,
    HEADSTREAM_NAMES,
    KIND_NAMES,
    MODIFIER,
    NEUTRAL_SPACE,
    OBJECTIVE_NAMES,
    OFFICER_NAMES,
    OFFICER_TITLES,
    ROW_COST,
    ROW_LIST,
    ROW_NAMES,
    SITE_KIND,
    SITE_NAMES,
    SPACE_ENGINEERS,
    SPACE_FEE,
    TAKES,
    TILE_NAMES,
    TURBINES,
)
from stockade.games.barrage.text.words import OBJECTIVES

SEAT_NAMES = tuple(f"Player {number}" for number in range(1, SEATS + 1))  # until companies are picked
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
"""Actions that are written as a word and a name, with the names that are possible."""
OPTIONAL_BASES = {
    "contract": (Base.CONTRACT, CONTRACT_NAMES, Base.NO_CONTRACT),
    "place": (Base.PLACE, SITE_NAMES, Base.NO_PLACE),
}
"""The same for actions where the name may be `none`."""
PAY = re.compile(r"\s*pay\s+(\d+)\s*E\s+(\d+)\s*M(?:\s+\d+\s*C)?\s*", re.IGNORECASE | re.ASCII)


def seat_name(state: Record, seat: int) -> str:
    """Return the company of a seat, or the seat's own name if it has none."""
    company = int(state.player[seat].company)
    return COMPANY_TITLES[company] if company != NOTHING else SEAT_NAMES[seat]


def variant_text(variant: int) -> str:
    """Return the tile of a build as text: `base`, `I-wild`, `copy II-base`, `free I-powerhouse`."""
    words = [FREE_WORD] if is_free(variant) else []
    words += ["copy"] if is_copy(variant) else []
    return " ".join([*words, TILE_NAMES[variant_tile(variant)]])


VARIANT_TEXTS = tuple(variant_text(variant) for variant in range(VARIANTS))


def conduit_name(conduit: int) -> str:
    return SITE_NAMES[CONDUIT_SITE + conduit]


def payment(state: Record, action: int) -> tuple[int, int, int]:
    """Return the excavators, mixers and credits of a payment."""
    excavators, mixers = payment_of(action)
    frame = state.pending[max(int(state.depth) - 1, 0)]
    if frame.step != Step.PAY or excavators + mixers > MOST_UNITS:
        return excavators, mixers, 0
    (site, variant), seat = numbers_of(frame), int(frame.player)
    missing = int(cost_of(state, seat, site, words_of(state, seat, variant))) - excavators - mixers
    return excavators, mixers, max(int(credits_for(state, seat, site, missing)), 0)


def format_action(state: Record, action: int) -> str:
    base, number = kind_of(action), number_of(action)
    match base:
        case Base.SPACE:
            return f"{ROW_NAMES[number // 2]} {'LR'[number % 2]}"
        case Base.BANK:
            return f"bank {banked_of(action)}"
        case Base.BUILD:
            site, variant = build_of(action)
            return f"build {SITE_NAMES[site]} {VARIANT_TEXTS[variant]}"
        case Base.PAY:
            excavators, mixers, credits = payment(state, action)
            return f"pay {excavators}E {mixers}M" + (f" {credits}C" if credits else "")
        case Base.PRODUCE:
            dam, conduit, drops = production_of(action)
            return f"produce {SITE_NAMES[dam]} {conduit_name(conduit)} {drops}"
        case Base.NO_PRODUCTION:
            return "produce none"
        case Base.PICK:
            company, contract = pick_of(action)
            return f"pick {COMPANY_NAMES[company]} {CONTRACT_NAMES[contract]}"
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


def parse_action(state: Record, text: str) -> int:  # noqa: ARG001  (one form for every game)
    words = text.split()
    first = words[0].lower() if words else ""
    if len(words) == 1 and first in WORDS:
        return WORDS[first].value
    if len(words) == 2 and (first in PLAIN_BASES or first in OPTIONAL_BASES):
        return _named(text, first, words[1])
    if first in _lower(ROW_NAMES) and len(words) == 2 and words[1].upper() in ("L", "R"):
        return action_of(Base.SPACE, 2 * _lower(ROW_NAMES).index(first) + "LR".index(words[1].upper()))
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
        return pick_action(company, _index(text, words[2], CONTRACT_NAMES[:PRIVATE], "starting contracts"))
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
    return action_of(base, _lower(names).index(name.lower()))


def _bank(text: str, engineers: int) -> int:
    if not 1 <= engineers <= 12:
        raise ParseError(f"{text!r}: a company has 1 to 12 engineers for the bank", "2")
    return bank_action(engineers)


def _build(text: str, site: str, tile: str) -> int:
    tile = tile.lower().replace("anton copy ", "copy ")  # the tile that goes on the wheel may also be named
    variant = _index(text, tile, VARIANT_TEXTS, "tiles")
    return build_action(_index(text, site, SITE_NAMES, "spaces"), variant)


def _pay(text: str, excavators: int, mixers: int) -> int:
    if excavators + mixers > MOST_UNITS:
        raise ParseError(f"{text!r}: nothing needs more than {MOST_UNITS} machines", "20")
    return pay_action(excavators, mixers)


def _produce(text: str, words: list[str]) -> int:
    if [word.lower() for word in words] == ["none"]:
        return Base.NO_PRODUCTION.value
    if len(words) != 3 or words[2] not in ("1", "2", "3", "4"):
        raise ParseError(f"{text!r}: write produce DAM CONDUIT N, with 1 to 4 drops", "22")
    dam = _index(text, words[0], SITE_NAMES[:BASES], "base spaces")
    conduit = _index(text, words[1], SITE_NAMES[CONDUIT_SITE : CONDUIT_SITE + BASES], "conduits")
    if conduit // 2 != dam // 2:
        raise ParseError(f"{text!r}: conduit {words[1]} does not start in the basin of {words[0]}", "22")
    return produce_action(dam, conduit, int(words[2]))


# -- in words ------------------------------------------------------------------------------------------------


def describe_action(state: Record, action: int) -> str:
    base = kind_of(action)
    if base >= Base.DRAW_HEADSTREAM:
        return _drawn(state, action, base)
    return f"{seat_name(state, max(int(state.current_player), 0))} {_done(state, action, base)}"


def _asked(state: Record) -> tuple[int, int, Numbers]:
    """Return the step on top, its seat, and its two numbers."""
    frame = state.pending[max(int(state.depth) - 1, 0)]
    return int(frame.step), int(frame.player), numbers_of(frame)


def _drawn(state: Record, action: int, base: Base) -> str:
    """Describe what chance draws, and where it goes."""
    number = number_of(action)
    step, seat, (place, _) = _asked(state)
    match base:
        case Base.DRAW_HEADSTREAM:
            return f"tile {HEADSTREAM_NAMES[number]} is laid on headstream {STREAM_LETTERS[place % HEADSTREAMS]}"
        case Base.DRAW_BONUS:
            return f"the bonus tile for {BONUS_NAMES[number].replace('_', ' ')} is laid for round {place + 1}"
        case Base.DRAW_OBJECTIVE:
            return f"the objective counts {OBJECTIVES[OBJECTIVE_NAMES[number]]}"
        case Base.DRAW_CONTRACT:
            kind = {Step.DRAW_NATIONAL: "national ", Step.DRAW_STARTING: "starting "}.get(Step(step), "")
            return f"the {kind}contract {contract_words(number)} is laid out"
        case Base.DRAW_NEUTRAL:
            return f"a neutral dam with a drop is set up on {SITE_NAMES[NEUTRAL_SPACE[number]]}"
        case Base.DRAW_TILE:
            return f"the patent {TILE_NAMES[number]} is laid out"
        case Base.DRAW_COMPANY if step == Step.DRAW_PAIR:
            return f"{COMPANY_TITLES[number]} goes to {SEAT_NAMES[place % SEATS]}, an Automa"
        case Base.DRAW_COMPANY:
            return f"{COMPANY_TITLES[number]} takes part"
        case Base.DRAW_OFFICER:
            return f"{OFFICER_TITLES[number]} {_officer_place(state, seat, place)}"
        case Base.DRAW_SEAT:
            return f"{SEAT_NAMES[number]} picks first"
    if state.cards == 0:
        return f"all Automa tiles are shuffled, and tile {number + 1} is discarded"
    return f"Automa tile {number + 1} comes to the top"


def _officer_place(state: Record, seat: int, company: int) -> str:
    """Describe where a drawn officer goes."""
    if company == NOTHING:
        return "lies out for Mahiri to copy"
    if seat >= 0:
        return f"comes to {seat_name(state, seat)} instead of Mahiri"
    first = [name for number, name in enumerate(COMPANY_TITLES) if int(state.companies) >> number & 1]
    paired = sum(officer != NOTHING for officer in state.pair.tolist())
    return f"comes with {first[paired]}" if paired < len(first) else "comes with a company"


def contract_words(contract: int) -> str:
    return f"{CONTRACT_NAMES[contract]} ({CONTRACT_LIST[contract]['energy']} energy)"


def _done(state: Record, action: int, base: Base) -> str:
    """Describe what a player does, without the player's name."""
    number = number_of(action)
    match base:
        case Base.SPACE:
            return _sent(number)
        case Base.BANK:
            banked = banked_of(action)
            return f"sends {counted(banked, 'engineer')} to the bank for {counted(banked, 'credit')}"
        case Base.PATENT:
            return f"buys the patent {TILE_NAMES[state.patent[number]]}"
        case Base.OFFICER:
            return f"has Mahiri copy {OFFICER_TITLES[number]} for this turn"
        case Base.BUILD:
            site, variant = build_of(action)
            return f"builds {_structure(site)}{_used(site, variant)}"
        case Base.PASS:
            return "passes"
        case Base.PAY:
            excavators, mixers, credits = payment(state, action)
            parts = ((excavators, "excavator"), (mixers, "mixer"), (credits, "credit"))
            words = [counted(count, name) for count, name in parts if count]
            return f"pays {' and '.join(words) or 'nothing'}"
        case Base.PRODUCE:
            dam, conduit, drops = production_of(action)
            way = f"{counted(drops, 'drop')} from {SITE_NAMES[dam]} through {conduit_name(conduit)}"
            return f"sends {way}{_energy(state, conduit, drops)}"
        case Base.NO_PRODUCTION:
            return "does not produce"
        case Base.PICK:
            return _picked(state, *pick_of(action))
    return _answered(number, base)


def _sent(space: int) -> str:
    """Describe sending engineers to a space of the management board: how many, for what, and at what cost."""
    row = space // 2
    cost = int(SPACE_FEE[space]) + int(ROW_COST[row])
    words = f"sends {counted(int(SPACE_ENGINEERS[space]), 'engineer')} {_row_words(row)}"
    return words + (f", and pays {counted(cost, 'credit')}" if cost else "")


def _row_words(row: int) -> str:
    """Describe what a row is for: `to the turbines (+2)`, `to place 2 drops`."""
    if row < TURBINES:
        return f"to the turbines ({int(MODIFIER[row]):+d})"
    if TAKES[row] > 0:
        return f"for {counted(int(TAKES[row]), 'contract')}"
    effect = ROW_LIST[row]["effect"]
    if "water" in effect:
        return f"to place {counted(effect['water'], 'drop')}"
    if "flow" in effect:
        return f"to let {counted(effect['flow'], 'drop')} run"
    if "rotate" in effect:
        return f"to turn the wheel by {effect['rotate']}"
    names = {"excavators": "excavator", "mixers": "mixer", "machines": "machine"}
    return "for " + " and ".join(counted(effect[word], name) for word, name in names.items() if word in effect)


def _structure(site: int) -> str:
    """Describe a structure: `a base on b5u`, `an elevation on b5u`, `a conduit on c5A (value 3)`."""
    name = SITE_NAMES[site].removesuffix("+")
    match SITE_KIND[site]:
        case Kind.ELEVATION:
            return f"an elevation on {name}"
        case Kind.CONDUIT:
            return f"a conduit on {name} (value {CONDUIT_VALUE[site - CONDUIT_SITE]})"
    return f"a {KIND_NAMES[SITE_KIND[site]]} on {name}"


def _used(site: int, variant: int) -> str:
    """Describe the tile of a build and how it is used. Return nothing for the plain basic tile."""
    tile = TILE_NAMES[variant_tile(variant)]
    words = f", copying {tile}" if is_copy(variant) else f" with the tile {tile}"
    if tile == KIND_NAMES[SITE_KIND[site]] and not is_copy(variant):
        return ""
    return words + (", without engineers" if is_free(variant) else "")


def _energy(state: Record, conduit: int, drops: int) -> str:
    """Describe the energy of a person's production. For an Automa it is told together with its reasons."""
    step, seat, (modifier, run) = _asked(state)
    if step != Step.PRODUCE or is_automa(state, seat):
        return ""
    return f": {energy_of(state, seat, drops, int(CONDUIT_VALUE[conduit]), modifier, run)} energy"


def _answered(number: int, base: Base) -> str:
    """Describe the answers to smaller decisions."""
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
            return f"gets {_structure(number)}"
    return "places nothing"


def _picked(state: Record, company: int, contract: int) -> str:
    """Describe picking a company with its officer, and a starting contract."""
    officer = int(state.pair[company])
    partner = f" with {OFFICER_TITLES[officer]}" if officer != NOTHING else ""
    return f"picks {COMPANY_TITLES[company]}{partner} and contract {contract_words(contract)}"


def describe_end(state: Record) -> str:
    """Describe the final points, and what broke a tie for the most (ruling 60)."""
    seats = range(int(state.players))
    text = ", ".join(f"{seat_name(state, seat)} {state.player[seat].vp}" for seat in seats)
    text = f"the fifth round is over; points: {text}"
    most = max(int(state.player[seat].vp) for seat in seats)
    tied = [seat for seat in seats if state.player[seat].vp == most]
    if len(tied) == 1:
        return text
    energy = max(int(state.player[seat].energy) for seat in tied)
    first = [seat for seat in tied if state.player[seat].energy == energy]
    if len(first) > 1:
        return f"{text}; the win is shared"
    return f"{text}; {seat_name(state, first[0])} made more energy in the last round"
