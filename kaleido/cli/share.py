"""Bars for work whose share done is known, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from kaleido.cli.console import talk


@contextmanager
def share_bar(label: str) -> Iterator[Callable[[float], None]]:
    """Show the share done while the context lasts; it gives what to tell the share, 0 to 1."""
    with stages_bar() as report:
        yield lambda share: report(label, share)


@contextmanager
def stages_bar() -> Iterator[Callable[[str, float], None]]:
    """Show what is being done and the share done; it gives what to tell both."""
    console = talk()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda label, share: progress.update(task, description=label, completed=share)
