"""Pending steps as text, the next one first: `usa pay b5u wild`, `draw_contract green left`.

A step is written as its seat, its name, and up to two things. A seat is named by its company, or by its place at the
table as long as it has none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from stockade.core.checks import require
from stockade.core.errors import BadPosition
from stockade.core.layout import CHANCE
from stockade.games.barrage.layout import (
    COMPANIES,
    NOTHING,
    NUMBERS,
    PILES,
    ROUNDS,
    SEATS,
    STACK,
    Effect,
    Numbers,
    Record,
    Run,
    Step,
)
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.tables import (
    AREAS,
    COMPANY_NAMES,
    KIND_NAMES,
    PILE_NAMES,
    REWARD,
    SITE_NAMES,
    TILE_NAMES,
)
from stockade.games.barrage.text.notation import STREAM_LETTERS, VARIANT_TEXTS
from stockade.games.barrage.text.words import OFFICE_NAMES

PLACES = ("first", "second", "third", "fourth")
STEP_NAMES = tuple(step.name.lower() for step in Step)
RUN_NAMES = tuple(run.name.lower() for run in Run)
STAGE_NAMES = ("lay_out", "pair", "draft", "rest")
PLACED = sorted({int(amount) for rows in REWARD for effect, amount in rows if effect == Effect.PLACE})
"""The numbers of all structures that rewards give."""
SPARE = "spare"


class Frame(NamedTuple):
    """A pending step, as in the record."""

    step: int
    player: int
    numbers: Numbers = (0, 0)


class Thing(NamedTuple):
    """One of the two numbers of a step: the names of its values, where the first name stands for `low`."""

    names: tuple[str, ...]
    low: int = 0

    def text(self, value: int) -> str:
        require(0 <= value - self.low < len(self.names), "a pending step has a number that means nothing")
        return self.names[value - self.low]

    def value(self, text: str) -> int:
        if text not in self.names:
            raise BadPosition(f"a pending step says {text!r}, where it may say {', '.join(self.names)}")
        return self.names.index(text) + self.low


def _numbers(low: int, high: int) -> Thing:
    return Thing(tuple(str(number) for number in range(low, high + 1)), low)


def _placed_name(amount: int) -> str:
    """Return a placed structure as text: `base plains hills`, `conduit 3`, `powerhouse`."""
    kind, limit = KIND_NAMES[amount % 4], amount // 4
    if kind == "conduit":
        return f"{kind} {limit}"
    return " ".join([kind, *(area for number, area in enumerate(AREAS) if limit >> number & 1)])


PLACED_NAMES = tuple(_placed_name(amount) for amount in PLACED)
FEW = _numbers(1, 9)
THINGS: dict[str, Thing] = {
    "site": Thing(SITE_NAMES),
    "variant": Thing(VARIANT_TEXTS),
    "tile": Thing(TILE_NAMES),
    "modifier": _numbers(-2, 2),
    "run": Thing(RUN_NAMES),
    "energy": _numbers(1, 99),
    "contracts": _numbers(1, 2),
    "drops": FEW,
    "placed": _numbers(0, 9),
    "machines": FEW,
    "segments": FEW,
    "stage": Thing(STAGE_NAMES),
    "basin": Thing(tuple(f"basin_{number}" for number in range(1, 13))),
    "line": Thing(tuple(f"line_{number}" for number in range(1, 10))),
    "pile": Thing(PILE_NAMES),
    "stream": Thing(tuple(STREAM_LETTERS)),
    "round": Thing(tuple(str(number) for number in range(1, ROUNDS + 1))),
    "national": Thing(("1", "2", "3")),
    "place": Thing(OFFICE_NAMES[: 2 * PILES]),
    "area": Thing(AREAS),
    "slot": Thing(("1", "2", "3")),
    "seat": Thing(PLACES),
}
"""The meaning of each number in NUMBERS. Placed structures and drawn officers are written separately."""


def things_of(step: Step) -> tuple[Thing, ...]:
    """Return the meanings of a step's numbers."""
    return tuple(THINGS[name] for name in NUMBERS.get(step, ()))


def seat_word(state: Record, seat: int) -> str:
    """Return a seat's company, or its place at the table if it has none."""
    company = int(state.player[seat].company)
    return COMPANY_NAMES[company] if 0 <= company < COMPANIES else PLACES[seat]


def seat_words(state: Record) -> list[str]:
    return [seat_word(state, seat) for seat in range(int(state.players))]


def read_seat(state: Record, text: Any, where: str) -> int:
    """Return the seat with a company or a place at the table."""
    words, places = seat_words(state), list(PLACES[: int(state.players)])
    for known in (words, places):
        if text in known:
            return known.index(text)
    raise BadPosition(f"{where} is one of {', '.join(words)}, not {text!r}", "61")


def frames_of(state: Record) -> list[Frame]:
    """Return the pending steps, the next one last."""
    stack = state.pending[: int(state.depth)]
    return [Frame(int(each.step), int(each.player), numbers_of(each)) for each in stack]


def put_frames(state: Record, frames: list[Frame]) -> None:
    """Set the pending steps."""
    require(len(frames) <= STACK, f"no more than {STACK} steps are pending", "11")
    state.depth = len(frames)
    for number in range(STACK):
        frame = frames[number] if number < len(frames) else Frame(0, 0)
        state.pending[number] = (*frame.numbers, frame.step, frame.player)


def frame_text(state: Record, frame: Frame) -> str:
    require(0 <= frame.step < len(Step), "a pending step has a number that means nothing")
    require(CHANCE <= frame.player < state.players, "a pending step is nobody's")
    words = [seat_word(state, frame.player)] if frame.player != CHANCE else []
    step = Step(frame.step)
    words.append(STEP_NAMES[step])
    if step == Step.PLACE:
        amount, rest = frame.numbers
        require(amount in PLACED and rest == 0, "no reward gives such a structure", "17")
        return " ".join([*words, PLACED_NAMES[PLACED.index(amount)]])
    if step == Step.DRAW_OFFICER:
        spare = (NOTHING, 0)
        require(frame.numbers in (spare, _plain_officer(state, frame.player)), "an officer is drawn so")
        return " ".join([*words, *([SPARE] if frame.numbers == spare else [])])
    things = things_of(step)
    require(not any(frame.numbers[len(things) :]), "a pending step has a number that means nothing")
    return " ".join([*words, *(thing.text(number) for thing, number in zip(things, frame.numbers, strict=False))])


def _plain_officer(state: Record, seat: int) -> Numbers:
    """Return the numbers of an officer's draw for a company. The first is the company if an Automa draws, else
    zero."""
    return (int(state.player[seat].company) if 0 <= seat < SEATS else 0), 0


def read_frame(state: Record, given: Any) -> Frame:
    if not isinstance(given, str):
        raise BadPosition(f"a pending step is a text, not {given!r}")
    words = given.split()
    player = CHANCE
    if words and words[0] not in STEP_NAMES:
        player = read_seat(state, words.pop(0), f"the seat of the step {given!r}")
    if not words or words[0] not in STEP_NAMES:
        raise BadPosition(f"{given!r} is no step; steps are {', '.join(STEP_NAMES)}")
    step, rest = Step(STEP_NAMES.index(words[0])), words[1:]
    if step == Step.PLACE:
        name = " ".join(rest)
        require(name in PLACED_NAMES, f"{given!r}: rewards give {', '.join(PLACED_NAMES)}", "17")
        return Frame(step, player, (PLACED[PLACED_NAMES.index(name)], 0))
    if step == Step.DRAW_OFFICER:
        require(rest in ([], [SPARE]), f"{given!r}: write draw_officer, or draw_officer {SPARE}")
        return Frame(step, player, (NOTHING, 0) if rest else _plain_officer(state, player))
    return Frame(step, player, _read_things(given, things_of(step), rest))


def _read_things(given: str, things: tuple[Thing, ...], words: list[str]) -> Numbers:
    """Return the numbers of a step. If it has two things, the first is one word and the second is all the other
    words."""
    texts = [words[0], " ".join(words[1:])] if len(things) == 2 and words else [" ".join(words)]
    if not things:
        require(not words, f"{given!r}: this step says no more than its name")
        return 0, 0
    require(len(texts) == len(things), f"{given!r}: this step says more")
    values = [thing.value(text) for thing, text in zip(things, texts, strict=True)]
    return values[0], values[1] if len(values) > 1 else 0
