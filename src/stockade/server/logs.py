"""Logs: lines of text for a person at a terminal, or lines of JSON for operators. Secrets are removed from both."""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from .settings import Settings

logger = logging.getLogger("stockade.server")
access = logging.getLogger("stockade.access")
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)

HIDDEN = "[hidden]"
LIBRARY = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")  # the loggers of the server library
LOGGED = "This error has been logged."
# The last defence: nothing should log a secret. These find what looks like one, in messages, fields and tracebacks.
PATTERNS = (
    (re.compile(r"(?i)\bbearer\s+[^\s'\",;]+"), f"Bearer {HIDDEN}"),
    (re.compile(r"(?<=[\w/])\?[^\s\"']+"), f"?{HIDDEN}"),  # the query of a URL
    (re.compile(r"(?<=://)[^\s/@]+(?=@)"), HIDDEN),  # user and password in a URL
    (
        re.compile(
            r"(?i)\b((?:set-)?cookie|authorization|token|password|secret|seed|key|stockade)"
            r"(['\"]?\s{0,4}[=:]\s{0,4})['\"]?[^\s'\",;&}\])]+"
        ),
        rf"\1\2{HIDDEN}",
    ),
    (re.compile(r"(?i)\b(seed|code)(\W{1,4})\d{5,}"), rf"\1\2{HIDDEN}"),
    (re.compile(r"[^\s@<>\"'(),:;=\[\]/]{1,64}@[^\s@<>\"'(),:;=\[\]/]+"), HIDDEN),  # a mail address
)
LONGEST = 20_000  # characters of a message, a field or a traceback
LONG_WORD = re.compile(r"(?<![\w-])[\w-]{20,}(?![\w-])")
STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


def clean(text: str) -> str:
    """Return a text without what looks like a secret. Very long texts are cut."""
    text = text[:LONGEST]
    for pattern, instead in PATTERNS:
        text = pattern.sub(instead, text)
    return LONG_WORD.sub(lambda word: HIDDEN if is_random(word[0]) else word[0], text)


def is_random(word: str) -> bool:
    """Return whether a long word looks like a key: a mixture of small and capital letters and digits."""
    return any(c.islower() for c in word) and any(c.isupper() for c in word) and any(c.isdigit() for c in word)


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return what a record has besides its text: the `extra` of the call, and the request that it belongs to."""
    fields = {
        name: clean(value) if isinstance(value, str) else value
        for name, value in vars(record).items()
        if name not in STANDARD and (value is None or isinstance(value, str | int | float | bool))
    }
    if "request" not in fields and (request := request_id.get()) is not None:
        fields["request"] = clean(request)
    return fields


class Lines(logging.Formatter):
    """What both kinds of lines share: the parts of a record, without secrets."""

    def error_of(self, record: logging.LogRecord) -> str | None:
        return clean(self.formatException(record.exc_info)) if record.exc_info and record.exc_info[0] else None


class JsonFormatter(Lines):
    """One JSON object a line: time, level, event, process, the fields, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": clean(record.getMessage()),
            "logger": record.name,
            "process": record.process,
            **fields_of(record),
        }
        error = self.error_of(record)
        return json.dumps(line if error is None else {**line, "error": error})


class TextFormatter(Lines):
    """One line for each event, and a traceback below it if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        text = clean(record.getMessage()).replace("\r", "\\r").replace("\n", "\\n")  # nobody can fake a line
        fields = "".join(f" {name}={json.dumps(value)}" for name, value in fields_of(record).items())
        error = self.error_of(record)
        return f"{time} {record.levelname.lower()}: {text}{fields}" + ("" if error is None else f"\n{error}")


class Guard(logging.Filter):
    """Keeps secrets out of the server library's own log, however that is configured.

    Its debug messages contain headers and messages of live connections, and its access log contains queries. An error
    that the application has logged is not logged again.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno <= logging.DEBUG:
            return False
        if record.exc_info and isinstance(record.exc_info[1], Exception) and was_logged(record.exc_info[1]):
            return False
        if record.exc_info and record.exc_info[0]:
            record.exc_text = clean(FORMATTER.formatException(record.exc_info))
        if isinstance(record.args, tuple):
            record.args = tuple(clean(each) if isinstance(each, str) else each for each in record.args)
        return True


GUARD = Guard()
FORMATTER = logging.Formatter()


def guard() -> None:
    """Keep secrets out of the log of a server that somebody else has configured."""
    for name in LIBRARY:
        logging.getLogger(name).addFilter(GUARD)  # adding it again changes nothing


class StandardError(logging.Handler):
    """Writes to the standard error as it is at the moment, which a program may replace. One write is one line."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stderr.write(self.format(record) + "\n")
            sys.stderr.flush()
        except Exception:
            self.handleError(record)


def configure(settings: Settings) -> None:
    """Set up all logs of this process. Every process calls this once, at its start."""
    guard()
    handler = StandardError()
    handler.setFormatter(JsonFormatter() if settings.log == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    # At lower levels other libraries log what they send, receive and read from the database.
    root.setLevel(logging.WARNING)
    for name in LIBRARY:
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)
    if settings.log_level == "debug":
        logging.getLogger("uvicorn.error").setLevel(logging.INFO)
    logging.getLogger("stockade").setLevel(settings.log_level.upper())
    access.setLevel(logging.INFO if settings.access_log else logging.WARNING)
    threading.excepthook = _thread_failed


def configure_once(settings: Settings) -> None:
    """Set up all logs of this process, unless the program that runs the application has done so."""
    if logging.getLogger().handlers:
        guard()
    else:
        configure(settings)


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None:
        logger.error("a thread failed", exc_info=failed.exc_value)


def announce(text: str, **fields: object) -> None:
    """Tell the person who started the server something: on the standard output, or as an event in a log of JSON."""
    if any(isinstance(handler.formatter, JsonFormatter) for handler in logging.getLogger().handlers):
        logger.info(text, extra=fields)
    else:
        print(text, flush=True)


def note_logged(error: Exception) -> None:
    """Note that an error has been logged, so that it is not logged again."""
    error.add_note(LOGGED)


def was_logged(error: Exception) -> bool:
    return LOGGED in getattr(error, "__notes__", ())
