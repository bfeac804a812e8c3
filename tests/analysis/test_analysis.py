"""Check analyses: exact in a solved game, reproducible, fair about luck, and in words."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from html import unescape
from itertools import count

import pytest

import stockade
from stockade.analysis import SETTINGS, Cancelled, Setting, analyse, setting_of
from stockade.analysis.analyse import decisions_of
from stockade.analysis.chances import at_least, luck_of, weighed
from stockade.analysis.judge import Opinion, judge_of
from stockade.analysis.lines import SHOWN, play_on
from stockade.analysis.page import STROKES, page
from stockade.analysis.words import cost_words, gain_words, luck_words, percent
from stockade.bots.greedy import GreedyBot
from stockade.bots.perfect import solution_of
from stockade.cli import analyse as terminal
from stockade.core.language import speaking
from stockade.core.match import Match, take

SMALL = Setting("small", "", 60, 100, 2, 3, 4, 2, 2)
OTHERS = [name for name in stockade.games() if stockade.game(name).solution is None]
KINDS = ("barricado", "cascadia")  # one that is searched, and one that is planned
SOLVED = [name for name in stockade.games() if name not in OTHERS]


@cache
def played(name: str, players: int = 2, slip: float = 0.5) -> Match:
    match = Match(name, players, seed=11)
    bots = [GreedyBot(slip, seed=seat) for seat in range(match.players)]
    while not match.is_over:
        match.play(bots[match.state.current_player].choose(match.state))
    return match


@cache
def analysed(name: str):
    return analyse(played(name), SMALL, jobs=2)


@pytest.mark.parametrize("name", SOLVED)
def test_losses_in_a_solved_game_are_those_of_the_solution(name: str) -> None:
    match, found = played(name), analysed(name)
    steps = list(match.steps())
    assert found.is_exact
    assert len(found.decisions) == len(steps)
    for decision in found.decisions:
        step = steps[decision.ply]
        solution = solution_of(step.before)
        before, after = (solution.verdict_for(decision.seat, state).value for state in (step.before, step.after))
        assert decision.loss == (before - after) / 2
        if decision.loss:
            better = step.before.clone()
            better.apply(decision.better)
            assert solution.verdict_for(decision.seat, better).value == before
    worst = max(decision.loss for decision in found.decisions)
    assert worst > 0, "this game shows nothing"
    assert max(mistake.decision.loss for mistake in found.mistakes) == worst


@pytest.mark.parametrize("name", OTHERS)
def test_an_analysis_covers_the_whole_game(name: str) -> None:
    match, found = played(name), analysed(name)
    steps = list(match.steps())
    decided = {step.before.ply for step in steps if not step.before.is_chance}
    assert {moment.ply for moment in found.moments} <= decided | {match.state.ply}
    assert {decision.ply for decision in found.decisions} <= decided
    assert {luck.ply for luck in found.luck} == {step.before.ply for step in steps if step.before.is_chance}
    for moment in found.moments:
        assert all(0 <= chance <= 1 for chance in moment.chances)
        assert sum(moment.chances) <= 1 + 1e-9
    assert found.moments[-1].points == match.state.scores()
    for mistake in found.mistakes:
        decision = mistake.decision
        assert decision.is_checked
        assert 0 < decision.low <= decision.loss <= decision.high
        assert mistake.line[0] == decision.better != decision.played == steps[decision.ply].action
        assert decision.better in steps[decision.ply].before.legal_actions()
    per_seat = [[each for each in found.mistakes if each.decision.seat == seat] for seat in range(match.players)]
    assert all(len(mine) <= 3 for mine in per_seat)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in KINDS else pytest.mark.deep) for name in OTHERS]
)
def test_the_same_seed_gives_the_same_analysis_on_any_number_of_threads(name: str) -> None:
    again = analyse(played(name), SMALL, jobs=1)
    assert json.dumps(again.to_json()) == json.dumps(analysed(name).to_json())


@pytest.mark.parametrize("name", OTHERS)
def test_luck_is_zero_on_average_over_the_outcomes(name: str) -> None:
    match = played(name)
    rolled = [step for step in match.steps() if step.before.is_chance][-6:]
    for step in rolled:
        gains = [0.0] * match.players
        outcomes = step.before.chance_outcomes()
        for action, probability in outcomes:
            after = step.before.clone()
            after.apply(action)
            luck = luck_of(type(step)(step.before, action, after))
            gains = [gain + probability * each for gain, each in zip(gains, luck, strict=True)]
        assert gains == pytest.approx([0.0] * match.players, abs=1e-9)


@pytest.mark.parametrize("name", OTHERS)
def test_the_end_is_weighed_by_its_result(name: str) -> None:
    match = played(name)
    winners = match.state.winners()
    share = 1 / len(winners) if winners else 0.0
    assert weighed(match.state) == pytest.approx([share if seat in winners else 0.0 for seat in range(match.players)])


@pytest.mark.parametrize("name", stockade.games())
def test_an_analysis_speaks_every_language(name: str) -> None:
    match, found = played(name), analysed(name)
    assert set(found.summary) == {"en", "de"}
    assert found.summary["en"] != found.summary["de"]
    assert all(sentence.endswith(".") for sentence in found.summary["en"])
    for mistake in found.mistakes:
        state = match.state_at(mistake.decision.ply)
        words = mistake.words["en"]
        assert words.played == state.describe(mistake.decision.played)
        assert words.better == state.describe(mistake.decision.better)
        assert len(words.line) == len(mistake.line)


def test_a_page_has_curves_and_every_mistake() -> None:
    match, found = played("barricado"), analysed("barricado")
    text = page(match, found)
    assert text.count("<polyline") == 2 * match.players
    assert text.count("<section>") == len(found.mistakes) > 0
    assert text.count("<tr>") == 1 + match.players + 1 + len(found.costly())
    assert "http://" not in text.replace("http://www.w3.org", "")


@pytest.mark.parametrize("name", KINDS)
def test_the_page_and_the_terminal_tell_the_same(name: str, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "10000")
    match, found = played(name), analysed(name)
    steps = list(match.steps())
    terminal.show(match, found)
    told = capsys.readouterr().out
    texts = unescape(page(match, found))
    lucky = [luck_words(match, steps, *stroke) for stroke in found.strokes_of_luck(STROKES)]
    words = [mistake.words["en"] for mistake in found.mistakes]
    assert lucky
    assert found.mistakes
    for text in (*found.summary["en"], *lucky):
        assert text in told
        assert text in texts
    for mistake in words:
        for text in (mistake.better, *mistake.reasons, *mistake.events, *mistake.played_events):
            assert text in told
            assert text in texts
    for decision in found.costly():
        state = steps[decision.ply].before
        player, cost = state.seat_name(decision.seat), cost_words(found, decision)
        row = (str(decision.ply + 1), player, cost, state.describe(decision.played), state.describe(decision.better))
        assert "".join(f"<td>{cell}</td>" for cell in row) in texts
        assert any(all(cell in line for cell in row) for line in told.splitlines())
    for title in ("Chances to win", "Points"):
        assert title in told
        assert title in texts


@pytest.mark.parametrize("name", KINDS)
def test_the_boards_of_a_mistake_are_those_after_both_turns(name: str) -> None:
    match, found = played(name), analysed(name)
    steps = list(match.steps())
    text = page(match, found)
    for mistake in found.mistakes:
        at, seat = mistake.decision.ply, mistake.decision.seat
        end = next(step for step in steps[at:] if step.after.current_player != seat)
        assert end.after.svg(seat) in text
        better = steps[at].before.clone()
        for action in mistake.line:
            if better.current_player == seat:
                better.apply(action)
        assert better.svg(seat) in text


@pytest.mark.parametrize("name", KINDS)
def test_events_are_told_only_where_they_differ(name: str) -> None:
    words = [mistake.words["en"] for mistake in analysed(name).mistakes]
    assert any(each.events or each.played_events for each in words)
    for each in words:
        assert not set(each.events) & set(each.played_events)


def test_a_game_for_one_is_compared_by_points() -> None:
    match = played("cascadia", 1)
    found = analyse(match, SMALL)
    assert found.luck == []
    assert found.mistakes
    assert all(mistake.decision.points > 0 for mistake in found.mistakes)
    assert any(decision.points for decision in found.decisions)


def test_lines_end_with_the_game_and_have_the_same_luck_again() -> None:
    state = played("cascadia").state_at(40)
    first = (state.legal_actions()[0],) if not state.is_chance else ()
    ends = [[step.after for step in play_on(state, first, 7)][-1] for _ in range(2)]
    assert ends[0].is_over
    assert ends[0] == ends[1]


def test_an_analysis_can_be_cancelled() -> None:
    done: list[float] = []
    asked = count()
    with pytest.raises(Cancelled):
        analyse(played("barricado"), SMALL, jobs=1, report=done.append, is_cancelled=lambda: next(asked) > 5)
    assert 0 < len(done) <= 6
    assert done == sorted(done)


def test_an_unfinished_game_is_analysed_too() -> None:
    match = Match("barricado", seed=2)
    for _ in range(10):
        match.play(match.state.legal_actions()[0])
    found = analyse(match, SMALL, codes=["en"])
    assert found.summary["en"][0] == "The game is not over."


def test_nobody_is_praised_before_the_first_choice() -> None:
    found = analyse(Match("barricado", seed=2), SMALL, codes=["en"])
    assert found.summary["en"] == ["The game is not over.", "Nobody has made a choice yet."]


@pytest.mark.parametrize("name", SOLVED)
def test_resigning_a_drawn_game_is_told(name: str) -> None:
    match = Match(name, seed=1)
    match.resign(0)
    assert "With perfect play it would have been a draw." in analyse(match, SMALL, codes=["en"]).summary["en"]


def test_leaving_a_game_says_what_was_given_up(capsys) -> None:
    match = played("barricado").branch(6, seed=1)
    match.resign(1)
    found = analyse(match, SMALL, codes=["en"])
    assert re.fullmatch(r"Until then Blue had a chance of \d\d% to win\.", found.summary["en"][1])
    terminal.show(match, found)
    moves = re.search(r"\nmove +(.*)", capsys.readouterr().out)[1].split()
    assert len(set(moves)) == len(moves) < 10, "no moment is shown twice"


@pytest.mark.parametrize("name", SOLVED)
def test_there_are_no_points_where_a_game_is_only_won_and_lost(name: str, capsys) -> None:
    terminal.show(played(name), analysed(name))
    assert "Points" not in capsys.readouterr().out
    assert "Points" not in page(played(name), analysed(name))


@pytest.mark.parametrize("name", KINDS)
def test_moments_are_counted_from_the_position_at_which_a_match_began(name: str) -> None:
    match = Match.at(played(name).state_at(40), seed=5)
    assert match.first_ply > 0
    bot = GreedyBot(0.5, seed=1)
    while not match.is_over:
        match.play(bot.choose(match.state))
    found = analyse(match, SMALL, jobs=1, codes=["en"])
    assert found.moments[0].ply < 3
    assert found.moments[-1].ply == len(match.actions)
    assert [luck.ply for luck in found.luck] == [at for at, actor in enumerate(match.actors) if actor < 0]
    assert page(match, found)


def test_a_turn_that_is_not_over_has_lost_nothing_by_what_is_still_to_come() -> None:
    """The better line of a turn may go on where the log ends. Its next choice is none for an earlier decision."""
    whole = played("cascadia")
    first = next(at for at, actor in enumerate(whole.actors) if at > 10 and whole.actors[at + 1] == actor >= 0)
    steps = list(whole.branch(first + 1, seed=1).steps())
    line = whole.actions[first], whole.actions[first + 1]
    [decision] = decisions_of(steps, [first], [Opinion(line, 0.2, None, 3.0)])
    assert (decision.ply, decision.better, decision.played) == (first, line[0], line[0])
    assert (decision.loss, decision.points) == (0.0, 0.0)


def test_settings_have_names() -> None:
    assert setting_of("quick") is SETTINGS["quick"]
    with pytest.raises(stockade.BadOption, match="quick or deep, not 'slow'"):
        setting_of("slow")
    assert SETTINGS["quick"].times(50).check == 50 * SETTINGS["quick"].check


def decided_by_the_last_choice(name: str) -> tuple[Match, int, int]:
    """Return a match before its last decision, and a choice there that wins and one that loses."""
    for seed in count():
        match, dice = Match(name, 2, seed=seed), random.Random(seed)
        while not match.is_over:
            match.play(dice.choice(match.state.legal_actions()))
        last = max(at for at, actor in enumerate(match.actors) if actor >= 0)
        state = match.state_at(last)
        ends = {action: take(state, action).after for action in state.legal_actions()}
        worth = {action: end.returns()[state.current_player] for action, end in ends.items() if end.is_over}
        best, worst = (find(worth, key=worth.__getitem__) for find in (max, min))
        if worth[best] > 0 > worth[worst]:
            return match.branch(last, seed=1), best, worst
    raise AssertionError("no last choice decides this game")


@pytest.mark.parametrize("name", ["cascadia", "cascade_barricade"])  # one that is planned, and one that is searched
def test_a_winning_choice_is_measured_as_better(name: str) -> None:
    """In the last decision of a game the judge can see everything."""
    match, best, worst = decided_by_the_last_choice(name)
    judge = judge_of(match.game)
    at = len(match.actions)
    gaps = {}
    for played in (best, worst):
        ended = match.branch(at, seed=1)
        ended.play(played)
        gaps[played] = judge.compare(list(ended.steps()), at, best + worst - played, SMALL, 1)
    assert gaps[worst].is_sure
    assert gaps[worst].low > 0.9
    assert not gaps[best].is_sure
    assert gaps[best].mean <= 0


def test_what_one_seat_gains_the_others_lose() -> None:
    assert at_least([0.5, 0.3, 0.2], 0, 0.75) == pytest.approx([0.75, 0.15, 0.1])
    assert at_least([0.5, 0.3, 0.2], 0, 0.4) == pytest.approx([0.5, 0.3, 0.2])
    assert at_least([0.0, 0.0], 1, 0.1) == pytest.approx([0.0, 0.1])  # most often nobody wins


def test_a_gain_of_nothing_has_no_sign() -> None:
    assert [gain_words(gain) for gain in (-0.004, 0.0, 0.004, 0.12, -0.12)] == ["0%", "0%", "0%", "+12%", "−12%"]


def test_percentages_are_written_as_in_the_language() -> None:
    assert percent(0.254, 1) == "25.4%"
    assert percent(0.25) == "25%"
    with speaking("de"):
        assert percent(0.254, 1) == "25,4\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize("name", SOLVED)
def test_a_mistake_in_a_solved_game_says_how_the_game_ends(name: str) -> None:
    found = analysed(name)
    assert found.mistakes
    for mistake in found.mistakes:
        [reason] = mistake.words["en"].reasons
        worse, _, better = reason.partition(" instead of ")
        assert worse.startswith(("a loss", "a draw"))
        assert better.startswith(("a win", "a draw"))


@pytest.mark.parametrize("name", SOLVED)
def test_the_last_mistake_has_decided_a_solved_game(name: str) -> None:
    match, found = played(name), analysed(name)
    assert len(match.result.winners) == 1
    last = max(decision.ply for decision in found.decisions if decision.loss)
    assert found.summary["en"][1].startswith(f"Move {last + 1} (")


@pytest.mark.parametrize("name", KINDS)
def test_the_summary_tells_since_when_the_winner_was_ahead(name: str) -> None:
    match, found = played(name), analysed(name)
    [winner] = match.result.winners
    said = re.search(r"took the lead for good at move (\d+)", found.summary["en"][1])
    since = int(said[1]) if said else 0
    for moment in found.moments:
        if moment.ply >= since:
            assert moment.chances[winner] > max(moment.chances[:winner] + moment.chances[winner + 1 :])


@pytest.mark.parametrize("name", SOLVED)
def test_a_better_line_of_a_solved_game_is_long(name: str) -> None:
    for mistake in analysed(name).mistakes:
        end = played(name).state_at(mistake.decision.ply)
        for action in mistake.line:
            end.apply(action)
        assert end.is_over or len(mistake.line) == SHOWN
