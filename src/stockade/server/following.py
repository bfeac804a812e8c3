"""What somebody who follows a match is sent: the table after every change, and notes that something was said."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync
from pydantic import BaseModel, Field
from sqlalchemy.exc import SQLAlchemyError

from stockade.core.errors import StockadeError
from stockade.core.scene import Shape

from .errors import Refused, body
from .live import Watcher
from .models import CLOSED, OVER
from .people.caller import PLAY, STRANGER, Caller
from .pictures import Mark, audience_of
from .readiness import put_first
from .schemas import MatchView, Refusal
from .seats import is_away, is_host
from .service import Service
from .stored import Stored
from .talk.models import Room


class ViewMessage(BaseModel):
    type: Literal["view"] = "view"
    view: MatchView


class Operation(BaseModel):
    """One operation of a JSON patch."""

    op: Literal["add", "remove", "replace"]
    path: str = Field(description="A JSON pointer into the view.")
    value: Any = None


class PatchMessage(BaseModel):
    """What has changed in the view that the client has."""

    type: Literal["patch"] = "patch"
    version: int = Field(description="The version of the match after the change.")
    patch: list[Operation] = Field(description="A JSON patch (RFC 6902).")


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


AnyMessage = ViewMessage | PatchMessage | TalkMessage | PongMessage | ErrorMessage
ServerMessage = Annotated[AnyMessage, Field(discriminator="type")]


class Follower:
    """Somebody who follows one match over one connection.

    Messages are made one at a time, as JSON, because each depends on what was sent before.
    """

    def __init__(self, here: Service, match_id: str, caller: Caller = STRANGER, shape: Shape = "wide") -> None:
        self.here = here
        self.match_id = match_id
        self.caller = caller
        self.shape: Shape = shape
        self.patches = False
        self.has: Mark | None = None  # the picture that the client has
        self.knows: Mark | None = None  # the picture that it knew when it came, which was not sent again
        self.is_over = False  # whether the client has seen the end of the match, or of its table
        self.heard: dict[Room, int] = {}  # what the client knows of each room

    async def watch(self) -> Watcher:
        """Check that the caller may see the match. Their seats are theirs again."""
        here = self.here
        stored, mine = await run_sync(here.matches.look, self.match_id, self.caller)
        if self.caller.may(PLAY) and any(is_away(stored.seats[seat]) for seat in mine):
            await run_sync(here.absence.come_back, self.match_id, self.caller)
        return Watcher(self.match_id, tuple(mine))

    async def first(self, watcher: Watcher, known: int | None) -> str | None:
        """Return the first view, unless the client knows this version already."""
        watcher.changed = False  # set by its own arrival, which the first view shows
        stored = await self.read()
        if stored.row.status != OVER:
            await run_sync(put_first, stored.row.game)
        return await self.picture(watcher, stored, known)

    async def news(self, watcher: Watcher) -> AsyncIterator[str]:
        """Yield what has changed or was said. What happens faster than it can be sent is combined."""
        while watcher.changed or watcher.spoken:
            changed, spoken = watcher.changed, watcher.spoken
            watcher.changed = watcher.spoken = False
            try:
                if changed and (text := await self.picture(watcher)) is not None:
                    yield text
                if spoken:
                    for message in await self.talk():
                        yield message.model_dump_json()
            except (Refused, StockadeError) as error:
                yield await self.refusal(error)

    async def read(self) -> Stored:
        return await run_sync(self.here.matches.stored, self.match_id)

    async def talk(self) -> list[TalkMessage]:
        """Return a note for each room in which something is new. The client then gets the messages itself."""
        try:
            newest = await run_sync(self.here.talk.newest, self.match_id, self.caller)
        except (Refused, StockadeError):
            return []  # they may no longer see the match
        new = {room: no for room, no in newest.items() if no != self.heard.get(room)}
        self.heard |= new
        return [TalkMessage(room=room, no=no) for room, no in new.items()]

    async def picture(self, watcher: Watcher, stored: Stored | None = None, known: int | None = None) -> str | None:
        """Return what the client does not have: the whole view, or what has changed in it.

        A client that knows the version already is only sent what comes later.
        """
        matches = self.here.matches
        if stored is None:
            stored = matches.kept.get(self.match_id)
        if stored is None:
            stored = await self.read()
        mine = matches.seats_in(stored, self.caller)
        audience = audience_of(stored, mine, is_host(stored, self.caller, mine), self.shape)
        sent = await self.here.painters.paint(stored, audience, self.has, self.patches)
        watcher.told = sent.mark.pulse
        self.is_over = sent.status in (OVER, CLOSED)
        if known == stored.row.version:
            self.knows = sent.mark
        if self.has is None and sent.mark == self.knows:
            return None
        self.has = sent.mark
        if sent.message is None:
            return None
        if sent.status == OVER:  # all may read everything now
            watcher.notify(spoken=True)
        return sent.message.decode()

    async def refusal(self, error: Refused | StockadeError) -> str:
        content = body(error)
        if "version" not in content:
            with suppress(SQLAlchemyError):  # which may be what the refusal is about
                content["version"] = await run_sync(self.here.storage.version, self.match_id)
        return ErrorMessage.model_validate(content).model_dump_json()
