"""What the process's exit code says."""

from __future__ import annotations

NO_SOLUTION = 1
USAGE = 2
GAVE_UP = 3
INTERRUPTED = 130
