"""Dispatch of questions to worker processes, which are started when they are needed."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Coroutine, Iterable
from contextlib import aclosing, suppress
from hashlib import sha256
from itertools import takewhile
from typing import Any, Self

import psutil

from kaleido.base.errors import OverLimitError, UnavailableError
from kaleido.parallel.machine import apart
from kaleido.web.limits import MEGABYTE, Limits
from kaleido.web.worker import Reply, ReplyKind

_BUFFER = 256 * 1024
"""Bytes of a worker's output that are read ahead; beyond that the worker has to wait."""

_GATHER_SECONDS = 0.001
"""The time in which events gather that are sent together: each alone takes much longer to send."""

_START_SECONDS = 30.0

_STOP_SECONDS = 1.0  # a job that does not stop within this time is ended together with its process


class Replies:
    """Reads replies one by one, but all events that have come by then together.

    Of a line whose end has not come, at most `longest` bytes are kept.
    """

    def __init__(self, out: asyncio.StreamReader, longest: int) -> None:
        self._out = out
        self._longest = longest
        self._lines: list[bytes] = []
        self._rest = b""

    async def next(self) -> Reply | None:
        """Return the next reply; None at the end of the output.

        It is safe to cancel this: nothing that was read is lost. A line that is too long raises
        a ValueError, and a broken pipe an OSError.
        """
        while not self._lines:
            more = await self._out.read(self._longest)
            if not more:
                return None
            *self._lines, self._rest = (self._rest + more).split(b"\n")
            if len(self._rest) > self._longest:
                raise ValueError(f"a line of more than {self._longest:,} bytes")
        event = ReplyKind.EVENT.encode()
        together = list(takewhile(lambda line: line.startswith(event), self._lines))
        together = together or self._lines[:1]
        del self._lines[: len(together)]
        kind = ReplyKind(together[0][:1].decode())
        return Reply(kind, b"\n".join([line[1:] for line in together]))


class WorkerProcess:
    """A process that runs `kaleido.web.worker`; `start` makes it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._in, self._out = process.stdin, process.stdout
        self._replies = Replies(self._out, _BUFFER)
        self._number = 0
        self.busy = False
        self.kind = ""
        """The kind of its last job."""

    @classmethod
    async def start(cls, memory: int, own: Iterable[str]) -> Self:
        """Start a process and wait until it is ready; raise UnavailableError if it does not."""
        environment = os.environ | {
            # The worker imports the same packages as the server, wherever they are installed.
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            # The processes already share the cores.
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
            # glibc would keep the memory of large arrays for later ones, more with each photo.
            "MALLOC_MMAP_THRESHOLD_": str(MEGABYTE),
        }
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "kaleido.web.worker", str(memory), *own),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_BUFFER,
                env=environment,
                **apart(),
            )
            worker = cls(process)
        except OSError as problem:
            raise UnavailableError(f"busy: no worker could be started ({problem})") from None
        try:
            async with asyncio.timeout(_START_SECONDS):
                ready = await worker._read()
        except BaseException as problem:
            worker.kill()
            await worker.wait()
            if isinstance(problem, TimeoutError):
                raise UnavailableError("busy: a worker was too slow to start") from None
            raise
        if ready is None:
            raise UnavailableError("a worker could not start; the server's log says why")
        return worker

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.returncode is None

    @property
    def resident(self) -> int:
        """The bytes of memory that it holds; 0 once it has ended, or where files have run out."""
        try:
            return int(psutil.Process(self._process.pid).memory_info().rss)
        except (psutil.Error, OSError):
            return 0

    async def run(
        self, kind: str, params: dict[str, Any], seconds: float
    ) -> AsyncGenerator[Reply, None]:
        """Run a job and yield its replies, up to the last."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + seconds
        self.busy, self.kind = True, kind
        self._number += 1
        self._send({"number": self._number, "kind": kind, "params": params})
        while self.busy:
            try:
                async with asyncio.timeout_at(deadline):
                    reply = await self._read()
                if clock() > deadline:
                    raise TimeoutError
            except TimeoutError:
                raise OverLimitError(f"gave up: {kind} took longer than {seconds:g} s") from None
            if reply is None:
                raise UnavailableError(
                    "the worker process ended before it had an answer; try again"
                )
            self.busy = not reply.is_last
            yield reply
            if self.busy:
                await asyncio.sleep(_GATHER_SECONDS)

    async def stop(self) -> bool:
        """Stop the current job; say whether the worker is ready for another."""
        if not self.alive:
            return False
        self._send({"stop": self._number})
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                while self.busy and (reply := await self._read()):
                    self.busy = not reply.is_last
        except TimeoutError:
            self.kill()
        return not self.busy

    def kill(self) -> None:
        """End the process at once."""
        if self.alive:
            self._process.kill()

    async def wait(self) -> None:
        """Close its input, after which it ends, and wait for that; end it if it runs on."""
        self._in.close()
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                await self._process.wait()
        except TimeoutError:
            self.kill()
            await self._process.wait()
        with suppress(OSError):  # the process may have ended before it read everything
            await self._in.wait_closed()
        # Read the pipe to its end: an unread pipe would outlive the event loop.
        with suppress(OSError, RuntimeError):
            while await self._out.read(_BUFFER):
                pass

    def _send(self, message: dict[str, Any]) -> None:
        # Nothing is sent to a process that has ended; its end shows when its output is read.
        if not self._in.is_closing():
            self._in.write(json.dumps(message).encode() + b"\n")

    async def _read(self) -> Reply | None:
        """Read the next reply; return None at the end of the process."""
        try:
            reply = await self._replies.next()
        except (ValueError, OSError):  # a line is too long, or the pipe is broken
            self.kill()
            return None
        if reply is not None and reply.kind is ReplyKind.FATAL:
            self.kill()
        return reply


_MAX_CACHED = 64 * 1024  # bytes of the largest answer that is cached

_READY = 2
"""The processes that are started before the first question: a player asks two things at once."""


class Dispatcher:
    """Answers questions with the help of worker processes.

    `own` are the strategies of its user that questions may name, `jobs` is the number of processes
    that start, work or stop, and `waiting` that of the questions without a process.
    """

    def __init__(self, limits: Limits, own: Iterable[str] = ()) -> None:
        self.jobs = self.waiting = 0
        self._limits = limits
        self._own = tuple(own)
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
        """Return the answer to a question as JSON, or raise RequestError."""
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
        self.waiting += 1
        try:
            async with asyncio.timeout(self._limits.patience):
                await self._slots.acquire()
        except TimeoutError:
            raise UnavailableError(
                f"busy: no worker was free for {self._limits.patience:g} s; try again later"
            ) from None
        finally:
            self.waiting -= 1
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
            worker = await WorkerProcess.start(self._limits.memory, self._own)
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
