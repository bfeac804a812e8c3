"""Check that findings claim only what their intervals support."""

from __future__ import annotations

import random

import pytest

from stockade.insight.claims import (
    CLOSE,
    ENOUGH,
    FRACTIONS,
    Range,
    drama_claims,
    duel_claims,
    fraction,
    luck_claims,
    seat_claims,
    widened,
)
from stockade.insight.figures import Drama, Duel, Seats
from stockade.insight.series import CARELESS, EQUAL, GREEDY, search
from stockade.insight.variance import Shares
from stockade.research.intervals import share_interval
from stockade.research.sweep import Mean, share_of

SURE = Mean(0.0, 0.0, 0.0, 1000)


def seats(*wins: int, bot: str = EQUAL, distinct: int = 10_000) -> Seats:
    total = sum(wins)
    shares = [share_of(str(n + 1), count, total) for n, count in enumerate(wins)]
    return Seats(len(wins), bot, total, distinct, total, shares, [])


def duel(won: int, games: int, lost: int | None = None) -> Duel:
    lost = games - won if lost is None else lost
    means = [
        Mean(count / games, *share_interval([count], [games]), games) for count in (won, lost)
    ]  # fmt: skip
    return Duel(2, GREEDY, CARELESS, games, games // 2, means[0], means[1], 0.5)


def shares(low: float, is_chancy: bool = True, deals: int = 1000) -> Shares:
    return Shares(2, deals, deals, SURE, SURE, Mean(low + 0.05, low, low + 0.1, deals), SURE, is_chancy)


def told(one: Seats, other: Seats) -> list[str]:
    return [claim.text for claim in seat_claims(one, other)]


def test_a_seat_that_wins_too_often_is_named() -> None:
    first, last = seat_claims(seats(400, 600), seats(200, 300, bot=search(50)))
    assert first.text == "With 2 players, whoever goes first wins 10 points less often than an even share."
    assert last.text == "With 2 players, whoever goes last wins 10 points more often than an even share."
    assert last.figures.startswith("60.0% (56.5% to 63.4%) of the games; bots that search: 60.0%")


def test_a_seat_is_not_named_if_its_interval_reaches_the_even_share() -> None:
    assert told(seats(45, 55), seats(200, 300)) == []


def test_a_seat_is_not_named_if_other_bots_do_not_support_it() -> None:
    assert told(seats(400, 600), seats(300, 200)) == []
    assert told(seats(400, 600), seats(240, 260)) == [], "the same side is not enough"


def test_nothing_is_claimed_from_one_game_played_again_and_again() -> None:
    assert told(seats(0, 5000, distinct=1), seats(0, 5000)) == []
    assert told(seats(0, 5000), seats(0, 5000, distinct=1)) == []


def test_a_fair_game_is_called_fair_only_with_enough_games() -> None:
    assert told(seats(5000, 5000), seats(5000, 5000)) == ["With 2 players, it does not matter who goes first."]
    assert told(seats(50, 50), seats(50, 50)) == []
    assert told(seats(5000, 5000), seats(20, 20)) == [], "the other bots may still differ"


@pytest.mark.parametrize(("won", "lost", "words"), [(90, 10, GREEDY), (10, 90, CARELESS), (52, 48, ""), (10, 20, "")])
def test_the_better_bot_is_named(won: int, lost: int, words: str) -> None:
    found = list(duel_claims(duel(won, 100, lost)))
    assert len(found) == bool(words)
    if words:
        better = "always takes what looks best" if words == GREEDY else "often takes second best"
        assert found[0].text.startswith(f"Skill pays: a player who {better} beats")


def test_luck_is_claimed_from_the_lower_end() -> None:
    (claim,) = luck_claims(shares(0.2))
    assert "at least 20% of who wins" in claim.text
    assert list(luck_claims(shares(0.01))) == [], "a lower bound never says that there is little luck"
    assert list(luck_claims(shares(0.2, deals=ENOUGH - 1))) == []
    (none,) = luck_claims(shares(0.0, is_chancy=False))
    assert "Nothing is left to chance" in none.text


def test_drama_is_claimed_one_way_or_the_other_or_not_at_all() -> None:
    def found(behind: int, late: int, games: int, half: float = 0.7) -> list[str]:
        curve = [Mean(half, half - 0.02, half + 0.02, games)] * 21
        drama = Drama(games, share_of("", behind, games), share_of("", late, games), [], curve, 0.5)
        return [claim.text for claim in drama_claims(drama)]

    assert found(3300, 1000, 10_000) == [
        "Being behind at half-time is no disaster: about a third of all winners were."
    ]
    assert found(50, 100, 1000) == ["Whoever is behind at half-time seldom wins: only 5 of 100 winners were."]
    assert found(200, 200, 1000) == []
    assert found(10, 10, 29) == []
    assert found(3300, 1000, 10_000, half=0.56) == [], "who cannot tell who is ahead cannot tell who comes back"


def test_fractions_in_words_are_supported_by_the_whole_interval() -> None:
    values = {words: value for value, words in FRACTIONS.items()}
    dice = random.Random(1)
    for _ in range(5000):
        low, middle, high = sorted(dice.random() for _ in range(3))
        words = fraction(Range(middle, low, high))
        if words.startswith("about "):
            value = values[words.removeprefix("about ")]
            assert value - CLOSE <= low <= high <= value + CLOSE
        elif words:
            assert low > values[words.removeprefix("more than ")]
        else:
            assert low <= min(FRACTIONS)


def test_intervals_of_many_figures_are_wider() -> None:
    share = share_of("", 50, 100)
    one, ten = widened(share), widened(share, 10)
    assert (one.low, one.high) == pytest.approx((share.low, share.high))
    assert ten.low < one.low < one.high < ten.high


def test_false_claims_about_seats_are_rare() -> None:
    """Where all seats are equally good, at most one report in twenty may name one, whatever the other bots do."""
    dice = random.Random(7)
    reports, wrong = 400, 0
    for _ in range(reports):
        wins = [0, 0, 0, 0]
        for _ in range(300):
            wins[dice.randrange(4)] += 1
        biased = [seats(900, 100, 100, 900), seats(100, 900, 900, 100), seats(900, 100, 900, 100)]
        wrong += any("often" in text for other in biased for text in told(seats(*wins), other))
    assert wrong <= 0.05 * reports
