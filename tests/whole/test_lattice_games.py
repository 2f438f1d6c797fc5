"""Random boards on every lattice against brute force that knows distances alone."""

import numpy as np
import pytest
from lattice_games import BOXES, random_game

from kaleido import Board, PieceSet, Puzzle
from kaleido.model.placement import Placement


def full(placements):
    return frozenset((each.piece, frozenset(each.cells)) for each in placements)


def check(lattice, seed):
    game = random_game(BOXES[lattice], seed)
    puzzle, expected = Puzzle(game.board, game.set), game.solutions()
    listed = list(puzzle.solutions())
    assert {full(solution.placements) for solution in listed} == expected
    assert puzzle.count().solutions == len(listed) == len(expected)
    assert puzzle.solve().status.value == ("solved" if expected else "no-solution")
    assert puzzle.unique() == (len(expected) == 1)
    for solution in (*listed, *puzzle.sample(3, seed)):
        assert full(solution.placements) in expected
        assert puzzle.check(solution.placements) == ()
    if not game.some:
        classes = game.classes(expected)
        assert puzzle.count().symmetric == classes
        assert sum(1 for _ in puzzle.solutions(up_to_symmetry=True)) == classes
    return len(expected)


@pytest.mark.parametrize("lattice", BOXES)
def test_a_few_random_games_agree_with_brute_force(lattice):
    found = [check(lattice, seed) for seed in range(4)]
    assert max(found) > 1


@pytest.mark.long
@pytest.mark.parametrize("lattice", BOXES)
def test_hundreds_of_random_games_agree_with_brute_force(lattice):
    found = [check(lattice, seed) for seed in range(1_000, 1_100)]
    assert 0 in found
    assert max(found) > 5


def solved_elsewhere(game):
    """Let another engine find every solution, with a column for each cell and each copy."""
    exact_cover = pytest.importorskip("exact_cover")
    copies = [(name, copy) for name, count in game.counts.items() for copy in range(count)]
    columns = {each: column for column, each in enumerate((*sorted(game.cells), *copies))}
    options = [
        ((name, cells), (*cells, (name, copy)))
        for name, cells in game.lying()
        for copy in range(game.counts[name])
    ]
    # It has no columns that may stay empty: a piece that is left over fills its own.
    options += [(None, (copy,)) for copy in copies if game.some]
    matrix = np.zeros((len(options), len(columns)), dtype=bool)
    for row, (_, items) in enumerate(options):
        matrix[row, [columns[item] for item in items]] = True
    if not matrix.any(axis=0).all():
        return set()
    try:
        rows = exact_cover.get_all_solutions(matrix)
    except exact_cover.error.NoSolution:
        return set()
    # Copies change places without making another solution.
    return {frozenset(options[row][0] for row in chosen if options[row][0]) for chosen in rows}


def check_elsewhere(lattice, seeds):
    numbers = []
    for seed in seeds:
        game = random_game(BOXES[lattice], seed)
        puzzle, expected = Puzzle(game.board, game.set), solved_elsewhere(game)
        assert {full(solution.placements) for solution in puzzle.solutions()} == expected
        assert puzzle.count().solutions == len(expected)
        numbers.append(len(expected))
    return numbers


@pytest.mark.parametrize("lattice", BOXES)
def test_a_few_random_games_agree_with_another_engine(lattice):
    assert max(check_elsewhere(lattice, range(500, 506))) > 0


@pytest.mark.long
@pytest.mark.parametrize("lattice", BOXES)
def test_hundreds_of_random_games_agree_with_another_engine(lattice):
    numbers = check_elsewhere(lattice, range(2_050, 2_200))
    assert 0 in numbers
    assert max(numbers) > 5


@pytest.mark.parametrize(
    ("drawing", "ways"),
    [("ooo", 6), ("oo/oo", 3), ("oo//o.", 8), ("oo//.o", 24), ("oo//o.//o.", 48)],
)
def test_flat_spheres_turned_over_are_their_mirror_images(drawing, ways):
    header = "# lattice: spheres\nV "
    once = PieceSet.parse("once", f"# sides: one-sided\n{header}{drawing}")["V"]
    both = PieceSet.parse("both", f"# sides: mirrored\n{header}{drawing}")["V"]
    assert len(once.front.orientations) == ways
    assert both.back is None


def test_a_fixed_triangle_does_not_point_the_other_way():
    puzzle = Puzzle(
        Board("oo", lattice="triangular"),
        PieceSet.parse("two", "# sides: fixed\n# lattice: triangular\nU o x2"),
    )
    turned = [Placement("U", "front", (cell,)) for cell in ((0, 0), (0, 1))]
    assert puzzle.check(turned) == ("U front cannot show 'o', the pattern's colours where it lies",)
    assert puzzle.count().solutions == 0
