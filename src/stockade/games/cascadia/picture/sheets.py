"""The panels beside the table: the score sheet with explanations, the bag, and a panel for each seat."""

from __future__ import annotations

from stockade.core.layout import OVER
from stockade.core.scene import Fact, Panel, Sheet, seat_columns
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
    TERRAIN_NAMES,
    TURNS,
    WILDLIFE_NAMES,
    many,
)
from stockade.games.cascadia.text.notation import SEAT_NAMES, card_name
from stockade.games.cascadia.text.scenarios import achievements, goals, groups

COLOURS = ("#b4513a", "#3f8f4f", "#8d57a8", "#52738d")
NATURE_LINE = "Nature tokens"
TOTAL_LINE = "Total"
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")


def _points(species: str, card: str, table: str, first: int = 1, end: int | None = None) -> str:
    """List what a card pays for one, two and more: "2, 5, 9"."""
    return ", ".join(str(points) for points in CARDS[species][card][table][first:end])


CARD_WORDS = {
    Species.BEAR: (
        f"Pairs, groups of exactly two bears. One to four pairs: {_points('bear', 'A', 'points_by_pairs')}",
        f"Every group of exactly three bears: {_points('bear', 'B', 'points_by_size', 3, 4)}",
        f"Groups of exactly one, two or three bears: {_points('bear', 'C', 'points_by_size', 1, 4)};"
        f" all three sizes: {CARDS['bear']['C']['all_sizes']} more",
        f"Groups of exactly two, three or four bears: {_points('bear', 'D', 'points_by_size', 2)}",
    ),
    Species.ELK: (
        f"Straight lines of one to four elk: {_points('elk', 'A', 'points_by_size')}",
        f"One elk, a pair, a triangle, a diamond of four: {_points('elk', 'B', 'points_by_size')}",
        f"Herds of any shape, of one to eight elk: {_points('elk', 'C', 'points_by_size')}",
        f"One to six elk side by side around one hex: {_points('elk', 'D', 'points_by_size')}",
    ),
    Species.SALMON: (
        f"Runs of one to seven or more salmon: {_points('salmon', 'A', 'points_by_length')}",
        f"Runs of one to five or more salmon: {_points('salmon', 'B', 'points_by_length', 1, 6)}",
        f"Runs of three, four, five or more salmon: {_points('salmon', 'C', 'points_by_length', 3, 6)}",
        "Runs of at least three salmon: 1 for each of them, and 1 for each other animal beside them",
    ),
    Species.HAWK: (
        f"Hawks with no hawk beside them. One to eight or more: {_points('hawk', 'A', 'points_by_count')}",
        "Hawks with no hawk beside them that see another."
        f" Two to eight or more: {_points('hawk', 'B', 'points_by_count', 2)}",
        f"Every line between two hawks that see each other: {CARDS['hawk']['C']['each_line']}",
        "Pairs of hawks that see each other. One, two, three or more other kinds of animal between them:"
        f" {_points('hawk', 'D', 'points_by_species', 1, 4)}",
    ),
    Species.FOX: (
        "Every fox: 1 for each kind of animal beside it, foxes too",
        "Every fox. One, two, three other kinds of which two or more stand beside it:"
        f" {_points('fox', 'B', 'points_by_pairs', 1, 4)}",
        "Every fox: 1 for each animal of the most frequent other kind beside it",
        "Pairs of foxes side by side. One to four other kinds of which two or more stand around the pair:"
        f" {_points('fox', 'D', 'points_by_pairs')}",
    ),
}
WITH_GAPS = f"One to six elk around one hex, side by side or not: {_points('elk', 'D', 'points_by_size')}"
SHORT_RUNS = "Runs of salmon: 1 for each of them, and 1 for each other animal beside them"
BRANCHING = "Salmon that touch more than two others are left out, and the others form runs."
RULES_OF_SPECIES = {
    Species.ELK: "Each elk counts once.",
    Species.SALMON: "In a run no salmon touches more than two others.",
    Species.HAWK: "Hawks see along straight lines, up to the next hawk; not the one beside them.",
}


# -- the score sheet -----------------------------------------------------------------------------------------


def species_line(record: Record, species: int) -> str:
    card, name = int(record.cards[species]), WILDLIFE_NAMES[species].capitalize()
    return name if card >= Card.FAMILY else f"{name} {card_name(card)}"


def terrain_line(terrain: int) -> str:
    return TERRAIN_NAMES[terrain].capitalize()


def score_sheet(record: Record, rows: list[list[int]], seat: int) -> Sheet:
    """Return a score sheet with one column per seat. The explanations of the lines describe `seat`."""
    facts = []
    for species, name in enumerate(WILDLIFE_NAMES):
        values = tuple(str(row[species]) for row in rows)
        detail = _species_detail(record, species, seat)
        facts.append(Fact(species_line(record, species), "", f"token-{name}", detail, values))
    for terrain, letter in enumerate(TERRAIN_LETTERS):
        values = tuple(_corridor_text(row, terrain) for row in rows)
        facts.append(Fact(terrain_line(terrain), "", f"ground-{letter}", _terrain_detail(record, terrain), values))
    detail = "1 for each that is not spent. A token placed on a keystone earns one."
    facts.append(Fact(NATURE_LINE, "", "nature", detail, tuple(str(row[NATURE]) for row in rows)))
    facts.append(Fact(TOTAL_LINE, "", values=tuple(str(sum(row)) for row in rows), strong=True))
    return Sheet("score", "Score sheet", tuple(facts), columns=seat_columns(SEAT_NAMES[: len(rows)]), pinned=True)


def _corridor_text(row: list[int], terrain: int) -> str:
    bonus = row[MAJORITIES + terrain]
    return f"{row[CORRIDORS + terrain]}{f' +{bonus}' if bonus else ''}"


def _species_detail(record: Record, species: int, seat: int) -> str:
    card = int(record.cards[species])
    if card == NOTHING:
        return "The card is not dealt yet."
    if card == Card.FAMILY:
        words = f"Groups of one, two, three or more: {_points_by_group(0, 1)}"
    elif card == Card.INTERMEDIATE:
        words = f"Groups of two, three, four or more: {_points_by_group(1, 2)}"
    else:
        words = _card_words(record, species, card)
    rule = _rule(record, species) if card < Card.FAMILY else ""
    environment = record.environment[seat]
    found = groups(environment.near.tolist(), int(environment.wildlife[species]))
    sizes = sorted((group.bit_count() for group in found), reverse=True)
    standing = f"{SEAT_NAMES[seat]} has {_group_words(sizes, species)}." if sizes else ""
    return " ".join(filter(None, (f"{words}.", rule, standing)))


def _card_words(record: Record, species: int, card: int) -> str:
    """Return what a card pays, as it is read in this match (rulings 27, 29)."""
    if species == Species.ELK and card == Card.D and record.elk_with_gaps:
        return WITH_GAPS
    if species == Species.SALMON and card == Card.D and record.short_salmon_runs:
        return SHORT_RUNS
    return CARD_WORDS[Species(species)][card]


def _rule(record: Record, species: int) -> str:
    """Return a rule that all cards of a species share (ruling 28)."""
    if species == Species.SALMON and record.branching_salmon:
        return BRANCHING
    return RULES_OF_SPECIES.get(Species(species), "")


def _points_by_group(card: int, first: int) -> str:
    return ", ".join(map(str, GROUP_SIZES[card, first : first + 3].tolist()))


def _group_words(sizes: list[int], species: int) -> str:
    name, plural = WILDLIFE_NAMES[species], many(species)
    if len(sizes) > 1 and sizes[0] > 1:
        return f"{plural} in groups of {', '.join(map(str, sizes))}"
    if len(sizes) > 1:
        return f"{_number(len(sizes))} {plural}, each alone"
    return f"{_number(sizes[0])} {plural} together" if sizes[0] > 1 else f"one {name}"


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _terrain_detail(record: Record, terrain: int) -> str:
    name, players = TERRAIN_NAMES[terrain], int(record.players)
    words = f"1 for each tile of the largest {name} corridor: tiles joined by edges with {name} on both sides."
    if not record.majorities:
        return words
    if players == 1:
        return f"{words} A corridor of {MAJORITY_LEAST} or more: {MAJORITY_ALONE} more."
    first, second = MAJORITY_FIRST[players], MAJORITY_SECOND[players]
    bonus = f"{words} The longest at the table: {first[0]} more, {first[1]} if two share it"
    if players == 2:
        return f"{bonus}."
    return f"{bonus}, {first[2]} if more do; the second longest, behind a single longest: {second} more."


# -- bag, goals and panels ------------------------------------------------------------------------------------------


def bag_sheet(record: Record) -> Sheet:
    """Return what can still be drawn: tokens by species, and tiles."""
    facts = []
    for species, name in enumerate(WILDLIFE_NAMES):
        aside = int(record.aside[species])
        more = f" + {aside} aside" if aside else ""
        facts.append(Fact(name.capitalize(), f"{int(record.bag[species])}{more}", f"token-{name}"))
    facts.append(Fact("Tiles in the stack", str(int(record.stack)), "tile-back"))
    return Sheet("bag", "Bag and stack", tuple(facts))


def solo_sheets(record: Record) -> tuple[Sheet, ...]:
    """Return the sheets of a solo game: the goals of the scenario and, at the end, the achievements."""
    sheets = []
    if record.scenario:
        facts = tuple(Fact(goal.text, goal.standing, detail=goal.detail) for goal in goals(record))
        sheets.append(Sheet("scenario", f"Scenario {record.scenario}", facts, pinned=True))
    if record.players == 1 and record.current_player == OVER and (achieved := achievements(record)):
        sheets.append(Sheet("achievements", "Achievements", tuple(Fact(goal.text, "✓") for goal in achieved)))
    return tuple(sheets)


def panel(record: Record, row: list[int], seat: int) -> Panel:
    name = SEAT_NAMES[seat]
    facts = (
        Fact("Points", str(sum(row))),
        Fact(NATURE_LINE, str(row[NATURE]), "nature"),
        Fact("Turns left", f"{turns_left(record, seat)} of {TURNS}"),
    )
    return Panel(seat, name, f"sign-{name.lower()}", COLOURS[seat], facts)


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
