"""The reasons why actions are not legal, each with its ruling. Reasons about the board and the map are in
`closed.py`."""

from __future__ import annotations

from collections.abc import Callable

from stockade.core.errors import Reason
from stockade.core.language import listed, mark
from stockade.games.barrage.language import say
from stockade.games.barrage.layout import FEE, NATIONAL, NOTHING, PRIVATE, Kind, Record, Step
from stockade.games.barrage.rules.actions import Base, kind_of, parts_of
from stockade.games.barrage.rules.contracts import energy_needed, open_nationals
from stockade.games.barrage.rules.payment import (
    conduit_value,
    cost_of,
    counts_excavators,
    counts_mixers,
    credits_for,
    mixers_alone,
    red_fee,
)
from stockade.games.barrage.rules.seats import credits_of
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.rules.variants import words_of
from stockade.games.barrage.tables import (
    BONUS_NAMES,
    COMPANY_NAMES,
    CONTRACT_ENERGY,
    CONTRACT_NAMES,
    NEUTRAL_AREA,
    PILE_BITS,
    SITE_AREA,
    SITE_KIND,
    TILE_LEVEL,
)
from stockade.games.barrage.text.closed import (
    why_bank,
    why_build,
    why_officer,
    why_patent,
    why_piece,
    why_produce,
    why_site,
    why_space,
)
from stockade.games.barrage.text.notation import format_action, seat_name, seat_title
from stockade.games.barrage.text.words import (
    A_STRUCTURE,
    AREA_TITLES,
    CREDIT,
    ENERGY,
    EXCAVATOR,
    MACHINE,
    MIXER,
    PILE_TITLES,
    officer_title,
    side_title,
    tile_title,
)

Check = Callable[..., "Reason | None"]

DUE = {
    Step.TURN: (mark("a turn is one action: a space, a construction, the bank, a patent"), "1"),
    Step.PAY: (mark("first it is said with which machines the structure is paid"), "11"),
    Step.PRODUCE: (mark("a production is under way: which dam, conduit and drops"), "25"),
    Step.CONTRACT: (mark("the energy may fulfil a contract now: say which, or none"), "26"),
    Step.TAKE: (mark("contracts are being taken"), "39"),
    Step.DISCARD: (mark("contracts are discarded first, down to three"), "40"),
    Step.DROP: (mark("drops are being placed on headstreams"), "36"),
    Step.FALL: (mark("drops that run at once are being placed"), "36"),
    Step.MACHINE: (mark("a machine is due: an excavator or a mixer"), "42"),
    Step.PLACE: (mark("a structure is due as a reward: where, or nowhere"), "17"),
    Step.PICK: (mark("companies are being picked"), "61"),
}
"""What comes first, by the step on top, with its ruling."""
PAID_WITH = (
    mark("a base is paid with excavators"),
    mark("an elevation is paid with mixers"),
    mark("a conduit is paid with excavators"),
    mark("a powerhouse is paid with mixers"),
)
"""Indexed by Kind."""


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids an action, in the order in which a player would check them."""
    reason = refusal(state, action)
    return Reason(f"{format_action(state, action)}: {reason.text}", reason.ruling)


def refusal(state: Record, action: int) -> Reason:
    """Return why an action is not legal, without naming the action."""
    frame = state.pending[int(state.depth) - 1]
    step, base = Step(int(frame.step)), kind_of(action)
    if (step, base) in CHECKS:
        found = CHECKS[step, base](state, int(frame.player), *numbers_of(frame), *parts_of(action))
        return found or Reason(say("this is not possible here"), "")
    if base >= Base.DRAW_HEADSTREAM:
        return Reason(say("that is left to chance, and not drawn now"), "61")
    due, ruling = DUE.get(step, (mark("chance comes first"), "61"))
    return Reason(say(due), ruling)


# -- a turn --------------------------------------------------------------------------------------------------


def _space(state: Record, seat: int, _first: int, _second: int, number: int) -> Reason | None:
    return why_space(state, seat, number)


def _bank(state: Record, seat: int, _first: int, _second: int, engineers: int) -> Reason | None:
    return why_bank(state, seat, engineers)


def _patent(state: Record, seat: int, _first: int, _second: int, number: int) -> Reason | None:
    return why_patent(state, seat, number)


def _officer(state: Record, seat: int, _first: int, _second: int, number: int) -> Reason | None:
    return why_officer(state, seat, number)


def _build(state: Record, seat: int, _first: int, _second: int, site: int, variant: int) -> Reason | None:
    return why_build(state, seat, site, variant)


def _pass(state: Record, seat: int, _first: int, _second: int, _number: int) -> Reason | None:
    if state.player[seat].has_copied:
        return Reason(say("an action follows after Mahiri"), "51")
    left = int(state.player[seat].engineers)
    name = seat_name(state, seat)
    return Reason(say("nobody passes with engineers left, and {name} has {left}", name=name, left=left), "2")


# -- payments and productions --------------------------------------------------------------------------------


def _pay(state: Record, seat: int, site: int, variant: int, excavators: int, mixers: int) -> Reason | None:
    player, name = state.player[seat], seat_name(state, seat)
    if excavators > player.excavators or mixers > player.mixers:
        have = (EXCAVATOR.counted(int(player.excavators)), MIXER.counted(int(player.mixers)))
        return Reason(say("{name} has {machines}", name=name, machines=listed(have)), "20")
    tile = int(words_of(state, seat, variant))
    if (excavators and not counts_excavators(site, tile)) or (mixers and not counts_mixers(site, tile)):
        text, alone = say(PAID_WITH[SITE_KIND[site]]), int(mixers_alone(state, seat, site))
        if alone != NOTHING:
            text = say("{rule}, or by Jill with {mixers} alone", rule=text, mixers=MIXER.counted(alone))
        return Reason(text, "20")
    needed = int(cost_of(state, seat, site, tile))
    missing = needed - excavators - mixers
    if missing < 0:
        return Reason(say("it takes {machines}, no more", machines=MACHINE.counted(needed)), "20")
    credits = int(credits_for(state, seat, site, missing))
    if credits == NOTHING:
        return Reason(say("it takes {machines}", machines=MACHINE.counted(needed)), "20")
    purse = credits_of(state, seat) - int(red_fee(site, tile))
    short = mark("{credits} would make up the rest, and {name} has {left} for it")
    return Reason(say(short, credits=CREDIT.counted(credits), name=name, left=purse), "21")


def _produce(state: Record, seat: int, modifier: int, run: int, dam: int, conduit: int, drops: int) -> Reason | None:
    return why_produce(state, seat, (dam, conduit, drops), modifier, run)


def _no_production(_state: Record, _seat: int, _first: int, _second: int, _number: int) -> Reason | None:
    return Reason(say("engineers stand at the turbines, so there is a production"), "5")


# -- contracts -----------------------------------------------------------------------------------------------


def _contract(state: Record, seat: int, energy: int, _second: int, contract: int) -> Reason | None:
    name = CONTRACT_NAMES[contract]
    if contract >= NATIONAL and not int(open_nationals(state)) >> contract & 1:
        return Reason(say("the national contract {contract} does not lie there", contract=name), "41")
    if contract < NATIONAL and not int(state.player[seat].contracts) >> contract & 1:
        return Reason(say("{name} does not hold {contract}", name=seat_name(state, seat), contract=name), "26")
    needed = int(energy_needed(state, seat, contract))
    less = int(CONTRACT_ENERGY[contract]) - needed
    wanted = ENERGY.counted(needed)
    text = say("it needs {energy} from one production, and this one gave {made}", energy=wanted, made=energy)
    if less:
        return Reason(say("{rule} (France needs {less} less)", rule=text, less=less), "31")
    return Reason(text, "26")


def _take(_state: Record, _seat: int, _first: int, _second: int, contract: int) -> Reason | None:
    if contract >= NATIONAL:
        return Reason(say("national contracts are nobody's until they are fulfilled"), "41")
    return Reason(say("{contract} does not lie open", contract=CONTRACT_NAMES[contract]), "39")


def _discard(state: Record, seat: int, _first: int, _second: int, contract: int) -> Reason | None:
    name = seat_name(state, seat)
    return Reason(say("{name} does not hold {contract}", name=name, contract=CONTRACT_NAMES[contract]), "40")


# -- rewards -------------------------------------------------------------------------------------------------


def _stop(_state: Record, _seat: int, _more: int, _placed: int, _number: int) -> Reason | None:
    return Reason(say("one drop at least is placed"), "36")


def _no_stop(_state: Record, _seat: int, more: int, _placed: int, _number: int) -> Reason | None:
    return Reason(say("drops that run at once are all placed, {more} more", more=more), "36")


def _place(state: Record, seat: int, amount: int, _second: int, site: int) -> Reason | None:
    kind, limit = amount % 4, amount // 4
    if SITE_KIND[site] != kind:
        return Reason(say("the reward is {structure}", structure=say(A_STRUCTURE[kind])), "17")
    if kind == Kind.BASE and not limit >> int(SITE_AREA[site]) & 1:
        areas = listed([say(area) for number, area in enumerate(AREA_TITLES) if limit >> number & 1])
        return Reason(say("this reward is for the {areas}", areas=areas), "17")
    if kind == Kind.CONDUIT and conduit_value(site) > limit:
        return Reason(say("this reward is a conduit of value {limit} or less", limit=limit), "17")
    if refused := why_piece(state, seat, kind) or why_site(state, seat, site):
        return refused
    credits = credits_of(state, seat)
    fee, name = CREDIT.counted(FEE), seat_name(state, seat)
    text = say("a red space costs {credits}, and {name} has {left}", credits=fee, name=name, left=credits)
    return Reason(text, "17")


def _pick(state: Record, _seat: int, _first: int, _second: int, company: int, contract: int) -> Reason | None:
    if not int(state.companies) >> company & 1:
        return Reason(say("{company} is not there to be picked", company=COMPANY_NAMES[company]), "61")
    return Reason(say("{contract} is not there to be picked", contract=CONTRACT_NAMES[contract]), "61")


# -- chance --------------------------------------------------------------------------------------------------


def _headstream(_state: Record, _seat: int, _first: int, _second: int, _number: int) -> Reason | None:
    return Reason(say("that tile lies on another headstream"), "37")


def _bonus(state: Record, _seat: int, _first: int, _second: int, number: int) -> Reason | None:
    if number not in state.bonus.tolist():
        text = say("the introductory game leaves out the bonus for {things}", things=BONUS_NAMES[number])
        return Reason(text, "47")
    return Reason(say("that tile is laid for another round"), "47")


def _national(_state: Record, _seat: int, _first: int, _second: int, contract: int) -> Reason | None:
    if contract < NATIONAL:
        return Reason(say("a national contract is drawn"), "41")
    return Reason(say("{contract} lies there already", contract=CONTRACT_NAMES[contract]), "41")


def _refill(_state: Record, _seat: int, place: int, _second: int, contract: int) -> Reason | None:
    pile = place // 2
    if not int(PILE_BITS[pile]) >> contract & 1:
        filled = mark("the place {pile} {side} is filled from the {pile} pile")
        return Reason(say(filled, pile=say(PILE_TITLES[pile]), side=side_title(place)), "39")
    return Reason(say("{contract} is not in its pile any more", contract=CONTRACT_NAMES[contract]), "39")


def _neutral(_state: Record, _seat: int, area: int, _second: int, tile: int) -> Reason | None:
    there, wanted = say(AREA_TITLES[NEUTRAL_AREA[tile]]), say(AREA_TITLES[area])
    text = say("that dam is in the {area}, and one for the {wanted} is drawn", area=there, wanted=wanted)
    return Reason(text, "33")


def _tile(state: Record, _seat: int, _first: int, _second: int, tile: int) -> Reason | None:
    if TILE_LEVEL[tile] == 0:
        return Reason(say("{tile} is a basic tile", tile=tile_title(tile)), "49")
    if not int(state.patent_pile) >> tile & 1:
        return Reason(say("{tile} is not in its pile any more", tile=tile_title(tile)), "49")
    return Reason(say("tiles of lower levels come first"), "49")


def _company(_state: Record, _seat: int, _first: int, _second: int, number: int) -> Reason | None:
    return Reason(say("{company} is drawn already, or not in play", company=COMPANY_NAMES[number]), "61")


def _drawn_officer(state: Record, _seat: int, _first: int, _second: int, officer: int) -> Reason | None:
    if officer in state.pair.tolist() or int(state.spares) >> officer & 1:
        return Reason(say("{officer} is drawn already", officer=officer_title(officer)), "52")
    return Reason(say("{officer} is not drawn now", officer=officer_title(officer)), "52")


def _starting(_state: Record, _seat: int, _first: int, _second: int, contract: int) -> Reason | None:
    if contract >= PRIVATE:
        return Reason(say("a starting contract is drawn"), "61")
    return Reason(say("{contract} is drawn already", contract=CONTRACT_NAMES[contract]), "61")


def _chooser(state: Record, _seat: int, _first: int, _second: int, seat: int) -> Reason | None:
    if seat < state.players:
        return Reason(say("{player} is an Automa, and these pick last", player=seat_title(seat)), "61")
    return Reason(say("{player} does not play", player=seat_title(seat)), "61")


def _card(_state: Record, _seat: int, _first: int, _second: int, number: int) -> Reason | None:
    return Reason(say("Automa tile {tile} is not in the pile", tile=number + 1), "62")


CHECKS: dict[tuple[Step, Base], Check] = {
    (Step.TURN, Base.SPACE): _space,
    (Step.TURN, Base.BANK): _bank,
    (Step.TURN, Base.PATENT): _patent,
    (Step.TURN, Base.OFFICER): _officer,
    (Step.TURN, Base.BUILD): _build,
    (Step.TURN, Base.PASS): _pass,
    (Step.PAY, Base.PAY): _pay,
    (Step.PRODUCE, Base.PRODUCE): _produce,
    (Step.PRODUCE, Base.NO_PRODUCTION): _no_production,
    (Step.CONTRACT, Base.CONTRACT): _contract,
    (Step.TAKE, Base.TAKE): _take,
    (Step.DISCARD, Base.DISCARD): _discard,
    (Step.DROP, Base.STOP): _stop,
    (Step.FALL, Base.STOP): _no_stop,
    (Step.PLACE, Base.PLACE): _place,
    (Step.PICK, Base.PICK): _pick,
    (Step.DRAW_HEADSTREAM, Base.DRAW_HEADSTREAM): _headstream,
    (Step.DRAW_BONUS, Base.DRAW_BONUS): _bonus,
    (Step.DRAW_NATIONAL, Base.DRAW_CONTRACT): _national,
    (Step.DRAW_CONTRACT, Base.DRAW_CONTRACT): _refill,
    (Step.DRAW_NEUTRAL, Base.DRAW_NEUTRAL): _neutral,
    (Step.DRAW_PATENT, Base.DRAW_TILE): _tile,
    (Step.DRAW_COMPANY, Base.DRAW_COMPANY): _company,
    (Step.DRAW_OFFICER, Base.DRAW_OFFICER): _drawn_officer,
    (Step.DRAW_STARTING, Base.DRAW_CONTRACT): _starting,
    (Step.DRAW_CHOOSER, Base.DRAW_SEAT): _chooser,
    (Step.DRAW_PAIR, Base.DRAW_COMPANY): _company,
    (Step.DRAW_CARD, Base.DRAW_CARD): _card,
}
