"""Dispatch of questions to the worker pools; equal questions share their work and answers."""

import asyncio
import json
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator
from contextlib import aclosing
from hashlib import sha256
from typing import Any

from kaleido.errors import RequestError
from kaleido.web.limits import JOB_POOLS, Limits
from kaleido.web.pool import Pool
from kaleido.web.protocol import Reply, ReplyKind

_MAX_CACHED = 64 * 1024
"""Bytes of the largest answer that is cached."""


class Dispatcher:
    """Answers questions with the help of worker processes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._pools = {name: Pool(each) for name, each in limits.pools.items()}
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._pending: dict[str, asyncio.Task[Reply]] = {}
        self._requests: Counter[asyncio.Task[Reply]] = Counter()

    def start(self) -> None:
        """Start the workers for the first question, without waiting for them."""
        self._pools["quick"].start()

    async def close(self) -> None:
        """Stop all work."""
        await asyncio.gather(*(pool.close() for pool in self._pools.values()))

    @property
    def jobs(self) -> int:
        """How many jobs run or are being stopped."""
        return sum(pool.active for pool in self._pools.values())

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
        task = self._pending.get(key)
        if task is None:
            task = self._pending[key] = asyncio.create_task(self._run(kind, params))
        self._requests[task] += 1
        try:
            reply = await asyncio.shield(task)
        finally:
            self._requests[task] -= 1
            if not self._requests[task]:
                # The next request for the same starts afresh.
                del self._requests[task], self._pending[key]
                task.cancel()
        if reply.kind is ReplyKind.ANSWER and len(reply.text) <= _MAX_CACHED:
            self._cache[key] = reply.text
            if len(self._cache) > self._limits.cached:
                self._cache.popitem(last=False)
        return reply.text

    async def events(self, kind: str, params: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Yield the events of a job as JSON, and its answer at the end.

        Raises
        ------
        RequestError
            The job fails or is stopped.
        """
        async with aclosing(self._pools[JOB_POOLS[kind][0]].run(kind, params)) as replies:
            async for reply in replies:
                yield reply.text

    async def _run(self, kind: str, params: dict[str, Any]) -> Reply:
        *first, last = JOB_POOLS[kind]
        for name in first:
            try:
                return await self._last_reply(name, kind, params)
            except RequestError as error:
                if error.status != 503:
                    raise
        return await self._last_reply(last, kind, params)

    async def _last_reply(self, pool: str, kind: str, params: dict[str, Any]) -> Reply:
        async with aclosing(self._pools[pool].run(kind, params)) as replies:
            return [reply async for reply in replies][-1]
