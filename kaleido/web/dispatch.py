"""Dispatch of questions to worker processes; equal questions share their work and answers."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import aclosing
from hashlib import sha256
from typing import Any

from kaleido.web.limits import Limits
from kaleido.web.pool import Pool
from kaleido.web.protocol import Reply, ReplyKind

_MAX_CACHED = 64 * 1024
"""Bytes of the largest answer that is cached."""


class _Pending:
    """A question that is being worked on, and the number of requests that wait for it."""

    def __init__(self, task: asyncio.Task[Reply]) -> None:
        self.task = task
        self.requests = 0


class Dispatcher:
    """Answers questions with the help of worker processes.

    Parameters
    ----------
    limits : Limits
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._pool = Pool(limits)
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._pending: dict[str, _Pending] = {}
        self._starting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the workers for the first question, without waiting for them."""
        self._starting = asyncio.create_task(self._pool.start())

    async def close(self) -> None:
        """Stop all work."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.wait([self._starting])
            if not self._starting.cancelled():
                self._starting.exception()  # the server's log has reported it
        await self._pool.close()

    @property
    def jobs(self) -> int:
        """How many jobs run or are being stopped."""
        return self._pool.active

    async def answer(self, kind: str, params: dict[str, Any]) -> bytes:
        """Return the answer to a question, as JSON.

        Requests that ask the same at the same time share the work; it stops when none of them
        waits any longer.

        Raises
        ------
        RequestError
            There is no answer.
        """
        # A digest, as a question may hold an image.
        key = sha256(json.dumps([kind, params], sort_keys=True).encode()).hexdigest()
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        pending = self._pending.get(key)
        if pending is None:
            pending = _Pending(asyncio.create_task(self._run(kind, params)))
            pending.task.add_done_callback(lambda task: self._done(key, task))
            self._pending[key] = pending
        pending.requests += 1
        try:
            reply = await asyncio.shield(pending.task)
        finally:
            pending.requests -= 1
            if not pending.requests and not pending.task.done():
                # The next request for the same starts afresh.
                if self._pending.get(key) is pending:
                    del self._pending[key]
                pending.task.cancel()
        return reply.text

    async def events(self, kind: str, params: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Yield the events of a job as JSON, one in each line, and its answer at the end.

        Raises
        ------
        RequestError
            The job fails or is stopped.
        """
        async with aclosing(self._pool.run(kind, params)) as replies:
            async for reply in replies:
                yield reply.checked()

    def _done(self, key: str, task: asyncio.Task[Reply]) -> None:
        pending = self._pending.get(key)
        if pending is not None and pending.task is task:
            del self._pending[key]
        if task.cancelled() or task.exception() is not None:
            return
        reply = task.result()
        if reply.kind is ReplyKind.ANSWER and len(reply.text) <= _MAX_CACHED:
            self._cache[key] = reply.text
            while len(self._cache) > self._limits.cached:
                self._cache.popitem(last=False)

    async def _run(self, kind: str, params: dict[str, Any]) -> Reply:
        async with aclosing(self._pool.run(kind, params)) as replies:
            async for reply in replies:
                if reply.is_last:
                    reply.checked()
                    return reply
        raise AssertionError("a job ends with its last reply")
