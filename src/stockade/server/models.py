"""The tables. A match is its journal; everything else in `matches` is a summary made with each write."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final, Literal

from sqlalchemy import (
    JSON,
    BigInteger,
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
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Status = Literal["waiting", "live", "over"]
SeatKind = Literal["human", "bot", "open", "auto"]

WAITING: Final = "waiting"  # some seat is open
LIVE: Final = "live"
OVER: Final = "over"

HUMAN: Final = "human"
BOT: Final = "bot"
OPEN: Final = "open"
AUTO: Final = "auto"  # plays itself by the rules of the game


class Moment(TypeDecorator[datetime]):
    """A time with its zone, UTC throughout: SQLite forgets the zone, this puts it back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    # Named constraints, so that a later migration can change them on every database.
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
    version: Mapped[int] = mapped_column(Integer)  # every write raises it, and names the one it saw
    status: Mapped[Status] = mapped_column(String(8))
    # What follows can be computed from the journal; it is here so that nothing is replayed to read or to write.
    state: Mapped[bytes] = mapped_column(LargeBinary)  # a snapshot; in version 0.1.0 the bytes without a checksum
    current_player: Mapped[int] = mapped_column(Integer)
    ending: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # as in the log file
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    free_undo: Mapped[list[int]] = mapped_column(JSON)  # seats that may take back without asking
    undo_asked_by: Mapped[int | None] = mapped_column(Integer)
    undo_agreed: Mapped[list[int]] = mapped_column(JSON)
    draw_offered_by: Mapped[int | None] = mapped_column(Integer)
    draw_agreed: Mapped[list[int]] = mapped_column(JSON)
    trouble: Mapped[str | None] = mapped_column(Text)  # what went wrong with a bot, for the people at the table
    rematch: Mapped[str | None] = mapped_column(String(16))  # id of the match that follows
    created: Mapped[datetime] = mapped_column(Moment)
    updated: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (
        Index("ix_matches_status_updated", "status", "updated"),
        Index("ix_matches_updated", "updated"),
    )


class SeatRow(Base):
    __tablename__ = "seats"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[SeatKind] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(64))
    level: Mapped[int | None] = mapped_column(Integer)
    # Only a hash of the token is kept: who reads the database cannot take a seat.
    token_hash: Mapped[str | None] = mapped_column(String(64), index=True, unique=True)
    seen: Mapped[datetime | None] = mapped_column(Moment)  # last sign of an open connection


class JournalRow(Base):
    """One thing that happened. Rows are added and never changed or removed."""

    __tablename__ = "journal"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    no: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(Integer)  # the version that this entry led to
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(Integer)
    action: Mapped[int | None] = mapped_column(Integer)  # the action; for an undo, how many actions are left
    text: Mapped[str] = mapped_column(Text)  # notation of an action
    label: Mapped[str] = mapped_column(Text)  # spoken form of it
    told: Mapped[list[str]] = mapped_column(JSON, server_default="[]")  # what it made happen by itself, a line each
    at: Mapped[datetime] = mapped_column(Moment)
