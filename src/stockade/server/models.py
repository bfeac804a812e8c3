"""The tables. A match is its journal; the other columns of `matches` are a summary updated by each write."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final, Literal

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Status = Literal["waiting", "live", "over", "closed"]
OpenStatus = Literal["waiting", "live"]  # of tables that others may find
SeatKind = Literal["human", "bot", "open", "auto"]

WAITING: Final = "waiting"  # a seat is open
LIVE: Final = "live"
OVER: Final = "over"
CLOSED: Final = "closed"  # cancelled before it began, or closed by an administrator

HUMAN: Final = "human"
BOT: Final = "bot"
OPEN: Final = "open"
AUTO: Final = "auto"  # played by the rules of the game


class Moment(TypeDecorator[datetime]):
    """A time in UTC. SQLite drops the time zone, and this type restores it."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    # Constraints have names, so that a later migration can change them on every database.
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class MatchRow(Base):
    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    players: Mapped[int] = mapped_column(Integer)
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    rules_version: Mapped[int] = mapped_column(Integer)
    seed: Mapped[int] = mapped_column(BigInteger)
    version: Mapped[int] = mapped_column(Integer)  # raised by every write, which names the version that it saw
    status: Mapped[Status] = mapped_column(String(8))
    # These columns can be computed from the journal. They save replaying it for each request.
    state: Mapped[bytes] = mapped_column(LargeBinary)  # a snapshot; in version 0.1.0 the bytes without a checksum
    current_player: Mapped[int] = mapped_column(Integer)
    ending: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # as in the log file
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    free_undo: Mapped[list[int]] = mapped_column(JSON)  # seats that may undo without asking
    undo_asked_by: Mapped[int | None] = mapped_column(Integer)
    undo_agreed: Mapped[list[int]] = mapped_column(JSON)
    draw_offered_by: Mapped[int | None] = mapped_column(Integer)
    draw_agreed: Mapped[list[int]] = mapped_column(JSON)
    trouble: Mapped[str | None] = mapped_column(Text)  # what went wrong with a bot, as shown to the players
    rematch: Mapped[str | None] = mapped_column(String(16))  # id of the next match
    # Where it began, if not at the start of the game: as in the log file, and the match of which it is a branch.
    origin: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    branch_of: Mapped[str | None] = mapped_column(String(16))
    hints: Mapped[bool] = mapped_column(
        Boolean, server_default=false()
    )  # whether people who play people may ask bots
    guide: Mapped[bool] = mapped_column(Boolean, server_default=false())  # whether tips explain the game
    owner: Mapped[str | None] = mapped_column(String(16))  # the person who made the table
    host: Mapped[int | None] = mapped_column(Integer)  # the seat of the one who made the table
    listed: Mapped[bool] = mapped_column(Boolean, server_default=false())  # whether strangers find it
    rated: Mapped[bool] = mapped_column(Boolean, server_default=false())
    policy: Mapped[dict[str, Any]] = mapped_column(JSON, server_default="{}")  # as in `policy.Policy`
    # The clock. Seconds left are those at `clock_since`, since when the current player's time runs.
    clock_left: Mapped[list[float]] = mapped_column(JSON, server_default="[]")
    clock_since: Mapped[datetime | None] = mapped_column(Moment)
    clock_due: Mapped[datetime | None] = mapped_column(Moment, index=True)  # when the current player's time is up
    talk: Mapped[int] = mapped_column(Integer, server_default="0")  # raised when something is said at the table
    created: Mapped[datetime] = mapped_column(Moment)
    updated: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (
        Index("ix_matches_status_updated", "status", "updated"),
        Index("ix_matches_listed_status_updated", "listed", "status", "updated"),
        Index("ix_matches_updated", "updated"),
        Index("ix_matches_owner", "owner"),
    )


class FactRow(Base):
    """Something that all servers on this database know."""

    __tablename__ = "facts"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class SeatRow(Base):
    __tablename__ = "seats"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[SeatKind] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(64))
    level: Mapped[int | None] = mapped_column(Integer)
    # Only a hash of the token is stored, so that nobody who reads the database can take a seat.
    token_hash: Mapped[str | None] = mapped_column(String(64), index=True, unique=True)
    seen: Mapped[datetime | None] = mapped_column(Moment)  # when a connection was last open
    # Whose seat it is. An open seat with a person or a name is kept for them.
    person: Mapped[str | None] = mapped_column(String(16), index=True)
    reserved: Mapped[bool] = mapped_column(Boolean, server_default=false())  # open, but only for its former player
    stand_in: Mapped[int | None] = mapped_column(Integer)  # the level of the bot that plays for an absent person
    left: Mapped[datetime | None] = mapped_column(Moment)  # when the person left, or their time ran out
    seen_ply: Mapped[int | None] = mapped_column(Integer)  # how much of the log the person has been shown
    hidden: Mapped[bool] = mapped_column(Boolean, server_default=false())  # from the person's list
    orders: Mapped[list[dict[str, Any]]] = mapped_column(JSON, server_default="[]")  # answers given in advance


class ImportRow(Base):
    """What a record says about a match that its owner has imported, besides the match itself."""

    __tablename__ = "imports"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    about: Mapped[dict[str, Any]] = mapped_column(JSON)  # names, date, comments, tags and has_seed
    hidden: Mapped[bool] = mapped_column(Boolean, server_default=false())  # from the owner's list


class JournalRow(Base):
    """One event of a match. Rows are only added, never changed or removed."""

    __tablename__ = "journal"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    no: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(Integer)  # the version that this entry produced
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(Integer)
    action: Mapped[int | None] = mapped_column(Integer)  # the action; for an undo, the number of actions that remain
    text: Mapped[str] = mapped_column(Text)  # the action in notation
    label: Mapped[str] = mapped_column(Text)  # the action in words
    told: Mapped[list[str]] = mapped_column(JSON, server_default="[]")  # what the action caused, one line per event
    at: Mapped[datetime] = mapped_column(Moment)
