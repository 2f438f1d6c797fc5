"""The events of a search as server-sent events, while it runs."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from kaleido.base.errors import RequestError, UnavailableError

# Seconds after which a client that does not read has its work stopped, and while others wait for a
# worker; the page reads whatever comes, also while it is paused.
STALL_SECONDS = 10.0
HURRIED_SECONDS = 0.5
_LOOK_SECONDS = 0.1
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
    the first is answered with its own status; a later one ends the stream with ``gave-up``. So does
    a client that does not read: `is_crowded` says whether others wait for its worker.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[bytes, None], is_crowded: Callable[[], bool]) -> None:
        super().__init__(None, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._events = events
        self._is_crowded = is_crowded
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
        body = {"type": "http.response.body", "body": text, "more_body": True}
        sending = asyncio.ensure_future(send(body))
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            while not (await asyncio.wait({sending}, timeout=_LOOK_SECONDS))[0]:
                patience = HURRIED_SECONDS if self._is_crowded() else STALL_SECONDS
                if clock() - began >= patience:
                    raise UnavailableError(f"nobody read the events for {patience:g} s")
        finally:
            sending.cancel()
        sending.result()


def _event(line: bytes) -> bytes:
    return b"data: %b\n\n" % line
