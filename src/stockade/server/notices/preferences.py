"""What a person wants to be told, and where: their mail address, devices and webhooks."""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlalchemy import Engine, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ..errors import Refused
from ..moments import now
from ..people.keys import hashed, new_id, new_key
from ..people.models import SessionRow
from .channels.mail import is_address
from .channels.push import Device
from .models import (
    CONFIRM,
    FAILED,
    MAIL,
    OPEN_STATES,
    SENT,
    MailboxRow,
    NoticeRow,
    PreferencesRow,
    PushRow,
    WebhookRow,
)
from .schemas import (
    MailInfo,
    NoticeChange,
    NoticeSettings,
    PushDevice,
    PushInfo,
    WebhookInfo,
    WebhooksInfo,
)

CODE_LASTS = timedelta(hours=1)
WRONG_CODES = 5  # after these, a new code is needed
CODES_EVERY = 60  # seconds
CODES_A_DAY = 5  # to one address or by one person, because anybody can enter anybody's address
MOST_DEVICES = 20
MOST_WEBHOOKS = 5


class Preferences:
    def __init__(self, engine: Engine, can_mail: bool) -> None:
        self.engine = engine
        self.can_mail = can_mail

    def get(self, person: str, key: str, device: str | None) -> NoticeSettings:
        """Return a person's settings. `key` is the server's public key for push, `device` the asking device's key."""
        own = hashed(device) if device else None
        with Session(self.engine) as session:
            wishes = session.get(PreferencesRow, person) or _nothing(person)
            mailbox = session.get(MailboxRow, person)
            devices = session.execute(
                select(PushRow, SessionRow.label)
                .join(SessionRow, SessionRow.key_hash == PushRow.device)
                .where(PushRow.person == person)
                .order_by(PushRow.created)
            ).all()
            hooks = session.scalars(
                select(WebhookRow).where(WebhookRow.person == person).order_by(WebhookRow.created)
            ).all()
            return NoticeSettings(
                mail=MailInfo(
                    available=self.can_mail,
                    address=mailbox.address if mailbox else None,
                    unconfirmed=mailbox.new_address if mailbox else None,
                    events=wishes.mail,
                ),
                push=PushInfo(
                    key=key,
                    devices=[
                        PushDevice(id=row.id, label=label, this=row.device == own, created=row.created)
                        for row, label in devices
                    ],
                    events=wishes.push,
                ),
                webhook=WebhooksInfo(
                    hooks=[WebhookInfo(id=row.id, url=row.url, created=row.created) for row in hooks],
                    events=wishes.webhook,
                ),
                pace=wishes.pace,
            )

    def change(self, person: str, form: NoticeChange) -> None:
        if form.mail and not self.can_mail:
            raise Refused("not_allowed", "This server sends no mail.")
        with Session(self.engine) as session:
            wishes = session.get(PreferencesRow, person) or _nothing(person)
            for name, events in (("mail", form.mail), ("push", form.push), ("webhook", form.webhook)):
                if events is not None:
                    setattr(wishes, name, list(dict.fromkeys(events)))
            wishes.pace = form.pace or wishes.pace
            session.add(wishes)
            session.commit()

    # ------------------------------------------------------------------ mail

    def new_code(self, person: str, address: str) -> tuple[str, str]:
        """Return a code that confirms an address, and the id of its line in the log. It is not valid yet."""
        if not self.can_mail:
            raise Refused("not_allowed", "This server sends no mail.")
        if not is_address(address):
            raise Refused("bad_request", "This is not a valid mail address.")
        moment, target = now(), hashed(address.casefold())[:16]
        with Session(self.engine) as session:
            codes = select(func.count()).where(
                NoticeRow.event == CONFIRM, NoticeRow.created > moment - timedelta(days=1)
            )
            to_address = session.scalar(codes.where(NoticeRow.target == target)) or 0
            by_person = session.scalar(codes.where(NoticeRow.person == person)) or 0
            if max(to_address, by_person) >= CODES_A_DAY:
                raise Refused("too_many", "Too many codes were sent. Try again tomorrow.")
            row = NoticeRow(
                id=new_id(),
                person=person,
                match_id="",
                event=CONFIRM,
                version=int(moment.timestamp()) // CODES_EVERY,
                channel=MAIL,
                target=target,
                text="A code to confirm your address.",
                state=SENT,
                reason="",
                tries=1,
                created=moment,
                due=moment,
                sent=moment,
            )
            session.add(row)
            number = row.id
            try:
                session.commit()
            except IntegrityError:
                raise Refused("too_many", "A code was just sent. Wait a minute for the next one.") from None
        return f"{secrets.randbelow(10**6):06}", number

    def code_failed(self, number: str, reason: str) -> None:
        """Note that a code was not delivered."""
        with Session(self.engine) as session:
            values = {"state": FAILED, "reason": reason, "sent": None}
            session.execute(update(NoticeRow).where(NoticeRow.id == number).values(**values))
            session.commit()

    def expect(self, person: str, address: str, code: str) -> None:
        """Wait for the code that was sent to a new address. Until then an old address stays in use."""
        with Session(self.engine) as session:
            row = session.get(MailboxRow, person) or MailboxRow(person=person, stop=new_key())
            row.new_address = address
            row.code_hash = hashed(f"{person} {code}")
            row.code_until = now() + CODE_LASTS
            row.wrong = 0
            session.add(row)
            session.commit()

    def confirm(self, person: str, code: str) -> None:
        with Session(self.engine) as session:
            # Counting first makes sure that nobody tries more codes than allowed by sending many at once.
            session.execute(update(MailboxRow).where(MailboxRow.person == person).values(wrong=MailboxRow.wrong + 1))
            session.commit()
            row = session.get(MailboxRow, person)
            if row is None or row.new_address is None or row.code_until is None or row.code_until < now():
                raise Refused("not_allowed", "There is no code to confirm. Ask for a new one.")
            if row.wrong > WRONG_CODES:
                raise Refused("too_many", "Too many wrong codes. Ask for a new one.")
            if not secrets.compare_digest(row.code_hash or "", hashed(f"{person} {code.strip()}")):
                raise Refused("not_allowed", "This code is wrong.")
            if row.address != row.new_address:
                row.address, row.stop = row.new_address, new_key()
            row.new_address = row.code_hash = row.code_until = None
            session.commit()

    def remove_address(self, person: str) -> None:
        with Session(self.engine) as session:
            session.execute(delete(MailboxRow).where(MailboxRow.person == person))
            _forget_mails(session, person)
            session.commit()

    def stops(self, key: str) -> str | None:
        """Return the person whose mails a link stops, or None."""
        with Session(self.engine) as session:
            return session.scalar(select(MailboxRow.person).where(MailboxRow.stop == key))

    def stop(self, key: str) -> bool:
        """Turn off all mails of the person with this link. Return whether there is such a link."""
        person = self.stops(key)
        if person is None:
            return False
        with Session(self.engine) as session:
            session.execute(update(PreferencesRow).where(PreferencesRow.person == person).values(mail=[]))
            _forget_mails(session, person)
            session.commit()
        return True

    # ------------------------------------------------------------------ devices

    def subscribe(self, person: str, device_key: str, device: Device) -> None:
        """Send notices to a device. A device that is known already becomes the person's who uses it now."""
        with Session(self.engine) as session:
            endpoint_hash = hashed(device.endpoint)
            row = session.scalar(select(PushRow).where(PushRow.endpoint_hash == endpoint_hash))
            if row is None or row.person != person:
                session.execute(delete(PushRow).where(PushRow.endpoint_hash == endpoint_hash))
                others = session.scalars(
                    select(PushRow.id).where(PushRow.person == person).order_by(PushRow.created.desc())
                ).all()
                session.execute(delete(PushRow).where(PushRow.id.in_(others[MOST_DEVICES - 1 :])))
                row = PushRow(id=new_id(), person=person, endpoint_hash=endpoint_hash, created=now())
                session.add(row)
            row.device, row.endpoint = hashed(device_key), device.endpoint
            row.p256dh, row.auth = device.p256dh, device.auth
            try:
                session.commit()
            except IntegrityError:
                session.rollback()  # the same device asks twice at once

    def unsubscribe(self, person: str, endpoint: str) -> None:
        with Session(self.engine) as session:
            session.execute(
                delete(PushRow).where(PushRow.person == person, PushRow.endpoint_hash == hashed(endpoint))
            )
            session.commit()

    def device(self, number: str) -> Device | None:
        with Session(self.engine) as session:
            row = session.get(PushRow, number)
            return None if row is None else Device(row.endpoint, row.p256dh, row.auth)

    # ------------------------------------------------------------------ webhooks

    def add_webhook(self, person: str, url: str) -> tuple[str, str]:
        """Add a webhook, and return its id and secret."""
        number, secret = new_id(), new_key()
        with Session(self.engine) as session:
            count = session.scalar(select(func.count()).where(WebhookRow.person == person)) or 0
            if count >= MOST_WEBHOOKS:
                raise Refused("not_allowed", "You can have at most {most} webhooks.", most=MOST_WEBHOOKS)
            session.add(WebhookRow(id=number, person=person, url=url, secret=secret, created=now()))
            session.commit()
        return number, secret

    def end_webhook(self, person: str, number: str) -> None:
        with Session(self.engine) as session:
            gone = session.execute(delete(WebhookRow).where(WebhookRow.person == person, WebhookRow.id == number))
            session.commit()
        if not gone.rowcount:  # type: ignore[attr-defined]
            raise Refused("not_found", "This webhook does not exist.")

    def webhook(self, number: str) -> tuple[str, str] | None:
        """Return the address and the secret of a webhook."""
        with Session(self.engine) as session:
            row = session.get(WebhookRow, number)
            return None if row is None else (row.url, row.secret)


def _forget_mails(session: Session, person: str) -> None:
    """Delete a person's mails that were not sent yet."""
    unsent = (NoticeRow.person == person, NoticeRow.channel == MAIL, NoticeRow.state.in_(OPEN_STATES))
    session.execute(delete(NoticeRow).where(*unsent))


def _nothing(person: str) -> PreferencesRow:
    return PreferencesRow(person=person, mail=[], push=[], webhook=[], pace="at_once")
