"""Analyses that are made up in a moment, for pictures: their words are real, and their figures come from a seed."""

from __future__ import annotations

import random
from dataclasses import replace

from sqlalchemy.orm import Session
from tests.browser.moments import SEED, Moment, Moments

from stockade.analysis.findings import Analysis, Decision, Luck, Mistake
from stockade.analysis.findings import Moment as Standing
from stockade.analysis.reasons import Pair
from stockade.analysis.words import mistake_words, summary
from stockade.core.language import languages, speaking
from stockade.core.match import Match, Step, take
from stockade.server import replay
from stockade.server.analyses.models import AnalysisRow
from stockade.server.moments import now

MISTAKES = 3  # of each seat
MOMENTS = 40  # of the curves


def put_analysis(moments: Moments, moment: Moment) -> None:
    """Store an analysis of a match, as if a worker had made it."""
    match_id = moment.seat["id"]
    stored = moments.storage.read(match_id)
    assert stored is not None
    row = AnalysisRow(
        match_id=match_id,
        setting="quick",
        version=stored.row.version,
        asked=now(),
        progress=1.0,
        failed=False,
        result=made_up(replay.resume(stored)).to_json(),
    )
    with Session(moments.storage.engine) as session:
        session.merge(row)
        session.commit()


def made_up(match: Match) -> Analysis:
    dice = random.Random(SEED)
    steps = list(match.steps())
    decided = [step for step in steps if not step.before.is_chance]
    shown = decided[:: max(1, len(decided) // MOMENTS)]
    decisions = [_decision(step, dice) for step in decided]
    mistakes = [
        _mistake(steps, decision, match)
        for seat in range(match.players)
        for decision in [each for each in decisions if each.seat == seat and each.better != each.played][:MISTAKES]
    ]
    standings = [Standing(step.before.ply, _shares(match.players, dice), step.before.scores()) for step in shown]
    standings.append(Standing(match.state.ply, _shares(match.players, dice), match.state.scores()))
    rolled = [step.before.ply for step in steps if step.before.is_chance] if match.players > 1 else []
    luck = [Luck(ply, [dice.uniform(-0.2, 0.2) for _ in range(match.players)]) for ply in rolled]
    mistakes.sort(key=lambda each: each.decision.ply)
    found = Analysis(match.game.name, match.players, "quick", False, standings, decisions, luck, mistakes)
    told = {}
    for code in languages():
        with speaking(code):
            told[code] = summary(match, steps, found)
    return replace(found, summary=told)


def _decision(step: Step, dice: random.Random) -> Decision:
    others = [action for action in step.before.legal_actions() if action != step.action]
    seat, ply = step.before.current_player, step.before.ply
    if not others:
        return Decision(ply, seat, step.action, step.action, 0.0)
    loss = dice.uniform(0.01, 0.6)
    return Decision(ply, seat, step.action, dice.choice(others), loss, 20 * loss, True, loss / 2, 2 * loss)


def _mistake(steps: list[Step], decision: Decision, match: Match) -> Mistake:
    """Return a mistake, with the reasons that the end of the match gives against its middle."""
    played = steps[decision.ply]
    line = [take(played.before, decision.better)]
    pairs = [Pair(match.state, steps[len(steps) // 2].after)]
    words = {}
    for code in languages():
        with speaking(code):
            words[code] = mistake_words(played.before, decision, line, [played], pairs)
    even = [1 / match.players] * match.players
    return Mistake(decision, [decision.better], played.before.to_json(), even, even, words)


def _shares(players: int, dice: random.Random) -> list[float]:
    parts = [dice.uniform(0.2, 1.0) for _ in range(players)]
    return [part / sum(parts) for part in parts]
