"""Make what connections are sent: whole views, and patches to the view that a client has.

Pictures are made in a thread of their own, or in other processes (`work/painting.py`), so that neither the event loop
nor a write waits for them. Everybody who sees the same gets the same bytes, which are made once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic_core import to_json

from stockade.core.language import language, speaking
from stockade.core.scene import Scene, Shape

from .batches import Batches
from .longlist import LongList
from .patches import Operation, patch, patch_list
from .recent import Recent
from .schemas import LogLine, MatchView
from .storage import Pulse
from .stored import Stored
from .views import Views

MOST = 16  # pictures that a thread takes at once
KEPT_PARTS = 250_000  # of the pictures that are kept as a base for patches: a part takes about half a kilobyte


class Audience(NamedTuple):
    """Those who see the same of a match."""

    match_id: str
    seats: tuple[int, ...]
    host: bool
    shape: Shape
    language: str


class Mark(NamedTuple):
    """Which picture a client has."""

    audience: Audience
    pulse: Pulse


@dataclass(eq=False, slots=True)
class Picture:
    """A view, and the messages made from it."""

    mark: Mark
    view: MatchView  # with an empty log
    log: LongList[LogLine]
    whole: bytes | None = None
    patches: dict[Mark, bytes] = field(default_factory=dict)

    def complete(self) -> MatchView:
        """Return the view with its log."""
        return self.view.model_copy(update={"log": list(self.log)})


class Sent(NamedTuple):
    """A message for a client, and the picture that it has afterwards."""

    mark: Mark
    message: bytes | None  # None if the client has the picture already
    status: str


class Order(NamedTuple):
    stored: Stored
    audience: Audience
    base: Mark | None  # what the client has
    patches: bool  # whether it understands patches


class Studio:
    """Makes pictures, and keeps the newest ones. Only one thread uses it."""

    def __init__(self, views: Views) -> None:
        self.views = views
        # The newest pictures of each audience: most of its clients have the last one, or the one before.
        self._pictures: Recent[Audience, tuple[Picture, ...]] = Recent(KEPT_PARTS, _weight)

    def make(self, stored: Stored, audience: Audience, base: Mark | None, patches: bool) -> Sent:
        """Return what to send to a client that has the picture `base`, and may understand patches."""
        with speaking(audience.language):
            return self._make(stored, audience, base, patches)

    def _make(self, stored: Stored, audience: Audience, base: Mark | None, patches: bool) -> Sent:
        mark = Mark(audience, self.views.pulse(stored))
        status = stored.row.status
        if mark == base:
            return Sent(mark, None, status)
        # Somebody who has just come gets the clock, and what they have seen, as these are now.
        picture = None if base is None else self._find(mark)
        if picture is None:
            view = self.views.without_log(stored, audience.seats, audience.shape, host=audience.host)
            picture = Picture(mark, view, self.views.lines(stored))
            older = [held for held in self._pictures.get(audience) or () if held.mark != mark]
            self._pictures.put(audience, (*older[-1:], picture))
        known = None if base is None or not patches else self._find(base)
        if known is None or base is None:
            whole = picture.whole or b'{"type":"view","view":%b}' % to_json(picture.complete())
            if not audience.seats:  # there may be many spectators, but each seat joins once
                picture.whole = whole
            return Sent(mark, whole, status)
        message = picture.patches.get(base)
        if message is None:
            changes = [*patch(known.view, picture.view), *patch_log(known.log, picture.log)]
            if picture.view.clock is not None and all(each["path"] != "/clock" for each in changes):
                changes.append({"op": "replace", "path": "/clock", "value": picture.view.clock})
            message = b'{"type":"patch","version":%d,"patch":%b}' % (picture.view.version, to_json(changes))
            picture.patches[base] = message
        return Sent(mark, message, status)

    def _find(self, mark: Mark) -> Picture | None:
        held = self._pictures.get(mark.audience) or ()
        return next((picture for picture in held if picture.mark == mark), None)


class Painter:
    """Makes pictures in a thread of this process. Two such threads would wait for each other more than they work."""

    def __init__(self, studio: Studio, loop: asyncio.AbstractEventLoop) -> None:
        self.studio = studio
        self._batches: Batches[Order, Sent] = Batches("painter", self._make, loop, MOST)
        self.start, self.stop = self._batches.start, self._batches.stop

    async def paint(self, stored: Stored, audience: Audience, base: Mark | None, patches: bool) -> Sent:
        """Return what to send to a client that has the picture `base`."""
        return await self._batches.do(Order(stored, audience, base, patches))

    def _make(self, orders: Sequence[Order]) -> list[Sent | Exception]:
        return [self._attempt(order) for order in orders]

    def _attempt(self, order: Order) -> Sent | Exception:
        try:
            return self.studio.make(*order)
        except Exception as error:
            return error


def audience_of(stored: Stored, seats: Sequence[int], host: bool, shape: Shape) -> Audience:
    return Audience(stored.row.id, tuple(seats), host, shape, language())


def patch_log(old: LongList[LogLine], new: LongList[LogLine]) -> Iterator[Operation]:
    """Yield the operations that turn one log into another. Most often there are only new lines."""
    added = new.since(old)
    if added is None:
        yield from patch_list(list(old), list(new), "/log")
    else:
        for no, line in enumerate(added, len(old)):
            yield {"op": "add", "path": f"/log/{no}", "value": line}


def _weight(pictures: Sequence[Picture]) -> int:
    return sum(20 + len(each.areas) + len(each.pieces) + 2 * len(each.choices) for each in _scenes(pictures))


def _scenes(pictures: Sequence[Picture]) -> Iterator[Scene]:
    return (picture.view.scene for picture in pictures)
