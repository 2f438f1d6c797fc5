"""Workers on an existing Dask cluster."""

import asyncio
import re
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from kaleido._version import __version__
from kaleido.base.errors import OptionError, WorkersError
from kaleido.base.extras import need
from kaleido.base.text import one_line, quote
from kaleido.parallel.workers import CHECK_SECONDS, Crash, ExecutorWorkers

ANSWER_SECONDS = 3  # how long the scheduler has to answer, and then to find its first worker
PATIENCE_SECONDS = 60  # how long a cluster may be without any worker in the middle of a run

SILENCE_SECONDS = 60
"""How long the scheduler may be silent in the middle of a run, and a worker at the start."""

_UNPACKED = "cannot unpack non-iterable _Done object"

_ADDRESS = re.compile(r"([a-z]+://)?(\[[0-9a-fA-F:.]+\]|[^\s/:@\[\]]+):(\d{1,5})")


class DaskCluster(ExecutorWorkers):
    """All workers of a Dask cluster, including those that join later.

    The size is the number of threads that the workers have together, as last counted. When a worker
    ends, the scheduler gives its tasks to others, unless more workers have ended while they ran a
    task than ``distributed.scheduler.allowed-failures`` says, 3 by default.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self._name = quote(address, 80)
        found = _ADDRESS.fullmatch(address)
        if not found or int(found[3]) > 65535:
            raise OptionError(
                f"{self._name} is no address of a scheduler: expected tcp://HOST:PORT"
            )
        need("cluster")
        import distributed

        self._distributed = distributed
        self.size, self.per_machine = 0, 1
        self._counted = self._seen = float("-inf")
        self._silent = False
        try:
            with ThreadPoolExecutor(1) as thread:  # this thread may have an event loop
                thread.submit(asyncio.run, _greet(address)).result()
            self._client = distributed.Client(
                address, timeout=ANSWER_SECONDS, set_as_default=False, name="kaleido"
            )
        except ValueError as problem:
            raise OptionError(f"cannot use {self._name}: {one_line(problem)}") from problem
        except (OSError, TimeoutError) as problem:
            raise WorkersError(f"no Dask scheduler answers at {self._name}") from problem
        try:
            self._executor = self._client.get_executor(pure=False)
            self._check_workers()
        except BaseException:
            self.close()
            raise

    def _crash(self, error: BaseException | None) -> Crash | None:
        if not isinstance(error, self._distributed.KilledWorker):
            return None
        ends = error.allowed_failures + 1
        return Crash(f"its worker ended {ends} times (out of memory, or killed)")

    def _is_lost(self, future: Future[Any]) -> bool:
        # distributed reads the status of a future when it has its result. If the worker has ended
        # in between, it takes the result for an error, and fails when it unpacks that.
        return super()._is_lost(future) or str(future.exception()) == _UNPACKED

    def _lose(self) -> None:
        """Take account of tasks that the scheduler has lost, unless it has gone itself."""
        self._counted = float("-inf")
        self._check()
        super()._lose()

    def _losses(self) -> str:
        return (
            f"the Dask scheduler at {self._name} has lost {self._lost} batches of tasks, "
            "one after the other"
        )

    def _abandon(self) -> None:
        # A scheduler that is silent drops the tasks when it finds that this client has gone.
        if self._client.status == "running" and not self._silent:
            self._executor.shutdown(wait=False)
            self._executor = self._client.get_executor(pure=False)

    def _check(self) -> None:
        """Raise an error if the scheduler is gone, or has had no worker for too long."""
        gone = WorkersError(f"the Dask scheduler at {self._name} has gone")
        if self._client.status != "running":
            raise gone
        now = time.monotonic()
        if now - self._counted < CHECK_SECONDS:
            return
        try:
            self._count()
        except (OSError, ValueError) as problem:
            raise gone from problem
        if not self.size and now - self._seen > PATIENCE_SECONDS:
            raise WorkersError(
                f"the scheduler at {self._name} has had no worker for {PATIENCE_SECONDS} s"
            )

    def _count(self) -> None:
        """Count the workers.

        Without a limit, a connection that is silent but not closed would be waited for forever.
        """
        try:
            threads = self._client.nthreads(callback_timeout=SILENCE_SECONDS)
        except TimeoutError as problem:
            self._silent = True
            raise WorkersError(
                f"the Dask scheduler at {self._name} has not answered for {SILENCE_SECONDS} s"
            ) from problem
        by_host: Counter[str] = Counter()
        for worker, number in threads.items():
            by_host[worker.rpartition(":")[0]] += number
        self.size, self.per_machine = by_host.total(), max(by_host.values(), default=1)
        self._counted = time.monotonic()
        if self.size:
            self._seen = self._counted

    def _check_workers(self) -> None:
        """Wait for a worker, and check that all have this version of Kaleido."""
        try:
            self._client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        except TimeoutError:
            raise WorkersError(f"the scheduler at {self._name} has no workers") from None
        self._count()
        try:
            found = self._client.run(_find_version, callback_timeout=SILENCE_SECONDS)
        except TimeoutError:
            raise WorkersError(
                f"a worker of {self._name} has not answered for {SILENCE_SECONDS} s"
            ) from None
        except ImportError as problem:
            raise WorkersError(
                f"the workers of {self._name} do not have Kaleido {__version__}: "
                f"{one_line(problem)}"
            ) from None
        for worker, version in found.items():
            if version != __version__:
                raise WorkersError(
                    f"the worker {quote(worker)} has Kaleido {version}, expected {__version__}"
                )

    def close(self) -> None:
        """Disconnect from the cluster, which keeps running."""
        self._client.close(timeout=ANSWER_SECONDS)


async def _greet(address: str) -> None:
    """Check that the address speaks Dask's protocol, or else the client would wait forever."""
    from distributed.comm import connect

    async with asyncio.timeout(ANSWER_SECONDS):
        comm = await connect(address, timeout=ANSWER_SECONDS)
    comm.abort()


def _find_version() -> str:
    return __version__
