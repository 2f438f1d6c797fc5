"""A worker process as the server sees it."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from kaleido.errors import RequestError, UnavailableError
from kaleido.web.limits import PoolLimits
from kaleido.web.protocol import Reply, ReplyKind

_BUFFER = 256 * 1024
"""Bytes of a worker's output that are read ahead; beyond that the worker has to wait."""

_START_SECONDS = 30.0

_STOP_SECONDS = 1.0
"""A job that does not stop within this time is ended together with its process."""


class WorkerProcess:
    """A process that runs `kaleido.web.worker`; a job given while it starts waits until it has."""

    _process: asyncio.subprocess.Process | None = None
    _in: asyncio.StreamWriter
    _out: asyncio.StreamReader
    _busy = False
    _number = 0

    def __init__(self, limits: PoolLimits) -> None:
        self._limits = limits
        self._start = asyncio.create_task(self._start_process())

    @property
    def alive(self) -> bool:
        """Whether the process starts or runs."""
        if not self._start.done():
            return True
        failed = self._start.cancelled() or self._start.exception() is not None
        return not failed and self._process is not None and self._process.returncode is None

    async def run(self, kind: str, params: dict[str, Any]) -> AsyncGenerator[Reply, None]:
        """Run a job and yield its replies, up to the last.

        Raises
        ------
        RequestError
            The job fails or takes too long, or the process has ended.
        """
        try:
            await asyncio.shield(self._start)
        except asyncio.CancelledError:
            if self._start.cancelled():
                raise UnavailableError("the server is stopping") from None
            raise
        clock, seconds = asyncio.get_running_loop().time, self._limits.seconds
        deadline = clock() + seconds
        self._busy = True
        self._number += 1
        self._send({"number": self._number, "kind": kind, "params": params})
        while self._busy:
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
            if reply.kind in (ReplyKind.FAILURE, ReplyKind.FATAL):
                failure = json.loads(reply.text)
                raise RequestError(failure["status"], failure["error"])
            yield reply

    async def stop(self) -> bool:
        """Stop the current job if there is one; return whether the process can do another."""
        if self._busy:
            self._send({"stop": self._number})
            with suppress(TimeoutError):
                async with asyncio.timeout(_STOP_SECONDS):
                    while self._busy and await self._read():
                        pass
        return self.alive and not self._busy

    async def end(self) -> None:
        """End the process at once, and wait until it has ended."""
        self._start.cancel()
        await asyncio.gather(self._start, return_exceptions=True)
        if self._process is None:
            return
        # Once its output has ended, the process does so, too; asyncio wants to be first to see it.
        seconds = _STOP_SECONDS if self._out.at_eof() else 0.0
        try:
            async with asyncio.timeout(seconds):
                await self._process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        self._in.close()
        with suppress(OSError):  # the process may have ended before it read everything
            await self._in.wait_closed()

    async def _start_process(self) -> None:
        try:
            process = await _spawn(self._limits)
        except OSError as problem:
            raise UnavailableError(f"busy: no worker could be started ({problem})") from None
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._in, self._out = process, process.stdin, process.stdout
        try:
            async with asyncio.timeout(_START_SECONDS):
                if await self._read() is None:
                    raise UnavailableError("a worker could not start; the server's log says why")
        except TimeoutError:
            raise UnavailableError("busy: a worker was too slow to start") from None

    def _send(self, message: dict[str, Any]) -> None:
        # Nothing is sent to a process that has ended; its end shows when its output is read.
        if not self._in.is_closing():
            self._in.write(json.dumps(message).encode() + b"\n")

    async def _read(self) -> Reply | None:
        """Read the next reply; return None at the end of the process."""
        try:
            line = await self._out.readline()
            if not line.endswith(b"\n"):
                return None
            reply = Reply(ReplyKind(line[:1].decode()), line[1:-1])
        except (ValueError, OSError):  # the line is too long or no reply, or the pipe is broken
            return None
        self._busy = reply.kind in (ReplyKind.EVENT, ReplyKind.FATAL)
        return reply


async def _spawn(limits: PoolLimits) -> asyncio.subprocess.Process:
    environment = os.environ | {
        # The worker imports the same packages as the server, wherever they are installed.
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        # The processes already share the cores.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }
    # Ctrl-C is for the server alone.
    group: dict[str, Any] = (
        {"start_new_session": True}
        if os.name == "posix"
        else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    )
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "kaleido.web.worker"),
        *(str(limits.memory), str(limits.nice)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=_BUFFER,
        env=environment,
        **group,
    )
