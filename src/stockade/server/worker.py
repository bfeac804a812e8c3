"""A worker: a process that thinks for bots and sends notices, while others serve people."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace

from . import logs
from .pictures import Studio
from .service import Service
from .settings import Settings
from .work.painting import Easel

RESTART_SECONDS = 1.0
STOP_SECONDS = 5.0
WINDOWS = sys.platform == "win32"  # where a socket cannot be the standard input: the web process makes all pictures


def run(settings: Settings, notices: bool = True, for_parent: bool = False) -> None:
    """Work until a signal comes. A worker that is `for_parent` also ends when the process that started it is gone.

    That process has the other end of a socket, which is the worker's standard input. It orders pictures there.
    """
    settings = replace(settings, serves=False, thinks=True, tells=notices)
    logs.configure(settings)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_work(settings, for_parent))
    # Python would wait until all bots have thought to the end. Another worker takes up their work.
    sys.stdout.flush()
    os._exit(0)


async def _work(settings: Settings, for_parent: bool) -> None:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(number, stop.set)
    service = await Service.open(settings)
    if for_parent:
        threading.Thread(target=_paint, args=(service, loop, stop), name="painter", daemon=True).start()
    else:
        logs.announce("A worker of Stockade is running (press Ctrl+C to stop)")
    await stop.wait()
    await service.close()


def _paint(service: Service, loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Make pictures until the other end of the standard input is closed."""
    if WINDOWS:
        while os.read(0, 1024):
            pass
    else:
        Easel(Studio(service.matches.views)).serve(socket.socket(fileno=0))
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

    def start(self, attach: Callable[[int, socket.socket], None]) -> None:
        """Start the workers. `attach` is given the number of each, and a socket for orders of pictures."""
        self._attach = attach
        self._workers = [self._hire(number) for number in range(self._size)]
        self._task = asyncio.create_task(self._watch())

    def _hire(self, number: int) -> subprocess.Popen[bytes]:
        # One of them sends the notices: mails do not become faster with more senders.
        command = [sys.executable, "-m", "stockade.cli", "worker", "--for-parent"]
        command += [] if number == 0 else ["--no-notices"]
        if WINDOWS:
            return subprocess.Popen(command, stdin=subprocess.PIPE, env=self._environment)
        ours, theirs = socket.socketpair()
        with theirs:
            worker = subprocess.Popen(command, stdin=theirs.fileno(), env=self._environment, start_new_session=True)
        self._attach(number, ours)
        return worker

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(RESTART_SECONDS)
            for number, worker in enumerate(self._workers):
                if worker.poll() is not None:
                    self._workers[number] = self._hire(number)

    async def dismiss(self) -> None:
        """Replace workers no more: they end when the web process closes their sockets."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def stop(self) -> None:
        for worker in self._workers:
            worker.terminate()
        end = asyncio.get_running_loop().time() + STOP_SECONDS
        while any(worker.poll() is None for worker in self._workers) and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)
        for worker in self._workers:
            worker.kill()
            worker.wait()
