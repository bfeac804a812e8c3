"""The tables of what is said at a table.

An author is a person's id or, for somebody who plays with the token of a seat, the match and the seat.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal, get_args

from sqlalchemy import Boolean, ForeignKey, ForeignKeyConstraint, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base, Moment

Room = Literal["table", "watchers"]
ROOMS: Final[tuple[Room, ...]] = get_args(Room)
TABLE: Final = "table"  # for the players
WATCHERS: Final = "watchers"  # for people without a seat

Mark = Literal["👍", "❤️", "😄", "😮", "😢", "👏"]


class MessageRow(Base):
    __tablename__ = "messages"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    no: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    changed: Mapped[int] = mapped_column(Integer)  # the number of its last change; first `no`
    room: Mapped[Room] = mapped_column(String(8))
    author: Mapped[str | None] = mapped_column(String(32))  # null for somebody who deleted their account
    seat: Mapped[int | None] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)
    deleted: Mapped[bool] = mapped_column(Boolean)
    at: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (
        Index("ix_messages_match_id_room_changed", "match_id", "room", "changed"),
        Index("ix_messages_author_at", "author", "at"),
    )


class ReactionRow(Base):
    """A mark that somebody put on a message."""

    __tablename__ = "reactions"

    match_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    no: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    mark: Mapped[Mark] = mapped_column(String(8), primary_key=True)
    author: Mapped[str] = mapped_column(String(32), primary_key=True)

    __table_args__ = (
        ForeignKeyConstraint(
            ["match_id", "no"],
            ["messages.match_id", "messages.no"],
            name="fk_reactions_match_id",
            ondelete="CASCADE",
        ),
        Index("ix_reactions_author", "author"),
    )


class MuteRow(Base):
    """`author` does not want to read what `muted` writes, at any table."""

    __tablename__ = "mutes"

    author: Mapped[str] = mapped_column(String(32), primary_key=True)
    muted: Mapped[str] = mapped_column(String(32), primary_key=True, index=True)


class ReportRow(Base):
    """Somebody's complaint about a message. It has a copy of the text, which its author may delete meanwhile."""

    __tablename__ = "reports"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    no: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    reporter: Mapped[str] = mapped_column(String(32), primary_key=True)
    author: Mapped[str | None] = mapped_column(String(32), index=True)
    text: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Moment, index=True)
