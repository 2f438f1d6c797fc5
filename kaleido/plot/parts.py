"""Parts of boards, which are drawn apart from each other with words below them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kaleido.draw.look import Shade
from kaleido.draw.scene import Scene
from kaleido.model.edges import EdgeMap
from kaleido.model.grid import Cell, Grid
from kaleido.model.placement import Placement


class Part(NamedTuple):
    """A part of a board, or words alone.

    Cells are counted from the part's own top left corner.

    Attributes
    ----------
    words : str
        What is written below it.
    cells : mapping of (row, col) to Shade
    pieces : tuple of Placement
        The pieces among the cells.
    walls : tuple of pairs of (row, col)
        Neighbouring cells between which an edge is known, the upper or left one first.
    pale : set of (row, col)
        The cells that are drawn pale.
    blank : tuple of (row, col)
        Places without a cell that are drawn as empty squares.
    """

    words: str
    cells: Mapping[Cell, Shade] = {}
    pieces: tuple[Placement, ...] = ()
    walls: tuple[tuple[Cell, Cell], ...] = ()
    pale: frozenset[Cell] = frozenset()
    blank: tuple[Cell, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Its rows and columns."""
        places = [*self.cells, *self.blank]
        return (
            max((row for row, _ in places), default=-1) + 1,
            max((col for _, col in places), default=-1) + 1,
        )


def places(cells: Iterable[Cell]) -> dict[Cell, Cell]:
    """Return the place of each cell in the bounding box of all."""
    cells = list(cells)
    top, left = (min(each) for each in zip(*cells, strict=True))
    return {(row, col): (row - top, col - left) for row, col in cells}


def cut_out(
    words: str,
    at: Mapping[Cell, Cell],
    shades: Mapping[Cell, Shade],
    edges: EdgeMap,
    pieces: Iterable[Placement] = (),
) -> Part:
    """Return the cells of a board that get a place, with the edges between them and some pieces."""
    walls = []
    for row, col in at:
        below, right = (row + 1, col), (row, col + 1)
        if below in at and edges.horizontal[below]:
            walls.append((at[row, col], at[below]))
        if right in at and edges.vertical[right]:
            walls.append((at[row, col], at[right]))
    moved = (Placement(each.piece, each.face, tuple(at[c] for c in each.cells)) for each in pieces)
    return Part(words, {at[cell]: shades[cell] for cell in at}, tuple(moved), tuple(walls))


def in_rows(
    parts: Sequence[Part], across: int, slot: int, caption: int, left: int = 0
) -> tuple[list[Cell], int]:
    """Return the corners of parts in rows of slots, and how many rows all take with captions."""
    corners: list[Cell] = []
    top = 0
    for start in range(0, len(parts), across):
        row = parts[start : start + across]
        corners += [(top, left + slot * place) for place in range(len(row))]
        top += max(part.size[0] for part in row) + caption
    return corners, top


def scene_of_parts(parts: Sequence[Part], corners: Sequence[Cell], grid: Grid) -> Scene:
    """Return all parts as one scene, each with its top left cell at a corner."""
    cells: dict[Cell, Shade] = {}
    pieces: list[Placement] = []
    pale: set[Cell] = set()
    borders = 0
    for part, corner in zip(parts, corners, strict=True):
        moved = {cell: _moved(cell, corner) for cell in part.cells}
        cells |= {moved[cell]: shade for cell, shade in part.cells.items()}
        borders |= grid.border(moved.values())
        for piece in part.pieces:
            there = tuple(moved[cell] for cell in piece.cells)
            pieces.append(Placement(piece.piece, piece.face, there))
            borders |= grid.border(there)
        for before, after in part.walls:
            beside = grid.cell_bits([_moved(before, corner)])
            borders |= grid.between(beside, grid.cell_bits([moved[after]]))
        pale |= {moved[cell] for cell in part.pale}
    return Scene("", grid, cells, tuple(pieces), borders, frozenset(pale))


def _moved(cell: Cell, corner: Cell) -> Cell:
    return cell[0] + corner[0], cell[1] + corner[1]
