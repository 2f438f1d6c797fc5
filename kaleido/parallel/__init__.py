"""Workers: one function over many tasks, in other processes or on a cluster."""

from contextlib import AbstractContextManager, nullcontext

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import WORKERS
from kaleido.base.errors import OptionError
from kaleido.parallel.machine import describe_machine
from kaleido.parallel.workers import Crash, Serial, Shipped, Workers

__all__ = ["Crash", "Serial", "Shipped", "Workers", "describe_machine", "make_workers", "open_jobs"]


@checked_arguments
def make_workers(
    number: int | None = None, scheduler: str | None = None, *, isolated: bool = False
) -> Workers:
    """Return workers, which are a context manager.

    Parameters
    ----------
    number : int, optional
        The number of processes on this machine; by default one for each core. 1 is this process.
    scheduler : str, optional
        The address of the scheduler of a Dask cluster, such as ``tcp://host:8786``, to use its
        workers instead.
    isolated : bool, optional
        Whether even a single worker is a separate process, so that a task can crash its worker
        without ending the run.

    Raises
    ------
    OptionError
        The number is not one from 1 to 512, the address is malformed, or both are given.
    WorkersError
        No scheduler answers within a few seconds, it has no worker, its workers do not have this
        version of Kaleido, or the extra `cluster` is missing.

    Examples
    --------
    >>> with make_workers(1) as workers:
    ...     list(workers.map_unordered(abs, [-3, 4]))
    [(0, 3), (1, 4)]
    """
    if scheduler is not None:
        if number is not None:
            raise OptionError("a scheduler has its own workers: give no number of them")
        from kaleido.parallel.dask_cluster import DaskCluster

        return DaskCluster(scheduler)
    if number is None:
        from loky import cpu_count

        number = int(cpu_count())  # by this process's affinity and its container's limits
    WORKERS.check(number, "workers")
    if number == 1 and not isolated:
        return Serial()
    from kaleido.parallel.process_pool import ProcessPool

    return ProcessPool(number)


@checked_arguments
def open_jobs(
    workers: int | Workers = 1, scheduler: str | None = None
) -> AbstractContextManager[Workers]:
    """Return a context of workers, by the parameters that public functions have for them.

    Parameters
    ----------
    workers : int or Workers, optional
        The number of processes on this machine, -1 for one on each core; 1 is this process. Workers
        of `make_workers` are left open.
    scheduler : str, optional
        The address of the scheduler of a Dask cluster, whose workers are used instead.

    Raises
    ------
    OptionError, WorkersError
        As `make_workers`.

    Examples
    --------
    >>> with open_jobs(1) as workers:
    ...     workers.size
    1
    """
    if scheduler is not None and workers != 1:
        raise OptionError("a scheduler has its own workers: give workers or a scheduler, not both")
    if isinstance(workers, Workers):
        return nullcontext(workers)
    if workers != -1:
        WORKERS.check(workers, "workers")
    if scheduler is None:
        return make_workers(None if workers == -1 else workers)
    return make_workers(scheduler=scheduler)
