"""The tables of work: which worker thinks about which match, and the hints that people wait for."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Integer, LargeBinary, String, false
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base, Moment


class ClaimRow(Base):
    """A worker thinks about a match. A claim that is not renewed ends, and another worker may take it."""

    __tablename__ = "claims"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    worker: Mapped[str] = mapped_column(String(16), index=True)
    until: Mapped[datetime] = mapped_column(Moment)


class QuestionRow(Base):
    """Somebody waits for hints about a match, or watches a bot think about a position."""

    __tablename__ = "questions"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    match_id: Mapped[str | None] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    version: Mapped[int | None] = mapped_column(Integer)
    game: Mapped[str | None] = mapped_column(String(64))  # of a position
    state: Mapped[bytes | None] = mapped_column(LargeBinary)  # a snapshot of the position
    seconds: Mapped[float | None] = mapped_column(Float)  # how long a bot thinks about it
    done: Mapped[bool] = mapped_column(Boolean, server_default=false())  # whether `answer` is the last one
    language: Mapped[str] = mapped_column(String(16))
    asker: Mapped[str | None] = mapped_column(String(16))  # the person
    asked: Mapped[datetime] = mapped_column(Moment)
    worker: Mapped[str | None] = mapped_column(String(16))
    until: Mapped[datetime | None] = mapped_column(Moment)  # when the claim of the worker ends
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
