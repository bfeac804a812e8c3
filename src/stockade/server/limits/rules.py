"""The limits and their defaults, and which kind of request each request is."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Final, Literal, get_args

from throttled.rate_limiter.quota_parser import parse

Kind = Literal["page", "read", "write", "draw", "enter", "sign-in", "table", "hint", "socket", "message"]
By = Literal["person", "address"]
BY: Final[tuple[By, ...]] = get_args(By)

# How often, by kind of request: "RATE/UNIT burst MOST". A burst can be used up at once and comes back at the rate.
# An address has more than a person, because a school or a company may share one.
RATES: Mapping[tuple[Kind, By], str] = MappingProxyType(
    {
        ("page", "address"): "100/second burst 2000",  # the client's files
        ("read", "person"): "40/second burst 400",
        ("read", "address"): "100/second burst 1500",
        ("write", "person"): "15/second burst 150",
        ("write", "address"): "50/second burst 600",
        ("draw", "person"): "15/second burst 150",  # pictures of positions and of earlier states
        ("draw", "address"): "40/second burst 500",
        ("enter", "person"): "30/minute burst 30",  # choose a name; strangers become guests by it
        ("enter", "address"): "120/minute burst 300",
        ("sign-in", "person"): "10/minute burst 20",  # passwords, passkeys and links
        ("sign-in", "address"): "30/minute burst 60",
        ("table", "person"): "30/minute burst 60",
        ("table", "address"): "120/minute burst 400",
        ("hint", "person"): "300/hour burst 100",
        ("hint", "address"): "1500/hour burst 500",
        ("socket", "person"): "60/minute burst 120",  # connections that are opened
        ("socket", "address"): "300/minute burst 1000",
        ("message", "person"): "20/second burst 100",  # messages over one connection
    }
)

ADMITTED = ("/healthz", "/readyz", "/metrics")  # asked by machines that watch the server
_PATHS: tuple[tuple[str, str, Kind], ...] = (
    ("POST", r"/api/me", "enter"),
    ("POST", r"/api/me/(sign-in|passkey-sign-in|use-link|claim)", "sign-in"),
    ("POST", r"/api/matches(/[^/]+/rematch)?|/api/records", "table"),
    ("GET", r"/api/matches/[^/]+/events", "socket"),
    ("POST", r"/api/matches/[^/]+/hint", "hint"),
    ("POST", r"/api/games/[^/]+/think", "hint"),
    ("POST", r"/api/matches/[^/]+/analysis", "hint"),
    ("POST", r"/api/games/[^/]+/(position|opening|draft)", "draw"),
    ("GET", r"/api/matches/[^/]+/((scenes|pictures|positions)/[^/]+|log|record)", "draw"),
    ("POST", r"/api/matches/[^/]+/line", "draw"),
    ("GET", r"/api/matches/[^/]+/variations", "draw"),
    ("GET", r"/api/games/[^/]+/learn", "draw"),
    ("POST", r"/api/games/[^/]+/book", "draw"),
    ("GET", r"/api/puzzles/[^/]+/[^/]+", "draw"),
    ("POST", r"/api/puzzles/[^/]+/[^/]+/(answer|solution)", "table"),  # strangers become guests by it
)
_KINDS = tuple((method, re.compile(path), kind) for method, path, kind in _PATHS)


def kind_of(method: str, path: str) -> Kind | None:
    """Return the kind of a request, or None if it is not limited."""
    if path in ADMITTED:
        return None
    if not path.startswith("/api/"):
        return "page"
    method = "GET" if method == "HEAD" else method
    for its_method, pattern, kind in _KINDS:
        if method == its_method and pattern.fullmatch(path):
            return kind
    return "read" if method in ("GET", "OPTIONS") else "write"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server. A limit of zero does not exist."""

    rates: Mapping[tuple[Kind, By], str] = field(default_factory=lambda: RATES)
    open_tables: int = 200  # of a person: tables that wait, or have been played at in the last days
    open_tables_address: int = 1000  # the same of an address
    sockets: int = 60  # open connections of a person, to one process
    sockets_address: int = 500  # the same of an address
    bot_seconds: int = 8 * 60 * 60  # how long bots may think for a person in a day
    bot_seconds_address: int = 24 * 60 * 60  # the same for people without a name, by their address
    imports: int = 200  # records that a person may import in a day
    analyses: int = 5  # analyses that somebody has asked for and that are not done


NO_LIMITS = Limits({}, *[0] * (len(fields(Limits)) - 1))


def from_env() -> Limits:
    """Return the limits that the variable STOCKADE_LIMITS of the environment sets, or else the defaults.

    It is `off`, or a list such as `hint.person=50/hour burst 20, sockets=100, read.address=off`.
    """
    given = os.environ.get("STOCKADE_LIMITS", "").strip()
    if given == "off":
        return NO_LIMITS
    limits, rates = Limits(), dict(RATES)
    for part in filter(None, (part.strip() for part in given.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        kind, _, by = name.partition(".")
        try:
            if (kind, by) in RATES:
                rates[kind, by] = "" if value == "off" else value  # type: ignore[index]
                if value != "off":
                    parse(value)
            elif name in NUMBERS:
                limits = replace(limits, **{name: 0 if value == "off" else int(value)})  # type: ignore[arg-type]
            else:
                raise ValueError(f"there is no limit of this name: {name}")
        except Exception as error:
            raise ValueError(f"STOCKADE_LIMITS: cannot read {part!r} ({error})") from error
    return replace(limits, rates={key: rate for key, rate in rates.items() if rate})


NUMBERS = tuple(each.name for each in fields(Limits) if each.name != "rates")
