import re
from itertools import product
from math import dist
from xml.etree import ElementTree

import pytest
from lattice_samples import DIAMONDS, HEXES, puzzle, samples, soma
from some import some

from kaleido import Board, OptionError, Piece, plot, solve
from kaleido.draw.geometry import corners, outline
from kaleido.draw.look import BORDER, FRAME
from kaleido.draw.scene import choose_tints
from kaleido.draw.svg import SCALE, draw_svg
from kaleido.draw.terminal import draw_terminal
from kaleido.model.grid import Grid
from kaleido.model.lattices import find_lattice, register
from kaleido.model.lattices.hexagonal import Hexagonal
from kaleido.plot.kinds import check_kind, make_kind

NAMES = list(samples())
FLAT = ["hexagonal", "triangular"]
SIDES = {"hexagonal": 6, "triangular": 3, "cubic": 4, "spheres": 4, "prisms": 3}


@pytest.fixture(scope="module")
def solutions():
    return {name: each.solve().solution for name, each in samples().items()}


def parts(svg, kind):
    root = ElementTree.fromstring(svg)
    return [each for each in root.iter() if each.get("class", "").split(" ")[0] == kind]


def points(path):
    """Return the points of a path as (row, col) in cells."""
    numbers = [float(number) / SCALE for number in re.findall(r"-?[\d.]+", path.get("d"))]
    return list(zip(numbers[1::2], numbers[::2], strict=True))


def sides_between(grid, cells, other):
    """Return the sides that two polygons share, by comparing their corners."""
    rounded = [
        {(round(row, 3), round(col, 3)) for row, col in corners(grid, cell)}
        for cell in (cells, other)
    ]
    return len(rounded[0] & rounded[1]) == 2


@pytest.mark.parametrize("name", NAMES)
def test_each_cell_is_a_polygon_of_its_lattice(solutions, name):
    cells = parts(draw_svg(solutions[name]), "cell")
    assert len(cells) == solutions[name].pattern.size
    for cell in cells:
        assert len(points(cell)) == SIDES[name]
        lengths = {
            round(dist(one, other), 2)
            for one, other in zip(points(cell), points(cell)[1:], strict=False)
        }
        assert len(lengths) == 1


@pytest.mark.parametrize("name", FLAT)
def test_borders_run_where_cells_of_two_pieces_touch(solutions, name):
    solution = solutions[name]
    grid, owner = solution.pattern.grid, {}
    for number, placement in enumerate(solution.placements):
        owner |= dict.fromkeys(placement.cells, number)
    expected = sum(
        one < other and owner[one] != owner[other] and sides_between(grid, one, other)
        for one, other in product(owner, repeat=2)
    )
    drawn = parts(draw_svg(solution), "border")
    assert expected > 0
    assert len(drawn) == expected
    frame = parts(draw_svg(solution), "frame")
    assert len(frame) == SIDES[name] * len(owner) - 2 * sum(
        one < other and sides_between(grid, one, other) for one, other in product(owner, repeat=2)
    )


@pytest.mark.parametrize("thing", [*FLAT, "car"])
def test_the_casing_of_a_border_ends_with_the_frame(solutions, thing):
    """Beyond it, the light casing would be seen on a dark ground."""
    drawn = draw_svg(solutions[thing] if thing in solutions else solve(thing).solution)
    rim = {point for side in parts(drawn, "frame") for point in points(side)}
    ends = (point for side in parts(drawn, "border") for point in points(side))
    apart = [min(dist(end, corner) for corner in rim) for end in ends]
    shortened = [BORDER / 2 - each for each in apart if each < BORDER / 2]
    assert shortened == pytest.approx([FRAME / 2] * len(shortened), abs=0.01)
    assert shortened


def test_layers_show_the_borders_within_them():
    solution = soma().solve().solution
    owner = {cell: each.piece for each in solution.placements for cell in each.cells}
    expected = sum(
        owner[row, col] != owner[row + down, col + right]
        for row, col in owner
        for down, right in ((0, 1), (1, 0))
        if (row + down, col + right) in owner and (row + down) // 3 == row // 3
    )
    svg = draw_svg(solution, coordinates=True)
    assert len(parts(svg, "border")) == expected
    assert len(parts(svg, "frame")) == 3 * 12
    captions = [each.text for each in parts(svg, "caption")]
    assert captions == ["layer 1", "layer 2", "layer 3"]
    lefts = [float(each.get("x")) for each in parts(svg, "caption")]
    assert lefts == sorted(lefts)
    labels = [each.text for each in parts(svg, "coordinate")]
    assert [each for each in labels if each.isalpha()] == list("ABCDEFGHI")
    assert [each for each in labels if each.isdigit()] == ["1", "2", "3"] * 3


@pytest.mark.parametrize(
    ("name", "board"), [("hexagonal", "hexagon 3"), ("triangular", "hexagon 2")]
)
def test_column_numbers_stand_nearest_to_the_cells_of_their_column(name, board):
    drawn = Board.parse(f"{name}: {board}")
    svg = draw_svg(drawn, coordinates=True)
    labels = {each.text: float(each.get("x")) / SCALE for each in parts(svg, "coordinate")}
    numbers = {int(text): place for text, place in labels.items() if text.isdigit()}
    for cell in some(drawn.grid.cells(drawn.mask)):
        middle = sum(right for _, right in corners(drawn.grid, cell)) / SIDES[name]
        assert min(numbers, key=lambda each: abs(numbers[each] - middle)) == cell[1] + 1


def test_the_outline_of_a_ring_of_hexagons_has_a_hole():
    lattice = find_lattice("hexagonal")
    ring = [lattice.place(step) for step in lattice.steps((0, 0))]
    moved = [(row + 2, col + 2) for row, col in ring]
    loops = outline(moved, lambda cell: lattice.corners(*cell))
    assert sorted(map(len, loops)) == [6, 18]
    assert [len(loop) for loop in outline([(0, 0)], lambda cell: lattice.corners(*cell))] == [6]


def test_sides_in_line_make_one_side_of_an_outline():
    lattice = find_lattice("triangular")
    (loop,) = outline([(0, 0), (0, 1), (0, 2)], lambda cell: lattice.corners(*cell))
    assert len(loop) == 4


@pytest.mark.parametrize("name", NAMES)
def test_islands_and_hatches_stay_within_the_picture(name):
    each = samples()[name]
    state = next(iter(each.record().steps)).place.state
    svg = draw_svg(state, islands=True, marks="hatches")
    box = [float(side) / SCALE for side in ElementTree.fromstring(svg).get("viewBox").split()]
    assert parts(svg, "moved")
    for kind in ("island", "hatch", "cell", "moved"):
        for path in parts(svg, kind):
            for row, col in points(path):
                assert box[0] <= col <= box[0] + box[2]
                assert box[1] <= row <= box[1] + box[3]


def test_islands_that_meet_in_a_corner_have_two_tints():
    grid = Grid(1, 40, lattice=find_lattice("triangular"))
    others = [(0, col) for col in (10, 14, 18, 22, 26)]
    for last, differs in ((0, 2), True), ((0, 30), False):
        islands = [grid.cell_bits([cell]) for cell in ((0, 0), *others, last)]
        tints = choose_tints(grid, islands)
        assert (tints[0, 0] != tints[last]) == differs


@pytest.mark.parametrize("name", NAMES)
def test_faces_of_pieces_do_not_touch(name):
    for piece in some(samples()[name].pieces):
        svg = draw_svg(piece)
        assert len(parts(svg, "cell")) == piece.size * len(piece.faces)
        outlines = parts(svg, "piece")
        assert len(outlines) == len(piece.faces)
        if len(outlines) == 2:
            (front, back) = ([col for _, col in points(each)] for each in outlines)
            assert max(front) + 0.5 <= min(back)


@pytest.mark.parametrize("name", NAMES)
def test_a_solution_has_as_many_edges_as_it_is_said_to_have(name):
    each = samples()[name]
    recording = each.record()
    assert recording.answer.solution
    assert recording.fullest.inner_edges == each.problem.solved_edges


def test_pieces_that_may_be_left_over_bound_the_edges():
    text = HEXES.replace("# lattice", "# use: some\n# lattice")
    each = puzzle("hexagonal: oooo/oooo", text)
    assert each.record().fullest.inner_edges <= each.problem.solved_edges == 13


# ---- terminals


def test_hexagons_in_a_terminal():
    solution = samples()["hexagonal"].solve().solution
    assert draw_terminal(solution, plain=True).plain.splitlines() == [
        "     1   2   3   4",
        "   / \\ / \\ / \\ / \\",
        "A | I   I   I   I |",
        "   \\ / \\ / \\ / \\ / \\",
        "B   | O   O | Y   Y |",
        "   /       /       /",
        "C | O   O | Y   Y |",
        "   \\ / \\ / \\ / \\ /",
    ]


def test_triangles_in_a_terminal():
    solution = samples()["triangular"].solve().solution
    assert draw_terminal(solution, plain=True).plain.splitlines() == [
        "    1  2  3  4  5  6  7",
        "           ____________",
        "          /      \\     \\",
        "A        /T  T  T \\R  R \\",
        "        /__________\\_____\\",
    ]
    board = Board.parse("triangle 2")
    lines = draw_terminal(board, coordinates=False).plain.splitlines()
    assert [line.replace("·", ".") for line in lines] == draw_terminal(
        board, plain=True, coordinates=False
    ).plain.splitlines()
    assert "".join(lines).count("·") == 4


def test_layers_stand_side_by_side_where_they_fit():
    solution = soma().solve().solution
    wide = draw_terminal(solution, plain=True).plain.splitlines()
    assert re.findall(r"layer \d", wide[0]) == ["layer 1", "layer 2", "layer 3"]
    narrow = draw_terminal(solution, plain=True, width=40).plain.splitlines()
    assert [re.findall(r"layer \d", line) for line in narrow if "layer" in line] == [
        ["layer 1", "layer 2"],
        ["layer 3"],
    ]
    assert max(map(len, narrow)) <= 40
    assert sorted("".join(narrow).replace(" ", "")) == sorted("".join(wide).replace(" ", ""))
    owner = {cell: lies.piece for lies in solution.placements for cell in lies.cells}
    for row in range(3):
        # The layers follow each other in the letters of the rows, and side by side here.
        rows = [row, row + 3, row + 6]
        shown = re.findall(r"\w", wide[3 + 2 * row])
        letters = [[owner[each, col] for col in range(3)] for each in rows]
        expected = [label + "".join(own) for label, own in zip("ADG", letters, strict=True)]
        labels = [chr(ord(own[0]) + row) + own[1:] for own in expected]
        assert "".join(shown) == "".join(labels)


@pytest.mark.parametrize("name", NAMES)
def test_drawings_in_ascii_have_the_same_letters(solutions, name):
    fancy = draw_terminal(solutions[name]).plain
    plain = draw_terminal(solutions[name], plain=True).plain
    assert plain.isascii()
    letters = [re.sub(r"[^A-Za-z0-9\n ]", " ", text) for text in (fancy, plain)]
    assert letters[0] == letters[1]


@pytest.mark.parametrize("name", NAMES)
def test_marked_cells_stand_in_brackets(solutions, name):
    cell = solutions[name].placements[0].cells[0]
    text = draw_terminal(solutions[name], marked=[cell]).plain
    assert text.count(f"[{solutions[name].placements[0].piece}]") == 1


@pytest.mark.parametrize("name", FLAT)
def test_lines_within_a_part_are_weak(solutions, name):
    solution = solutions[name]
    whole = draw_terminal(solution, coordinates=False, parts=[solution.placements]).plain
    apart = draw_terminal(solution, coordinates=False).plain
    weak = [one for one, other in zip(whole, apart, strict=True) if one != other]
    assert weak
    # A strong base goes on below the weak side that meets it.
    assert set(weak) <= set(".:_")
    assert set(weak) & set(".:")


class Own(Hexagonal):
    name = "hexagons-of-ours"


@pytest.mark.usefixtures("own_lattices")
def test_other_lattices_are_drawn_too(solutions):
    register(Own())
    board = Board.parse("hexagonal: oooo/oooo/oooo").rows
    each = puzzle(
        f"# lattice: {Own.name}\n" + "\n".join(board), HEXES.replace("hexagonal", Own.name)
    )
    solution = each.solve().solution
    ours, known = draw_svg(solution), draw_svg(solutions["hexagonal"])
    assert ours == known
    ours, known = (draw_terminal(one, plain=True) for one in (solution, solutions["hexagonal"]))
    assert ours.plain == known.plain


# ---- figures


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["progression", "curves", "tree", "islands", "edges", "board"])
def test_figures_of_a_search_on_every_lattice(name, kind, tmp_path):
    recording = samples()[name].record()
    figure = make_kind(kind, recording)
    assert "solved" in figure.alt
    plot.save_figure(figure, tmp_path / "figure.png", dpi=20)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["holes", "windows", "features"])
def test_figures_of_squares_say_so(name, kind):
    each = samples()[name]
    cells = find_lattice(name).cells
    for refuse in (
        lambda: check_kind(kind, each.pattern),
        lambda: make_kind(kind, each.record()),
    ):
        with pytest.raises(OptionError, match=f"squares; this board is of {cells}$"):
            refuse()


@pytest.mark.parametrize("name", NAMES)
def test_functions_that_cut_out_squares_say_so(name):
    each = samples()[name]
    board = each.pattern
    cell = next(iter(board.grid.cells(board.mask)))
    for refuse in (
        lambda: plot.exploded_islands(board),
        lambda: plot.exploded_islands(board, caption="edges"),
        lambda: plot.exploded_islands(each, caption="piece"),
        lambda: plot.filled_island(each.solve().solution, cell),
        lambda: plot.island_filling(board, cell),
        lambda: plot.island_scan(board),
        lambda: plot.window_map(each),
        lambda: plot.window_frame(board, (0, 0), (1, 1)),
    ):
        with pytest.raises(OptionError, match=f"; this board is of {find_lattice(name).cells}$"):
            refuse()


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_edges_and_placements_are_drawn_on_every_lattice(name):
    each = samples()[name]
    recording = each.record()
    solution = recording.answer.solution
    inner = recording.fullest.inner_edges
    assert f"{inner} inner edge" in plot.edges(solution).alt
    frame = plot.edges(each.pattern, which="frame")
    assert f"{each.problem.frame.bit_count()} edges of the frame" in frame.alt
    found = plot.placements(each, each.pieces.pieces[0].name, max_boards=2)
    assert found.alt.split()[1].startswith("placement")
    move = recording.steps[0].place.placement
    assert str(move) in plot.overlap(each, move).alt


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_heat_maps_show_the_cells_of_the_board_alone(solutions, name):
    placements = solutions[name].placements
    figure = plot.piece_map([solutions[name]], placements[0].piece)
    (cells,) = (each for each in figure.axes[0].collections if each.get_array() is not None)
    assert len(cells.get_array()) == solutions[name].pattern.size
    # A set may have several copies of the piece.
    copies = [each for each in placements if each.piece == placements[0].piece]
    assert cells.get_array().sum() == sum(len(each.cells) for each in copies)
    many = plot.piece_map([solutions[name]])
    assert len(many.axes) == len(solutions[name].pieces) + 1


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_animations_on_every_lattice(name, tmp_path):
    made = plot.animate(samples()[name].record(), tmp_path / "search.gif", max_frames=4)
    assert made.frames >= 2


@pytest.mark.parametrize("name", NAMES)
def test_faces_have_their_words_below_them(name):
    piece: Piece = samples()[name].pieces.pieces[0]
    figure = plot.piece_faces(piece)
    said = [text.get_text() for text in figure.axes[0].texts]
    assert said == [face.name for face in piece.faces]


def test_slanted_lines_have_their_width():
    figure = plot.board(puzzle("triangular: ..ooooo", DIAMONDS).solve().solution)
    shapes = [path.vertices for path in figure.axes[0].collections[0].get_paths()]
    assert all(len(shape) >= 3 for shape in shapes)
    # The outline of a piece is as wide everywhere: polygons of 18 corners, 0.05 across.
    thin = [shape for shape in shapes if len(shape) == 19]
    assert thin
    for shape in thin:
        start, end = shape[0], shape[8]
        assert 0.02 <= dist(start, end) <= 0.2
