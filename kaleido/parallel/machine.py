"""The machine that this process runs on, in words."""

import os
import platform
import subprocess
from functools import cache
from pathlib import Path
from typing import Any


@cache
def describe_machine() -> str:
    """Return processor, cores, system and Python of this machine; durations depend on them.

    Examples
    --------
    >>> describe_machine().split(", ")[-1].split()[0]
    'CPython'
    """
    parts = [
        _processor(),
        f"{os.cpu_count() or 1} cores",
        platform.system(),
        f"{platform.python_implementation()} {platform.python_version()}",
    ]
    return ", ".join(" ".join(part.split()) for part in parts if part)


def apart() -> dict[str, Any]:
    """Return the options of `subprocess` for a child that Ctrl-C does not reach: it is for us."""
    if os.name == "nt":
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:  # not on Linux
        lines = []
    names = (line.partition(":")[2] for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()
