"""A pool: worker processes for one kind of job, and the queue before them."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from kaleido.errors import UnavailableError
from kaleido.web.limits import PoolLimits
from kaleido.web.process import WorkerProcess
from kaleido.web.protocol import Reply


class Pool:
    """Worker processes that are started when they are needed, and the queue before them."""

    def __init__(self, limits: PoolLimits) -> None:
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.workers)
        self._waiting = 0
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._releasing: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def active(self) -> int:
        """How many jobs run or are being stopped."""
        return len(self._all) - len(self._idle)

    async def run(self, kind: str, params: dict[str, Any]) -> AsyncGenerator[Reply, None]:
        """Run a job on the next free worker and yield its replies.

        The job stops when the caller stops iterating; use `contextlib.aclosing`.

        Raises
        ------
        RequestError
            The queue is full, or the job fails.
        """
        worker = await self._acquire()
        try:
            async with aclosing(worker.run(kind, params)) as replies:
                async for reply in replies:
                    yield reply
        finally:
            # The request need not wait until its job has stopped.
            task = asyncio.create_task(self._release(worker))
            self._releasing.add(task)
            task.add_done_callback(self._releasing.discard)

    def start(self) -> None:
        """Start all workers before they are needed, without waiting for them."""
        self._idle = [WorkerProcess(self._limits) for _ in range(self._limits.workers)]
        self._all.update(self._idle)

    async def close(self) -> None:
        """End all workers and refuse every request that waits for one."""
        self._closed = True
        await asyncio.gather(*(worker.end() for worker in self._all))
        await asyncio.gather(*self._releasing)

    async def _acquire(self) -> WorkerProcess:
        if self._waiting >= self._limits.queue:
            raise UnavailableError(f"busy: {self._waiting} requests wait already; try again later")
        self._waiting += 1
        try:
            async with asyncio.timeout(self._limits.patience):
                await self._slots.acquire()
        except TimeoutError:
            raise UnavailableError(
                f"busy: no worker was free for {self._limits.patience:g} s; try again later"
            ) from None
        finally:
            self._waiting -= 1
        if self._closed:
            self._slots.release()
            raise UnavailableError("the server is stopping")
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
            self._all.discard(worker)
        worker = WorkerProcess(self._limits)
        self._all.add(worker)
        return worker

    async def _release(self, worker: WorkerProcess) -> None:
        try:
            if await worker.stop():
                self._idle.append(worker)
            else:
                await worker.end()
                self._all.discard(worker)
        finally:
            self._slots.release()
