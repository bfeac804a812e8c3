"""Who makes a request, and what they may do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from ..errors import Refused

READ: Final = "read"  # see one's own matches and tables
PLAY: Final = "play"  # take seats and play
SCOPES: Final = (READ, PLAY)


@dataclass(frozen=True, slots=True)
class Caller:
    """A person, the holder of a seat's token, or a stranger."""

    person: str | None = None  # the person's id
    name: str = ""  # their name
    token: str | None = None  # of a seat
    scopes: Collection[str] | None = None  # what a program may do for the person; None for the person themselves
    address: str = ""  # from which they call

    def may(self, scope: str) -> bool:
        return self.scopes is None or scope in self.scopes

    def check(self, scope: str) -> None:
        if not self.may(scope):
            raise Refused("forbidden", "This key does not allow this: it lacks the scope `{scope}`.", scope=scope)

    def need_person(self) -> str:
        """Return the person's id. Everybody else is refused, and so are programs."""
        if self.person is None:
            raise Refused("bad_token", "Choose a name or sign in first.")
        if self.scopes is not None:
            raise Refused("forbidden", "Programs cannot do this: only the person themselves can.")
        return self.person


STRANGER = Caller()
