"""Sets of pieces that are made from their names: by cells, and sums of sets."""

from collections import Counter

import pytest
from packings import all_turns, mirrored

from kaleido import PieceError, PieceSet, named_set
from kaleido.library import Polyomino
from kaleido.library.piece_sets import find_set

FREE = {1: 1, 2: 1, 3: 2, 4: 5, 5: 12, 6: 35, 7: 108}
ONE_SIDED = {1: 1, 2: 1, 3: 2, 4: 7, 5: 18, 6: 60, 7: 196}


def shapes(name: str) -> Counter[str]:
    """Count the pieces of a set by their free shapes."""
    own = named_set(name)
    drawings = (str(Polyomino.parse(str(piece.front.drawing)).canonical) for piece in own)
    found: Counter[str] = Counter()
    for drawing, copies in zip(drawings, own.counts, strict=True):
        found[drawing] += copies
    return found


@pytest.mark.parametrize(
    ("form", "known", "sides"),
    [("polyominoes", FREE, "mirrored"), ("one-sided", ONE_SIDED, "one-sided")],
)
@pytest.mark.parametrize("size", range(1, 8))
def test_all_of_a_size(form: str, known: dict[int, int], sides: str, size: int):
    own = named_set(f"{form}-{size}")
    assert (len(own), own.size, own.sides) == (known[size], size * known[size], sides)
    looks = {frozenset(all_turns(str(piece.front.drawing))) for piece in own}
    assert len(looks) == len(own)
    if sides == "one-sided":
        # The mirror image of every piece is in the set as well.
        turned = {frozenset(all_turns(mirrored(str(piece.front.drawing)))) for piece in own}
        assert turned == looks


@pytest.mark.parametrize(("first", "last"), [(1, 3), (2, 4), (3, 6), (4, 4)])
def test_several_sizes(first: int, last: int):
    for form, known in (("orders", FREE), ("one-sided", ONE_SIDED)):
        own = named_set(f"{form}-{first}-{last}")
        assert Counter(piece.size for piece in own) == {
            size: known[size] for size in range(first, last + 1)
        }


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("hexominoes", "polyominoes-6"),
        ("heptominoes", "polyominoes-7"),
        ("pentominoes", "polyominoes-5"),
        ("tetrominoes-one-sided", "one-sided-4"),
        ("monominoes", "orders-1-1"),
        ("trominoes", "polyominoes-3"),
        ("pentominoes + tetrominoes", "orders-4-5"),
        ("tetrominoes+trominoes + polyominoes-2+ monominoes", "orders-1-4"),
        ("pentominoes-one-sided + monominoes", "one-sided-5 + one-sided-1"),
        ("polyominoes-2 + polyominoes-2", "polyominoes-2 + polyominoes-2"),
    ],
)
def test_sets_with_the_same_pieces(name: str, other: str):
    assert shapes(name) == shapes(other)
    assert named_set(name).sides == named_set(other).sides


def test_a_name_is_read_in_any_case():
    assert named_set("One-Sided-2-4") == named_set("one-sided-2-4")
    assert named_set(named_set("pentominoes+ Tetrominoes").name).size == 80


def test_names_that_collide_are_told_apart_by_their_size():
    names = " ".join(piece.name for piece in named_set("pentominoes + tetrominoes"))
    assert names == "F I5 L5 N P T5 U V W X Y Z I4 L4 O S T4"
    # A number after a digit would read as another number.
    names = [piece.name for piece in named_set("katamino + orders-1-2")]
    assert names[:2] + names[-2:] == ["1-5", "2-5", "1-1", "2-2"]
    # Of the same size: I is the same piece in both, the others are not.
    own = named_set("kanoodle + pentominoes")
    assert len({piece.name for piece in own}) == len(own) == 24


def test_a_piece_in_two_sets_is_one_with_two_copies():
    twice = named_set("pentominoes + pentominoes")
    assert (twice.copies, twice.size, len(twice)) == ((2,) * 12, 120, 12)


def test_a_sum_with_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("# sides: mirrored\nQ ooo/ooo x2\n")
    own = find_set("tetrominoes + mine.txt")
    assert (own.size, own["Q"].size, own.counts[-1]) == (32, 6, 2)
    # A file may have a plus in its name.
    (tmp_path / "a+b.txt").write_text("# sides: mirrored\nQ ooo/ooo\n")
    assert find_set("a+b.txt").size == 6


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("one-sided-8", "'one-sided-8': expected sizes from 1 to 7 cells, the smaller one first"),
        ("orders-4-2", "'orders-4-2': expected sizes from 1 to 7 cells, the smaller one first"),
        ("polyominoes-0", "'polyominoes-0': expected sizes from 1 to 7"),
        ("hexomino", "unknown set of pieces 'hexomino': did you mean hexominoes?"),
        ("onesided-5", "unknown set of pieces 'onesided-5': did you mean one-sided-5?"),
        ("pentominoes + tetromino", "did you mean tetrominoes or tetrominoes-one-sided?"),
        ("pentominoes +", "'pentominoes +': expected the names of 2 to 16 sets with + between"),
        ("monominoes+" * 16 + "monominoes", "expected the names of 2 to 16 sets"),
        ("classic + pentominoes", "pieces with two faces of their own do not go with others"),
        ("octahexes", "'octahexes': expected a size from 1 to 7 hexagons"),
        ("one-sided-polyiamonds-10", "expected a size from 1 to 9 triangles"),
        ("polycubes-0", "'polycubes-0': expected a size from 1 to 6 cubes"),
        ("polycubes-999999999", "expected a size from 1 to 6 cubes"),
        ("hexiamond", "'hexiamond': did you mean hexiamonds or one-sided-hexiamonds?"),
        ("trihexes + trominoes", "the set 'trihexes + trominoes' has pieces of hexagons and sq"),
    ],
)
def test_what_names_no_set(error_of, name: str, message: str, refusal_of):
    assert message in refusal_of(PieceError, named_set, name)
    error_of("pieces", name)


def test_every_piece_of_a_sum_keeps_its_rules(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spare").write_text("# sides: mirrored\n# use: some\nQ ooo/ooo x2\n")
    own = find_set("tetrominoes + tetrominoes-one-sided + ./spare")
    sides = {piece.name: len(piece.faces) for piece in own}
    assert (sides["L4"], sides["L4.2"], sides["J"]) == (2, 1, 1)
    assert dict(zip((piece.name for piece in own), own.needed, strict=True))["Q"] == 0
    assert own.size == 20 + 28 + 12
    read = PieceSet.parse(own.name, own.written())
    assert (read.pieces, read.counts, read.needed) == (own.pieces, own.counts, own.needed)
