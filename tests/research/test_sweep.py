"""Check the summary of a few games made by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stockade.core.study import Holding, Notes, Words
from stockade.research.intervals import wilson
from stockade.research.played import Played
from stockade.research.sweep import OTHERS, WINNERS, Summary, price_step, summarise
from stockade.research.verdict import judge

WORDS = Words("wall", "wall type")


def game(
    number: int,
    winner: int | None,
    order: tuple[int, ...] = (0, 1, 2),
    rounds: int = 2,
    holdings: Sequence[Holding] = (),
) -> Played:
    money = [[10.0] + [10.0 * (seat + 1)] * rounds for seat in range(3)]
    notes = Notes(rounds, "flood" if winner is None else "end", order, {"money": money}, list(holdings))
    winners = () if winner is None else (winner,)
    return Played(number, number, 5 * rounds, rounds, notes.ending, winners, (10.0, 20.0, 30.0), order, notes)


def texts(summary: Summary, mark: str) -> list[str]:
    return [verdict.text for verdict in judge(summary, WORDS) if verdict.mark == mark]


def test_lengths_seats_places_and_ends() -> None:
    games = [game(0, 2, (2, 1, 0)), game(1, 2, (1, 2, 0)), game(2, 0, (2, 0, 1), rounds=4), game(3, None, rounds=6)]
    found = summarise(games, 3)
    assert (found.games, found.decided) == (4, 3)
    assert found.rounds is not None
    assert found.rounds.counts == {2: 2, 4: 1, 6: 1}
    assert found.rounds.quartiles == (2.0, 3.0, 4.5)
    assert found.actions.mean.mean == 17.5
    assert [share.count for share in found.seats] == [1, 0, 2]
    assert [share.count for share in found.places] == [1, 2, 0]
    assert (found.seats[2].low, found.seats[2].high) == wilson(2, 3)
    assert {share.name: (share.count, share.of) for share in found.endings} == {"end": (3, 4), "flood": (1, 4)}


def test_curves_part_winners_from_others() -> None:
    found = summarise([game(0, 2), game(1, 0, rounds=3)], 3)
    points = {(point.round_no, point.side): point.value for point in found.curves["money"]}
    assert points[0, WINNERS].mean == points[0, OTHERS].mean == 10.0
    assert points[1, WINNERS].mean == (30 + 10) / 2
    assert points[1, OTHERS].mean == (15 + 25) / 2  # the mean of the others in each game
    assert (points[2, WINNERS].count, points[3, WINNERS].count) == (2, 1)
    assert found.points[WINNERS].mean == 20.0


def test_what_was_bought() -> None:
    holdings = [Holding(0, "wood", "3", 5, 9), Holding(1, "wood", "6", 12, 9), Holding(1, "stone", "10", 20, 50)]
    found = summarise([game(0, 1, holdings=holdings), game(1, 0, holdings=holdings[:1]), game(2, None)], 3)
    assert [group.name for group in found.groups] == ["wood", "stone"]  # by price
    wood = found.groups[0]
    assert (wood.count, wood.games, wood.winners.count) == (3, 2, 2)
    assert (wood.price.mean, wood.earned.mean) == (pytest.approx(22 / 3), 9.0)
    assert wood.returned.mean == pytest.approx(9 - 22 / 3)
    assert [thing.name for thing in found.things] == ["3", "6", "10"]
    assert [step.name for step in found.prices] == ["1-8", "9-16", "17-24"]
    assert found.everything is not None
    assert found.everything.count == 4


STEPS = {0: "1-8", 1: "1-8", 8: "1-8", 9: "9-16", 88: "81-88", 89: "89 and more", 999: "89 and more"}


@pytest.mark.parametrize(("price", "step"), STEPS.items())
def test_prices_in_steps(price: int, step: str) -> None:
    assert price_step(price) == step


def test_a_seat_that_wins_too_much_is_named() -> None:
    unfair = summarise([game(number, 0 if number % 3 else 1, (1, 0, 2)) for number in range(300)], 3)
    assert any("One seat wins more" in text and "seat 1 wins 66.7%" in text for text in texts(unfair, "bad"))
    even = summarise([game(number, number % 3, (0, 1, 2)) for number in range(3000)], 3)
    assert any("No seat wins more" in text for text in texts(even, "good"))
    few = summarise([game(number, number % 3, (0, 1, 2)) for number in range(9)], 3)
    assert any("Too few games" in text for text in texts(few, "open"))
    assert "Median length 2 rounds" in texts(few, "plain")[0]


def test_a_dominated_group_is_named() -> None:
    """Straw loses money and is bought by losers; stone earns money and is bought by winners."""
    straw, stone = Holding(0, "straw", "1", 10, 2), Holding(1, "stone", "2", 10, 20)
    found = summarise([game(number, 1, holdings=[straw, stone]) for number in range(40)], 3)
    said = " ".join(texts(found, "bad"))
    assert "wall type straw is dominated by stone" in said
    assert "at a loss on average, by wall type: straw −8.0" in said
    fair = summarise([game(number, number % 2, holdings=[straw, stone]) for number in range(40)], 3)
    assert any("No wall type is dominated" in text for text in texts(fair, "good"))
    few = summarise([game(number, 1, holdings=[straw, stone]) for number in range(10)], 3)
    assert any("too few to judge: straw, stone" in text for text in texts(few, "open"))


def test_games_without_a_winner_are_told() -> None:
    found = summarise([game(number, None if number % 4 == 0 else 1) for number in range(40)], 3)
    assert "10 of 40 games (25.0%) end without a single winner." in texts(found, "bad")
    nobody = summarise([game(0, None)], 3)
    assert nobody.everything is None
    assert judge(nobody, WORDS)
