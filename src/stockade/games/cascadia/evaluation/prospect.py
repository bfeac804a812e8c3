"""Estimate the points that a seat will have at the end of the game.

A row of numbers describes the seat's environment, and a fitted network turns it into the points that are still to
come (`scripts/fit_prospect.py`). What is in the market does not count: the others take from it first.
"""

from typing import Any

import numpy as np

from stockade.core.bits import how_many, lowest
from stockade.core.kernel import kernel
from stockade.core.network import load, result_of
from stockade.core.room import room_of
from stockade.games.cascadia.evaluation.survey import SURVEY, Survey, survey_edge, survey_hexes, turns_after
from stockade.games.cascadia.evaluation.value import majorities_to_come
from stockade.games.cascadia.evaluation.weights import WEIGHTS
from stockade.games.cascadia.layout import SEATS, SPECIES, TERRAINS, Card, Record, Species
from stockade.games.cascadia.rules.corridors import corridor
from stockade.games.cascadia.rules.environment import occupied
from stockade.games.cascadia.rules.wildlife import card_points
from stockade.games.cascadia.tables import KEYSTONE, TURNS

ANYTHING = (1 << SPECIES) - 1  # a tile that shows every species
TYPICAL_CORRIDOR = 6  # in the end, others often have one of this size
WHOLE = (
    "turns", "turns squared", "last turn", "last two turns", "last four turns", "last eight turns", "nature tokens",
    "edge", "open hexes", "open keystones", "best token",
)  # fmt: skip
CORRIDORS = ("corridors", "smallest corridor", "longest corridor", "lesser corridors")
MAJORITIES = ("majorities", "majorities to come", "leads")
TERRAIN = ("corridor", "ends")
TOKENS = (
    "points", "promise", "tokens", "open", "none open", "best", "second best", "best on the edge", "edge",
    "best by turns", "bag",
)  # fmt: skip
FEATURES = (
    *WHOLE,
    *CORRIDORS,
    *MAJORITIES,
    *(f"terrain {terrain}: {name}" for terrain in range(TERRAINS) for name in TERRAIN),
    *(
        f"{species.name.lower()}: {name}"
        for species in Species
        for name in (*TOKENS, *(f"card {card.name}" for card in Card))
    ),
    *(f"{players} players" for players in range(1, SEATS + 1)),
    "with majorities",
)
CORRIDORS_AT = len(WHOLE)
MAJORITIES_AT = CORRIDORS_AT + len(CORRIDORS)
TERRAIN_AT = MAJORITIES_AT + len(MAJORITIES)
TOKENS_AT = TERRAIN_AT + TERRAINS * len(TERRAIN)
EACH_SPECIES = len(TOKENS) + len(Card)
TABLE_AT = TOKENS_AT + SPECIES * EACH_SPECIES
FULL = TURNS + 3  # hexes, with those of the starter
PACKAGE, FILE = "stockade.games.cascadia", "data/prospect.json"
_network = load(PACKAGE, FEATURES, FILE)
HIDDEN, START, OUT, STRAIGHT = _network.hidden, _network.start, _network.out, _network.straight
one_survey = room_of(1, SURVEY)
one_row = room_of(len(FEATURES), np.float64)


@kernel
def prospect(state: Record, seat: int) -> float:
    """Return the points that a seat may expect to have at the end, between two of its turns."""
    row = one_row()
    return describe_seat(state, seat, row) + result_of(row, HIDDEN, START, OUT, STRAIGHT)


@kernel
def describe_seat(state: Record, seat: int, row: Any) -> float:
    """Fill in the numbers of FEATURES, all roughly from 0 to 1. Return the points that the seat has now.

    The seat must have a turn left: a full environment has no room to try another tile.
    """
    room = one_survey()
    survey = room[0]
    environment = state.environment[seat]
    survey_hexes(survey, state, environment, turns_after(environment) + 1, WEIGHTS)
    survey_edge(survey, state, ANYTHING, WEIGHTS)
    for feature in range(len(FEATURES)):
        row[feature] = 0.0
    describe_whole(survey, row)
    describe_corridors(survey, row)
    points = survey.environment.nature + majorities_to_come(state, seat, 0)
    for terrain in range(TERRAINS):
        points += survey.largest[terrain]
    if state.majorities:
        describe_majorities(state, seat, survey, row)
    for species in range(SPECIES):
        scored = card_points(state, survey.environment, species)
        points += scored
        at = TOKENS_AT + species * EACH_SPECIES
        describe_tokens(survey, species, scored, row, at)
        row[at + 10] = (state.bag[species] + state.aside[species]) / 20.0
        row[at + len(TOKENS) + state.cards[species]] = 1.0
    row[TABLE_AT + state.players - 1] = 1.0
    row[TABLE_AT + SEATS] = state.majorities
    return float(points)


@kernel
def describe_whole(survey: Survey, row: Any) -> None:
    """Fill in the numbers of WHOLE."""
    environment = survey.environment
    turns = turns_after(environment) + 1
    taken = occupied(environment)
    row[0] = turns / TURNS
    row[1] = row[0] * row[0]
    for k in range(4):
        row[2 + k] = min(1.0, turns / (1 << k))
    row[6] = environment.nature / 4.0
    row[7] = environment.edges / 20.0
    for hex_no in range(environment.hexes):
        if not taken >> hex_no & 1:
            row[8] += 0.1
            row[9] += KEYSTONE[environment.face[hex_no]] / 3.0
    for species in range(SPECIES):
        row[10] = max(row[10], survey.best_worth[species] / 4.0)


@kernel
def describe_corridors(survey: Survey, row: Any) -> None:
    """Fill in the numbers of CORRIDORS, and those of each terrain."""
    at = CORRIDORS_AT
    row[at + 1] = 10.0
    for terrain in range(TERRAINS):
        size = survey.largest[terrain]
        row[at] += size / 20.0
        row[at + 1] = min(row[at + 1], size / 4.0)
        row[at + 2] = max(row[at + 2], size / 8.0)
        row[at + 3] -= size / 10.0
        for hex_no in range(survey.environment.hexes):
            if survey.corridor[hex_no, terrain] == hex_no:
                row[at + 3] += survey.tiles[hex_no, terrain] / 10.0
        row[TERRAIN_AT + len(TERRAIN) * terrain] = size / 5.0
        row[TERRAIN_AT + len(TERRAIN) * terrain + 1] = min(6, ends_of(survey, terrain)) / 4.0


@kernel
def ends_of(survey: Survey, terrain: int) -> int:
    """Count the cells on which a tile can lengthen the largest corridor of a terrain."""
    ends = 0
    for place in range(survey.environment.edges):
        longest = 0
        sides = int(survey.sides[place, terrain])
        while sides:
            other = survey.beside[place, lowest(sides)]
            sides &= sides - 1
            longest = max(longest, survey.tiles[survey.corridor[other, terrain], terrain])
        ends += longest > 0 and longest == survey.largest[terrain]
    return ends


@kernel
def describe_majorities(state: Record, seat: int, survey: Survey, row: Any) -> None:
    """Fill in the numbers of MAJORITIES."""
    at = MAJORITIES_AT
    row[at] = majorities_to_come(state, seat, 0) / 5.0
    row[at + 1] = majorities_to_come(state, seat, TYPICAL_CORRIDOR) / 5.0
    for terrain in range(TERRAINS):
        most = 0
        for other in range(state.players):
            if other != seat:
                most = max(most, corridor(state.environment[other], terrain))
        row[at + 2] += min(3, max(-3, survey.largest[terrain] - most)) / 6.0


@kernel
def describe_tokens(survey: Survey, species: int, scored: int, row: Any, at: int) -> None:
    """Fill in the numbers of TOKENS for a species, except the last."""
    environment = survey.environment
    free = environment.shows[species] & ~occupied(environment)
    best = 0.0
    second = 0.0
    for hex_no in range(environment.hexes):
        if free >> hex_no & 1:
            gain = float(survey.on_hex[hex_no, species])
            second = max(second, min(best, gain))
            best = max(best, gain)
    best_new = 0.0
    for place in range(environment.edges):
        gain = max(float(survey.on_edge[place, species]), 0.0)
        best_new = max(best_new, gain)
        row[at + 8] += gain / 40.0
    row[at] = scored / 15.0
    row[at + 1] = (survey.now[species] - scored) / 4.0
    row[at + 2] = how_many(environment.wildlife[species]) / 5.0
    row[at + 3] = how_many(free) / 4.0
    row[at + 4] = free == 0
    row[at + 5] = best / 4.0
    row[at + 6] = second / 4.0
    row[at + 7] = best_new / 4.0
    row[at + 9] = row[0] * max(best, best_new) / 4.0
