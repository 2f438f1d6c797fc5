"""The application: the API, the page, and what keeps both safe."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from kaleido._version import __version__
from kaleido.errors import KaleidoError, quote
from kaleido.web.desk import Desk
from kaleido.web.guard import Guard, Hosts
from kaleido.web.limits import Limits
from kaleido.web.routes import router

STATIC = Path(__file__).parent / "static"

# What the system says about these is not always what browsers want to hear.
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css"}


class Application(FastAPI):
    """The application, with its guard outside of everything else.

    Parameters
    ----------
    limits : Limits
    hosts : Hosts
    **options
        As for FastAPI.
    """

    def __init__(self, limits: Limits, hosts: Hosts, **options: Any) -> None:
        super().__init__(**options)
        self._limits = limits
        self._hosts = hosts

    def build_middleware_stack(self) -> ASGIApp:
        """Put the guard around all."""
        return Guard(super().build_middleware_stack(), self._limits, self._hosts)


def create_app(limits: Limits | None = None, hosts: Hosts | None = None) -> FastAPI:
    """Make the application.

    Parameters
    ----------
    limits : Limits, optional
    hosts : Hosts, optional
        The names it goes by; those of the loopback interface by default.

    Returns
    -------
    FastAPI
        Its worker processes live as long as its lifespan.
    """
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        desk = Desk(limits)
        app.state.desk = desk
        try:
            desk.open()
            yield
        finally:
            await desk.close()

    app = Application(
        limits,
        hosts or Hosts(),
        title="Kaleido",
        summary="Patterns of Dr Wood's Kaleidoscope: solved, counted, explained.",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        # Their pages load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(router)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(KaleidoError, _refused)
    app.add_exception_handler(Exception, _broken)
    for suffix, kind in _TYPES.items():
        mimetypes.add_type(kind, suffix)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
    app.add_api_route("/", _page, methods=["GET", "HEAD"], include_in_schema=False)
    return app


async def _page() -> Response:
    return FileResponse(STATIC / "index.html", media_type="text/html")


def _error(status: int, message: str, headers: Any = None) -> Response:
    return JSONResponse({"error": message}, status, headers)


def _refused(_: Request, error: Exception) -> Response:
    return _error(getattr(error, "status", 400), str(error))


def _broken(_: Request, __: Exception) -> Response:
    return _error(500, "something went wrong; the server's log says what")


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    messages = {
        404: f"there is no {quote(request.url.path, 80)} here",
        405: f"{quote(request.url.path, 80)} cannot be asked with {quote(request.method)}",
    }
    message = messages.get(error.status_code, " ".join(str(error.detail).split()))
    return _error(error.status_code, message, error.headers)


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
