"""When the tips of the guided first game come up, and how a game was decided."""

from __future__ import annotations

from collections.abc import Callable

from stockade.core.guide import Moment, Tip
from stockade.core.language import listed
from stockade.core.match import Step as Played
from stockade.games.barrage.language import say
from stockade.games.barrage.layout import ROUNDS, Kind, Officer, Record, Step
from stockade.games.barrage.rules.actions import Base, build_of, kind_of, number_of, production_of
from stockade.games.barrage.tables import AREA, INCOME_PIECES, ROW_NAMES, SITE_BASIN, SITE_KIND, TURBINES
from stockade.games.barrage.text.notation import seat_name

BONUS_LINE = 6  # the energy from which the bonus tile pays
FEW_ENGINEERS = 4
FEW_MACHINES = 2
POWER = 3  # the powerhouses that a company needs for its power

Find = Callable[[Moment], list[int]]


def _asks(record: Record) -> Step | None:
    """Return the step that is decided now."""
    return Step(int(record.pending[record.depth - 1].step)) if record.depth > 0 else None


def _at(step: Step) -> Callable[[Moment], bool]:
    return lambda moment: _asks(moment.record) == step


def _turn(find: Find) -> Callable[[Moment], bool]:
    """Return a condition: a turn begins, and some of its actions are found."""
    return lambda moment: _asks(moment.record) == Step.TURN and bool(find(moment))


def _spaces(*names: str) -> Find:
    """Return a function that finds the open spaces of the rows whose names begin so."""

    def find(moment: Moment) -> list[int]:
        spaces = [action for action in moment.actions if kind_of(action) == Base.SPACE]
        return [action for action in spaces if ROW_NAMES[number_of(action) // 2].startswith(names)]

    return find


def _turbines(moment: Moment) -> list[int]:
    spaces = [action for action in moment.actions if kind_of(action) == Base.SPACE]
    return [action for action in spaces if number_of(action) // 2 < TURBINES]


def _builds(*kinds: Kind) -> Find:
    """Return a function that finds the constructions of some kinds."""

    def find(moment: Moment) -> list[int]:
        builds = [action for action in moment.actions if kind_of(action) == Base.BUILD]
        return [action for action in builds if SITE_KIND[build_of(action)[0]] in kinds]

    return find


def _adlers_bases(moment: Moment) -> list[int]:
    """Return the bases outside the plains, if they cost the player less because of their officer."""
    if moment.record.player[moment.seat].officer != Officer.ADLER:
        return []
    return [action for action in _builds(Kind.BASE)(moment) if AREA[SITE_BASIN[build_of(action)[0]]] > 0]


def _rents(moment: Moment) -> list[int]:
    """Return the productions through a conduit of another company."""
    found = [action for action in moment.actions if kind_of(action) == Base.PRODUCE]
    return [action for action in found if moment.record.conduit[production_of(action)[1]] != moment.seat]


def _has_machines_away(moment: Moment) -> bool:
    player = moment.record.player[moment.seat]
    return int(player.wheel_excavators.sum() + player.wheel_mixers.sum()) > FEW_MACHINES


def _lacks_machines(moment: Moment) -> bool:
    player = moment.record.player[moment.seat]
    return bool(player.excavators <= FEW_MACHINES or player.mixers < FEW_MACHINES)


def _is_space_taken(moment: Moment) -> bool:
    """Return whether another player's engineers stand on a space of the board."""
    others = {seat for seat in range(moment.record.players) if seat != moment.seat}
    return _asks(moment.record) == Step.TURN and bool(others & set(moment.record.space.tolist()))


def _is_below_the_line(moment: Moment) -> bool:
    player = moment.record.player[moment.seat]
    is_late = _asks(moment.record) == Step.TURN and player.engineers <= 2 * FEW_ENGINEERS
    return bool(is_late and player.energy < BONUS_LINE)


def _runs_out(moment: Moment) -> bool:
    player = moment.record.player[moment.seat]
    return _asks(moment.record) == Step.TURN and bool(player.engineers <= FEW_ENGINEERS)


def _is_near_power(moment: Moment) -> bool:
    """Return whether one more powerhouse would give the company its power."""
    built = moment.record.player[moment.seat].built[Kind.POWERHOUSE]
    return _asks(moment.record) == Step.TURN and bool(built == POWER - 1)


def _is_last_round(moment: Moment) -> bool:
    return _asks(moment.record) == Step.TURN and bool(moment.record.round_no == ROUNDS)


def _built(step: Played, seat: int) -> bool:
    """Return whether the player's tile and machines went onto the wheel."""
    was, now = (int(state.record.player[seat].built.sum()) for state in (step.before, step.after))
    return step.before.current_player == seat and kind_of(step.action) in (Base.BUILD, Base.PAY) and now > was


def _uncovers_income(step: Played, seat: int) -> bool:
    """Return whether the player's board shows one more income."""
    was, now = (state.record.player[seat].built.tolist()[: Kind.POWERHOUSE] for state in (step.before, step.after))
    return any(was[kind] < piece <= now[kind] for kind in range(Kind.POWERHOUSE) for piece in INCOME_PIECES)


def _round_ends(step: Played, _: int) -> bool:
    return bool(step.after.record.round_no > step.before.record.round_no > 0)


GUIDE = (
    Tip("start", "The valley", _at(Step.TURN)),
    Tip("way", "Producing", _at(Step.PRODUCE)),
    Tip("contract", "Contracts", _at(Step.CONTRACT)),
    Tip("take", "Contracts", _at(Step.TAKE)),
    Tip("discard", "Contracts", _at(Step.DISCARD)),
    Tip("place", "Contracts", _at(Step.PLACE)),
    Tip("drop", "Drops", _at(Step.DROP)),
    Tip("fall", "The valley", _at(Step.FALL)),
    Tip("machine", "The round", _at(Step.MACHINE)),
    Tip("last", "The end", _is_last_round),
    Tip("produce", "Producing", _turn(_turbines), shows=lambda moment: _turbines(moment)[:1]),
    Tip("wheel", "Building", _at(Step.TURN), after=_built),
    Tip("round", "The round", _at(Step.TURN), after=_round_ends),
    Tip("income", "The round", _at(Step.TURN), after=_uncovers_income),
    Tip("build", "Building", _turn(_builds(*Kind)), shows=lambda moment: _builds(*Kind)(moment)[:1]),
    Tip("plan", "Producing", _turn(_builds(Kind.CONDUIT, Kind.POWERHOUSE))),
    Tip("turn", "Your turn", _at(Step.TURN)),
    Tip("line", "The round", _is_below_the_line),
    Tip("taken", "Your turn", _is_space_taken),
    Tip("rent", "Producing", lambda moment: bool(_rents(moment)), shows=lambda moment: _rents(moment)[:1]),
    Tip(
        "rotate",
        "Building",
        lambda moment: _turn(_spaces("rotate"))(moment) and _has_machines_away(moment),
        shows=_spaces("rotate"),
    ),
    Tip(
        "elevation",
        "The valley",
        _turn(_builds(Kind.ELEVATION)),
        shows=lambda moment: _builds(Kind.ELEVATION)(moment)[:1],
    ),
    Tip(
        "buy",
        "Your turn",
        lambda moment: _turn(_spaces("buy"))(moment) and _lacks_machines(moment),
        shows=_spaces("buy"),
    ),
    Tip("office", "Contracts", _turn(_spaces("contract")), shows=_spaces("contract")),
    Tip("water", "Drops", _turn(_spaces("water")), shows=_spaces("water")),
    Tip("officer", "Officers", _turn(_adlers_bases), shows=lambda moment: _adlers_bases(moment)[:1]),
    Tip("power", "Producing", _is_near_power),
    Tip("bank", "Your turn", _runs_out),
)


def closing(state: Record, seat: int) -> str:
    """Say how a game that is over was decided."""
    seats = sorted(range(state.players), key=lambda each: -int(state.player[each].vp))
    points = [f"{seat_name(state, each)} {state.player[each].vp}" for each in seats]
    mine, best = state.player[seat], state.player[next(each for each in seats if each != seat)]
    return say(
        "Points: {points}. You fulfilled {contracts} contracts and built {pieces} pieces; the best of the others"
        " fulfilled {other_contracts} and built {other_pieces}.",
        points=listed(points),
        contracts=int(mine.fulfilled).bit_count(),
        pieces=int(mine.built.sum()),
        other_contracts=int(best.fulfilled).bit_count(),
        other_pieces=int(best.built.sum()),
    )
