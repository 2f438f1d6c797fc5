"""Random puzzles with rules against a solver that tries everything."""

from random import Random

import pytest
from ruled_puzzles import Ruled, all_solutions, lying, ruled_puzzle
from some import some

from kaleido import PieceSet, Placement, Puzzle
from kaleido.counting.meter import CountLimits, Meter
from kaleido.counting.searching import Searching
from kaleido.export import dimacs_lines, placements_from_dimacs
from kaleido.heuristics.registry import STRATEGIES
from kaleido.library.puzzles import apply_rules
from kaleido.model.board import Board
from kaleido.model.square_grid import SquareGrid
from kaleido.model.verify import find_faults
from kaleido.search.state import State

PUZZLES = 500
QUICK = 48


def read(puzzle: Ruled) -> Puzzle:
    """Read a puzzle from the texts of its pieces, its rules and its board."""
    pieces = PieceSet.parse("own", puzzle.set_text)
    return Puzzle(Board.parse(puzzle.text), apply_rules(puzzle.text, pieces))


def seeds(first, last):
    return [
        pytest.param(seed, marks=[pytest.mark.long] if seed >= QUICK else [])
        for seed in range(first, last)
    ]


@pytest.mark.parametrize("seed", seeds(0, PUZZLES))
@pytest.mark.few(16)
def test_every_way_to_solve_finds_what_brute_force_finds(seed):
    ruled = ruled_puzzle(seed)
    right, puzzle = all_solutions(ruled), read(ruled)
    found = [lying(solution.placements) for solution in puzzle.solutions()]
    assert len(found) == len(right)
    assert set(found) == right
    counted = puzzle.count()
    assert counted.solutions == len(right)
    searching = Searching(Meter(CountLimits()))
    assert searching.count(State.empty(puzzle.problem)) == len(right)
    assert counted.symmetric == sum(1 for _ in puzzle.solutions(up_to_symmetry=True))
    assert puzzle.unique() is (len(right) == 1)
    strategies = sorted(STRATEGIES)
    solution = puzzle.solve(strategies[seed % len(strategies)], seed=seed).solution
    assert (solution is not None) == bool(right)
    assert solution is None or lying(solution.placements) in right
    if right:
        sampled = [lying(each.placements) for each in puzzle.sample(20, seed)]
        assert len(sampled) == 20
        assert set(sampled) <= right
    assert PieceSet.parse("own", puzzle.pieces.written()) == puzzle.pieces


def test_the_verifier_knows_without_the_grid_which_squares_touch(monkeypatch):
    puzzles = [read(ruled_puzzle(seed)) for seed in range(12)]
    solutions = [puzzle.solve().solution for puzzle in puzzles]
    monkeypatch.setattr(SquareGrid, "touching", property(lambda _: pytest.fail("it asks the grid")))
    for puzzle, solution in some(zip(puzzles, solutions, strict=True)):
        if solution is not None:
            assert find_faults(puzzle.pattern, solution.placements, puzzle.pieces) == []


@pytest.mark.parametrize("seed", seeds(0, PUZZLES // 2))
@pytest.mark.few(12)
def test_the_verifier_accepts_what_brute_force_accepts(seed):
    ruled = ruled_puzzle(seed)
    right, puzzle = all_solutions(ruled), read(ruled)
    dice = Random(seed)
    every = set(puzzle.problem.placements(range(len(puzzle.problem))))
    solutions = list(puzzle.solutions())
    assert bool(solutions) == bool(right)
    for solution in solutions:
        placements = list(solution.placements)
        assert not find_faults(puzzle.pattern, placements, puzzle.pieces)
        for wrong in mutations(dice, placements, puzzle):
            faults = find_faults(puzzle.pattern, wrong, puzzle.pieces)
            if lying(tuple(wrong)) not in right or not is_apart(wrong):
                assert faults
            elif set(wrong) <= every:
                # Elsewhere the cells are right, but it is the other face that lies so.
                assert not faults


@pytest.mark.parametrize("seed", range(0, QUICK, 2))
@pytest.mark.few(8)
def test_a_sat_solver_finds_what_brute_force_finds(seed):
    pysat = pytest.importorskip("pysat.solvers")
    ruled = ruled_puzzle(seed)
    right, problem = all_solutions(ruled), read(ruled).problem
    lines = list(dimacs_lines(State.empty(problem)))
    clauses = [
        [int(word) for word in line.split()[:-1]] for line in lines if line[0] not in ("c", "p")
    ]
    with pysat.Solver("glucose4", bootstrap_with=clauses) as solver:
        models = [" ".join(map(str, (*model, 0))) for model in solver.enum_models()]
    found = placements_from_dimacs("\n".join(models) or "UNSAT", problem)
    assert len(found) == len(right)
    assert set(map(lying, found)) == right


def is_apart(placements: list[Placement]) -> bool:
    """Return whether no placement comes twice."""
    return len(lying(tuple(placements))) == len(placements)


def mutations(dice: Random, placements: list[Placement], puzzle: Puzzle) -> list[list[Placement]]:
    """Return changed solutions: a piece gone, twice there, moved, or exchanged for another."""
    every = puzzle.problem.placements(range(len(puzzle.problem)))
    found = [[*placements, dice.choice(every)]]
    for place, each in enumerate(placements):
        rest = placements[:place] + placements[place + 1 :]
        rows, cols = puzzle.pattern.grid.rows, puzzle.pattern.grid.cols
        moved = tuple(sorted(((row + 1) % rows, (col + 1) % cols) for row, col in each.cells))
        turned = tuple(sorted((col, row) for row, col in each.cells))
        found += [
            rest,
            [*placements, each],
            [*rest, dice.choice(every)],
            [*rest, Placement(each.piece, each.face, moved)],
            [*rest, Placement(each.piece, each.face, turned)],
        ]
    return found


def test_the_puzzles_have_every_rule_and_many_solutions():
    puzzles = [ruled_puzzle(seed) for seed in range(QUICK)]
    counts = [len(all_solutions(each)) for each in puzzles]
    assert sum(count > 1 for count in counts) > QUICK // 3
    assert counts.count(0) > 2
    assert 1 in counts
    assert {each.wrap for each in puzzles} == {"", "columns", "rows", "both"}
    assert sum(bool(each.optional) for each in puzzles) > QUICK // 4
    letters = "".join("".join(each.rows) for each in puzzles)
    assert "." in letters
    assert set("ILMPZ") & set(letters)
    kinds = [kind for each in puzzles for kind in each.kinds]
    assert {kind.sides for kind in kinds} == {"fixed", "one-sided", "mirrored"}
    assert {"", "edge"} < {kind.zone for kind in kinds}
    assert any(0 < kind.least < kind.most for kind in kinds)
