"""Cells of a lattice laid out as a drawing of rows, or of layers of rows."""

from collections.abc import Iterable, Iterator

from kaleido.lattices import Lattice
from kaleido.lattices.lattice import Place, Vector
from kaleido.model.board_text import HOLE, LAYER
from kaleido.model.grid import Cell

Laid = tuple[tuple[Cell, ...], str, int]
"""Cells in reading order, the letter of each, and how many rows a layer has."""


def lay_out(lattice: Lattice, lettered: Iterable[tuple[Vector, str]]) -> Laid:
    """Lay out cells with letters, given by their centres, in the corner of a drawing.

    Returns
    -------
    cells : tuple of (row, col)
        In reading order; the rows of a layer follow those of the layer before.
    letters : str
        The letter of each.
    depth : int
        How many rows a layer has; 0 on flat lattices.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> lay_out(find_lattice("cubic"), [((2, 2, 3), "b"), ((1, 2, 2), "a")])
    (((0, 0), (1, 1)), 'ab', 1)
    """
    letters = dict(lettered)
    places = map(lattice.place, lattice.pushed(letters))
    ordered = sorted(zip(places, letters.values(), strict=True))
    drawn = "".join(letter for _, letter in ordered)
    if lattice.is_flat:
        return tuple((row, col) for (row, col), _ in ordered), drawn, 0
    depth = 1 + max(row for (_, row, _), _ in ordered)
    return tuple((layer * depth + row, col) for (layer, row, col), _ in ordered), drawn, depth


def drawing(cells: Iterable[Cell], letters: str, depth: int = 0) -> str:
    """Return the drawing of cells in the corner: ``/`` starts a row, ``//`` a layer.

    Examples
    --------
    >>> drawing([(0, 0), (1, 1)], "ab"), drawing([(0, 0), (1, 1)], "ab", 1)
    ('a./.b', 'a.//.b')
    """
    drawn = dict(zip(cells, letters, strict=True))
    width = 1 + max(col for _, col in drawn)
    height = 1 + max(row for row, _ in drawn)
    height += -height % (depth or 1)
    rows = ["".join(drawn.get((row, col), HOLE) for col in range(width)) for row in range(height)]
    layers = [rows[start : start + depth] for start in range(0, height, depth)] if depth else [rows]
    return LAYER.join(map("/".join, layers))


def read_places(lattice: Lattice, text: str) -> Iterator[tuple[Place, str]]:
    """Yield the places of the letters of a drawing, holes left out.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> list(read_places(find_lattice("cubic"), "a.//.b"))
    [((0, 0, 0), 'a'), ((1, 0, 1), 'b')]
    """
    for layer, lines in enumerate([text] if lattice.is_flat else text.split(LAYER)):
        for row, line in enumerate(lines.split("/")):
            for col, letter in enumerate(line):
                if letter != HOLE:
                    yield ((row, col) if lattice.is_flat else (layer, row, col)), letter
