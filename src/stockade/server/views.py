"""What one seat, or a watcher, sees of a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

import stockade
from stockade.core.errors import StockadeError
from stockade.core.language import language
from stockade.core.scene import Scene, Shape

from . import clocks, ordered
from .absent import claimable, replaceable
from .guides import Guides, may_guide
from .levels import seconds_of
from .longlist import LongList
from .models import AUTO, BOT, HUMAN, LIVE, MatchRow, SeatRow
from .moments import now
from .policy import policy_of
from .readiness import waits_for
from .recent import Recent
from .replay import state_of
from .retold import Logs, reason_of
from .schemas import (
    HintUse,
    LogLine,
    MatchSummary,
    MatchView,
    OrderView,
    OriginView,
    ResultView,
    SeatView,
    Thinking,
    UndoView,
)
from .seats import allow_hints, is_kept, looking, name_of, others
from .sentences import read
from .storage import Pulse
from .stored import Stored

KEPT_SCENES = 256


class Views:
    """Builds views. Scenes are cached, because the seats and watchers of a match request the same few."""

    def __init__(self, away_seconds: float, bot_delay: float) -> None:
        self.away = timedelta(seconds=away_seconds)
        self.bot_delay = bot_delay
        self._scenes: Recent[tuple[str, int, int | None, Shape, str], Scene] = Recent(KEPT_SCENES)
        self._logs = Logs()
        self._guides = Guides()

    def view(self, stored: Stored, mine: Sequence[int], shape: Shape, host: bool = False) -> MatchView:
        """Return what somebody with these seats sees."""
        view = self.without_log(stored, mine, shape, host)
        view.log = list(self.lines(stored))
        return view

    def lines(self, stored: Stored) -> LongList[LogLine]:
        """Return the log in the reader's language."""
        return self._logs.lines(stored)

    def without_log(self, stored: Stored, mine: Sequence[int], shape: Shape, host: bool = False) -> MatchView:
        """Return the same with an empty log."""
        row = stored.row
        you = looking(row, mine)
        scene = self.scene(stored, you, shape)
        return MatchView(
            id=row.id,
            game=row.game,
            title=title_of(row.game),
            options=row.options,
            players=row.players,
            rules_version=row.rules_version,
            version=row.version,
            status=row.status,
            you=you,
            yours=list(mine),
            host=host,
            listed=row.listed,
            rated=row.rated,
            policy=stored.policy,
            seen=min((stored.seats[seat].seen_ply or 0 for seat in mine), default=None),
            clock=clocks.show(row, now()),
            orders=self.orders(stored, mine),
            replaceable=replaceable(stored, mine, self.away),
            claimable=claimable(stored, mine, self.away),
            seats=self.seats(stored.seats),
            scene=scene,
            log=[],
            result=None if row.result is None else ResultView(**{**row.result, "reason": reason_of(stored)}),
            undo=UndoView(free=self.may_take_back(stored, you), asked_by=row.undo_asked_by),
            draw_offered_by=row.draw_offered_by,
            thinking=self.thinking(stored),
            trouble=None if row.trouble is None else read(row.trouble),
            rematch=row.rematch,
            origin=None if row.origin is None else OriginView(match=row.branch_of, ply=stored.kept),
            hints=allow_hints(row, stored.seats),
            hinted=[HintUse(ply=ply, seat=seat) for ply, seat in stored.hinted],
            guide=None if you is None or not row.guide else self._guides.view(stored, you, scene),
            guidable=row.status == LIVE and len(mine) == 1 and not row.guide and may_guide(row, stored.seats),
        )

    def pulse(self, stored: Stored) -> Pulse:
        """Return what shows whether a view has changed: the version, and which people are connected."""
        heard = now() - self.away
        connected = (row.seat for row in stored.seats if row.kind == HUMAN and row.seen and row.seen > heard)
        return Pulse(stored.row.version, frozenset(connected))

    def summary(
        self, row: MatchRow, seats: list[SeatRow], mine: Sequence[int] = (), imported: bool = False
    ) -> MatchSummary:
        return MatchSummary(
            id=row.id,
            game=row.game,
            title=title_of(row.game),
            status=row.status,
            seats=self.seats(seats),
            players=row.players,
            version=row.version,
            yours=list(mine),
            turn=row.current_player if row.status == LIVE else None,
            rated=row.rated,
            policy=policy_of(row.policy),
            hints=allow_hints(row, seats),
            result=None if row.result is None else ResultView(**row.result),
            updated=row.updated,
            imported=imported,
        )

    def seats(self, rows: Iterable[SeatRow]) -> list[SeatView]:
        heard = now() - self.away
        return [
            SeatView(
                seat=row.seat,
                kind=row.kind,
                name=name_of(row),
                person=row.person if row.kind == HUMAN else None,
                level=row.level,
                kept=is_kept(row),
                stand_in=row.stand_in,
                left=row.left is not None,
                connected=row.kind in (AUTO, BOT)
                or (row.kind == HUMAN and row.seen is not None and row.seen > heard),
            )
            for row in rows
        ]

    def scene(self, stored: Stored, you: int | None, shape: Shape) -> Scene:
        """Return the scene for a seat or a watcher. Only the player to move gets choices."""
        row = stored.row
        key = (row.id, row.version, you, shape, language())
        kept = self._scenes.get(key)
        if kept is not None:
            return kept
        scene = state_of(stored).scene(you, shape)
        if scene.choices and (you is None or row.status != LIVE or you != row.current_player):
            scene = replace(scene, choices=())
        self._scenes.put(key, scene)
        return scene

    def orders(self, stored: Stored, mine: Sequence[int]) -> list[OrderView]:
        """Return what somebody with these seats can decide before they are asked."""
        row = stored.row
        if row.status != LIVE or not mine or not stockade.game(row.game).has_orders:
            return []
        return ordered.show(stored.seats, mine, state_of(stored))

    def may_take_back(self, stored: Stored, you: int | None) -> bool:
        """Return whether a seat may undo without asking: the rules of undo allow it, or there is nobody to ask."""
        if you is None or stored.row.status != LIVE:
            return False
        undo = stored.policy.undo
        if undo == "never":
            return False
        unasked = undo == "free" or not (stored.row.rated or others(stored.seats, you))
        return you in stored.row.free_undo or (unasked and you in stored.actors[stored.kept :])

    def thinking(self, stored: Stored) -> Thinking | None:
        """Return which bot is thinking, and what it waits for.

        The bot follows from the row alone, so all processes agree on it. What it waits for concerns this process
        only.
        """
        row = stored.row
        if row.status != LIVE or not 0 <= row.current_player < len(stored.seats):
            return None
        seat = stored.seats[row.current_player]
        level = seat.level if seat.kind == BOT else seat.stand_in
        if level is None and seat.kind != BOT:
            return None
        seconds = max(self.bot_delay, seconds_of(row.game, level, row.players))
        return Thinking(seat=seat.seat, seconds=seconds, waits_for=waits_for(row.game, level, row.players))


def title_of(game: str) -> str:
    """Return a game's title, or its name if this version does not have the game."""
    try:
        return stockade.game(game).spec.title
    except StockadeError:
        return game
