"""What workers are asked, wherever they run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2
"""Tasks in hand for each worker: the one it works on, and the next."""


@dataclass(frozen=True)
class Lost:
    """What a task comes to that ended its worker every time.

    Parameters
    ----------
    reason : str
        In one line.
    """

    reason: str


class Workers(ABC):
    """Those who do tasks. A context manager: at its end they are dismissed."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many tasks they do at a time."""

    @property
    @abstractmethod
    def crowd(self) -> int:
        """How many of these at most on one machine, to share its memory."""

    @abstractmethod
    def each(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Lost]]:
        """Do every task once; give results as they finish.

        One such iterator at a time. Closed early, or left by an error, it stops the tasks in
        hand.

        Parameters
        ----------
        function : callable
            Of a module that the workers can import.
        tasks : iterable
            As many as you like: only a few are taken ahead of the workers.

        Yields
        ------
        int
            The place of the task, from 0.
        result or Lost
            What the function gave; `Lost` when the task ended its worker whenever it was tried.
            A worker that ends for other reasons costs nothing: its tasks are done again.

        Raises
        ------
        Exception
            Whatever the function raises.
        WorkersError
            There are no workers any more.
        """

    @abstractmethod
    def close(self) -> None:
        """Dismiss the workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
