"""Checks of the pending steps: those of the set-up, of the beginning of a round, and of a turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from stockade.core.checks import require
from stockade.core.layout import CHANCE
from stockade.games.barrage.layout import (
    COMPANIES,
    FIRST_CHANCE,
    FIRST_RUNNING,
    NOTHING,
    PILES,
    ROUNDS,
    STATE,
    Company,
    Officer,
    Record,
    Run,
    Step,
)
from stockade.games.barrage.position.steps import Frame, frames_of
from stockade.games.barrage.rules.cards import ACTION, LINES, Column, Do
from stockade.games.barrage.rules.chance import candidates
from stockade.games.barrage.rules.construction import can_build_free, has_piece, is_site_free
from stockade.games.barrage.rules.dispatch import NO_ANSWER, legal_step, sole_answer
from stockade.games.barrage.rules.payment import red_fee
from stockade.games.barrage.rules.production import powers_production
from stockade.games.barrage.rules.rounds import ENGINEERS
from stockade.games.barrage.rules.seats import has_power
from stockade.games.barrage.rules.setup import (
    DRAFT,
    OFFICER_LEVEL,
    PAIR,
    REST,
    choose_first,
    run_setup,
    spares_wanted,
)
from stockade.games.barrage.rules.variants import has_variant, is_free, variant_tile, words_of
from stockade.games.barrage.spec import SPEC
from stockade.games.barrage.tables import (
    INTRO_OFFICER,
    MODIFIER,
    PILE_BITS,
    SITE_KIND,
    TILE_BUILDS,
    TURBINES,
)
from stockade.games.barrage.text.notation import seat_name

EFFECTS = (Step.MACHINE, Step.ROTATE, Step.DROP, Step.RUN, Step.FALL, Step.PLACE)
INCOMES = (Step.MACHINE, Step.ROTATE, Step.RUN, Step.FALL)
MOST_PENDING = 8  # effects: a reward has at most three, and so has the income that a placed structure uncovers


def _seats(state: Record) -> range:
    return range(int(state.players))


def validate_moment(state: Record, frames: list[Frame]) -> None:
    _validate_companies(state, frames)
    if not frames:
        _validate_over(state)
        return
    if state.round_no == 0:
        _validate_setup(state, frames)
    elif frames[0].step == Step.HEADSTREAMS:
        _validate_begin(state, frames)
    else:
        _validate_turn(state, frames)
    _validate_running(state, frames)
    _validate_asked(state, frames[-1])


def _validate_over(state: Record) -> None:
    passed = all(state.player[seat].has_passed for seat in _seats(state))
    is_dry = not state.waiting.any() and not state.falling.any()
    is_end = state.round_no == ROUNDS and passed and is_dry and state.place != NOTHING
    require(bool(is_end), "the game is over when all have passed in the last round, and the water has run", "37")
    require(state.used_powerhouse == NOTHING, "no second production is due", "27")


def _validate_asked(state: Record, top: Frame) -> None:
    """Require that the step on top asks a player or chance, and that there is an answer."""
    if top.step >= FIRST_CHANCE:
        bits, _ = candidates(state, top.step, top.numbers)
        require(int(bits) != 0, "there is nothing left to draw", "39")
        return
    require(top.step < FIRST_RUNNING, "somebody, or chance, decides what comes next", "11")
    require(top.player != CHANCE and state.player[top.player].level == 0, "Automas are not asked", "64")
    actions = np.zeros(SPEC.legal_limit, np.int32)
    answers = legal_step(state, top.step, top.player, top.numbers, actions)
    is_asked = answers > 0 and sole_answer(state, top.step, top.player, top.numbers) == NO_ANSWER
    require(bool(is_asked), "a step is pending that nobody needs to be asked about", "68")


def _validate_running(state: Record, frames: list[Frame]) -> None:
    """Require that the drops that run next are those that were just placed."""
    *below, top = frames
    running = _placed(top) if top.step == Step.FALL else 0
    require(int(state.falling.sum()) == running, "drops that run next are those just placed", "36")
    waiting = _placed(top) if top.step == Step.DROP else 0
    require(waiting <= int(state.waiting.sum()), "placed drops wait on headstreams", "36")
    require(all(_placed(frame) <= 0 for frame in below), "drops are placed before anything else is done", "36")


def _placed(frame: Frame) -> int:
    """Return how many drops of a step are already placed."""
    _, placed = frame.numbers
    return placed if frame.step in (Step.DROP, Step.FALL) else 0


# -- companies and officers ----------------------------------------------------------------------------------


def _validate_companies(state: Record, frames: list[Frame]) -> None:
    if not state.is_full:
        for seat in _seats(state):
            player = state.player[seat]
            fits = player.company == seat and player.officer == INTRO_OFFICER[seat]
            require(fits, "companies and officers of the introductory game are given", "61")
        return
    pairs = {company: int(state.pair[company]) for company in range(COMPANIES) if state.pair[company] != NOTHING}
    officers = list(pairs.values())
    require(len(set(officers)) == len(officers), "an officer lies with two companies", "61")
    require(len(pairs) <= state.players, "there is a company with an officer for each player", "61")
    owned = [int(state.player[seat].company) for seat in _seats(state) if state.player[seat].company != NOTHING]
    loose = [company for company in range(COMPANIES) if int(state.companies) >> company & 1]
    require(not set(owned) & set(loose), "a company is picked, and still to be picked", "61")
    for seat in _seats(state):
        _validate_officer(state, seat, pairs, frames)
    spares = int(state.spares)
    require(not any(spares >> officer & 1 for officer in officers), "a spare officer lies with a company", "52")
    require(not spares >> Officer.MAHIRI & 1, "Mahiri does not copy herself", "52")
    if state.round_no > 0:
        require(sorted(owned) == sorted(pairs), "every company was picked, with its officer", "61")
        wanted = int(spares_wanted(state))
        require(spares.bit_count() == wanted, f"{wanted} spare officers lie out for Mahiri", "52")


def _fresh(state: Record) -> Any:
    """Return a new record with the same players and the same pairs of officer and company, and nothing pending."""
    fresh = np.zeros(1, STATE)[0]
    for name in ("players", "is_full", "automas", "rulings", "pair", "order"):
        fresh[name] = state[name]
    for seat in _seats(state):
        fresh.player[seat].level = state.player[seat].level
    return fresh


def _validate_officer(state: Record, seat: int, pairs: dict[int, int], frames: list[Frame]) -> None:
    player, name = state.player[seat], seat_name(state, seat)
    company, officer = int(player.company), int(player.officer)
    if company == NOTHING:
        require(officer == NOTHING and state.round_no == 0, f"{name} has no company", "61")
        return
    require(company in pairs, f"{name}'s company lies with no officer", "61")
    expected = pairs[company]
    if 0 < player.level < OFFICER_LEVEL:
        expected = NOTHING
    elif player.level and expected == Officer.MAHIRI:
        is_drawn = any(frame.step == Step.DRAW_OFFICER and frame.player == seat for frame in frames)
        others = [*pairs.values(), *(each for each in range(7) if int(state.spares) >> each & 1)]
        is_fine = officer == NOTHING if is_drawn else officer != NOTHING and officer not in others
        require(is_fine, f"{name} draws another officer instead of Mahiri", "67")
        return
    require(officer == expected, f"{name} has the officer that lay with the company", "61")


# -- the set-up ----------------------------------------------------------------------------------------------


def _validate_setup(state: Record, frames: list[Frame]) -> None:
    """Require that the pending steps are the rest of a stage of the set-up, in its order."""
    require(state.place == NOTHING and state.used_powerhouse == NOTHING, "nobody's turn comes before round 1", "61")
    for seat in _seats(state):
        player = state.player[seat]
        is_new = player.engineers == ENGINEERS and not player.fulfilled and (player.wheel_tile == NOTHING).all()
        require(bool(is_new) and not any(player.built), "nothing has been done before round 1", "61")
    require(not state.waiting.any() and not state.discarded, "nothing has been done before round 1", "61")
    require(frames[0].step == Step.SETUP and len(frames) > 1, "the set-up is pending in round 0", "61")
    stage, _ = frames[0].numbers
    fits = any(frames == each[: len(frames)] for each in _stages(state, frames, stage))
    require(fits, "these steps are not what is left of the set-up", "61")
    if state.is_full:
        _validate_draft(state, frames, stage)


def _stages(state: Record, frames: list[Frame], stage: int) -> list[list[Frame]]:
    """Return all steps of the current stage, as the rules create them. There may be several possibilities."""
    fresh = _fresh(state)
    run_setup(fresh, stage - 1 if state.is_full else 0)
    begun = frames_of(fresh)
    if stage != REST or not state.is_full:
        return [begun]
    before = begun[: next(place for place, frame in enumerate(begun) if frame.step == Step.DRAW_CHOOSER)]
    fresh.depth = len(before)
    choose_first(fresh, int(state.order[state.players - 1]))
    picking = frames_of(fresh)
    is_same = fresh.order[: state.players].tolist() == state.order[: state.players].tolist()
    found = [begun, picking] if is_same else [begun]
    if frames[-1].step == Step.DRAW_OFFICER and frames[-1].player != CHANCE:  # an Automa draws instead of Mahiri
        found.append([*before[: len(frames) - 1], frames[-1]])
    return found


def _validate_draft(state: Record, frames: list[Frame], stage: int) -> None:
    """Check the companies, officers and starting contracts that were drawn, and who has picked."""
    pending = [frame.step for frame in frames]
    drawn = int(state.players) if stage == REST else 0
    counts = dict.fromkeys((Step.DRAW_COMPANY, Step.DRAW_OFFICER, Step.DRAW_STARTING), drawn)
    if stage == DRAFT:
        counts = {step: int(state.players) - pending.count(step) for step in counts}
    paired = [company for company in range(COMPANIES) if state.pair[company] != NOTHING]
    loose = [company for company in range(COMPANIES) if int(state.companies) >> company & 1]
    owned = [int(state.player[seat].company) for seat in _seats(state) if state.player[seat].company != NOTHING]
    require(len(loose) + len(owned) == counts[Step.DRAW_COMPANY], "a company is drawn for each player", "61")
    officers = counts[Step.DRAW_OFFICER]
    in_order = paired == (sorted([*loose, *owned])[:officers])
    require(len(paired) == officers and in_order, "an officer is drawn for each company in turn", "61")
    waiting = [frame.player for frame in frames if frame.step == Step.PICK]
    waiting += [frame.numbers[0] for frame in frames if frame.step == Step.DRAW_PAIR]
    everybody = stage in (PAIR, DRAFT) or Step.DRAW_CHOOSER in pending
    contracts = int(state.starting).bit_count()
    for seat in _seats(state):
        player = state.player[seat]
        has_picked = not everybody and seat not in waiting
        require((player.company != NOTHING) == has_picked, "who has picked has a company", "61")
        hand = int(player.contracts)
        picks = 1 if has_picked and not player.level else 0
        is_fine = hand.bit_count() == picks and hand < 1 << 4
        require(is_fine, "who has picked has a starting contract", "61")
        contracts += picks
    require(contracts == counts[Step.DRAW_STARTING], "a starting contract is drawn for each player", "61")
    spare = sum(frame.step == Step.DRAW_OFFICER and frame.numbers[0] == NOTHING for frame in frames)
    wanted = int(spares_wanted(state)) - spare if stage == REST else 0
    require(int(state.spares).bit_count() == wanted, f"{wanted} spare officers lie out for Mahiri", "52")


# -- the beginning of a round --------------------------------------------------------------------------------


def _validate_begin(state: Record, frames: list[Frame]) -> None:
    """Check the steps at the beginning of a round. From the bottom: headstreams, then incomes, so that they come in
    reverse turn order, then what an income asks, or new patents."""
    require(
        state.place == NOTHING and state.used_powerhouse == NOTHING, "nobody's turn comes before the incomes", "43"
    )
    for seat in _seats(state):
        player = state.player[seat]
        is_new = player.engineers == ENGINEERS and not player.has_passed
        require(bool(is_new), "all engineers are at home when a round begins", "43")
    require(frames[0] == Frame(Step.HEADSTREAMS, CHANCE), "headstreams come after the incomes", "43")
    incomes = [frame for frame in frames if frame.step == Step.INCOME]
    expected = [Frame(Step.INCOME, int(seat)) for seat in state.order[: len(incomes)]]
    require(frames[1 : 1 + len(incomes)] == expected, "incomes come in reverse turn order", "43")
    rest = frames[1 + len(incomes) :]
    require(bool(rest), "somebody, or chance, decides what comes next", "43")
    if rest[0].step == Step.DRAW_PATENT:
        slots = [Frame(Step.DRAW_PATENT, CHANCE, (slot, 0)) for slot in (2, 1, 0)]
        is_fine = rest == slots[: len(rest)] and len(incomes) == state.players and state.round_no > 1
        require(is_fine, "patents are laid out before the incomes", "49")
        return
    require(len(incomes) < state.players, "an income is under way", "43")
    _validate_effects(rest, int(state.order[len(incomes)]), INCOMES)


def _validate_effects(frames: list[Frame], seat: int, known: tuple[Step, ...]) -> None:
    """Require that rewards ask for these steps, in any order, and that drops that run at once are placed just
    before."""
    require(0 < len(frames) <= MOST_PENDING, "so much cannot be pending", "42")
    for place, frame in enumerate(frames):
        require(frame.step in known, "no reward asks that", "42")
        require(frame.player == seat, "what is pending is for the player on turn", "1")
        if frame.step == Step.FALL:
            runs = place > 0 and frames[place - 1].step == Step.RUN
            require(runs, "drops that run at once are placed before they run", "36")
        if frame.step == Step.RUN:
            falls = place + 1 < len(frames) and frames[place + 1].step == Step.FALL
            require(falls, "drops that run at once are placed before they run", "36")


# -- a turn --------------------------------------------------------------------------------------------------


def _validate_turn(state: Record, frames: list[Frame]) -> None:
    require(state.place != NOTHING, "it is nobody's turn", "1")
    seat = int(state.order[state.place])
    require(frames[0] == Frame(Step.END_TURN, seat), "a turn ends, whatever else is pending", "1")
    require(not state.player[seat].has_passed, f"{seat_name(state, seat)} has passed", "3")
    second = has_power(state, seat, Company.GERMANY) and len(frames) > 1 and frames[1].step != Step.TURN
    require(state.used_powerhouse == NOTHING or bool(second), "no second production is due", "27")
    rest = frames[1:]
    if len(rest) == 1 and rest[0].step == Step.DRAW_CONTRACT:
        _validate_refill(state, rest[0], range(2 * PILES))
    elif state.player[seat].level:
        _validate_automa(state, seat, rest)
    else:
        _validate_person(state, seat, rest)


def _validate_refill(state: Record, frame: Frame, places: range) -> None:
    """Require that the first place that can be filled is filled next."""
    empty = [
        place
        for place in places
        if state.open[place] == NOTHING and (int(state.pile) | int(state.discarded)) & int(PILE_BITS[place // 2])
    ]
    place, _ = frame.numbers
    require(empty[:1] == [place] and frame.player == CHANCE, "contracts are laid out from the left", "39")


def _validate_automa(state: Record, seat: int, rest: list[Frame]) -> None:
    """Require that an Automa is about to turn its tile over, or that contracts it has discarded are being
    replaced."""
    reading = [frame for frame in rest if frame.step == Step.AUTOMA]
    name = seat_name(state, seat)
    if rest[-1:] == [Frame(Step.DRAW_CARD, CHANCE)]:
        is_fine = rest[:-1] == [Frame(Step.AUTOMA, seat)] and state.player[seat].engineers > 0
        require(is_fine, f"{name} turns a tile over and then acts", "62")
        return
    require(state.card != NOTHING and state.last_card != NOTHING, f"{name} has no tile to read", "62")
    above = rest[len(reading) :]
    shape = [frame.step for frame in above] == [Step.LAY_OUT, Step.DRAW_CONTRACT] and len(reading) <= 1
    require(shape and above[0].player == CHANCE, f"{name} is not asked anything", "64")
    pile, _ = above[0].numbers
    _validate_refill(state, above[1], range(2 * pile, 2 * pile + 2))
    lines = ACTION[int(state.card)]
    if reading:
        number, _ = reading[0].numbers
        line = lines[min(max(number - 1, 0), LINES - 1)]
        is_read = reading[0].player == seat and number > 0 and bool(line[Column.GOES_ON])
        is_read = is_read and line[Column.DO] == Do.DISCARD_CONTRACTS and line[Column.PILE] == pile
        require(bool(is_read), f"{name} reads on after discarding contracts", "62")
        return
    said = [line for line in lines if line[Column.DO] == Do.DISCARD_CONTRACTS and not line[Column.GOES_ON]]
    require(any(line[Column.PILE] == pile for line in said), f"{name}'s tile discards no such contracts", "62")


def _validate_person(state: Record, seat: int, rest: list[Frame]) -> None:
    name = seat_name(state, seat)
    require(bool(rest), f"{name} has something to do", "1")
    require(all(frame.player == seat for frame in rest), "what is pending is for the player on turn", "1")
    first, player = rest[0], state.player[seat]
    alone = (Step.TURN, Step.TAKE, Step.DISCARD, Step.PRODUCE, Step.CONTRACT)
    if first.step in alone:
        require(len(rest) == 1, "nothing comes before that", "11")
    if first.step == Step.TURN:
        can = player.engineers > 0 or can_build_free(state, seat)
        require(bool(can), f"{name} has no engineers and passes", "3")
    elif first.step == Step.DISCARD:
        require(int(player.contracts).bit_count() > 3, f"{name} holds three contracts at most", "40")
    elif first.step == Step.PRODUCE:
        _validate_production(state, seat, first)
    elif first.step == Step.CONTRACT:
        _validate_energy(state, seat, first)
    elif first.step == Step.TILE_EFFECT and len(rest) > 1 and rest[1].step == Step.BUILD:
        _validate_build(state, seat, rest)
    elif first.step == Step.TILE_EFFECT:
        _validate_effects(rest[1:], seat, EFFECTS)
        site, tile = first.numbers
        require(bool(int(TILE_BUILDS[tile]) >> int(SITE_KIND[site]) & 1), "that tile does not build there", "11")
    elif first.step == Step.POWER:
        had_power = state.rulings == 1 or bool(powers_production(state, seat))
        require(had_power, f"{name} has no power that follows a production", "69")
        if len(rest) == 2 and rest[1].step == Step.CONTRACT:
            _validate_energy(state, seat, rest[1])
        else:
            _validate_effects(rest[1:], seat, EFFECTS)
    elif first.step != Step.TAKE:
        _validate_effects(rest, seat, EFFECTS)


def _validate_production(state: Record, seat: int, frame: Frame) -> None:
    modifier, run = frame.numbers
    plain = run == Run.PLAIN and modifier in MODIFIER[:TURBINES].tolist()
    by_tile = run == Run.TILE and modifier == 2
    is_second = run == Run.SECOND and modifier == 0 and bool(has_power(state, seat, Company.GERMANY))
    require(plain or by_tile or is_second, "no turbine station produces so", "23")
    require(run != Run.SECOND or state.used_powerhouse != NOTHING, "a second production needs another basin", "27")


def _validate_energy(state: Record, seat: int, frame: Frame) -> None:
    energy, _ = frame.numbers
    has_moved = energy <= state.player[seat].energy
    require(bool(has_moved), f"{seat_name(state, seat)}'s marker has moved by the energy first", "25")


def _validate_build(state: Record, seat: int, rest: list[Frame]) -> None:
    """Require that the tile, the fee and the site of a build are available (rulings 5, 11)."""
    site, variant = rest[1].numbers
    effect = Frame(Step.TILE_EFFECT, seat, (site, int(words_of(state, seat, variant))))
    expected = [effect, Frame(Step.BUILD, seat, (site, variant)), Frame(Step.PAY, seat, (site, variant))]
    require(rest == expected, "a build is paid, then placed, then its tile counts", "11")
    kind = int(SITE_KIND[site])
    builds = int(TILE_BUILDS[variant_tile(variant)]) >> kind & 1
    require(bool(builds) and bool(has_variant(state, seat, variant)), "the tile of that build is not at hand", "11")
    can = has_piece(state, seat, kind) and is_site_free(state, seat, site)
    require(bool(can), "that cannot be built there", "15")
    fee = int(red_fee(site, int(words_of(state, seat, variant))))
    require(state.player[seat].credits >= fee, "the fee of a red space is set aside", "13")
    is_paid = bool(is_free(variant)) or state.player[seat].constructions > 0
    require(is_paid, "engineers are placed before a build is paid", "11")
