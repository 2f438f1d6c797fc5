"""Processes of this machine, their descendants, and what they take."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil


class Usage(NamedTuple):
    """What processes take together: those that run and that nobody waited for, bytes, and so on."""

    processes: int
    zombies: int
    memory: int
    threads: int
    files: int


def descendants(process: int) -> list[int]:
    """Return the ids of all processes below one."""
    try:
        return [each.pid for each in psutil.Process(process).children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def lives(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has taken; 0 if it is gone."""
    try:
        return sum(psutil.Process(process).cpu_times()[:2])
    except psutil.NoSuchProcess:
        return 0.0


def usage(processes: Iterable[int]) -> Usage:
    """Return what processes take; those that have ended take nothing."""
    found = [Usage(0, 0, 0, 0, 0)]
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            own = psutil.Process(process)
            if own.status() == psutil.STATUS_ZOMBIE:
                found.append(Usage(0, 1, 0, 0, 0))
            else:
                memory, threads = own.memory_info().rss, own.num_threads()
                found.append(Usage(1, 0, memory, threads, own.num_fds()))
    return Usage(*map(sum, zip(*found, strict=True)))


def command(process: int) -> str:
    """Return the command of a process; empty if it is gone."""
    try:
        return " ".join(psutil.Process(process).cmdline())
    except psutil.Error:
        return ""


def kilobytes(process: int, file: str, key: str) -> int:
    """Return a number of kilobytes that a file of Linux about a process states; 0 if it is gone."""
    try:
        text = Path(f"/proc/{process}/{file}").read_text()
    except OSError:
        return 0
    found = re.search(rf"^{key}:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) if found else 0
