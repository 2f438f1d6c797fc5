"""A worker process as the server sees it."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any, Self

from kaleido.errors import UnavailableError
from kaleido.web.worker import Reply, ReplyKind

_BUFFER = 256 * 1024
"""Bytes of a worker's output that are read ahead; beyond that the worker has to wait."""

_GATHER_SECONDS = 0.001
"""The time in which events gather that are sent together: each alone takes much longer to send."""

_START_SECONDS = 30.0

_STOP_SECONDS = 1.0
"""A job that does not stop within this time is ended together with its process."""


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
        self._in, self._replies = process.stdin, Replies(process.stdout, _BUFFER)
        self._number = 0
        self.busy = False
        self.kind = ""
        """The kind of its last job."""

    @classmethod
    async def start(cls, memory: int) -> Self:
        """Start a process and wait until it is ready; raise UnavailableError if it does not."""
        environment = os.environ | {
            # The worker imports the same packages as the server, wherever they are installed.
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            # The processes already share the cores.
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        }
        # Ctrl-C is for the server alone.
        group: dict[str, Any] = {"start_new_session": True}
        if os.name != "posix":
            group = {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "kaleido.web.worker", str(memory)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_BUFFER,
                env=environment,
                **group,
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
        """The bytes of memory that it holds; 0 where the system does not say."""
        try:
            pages = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1]
        except OSError:
            return 0
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

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
                raise UnavailableError(f"gave up: {kind} took longer than {seconds:g} s") from None
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
