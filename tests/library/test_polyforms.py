"""Shapes of cells of any lattice: polyhexes, polyiamonds, polycubes, polyspheres."""

import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations

import pytest
from some import some

from kaleido import OptionError, PatternError, PieceError
from kaleido.library import (
    Polyform,
    Polyomino,
    count_by_symmetry,
    count_polyforms,
    polyforms,
)
from kaleido.library.shapes.listing import free_without_arrays
from kaleido.model.lattices import find_lattice
from kaleido.model.verify import Figure

LATTICES = ("square", "hexagonal", "triangular", "cubic", "spheres")

KNOWN = {
    # As published, from one cell on.
    ("hexagonal", "free"): [1, 1, 3, 7, 22, 82, 333, 1448],
    ("hexagonal", "one-sided"): [1, 1, 3, 10, 33, 147, 620, 2821],
    ("hexagonal", "fixed"): [1, 3, 11, 44, 186, 814, 3652, 16689],
    ("triangular", "free"): [1, 1, 1, 3, 4, 12, 24, 66, 160, 448],
    ("triangular", "one-sided"): [1, 1, 1, 4, 6, 19, 43, 120, 307, 866],
    ("triangular", "fixed"): [2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053],
    ("cubic", "free"): [1, 1, 2, 7, 23, 112],
    ("cubic", "one-sided"): [1, 1, 2, 8, 29, 166],
    ("cubic", "fixed"): [1, 3, 15, 86, 534, 3481],
    ("square", "free"): [1, 1, 2, 5, 12, 35, 108, 369],
    ("square", "one-sided"): [1, 1, 2, 7, 18, 60, 196, 704],
    ("square", "fixed"): [1, 2, 6, 19, 63, 216, 760, 2725],
}
LARGER = {
    ("hexagonal", "free", 9): 6572,
    ("triangular", "free", 12): 3334,
    ("cubic", "free", 7): 607,
    ("cubic", "one-sided", 7): 1023,
    ("cubic", "fixed", 7): 23502,
    ("cubic", "free", 8): 3811,
    ("cubic", "one-sided", 8): 6922,
}
SHOWN = {"hexagonal": 5, "triangular": 6, "cubic": 4, "spheres": 3, "square": 5}
"""The most cells of the shapes that are listed in short tests."""


@pytest.mark.parametrize(("lattice", "kind"), KNOWN)
def test_known_numbers(lattice: str, kind: str):
    known = KNOWN[lattice, kind]
    assert [count_polyforms(n, kind, lattice) for n in range(1, len(known) + 1)] == known


@pytest.mark.long
@pytest.mark.parametrize(("lattice", "kind", "n"), LARGER)
def test_larger_known_numbers(lattice: str, kind: str, n: int):
    assert count_polyforms(n, kind, lattice) == LARGER[lattice, kind, n]


def by_brute_force(lattice: str, n: int) -> set[tuple[tuple[int, ...], ...]]:
    """Return all sets of touching cells, pushed into the corner: from all cells of a block."""
    on = find_lattice(lattice)
    reached = {on.centre((0,) * on.dimensions)}
    for _ in range(max(1, n - 1)):
        reached |= {beside for cell in reached for beside in on.touching(cell)}
    found = set()
    for chosen in combinations(sorted(reached), n):
        together, waiting = {chosen[0]}, [chosen[0]]
        for cell in waiting:
            beside = set(on.touching(cell)) & set(chosen) - together
            together |= beside
            waiting += beside
        if len(together) == n:
            found.add(tuple(sorted(on.pushed(chosen))))
    return found


@pytest.mark.parametrize(
    ("lattice", "n"),
    [
        *(("square", n) for n in (1, 2, 3)),
        *(("hexagonal", n) for n in (1, 2, 3)),
        *(("triangular", n) for n in (1, 2, 3, 4)),
        *(("cubic", n) for n in (1, 2, 3)),
        *(("spheres", n) for n in (1, 2)),
    ],
)
def test_fixed_shapes_are_those_of_brute_force(lattice: str, n: int):
    found = [tuple(sorted(shape.centres)) for shape in polyforms(n, "fixed", lattice)]
    assert len(set(found)) == len(found)
    assert set(found) == by_brute_force(lattice, n)


@pytest.mark.parametrize("lattice", LATTICES)
def test_shapes_of_a_kind_stand_for_all_orientations(lattice: str):
    symmetries = find_lattice(lattice).symmetries
    for n in some(range(1, SHOWN[lattice] + 1)):
        free, fixed = list(polyforms(n, lattice=lattice)), list(polyforms(n, "fixed", lattice))
        one_sided = list(polyforms(n, "one-sided", lattice))
        assert free == sorted(free)
        assert fixed == sorted(fixed)
        # Every fixed shape once: what Burnside's lemma counts.
        assert sorted(each for shape in free for each in shape.orientations) == fixed
        assert sorted(each for shape in one_sided for each in shape.rotations) == fixed
        assert len(fixed) == sum(len(symmetries) // shape.symmetry.order for shape in free)
        chiral = sum(not shape.symmetry.has_mirror for shape in free)
        assert len(one_sided) == len(free) + chiral
        assert all(shape.canonical == shape for shape in free)
        assert all(shape.canonical_one_sided == shape for shape in one_sided)
        for kind, shapes in (("free", free), ("one-sided", one_sided), ("fixed", fixed)):
            counts = count_by_symmetry(n, kind, lattice)
            kept = [shape.symmetry for shape in shapes]
            assert {order: count for order, count in counts.items() if count} == Counter(kept)


@pytest.mark.parametrize("lattice", LATTICES)
def test_turns_are_those_that_distances_allow(lattice: str):
    # The verifier's notion of turning knows nothing of the symmetries of lattices.
    point = find_lattice(lattice).point
    shapes = list(polyforms(3, "one-sided", lattice))
    looks = [Figure(list(map(point, shape.places)), "ooo") for shape in shapes]
    for shape, look in some(zip(shapes, looks, strict=True)):
        for turned in shape.rotations:
            assert look.can_be_turned(Figure(list(map(point, turned.places)), "ooo"))
    assert not any(one.can_be_turned(other) for one, other in combinations(looks, 2))


@pytest.mark.parametrize("n", range(1, 7))
def test_shapes_of_squares_are_polyominoes(n: int):
    own = list(free_without_arrays(n, find_lattice("square")))
    assert list(map(str, own)) == list(map(str, polyforms(n)))
    for shape in own:
        same = Polyomino.parse(str(shape))
        assert (shape.cells, shape.has_hole) == (same.cells, same.has_hole)
        assert shape.symmetry.order == same.symmetry.order
        assert shape.symmetry.has_mirror == same.symmetry.has_mirror
        assert list(map(str, shape.grown("fixed"))) == list(map(str, same.grown("fixed")))


@pytest.mark.parametrize("lattice", LATTICES)
def test_drawings_are_read(lattice: str):
    for shape in some(polyforms(3, "fixed", lattice)):
        assert type(shape).parse(str(shape), lattice) == shape
        assert eval(repr(shape)) == shape
        assert type(shape).of(shape.lattice, reversed(shape.centres)) == shape
        assert type(shape).parse(str(shape.orientation("r")), lattice) == shape
        assert shape.mirrored().mirrored() == shape
        assert shape.mirrored() in shape.orientations


@pytest.mark.parametrize("lattice", LATTICES)
@pytest.mark.parametrize("kind", ["free", "one-sided", "fixed"])
@pytest.mark.few(8)
def test_all_shapes_grow_out_of_those_of_one_cell_less(lattice: str, kind: str):
    for n in some(range(2, SHOWN[lattice] + 1)):
        grown = {each for shape in polyforms(n - 1, kind, lattice) for each in shape.grown(kind)}
        assert sorted(grown) == list(polyforms(n, kind, lattice))
    for shape in polyforms(2, lattice=lattice):
        for larger, cell in shape.growth(kind).items():
            assert (
                type(shape).of(shape.lattice, (*shape.centres, cell)).canonical == larger.canonical
            )


def test_holes():
    ring, *others = (each for each in polyforms(6, lattice="hexagonal") if each.has_hole)
    assert (str(ring), others) == (".##/#.#/.##", [])
    assert count_polyforms(6, lattice="hexagonal", holes=False) == 81
    assert [
        count_polyforms(n, lattice="triangular")
        - count_polyforms(n, lattice="triangular", holes=False)
        for n in range(7, 10)
    ] == [0, 0, 1]
    assert count_polyforms(9, lattice="triangular", holes=False) == 160 - 1


def test_a_flat_shape_in_space_is_its_own_mirror_image():
    # A bent row of three in a slanted layer: turned over in its plane, it is its mirror image.
    bent = Polyform.parse("##/..//.#/..", "spheres")
    assert bent.symmetry.has_mirror
    assert len(bent.rotations) == len(bent.orientations)


@pytest.mark.parametrize(
    ("drawing", "lattice", "message"),
    [
        ("#./.#", "hexagonal", "drawing '#./.#' falls into parts that do not touch"),
        ("#//.", "spherical", "unknown lattice 'spherical'"),
        ("...", "triangular", "drawing '...' has no cell"),
        ("# #", "cubic", "' ' in drawing '# #' is neither a cell nor a gap"),
    ],
)
def test_what_is_no_shape(drawing: str, lattice: str, message: str, refusal_of):
    assert message in refusal_of((PieceError, PatternError), Polyform.parse, drawing, lattice)


def test_what_is_refused():
    with pytest.raises(OptionError, match="size '0': expected a whole number of cells from 1 on"):
        polyforms(0, lattice="hexagonal")
    with pytest.raises(OptionError, match="unknown kind 'half'"):
        count_polyforms(3, "half", "cubic")
    with pytest.raises(OptionError, match="more than 400,000 fixed polyhexes of 99 hexagons"):
        count_polyforms(99, lattice="hexagonal")
    with pytest.raises(OptionError, match="unknown kind 'half'"):
        Polyform.parse("#", "cubic").grown("half")
    with pytest.raises(PieceError, match="needs at least one"):
        Polyform.of(find_lattice("cubic"), [])
    with pytest.raises(PieceError, match="fall into parts"):
        Polyform.of(find_lattice("cubic"), [(0, 0, 0), (1, 1, 0)])
    assert Polyform.parse("#", "cubic") != Polyform.parse("#", "hexagonal")


# The command.


def test_polyhexes_in_the_terminal(output_of):
    out = output_of("polyominoes 4 --lattice hexagonal")
    assert out.startswith(
        "7 free polyhexes of 4 cells\n\norder 1: 2\n● ● ●     ● ● ●\n ●             ●\n"
    )
    assert out.count("●") == 7 * 4


def test_polyiamonds_in_the_terminal(output_of):
    out = output_of("polyominoes 6 --lattice triangular")
    assert "order 12, the same in a mirror: 1\n▲▼▲\n▼▲▼\n" in out
    assert out.count("▲") + out.count("▼") == 12 * 6


def test_polycubes_in_the_terminal(output_of):
    out = output_of("polyominoes 4 --lattice cubic")
    assert out.startswith("8 one-sided polycubes of 4 cells\n")
    assert "████│··██    ████│····\n██··│····    ██··│██··\n" in out
    assert output_of("polyominoes 4 --lattice cubic --free").startswith("7 free polycubes")


@pytest.mark.parametrize("lattice", LATTICES)
def test_numbers_of_several_sizes(output_of, lattice: str):
    lines = output_of("polyominoes 1..4 --lattice", lattice, "--fixed", "--json").splitlines()
    counts = [json.loads(line)["count"] for line in lines]
    assert counts == [count_polyforms(n, "fixed", lattice) for n in range(1, 5)]
    rows = [
        line.split()
        for line in output_of("polyominoes 1..4 --lattice", lattice, "--fixed").split("\n")
    ]
    table = [int(row[-1]) for row in rows if row and row[0].isdecimal()]
    assert table == counts


def test_one_polyhex_and_many(output_of):
    assert output_of("polyominoes 1 --lattice hexagonal").startswith("1 free polyhex of 1 cell\n")
    out = output_of("polyominoes 8 --lattice hexagonal")
    assert out.splitlines()[0] == "1,448 free polyhexes of 8 cells"
    numbers = [int(line.split()[-1].replace(",", "")) for line in out.splitlines()[1:]]
    assert sum(numbers) == 1448


def test_growth(output_of):
    out = output_of("polyominoes 3 --lattice hexagonal --growth")
    assert out.startswith("3 grow out of ##\n")
    assert (out.count("●"), out.count("○")) == (3 * 2, 3)
    lines = output_of("polyominoes 4 --lattice cubic --growth --json").splitlines()
    grown = {json.loads(line)["drawing"]: json.loads(line)["grown"] for line in lines}
    assert list(grown) == ["###", "##/#."]
    assert len({drawing for drawings in grown.values() for drawing in drawings}) == 8


def test_threads_may_count_the_same_shapes():
    hexagons = type(find_lattice("hexagonal"))
    own = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # seconds, so that the threads take turns often
    try:
        # A new class is another lattice, of which no shapes have been grown yet.
        fresh = type("Hexagons", (hexagons,), {})()
        with ThreadPoolExecutor(8) as pool:
            counts = [*pool.map(partial(count_polyforms, lattice=fresh), [6] * 8)]
    finally:
        sys.setswitchinterval(own)
    assert counts == [82] * 8
