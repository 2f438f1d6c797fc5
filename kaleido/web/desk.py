"""Where requests hand in their questions: answers known already, questions asked twice at once."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from kaleido.web.crew import Lane
from kaleido.web.limits import ROADS, Limits
from kaleido.web.line import Line, Tag
from kaleido.web.refusal import BUSY, RefusalError

_MOST_KEPT = 64 * 1024
"""Bytes of an answer that is kept."""


class _Shared:
    """A question that is being worked on, and how many wait for its answer."""

    def __init__(self, task: asyncio.Task[Line]) -> None:
        self.task = task
        self.users = 0


class Desk:
    """Has questions answered by worker processes.

    Parameters
    ----------
    limits : Limits
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lanes = {name: Lane(plan) for name, plan in limits.lanes.items()}
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._shared: dict[str, _Shared] = {}
        self._warming: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Get ready for the first question, without waiting for it."""
        self._warming = asyncio.create_task(self._lanes["quick"].warm())

    async def close(self) -> None:
        """Stop all work."""
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.wait([self._warming])
            if not self._warming.cancelled():
                self._warming.exception()  # a worker that did not start has been told of
        await asyncio.gather(*(lane.close() for lane in self._lanes.values()))

    @property
    def jobs(self) -> int:
        """How many jobs are in hand, those that are being stopped among them."""
        return sum(lane.taken for lane in self._lanes.values())

    async def answer(self, kind: str, ask: dict[str, Any]) -> bytes:
        """Give the answer to a question, as JSON.

        Who asks what somebody else has asked shares the work; it stops when nobody waits for it.

        Raises
        ------
        RefusalError
            There is none.
        """
        key = json.dumps([kind, ask], sort_keys=True)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        shared = self._shared.get(key)
        if shared is None:
            shared = self._shared[key] = _Shared(asyncio.create_task(self._work(kind, ask)))
            shared.task.add_done_callback(lambda task: self._done(key, task))
        shared.users += 1
        try:
            line = await asyncio.shield(shared.task)
        finally:
            shared.users -= 1
            if not shared.users and not shared.task.done():
                # The next who asks starts afresh.
                if self._shared.get(key) is shared:
                    del self._shared[key]
                shared.task.cancel()
        return line.text

    async def events(self, kind: str, ask: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Yield what a job tells, as JSON, and its answer at the end.

        Raises
        ------
        RefusalError
            It is stopped, or makes no sense.
        """
        async with aclosing(self._lanes[ROADS[kind][0]].lines(kind, ask)) as lines:
            async for line in lines:
                yield line.checked()

    def _done(self, key: str, task: asyncio.Task[Line]) -> None:
        shared = self._shared.get(key)
        if shared is not None and shared.task is task:
            del self._shared[key]
        if task.cancelled() or task.exception() is not None:
            return
        line = task.result()
        if line.tag is Tag.ANSWER and len(line.text) <= _MOST_KEPT:
            self._kept[key] = line.text
            while len(self._kept) > self._limits.kept:
                self._kept.popitem(last=False)

    async def _work(self, kind: str, ask: dict[str, Any]) -> Line:
        *first, last = ROADS[kind]
        for name in first:
            try:
                return await self._last_line(name, kind, ask)
            except RefusalError as refusal:
                if refusal.status != BUSY:
                    raise
        return await self._last_line(last, kind, ask)

    async def _last_line(self, lane: str, kind: str, ask: dict[str, Any]) -> Line:
        async with aclosing(self._lanes[lane].lines(kind, ask)) as lines:
            async for line in lines:
                if line.is_last:
                    line.checked()
                    return line
        raise AssertionError("a job ends with its last line")
