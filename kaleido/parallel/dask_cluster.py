"""Workers on an existing Dask cluster."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from kaleido._version import __version__
from kaleido.errors import OptionError, WorkersError
from kaleido.extras import need
from kaleido.parallel.workers import TASKS_PER_WORKER, Crash, Result, Task, Workers
from kaleido.text import quote

if TYPE_CHECKING:
    from distributed import Future

ANSWER_SECONDS = 3
"""How long the scheduler has to answer, and then to find its first worker."""

PATIENCE_SECONDS = 60
"""How long a cluster may be without any worker in the middle of a run."""

SILENCE_SECONDS = 60
"""How long the scheduler may be silent in the middle of a run, and a worker at the start."""

BATCH_SECONDS = 0.1
"""Quick tasks are submitted in batches that take a worker about this long."""

MAX_BATCH = 64

MAX_LOST = 20
"""The most batches in a row that a scheduler may lose."""

POLL_SECONDS = 0.005
COUNT_SECONDS = 1.0

_ADDRESS = re.compile(r"([a-z]+://)?(\[[0-9a-fA-F:.]+\]|[^\s/:@\[\]]+):(\d{1,5})")


class DaskCluster(Workers):
    """All workers of a Dask cluster, including those that join later.

    The size is the number of threads that the workers have together, as last counted.

    When a worker ends, the scheduler gives its tasks to other workers. It counts for each task
    how many workers have ended while they ran it; its setting
    ``distributed.scheduler.allowed-failures``, 3 by default, is how many may.
    """

    def __init__(self, address: str) -> None:
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
        self._lost = 0
        try:
            with ThreadPoolExecutor(1) as thread:  # this thread may have an event loop
                thread.submit(asyncio.run, _greet(address)).result()
            self._client = distributed.Client(
                address, timeout=ANSWER_SECONDS, set_as_default=False, name="kaleido"
            )
        except ValueError as problem:
            raise OptionError(f"cannot use {self._name}: {problem}") from problem
        except (OSError, TimeoutError) as problem:
            raise WorkersError(f"no Dask scheduler answers at {self._name}") from problem
        try:
            self._wait_for_a_worker()
            self._count()
            self._check_versions()
        except BaseException:
            self.close()
            raise

    def map_unordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Crash]]:
        """Run every task once; see `Workers.map_unordered`."""
        waiting = enumerate(tasks)
        sizer = _BatchSizer()
        suspects: deque[tuple[int, Task]] = deque()  # each of them runs alone
        ready = self._distributed.as_completed(
            loop=self._client.loop, with_results=True, raise_errors=False
        )
        running: dict[Future[Any], list[tuple[int, Task]]] = {}
        try:
            while True:
                self._check_cluster()
                while len(running) < max(TASKS_PER_WORKER * self.size, 1):
                    alone = [suspects.popleft()] if suspects else None
                    batch = alone or list(islice(waiting, sizer.size))
                    if not batch:
                        break
                    submitted = [task for _, task in batch]
                    future = self._client.submit(_run, function, submitted, pure=False)
                    running[future] = batch
                    ready.add(future)
                if not running:
                    break
                done = ready.next_batch(block=False)
                if not done:
                    time.sleep(POLL_SECONDS)
                for future, result in done:
                    batch = running.pop(future)
                    found = self._read_result(future, result)
                    if isinstance(found, _Done):
                        sizer.add(found.seconds, len(batch))
                        yield from zip((index for index, _ in batch), found.results, strict=True)
                    elif found is not None and len(batch) == 1:
                        yield batch[0][0], found
                    else:
                        suspects += batch
        finally:
            # A scheduler that is silent drops the tasks when it finds that this client has gone.
            if running and self._client.status == "running" and not self._silent:
                self._client.cancel(list(running), force=True)

    def _read_result(self, future: Future[Any], result: Any) -> _Done | Crash | None:
        """Return what became of a batch, or None if the scheduler has lost it."""
        # What has been gathered counts, even if its worker and with it the future end just then.
        if isinstance(result, _Done):
            self._lost = 0
            return result
        if future.status != "error":
            self._lost += 1
            self._counted = float("-inf")
            self._check_cluster()
            if self._lost > MAX_LOST:
                raise WorkersError(
                    f"the Dask scheduler at {self._name} has lost {self._lost} batches of tasks, "
                    "one after the other"
                )
            return None
        _, error, trace = result
        if isinstance(error, self._distributed.KilledWorker):
            return Crash(
                f"its worker ended {error.allowed_failures + 1} times (out of memory, or killed)"
            )
        raise error.with_traceback(trace)

    def _check_cluster(self) -> None:
        """Raise an error if the scheduler is gone, or has had no worker for too long."""
        if self._client.status != "running":
            raise self._gone()
        now = time.monotonic()
        if now - self._counted < COUNT_SECONDS:
            return
        try:
            self._count()
        except (OSError, ValueError) as problem:
            raise self._gone() from problem
        if not self.size and now - self._seen > PATIENCE_SECONDS:
            raise WorkersError(
                f"the scheduler at {self._name} has had no worker for {PATIENCE_SECONDS} s"
            )

    def _count(self) -> None:
        """Count the workers.

        Without a limit, a connection that is silent but not closed would be waited for forever.
        """
        by_host: Counter[str] = Counter()
        try:
            threads = self._client.nthreads(callback_timeout=SILENCE_SECONDS)
        except TimeoutError as problem:
            self._silent = True
            raise WorkersError(
                f"the Dask scheduler at {self._name} has not answered for {SILENCE_SECONDS} s"
            ) from problem
        for worker, number in threads.items():
            by_host[worker.rpartition(":")[0]] += number
        self.size, self.per_machine = by_host.total(), max(by_host.values(), default=1)
        self._counted = time.monotonic()
        if self.size:
            self._seen = self._counted

    def _wait_for_a_worker(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        except TimeoutError:
            raise WorkersError(f"the scheduler at {self._name} has no workers") from None

    def _check_versions(self) -> None:
        try:
            found = self._client.run(_find_version, callback_timeout=SILENCE_SECONDS)
        except TimeoutError:
            raise WorkersError(
                f"a worker of {self._name} has not answered for {SILENCE_SECONDS} s"
            ) from None
        except ImportError as problem:
            raise WorkersError(
                f"the workers of {self._name} do not have Kaleido {__version__}: {problem}"
            ) from None
        for worker, version in found.items():
            if version != __version__:
                raise WorkersError(
                    f"the worker {quote(worker)} has Kaleido {version}, expected {__version__}"
                )

    def _gone(self) -> WorkersError:
        return WorkersError(f"the Dask scheduler at {self._name} has gone")

    def close(self) -> None:
        """Disconnect from the cluster, which keeps running."""
        self._client.close(timeout=ANSWER_SECONDS)


async def _greet(address: str) -> None:
    """Check that the address speaks Dask's protocol, or else the client would wait forever."""
    from distributed.comm import connect

    async with asyncio.timeout(ANSWER_SECONDS):
        comm = await connect(address, timeout=ANSWER_SECONDS)
    comm.abort()


class _BatchSizer:
    """The size of the next batch, large enough to make Dask's overhead small."""

    def __init__(self) -> None:
        self.size = 1
        self._mean: float | None = None

    def add(self, seconds: float, tasks: int) -> None:
        """Add the duration of a batch to the moving average of a task's duration."""
        each = seconds / tasks
        self._mean = each if self._mean is None else 0.8 * self._mean + 0.2 * each
        self.size = min(max(int(BATCH_SECONDS / max(self._mean, 1e-6)), 1), MAX_BATCH)


class _Done(NamedTuple):
    """The results of a batch, and the seconds that it took."""

    seconds: float
    results: list[Any]


def _run(function: Callable[[Task], Result], tasks: list[Task]) -> _Done:
    began = time.perf_counter()
    results = [function(task) for task in tasks]
    return _Done(time.perf_counter() - began, results)


def _find_version() -> str:
    return __version__
