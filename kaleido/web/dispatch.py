"""Dispatch of questions to worker processes, which are started when they are needed."""

import asyncio
import json
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing, suppress
from hashlib import sha256
from typing import Any

from kaleido.errors import UnavailableError
from kaleido.web.limits import Limits
from kaleido.web.process import WorkerProcess
from kaleido.web.worker import Reply, ReplyKind

_MAX_CACHED = 64 * 1024
"""Bytes of the largest answer that is cached."""

_READY = 2
"""The processes that are started before the first question: a player asks two things at once."""


class Dispatcher:
    """Answers questions with the help of worker processes.

    `jobs` is the number of processes that start, work or stop.
    """

    def __init__(self, limits: Limits) -> None:
        self.jobs = 0
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.workers)
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._closed = False
        self._cache: dict[str, bytes] = {}

    def start(self) -> None:
        """Start the workers for the first question, without waiting for them."""

        async def start_one() -> None:
            with suppress(UnavailableError):  # the server's log says why
                self._release(await self._acquire())

        for _ in range(min(_READY, self._limits.workers)):
            self._begin(start_one())

    async def close(self) -> None:
        """Stop all work, and refuse every request that waits for a worker."""
        self._closed = True
        for task in self._background:
            task.cancel()
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*self._background, return_exceptions=True)
        await asyncio.gather(*(worker.wait() for worker in self._all))

    async def answer(self, kind: str, params: dict[str, Any]) -> bytes:
        """Return the answer to a question as JSON; a RequestError says why there is none."""
        # A digest, as a question may hold an image.
        key = sha256(json.dumps([kind, params], sort_keys=True).encode()).hexdigest()
        if key in self._cache:
            self._cache[key] = self._cache.pop(key)  # the last that goes
            return self._cache[key]
        last = Reply(ReplyKind.READY, b"")
        async with aclosing(self._replies(kind, params)) as replies:
            async for last in replies:
                last.checked()
        if last.kind is ReplyKind.ANSWER and len(last.text) <= _MAX_CACHED:
            self._cache[key] = last.text
            if len(self._cache) > self._limits.cached:
                del self._cache[next(iter(self._cache))]
        return last.text

    async def events(self, kind: str, params: dict[str, Any]) -> AsyncGenerator[bytes, None]:
        """Yield the events of a job as JSON, one in each line, and its answer at the end."""
        async with aclosing(self._replies(kind, params)) as replies:
            async for reply in replies:
                yield reply.checked()

    async def _replies(self, kind: str, params: dict[str, Any]) -> AsyncGenerator[Reply, None]:
        """Run a job on the next free worker and yield its replies.

        The job stops when the caller stops iterating; use `contextlib.aclosing`.
        """
        worker = await self._acquire(kind)
        try:
            async for reply in worker.run(kind, params, self._limits.seconds[kind]):
                yield reply
        finally:
            self._release(worker)

    async def _acquire(self, kind: str = "") -> WorkerProcess:
        try:
            async with asyncio.timeout(self._limits.patience):
                await self._slots.acquire()
        except TimeoutError:
            raise UnavailableError(
                f"busy: no worker was free for {self._limits.patience:g} s; try again later"
            ) from None
        self.jobs += 1
        try:
            self._check_open()
            self._all -= {worker for worker in self._idle if not worker.alive}
            self._idle = [worker for worker in self._idle if worker.alive]
            if self._idle:
                # One that has done such a job may still have its tables; the others keep theirs.
                worker = max(self._idle, key=lambda each: (each.kind == kind, not each.kind))
                self._idle.remove(worker)
                return worker
            worker = await WorkerProcess.start(self._limits.memory)
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
        self.jobs -= 1
        self._slots.release()

    def _release(self, worker: WorkerProcess) -> None:
        if worker.busy or worker.resident > self._limits.kept:
            # The request need not wait until its job has stopped.
            self._begin(self._stop(worker))
        else:
            self._idle.append(worker)
            self._free_slot()

    async def _stop(self, worker: WorkerProcess) -> None:
        """Stop the job of a worker; end the worker where that fails, or if it holds much memory.

        What a job leaves in memory would stay there. The next request starts another worker.
        """
        try:
            if await worker.stop() and worker.resident <= self._limits.kept:
                self._idle.append(worker)
            else:
                await worker.wait()
                self._all.discard(worker)
        finally:
            self._free_slot()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
