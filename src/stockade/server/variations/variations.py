"""Try out moves from a moment of a match, and keep them with comments.

Variations may be tried where a match is open to everybody: when it is over, or while somebody plays against bots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Delete, Update, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stockade.core.errors import IllegalAction, StockadeError
from stockade.core.match import Match
from stockade.core.state import State

from .. import branches, positions, replay, seats
from ..errors import Refused
from ..matches import Matches
from ..moments import now
from ..people.caller import READ, Caller
from ..people.models import PersonRow
from ..stored import Stored
from .models import VariationsRow
from .schemas import Line, LineView, Node, NodeView, Tree, TreeView

SHOWN = 20  # of the trees that others share


class Variations:
    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.engine = matches.storage.engine

    def line(self, match_id: str, caller: Caller, form: Line) -> LineView:
        """Return the position after moves that were not played."""
        stored, mine = self._open(match_id, caller)
        state = self.matches.state_at(stored, form.ply)
        for action in form.actions:
            state.apply(action)
        rolled = positions.roll(state) if form.roll else []
        view = positions.view(state, seats.looking(stored.row, mine), form.shape)
        return LineView(**dict(view), rolled=rolled)

    def of(self, match_id: str, caller: Caller) -> list[TreeView]:
        """Return the caller's own variations first, and then those that others share."""
        stored, _ = self._open(match_id, caller)
        with Session(self.engine) as session:
            found = session.execute(
                select(VariationsRow, PersonRow.name)
                .join(PersonRow, PersonRow.id == VariationsRow.person)
                .where(
                    VariationsRow.match_id == match_id,
                    VariationsRow.shared.is_(True) | (VariationsRow.person == caller.person),
                )
                .order_by(VariationsRow.person != caller.person, VariationsRow.updated.desc())
                .limit(SHOWN)
            ).all()
            session.expunge_all()
        match = replay.resume(stored) if found else None
        return [_view(row, name, caller, match) for row, name in found if match is not None]

    def keep(self, match_id: str, caller: Caller, form: Tree) -> list[TreeView]:
        """Store the caller's variations, in place of those that they have seen."""
        person = caller.need_person()
        stored, _ = self._open(match_id, caller)
        _check(form.nodes, replay.resume(stored))
        mine = VariationsRow.match_id == match_id, VariationsRow.person == person
        values = {
            "version": form.version + 1,
            "shared": form.shared,
            "tree": [node.model_dump() for node in form.nodes],
            "updated": now(),
        }
        with Session(self.engine) as session:
            seen = (*mine, VariationsRow.version == form.version)
            change: Delete | Update = delete(VariationsRow).where(*seen)
            if form.nodes:
                change = update(VariationsRow).where(*seen).values(**values)
            if not session.execute(change).rowcount:  # type: ignore[attr-defined]
                if form.version or session.scalar(select(VariationsRow.version).where(*mine)) is not None:
                    raise _stale(session.scalar(select(VariationsRow.version).where(*mine)))
                if form.nodes:
                    session.add(VariationsRow(match_id=match_id, person=person, **values))
            try:
                session.commit()
            except IntegrityError as error:  # another device was faster
                raise _stale(1) from error
        return self.of(match_id, caller)

    def _open(self, match_id: str, caller: Caller) -> tuple[Stored, list[int]]:
        caller.check(READ)
        stored, mine = self.matches.look(match_id, caller)
        branches.check_open(stored)
        return stored, mine


def _stale(version: int | None) -> Refused:
    return Refused("stale_version", "You have changed your variations on another device.", version or 0)


def _check(nodes: Sequence[Node], match: Match) -> None:
    """Refuse variations that could not be played."""
    for number, node in enumerate(nodes):
        if node.parent is not None and node.parent >= number:
            raise Refused("bad_request", "A move of a variation comes after the one that it follows.")
        if node.ply > len(match.actions):
            raise Refused("unknown_ply", "The match has no move {ply}.", ply=node.ply)
        if node.parent is not None and node.ply != nodes[node.parent].ply:
            raise Refused("bad_request", "All moves of a line leave the match at the same moment.")
    for _ in _states(nodes, match):
        pass


def _states(nodes: Sequence[Node], match: Match, strict: bool = True) -> Iterator[State | None]:
    """Yield the state before each move, or raise an error if a move is illegal. If not strict, yield None for it."""
    before: State | None
    after: list[State | None] = []
    starts: dict[int, State] = {}
    for node in nodes:
        if node.parent is not None:
            before = after[node.parent]
        elif node.ply <= len(match.actions):
            if node.ply not in starts:
                starts[node.ply] = match.state_at(node.ply)
            before = starts[node.ply]
        else:
            before = None  # moves of the match were taken back
        state = None if before is None else before.clone()
        try:
            if state is not None:
                if state.is_chance:
                    raise IllegalAction("a variation begins with a move of a player")
                for action in node.actions:
                    state.apply(action)
        except StockadeError:
            if strict:
                raise
            before = state = None
        after.append(state)
        yield before


def _view(row: VariationsRow, name: str, caller: Caller, match: Match) -> TreeView:
    """Return variations with the moves in words. Those that can no longer be played are left out."""
    nodes = [Node.model_validate(each) for each in row.tree]
    places: dict[int, int] = {}
    views: list[NodeView] = []
    for number, (node, before) in enumerate(zip(nodes, _states(nodes, match, strict=False), strict=True)):
        if before is None:
            continue
        places[number] = len(views)
        views.append(
            NodeView(
                parent=None if node.parent is None else places[node.parent],
                ply=node.ply,
                actions=list(node.actions),
                comment=node.comment,
                seat=before.current_player,
                text=before.format(node.actions[0]),
                label=before.describe(node.actions[0]),
            )
        )
    yours = row.person == caller.person
    return TreeView(version=row.version, shared=row.shared, yours=yours, name=name, nodes=views)
