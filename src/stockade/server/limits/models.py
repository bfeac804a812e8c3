"""The tables of limits: from where tables were made, and how long bots have thought for whom."""

from __future__ import annotations

from sqlalchemy import Float, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base


class MakerRow(Base):
    """From where a table was made. The address is a keyed hash, which only tells whether two are the same."""

    __tablename__ = "makers"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    address: Mapped[str] = mapped_column(String(32), index=True)


class UsageRow(Base):
    """How many seconds bots have thought in one day for a person, or for an address as in `MakerRow`."""

    __tablename__ = "usage"

    holder: Mapped[str] = mapped_column(String(32), primary_key=True)
    day: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False, index=True)
    seconds: Mapped[float] = mapped_column(Float)
