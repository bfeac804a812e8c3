"""The tables of notices: what people want to be told and where, and what they were told."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from ..models import Base, Moment

Channel = Literal["mail", "push", "webhook"]
Occasion = Literal["turn", "time", "invited", "over", "asked"]
Event = Literal[Occasion, "test", "confirm"]
Pace = Literal["at_once", "hourly", "daily"]
State = Literal["waiting", "held", "sent", "failed", "dropped"]

MAIL: Final = "mail"
PUSH: Final = "push"
WEBHOOK: Final = "webhook"
CHANNELS: Final[tuple[Channel, ...]] = (MAIL, PUSH, WEBHOOK)

TURN: Final = "turn"  # it is the person's turn
TIME: Final = "time"  # their time is running out
INVITED: Final = "invited"  # a seat is kept for them
FINISHED: Final = "over"  # the match is over
ASKED: Final = "asked"  # somebody asks for an undo or offers a draw
TEST: Final = "test"  # the person tries a channel
CONFIRM: Final = "confirm"  # the code that confirms a mail address

PENDING: Final = "waiting"  # to be sent when it is due, or tried again
HELD: Final = "held"  # kept back for a digest
OPEN_STATES: Final[tuple[State, ...]] = (PENDING, HELD)
SENT: Final = "sent"
FAILED: Final = "failed"  # given up
DROPPED: Final = "dropped"  # not sent, because the person knew


class PreferencesRow(Base):
    """What a person wants to be told, by channel. Without a row, nothing is sent."""

    __tablename__ = "notice_preferences"

    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)
    mail: Mapped[list[Occasion]] = mapped_column(JSON)
    push: Mapped[list[Occasion]] = mapped_column(JSON)
    webhook: Mapped[list[Occasion]] = mapped_column(JSON)
    pace: Mapped[Pace] = mapped_column(String(8))  # how often mails may come

    def wanted(self, channel: Channel) -> list[Occasion]:
        return {MAIL: self.mail, PUSH: self.push, WEBHOOK: self.webhook}[channel]


class MailboxRow(Base):
    """A person's mail address, and the one that they still have to confirm."""

    __tablename__ = "mailboxes"

    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)
    address: Mapped[str | None] = mapped_column(String(254))  # confirmed
    # The key in the link that stops the mails. Every mail contains it, so it is stored as it is.
    stop: Mapped[str] = mapped_column(String(48), unique=True)
    new_address: Mapped[str | None] = mapped_column(String(254))
    code_hash: Mapped[str | None] = mapped_column(String(64))
    code_until: Mapped[datetime | None] = mapped_column(Moment)
    wrong: Mapped[int] = mapped_column(Integer)  # how many wrong codes were tried
    busy: Mapped[datetime | None] = mapped_column(Moment)  # until when a process may be sending a mail


class PushRow(Base):
    """A device that takes notices. It ends with the device's key."""

    __tablename__ = "push_subscriptions"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    device: Mapped[str] = mapped_column(ForeignKey("sessions.key_hash", ondelete="CASCADE"), index=True)
    endpoint: Mapped[str] = mapped_column(Text)
    endpoint_hash: Mapped[str] = mapped_column(String(64), unique=True)
    p256dh: Mapped[str] = mapped_column(String(128))  # the device's public key
    auth: Mapped[str] = mapped_column(String(32))
    created: Mapped[datetime] = mapped_column(Moment)


class WebhookRow(Base):
    __tablename__ = "webhooks"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    url: Mapped[str] = mapped_column(Text)
    secret: Mapped[str] = mapped_column(String(64))  # signs every notice, so it cannot be stored as a hash
    created: Mapped[datetime] = mapped_column(Moment)


class NoticeRow(Base):
    """One notice on one channel: to be sent, or what became of it.

    A process that sends a notice first raises `tries` and moves `due` on. If another process was faster, nothing is
    updated; if the process is killed, the notice is due again.
    """

    __tablename__ = "notices"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    match_id: Mapped[str] = mapped_column(String(16))  # empty if it is about no match
    event: Mapped[Event] = mapped_column(String(8))
    version: Mapped[int] = mapped_column(BigInteger)  # of the match, when the event began
    channel: Mapped[Channel] = mapped_column(String(8))
    target: Mapped[str] = mapped_column(String(16))  # the id of a device or webhook
    text: Mapped[str] = mapped_column(Text)
    state: Mapped[State] = mapped_column(String(8))
    reason: Mapped[str] = mapped_column(Text)  # why it is held, failed or was dropped
    tries: Mapped[int] = mapped_column(Integer)
    created: Mapped[datetime] = mapped_column(Moment)
    due: Mapped[datetime] = mapped_column(Moment)
    sent: Mapped[datetime | None] = mapped_column(Moment)  # the same for all notices in one mail

    __table_args__ = (
        UniqueConstraint("person", "match_id", "event", "version", "channel", "target", name="uq_notices_event"),
        Index("ix_notices_state_due", "state", "due"),
        Index("ix_notices_person_created", "person", "created"),
        Index("ix_notices_event_target", "event", "target"),
        Index("ix_notices_match_id", "match_id"),
    )


class NotedRow(Base):
    """Up to which version the notices of a match were written."""

    __tablename__ = "noted_matches"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
