"""Five searches of the program of Singh's paper, move for move.

Each line is a move: the piece, its cells (row and column), what the program prints below it,
``matched | window | piece edges + crookedness + span = total``, and its rank among the moves kept.
The wand has its total alone. ``-`` takes the last move back.

Source: P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, its figures and its program.
"""

from typing import NamedTuple

from kaleido import Pattern


class Move(NamedTuple):
    """A move of the program, with its score in parts; those of the wand are not known."""

    piece: str
    cells: tuple[tuple[int, int], ...]
    parts: tuple[float, ...]
    total: float
    rank: int
    kept: int


class Walkthrough(NamedTuple):
    """A search; None stands for a backtrack."""

    pattern: Pattern
    moves: tuple[Move | None, ...]


def read(rows: str, moves: str) -> Walkthrough:
    """Read a search as it is written below."""
    lines = (line.strip() for line in moves.strip().splitlines())
    return Walkthrough(Pattern(rows), tuple(map(read_move, lines)))


def read_move(line: str) -> Move | None:
    if line == "-":
        return None
    lying, score, place = line.split(";")
    piece, *cells = lying.split()
    parts, total = score.split("=")
    rank, kept = map(int, place.split("/"))
    numbers = tuple(float(part) for part in parts.replace("|", " ").replace("+", " ").split())
    at = tuple((int(cell[0]), int(cell[1])) for cell in cells)
    return Move(piece, at, numbers, float(total), rank - 1, kept)


WALKTHROUGHS = {
    "car": read(
        "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx",
        """
        wand 03 13 23 33 43 53 63 73 ; = 16 ; 1/2
        l4-right-x 00 01 02 10 ; 10 | 10 | 10 + 0.26 + 0 = 15.26 ; 1/1
        l4-left-x 05 06 07 17 ; 10 | 10 | 10 + 0.26 + 0 = 15.26 ; 1/1
        l4-left-r 60 70 71 72 ; 10 | 10 | 10 + 0.26 + 0 = 15.26 ; 1/1
        l4-right-r 67 75 76 77 ; 10 | 10 | 10 + 0.26 + 0 = 15.26 ; 1/1
        z-right 11 12 20 21 ; 10 | 10 | 10 + 0.78 + 0 = 15.78 ; 1/2
        z-left 50 51 61 62 ; 10 | 10 | 10 + 0.78 + 0 = 15.78 ; 1/1
        t-r 04 14 15 24 ; 8 | 8 | 10 + 0.52 + 0 = 12.52 ; 1/3
        t-x 54 64 65 74 ; 8 | 8 | 10 + 0.52 + 0 = 12.52 ; 1/3
        l3-x 16 26 27 ; 8 | 8 | 8 + 0.26 + 0 = 12.26 ; 1/2
        l3-r 56 57 66 ; 8 | 8 | 8 + 0.26 + 0 = 12.26 ; 1/1
        domino 34 44 ; 6 | 6 | 6 + 0 + 0 = 9 ; 1/2
        small-wand 22 32 42 52 ; 8 | 8 | 10 + 0 + 0.25 = 12.25 ; 1/3
        square 30 31 40 41 ; 8 | 8 | 8 + 0.4 + 0 = 12.4 ; 1/3
        line3-r 25 35 45 ; 5 | 7 | 8 + 0 + 0 = 8.5 ; 1/3
        -
        line3-x 35 45 55 ; 5 | 7 | 8 + 0 + 0 = 8.5 ; 2/3
        -
        line3-x 35 36 37 ; 4 | 8 | 8 + 0 + 0 = 8 ; 3/3
        line3-r 45 46 47 ; 7 | 10 | 8 + 0 + 0 = 12 ; 1/1
        mono-r 25 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/3
        mono-x 55 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/2
        """,
    ),
    "twelve": read(
        "rxrxrxrx/xrxrxrxr/rxrxrxxx/xrxrxrrr/rxxrxxxr/xrxrxrrr/rxxrxrxx/xrxrxrrr",
        """
        wand 00 01 02 03 04 05 06 07 ; = 10 ; 1/4
        line3-x 42 43 44 ; 8 | 8 | 8 + 0 + 0 = 12 ; 1/1
        line3-r 57 67 77 ; 8 | 8 | 8 + 0 + 0 = 12 ; 1/1
        l4-right-r 26 36 46 47 ; 9 | 9 | 10 + 0.26 + 0 = 13.76 ; 1/3
        t-r 56 65 66 76 ; 9 | 9 | 10 + 0.52 + 0 = 14.02 ; 1/3
        domino 62 63 ; 5 | 8 | 6 + 0 + 0 = 9 ; 1/2
        mono-x 64 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/3
        l4-right-x 16 17 27 37 ; 9 | 9 | 10 + 0.26 + 0 = 13.76 ; 1/3
        small-wand 72 73 74 75 ; 9 | 9 | 10 + 0 + 0.25 = 13.75 ; 1/3
        l4-left-x 35 45 54 55 ; 7 | 8 | 10 + 0.26 + 0 = 11.26 ; 1/3
        z-left 15 24 25 34 ; 6 | 7 | 10 + 0.78 + 0 = 10.28 ; 1/3
        t-x 12 13 14 23 ; 6 | 6 | 10 + 0.52 + 0 = 9.52 ; 1/3
        square 60 61 70 71 ; 6 | 6 | 8 + 0.4 + 0 = 9.4 ; 1/3
        l4-left-r 40 50 51 52 ; 6 | 7 | 10 + 0.26 + 0 = 9.76 ; 1/3
        z-right 20 30 31 41 ; 6 | 6 | 10 + 0.78 + 0 = 9.78 ; 1/3
        l3-x 10 11 21 ; 7 | 9 | 8 + 0.26 + 0 = 11.76 ; 1/3
        l3-r 22 32 33 ; 8 | 8 | 8 + 0.26 + 0 = 12.26 ; 1/2
        mono-r 53 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/3
        """,
    ),
    "no-single-squares": read(
        "rrxxrxxx/xxrrrrxr/xxrxxrxr/rrxrrrxx/xxxxxrrx/rrrxxxrr/rxrxrxrx/rxrxrxrx",
        """
        wand 70 71 72 73 74 75 76 77 ; = 18 ; 1/10
        mono-x 06 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/1
        domino 00 10 ; 6 | 6 | 6 + 0 + 0 = 9 ; 1/1
        l3-x 42 52 53 ; 8 | 8 | 8 + 0.26 + 0 = 12.26 ; 1/1
        square 01 02 11 12 ; 8 | 8 | 8 + 0.26 + 0 = 12.26 ; 1/1
        small-wand 20 30 40 50 ; 10 | 10 | 10 + 0 + 0.25 = 15.25 ; 1/3
        z-left 44 45 55 56 ; 9 | 9 | 10 + 0.78 + 0 = 14.28 ; 1/3
        t-r 14 24 25 34 ; 9 | 9 | 10 + 0.52 + 0 = 14.02 ; 1/3
        -
        l4-left-x 25 26 27 37 ; 9 | 9 | 10 + 0.26 + 0 = 13.76 ; 2/3
        line3-r 14 24 34 ; 8 | 8 | 8 + 0 + 0 = 12 ; 1/1
        l4-right-x 07 15 16 17 ; 9 | 11 | 10 + 0.26 + 0 = 14.76 ; 1/3
        l4-right-r 03 04 05 13 ; 9 | 9 | 10 + 0.26 + 0 = 13.76 ; 1/3
        l4-left-r 47 57 66 67 ; 8 | 10 | 10 + 0.26 + 0 = 13.26 ; 1/3
        t-x 54 63 64 65 ; 9 | 9 | 10 + 0.52 + 0 = 14.02 ; 1/3
        t-r 51 60 61 62 ; 9 | 9 | 10 + 0.52 + 0 = 14.02 ; 1/3
        z-right 22 32 33 43 ; 6 | 8 | 10 + 0.78 + 0 = 10.78 ; 1/2
        l3-r 35 36 46 ; 8 | 8 | 8 + 0.26 + 0 = 12.26 ; 1/3
        line3-x 21 31 41 ; 8 | 8 | 8 + 0 + 0 = 12 ; 1/1
        mono-r 23 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/3
        """,
    ),
    "black-molly-fish": read(
        "xrxrxrrx/rxrxrxxr/xrxrxxxr/rxrrrxrx/xrxxrrxr/rxxxrxrx/xrxrxrxr/rxrxrxrx",
        """
        wand 70 71 72 73 74 75 76 77 ; = 10 ; 1/4
        mono-x 25 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/1
        mono-r 52 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/1
        l3-r 33 43 44 ; 8 | 8 | 8 + 0.26 + 0 = 12.26 ; 1/1
        square 06 07 16 17 ; 8 | 8 | 8 + 0.26 + 0 = 12.26 ; 1/1
        z-right 53 54 62 63 ; 6 | 7 | 10 + 0.78 + 0 = 10.28 ; 1/3
        small-wand 64 65 66 67 ; 7 | 7 | 10 + 0 + 0.25 = 10.75 ; 1/3
        l4-left-r 45 55 56 57 ; 6 | 7 | 10 + 0.26 + 0 = 9.76 ; 1/3
        l4-left-x 27 37 46 47 ; 7 | 9 | 10 + 0.26 + 0 = 11.76 ; 1/3
        l4-right-x 26 34 35 36 ; 9 | 10 | 10 + 0.26 + 0 = 14.26 ; 1/3
        z-left 05 14 15 24 ; 6 | 7 | 10 + 0.78 + 0 = 10.28 ; 1/3
        l4-right-r 40 50 60 61 ; 6 | 7 | 10 + 0.26 + 0 = 9.76 ; 1/3
        t-x 31 41 42 51 ; 6 | 7 | 10 + 0.52 + 0 = 10.02 ; 1/3
        t-r 21 22 23 32 ; 6 | 6 | 10 + 0.52 + 0 = 9.52 ; 1/3
        line3-r 10 20 30 ; 6 | 7 | 8 + 0 + 0 = 9.5 ; 1/3
        l3-x 00 01 11 ; 6 | 8 | 8 + 0.26 + 0 = 10.26 ; 1/3
        line3-x 02 03 04 ; 6 | 10 | 8 + 0 + 0 = 11 ; 1/1
        domino 12 13 ; 6 | 6 | 6 + 0 + 0 = 9 ; 1/2
        """,
    ),
    "morning-exercise": read(
        "rxrxrxrr/rxxrxxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/rxrxrxrx",
        """
        wand 07 17 27 37 47 57 67 77 ; = 11 ; 1/7
        l4-left-x 00 01 02 12 ; 8 | 8 | 10 + 0.26 + 0 = 12.26 ; 1/3
        l3-x 03 13 14 ; 6 | 9 | 8 + 0.26 + 0 = 10.76 ; 1/3
        line3-r 04 05 06 ; 8 | 8 | 8 + 0 + 0 = 12 ; 1/1
        l4-right-x 15 16 26 36 ; 6 | 6 | 10 + 0.26 + 0 = 9.26 ; 1/3
        small-wand 46 56 66 76 ; 6 | 6 | 10 + 0 + 0.25 = 9.25 ; 1/3
        z-left 10 11 21 22 ; 5 | 6 | 10 + 0.78 + 0 = 8.78 ; 1/3
        t-x 20 30 31 40 ; 6 | 6 | 10 + 0.52 + 0 = 9.52 ; 1/3
        t-r 23 24 25 34 ; 5 | 6 | 10 + 0.52 + 0 = 8.52 ; 1/3
        z-right 32 33 41 42 ; 6 | 6 | 10 + 0.78 + 0 = 9.78 ; 1/3
        l4-left-r 35 45 54 55 ; 5 | 6 | 10 + 0.26 + 0 = 8.26 ; 1/3
        l4-right-r 65 73 74 75 ; 6 | 7 | 10 + 0.26 + 0 = 9.76 ; 1/3
        square 50 51 60 61 ; 4 | 7 | 8 + 0.26 + 0 = 7.76 ; 1/3
        l3-r 43 52 53 ; 5 | 8 | 8 + 0.26 + 0 = 9.26 ; 1/3
        line3-x 62 63 64 ; 7 | 9 | 8 + 0 + 0 = 11.5 ; 1/1
        -
        -
        l3-r 43 52 53 ; 5 | 7 | 8 + 0.26 + 0 = 8.76 ; 2/3
        line3-x 62 63 64 ; 7 | 9 | 8 + 0 + 0 = 11.5 ; 1/1
        -
        -
        line3-x 62 63 64 ; 5 | 7 | 8 + 0 + 0 = 8.5 ; 3/3
        l3-r 43 52 53 ; 7 | 10 | 8 + 0.26 + 0 = 12.26 ; 1/2
        -
        l3-r 43 52 53 ; 7 | 7 | 8 + 0.26 + 0 = 10.76 ; 2/2
        -
        -
        -
        square 60 61 70 71 ; 4 | 6 | 8 + 0.26 + 0 = 7.26 ; 2/3
        l3-r 62 63 72 ; 5 | 8 | 8 + 0.26 + 0 = 9.26 ; 1/3
        line3-x 51 52 53 ; 6 | 6 | 8 + 0 + 0 = 9 ; 1/1
        domino 43 44 ; 6 | 10 | 6 + 0 + 0 = 11 ; 1/2
        mono-r 50 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/3
        mono-x 64 ; 4 | 4 | 4 + 0 + 0 = 6 ; 1/3
        """,
    ),
}
