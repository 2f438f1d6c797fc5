"""Hold the counter against enumeration, on every board with few solutions.

python benchmarks/crosscheck.py boards.json [--most 20000] [--timeout 60]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kaleido import KaleidoError, Puzzle
from kaleido.errors import LimitReachedError
from kaleido.library.board_files import read_boards


def main() -> int:
    """Compare, print a line a board, and give 0 when all that could be compared agree."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", type=Path, help="name → 8 rows as JSON, or a folder of patterns")
    parser.add_argument("--most", type=int, default=20_000, help="solutions to enumerate at most")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each board")
    args = parser.parse_args()
    try:
        boards = read_boards(args.boards)
    except KaleidoError as error:
        print(f"crosscheck: {error}", file=sys.stderr)
        return 2
    agree = differ = slow = 0
    for name, pattern in boards.items():
        puzzle = Puzzle(pattern)
        counted = puzzle.count().solutions
        if counted > args.most:
            continue
        try:
            found = sum(1 for _ in puzzle.solutions(timeout=args.timeout))
        except LimitReachedError:
            slow += 1
            print(f"{name}: counted {counted:,}, enumeration too slow")
            continue
        agree += found == counted
        differ += found != counted
        print(f"{name}: counted {counted:,}, enumerated {found:,}")
    print(f"{agree} agree, {differ} differ, {slow} too slow")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
