"""The checks that every request must pass, the names of the server, and the headers of replies."""

import ipaddress
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kaleido.base.errors import OptionError, RequestError
from kaleido.base.text import quote
from kaleido.web.limits import Limits
from kaleido.web.page import SERVER_HEADERS

API = "/api/"
UPLOAD = "/api/read"

LOOPBACK = ("localhost", "127.0.0.1", "::1")

# An address in brackets or a name, and a port. Nothing else may stand behind either of them.
_HOST = re.compile(r"(?:\[([^\[\]]*)\]|([^:\[\]]*))(?::\d{0,5})?", re.ASCII)
_NAME = re.compile(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*", re.ASCII)

_MAX_DRAINED = 50_000_000
"""The most bytes of a refused body that are read and dropped, so that the client gets the reply."""


class Hosts:
    """The names that a server goes by, besides those of the loopback interface.

    With `addresses` every numerical address is one, as for a server on all interfaces. Another
    site cannot make a browser send one to this server: DNS rebinding takes a name.

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
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return False
        name = found[1] or found[2] or ""
        return name in self._names or (self._addresses and _is_address(name))


def check_name(text: str) -> str:
    """Return the name of a host in lower case, or raise OptionError if it is none."""
    name = text.lower()
    if not _is_address(name) and not (len(name) <= 253 and _NAME.fullmatch(name)):
        raise OptionError(
            f"{quote(text, 80)} is no name of a host: expected one such as 'kaleido.example', "
            "without a scheme or a port"
        )
    return name


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class SecurityMiddleware:
    """Lets in only requests that name this server, come from no other site and are small.

    Every reply says what a browser may do with it.
    """

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Hosts) -> None:
        self._app = app
        self._limits = limits
        self._hosts = hosts

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
                headers.update(SERVER_HEADERS)
                headers.setdefault("Cache-Control", "no-store" if is_api else "no-cache")
            await send(message)

        body = Request(scope, receive).stream()
        app = self._app
        answer: Send = send_with_headers
        try:
            self._check(Headers(scope=scope), is_api=is_api)
            receive = _replay(await self._read(scope["path"], body), receive)
        except ClientDisconnect:
            return
        except RequestError as error:
            app = JSONResponse({"error": str(error)}, error.status, {"Connection": "close"})
            answer = _draining(body, send_with_headers)
        await app(scope, receive, answer)

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

    async def _read(self, path: str, body: AsyncIterator[bytes]) -> bytes:
        limit = self._limits.image if path == UPLOAD else self._limits.body
        parts: list[bytes] = []
        size = 0
        async for part in body:
            size += len(part)
            if size > limit:
                raise RequestError(413, f"the body is larger than {limit:,} bytes")
            parts.append(part)
        return b"".join(parts)


def _draining(body: AsyncIterator[bytes], send: Send) -> Send:
    """Return a callable that sends a reply, and drops the rest of the body before the reply ends.

    If the connection were closed before that, the reply might be lost on the way.
    """

    async def send_and_drain(message: Message) -> None:
        if message["type"] == "http.response.body":
            await send({**message, "more_body": True})
            message = {"type": "http.response.body"}
            size = 0
            with suppress(ClientDisconnect):
                async for part in body:
                    size += len(part)
                    if size > _MAX_DRAINED:
                        break
        await send(message)

    return send_and_drain


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a callable that receives the body first and then whatever comes."""
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def replay() -> Message:
        return next(messages, None) or await receive()

    return replay
