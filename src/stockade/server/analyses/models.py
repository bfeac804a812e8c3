"""The table of analyses."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, String, false, text
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
    tries: Mapped[int] = mapped_column(Integer, server_default="0")  # how many workers have begun with it
    progress: Mapped[float] = mapped_column(Float)  # from 0 to 1
    failed: Mapped[bool] = mapped_column(Boolean, server_default=false())
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    former: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """An earlier analysis, which is kept until this one is done: its setting, version and result."""

    __table_args__ = (  # of those that are not done, because workers look for them all the time
        Index(
            "ix_analyses_asked", "asked", sqlite_where=text("result IS NULL"), postgresql_where=text("result IS NULL")
        ),
    )
