"""What a process counts and measures, for Prometheus. Labels have few values, and never ids, names or addresses.

Each process serves its own figures: Prometheus adds them up.
"""

from __future__ import annotations

import weakref
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate
from time import perf_counter
from typing import TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    Summary,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import Engine
from sqlalchemy.pool import QueuePool

from stockade.core.errors import NotAllowed

Thought = TypeVar("Thought")

REGISTRY = CollectorRegistry()
BOUNDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})

MOVES = Counter("stockade_moves", "Actions that players and bots took.", ["game"], registry=REGISTRY)
SOCKETS = Gauge("stockade_sockets", "Open live connections.", registry=REGISTRY)
QUEUE = Gauge("stockade_bot_queue", "Thoughts of bots that wait or are under way.", registry=REGISTRY)
BOT_SECONDS = Summary("stockade_bot_seconds", "Seconds that bots thought, for moves and hints.", registry=REGISTRY)
REFUSALS = Counter("stockade_refusals", "Requests and messages that were refused.", ["code"], registry=REGISTRY)
REQUESTS = Counter("stockade_http_requests", "HTTP requests.", ["method", "route", "status"], registry=REGISTRY)
REQUEST_SECONDS = Histogram(
    "stockade_http_request_seconds", "Time to answer HTTP requests.", ["route"], registry=REGISTRY, buckets=BOUNDS
)
VERSION = Info("stockade", "The version of the server.", registry=REGISTRY)


# Finding a figure by its labels takes longer than counting.
_moves, _refusals = cache(MOVES.labels), cache(REFUSALS.labels)
_requests, _request_seconds = cache(REQUESTS.labels), cache(REQUEST_SECONDS.labels)


class Stage:
    """How long one stage of the work on a move takes.

    A histogram of the library takes a lock for every figure. This one does not, because it is used several times for
    every move: the interpreter runs each of the two additions as a whole.
    """

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Timing:
    """Measures the block of a `with` statement."""

    __slots__ = ("_began", "_stage")

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def __enter__(self) -> None:
        self._began = perf_counter()

    def __exit__(self, *_: object) -> None:
        self._stage.observe(perf_counter() - self._began)


STAGES = {name: Stage() for name in ("read", "apply", "write", "picture", "send")}


def stage(name: str) -> Stage:
    """Return a stage, to give it seconds that were measured elsewhere."""
    return STAGES[name]


def timed(name: str) -> Timing:
    """Measure a stage: `with timed("write"): ...`."""
    return Timing(STAGES[name])


def moved(game: str) -> None:
    """Count an action."""
    _moves(game).inc()


def refused(code: str) -> None:
    """Count a refusal."""
    _refusals(code).inc()


def requested(method: str, route: str, status: int, seconds: float) -> None:
    """Count an HTTP request. The route is a template, such as `/api/matches/{id}`."""
    _requests(method if method in METHODS else "other", route, status).inc()
    _request_seconds(route).observe(seconds)


def measured(thought: Callable[[], Thought]) -> Callable[[], Thought]:
    """Return a thought of a bot whose seconds are counted when it runs."""

    def run() -> Thought:
        with BOT_SECONDS.time():
            return thought()

    return run


class Readings(Collector):
    """Figures that are read only when somebody asks for them."""

    def __init__(self) -> None:
        self._engine: Callable[[], Engine | None] = lambda: None

    def watch(self, engine: Engine) -> None:
        self._engine = weakref.ref(engine)

    def describe(self) -> Iterator[HistogramMetricFamily]:
        return iter(())

    def collect(self) -> Iterator[HistogramMetricFamily | GaugeMetricFamily]:
        stages = HistogramMetricFamily(
            "stockade_stage_seconds", "Time that the stages of a move take.", labels=["stage"]
        )
        for name, found in STAGES.items():
            cumulative = zip((*map(str, BOUNDS), "+Inf"), map(float, accumulate(found.counts)), strict=True)
            stages.add_metric([name], list(cumulative), found.total)
        yield stages
        engine = self._engine()
        if engine is not None and isinstance(engine.pool, QueuePool):
            pool = GaugeMetricFamily(
                "stockade_database_connections", "Connections to the database.", labels=["state"]
            )
            pool.add_metric(["used"], engine.pool.checkedout())
            pool.add_metric(["idle"], engine.pool.checkedin())
            yield pool


READINGS = Readings()
REGISTRY.register(READINGS)
ProcessCollector(registry=REGISTRY)  # memory, processor time, open files


def page() -> bytes:
    """Return all figures in Prometheus's text format."""
    return generate_latest(REGISTRY)


def listen(setting: str, host: str, number: int = 0) -> None:
    """Serve the figures on a port of their own, if the setting is a port, until the process ends.

    If several processes run on one machine, each has a number, and listens on the port that is higher by that number.
    """
    if not setting.isdigit():
        return
    port = int(setting) + number
    try:
        start_http_server(port, host, REGISTRY)
    except OSError as error:
        raise NotAllowed(f"metrics cannot be served on port {port} (STOCKADE_METRICS): {error.strerror}") from error
