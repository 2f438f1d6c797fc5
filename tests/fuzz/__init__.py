"""Fuzzers: each feeds one part of Kaleido with whatever people may type, and keeps it to its word.

What is wrong is refused with one clear line. What is accepted is written and read again as it was,
and answers agree with solvers that try everything. ``python -m tests.fuzz --help`` says how to run
them.

The fuzzers share strategies and oracles with the tests, and pictures with the benchmarks.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

sys.path[:0] = [
    str(ROOT / each) for each in ("tests", "benchmarks") if str(ROOT / each) not in sys.path
]
