"""The forms of a pattern: each is read wherever a board is, or refused in one line."""

import json

import pytest

from kaleido import Pattern, PatternError, Puzzle, named_pattern
from kaleido.designing import Sketch

STARSHIP = named_pattern("starship")
ROWS = STARSHIP.rows
CELLS = "".join(ROWS)
DIGITS = {"x": "1", "r": "2", "y": "3", "b": "4"}
WORDS = {"x": "black", "r": "red", "y": "yellow", "b": "blue"}
SQUARES = {"x": "⬛", "r": "🟥", "y": "🟨", "b": "🟦"}


def written(signs: dict[str, str], between: str = "", rows: str = "\n") -> str:
    return rows.join(between.join(signs[cell] for cell in row) for row in ROWS)


LETTERS = {letter: letter for letter in "xryb"}
GRID = [[{"coord": "00", "color": cell, "edges": "1010"} for cell in row] for row in ROWS]
FORMS = {
    "blanks": written(LETTERS, " "),
    "CSV": written(LETTERS, ","),
    "CSV of a spreadsheet": written(DIGITS, ";", "\r\n"),
    "CSV with quotes": written({"x": '"x"', "r": '"r"', "y": '"y"', "b": '"b"'}, ","),
    "tabs": written(DIGITS, "\t"),
    "words": written(WORDS, " "),
    "Words": written(WORDS, ", ").title(),
    "squares": written(SQUARES),
    "squares in one line": written(SQUARES, "", ""),
    "squares with selectors": written(SQUARES).replace("⬛", "⬛\ufe0f"),
    "64 letters": CELLS,
    "64 digits": CELLS.translate(str.maketrans(DIGITS)),
    "64 cells": " ".join(CELLS),
    "eight words": " ".join(ROWS),
    "eight words with commas": ", ".join(ROWS),
    "JSON rows": json.dumps(ROWS),
    "JSON cells": json.dumps([list(row) for row in ROWS], indent=2),
    "JSON digits": json.dumps(STARSHIP.array.tolist()),
    "JSON words": json.dumps([[WORDS[cell] for cell in row] for row in ROWS]),
    "JSON of 64": json.dumps(list(CELLS)),
    "JSON with fields": json.dumps({"name": "mine", "board": ROWS}),
    "JSON by name": json.dumps({"starship": CELLS.translate(str.maketrans(DIGITS))}),
    "the paper's program": json.dumps({"grid": GRID, "red_count": 0}),
    "Python rows": str(list(ROWS)),
    "Python cells": str([list(row) for row in ROWS]),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_board_for_every_reader(form, tmp_path):
    text = FORMS[form]
    assert Pattern.parse(text) == Sketch.parse(text).pattern(CELLS) == STARSHIP
    assert Puzzle(text).pattern == STARSHIP
    for encoding in ("utf-8", "utf-16"):
        file = tmp_path / f"{encoding}.txt"
        file.write_text(f"# title: Mine\n{text}\n", encoding=encoding)
        found = Puzzle(file).pattern
        assert (found, found.title) == (STARSHIP, "Mine")


def test_a_sketch_has_these_forms_too():
    rows = ["????????", *["[ry]xrxrxrx"] * 7]
    sketch = Sketch.parse("/".join(rows))
    assert Sketch.parse(json.dumps(rows)) == Sketch.parse("\n".join(rows)) == sketch
    assert Sketch.parse("?" * 64) == Sketch.free()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RBRBRBRB/" * 7 + "BRBRBRBR", "b is blue; black is x: there is no x in 'RBRBRBRB/RBR"),
        (json.dumps(ROWS[:7]), "found 7 rows, expected 8: 'xbxbxyxb/"),
        (json.dumps({"one": CELLS, "two": CELLS}), "is no single board: name one of a file"),
        ('["xrx", [', "is not JSON: Expecting value"),
        ('{"board": ', "'{\"board\":' is not JSON: Expecting value"),
        ('{"a":' * 9000 + "1" + "}" * 9000, "is not JSON"),
        (written(SQUARES | {"r": "🟩"}).replace("🟦", "🟩"), "unknown letter '🟩' at row 1"),
        (written(WORDS | {"b": "green"}, " "), "unknown letter 'g' at row 1, column 2 of"),
    ],
)
def test_what_is_no_board_is_refused_in_a_line_that_quotes_it(text, message, refusal_of):
    line = refusal_of(PatternError, Pattern.parse, text)
    assert message in line
    assert len(line.splitlines()) == 1
