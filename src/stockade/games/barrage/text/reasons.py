"""The reasons why actions are not legal, each with its ruling. Reasons about the board and the map are in
`closed.py`."""

from __future__ import annotations

from collections.abc import Callable

from stockade.core.english import counted
from stockade.core.errors import Reason
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
    uses_mixers,
)
from stockade.games.barrage.rules.seats import credits_of
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.rules.variants import words_of
from stockade.games.barrage.tables import (
    AREAS,
    BONUS_NAMES,
    COMPANY_NAMES,
    CONTRACT_ENERGY,
    CONTRACT_NAMES,
    KIND_NAMES,
    NEUTRAL_AREA,
    OFFICER_TITLES,
    PILE_BITS,
    PILE_NAMES,
    SITE_AREA,
    SITE_KIND,
    TILE_LEVEL,
    TILE_NAMES,
)
from stockade.games.barrage.text.closed import (
    a,
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
from stockade.games.barrage.text.words import OFFICE_NAMES

Check = Callable[..., "Reason | None"]

DUE = {
    Step.TURN: ("a turn is one action: a space, a construction, the bank, a patent", "1"),
    Step.PAY: ("first it is said with which machines the structure is paid", "11"),
    Step.PRODUCE: ("a production is under way: which dam, conduit and drops", "25"),
    Step.CONTRACT: ("the energy may fulfil a contract now: say which, or none", "26"),
    Step.TAKE: ("contracts are being taken", "39"),
    Step.DISCARD: ("contracts are discarded first, down to three", "40"),
    Step.DROP: ("drops are being placed on headstreams", "36"),
    Step.FALL: ("drops that run at once are being placed", "36"),
    Step.MACHINE: ("a machine is due: an excavator or a mixer", "42"),
    Step.PLACE: ("a structure is due as a reward: where, or nowhere", "17"),
    Step.PICK: ("companies are being picked", "61"),
}


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids an action, in the order in which a player would check them."""
    frame = state.pending[int(state.depth) - 1]
    step, base = Step(int(frame.step)), kind_of(action)
    text = format_action(state, action)
    if (step, base) in CHECKS:
        found = CHECKS[step, base](state, int(frame.player), *numbers_of(frame), *parts_of(action))
        reason = found or Reason("this is not possible here", "")
    elif base >= Base.DRAW_HEADSTREAM:
        reason = Reason("that is left to chance, and not drawn now", "61")
    else:
        reason = Reason(*DUE.get(step, ("chance comes first", "61")))
    return Reason(f"{text}: {reason.text}", reason.ruling)


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
        return Reason("an action follows after Mahiri", "51")
    left = int(state.player[seat].engineers)
    return Reason(f"nobody passes with engineers left, and {seat_name(state, seat)} has {left}", "2")


# -- payments and productions --------------------------------------------------------------------------------


def _pay(state: Record, seat: int, site: int, variant: int, excavators: int, mixers: int) -> Reason | None:
    player, name, kind = state.player[seat], seat_name(state, seat), int(SITE_KIND[site])
    if excavators > player.excavators or mixers > player.mixers:
        have = f"{counted(int(player.excavators), 'excavator')} and {counted(int(player.mixers), 'mixer')}"
        return Reason(f"{name} has {have}", "20")
    tile = int(words_of(state, seat, variant))
    if (excavators and not counts_excavators(site, tile)) or (mixers and not counts_mixers(site, tile)):
        words = f"{a(KIND_NAMES[kind])} is paid with {'mixers' if uses_mixers(site) else 'excavators'}"
        alone = int(mixers_alone(state, seat, site))
        if alone != NOTHING:
            words += f", or by Jill with {counted(alone, 'mixer')} alone"
        return Reason(words, "20")
    needed = int(cost_of(state, seat, site, tile))
    missing = needed - excavators - mixers
    if missing < 0:
        return Reason(f"it takes {counted(needed, 'machine')}, no more", "20")
    credits = int(credits_for(state, seat, site, missing))
    if credits == NOTHING:
        return Reason(f"it takes {counted(needed, 'machine')}", "20")
    purse = credits_of(state, seat) - int(red_fee(site, tile))
    return Reason(f"{counted(credits, 'credit')} would make up the rest, and {name} has {purse} for it", "21")


def _produce(state: Record, seat: int, modifier: int, run: int, dam: int, conduit: int, drops: int) -> Reason | None:
    return why_produce(state, seat, (dam, conduit, drops), modifier, run)


def _no_production(_state: Record, _seat: int, _first: int, _second: int, _number: int) -> Reason | None:
    return Reason("engineers stand at the turbines, so there is a production", "5")


# -- contracts -----------------------------------------------------------------------------------------------


def _contract(state: Record, seat: int, energy: int, _second: int, contract: int) -> Reason | None:
    name = CONTRACT_NAMES[contract]
    if contract >= NATIONAL and not int(open_nationals(state)) >> contract & 1:
        return Reason(f"the national contract {name} does not lie there", "41")
    if contract < NATIONAL and not int(state.player[seat].contracts) >> contract & 1:
        return Reason(f"{seat_name(state, seat)} does not hold {name}", "26")
    needed = int(energy_needed(state, seat, contract))
    less = int(CONTRACT_ENERGY[contract]) - needed
    words = f"it needs {needed} energy from one production, and this one gave {energy}"
    return Reason(words + (f" (France needs {less} less)" if less else ""), "31" if less else "26")


def _take(_state: Record, _seat: int, _first: int, _second: int, contract: int) -> Reason | None:
    if contract >= NATIONAL:
        return Reason("national contracts are nobody's until they are fulfilled", "41")
    return Reason(f"{CONTRACT_NAMES[contract]} does not lie open", "39")


def _discard(state: Record, seat: int, _first: int, _second: int, contract: int) -> Reason | None:
    return Reason(f"{seat_name(state, seat)} does not hold {CONTRACT_NAMES[contract]}", "40")


# -- rewards -------------------------------------------------------------------------------------------------


def _stop(_state: Record, _seat: int, _more: int, _placed: int, _number: int) -> Reason | None:
    return Reason("one drop at least is placed", "36")


def _no_stop(_state: Record, _seat: int, more: int, _placed: int, _number: int) -> Reason | None:
    return Reason(f"drops that run at once are all placed, {more} more", "36")


def _place(state: Record, seat: int, amount: int, _second: int, site: int) -> Reason | None:
    kind, limit = amount % 4, amount // 4
    if SITE_KIND[site] != kind:
        return Reason(f"the reward is {a(KIND_NAMES[kind])}", "17")
    if kind == Kind.BASE and not limit >> int(SITE_AREA[site]) & 1:
        areas = [area for number, area in enumerate(AREAS) if limit >> number & 1]
        return Reason(f"this reward is for the {' and '.join(areas)}", "17")
    if kind == Kind.CONDUIT and conduit_value(site) > limit:
        return Reason(f"this reward is a conduit of value {limit} or less", "17")
    if refused := why_piece(state, seat, kind) or why_site(state, seat, site):
        return refused
    credits = credits_of(state, seat)
    return Reason(f"a red space costs {FEE} credits, and {seat_name(state, seat)} has {credits}", "17")


def _pick(state: Record, _seat: int, _first: int, _second: int, company: int, contract: int) -> Reason | None:
    if not int(state.companies) >> company & 1:
        return Reason(f"{COMPANY_NAMES[company]} is not there to be picked", "61")
    return Reason(f"{CONTRACT_NAMES[contract]} is not there to be picked", "61")


# -- chance --------------------------------------------------------------------------------------------------


def _headstream(_state: Record, _seat: int, _first: int, _second: int, _number: int) -> Reason | None:
    return Reason("that tile lies on another headstream", "37")


def _bonus(state: Record, _seat: int, _first: int, _second: int, number: int) -> Reason | None:
    if number not in state.bonus.tolist():
        return Reason(f"the introductory game leaves out the bonus for {BONUS_NAMES[number]}", "47")
    return Reason("that tile is laid for another round", "47")


def _national(_state: Record, _seat: int, _first: int, _second: int, contract: int) -> Reason | None:
    if contract < NATIONAL:
        return Reason("a national contract is drawn", "41")
    return Reason(f"{CONTRACT_NAMES[contract]} lies there already", "41")


def _refill(_state: Record, _seat: int, place: int, _second: int, contract: int) -> Reason | None:
    pile = place // 2
    if not int(PILE_BITS[pile]) >> contract & 1:
        return Reason(f"the place {OFFICE_NAMES[place]} is filled from the {PILE_NAMES[pile]} pile", "39")
    return Reason(f"{CONTRACT_NAMES[contract]} is not in its pile any more", "39")


def _neutral(_state: Record, _seat: int, area: int, _second: int, tile: int) -> Reason | None:
    return Reason(f"that dam is in the {AREAS[NEUTRAL_AREA[tile]]}, and one for the {AREAS[area]} is drawn", "33")


def _tile(state: Record, _seat: int, _first: int, _second: int, tile: int) -> Reason | None:
    if TILE_LEVEL[tile] == 0:
        return Reason(f"{TILE_NAMES[tile]} is a basic tile", "49")
    if not int(state.patent_pile) >> tile & 1:
        return Reason(f"{TILE_NAMES[tile]} is not in its pile any more", "49")
    return Reason("tiles of lower levels come first", "49")


def _company(_state: Record, _seat: int, _first: int, _second: int, number: int) -> Reason | None:
    return Reason(f"{COMPANY_NAMES[number]} is drawn already, or not in play", "61")


def _drawn_officer(state: Record, _seat: int, _first: int, _second: int, officer: int) -> Reason | None:
    if officer in state.pair.tolist() or int(state.spares) >> officer & 1:
        return Reason(f"{OFFICER_TITLES[officer]} is drawn already", "52")
    return Reason(f"{OFFICER_TITLES[officer]} is not drawn now", "52")


def _starting(_state: Record, _seat: int, _first: int, _second: int, contract: int) -> Reason | None:
    if contract >= PRIVATE:
        return Reason("a starting contract is drawn", "61")
    return Reason(f"{CONTRACT_NAMES[contract]} is drawn already", "61")


def _chooser(state: Record, _seat: int, _first: int, _second: int, seat: int) -> Reason | None:
    who = "is an Automa, and these pick last" if seat < state.players else "does not play"
    return Reason(f"{seat_title(seat)} {who}", "61")


def _card(_state: Record, _seat: int, _first: int, _second: int, number: int) -> Reason | None:
    return Reason(f"Automa tile {number + 1} is not in the pile", "62")


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
