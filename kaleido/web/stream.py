"""Replies that end when the client goes away, such as the events of a search while it runs."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable
from contextlib import suppress
from typing import TypeVar

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from kaleido.errors import RequestError

KEEP_ALIVE = 10.0
"""Seconds without an event after which a comment is sent, so that proxies keep the connection."""

_CLIENT_CLOSED_REQUEST = 499
"""The status of a reply that nobody receives (after nginx)."""

_Result = TypeVar("_Result")


async def unless_gone(receive: Receive, work: Awaitable[_Result]) -> _Result:
    """Return the result of some work, which is cancelled when the client goes away."""
    job = asyncio.ensure_future(work)
    left = asyncio.ensure_future(_disconnect(receive))
    try:
        await asyncio.wait({job, left}, return_when=asyncio.FIRST_COMPLETED)
        if job.done():
            return job.result()
        raise RequestError(_CLIENT_CLOSED_REQUEST, "the client has gone away")
    finally:
        left.cancel()
        job.cancel()


async def _disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class EventStream(StreamingResponse):
    """Sends JSON events as they come, and closes their generator when the client goes away.

    An error after the first event ends the stream with the event ``gave-up``.
    """

    media_type = "text/event-stream"

    def __init__(self, first: bytes, events: AsyncGenerator[bytes, None]) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(self._lines(first), headers=headers)
        self._events = events
        self._next: asyncio.Future[bytes] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self._next is not None:
                self._next.cancel()
                with suppress(asyncio.CancelledError, RequestError):
                    await self._next
            await self._events.aclose()

    async def _lines(self, event: bytes) -> AsyncGenerator[bytes, None]:
        try:
            while event:
                yield b"data: %b\n\n" % event
                self._next = asyncio.ensure_future(anext(self._events, b""))
                while not (await asyncio.wait({self._next}, timeout=KEEP_ALIVE))[0]:
                    yield b": still searching\n\n"
                event = self._next.result()
        except RequestError as error:
            last = json.dumps({"type": "gave-up", "reason": str(error)})
            yield f"data: {last}\n\n".encode()
