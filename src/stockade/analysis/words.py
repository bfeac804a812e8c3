"""An analysis in words that a friend would use."""

from __future__ import annotations

from collections.abc import Sequence

from stockade.analysis.findings import Analysis, Decision, Luck, MistakeWords
from stockade.analysis.reasons import Pair, events, reasons
from stockade.core.language import language, listed, mark, say
from stockade.core.match import Match, Step
from stockade.core.state import State

LITTLE = 0.05  # of a chance to win


def mistake_words(
    state: State, decision: Decision, line: Sequence[Step], beside: Sequence[Step], pairs: Sequence[Pair]
) -> MistakeWords:
    """Return a mistake in the reader's language."""
    return MistakeWords(
        played=state.describe(decision.played),
        better=state.describe(decision.better),
        line=[step.before.describe(step.action) for step in line],
        reasons=reasons(pairs, decision.seat),
        events=events(line, beside),
    )


def summary(match: Match, steps: list[Step], found: Analysis) -> list[str]:
    """Return a few sentences: how it ended, where it was won, how much was luck, and who chose well."""
    sentences = [_ending(match), _turning_point(steps, found)]
    if found.players > 1:
        sentences += [_luck(match, found), _greatest_luck(match, steps, found), _skill(match, found)]
    else:
        sentences.append(_points(found))
    return [sentence for sentence in sentences if sentence]


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


def _turning_point(steps: list[Step], found: Analysis) -> str:
    """Return the mistake that cost the most, of all seats."""
    if not found.mistakes:
        return say("Nobody made a clear mistake.") if found.players > 1 else say("No choice was a clear mistake.")
    worst = max(found.mistakes, key=lambda each: each.decision.loss or each.decision.points or 0.0).decision
    state = steps[worst.ply].before
    parts = {"move": worst.ply + 1, "choice": state.describe(worst.played)}
    better = state.describe(worst.better)
    if found.players == 1:
        text = mark("The costliest choice was move {move}: {choice}. “{better}” was worth {points} more points.")
        return say(text, **parts, better=better, points=f"{worst.points or 0.0:.1f}")
    text = mark("The costliest mistake was move {move}: {choice}. Of 100 games, “{better}” wins {count} more.")
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
    gain = luck.gains[seat]
    return say(
        "Chance at move {move} ({outcome}) was worth {sign}{percent} to {player}.",
        move=luck.ply + 1,
        outcome=step.before.describe(step.action),
        sign="−" if gain < 0 else "+",
        percent=percent(abs(gain)),
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
    return say(
        "{best} chose best: on average a choice cost {least} of the chance to win. For {worst} it was {most}.",
        best=name(best),
        least=percent(losses[best], 1),
        worst=name(worst),
        most=percent(losses[worst], 1),
    )


def _points(found: Analysis) -> str:
    lost = sum(decision.points or 0.0 for decision in found.decisions)
    return say("Better choices would have been worth about {points} points in all.", points=round(lost))
