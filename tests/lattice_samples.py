"""Small puzzles on other lattices than that of squares."""

from kaleido import Board, PieceSet, Puzzle

SOMA = """# sides: one-sided
# lattice: cubic
V oo/o.
L ooo/o..
T ooo/.o.
Z oo./.oo
A oo/o.//.o/..
B oo/o.//../o.
P oo/o.//o./..
"""

INTERLOCKED = """# sides: fixed
# lattice: cubic
A ../o./o.//../.o/oo
B oo/.o/..//o./o./..
1 o
2 o
"""
"""Two pieces that lie above each other, on either side, and two cubes that fill the corners."""

HEXES = """# sides: mirrored
# lattice: hexagonal
I oooo
O .oo/oo.
Y .o/oo/.o
"""

DIAMONDS = """# sides: mirrored
# lattice: triangular
R oo
T ooo
"""

BALLS = """# sides: one-sided
# lattice: spheres
Q oo/oo
1 o
"""


def puzzle(board: str, pieces: str) -> Puzzle:
    return Puzzle(Board.parse(board), PieceSet.parse("sample", pieces))


def soma() -> Puzzle:
    return puzzle("3x3x3", SOMA)


def samples() -> dict[str, Puzzle]:
    return {
        "hexagonal": puzzle("hexagonal: oooo/oooo/oooo", HEXES),
        "triangular": puzzle("triangular: ..ooooo", DIAMONDS),
        "cubic": soma(),
        "spheres": puzzle("pyramid 2", BALLS),
    }
