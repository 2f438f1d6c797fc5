"""Polyominoes against published counts and against slow, plain code of their own."""

import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import ndimage
from some import some

from kaleido import CLASSIC, OptionError, PieceError
from kaleido.cli import main
from kaleido.library import (
    KINDS,
    LARGEST,
    Polyomino,
    SymmetryClass,
    count_by_symmetry,
    count_polyforms,
    polyforms,
)
from kaleido.model.square_grid import SquareSymmetry

# OEIS A000105, A000988, A001168, and without holes A000104 and A006724.
FREE = [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655]
ONE_SIDED = [1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189]
FIXED = [1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446]
FREE_WITHOUT_HOLES = [1, 1, 2, 5, 12, 35, 107, 363, 1248, 4460]
FIXED_WITHOUT_HOLES = [1, 2, 6, 19, 63, 216, 756, 2684, 9638, 34930]
COUNTS = {"free": FREE, "one-sided": ONE_SIDED, "fixed": FIXED}
# OEIS A006749, A006746, A006748, A006747, A144553, A056877, A056878, A142886, from one cell on.
BY_CLASS = {
    "none": [0, 0, 0, 1, 5, 20, 84, 316, 1196, 4461],
    "mirror": [0, 0, 0, 1, 2, 6, 9, 23, 38, 90],
    "diagonal mirror": [0, 0, 1, 0, 2, 2, 7, 5, 26, 22],
    "rotate 2": [0, 0, 0, 1, 1, 5, 4, 18, 19, 73],
    "rotate 4": [0, 0, 0, 0, 0, 0, 0, 1, 0, 0],
    "two mirrors": [0, 1, 1, 1, 1, 2, 3, 4, 4, 8],
    "two diagonal mirrors": [0, 0, 0, 0, 0, 0, 1, 1, 0, 1],
    "full": [1, 0, 0, 1, 1, 0, 0, 1, 2, 0],
}
# The eight turns and reflections as matrices on (row, col).
MATRICES = [
    np.array(rows)
    for sign in (1, -1)
    for other in (1, -1)
    for rows in ([[sign, 0], [0, other]], [[0, sign], [other, 0]])
]


def picture(cells):
    """Give cells as an array of bool that just holds them."""
    points = np.array(sorted(cells))
    points -= points.min(axis=0)
    drawn = np.zeros(points.max(axis=0) + 1, dtype=bool)
    drawn[tuple(points.T)] = True
    return drawn


def drawing(cells):
    return "/".join("".join(".#"[cell] for cell in row) for row in picture(cells).astype(int))


def images(cells):
    """Draw all eight images of some cells, in the order of `MATRICES`."""
    return [drawing((np.array(sorted(cells)) @ matrix).tolist()) for matrix in MATRICES]


def rotations(cells):
    shown = zip(MATRICES, images(cells), strict=True)
    return [each for matrix, each in shown if np.linalg.det(matrix) > 0]


def place_in_order(text):
    """Sort key of the documented order, from the drawing alone."""
    rows = text.split("/")
    return len(rows), len(rows[0]), [letter == "." for letter in "".join(rows)]


def flooded(cells):
    """Say by SciPy's labels whether the gaps are more than the one outside."""
    return ndimage.label(~np.pad(picture(cells), 1))[1] > 1


@st.composite
def shapes(draw, largest=14):
    """Grow a shape, the next cell beside one of those there are."""
    cells = [(0, 0)]
    for _ in range(draw(st.integers(0, largest - 1))):
        row, col = draw(st.sampled_from(cells))
        down, right = draw(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]))
        if (row + down, col + right) not in cells:
            cells.append((row + down, col + right))
    return cells


# Counts and listings.


@pytest.mark.parametrize("kind", KINDS)
def test_published_counts(kind):
    assert [count_polyforms(n, kind) for n in range(1, 11)] == COUNTS[kind]


def test_published_counts_without_holes():
    for kind, counts in (("free", FREE_WITHOUT_HOLES), ("fixed", FIXED_WITHOUT_HOLES)):
        assert [count_polyforms(n, kind, holes=False) for n in range(1, 11)] == counts


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (11, [17073, 33896, 135268, 16094]),
        pytest.param(12, [63600, 126759, 505861, 58937], marks=pytest.mark.long),
    ],
)
def test_larger_published_counts(size, counts):
    kinds = count_polyforms(size), *(count_polyforms(size, each) for each in ("one-sided", "fixed"))
    assert [*kinds, count_polyforms(size, holes=False)] == counts


def test_published_counts_by_symmetry():
    for n in range(1, 11):
        expected = {name: counts[n - 1] for name, counts in BY_CLASS.items()}
        assert count_by_symmetry(n) == expected


@pytest.mark.parametrize("size", [*range(1, 9), pytest.param(9, marks=pytest.mark.long)])
def test_listings_have_the_published_lengths_and_no_double(size):
    for kind, counts in some(COUNTS.items()):
        listed = list(polyforms(size, kind))
        assert len(listed) == len(set(listed)) == counts[size - 1]
        assert listed == sorted(listed)
        assert {each.size for each in listed} == {size}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("holes", [True, False])
def test_counting_agrees_with_listing(kind, holes):
    for n in range(1, 8):
        listed = Counter(each.symmetry for each in polyforms(n, kind, holes=holes))
        assert count_by_symmetry(n, kind, holes=holes) == {
            symmetry: listed[symmetry] for symmetry in SymmetryClass
        }


@pytest.mark.parametrize("size", [7, *(pytest.param(n, marks=pytest.mark.long) for n in (8, 9))])
def test_holes_agree_with_a_flood(size):
    every = list(polyforms(size))
    for each in every:
        assert each.has_hole == flooded(each.cells)
    whole = [each for each in every if not each.has_hole]
    assert list(polyforms(size, holes=False)) == whole
    assert len(whole) == FREE_WITHOUT_HOLES[size - 1]


def test_listings_come_the_same_way_every_time():
    for kind in some(KINDS):
        assert list(polyforms(7, kind)) == list(polyforms(7, kind))


def test_the_largest_boxes_fill_the_whole_number():
    # An L of 15 cells in a box of 8 × 8, whose corners are the number's first and last bits.
    ell = Polyomino([(row, 0) for row in range(8)] + [(7, col) for col in range(8)])
    from kaleido.library.shapes.box import Box

    box = Box(8, 8)
    bits = "".join(str(ell).split("/")).replace("#", "1").replace(".", "0")
    masks = np.array([int(bits, 2)], np.uint64)
    first = box.canonical(masks)
    assert list(box.cells(first, 15)) == [ell.canonical.cells]
    assert box.symmetries(masks).tolist() == [8]
    assert ell.symmetry == SymmetryClass.DIAGONAL_MIRROR
    assert len(box.without_holes(masks)) == 1
    flipped = box.image(masks, SquareSymmetry.FLIP)
    assert box.image(flipped, SquareSymmetry.FLIP).tolist() == masks.tolist()


# One polyomino.


@given(shapes())
def test_canonical_forms_are_the_first_images(cells):
    shape = Polyomino(cells)
    every, turned = images(cells), rotations(cells)
    assert str(shape.canonical) == min(every, key=place_in_order)
    assert str(shape.canonical_one_sided) == min(turned, key=place_in_order)
    assert {str(each) for each in shape.orientations} == set(every)
    assert {str(each) for each in shape.rotations} == set(turned)
    for text in every:
        assert Polyomino.parse(text).canonical == shape.canonical
        assert Polyomino.parse(text).symmetry == shape.symmetry
    for text in turned:
        assert Polyomino.parse(text).canonical_one_sided == shape.canonical_one_sided


def independent_symmetry(cells):
    """Name the class by the matrices that keep the drawing."""
    shown = drawing(cells)
    kept = [m for m, each in zip(MATRICES, images(cells), strict=True) if each == shown]
    turns = sum(np.linalg.det(matrix) > 0 for matrix in kept)
    mirrors = {"diagonal" if matrix[0, 0] == 0 else "straight" for matrix in kept
               if np.linalg.det(matrix) < 0}  # fmt: skip
    if len(kept) == 8:
        return "full"
    if not mirrors:
        return {1: "none", 2: "rotate 2", 4: "rotate 4"}[turns]
    (mirror,) = mirrors
    number = "two {}mirrors" if turns == 2 else "{}mirror"
    return number.format("diagonal " * (mirror == "diagonal"))


@given(shapes(8))
def test_symmetry_by_matrices(cells):
    shape = Polyomino(cells)
    assert shape.symmetry == independent_symmetry(cells)
    assert shape.symmetry.order * len(shape.orientations) == 8
    assert shape.symmetry.has_mirror == (len(shape.rotations) == len(shape.orientations))


def test_the_order_is_by_height_width_and_drawing():
    texts = ["#", "##", "###", "##/#.", "##/.#", "#./##", ".#/##", "##/##", "#/#"]
    ordered = ["#", "##", "###", "#/#", "##/##", "##/#.", "##/.#", "#./##", ".#/##"]
    assert [str(each) for each in sorted(map(Polyomino.parse, texts))] == ordered
    with pytest.raises(TypeError):
        assert Polyomino.parse("#") < "##"


def test_shapes_of_the_puzzle_are_read_from_their_faces():
    for piece in some(CLASSIC):
        front, back = (Polyomino.parse(str(face.drawing)) for face in piece.faces)
        assert front.canonical == back.canonical
        assert len(front.rotations) <= len(piece.front.orientations) * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "drawing '' has no cell"),
        ("./..", "drawing './..' has no cell"),
        ("#.#", "drawing '#.#' falls into parts that do not touch"),
        ("#./.#", "drawing '#./.#' falls into parts that do not touch"),
        ("#//#", "drawing '#//#' falls into parts that do not touch"),
        ("# #", "' ' in drawing '# #' is neither a cell nor a gap"),
        ("#\n#", "'\\n' in drawing '#\\n#' is neither a cell nor a gap"),
        ("#." * 99, f"drawing '{'#.' * 20}…' falls into parts that do not touch"),
    ],
)
def test_drawings_that_are_no_polyomino(text, message, refusal_of):
    assert refusal_of(PieceError, Polyomino.parse, text) == message


def test_cells_that_are_no_polyomino():
    with pytest.raises(PieceError, match="at least one cell"):
        Polyomino([])
    with pytest.raises(PieceError, match=r"'\[\(0, 0\), \(0, 9999\)\]' fall into parts"):
        Polyomino([(1, 1), (1, 10_000)])
    with pytest.raises(TypeError):
        Polyomino([(0.5, 0)])


@pytest.mark.parametrize("wrong", [0, -1, LARGEST + 1, 10**30, 2.5, "4", None])
@pytest.mark.parametrize(
    "ask",
    [count_polyforms, polyforms, count_by_symmetry],
)
def test_sizes_are_refused_at_once(ask, wrong):
    with pytest.raises(OptionError, match=f"size '{wrong}': expected a whole number of cells"):
        ask(wrong)


def test_unknown_kinds():
    for ask in (count_polyforms, polyforms):
        with pytest.raises(
            OptionError, match="unknown kind 'any': expected free, one-sided or fixed"
        ):
            ask(4, "any")


# The command.


def printed(capsys, *args):
    assert main(["polyominoes", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


TETROMINOES = """\
5 free polyominoes of 4 cells

none: 1
██████
██

mirror: 1
██████
  ██

rotate 2: 1
████
  ████

two mirrors: 1
████████

full: 1
████
████
"""


def test_the_command_draws_by_symmetry(capsys):
    assert printed(capsys, "4") == TETROMINOES
    assert printed(capsys, "4", "--free") == TETROMINOES
    assert printed(capsys, "1", "--fixed") == "1 fixed polyomino of 1 cell\n\nfull: 1\n██\n"


def test_drawings_wrap_to_the_width(capsys, monkeypatch):
    for columns in (40, 80, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = printed(capsys, "6", "--one-sided")
        lines = shown.splitlines()
        assert lines[0] == "60 one-sided polyominoes of 6 cells"
        assert max(map(len, lines)) <= columns
        assert shown.count("█") == 60 * 6 * 2
        assert not any(line.endswith(" ") for line in lines)
    assert sum(map(bool, lines)) < 40


def test_drawings_in_ascii(capsys, monkeypatch):
    monkeypatch.setattr("kaleido.cli.polyominoes.is_plain", lambda _: True)
    shown = printed(capsys, "4")
    assert shown == TETROMINOES.replace("██", "[]")


def test_many_are_only_counted(capsys):
    lines = printed(capsys, "9", "--no-holes").splitlines()
    assert lines[0] == "1,248 free polyominoes of 9 cells without holes"
    table = {line[:20].strip(): int(line[20:].replace(",", "")) for line in lines[1:]}
    assert table == count_by_symmetry(9, holes=False)
    assert printed(capsys, "12", "--fixed").startswith("505,861 fixed polyominoes of 12 cells\n")


def test_the_list(capsys):
    for kind in KINDS:
        title, sides, *shown = printed(capsys, "7", f"--{kind}", "--list").splitlines()
        assert title == f"# title: The {kind} polyominoes of 7 cells"
        assert sides == f"# sides: {'mirrored' if kind == 'free' else 'one-sided'}"
        drawings = [line.split()[1].replace("o", "#") for line in shown]
        assert drawings == [str(each) for each in polyforms(7, kind)]
    assert len(printed(capsys, "7", "--no-holes", "--list").splitlines()) == 2 + 107


def test_json(capsys):
    told = json.loads(printed(capsys, "7", "--one-sided", "--no-holes", "--json"))
    found = [(each["symmetry"], each["count"]) for each in told.pop("symmetries")]
    assert found == [*count_by_symmetry(7, "one-sided", holes=False).items()]
    assert told == {
        "schema": 1,
        "size": 7,
        "kind": "one-sided",
        "holes": False,
        "count": 195,
        "lattice": "square",
    }
    lines = printed(capsys, "5", "--list", "--json").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"schema": 1, "lattice": "square", "drawing": str(each), "symmetry": each.symmetry.value}
        | {"order": each.symmetry.order, "has_mirror": each.symmetry.has_mirror}
        for each in polyforms(5)
    ]
