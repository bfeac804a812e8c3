"""The panels beside the table: the score sheet with explanations, the bag, and a panel for each seat."""

from __future__ import annotations

from stockade.core.language import cache_by_language, capital, mark
from stockade.core.layout import OVER
from stockade.core.scene import Fact, Panel, Sheet, seat_columns
from stockade.games.cascadia.language import say
from stockade.games.cascadia.layout import NOTHING, SLOTS, Card, Phase, Record, Species
from stockade.games.cascadia.rules.scoresheet import CORRIDORS, MAJORITIES, NATURE
from stockade.games.cascadia.tables import (
    CARDS,
    GROUP_SIZES,
    MAJORITY_ALONE,
    MAJORITY_FIRST,
    MAJORITY_LEAST,
    MAJORITY_SECOND,
    TERRAIN_LETTERS,
    TURNS,
    WILDLIFE_NAMES,
)
from stockade.games.cascadia.text.names import SEAT_NAMES, animal, many, seat_words, terrain_words, the_largest
from stockade.games.cascadia.text.notation import card_name
from stockade.games.cascadia.text.scenarios import achievements, goals, groups, progress

COLOURS = ("#b4513a", "#3f8f4f", "#8d57a8", "#52738d")
NUMBERS = dict(
    enumerate(
        (mark("two"), mark("three"), mark("four"), mark("five"), mark("six"), mark("seven"), mark("eight")), start=2
    )
)


def _points(species: str, card: str, table: str, first: int = 1, end: int | None = None) -> str:
    """List what a card pays for one, two and more: "2, 5, 9"."""
    return ", ".join(str(points) for points in CARDS[species][card][table][first:end])


CARD_WORDS = {
    Species.BEAR: (
        mark("Pairs, groups of exactly two bears. One to four pairs: {points}."),
        mark("Every group of exactly three bears: {points}."),
        mark("Groups of exactly one, two or three bears: {points}; all three sizes: {all_sizes} more."),
        mark("Groups of exactly two, three or four bears: {points}."),
    ),
    Species.ELK: (
        mark("Straight lines of one to four elk: {points}."),
        mark("One elk, a pair, a triangle, a diamond of four: {points}."),
        mark("Herds of any shape, of one to eight elk: {points}."),
        mark("One to six elk side by side around one hex: {points}."),
    ),
    Species.SALMON: (
        mark("Runs of one to seven or more salmon: {points}."),
        mark("Runs of one to five or more salmon: {points}."),
        mark("Runs of three, four, five or more salmon: {points}."),
        mark("Runs of at least three salmon: 1 for each of them, and 1 for each other animal beside them."),
    ),
    Species.HAWK: (
        mark("Hawks with no hawk beside them. One to eight or more: {points}."),
        mark("Hawks with no hawk beside them that see another. Two to eight or more: {points}."),
        mark("Every line between two hawks that see each other: {points}."),
        mark(
            "Pairs of hawks that see each other. One, two, three or more other kinds of animal between them:"
            " {points}."
        ),
    ),
    Species.FOX: (
        mark("Every fox: 1 for each kind of animal beside it, foxes too."),
        mark("Every fox. One, two, three other kinds of which two or more stand beside it: {points}."),
        mark("Every fox: 1 for each animal of the most frequent other kind beside it."),
        mark(
            "Pairs of foxes side by side. One to four other kinds of which two or more stand around the pair:"
            " {points}."
        ),
    ),
}
CARD_POINTS = {
    Species.BEAR: (
        _points("bear", "A", "points_by_pairs"),
        _points("bear", "B", "points_by_size", 3, 4),
        _points("bear", "C", "points_by_size", 1, 4),
        _points("bear", "D", "points_by_size", 2),
    ),
    Species.ELK: tuple(_points("elk", card, "points_by_size") for card in "ABCD"),
    Species.SALMON: (
        _points("salmon", "A", "points_by_length"),
        _points("salmon", "B", "points_by_length", 1, 6),
        _points("salmon", "C", "points_by_length", 3, 6),
        "",
    ),
    Species.HAWK: (
        _points("hawk", "A", "points_by_count"),
        _points("hawk", "B", "points_by_count", 2),
        str(CARDS["hawk"]["C"]["each_line"]),
        _points("hawk", "D", "points_by_species", 1, 4),
    ),
    Species.FOX: ("", _points("fox", "B", "points_by_pairs", 1, 4), "", _points("fox", "D", "points_by_pairs")),
}
WITH_GAPS = mark("One to six elk around one hex, side by side or not: {points}.")
SHORT_RUNS = mark("Runs of salmon: 1 for each of them, and 1 for each other animal beside them.")
BRANCHING = mark("Salmon that touch more than two others are left out, and the others form runs.")
RULES_OF_SPECIES = {
    Species.ELK: mark("Each elk counts once."),
    Species.SALMON: mark("In a run no salmon touches more than two others."),
    Species.HAWK: mark("Hawks see along straight lines, up to the next hawk; not the one beside them."),
}


# -- the score sheet -----------------------------------------------------------------------------------------


def species_line(record: Record, species: int) -> str:
    card, name = int(record.cards[species]), capital(animal(species))
    return name if card >= Card.FAMILY else f"{name} {card_name(card)}"


def terrain_line(terrain: int) -> str:
    return capital(terrain_words(terrain))


def nature_line() -> str:
    return say("Nature tokens")


def total_line() -> str:
    return say("Total")


def score_sheet(record: Record, rows: list[list[int]], seat: int) -> Sheet:
    """Return a score sheet with one column per seat. The explanations of the lines describe `seat`."""
    facts = []
    for species, name in enumerate(WILDLIFE_NAMES):
        values = tuple(str(row[species]) for row in rows)
        detail = _species_detail(record, species, seat)
        facts.append(Fact(species_line(record, species), "", f"token-{name}", detail, values))
    for terrain, letter in enumerate(TERRAIN_LETTERS):
        values = tuple(_corridor_text(row, terrain) for row in rows)
        detail = _terrain_detail(terrain, len(rows), bool(record.majorities))
        facts.append(Fact(terrain_line(terrain), "", f"ground-{letter}", detail, values))
    detail = say("1 for each that is not spent. A token placed on a keystone earns one.")
    facts.append(Fact(nature_line(), "", "nature", detail, tuple(str(row[NATURE]) for row in rows)))
    facts.append(Fact(total_line(), "", values=tuple(str(sum(row)) for row in rows), strong=True))
    columns = seat_columns(seat_words(seat) for seat in range(len(rows)))
    return Sheet("score", say("Score sheet"), tuple(facts), columns=columns, pinned=True)


def _corridor_text(row: list[int], terrain: int) -> str:
    bonus = row[MAJORITIES + terrain]
    return f"{row[CORRIDORS + terrain]}{f' +{bonus}' if bonus else ''}"


def _species_detail(record: Record, species: int, seat: int) -> str:
    card = int(record.cards[species])
    if card == NOTHING:
        return say("The card is not dealt yet.")
    if card == Card.FAMILY:
        words = say("Groups of one, two, three or more: {points}.", points=_points_by_group(0, 1))
    elif card == Card.INTERMEDIATE:
        words = say("Groups of two, three, four or more: {points}.", points=_points_by_group(1, 2))
    else:
        words = _card_words(species, card, bool(record.elk_with_gaps), bool(record.short_salmon_runs))
    rule = _rule(record, species) if card < Card.FAMILY else ""
    environment = record.environment[seat]
    found = groups(environment.near.tolist(), int(environment.wildlife[species]))
    sizes = sorted((group.bit_count() for group in found), reverse=True)
    return " ".join(filter(None, (words, rule, _standing(seat, species, sizes))))


@cache_by_language
def _card_words(species: int, card: int, elk_with_gaps: bool, short_salmon_runs: bool) -> str:
    """Return what a card pays, as it is read in this match (rulings 27, 29)."""
    words = CARD_WORDS[Species(species)][card]
    if species == Species.ELK and card == Card.D and elk_with_gaps:
        words = WITH_GAPS
    if species == Species.SALMON and card == Card.D and short_salmon_runs:
        words = SHORT_RUNS
    return say(words, points=CARD_POINTS[Species(species)][card], all_sizes=CARDS["bear"]["C"]["all_sizes"])


def _rule(record: Record, species: int) -> str:
    """Return a rule that all cards of a species share (ruling 28)."""
    if species == Species.SALMON and record.branching_salmon:
        return say(BRANCHING)
    return say(RULES_OF_SPECIES.get(Species(species), ""))


def _points_by_group(card: int, first: int) -> str:
    return ", ".join(map(str, GROUP_SIZES[card, first : first + 3].tolist()))


def _standing(seat: int, species: int, sizes: list[int]) -> str:
    """Say how many animals of a species a seat has, from the sizes of their groups."""
    who, animals = seat_words(seat), many(species)
    if not sizes:
        return ""
    if len(sizes) > 1 and sizes[0] > 1:
        told = ", ".join(map(str, sizes))
        return say("{who} has {animals} in groups of {sizes}.", who=who, animals=animals, sizes=told)
    if len(sizes) > 1:
        return say("{who} has {number} {animals}, each alone.", who=who, number=_number(len(sizes)), animals=animals)
    if sizes[0] > 1:
        return say("{who} has {number} {animals} together.", who=who, number=_number(sizes[0]), animals=animals)
    return say("{who} has one {animal}.", who=who, animal=animal(species))


def _number(count: int) -> str:
    return say(NUMBERS[count]) if count in NUMBERS else str(count)


@cache_by_language
def _terrain_detail(terrain: int, players: int, majorities: bool) -> str:
    words = say(
        "1 for each tile of {the_largest_corridor}: tiles joined by edges with {terrain} on both sides.",
        the_largest_corridor=the_largest(terrain),
        terrain=terrain_words(terrain),
    )
    return " ".join(filter(None, (words, _bonus(players) if majorities else "")))


def _bonus(players: int) -> str:
    """Say what the longest corridors bring in addition."""
    if players == 1:
        return say("A corridor of {least} or more: {points} more.", least=MAJORITY_LEAST, points=MAJORITY_ALONE)
    first, second = MAJORITY_FIRST[players], MAJORITY_SECOND[players]
    if players == 2:
        return say(
            "The longest at the table: {first} more, {shared} if two share it.", first=first[0], shared=first[1]
        )
    return say(
        "The longest at the table: {first} more, {shared} if two share it, {by_more} if more do; the second longest,"
        " behind a single longest: {second} more.",
        first=first[0],
        shared=first[1],
        by_more=first[2],
        second=second,
    )


# -- bag, goals and panels ------------------------------------------------------------------------------------------


def bag_sheet(record: Record) -> Sheet:
    """Return what can still be drawn: tokens by species, and tiles."""
    facts = []
    for species, name in enumerate(WILDLIFE_NAMES):
        count, aside = int(record.bag[species]), int(record.aside[species])
        told = say("{count} + {aside} aside", count=count, aside=aside) if aside else str(count)
        facts.append(Fact(capital(animal(species)), told, f"token-{name}"))
    facts.append(Fact(say("Tiles in the stack"), str(int(record.stack)), "tile-back"))
    return Sheet("bag", say("Bag and stack"), tuple(facts))


def solo_sheets(record: Record) -> tuple[Sheet, ...]:
    """Return the sheets of a solo game: the goals of the scenario and, at the end, the achievements."""
    sheets = []
    if record.scenario:
        facts = tuple(Fact(goal.text, goal.standing, detail=goal.detail) for goal in goals(record))
        sheets.append(Sheet("scenario", say("Scenario {number}", number=record.scenario), facts, pinned=True))
    if record.players == 1 and record.current_player == OVER and (achieved := achievements(record)):
        sheets.append(Sheet("achievements", say("Achievements"), tuple(Fact(goal.text, "✓") for goal in achieved)))
    return tuple(sheets)


def panel(record: Record, row: list[int], seat: int) -> Panel:
    facts = (
        Fact(say("Points"), str(sum(row))),
        Fact(say("Nature token") if row[NATURE] == 1 else nature_line(), str(row[NATURE]), "nature"),
        Fact(say("Turns left"), progress(turns_left(record, seat), TURNS)),
    )
    return Panel(seat, seat_words(seat), f"sign-{SEAT_NAMES[seat].lower()}", COLOURS[seat], facts)


def turns_left(record: Record, seat: int) -> int:
    """Return how many unfinished turns a seat has, given the tiles in the stack."""
    if record.current_player == OVER:
        return 0
    players, stack = int(record.players), int(record.stack)
    if record.phase <= Phase.DRAW_TILE:
        stack -= sum(tile == NOTHING for tile in record.market_tile[:SLOTS].tolist())
    rounds = 1 + (stack // 2 if players == 1 else stack)
    owner = 0 if record.phase <= Phase.STARTER else int(record.turn_owner)
    return -(-(rounds - (seat - owner) % players) // players)
