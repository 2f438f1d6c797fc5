"""A picture of which polyominoes grow out of which: the smaller one, and each with a cell more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kaleido.draw.look import PAPER
from kaleido.model.grid import Cell
from kaleido.polyominoes import Polyomino

CELL = 12
GAP = 18
WIDTH = 900  # the width after which the polyominoes that grow out of one go on in a new line

OWN, NEW, INK = "#d9d3c5", "#c8472f", "#3b3833"


def draw_growth(smaller: Iterable[Polyomino], kind: str = "free") -> str:
    """Return the picture as SVG: on each line a polyomino, an arrow, and what grows out of it.

    Each is drawn as it lies when it grows, the new cell in another colour.

    Examples
    --------
    >>> draw_growth([Polyomino.parse("##")]).count("<rect")
    9
    """
    drawn: list[str] = []
    top, right, start = float(GAP), 0.0, 0.0
    for each in smaller:
        shown = [each.cells]
        shown += [(*each.cells, (row, col)) for row, col in each.growth(kind).values()]
        left, height = float(GAP), 0.0
        for number, cells in enumerate(shown):
            tall, wide = _extent(cells)
            if left + wide > WIDTH and number > 1:
                # Under the first one that grew out of it.
                left, top, height = start, top + height + GAP, 0.0
            drawn += _cells(cells, top, left, new=number > 0)
            left, height = left + wide + GAP, max(height, tall)
            right = max(right, left)
            if not number:
                drawn.append(_arrow(top + CELL / 2, left))
                left += CELL + GAP
                start = left
        top += height + 1.5 * GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right:g}" height="{top:g}" '
        f'viewBox="0 0 {right:g} {top:g}" role="img" aria-label="Growth of polyominoes">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(drawn)}</svg>\n'
    )


def _extent(cells: tuple[Cell, ...]) -> tuple[float, float]:
    rows, cols = zip(*cells, strict=True)
    return (max(rows) - min(rows) + 1) * CELL, (max(cols) - min(cols) + 1) * CELL


def _cells(cells: tuple[Cell, ...], top: float, left: float, *, new: bool) -> Iterator[str]:
    """Yield the squares of a polyomino, whose last cell may be a new one."""
    low, first = (min(axis) for axis in zip(*cells, strict=True))
    for number, (row, col) in enumerate(cells, start=1):
        fill = NEW if new and number == len(cells) else OWN
        x, y = left + (col - first) * CELL, top + (row - low) * CELL
        yield (
            f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="{fill}" '
            f'stroke="{INK}"/>'
        )


def _arrow(middle: float, left: float) -> str:
    tip = left + CELL
    return (
        f'<path d="M{left:g} {middle:g}H{tip:g}m-5 -4l5 4l-5 4" fill="none" stroke="{INK}" '
        'stroke-width="1.5"/>'
    )
