"""No text of a figure covers another one or leaves the figure."""

import io
from functools import cache, partial

import pytest
from matplotlib.figure import Figure
from overlap import clashes

from kaleido import CLASSIC, Board, Puzzle, named_puzzle, plot, record
from kaleido.library.piece_sets import named_set
from kaleido.plot.kinds import make_kind

PENTOMINOES = named_set("pentominoes")
TUBE = Puzzle(Board.parse("4x5", wrap="columns"), named_set("tetrominoes"))
QUICK = ("gave up holes", "long tree", "negative curves", "tube progression")
"""The figures that each run of the suite looks at; the others take seconds each."""

SEARCHED = {
    "long": ("curves", "tree", "board"),
    "negative": ("progression", "curves", "tree", "windows"),
    "gave up": ("holes", "curves", "tree", "islands", "board"),
    "wide": ("progression", "holes", "curves", "islands", "board"),
    "tall": ("progression", "holes", "windows", "islands"),
    "tube": ("progression", "curves"),
}


def far_below_for_dead_ends(candidate):
    return -200 if candidate.dead else candidate.matched


@cache
def searched(name):
    """Give a search that ends well or badly, is short or long, on a board of some shape."""
    few = {"max_nodes": 20}
    return {
        "long": partial(record, "two-llamas", "paper-plus"),
        "negative": partial(record, "twelve", far_below_for_dead_ends),
        "gave up": partial(record, "smiley", "paper-plus", max_nodes=100),
        "wide": partial(record, named_puzzle("pentomino-3x20"), "paper-plus", **few),
        "tall": partial(record, Puzzle(Board.parse("20x3"), PENTOMINOES), "paper-plus", **few),
        "tube": partial(record, TUBE, "paper-plus"),
    }[name]()


def test_clashes_are_found():
    figure = Figure(figsize=(4, 1))
    figure.text(0.1, 0.5, "44 of 65 edges")
    assert clashes(figure) == []
    figure.text(0.2, 0.5, "after 109 others")
    assert clashes(figure) == [("44 of 65 edges", "after 109 others")]
    figure.text(0.9, 0.1, "over the rim")
    assert ("over the rim", "") in clashes(figure)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(name, kind, marks=[] if f"{name} {kind}" in QUICK else pytest.mark.long)
        for name, kinds in SEARCHED.items()
        for kind in kinds
    ],
)
def test_texts_of_a_search_keep_apart(name, kind):
    assert clashes(make_kind(kind, searched(name), width=4.0)) == []


def test_many_others_leave_room_for_the_edges():
    figure = plot.progression(searched("long"), width=7, max_boards=5)
    notes = [text.get_text() for ax in figure.axes for text in ax.texts]
    assert any(note.endswith(" not kept") for note in notes)
    assert clashes(figure) == []


def test_texts_of_pieces_keep_apart():
    for piece in (CLASSIC["wand"], CLASSIC["mono-r"], CLASSIC["l4-left-r"], PENTOMINOES["X"]):
        assert clashes(plot.piece_faces(piece)) == [], piece.name


def test_boards_fill_their_frame():
    for text in ("3x20", "20x3", "5x12", "8x8"):
        figure = plot.board(Board.parse(text))
        figure.savefig(io.BytesIO())
        (ax,) = figure.axes
        assert max(ax.bbox.width / figure.bbox.width, ax.bbox.height / figure.bbox.height) > 0.85
