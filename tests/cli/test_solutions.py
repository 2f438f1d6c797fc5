import json
from itertools import islice

import pytest
from packings import packing
from samples import FEW, NONE, solutions, unsolvable
from some import some

from kaleido import OptionError, Position, Puzzle, named_pattern
from kaleido.base.errors import LimitReachedError
from kaleido.cli import main
from kaleido.paper import Paper
from kaleido.search import Constrained, Exhausted, Random, Resume, Solved, search


def boards(pattern, placed=()):
    return [frozenset(each.placements) for each in Position(Puzzle(pattern), placed).solutions()]


@pytest.mark.parametrize("seed", FEW)
@pytest.mark.few(4)
def test_all_solutions_of_the_oracle_each_once(seed):
    pattern = packing(seed).pattern
    found = boards(pattern)
    assert len(set(found)) == len(found)
    assert set(found) == solutions(pattern)


@pytest.mark.parametrize("strategy", [Constrained, Paper, Random])
@pytest.mark.parametrize("seed", [FEW[0], *FEW[2:4]])
@pytest.mark.few(3)
def test_every_strategy_finds_all(strategy, seed):
    pattern = packing(seed).pattern
    puzzle = Puzzle(pattern)
    events = list(search(puzzle.problem, strategy(0), max_solutions=None))
    found = [
        frozenset(puzzle.problem.placements(event.state.path))
        for event in events
        if isinstance(event, Solved)
    ]
    assert isinstance(events[-1], Exhausted)
    assert len(found) == len(solutions(pattern))
    assert set(found) == solutions(pattern)


@pytest.mark.long
def test_no_restart_after_the_first_solution():
    puzzle = Puzzle(named_pattern("fancy-chessboard"))
    events = list(search(puzzle.problem, Constrained(0), max_solutions=None))
    first = next(n for n, event in enumerate(events) if isinstance(event, Solved))
    assert not any(isinstance(event, Resume) for event in events[first:])
    assert sum(isinstance(event, Solved) for event in events) == 118


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


@pytest.mark.long
def test_solutions_that_hold_a_placed_piece():
    pattern = named_pattern("fancy-chessboard")
    everything = boards(pattern)
    for placement in some(list(everything[0])[:6]):
        with_it = [board for board in everything if placement in board]
        assert sorted(map(hash, boards(pattern, [placement]))) == sorted(map(hash, with_it))


def test_command_solutions(capsys):
    assert main(["solutions", "fancy-chessboard", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 118
    assert len({json.dumps(sorted(line["placements"], key=str)) for line in lines}) == 118
    assert main(["solutions", "car", "-n", "2"]) == 0
    out = capsys.readouterr().out
    assert "solution 2\n" in out
    assert out.endswith("\nstopped after 2 solutions: there may be more\n")
    assert main(["solutions", "car", "-n", "40"]) == 0
    assert capsys.readouterr().out.endswith("\n32 solutions\n")
    assert main(["solutions", "fancy-chessboard", "--max-nodes", "30"]) == 3
    assert "gave up after" in capsys.readouterr().out


def test_command_solutions_without_any(capsys, tmp_path):
    path = tmp_path / "none.txt"
    path.write_text(str(unsolvable(NONE[0])))
    assert main(["solutions", str(path)]) == 1
    assert capsys.readouterr().out == "0 solutions\n"


def test_command_unique(capsys, tmp_path):
    path = tmp_path / "board.txt"
    for seed in FEW:
        pattern = packing(seed).pattern
        path.write_text(str(pattern))
        code = main(["unique", str(path), "--json"])
        answer = json.loads(capsys.readouterr().out)
        known = len(solutions(pattern))
        assert answer["unique"] == (known == 1) == (code == 0)
        assert len(answer["solutions"]) == min(known, 2)
    path.write_text(str(unsolvable(NONE[0])))
    assert main(["unique", str(path)]) == 1
    assert capsys.readouterr().out == "no solution\n"
    assert main(["unique", "fancy-chessboard"]) == 1
    assert "more than one solution" in capsys.readouterr().out
