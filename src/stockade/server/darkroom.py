"""Pictures in pixels, and films. Another process draws them, one at a time, and ends when it has nothing to do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from collections.abc import Mapping
from typing import Any

from stockade.core.errors import NotAllowed
from stockade.core.language import language

from .errors import MINUTE, Refused, TooMany

logger = logging.getLogger("stockade.server")
MOST_WAITING = 8  # requests, including the one that is being drawn
PATIENCE = 120.0  # seconds that one picture may take
IDLE = 60.0  # seconds after which the process goes away


class Darkroom:
    """Used on the event loop only."""

    def __init__(self) -> None:
        self._waiting: set[str] = set()  # those who ask: one picture at a time for each
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._rest: asyncio.TimerHandle | None = None

    async def draw(self, log: Mapping[str, Any], format: str, ply: int | None, shape: str, holder: str) -> bytes:
        """Return the picture or the film of a match for somebody."""
        if holder in self._waiting:
            raise TooMany(PATIENCE / 12, "Your last picture is still being drawn. Try again in {time}.")
        if len(self._waiting) >= MOST_WAITING:
            raise TooMany(MINUTE, "Many pictures are being drawn. Try again in {time}.")
        job = {"log": log, "format": format, "ply": ply, "shape": shape, "language": language()}
        self._waiting.add(holder)
        try:
            async with self._turn:
                return await self._drawn(json.dumps(job).encode())
        finally:
            self._waiting.discard(holder)

    async def _drawn(self, job: bytes) -> bytes:
        if self._rest is not None:
            self._rest.cancel()
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._ask(job)
        except (TimeoutError, OSError, EOFError, ValueError) as error:
            logger.warning("a picture could not be drawn: %s", error or type(error).__name__)
            await self.stop()
            raise Refused("unavailable", "The picture could not be drawn. Please try again.") from error
        except BaseException as error:
            if not isinstance(error, NotAllowed):  # the process may still be at work on what nobody wants any more
                await self.stop()
            raise
        finally:
            self._rest = asyncio.get_running_loop().call_later(IDLE, self._close)

    async def _ask(self, job: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            # What it logs would be in the way of the answers, and nothing that it needs is a secret.
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "stockade.records.drawing", stdin=pipe, stdout=pipe, env=_environment()
            )
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        into.write(job + b"\n")
        await into.drain()
        head = json.loads(await out.readline())
        if "error" in head:
            raise NotAllowed(head["error"])
        return await out.readexactly(head["size"])

    def _close(self) -> None:
        """Let the process end, because nobody has wanted a picture for a while."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
        self._process = None

    async def stop(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _environment() -> dict[str, str]:
    """Return the environment of the process: without what only the server needs, such as passwords in addresses."""
    left = ("STOCKADE_DATABASE", "STOCKADE_DATABASE_URL", "STOCKADE_BUS", "STOCKADE_SMTP_URL")
    return {name: value for name, value in os.environ.items() if name not in left} | {"STOCKADE_COMPILE": "later"}
