"""Logs: their two forms, the access log, and that no secret is in them, however much is logged."""

from __future__ import annotations

import io
import json
import logging
from dataclasses import replace
from types import SimpleNamespace

import pytest
from tests.server.at_table import begin

from stockade.server import logs
from stockade.server.logs import HIDDEN, JsonFormatter, TextFormatter, clean, request_id

SECRETS = [
    "GET /api/matches/x/live?token=abc&shape=wide",
    "Authorization: Bearer abc",
    "{'authorization': 'abc'}",
    "Cookie: stockade=abc",
    "set-cookie: stockade=abc; HttpOnly",
    '{"token": "abc", "shape": "wide"}',
    "password='abc'",
    "seed 4503599627370496",
    "the code is 123456, code: 123456",
    "mail to ada@example.org failed",
    "postgresql+psycopg://stockade:abc@host/matches",
    "stk_dGhpcyBpcyBhIHNlY3JldCBrZXkgMTIz",
    "dGhpcyBpcyBhIHNlY3JldCBrZXkg",
]
HARMLESS = [
    "match k3f9x2abcd: the bot of seat 1 failed",
    'File "stockade/server/routes/matches.py", line 12, in play_for',
    "stockade.core.errors.CorruptLog: the log cannot be replayed",
    "KeyError: 'seat'",
    "Stockade is running at http://localhost:8000/ (press Ctrl+C to stop)",
    "close code 1012",
    "0123456789abcdef0123456789abcdef",
]


@pytest.mark.parametrize("text", SECRETS)
def test_secrets_are_removed(text):
    found = clean(text)
    assert HIDDEN in found
    for secret in ("abc", "4503599627370496", "ada@", "example.org", "dGhpcyBp"):
        assert secret not in found
    assert clean(text.replace("the code is 123456, ", "")).count("123456") == 0


@pytest.mark.parametrize("text", HARMLESS)
def test_other_words_stay(text):
    assert clean(text) == text


@pytest.mark.parametrize("piece", ["a", "?", "a-", "a@", "key ", 'key"', "x?", "seed ", "://", "bearer "])
def test_nobody_can_hold_the_log_up(piece):
    """Long texts are cut, and no pattern looks at a text again and again."""
    assert len(clean(piece * 100_000)) <= 3 * logs.LONGEST


@pytest.fixture
def log():
    """Return a logger of the server, and a function that returns its lines in a form."""
    logger = logging.getLogger("stockade.server.for-tests")
    logger.propagate = False
    logger.setLevel("DEBUG")

    def lines(form: logging.Formatter, write) -> str:
        out = io.StringIO()
        handler = logging.StreamHandler(out)
        handler.setFormatter(form)
        logger.handlers = [handler]
        write(logger)
        return out.getvalue()

    return lines


def fail(logger: logging.Logger) -> None:
    try:
        raise ValueError("password=abc")
    except ValueError:
        logger.exception("it failed for %s", "ada@example.org", extra={"match": "k3f9", "ms": 1.5, "to": "x@y.z"})


def test_json_lines(log):
    given = request_id.set("r1")
    written = log(JsonFormatter(), fail)
    request_id.reset(given)
    assert written.count("\n") == 1
    line = json.loads(written)
    assert line["level"] == "error"
    assert line["event"] == f"it failed for {HIDDEN}"
    assert (line["match"], line["ms"], line["to"], line["request"]) == ("k3f9", 1.5, HIDDEN, "r1")
    assert line["time"].endswith("+00:00")
    assert line["error"].startswith("Traceback")
    assert "abc" not in written


def test_lines_of_text(log):
    written = log(TextFormatter(), fail)
    assert f'error: it failed for {HIDDEN} match="k3f9" ms=1.5 to="{HIDDEN}"\nTraceback' in written
    assert "abc" not in written
    faked = log(TextFormatter(), lambda logger: logger.info("one\n12:00:00 error: two", extra={"path": "/\nx"}))
    assert faked.count("\n") == 1


def test_the_access_log(client, caplog):
    caplog.set_level("INFO", "stockade.access")
    me = begin(client, "blockade", ["human", "bot"])
    client.get("/api/games?language=de", headers={"X-Request-ID": "r7"})
    client.get("/api/notices/stop/some-key")
    with me.live() as wire:
        wire.receive_json()
    found = [vars(record) for record in caplog.records if record.name == "stockade.access"]
    one = next(line for line in found if line["path"] == "/api/games")
    assert (one["method"], one["status"]) == ("GET", 200)
    assert one["ms"] > 0
    assert one["bytes"] > 100
    assert any(line["path"] == f"/api/notices/stop/{HIDDEN}" for line in found)
    assert (found[-1]["method"], found[-1]["path"]) == ("WEBSOCKET", f"/api/matches/{me.id}/live")


def test_the_log_of_the_server_library_is_guarded(monkeypatch):
    """Somebody who starts the application with uvicorn's own command gets its log, but no secrets in it."""
    out = io.StringIO()
    for name in ("uvicorn.error", "uvicorn.access"):
        monkeypatch.setattr(logging.getLogger(name), "handlers", [logging.StreamHandler(out)])
        monkeypatch.setattr(logging.getLogger(name), "level", logging.DEBUG)
    logs.guard()
    logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" [accepted]', "x", "/api/matches/x/live?token=abc")
    logging.getLogger("uvicorn.error").debug("< TEXT %s", '{"type":"join","token":"abc"}')
    line = ("127.0.0.1:5", "GET", "/api/matches?token=abc", "1.1", 200)
    logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', *line)
    assert "/api/matches/x/live?" in out.getvalue()
    assert '"GET /api/matches?' in out.getvalue()
    assert "abc" not in out.getvalue()


def test_levels(settings, monkeypatch):
    """Other libraries never log at lower levels, where they write what they send, receive and read."""
    names = ["", "stockade", "stockade.access", "uvicorn.error"]
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logs, "threading", SimpleNamespace())
    try:
        logs.configure(replace(settings, log_level="debug", access_log=False))
        levels = [logging.getLogger(name).getEffectiveLevel() for name in (*names, "sqlalchemy.engine", "websockets")]
        assert levels == [30, 10, 30, 20, 30, 30]
        logs.configure(replace(settings, log_level="info", access_log=True))
        levels = [logging.getLogger(name).getEffectiveLevel() for name in names]
        assert levels == [30, 20, 20, 30]
    finally:
        for logger, level in before:
            logger.setLevel(level)
