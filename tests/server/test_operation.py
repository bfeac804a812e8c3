"""What operators ask a server: whether it is alive and ready, and its figures for Prometheus."""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
from dataclasses import replace

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text
from starlette.testclient import TestClient
from tests.server.at_table import begin, ok, refused, wait

from stockade.core.errors import NotAllowed
from stockade.server import health, metrics
from stockade.server import settings as all_settings
from stockade.server.app import create_app
from stockade.server.metrics import STAGES, Stage, stage, timed

NEAR = ("127.0.0.1", 50000)


@pytest.fixture(autouse=True)
def probed_each_time(monkeypatch):
    monkeypatch.setattr(health, "KEPT_SECONDS", -1.0)


def ready(client) -> tuple[int, str, list[str]]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()["status"], answer.json()["missing"]


def figures(client) -> dict[tuple[str, tuple], float]:
    """Return every figure by its name and labels."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


@pytest.fixture
def near(settings):
    with TestClient(create_app(settings), client=NEAR) as client:
        yield client


# -- readiness -------------------------------------------------------------------------------------------------


def test_a_running_server_is_ready(client):
    wait(lambda: ready(client) == (200, "ready", []))
    assert client.get("/healthz").json()["status"] == "ok"


def test_games_that_are_still_loading_are_missing(client):
    held = threading.Event()
    service = client.app.state.service
    service._getting_ready = threading.Thread(target=held.wait)
    service._getting_ready.start()
    assert ready(client) == (503, "not ready", ["games"])
    held.set()
    wait(lambda: ready(client) == (200, "ready", []))


def test_a_database_that_cannot_be_written_is_missing(client):
    engine = client.app.state.service.storage.engine
    wait(lambda: ready(client)[0] == 200)
    with engine.connect() as connection:
        connection.execute(text("CREATE TRIGGER full BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'full'); END"))
    assert ready(client) == (503, "not ready", ["database"])
    assert client.get("/healthz").status_code == 200  # it is alive, and a restart would not help
    with engine.connect() as connection:
        connection.execute(text("DROP TRIGGER full"))
    assert ready(client) == (200, "ready", [])


def test_a_database_of_another_version_is_missing(client):
    wait(lambda: ready(client)[0] == 200)
    with client.app.state.service.storage.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'of-tomorrow'"))
    assert ready(client) == (503, "not ready", ["migrations"])


def test_a_database_that_does_not_answer_is_missing(client, monkeypatch):
    wait(lambda: ready(client)[0] == 200)
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    held = threading.Event()
    monkeypatch.setattr(client.app.state.service.storage, "set_fact", lambda *_: held.wait())
    assert ready(client) == (503, "not ready", ["database"])
    held.set()


def test_a_bus_without_a_connection_is_missing(client):
    wait(lambda: ready(client)[0] == 200)
    bus = client.app.state.service.bus
    bus.connected = False
    assert ready(client) == (503, "not ready", ["bus"])
    bus.connected = True
    assert ready(client) == (200, "ready", [])


def test_asking_often_reaches_the_database_seldom(client, monkeypatch):
    monkeypatch.setattr(health, "KEPT_SECONDS", 3600.0)
    asked = []
    storage = client.app.state.service.storage
    monkeypatch.setattr(storage, "set_fact", lambda name, _: asked.append(name))
    for _ in range(5):
        ready(client)
    assert asked.count(health.FACT) == 1


def test_a_stopping_server_is_not_ready(client):
    client.app.state.stopping = True
    assert ready(client) == (503, "stopping", [])


# -- figures ---------------------------------------------------------------------------------------------------


def test_figures_count_what_happens(near):
    before = figures(near)
    me = begin(near, "blockade", ["human", "bot"])
    me.play()
    wait(lambda: len(me.view()["log"]) == 2)
    refused(me.post("actions", version=0, action=0), 409, "stale_version")
    with me.live() as wire:
        wire.receive_json()
        assert figures(near)["stockade_sockets", ()] == before["stockade_sockets", ()] + 1
    wait(lambda: figures(near)["stockade_sockets", ()] == before["stockade_sockets", ()])
    after = figures(near)

    def grown(name: str, **labels: str) -> float:
        key = name, tuple(sorted(labels.items()))
        return after[key] - before.get(key, 0)

    assert grown("stockade_moves_total", game="blockade") == 2
    assert grown("stockade_refusals_total", code="stale_version") == 1
    actions = "/api/matches/{id}/actions"
    assert grown("stockade_http_requests_total", method="POST", route=actions, status="200") == 1
    assert grown("stockade_http_requests_total", method="POST", route=actions, status="409") == 1
    assert grown("stockade_http_request_seconds_count", route=actions) == 2
    assert grown("stockade_bot_seconds_count") == 1
    assert after["stockade_bot_queue", ()] == 0
    assert after["process_resident_memory_bytes", ()] > 1e6
    assert ("stockade_database_connections", (("state", "used"),)) in after


def test_labels_have_no_ids_and_few_values(near):
    me = begin(near, "blockade", ["human", "bot"])
    me.view()
    near.get("/no/such/page")
    near.request("BREW", "/api/matches")
    page = near.get("/metrics").text
    assert me.id not in page
    assert me.token not in page
    assert "such" not in page
    assert "BREW" not in page


def test_stages_are_histograms(near):
    key = "stockade_stage_seconds_count", (("stage", "write"),)
    before = figures(near)[key]
    stage("write").observe(0.0002)
    stage("write").observe(60.0)
    with timed("write"):
        pass
    after = figures(near)
    assert after[key] == before + 3
    assert after["stockade_stage_seconds_bucket", (("le", "+Inf"), ("stage", "write"))] == after[key]
    assert after["stockade_stage_seconds_bucket", (("le", "2.5"), ("stage", "write"))] == after[key] - 1
    assert {"read", "apply", "write", "picture", "send"} == set(STAGES)


@pytest.fixture
def hectic():
    """Switch between threads as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hectic")
def test_a_stage_loses_no_figure_of_many_threads():
    one = Stage()

    def observe() -> None:
        for _ in range(20_000):
            one.observe(0.5)

    threads = [threading.Thread(target=observe) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(one.counts) == 80_000
    assert one.total == 40_000


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "192.168.0.9", "::1", "fd00::1", "::ffff:127.0.0.1"])
def test_figures_are_for_private_networks(settings, address):
    with TestClient(create_app(settings), client=(address, 1)) as client:
        assert client.get("/metrics").status_code == 200
        assert client.get("/metrics", headers={"X-Forwarded-For": "192.168.0.9"}).status_code == 404


@pytest.mark.parametrize(
    "address", ["203.0.113.5", "8.8.8.8", "::ffff:8.8.8.8", "2001:0:5ef5::1", "2a00::1", "someone"]
)
def test_figures_are_for_nobody_else(settings, address):
    with TestClient(create_app(settings), client=(address, 1)) as client:
        refused(client.get("/metrics"), 404, "not_found")
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("setting", ["off", "9100"])
def test_figures_can_be_elsewhere(settings, setting):
    with TestClient(create_app(replace(settings, metrics=setting)), client=NEAR) as client:
        refused(client.get("/metrics"), 404, "not_found")


def test_figures_on_a_port_of_their_own():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NotAllowed, match=rf"port {port} \(STOCKADE_METRICS\)"):
            metrics.listen(str(port), "127.0.0.1")
    metrics.listen("off", "127.0.0.1")
    metrics.listen(str(port - 1), "127.0.0.1", number=1)
    assert "stockade_sockets" in httpx.get(f"http://127.0.0.1:{port}/metrics").text


# -- ids of requests -------------------------------------------------------------------------------------------


def test_every_answer_has_the_id_of_its_request(client):
    given = client.get("/healthz", headers={"X-Request-ID": "proxy-1.2_3"})
    assert given.headers["X-Request-ID"] == "proxy-1.2_3"
    for bad in ("", "a b", "x" * 65, 'a"b'):
        made = client.get("/healthz", headers={"X-Request-ID": bad}).headers["X-Request-ID"]
        assert re.fullmatch(r"[0-9a-f]{16}", made)


def test_an_error_of_the_server_names_its_request(settings, monkeypatch, caplog):
    # If the application passed the error on, the web server would close the connection. This client would raise it.
    app = create_app(settings)
    with TestClient(app, client=NEAR) as client:
        before = figures(client)
        monkeypatch.setattr(app.state.service.matches, "view", lambda *_: 1 / 0)
        answer = client.get("/api/matches/abcd", headers={"X-Request-ID": "abc"})
        assert (answer.status_code, answer.json()["code"], answer.json()["request"]) == (500, "server_error", "abc")
        assert answer.headers["X-Request-ID"] == "abc"
        key = "stockade_http_requests_total", (("method", "GET"), ("route", "/api/matches/{id}"), ("status", "500"))
        assert figures(client)[key] == before.get(key, 0) + 1
    logged = [record for record in caplog.records if record.exc_info]
    assert [record.request for record in logged] == ["abc"]


# -- settings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("STOCKADE_METRICS", ["off", "local", "9100", ""], ["on", "0", "70000", "-1", "²"]),
        ("STOCKADE_LOG", ["text", "json"], ["xml", "JSON"]),
        ("STOCKADE_LOG_LEVEL", ["debug", "info"], ["trace", "10"]),
        ("STOCKADE_DRAIN_SECONDS", ["0", "2.5"], ["-1", "soon", "nan", "1e9"]),
    ],
)
def test_settings_are_checked(monkeypatch, name, good, bad):
    for value in good:
        monkeypatch.setitem(os.environ, name, value)
        all_settings.from_env("sqlite:///x")
    for value in bad:
        monkeypatch.setitem(os.environ, name, value)
        with pytest.raises(NotAllowed, match=name):
            all_settings.from_env("sqlite:///x")


def test_health_is_described(client):
    described = ok(client.get("/openapi.json"))["paths"]
    assert {"200", "503"} <= set(described["/readyz"]["get"]["responses"])
    assert "/metrics" not in described
