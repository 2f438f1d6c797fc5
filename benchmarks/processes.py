"""Processes of this machine, their descendants, and what they take."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

import psutil

Value = TypeVar("Value")


class Usage(NamedTuple):
    """What processes take together; a zombie has ended, and nobody has waited for it."""

    processes: int = 0
    zombies: int = 0
    memory: int = 0
    threads: int = 0
    files: int = 0


def _ask(process: int, read: Callable[[psutil.Process], Value], gone: Value) -> Value:
    """Return what is read of a process; `gone` if it has ended or may not be looked at."""
    try:
        return read(psutil.Process(process))
    except psutil.Error:
        return gone


def descendants(process: int) -> list[int]:
    """Return the ids of all processes below one."""
    return _ask(process, lambda own: [each.pid for each in own.children(recursive=True)], [])


def lives(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    return _ask(process, lambda own: own.status() != psutil.STATUS_ZOMBIE, False)


def runs(process: int) -> bool:
    """Return whether a process runs or waits for a processor."""
    return _ask(process, lambda own: own.status() == psutil.STATUS_RUNNING, False)


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has taken; 0 if it is gone."""
    return _ask(process, lambda own: sum(own.cpu_times()[:2]), 0.0)


def command(process: int) -> str:
    """Return the command of a process; empty if it is gone."""
    return _ask(process, lambda own: " ".join(own.cmdline()), "")


def usage(processes: Iterable[int]) -> Usage:
    """Return what processes take; those that have ended take nothing."""

    def taken(own: psutil.Process) -> Usage:
        if own.status() == psutil.STATUS_ZOMBIE:
            return Usage(zombies=1)
        return Usage(1, 0, own.memory_info().rss, own.num_threads(), own.num_fds())

    found = (_ask(each, taken, Usage()) for each in processes)
    return Usage(*map(sum, zip(Usage(), *found, strict=True)))


def kilobytes(process: int, file: str, key: str) -> int:
    """Return a number of kilobytes that a file of Linux about a process states; 0 if it is gone."""
    try:
        text = Path(f"/proc/{process}/{file}").read_text()
    except OSError:
        return 0
    found = re.search(rf"^{key}:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) if found else 0
