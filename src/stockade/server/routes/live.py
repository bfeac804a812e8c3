"""A match over a WebSocket: the client sends requests and receives views. Bad requests do not close it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextvars import Context, copy_context
from functools import partial
from typing import Annotated, Literal

from anyio import CancelScope
from anyio.to_thread import run_sync
from fastapi import WebSocket
from pydantic import Field, TypeAdapter, ValidationError
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect, WebSocketState

from stockade.core.errors import StockadeError
from stockade.core.language import language, mark, speaking
from stockade.core.scene import Shape

from ..errors import Refused, refusal
from ..following import Follower, PongMessage
from ..limits.addresses import address_of
from ..limits.bodies import check_json
from ..live import Watcher, tell_nobody
from ..metrics import timed
from ..observed import go_on
from ..people.cookies import device_key
from ..schemas import Ask, Change, Form, Play
from ..service import Service
from .common import Here, caller_of, new_router

logger = logging.getLogger("stockade.server")
router = new_router()

CLOSE_BAD_TOKEN = 4401
CLOSE_UNKNOWN_MATCH = 4404
CLOSE_REFUSED = 4409
CLOSE_FAILED = 1011
NOT_JOINED = mark("The first message of a connection must be `join`.")


class JoinMessage(Form):
    """The first message of a client: who it is, and how much it knows."""

    type: Literal["join"]
    token: str | None = Field(None, max_length=200, description="Of a seat, or the key of a program.")
    shape: Shape = "wide"
    version: int | None = Field(None, ge=0, description="The version that the client has already.")
    patches: bool = Field(False, description="Whether to send changes as JSON patches instead of whole views.")


class PlayMessage(Play):
    type: Literal["play"]


class UndoMessage(Ask):
    type: Literal["undo"]


class ResignMessage(Change):
    type: Literal["resign"]


class DrawMessage(Ask):
    type: Literal["draw"]


class ShapeMessage(Form):
    type: Literal["shape"]
    shape: Shape


class WholeMessage(Form):
    """Asks for the whole view, after a patch that could not be applied."""

    type: Literal["view"]


class PingMessage(Form):
    type: Literal["ping"]


Message = (
    JoinMessage | PlayMessage | UndoMessage | ResignMessage | DrawMessage | ShapeMessage | WholeMessage | PingMessage
)
ClientMessage = Annotated[Message, Field(discriminator="type")]
messages: TypeAdapter[Message] = TypeAdapter(ClientMessage)


class Connection(Follower):
    """The connection of one client to one match.

    Most connections do nothing most of the time, and there may be many of them. So little is kept for each, and one
    task reads. What is new is sent by another, which ends when there is nothing left to send.
    """

    def __init__(self, socket: WebSocket, here: Service, match_id: str) -> None:
        super().__init__(here, match_id)
        self.socket = socket
        self.watcher: Watcher | None = None
        # These are needed later, when the scope of the handshake is forgotten.
        self._key, self._address = device_key(HTTPConnection(socket.scope)), address_of(socket.scope)
        self._language = language()
        self._sending = asyncio.Lock()
        self._sender: asyncio.Task[None] | None = None
        self._name = here.rates.connection()

    async def run(self) -> None:
        """Serve the client until it goes."""
        with speaking(self._language):
            try:
                known = await self.join()
                with self.here.quotas.connected(self.caller):
                    await self.stay(known)
            except (Refused, StockadeError) as error:
                await self.send(await self.refusal(error))
                await self.socket.close(close_code(error), error.code)
            except WebSocketDisconnect:
                pass
            except Exception:
                # A client may disconnect while something is being sent. Any other exception is a bug.
                if is_open(self.socket):
                    logger.exception("a live connection to match %s failed", self.match_id)
                    await self.socket.close(CLOSE_FAILED)

    async def join(self) -> int | None:
        """Learn from the first message who the client is. Return the version that it knows."""
        message = await self.first_message()
        self.caller = await run_sync(caller_of, self.here, message.token or None, self._key, self._address)
        self.shape, self.patches = message.shape, message.patches
        return message.version

    async def first_message(self) -> JoinMessage:
        """Return the message with which every connection begins. No secret is part of a URL: those are logged."""
        settings = self.here.settings
        try:
            async with asyncio.timeout(settings.join_seconds):
                content = await self.receive()
        except TimeoutError:
            raise Refused("bad_request", NOT_JOINED) from None
        message = read(content, settings.body_limit)
        if not isinstance(message, JoinMessage):
            raise Refused("bad_request", NOT_JOINED)
        return message

    async def stay(self, known: int | None) -> None:
        """Be at the table until the client goes."""
        self.watcher = watcher = await self.watch()
        try:
            await self.here.hub.enter(watcher)
            await self.begin(watcher, known)
            await self.serve()
        finally:
            with CancelScope(shield=True):  # others should see that a player left, even if the server is stopping
                watcher.tell = tell_nobody
                self.watcher = None
                if self._sender is not None:
                    self._sender.cancel()
                    await asyncio.gather(self._sender, return_exceptions=True)
                await self.here.hub.leave(watcher)

    async def begin(self, watcher: Watcher, known: int | None) -> None:
        """Send the first view. From now on, what is new is sent."""
        if (text := await self.first(watcher, known)) is not None:
            await self.send(text)
        watcher.tell = partial(self.rouse, watcher, copy_context())
        watcher.notify(spoken=True)  # the client learns how much was said before

    def rouse(self, watcher: Watcher, context: Context) -> None:
        """Send what is new, unless that is under way."""
        if self._sender is None and is_open(self.socket):
            self._sender = asyncio.create_task(self.keep(watcher), context=context)

    async def send(self, text: str) -> None:
        async with self._sending, asyncio.timeout(self.here.settings.slow_seconds):
            with timed("send"):
                await self.socket.send_text(text)

    async def keep(self, watcher: Watcher) -> None:
        """Send what is new. If this fails, close the connection, which is useless without it."""
        try:
            async for text in self.news(watcher):
                await self.send(text)
        except Exception as error:
            if is_open(self.socket):
                if isinstance(error, TimeoutError):
                    logger.info("a client of match %s reads too slowly", self.match_id)
                else:
                    logger.exception("a live connection to match %s failed", self.match_id)
                await self.socket.close(CLOSE_FAILED)
        finally:
            self._sender = None

    async def receive(self) -> str | bytes:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        content: str | bytes | None = message.get("text")
        return message.get("bytes") or b"" if content is None else content

    async def answer(self, content: str | bytes) -> None:
        self.here.rates.check_message(self._name)
        message = read(content, self.here.settings.body_limit)
        if not isinstance(message, PingMessage | ShapeMessage):
            self.here.moderation.check(self.caller)
        matches, wishes = self.here.matches, self.here.wishes
        # Writes do not send a view: the hub notifies this client like all others.
        match message:
            case PingMessage():
                now = await run_sync(self.here.storage.version, self.match_id)
                await self.send(PongMessage(version=now).model_dump_json())
            case ShapeMessage(shape=shape):
                self.shape = shape
                self.look_again()
            case WholeMessage():
                self.has = self.knows = None
                self.look_again()
            case JoinMessage():
                raise Refused("bad_request", "This connection has joined already.")
            case PlayMessage(version=version, action=action, seat=seat):
                await self.write(partial(matches.play, self.match_id, self.caller, version, action, seat))
            case UndoMessage(version=version, answer=answer, seat=seat):
                await self.write(partial(wishes.undo, self.match_id, self.caller, version, answer, seat))
            case ResignMessage(version=version, seat=seat):
                await self.write(partial(matches.resign, self.match_id, self.caller, version, seat))
            case DrawMessage(version=version, answer=answer, seat=seat):
                await self.write(partial(wishes.draw, self.match_id, self.caller, version, answer, seat))

    async def write(self, work: Callable[[], None]) -> None:
        await self.here.desk.do(work)

    def look_again(self) -> None:
        if self.watcher is not None:
            self.watcher.notify(changed=True)

    async def serve(self) -> None:
        while True:
            content = await self.receive()
            try:
                await self.answer(content)
            except (Refused, StockadeError) as error:
                await self.send(await self.refusal(error))
            except WebSocketDisconnect:
                raise
            except Exception as error:
                if not is_open(self.socket):  # the client is gone, and nobody waits for the response
                    return
                await self.send(await self.refusal(refusal(error, f"a message for match {self.match_id} failed")))


def read(content: str | bytes, limit: int) -> Message:
    if len(content) > limit:
        raise Refused("too_large", "The message is too large; the limit is {limit} bytes.", limit=limit)
    check_json(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
    try:
        return messages.validate_python(json.loads(content))
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False, include_context=False)
        text = "; ".join(f"{'.'.join(map(str, p['loc']))}: {p['msg']}" for p in problems[:5])
        raise Refused("bad_request", text) from error
    except (ValueError, RecursionError) as error:
        raise Refused("bad_request", "The message is not valid JSON.") from error


def is_open(socket: WebSocket) -> bool:
    return WebSocketState.DISCONNECTED not in (socket.application_state, socket.client_state)


def close_code(error: Refused | StockadeError) -> int:
    if error.code in ("bad_token", "not_your_seat"):
        return CLOSE_BAD_TOKEN
    return CLOSE_UNKNOWN_MATCH if error.code == "unknown_match" else CLOSE_REFUSED


@router.websocket("/api/matches/{id}/live")
async def live(socket: WebSocket, here: Here, id: str) -> None:
    await socket.accept()
    go_on(socket.scope, Connection(socket, here, id).run)
