from collections import Counter

import pytest
from packings import all_options, all_turns, read
from some import some

from kaleido import CLASSIC, Pattern, Piece, PieceError, PieceSet, Puzzle
from kaleido.model import Orientation

TABLE = """
wand        rxrxrxrx   bxyxbxyx
small-wand  rxrx       bxyx
l4-left-r   r../xrx    ..y/xbx
l4-left-x   rxr/..x    ..b/xyx
l4-right-r  ..r/xrx    bxy/..x
l4-right-x  ..x/rxr    x../bxy
t-r         .r./rxr    .x./xbx
t-x         .x./xrx    .y./bxy
z-left      rx./.rx    .xb/xy.
z-right     .rx/rx.    xb./.xy
square      rx/xr      bx/xy
line3-r     rxr        bxy
line3-x     xrx        xyx
l3-r        .r/rx      .b/yx
l3-x        .x/xr      .x/xy
domino      rx         bx
mono-r      r          x
mono-x      x          b
"""
FACES = [tuple(line.split()) for line in TABLE.strip().splitlines()]
CHECKERBOARD = Pattern("/".join(["rxrxrxrx", "xrxrxrxr"] * 4))


def pieces() -> list[Piece]:
    return list(CLASSIC)


def test_every_face_is_as_drawn_in_the_table():
    assert [
        (piece.name, str(piece.front.drawing), str(piece.back.drawing)) for piece in CLASSIC
    ] == FACES


def test_eighteen_pieces_of_64_cells():
    assert len(CLASSIC) == 18
    assert CLASSIC.size == 64
    sizes = Counter(piece.size for piece in CLASSIC)
    assert sizes == {8: 1, 4: 10, 3: 4, 2: 1, 1: 2}


def test_124_oriented_faces():
    shown = Counter(
        str(orientation)
        for piece in CLASSIC
        for face in piece.faces
        for orientation in face.orientations
    )
    assert shown.total() == 124
    # The one look that two pieces share: each monomino can show black.
    assert [drawing for drawing, times in shown.items() if times > 1] == ["x"]


@pytest.mark.parametrize("piece", pieces(), ids=lambda piece: piece.name)
def test_turns_agree_with_plain_code(piece: Piece):
    for face in some(piece.faces):
        own = {
            (tuple((row, col) for row, col, _ in shape), "".join(each[2] for each in shape))
            for shape in all_turns(str(face.drawing))
        }
        assert {(turn.cells, turn.colours) for turn in face.orientations} == own


@pytest.mark.parametrize("piece", pieces(), ids=lambda piece: piece.name)
def test_black_alternates_with_the_other_colours(piece: Piece):
    for face in some(piece.faces):
        shown = {(row, col): letter for row, col, letter in read(str(face.drawing))}
        touching = [
            (letter, shown[neighbour])
            for (row, col), letter in shown.items()
            for neighbour in ((row + 1, col), (row, col + 1))
            if neighbour in shown
        ]
        assert all((one == "x") != (other == "x") for one, other in touching)
        assert len(touching) >= piece.size - 1


@pytest.mark.parametrize("piece", pieces(), ids=lambda piece: piece.name)
def test_the_back_is_the_mirrored_shape(piece: Piece):
    mirrored = "/".join(row[::-1] for row in str(piece.front.drawing).split("/"))
    shapes = [{(row, col) for row, col, _ in shape} for shape in all_turns(mirrored)]
    assert set(piece.back.drawing.cells) in shapes


@pytest.mark.parametrize(
    ("piece", "homes"), [("mono-r", 64), ("mono-x", 32), ("wand", 16), ("square", 49)]
)
def test_homes_on_the_checkerboard(piece: str, homes: int):
    assert Puzzle(CHECKERBOARD).problem.count_placements(piece) == homes


def test_all_homes_on_the_checkerboard():
    assert len(Puzzle(CHECKERBOARD).problem) == 1317
    fitting = [
        option
        for option in all_options()
        if all(
            CHECKERBOARD.colour(*cell) == letter
            for cell, letter in zip(option.cells, option.letters, strict=True)
        )
    ]
    assert len(fitting) == 1317


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("rqr", "unknown letter 'q' in face 'rqr'"),
        ("RxR", "face 'RxR' has cells with and without a colour"),
        ("", "face '' has no cells"),
        ("./.", "face './.' has no cells"),
        ("o" * 4_097, f"face '{'o' * 40}…' has 4,097 cells, expected at most 4,096"),
        ("r.r", "face 'r.r' falls into parts that do not touch"),
        ("r./.r", "face 'r./.r' falls into parts that do not touch"),
        ("rr", "black and coloured do not alternate in 'rr'"),
        ("ry", "black and coloured do not alternate in 'ry'"),
        ("r/x/x", "black and coloured do not alternate in 'r/x/x'"),
    ],
)
def test_drawings_that_are_no_face(drawing: str, message: str, refusal_of):
    line = refusal_of(PieceError, Orientation.parse, drawing)
    free = "expected that they do, or a line '# colours: free'"
    ends = f"{message}: {free}" if "alternate" in message else message
    assert line == ends


def test_a_set_may_have_comments_and_blank_lines():
    own = PieceSet.parse(
        "own", "# two pieces\n# sides: two-faced\n\n  one r x   # the first\ntwo rx bx\n"
    )
    assert [piece.name for piece in own] == ["one", "two"]
    assert own.size == 3


def test_unknown_names_are_quoted():
    with pytest.raises(PieceError, match="unknown piece 'wond': expected wand, small-wand"):
        CLASSIC["wond"]
    with pytest.raises(PieceError, match="unknown face 'side': expected front or back"):
        CLASSIC["wand"].face("side")


def test_faces_by_name():
    wand = CLASSIC["wand"]
    assert (wand.face("front"), wand.face("back")) == wand.faces
