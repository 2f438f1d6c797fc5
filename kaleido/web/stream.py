"""The events of a search as server-sent events, while it runs."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from kaleido.errors import RequestError, UnavailableError

KEEP_ALIVE = 10.0
"""Seconds without an event after which a comment is sent, so that proxies keep the connection."""

STALL_SECONDS = 20.0
"""Seconds after which a client that does not read has its work stopped."""


async def wait_for_disconnect(receive: Receive) -> None:
    """Wait until the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


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
        left = asyncio.ensure_future(wait_for_disconnect(receive))
        step: asyncio.Future[bytes] | None = None
        try:
            while not left.done():
                step = step or asyncio.ensure_future(anext(self._events))
                either: set[asyncio.Future[Any]] = {step, left}
                await asyncio.wait(either, timeout=KEEP_ALIVE, return_when=asyncio.FIRST_COMPLETED)
                if left.done():
                    return
                if not step.done():
                    if self._started:
                        await self._send(b": still searching\n\n", send)
                    continue
                events, step = step, None
                try:
                    lines = events.result().splitlines()
                    await self._send(b"".join([b"data: %b\n\n" % line for line in lines]), send)
                except StopAsyncIteration:
                    await send({"type": "http.response.body", "body": b""})
                    return
                except RequestError as error:
                    await self._end(error, scope, receive, send)
                    return
                except TimeoutError:
                    await self._events.aclose()
                    unread = UnavailableError(f"nobody read the events for {STALL_SECONDS:g} s")
                    await self._end(unread, scope, receive, send)
                    return
        finally:
            left.cancel()
            if step is not None:
                step.cancel()
                with suppress(asyncio.CancelledError, StopAsyncIteration, RequestError):
                    await step
            await self._events.aclose()

    async def _send(self, text: bytes, send: Send) -> None:
        if not self._started:
            self._started = True
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async with asyncio.timeout(STALL_SECONDS):
            await send({"type": "http.response.body", "body": text, "more_body": True})

    async def _end(self, error: RequestError, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._started:
            reply = JSONResponse({"error": str(error)}, error.status)
            await reply(scope, receive, send)
            return
        last = json.dumps({"type": "gave-up", "reason": str(error)})
        # The work has ended: this may wait for a client that does not read.
        await send({"type": "http.response.body", "body": f"data: {last}\n\n".encode()})
