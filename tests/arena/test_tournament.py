"""Check tournaments: fair seats, shared chance, stopping, results that add up, and runs that are resumed."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stockade
from stockade.arena.botspec import read_bots
from stockade.arena.report.tournament import write_tournament
from stockade.arena.tournament.deal import Deal, Game, play_deals
from stockade.arena.tournament.kept import NAME, Kept
from stockade.arena.tournament.pairings import seatings_of, tables_of
from stockade.arena.tournament.plan import TournamentPlan, plan_tournament
from stockade.arena.tournament.run import Meeting, Tournament, compared, share_of
from stockade.arena.tournament.standings import standings
from stockade.arena.tournament.stopping import FIRST, Until, looks, read_until
from stockade.core.errors import BadOption, CorruptLog

BOTS = ["greedy", "greedy:slip=0.5", "random"]


def plan_of(*games: str, bots: list[str] = BOTS, **given: Any) -> TournamentPlan:
    found = [stockade.game(name) for name in games or ("blockade",)]
    return plan_tournament(found, read_bots(found[0], bots), **given)


def played(plan: TournamentPlan) -> Tournament:
    tournament = Tournament(plan)
    for _ in tournament.play(1):
        pass
    return tournament


# -- who meets whom ----------------------------------------------------------------------------------------------


def test_formats():
    assert tables_of("round-robin", 4, 2) == list(combinations(range(4), 2))
    assert tables_of("round-robin", 4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert tables_of("round-robin", 2, 4) == [(0, 1)]
    assert tables_of("ladder", 4, 2) == [(0, 1), (1, 2), (2, 3)]
    assert tables_of("gauntlet", 4, 3) == [(0, 1), (0, 2), (0, 3)]


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (3, 3), (2, 3), (2, 4), (3, 4), (4, 4), (2, 5), (4, 6)])
def test_every_bot_sits_on_every_seat_equally_often(bots, seats):
    for deal in range(7):
        seatings = seatings_of(tuple(range(bots)), seats, deal)
        assert len(set(seatings)) == len(seatings)
        for seat in range(seats):
            counts = Counter(seating[seat] for seating in seatings)
            assert len(counts) == bots
            assert len(set(counts.values())) == 1


def test_a_table_of_three_is_played_in_both_orders():
    assert seatings_of((4, 5, 6), 3, 0) == [(4, 5, 6), (5, 6, 4), (6, 4, 5)]
    assert seatings_of((4, 5, 6), 3, 1) == [(4, 6, 5), (6, 5, 4), (5, 4, 6)]
    assert seatings_of((4, 5, 6), 3, 2) == seatings_of((4, 5, 6), 3, 0)


BAD = {
    "twice": ({"bots": ["greedy", "greedy"]}, "greedy is entered twice"),
    "alone": ({"bots": ["greedy"]}, "at least two bots"),
    "format": ({"form": "swiss"}, "round-robin, ladder or gauntlet, not 'swiss'"),
    "players": ({"players": "3"}, "2 players, not 3"),
    "options": ({"options": ["speed=3"]}, "speed"),
    "too many tables": (
        {"bots": [f"greedy:slip=0.{n:02}" for n in range(60)], "games": "cascadia", "players": "4"},
        "487,635 tables",
    ),
}


@pytest.mark.parametrize(("given", "message"), BAD.values(), ids=BAD)
def test_a_bad_plan_is_refused(given, message):
    with pytest.raises(BadOption, match=message):
        plan_of(*[given.pop("games")] if "games" in given else [], **given)


@pytest.mark.parametrize("text", ["soon", "width", "width=0", "width=1.5", "width=wide", "decided=1"])
def test_a_bad_condition_is_refused(text):
    with pytest.raises(BadOption, match=r"decided|width"):
        read_until([text])


# -- deals -------------------------------------------------------------------------------------------------------


def test_chance_is_the_same_for_all_seatings_and_tables():
    """Three bots that play alike have the same game on any seat and at any table, unless the deal is another."""
    plan = plan_of("cascadia", bots=["random:seed=5", "random:seed=05", "random:seed=005"], most=4)
    deals = [play_deals(plan, 0, number, table, 0, 2) for number, table in enumerate(plan.tables(0))]
    first, second = ({tuple(game.points) for deal in at for game in deal.games} for at in zip(*deals, strict=True))
    assert len(first) == len(second) == 1
    assert first != second


def test_a_deal_depends_on_its_number_alone():
    plan = plan_of("barricado", players="3", most=9)
    together = play_deals(plan, 0, 0, (0, 1, 2), 0, 2)
    single = play_deals(plan, 0, 0, (0, 1, 2), 1, 1)
    assert told(together[1]) == told(single[0])
    assert Deal.from_json(json.loads(json.dumps(single[0].to_json()))) == single[0]


def told(deal: Deal) -> list[Any]:
    return [(game.bots, game.places, game.points, game.plies, game.decisions) for game in deal.games]


def test_automated_seats_take_part():
    plan = plan_of("barrage", bots=["greedy", "random"], players="3", options=["automas=1", "setup=full"], most=2)
    tournament = played(plan)
    [meeting] = tournament.meetings
    assert plan.sitters(0) == ("greedy", "random", "Automa")
    assert [game.bots for game in meeting.done[0]] == [[0, 1, 2], [1, 0, 2]]
    found = standings(tournament, 0)
    assert {each.bot for each in found.players} == {"greedy", "random", "Automa"}
    assert len(found.pairs) == 3
    assert {cost.bot for cost in found.costs} == {"greedy", "random"}


# -- results -----------------------------------------------------------------------------------------------------


def game_of(bots: list[int], places: list[int]) -> Game:
    return Game(bots, places, [0.0] * len(bots), 10, [5] * len(bots), [0.0] * len(bots), [0.0] * len(bots))


def test_places_are_compared_in_pairs():
    wins = compared([game_of([0, 1, 2], [1, 2, 2])], 3)
    assert wins.tolist() == [[0, 1, 1], [0, 0, 0.5], [0, 0.5, 0]]
    assert share_of([game_of([1, 0], [1, 2]), game_of([0, 1], [1, 1])], 0, 1) == 0.25
    # A bot on two seats is compared with the other from both of them, and not with itself.
    assert compared([game_of([0, 1, 0], [1, 2, 3])], 2).tolist() == [[0, 1], [1, 0]]


def test_results_add_up():
    tournament = played(plan_of(most=20))
    found = standings(tournament, 0)
    assert [each.bot for each in found.players] == BOTS
    assert (found.games, found.deals, found.same) == (60, 10, False)
    for each in found.players:
        assert each.low < each.rating < each.high
        assert each.games == 40
    assert sum(each.rating for each in found.players) == pytest.approx(4500)
    for pair in found.pairs:
        assert pair.better + pair.equal + pair.worse == pair.games == 20
        assert pair.share == pytest.approx((pair.better + pair.equal / 2) / 20)
        assert pair.low <= pair.share <= pair.high
        assert pair.stop_low is None
    wins = {each.bot: each.wins for each in found.players}
    assert sum(wins.values()) + sum(pair.equal for pair in found.pairs) == 60


def test_bots_without_chance_are_pointed_out():
    plan = plan_of(bots=["random:seed=1", "random:seed=2"], most=6)
    assert standings(played(plan), 0).same


def test_several_games_and_settings():
    plan = plan_of("blockade", "barricado", bots=["greedy", "random"], most=4, players="2")
    tournament = played(plan)
    assert [standings(tournament, event).title.partition(",")[0] for event in (0, 1)] == [
        stockade.game(name).spec.title for name in ("blockade", "barricado")
    ]
    assert standings(tournament).games == 8
    plan = plan_of("barricado", bots=["greedy", "random"], most=6, players="2..3")
    assert [event.cell.players for event in plan.events] == [2, 3]


# -- stopping ----------------------------------------------------------------------------------------------------


def test_looks_come_before_the_end():
    assert list(looks(100, Until())) == [100]
    found = list(looks(100, Until(decided=True)))
    assert found[0] == FIRST
    assert found[-1] == 100
    assert found == sorted(set(found))
    assert list(looks(3, Until(decided=True))) == [3]


def meeting_of(plan: TournamentPlan, results: np.ndarray) -> Meeting:
    """Return a meeting of two bots with synthetic results: in each deal, the first wins 0, 1 or 2 games."""
    meeting = Meeting(0, 0, (0, 1), len(results), list(looks(len(results), plan.until)))
    for deal, wins in enumerate(results):
        firsts = [[1, 2]] * int(wins) + [[2, 1]] * (2 - int(wins))
        meeting.done[deal] = [game_of([0, 1], places) for places in firsts]
    return meeting


def test_the_error_rate_of_a_tournament_that_stops_when_decided():
    """Equal bots, with results that are made up: at most 5% of the tables may find a better one."""
    plan = plan_of(bots=["greedy", "random"], most=160, until=Until(decided=True))
    random = np.random.default_rng(11)
    wrong = runs = 0
    for _ in range(150):
        meeting = meeting_of(plan, random.binomial(2, 0.5, 80))
        wrong += meeting.is_settled(plan, meeting.goal(plan))
        runs += 1
    assert wrong / runs <= 0.05 + 0.035


def test_a_clear_table_stops_early_and_an_even_one_does_not():
    plan = plan_of(bots=["greedy", "random"], most=160, until=Until(decided=True))
    assert meeting_of(plan, np.full(80, 2)).goal(plan) == FIRST
    even = meeting_of(plan, np.tile([0, 2], 40))
    assert even.goal(plan) == 80
    assert not even.is_settled(plan, 80)
    narrow = plan_of(bots=["greedy", "random"], most=160, until=Until(width=0.3))
    assert meeting_of(narrow, np.full(80, 1)).goal(narrow) < 40


def test_a_tournament_stops_when_it_is_decided():
    tournament = Tournament(plan_of(most=200, until=read_until(["decided,width=0.4"])))
    assert sum(tournament.play(1)) == tournament.games == 600
    assert tournament.is_over
    assert tournament.played < 300
    for pair in standings(tournament, 0).pairs:
        assert pair.settled
        assert not pair.stop_low <= 0.5 <= pair.stop_high or pair.stop_high - pair.stop_low <= 0.4


# -- kept results ------------------------------------------------------------------------------------------------


def test_a_tournament_can_have_more_games_later(tmp_path: Path) -> None:
    for most in (4, 8, 8):
        plan = plan_of(most=most)
        with Kept(tmp_path, plan, resume=True) as kept:
            longer = Tournament(plan)
            longer.take(kept.deals)
            list(longer.play(1, kept))
            assert longer.played == longer.games
    whole = Tournament(plan_of(most=8))
    list(whole.play(1))
    assert standings(longer, 0).pairs == standings(whole, 0).pairs
    assert longer.played == whole.played
    with pytest.raises(BadOption, match="is of 8 games at a table; there can be more, but not fewer"):
        Kept(tmp_path, plan_of(most=6), resume=True)


def test_kept_deals_are_read_again(tmp_path: Path):
    plan = plan_of(most=6)
    with Kept(tmp_path, plan, resume=False) as kept:
        whole = Tournament(plan)
        for _ in whole.play(1, kept):
            pass
        with pytest.raises(BadOption, match="another process"):
            Kept(tmp_path, plan, resume=True)
    with pytest.raises(BadOption, match="already has a tournament: add --resume"):
        Kept(tmp_path, plan, resume=False)
    with (tmp_path / NAME).open("ab") as file:
        file.write(b'{"event":0,"table":1,"de')  # as a killed process leaves it
    with Kept(tmp_path, plan, resume=True) as kept:
        again = Tournament(plan)
        again.take(kept.deals)
        assert again.is_over
        assert list(again.play(1, kept)) == [0]
    assert [meeting.done for meeting in again.meetings] == [meeting.done for meeting in whole.meetings]
    with pytest.raises(BadOption, match="another tournament: it has other games, seed"):
        Kept(tmp_path, plan_of(most=8, seed=3), resume=True)
    written = (tmp_path / NAME).read_bytes()
    for damaged in (written + b"[]\n", b"{\n" + written, b'"plan"\n', b"[" * 100_000 + b"\n"):
        (tmp_path / NAME).write_bytes(damaged)
        with pytest.raises((CorruptLog, BadOption), match=r"is damaged|of another tournament"):
            Kept(tmp_path, plan, resume=True)


def test_a_deal_of_a_table_that_is_not_there_is_refused():
    with pytest.raises(CorruptLog, match="no table 9 in setting 0"):
        Tournament(plan_of()).take([Deal(0, 9, 0, [])])


def test_settings_without_automated_seats_do_not_count_for_them():
    plan = plan_of(
        "barrage", bots=["greedy", "random"], players="3", settings=["automas=0,1"], options=["setup=full"]
    )
    tournament = Tournament(plan)
    without, with_one = tournament.meetings
    without.done[0] = [game_of([0, 1, 0], [1, 2, 3])] * 4
    with_one.done[0] = [game_of([0, 1, 2], [1, 2, 3])]
    games = {(pair.bot, pair.against): pair.games for pair in standings(tournament).pairs}
    assert games == {("greedy", "random"): 5, ("greedy", "Automa"): 1, ("random", "Automa"): 1}


def test_nothing_is_played_twice(tmp_path: Path):
    plan = plan_of(most=12)
    with Kept(tmp_path, plan, resume=False) as kept:
        run = Tournament(plan).play(1, kept)
        while next(run) == 0:
            pass
        run.close()
    with Kept(tmp_path, plan, resume=True) as kept:
        tournament = Tournament(plan)
        tournament.take(kept.deals)
        before = tournament.played
        assert 0 < before < 36
        assert sum(tournament.play(1, kept)) == 36 - before
    lines = (tmp_path / NAME).read_text().splitlines()
    assert len(lines) == len(set(lines)) == 1 + 18


COMMAND = ["tournament", "blockade", "-b", "greedy,greedy:slip=0.5,random", "-n", "80", "--seed", "4", "--until"]


def report_of(folder: Path) -> tuple[Any, ...]:
    """Return everything in a report that does not depend on time."""
    figures = json.loads((folder / "report.json").read_text("utf-8"))
    figures.pop("timing")
    page = (folder / "report.html").read_text("utf-8").partition('<h2 id="timing">')[0]
    return figures, page, *((folder / name).read_text("utf-8") for name in ("ratings.csv", "pairs.csv", "games.csv"))


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.deep)])
def test_a_killed_run_is_resumed_to_the_same_report(tmp_path: Path, jobs: str):
    """A real process is killed without warning while it plays, or while two others play for it."""
    command = [sys.executable, "-m", "stockade.cli", *COMMAND, "width=0.2", "--out"]
    cut, whole = tmp_path / "cut", tmp_path / "whole"
    with subprocess.Popen([*command, str(cut), "--jobs", jobs], start_new_session=True) as process:
        kept = cut / NAME
        while not (kept.exists() and kept.read_bytes().count(b"\n") > 3):
            assert process.poll() is None
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
        os.killpg(process.pid, signal.SIGKILL)
    lines = kept.read_bytes().count(b"\n")
    subprocess.run([*command, str(cut), "--resume"], check=True, capture_output=True)
    whole.mkdir()
    write_tournament(played(plan_of(most=80, seed=4, until=Until(width=0.2))), whole)
    assert 3 < lines < kept.read_bytes().count(b"\n")
    assert report_of(cut) == report_of(whole)


# -- the report --------------------------------------------------------------------------------------------------


def test_the_report_has_every_game_and_needs_no_other_file(tmp_path: Path):
    tournament = played(plan_of(most=16, until=read_until(["decided"])))
    figures, results = write_tournament(tournament, tmp_path)
    assert all(Path(name).is_file() for name in figures["files"])
    with (tmp_path / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == tournament.played == figures["played"]
    for row in rows:
        assert len(row["bots"].split(" | ")) == len(row["places"].split())
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "http" not in page.replace("http://www.w3.org", "")
    assert page.count("<svg") == 3
    assert "valid at any stop" in page
    assert results[0].players[0].bot in page
    assert set(figures["timing"]["bots"]) == {"Blockade, 2 players"}


def test_a_bot_may_be_called_anything(tmp_path: Path):
    """Its name is the command of a program, which may look like a formula or like markup."""
    odd = "stdio:sh -c 'a <b> $x_{$'"
    plan = replace(plan_of(bots=["greedy", "random"], most=4), bots=("greedy", odd))
    tournament = Tournament(plan)
    games = [replace(game_of(bots, [1, 2]), processor=[0.1, 0.2]) for bots in ([0, 1], [0, 1], [1, 0])]
    tournament.take([Deal(0, 0, 0, games[:2]), Deal(0, 0, 1, games[1:])])
    plan.__dict__["is_reproducible"] = True  # without starting it
    write_tournament(tournament, tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<b> $" not in page
    assert page.count("&lt;b&gt; $x_{$") >= 5
