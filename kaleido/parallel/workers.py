"""The interface that all workers share, and the simplest one: the process itself."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

TASKS_PER_WORKER = 2
"""Tasks submitted ahead for each worker: the one that it runs, and the next one."""


@dataclass(frozen=True)
class Crash:
    """The result of a task whose worker crashed on every attempt; the reason is one line."""

    reason: str


class Workers(ABC):
    """Workers that run tasks. As a context manager, they are shut down at its end.

    Attributes
    ----------
    size : int
        The number of tasks that run at the same time.
    per_machine : int
        The largest number of them on one machine, where they share its memory.
    """

    size: int
    per_machine: int

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
            attempt. If a worker ends for another reason, its tasks run again.

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

    def __exit__(self, *_: object) -> None:
        self.close()


class Serial(Workers):
    """The process itself, which runs one task after the other."""

    size = per_machine = 1

    def map_unordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Crash]]:
        """Run every task once, in order."""
        for index, task in enumerate(tasks):
            yield index, function(task)

    def close(self) -> None:
        """Do nothing: there is nothing to shut down."""
