"""Files of puzzles: boards with pieces, rules, optional cells, zones and calendars."""

from __future__ import annotations

import tempfile
from datetime import date
from pathlib import Path

from hypothesis import strategies as st
from ruled_puzzles import ruled_puzzle

from fuzz.boards import FRAGMENTS
from fuzz.fuzzer import Fuzzer, attempt
from fuzz.pieces import check_set
from fuzz.round_trips import check_board, check_puzzle
from fuzz.samples import files
from fuzz.texts import texts
from kaleido.library.puzzles import puzzle_facts, puzzle_parts, sized_board

_FRAGMENTS = (
    *FRAGMENTS,
    *("# pieces: pentominoes\n", "# pieces: tetrominoes + trominoes\n", "# pieces: ", "# rule *: "),
    *("# rule I,L: x0-2\n", "# rule *: fixed\n", "# rule L: in edge\n", "# rule I: in a\n", "x1"),
    *(
        "# begin: I,L\n",
        "# begin: ",
        "# solutions: 3\n",
        "# solutions: ",
        "# calendar: month day\n",
    ),
    *(
        "# lattice: cubic\n",
        "# lattice: hexagonal\n",
        "# group: own\n",
        "5xN",
        "2xN",
        "4x5",
        "3x3x3",
    ),
)
_SMALL = (
    "# pieces: tetrominoes\n# rule *: x0-2\n4x4",
    "# pieces: trominoes\n# optional: a\n# rule I: in edge\nooa/ooo/aoo",
    "# pieces: tetrominoes\n# begin: I,O\n2xN",
    "# pieces: dominoes\n# wrap: both\n# rule *: x0-8 fixed\n4x4",
    "# pieces: soma\n3x3x3",
    "# pieces: polyhexes-3\n# rule *: x0-3\nhexagonal: oooo/oooo/oooo",
    "# pieces: monominoes\n# calendar: weekday\n7x1",
)


def _cases():
    ruled = tuple(f"# pieces: tetrominoes\n{ruled_puzzle(seed).text}" for seed in range(6))
    samples = (*_SMALL, *_SMALL, *_SMALL, *ruled, *files("puzzles"))
    days = st.sampled_from((None, "2026-11-22", "2024-02-29"))
    return st.tuples(texts(samples, _FRAGMENTS), days)


def _check(case: tuple[str, str | None]) -> None:
    text, named = case
    day = None if named is None else date.fromisoformat(named)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "puzzle.txt")
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        attempt(puzzle_facts, str(path))
        board_text, pieces = attempt(puzzle_parts, str(path), day)
    check_set(pieces)
    board = attempt(sized_board, board_text, pieces)
    check_board(board)
    check_puzzle(board, pieces)


FUZZER = Fuzzer("puzzles", "files of puzzles, with rules, zones and calendars", _cases, _check)
