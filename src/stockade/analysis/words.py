"""An analysis in words that a friend would use."""

from __future__ import annotations

from collections.abc import Sequence

from stockade.analysis.exact import reason
from stockade.analysis.findings import Analysis, Decision, Luck, MistakeWords
from stockade.analysis.reasons import Pair, events, reasons
from stockade.core.language import language, listed, mark, say
from stockade.core.match import Match, Step
from stockade.core.state import State

LITTLE = 0.05  # of a chance to win
LEAST_SHOWN = 0.005  # what is less is 0% in whole percents


def mistake_words(
    state: State, decision: Decision, line: Sequence[Step], beside: Sequence[Step], pairs: Sequence[Pair]
) -> MistakeWords:
    """Return a mistake in the reader's language."""
    is_solved = state.game.solution is not None
    why = [reason(state, decision.better, decision.played)] if is_solved else reasons(pairs, decision.seat)
    return MistakeWords(
        played=state.describe(decision.played),
        better=state.describe(decision.better),
        line=[step.before.describe(step.action) for step in line],
        reasons=why,
        events=events(line, beside),
        played_events=events(beside, line),
    )


def summary(match: Match, steps: list[Step], found: Analysis, given_up: Sequence[float] | None = None) -> list[str]:
    """Return a few sentences: how it ended, where it was won, how much was luck, and who chose well.

    `given_up` are everybody's chances when somebody resigned or left.
    """
    sentences = [_ending(match), _given_up(match, found, given_up)]
    if not found.decisions:
        return [sentence for sentence in (*sentences, say("Nobody has made a choice yet.")) if sentence]
    sentences += [_lead(match, found), _turning_point(match, steps, found)]
    if found.players > 1:
        sentences += [_luck(match, found), _greatest_luck(match, steps, found), _skill(match, found)]
    else:
        sentences.append(_points(found))
    return [sentence for sentence in sentences if sentence]


def cost_words(found: Analysis, decision: Decision) -> str:
    """Return what a decision has lost: "−12%", "≈ −3%" if it is an estimate, or "−1.5 points" for somebody alone."""
    if found.players == 1:
        cost = say("−{points} points", points=decimal(decision.points or 0.0))
    else:
        cost = f"−{percent(decision.loss)}"
    return cost if found.is_measured(decision) else f"≈\N{NO-BREAK SPACE}{cost}"


def gain_words(gain: float) -> str:
    """Return what somebody has gained: "+12%", or "0%" without a sign."""
    if abs(gain) < LEAST_SHOWN:
        return percent(0.0)
    return f"{'−' if gain < 0 else '+'}{percent(abs(gain))}"


def decimal(number: float) -> str:
    """Return a number with one digit after the point, as it is written in the language."""
    from babel.numbers import format_decimal

    return format_decimal(number, "0.0", language())


def percent(share: float, digits: int = 0) -> str:
    """Return a share of chances as people read it: "12.5%", in German "12,5 %"."""
    from babel import Locale
    from babel.numbers import format_percent

    pattern = Locale.parse(language(), sep="-").percent_formats[None].pattern
    return format_percent(share, pattern.replace("##0", f"##0.{'0' * digits}") if digits else pattern, language())


def _ending(match: Match) -> str:
    result = match.result
    if result is None:
        return say("The game is not over.")
    names = [match.state.seat_name(seat) for seat in result.winners]
    if match.players == 1:
        return say("The game is over: {reason}.", reason=result.reason)
    if not names:
        return say("Nobody won: {reason}.", reason=result.reason)
    if len(names) == match.players:
        return say("The game was drawn: {reason}.", reason=result.reason)
    return say("{players} won: {reason}.", players=listed(names), reason=result.reason)


def _given_up(match: Match, found: Analysis, chances: Sequence[float] | None) -> str:
    """Return what somebody who resigned or left has given up."""
    if chances is None or match.ending is None or found.players == 1:
        return ""
    seat = next(iter(match.ending.values()))
    name, chance = match.state.seat_name(seat), chances[seat]
    if not found.is_exact:
        text = mark("Until then {player} had a chance of {percent} to win.")
        return say(text, player=name, percent=percent(chance)) if chance >= LITTLE else ""
    if chance > 1.0 / found.players:
        return say("{player} could still have won.", player=name)
    return say("With perfect play it would have been a draw.") if chance > 0.0 else ""


def _lead(match: Match, found: Analysis) -> str:
    """Return since when the winner was ahead of everybody."""
    winners = match.result.winners if match.result is not None else ()
    if match.players == 1 or len(winners) != 1 or found.is_exact:
        return ""
    seat = winners[0]
    behind = [number for number, moment in enumerate(found.moments) if not _leads(moment.chances, seat)]
    name = match.state.seat_name(seat)
    if not behind:
        return say("{player} was ahead from the first move to the last.", player=name)
    if behind[-1] + 1 == len(found.moments):
        return ""
    move = found.moments[behind[-1] + 1].ply
    return say("{player} took the lead for good at move {move}.", player=name, move=move)


def _leads(chances: Sequence[float], seat: int) -> bool:
    return all(chances[seat] > chance for other, chance in enumerate(chances) if other != seat)


def _decisive(match: Match, steps: list[Step], found: Analysis) -> str:
    """Return the last mistake of a solved game: after it the result was certain. In a draw, return the costliest."""
    lost = [decision for decision in found.decisions if decision.loss > 0.0]
    if match.result is not None and len(match.result.winners) == 1:
        last, text = lost[-1], mark("Move {move} ({choice}) decided the game. It led to {ends}.")
    else:
        last = max(lost, key=lambda decision: decision.loss)
        text = mark("The costliest mistake was move {move} ({choice}). It led to {ends}.")
    state = steps[last.ply].before
    ends = reason(state, last.better, last.played)
    return say(text, move=last.ply + 1, choice=state.describe(last.played), ends=ends)


def _turning_point(match: Match, steps: list[Step], found: Analysis) -> str:
    """Return the mistake that cost the most, of all seats, or that decided a solved game."""
    if not found.mistakes:
        return say("Nobody made a clear mistake.") if found.players > 1 else say("No choice was a clear mistake.")
    if found.is_exact:
        return _decisive(match, steps, found)
    worst = max(found.mistakes, key=lambda each: each.decision.loss or each.decision.points or 0.0).decision
    state = steps[worst.ply].before
    parts = {"move": worst.ply + 1, "choice": state.describe(worst.played)}
    better = state.describe(worst.better)
    if found.players == 1:
        text = mark("The costliest choice was move {move} ({choice}). “{better}” was worth {points} more points.")
        return say(text, **parts, better=better, points=f"{worst.points or 0.0:.1f}")
    text = mark("The costliest mistake was move {move} ({choice}). Of 100 games, “{better}” wins {count} more.")
    return say(text, **parts, better=better, count=round(100 * worst.loss))


def _luck(match: Match, found: Analysis) -> str:
    """Return how luck was shared out."""
    if not found.luck:
        return say("Nothing was left to chance.")
    gains = {seat: found.luck_of(seat) for seat in range(found.players)}
    lucky = max(gains, key=lambda seat: gains[seat])
    unlucky = min(gains, key=lambda seat: gains[seat])
    if gains[lucky] < LITTLE:
        return say("Luck was even: nobody gained as much as {percent} by chance.", percent=percent(LITTLE))
    name = match.state.seat_name
    if found.players == 2:
        gain = percent(gains[lucky])
        return say("Luck helped {lucky}: +{gain} chance to win in all.", lucky=name(lucky), gain=gain)
    return say(
        "Luck helped {lucky} most (+{gain} chance to win in all) and {unlucky} least (−{loss}).",
        lucky=name(lucky),
        gain=percent(gains[lucky]),
        unlucky=name(unlucky),
        loss=percent(max(0.0, -gains[unlucky])),
    )


def _greatest_luck(match: Match, steps: list[Step], found: Analysis) -> str:
    """Return the outcome of chance that changed the most."""
    if not found.luck:
        return ""
    greatest = max(found.luck, key=lambda each: max(each.gains))
    seat = greatest.gains.index(max(greatest.gains))
    if greatest.gains[seat] < LITTLE / 2:
        return ""
    return luck_words(match, steps, greatest, seat)


def luck_words(match: Match, steps: list[Step], luck: Luck, seat: int) -> str:
    """Return what an outcome of chance was worth to a seat."""
    step = steps[luck.ply]
    return say(
        "Chance at move {move} ({outcome}) was worth {gain} to {player}.",
        move=luck.ply + 1,
        outcome=step.before.describe(step.action),
        gain=gain_words(luck.gains[seat]),
        player=match.state.seat_name(seat),
    )


def _skill(match: Match, found: Analysis) -> str:
    """Return who lost the least by their own choices, and who the most."""
    deciding = sorted({decision.seat for decision in found.decisions})
    if len(deciding) < 2:
        return ""
    losses = {seat: found.loss_of(seat) for seat in deciding}
    best, worst = min(losses, key=lambda seat: losses[seat]), max(losses, key=lambda seat: losses[seat])
    name = match.state.seat_name
    least, most = percent(losses[best], 1), percent(losses[worst], 1)
    if least == most:
        return say("All chose equally well: on average a choice cost {least} of the chance to win.", least=least)
    two = mark(
        "{best} chose better: on average a choice cost {least} of the chance to win. For {worst} it was {most}."
    )
    more = mark(
        "{best} chose best: on average a choice cost {least} of the chance to win. For {worst} it was {most}."
    )
    text = two if len(deciding) == 2 else more
    return say(text, best=name(best), least=least, worst=name(worst), most=most)


def _points(found: Analysis) -> str:
    lost = sum(decision.points or 0.0 for decision in found.decisions)
    return say("Better choices would have been worth about {points} points in all.", points=round(lost))
