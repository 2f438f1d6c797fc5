"""The application: the API, the page, and the security around both."""

import mimetypes
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from threading import Thread
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from kaleido._version import __version__
from kaleido.base.errors import KaleidoError, RequestError
from kaleido.base.text import quote
from kaleido.web.dispatch import Dispatcher
from kaleido.web.limits import Limits
from kaleido.web.middleware import Hosts, SecurityMiddleware
from kaleido.web.page import DIST, FOR_GOOD, STATIC, bundled_names, page_text
from kaleido.web.routes import list_text, router

# Some systems have other media types for these, which browsers do not accept.
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css"}

_UNREADABLE = {
    RecursionError: "it is nested too deeply",
    UnicodeDecodeError: "it is not UTF-8",
    ValueError: "a number in it has too many digits",
}
"""Errors of the JSON reader that are not about syntax, in words; FastAPI has none for them."""


class _Api(FastAPI):
    """An API whose streams are described as they are sent: each event has its JSON in `data`."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            for path in super().openapi()["paths"].values():
                for operation in path.values():
                    content = operation["responses"].get("200", {}).get("content", {})
                    stream = content.get("text/event-stream", {})
                    if "schema" in stream:
                        kind = {"type": "string", "contentMediaType": "application/json"}
                        data = kind | {"contentSchema": stream["schema"]}
                        stream["schema"] = {"type": "object", "properties": {"data": data}}
        return super().openapi()


class _Bundled(StaticFiles):
    """The files of the bundle, for good; in Brotli for those who read it."""

    async def check_config(self) -> None:
        """Allow that there is no folder: a bundle may be made later, or be taken away."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        accepted = Headers(scope=scope).get("accept-encoding", "")
        is_small = "br" in accepted and (DIST / f"{path}.br").is_file()
        reply = await super().get_response(f"{path}.br" if is_small else path, scope)
        if is_small:
            reply.headers["Content-Encoding"] = "br"
        reply.headers["Vary"] = "Accept-Encoding"
        reply.headers["Cache-Control"] = FOR_GOOD
        return reply


def create_app(
    limits: Limits | None = None, hosts: Hosts | None = None, own: Iterable[str] = ()
) -> FastAPI:
    """Make the application; its worker processes run as long as its lifespan lasts.

    The server answers to the names of the loopback interface by default. Questions may name the
    strategies of Kaleido, and its user's `own`.
    """
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        dispatcher = Dispatcher(limits, app.state.own)
        app.state.dispatcher = dispatcher
        # The digests of questions of which the solutions are too many to be counted.
        app.state.uncounted = deque(maxlen=limits.cached)
        try:
            dispatcher.start()
            # Before somebody opens the page, which begins with it.
            Thread(target=_keep_start, args=(app.state.own,), daemon=True).start()
            yield
        finally:
            await dispatcher.close()

    app = _Api(
        title="Kaleido",
        summary="Patterns of Dr Wood's Kaleidoscope: solved, counted, explained.",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        # FastAPI's own pages load scripts from other sites.
        docs_url=None,
        redoc_url=None,
        # A redirection names this server as its clients do not know it if a proxy is before it.
        redirect_slashes=False,
    )
    app.state.own = tuple(own)
    app.include_router(router)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(KaleidoError, _known_error)
    app.add_exception_handler(Exception, _unknown_error)
    for suffix, kind in _TYPES.items():
        mimetypes.add_type(kind, suffix)
    # Phones may have slow connections. Streams are not compressed.
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
    app.mount("/dist", _Bundled(directory=DIST, check_dir=False), name="dist")
    app.add_api_route("/", _page, methods=["GET", "HEAD"], include_in_schema=False)
    # Outside of Starlette's own middleware, so that its error replies get the headers, too.
    app.middleware_stack = SecurityMiddleware(
        app.build_middleware_stack(), limits, hosts or Hosts()
    )
    return app


def _keep_start(own: tuple[str, ...]) -> None:
    """Make the list with which the page begins, unless the files that may be open have run out."""
    with suppress(OSError):
        list_text("start", own)


def _page() -> Response:
    # In a thread, as all files of the page are read to see whether its bundle is fresh.
    return HTMLResponse(page_text(bundled_names()))


def _error(status: int, message: str, headers: Any = None) -> Response:
    return JSONResponse({"error": message}, status, headers)


def _known_error(_: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, RequestError) else 400
    return _error(status, str(error))


def _unknown_error(_: Request, __: Exception) -> Response:
    return _error(500, "something went wrong; the server's log says what")


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    messages = {
        404: f"there is no {quote(request.url.path, 80)} here",
        405: f"{quote(request.url.path, 80)} does not answer {quote(request.method)} requests",
    }
    message = messages.get(error.status_code, " ".join(str(error.detail).split()))
    if type(error.__cause__) in _UNREADABLE:
        message = f"the body cannot be read as JSON: {_UNREADABLE[type(error.__cause__)]}"
    headers = dict(error.headers or {})
    if error.status_code == 405:
        # Starlette gives the methods of the first of several routes only.
        documented = request.app.openapi()["paths"].get(request.url.path)
        if documented:
            headers["Allow"] = ", ".join(sorted(map(str.upper, documented)))
    return _error(error.status_code, message, headers)


def _malformed(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        problem = first.get("ctx", {}).get("error", "")
        return _error(422, f"the body is not JSON: {problem} at character {first['loc'][-1]}")
    where = "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"][1:]
    )
    what = quote(where.removeprefix("."), 80) if where else f"the {first['loc'][0]}"
    value = first["input"]
    shown = quote(value if isinstance(value, str) else repr(value))
    given = "" if first["type"] == "missing" else f", got {shown}"
    return _error(422, f"{what}: {first['msg'].lower()}{given}")
