"""A single worker: the process itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kaleido.parallel.workers import Crash, Result, Task, Workers


class Serial(Workers):
    """The process itself, which runs one task after the other."""

    size = 1
    per_machine = 1

    def map_unordered(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[int, Result | Crash]]:
        """Run every task once, in order."""
        for index, task in enumerate(tasks):
            yield index, function(task)

    def close(self) -> None:
        """Do nothing: there is nothing to shut down."""
