"""Servers as separate processes, for tests that stop them or read everything that they write."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.server.at_table import wait

PATIENCE = 120  # seconds, for a busy machine


class Running:
    """A server, and the file with everything that it wrote."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, output: Path) -> None:
        self.process, self.port, self.output = process, port, output
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)

    def ready(self) -> bool:
        assert self.process.poll() is None, self.written()
        try:
            return self.client.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def url(self, path: str) -> str:
        return f"ws://127.0.0.1:{self.port}{path}"

    def written(self) -> str:
        return self.output.read_text("utf-8")

    def stop(self) -> str:
        """Stop the server in the usual way, and return everything that it wrote."""
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        return self.written()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def running(folder: Path, program: list[str], port: int, **environment: str) -> Iterator[Running]:
    """Start a Python program that serves on a port, and wait until it is ready."""
    output = folder / "output.txt"
    with output.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, *program], stdout=out, stderr=subprocess.STDOUT, env={**os.environ, **environment}
        )
    server = Running(process, port, output)
    try:
        wait(server.ready, PATIENCE)
        yield server
    finally:
        server.client.close()
        process.kill()
        process.wait()
