"""The tables of moderation: who may not do what until when, and what administrators have done."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from sqlalchemy import Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base, Moment

SanctionKind = Literal["ban", "mute"]
BAN: Final = "ban"  # may look, but not play or change anything; an address may not even look
MUTE: Final = "mute"  # may not write at tables

Deed = Literal["close", "ban", "mute", "lift", "appoint", "dismiss"]


class SanctionRow(Base):
    """Something that a person or an address may not do for a time."""

    __tablename__ = "sanctions"

    no: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[SanctionKind] = mapped_column(String(8))
    person: Mapped[str | None] = mapped_column(String(16), index=True)
    address: Mapped[str | None] = mapped_column(String(64))  # one address, or a network such as 192.0.2.0/24
    why: Mapped[str] = mapped_column(Text)  # the person reads this
    at: Mapped[datetime] = mapped_column(Moment)
    until: Mapped[datetime] = mapped_column(Moment, index=True)


class AuditRow(Base):
    """One thing that an administrator did. Rows are only added, never changed or removed."""

    __tablename__ = "audit"

    no: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(Moment, index=True)
    by: Mapped[str | None] = mapped_column(String(16))  # a person, or null for somebody at the command line
    what: Mapped[Deed] = mapped_column(String(16))
    about: Mapped[str] = mapped_column(String(64))  # a match, a person, an address or the number of a sanction
    until: Mapped[datetime | None] = mapped_column(Moment)
    why: Mapped[str] = mapped_column(Text)
