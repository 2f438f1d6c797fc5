"""Sets of pieces as text: the files that come with Kaleido, their rules, what is refused."""

import pickle
from collections import Counter
from pathlib import Path

import pytest
from packings import all_turns, mirrored
from some import some

from kaleido import CLASSIC, Piece, PieceError, PieceSet, Puzzle, named_set, solve
from kaleido.draw.scene import scene_of
from kaleido.model.board import Board
from kaleido.model.piece import PIECE_COLOURS, Rule

FOLDER = Path(__file__).parents[2] / "pieces"
FILES = sorted(path.stem for path in FOLDER.glob("*.txt"))

Shape = frozenset[tuple[int, int]]


def named(name: str) -> PieceSet:
    return PieceSet.parse(name, (FOLDER / f"{name}.txt").read_text())


def parse(text: str) -> PieceSet:
    return PieceSet.parse("own", text)


def turns(drawing: str) -> frozenset[Shape]:
    return frozenset(frozenset((row, col) for row, col, _ in shape) for shape in all_turns(drawing))


def free(drawing: str) -> frozenset[Shape]:
    return turns(drawing) | turns(mirrored(drawing))


def drawing_of(piece: Piece) -> str:
    return str(piece.front.drawing)


# The files.


def test_the_files_that_this_test_knows_are_there():
    assert {
        "dominoes",
        "kanoodle",
        "katamino",
        "pentominoes",
        "pentominoes-one-sided",
        "tetrominoes",
        "tetrominoes-one-sided",
    } <= set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_files_parse(name: str):
    own = named(name)
    assert own.name == name
    assert own.title
    assert own.is_plain == all(piece.is_plain for piece in own)
    assert own.size == sum(piece.size * count for piece, count in zip(own, own.counts, strict=True))
    assert own.rules.endswith(("all pieces must be used", "pieces may be left over"))
    # Drawings are as small as can be, and no piece is there twice under another name.
    looks = [free(drawing_of(piece)) if own.sides == "mirrored" else turns(drawing_of(piece))
             for piece in own]  # fmt: skip
    if own.is_plain:
        assert len(set(looks)) == len(looks)


def test_dominoes():
    own = named("dominoes")
    assert (own.copies, own.counts, own.size, len(own)) == ((32,), (32,), 64, 1)
    assert own["I"].back is None


def test_kanoodle():
    own = named("kanoodle")
    assert [(piece.name, piece.size, piece.colour) for piece in own] == [
        ("P", 4, "purple"),
        ("R", 5, "red"),
        ("p", 5, "light-pink"),
        ("W", 3, "white"),
        ("g", 4, "light-green"),
        ("b", 5, "light-blue"),
        ("B", 5, "blue"),
        ("+", 5, "silver"),
        ("Y", 5, "yellow"),
        ("G", 5, "green"),
        ("M", 5, "magenta"),
        ("O", 4, "orange"),
    ]
    assert own.size == 55
    assert len({free(drawing_of(piece)) for piece in own}) == 12


def test_katamino_is_numbered_as_on_its_box():
    letters = {free(drawing_of(piece)): piece.name for piece in named("pentominoes")}
    own = named("katamino")
    assert [piece.name for piece in own] == [str(number) for number in range(1, 13)]
    assert "".join(letters[free(drawing_of(piece))] for piece in own) == "ILYNVPUZFTWX"


def test_katamino_is_drawn_in_its_colours():
    own = named("katamino")
    words = "light-brown orange dark-brown purple dark-blue pink yellow light-blue grey dark-green"
    assert [piece.colour for piece in own] == [*words.split(), "light-green", "red"]
    scene = scene_of(solve("katamino-1-4").solution)
    assert {
        placed.piece: {scene.cells[cell].fill for cell in placed.cells} for placed in scene.pieces
    } == {piece: {PIECE_COLOURS[own[piece].colour]} for piece in ("2", "3", "6", "11")}


def test_colours_of_pieces():
    own = parse("# sides: mirrored\nA ooo red x2\nB oo/o.")
    assert [piece.colour for piece in own] == ["red", ""]
    assert parse(own.written()) == own != parse("# sides: mirrored\nA ooo x2\nB oo/o.")
    assert own.ruled({"A": Rule(colour="dark-blue")})["A"].colour == "dark-blue"
    with pytest.raises(PieceError, match="the rule says the colour twice"):
        parse("# sides: mirrored\nA ooo red blue")
    with pytest.raises(PieceError, match="'t-r' is drawn in 'red': expected a piece without"):
        CLASSIC.ruled({"t-r": Rule(colour="red")})


def test_one_sided_names_are_those_of_the_free_ones():
    for size in ("tetrominoes", "pentominoes"):
        pairs = named(f"{size}-one-sided")
        if size == "pentominoes":
            known = {free(drawing_of(piece)): piece.name for piece in named(size)}
            for piece in pairs:
                assert known[free(drawing_of(piece))] == piece.name.rstrip("'")
        chiral = [piece for piece in pairs if mirror_differs(piece)]
        images = Counter(free(drawing_of(piece)) for piece in pairs)
        assert all(images[free(drawing_of(piece))] == 2 for piece in chiral)
        assert all(images[free(drawing_of(piece))] == 1 for piece in pairs if piece not in chiral)


def mirror_differs(piece: Piece) -> bool:
    drawing = drawing_of(piece)
    return turns(drawing) != turns(mirrored(drawing))


# What mirroring does.


@pytest.mark.parametrize("name", FILES)
def test_backs(name: str):
    own = named(name)
    for piece in some(own):
        if own.sides == "one-sided":
            assert piece.back is None
        elif own.sides == "mirrored":
            assert (piece.back is not None) == mirror_differs(piece)
        if own.is_plain and piece.back is not None:
            assert turns(str(piece.back.drawing)) == turns(mirrored(drawing_of(piece)))
        assert [face.name for face in piece.faces] == ["front", "back"][: len(piece.faces)]
        assert piece.faces[0] is piece.front


@pytest.mark.parametrize("name", ["tetrominoes", "pentominoes", "kanoodle"])
def test_oriented_faces_are_all_different(name: str):
    for piece in some(named(name)):
        shapes = [
            frozenset(orientation.cells)
            for face in piece.faces
            for orientation in face.orientations
        ]
        assert len(set(shapes)) == len(shapes)
        assert set(shapes) == free(drawing_of(piece))


# Reading.


def test_reading_a_set():
    own = parse(
        "\ufeff# title: A set\n# Sides: mirrored\n# use: some\n# what else: nothing\n\n"
        "I  ooo  x12   # three in a row\n  F'  .oo/oo./.o.\nq1 o\n"
    )
    assert (own.title, own.sides, own.use) == ("A set", "mirrored", "some")
    assert [piece.name for piece in own] == ["I", "F'", "q1"]
    assert own.counts == own.copies == (12, 1, 1)
    assert own.size == 42
    assert own.rules == "pieces may be turned over; pieces may be left over"
    assert own["F'"].back is not None
    assert repr(own) == "<PieceSet 'own': 3 pieces, 42 cells>"
    assert repr(named_set("monominoes")) == "<PieceSet 'monominoes': 1 piece, 1 cell>"


def test_headers_have_defaults():
    own = parse("# sides: one-sided\nI ooo\nL oo/o. x1")
    assert (own.title, own.use, own.copies, own.counts) == ("", "all", (), (1, 1))
    assert own.rules == "pieces may not be turned over; all pieces must be used"
    assert CLASSIC.rules.startswith("each piece has a front and a back of its own")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "I ooo",
            "line 1: 'I ooo': before the first piece, a line must say '# sides: two-faced | "
            "mirrored | one-sided | fixed'",
        ),
        ("", "the set 'own' has no pieces"),
        (
            "# sides: any\nI ooo",
            "unknown sides 'any': expected two-faced, mirrored, one-sided or fixed",
        ),
        ("# sides: mirrored\n# use: most\nI ooo", "unknown use 'most': expected all or some"),
        ("# sides: mirrored\nI", "line 2: 'I': expected a name and a drawing"),
        ("# sides: mirrored\nI ooo oo/o.", "line 2: 'I ooo oo/o.': expected a name and a drawing"),
        ("# sides: mirrored\nI ooo x3 x2", "line 2: 'x2': the rule says the copies twice"),
        ("# sides: mirrored\nI ooo 3", "line 2: 'I ooo 3': expected a name and a drawing"),
        ("# sides: mirrored\nI ooo x99999", "line 2: 'x99999': expected x1 to x1024"),
        ("# sides: two-faced\nI rx", "line 2: 'I rx': expected a name, a front and a back"),
        ("# sides: mirrored\nI o?o", "line 2: unknown letter '?' in face 'o?o'"),
        ("# sides: mirrored\nI o.o", "line 2: face 'o.o' falls into parts that do not touch"),
        ("# sides: mirrored\nI ...", "line 2: face '...' has no cells"),
        ("# sides: mirrored\nI oxo", "line 2: face 'oxo' has cells with and without a colour"),
        (
            "# sides: one-sided\nI rx\nJ oo",
            "the set 'own' has pieces with and without colours",
        ),
        (
            "# sides: mirrored\nI rx",
            "line 2: 'I rx': a piece with colours has no mirrored back; draw both faces, or say "
            "'# sides: one-sided'",
        ),
        ("# sides: mirrored\nI oo\nI ooo", "the set 'own' has two pieces with the same name"),
        (
            "# sides: mirrored\nI\x1b[31m oo",
            "line 2: 'I\\x1b[31m' is no name of a piece: expected a printable word "
            "without any of #@:,",
        ),
        (
            "# sides: mirrored\n# title: All \x1b]0;done\x07\nI oo",
            "the title 'All \\x1b]0;done\\x07' of the set is not one trimmed, printable line",
        ),
        (
            "# sides: mirrored\nI ooo x0\nL oo/o. x2",
            "line 2: 'x0': expected x1 to x1024",
        ),
    ],
)
def test_texts_that_are_no_set(text: str, message: str, refusal_of):
    assert refusal_of(PieceError, parse, text) == message


@pytest.mark.parametrize(("drawings", "text"), [("o r", "o"), ("r o", "r")])
def test_a_face_with_colours_and_one_without(drawings: str, text: str):
    with pytest.raises(PieceError):
        Puzzle(Board(text), parse(f"# sides: two-faced\nA {drawings}"))


def test_sets_made_by_hand():
    pieces = parse("# sides: mirrored\nI ooo\nL oo/o.").pieces
    assert PieceSet("own", pieces, sides="mirrored").counts == (1, 1)
    assert PieceSet("own", pieces, (2, 1), "mirrored").size == 9
    for copies in ((1,), (1, 1, 1), (0, 1), (-1, 2), (1025, 1)):
        with pytest.raises(PieceError, match="copies, expected a number from 1 to 1,024"):
            PieceSet("own", pieces, copies, "mirrored")
    with pytest.raises(PieceError, match="unknown sides 'both'"):
        PieceSet("own", pieces, sides="both")
    with pytest.raises(PieceError, match="unknown use 'few'"):
        PieceSet("own", pieces, sides="mirrored", use="few")
    with pytest.raises(PieceError, match="the set 'own' has no pieces"):
        PieceSet("own", (), sides="mirrored")


def test_sets_are_told_apart():
    text = "# sides: mirrored\nI ooo\nL oo/o."
    own = parse(text)
    assert own == parse(f"# title: other\n{text}")
    for other in (
        text.replace("mirrored", "one-sided"),
        f"# use: some\n{text}",
        text.replace("I ooo", "I ooo x2"),
        text.replace("I ooo", "J ooo"),
        text.replace("oo/o.", "oo/.o"),
    ):
        assert own != parse(other)


# Choosing.


def test_chosen_pieces_come_in_the_order_of_the_set():
    own = named("pentominoes").chosen(["X", "F", "N"])
    assert [piece.name for piece in own] == ["F", "N", "X"]
    assert (own.size, own.sides, own.use, own.copies) == (15, "mirrored", "all", ())
    assert own.title == "The twelve pentominoes"
    assert own.name.startswith("pentominoes ")
    assert own["F"] is not None
    assert own == named("pentominoes").chosen(["X", "F", "N"])


def test_chosen_copies():
    own = parse("# sides: one-sided\n# use: some\nI ooo x3\nL oo/o. x2\nD oo")
    chosen = own.chosen(["I", "L", "I"])
    assert [(piece.name, count) for piece, count in zip(chosen, chosen.counts, strict=True)] == [
        ("I", 2),
        ("L", 1),
    ]
    assert (chosen.copies, chosen.size, chosen.use) == ((2, 1), 9, "all")
    assert own.chosen(["L", "D"]).copies == ()
    assert PieceSet("one each", own.pieces, (1, 1, 1)) == PieceSet("one each", own.pieces)
    assert own.chosen("ILD").size == 8
    assert own.chosen(["I", "I", "I"]).chosen(["I"]).counts == (1,)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([], "no piece is chosen from 'own'"),
        (["I", "Q"], "unknown piece 'Q': expected I or L"),
        (["i"], "unknown piece 'i': expected I or L; did you mean I?"),
        (["I", "I", "I"], "'I' is chosen 3 times, but 'own' has 2"),
        (["L", "L"], "'L' is chosen 2 times, but 'own' has 1"),
    ],
)
def test_what_cannot_be_chosen(names: list[str], message: str):
    with pytest.raises(PieceError) as caught:
        parse("# sides: mirrored\nI ooo x2\nL oo/o.").chosen(names)
    assert str(caught.value) == message


# How pieces fit a board.


@pytest.mark.parametrize(
    ("board", "use", "message"),
    [
        (
            "2x2",
            "all",
            "the pieces have 6 cells in total, the board has 4: 2 too many "
            "(no choice of them has 4 cells; --use I --leave 1 leaves as many empty)",
        ),
        (
            "1x3",
            "all",
            "the pieces have 6 cells in total, the board has 3: 3 too many "
            "(--use I,L,… chooses some, in Python named_set(SET).chosen([NAME, …]); "
            "'# rule *: x0-1' above the rows lets any be left over)",
        ),
        (
            "1x2",
            "all",
            "the pieces have 6 cells in total, the board has 2: 4 too many "
            "(no choice of them has 2 cells)",
        ),
        (
            "2x4",
            "all",
            "the pieces have 6 cells in total, the board has 8: 2 too few (--leave 2, in "
            "Python dataclasses.replace(board, leave=2), or '# leave: 2' above the rows, leaves "
            "as many empty)",
        ),
        (
            "2x4",
            "some",
            "the pieces have 6 cells in total, the board has 8: 2 too few (--leave 2, in "
            "Python dataclasses.replace(board, leave=2), or '# leave: 2' above the rows, leaves "
            "as many empty)",
        ),
        ("2x2", "some", ""),
        ("2x3", "all", ""),
        ("2x3", "some", ""),
    ],
)
def test_the_number_of_cells(board: str, use: str, message: str, refusal_of):
    own = parse(f"# sides: mirrored\n# use: {use}\nI ooo\nL oo/o.")
    if message:
        assert refusal_of(PieceError, lambda: Puzzle(Board.parse(board), own)) == message
    else:
        assert Puzzle(Board.parse(board), own).pieces is own


def test_coloured_pieces_know_their_colours_only():
    own = parse("# sides: one-sided\nA rx")
    with pytest.raises(
        ValueError, match="unknown colour 'o' in row 1 'oo': the pieces of 'own' show"
    ):
        Puzzle(Board("oo"), own)
    assert Puzzle(Board("r/x"), own).count().solutions == 1
    assert Puzzle(Board("b/x"), own).count().solutions == 0


# In "@@A4:front" and in "--use a,b", nobody knows where such a name ends.
@pytest.mark.parametrize("line", ["\x1b[2J oo", "a\xad oo", "@ oo", ": oo/o.", "a,b ooo"])
def test_names_of_pieces_print(line: str):
    with pytest.raises(PieceError, match="is no name of a piece: expected a printable word"):
        PieceSet.parse("own", f"# sides: mirrored\n{line}")


def test_copies_of_a_set_are_one_value_that_equals_it():
    one, other = (pickle.loads(pickle.dumps(CLASSIC)) for _ in range(2))
    assert one == CLASSIC
    assert one.title == CLASSIC.title
    assert other is one
