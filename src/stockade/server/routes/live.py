"""A match over a WebSocket: the client sends requests and receives views. Bad requests do not close it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine
from typing import Annotated, Any, Literal, get_args

from anyio import CancelScope
from anyio.to_thread import run_sync
from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from stockade.core.errors import StockadeError
from stockade.core.scene import Shape

from ..errors import Refused, body
from ..live import Watcher
from ..models import HUMAN, OVER
from ..people.caller import PLAY, STRANGER, Caller
from ..readiness import put_first
from ..schemas import Ask, Change, Form, MatchView, Play, Refusal
from ..seats import is_away
from ..service import Service
from ..storage import Pulse
from ..talk.models import Room
from .common import COOKIE, Here, caller_of

logger = logging.getLogger("stockade.server")
router = APIRouter()

CLOSE_BAD_TOKEN = 4401
CLOSE_UNKNOWN_MATCH = 4404
CLOSE_REFUSED = 4409
CLOSE_FAILED = 1011


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


class PingMessage(Form):
    type: Literal["ping"]


Message = PlayMessage | UndoMessage | ResignMessage | DrawMessage | ShapeMessage | PingMessage
ClientMessage = Annotated[Message, Field(discriminator="type")]
messages: TypeAdapter[Message] = TypeAdapter(ClientMessage)


class ViewMessage(BaseModel):
    type: Literal["view"] = "view"
    view: MatchView


class PongMessage(BaseModel):
    type: Literal["pong"] = "pong"
    version: int | None = Field(description="The current version of the match.")


class TalkMessage(BaseModel):
    """Something is new in a room, or has changed: get the messages after the last one that you have."""

    type: Literal["talk"] = "talk"
    room: Room
    no: int = Field(description="The number of the last change in this room.")


class ErrorMessage(Refusal):
    type: Literal["error"] = "error"


AnyMessage = ViewMessage | TalkMessage | PongMessage | ErrorMessage
ServerMessage = Annotated[AnyMessage, Field(discriminator="type")]


class Connection:
    """The connection of one client to one match."""

    def __init__(self, socket: WebSocket, here: Service, match_id: str, caller: Caller) -> None:
        self.socket = socket
        self.here = here
        self.match_id = match_id
        self.caller = caller
        self.shape: Shape = "wide"
        self.sent: tuple[Pulse, Shape] | None = None  # what the client was sent last
        self.heard: dict[Room, int] = {}  # what the client knows of each room
        self.watcher: Watcher | None = None
        self._sending = asyncio.Lock()

    async def send(self, message: AnyMessage) -> None:
        async with self._sending:
            await self.socket.send_text(message.model_dump_json())

    async def view(self) -> MatchView:
        return await run_sync(self.here.matches.view, self.match_id, self.caller, self.shape)

    async def keep(self, sending: Coroutine[Any, Any, None]) -> None:
        """Send what is new. If this fails, close the connection, which is useless without it."""
        try:
            await sending
        except Exception:
            if is_open(self.socket):
                logger.exception("a live connection to match %s failed", self.match_id)
                await self.socket.close(CLOSE_FAILED)

    async def send_views(self, watcher: Watcher) -> None:
        """Send a view whenever the match has changed.

        Changes that arrive faster than views can be sent are combined.
        """
        while True:
            await watcher.changed.wait()
            watcher.changed.clear()
            try:
                await self.show(watcher, await self.view())
            except (Refused, StockadeError) as error:
                await self.refuse(error)

    async def send_talk(self, watcher: Watcher) -> None:
        """Send a note for each room in which something is new. The client then gets the messages itself."""
        while True:
            await watcher.spoken.wait()
            watcher.spoken.clear()
            try:
                newest = await run_sync(self.here.talk.newest, self.match_id, self.caller)
            except (Refused, StockadeError):
                continue  # they may no longer see the match
            for room, no in newest.items():
                if no != self.heard.get(room):
                    self.heard[room] = no
                    await self.send(TalkMessage(room=room, no=no))

    async def show(self, watcher: Watcher, view: MatchView) -> None:
        """Send a view, unless the client already has it."""
        mark = self.mark(view)
        watcher.told, _ = mark
        if mark != self.sent:
            self.sent = mark
            await self.send(ViewMessage(view=view))
            if view.status == OVER:  # all may read everything now
                watcher.spoken.set()

    def mark(self, view: MatchView) -> tuple[Pulse, Shape]:
        # A connection that opens or closes does not change the match's version, but the other players should see it.
        connected = frozenset(seat.seat for seat in view.seats if seat.kind == HUMAN and seat.connected)
        return Pulse(view.version, connected), self.shape

    async def refuse(self, error: Refused | StockadeError) -> None:
        content = body(error)
        if "version" not in content:
            content["version"] = await run_sync(self.here.storage.version, self.match_id)
        await self.send(ErrorMessage.model_validate(content))

    async def receive(self) -> str | bytes:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        content: str | bytes | None = message.get("text")
        return message.get("bytes") or b"" if content is None else content

    async def answer(self, content: str | bytes) -> None:
        message = read(content, self.here.settings.body_limit)
        matches, wishes = self.here.matches, self.here.wishes
        # Writes do not send a view: the hub notifies this client like all others.
        match message:
            case PingMessage():
                now = await run_sync(self.here.storage.version, self.match_id)
                await self.send(PongMessage(version=now))
            case ShapeMessage(shape=shape):
                self.shape = shape
                if self.watcher is not None:
                    self.watcher.changed.set()
            case PlayMessage(version=version, action=action, seat=seat):
                await run_sync(matches.play, self.match_id, self.caller, version, action, seat)
            case UndoMessage(version=version, answer=answer, seat=seat):
                await run_sync(wishes.undo, self.match_id, self.caller, version, answer, seat)
            case ResignMessage(version=version, seat=seat):
                await run_sync(matches.resign, self.match_id, self.caller, version, seat)
            case DrawMessage(version=version, answer=answer, seat=seat):
                await run_sync(wishes.draw, self.match_id, self.caller, version, answer, seat)

    async def serve(self) -> None:
        while True:
            content = await self.receive()
            try:
                await self.answer(content)
            except (Refused, StockadeError) as error:
                await self.refuse(error)
            except WebSocketDisconnect:
                raise
            except Exception:
                if not is_open(self.socket):  # the client is gone, and nobody waits for the response
                    return
                logger.exception("a message for match %s failed", self.match_id)
                await self.refuse(Refused("server_error", "Something went wrong. The match has not changed."))


def read(content: str | bytes, limit: int) -> Message:
    if len(content) > limit:
        raise Refused("too_large", "The message is too large; the limit is {limit} bytes.", limit=limit)
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
    asked = socket.query_params
    connection = Connection(socket, here, id, STRANGER)
    if asked.get("shape") in get_args(Shape):
        connection.shape = asked["shape"]  # type: ignore[assignment]
    try:
        key = socket.cookies.get(COOKIE)
        connection.caller = await run_sync(caller_of, here, asked.get("token") or None, key)
        await talk(connection, asked.get("since", ""))
    except (Refused, StockadeError) as error:
        await connection.refuse(error)
        await socket.close(close_code(error), error.code)
    except WebSocketDisconnect:
        pass
    except Exception:
        # A client may disconnect while something is being sent. Any other exception is a bug.
        if is_open(socket):
            logger.exception("a live connection to match %s failed", id)
            await socket.close(CLOSE_FAILED)


async def talk(connection: Connection, since: str) -> None:
    here = connection.here
    stored, mine = await run_sync(here.matches.look, connection.match_id, connection.caller)
    if connection.caller.may(PLAY) and any(is_away(stored.seats[seat]) for seat in mine):
        await run_sync(here.absence.come_back, connection.match_id, connection.caller)
    watcher = Watcher(connection.match_id, tuple(mine))
    connection.watcher = watcher
    await here.hub.enter(watcher)
    senders: list[asyncio.Task[None]] = []
    try:
        watcher.changed.clear()  # set by its own arrival, which the first view shows
        view = await connection.view()
        if view.status != OVER:
            await run_sync(put_first, view.game)
        if since.isascii() and since.isdigit() and int(since[:12]) == view.version:
            connection.sent = connection.mark(view)
        await connection.show(watcher, view)
        watcher.spoken.set()  # the client learns how much was said before
        sending = connection.send_views(watcher), connection.send_talk(watcher)
        senders = [asyncio.create_task(connection.keep(each)) for each in sending]
        await connection.serve()
    finally:
        with CancelScope(shield=True):  # others should see that a player left, even if the server is stopping
            for sender in senders:
                sender.cancel()
            await asyncio.gather(*senders, return_exceptions=True)
            await here.hub.leave(watcher)
