"""Check that findings claim only what their intervals support."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from stockade.insight.claims import (
    ENOUGH,
    SHOWN,
    Range,
    drama_claims,
    duel_claims,
    end_claims,
    findings,
    length_claims,
    luck_claims,
    race_claims,
    seat_claims,
    source_claims,
    surprise,
    widened,
)
from stockade.insight.figures import Drama, Duel, Figures, Lengths, Race, Seats, Source
from stockade.insight.series import CARELESS, EQUAL, GREEDY, THINKERS, WORDS
from stockade.research.intervals import share_interval
from stockade.research.sweep import Mean, length_of, share_of

BRIEF, THOROUGH = THINKERS["mcts"]


def seats(*wins: int, bot: str = EQUAL, distinct: int = 10_000) -> Seats:
    total = sum(wins)
    shares = [share_of(str(n + 1), count, total) for n, count in enumerate(wins)]
    return Seats(len(wins), bot, total, distinct, total, shares, [])


def duel(won: int, games: int, lost: int | None = None, distinct: int | None = None) -> Duel:
    lost = games - won if lost is None else lost
    means = [
        Mean(count / games, *share_interval([count], [games]), games) for count in (won, lost)
    ]  # fmt: skip
    return Duel(2, GREEDY, CARELESS, games, distinct or games, games // 2, means[0], means[1], 0.5)


def told(one: Seats, other: Seats) -> list[str]:
    return [claim.text for claim in seat_claims(one, other)]


def source(name: str, share: float, lead: float, reach: float = 0.2) -> Source:
    """Return a source with a share of all points, and what winners get more of it."""
    of_all, more = (Mean(value, value - r, value + r, 500) for value, r in ((share, 0.01), (lead, reach)))
    return Source(name, f"“{name}”", Mean(share * 100, 0.0, 100.0, 500), of_all, more)


def test_a_seat_that_wins_too_often_is_named() -> None:
    first, last = seat_claims(seats(400, 600), seats(200, 300, bot=BRIEF))
    assert first.text == "With 2 players, whoever goes first wins 40 of 100 games; 50 would be even."
    assert last.text == "With 2 players, whoever goes last wins 60 of 100 games; 50 would be even."
    assert last.figures.startswith("60.0% (55.0% to 64.8%); bots that think less: 60.0% (56.5% to 63.4%)")


def test_a_seat_is_not_named_if_its_interval_reaches_the_even_share() -> None:
    assert told(seats(45, 55), seats(200, 300)) == []


def test_a_seat_is_not_named_if_other_bots_do_not_support_it() -> None:
    assert told(seats(400, 600), seats(240, 260)) == [], "the same side is not enough"


def test_a_seat_that_helps_only_those_who_think_is_told() -> None:
    assert told(seats(400, 600), seats(300, 200)) == [
        "With 2 players, whoever goes first wins 60 of 100 games between bots that think, "
        "but 40 of 100 between bots that do not."
    ]


def test_nothing_is_claimed_from_one_game_played_again_and_again() -> None:
    assert told(seats(0, 5000, distinct=1), seats(0, 5000)) == []
    assert told(seats(0, 5000), seats(0, 5000, distinct=1)) == []


def test_a_fair_game_is_called_fair_only_with_enough_games() -> None:
    assert told(seats(5000, 5000), seats(5000, 5000)) == ["With 2 players, it does not matter who goes first."]
    assert told(seats(50, 50), seats(50, 50)) == []
    assert told(seats(5000, 5000), seats(20, 20)) == [], "the other bots may still differ"


@pytest.mark.parametrize(("won", "lost", "bot"), [(90, 10, GREEDY), (10, 90, CARELESS), (52, 48, ""), (10, 20, "")])
def test_the_better_bot_is_named(won: int, lost: int, bot: str) -> None:
    found = list(duel_claims(duel(won, 100, lost)))
    assert len(found) == bool(bot)
    if bot:
        assert found[0].text.startswith(f"Skill pays: a bot that {WORDS[bot]} beats")
    assert list(duel_claims(duel(won, 100, lost, distinct=ENOUGH - 1))) == []


def test_luck_is_claimed_if_it_helps_more_than_one_would_guess() -> None:
    (claim,) = luck_claims(share_of("", 700, 1000), 2)
    assert claim.text == "Luck helps: the luckier of two players wins 70 of 100 games; 50 would be even."
    (claim,) = luck_claims(share_of("", 400, 1000), 4)
    assert claim.text == "Luck helps: the luckiest of 4 players wins 40 of 100 games; 25 would be even."
    assert list(luck_claims(share_of("", 510, 1000), 2)) == [], "it is a lower bound, so it never says how little"
    assert list(luck_claims(share_of("", ENOUGH - 1, ENOUGH - 1), 2)) == []


def swings(behind: int, late: int, rescued: int, games: int, half: float = 0.7) -> Drama:
    curve = [Mean(half, half - 0.02, half + 0.02, games)] * 21
    found = [share_of("", count, games) for count in (behind, late, rescued)]
    return Drama(games, found[0], found[1], found[2], [], curve, 0.5)


def drama(behind: int, late: int, rescued: int, games: int, half: float = 0.7) -> list[str]:
    return [claim.text for claim in drama_claims(swings(behind, late, rescued, games, half))]


def test_drama_is_claimed_one_way_or_the_other_or_not_at_all() -> None:
    (behind,) = drama(420, 20, 20, 1000)
    assert behind == "Being behind at half-time is no disaster: 42 of 100 winners were behind at half-time."
    (behind,) = drama(50, 20, 20, 1000)
    assert behind == "Whoever is behind at half-time seldom wins: only 5 of 100 winners were behind at half-time."
    assert drama(250, 500, 200, 1000) == [
        "25 of 100 winners were behind at half-time.",
        "In 50 of 100 games the winner takes the lead for good only in the last 20% of the game.",
        "Never give up: 20 of 100 winners had seemed to have less than 10% of a chance.",
    ]
    assert drama(29, 29, 29, 29) == []
    assert drama(420, 500, 500, 1000, half=0.56) == [], "who cannot tell who is ahead cannot tell who comes back"


def test_a_lead_at_half_time_is_worth_little_or_a_lot() -> None:
    def race(ahead: int, players: int) -> list[str]:
        found = Race(share_of("", ahead, 1000), share_of("", 0, 1000), None, 3)
        return [claim.text for claim in race_claims(found, players)]

    lead = "Whoever has the most points at half-time wins {} of 100 games; {} would be even."
    assert race(550, 2) == [lead.format(55, 50) + " So that lead says little."]
    assert race(950, 2) == [lead.format(95, 50) + " So that lead is worth a lot."]
    assert race(550, 4) == [lead.format(55, 25)]
    assert race(750, 2) == [lead.format(75, 50)]
    assert list(race_claims(Race(None, share_of("", 0, 1000), None, 3), 2)) == []


def test_it_is_told_if_the_most_points_do_not_win() -> None:
    (claim,) = race_claims(Race(None, share_of("", 600, 1000), None, 3), 2)
    assert (
        claim.text
        == "Points are not everything: in 60 of 100 games somebody else ends with more of them than the winner."
    )


def test_narrow_wins_games_without_winners_and_long_games_are_told_if_there_are_many() -> None:
    (close,) = race_claims(Race(None, share_of("", 0, 1000), share_of("", 400, 1000), 3), 2)
    assert close.text == "It can be close: 40 of 100 games are decided by 3 points or less."
    (close,) = race_claims(Race(None, share_of("", 0, 1000), share_of("", 700, 1000), 3), 2)
    assert close.text == "It is close: 70 of 100 games are decided by 3 points or less."
    (nobody,) = end_claims(share_of("", 100, 1000))
    assert nobody.text == "Everybody can lose: nobody wins 10 of 100 games."
    assert list(end_claims(share_of("", 1, 1000))) == []
    decisions = length_of([10] * 80 + [50] * 20)
    (long,) = length_claims(Lengths(decisions, decisions, None, share_of("", 20, 100)))
    assert long.text == "Half of all games are over after 10 decisions, but 20 of 100 take more than 20."
    assert list(length_claims(Lengths(decisions, decisions, None, share_of("", 2, 100)))) == []


def test_points_are_told_by_which_winners_stand_out() -> None:
    def told(*sources: Source) -> list[str]:
        return [claim.text for claim in source_claims(sources, 500)]

    same = "What sets winners apart is “fish”: they get 8 points more than others from it."
    other = (
        "“fish” brings the most points, but what sets winners apart is “trees”: they get 8 points more than others "
        "from it."
    )
    assert told(source("fish", 0.7, 1.0), source("trees", 0.3, 8.0)) == [other]
    assert told(source("fish", 0.5, 8.0), source("trees", 0.5, 1.0)) == [same]
    assert told(source("fish", 0.5, 8.0, reach=7.0), source("trees", 0.5, 2.0)) == [], "the intervals overlap"
    assert told(source("fish", 0.5, 8.0)) == []
    (usual,) = source_claims([source("fish", 0.8, 8.0), source("trees", 0.2, 2.0)], 500)
    (unusual,) = source_claims([source("fish", 0.2, 8.0), source("trees", 0.8, 2.0)], 500)
    assert usual.surprise < 0 < unusual.surprise


def test_a_surprise_is_outside_of_the_guess_with_the_whole_interval() -> None:
    assert surprise(Range(0.5, 0.4, 0.6), (0.1, 0.3)) == pytest.approx(1.0)
    assert surprise(Range(0.5, 0.4, 0.6), (0.8, 0.9)) == pytest.approx(2.0)
    assert surprise(Range(0.5, 0.4, 0.6), (0.1, 0.45)) == pytest.approx(-0.5)


def test_the_most_surprising_findings_are_about_different_subjects() -> None:
    games = 1000
    lengths = length_of([10] * games)
    figures = Figures(
        players=2,
        games=games,
        seats=[seats(400, 600)],
        check=seats(400, 600, bot=BRIEF),
        duels=[replace(duel(won, games), bot=bot) for won, bot in ((1000, GREEDY), (900, BRIEF), (990, THOROUGH))],
        equals=None,
        unequals=None,
        lucky=share_of("", 520, games),
        branching=None,
        lengths=Lengths(lengths, lengths, None, share_of("", 0, games)),
        nobody=share_of("", 0, games),
        drama=swings(450, 200, 50, games),
        race=Race(share_of("", 980, games), share_of("", 0, games), share_of("", 200, games), 3),
        sources_by="",
        sources=[],
    )
    found = findings(figures)
    assert len(found) == SHOWN
    assert len({claim.subject for claim in found}) == SHOWN
    assert [claim.surprise for claim in found] == sorted((claim.surprise for claim in found), reverse=True)
    assert "in 99 of 100 games" in found[0].text, "the more surprising of two duels in which a bot thinks"


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
        wrong += any(told(seats(*wins), other) for other in biased)
    assert wrong <= 0.05 * reports
