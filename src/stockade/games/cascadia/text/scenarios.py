"""Goals of solo games: fifteen scenarios, and achievements announced at the end (ruling 35).

A goal is written in `data/scenarios.json` as a name with arguments: `["species_points", "h", 20]`. Points in a
habitat are the tiles of its corridor; the bonus for long corridors counts only in the total.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from stockade.core.language import Noun, capital, listed, mark
from stockade.games.cascadia.language import counted, noun, say
from stockade.games.cascadia.layout import HEXES, SPECIES, SPINS, TERRAINS, Card, Record, Species
from stockade.games.cascadia.rules.scoresheet import score_sheets
from stockade.games.cascadia.tables import (
    EDGE,
    ELK_SIZES,
    FACES,
    FOX_PAIRS,
    SALMON_LENGTHS,
    SCENARIOS,
    STARTER_CELL,
    TERRAIN_LETTERS,
    WILDLIFE_LETTERS,
)
from stockade.games.cascadia.text.names import animal, many, terrain_words

STARTER_HEXES = len(STARTER_CELL)


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to reach or to avoid, and the current progress."""

    text: str  # "At least 20 points with hawks"
    progress: str  # "12 of 20"
    is_met: bool
    detail: str = ""
    words: str = field(default="", compare=False)  # the text as a part of a sentence: "at least 20 points with hawks"

    @property
    def standing(self) -> str:
        """The progress, with a mark if the goal is reached."""
        return f"✓ {self.progress}" if self.is_met else self.progress


class Board:
    """What goals look at: an environment in plain numbers, and its score sheet."""

    def __init__(self, record: Record) -> None:
        environment = record.environment[0]
        count = int(environment.hexes)
        (self.sheet,) = score_sheets(record)
        self.cards: list[int] = record.cards.tolist()
        self.branching_salmon = bool(record.branching_salmon)
        self.wildlife: list[int] = environment.wildlife.tolist()
        self.near: list[int] = environment.near.tolist()
        self.beside: list[list[int]] = environment.beside.tolist()
        self.terrains = [FACES[face][0] for face in environment.face[:count].tolist()]
        self.edges = [EDGE[environment.face[number], environment.spin[number]].tolist() for number in range(count)]

    def of(self, letter: str) -> list[int]:
        """Return the hexes with a species."""
        return hexes(self.wildlife[WILDLIFE_LETTERS.index(letter)])

    def touching(self, letter: str, other: str) -> list[int]:
        """Return the hexes with one species that are adjacent to another one."""
        others = self.wildlife[WILDLIFE_LETTERS.index(other)]
        return [number for number in self.of(letter) if self.near[number] & others]


def hexes(bits: int) -> list[int]:
    """Return the members of a set."""
    return [number for number in range(HEXES) if bits >> number & 1]


def groups(near: list[int], members: int) -> list[int]:
    """Return the connected groups of a set."""
    found = []
    while members:
        group = fresh = members & -members
        while fresh:
            lowest = fresh & -fresh
            more = near[lowest.bit_length() - 1] & members & ~group
            group |= more
            fresh = (fresh ^ lowest) | more
        members &= ~group
        found.append(group)
    return found


# -- in words ------------------------------------------------------------------------------------------------


BESIDE = (
    mark("beside a bear"),
    mark("beside an elk"),
    mark("beside a salmon"),
    mark("beside a hawk"),
    mark("beside a fox"),
)


def _animals(letter: str) -> str:
    return many(WILDLIFE_LETTERS.index(letter))


def _animal(letter: str) -> str:
    return animal(WILDLIFE_LETTERS.index(letter))


def _beside(letter: str) -> str:
    return say(BESIDE[WILDLIFE_LETTERS.index(letter)])


def _terrain(letter: str) -> str:
    return terrain_words(TERRAIN_LETTERS.index(letter))


def progress(have: int, want: int) -> str:
    return say("{have} of {want}", have=have, want=want)


def _reach(words: str, have: int, want: int, detail: str = "") -> Goal:
    return Goal(capital(words), progress(have, want), have >= want, detail, words)


def _keep(words: str, is_kept: bool, detail: str = "") -> Goal:
    return Goal(capital(words), say("kept") if is_kept else say("broken"), is_kept, detail, words)


# -- points --------------------------------------------------------------------------------------------------


def _without_bonus() -> str:
    return say("1 for each tile of the largest corridor. The bonus for long corridors does not count here.")


def total(board: Board, points: int) -> Goal:
    return _reach(say("at least {points} points in all", points=points), board.sheet.total, points)


def wildlife_total(board: Board, points: int) -> Goal:
    words = say("at least {points} points with all animals", points=points)
    return _reach(words, sum(board.sheet.wildlife), points)


def habitat_total(board: Board, points: int) -> Goal:
    words = say("at least {points} points in all habitats", points=points)
    return _reach(words, sum(board.sheet.corridors), points, _without_bonus())


def species_points(board: Board, letter: str, points: int) -> Goal:
    have = board.sheet.wildlife[WILDLIFE_LETTERS.index(letter)]
    return _reach(
        say("at least {points} points with {animals}", points=points, animals=_animals(letter)), have, points
    )


def species_reaching(board: Board, count: int, points: int) -> Goal:
    have = sum(each >= points for each in board.sheet.wildlife)
    words = counted(
        count,
        "at least {points} points with one animal",
        "at least {points} points with {count} animals",
        points=points,
    )
    return _reach(words, have, count)


def terrains_reaching(board: Board, count: int, points: int) -> Goal:
    have = sum(each >= points for each in board.sheet.corridors)
    words = counted(
        count,
        "at least {points} points in one habitat",
        "at least {points} points in {count} habitats",
        points=points,
    )
    return _reach(words, have, count, _without_bonus())


def each_species_points(board: Board, points: int) -> Goal:
    have = sum(each >= points for each in board.sheet.wildlife)
    return _reach(say("at least {points} points with every animal", points=points), have, SPECIES)


def each_terrain_points(board: Board, points: int) -> Goal:
    have = sum(each >= points for each in board.sheet.corridors)
    words = say("at least {points} points in every habitat", points=points)
    return _reach(words, have, TERRAINS, _without_bonus())


class Unit(NamedTuple):
    """What a card pays for: a goal in words, the points by size, and the sizes on the board."""

    words: Noun
    table: list[int]
    sizes: Callable[[Board], list[int]]


def _herds(board: Board) -> list[int]:
    return [herd.bit_count() for herd in groups(board.near, board.wildlife[Species.ELK])]


def _runs(board: Board) -> list[int]:
    salmon = board.wildlife[Species.SALMON]
    branching = sum(1 << fish for fish in hexes(salmon) if (board.near[fish] & salmon).bit_count() > 2)
    if board.branching_salmon:
        salmon &= ~branching
    return [run.bit_count() for run in groups(board.near, salmon) if not run & branching]


def _kinds_twice(board: Board) -> list[int]:
    """Return for every fox the number of other species with two or more tokens around it."""
    others = board.wildlife[: Species.FOX]
    return [sum((board.near[fox] & each).bit_count() > 1 for each in others) for fox in board.of("f")]


HERDS: list[int] = ELK_SIZES[Card.C].tolist()
RUNS: list[int] = SALMON_LENGTHS[Card.A].tolist()
FOXES: list[int] = FOX_PAIRS[Card.B].tolist()
UNITS = {
    ("e", Card.C): Unit(
        noun(
            "at least one elk herd of {points} points",
            "at least {count} elk herds of {points} points each",
            points=max(HERDS),
        ),
        HERDS,
        _herds,
    ),
    ("s", Card.A): Unit(
        noun(
            "at least one salmon run of {points} points",
            "at least {count} salmon runs of {points} points each",
            points=max(RUNS),
        ),
        RUNS,
        _runs,
    ),
    ("f", Card.B): Unit(
        noun(
            "at least one fox of {points} points",
            "at least {count} foxes of {points} points each",
            points=max(FOXES),
        ),
        FOXES,
        _kinds_twice,
    ),
}


def species_top_value(board: Board, letter: str, times: int) -> Goal:
    """Count the herds, runs or foxes that reach the highest value on their card."""
    unit = UNITS[letter, Card(board.cards[WILDLIFE_LETTERS.index(letter)])]
    best = max(unit.table)
    have = sum(unit.table[min(size, len(unit.table) - 1)] == best for size in unit.sizes(board))
    return _reach(unit.words.counted(times), have, times)


# -- tokens --------------------------------------------------------------------------------------------------


def nature_tokens(board: Board, count: int) -> Goal:
    return _reach(say("at least {count} nature tokens left", count=count), board.sheet.nature, count)


def no_nature_tokens(board: Board) -> Goal:
    return _keep(say("no nature token left"), board.sheet.nature == 0)


def tokens_of_each(board: Board, letters: str, count: int) -> Goal:
    """Count tokens of each species, at most as many as needed, so that extra ones do not make up for missing ones."""
    have = sum(min(len(board.of(letter)), count) for letter in letters)
    if letters == WILDLIFE_LETTERS:
        words = say("at least {count} of every animal", count=count)
    else:
        words = say("at least {count} {animals}", count=count, animals=listed([_animals(each) for each in letters]))
    return _reach(words, have, count * len(letters))


def tokens_of_one(board: Board, count: int) -> Goal:
    words = say("at least {count} of one animal", count=count)
    return _reach(words, max(bits.bit_count() for bits in board.wildlife), count)


def species_absent(board: Board, letter: str) -> Goal:
    return _keep(say("no {animals}", animals=_animals(letter)), not board.of(letter))


def species_at_most(board: Board, count: int) -> Goal:
    words = say("at most {count} kinds of animal", count=count)
    return _keep(words, sum(bits > 0 for bits in board.wildlife) <= count)


def species_apart(board: Board, letter: str, other: str) -> Goal:
    words = say("no {animal} {beside_another}", animal=_animal(letter), beside_another=_beside(other))
    return _keep(words, not board.touching(letter, other))


def species_adjacent(board: Board, letter: str, other: str) -> Goal:
    have, want = len(board.touching(letter, other)), len(board.of(letter))
    words = say("every {animal} {beside_another}", animal=_animal(letter), beside_another=_beside(other))
    return _reach(words, have, want)


# -- tiles ---------------------------------------------------------------------------------------------------


def species_not_on_terrain(board: Board, letter: str, terrain: str) -> Goal:
    words = say("no {animal} on a tile with {terrain}", animal=_animal(letter), terrain=_terrain(terrain))
    return _keep(words, not any(terrain in board.terrains[number] for number in board.of(letter)))


def keystones_free(board: Board) -> Goal:
    occupied = [number for letter in WILDLIFE_LETTERS for number in board.of(letter)]
    return _keep(say("no animal on a keystone"), all(len(board.terrains[number]) > 1 for number in occupied))


def terrains_apart(board: Board, terrain: str, other: str) -> Goal:
    pair = {TERRAIN_LETTERS.index(terrain), TERRAIN_LETTERS.index(other)}
    meets = any(
        {board.edges[number][direction], board.edges[beside][(direction + 3) % SPINS]} == pair
        for number in range(STARTER_HEXES, len(board.edges))  # the inner edges of a starter do not count
        for direction, beside in enumerate(board.beside[number])
        if beside >= 0
    )
    one, two = _terrain(terrain), _terrain(other)
    detail = say(
        "No two tiles meet with {one} on one side of their edge and {other} on the other, but inside the starter.",
        one=one,
        other=two,
    )
    return _keep(say("no {one} against {other}", one=one, other=two), not meets, detail)


# -- what is asked for ---------------------------------------------------------------------------------------

GOALS: dict[str, Callable[..., Goal]] = {
    each.__name__: each
    for each in (
        total, wildlife_total, habitat_total, species_points, species_reaching, terrains_reaching,
        each_species_points, each_terrain_points, species_top_value, nature_tokens, no_nature_tokens, tokens_of_each,
        tokens_of_one, species_absent, species_at_most, species_apart, species_adjacent, species_not_on_terrain,
        keystones_free, terrains_apart,
    )
}  # fmt: skip


def goals(record: Record) -> list[Goal]:
    """Return the goals of the scenario, or none without one."""
    return _all_of(record, SCENARIOS["scenarios"][record.scenario - 1]["goals"]) if record.scenario else []


def achievements(record: Record) -> list[Goal]:
    """Return the achievements reached, whether they were intended or not."""
    return [goal for goal in _all_of(record, SCENARIOS["achievements"]) if goal.is_met]


def _all_of(record: Record, asked: list[list[Any]]) -> list[Goal]:
    board = Board(record)
    return [GOALS[name](board, *rest) for name, *rest in asked]


def verdict(record: Record) -> str:
    """Say how a scenario ended: "scenario 7 not passed: at least 20 points with hawks (12 of 20)"."""
    missed = [goal for goal in goals(record) if not goal.is_met]
    if not missed:
        return say("scenario {number} passed", number=record.scenario)
    told = ", ".join(f"{goal.words} ({goal.progress})" for goal in missed)
    return say("scenario {number} not passed: {goals}", number=record.scenario, goals=told)
