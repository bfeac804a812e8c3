"""Start a server from a program or the command line."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from types import FrameType

import uvicorn

from . import logs, metrics
from .app import create_app
from .bus.local import local_address
from .settings import Settings, from_env
from .sockets import LightProtocol
from .storage import Storage
from .worker import Crew

logger = logging.getLogger("stockade.server")
CLOSING_SECONDS = 3  # how long open connections may take to close


class Server(uvicorn.Server):
    """A server that announces its address once it accepts connections, and stops without losing requests."""

    def __init__(
        self, config: uvicorn.Config, settings: Settings, url: str, open_browser: bool, workers: int
    ) -> None:
        super().__init__(config)
        self.crew = Crew(settings, workers)
        self.settings = settings
        self.url = url
        self.open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        self.crew.start(self.config.app.state.service.painters.attach)  # type: ignore[union-attr]
        logs.announce(f"Stockade is running at {self.url} (press Ctrl+C to stop)", url=self.url)
        if self.open_browser:
            # Finding a browser may take a while, and the first request should not wait for it.
            threading.Thread(target=webbrowser.open, args=(self.url,), daemon=True).start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.config.app.state.stopping = True  # type: ignore[union-attr]
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: let a load balancer notice, then close live connections (1012) and let requests finish."""
        logger.info("stopping", extra={"drain_seconds": self.settings.drain_seconds})
        end = time.monotonic() + self.settings.drain_seconds
        while time.monotonic() < end and not self.force_exit:
            await asyncio.sleep(0.05)
        await self.crew.dismiss()
        self.config.app.state.service.hub.end_streams()  # type: ignore[union-attr]
        await super().shutdown(sockets)
        await self.crew.stop()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on this port or, if it is taken, on a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (port, 0):
        # asyncio disables Nagle's algorithm, which delays small responses by 40 ms, only if the protocol is named.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # on Windows this would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if wanted == 0 or error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            continue
        if wanted != port:
            logs.announce(f"Port {port} is taken; using {listener.getsockname()[1]} instead.")
        listener.set_inheritable(True)
        return listener
    raise AssertionError("unreachable: the last try raises")


def address(host: str, port: int) -> str:
    """Return the URL at which a browser on this machine finds the server."""
    name = {"0.0.0.0": "localhost", "::": "localhost", "127.0.0.1": "localhost"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    open_browser: bool = False,
    database_url: str | None = None,
    workers: int | None = None,
    web_only: bool = False,
) -> None:
    """Run the server until it is stopped.

    Its bots think in as many workers as there are cores left, or in this process if there are to be no workers. A
    server that is `web_only` has its bots in workers that were started elsewhere.
    """
    with contextlib.ExitStack() as stack:
        settings = from_env(database_url)
        crew = 0 if web_only else default_workers() if workers is None else workers
        if crew and settings.bus is None:
            settings = replace(settings, bus=stack.enter_context(local_address()), only_web=True)
        alone = not crew and not web_only
        _serve(replace(settings, thinks=alone, tells=alone), host, port, open_browser, crew)


def default_workers() -> int:
    return max(1, (os.cpu_count() or 1) - 1)


def _serve(settings: Settings, host: str, port: int, open_browser: bool, workers: int) -> None:
    logs.configure(settings)
    metrics.listen(settings.metrics, host)
    Storage(settings.database_url).close()  # if the database cannot be used, say so before anything else happens
    with listen(host, port) as listener:
        config = uvicorn.Config(
            create_app(settings),
            log_config=None,  # `logs` has configured it
            access_log=False,  # `observed` writes one
            proxy_headers=False,  # the application itself knows which proxies to believe
            ws=LightProtocol,
            ws_max_size=settings.body_limit + 1024,
            timeout_graceful_shutdown=CLOSING_SECONDS,
        )
        server = Server(config, settings, address(host, listener.getsockname()[1]), open_browser, workers)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(server.serve(sockets=[listener]))
    if any(thread.name.startswith("bot") for thread in threading.enumerate()):
        # Python would wait until all bots have thought to the end. Another process takes up their work.
        sys.stdout.flush()
        os._exit(0)
