"""A WebSocket client that costs as little as possible, because it shares the processor with the server it measures.

It opens connections in blocking mode, and afterwards only cuts bytes into messages. Frames that it sends are masked
with zeros, which leaves their content as it is.
"""

from __future__ import annotations

import base64
import os
import socket
import struct
import zlib

CONTINUED, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA
FINAL, COMPRESSED, MASKED = 0x80, 0x40, 0x80
ZERO_MASK = bytes(4)
TAIL = b"\x00\x00\xff\xff"  # what permessage-deflate leaves out at the end of each message
HANDSHAKE_SECONDS = 60.0


class Refused(OSError):
    """The server did not accept a connection."""


def frame(content: bytes, opcode: int = TEXT) -> bytes:
    """Return a whole message as a client sends it."""
    size = len(content)
    if size < 126:
        head = bytes((FINAL | opcode, MASKED | size))
    elif size < 65536:
        head = struct.pack("!BBH", FINAL | opcode, MASKED | 126, size)
    else:
        head = struct.pack("!BBQ", FINAL | opcode, MASKED | 127, size)
    return head + ZERO_MASK + content


class Socket:
    """One open connection."""

    __slots__ = ("_inflate", "_parts", "_rest", "is_closed", "raw")

    def __init__(self, raw: socket.socket, rest: bytes, deflate: bool) -> None:
        self.raw = raw
        self.is_closed = False
        self._rest = rest
        self._parts: list[bytes] = []  # of a message that comes in several frames
        self._inflate = zlib.decompressobj(-15) if deflate else None

    def send(self, content: bytes) -> None:
        self.raw.sendall(frame(content))

    def messages(self, chunk: bytes) -> list[bytes]:
        """Return the messages that these bytes complete. Pings are answered on the way."""
        data = self._rest + chunk if self._rest else chunk
        found: list[bytes] = []
        at, end = 0, len(data)
        while end - at >= 2:
            first, size, start = data[at], data[at + 1], at + 2
            if size == 126:
                start += 2
                size = int.from_bytes(data[at + 2 : start], "big") if end >= start else end
            elif size == 127:
                start += 8
                size = int.from_bytes(data[at + 2 : start], "big") if end >= start else end
            if end - start < size:
                break
            at = start + size
            self._take(first, data[start:at], found)
        self._rest = data[at:]
        return found

    def _take(self, first: int, content: bytes, found: list[bytes]) -> None:
        opcode = first & 0xF
        if opcode in (TEXT, CONTINUED):
            if self._inflate is not None and (first & COMPRESSED or self._parts):
                content = self._inflate.decompress(content + TAIL if first & FINAL else content)
            if first & FINAL and not self._parts:
                found.append(content)
                return
            self._parts.append(content)
            if first & FINAL:
                found.append(b"".join(self._parts))
                self._parts.clear()
        elif opcode == PING:
            self.raw.sendall(frame(content, PONG))
        elif opcode == CLOSE:
            self.is_closed = True


def connect(host: str, port: int, path: str, source: str | None = None, deflate: bool = False) -> Socket:
    """Open a connection from a given address of this machine. It is left in blocking mode."""
    raw = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    raw.settimeout(HANDSHAKE_SECONDS)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        if source is not None:
            raw.bind((source, 0))
        raw.connect((host, port))
        extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if deflate else ""
        key = base64.b64encode(os.urandom(16)).decode()
        raw.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{extension}\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            chunk = raw.recv(65536)
            if not chunk:
                raise Refused(f"{path}: the server closed the connection")
            answer += chunk
        head, _, rest = answer.partition(b"\r\n\r\n")
        status = head.partition(b"\r\n")[0]
        if b" 101 " not in status:
            raise Refused(f"{path}: {status.decode('latin-1')}")
        return Socket(raw, rest, b"permessage-deflate" in head)
    except BaseException:
        raw.close()
        raise
