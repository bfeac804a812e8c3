"""Work on a Ray cluster. No other file knows of Ray.

Every machine of the cluster needs the same version of Stockade. A piece whose worker dies is done again. A piece
depends only on its arguments, so that changes nothing in the results.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
from collections.abc import Callable, Generator, Sequence
from importlib.metadata import version
from typing import Any

from stockade.arena.jobs import Piece, Result, WorkerDied
from stockade.core.errors import BadOption

RETRIES = 20  # of a piece whose worker died
PATIENCE = 10.0  # seconds, for an answer of the cluster
AHEAD = 4  # pieces for each processor that are handed to Ray at a time


class Cluster:
    """The processors of a Ray cluster."""

    def __init__(self, address: str) -> None:
        """Connect to a cluster: at an address, the running one on this machine (`auto`), or a new one (`local`)."""
        self._ray = _ray()
        _check_answers(address)
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "ignore_reinit_error": True}
        start = {"include_dashboard": False} if address == "local" else {}
        try:
            self._ray.init(address, **quiet, **start)
        except (ConnectionError, ValueError, RuntimeError) as error:
            reason = str(error).strip().splitlines()[0]
            raise BadOption(f"there is no Ray cluster at {address}: {reason}") from error
        self.count = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def share_out(
        self, work: Callable[..., Result], pieces: Sequence[Piece]
    ) -> Generator[tuple[int, Result], None, None]:
        """Call a function once for each piece, on all processors of the cluster.

        Until all is done, what is printed goes to the error stream. Ray would tell in the output that a worker died,
        and the output may be JSON.
        """
        with contextlib.redirect_stdout(sys.stderr):
            yield from self._shared_out(work, pieces)

    def _shared_out(
        self, work: Callable[..., Result], pieces: Sequence[Piece]
    ) -> Generator[tuple[int, Result], None, None]:
        ray = self._ray
        task = ray.remote(_checked).options(num_cpus=1, max_retries=RETRIES)
        shared, here = ray.put(work), version("stockade")
        todo = iter(enumerate(pieces))
        running: dict[Any, int] = {}
        try:
            while True:
                for number, piece in todo:
                    running[task.remote(here, shared, piece)] = number
                    if len(running) >= AHEAD * self.count:
                        break
                if not running:
                    return
                [done], _ = ray.wait(list(running))
                result = self._result(done)
                yield running.pop(done), result
        finally:
            for each in running:
                ray.cancel(each, force=False)

    def _result(self, done: Any) -> Any:
        try:
            return self._ray.get(done)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause or error from None
        except self._ray.exceptions.RayError as error:
            raise WorkerDied(f"the cluster could not do a piece of work: {error}") from error


def _check_answers(address: str) -> None:
    """Raise an error at once if nothing listens at an address. Ray itself would try for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if address in ("auto", "local"):
        return
    if not colon or not port.isdecimal():
        raise BadOption(f"a Ray cluster is `auto`, `local` or an address such as host:6379, not {address!r}")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise BadOption(f"there is no Ray cluster at {address}: {error}") from error


def _checked(wanted: str, work: Callable[..., Result], piece: Piece) -> Result:
    """Do a piece of work on a machine of the cluster."""
    if version("stockade") != wanted:
        raise BadOption(f"this machine has Stockade {wanted}, but one of the cluster has {version('stockade')}")
    return work(*piece)


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # as Ray will do; without it, it warns
    try:
        import ray
    except ImportError:
        raise BadOption("--ray needs Ray: pip install 'stockade[ray]'") from None
    return ray
