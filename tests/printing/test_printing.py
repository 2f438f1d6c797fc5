"""Booklets and sheets of pieces through the library."""

import re
from itertools import combinations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from some import some

from kaleido import CLASSIC, PieceSet, Puzzle, named_pattern, named_set, set_names
from kaleido.base.errors import OptionError
from kaleido.draw.look import SHADES, piece_shade, piece_shades
from kaleido.library import pattern_facts
from kaleido.model.lattices import SQUARE
from kaleido.model.piece import Orientation
from kaleido.printing import PAPERS, PER_PAGE, Booklet, Entry, make_entry, piece_pages, write_pages
from kaleido.printing.piece_sheet import make_net, make_nets

NAMES = ("car", "digits-5", "alphabet-q", "twelve", "fancy-chessboard", "tree", "anchor")
LETTERS = {shade.fill: letter for letter, shade in SHADES.items()}
INCH = 25.4


@pytest.fixture(scope="module")
def entries():
    return tuple(
        make_entry(
            Puzzle(named_pattern(name)),
            solutions=pattern_facts(name).solutions,
            difficulty=pattern_facts(name).difficulty,
        )
        for name in NAMES
    )


def words(page):
    return [text.get_text() for text in page.figure.texts]


def boards(page):
    """Return the rows of the boards on a page, read from the colours that are drawn."""
    return [
        "/".join(
            re.findall(
                ".{8}",
                "".join(LETTERS.get(to_hex(each), "?") for each in cells.get_facecolors()[:64]),
            )
        )
        for cells in (ax.collections[0] for ax in page.figure.axes)
    ]


def corner_and_side(page, ax):
    """Return where a drawing begins and the side of its cells, in millimetres of the paper."""
    scale = INCH / page.figure.dpi
    (x, y), (right, down) = ax.transData.transform([(0, 0), (1, 1)]) * scale
    assert right - x == pytest.approx(y - down)
    return (x, page.paper.height - y), right - x


@pytest.mark.long
@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_every_board_is_on_a_page_and_its_solution_at_the_end(entries, paper, per_page):
    booklet = Booklet("Some", entries, paper, per_page, marks="none")
    title, contents, *rest = booklet.pages()
    wanted = [entry.puzzle.pattern.text for entry in entries]
    assert "Some" in words(title)
    assert boards(title) == wanted
    assert not boards(contents)
    shown = [board for page in rest for board in boards(page)]
    assert shown == wanted * 2
    count = -(-len(entries) // per_page)
    assert [len(boards(page)) <= per_page for page in rest[:count]] == [True] * count
    assert [words(page)[-1] for page in (contents, *rest)] == [
        str(number) for number in range(2, 3 + len(rest))
    ]


def test_a_page_says_what_is_known_of_its_board(entries):
    _, _, *rest = Booklet("Some", entries, with_solutions=False).pages()
    assert len(rest) == len(entries)
    for number, (page, entry, name) in enumerate(zip(rest, entries, NAMES, strict=True), start=1):
        facts = pattern_facts(name)
        stars = "★" * facts.difficulty + "☆" * (5 - facts.difficulty)
        assert f"{number}  {entry.puzzle.pattern.title}" in words(page)
        assert f"{stars}   {facts.solutions:,} solution" in " ".join(words(page))


@pytest.mark.long
@pytest.mark.parametrize("with_pieces", [False, True])
def test_the_contents_give_the_pages_of_boards_and_solutions(entries, with_pieces):
    booklet = Booklet("Some", entries * 9, per_page=4, with_pieces=with_pieces)
    pages = list(booklet.pages())
    listed = {}
    for number, page in enumerate(pages):
        if any(text.startswith("Contents") for text in words(page)):
            for text in page.figure.texts:
                line = number, round(text.get_position()[1], 4)
                listed.setdefault(line, []).append(text.get_text())
    lines = {line[0]: line for line in listed.values() if line[0] in booklet.headings}
    assert list(lines) == list(booklet.headings)
    for heading, line in lines.items():
        found = [
            str(number)
            for number, page in enumerate(pages, start=1)
            if heading in words(page) and page.figure.axes
        ]
        assert line[-2:] == found


@pytest.mark.long
@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_pieces_are_as_large_as_the_boards_that_they_are_for(entries, paper, per_page):
    booklet = Booklet("Some", entries, paper, per_page, with_pieces=True, with_solutions=False)
    pages = list(booklet.pages())[2:]
    sides = {
        round(corner_and_side(page, ax)[1], 6)
        for page in pages
        for ax in page.figure.axes
        if ax.collections and isinstance(ax.collections[0], PolyCollection)
    }
    assert sides == {booklet.cell}
    assert booklet.cell == (18.0 if per_page == 1 else pytest.approx(12, abs=2))


@pytest.mark.long
def test_boards_stay_inside_the_margins(entries):
    for paper in some(PAPERS.values()):
        for per_page in some(PER_PAGE):
            pages = Booklet("Some", entries, paper, per_page).pages()
            axes = [(page, ax) for page in pages for ax in page.figure.axes]
            for page, ax in some(axes):
                (x, y), side = corner_and_side(page, ax)
                assert min(x, y) >= 14.9
                assert x + 8 * side <= paper.width - 14.9
                assert y + 8 * side <= paper.height - 14.9


def test_other_puzzles_name_their_pieces():
    entry = make_entry(Puzzle("first-steps"))
    assert entry.counted == "1 solution"
    assert entry.stars == ""
    pages = list(Booklet("Steps", (entry,), with_pieces=True).pages())
    said = "5 pieces: red-footed J (J), red-footed L (L), black bar (i), red angle (V), domino (D)"
    assert said in " ".join(words(pages[1]))
    assert len(pages[2].figure.axes) == 6  # the pieces and the scale


@pytest.mark.long
def test_what_was_not_found_out_is_not_known():
    stuck = make_entry(Puzzle("tree"), counts=False, max_nodes=1)
    assert (stuck.solution, stuck.facts) == (None, "number of solutions not known")
    small = make_entry(Puzzle("checkerboard"), max_memory=10**6)
    assert (small.solutions, small.difficulty) == (None, None)
    assert not small.puzzle.check(small.solution.placements)
    none = make_entry(Puzzle("/".join(["rxrxrxrr"] * 8)))
    assert (none.solution, none.facts) == (None, "no solution")
    whole = list(Booklet("None", (stuck, none)).pages())
    assert len(whole) == 4  # nothing to show at the end


@pytest.mark.long
def test_counts_and_ratings_are_those_of_the_library():
    for name in ("car", "fancy-chessboard"):
        entry, facts = make_entry(Puzzle(named_pattern(name))), pattern_facts(name)
        assert (entry.solutions, entry.difficulty) == (facts.solutions, facts.difficulty)


@pytest.mark.long
def test_a_long_title_is_cut_to_its_place(entries):
    first = entries[0]
    long = Entry(first.puzzle, "On and on " * 30, first.solution, 32, 1)
    for page in some(Booklet("What a title " * 20, (long, long), per_page=4).pages()):
        renderer = FigureCanvasAgg(page.figure).get_renderer()
        for text in some(page.figure.texts):
            box = text.get_window_extent(renderer)
            assert 0 <= box.x0 < box.x1 <= page.figure.bbox.width


@pytest.mark.long
def test_the_same_booklet_is_the_same_file(entries, tmp_path):
    paths = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for path in paths:
        booklet = Booklet("Some", entries[:3], with_pieces=True)
        count = write_pages(path, booklet.pages(), booklet.title)
        pdf = path.read_bytes()
        assert len(re.findall(rb"/Type /Page\b", pdf)) == count
        assert b"/Title (Some)" in pdf
        assert b"Date" not in pdf
        assert b"/Author" not in pdf
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_booklet_that_fails_leaves_nothing(tmp_path):
    old = tmp_path / "old.pdf"
    old.write_bytes(b"old")
    with pytest.raises(OptionError, match="40 mm: expected 5 to 30 mm for these pieces on A4"):
        write_pages(old, piece_pages(CLASSIC, PAPERS["a4"], 40), "too large")
    assert old.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"per_page": 3}, "3 boards per page: expected 1, 2 or 4"),
        ({"marks": "dots"}, "unknown marks 'dots'"),
        ({"entries": ()}, "needs at least one board"),
    ],
)
def test_bad_options(entries, options, complaint):
    with pytest.raises(OptionError, match=complaint):
        Booklet(**{"title": "Some", "entries": entries} | options)


@pytest.mark.parametrize(
    "name", [name for name in set_names() if named_set(name).lattice == SQUARE]
)
def test_a_folded_net_is_the_piece(name):
    chosen = named_set(name)
    nets = list(make_nets(chosen))
    assert [net.piece.name for net in nets] == [
        piece.name
        for piece, copies in zip(chosen, chosen.counts, strict=True)
        for _ in range(copies)
    ]
    for net in nets:
        check_folded(net, chosen)


def check_folded(net, chosen):
    """Cut a net at its fold and lay its halves on each other."""
    (rows, cols), piece = net.size, net.piece
    own = piece_shades(chosen)[piece.name]
    painted = {
        cell: "o" if piece.is_plain and shade == own else LETTERS[shade.fill]
        for cell, shade in net.scene.cells.items()
    }
    if piece.back is None:
        assert Orientation.of(painted.items()) in piece.front.orientations
        assert not net.fold
        return
    left = {cell: letter for cell, letter in painted.items() if 2 * cell[1] < cols}
    right = {cell: letter for cell, letter in painted.items() if 2 * cell[1] >= cols}
    assert Orientation.of(left.items()) in piece.front.orientations
    assert Orientation.of(right.items()) in piece.back.orientations
    assert {(row, cols - 1 - col) for row, col in right} == set(left)
    # The paper holds together at the fold, and is folded wherever it does.
    assert set(net.fold) == {(row, cols // 2) for row in range(rows) if (row, cols // 2) in right}
    assert net.fold


@pytest.mark.long
@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
@pytest.mark.parametrize(("name", "cell"), [("classic", 18), ("classic", 7.5), ("kanoodle", 18)])
def test_pieces_lie_apart_on_their_pages(paper, name, cell):
    chosen = named_set(name)
    drawn = 0
    for page in piece_pages(chosen, paper, cell):
        boxes = []
        for ax in page.figure.axes[:-1]:  # without the scale
            (x, y), side = corner_and_side(page, ax)
            assert side == pytest.approx(cell)
            (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
            boxes.append((x, y, x + (right + left) * cell, y + (bottom + top) * cell))
        for x, y, right, bottom in boxes:
            assert min(x, y) >= 14.9
            assert right <= paper.width - 14.9
            assert bottom <= paper.height - 14.9 - 10  # the scale
        for one, other in combinations(boxes, 2):
            apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
            assert apart
        drawn += len(boxes)
    assert drawn == sum(chosen.counts)


def test_the_scale_has_ten_centimetres():
    page = next(piece_pages(CLASSIC, PAPERS["letter"], 12))
    ax = page.figure.axes[-1]
    _, side = (ax.transData.transform([(0, 0), (10, 0)]) * INCH / page.figure.dpi)[:, 0]
    start = ax.transData.transform((0, 0))[0] * INCH / page.figure.dpi
    assert side - start == pytest.approx(100)
    assert "Each cell is 12 mm wide." in words(page)


def test_a_piece_without_a_back_is_not_folded():
    few = PieceSet.parse("few", "# sides: one-sided\nS xr./.xr\nL r./xr x2")
    page = next(piece_pages(few, PAPERS["a4"]))
    assert "Cut along the outlines." in words(page)
    assert make_net(few["S"], piece_shade(0, "S"), "S").size == (3, 2)
