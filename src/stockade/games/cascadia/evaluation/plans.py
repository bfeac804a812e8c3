"""Rate actions of Cascadia, and play whole turns quickly by these ratings."""

from typing import Any

import numpy as np

from stockade.core.contract import Actions, Values
from stockade.core.kernel import kernel
from stockade.core.room import room_of
from stockade.games.cascadia.evaluation.prospect import FULL, prospect
from stockade.games.cascadia.evaluation.survey import (
    SURVEY,
    Survey,
    ground_worth,
    spot_worth,
    survey_edge,
    survey_hexes,
    survey_tile,
    token_there,
    turns_after,
)
from stockade.games.cascadia.evaluation.value import majorities_to_come, spread
from stockade.games.cascadia.evaluation.weights import NATURE_PRICE, WEIGHTS, WIPE
from stockade.games.cascadia.layout import NOTHING, SLOTS, SPECIES, TERRAINS, Phase, Record
from stockade.games.cascadia.rules.actions import Base, take_action, take_of, tile_action, tile_of
from stockade.games.cascadia.rules.corridors import corridor
from stockade.games.cascadia.rules.dispatch import apply, may_wipe, wildlife_points
from stockade.games.cascadia.tables import SHOWS

__all__ = ["FORESIGHT", "advance", "outlook", "prefer", "spread"]
FORESIGHT = 4  # turns; what comes later is estimated, because playing it out costs more than it tells
PAID_WIPE = 1.0  # how much less a turn is worth after a paid wipe than after a free one
one_survey = room_of(1, SURVEY)
two_actions = room_of(2, np.int64)
uses_by_species = room_of((SPECIES, 2), np.int64)
worths_by_species = room_of(SPECIES, np.float64)


@kernel
def outlook(state: Record, seat: int) -> float:
    """Return the points of a seat at the end, or the points that it may expect."""
    environment = state.environment[seat]
    if environment.hexes < FULL:
        return prospect(state, seat)
    points = float(wildlife_points(state, seat) + environment.nature) + majorities_to_come(state, seat, 0)
    for terrain in range(TERRAINS):
        points += corridor(environment, terrain)
    return points


@kernel
def prefer(state: Record, actions: Actions, n: int, worth: Values) -> None:
    """Estimate the worth of each legal action, in points of this turn."""
    prefer_by(state, actions, n, worth, one_survey(), WEIGHTS)


@kernel
def prefer_by(state: Record, actions: Actions, n: int, worth: Values, room: Any, weights: Any) -> None:
    """Do the same as `prefer` with other weights, in working memory for one survey."""
    survey = room[0]
    environment = state.environment[state.turn_owner]
    if state.phase == Phase.TOKEN:
        survey_hexes(survey, state, environment, turns_after(environment) + 1, weights)
        prefer_token(state, survey, actions, n, worth)
        return
    survey_hexes(survey, state, environment, turns_after(environment), weights)
    if state.phase == Phase.TILE:
        survey_edge(survey, state, shown_by(state.hand_tile), weights)
        prefer_tile(state, survey, actions, n, worth, weights)
    else:
        survey_edge(survey, state, shown_in_market(state), weights)
        prefer_market(state, survey, actions, n, worth, weights)


@kernel
def shown_by(kind: int) -> int:
    """Return the species that a tile shows, as bits."""
    bits = 0
    for species in range(SPECIES):
        bits |= SHOWS[kind, species] << species
    return bits


@kernel
def shown_in_market(state: Record) -> int:
    """Return the species that any tile of the market shows, as bits."""
    bits = 0
    for slot in range(SLOTS):
        bits |= shown_by(state.market_tile[slot])
    return bits


@kernel
def prefer_token(state: Record, survey: Survey, actions: Actions, n: int, worth: Values) -> None:
    """Rate the places for the token in hand. Returning it is worth zero."""
    environment = survey.environment
    for k in range(n):
        worth[k] = 0.0
        for hex_no in range(environment.hexes):
            if actions[k] == Base.TOKEN + environment.cell[hex_no]:
                worth[k] = survey.on_hex[hex_no, state.hand_token]


@kernel
def prefer_tile(state: Record, survey: Survey, actions: Actions, n: int, worth: Values, weights: Any) -> None:
    """Rate the cells and spins for the tile in hand, each with the best place for the token afterwards."""
    kind = int(state.hand_tile)
    place = 0
    for k in range(n):
        cell, spin = tile_of(actions[k])
        while survey.environment.edge[place] != cell:
            place += 1
        stays_open = survey.best_worth[state.hand_token] + spot_worth(survey, place, kind, weights)
        there = token_there(survey, place, kind, state.hand_token, weights)
        worth[k] = ground_worth(survey, place, kind, spin, weights) + max(stays_open, there)


@kernel
def prefer_market(state: Record, survey: Survey, actions: Actions, n: int, worth: Values, weights: Any) -> None:
    """Rate pairs by their best use, and wipes by what a turn is worth after one."""
    surveyed = NOTHING
    use = two_actions()
    for k in range(n):
        if actions[k] >= Base.TAKE:
            slot, token = take_of(actions[k])
            if surveyed != slot:
                survey_tile(survey, state.market_tile[slot], weights)
                surveyed = slot
            worth[k] = best_use(survey, int(state.market_tile[slot]), int(state.market_token[token]), use, weights)
            worth[k] -= weights[NATURE_PRICE] if slot != token else 0.0
        else:
            worth[k] = weights[WIPE] - (PAID_WIPE + weights[NATURE_PRICE] if actions[k] > Base.WIPE else 0.0)


# -- a whole turn --------------------------------------------------------------------------------------------


@kernel
def advance(state: Record) -> None:
    """Play to the end of the turn, or up to a chance action, with the actions that `prefer` rates best.

    This is faster than calling `prefer` for each action, because one survey is enough for the whole turn.
    """
    advance_by(state, one_survey(), WEIGHTS)


@kernel
def advance_by(state: Record, room: Any, weights: Any) -> None:
    """Do the same as `advance` with other weights, in working memory for one survey."""
    use = two_actions()
    survey = room[0]
    environment = state.environment[state.turn_owner]
    if state.phase == Phase.TOKEN:
        survey_hexes(survey, state, environment, turns_after(environment) + 1, weights)
        apply(state, best_token(survey, state.hand_token))
        return
    survey_hexes(survey, state, environment, turns_after(environment), weights)
    if state.phase == Phase.MARKET:
        survey_edge(survey, state, shown_in_market(state), weights)
        action = best_take(state, survey, use, weights)
        apply(state, action)
        if action < Base.TAKE:
            return
    else:
        survey_edge(survey, state, shown_by(state.hand_tile), weights)
        survey_tile(survey, state.hand_tile, weights)
        best_use(survey, int(state.hand_tile), int(state.hand_token), use, weights)
    apply(state, use[0])
    apply(state, use[1])


@kernel
def best_take(state: Record, survey: Survey, use: Any, weights: Any) -> int:
    """Return the best pair and fill in how to use it, or return the free wipe if that promises more."""
    uses = uses_by_species()
    worths = worths_by_species()
    most = -1e9
    take = 0
    for slot in range(SLOTS):
        kind = int(state.market_tile[slot])
        survey_tile(survey, kind, weights)
        known = 0
        for token in range(SLOTS):
            if slot != token and survey.environment.nature == 0:
                continue
            species = int(state.market_token[token])
            if not known >> species & 1:
                known |= 1 << species
                worths[species] = best_use(survey, kind, species, uses[species], weights)
            worth = worths[species] - (weights[NATURE_PRICE] if slot != token else 0.0)
            if worth > most:
                most = worth
                take = take_action(slot, token)
                use[0] = uses[species, 0]
                use[1] = uses[species, 1]
    return Base.WIPE if may_wipe(state) and most < weights[WIPE] else take


@kernel
def best_token(survey: Survey, species: int) -> int:
    """Return the best place for a token on the existing hexes, or its return to the bag."""
    hex_no = survey.best_hex[species]
    return Base.RETURN if hex_no == NOTHING else Base.TOKEN + int(survey.environment.cell[hex_no])


@kernel
def best_use(survey: Survey, kind: int, species: int, use: Any, weights: Any) -> float:
    """Find the best use of the surveyed tile with a token: fill in the two actions and return their worth."""
    most = -1e9
    for place in range(survey.environment.edges):
        stays_open = survey.best_worth[species] + survey.spot[place]
        there = token_there(survey, place, kind, species, weights)
        worth = survey.ground[place] + max(stays_open, there)
        if worth > most:
            most = worth
            cell = int(survey.environment.edge[place])
            use[0] = tile_action(cell, survey.best_spin[place])
            use[1] = Base.TOKEN + cell if there > stays_open else best_token(survey, species)
    return most
