"""What a request may be: how often, how large; and the headers that every answer has."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 64 * 1024
"""Bytes in the body of a request. The largest that makes sense, an order of many picks, has a few hundred."""

TOO_LARGE = (f"the body is larger than {LARGEST} bytes", "send less", {"connection": "close"})

ADDRESSES = 10_000
"""Addresses whose requests are counted; the one that has been quiet longest is forgotten first."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Links are secrets: no address of ours goes to another server, no page of ours stands in another one's frame, and
nothing runs here but our own files."""


@lru_cache(ADDRESSES)
def household(address: str) -> str:
    """Whose requests are counted together: of IPv6, where everybody has a network of addresses, that network."""
    try:
        known = ip_address(address)
    except ValueError:  # a socket of Unix has none
        return address
    if isinstance(known, IPv4Address):
        return address
    return str(known.ipv4_mapped or IPv6Network((int(known), 64), strict=False))


@dataclass
class Bucket:
    """Requests that an address still has; they grow back at a steady rate."""

    left: float
    at: float


READING = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

OWN = (b"same-origin", b"none")
"""What a browser says (``Sec-Fetch-Site``) of what our own pages send, or a person himself; programs say nothing."""


class Limits:
    """Refuses bodies that are too large, addresses that ask too often, and what pages of other sites send.

    Args:
        rate: requests a second from one address, on the average; ten seconds' worth may come at once. 0: no limit.
    """

    def __init__(self, app: ASGIApp, rate: float) -> None:
        self._app = app
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._rate and not self._allowed(scope["client"][0] if scope.get("client") else ""):
            await _refuse(send, 429, "too many requests", "wait a little", {"retry-after": "1"})
            return
        headers = dict(scope["headers"])
        if scope["method"] not in READING and headers.get(b"sec-fetch-site", b"none") not in OWN:
            await _refuse(send, 403, "a page of another site has asked for this", "use the pages of this server", {})
            return
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST:
            await _refuse(send, 413, *TOO_LARGE)
            return
        body = _Measured(receive, send)
        await self._app(scope, body.receive, body.send)
        if body.too_large:
            await _refuse(send, 413, *TOO_LARGE)

    def _allowed(self, address: str) -> bool:
        now = time.monotonic()
        most = 10 * self._rate
        whose = household(address)
        bucket = self._buckets.setdefault(whose, Bucket(most, now))
        self._buckets.move_to_end(whose)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        bucket.left = min(most, bucket.left + (now - bucket.at) * self._rate)
        bucket.at = now
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True


class _Measured:
    """A body in pieces that says nothing of its length: cut off when it is too large, and not answered."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._size = 0

    @property
    def too_large(self) -> bool:
        return self._size > LARGEST

    async def receive(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.too_large else message

    async def send(self, message: Message) -> None:
        if not self.too_large:
            await self._send(message)


async def _refuse(send: Send, status: int, what: str, remedy: str, more: dict[str, str]) -> None:
    body = json.dumps({"error": {"what": what, "where": "", "expected": "", "do": remedy}}).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **more}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


class SafeHeaders:
    """Gives every answer the headers of `HEADERS`; what is told through a link is kept by no cache."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, send_safely if scope["type"] == "http" else send)
