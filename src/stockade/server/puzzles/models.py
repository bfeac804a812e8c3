"""The tables of puzzles. A holder of a rating is a person's id, or `puzzle N`."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Boolean, Float, ForeignKey, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base, Moment


class PuzzleAttemptRow(Base):
    """The first attempt of a person at a puzzle, which is the one that counts."""

    __tablename__ = "puzzle_attempts"

    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(64), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    solved: Mapped[bool] = mapped_column(Boolean)
    at: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (Index("ix_puzzle_attempts_person_at", "person", "at"),)


class PuzzleRatingRow(Base):
    """How well somebody solves the puzzles of a game, or how difficult one of them is."""

    __tablename__ = "puzzle_ratings"

    game: Mapped[str] = mapped_column(String(64), primary_key=True)
    holder: Mapped[str] = mapped_column(String(16), primary_key=True)
    value: Mapped[float] = mapped_column(Float)
    spread: Mapped[float] = mapped_column(Float)
    attempts: Mapped[int] = mapped_column(Integer)

    __table_args__ = (Index("ix_puzzle_ratings_holder", "holder"),)
