"""The table of variations: for each match and person, one tree."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Integer, String, false
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base, Moment


class VariationsRow(Base):
    __tablename__ = "variations"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[str] = mapped_column(String(16), primary_key=True, index=True)
    version: Mapped[int] = mapped_column(Integer)  # raised by every write, which names the version that it saw
    shared: Mapped[bool] = mapped_column(Boolean, server_default=false())  # whether others may see it
    tree: Mapped[list[dict[str, Any]]] = mapped_column(JSON)  # as in `schemas.Node`
    updated: Mapped[datetime] = mapped_column(Moment)
