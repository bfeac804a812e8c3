"""The tables of ratings. A holder is a person's id, or `level N` for the bots of a level."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Boolean, Float, ForeignKey, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base, Moment


class RatingRow(Base):
    """How strong somebody is in a game with a number of players."""

    __tablename__ = "ratings"

    game: Mapped[str] = mapped_column(String(64), primary_key=True)
    players: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    holder: Mapped[str] = mapped_column(String(16), primary_key=True)
    value: Mapped[float] = mapped_column(Float)
    spread: Mapped[float] = mapped_column(Float)
    matches: Mapped[int] = mapped_column(Integer)

    __table_args__ = (
        Index("ix_ratings_holder", "holder"),
        Index("ix_ratings_game_players_value", "game", "players", "value"),
    )


class RatingChangeRow(Base):
    """What a match changed for one seat. No match changes a seat's rating twice."""

    __tablename__ = "rating_changes"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    game: Mapped[str] = mapped_column(String(64))
    players: Mapped[int] = mapped_column(Integer)
    holder: Mapped[str] = mapped_column(String(16))
    place: Mapped[int] = mapped_column(Integer)
    before: Mapped[float] = mapped_column(Float)
    value: Mapped[float] = mapped_column(Float)
    spread: Mapped[float] = mapped_column(Float)
    stood_in: Mapped[bool] = mapped_column(Boolean)  # a bot played for the person at the end
    at: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (Index("ix_rating_changes_holder_at", "holder", "at"),)
