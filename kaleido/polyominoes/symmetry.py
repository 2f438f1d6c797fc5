"""The eight ways in which a polyomino can be symmetric."""

from enum import StrEnum

HALF, QUARTER, STRAIGHT, DIAGONAL = 1, 2, 4, 8
"""The kinds of turns and mirrors; those that keep a shape, joined by or, are a `BY_CODE` key."""


class Symmetry(StrEnum):
    """The symmetry class of a polyomino.

    A straight mirror lies along the rows or the columns.

    ==================== =================================== ===== =======================
    class                what keeps the shape                order for example
    ==================== =================================== ===== =======================
    none                 nothing                             1     ``###/#..``
    mirror               one mirror, straight                2     ``###/.#.``
    diagonal mirror      one mirror, diagonal                2     ``##/#.``
    rotate 2             the half turn                       2     ``##./.##``
    rotate 4             the quarter turns                   4     ``.#../.###/###./..#.``
    two mirrors          the half turn, two straight mirrors 4     ``##``
    two diagonal mirrors the half turn, two diagonal mirrors 4     ``##./###/.##``
    full                 all turns, all mirrors              8     ``#``
    ==================== =================================== ===== =======================

    Examples
    --------
    >>> from kaleido.polyominoes import Polyomino
    >>> symmetry = Polyomino.parse("##./.##").symmetry
    >>> print(symmetry, symmetry.order, symmetry.has_mirror)
    rotate 2 2 False
    """

    NONE = "none"
    MIRROR = "mirror"
    DIAGONAL_MIRROR = "diagonal mirror"
    ROTATE_2 = "rotate 2"
    ROTATE_4 = "rotate 4"
    TWO_MIRRORS = "two mirrors"
    TWO_DIAGONAL_MIRRORS = "two diagonal mirrors"
    FULL = "full"

    @property
    def order(self) -> int:
        """How many of the eight turns and reflections keep the shape."""
        # The classes stand in the order of their groups' sizes.
        return (1, 2, 2, 2, 4, 4, 4, 8)[list(Symmetry).index(self)]

    @property
    def has_mirror(self) -> bool:
        """Whether a mirror keeps the shape: whether turning it over shows nothing new."""
        return self not in (Symmetry.NONE, Symmetry.ROTATE_2, Symmetry.ROTATE_4)


BY_CODE = {
    0: Symmetry.NONE,
    STRAIGHT: Symmetry.MIRROR,
    DIAGONAL: Symmetry.DIAGONAL_MIRROR,
    HALF: Symmetry.ROTATE_2,
    HALF | QUARTER: Symmetry.ROTATE_4,
    HALF | STRAIGHT: Symmetry.TWO_MIRRORS,
    HALF | DIAGONAL: Symmetry.TWO_DIAGONAL_MIRRORS,
    HALF | QUARTER | STRAIGHT | DIAGONAL: Symmetry.FULL,
}
"""The class of a shape, by the kinds of turns and mirrors that keep it."""
