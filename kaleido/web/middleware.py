"""The checks that every request must pass, and the headers that every reply carries."""

import asyncio
from collections.abc import Iterator

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kaleido.errors import RequestError, UnavailableError
from kaleido.text import quote
from kaleido.web.headers import SERVER
from kaleido.web.hosts import Hosts
from kaleido.web.limits import Limits

API = "/api/"
UPLOAD = "/api/read"

_MAX_DRAINED = 50_000_000
"""Bytes of a body that is refused that are read and dropped, so that the client gets a reply."""


class SecurityMiddleware:
    """An ASGI application around another that lets in only requests that are fit to be answered.

    A request must name this server as its host and come from no other site, and its body must be
    small. Every reply says what a browser may do with it.

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
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        is_api = scope["path"].startswith(API)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SERVER)
                headers.setdefault("Cache-Control", "no-store" if is_api else "no-cache")
            await send(message)

        body: list[bytes] = []
        try:
            # Before any refusal: if a connection is closed before all was read, its reply may be
            # lost on the way.
            if await self._read(body, scope["path"], receive):
                self._check(Headers(scope=scope), is_api=is_api)
                await self._app(scope, _replay(b"".join(body), receive), send_with_headers)
        except RequestError as error:
            # What may be left of the request is not read.
            reply = JSONResponse({"error": str(error)}, error.status, {"Connection": "close"})
            await reply(scope, receive, send_with_headers)
        finally:
            self._held -= sum(map(len, body))

    def _check(self, headers: Headers, *, is_api: bool) -> None:
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            raise RequestError(400, f"the request has {len(hosts)} Host headers, expected one")
        if hosts[0] not in self._hosts:
            raise RequestError(421, f"{quote(hosts[0], 80)} is not this server")
        origin = headers.get("origin")
        # A proxy before this server may speak https, and the server not know of it.
        own = [f"{scheme}://{hosts[0].lower()}" for scheme in ("http", "https")]
        if origin is not None and origin.lower() not in own:
            raise RequestError(403, f"requests from {quote(origin, 80)} are not answered")
        # A browser says so even where it sends no Origin, as for an image of another page.
        if is_api and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            raise RequestError(403, "requests from other sites are not answered")

    async def _read(self, body: list[bytes], path: str, receive: Receive) -> bool:
        """Read the body into a list of its parts; return whether the client is still there."""
        limit = self._limits.image if path == UPLOAD else self._limits.body
        size, more = 0, True
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while more and size <= _MAX_DRAINED:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return False
                    part = message.get("body", b"")
                    more = message.get("more_body", False)
                    size += len(part)
                    if size <= limit:
                        body.append(part)
                        self._held += len(part)
                        if self._held > self._limits.held:
                            raise UnavailableError("busy: too much is being uploaded at once")
        except TimeoutError:
            late = f"the body did not come within {self._limits.body_seconds:g} s"
            raise RequestError(408, late) from None
        if size > limit:
            raise RequestError(413, f"the body is larger than {limit:,} bytes")
        return True


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a callable that receives the body first and then whatever comes."""
    messages: Iterator[Message] = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def replay() -> Message:
        return next(messages, None) or await receive()

    return replay
