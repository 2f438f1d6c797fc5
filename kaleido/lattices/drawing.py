"""Rows of letters from drawings in which cells stand at odd places."""

from collections.abc import Sequence

from kaleido.lattices.lattice import HOLE


def trimmed(rows: Sequence[str], step: int) -> list[str]:
    """Return rows made equally long, with holes for blanks, without columns of blanks around."""
    width = max(map(len, rows))
    padded = [row.ljust(width) for row in rows]
    empty = min(len(row) - len(row.lstrip(" ")) for row in padded)
    filled = max(len(row.rstrip(" ")) for row in padded)
    return [row[empty - empty % step : filled].replace(" ", HOLE) for row in padded]
