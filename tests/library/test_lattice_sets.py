"""Sets of pieces on other lattices than that of squares, by their names."""

import math
from collections import Counter
from itertools import combinations

import pytest

from kaleido import Board, Piece, PieceSet, Puzzle, named_set
from kaleido.library.generated_sets import lattice_set_names

FREE = {
    "polyhexes": [1, 1, 3, 7, 22, 82],
    "polyiamonds": [1, 1, 1, 3, 4, 12, 24, 66],
    "polycubes": [1, 1, 2, 8, 29, 166],
}
ONE_SIDED = {
    "polyhexes": [1, 1, 3, 10, 33, 147],
    "polyiamonds": [1, 1, 1, 4, 6, 19, 43, 120],
    "polycubes": FREE["polycubes"],
}
NAMES = {
    "polyhexes": "monohex dihex trihexes tetrahexes pentahexes hexahexes",
    "polyiamonds": "moniamond diamond triamonds tetriamonds pentiamonds hexiamonds heptiamonds "
    "octiamonds",
    "polycubes": "monocube dicube tricubes tetracubes pentacubes hexacubes",
}


def middles(piece: Piece) -> list[tuple[float, ...]]:
    drawing = piece.front.drawing
    return [drawing.lattice.point(place) for place in drawing.places]


def distances(piece: Piece) -> tuple[float, ...]:
    """Return all distances in a piece, which are the same however it is turned or mirrored."""
    return tuple(sorted(round(math.dist(a, b), 6) for a, b in combinations(middles(piece), 2)))


@pytest.mark.parametrize(
    ("form", "size"), [(form, size) for form in FREE for size in range(1, len(FREE[form]) + 1)]
)
@pytest.mark.few(6)
def test_all_of_a_size(form: str, size: int):
    known, usual = FREE[form][size - 1], NAMES[form].split()[size - 1]
    own = named_set(f"{form}-{size}")
    assert (len(own), own.size) == (known, known * size)
    assert own.sides == ("one-sided" if form == "polycubes" else "mirrored")
    assert named_set(usual).pieces == own.pieces
    # No piece is another one, turned.
    looks = {turn for piece in own for face in piece.faces for turn in face.orientations}
    assert len(looks) == sum(len(face.orientations) for piece in own for face in piece.faces)
    apart = named_set(f"one-sided-{usual}")
    assert len(apart) == ONE_SIDED[form][size - 1]
    assert {turn for piece in apart for turn in piece.front.orientations} == looks
    assert all(piece.back is None for piece in apart)


def test_pieces_in_space_come_with_their_mirror_images():
    own = named_set("tetracubes")
    assert own == named_set("TetraCubes")
    assert own.pieces == named_set("one-sided-tetracubes").pieces
    assert own.title == "All polycubes of 4 cells, mirror images apart"
    (pair,) = [each for each in own if each.name.endswith("'")]
    assert own[pair.name[:-1]].front.drawing.mirrored() in pair.front.orientations


@pytest.mark.parametrize("name", lattice_set_names())
def test_a_set_is_written_and_read(name: str):
    own = named_set(name)
    assert PieceSet.parse(name, own.written()) == own
    assert 1 < len(own) <= 30


# The named shapes: facts about them that hold for no other shape of their size.

TETRAHEXES = {
    # How many pairs touch, the longest distance, whether the mirror image is another shape.
    "bar": (3, 3, False),
    "worm": (3, math.sqrt(7), True),
    "pistol": (4, 2, True),
    "propeller": (3, math.sqrt(3), False),
    "arch": (3, 2, False),
    "bee": (5, math.sqrt(3), False),
    "wave": (3, math.sqrt(7), True),
}


def test_tetrahexes_by_their_names():
    own = named_set("tetrahexes")
    assert {piece.name for piece in own} == set(TETRAHEXES)
    facts = {}
    for piece in own:
        found = distances(piece)
        facts[piece.name] = (found.count(1), max(found), piece.back is not None)
    for name, (touching, longest, is_chiral) in TETRAHEXES.items():
        assert facts[name] == (touching, pytest.approx(longest, abs=1e-5), is_chiral)
    # A worm has three in a row.
    assert {name for name in TETRAHEXES if 2 in distances(own[name])} == {
        *("bar", "worm", "pistol", "arch")
    }


HEXIAMONDS = {
    # The angles around the outline, in sixths of a turn.
    "bar": "12331233",
    "crook": "12232134",
    "crown": "14141232",  # three points side by side
    "sphinx": "12413133",  # sides of 1, 1, 1, 2 and 3
    "snake": "12241224",
    "yacht": "15122313",  # two sails
    "chevron": "42132312",
    "signpost": "12314124",
    "lobster": "15123132",  # two claws, and a tail on the other side
    "hook": "51222312",
    "hexagon": "222222",
    "butterfly": "14131413",
}


def outline(piece: Piece) -> str:
    """Return how many triangles of a piece meet at each corner, around it."""
    drawing = piece.front.drawing
    corners = [
        [(round(down, 6), round(right, 6)) for down, right in drawing.lattice.corners(*cell)]
        for cell in drawing.cells
    ]
    meeting = Counter(corner for own in corners for corner in own)
    sides = {pair for own in corners for pair in zip(own, [*own[1:], own[0]], strict=True)}
    after = dict(pair for pair in sides if pair[::-1] not in sides)
    walk = [next(iter(after))]
    while (following := after[walk[-1]]) != walk[0]:
        walk.append(following)
    assert len(walk) == len(after)
    return "".join(str(meeting[corner]) for corner in walk)


def turned(angles: str) -> set[str]:
    """Return angles from every start, in both directions."""
    starts = range(len(angles))
    return {way[start:] + way[:start] for way in (angles, angles[::-1]) for start in starts}


def test_hexiamonds_by_their_names():
    own = named_set("hexiamonds")
    assert {piece.name for piece in own} == set(HEXIAMONDS)
    for piece in own:
        assert outline(piece) in turned(HEXIAMONDS[piece.name]), piece.name
    chiral = {"bar", "crook", "sphinx", "snake", "yacht", "signpost", "hook"}
    assert {piece.name for piece in own if piece.back is not None} == chiral
    apart = [piece.name for piece in named_set("one-sided-hexiamonds")]
    assert sorted(apart) == sorted([*HEXIAMONDS, *(f"{name}'" for name in chiral)])


def test_sums():
    own = named_set("trihexes + tetrahexes")
    assert (len(own), own.size, own.lattice.name) == (10, 37, "hexagonal")
    twice = named_set("hexiamonds + hexiamonds")
    assert twice.copies == (2,) * 12


def count(board: str, pieces: str) -> tuple[int, int]:
    found = Puzzle(Board.parse(board), named_set(pieces)).count()
    return found.solutions, found.symmetric


def test_a_parallelogram_of_tetrahexes():
    assert count("hexagonal: 4x7 rhombus", "tetrahexes") == (18, 9)


def test_boxes_of_tetracubes():
    # Published up to turns of the box, of which there are eight.
    assert count("2x4x4", "tetracubes")[0] == 8 * 1390
    assert count("2x2x8", "tetracubes")[0] == 8 * 224


@pytest.mark.long
def test_the_rhombus_of_hexiamonds():
    assert count("6x6 rhombus", "hexiamonds") == (624, 156)


def test_rules_in_space_are_not_those_of_the_plane():
    assert named_set("soma").rules.startswith("pieces may be turned in space; mirror images are")
    assert named_set("hexiamonds").rules.startswith("pieces may be turned over")
