"""The events of a search as server-sent events, while it runs."""

import asyncio
import json
from collections.abc import AsyncGenerator, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from kaleido.errors import RequestError, UnavailableError

STALL_SECONDS = 20.0  # seconds after which a client that does not read has its work stopped
T = TypeVar("T")


async def while_connected(receive: Receive, work: Coroutine[Any, Any, T]) -> T | None:
    """Do some work and return its result; stop it, with None, when the client goes away."""

    async def wait_for_disconnect() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    doing = asyncio.ensure_future(work)
    left = asyncio.ensure_future(wait_for_disconnect())
    try:
        await asyncio.wait({doing, left}, return_when=asyncio.FIRST_COMPLETED)
        return doing.result() if doing.done() else None
    finally:
        left.cancel()
        if not doing.done():
            doing.cancel()
            with suppress(asyncio.CancelledError, RequestError):
                await doing


class EventStream(JSONResponse):
    """Sends events as they come, and closes their generator when the client goes away.

    The generator yields events as JSON, one in each line; one or more at a time. An error before
    the first is answered with its own status; a later one ends the stream with ``gave-up``.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[bytes, None]) -> None:
        super().__init__(None, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._events = events
        self._started = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        try:
            await while_connected(receive, self._send_all(scope, receive, send))
        finally:
            await self._events.aclose()

    async def _send_all(self, scope: Scope, receive: Receive, send: Send) -> None:
        last = b""
        try:
            async for events in self._events:
                await self._send(events, send)
        except RequestError as error:
            # The work ends before this waits for a client that does not read.
            await self._events.aclose()
            if not self._started:
                await JSONResponse({"error": str(error)}, error.status)(scope, receive, send)
                return
            last = _event(json.dumps({"type": "gave-up", "reason": str(error)}).encode())
        await send({"type": "http.response.body", "body": last})

    async def _send(self, events: bytes, send: Send) -> None:
        if not self._started:
            self._started = True
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        text = b"".join(map(_event, events.splitlines()))
        try:
            async with asyncio.timeout(STALL_SECONDS):
                await send({"type": "http.response.body", "body": text, "more_body": True})
        except TimeoutError:
            unread = f"nobody read the events for {STALL_SECONDS:g} s"
            raise UnavailableError(unread) from None


def _event(line: bytes) -> bytes:
    return b"data: %b\n\n" % line
