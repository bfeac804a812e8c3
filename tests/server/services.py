"""Real servers of other projects for tests, on free ports of this machine: PostgreSQL, Redis and nginx.

Each starts when the first test asks for it and stops at the end of the run. Where one is not installed, the tests
that need it are skipped.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.browser.serving import free_port
from tests.server.at_table import wait

from stockade.server import schema
from stockade.server.storage import make_engine

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
STARTING_SECONDS = 60.0
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # folders that nginx needs


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def find(name: str, *more: Path) -> str:
    """Return where a program is, or skip the test."""
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", *map(str, more)]))
    if found is None:
        pytest.skip(f"{name} is not installed: scripts/services.sh installs it on Debian")
    return found


class Program:
    """A server in a process of its own. It may be killed and started again on the same port and folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        return {}

    def is_ready(self) -> bool:
        return answers(self.port)

    def start(self) -> None:
        with (self.folder / "output").open("ab") as output:
            self.process = subprocess.Popen(
                self.command(), stdout=output, stderr=output, stdin=subprocess.DEVNULL, **self.options()
            )

        def is_up() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, (self.folder / "output").read_text()
            return self.is_ready()

        wait(is_up, STARTING_SECONDS)

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(STARTING_SECONDS)
            self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


class RedisServer(Program):
    def command(self) -> list[str]:
        # Nothing is stored: the bus only passes messages on.
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        return [find("redis-server"), *options]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


class Postgres(Program):
    """PostgreSQL, which refuses to run as root. With `durable` it survives being killed, and is slower."""

    def __init__(self, folder: Path, durable: bool = False) -> None:
        super().__init__(folder)
        self.durable = durable
        self._count = itertools.count()
        self._template = ""

    def _find(self, name: str) -> str:
        return find(name, *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))

    def options(self) -> dict[str, Any]:
        return {"cwd": self.folder, **as_somebody()}

    def command(self) -> list[str]:
        # A time zone that is not UTC, because the server's must not matter.
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
            "timezone": "America/St_Johns",
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        chosen = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [self._find("postgres"), "-D", str(self.folder / "data"), *chosen]

    def start(self) -> None:
        if not (self.folder / "data").exists():
            initdb = [self._find("initdb"), "-D", str(self.folder / "data"), "-U", "stockade", "-A", "trust"]
            words = ["--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions"]
            more = [] if self.durable else ["--no-sync"]
            subprocess.run([*initdb, *words, *more], check=True, stdout=subprocess.DEVNULL, **self.options())
        super().start()

    def is_ready(self) -> bool:
        """Return whether it lets people in: after a crash it answers before it has recovered."""
        try:
            psycopg.connect(self._address("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, how: int = signal.SIGINT) -> None:
        super().stop(how)  # SIGINT ends connections that are open, SIGTERM would wait for them

    def kill(self) -> None:
        """Kill every process of it at once, as if the machine had stopped."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        super().kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)

    def _address(self, name: str) -> str:
        return f"postgresql://stockade@127.0.0.1:{self.port}/{name}"

    def new_database(self, template: str = "template0") -> str:
        """Return the URL of a new database."""
        name = f"site_{next(self._count)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self._address(name)

    def new_site(self) -> str:
        """Return the URL of a new database with empty tables, which is quicker than making them."""
        if not self._template:
            made = self.new_database()
            engine = make_engine(made)
            schema.upgrade(engine)
            engine.dispose()
            self._template = made.rpartition("/")[2]
        return self.new_database(self._template)


def as_somebody() -> dict[str, Any]:
    """Return options for a process that must not run as root."""
    if os.geteuid() != 0:
        return {}
    user = "postgres" if has_user("postgres") else "nobody"
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


@contextmanager
def running_postgres(durable: bool = False) -> Iterator[Postgres]:
    """Run PostgreSQL in a folder that its user may enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="stockade-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, as_somebody()["user"])
        server = Postgres(folder, durable)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


class Web(Program):
    """A web process of a site, which shares a database and a bus with others."""

    def __init__(self, folder: Path, database_url: str, bus: str) -> None:
        super().__init__(folder)
        self.shared = {"STOCKADE_DATABASE": database_url, "STOCKADE_BUS": bus}

    def command(self) -> list[str]:
        return [sys.executable, "-m", "stockade.cli", "serve", "--web-only", "--port", str(self.port)]

    def options(self) -> dict[str, Any]:
        return {"env": {**os.environ, **self.shared}}


class Worker(Web):
    """A worker of a site. It does not listen."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "stockade.cli", "worker"]

    def is_ready(self) -> bool:
        return True


class Nginx(Program):
    """nginx in front of web processes, as in `deploy/nginx.conf`, but without TLS.

    It gives each request to the next process, so that the two sides of a match are on different ones.
    """

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        super().__init__(folder)
        self.ports = ports

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        site = f"""
            upstream stockade {{
                {"".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;" for port in self.ports)}
                keepalive 64;
            }}
            server {{
                listen 127.0.0.1:{self.port};
                include {DEPLOY / "stockade-proxy.inc"};
            }}
        """
        return nginx_command(self.folder, site)


def nginx_command(folder: Path, site: str) -> list[str]:
    """Write a configuration with this site in it, and return the command that serves it."""
    spool = "".join(f"{kind}_temp_path {folder / kind};" for kind in TEMPORARY)
    (folder / "nginx.conf").write_text(f"""
        {"user root;" if os.geteuid() == 0 else ""}
        daemon off;
        worker_processes 1;
        pid {folder / "pid"};
        events {{ worker_connections 4096; }}
        http {{
            log_format short '$request $status by $upstream_addr';
            access_log {folder / "access.log"} short;
            {spool}
            {site}
        }}
    """)
    return [find("nginx"), "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Sequence[int]], Nginx]]:
    """Start nginx in front of processes on these ports."""
    with ExitStack() as stack:

        def start(ports: Sequence[int]) -> Nginx:
            server = Nginx(tmp_path_factory.mktemp("site") / "nginx", ports)
            server.folder.mkdir()
            server.start()
            stack.callback(server.stop)
            return server

        yield start
