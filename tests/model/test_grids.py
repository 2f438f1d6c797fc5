"""Grids of every lattice, tubes and tori among them, against plain code that goes cell by cell."""

import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from naive import perimeter
from naive_puzzle import Naive, Texts
from packings import Packing, packings

from kaleido import CLASSIC, Board, PatternError, PieceSet
from kaleido.model import EdgeMap, implied_edges
from kaleido.model.edges import find_islands
from kaleido.model.grid import Grid, bits
from kaleido.model.lattices import find_lattice
from kaleido.model.square_grid import SquareGrid, grid_of
from kaleido.paper.edges import Sides

LAYERS = {"square": 1, "hexagonal": 1, "triangular": 1, "cubic": 3, "spheres": 3}
"""The most layers on each lattice that brute force knows."""

WRAPS = {"": (0, 0), "rows": (1, 0), "columns": (0, 1), "both": (1, 1)}
"""Whether the rows and the columns go around, by the word for it."""


class Ground(NamedTuple):
    """A grid, and for each cell its sides: the number of the edge, and the cell beyond or None."""

    grid: Grid
    sides: list[list[tuple[int, int | None]]]

    def set_of(self, is_edge) -> int:
        """Return the edges for which a function of the cells on both sides is true."""
        every = ((edge, cell, to) for cell, own in enumerate(self.sides) for edge, to in own)
        return sum(1 << edge for edge in {edge for edge, cell, to in every if is_edge(cell, to)})

    def parts(self, edges: int, free: int) -> list[int]:
        """Return the parts of a set of cells that no edge divides, by their first cells."""
        found = []
        while free:
            part, ahead = 0, [(free & -free).bit_length() - 1]
            while ahead:
                cell = ahead.pop()
                if free >> cell & 1:
                    part, free = part | 1 << cell, free & ~(1 << cell)
                    near = (to for edge, to in self.sides[cell] if not edges >> edge & 1)
                    ahead += [to for to in near if to is not None]
            found.append(part)
        return found


@st.composite
def rectangles(draw: st.DrawFn, wrap: str) -> Ground:
    """Draw boards of squares that may be one or two rows or columns wide.

    Edges have the numbers of the drawing in `kaleido.model.square_grid`: an edge on a seam has that
    of the side above row 0 or left of column 0.
    """
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    tall, wide = WRAPS[wrap]

    def at(row: int, col: int) -> int | None:
        row, col = row % rows if tall else row, col % cols if wide else col
        return row * cols + col if 0 <= row < rows and 0 <= col < cols else None

    def above(row: int, col: int) -> int:
        return (row % rows if tall else row) * cols + col

    def left(row: int, col: int) -> int:
        return (rows + 1) * cols + row * (cols + 1) + (col % cols if wide else col)

    sides = [
        [
            (above(row, col), at(row - 1, col)),
            (left(row, col + 1), at(row, col + 1)),
            (above(row + 1, col), at(row + 1, col)),
            (left(row, col), at(row, col - 1)),
        ]
        for row in range(rows)
        for col in range(cols)
    ]
    return Ground(SquareGrid(rows, cols, bool(tall), bool(wide)), sides)


@st.composite
def boxes(draw: st.DrawFn, name: str) -> Ground:
    """Draw boxes of a lattice: which cells touch, brute force knows; the grid numbers the edges."""
    layers, rows, cols = (draw(st.integers(1, most)) for most in (LAYERS[name], 4, 4))
    text = "//".join(["/".join(["o" * cols] * rows)] * layers)
    grid = Grid(layers * rows, cols, lattice=find_lattice(name), layers=layers)
    sides = []
    for cell, near in enumerate(Naive(Texts(text, (), name)).beside):
        inner = [grid.between(1 << cell, 1 << to) for to in near if to is not None]
        frame = list(bits(grid.around(1 << cell) & ~sum(inner)))
        assert all(edge.bit_count() == 1 for edge in inner)
        assert len(frame) == near.count(None)
        own = iter([edge.bit_length() - 1 for edge in inner])
        sides.append([(frame.pop() if to is None else next(own), to) for to in near])
    return Ground(grid, sides)


SQUARES = {f"squares {wrap}".strip(): rectangles(wrap) for wrap in WRAPS}
GROUNDS = SQUARES | {f"{name} lattice": boxes(name) for name in LAYERS}


Grounds = st.SearchStrategy[Ground]


def sparse(most: int) -> st.SearchStrategy[int]:
    """Draw sets with any share of the numbers in one, often a small share."""
    sets = st.integers(0, most).map(lambda mask: mask & most)
    return st.one_of(sets, st.tuples(sets, sets, sets).map(lambda own: own[0] & own[1] & own[2]))


on_every_ground = pytest.mark.parametrize("grounds", GROUNDS.values(), ids=GROUNDS)
on_squares = pytest.mark.parametrize("wrap", WRAPS)


@on_every_ground
@given(data=st.data())
def test_sides_of_cells_are_edges_with_a_number_each(grounds: Grounds, data: st.DataObject):
    ground = data.draw(grounds)
    grid = ground.grid
    sides = [side for own in ground.sides for side in own]
    assert {*bits(grid.all_edges)} == {edge for edge, _ in sides}
    assert {*bits(grid.frame)} == {edge for edge, to in sides if to is None}
    # One for each pair of cells that touch, and one for each side of the board.
    assert 2 * grid.inner_edges.bit_count() + grid.frame.bit_count() == len(sides)


@on_every_ground
@given(data=st.data())
def test_cells_and_edges_around_and_between_sets_of_cells(grounds: Grounds, data: st.DataObject):
    ground = data.draw(grounds)
    grid = ground.grid
    one, other = (data.draw(sparse(grid.all_cells)) for _ in range(2))

    def is_in(mask: int, cell: int | None) -> bool:
        return cell is not None and bool(mask >> cell & 1)

    around = ground.set_of(lambda cell, to: is_in(one, cell) and not is_in(one, to))
    assert grid.around(one) == grid.border(grid.cells(one)) == around
    between = ground.set_of(lambda cell, to: is_in(one, cell) and is_in(other, to))
    assert grid.between(one, other) == between
    near = {to for cell in bits(one) for _, to in ground.sides[cell] if to is not None}
    assert {*bits(grid.spread(one))} == {*bits(one)} | near


@on_every_ground
@given(data=st.data())
def test_all_ways_to_find_islands_and_regions_agree(grounds: Grounds, data: st.DataObject):
    ground = data.draw(grounds)
    grid = ground.grid
    edges = data.draw(sparse(grid.all_edges))
    free = grid.all_cells & ~data.draw(sparse(grid.all_cells))
    islands = tuple(ground.parts(edges, free))
    assert grid.islands(edges, free) == islands
    if grid == grid_of(grid.lattice, grid.rows, grid.cols, grid.layers) or grid.wraps:
        assert find_islands(grid, edges, free) == islands
        with pytest.MonkeyPatch.context() as patch:
            missing = data.draw(st.sampled_from([("numpy",), ("scipy.ndimage", "scipy.sparse")]))
            for module in missing:
                patch.setitem(sys.modules, module, None)
            assert find_islands(grid, edges, free) == islands
    # Regions are islands without edges.
    seeds, parts = free & data.draw(sparse(grid.all_cells)), ground.parts(0, free)
    regions = [part for part in parts if part & seeds]
    assert sorted(grid.regions(seeds, free)) == sorted(regions)
    assert grid.joins(seeds, free) == (len(regions) < 2)
    cut = [cell for cell in bits(free) if len(ground.parts(0, free & ~(1 << cell))) > len(parts)]
    assert [*bits(grid.cut_cells(free))] == cut


@on_squares
@given(data=st.data())
def test_arrays_have_both_sides_of_a_seam(wrap: str, data: st.DataObject):
    ground = data.draw(SQUARES[f"squares {wrap}".strip()])
    grid = ground.grid
    edges = data.draw(sparse(grid.all_edges))
    shown = EdgeMap.from_bits(grid, edges)
    assert shown.bits & grid.all_edges == edges
    level, upright = shown.horizontal, shown.vertical
    four = np.stack([level[:-1], upright[:, 1:], level[1:], upright[:, :-1]], axis=-1)
    told = [[bool(edges >> edge & 1) for edge, _ in own] for own in ground.sides]
    assert four.reshape(-1, 4).tolist() == told
    assert shown.around.ravel().tolist() == list(map(sum, told))
    assert grid.inner(edges & ~grid.seams) == shown.inner
    # The paper counts sides by cells, too.
    seen, chosen = Sides.of(grid, edges), data.draw(sparse(grid.all_cells))
    assert [seen.count(1 << cell) for cell in range(grid.size)] == list(map(sum, told))
    assert seen.count(chosen) == sum(sum(told[cell]) for cell in bits(chosen))
    others = data.draw(sparse(grid.all_edges))
    assert seen.joined(Sides.of(grid, others)) == Sides.of(grid, edges | others)
    # Where sides are drawn, the lower one of a cell is the upper one of the cell below.
    drawn = [
        (row + (side == 2), col + (side == 1), side in (0, 2))
        for (row, col), side in grid.sides_of(edges)
    ]
    assert drawn == [
        (row, col, is_level)
        for is_level, own in ((True, level), (False, upright))
        for row, col in np.argwhere(own).tolist()
    ]


@on_squares
@given(data=st.data())
def test_the_frame_and_sides_between_alike_colours_are_implied(wrap: str, data: st.DataObject):
    ground = data.draw(SQUARES[f"squares {wrap}".strip()])
    grid = ground.grid
    letters = data.draw(st.lists(st.sampled_from("xrbxr."), min_size=grid.size, max_size=grid.size))
    rows = ["".join(letters[at : at + grid.cols]) for at in range(0, grid.size, grid.cols)]
    try:
        board = Board("/".join(rows), wrap=wrap)
    except PatternError:  # a seam without cells
        assume(False)

    def is_hole(cell: int | None) -> bool:
        return cell is None or letters[cell] == "."

    def is_border(cell: int, to: int | None) -> bool:
        return is_hole(cell) != is_hole(to)

    def is_implied(cell: int, to: int | None) -> bool:
        if is_hole(cell) or is_hole(to):
            return is_border(cell, to)
        return (letters[cell] == "x") == (letters[to] == "x")

    assert implied_edges(board).bits & grid.all_edges == ground.set_of(is_implied)
    plain = PieceSet.parse("plain", "# sides: mirrored\nA oo")
    frame = ground.set_of(is_border)
    assert board.frame == implied_edges(board, plain).bits & grid.all_edges == frame


@given(packings())
def test_a_solution_holds_every_implied_edge(pack: Packing):
    grid, borders = pack.pattern.grid, 0
    for placement in pack.placements:
        borders |= grid.border(placement.cells)
    assert implied_edges(pack.pattern).bits & ~borders == 0
    assert EdgeMap.from_bits(grid, borders).inner == 65


def test_112_pairs_less_47_inside_pieces():
    # Inside a piece, every pair of touching cells takes two off its 4 sides a cell.
    inside = sum((4 * piece.size - perimeter(piece.front.drawing.cells)) // 2 for piece in CLASSIC)
    assert (inside, 112 - inside) == (47, 65)


def test_islands_are_found_where_there_are_no_arrays():
    code = (
        "import sys; sys.modules.update(numpy=None, scipy=None)\n"
        "from kaleido.model.square_grid import SquareGrid\n"
        "from kaleido.model.edges import find_islands\n"
        "grid = SquareGrid(2, 3)\n"
        "print(find_islands(grid, grid.border([(0, 0)]), grid.all_cells))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "(1, 62)\n"), done.stderr
