import json
from itertools import islice

import pytest
from packings import packing
from samples import FEW, NONE, solutions, unsolvable

from kaleido import OptionError, Puzzle, named_pattern
from kaleido.base.errors import LimitReachedError
from kaleido.cli import main
from kaleido.search import Constrained, Solved, search


def test_the_number_of_solutions_can_be_limited():
    puzzle = Puzzle(named_pattern("fancy-chessboard"))
    events = list(search(puzzle.problem, Constrained(0), max_solutions=5))
    assert isinstance(events[-1], Solved)
    assert sum(isinstance(event, Solved) for event in events) == 5
    with pytest.raises(OptionError):
        search(puzzle.problem, Constrained(0), max_solutions=0)


def test_it_is_lazy():
    # The chequered board has billions; the first few come at once.
    found = Puzzle(named_pattern("checkerboard")).solutions()
    assert len({frozenset(each.placements) for each in islice(found, 20)}) == 20


def test_a_limit_is_no_end():
    found = Puzzle(named_pattern("fancy-chessboard")).solutions(max_nodes=100)
    with pytest.raises(LimitReachedError):
        list(found)


def test_command_solutions(output_of):
    lines = [
        json.loads(line) for line in output_of("solutions fancy-chessboard --json").splitlines()
    ]
    assert len(lines) == 118
    assert len({json.dumps(sorted(line["placements"], key=str)) for line in lines}) == 118
    out = output_of("solutions car -n 2")
    assert "solution 2\n" in out
    assert out.endswith("\nstopped after 2 solutions: there may be more\n")
    assert output_of("solutions car -n 40").endswith("\n32 solutions\n")
    assert "gave up after" in output_of("solutions fancy-chessboard --max-nodes 30", code=3)


def test_command_solutions_without_any(output_of, tmp_path):
    path = tmp_path / "none.txt"
    path.write_text(str(unsolvable(NONE[0])))
    assert output_of("solutions", path, code=1) == "0 solutions\n"


def test_a_count_of_none_says_why(output_of):
    found = output_of("count", "/".join(["rxrxrxrr"] * 8)).splitlines()
    assert found[0] == "0 solutions"
    assert found[2].startswith("no solution: the pieces cannot make 24 black, 40 red; the nearest")


def test_command_unique(capsys, output_of, tmp_path):
    path = tmp_path / "board.txt"
    for seed in FEW[:4]:
        pattern = packing(seed).pattern
        path.write_text(str(pattern))
        code = main(["unique", str(path), "--json"])
        answer = json.loads(capsys.readouterr().out)
        known = len(solutions(pattern))
        assert answer["unique"] == (known == 1) == (code == 0)
        assert len(answer["solutions"]) == min(known, 2)
    path.write_text(str(unsolvable(NONE[0])))
    assert output_of("unique", path, code=1) == "no solution\n"
    assert "more than one solution" in output_of("unique fancy-chessboard", code=1)
