"""The notation of Barrage: actions such as `turbine_p2 L`, `build b5u wild` and `produce b5l c5B 2` and
descriptions for a log.

Spaces have the ids of the data files: `b5u` and `b5l` are the upper and the lower base space of basin 5, `b5u+` is an
elevation on it, `c5A` and `c5B` are its conduits, and `p5.1` is a powerhouse space.
"""

from __future__ import annotations

import re

from stockade.core.errors import ParseError
from stockade.core.language import listed, mark, signed
from stockade.core.ledger import POINT
from stockade.games.barrage.language import counted, say
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
    ROW_COST,
    ROW_LIST,
    ROW_NAMES,
    SITE_KIND,
    SITE_NAMES,
    SPACE_ENGINEERS,
    SPACE_FEE,
    TILE_NAMES,
    TURBINES,
)
from stockade.games.barrage.text.words import (
    BONUS_TITLES,
    CONTRACT,
    CREDIT,
    DROP,
    ENERGY,
    ENGINEER,
    EXCAVATOR,
    MACHINE,
    MIXER,
    OBJECTIVES,
    officer_title,
    tile_title,
)

COMPANY_TITLES = (mark("USA"), mark("Germany"), mark("Italy"), mark("France"))
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
    return say(COMPANY_TITLES[company]) if company != NOTHING else seat_title(seat)


def seat_title(seat: int) -> str:
    """Return the name of a seat until companies are picked."""
    return say("Player {number}", number=seat + 1)


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
        company = _index(text, words[1], COMPANY_NAMES, mark("companies are {names}"))
        allowed = mark("starting contracts are {names}")
        return pick_action(company, _index(text, words[2], CONTRACT_NAMES[:PRIVATE], allowed))
    reason = say(
        "{text} is not a move; write a row of the board with L or R, bank N, patent N, officer NAME, "
        "build SPACE TILE, pay xE yM, produce DAM CONDUIT N, contract ID, take ID, discard ID, drop A, stop, "
        "machine E, place SPACE, pick COMPANY CONTRACT or pass",
        text=repr(text),
    )
    raise ParseError(reason)


def _lower(names: tuple[str, ...]) -> list[str]:
    return [name.lower() for name in names]


def _index(text: str, name: str, names: tuple[str, ...], allowed: str) -> int:
    """Return the place of a name among those that are allowed. The message `allowed` lists them."""
    if name.lower() not in _lower(names):
        raise ParseError(f"{text!r}: {say(allowed, names=', '.join(names))}")
    return _lower(names).index(name.lower())


def _named(text: str, word: str, name: str) -> int:
    if word in OPTIONAL_BASES:
        base, names, none = OPTIONAL_BASES[word]
        if name.lower() == "none":
            return none.value
    else:
        base, names = PLAIN_BASES[word]
    if name.lower() not in _lower(names):
        raise ParseError(f"{text!r}: {say('there is no {word} {name}', word=word, name=name)}")
    return action_of(base, _lower(names).index(name.lower()))


def _bank(text: str, engineers: int) -> int:
    if not 1 <= engineers <= 12:
        raise ParseError(f"{text!r}: {say('a company has 1 to 12 engineers for the bank')}", "2")
    return bank_action(engineers)


def _build(text: str, site: str, tile: str) -> int:
    tile = tile.lower().replace("anton copy ", "copy ")  # the tile that goes on the wheel may also be named
    variant = _index(text, tile, VARIANT_TEXTS, mark("tiles are {names}"))
    return build_action(_index(text, site, SITE_NAMES, mark("spaces are {names}")), variant)


def _pay(text: str, excavators: int, mixers: int) -> int:
    if excavators + mixers > MOST_UNITS:
        raise ParseError(f"{text!r}: {say('nothing needs more than {most} machines', most=MOST_UNITS)}", "20")
    return pay_action(excavators, mixers)


def _produce(text: str, words: list[str]) -> int:
    if [word.lower() for word in words] == ["none"]:
        return Base.NO_PRODUCTION.value
    if len(words) != 3 or words[2] not in ("1", "2", "3", "4"):
        raise ParseError(f"{text!r}: {say('write produce DAM CONDUIT N, with 1 to 4 drops')}", "22")
    dam = _index(text, words[0], SITE_NAMES[:BASES], mark("base spaces are {names}"))
    conduit_names = SITE_NAMES[CONDUIT_SITE : CONDUIT_SITE + BASES]
    conduit = _index(text, words[1], conduit_names, mark("conduits are {names}"))
    if conduit // 2 != dam // 2:
        reason = say("conduit {conduit} does not start in the basin of {dam}", conduit=words[1], dam=words[0])
        raise ParseError(f"{text!r}: {reason}", "22")
    return produce_action(dam, conduit, int(words[2]))


# -- in words ------------------------------------------------------------------------------------------------

ON_SITE = (
    mark("a base on {site}"),
    mark("an elevation on {site}"),
    mark("a conduit on {site} (value {value})"),
    mark("a powerhouse on {site}"),
)
"""A structure that is built or gained. Indexed by Kind."""
LAID_OUT = {
    Step.DRAW_NATIONAL: mark("the national contract {contract} is laid out"),
    Step.DRAW_STARTING: mark("the starting contract {contract} is laid out"),
}


def describe_action(state: Record, action: int) -> str:
    base = kind_of(action)
    if base >= Base.DRAW_HEADSTREAM:
        return _drawn(state, action, base)
    return _done(state, action, base, seat_name(state, max(int(state.current_player), 0)))


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
            stream = STREAM_LETTERS[place % HEADSTREAMS]
            return say("tile {tile} is laid on headstream {stream}", tile=HEADSTREAM_NAMES[number], stream=stream)
        case Base.DRAW_BONUS:
            things = say(BONUS_TITLES[BONUS_NAMES[number]])
            return say("the bonus tile for {things} is laid for round {round}", things=things, round=place + 1)
        case Base.DRAW_OBJECTIVE:
            return say("the objective counts {things}", things=say(OBJECTIVES[OBJECTIVE_NAMES[number]]))
        case Base.DRAW_CONTRACT:
            laid_out = LAID_OUT.get(Step(step), mark("the contract {contract} is laid out"))
            return say(laid_out, contract=contract_words(number))
        case Base.DRAW_NEUTRAL:
            return say("a neutral dam with a drop is set up on {site}", site=SITE_NAMES[NEUTRAL_SPACE[number]])
        case Base.DRAW_TILE:
            return say("the patent {tile} is laid out", tile=tile_title(number))
        case Base.DRAW_COMPANY if step == Step.DRAW_PAIR:
            company, player = say(COMPANY_TITLES[number]), seat_title(place % SEATS)
            return say("{company} goes to {player}, an Automa", company=company, player=player)
        case Base.DRAW_COMPANY:
            return say("{company} takes part", company=say(COMPANY_TITLES[number]))
        case Base.DRAW_OFFICER:
            return _drawn_officer(state, number, seat, place)
        case Base.DRAW_SEAT:
            return say("{player} picks first", player=seat_title(number))
    if state.cards == 0:
        return say("all Automa tiles are shuffled, and tile {tile} is discarded", tile=number + 1)
    return say("Automa tile {tile} comes to the top", tile=number + 1)


def _drawn_officer(state: Record, number: int, seat: int, company: int) -> str:
    """Describe where a drawn officer goes."""
    officer = officer_title(number)
    if company == NOTHING:
        return say("{officer} lies out for Mahiri to copy", officer=officer)
    if seat >= 0:
        return say("{officer} comes to {name} instead of Mahiri", officer=officer, name=seat_name(state, seat))
    first = [title for number, title in enumerate(COMPANY_TITLES) if int(state.companies) >> number & 1]
    paired = sum(officer != NOTHING for officer in state.pair.tolist())
    if paired >= len(first):
        return say("{officer} comes with a company", officer=officer)
    return say("{officer} comes with {company}", officer=officer, company=say(first[paired]))


def contract_words(contract: int) -> str:
    return f"{CONTRACT_NAMES[contract]} ({ENERGY.counted(CONTRACT_LIST[contract]['energy'])})"


def _done(state: Record, action: int, base: Base, name: str) -> str:
    """Describe what a player does."""
    number = number_of(action)
    match base:
        case Base.SPACE:
            return _sent(name, number)
        case Base.BANK:
            sent, gained = (thing.counted(banked_of(action)) for thing in (ENGINEER, CREDIT))
            deed = mark("{name} sends {engineers} to the bank for {credits}")
            return say(deed, name=name, engineers=sent, credits=gained)
        case Base.PATENT:
            return say("{name} buys the patent {tile}", name=name, tile=tile_title(state.patent[number]))
        case Base.OFFICER:
            return say("{name} has Mahiri copy {officer} for this turn", name=name, officer=officer_title(number))
        case Base.BUILD:
            return _built(name, *build_of(action))
        case Base.PASS:
            return say("{name} passes", name=name)
        case Base.PAY:
            return _paid(state, action, name)
        case Base.PRODUCE:
            return _produced(state, action, name)
        case Base.NO_PRODUCTION:
            return say("{name} does not produce", name=name)
        case Base.PICK:
            return _picked(state, name, *pick_of(action))
    return _answered(number, base, name)


def _sent(name: str, space: int) -> str:
    """Describe sending engineers to a space of the management board: how many, for what, and at what cost."""
    row = space // 2
    engineers = ENGINEER.counted(int(SPACE_ENGINEERS[space]))
    deed = say("{name} sends {engineers} {purpose}", name=name, engineers=engineers, purpose=_purpose(row))
    cost = int(SPACE_FEE[space]) + int(ROW_COST[row])
    return say("{deed}, and pays {credits}", deed=deed, credits=CREDIT.counted(cost)) if cost else deed


def _purpose(row: int) -> str:
    """Describe what a row is for: `to the turbines (+2)`, `to place 2 drops`."""
    if row < TURBINES:
        return say("to the turbines ({modifier})", modifier=signed(int(MODIFIER[row])))
    effect = ROW_LIST[row]["effect"]
    if "water" in effect:
        return say("to place {drops}", drops=DROP.counted(effect["water"]))
    if "flow" in effect:
        return say("to let {drops} run", drops=DROP.counted(effect["flow"]))
    if "rotate" in effect:
        return counted(effect["rotate"], "to turn the wheel by {count}", "to turn the wheel by {count}")
    things = {"excavators": EXCAVATOR, "mixers": MIXER, "machines": MACHINE, "take_private_contracts": CONTRACT}
    gained = [noun.counted(effect[word]) for word, noun in things.items() if word in effect]
    return say("for {things}", things=listed(gained))


def structure_words(site: int) -> str:
    """Describe a structure: `a base on b5u`, `an elevation on b5u`, `a conduit on c5A (value 3)`."""
    name, kind = SITE_NAMES[site].removesuffix("+"), SITE_KIND[site]
    value = CONDUIT_VALUE[site - CONDUIT_SITE] if kind == Kind.CONDUIT else NOTHING
    return say(ON_SITE[kind], site=name, value=value)


def _built(name: str, site: int, variant: int) -> str:
    """Describe a build, and how its tile is used unless that is the plain basic one."""
    tile, what = int(variant_tile(variant)), structure_words(site)
    if is_copy(variant):
        deed = say("{name} builds {structure}, copying {tile}", name=name, structure=what, tile=tile_title(tile))
    elif TILE_NAMES[tile] == KIND_NAMES[SITE_KIND[site]]:
        return say("{name} builds {structure}", name=name, structure=what)
    else:
        deed = say("{name} builds {structure} with the tile {tile}", name=name, structure=what, tile=tile_title(tile))
    return say("{deed}, without engineers", deed=deed) if is_free(variant) else deed


def _paid(state: Record, action: int, name: str) -> str:
    """Describe a payment. Credits and points are the same for an Automa (ruling 63)."""
    _, seat, _ = _asked(state)
    things = (EXCAVATOR, MIXER, POINT if is_automa(state, seat) else CREDIT)
    paid = [thing.counted(count) for thing, count in zip(things, payment(state, action), strict=True) if count]
    if not paid:
        return say("{name} pays nothing", name=name)
    return say("{name} pays {things}", name=name, things=listed(paid))


def _produced(state: Record, action: int, name: str) -> str:
    """Describe a production, with the energy of a person. For an Automa it is told together with its reasons."""
    dam, conduit, drops = production_of(action)
    deed = say(
        "{name} sends {drops} from {dam} through {conduit}",
        name=name,
        drops=DROP.counted(drops),
        dam=SITE_NAMES[dam],
        conduit=conduit_name(conduit),
    )
    step, seat, (modifier, run) = _asked(state)
    if step != Step.PRODUCE or is_automa(state, seat):
        return deed
    energy = int(energy_of(state, seat, drops, int(CONDUIT_VALUE[conduit]), modifier, run))
    return f"{deed}: {ENERGY.counted(energy)}"


def _answered(number: int, base: Base, name: str) -> str:
    """Describe the answers to smaller decisions."""
    match base:
        case Base.CONTRACT:
            return say("{name} fulfils contract {contract}", name=name, contract=contract_words(number))
        case Base.NO_CONTRACT:
            return say("{name} fulfils no contract", name=name)
        case Base.TAKE:
            return say("{name} takes contract {contract}", name=name, contract=contract_words(number))
        case Base.DISCARD:
            return say("{name} discards contract {contract}", name=name, contract=contract_words(number))
        case Base.DROP:
            return say("{name} puts a drop on headstream {stream}", name=name, stream=STREAM_LETTERS[number])
        case Base.STOP:
            return say("{name} places no more drops", name=name)
        case Base.MACHINE:
            return say((mark("{name} takes an excavator"), mark("{name} takes a mixer"))[number], name=name)
        case Base.PLACE:
            return say("{name} gets {structure}", name=name, structure=structure_words(number))
    return say("{name} places nothing", name=name)


def _picked(state: Record, name: str, company: int, contract: int) -> str:
    """Describe picking a company with its officer, and a starting contract."""
    officer = int(state.pair[company])
    title, words = say(COMPANY_TITLES[company]), contract_words(contract)
    if officer == NOTHING:
        return say("{name} picks {company} and contract {contract}", name=name, company=title, contract=words)
    deed = mark("{name} picks {company} with {officer} and contract {contract}")
    return say(deed, name=name, company=title, officer=officer_title(officer), contract=words)


def describe_end(state: Record) -> str:
    """Describe the final points, and what broke a tie for the most (ruling 60)."""
    seats = range(int(state.players))
    points = ", ".join(f"{seat_name(state, seat)} {state.player[seat].vp}" for seat in seats)
    text = say("the fifth round is over; points: {points}", points=points)
    most = max(int(state.player[seat].vp) for seat in seats)
    tied = [seat for seat in seats if state.player[seat].vp == most]
    if len(tied) == 1:
        return text
    energy = max(int(state.player[seat].energy) for seat in tied)
    first = [seat for seat in tied if state.player[seat].energy == energy]
    if len(first) > 1:
        return f"{text}; {say('the win is shared')}"
    return f"{text}; {say('{name} made more energy in the last round', name=seat_name(state, first[0]))}"
