"""Congruent parts of solutions: what has none, and the command. The fuzzer looks for others."""

from __future__ import annotations

import json

import pytest
from small_boards import small

from kaleido.base.errors import OptionError
from kaleido.cli import main


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


def test_command(capsys, tmp_path):
    pieces = tmp_path / "pieces.txt"
    pieces.write_text("# sides: mirrored\nL ooo/o.. x2\nO oo/oo x2\n")
    asked = ["solutions", "--board", "4x4", "--pieces", str(pieces), "--parts", "2"]
    assert main([*asked, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines
    for line in lines:
        assert sorted(place for part in line["parts"] for place in part) == [0, 1, 2, 3]
    assert main(asked) == 0
    shown = capsys.readouterr().out
    assert shown.endswith(f"{len(lines)} solutions\n")
    # Heavy lines run around the parts, light ones between their pieces.
    assert "┃" in shown
    assert "│" in shown or "───" in shown
    assert main([*asked[:-1], "3"]) == 2
    assert "a board of 16 cells does not fall into 3 equal parts" in capsys.readouterr().err
