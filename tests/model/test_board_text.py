"""Boards as text: what is read, what is written, what is refused."""

from itertools import product

import pytest

from kaleido import Pattern, PatternError
from kaleido.model.board import PLAIN, WRAPS, Board


def same(one: Board, other: Board) -> bool:
    """Whether headers are the same, too."""
    return (one, one.title, one.source, one.note) == (other, other.title, other.source, other.note)


# What is read.


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("oo/o.", ("oo", "o.")),
        (" oo / o. ", ("oo", "o.")),
        ("oo\no.", ("oo", "o.")),
        ("\n\n  oo\r\n\n  o.\n\n", ("oo", "o.")),
        ("\ufeffoo\no.", ("oo", "o.")),
        ("oo/o.\n.o", ("oo", "o.", ".o")),
        ("# a remark\noo\n# another\n#\no.", ("oo", "o.")),
        ("#oo#/oooo", ("#oo#", "oooo")),
        ("#oo\n#.o", ("#oo", "#.o")),
        ("abc/DEF", ("abc", "DEF")),
        ("é☃", ("é☃",)),
        ("1x1", ("o",)),
        ("2x3", ("ooo", "ooo")),
        ("2X3", ("ooo", "ooo")),
        ("2×3", ("ooo", "ooo")),
        (" 2 x 3 ", ("ooo", "ooo")),
        ("02x3", ("ooo", "ooo")),
        ("# title: any\n2x3", ("ooo", "ooo")),
        ("2x3/ooo", ("2x3", "ooo")),
        ("2x", ("2x",)),
        ("x3", ("x3",)),
    ],
)
def test_forms(text: str, rows: tuple[str, ...]):
    assert Board.parse(text).rows == rows


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4096), (4096, 1), (64, 64), (5, 12)])
def test_sizes(rows: int, cols: int):
    board = Board.parse(f"{rows}x{cols}")
    assert board.rows == (PLAIN * cols,) * rows
    assert board.size == rows * cols
    assert board.text == "/".join(board.rows)


def test_headers():
    text = """
        # Title:  A board: the first
        # source: https://example.org/a#b
        # NOTE: one / two
        # wrap: columns
        # colour: none
        # any remark
        oo
        .o
    """
    board = Board.parse(text)
    assert board.rows == ("oo", ".o")
    assert board.title == "A board: the first"
    assert board.source == "https://example.org/a#b"
    assert board.note == "one / two"
    assert board.wrap == "columns"
    assert str(board) == (
        "# title: A board: the first\n# source: https://example.org/a#b\n# note: one / two\n"
        "# wrap: columns\noo\n.o"
    )
    assert repr(board) == (
        "Board('oo/.o', title='A board: the first', source='https://example.org/a#b', "
        "note='one / two', wrap='columns')"
    )


@pytest.mark.parametrize("wrap", WRAPS)
def test_wrap_by_header_and_by_argument(wrap: str):
    assert Board.parse("2x3", wrap).wrap == wrap
    assert Board.parse(f"# wrap: {wrap}\n2x3").wrap == wrap
    # What is asked for goes before what the text says.
    assert Board.parse("# wrap: rows\n2x3", wrap).wrap == (wrap or "rows")


def test_equal_boards():
    board = Board("oo/o.", title="one", source="here", note="so")
    assert board == Board("oo/o.")
    assert hash(board) == hash(Board("oo/o."))
    assert board != Board("oo/oo")
    assert board != Board("oo/ox")
    assert board != Board("oo/o.", wrap="rows")
    assert board != "oo/o."


def test_a_pattern_is_a_board_but_not_the_same():
    rows = "/".join(["rxrxrxrx", "xrxrxrxr"] * 4)
    pattern, board = Pattern(rows), Board(rows)
    assert isinstance(pattern, Board)
    assert pattern != board
    assert (pattern.mask, pattern.frame, pattern.size) == (board.mask, board.frame, 64)
    assert pattern.grid == board.grid
    tube = Pattern(rows, wrap="rows")
    assert tube.grid == Board(rows, wrap="rows").grid
    assert tube != pattern
    assert Pattern.parse(str(tube)) == eval(repr(tube)) == tube


# What is refused.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no board in ''"),
        ("\n# title: none\n", "there is no board in '\\n# title: none\\n'"),
        ("oo/o", "row 2 'o' has 1 cell, expected 2"),
        ("oo//oo", "row 2 '' has 0 cells, expected 2"),
        (
            "oo/o o",
            "row 2 'o o' has 3 cells, expected 2",
        ),
        (
            "ooo/o o",
            "' ' at row 2, column 2 of 'o o' is not a cell: expected . for a hole, any "
            "other letter or sign for a cell",
        ),
        (
            "ooo/o\x07o",
            "'\\x07' at row 2, column 2 of 'o\\x07o' is not a cell: expected . for a hole, any "
            "other letter or sign for a cell",
        ),
        ("...", "the board '...' has no cells"),
        ("0x5", "a board of '0x5' has 0 cells, expected 1 to 4,096"),
        ("65x64", "a board of '65x64' has 4,160 cells, expected 1 to 4,096"),
        ("o" * 4097, "the board has 1 × 4097 cells, expected at most 4,096"),
        (
            "/".join(["." * 80] * 79 + ["o" * 80]),
            "the board has 80 × 80 cells, expected at most 4,096",
        ),
        ("# wrap: round\noo", "unknown wrap 'round': expected columns, rows or both"),
        ("# title: a\n# Title: b\noo", "the header '# Title: b' is given twice"),
        (
            "# wrap: rows\noo/../oo",
            "row 2 '..' consists of holes: a board that wraps around its rows needs a cell in each",
        ),
        (
            "# wrap: columns\no.o/o.o",
            "column 2 '..' consists of holes: a board that wraps around its columns needs a cell "
            "in each",
        ),
        (
            "# wrap: both\n.o/.o",
            "column 1 '..' consists of holes: a board that wraps around its columns needs a cell "
            "in each",
        ),
    ],
)
def test_texts_that_are_no_board(text: str, message: str, refusal_of):
    assert refusal_of(PatternError, Board.parse, text) == message


@pytest.mark.parametrize(
    ("wrap", "text"),
    [("", "oo/../oo"), ("columns", "oo/../oo"), ("rows", "o.o/o.o"), ("", "o.o/o.o")],
)
def test_lines_of_holes_where_nothing_is_joined(wrap: str, text: str):
    assert Board(text, wrap=wrap).size == 4


@pytest.mark.parametrize("name", ["title", "source", "note"])
@pytest.mark.parametrize("value", ["two\nlines", " blank", "blank ", "tab\t!", "\x1b[31m"])
def test_headers_are_one_printable_line(name: str, value: str, refusal_of):
    assert (
        refusal_of(PatternError, Board, "oo", **{name: value})
        == f"{name} {value!r} is not one trimmed, printable line"
    )


@pytest.mark.parametrize(
    "text",
    [
        *("#/o", "o/#", "#", "5x4", "o#o", "3x13", "31x3", "3/x/1/3"),
        *("e:", ":e", "e/:", "oo:/ooo", "o./:o", "cubic:/oooooo"),
    ],
)
def test_rows_that_would_read_as_something_else_are_none(text: str):
    with pytest.raises(PatternError, match="reads as"):
        Board(text)


@pytest.mark.parametrize("longest", [3, pytest.param(4, marks=pytest.mark.long)])
def test_every_board_one_cell_wide_is_refused_or_can_be_turned_and_written(longest):
    accepted = set()
    for length in range(1, longest + 1):
        for signs in product("o.#+x1:", repeat=length):
            for text in ("".join(signs), "/".join(signs)):
                try:
                    turned = board = Board(text)
                except PatternError:
                    continue
                accepted.add(text)
                for _ in range(4):
                    turned = turned.rotated()
                    assert same(Board.parse(str(turned)), turned)
                    assert Board.parse(turned.text) == turned
                assert same(turned, board)
    assert not {text for text in accepted if "#" in text or "+" in text}
    assert {"x11", "x/x", "1.1", "1/1/o"} < accepted
    assert accepted.isdisjoint({"1x1", "1/x/1", "11x1", "1/x/1/1"})


@pytest.mark.parametrize("text", ["+", "o/+", "o+o"])
def test_signs_between_figures_are_no_rows(text: str):
    with pytest.raises(PatternError, match="stands between figures"):
        Board(text)
