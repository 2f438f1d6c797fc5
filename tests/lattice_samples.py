"""Small puzzles on other lattices than that of squares."""

from kaleido import Board, PieceSet, Puzzle, named_set

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

PAIRS = """# sides: one-sided
# lattice: prisms
D oo x4
U o//o x2
"""


def puzzle(board: str, pieces: str) -> Puzzle:
    return Puzzle(Board.parse(board), PieceSet.parse("sample", pieces))


def soma() -> Puzzle:
    return Puzzle(Board.parse("3x3x3"), named_set("soma"))


def samples() -> dict[str, Puzzle]:
    return {
        "hexagonal": puzzle("hexagonal: oooo/oooo/oooo", HEXES),
        "triangular": puzzle("triangular: ..ooooo", DIAMONDS),
        "cubic": soma(),
        "spheres": puzzle("pyramid 2", BALLS),
        "prisms": puzzle("prisms: ooo/ooo//ooo/ooo", PAIRS),
    }
