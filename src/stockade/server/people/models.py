"""The tables of people, and of the keys that let them in. Only hashes of keys are stored."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import JSON, Boolean, ForeignKey, Index, Integer, LargeBinary, String, false
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base, Moment

SessionKind = Literal["device", "program"]
DEVICE: Final = "device"  # a browser, which sends its key as a cookie
PROGRAM: Final = "program"  # a program, which sends its key in a header


class PersonRow(Base):
    """A person. Guests have a name that others may have too; people who claimed theirs can sign in with it."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    # The claimed name, in a form in which names that look the same are equal.
    handle: Mapped[str | None] = mapped_column(String(64), unique=True)
    password: Mapped[str | None] = mapped_column(String(255))  # an Argon2 hash
    settings: Mapped[dict[str, Any]] = mapped_column(JSON, server_default="{}")
    admin: Mapped[bool] = mapped_column(Boolean, server_default=false())  # may moderate
    created: Mapped[datetime] = mapped_column(Moment)
    seen: Mapped[datetime] = mapped_column(Moment)


class SessionRow(Base):
    """A key of one device or program."""

    __tablename__ = "sessions"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    id: Mapped[str] = mapped_column(String(16), unique=True)  # what the person calls it by when they end it
    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    kind: Mapped[SessionKind] = mapped_column(String(8))
    label: Mapped[str] = mapped_column(String(64))
    scopes: Mapped[list[str]] = mapped_column(JSON)  # what a program may do; devices may do everything
    created: Mapped[datetime] = mapped_column(Moment)
    seen: Mapped[datetime] = mapped_column(Moment)


class DeviceLinkRow(Base):
    """A link that lets a second device in, once."""

    __tablename__ = "device_links"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    until: Mapped[datetime] = mapped_column(Moment)


class PasskeyRow(Base):
    __tablename__ = "passkeys"

    credential: Mapped[bytes] = mapped_column(LargeBinary(1024), primary_key=True)
    id: Mapped[str] = mapped_column(String(16), unique=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    uses: Mapped[int] = mapped_column(Integer)  # the authenticator's counter, which only grows
    label: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (Index("ix_passkeys_person", "person"),)


class ChallengeRow(Base):
    """A random number that a passkey has to sign, once and soon."""

    __tablename__ = "challenges"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    challenge: Mapped[bytes] = mapped_column(LargeBinary)
    person: Mapped[str | None] = mapped_column(String(16))  # who adds a passkey; null for somebody who signs in
    until: Mapped[datetime] = mapped_column(Moment)
