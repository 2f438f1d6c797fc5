"""What the process's exit code says."""

from __future__ import annotations

NO_SOLUTION = 1
USAGE = 2
GAVE_UP = 3
INTERRUPTED = 130

ANSWERS = {"solved": 0, "no-solution": NO_SOLUTION, "gave-up": GAVE_UP}
"""By the status of an answer."""
