"""Proofs by colouring on hexagons, triangles, cubes and spheres."""

from collections import defaultdict

import pytest
from colour_proofs import refute_board
from small_boards import games
from some import some

from kaleido import Board, PieceSet, Puzzle, Status, named_set
from kaleido.cli import main
from kaleido.hints.infeasibility import ColourArgument
from kaleido.model.lattices import find_lattice, lattice_names
from kaleido.search.core import load_core
from kaleido.search.parity import Coverage, colourings_of
from kaleido.search.problem import Problem

HEXIAMONDS, SOMA = named_set("hexiamonds"), named_set("soma")
LATTICES = ("hexagonal", "triangular", "cubic", "spheres")
LARGE = {
    "square": "7x8",
    "hexagonal": "hexagonal: 7x8",
    "triangular": "triangular: 7x8",
    "cubic": "5x5x5",
    "spheres": "spheres: 5x5x5",
    "prisms": "prisms: " + "//".join(["/".join(["oooooo"] * 6)] * 6),
}


def argument(board: Board, pieces: PieceSet) -> ColourArgument:
    return ColourArgument(refute_board(board, pieces), board, pieces)


@pytest.mark.parametrize("name", LATTICES)
@pytest.mark.parametrize("number", [1, pytest.param(60, marks=pytest.mark.long)])
def test_tallies_are_those_of_the_placements(name, number):
    for own in some(own for own in games(name, seeds=16 * number) if own.is_bare):
        naive, problem, grid = own.naive, Problem(own.board, own.pieces), own.board.grid
        given = own.pieces, grid, own.board.mask, problem.shown, problem.zones
        core = problem.compiled if load_core() else None
        listed, compiled = Coverage(*given), Coverage(*given, core)
        for colouring in some(colourings_of(grid.lattice)):
            sets = colouring.cells(grid)
            wanted = defaultdict(set)
            for piece, mask in naive.lies:
                lying = grid.cell_bits(naive.cells_of(mask))
                wanted[piece].add(tuple((lying & each).bit_count() for each in sets))
            assert listed.tallies(colouring) == wanted, (own, colouring)
            assert compiled.tallies(colouring) == wanted, (own, colouring)


@pytest.mark.parametrize("name", lattice_names())
def test_colourings_are_told_apart_and_repeat(name):
    lattice = find_lattice(name)
    colourings = colourings_of(lattice)
    assert len({colouring.name for colouring in colourings}) == len(colourings)
    grid = Board.parse(LARGE[name]).grid
    partitions = set()
    for colouring in colourings:
        cells = colouring.cells(grid)
        # Each cell has one colour, and all colours are used, on about as many cells.
        assert sum(cells) == grid.all_cells
        least, *_, most = sorted(each.bit_count() for each in cells)
        assert 0 < most <= 4 * least, colouring
        partitions.add(frozenset(cells))
        for move in lattice.moves:
            for centre in grid.centres:
                further = tuple(a + colouring.period * b for a, b in zip(centre, move, strict=True))
                assert colouring.colour(further) == colouring.colour(centre)
    assert len(partitions) == len(colourings)


@pytest.mark.parametrize(
    ("lattice", "name"),
    [
        ("square", "chequer"),
        ("hexagonal", "threes"),
        ("triangular", "points"),
        ("cubic", "chequer"),
        ("spheres", "fours"),
    ],
)
def test_no_two_alike_touch(lattice, name):
    (colouring,) = (each for each in colourings_of(find_lattice(lattice)) if each.name == name)
    for centre in some(Board.parse(LARGE[lattice]).grid.centres):
        for other in some(find_lattice(lattice).touching(centre)):
            assert colouring.colour(other) != colouring.colour(centre)


def test_a_hexagon_and_its_neighbours_have_seven_colours():
    hexagons = find_lattice("hexagonal")
    (sevens,) = (each for each in colourings_of(hexagons) if each.name == "sevens")
    around = [(3, 5), *hexagons.touching((3, 5))]
    assert len({sevens.colour(centre) for centre in around}) == 7


@pytest.mark.parametrize(("rows", "first"), [(2, 35), (6, 7)])
def test_the_hexiamonds_fill_no_trapezium_of_so_many_rows(rows, first):
    # Each row of a trapezium has one triangle more that points up than triangles that point down.
    width = first + 2 * (rows - 1)
    lines = ["o" * (first + 2 * row) for row in range(rows)]
    text = "\n".join(f"{line:.^{width}}" for line in lines)
    board = Board.parse(f"# lattice: triangular\n# first: {'up' if rows % 2 else 'down'}\n{text}")
    found = argument(board, HEXIAMONDS)
    assert found.colouring.name == "points"
    assert abs(found.refutation.board[0] - found.refutation.board[1]) == rows
    assert [(group.number, group.tallies) for group in found.groups] == [
        (2, ((4, 2), (2, 4))),
        (10, ((3, 3),)),
    ]


def test_the_hexiamonds_are_not_refuted_on_the_rhombus():
    assert Puzzle(Board.parse("6x6 rhombus"), HEXIAMONDS).why() is None


def test_a_mutilated_box():
    # Two opposite corners of a box of an even number of layers, rows and columns are gone.
    layers = [["oooo"] * 4 for _ in range(4)]
    layers[0][0], layers[3][3] = ".ooo", "ooo."
    board = Board.parse("# lattice: cubic\n" + "\n\n".join("\n".join(each) for each in layers))
    dicubes = PieceSet.parse("dicubes", "# sides: one-sided\n# lattice: cubic\nI oo x31")
    assert refute_board(board, dicubes) is None
    layers[3][3], layers[3][0] = "oooo", "ooo."
    board = Board.parse("# lattice: cubic\n" + "\n\n".join("\n".join(each) for each in layers))
    answer = Puzzle(board, dicubes).solve()
    assert (answer.status, answer.nodes) == (Status.NO_SOLUTION, 0)
    assert str(answer.reason) == (
        "chequered in white and black, the board has 30 + 32 cells; the nearest that the pieces "
        "can cover is 31 + 31"
    )


def test_long_bricks_do_not_fill_a_box():
    # de Bruijn: a box takes bricks of 1 × 2 × 4 only if a side is a multiple of each of these.
    bricks = PieceSet.parse("bricks", "# sides: one-sided\n# lattice: cubic\nB oooo/oooo x27")
    found = argument(Board.parse("6x6x6"), bricks)
    assert (found.colouring.name, found.groups[0].words) == ("diagonals1-4", "2 of each colour")


def test_straight_walls_of_soma_pieces():
    # A corner or a crossing of straight walls of five, three layers high.
    for rows in (["ooooo", *["o...."] * 4], ["..o..", "..o..", "ooooo", "..o..", "..o.."]):
        board = Board("//".join(["/".join(rows)] * 3), lattice="cubic")
        assert argument(board, SOMA).colouring.name == "eighths"
    # A wall in steps can be built, as can the cube.
    steps = ["oo...", ".oo..", "..oo.", "...oo", "....o"]
    for text in ("//".join(["/".join(steps)] * 3), "//".join(["ooo/ooo/ooo"] * 3)):
        assert refute_board(Board(text, lattice="cubic"), SOMA) is None


@pytest.mark.parametrize(
    ("board", "piece", "words", "drawn"),
    [
        (
            "hexagonal: .oo../oooo./ooooo/oooo./.ooo.",
            "A oo/o. x6",
            "A (6): 1 of each colour together the pieces cover 6, 6 and 6",
            [". 3 2 . .", " 2 1 3 2 .", "1 3 2 1 3", " 2 1 3 2 .", ". 3 2 1 ."],
        ),
        (
            "triangular: .ooo./ooooo",
            "A oo x4",
            "together the pieces cover 4 white cells, never 5",
            [". w b w .", "w b w b w"],
        ),
        (
            "cubic: oo/o.//oo/.o",
            "A oo x3",
            "together the pieces cover 3 white cells, never 2",
            ["w b", "b .", "", "b w", ". b"],
        ),
    ],
)
def test_why_tells_the_argument_and_the_board(board, piece, words, drawn, tmp_path, capsys):
    lattice = board.partition(":")[0]
    pieces = tmp_path / "pieces.txt"
    pieces.write_text(f"# sides: mirrored\n# lattice: {lattice}\n{piece}")
    main(["why", "--board", board, "--pieces", str(pieces)])
    out = capsys.readouterr().out
    assert words in " ".join(out.split())
    assert out.splitlines()[-2 - len(drawn) : -2] == drawn


@pytest.mark.long
def test_the_argument_is_drawn_on_squares_alone(tmp_path, error_of):
    pieces = tmp_path / "pieces.txt"
    pieces.write_text("# sides: mirrored\n# lattice: triangular\nA oo x4")
    path = tmp_path / "argument.svg"
    asked = ["why", "--board", "triangular: .ooo./ooooo", "--pieces", str(pieces)]
    assert error_of(*asked, "-o", path).startswith(
        "kaleido: proofs by colouring are drawn on squares, not on triangles"
    )
    assert not path.exists()
