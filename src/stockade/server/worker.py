"""A worker: a process that thinks for bots and sends notices, while others serve people."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace

from . import logs
from .service import Service
from .settings import Settings

RESTART_SECONDS = 1.0
STOP_SECONDS = 5.0


def run(settings: Settings, notices: bool = True, until_eof: bool = False) -> None:
    """Work until a signal comes or, if `until_eof` is set, until the process that started this one is gone."""
    settings = replace(settings, serves=False, thinks=True, tells=notices)
    logs.configure(settings)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_work(settings, until_eof))
    # Python would wait until all bots have thought to the end. Another worker takes up their work.
    sys.stdout.flush()
    os._exit(0)


async def _work(settings: Settings, until_eof: bool) -> None:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(number, stop.set)
    if until_eof:
        threading.Thread(target=_watch, args=(loop, stop), name="parent", daemon=True).start()
    service = await Service.open(settings)
    if not until_eof:
        logs.announce("A worker of Stockade is running (press Ctrl+C to stop)")
    await stop.wait()
    await service.close()


def _watch(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Wait until the other end of the standard input is closed."""
    while os.read(0, 1024):
        pass
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(stop.set)


class Crew:
    """The workers that a web process starts. One that dies is replaced."""

    def __init__(self, settings: Settings, size: int) -> None:
        own = {"STOCKADE_DATABASE": settings.database_url, "STOCKADE_BUS": settings.bus or ""}
        self._environment = {**os.environ, **own}
        self._size = size
        self._workers: list[subprocess.Popen[bytes]] = []
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._workers = [self._hire(number) for number in range(self._size)]
        self._task = asyncio.create_task(self._watch())

    def _hire(self, number: int) -> subprocess.Popen[bytes]:
        # One of them sends the notices: mails do not become faster with more senders.
        command = [sys.executable, "-m", "stockade.cli", "worker", "--until-eof"]
        command += [] if number == 0 else ["--no-notices"]
        return subprocess.Popen(command, stdin=subprocess.PIPE, env=self._environment, start_new_session=True)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(RESTART_SECONDS)
            for number, worker in enumerate(self._workers):
                if worker.poll() is not None:
                    self._workers[number] = self._hire(number)

    async def stop(self) -> None:
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for worker in self._workers:
            worker.terminate()
        end = asyncio.get_running_loop().time() + STOP_SECONDS
        while any(worker.poll() is None for worker in self._workers) and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)
        for worker in self._workers:
            worker.kill()
            worker.wait()
            if worker.stdin is not None:
                worker.stdin.close()
