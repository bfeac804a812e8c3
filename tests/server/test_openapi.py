"""The OpenAPI schema against the running server: it describes what really happens, and no request breaks it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from tests.server.at_table import Person, begin, quick, resign

from stockade.conformance.scope import either
from stockade.server.app import create_app
from stockade.server.launch import listen
from stockade.server.moderation.admins import appoint
from stockade.server.settings import Settings
from stockade.server.storage import make_engine

PATIENCE = 120  # seconds, for a busy machine
CHECKS = (
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.unsupported_method,
)
BOUNDED = settings(
    max_examples=either(quick=8, deep=30), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@pytest.fixture(scope="module")
def used(tmp_path_factory) -> Settings:
    return quick(tmp_path_factory.mktemp("openapi"))


@pytest.fixture(scope="module")
def address(used) -> Iterator[str]:
    """Return the URL of a server on a real socket."""
    listener = listen("127.0.0.1", 0)
    app = create_app(used)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    listener.close()


class Tables:
    """A live match for requests, replaced by a new one when it has ended."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.person: Person | None = None

    def sit(self) -> tuple[Person, int]:
        view = self.person.view() if self.person else None
        if self.person is None or view is None or view["status"] != "live":
            self.person = begin(self.client, "blockade", ["human", "open"])
            self.person.friend()
            view = self.person.view()
        return self.person, view["version"]


@pytest.fixture(scope="module")
def tables(address) -> Iterator[Tables]:
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        yield Tables(client)


schema = schemathesis.openapi.from_dict(create_app(Settings()).openapi())


@schema.parametrize()
@BOUNDED
def test_a_stranger_asks_anything(case, address):
    case.call_and_validate(base_url=address, checks=CHECKS, timeout=PATIENCE)


@schema.include(path_regex=r"\{id\}|\{game\}|^/api/matches$").exclude(path_regex="/events$").parametrize()
@BOUNDED
def test_a_player_asks_anything_of_what_there_is(case, address, tables):
    """Use real ids, games, versions and tokens, so that requests get past the first checks."""
    person, version = tables.sit()
    real = {"id": person.id, "game": "blockade", "version": version}
    for given in (case.path_parameters, case.body):
        if isinstance(given, dict):
            given.update({name: value for name, value in real.items() if name in given})
    case.call_and_validate(base_url=address, checks=CHECKS[:-1], headers=person.headers, timeout=PATIENCE)


@schema.include(path_regex="/events$").parametrize()
@BOUNDED
def test_a_player_asks_for_the_events_of_what_is_over(case, address, tables):
    """The events of a match that goes on have no end."""
    person, _ = tables.sit()
    resign(person)
    case.path_parameters["id"] = person.id
    case.call_and_validate(base_url=address, checks=CHECKS[:-1], headers=person.headers, timeout=PATIENCE)


@pytest.fixture(scope="module")
def device(address) -> str:
    """Return the key of somebody's browser."""
    answer = httpx.post(f"{address}/api/me", json={"name": "Ada"}, timeout=PATIENCE)
    return answer.cookies["stockade"]


@pytest.fixture(scope="module")
def admin(address, used) -> str:
    """Return the key of an administrator's browser."""
    key = httpx.post(f"{address}/api/me", json={"name": "Root"}, timeout=PATIENCE).cookies["stockade"]
    claim = {"name": "Root", "password": "correct horse"}
    httpx.post(f"{address}/api/me/claim", json=claim, cookies={"stockade": key}, timeout=PATIENCE).raise_for_status()
    engine = make_engine(used.database_url)
    appoint(engine, "Root")
    engine.dispose()
    return key


@schema.include(path_regex="^/api/admin").parametrize()
@BOUNDED
def test_an_administrator_asks_anything(case, address, admin):
    case.call_and_validate(base_url=address, checks=CHECKS[:-1], cookies={"stockade": admin}, timeout=PATIENCE)


@schema.include(path_regex="^/api/me/notices").parametrize()
@BOUNDED
def test_a_person_asks_anything_about_notices(case, address, device):
    cookies = {"stockade": device}
    case.call_and_validate(base_url=address, checks=CHECKS[:-1], cookies=cookies, timeout=PATIENCE)
