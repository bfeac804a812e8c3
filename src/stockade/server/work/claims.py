"""Share the matches in which bots have to think between workers.

What is to be done follows from the matches themselves, so no work can be lost: a worker takes a match while it
thinks, and if it dies, its claims end and others find the match still waiting.
"""

from __future__ import annotations

import secrets
import threading
from datetime import timedelta

from sqlalchemy import Engine, delete, insert, or_, update
from sqlalchemy.exc import IntegrityError

from ..moments import now
from .models import ClaimRow


class Claims:
    def __init__(self, engine: Engine, seconds: float) -> None:
        self.engine = engine
        self.worker = secrets.token_hex(8)
        self.lease = timedelta(seconds=seconds)
        self._held: set[str] = set()
        self._lock = threading.Lock()

    def take(self, match_id: str) -> bool:
        """Claim a match. Return False if another worker thinks about it."""
        moment = now()
        values = {"worker": self.worker, "until": moment + self.lease}
        free = or_(ClaimRow.until < moment, ClaimRow.worker == self.worker)
        with self.engine.begin() as connection:
            taken = connection.execute(
                update(ClaimRow).where(ClaimRow.match_id == match_id, free).values(**values)
            ).rowcount
        if not taken:
            try:
                with self.engine.begin() as connection:
                    connection.execute(insert(ClaimRow).values(match_id=match_id, **values))
            except IntegrityError:  # somebody has it, or the match is gone
                return False
        with self._lock:
            self._held.add(match_id)
        return True

    def renew(self) -> None:
        """Keep what this worker thinks about."""
        with self._lock:
            held = list(self._held)
        if held:
            mine = ClaimRow.worker == self.worker, ClaimRow.match_id.in_(held)
            with self.engine.begin() as connection:
                connection.execute(update(ClaimRow).where(*mine).values(until=now() + self.lease))

    def release(self, match_id: str) -> None:
        with self._lock:
            if match_id not in self._held:
                return
            self._held.discard(match_id)
        with self.engine.begin() as connection:
            connection.execute(delete(ClaimRow).where(ClaimRow.match_id == match_id, ClaimRow.worker == self.worker))

    def release_all(self) -> None:
        """Hand everything over, because this worker stops."""
        with self._lock:
            self._held.clear()
        with self.engine.begin() as connection:
            connection.execute(delete(ClaimRow).where(ClaimRow.worker == self.worker))
