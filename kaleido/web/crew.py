"""Worker processes as the server sees them, and lanes of them with a queue before each."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from kaleido.web.limits import LanePlan
from kaleido.web.line import Line, Tag
from kaleido.web.refusal import BUSY, RefusalError

_LINE = 256 * 1024
"""Of a worker's output, so much is read ahead; then the worker waits."""

_START_SECONDS = 30.0

_SETTLE_SECONDS = 1.0
"""A job that does not stop within so long is ended with its process."""

_STOPPING = "the server is stopping"

_DIED = "the worker process ended before it had an answer; try again"


class Worker:
    """A worker process.

    Parameters
    ----------
    process : asyncio.subprocess.Process
        See `start`.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._in, self._out = process.stdin, process.stdout
        self._number = 0
        self.busy = False

    @classmethod
    async def start(cls, plan: LanePlan) -> Worker:
        """Start a process and wait until it is ready.

        Raises
        ------
        RefusalError
            It does not get ready.
        """
        environment = os.environ | {
            # The same packages as here, wherever they come from.
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            # Processes share the cores already.
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        }
        apart: dict[str, Any] = (
            {"start_new_session": True}  # Ctrl-C is for the server
            if os.name == "posix"
            else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        )
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "kaleido.web.worker"),
                *("--memory", str(plan.memory), "--nice", str(plan.nice)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
                env=environment,
                **apart,
            )
        except OSError as problem:
            raise RefusalError(BUSY, f"busy: no worker could be started ({problem})") from None
        worker = cls(process)
        try:
            async with asyncio.timeout(_START_SECONDS):
                ready = await worker._read()
        except BaseException as problem:
            worker.kill()
            await worker.gone()
            if isinstance(problem, TimeoutError):
                raise RefusalError(BUSY, "busy: a worker was too slow to start") from None
            raise
        if ready is None:
            raise RefusalError(BUSY, "a worker could not start; the server's log says why")
        return worker

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.returncode is None

    async def lines(
        self, kind: str, ask: dict[str, Any], seconds: float
    ) -> AsyncGenerator[Line, None]:
        """Have a job done and yield what the worker writes, to the last line of the job.

        Raises
        ------
        RefusalError
            The job takes longer than `seconds`, or the process has ended.
        """
        clock = asyncio.get_running_loop().time
        deadline = clock() + seconds
        self.busy = True
        self._number += 1
        self._send({"number": self._number, "kind": kind, "ask": ask})
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    line = await self._read()
                if clock() > deadline:
                    raise TimeoutError
            except TimeoutError:
                raise RefusalError(
                    BUSY, f"gave up: {kind} took longer than {seconds:g} s"
                ) from None
            if line is None:
                raise RefusalError(BUSY, _DIED)
            self.busy = not line.is_last
            yield line
            if line.is_last:
                return

    async def settle(self) -> bool:
        """Stop the job in hand; say whether the worker is ready for another."""
        if not self.alive:
            return False
        self._send({"stop": self._number})
        try:
            async with asyncio.timeout(_SETTLE_SECONDS):
                while self.busy:
                    line = await self._read()
                    if line is None:
                        break
                    self.busy = not line.is_last
        except TimeoutError:
            self.kill()
        return not self.busy

    def kill(self) -> None:
        """End the process at once."""
        if self.alive:
            self._process.kill()

    async def gone(self) -> None:
        """Wait until the process has ended; end it when it closes its output but does not."""
        try:
            async with asyncio.timeout(_SETTLE_SECONDS):
                await self._process.wait()
        except TimeoutError:
            self.kill()
            await self._process.wait()
        self._in.close()
        with suppress(OSError):  # what was written last may not have been read
            await self._in.wait_closed()

    def _send(self, message: dict[str, Any]) -> None:
        # To a process that has ended nothing is sent; its end is seen when it is read from.
        if not self._in.is_closing():
            self._in.write(json.dumps(message).encode() + b"\n")

    async def _read(self) -> Line | None:
        try:
            line = await self._out.readline()
        except (ValueError, OSError):  # a line too long, or a broken pipe
            self.kill()
            return None
        if not line.endswith(b"\n"):
            return None
        tag = Tag(line[:1].decode())
        if tag is Tag.LAST_FAILURE:
            self.kill()
        return Line(tag, line[1:-1])


class Lane:
    """Workers for one kind of work, and the queue before them.

    Parameters
    ----------
    plan : LanePlan
    """

    def __init__(self, plan: LanePlan) -> None:
        self.plan = plan
        self._places = asyncio.Semaphore(plan.workers)
        self._waiting = 0
        self._taken = 0
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._starting: set[asyncio.Task[Worker]] = set()
        self._settling: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def taken(self) -> int:
        """How many places have a job in hand, or one that is being stopped."""
        return self._taken

    async def lines(self, kind: str, ask: dict[str, Any]) -> AsyncGenerator[Line, None]:
        """Have a job done by the next free worker and yield what it writes.

        Whoever stops iterating stops the job; use `contextlib.aclosing`.

        Raises
        ------
        RefusalError
            Too many wait, or it takes too long, or the worker ends.
        """
        worker = await self._hire()
        try:
            async for line in worker.lines(kind, ask, self.plan.seconds):
                yield line
        finally:
            self._let_go(worker)

    async def warm(self) -> None:
        """Start all workers before they are needed."""

        async def warm_one() -> None:
            self._let_go(await self._hire())

        await asyncio.gather(*(warm_one() for _ in range(self.plan.workers)))

    async def close(self) -> None:
        """End all workers; whoever waits for one is refused."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*self._starting, *self._settling, return_exceptions=True)
        await asyncio.gather(*(worker.gone() for worker in self._all))

    async def _hire(self) -> Worker:
        if self._waiting >= self.plan.queue:
            raise RefusalError(
                BUSY, f"busy: {self._waiting} requests wait already; try again later"
            )
        self._waiting += 1
        try:
            async with asyncio.timeout(self.plan.patience):
                await self._places.acquire()
        except TimeoutError:
            raise RefusalError(
                BUSY, f"busy: no worker was free for {self.plan.patience:g} s; try again later"
            ) from None
        finally:
            self._waiting -= 1
        self._taken += 1
        if self._closed:
            self._free()
            raise RefusalError(BUSY, _STOPPING)
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                return worker
            self._all.discard(worker)
        return await self._start()

    async def _start(self) -> Worker:
        task = asyncio.create_task(Worker.start(self.plan))
        self._starting.add(task)
        task.add_done_callback(self._started)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                self._free()
                raise RefusalError(BUSY, _STOPPING) from None
            # Who asked has gone: the worker is for the next.
            task.add_done_callback(self._unclaimed)
            raise
        except BaseException:
            self._free()
            raise

    def _started(self, task: asyncio.Task[Worker]) -> None:
        self._starting.discard(task)
        if not task.cancelled() and task.exception() is None:
            self._all.add(task.result())

    def _unclaimed(self, task: asyncio.Task[Worker]) -> None:
        if not task.cancelled() and task.exception() is None:
            self._idle.append(task.result())
        self._free()

    def _free(self) -> None:
        self._taken -= 1
        self._places.release()

    def _let_go(self, worker: Worker) -> None:
        if worker.busy:
            # The request need not wait until its job has stopped.
            task = asyncio.create_task(self._settle(worker))
            self._settling.add(task)
            task.add_done_callback(self._settling.discard)
        else:
            self._idle.append(worker)
            self._free()

    async def _settle(self, worker: Worker) -> None:
        try:
            if await worker.settle():
                self._idle.append(worker)
            else:
                await worker.gone()
                self._all.discard(worker)
        finally:
            self._free()
