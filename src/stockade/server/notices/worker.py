"""Write and send notices, beside everything else: no request and no match waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar, TypeVarTuple

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ..errors import Refused
from ..models import FactRow
from ..sentences import read
from ..settings import Settings
from .channels import Failure, webhook
from .channels.mail import Mailer, read_url
from .channels.post import parse, resolve
from .channels.push import Device, Sender, check, new_key
from .models import MAIL, PUSH, Channel
from .outbox import Claim, Outbox
from .preferences import Preferences

logger = logging.getLogger("stockade.server")
Given = TypeVarTuple("Given")
Found = TypeVar("Found")
PUSH_KEY = "push key"
MISSED = timedelta(days=1)  # how far a server that starts looks back for changes without notices
RECENT = timedelta(minutes=5)  # the same while it runs, for changes by processes that were killed
FORGET_SECONDS = 60 * 60.0
THREADS = 4  # for the database, and as many for the mail server, so that requests never lack threads
LOOKUP_SECONDS = 5.0  # how long a person waits until an address is found
CLOSING_SECONDS = 3.0  # how long a server that stops waits for notices that are being sent


class Notices:
    def __init__(self, engine: Engine, settings: Settings) -> None:
        self.engine = engine
        self.settings = settings
        self.public_url = settings.public_url.rstrip("/") if settings.public_url else None
        self.mailer: Mailer | None = None
        contact = self.public_url if self.public_url and self.public_url.startswith("https:") else None
        if self.public_url is not None and not self.public_url.startswith(("http://", "https://")):
            raise ValueError("STOCKADE_PUBLIC_URL must begin with https:// or http://")
        if settings.smtp_url:
            if self.public_url is None:
                raise ValueError("STOCKADE_SMTP_URL needs STOCKADE_PUBLIC_URL too, for the links in mails")
            server = read_url(settings.smtp_url)
            self.mailer = Mailer(server, self.public_url)
            contact = contact or f"mailto:{server.sender}"
        self.outbox = Outbox(engine, settings)
        self.preferences = Preferences(engine, self.mailer is not None)
        self.push = Sender(shared_key(engine), contact, settings.private_addresses)
        self._changed: set[str] = set()
        self._news = asyncio.Event()  # a match has changed
        self._added = asyncio.Event()  # there are new notices
        self._stopped = False
        self._threads = CapacityLimiter(THREADS)
        self._mail_threads = CapacityLimiter(THREADS)
        self._tasks: list[asyncio.Task[None]] = []

    # ------------------------------------------------------------------ running

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._send())]

    async def stop(self) -> None:
        """Stop after the notices that are being sent. What is not sent by then is sent by the next server."""
        self._stopped = True
        self._news.set()
        self._added.set()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=CLOSING_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def consider(self, match_id: str) -> None:
        """Write notices about a match that has changed, soon. Called on the event loop."""
        self._changed.add(match_id)
        self._news.set()

    async def _write(self) -> None:
        """Write notices into the outbox: at once when a match changes here, later for what nobody has done."""
        within = MISSED
        next_look = 0.0
        clock = asyncio.get_running_loop().time
        while not self._stopped:
            try:
                if clock() >= next_look:
                    self._changed.update(await self._run(self.outbox.unnoted, within))
                    within, next_look = RECENT, clock() + self.settings.sweep_seconds
            except Exception:
                logger.exception("could not look for matches without notices")
            while self._changed and not self._stopped:
                match_id = self._changed.pop()
                try:
                    if await self._run(self.outbox.note, match_id):
                        self._added.set()
                except Exception:
                    logger.exception("could not write the notices of match %s", match_id)
            await _wait(self._news, self.settings.sweep_seconds)

    async def _send(self) -> None:
        next_forgetting = 0.0
        clock = asyncio.get_running_loop().time
        while not self._stopped:
            try:
                await self.send_due()
                if clock() >= next_forgetting:
                    await self._run(self.outbox.forget)
                    next_forgetting = clock() + FORGET_SECONDS
            except Exception:
                logger.exception("could not send notices")
            await _wait(self._added, self.settings.notice_seconds)

    async def send_due(self) -> None:
        """Send everything that is due, each person's mails as one."""
        rows = await self._run(self.outbox.due)
        people = dict.fromkeys(row.person for row in rows if row.channel == MAIL)
        jobs = [self._send_one(row.id) for row in rows if row.channel != MAIL]
        jobs += [self._send_mail(person) for person in people]
        for outcome in await asyncio.gather(*jobs, return_exceptions=True):
            if isinstance(outcome, Exception):
                logger.error("could not send a notice", exc_info=outcome)

    async def _send_one(self, notice_id: str) -> None:
        claim = await self._run(self.outbox.claim, notice_id)
        if claim is not None:
            await self._deliver(claim)

    async def _send_mail(self, person: str) -> None:
        claim = await self._run(self.outbox.claim_mail, person)
        if claim is not None:
            await self._deliver(claim)

    async def _deliver(self, claim: Claim) -> None:
        try:
            await self._hand_over(claim)
        except Failure as failure:
            await self._run(self.outbox.failed, claim, failure.text, failure.again, failure.gone)
        else:
            await self._run(self.outbox.sent, claim)

    async def _hand_over(self, claim: Claim) -> None:
        if claim.letter is not None:
            if self.mailer is None:
                raise Failure("This server sends no mail.")
            await run_sync(self.mailer.send_letter, claim.letter, limiter=self._mail_threads)
            return
        (notice,) = claim.notices
        if claim.channel == PUSH:
            device = await self._run(self.preferences.device, claim.target)
            if device is None:
                raise Failure("This device takes no notices any more.", again=False)
            await self.push.send(device, notice)
        else:
            hook = await self._run(self.preferences.webhook, claim.target)
            if hook is None:
                raise Failure("This webhook was removed.", again=False)
            private = self.settings.private_addresses
            await webhook.send(*hook, notice, public_url=self.public_url, private=private)

    async def _run(self, work: Callable[[*Given], Found], *given: *Given) -> Found:
        return await run_sync(work, *given, limiter=self._threads)

    # ------------------------------------------------------------------ for people

    async def test(self, person: str, channel: Channel) -> None:
        """Send a test to all targets of a channel. The log says what became of it."""
        claims = await self._run(self.outbox.try_out, person, channel)
        await asyncio.gather(*(self._deliver(claim) for claim in claims))

    async def ask_address(self, person: str, address: str) -> None:
        """Send a code to a new address, and wait for the person to enter it."""
        code, number = await self._run(self.preferences.new_code, person, address)
        assert self.mailer is not None
        try:
            await run_sync(self.mailer.send_code, address, code, limiter=self._mail_threads)
        except Failure as failure:
            await self._run(self.preferences.code_failed, number, failure.text)
            raise Refused("not_delivered", read(failure.text)) from failure
        await self._run(self.preferences.expect, person, address, code)

    async def check_address(self, url: str, secure: bool = False) -> None:
        """Refuse an address that notices cannot be sent to."""
        private = self.settings.private_addresses
        try:
            target = parse(url)
            if secure and not target.secure and not private:
                raise Refused("bad_request", "The address must begin with https://.")
            await asyncio.wait_for(resolve(target, private), LOOKUP_SECONDS)
        except ValueError as error:
            raise Refused("bad_request", str(error)) from error
        except Failure as failure:
            raise Refused("bad_request", read(failure.text)) from failure
        except TimeoutError:
            raise Refused("bad_request", "The address was not found.") from None

    async def subscribe(self, person: str, device_key: str, device: Device) -> None:
        try:
            check(device)
        except ValueError as error:
            raise Refused("bad_request", str(error)) from error
        await self.check_address(device.endpoint, secure=True)
        await self._run(self.preferences.subscribe, person, device_key, device)


async def _wait(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, but no longer than this."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
    event.clear()


def shared_key(engine: Engine) -> bytes:
    """Return the private key for push, which the first process makes and all others use."""
    with Session(engine) as session:
        found = session.get(FactRow, PUSH_KEY)
        if found is None:
            session.add(FactRow(name=PUSH_KEY, value=new_key().hex()))
            try:
                session.commit()
            except IntegrityError:  # another process was faster
                session.rollback()
            found = session.get_one(FactRow, PUSH_KEY)
        return bytes.fromhex(found.value)
