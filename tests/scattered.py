"""Small problems on cells at random, many of them without a solution."""

from random import Random

from kaleido import Board, PieceSet
from kaleido.search import Problem

SETS = (
    "# sides: mirrored\nI ooo x2\nL oo/o. x2\nD oo x3",
    "# sides: mirrored\n# use: some\nI oooo\nL ooo/o..\nT ooo/.o.\nS oo./.oo\nO oo/oo\nD oo x3",
    "# sides: one-sided\nD oo x1-3\nM o x0-2\nV oo/o. x1-3",
)


def scattered_problem(seed: int) -> Problem:
    """Return the problem of a seed: copies, spare pieces or ranges of them on 12 to 18 cells."""
    random = Random(seed)
    pieces = PieceSet.parse("few", SETS[seed % len(SETS)])
    size = random.randint(max(pieces.least_size, 12), min(pieces.size, 18))
    cells = random.sample(range(20), size)
    rows = ("".join(".o"[4 * col + row in cells] for col in range(5)) for row in range(4))
    return Problem(Board("/".join(rows)), pieces)
