"""What the strategy paper keeps along a line of moves, against the same found anew."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from small_boards import games

from kaleido import Grid, Paper, Place, Problem, Puzzle, Weights, named_pattern, named_puzzle
from kaleido.model.sides import Sides
from kaleido.model.tallies import Tallies
from kaleido.search import search
from kaleido.search.state import State
from kaleido.search.strategies.plus import PaperPlus
from kaleido.search.strategies.survey import Island, Survey
from kaleido.search.strategies.surveys import Surveys
from kaleido.search.strategies.territory import Territory
from kaleido.search.strategies.window_table import WindowTable
from kaleido.search.strategies.windows import find_windows

PROBLEMS = {
    "two-llamas": lambda: Problem(named_pattern("two-llamas")),
    "torus": lambda: named_puzzle("orders-torus").problem,
    "tube": lambda: named_puzzle("pentomino-tube-4x15").problem,
    **{
        family: lambda family=family: games(family, seeds=3)[-1].puzzle.problem
        for family in ("coloured", "copies", "spare")
    },
}


def states_of(problem: Problem) -> list[State]:
    """Give the boards of a search in its order, with those it goes back to among them."""
    events = search(problem, PaperPlus(propagation=False), max_solutions=None, max_nodes=60)
    return [State.empty(problem), *(each.state for each in events if isinstance(each, Place))]


def known(island: Island) -> tuple[object, ...]:
    return island.mask, island.size, island.found, island.box, island.sizes


def nodes_of(problem: Problem, strategy: Paper) -> list[tuple[object, ...]]:
    """Give all that the search shows of its moves."""
    return [
        (each.number, each.fork.moves, each.score, each.found)
        for each in search(problem, strategy, max_nodes=200)
        if isinstance(each, Place)
    ]


@pytest.mark.parametrize("name", PROBLEMS)
def test_boards_that_come_again_are_searched_as_ever(name: str, monkeypatch: pytest.MonkeyPatch):
    problem = PROBLEMS[name]()
    monkeypatch.setattr("kaleido.search.strategies.proposals.KNOWN_BITS", 0)
    forgetful = [nodes_of(problem, PaperPlus(seed)) for seed in (0, 1)]
    monkeypatch.undo()
    strategy = PaperPlus()
    for seed in (0, 1, 0):
        strategy.seed = seed
        assert nodes_of(problem, strategy) == forgetful[seed]
    monkeypatch.setattr("kaleido.search.strategies.proposals.MAX_KNOWN", 7)
    assert nodes_of(problem, PaperPlus(1)) == forgetful[1]


def test_a_board_that_comes_again_is_not_surveyed_again(monkeypatch: pytest.MonkeyPatch):
    problem, strategy, surveyed = PROBLEMS["two-llamas"](), PaperPlus(), []
    anew = Surveys.of
    monkeypatch.setattr(
        Surveys, "of", lambda own, state: (surveyed.append(state), anew(own, state))[1]
    )
    nodes = nodes_of(problem, strategy)
    first = len(surveyed)
    assert nodes == nodes_of(problem, strategy)
    assert 0 < first == len(surveyed)
    # What was found with other settings does not count.
    strategy.forced = False
    other = nodes_of(problem, strategy)
    assert other == nodes_of(problem, PaperPlus(forced=False)) != nodes


@pytest.mark.parametrize("is_once", [False, True])
@pytest.mark.parametrize("name", PROBLEMS)
def test_a_survey_from_the_one_before(name: str, is_once: bool):
    problem = PROBLEMS[name]()
    table = WindowTable(problem)
    territory = Territory(problem, table.held, "3+3") if is_once else None
    surveys = Surveys(problem, territory)
    for state in states_of(problem):
        # A copy is the same board.
        for board in (state, state.without(())):
            survey = surveys.of(board)
            anew = Survey(board, territory and territory.islands(board))
            assert survey.state is board
            assert (survey.pieces, survey.left) == (anew.pieces, anew.left)
            assert list(map(known, survey.islands)) == list(map(known, anew.islands))
            sides = survey.sides
            assert sides == anew.sides
            for side in ("above", "below", "left", "right"):
                assert getattr(sides, side) == getattr(anew.sides, side)


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_densest_window_of_a_move(name: str):
    problem = PROBLEMS[name]()
    table = WindowTable(problem)
    sides, cells = Sides(problem.grid, problem.implied), problem.pattern.mask
    for number in range(0, len(problem), 7):
        windows = find_windows(sides, cells, problem.masks[number].bit_count(), table.blocks)
        holding = [w for w in windows if table.inside(w.shape, w.corner) >> number & 1]
        assert table.densest(sides, cells, number) == (holding[0] if holding else None)


@pytest.mark.parametrize("make", [Paper, PaperPlus])
def test_a_score_is_made_when_it_is_shown(monkeypatch: pytest.MonkeyPatch, make: type[Paper]):
    problem = Puzzle(named_pattern("car")).problem
    made = []
    score = Weights.score
    monkeypatch.setattr(
        Weights, "score", lambda *args, **kwargs: made.append(1) or score(*args, **kwargs)
    )
    places = [each for each in search(problem, make()) if isinstance(each, Place)]
    assert not made
    totals = [place.score.total for place in places]
    assert len(made) == len(places) == len(totals)
    # They are the same later, when the strategy has searched something else.
    assert [place.score.total for place in places] == totals


@given(st.data())
def test_tallies_cell_by_cell(data: st.DataObject):
    rows, cols = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9))
    height, width = data.draw(st.integers(1, rows)), data.draw(st.integers(1, cols))
    grid = Grid(rows, cols)
    tallies = Tallies.up_to(grid, data.draw(st.sampled_from([4 * height * width, 10_000])))
    cell_sets = st.integers(0, grid.all_cells)
    edges, island = Sides(grid, data.draw(st.integers(0, grid.all_edges))), data.draw(cell_sets)
    tally = tallies.within(edges.tally(tallies), tallies.of(island))
    sums = tallies.sums(tally, height, width)
    for row in range(rows - height + 1):
        for col in range(cols - width + 1):
            window = grid.cell_bits(
                (row + down, col + right) for down in range(height) for right in range(width)
            )
            assert sums[row * cols + col] == edges.count(window & island)


@given(st.data())
def test_the_parts_that_edges_leave(data: st.DataObject):
    wraps = data.draw(st.booleans()), data.draw(st.booleans())
    grid = Grid(data.draw(st.integers(2, 5)), data.draw(st.integers(2, 5)), *wraps)
    cells = data.draw(st.integers(0, grid.all_cells))
    edges = data.draw(st.integers(0, grid.all_edges)) & grid.all_edges | grid.frame
    islands = grid.islands(edges, cells)
    seeds = sum(data.draw(st.sampled_from([1 << at for at in range(grid.size) if i >> at & 1]))
                for i in islands)  # fmt: skip
    assert sorted(Sides(grid, edges).parts(cells, seeds)) == sorted(islands)
    regions = list(grid.regions(cells, cells))
    assert sorted(grid.parts(cells, cells)) == sorted(regions)
    assert grid.joins(cells, cells) == (len(regions) < 2)
