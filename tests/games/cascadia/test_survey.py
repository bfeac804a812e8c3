"""Check that a survey says of every new tile what a token there would really add."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from stockade.core.match import Match
from stockade.games.cascadia.evaluation.promise import gain_at
from stockade.games.cascadia.evaluation.survey import (
    SURVEY,
    attach,
    detach,
    settled_alone,
    survey_edge,
    survey_hexes,
    turns_after,
)
from stockade.games.cascadia.evaluation.weights import WEIGHTS
from stockade.games.cascadia.layout import SPECIES, Phase, Species

ANYTHING = (1 << SPECIES) - 1
CARDS = ["AAAAA", "BBBBB", "CCCCC", "DDDDD", "DCBAA", "AAABC", "ADBCB", "family", "intermediate"]
RULES = [{}, {"elk_with_gaps": True, "branching_salmon": True, "short_salmon_runs": True}]


@pytest.mark.parametrize("rules", RULES, ids=["usual", "other readings"])
@pytest.mark.parametrize("cards", CARDS)
def test_a_survey_of_the_edge_agrees_with_trying_every_place(cards: str, rules: dict[str, bool]) -> None:
    dice = random.Random(cards)
    match = Match("cascadia", 2, {"cards": cards, **rules}, seed=dice.getrandbits(30))
    turns = 0
    while not match.is_over:
        state = match.state
        if state.record.phase == Phase.MARKET:
            turns += 1
            if turns % 8 == 0:
                compare(state.record)
        match.play(dice.choice(state.legal_actions()))


def compare(record: Any) -> None:
    environment = record.environment[record.turn_owner]
    [survey] = np.zeros(1, SURVEY).view(np.recarray)
    survey_hexes(survey, record, environment, turns_after(environment), WEIGHTS)
    survey_edge(survey, record, ANYTHING, WEIGHTS)
    tried = survey.environment
    for place in range(int(tried.edges)):
        new = attach(tried, tried.edge[place])
        for species in range(SPECIES):
            gain = gain_at(record, tried, new, species, survey.now, WEIGHTS, survey.ripeness)
            assert survey.on_edge[place, species] == gain, (place, Species(species).name)
        detach(tried)


def test_species_that_look_around_are_not_settled_by_standing_alone() -> None:
    def settled(cards: str, **rules: bool) -> set[str]:
        bits = settled_alone(Match("cascadia", 2, {"cards": cards, **rules}, seed=1).state.record)
        return {species.name for species in Species if bits >> species & 1}

    assert settled("AAAAA") == {"BEAR", "ELK", "SALMON", "HAWK"}
    assert settled("ADABA") == {"BEAR", "ELK", "SALMON"}
    assert settled("ADAAA", elk_with_gaps=True) == {"BEAR", "SALMON", "HAWK"}
    assert settled("AADAA") == settled("AAADA") == settled("AAAAD") == set()
