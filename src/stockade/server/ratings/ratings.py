"""Rate the players of a match when it ends, and show ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from sqlalchemy import Connection, Engine, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

import stockade
from stockade.core.language import say

from ..cursors import cursor, read_cursor
from ..errors import Refused
from ..levels import levels_of
from ..models import AUTO, BOT, HUMAN, LIVE, OVER, WAITING, MatchRow, SeatRow
from ..moments import now
from ..people.keys import is_id
from ..people.models import PersonRow
from ..schemas import RatingInfo, ResultView
from ..stored import Stored
from ..views import title_of
from .anchors import anchor
from .holders import BOTS, holder_of
from .models import RatingChangeRow, RatingRow
from .scale import BOT_SPREAD, CERTAIN, Rating, anchored, places, rate
from .schemas import (
    Leaders,
    PersonRating,
    Profile,
    PublicMatch,
    PublicSeat,
    RatedLevel,
    RatedPerson,
    RatingPoint,
    SeatRating,
)

MOST_POINTS = 200  # of a rating's history


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part in a rated match."""

    seat: int
    holder: str
    level: int | None  # of a bot
    stood_in: bool


class Ratings:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # ------------------------------------------------------------------ rating

    def settle(
        self,
        connection: Connection,
        seen: Stored,
        values: Mapping[str, Any],
        changes: Mapping[int, Mapping[str, Any]],
    ) -> None:
        """Rate everybody at a match, in the transaction that ends it: both happen, once, or neither does."""
        if not seen.row.rated:
            return
        entrants = _entrants(connection, seen.seats, changes)
        if len(entrants) < 2 or _somebody_sits_twice(entrants):
            return
        came = places(values["result"], values["ending"])
        before = _lock(connection, seen.row, entrants)
        after = rate([before[each.holder] for each in entrants], [came[each.seat] for each in entrants])
        found: dict[str, list[Rating]] = {}
        for each, new in zip(entrants, after, strict=True):
            if each.level is not None:
                start = anchor(seen.row.game, seen.row.players, each.level)
                new = anchored(before[each.holder], new, start)
            found.setdefault(each.holder, []).append(new)
        # Several bots of one level share a rating, which moves by the mean of what each of them did.
        final = {
            holder: Rating(fmean(new.value for new in several), several[0].spread)
            for holder, several in found.items()
        }
        _store(connection, seen.row, final)
        connection.execute(
            insert(RatingChangeRow),
            [
                {
                    "match_id": seen.row.id,
                    "seat": each.seat,
                    "game": seen.row.game,
                    "players": seen.row.players,
                    "holder": each.holder,
                    "place": came[each.seat],
                    "before": before[each.holder].value,
                    "value": final[each.holder].value,
                    "spread": final[each.holder].spread,
                    "stood_in": each.stood_in,
                    "at": now(),
                }
                for each in entrants
            ],
        )

    # ------------------------------------------------------------------ reading

    def leaders(self, game: str, players: int | None, limit: int) -> Leaders:
        """Return the strongest people in a game, and its bots."""
        spec = stockade.game(game).spec
        count = usual_players(game) if players is None else spec.check_players(players)
        at_table = RatingRow.game == game, RatingRow.players == count
        with Session(self.engine) as session:
            best = session.execute(
                select(RatingRow, PersonRow.name)
                .join(PersonRow, PersonRow.id == RatingRow.holder)
                .where(*at_table, RatingRow.spread <= CERTAIN)
                .order_by(RatingRow.value.desc(), RatingRow.holder)
                .limit(limit)
            ).all()
            people = [
                RatedPerson(id=row.holder, name=name, rating=shown(row), matches=row.matches) for row, name in best
            ]
            bots = _bots(session, [game])
        return Leaders(
            game=game,
            players=count,
            people=people,
            bots=[
                RatedLevel(
                    level=level.level,
                    name=say(level.name),
                    rating=shown(bots[game, count, level.level]),
                    matches=bots[game, count, level.level].matches,
                )
                for level in levels_of(game)
            ],
        )

    def levels(self, games: Collection[str]) -> dict[tuple[str, int, int], RatingInfo]:
        """Return the ratings of bots by game, number of players and level."""
        with Session(self.engine) as session:
            return {place: shown(row) for place, row in _bots(session, games).items()}

    def at(self, stored: Stored) -> list[SeatRating]:
        """Return the ratings of the players at a rated match: what it changed, or those of now before its end."""
        row = stored.row
        if row.rated and row.status in (WAITING, LIVE):
            with self.engine.connect() as connection:
                entrants = _entrants(connection, stored.seats, {})
                found = _stored(connection, row, entrants)
            return [_seat_rating(row, each, found.get(each.holder)) for each in entrants]
        with Session(self.engine) as session:
            query = select(RatingChangeRow).where(RatingChangeRow.match_id == row.id)
            return [
                SeatRating(
                    seat=row.seat,
                    place=row.place,
                    before=round(row.before),
                    value=round(row.value),
                    spread=round(row.spread),
                    stood_in=row.stood_in,
                )
                for row in session.scalars(query.order_by(RatingChangeRow.seat))
            ]

    def profile(self, person: str, after: str | None, limit: int) -> Profile:
        """Return what everybody may know about a person."""
        with Session(self.engine) as session:
            row = session.get(PersonRow, person) if is_id(person) else None
            if row is None:
                raise Refused("not_found", "This person does not exist.")
            found = _public(session, person, after, limit + 1)
            return Profile(
                id=row.id,
                name=row.name,
                since=row.created.date(),
                ratings=_ratings_of(session, person),
                matches=[_shown_match(session, match, person) for match in found[:limit]],
                next=cursor(found[limit - 1]) if len(found) > limit else None,
            )


def usual_players(game: str) -> int:
    """Return the default number of players, or the smallest at which somebody can win against others."""
    spec = stockade.game(game).spec
    return max(spec.check_players(None), min((count for count in spec.players if count > 1), default=1))


def shown(rating: RatingRow) -> RatingInfo:
    return RatingInfo(value=round(rating.value), spread=round(rating.spread), provisional=rating.spread > CERTAIN)


def _bots(session: Session, games: Collection[str]) -> dict[tuple[str, int, int], RatingRow]:
    """Return the ratings of bots by game, number of players and level. Those who never played are where they start.

    Nobody is rated alone.
    """
    query = select(RatingRow).where(RatingRow.game.in_(games), RatingRow.holder.startswith(BOTS))
    stored = {(row.game, row.players, row.holder): row for row in session.scalars(query)}
    places = [
        (game, players, level.level)
        for game in games
        for players in stockade.game(game).spec.players
        if players > 1
        for level in levels_of(game)
    ]
    return {
        (game, players, level): stored.get((game, players, holder_of(level))) or _first(game, players, level)
        for game, players, level in places
    }


def _first(game: str, players: int, level: int) -> RatingRow:
    start = {"value": anchor(game, players, level), "spread": BOT_SPREAD, "matches": 0}
    return RatingRow(game=game, players=players, holder=holder_of(level), **start)


def _entrants(
    connection: Connection, seats: Sequence[SeatRow], changes: Mapping[int, Mapping[str, Any]]
) -> list[Entrant]:
    """Return who is rated: the people who still have an account, and the bots."""
    people = [row.person for row in seats if row.kind == HUMAN and row.person is not None]
    known = set(connection.scalars(select(PersonRow.id).where(PersonRow.id.in_(people))))
    entrants = []
    for row in seats:
        if row.kind == BOT and row.level is not None:
            entrants.append(Entrant(row.seat, holder_of(row.level), row.level, False))
        elif row.kind != AUTO and row.person is not None and row.person in known:
            stand_in = changes.get(row.seat, {}).get("stand_in", row.stand_in)
            entrants.append(Entrant(row.seat, row.person, None, stand_in is not None))
    return entrants


def _somebody_sits_twice(entrants: Sequence[Entrant]) -> bool:
    """Return whether a person has two seats, because a guest at the table signed in as somebody else there."""
    people = [each.holder for each in entrants if each.level is None]
    return len(set(people)) < len(people)


def _lock(connection: Connection, row: MatchRow, entrants: Sequence[Entrant]) -> dict[str, Rating]:
    """Return the ratings of everybody before the match. Other matches that end now wait for them."""
    at_table = {"game": row.game, "players": row.players}
    add = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    for each in sorted(entrants, key=lambda each: each.holder):
        new = _new(row, each)
        first = {**at_table, "holder": each.holder, "value": new.value, "spread": new.spread, "matches": 0}
        connection.execute(add(RatingRow).values(first).on_conflict_do_nothing())
    return _stored(connection, row, entrants, lock=True)


def _stored(
    connection: Connection, row: MatchRow, entrants: Sequence[Entrant], lock: bool = False
) -> dict[str, Rating]:
    """Return the ratings of those who have one."""
    query = (
        select(RatingRow.holder, RatingRow.value, RatingRow.spread)
        .where(
            RatingRow.game == row.game,
            RatingRow.players == row.players,
            RatingRow.holder.in_([each.holder for each in entrants]),
        )
        .order_by(RatingRow.holder)
    )
    if lock:
        query = query.with_for_update()
    return {holder: Rating(value, spread) for holder, value, spread in connection.execute(query)}


def _new(row: MatchRow, entrant: Entrant) -> Rating:
    """Return the rating with which somebody starts."""
    if entrant.level is None:
        return Rating()
    return Rating(anchor(row.game, row.players, entrant.level), BOT_SPREAD)


def _seat_rating(row: MatchRow, entrant: Entrant, found: Rating | None) -> SeatRating:
    rating = found or _new(row, entrant)
    return SeatRating(
        seat=entrant.seat,
        place=None,
        before=round(rating.value),
        value=round(rating.value),
        spread=round(rating.spread),
        stood_in=False,
    )


def _store(connection: Connection, row: MatchRow, ratings: Mapping[str, Rating]) -> None:
    for holder, new in ratings.items():
        connection.execute(
            update(RatingRow)
            .where(RatingRow.game == row.game, RatingRow.players == row.players, RatingRow.holder == holder)
            .values(value=new.value, spread=new.spread, matches=RatingRow.matches + 1)
        )


def _ratings_of(session: Session, person: str) -> list[PersonRating]:
    found = []
    order = RatingRow.game, RatingRow.players
    for row in session.scalars(select(RatingRow).where(RatingRow.holder == person).order_by(*order)):
        newest = session.scalars(
            select(RatingChangeRow)
            .where(
                RatingChangeRow.holder == person,
                RatingChangeRow.game == row.game,
                RatingChangeRow.players == row.players,
            )
            .order_by(RatingChangeRow.at.desc())
            .limit(MOST_POINTS)
        ).all()
        history = [
            RatingPoint(
                at=change.at,
                value=round(change.value),
                spread=round(change.spread),
                match=change.match_id,
                place=change.place,
                stood_in=change.stood_in,
            )
            for change in reversed(newest)
        ]
        found.append(
            PersonRating(
                game=row.game,
                title=title_of(row.game),
                players=row.players,
                rating=shown(row),
                matches=row.matches,
                history=history,
            )
        )
    return found


def _public(session: Session, person: str, after: str | None, limit: int) -> Sequence[MatchRow]:
    """Return the finished matches of a person that were listed or rated, newest first."""
    own = select(SeatRow.match_id).where(SeatRow.person == person, SeatRow.kind == HUMAN).scalar_subquery()
    query = select(MatchRow).where(
        MatchRow.id.in_(own), MatchRow.status == OVER, or_(MatchRow.listed, MatchRow.rated)
    )
    last = read_cursor(after)
    if last is not None:
        moment, match_id = last
        query = query.where(or_(MatchRow.updated < moment, (MatchRow.updated == moment) & (MatchRow.id > match_id)))
    return session.scalars(query.order_by(MatchRow.updated.desc(), MatchRow.id).limit(limit)).all()


def _shown_match(session: Session, row: MatchRow, person: str) -> PublicMatch:
    seats = session.scalars(select(SeatRow).where(SeatRow.match_id == row.id).order_by(SeatRow.seat)).all()
    return PublicMatch(
        id=row.id,
        game=row.game,
        title=title_of(row.game),
        players=row.players,
        rated=row.rated,
        seat=next(seat.seat for seat in seats if seat.person == person),
        seats=[PublicSeat(seat=seat.seat, kind=seat.kind, name=seat.name, level=seat.level) for seat in seats],
        result=ResultView(**(row.result or {})),
        ended=row.updated,
    )
