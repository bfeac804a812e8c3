"""Descriptions of what happens by itself after an action: forced answers, turns of Automas, incomes, water, the end
of a round.

The steps that follow an action run again on a copy, and what each of them changes in the ledger is told with it. What
the action itself changes is told by the first line, which every game has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stockade.core.language import Noun, mark
from stockade.core.layout import OVER
from stockade.core.ledger import (
    TABLE,
    Changes,
    Event,
    change_words,
    changes_between,
    event_of,
    sum_of,
)
from stockade.games.barrage.language import counted, say
from stockade.games.barrage.layout import FIRST_CHANCE, FIRST_RUNNING, ROUNDS, Numbers, Record, Step
from stockade.games.barrage.rules.actions import Base, kind_of
from stockade.games.barrage.rules.dispatch import NO_ANSWER, resolve, run_step, sole_answer
from stockade.games.barrage.rules.rewards import uncover
from stockade.games.barrage.rules.rounds import end_round, next_turn
from stockade.games.barrage.rules.scoring import (
    score_bonus,
    score_drops,
    score_idle,
    score_left_over,
    score_objective,
    score_rank,
    score_track,
)
from stockade.games.barrage.rules.seats import is_automa
from stockade.games.barrage.rules.stack import numbers_of
from stockade.games.barrage.rules.water import run_waiting
from stockade.games.barrage.rules.wheel import rotate
from stockade.games.barrage.tables import SITE_KIND, SITE_NAMES
from stockade.games.barrage.text.ledger import ledger
from stockade.games.barrage.text.notation import seat_name
from stockade.games.barrage.text.trace import Line, answer_line, answer_step, read_tile
from stockade.games.barrage.text.words import ENERGY, STRUCTURES, tile_title

ROUND_PARTS: tuple[tuple[str, Callable[[Record], None]], ...] = (
    (mark("Most energy"), score_rank),
    (mark("Energy track"), score_track),
    (mark("No energy"), score_idle),
    (mark("Bonus tile"), score_bonus),
)
"""The parts of the scoring after a round, in order."""
END_PARTS: tuple[tuple[str, Callable[[Record], None]], ...] = (
    (mark("Objective"), score_objective),
    (mark("Left over"), score_left_over),
    (mark("Water in dams"), score_drops),
)
"""The parts of the scoring after the last round, in order."""
PLACED = (
    mark("{name} places the base on {site}"),
    mark("{name} places the elevation on {site}"),
    mark("{name} places the conduit on {site}"),
    mark("{name} places the powerhouse on {site}"),
)
"""What an Automa places. Indexed by Kind."""
SILENT = (Base.NO_PRODUCTION, Base.NO_CONTRACT)  # forced answers that need no line


def tell(before: Record, action: int, after: Record) -> list[Event]:
    """Return a line for each event that an action made happen, in order."""
    replay = replayed(before, action)
    assert replay.state.depth == after.depth
    return replay.events


def replayed(before: Record, action: int) -> Replay:
    """Run the steps after an action again, as `rules.dispatch.settle` does, and tell each."""
    replay = Replay(before)
    replay.act(action)
    while replay.run():
        pass
    return replay


class Replay:
    """A copy of a state on which steps run again, and what was told about them."""

    def __init__(self, before: Record) -> None:
        self.state: Any = before.copy()
        self.events: list[Event] = []
        self.counts = ledger(before)

    def name(self, seat: int) -> str:
        return seat_name(self.state, seat)

    def changed(self) -> Changes:
        """Return what has changed since the last call."""
        before, self.counts = self.counts, ledger(self.state)
        return changes_between(before, self.counts)

    def note(self, title: str, changes: Changes, seat: int | None = None) -> None:
        """Add a line with a title, if there is anything to tell. If the title names a seat, its changes do not."""
        if changes:
            self.events.append(event_of(title, changes, self.name, seat))

    def add(
        self, text: str, changes: Changes | None = None, seat: int = TABLE, tells: Mapping[Noun, int] | None = None
    ) -> None:
        """Add a line about a seat. Changes are told in brackets, except for the amounts of the seat and of the table
        that the line tells itself."""
        changes, tells = changes or {}, tells or {}
        untold = {
            account: change
            for account, change in changes.items()
            if account.owner not in (seat, TABLE) or tells.get(account.what) != abs(change)
        }
        words = change_words(untold, self.name, seat)
        self.events.append(Event(f"{text} ({words})" if words else text, changes))

    # -- one step after the other

    def act(self, action: int) -> None:
        """Carry out the action. What it changes itself is left to the first line."""
        frame = self.state.pending[self.state.depth - 1]
        step, seat = int(frame.step), int(frame.player)
        resolve(self.state, action)
        changes = self.changed()
        if step == Step.PRODUCE and changes:
            self.tell_production(seat, changes)

    def run(self) -> bool:
        """Run the next step. Return False if a player or chance must decide, or the game is over."""
        if self.state.depth == 0:
            self.go_on()
            return bool(self.state.current_player != OVER)
        frame = self.state.pending[self.state.depth - 1]
        step, seat, numbers = int(frame.step), int(frame.player), numbers_of(frame)
        if step >= FIRST_CHANCE:
            return False
        if step == Step.BUILD:
            site, _ = numbers
            self.build(seat, site)
        elif step == Step.AUTOMA:
            line, _ = numbers
            self.tell_answer(step, seat, read_tile(self.state, seat, line))
        elif step >= FIRST_RUNNING:
            run_step(self.state, step, seat)
            self.tell_step(step, seat, numbers)
        elif is_automa(self.state, seat):
            self.tell_answer(step, seat, answer_step(self.state, seat, step, numbers))
        else:
            return self.answer(step, seat, numbers)
        return True

    def answer(self, step: int, seat: int, numbers: Numbers) -> bool:
        """Answer for a person if there is only one answer. A forced payment is left to the first line."""
        action = int(sole_answer(self.state, step, seat, numbers))
        if action == NO_ANSWER:
            return False
        line = answer_line(self.state, seat, numbers, action)
        resolve(self.state, action)
        self.tell_answer(step, seat, [] if step == Step.PAY or kind_of(action) in SILENT else [line])
        return True

    def build(self, seat: int, site: int) -> None:
        """Run the step that places a structure. Tell what the wheel brings back, the structure of an Automa, and what
        the structure uncovers. A person's structure and its fee are left to the first line."""
        before, turned, kind = self.counts, self.state.copy(), int(SITE_KIND[site])
        rotate(turned.player[seat], 1)
        back = changes_between(before, ledger(turned))
        run_step(self.state, Step.BUILD, seat)
        self.counts = ledger(self.state)
        again = self.state.copy()
        uncover(again, seat, kind)  # gains the same a second time
        uncovered = changes_between(self.counts, ledger(again))
        rest = changes_between(sum_of((before, back, uncovered)), self.counts)
        name = self.name(seat)
        self.note(say("The wheel of {name} turns", name=name), back, seat)
        if is_automa(self.state, seat):
            placed = say(PLACED[kind], name=name, site=SITE_NAMES[site].removesuffix("+"))
            self.add(placed, rest, seat, {STRUCTURES[kind]: 1})
        self.note(say("Uncovered by {name}", name=name), uncovered, seat)

    def go_on(self) -> None:
        """Go on to the next turn or the end of the round, and tell who is done for this round."""
        players = self.state.player[: self.state.players]
        passed = players["has_passed"].tolist()
        is_next = next_turn(self.state)
        for seat, (was, now) in enumerate(zip(passed, players["has_passed"].tolist(), strict=True)):
            if now and not was:
                self.add(say("{name} has no engineers left and is done for this round", name=self.name(seat)))
        if not is_next:
            self.end_round()

    def end_round(self) -> None:
        """End the round. Its water and the parts of its scoring are told from a copy."""
        ended, is_last = self.state.copy(), self.state.round_no == ROUNDS
        end_round(ended)
        self.add(say("Round {round} is over", round=self.state.round_no))
        run_waiting(self.state)
        self.tell_water(self.changed())
        for title, score in ROUND_PARTS + (END_PARTS if is_last else ()):
            score(self.state)
            self.note(say(title), self.changed())
        self.state = ended
        self.note(say("Engineers come back, and energy goes back to zero"), self.changed())

    # -- what was changed

    def tell_answer(self, step: int, seat: int, lines: list[Line]) -> None:
        """Tell an answer. The line that says what was done gets the changes."""
        changes = self.changed()
        if step == Step.PRODUCE and changes:
            self.tell_production(seat, changes, lines)
            return
        deed = next((number for number, line in enumerate(lines) if line.is_deed), 0)
        for number, line in enumerate(lines):
            self.add(line.text, changes if number == deed else {}, seat, line.tells)

    def tell_production(self, seat: int, changes: Changes, lines: Sequence[Line] = ()) -> None:
        """Tell a production: first what it is for the seat itself, unless that is left to the first line, then what
        it brings others."""
        made, _ = numbers_of(self.state.pending[self.state.depth - 1])  # the energy that may fulfil a contract
        own = {account: change for account, change in changes.items() if account.owner == TABLE}
        passing = {account: change for account, change in changes.items() if account.what == ENERGY}
        for account in [account for account in passing if account.owner == seat]:
            own[account] = made
            passing = changes_between({account: made}, passing)
        for number, line in enumerate(lines):
            self.add(line.text, {} if number else own, seat, line.tells)
        self.note(say("Paid for the conduit"), changes_between(sum_of((own, passing)), changes))
        self.tell_passing(own, passing)

    def tell_water(self, changes: Changes) -> None:
        """Tell where the water from the headstreams has gone."""
        water = {account: change for account, change in changes.items() if account.owner == TABLE}
        self.note(say("Water flows"), water)
        self.tell_passing(water, changes_between(water, changes))

    def tell_passing(self, water: Changes, passing: Changes) -> None:
        """Tell who earned energy from water that passes, and how much water has left the valley."""
        for account, change in passing.items():
            name, energy = self.name(account.owner), ENERGY.counted(change)
            earned = say("{name} earns {energy} from water that passes", name=name, energy=energy)
            self.add(earned, {account: change}, account.owner, {ENERGY: change})
        lost = -sum(change for account, change in water.items() if account.owner == TABLE)
        if lost > 0:
            self.add(counted(lost, "{count} drop leaves the valley", "{count} drops leave the valley"))

    def tell_step(self, step: int, seat: int, numbers: Numbers) -> None:
        """Tell what a step has changed that needs no answer."""
        changes, name = self.changed(), self.name(seat)
        match step:
            case Step.TILE_EFFECT:
                _, tile = numbers
                self.note(say("Tile {tile} of {name}", tile=tile_title(tile), name=name), changes, seat)
            case Step.ROTATE:
                segments, _ = numbers
                turned = say("The wheel of {name} turns by {turns}", name=name, turns=segments)
                self.events.append(event_of(turned, changes, self.name, seat))
            case Step.RUN:
                self.tell_water(changes)
            case Step.POWER:
                self.note(say("Power of {name}", name=name), changes, seat)
            case Step.INCOME:
                self.note(say("Income of {name}", name=name), changes, seat)
            case Step.HEADSTREAMS:
                begins = mark("Round {round} begins")
                if not changes:
                    begins = mark("Round {round} begins; the headstreams bring no more water")
                self.events.append(event_of(say(begins, round=self.state.round_no), changes, self.name))
