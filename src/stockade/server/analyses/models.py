"""The table of analyses."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Integer, String, false
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base, Moment


class AnalysisRow(Base):
    """The analysis of a match, or the wish for one."""

    __tablename__ = "analyses"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    setting: Mapped[str] = mapped_column(String(16))
    version: Mapped[int] = mapped_column(Integer)  # of the match that is analysed
    asker: Mapped[str | None] = mapped_column(String(32))  # the person, or a hidden address
    asked: Mapped[datetime] = mapped_column(Moment)
    worker: Mapped[str | None] = mapped_column(String(16))
    until: Mapped[datetime | None] = mapped_column(Moment)  # when the claim of the worker ends
    progress: Mapped[float] = mapped_column(Float)  # from 0 to 1
    failed: Mapped[bool] = mapped_column(Boolean, server_default=false())
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
