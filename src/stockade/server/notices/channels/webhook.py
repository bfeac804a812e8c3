"""Notices as JSON, posted to an address of the person's choice and signed with the webhook's secret."""

from __future__ import annotations

import hashlib
import hmac
import json

from . import Failure, Notice
from .post import post

SIGNATURE = "Stockade-Signature"


def body_of(notice: Notice, public_url: str | None) -> bytes:
    content = {
        "id": notice.id,
        "event": notice.event,
        "match": notice.match_id or None,
        "text": notice.text,
        "at": notice.at.isoformat(),
        "path": notice.path,
        "url": f"{public_url}{notice.path}" if public_url else None,
    }
    return json.dumps(content, ensure_ascii=False).encode()


def sign(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


async def send(url: str, secret: str, notice: Notice, *, public_url: str | None, private: bool) -> None:
    body = body_of(notice, public_url)
    headers = {"Content-Type": "application/json", "User-Agent": "Stockade", SIGNATURE: sign(secret, body)}
    status = await post(url, headers, body, private=private)
    if 300 <= status < 400:
        raise Failure("The webhook answered {status}. Redirects are not followed.", again=False, status=status)
    if not 200 <= status < 300:
        raise Failure("The webhook answered {status}.", again=status != 410, status=status)
