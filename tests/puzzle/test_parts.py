"""Congruent parts of solutions: what has none, and the command. The fuzzer looks for others."""

import json

import pytest
from small_boards import small

from kaleido.base.errors import OptionError


@pytest.mark.parametrize(
    ("wrap", "number", "message"),
    [
        ("", 3, "a board of 8 cells does not fall into 3 equal parts"),
        ("", 0, "a board of 8 cells does not fall into 0 equal parts"),
        ("columns", 2, "congruent parts are sought on boards whose sides are not joined"),
    ],
)
def test_what_has_no_such_parts(wrap: str, number: int, message: str):
    own = small("oooo/oooo", "I oo x4", wrap=wrap)
    with pytest.raises(OptionError, match=message):
        next(own.puzzle.congruent_parts(number))


def test_command(error_of, output_of, tmp_path):
    pieces = tmp_path / "pieces.txt"
    pieces.write_text("# sides: mirrored\nL ooo/o.. x2\nO oo/oo x2\n")
    asked = ["solutions", "--board", "4x4", "--pieces", str(pieces), "--parts", "2"]
    lines = [json.loads(line) for line in output_of(*asked, "--json").splitlines()]
    assert lines
    for line in lines:
        assert sorted(place for part in line["parts"] for place in part) == [0, 1, 2, 3]
    shown = output_of(*asked)
    assert shown.endswith(f"{len(lines)} solutions\n")
    # Heavy lines run around the parts, light ones between their pieces.
    assert "┃" in shown
    assert "│" in shown or "───" in shown
    assert "a board of 16 cells does not fall into 3 equal parts" in error_of(*asked[:-1], "3")
