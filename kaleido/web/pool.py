"""The pool of worker processes, and the queue before them."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from typing import Any

from kaleido.errors import UnavailableError
from kaleido.web.limits import Limits
from kaleido.web.process import WorkerProcess
from kaleido.web.protocol import Reply

READY = 2
"""The processes that are started before the first question: a player asks two things at once."""

_STOPPING = "the server is stopping"


class Pool:
    """Worker processes that are started when they are needed, and the queue before them.

    Parameters
    ----------
    limits : Limits
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.workers)
        self._waiting = 0
        self._active = 0
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._starting: set[asyncio.Task[WorkerProcess]] = set()
        self._stopping: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def active(self) -> int:
        """How many jobs run or are being stopped."""
        return self._active

    async def run(self, kind: str, params: dict[str, Any]) -> AsyncGenerator[Reply, None]:
        """Run a job on the next free worker and yield its replies.

        The job stops when the caller stops iterating; use `contextlib.aclosing`.

        Raises
        ------
        UnavailableError
            The queue is full, the job takes too long, or the worker ends.
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

        await asyncio.gather(*(start_one() for _ in range(min(READY, self._limits.workers))))

    async def close(self) -> None:
        """End all workers and refuse every request that waits for one."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*self._starting, *self._stopping, return_exceptions=True)
        await asyncio.gather(*(worker.wait() for worker in self._all))

    async def _acquire(self, kind: str = "") -> WorkerProcess:
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
        self._active += 1
        if self._closed:
            self._free_slot()
            raise UnavailableError(_STOPPING)
        self._all -= {worker for worker in self._idle if not worker.alive}
        self._idle = [worker for worker in self._idle if worker.alive]
        if not self._idle:
            return await self._start_worker()
        # One that has done such a job may still have its tables; the others keep theirs.
        worker = max(self._idle, key=lambda each: (each.kind == kind, not each.kind))
        self._idle.remove(worker)
        return worker

    async def _start_worker(self) -> WorkerProcess:
        task = asyncio.create_task(WorkerProcess.start(self._limits))
        self._starting.add(task)
        task.add_done_callback(self._started)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                self._free_slot()
                raise UnavailableError(_STOPPING) from None
            # The client has gone; the next request takes the worker.
            task.add_done_callback(self._unclaimed)
            raise
        except BaseException:
            self._free_slot()
            raise

    def _started(self, task: asyncio.Task[WorkerProcess]) -> None:
        self._starting.discard(task)
        if not task.cancelled() and task.exception() is None:
            self._all.add(task.result())

    def _unclaimed(self, task: asyncio.Task[WorkerProcess]) -> None:
        if not task.cancelled() and task.exception() is None:
            self._idle.append(task.result())
        self._free_slot()

    def _free_slot(self) -> None:
        self._active -= 1
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
