import re
from itertools import islice, permutations, product
from math import hypot

import pytest
from lattice_samples import INTERLOCKED, puzzle, samples, soma
from some import some

from kaleido import Board, OptionError, Placement, plot
from kaleido.cli import main
from kaleido.draw.exploded import Exploded, draw_exploded
from kaleido.draw.picture import Fill, Label
from kaleido.hints.assembly import Assembly, assembly_order
from kaleido.plot.kinds import check_kind, make_kind
from kaleido.search import State


def interlocked():
    return puzzle("cubic: oo/oo/oo//oo/oo/oo", INTERLOCKED).solve().solution


def is_free_above(grid, piece, lying):
    """Return whether a piece can move up out of the others, by moving it in small steps."""
    lattice = grid.lattice
    own = [lattice.point(grid.place(cell)) for cell in piece.cells]
    others = [lattice.point(grid.place(cell)) for each in lying for cell in each.cells]
    for step in range(1, 60):
        for (row, col, up), (down, right, high) in product(own, others):
            apart = row - down, col - right, up + step / 10 - high
            if lattice.name == "spheres":
                clash = hypot(*apart) < 1 - 1e-6
            else:
                clash = max(map(abs, apart)) < 1 - 1e-6
            if clash:
                return False
    return True


def can_be_taken_out(grid, order):
    return all(is_free_above(grid, order[last], order[:last]) for last in range(1, len(order)))


def test_pieces_of_the_soma_cube_can_be_taken_out_in_reverse():
    for solution in some(islice(soma().solutions(), 5)):
        order = assembly_order(solution)
        assert sorted(each.piece for each in order) == sorted("VLTZABP")
        assert min(Assembly(solution.pattern.grid, solution.placements).steps) == 0
        assert can_be_taken_out(solution.pattern.grid, order)


def test_without_an_order_no_permutation_can_be_taken_out():
    solution = interlocked()
    grid = solution.pattern.grid
    assert assembly_order(solution) is None
    assert not any(can_be_taken_out(grid, order) for order in permutations(solution.placements))
    words = Assembly(grid, solution.placements).words
    assert words == (
        "The pieces cannot be put in one by one straight from above: B above A and A above B"
    )


def test_spheres_block_those_in_whose_hollows_they_lie():
    board = Board.parse("pyramid 3")
    grid = board.grid
    cells = list(grid.cells(board.mask))
    for one, other in some(permutations(cells, 2)):
        low, high = (Placement(str(cell), "front", (cell,)) for cell in (one, other))
        order = Assembly(grid, (low, high)).order
        assert order is not None
        assert can_be_taken_out(grid, order)
        must = not is_free_above(grid, low, [high])
        if must:
            assert order == (low, high)
        else:
            assert Assembly(grid, (low, high)).above[0] == ()


def test_a_sphere_in_a_hollow_comes_after_those_below_it():
    solution = samples()["spheres"].solve().solution
    assert [each.piece for each in assembly_order(solution)] == ["Q", "1"]


@pytest.mark.parametrize("name", ["hexagonal", "triangular"])
def test_flat_boards_have_no_order(name):
    solution = samples()[name].solve().solution
    for refuse in (assembly_order, draw_exploded, plot.exploded):
        with pytest.raises(OptionError, match="the board is flat: expected cubes or spheres"):
            refuse(solution)


def views():
    yield Exploded.of(soma().solve().solution)
    yield Exploded.of(interlocked())
    yield Exploded.of(samples()["spheres"].solve().solution)


def moved_cells(view):
    """Return the pieces, each as the middles of its moved cells."""
    lattice, place = view.assembly.grid.lattice, view.assembly.grid.place
    return [
        [
            tuple(a + b for a, b in zip(lattice.point(place(cell)), shift, strict=True))
            for cell in piece.cells
        ]
        for piece, shift in zip(view.pieces, view.shifts, strict=True)
    ]


def test_pieces_are_apart_and_in_order():
    for view in some(views()):
        pieces = moved_cells(view)
        for number, own in enumerate(pieces):
            for other in pieces[:number]:
                for one, two in product(own, other):
                    assert max(abs(a - b) for a, b in zip(one, two, strict=True)) > 1
        if view.assembly.order is not None:
            ups = {piece: up for piece, (_, _, up) in zip(view.pieces, view.shifts, strict=True)}
            above = zip(view.pieces, view.assembly.above, strict=True)
            for low, high in some((low, high) for low, others in above for high in others):
                assert ups[view.pieces[high]] > ups[low]


def hides(one, other):
    """Return whether a cube can hide another: some plane has it on the side of the eye."""
    nearer = any(a - b >= 1 for a, b in zip(one, other, strict=True))
    farther = any(b - a >= 1 for a, b in zip(one, other, strict=True))
    return nearer and not farther


def test_nearer_cubes_are_painted_later():
    for view in some(islice(views(), 2)):
        cells = [cell for piece in moved_cells(view) for cell in piece]
        painted = [cell.spot for cell in view.cells]
        assert sorted(painted) == sorted(cells)
        for place, one in enumerate(painted):
            for later in painted[place + 1 :]:
                assert not hides(one, later)


def test_faces_between_cubes_of_a_piece_are_left_out():
    # Each cube shows three faces; those of a bar of three hide four of them.
    for board, faces in (("1x1x1", 3), ("1x1x3", 7), ("3x3x3", 27)):
        elements = Exploded.of(Board.parse(board)).elements
        assert sum(isinstance(each, Fill) for each in elements) == faces
        assert not any(isinstance(each, Label) for each in elements)


def test_the_legend_has_the_pieces_in_their_order():
    view = Exploded.of(soma().solve().solution)
    labels = [each for each in view.elements if isinstance(each, Label)]
    names = [each.text for each in labels if each.kind == "caption"]
    assert names == [each.piece for each in view.assembly.order]
    numbers = [each.text for each in labels if each.kind == "letter"]
    # Each stands on its piece and in the legend.
    assert sorted(numbers) == sorted([str(number) for number in range(1, 8)] * 2)
    assert view.alt.endswith(f"in this order: {', '.join(names)}.")


def test_the_picture_holds_all_that_is_drawn():
    for view in some(views()):
        height, width = view.size
        fills = [element for element in view.elements if isinstance(element, Fill)]
        for row, col in some(spot for fill in fills for spot in fill.loop):
            assert -0.01 <= row <= height + 0.01
            assert -0.01 <= col <= width + 0.01


@pytest.mark.long
def test_exploded_views_as_svg_and_with_matplotlib(tmp_path):
    for view, thing in some(zip(views(), (soma().solve().solution, interlocked()), strict=False)):
        svg = draw_exploded(thing)
        assert svg.count('class="face"') == sum(
            isinstance(each, Fill) and each.kind == "face" for each in view.elements
        )
        figure = plot.exploded(thing)
        assert figure.alt == view.alt
        plot.save_figure(figure, tmp_path / "exploded.png", dpi=30)


def test_a_position_and_a_piece_have_views_too():
    each = soma()
    state = each.record().steps[2].place.state
    assert len(Exploded.of(state).pieces) == 3
    assert len(Exploded.of(State.empty(each.problem)).pieces) == 1
    assert "<svg" in draw_exploded(each.pieces["A"])


def test_figures_of_a_search_explode_solids_alone():
    recording = soma().record()
    figure = make_kind("exploded", recording)
    assert "can be put in straight from above" in figure.alt
    with pytest.raises(OptionError, match="the board is flat"):
        check_kind("exploded", Board.parse("4x5"))


def test_solve_says_the_order(tmp_path, output_of):
    pieces = tmp_path / "soma.txt"
    pieces.write_text(soma().pieces.written(), encoding="utf-8")
    options = ["--board", "3x3x3", "--pieces", str(pieces)]
    out = output_of("solve", *options)
    assert re.search(r"layer 1 +layer 2 +layer 3", out)
    assert "put in straight from above, in this order: " in " ".join(out.split())
    picture = tmp_path / "soma.svg"
    assert main(["plot", *options, "--figure", "exploded", "-o", str(picture)]) == 0
    assert "straight from above" in picture.read_text(encoding="utf-8")


def test_flat_boards_are_refused_before_the_search(tmp_path, error_of):
    picture = str(tmp_path / "car.png")
    error = error_of("plot car --figure exploded -o", picture)
    assert "the board is flat: expected cubes or spheres instead of squares" in error
