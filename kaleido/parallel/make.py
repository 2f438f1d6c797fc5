"""Workers from what the user asks for."""

from __future__ import annotations

from kaleido.errors import OptionError
from kaleido.parallel.base import Workers


def make_workers(
    number: int | None = None, scheduler: str | None = None, *, apart: bool = False
) -> Workers:
    """Give workers.

    Parameters
    ----------
    number : int, optional
        Processes of this machine; as many as it has cores by default. 1 is this process.
    scheduler : str, optional
        Instead, the address of the scheduler of a Dask cluster, such as ``tcp://host:8786``.
    apart : bool, optional
        Whether a single worker is a process of its own, too: a task can then end its worker
        without ending the run.

    Returns
    -------
    Workers
        To be used as a context manager.

    Raises
    ------
    OptionError
        The number is less than 1, the address is none, or both are given.
    WorkersError
        The cluster does not answer, has no workers, or the extra `cluster` is missing.

    Examples
    --------
    >>> with make_workers(1) as workers:
    ...     list(workers.each(abs, [-3, 4]))
    [(0, 3), (1, 4)]
    """
    if scheduler is not None:
        if number is not None:
            raise OptionError("a scheduler has its own workers: give no number of them")
        from kaleido.parallel.cluster import Cluster

        return Cluster(scheduler)
    from kaleido.parallel.local import Here, Pool, cores

    size = cores() if number is None else number
    if size < 1:
        raise OptionError(f"{size} workers do nothing: expected 1 or more")
    return Here() if size == 1 and not apart else Pool(size)
