"""What a server may send, with every state of clocks, absent players, orders and notices, for pictures."""

from __future__ import annotations

from typing import Any

from tests.browser.moments import NAMES

LONG_NAME = "Wolfgang von Hohenberg"
MOMENT = "2026-01-02T03:04:05Z"
ORDERS = [
    {"name": "a", "title": "Bid for stone wall 23 up to", "low": 3, "high": 100, "on": False, "amount": None},
    {"name": "b", "title": "Bid for the wall of the neighbour up to", "low": 3, "high": 9, "on": True, "amount": 7},
    {"name": "c", "title": "Hire nobody in this round", "low": None, "high": None, "on": True, "amount": None},
    {"name": "d", "title": "Take no action in this round", "low": None, "high": None, "on": False, "amount": None},
]

MAIL_ADDRESS = "wolfgang.maximilian.karl.von.hohenberg@mail.example.org"
EVERYTHING: dict[str, Any] = {
    "mail": {"available": True, "address": MAIL_ADDRESS, "unconfirmed": f"new.{MAIL_ADDRESS}", "events": ["turn"]},
    "push": {
        "key": "BA",
        "devices": [
            {"id": "a", "label": "Firefox on Android", "this": True, "created": MOMENT},
            {"id": "b", "label": LONG_NAME, "this": False, "created": MOMENT},
        ],
        "events": ["turn", "time", "invited", "over", "asked"],
    },
    "webhook": {
        "hooks": [{"id": "c", "url": f"https://example.org/{'long-' * 20}path", "created": MOMENT}],
        "events": [],
    },
    "pace": "hourly",
}
WEBHOOK = {"id": "d", "secret": "s" * 43}
FATES = {
    "sent": "",
    "failed": "The webhook answered 500.",
    "held": "Held for a digest, because you had many mails.",
    "dropped": "You were at the table.",
    "waiting": "The mail server cannot be reached.",
}
TOO_MANY = {"code": "too_many", "message": "You have just sent a test. Wait a few seconds.", "ruling": ""}
LOG = [
    {
        "id": state,
        "event": "turn",
        "channel": "mail",
        "target": "",
        "match": "abcdefghij" if state == "sent" else None,
        "text": f"It is your turn in Blockade with {NAMES[0]}.",
        "state": state,
        "reason": reason,
        "created": MOMENT,
        "due": MOMENT if state in ("held", "waiting") else None,
        "sent": MOMENT if state == "sent" else None,
    }
    for state, reason in FATES.items()
]


def absences(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return changes of a view with clocks and players who are away."""
    you = found["you"]
    other = next(seat["seat"] for seat in found["seats"] if seat["seat"] != you)

    def replaced(number: int) -> list[dict[str, Any]]:
        return [{**seat, "stand_in": 2, "left": True} if seat["seat"] == number else seat for seat in found["seats"]]

    policy = {**found["policy"], "clock": {"kind": "game", "seconds": 900, "increment": 10}}
    left = [65.0] * len(found["seats"])
    return {
        "time is short": {"policy": policy, "clock": {"left": left, "running": you}},
        "days for each turn": {
            "policy": {**policy, "clock": {"kind": "turn", "seconds": 259200, "increment": 0}},
            "clock": {"left": [200_000.0] * len(left), "running": you},
        },
        "somebody is away": {"replaceable": [other], "claimable": [other]},
        "a bot plays for another player": {"seats": replaced(other)},
        "a bot plays for me": {"seats": replaced(you)},
    }
