"""Red and black boards to run the program of the paper on, and runs of it that are told of."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

from kaleido import named_pattern

TOLD = Path(__file__).resolve().parents[2] / "shared" / "data" / "paper"

EXCHANGED = str.maketrans("rx", "xr")


def random_board(rng: random.Random) -> tuple[str, ...]:
    """Make a board that is checkered but for some rectangles, with 31 or 32 red cells.

    Inside a rectangle the colours are exchanged, so its sides are implied edges.
    """
    while True:
        exchanged = set[tuple[int, int]]()
        for _ in range(rng.randint(1, 9)):
            height, width = rng.randint(1, 4), rng.randint(1, 4)
            top, left = rng.randint(0, 8 - height), rng.randint(0, 8 - width)
            exchanged ^= {
                (row, col) for row in range(top, top + height) for col in range(left, left + width)
            }
        board = tuple(
            "".join("rx"[(row + col + ((row, col) in exchanged)) % 2] for col in range(8))
            for row in range(8)
        )
        if "".join(board).count("r") in (31, 32):
            return board


def told_runs() -> Iterator[tuple[str, tuple[str, ...], list[object], str]]:
    """Yield the name, board, events and end of each run of the author's program at hand.

    An event is a move as it is told, "backtrack", or "solved" or "failed" at the end. There are
    none where the folder is missing, as in a checkout by itself.
    """
    if not TOLD.is_dir():
        return
    boards = json.loads((TOLD.parent / "boards.json").read_text())
    for name, events in json.loads((TOLD / "walkthroughs.json").read_text()).items():
        rows = boards[name] if name in boards else named_pattern(name).rows
        yield name, tuple(rows), events, "solved"
    for name, told in json.loads((TOLD / "runs.json").read_text()).items():
        yield name, tuple(told["board"]), told["events"], told["end"]
