"""What every request must pass, and the headers that every answer bears."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kaleido.text import quote
from kaleido.web.limits import Limits
from kaleido.web.refusal import BUSY, RefusalError

API = "/api/"
UPLOAD = "/api/read"

LOOPBACK = ("localhost", "127.0.0.1", "::1")

_HEADERS = {
    # Pictures may be made by the page itself.
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

_DRAINED = 50_000_000
"""Of a body that is too large so much is read and dropped, so that the client reads why."""


class Hosts:
    """The names that a server goes by.

    Parameters
    ----------
    names : iterable of str, optional
        Besides those of the loopback interface.
    addresses : bool, optional
        Whether any numerical address is a name, as for a server on all interfaces. No other
        site can make a browser use one for this server: that takes a name.

    Examples
    --------
    >>> hosts = Hosts()
    >>> [host in hosts for host in ("localhost:8064", "[::1]:80", "evil.example:8064")]
    [True, True, False]
    """

    def __init__(self, names: Iterable[str] = (), *, addresses: bool = False) -> None:
        self._names = {name.lower() for name in (*LOOPBACK, *names)}
        self._addresses = addresses

    def __contains__(self, host: str) -> bool:
        name = _without_port(host)
        return name in self._names or (self._addresses and _is_address(name))


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """An ASGI application around another: it lets in what is fit to be answered.

    A request must name this server as its host and come from no other site; its body must be
    small, and soon there. Every answer says what a browser may do with it.

    Parameters
    ----------
    app : ASGIApp
    limits : Limits
    hosts : Hosts
    """

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Hosts) -> None:
        self._app = app
        self._limits = limits
        self._hosts = hosts
        self._requests = 0
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        is_api = scope["path"].startswith(API)

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault("Cache-Control", "no-store" if is_api else "no-cache")
            await send(message)

        self._requests += 1
        body = _Body(self._limits.image if scope["path"] == UPLOAD else self._limits.body)
        try:
            self._check_size(scope)
            self._check(Headers(scope=scope), is_api)
            if not await self._read(body, scope, receive):
                return
            await self._app(scope, body.replayed(receive), send_marked)
        except RefusalError as refusal:
            await _refuse(refusal, send_marked)
        finally:
            self._requests -= 1
            self._held -= body.held

    def _check_size(self, scope: Scope) -> None:
        if len(scope["path"]) + len(scope["query_string"]) > self._limits.url:
            raise RefusalError(414, f"the URL is longer than {self._limits.url:,} characters")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.headers:
            raise RefusalError(431, f"the headers are larger than {self._limits.headers:,} bytes")

    def _check(self, headers: Headers, is_api: bool) -> None:
        if self._requests > self._limits.requests:
            raise RefusalError(BUSY, f"busy: {self._limits.requests} requests are being answered")
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            raise RefusalError(400, f"the request has {len(hosts)} Host headers, expected one")
        if hosts[0] not in self._hosts:
            raise RefusalError(421, f"{quote(hosts[0], 80)} is not this server")
        origin = headers.get("origin")
        # Only the host is compared: a proxy before this server may speak https.
        if origin is not None and origin.lower().partition("://")[2] != hosts[0].lower():
            raise RefusalError(403, f"requests from {quote(origin, 80)} are not answered")
        # A browser says so even where it sends no Origin, as for an image of another page.
        if is_api and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            raise RefusalError(403, "requests from other sites are not answered")

    async def _read(self, body: _Body, scope: Scope, receive: Receive) -> bool:
        """Read the body; say whether the client is still there."""
        declared = Headers(scope=scope).get("content-length", "0")
        too_large = not declared.isdecimal() or int(declared[:20]) > body.most
        size = 0
        more = True
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while more and size <= _DRAINED:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return False
                    chunk = message.get("body", b"")
                    more = message.get("more_body", False)
                    size += len(chunk)
                    too_large = too_large or size > body.most
                    if not too_large:
                        self._held += len(chunk)
                        body.add(chunk)
                        if self._held > self._limits.held:
                            raise RefusalError(BUSY, "busy: too much is being uploaded at once")
        except TimeoutError:
            if not too_large:
                raise RefusalError(
                    408, f"the body did not come within {self._limits.body_seconds:g} s"
                ) from None
        if too_large:
            raise RefusalError(413, f"the body is larger than {body.most:,} bytes")
        return True


class _Body:
    """A request's body, read whole before anything else is done."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0
        self._chunks: list[bytes] = []

    def add(self, chunk: bytes) -> None:
        self.held += len(chunk)
        self._chunks.append(chunk)

    def replayed(self, receive: Receive) -> Receive:
        """Give what receives the body first and then whatever comes."""
        first: Message | None = {
            "type": "http.request",
            "body": b"".join(self._chunks),
            "more_body": False,
        }
        self._chunks.clear()

        async def replay() -> Message:
            nonlocal first
            if first is not None:
                message, first = first, None
                return message
            return await receive()

        return replay


async def _refuse(refusal: RefusalError, send: Send) -> None:
    body = json.dumps({"error": str(refusal)}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        # What is left of the request is not read.
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
