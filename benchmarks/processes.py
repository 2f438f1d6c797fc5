"""Processes of this machine, their descendants, and what they take, as Linux tells in /proc."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kaleido.web.process_stat import ProcessStat


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
    for each, stat in _all_processes():
        children.setdefault(stat.parent, []).append(each)
    found = [process]
    for each in found:
        found += children.get(each, [])
    return found[1:]


def lives(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    stat = ProcessStat.of(process)
    return stat is not None and stat.state != "Z"


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has taken; 0 if it is gone."""
    stat = ProcessStat.of(process)
    return 0.0 if stat is None else stat.seconds


def usage(processes: Iterable[int]) -> Usage:
    """Return what processes take; those that have ended take nothing."""
    running = zombies = memory = threads = files = 0
    for process in processes:
        stat = ProcessStat.of(process)
        if stat is None:
            continue
        if stat.state == "Z":
            zombies += 1
            continue
        running += 1
        threads += stat.threads
        memory += stat.resident
        try:
            files += len(os.listdir(f"/proc/{process}/fd"))  # noqa: PTH208 -- names alone
        except OSError:
            continue
    return Usage(running, zombies, memory, threads, files)


def command(process: int) -> str:
    """Return the command of a process; empty if it is gone."""
    words = _read(process, "cmdline").rstrip(b"\0").split(b"\0")
    return b" ".join(words).decode(errors="replace")


def kilobytes(process: int, file: str, key: str) -> int:
    """Return a number of kilobytes that a file about a process states; 0 if it is gone."""
    found = re.search(rf"^{key}:\s+(\d+) kB", _read(process, file).decode(), re.MULTILINE)
    return int(found[1]) if found else 0


def handles(process: int, signal: int) -> bool:
    """Return whether a process handles a signal itself."""
    found = re.search(r"^SigCgt:\s*(\w+)", _read(process, "status").decode(), re.MULTILINE)
    return found is not None and bool(int(found[1], 16) >> (signal - 1) & 1)


def marked(name: str, value: str) -> list[int]:
    """Return the processes that have a variable of the environment with a value.

    Children inherit it, so that it finds them even when they have lost their parent.
    """
    wanted = f"{name}={value}".encode()
    return [
        process
        for process, stat in _all_processes()
        if stat.state != "Z" and wanted in _read(process, "environ").split(b"\0")
    ]


def all_ids() -> Iterator[int]:
    """Yield the ids of all processes."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            yield int(entry.name)


def _all_processes() -> Iterator[tuple[int, ProcessStat]]:
    """Yield the id of each process and what is known of it."""
    for process in all_ids():
        stat = ProcessStat.of(process)
        if stat is not None:
            yield process, stat


def _read(process: int, file: str) -> bytes:
    """Return a file about a process; empty if it is gone or belongs to somebody else."""
    try:
        return Path(f"/proc/{process}/{file}").read_bytes()
    except OSError:
        return b""
