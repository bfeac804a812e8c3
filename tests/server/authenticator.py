"""An authenticator in software, for tests: it makes passkeys (ES256, without attestation) and signs with them."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encode(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """A device with one passkey, and the browser in front of it."""

    def __init__(self, origin: str = "http://testserver", host: str = "testserver") -> None:
        self.origin, self.host = origin, host
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.user = b""
        self.count = 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the options of a registration."""
        self.user = decode(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        about = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        data = self._data(PRESENT | VERIFIED | ATTESTED) + about
        return self._credential(
            clientDataJSON=encode(self._client_data("webauthn.create", options)),
            attestationObject=encode(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the options of a sign-in."""
        self.count += 1
        data = self._data(PRESENT | VERIFIED)
        client_data = self._client_data("webauthn.get", options)
        signed = data + hashlib.sha256(client_data).digest()
        return self._credential(
            clientDataJSON=encode(client_data),
            authenticatorData=encode(data),
            signature=encode(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            userHandle=encode(self.user),
        )

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _credential(self, **response: str) -> dict[str, Any]:
        number = encode(self.id)
        return {"id": number, "rawId": number, "type": "public-key", "response": response}
