"""Workers of an existing Dask cluster."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from kaleido.errors import OptionError, WorkersError, quote
from kaleido.extras import need
from kaleido.workers.base import AHEAD, Lost, Workers

if TYPE_CHECKING:
    from distributed import Future

Task = TypeVar("Task")
Result = TypeVar("Result")

ANSWER_SECONDS = 3
"""A scheduler that has not answered by then will not; nor has it a worker to come."""

PATIENCE_SECONDS = 60
"""So long a cluster may be without any worker in the middle of the work."""

CHUNK_SECONDS = 0.1
"""Quick tasks go to a worker together, as many as it does in this time."""

MOST_TOGETHER = 64
POLL_SECONDS = 0.005
COUNT_SECONDS = 1.0

_ADDRESS = re.compile(r"([a-z]+://)?(\[[0-9a-fA-F:.]+\]|[^\s/:@\[\]]+):(\d{1,5})")


def need_distributed() -> None:
    """Refuse to go on without Dask.

    Raises
    ------
    WorkersError
        It is not installed; the message names the extra.
    """
    need("distributed", "cluster", "a cluster", WorkersError)


class Cluster(Workers):
    """All workers of a Dask cluster; those that come later, too.

    When a worker ends, the scheduler gives its tasks to others; it counts the workers that have
    ended with a task in hand (its setting ``distributed.scheduler.allowed-failures``, 3 unless
    changed, is how many may).

    Parameters
    ----------
    address : str
        The scheduler's, such as ``tcp://host:8786``.

    Raises
    ------
    OptionError
        The address is none.
    WorkersError
        Nothing answers there within a few seconds, the scheduler has no worker, its workers
        do not have Kaleido in this version, or Dask is not installed.
    """

    def __init__(self, address: str) -> None:
        self._name = quote(address, 80)
        found = _ADDRESS.fullmatch(address)
        if not found or int(found[3]) > 65535:
            raise OptionError(
                f"{self._name} is no address of a scheduler: expected tcp://HOST:PORT"
            )
        need_distributed()
        import distributed

        self._distributed = distributed
        self._size, self._crowd = 0, 1
        self._counted = self._seen = float("-inf")
        try:
            with ThreadPoolExecutor(1) as thread:  # there may be an event loop in this one
                thread.submit(asyncio.run, _greet(address)).result()
            self._client = distributed.Client(
                address, timeout=ANSWER_SECONDS, set_as_default=False, name="kaleido"
            )
        except ValueError as problem:
            raise OptionError(f"cannot use {self._name}: {problem}") from problem
        except (OSError, TimeoutError) as problem:
            raise WorkersError(f"no Dask scheduler answers at {self._name}") from problem
        try:
            self._client.wait_for_workers(1, timeout=ANSWER_SECONDS)
            self._count()
            self._check_versions()
        except TimeoutError:
            self.close()
            raise WorkersError(f"the scheduler at {self._name} has no workers") from None
        except BaseException:
            self.close()
            raise

    @property
    def size(self) -> int:
        """How many threads the workers have together, as last counted."""
        return self._size

    @property
    def crowd(self) -> int:
        """How many of these the fullest machine has."""
        return self._crowd

    def each(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Lost]]:
        """Do every task once; see `Workers.each`."""
        coming = enumerate(tasks)
        pace = _Pace()
        single: deque[tuple[int, Task]] = deque()  # those to be tried by themselves
        ready = self._distributed.as_completed(
            loop=self._client.loop, with_results=True, raise_errors=False
        )
        flying: dict[Future[Any], list[tuple[int, Task]]] = {}
        try:
            while True:
                self._watch()
                while len(flying) < max(AHEAD * self._size, 1):
                    chunk = [single.popleft()] if single else list(islice(coming, pace.length))
                    if not chunk:
                        break
                    together = [task for _, task in chunk]
                    future = self._client.submit(_do, function, together, pure=False)
                    flying[future] = chunk
                    ready.add(future)
                if not flying:
                    break
                done = ready.next_batch(block=False)
                if not done:
                    time.sleep(POLL_SECONDS)
                for future, result in done:
                    chunk = flying.pop(future)
                    found = self._found(future, result)
                    if not isinstance(found, Lost):
                        seconds, results = found
                        pace.note(seconds, len(chunk))
                        yield from zip((number for number, _ in chunk), results, strict=True)
                    elif len(chunk) == 1:
                        yield chunk[0][0], found
                    else:
                        single += chunk
        finally:
            if flying and self._client.status == "running":
                self._client.cancel(list(flying), force=True)

    def _found(self, future: Future[Any], result: Any) -> Any:
        if future.status == "finished":
            return result
        if future.status != "error":
            raise self._gone()
        _, error, trace = result
        if isinstance(error, self._distributed.KilledWorker):
            return Lost(
                f"its worker ended {error.allowed_failures + 1} times (out of memory, or killed)"
            )
        raise error.with_traceback(trace)

    def _watch(self) -> None:
        """Refuse to wait for a scheduler that has gone, or for workers that do not come."""
        if self._client.status != "running":
            raise self._gone()
        now = time.monotonic()
        if now - self._counted < COUNT_SECONDS:
            return
        try:
            self._count()
        except (OSError, TimeoutError, ValueError) as problem:
            raise self._gone() from problem
        if not self._size and now - self._seen > PATIENCE_SECONDS:
            raise WorkersError(
                f"the scheduler at {self._name} has had no worker for {PATIENCE_SECONDS} s"
            )

    def _count(self) -> None:
        threads: Mapping[str, int] = self._client.nthreads()
        by_host: Counter[str] = Counter()
        for worker, number in threads.items():
            by_host[worker.rpartition(":")[0]] += number
        self._size, self._crowd = by_host.total(), max(by_host.values(), default=1)
        self._counted = time.monotonic()
        if self._size:
            self._seen = self._counted

    def _check_versions(self) -> None:
        from kaleido._version import __version__

        try:
            found = self._client.run(_version)
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
        """Leave the cluster; it goes on."""
        self._client.close(timeout=ANSWER_SECONDS)


async def _greet(address: str) -> None:
    """Make sure that something speaks Dask's language there: the client would wait for ever."""
    from distributed.comm import connect

    async with asyncio.timeout(ANSWER_SECONDS):
        comm = await connect(address, timeout=ANSWER_SECONDS)
    comm.abort()


class _Pace:
    """How many tasks go to a worker together, so that Dask's own work is little beside theirs."""

    def __init__(self) -> None:
        self.length = 1
        self._seconds: float | None = None

    def note(self, seconds: float, tasks: int) -> None:
        """Take note of how long tasks took together."""
        each = seconds / tasks
        self._seconds = each if self._seconds is None else 0.8 * self._seconds + 0.2 * each
        self.length = min(max(int(CHUNK_SECONDS / max(self._seconds, 1e-6)), 1), MOST_TOGETHER)


def _do(function: Callable[[Task], Result], tasks: list[Task]) -> tuple[float, list[Result]]:
    began = time.perf_counter()
    results = [function(task) for task in tasks]
    return time.perf_counter() - began, results


def _version() -> str:
    from kaleido._version import __version__

    return __version__
