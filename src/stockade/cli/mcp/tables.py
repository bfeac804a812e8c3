"""Matches for a caller who sees texts and sends texts: everything that the tools of `stockade mcp` do.

Nothing here tells the seed of a match, because the seed says what chance will do.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import stockade
from stockade.bots import Bot, level
from stockade.bots.advice import advise
from stockade.bots.levels import best_ready, is_ready
from stockade.cli.lesson import plain_lesson, ruling
from stockade.core.errors import BadOption, NotAllowed
from stockade.core.match import Match, Step, entries

MOST_MATCHES = 50
MOST_ACTIONS = 100  # on one page
USUAL_ACTIONS = 30
USUAL_LEVEL = 2
HINT_SECONDS = 2.0


@dataclass
class Table:
    """A match, the seats that the caller plays, and the bots on the others."""

    match: Match
    mine: list[int]
    level: int
    bots: dict[int, Bot] = field(default_factory=dict)

    def bot(self) -> Bot:
        """Return the bot, or the best that can play while the game is still being compiled."""
        game = self.match.game
        found = level(game, self.level, self.match.players)
        playing = found if is_ready(found, game) else best_ready(game, self.match.players)
        if playing.level not in self.bots:
            self.bots[playing.level] = playing.make()
        return self.bots[playing.level]

    def let_bots_play(self) -> list[Step]:
        """Let bots play until a seat of the caller decides, or the match is over."""
        steps: list[Step] = []
        while not self.match.is_over and self.match.state.current_player not in self.mine:
            steps += self.match.play(self.bot().choose(self.match.state))
        return steps


class Tables:
    """All matches of one caller. Calls may come from several threads."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()

    # -- games -------------------------------------------------------------------------------------------------

    def games(self) -> dict[str, Any]:
        """Return what can be played."""
        return {"games": [self._game(name) for name in stockade.games()]}

    def _game(self, name: str) -> dict[str, Any]:
        spec = stockade.game(name).spec
        options = [
            {"name": each.name, "default": each.default, "range": each.range_text(), "text": each.text}
            for each in spec.offered
        ]
        told = {"name": name, "title": spec.title, "text": spec.blurb, "players": list(spec.players)}
        return {**told, "usual_players": spec.check_players(None), "minutes": spec.minutes, "options": options}

    def rules(self, game: str, number: str = "") -> dict[str, Any]:
        """Return the rules of a game, or one ruling."""
        found = stockade.game(game)
        if not number:
            return {"game": game, "rules": plain_lesson(found)}
        title, text = ruling(found, number)
        return {"game": game, "ruling": number, "title": title, "text": text}

    # -- matches -----------------------------------------------------------------------------------------------

    def start(
        self, game: str, players: int | None, options: dict[str, Any] | None, seat: int, opponents: int
    ) -> dict[str, Any]:
        """Start a match, and let bots play until the caller decides."""
        match = Match(game, players, options)
        free = [each for each in range(match.players) if each not in match.auto_seats]
        if seat not in free:
            raise BadOption(f"your seat is one of {', '.join(map(str, free))}, not {seat}")
        if opponents:
            level(match.game, opponents)  # refused if there is no such level
        with self._lock:
            if len(self._tables) >= MOST_MATCHES:
                raise NotAllowed(f"there are {MOST_MATCHES} matches already: end one of them first")
            name = f"{game}-{secrets.token_hex(3)}"
            table = Table(match, [seat] if opponents else free, opponents)
            self._tables[name] = table
            return self._told(name, table, [*match.opening, *table.let_bots_play()])

    def show(self, name: str, position: bool = False) -> dict[str, Any]:
        """Return the table in words, with the position as JSON if that is wanted."""
        with self._lock:
            table = self._table(name)
            shown = self._told(name, table, ())
            return {**shown, "position": table.match.state.to_json()} if position else shown

    def actions(self, name: str, contains: str, first: int, limit: int) -> dict[str, Any]:
        """Return a page of the legal actions whose text or words contain something."""
        with self._lock:
            state = self._deciding(name).match.state
            wanted = contains.strip().lower()
            found = [
                (action, state.format(action), words)
                for action in state.legal_actions()
                if wanted in f"{state.format(action)} {(words := state.describe(action))}".lower()
            ]
            page = found[first : first + max(1, min(limit, MOST_ACTIONS))]
            gains = state.gains([action for action, *_ in page])
            rows = [
                {"id": action, "text": text, "words": words, "gain": gain}
                for (action, text, words), gain in zip(page, gains, strict=True)
            ]
            last = first + len(rows)
            return {"count": len(found), "actions": rows, "next": last if last < len(found) else None}

    def play(self, name: str, action: int | str) -> dict[str, Any]:
        """Play an action, given as id or text, and let bots answer."""
        with self._lock:
            table = self._deciding(name)
            text = str(action).strip()
            steps = table.match.play(int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text)
            return self._told(name, table, [*steps, *table.let_bots_play()])

    def hint(self, name: str) -> dict[str, Any]:
        """Return what the strongest bot would play."""
        with self._lock:
            state = self._deciding(name).match.state
            advice = advise(state, HINT_SECONDS)
            hints = [
                {
                    "id": hint.action,
                    "text": state.format(hint.action),
                    "words": state.describe(hint.action),
                    "worth": hint.worth,
                }
                for hint in advice.hints
            ]
            return {"bot": advice.name, "hints": hints}

    def end(self, name: str) -> dict[str, Any]:
        """Give up a match that goes on, and forget it."""
        with self._lock:
            table = self._table(name)
            if not table.match.is_over:
                table.match.resign(table.mine[0])
            del self._tables[name]
            return self._told(name, table, ())

    # -- what is told ------------------------------------------------------------------------------------------

    def _table(self, name: str) -> Table:
        if name not in self._tables:
            there = ", ".join(self._tables) or "none"
            raise NotAllowed(f"there is no match {name!r}; there are: {there}")
        return self._tables[name]

    def _deciding(self, name: str) -> Table:
        table = self._table(name)
        if table.match.is_over:
            raise NotAllowed("the match is over")
        return table

    def _told(self, name: str, table: Table, steps: Iterable[Step]) -> dict[str, Any]:
        match, state = table.match, table.match.state
        happened = [
            {
                "who": "chance" if entry.seat < 0 else step.before.seat_name(entry.seat),
                "action": entry.text,
                "words": entry.label,
                "results": list(entry.told),
            }
            for step, entry in ((step, next(entries([step], match.first_ply))) for step in steps)
        ]
        seats = [
            {"seat": seat, "name": state.seat_name(seat), "you": seat in table.mine, "points": points}
            for seat, points in enumerate(state.scores())
        ]
        told: dict[str, Any] = {"match": name, "game": match.game.name, "happened": happened, "seats": seats}
        told["table"] = str(state)
        result = match.result
        if result is None:
            told["turn"] = state.seat_name(state.current_player)
            told["prompt"] = state.scene(state.current_player).prompt
            told["choices"] = len(state.legal_actions())
        else:
            winners = [state.seat_name(seat) for seat in result.winners]
            told["result"] = {"winners": winners, "you_won": any(s in table.mine for s in result.winners)}
            told["result"]["reason"] = result.reason
        return told
