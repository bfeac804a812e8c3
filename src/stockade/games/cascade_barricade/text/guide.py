"""When the tips of the guided first game come up, and how a game was decided."""

from __future__ import annotations

from collections.abc import Callable

from stockade.core.guide import Moment, Tip
from stockade.core.language import listed
from stockade.core.match import Step
from stockade.games.cascade_barricade.evaluation.study import is_production
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import NOTHING, SLOTS, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base, kind_of
from stockade.games.cascade_barricade.rules.auction import FIRST_OPEN_ROUND
from stockade.games.cascade_barricade.rules.consequences import flood
from stockade.games.cascade_barricade.rules.land import can_flee, touches_water
from stockade.games.cascade_barricade.rules.production import FIRST_FLOOD_ROUND, produce
from stockade.games.cascade_barricade.rules.scoring import best_of
from stockade.games.cascade_barricade.text.notation import colour_name
from stockade.games.cascade_barricade.text.words import dollars

DECIDING = (Phase.OPEN, Phase.BID, Phase.HIRE, Phase.ACT)
"""The phases in which a player can still prepare for the end of the round. All walls have their stands."""


def _in(phase: Phase) -> Callable[[Moment], bool]:
    return lambda moment: bool(moment.record.phase == phase)


def _of_kind(kind: Base) -> Callable[[Moment], list[int]]:
    return lambda moment: [action for action in moment.actions if kind_of(action) == kind]


def _digs(moment: Moment) -> list[int]:
    """Return the free spaces beside water in which a hole can be dug."""
    return [action for action in _of_kind(Base.DIG)(moment) if touches_water(moment.record, action - Base.DIG)]


def _sales(moment: Moment) -> list[int]:
    """Return a laborer that can be sold, and one that can be shifted if there is one."""
    return [*_of_kind(Base.SELL)(moment)[:1], *_of_kind(Base.SHIFT)(moment)[:1]]


def _spade(moment: Moment) -> list[str]:
    return ["spade"] if _digs(moment) else []


def _beside_water(record: Record) -> list[tuple[int, int, int]]:
    """Return number, colour and slot of every wall beside water."""
    return [
        (int(player.wall[slot]), colour, slot)
        for colour, player in enumerate(record.player[: record.colours])
        for slot in range(SLOTS)
        if player.stand[slot] != NOTHING and touches_water(record, int(player.stand[slot]))
    ]


def _weakest(moment: Moment) -> list[str]:
    """Return the stand of the player's own wall, if it is the lowest beside water and will fall."""
    record = moment.record
    beside = _beside_water(record)
    if record.phase not in DECIDING or record.round_no < FIRST_FLOOD_ROUND or not beside:
        return []
    _, colour, slot = min(beside)
    return [f"stand-{colour}-{slot + 1}"] if colour == record.colour else []


def _ended(record: Record) -> Record:
    """Return the state after the water has come, if the round ended now."""
    then = record.copy()
    produce(then)
    flood(then)
    return then


def _gets_wet(moment: Moment) -> bool:
    """Return whether the water will reach the player's own character at the end of this round."""
    record = moment.record
    return record.phase in DECIDING and bool(int(_ended(record).flooded) >> int(record.colour) & 1)


def _someone_drowns(moment: Moment) -> bool:
    """Return whether a character will be in the water at the end of this round, and cannot flee."""
    if moment.record.phase not in DECIDING:
        return False
    then = _ended(moment.record)
    wet = [colour for colour in range(then.colours) if int(then.flooded) >> colour & 1]
    return any(not can_flee(then, int(then.player[colour].character)) for colour in wet)


def _is_whole_block_open(moment: Moment) -> bool:
    return bool(moment.record.phase == Phase.OPEN and moment.record.round_no >= FIRST_OPEN_ROUND)


def _walls_paid(step: Step, _: int) -> bool:
    return is_production(step.before.record, step.after.record)


def _wall_fell(step: Step, _: int) -> bool:
    before = step.before.record
    return _walls_paid(step, 0) and bool(before.round_no >= FIRST_FLOOD_ROUND) and bool(_beside_water(before))


GUIDE = (
    Tip("start", "A round", _in(Phase.CORNER)),
    Tip("flee", "When the round ends", _in(Phase.FLEE)),
    Tip("scrap", "When the round ends", _in(Phase.SCRAP)),
    Tip("open", "Walls", _in(Phase.OPEN)),
    Tip("bid", "Walls", _in(Phase.BID)),
    Tip("stand", "Walls", _in(Phase.STAND)),
    Tip("hire", "Laborers", _in(Phase.HIRE)),
    Tip("act", "Actions", _in(Phase.ACT)),
    Tip("end", "The end", _someone_drowns),
    Tip(
        "wet",
        "When the round ends",
        _gets_wet,
        shows=lambda moment: [f"character-{int(moment.record.colour)}"],
    ),
    Tip("paid", "When the round ends", after=_walls_paid),
    Tip("weakest", "When the round ends", lambda moment: bool(_weakest(moment)), shows=_weakest),
    Tip("block", "Walls", _is_whole_block_open),
    Tip("dig", "Actions", lambda moment: bool(_digs(moment)), shows=_spade),
    Tip("labor", "Actions", lambda moment: moment.record.phase == Phase.ACT and bool(_sales(moment)), shows=_sales),
    Tip("trash", "Actions", lambda moment: bool(_of_kind(Base.TRASH)(moment)) and moment.record.round_no > 1),
    Tip("fell", "When the round ends", after=_wall_fell),
)


def closing(state: Record, seat: int) -> str:
    """Say how a game that is over was decided."""
    colours = range(state.colours)
    gone = [colour_name(colour) for colour in colours if state.player[colour].drowned]
    dry = [colour for colour in colours if not state.player[colour].drowned]
    mine = int(best_of(state, seat))
    words = [say("Drowned: {names}.", names=listed(gone))]
    if not dry:
        return " ".join([*words, say("Nobody was left, so the flood wins.")])
    money = [
        f"{colour_name(colour)} {dollars(int(state.player[colour].money))}"
        for colour in sorted(dry, key=lambda colour: -int(state.player[colour].money))
    ]
    words.append(say("The money of those who stayed dry decides: {money}.", money=listed(money)))
    if mine not in dry:
        words.append(say("You drowned, so your money does not count."))
    return " ".join(words)
