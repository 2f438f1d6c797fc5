import string

import numpy as np
import pytest
from hypothesis import given, strategies as st
from packings import any_patterns, near_packings

from kaleido import Answer, Pattern, PatternError, solve
from kaleido.model import COLOURS

ROWS = ("rxrxrxrx", "xbxyxbxy", *["rxrxrxrx", "xrxrxrxr"] * 3)
LINE = "/".join(ROWS)
LINES = "\n".join(ROWS)
ONE = Pattern(LINE)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(LINES, id="lines"),
        pytest.param(LINE, id="one line"),
        pytest.param(LINES + "\n", id="newline at the end"),
        pytest.param("\n".join([*ROWS[:3], "/".join(ROWS[3:])]), id="both"),
        pytest.param(LINE.replace("/", " / "), id="spaces around /"),
        pytest.param(LINE.upper(), id="capitals"),
        pytest.param(LINE.translate(str.maketrans("xryb", "1234")), id="digits"),
        pytest.param(LINE.translate(str.maketrans("xr", "1R")), id="mixed"),
        pytest.param("\n\n".join(ROWS), id="blank lines"),
        pytest.param("\n".join(f"  \t{row}  " for row in ROWS), id="indented"),
        pytest.param(LINES.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(LINES.replace("\n", "\r"), id="CR"),
        pytest.param("\ufeff" + LINES, id="byte-order mark"),
        pytest.param("# a comment: of no account\n" + LINES + "\n#", id="comments"),
        pytest.param("\ufeff# title: A\r\n" + LINES.replace("\n", "\r\n"), id="all at once"),
    ],
)
def test_forms_that_parse(text: str):
    assert Pattern.parse(text) == ONE
    assert Pattern.parse(text).rows == ROWS


def test_headers_are_kept():
    text = f"# title: A: b\n#source:  Somebody, 1999 \n# Note: x # y\n# author: me\n{LINES}"
    pattern = Pattern.parse(text)
    assert pattern.title == "A: b"
    assert pattern.source == "Somebody, 1999"
    assert pattern.note == "x # y"
    assert str(pattern) == f"# title: A: b\n# source: Somebody, 1999\n# note: x # y\n{LINES}"


def test_headers_may_stand_below_or_be_empty():
    pattern = Pattern.parse(f"# title:\n{LINES}\n# note: below")
    assert (pattern.title, pattern.source, pattern.note) == ("", "", "below")


def test_equality_ignores_headers():
    other = Pattern(LINE, title="A", source="B", note="C")
    assert other == ONE
    assert hash(other) == hash(ONE)
    assert Pattern(LINE.replace("y", "r")) != ONE


def rows_with(number: int, row: str) -> str:
    rows = list(ROWS)
    rows[number - 1] = row
    return "\n".join(rows)


EITHER = "expected the letters x r y b or the digits 1-4"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no pattern in '': expected 8 rows"),
        ("# title: A", "there is no pattern in '# title: A': expected 8 rows"),
        (rows_with(3, "rxrxrxr"), "row 3 'rxrxrxr' has 7 cells, expected 8"),
        ("RXRX", "row 1 'RXRX' has 4 cells, expected 8"),
        (LINE + "/", "row 9 '' has 0 cells, expected 8"),
        (
            rows_with(2, "rxrxgxrx"),
            f"unknown letter 'g' at row 2, column 5 of 'rxrxgxrx': {EITHER}",
        ),
        (
            rows_with(7, "rx rx rx"),
            "row 7 'rxrxrx' has 6 cells, expected 8",
        ),
        (
            rows_with(7, "12121²12"),
            f"unknown letter '²' at row 7, column 6 of '12121²12': {EITHER}",
        ),
        (rows_with(4, "\x00"), f"unknown letter '\\x00' at row 4, column 1 of '\\x00': {EITHER}"),
        (
            "r" * 99 + "g",
            f"unknown letter 'g' at row 1, column 100 of '{'r' * 40}…': {EITHER}",
        ),
        (
            "\n".join(ROWS[:7]),
            "found 7 rows, expected 8: 'rxrxrxrx/xbxyxbxy/rxrxrxrx/xrxrxrxr/rxrx…'",
        ),
        (
            "\n".join([*ROWS, "rxrxrxrx"]),
            "found 9 rows, expected 8: 'rxrxrxrx/xbxyxbxy/rxrxrxrx/xrxrxrxr/rxrx…'",
        ),
        (f"# title: A\n# Title: B\n{LINES}", "the header '# Title: B' is given twice"),
        (f"# title: A\tB\n{LINES}", "title 'A\\tB' is not one trimmed, printable line"),
    ],
)
def test_errors_quote_the_input_and_say_what_was_expected(text: str, message: str, refusal_of):
    assert refusal_of(PatternError, Pattern.parse, text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINE.upper(), "unknown letter 'R' at row 1, column 1 of 'RXRXRXRX'"),
        (LINES, "unknown letter '\\n' at row 1, column 9"),
        ("", "row 1 '' has 0 cells, expected 8"),
        ("/".join(ROWS[:7]), "found 7 rows, expected 8"),
    ],
)
def test_the_constructor_takes_the_strict_form_only(text: str, message: str, refusal_of):
    assert refusal_of(PatternError, Pattern, text).startswith(message)


@given(st.one_of(any_patterns(), near_packings()), st.sampled_from(["paper", "random"]))
def test_every_pattern_is_answered(pattern: Pattern, strategy: str):
    answer = solve(pattern, strategy, max_nodes=50)
    assert isinstance(answer, Answer)
    assert answer.nodes <= 50


@given(any_patterns())
def test_cells_and_counts(pattern: Pattern):
    assert pattern.array.shape == (8, 8)
    assert pattern.array.dtype == np.uint8
    for (row, col), digit in np.ndenumerate(pattern.array):
        assert "-xryb"[digit] == pattern.colour(row, col) == pattern.rows[row][col]
    letters = "".join(pattern.rows)
    assert pattern.counts == {letter: letters.count(letter) for letter in "xryb"}


def test_the_array_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        ONE.array[0, 0] = 1


def test_colours_in_order():
    assert dict(COLOURS) == {"x": "black", "r": "red", "y": "yellow", "b": "blue"}
    assert list(COLOURS) == list("xryb")
    assert all(len(letter) == 1 and letter in string.ascii_lowercase for letter in COLOURS)
