import pytest

from kaleido import Placement
from kaleido.base.errors import SolutionError
from kaleido.model.placement import placements_from_json


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no solution; expected JSON, that of `kaleido solve --json`"),
        ("[1", "'[1' is not JSON: "),
        ("[" * 5000, f"'{'[' * 40}…' is not JSON: "),
        ("9" * 5000, f"'{'9' * 40}…' is no solution; expected JSON"),
        ("3", "'3' has no list of \"placements\""),
        ("{}", "'{}' has no list of \"placements\""),
        ('{"placements": 3}', '\'{"placements": 3}\' has no list of "placements"'),
        ("[3]", "'3' is not a placement: expected an object"),
        ("[[]]", "'[]' is not a placement: expected an object"),
        ("[{}]", "'{}' has no text as \"piece\""),
        ('[{"piece": 3}]', '"{\'piece\': 3}" has no text as "piece"'),
        ('[{"piece": "wand"}]', "\"{'piece': 'wand'}\" has no text as \"face\""),
        ('[{"piece": "wand", "face": "front"}]', "the \"cells\" 'None' of 'wand' are not a list"),
        ('[{"piece": "a\\nb", "face": "", "cells": []}]', "the \"cells\" '[]' of 'a\\nb' are not"),
    ],
)
def test_texts_that_hold_no_placements(text: str, message: str, refusal_of):
    line = refusal_of(SolutionError, placements_from_json, text)
    assert line.startswith(message)
    assert line.isprintable()


@pytest.mark.parametrize(
    "cells", [3, {}, "ab", [3], [[1]], [[1, 2, 3]], [["1", 2]], [[1, 2.0]], [[True, 1]], [None]]
)
def test_cells_are_pairs_of_whole_numbers(cells: object):
    with pytest.raises(SolutionError, match=r"are not a list of \[row, col\]$"):
        Placement.from_dict({"piece": "wand", "face": "front", "cells": cells})


def test_as_text():
    assert str(Placement("domino", "back", ((2, 3), (2, 4)))) == "domino back at C4"
