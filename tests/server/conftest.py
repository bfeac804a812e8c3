"""A real application with its own database file, and people to play on it."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from tests.server.at_table import Person, begin, quick
from tests.server.company import Guest
from tests.server.dice_race import put_on_shelf
from tests.server.services import nginx, postgres, redis_server  # noqa: F401, tests use them

from stockade.core import compiler
from stockade.server import schema
from stockade.server.app import create_app
from stockade.server.people import passwords
from stockade.server.settings import Settings
from stockade.server.storage import make_engine

with warnings.catch_warnings():
    # Starlette prefers another HTTP library for its test client; this one works as well.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(scope="module", autouse=True)
def compiler_as_before() -> Iterator[None]:
    """Restore the compiler: a server disables compiling in its process, but other tests need it."""
    before = compiler.compiles_here
    yield
    compiler.compiles_here = before


@pytest.fixture(scope="module", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Hash passwords with the least effort: what makes guessing them costly takes time here too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", lambda: CHEAP)
        yield
    passwords._nobodys.cache_clear()


# Files of tests that run on PostgreSQL too in every run. Most others do so in a deep one.
CENTRAL = {"test_storage", "test_people", "test_outbox"}
ABOUT_FILES = {"test_backup", "test_check", "test_broken"}  # of SQLite


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database_url" in metafunc.fixturenames:
        name = metafunc.module.__name__.rpartition(".")[2]
        marks = () if name in CENTRAL else (pytest.mark.deep,)
        databases = ["sqlite"] + ([] if name in ABOUT_FILES else [pytest.param("postgresql", marks=marks)])
        metafunc.parametrize("database_url", databases, indirect=True)


@pytest.fixture(scope="session")
def empty_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an SQLite file with empty tables. A copy of it is quicker than making them."""
    path = tmp_path_factory.mktemp("empty") / "matches.sqlite3"
    engine = make_engine(f"sqlite:///{path}")
    schema.upgrade(engine)
    engine.dispose()
    return path


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path, empty_tables: Path) -> str:
    """Return where the matches of a test are stored. Tests run on SQLite and on PostgreSQL."""
    if request.param == "postgresql":
        url: str = request.getfixturevalue("postgres").new_site()
        return url
    path = shutil.copyfile(empty_tables, tmp_path / "matches.sqlite3")
    return f"sqlite:///{path}"


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    return quick(tmp_path, database_url)


@pytest.fixture
def serve() -> Iterator[Callable[[Settings], TestClient]]:
    """Start servers, and stop those that still run at the end."""
    with ExitStack() as stack:

        def start(settings: Settings) -> TestClient:
            return stack.enter_context(TestClient(create_app(settings)))

        yield start


@pytest.fixture
def client(settings: Settings, serve: Callable[[Settings], TestClient]) -> TestClient:
    return serve(settings)


@pytest.fixture
def anna(client: TestClient) -> Guest:
    return Guest(client, "Anna")


@pytest.fixture
def ben(client: TestClient) -> Guest:
    return Guest(client, "Ben")


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all examples of a property."""
    with TestClient(create_app(quick(tmp_path_factory.mktemp("shared")))) as client:
        yield client


@pytest.fixture
def pair(client: TestClient) -> tuple[Person, Person]:
    """Return two people at a table for two."""
    first = begin(client, "blockade", ["human", "open"])
    return first, first.friend()


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a game with dice on the shelf during a test."""
    put_on_shelf(monkeypatch)
