"""The interface that all workers share, wherever they run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

TASKS_PER_WORKER = 2
"""Tasks submitted ahead for each worker: the one that it runs, and the next one."""


@dataclass(frozen=True)
class Crash:
    """The result of a task whose worker crashed on every attempt.

    Parameters
    ----------
    reason : str
        One line.
    """

    reason: str


class Workers(ABC):
    """Workers that run tasks. As a context manager, they are shut down at its end."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of tasks that run at the same time."""

    @property
    @abstractmethod
    def per_machine(self) -> int:
        """The largest number of them on one machine, where they share its memory."""

    @abstractmethod
    def map_unordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Crash]]:
        """Run every task once, and yield the results as they finish.

        Only one such iterator may run at a time. Closing it early, or an error in it, stops the
        tasks that are running.

        Parameters
        ----------
        function : callable
            It belongs to a module that the workers can import.
        tasks : iterable
            It may be endless: only a few tasks are taken ahead of the workers.

        Yields
        ------
        int
            The index of the task, from 0.
        result or Crash
            What the function returned, or `Crash` when the task crashed its worker on every
            attempt. A worker that ends for another reason costs nothing: its tasks run again.

        Raises
        ------
        Exception
            Whatever the function raises.
        WorkersError
            No workers are left.
        """

    @abstractmethod
    def close(self) -> None:
        """Shut the workers down."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
