"""Real receivers of notices, for tests: a mail server, a push service with a device, and a webhook."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import os
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

CURVE = ec.SECP256R1()


class Inbox:
    """A mail server that keeps every mail. `answer` is what it says to the next recipients, if it refuses them."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.to: list[str] = []
        self.encrypted: list[bool] = []
        self.answer: str | None = None
        self.port = 0

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: ARG002
        if self.answer is not None:
            return self.answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: ARG002
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        self.to += envelope.rcpt_tos
        self.encrypted.append(session.ssl is not None)
        self.mails.append(mail)
        return "250 OK"

    @contextlib.contextmanager
    def open(
        self, context: ssl.SSLContext | None = None, passwords: Mapping[str, str] | None = None
    ) -> Iterator[Inbox]:
        """Receive mail: encrypted if there is a certificate, and only from users if there are passwords."""

        def knows(_: Any, __: Any, ___: Any, ____: Any, given: Any) -> AuthResult:
            user, password = given.login.decode(), given.password.decode()
            return AuthResult(success=(passwords or {}).get(user) == password, handled=False)

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        controller = Controller(
            self,
            hostname="127.0.0.1",
            port=self.port,
            tls_context=context,
            authenticator=knows if passwords else None,
            auth_required=bool(passwords),
        )
        controller.start()
        try:
            yield self
        finally:
            controller.stop()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}/?from=games@example.org"

    def about(self, words: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if words in mail["Subject"]]


class Receiver:
    """A web server that keeps every request and answers with `status`."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        keeper = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                keeper.requests.append((self.path, dict(self.headers), body))
                self.send_response(keeper.status)
                if 300 <= keeper.status < 400:
                    self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    @contextlib.contextmanager
    def open(self) -> Iterator[Receiver]:
        thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            thread.join()
            self._server.server_close()

    def hooks(self, secret: str) -> list[dict[str, Any]]:
        """Return the notices to a webhook. Each must be signed with its secret."""
        for _, headers, body in self.requests:
            signature = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
            assert headers["Stockade-Signature"] == signature
        return [json.loads(body) for _, _, body in self.requests]


class Device:
    """A browser's push subscription, with the private key that only the browser has."""

    def __init__(self, service: Receiver) -> None:
        self.service = service
        self._key = ec.generate_private_key(CURVE)
        self._auth = os.urandom(16)
        self.path = f"/push/{encode(os.urandom(9))}"

    @property
    def subscription(self) -> dict[str, Any]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.service.origin + self.path,
            "expirationTime": None,
            "keys": {"p256dh": encode(point), "auth": encode(self._auth)},
        }

    def received(self) -> list[tuple[dict[str, str], dict[str, Any]]]:
        """Return the headers and decrypted content of all notices to this device."""
        return [
            (
                headers,
                json.loads(
                    http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
                ),
            )
            for path, headers, body in self.service.requests
            if path == self.path
        ]


def claims_of(authorization: str, public_key: str) -> dict[str, Any]:
    """Return what a VAPID token claims. It must be signed with the server's key."""
    scheme, _, fields = authorization.partition(" ")
    parts = dict(field.strip().split("=", 1) for field in fields.split(","))
    assert (scheme, parts["k"]) == ("vapid", public_key)
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decode(signature)
    assert len(raw) == 64
    signed = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(public_key))
    key.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(decode(claims))
    return found


def certificate(folder: Path) -> ssl.SSLContext:
    """Return the settings of a server with a certificate of its own making."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    today = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
