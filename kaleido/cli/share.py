"""A bar for work whose share done is known, on a terminal only."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from kaleido.cli.console import talk


class ShareBar:
    """Shows the share done; a context manager.

    Parameters
    ----------
    label : str
    """

    def __init__(self, label: str) -> None:
        console = talk()
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task(label, total=1.0)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def report(self, share: float) -> None:
        """Show a share, from 0 to 1."""
        self._progress.update(self._task, completed=share)
