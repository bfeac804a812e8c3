"""Start a server from a program or the command line."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import sys
import threading
import webbrowser

import uvicorn

from .app import create_app
from .settings import from_env

CLOSING_SECONDS = 3  # how long open connections may take to close


class Server(uvicorn.Server):
    """A server that prints its address once it accepts connections."""

    def __init__(self, config: uvicorn.Config, url: str, open_browser: bool) -> None:
        super().__init__(config)
        self.url = url
        self.open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        print(f"Stockade is running at {self.url} (press Ctrl+C to stop)", flush=True)
        if self.open_browser:
            # Finding a browser may take a while, and the first request should not wait for it.
            threading.Thread(target=webbrowser.open, args=(self.url,), daemon=True).start()


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
            print(f"Port {port} is taken; using {listener.getsockname()[1]} instead.", flush=True)
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
) -> None:
    """Run the server until it is stopped."""
    settings = from_env(database_url)
    with listen(host, port) as listener:
        config = uvicorn.Config(
            create_app(settings),
            log_level="warning",
            access_log=False,  # the URL of a WebSocket contains the seat's token
            ws="websockets-sansio",
            ws_max_size=settings.body_limit + 1024,
            timeout_graceful_shutdown=CLOSING_SECONDS,
        )
        server = Server(config, address(host, listener.getsockname()[1]), open_browser)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(server.serve(sockets=[listener]))
