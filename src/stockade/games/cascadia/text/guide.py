"""When the tips of the guided first game come up, and how a game was decided."""

from __future__ import annotations

from collections.abc import Callable

from stockade.core.guide import Moment, Tip
from stockade.core.language import capital, listed, signed
from stockade.core.match import Step
from stockade.games.cascadia.language import say
from stockade.games.cascadia.layout import NOTHING, SPECIES, TERRAINS, Card, Phase, Record, Species
from stockade.games.cascadia.rules.actions import Base
from stockade.games.cascadia.rules.scoresheet import CORRIDORS, MAJORITIES, NATURE, rows_of
from stockade.games.cascadia.text.names import many, seat_words, terrain_words

LAST_TURNS = 3
TELLING_LINES = 2  # lines of the score sheet that the closing words name


def _in(phase: Phase) -> Callable[[Moment], bool]:
    return lambda moment: bool(moment.record.phase == phase)


def _places(moment: Moment) -> list[int]:
    """Return the places where the token in hand may go."""
    if moment.record.phase != Phase.TOKEN:
        return []
    return [action for action in moment.actions if action != Base.RETURN]


def _keystones(moment: Moment) -> list[int]:
    """Return the places where the token in hand earns a nature token."""
    found, nature = [], moment.record.environment[moment.seat].nature
    for action in _places(moment):
        after = moment.state.clone()
        after.apply(action)
        if after.record.environment[moment.seat].nature > nature:
            found.append(action)
    return found


def _holds(species: Species) -> Callable[[Moment], bool]:
    """Return whether a token of a species can be placed, and scores by the card that its tip explains."""
    return lambda moment: (
        bool(_places(moment)) and moment.record.hand_token == species and moment.record.cards[species] == Card.A
    )


def _holds_salmon(moment: Moment) -> bool:
    return _holds(Species.SALMON)(moment) and not moment.record.branching_salmon


def _has_nature(moment: Moment) -> bool:
    record = moment.record
    return bool(record.phase == Phase.MARKET and record.environment[moment.seat].nature > 0)


def _is_late(moment: Moment) -> bool:
    """Return whether the player has few turns left: each takes one tile out of the stack."""
    record = moment.record
    return bool(record.phase == Phase.MARKET and record.stack < LAST_TURNS * record.players)


def _wiped_four(step: Step, _: int) -> bool:
    """Return whether four equal tokens were wiped by themselves."""
    before, after = step.before.record, step.after.record
    if not Base.DRAW_TOKEN <= step.action < Base.END:
        return False
    offered = [*before.market_token.tolist(), step.action - Base.DRAW_TOKEN]
    return offered.count(NOTHING) == 1 and set(after.market_token.tolist()) == {NOTHING}


def _wins_bonus(step: Step, seat: int) -> bool:
    """Return whether the player's own tile brought a bonus for the longest corridor."""
    if step.before.current_player != seat or not Base.TILE <= step.action < Base.TOKEN:
        return False
    was, now = (sum(rows_of(state.record)[seat][MAJORITIES:NATURE]) for state in (step.before, step.after))
    return now > was


GUIDE = (
    Tip("start", "Your turn"),
    Tip("lay", "Tiles", _in(Phase.TILE)),
    Tip(
        "nowhere", "Tokens", lambda moment: moment.record.phase == Phase.TOKEN and moment.actions == [Base.RETURN],
        shows=lambda _: [int(Base.RETURN)],
    ),
    Tip("token", "Tokens", _in(Phase.TOKEN)),
    Tip("late", "The end", _is_late),
    Tip("three", "Nature tokens", lambda moment: Base.WIPE in moment.actions, shows=lambda _: [int(Base.WIPE)]),
    Tip("nature", "Nature tokens", _has_nature),
    Tip("keystone", "Nature tokens", lambda moment: bool(_keystones(moment)), shows=_keystones),
    Tip("corridor", "Tiles", _in(Phase.TILE)),
    Tip("bear", "How animals score", _holds(Species.BEAR)),
    Tip("elk", "How animals score", _holds(Species.ELK)),
    Tip("salmon", "How animals score", _holds_salmon),
    Tip("hawk", "How animals score", _holds(Species.HAWK)),
    Tip("fox", "How animals score", _holds(Species.FOX)),
    Tip("four", "Nature tokens", _in(Phase.MARKET), after=_wiped_four),
    Tip("bonus", "The end", _in(Phase.MARKET), after=_wins_bonus),
)  # fmt: skip


def closing(state: Record, seat: int) -> str:
    """Say how a game that is over was decided: which lines of the score sheet made the difference."""
    rows = rows_of(state)
    mine, total = rows[seat], sum(rows[seat])
    if len(rows) == 1:
        return say("You have {points} points.", points=total)
    best = max((each for each in range(len(rows)) if each != seat), key=lambda each: sum(rows[each]))
    lines = [(capital(many(species)), mine[species] - rows[best][species]) for species in range(SPECIES)]
    lines += [
        (
            capital(terrain_words(terrain)),
            sum(mine[part + terrain] - rows[best][part + terrain] for part in (CORRIDORS, MAJORITIES)),
        )
        for terrain in range(TERRAINS)
    ]
    lines.append((say("Nature tokens"), mine[NATURE] - rows[best][NATURE]))
    lines.sort(key=lambda line: line[1])
    good = [f"{name} {signed(more)}" for name, more in reversed(lines[-TELLING_LINES:]) if more > 0]
    bad = [f"{name} {signed(more)}" for name, more in lines[:TELLING_LINES] if more < 0]
    words = [
        say(
            "You have {points} points, {rival} has {others}.",
            points=total,
            rival=seat_words(best),
            others=sum(rows[best]),
        )
    ]
    if good:
        words.append(say("You were ahead here: {lines}.", lines=listed(good)))
    if bad:
        words.append(say("And behind here: {lines}.", lines=listed(bad)))
    return " ".join(words)
