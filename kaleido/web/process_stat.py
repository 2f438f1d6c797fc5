"""What Linux tells of a process in ``/proc``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple


class ProcessStat(NamedTuple):
    """A process as Linux sees it at a moment.

    Attributes
    ----------
    state : str
        A letter; Z for a process that has ended but was not waited for.
    parent : int
        The process that has started it, or that has taken it over.
    seconds : float
        The time of processors that it has taken.
    threads : int
    resident : int
        The bytes of its memory that are resident; what several processes share counts for each.
    """

    state: str
    parent: int
    seconds: float
    threads: int
    resident: int

    @classmethod
    def of(cls, process: int) -> ProcessStat | None:
        """Return what is known of a process; None if it is gone, or the system does not say."""
        try:
            text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
        # The name of a program may have spaces and parentheses, but ends with the last of these.
        words = text.rpartition(")")[2].split()
        return cls(
            words[0],
            int(words[1]),
            (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"),
            int(words[17]),
            int(words[21]) * os.sysconf("SC_PAGE_SIZE"),
        )
