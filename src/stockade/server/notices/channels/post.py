"""Send HTTP requests to addresses that people gave. The server must not be a way into its own network.

A name is resolved once: the request goes to the address that was checked. Redirects are not followed, only the
status of the response is read, and the whole exchange has a time limit.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

import h11

from stockade.core.language import mark, say

from . import Failure

LONGEST_URL = 1000
SECONDS = 10.0
PIECE = 16 * 1024
NAT64 = IPv6Network("64:ff9b::/96")  # the last four bytes are an IPv4 address
PRIVATE = mark("This address is in a private network.")


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of a URL that are needed for a request."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (443 if self.secure else 80) else f"{name}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{'https' if self.secure else 'http'}://{self.authority}"


def parse(url: str) -> Target:
    """Return the parts of a URL. Raise `ValueError`, with a text for people, if no request can be sent to it."""
    if len(url) > LONGEST_URL:
        raise ValueError(say("An address has at most {most} characters.", most=LONGEST_URL))
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise ValueError(say("The address contains characters that are not allowed."))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ValueError(say("This is not a valid address.")) from error
    if parts.scheme not in ("http", "https"):
        raise ValueError(say("An address begins with https:// or http://."))
    if not parts.hostname or port == 0:
        raise ValueError(say("This is not a valid address."))
    if parts.username is not None or parts.password is not None:
        raise ValueError(say("An address must not contain a user or a password."))
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, parts.hostname, port or (443 if secure else 80), path)


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to the public internet."""
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour
        if inside is None and address in NAT64:
            inside = IPv4Address(address.packed[-4:])
        if address.teredo is not None:
            return False
        address = inside or address
    return address.is_global and not address.is_multicast and not address.is_reserved


async def resolve(target: Target, private: bool) -> str:
    """Return the IP address of a host. All its addresses must be public, unless private ones are allowed."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(target.host, target.port, type=1)
    except (OSError, UnicodeError) as error:
        raise Failure("The address was not found.") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses:
        raise Failure("The address was not found.")
    if not private and not all(is_public(address) for address in addresses):
        raise Failure(PRIVATE, again=False)
    return addresses[0]


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(url: str, headers: Mapping[str, str], body: bytes, *, private: bool, seconds: float = SECONDS) -> int:
    """Send a POST request and return the status of the response."""
    try:
        target = parse(url)
    except ValueError as error:
        raise Failure(str(error), again=False) from error
    try:
        async with asyncio.timeout(seconds):
            return await _exchange(target, await resolve(target, private), headers, body)
    except TimeoutError as error:
        raise Failure("There was no response in time.") from error
    except ssl.SSLError as error:
        raise Failure("The connection is not secure: the certificate is not valid.") from error
    except (OSError, EOFError) as error:
        raise Failure("The connection failed.") from error
    except h11.RemoteProtocolError as error:
        raise Failure("The response is not valid.") from error


async def _exchange(target: Target, address: str, headers: Mapping[str, str], body: bytes) -> int:
    secure = {"ssl": _trusted(), "server_hostname": target.host} if target.secure else {}
    reader, writer = await asyncio.open_connection(address, target.port, **secure)  # type: ignore[arg-type]
    try:
        talk = h11.Connection(h11.CLIENT)
        fields = {"Host": target.authority, "Connection": "close", "Content-Length": str(len(body)), **headers}
        request = h11.Request(method="POST", target=target.path, headers=list(fields.items()))
        for part in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(talk.send(part) or b"")
        await writer.drain()
        while True:
            event = talk.next_event()
            if isinstance(event, h11.Response):
                return event.status_code
            if event is h11.NEED_DATA:
                talk.receive_data(await reader.read(PIECE))
            elif not isinstance(event, h11.InformationalResponse):
                raise EOFError
    finally:
        writer.close()
