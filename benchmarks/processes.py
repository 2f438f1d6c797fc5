"""What a process and its descendants take, as Linux tells in /proc."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True)
class Usage:
    """What some processes take together.

    Attributes
    ----------
    processes, zombies : int
        Those that run, and those that have ended but were not waited for.
    memory : int
        Bytes that are resident; pages that several share count for each.
    threads, files : int
        Threads, and open file descriptors.
    """

    processes: int
    zombies: int
    memory: int
    threads: int
    files: int


def descendants(process: int) -> list[int]:
    """Return the ids of all processes below one, those first that are nearest to it."""
    children: dict[int, list[int]] = {}
    for each, (_, parent) in _all_processes():
        children.setdefault(parent, []).append(each)
    found = [process]
    for each in found:
        found += children.get(each, [])
    return found[1:]


def lives(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    fields = _fields(process)
    return fields is not None and fields[0] != "Z"


def usage(processes: Iterable[int]) -> Usage:
    """Return what processes take; those that have ended take nothing."""
    running = zombies = memory = threads = files = 0
    for process in processes:
        fields = _fields(process)
        if fields is None:
            continue
        if fields[0] == "Z":
            zombies += 1
            continue
        running += 1
        threads += int(fields[17])
        memory += int(fields[21]) * _PAGE
        try:
            files += len(os.listdir(f"/proc/{process}/fd"))  # noqa: PTH208 -- names alone
        except OSError:
            continue
    return Usage(running, zombies, memory, threads, files)


def marked(name: str, value: str) -> list[int]:
    """Return the processes that have a variable of the environment with a value.

    Children inherit it, so that it finds them even when they have lost their parent.
    """
    wanted = f"{name}={value}".encode()
    found = []
    for process, (state, _) in _all_processes():
        try:
            environment = Path(f"/proc/{process}/environ").read_bytes()
        except OSError:
            continue
        if state != "Z" and wanted in environment.split(b"\0"):
            found.append(process)
    return found


def _all_processes() -> Iterator[tuple[int, tuple[str, int]]]:
    """Yield the id of each process with its state and its parent."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (fields := _fields(int(entry.name))) is not None:
            yield int(entry.name), (fields[0], int(fields[1]))


def _fields(process: int) -> list[str] | None:
    """Return the fields of /proc/PID/stat from the state on, the third."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
