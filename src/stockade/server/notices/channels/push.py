"""Web push: notices to browsers, encrypted for the device (RFC 8291) and signed with the server's key (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import dataclass
from datetime import timedelta

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)

from stockade.core.language import say

from ...moments import now
from ..models import FINISHED, TIME, Event
from . import Failure, Notice
from .post import parse, post

CURVE = ec.SECP256R1()
TOKEN_LASTS = timedelta(hours=12)  # push services accept at most a day
LASTS = timedelta(days=1)  # how long a push service keeps a notice for a device that is off
AUTH_BYTES = 16
URGENCY: dict[Event, str] = {TIME: "high", FINISHED: "low"}


@dataclass(frozen=True, slots=True)
class Device:
    """Where a browser takes notices, and the keys that they are encrypted with."""

    endpoint: str
    p256dh: str
    auth: str


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def check(device: Device) -> None:
    """Raise `ValueError` if notices cannot be encrypted for a device."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(device.p256dh))
        fits = len(decode(device.auth)) == AUTH_BYTES
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(say("The keys of this device are not valid."))


def new_key() -> bytes:
    """Return a new private key of a server."""
    return ec.generate_private_key(CURVE).private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


class Sender:
    """Sends notices with the private key of the server. `contact` is a URL where push services find its operator."""

    def __init__(self, private_key: bytes, contact: str | None, private: bool) -> None:
        key = load_der_private_key(private_key, None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        self._key = key
        self.contact = contact
        self.private = private
        self.public_key = encode(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def send(self, device: Device, notice: Notice) -> None:
        content = {"text": notice.text, "path": notice.path, "tag": notice.match_id or notice.event}
        lasts = LASTS if notice.until is None else min(LASTS, notice.until - now())
        headers = {
            "Authorization": f"vapid t={self._token(parse(device.endpoint).origin)}, k={self.public_key}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, int(lasts.total_seconds()))),
            "Urgency": URGENCY.get(notice.event, "normal"),
        }
        if notice.match_id:
            headers["Topic"] = notice.match_id  # a newer notice about a match replaces an older one
        body = _encrypted(json.dumps(content, ensure_ascii=False).encode(), device)
        status = await post(device.endpoint, headers, body, private=self.private)
        if status in (404, 410):
            raise Failure("This device takes no notices any more.", again=False, gone=True)
        if not 200 <= status < 300:
            again = status >= 500 or status in (408, 425, 429)
            raise Failure("The push service answered {status}.", again=again, status=status)

    def _token(self, origin: str) -> str:
        """Return a token that proves to one push service which server sends."""
        claims = {"aud": origin, "exp": int((now() + TOKEN_LASTS).timestamp())}
        if self.contact:
            claims["sub"] = self.contact
        head = encode(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
        signed = f"{head}.{encode(json.dumps(claims).encode())}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _encrypted(content: bytes, device: Device) -> bytes:
    encrypted: bytes = http_ece.encrypt(
        content,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(CURVE),
        dh=decode(device.p256dh),
        auth_secret=decode(device.auth),
        version="aes128gcm",
    )
    return encrypted
