"""Dispatch of questions to a pool of worker processes; equal questions share work and answers."""

import asyncio
import json
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from functools import partial
from hashlib import sha256
from typing import Any

from kaleido.errors import UnavailableError
from kaleido.web.limits import Limits
from kaleido.web.process import WorkerProcess
from kaleido.web.protocol import Reply, ReplyKind

_MAX_CACHED = 64 * 1024
"""Bytes of the largest answer that is cached."""

_READY = 2
"""The processes that are started before the first question: a player asks two things at once."""


class Dispatcher:
    """Answers questions with the help of worker processes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._pool = _Pool(limits)
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._pending: dict[str, asyncio.Task[Reply]] = {}
        self._waiting = Counter[asyncio.Task[Reply]]()
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
        waits any longer. A RequestError says why there is no answer.
        """
        # A digest, as a question may hold an image.
        key = sha256(json.dumps([kind, params], sort_keys=True).encode()).hexdigest()
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        task = self._pending.get(key)
        if task is None:
            task = self._pending[key] = asyncio.create_task(self._run(kind, params))
            task.add_done_callback(partial(self._done, key))
        self._waiting[task] += 1
        try:
            reply = await asyncio.shield(task)
        finally:
            self._waiting[task] -= 1
            if not self._waiting[task]:
                del self._waiting[task]
                if not task.done():
                    self._forget(key, task)  # the next request for the same starts afresh
                    task.cancel()
        return reply.text

    async def events(self, kind: str, params: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Yield the events of a job as JSON, one in each line, and its answer at the end."""
        async with aclosing(self._pool.run(kind, params)) as replies:
            async for reply in replies:
                yield reply.checked()

    def _done(self, key: str, task: asyncio.Task[Reply]) -> None:
        self._forget(key, task)
        if task.cancelled() or task.exception() is not None:
            return
        reply = task.result()
        if reply.kind is ReplyKind.ANSWER and len(reply.text) <= _MAX_CACHED:
            self._cache[key] = reply.text
            while len(self._cache) > self._limits.cached:
                self._cache.popitem(last=False)

    def _forget(self, key: str, task: asyncio.Task[Reply]) -> None:
        if self._pending.get(key) is task:
            del self._pending[key]

    async def _run(self, kind: str, params: dict[str, Any]) -> Reply:
        async with aclosing(self._pool.run(kind, params)) as replies:
            async for reply in replies:
                if reply.is_last:
                    reply.checked()
                    return reply
        raise AssertionError("a job ends with its last reply")


class _Pool:
    """Worker processes that are started when they are needed, and the queue before them."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.workers)
        self.active = 0
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._stopping: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(self, kind: str, params: dict[str, Any]) -> AsyncGenerator[Reply, None]:
        """Run a job on the next free worker and yield its replies.

        The job stops when the caller stops iterating; use `contextlib.aclosing`.
        """
        worker = await self._acquire(kind)
        try:
            async for reply in worker.run(kind, params, self._limits.seconds[kind]):
                yield reply
        finally:
            self._release(worker)

    async def start(self) -> None:
        """Start some workers before they are needed."""

        async def start_one() -> None:
            self._release(await self._acquire())

        await asyncio.gather(*(start_one() for _ in range(min(_READY, self._limits.workers))))

    async def close(self) -> None:
        """End all workers and refuse every request that waits for one."""
        self._closed = True
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*self._stopping, return_exceptions=True)
        await asyncio.gather(*(worker.wait() for worker in self._all))

    async def _acquire(self, kind: str = "") -> WorkerProcess:
        try:
            async with asyncio.timeout(self._limits.patience):
                await self._slots.acquire()
        except TimeoutError:
            raise UnavailableError(
                f"busy: no worker was free for {self._limits.patience:g} s; try again later"
            ) from None
        self.active += 1
        try:
            self._check_open()
            self._all -= {worker for worker in self._idle if not worker.alive}
            self._idle = [worker for worker in self._idle if worker.alive]
            if self._idle:
                # One that has done such a job may still have its tables; the others keep theirs.
                worker = max(self._idle, key=lambda each: (each.kind == kind, not each.kind))
                self._idle.remove(worker)
                return worker
            worker = await WorkerProcess.start(self._limits)
            self._all.add(worker)
            self._check_open(worker)
        except BaseException:
            self._free_slot()
            raise
        return worker

    def _check_open(self, *workers: WorkerProcess) -> None:
        if self._closed:
            for worker in workers:
                worker.kill()
            raise UnavailableError("the server is stopping")

    def _free_slot(self) -> None:
        self.active -= 1
        self._slots.release()

    def _release(self, worker: WorkerProcess) -> None:
        if worker.busy:
            # The request need not wait until its job has stopped.
            self._later(self._stop(worker))
        elif worker.resident > self._limits.kept:
            # What a job leaves in memory would stay there. The next request starts another worker.
            self._later(self._end(worker))
        else:
            self._idle.append(worker)
            self._free_slot()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    async def _stop(self, worker: WorkerProcess) -> None:
        stopped = False
        try:
            stopped = await worker.stop()
        finally:
            if stopped:
                self._release(worker)
            else:
                await self._end(worker)

    async def _end(self, worker: WorkerProcess) -> None:
        try:
            await worker.wait()
            self._all.discard(worker)
        finally:
            self._free_slot()
