"""Try out moves from a moment of a match, and keep them with comments.

Variations may be tried where a match is open to everybody: when it is over, or while somebody plays against bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from sqlalchemy import Delete, Update, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stockade.core.errors import IllegalAction, StockadeError
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
        if not positions.is_playable(view.scene):
            view = positions.view(state, None, form.shape)
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
        trees = [[Node.model_validate(each) for each in row.tree] for row, _ in found]
        starts = _starts(chain.from_iterable(trees), stored)
        return [_view(row, name, caller, nodes, starts) for (row, name), nodes in zip(found, trees, strict=True)]

    def keep(self, match_id: str, caller: Caller, form: Tree) -> list[TreeView]:
        """Store the caller's variations, in place of those that they have seen."""
        person = caller.need_person()
        stored, _ = self._open(match_id, caller)
        _check(form.nodes, stored)
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


def _check(nodes: Sequence[Node], stored: Stored) -> None:
    """Refuse variations that could not be played."""
    for number, node in enumerate(nodes):
        if node.parent is not None and node.parent >= number:
            raise Refused("bad_request", "A move of a variation comes after the one that it follows.")
        if node.ply > len(stored.actions):
            raise Refused("unknown_ply", "The match has no move {ply}.", ply=node.ply)
        if node.parent is not None and node.ply != nodes[node.parent].ply:
            raise Refused("bad_request", "All moves of a line leave the match at the same moment.")
    for _ in _states(nodes, _starts(nodes, stored)):
        pass


def _starts(nodes: Iterable[Node], stored: Stored) -> dict[int, State]:
    """Return the states of a match at which variations leave it. The match is replayed once."""
    plies = {node.ply for node in nodes}
    if not plies:
        return {}
    match = replay.resume(stored)
    found = {ply: step.before for ply, step in enumerate(islice(match.steps(), max(plies) + 1)) if ply in plies}
    return found | ({len(match.actions): match.state} if len(match.actions) in plies else {})


def _states(nodes: Sequence[Node], starts: Mapping[int, State], strict: bool = True) -> Iterator[State | None]:
    """Yield the state before each move, or raise an error if a move is illegal. If not strict, yield None for it."""
    after: list[State | None] = []
    for node in nodes:
        # There is no start if moves of the match were taken back.
        before = starts.get(node.ply) if node.parent is None else after[node.parent]
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


def _view(
    row: VariationsRow, name: str, caller: Caller, nodes: Sequence[Node], starts: Mapping[int, State]
) -> TreeView:
    """Return variations with the moves in words. Those that can no longer be played are left out."""
    places: dict[int, int] = {}
    views: list[NodeView] = []
    for number, (node, before) in enumerate(zip(nodes, _states(nodes, starts, strict=False), strict=True)):
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
