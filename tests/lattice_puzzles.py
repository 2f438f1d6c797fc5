"""Classic puzzles on other lattices than that of squares."""

from kaleido import Board, PieceSet, Puzzle

TETRAHEXES = PieceSet.parse(
    "tetrahexes",
    """
    # sides: mirrored
    # lattice: hexagonal
    A oooo
    B ooo/o..
    C ooo/..o
    D oo/oo
    E oo./.oo
    F oo/.o/.o
    G o./oo/o.
    """,
)

HEXIAMONDS = PieceSet.parse(
    "hexiamonds",
    """
    # sides: mirrored
    # lattice: triangular
    A oooooo
    B .ooooo/..o...
    C ooooo/o....
    D ooooo/..o..
    E oooo/o.o.
    F oooo/oo..
    G oooo/.oo.
    H oooo/..oo
    I .oooo./....oo
    J .ooo/.ooo
    K ooo/ooo
    L ooo../..ooo
    """,
)

SOMA = PieceSet.parse(
    "soma",
    """
    # sides: one-sided
    # lattice: cubic
    V oo/o.
    L ooo/o..
    T ooo/.o.
    Z oo./.oo
    A oo/o.//.o/..
    B oo/o.//../o.
    P oo/o.//o./..
    """,
)

SPHERES = PieceSet.parse(
    "spheres",
    """
    # sides: one-sided
    # lattice: spheres
    I oo
    L oo/o. x4
    """,
)

PUZZLES = {
    "hexagonal": Puzzle(Board.parse("hexagonal: 4x7 rhombus"), TETRAHEXES),
    "triangular": Puzzle(Board.parse("6x6 rhombus"), HEXIAMONDS),
    "cubic": Puzzle(Board.parse("3x3x3"), SOMA),
    "spheres": Puzzle(Board.parse("pyramid 3"), SPHERES),
}
