"""The rules of the paper's text, each alone on the strategy paper."""

import random

import pytest
from paper_boards import random_board
from paper_runs import pattern_of, shown

from kaleido import OptionError, named_pattern, named_puzzle
from kaleido.heuristics import make_strategy
from kaleido.heuristics.makers import make_any_strategy
from kaleido.model import Grid
from kaleido.paper import Paper
from kaleido.paper.islands import SMALL
from kaleido.paper.progression import alternatives
from kaleido.paper.rules import Rules
from kaleido.paper.strategies import PaperText
from kaleido.search import Place, Problem, search

pytestmark = pytest.mark.usefixtures("engine")

TEXT = ("across", "tallied", "held", "every-line", "at-once")

NAMES = ("two-llamas", "crossroads", "greek-temple", "night-and-day", "seal", "digit-3")

BOARDS = (
    *(named_pattern(name).rows for name in NAMES),
    *(random_board(random.Random(seed)) for seed in (2, 3, 5)),
)


def places_of(rule: str, most: int = 40) -> list[Place]:
    """Give the first moves of paper with one rule on some boards, of its first run each."""
    found = []
    for rows in BOARDS:
        for event in search(Problem(pattern_of(rows)), make_any_strategy(f"paper+{rule}"),
                            max_nodes=most):  # fmt: skip
            if isinstance(event, Place):
                if event.fork.propagates:
                    break  # the second run
                found.append(event)
    return found


def islands_of(place: Place) -> list[int]:
    """Give the open cells of each island, found once, before a move."""
    problem = place.state.problem
    free = place.state.parent.free
    islands = problem.grid.islands(problem.implied, problem.pattern.mask)
    return [island & free for island in islands]


def island_at(place: Place) -> int:
    """Give the open cells of the island in which a move lies."""
    mask = place.state.problem.masks[place.number]
    return next(island for island in islands_of(place) if island & mask)


def sizes_left(place: Place) -> tuple[int, ...]:
    """Give the sizes of the pieces left before a move, biggest first."""
    problem = place.state.problem
    used = {problem.piece_numbers[number] for number in place.state.parent.path}
    left = (piece.size for at, piece in enumerate(problem.placeable) if at not in used)
    return tuple(sorted(left, reverse=True))


def test_the_text_is_five_rules():
    assert Rules.text().names == TEXT
    assert PaperText().rules == Rules.text()
    assert Paper().rules.names == ()
    assert make_strategy("paper-text").name == "paper-text"
    together = Paper(rules=Rules().switched(*TEXT))
    for rows in BOARDS[:3]:
        assert shown(rows, together) == shown(rows, PaperText())


@pytest.mark.parametrize("rule", TEXT)
@pytest.mark.few(5)
def test_each_rule_alone_makes_a_difference(rule: str):
    strategy = make_any_strategy(f"paper+{rule}")
    assert strategy.name == f"paper+{rule}" == Paper(rules=Rules().switched(rule)).name
    assert any(shown(rows, strategy) != shown(rows) for rows in BOARDS)
    without = make_any_strategy(f"paper-text+no-{rule}")
    assert any(shown(rows, without) != shown(rows, PaperText()) for rows in BOARDS)


def test_across_the_densest_window_comes_next():
    seen = 0
    for place in places_of("across"):
        if place.found.kind != "window":
            continue
        state, problem = place.state.parent, place.state.problem
        grid, edges = problem.grid, state.edges
        whole = grid.islands(problem.implied, problem.pattern.mask)
        unfilled = [island for island in whole if island & state.free]
        own = next(island for island in unfilled if island & problem.masks[place.number])
        if min(island.bit_count() for island in unfilled) <= SMALL:
            assert own.bit_count() <= SMALL
            continue

        def density(
            island: int, grid: Grid = grid, free: int = state.free, edges: int = edges
        ) -> float:
            rows, cols = zip(*grid.cells(island), strict=True)
            found = [0.0]
            for height, width in ((2, 3), (3, 2)):
                for row in range(min(rows), max(rows) - height + 2):
                    for col in range(min(cols), max(cols) - width + 2):
                        inside = grid.rectangle((height, width), (row, col)) & island & free
                        cells = [1 << row * 8 + col for row, col in grid.cells(inside)]
                        borders = sum(
                            (grid.border(grid.cells(cell)) & edges).bit_count() for cell in cells
                        )
                        found.append(borders / len(cells) if cells else 0)
            return max(found)

        if min(island.bit_count() for island in unfilled) > 6:
            assert density(own) == max(map(density, unfilled))
            seen += len(unfilled) > 1
    assert seen


def test_tallied_progressions_are_of_what_is_left():
    changed = 0
    for place in places_of("tallied"):
        if place.found.kind in ("window", "trivial"):
            known = alternatives(island_at(place).bit_count(), sizes_left(place))
            assert place.found.sizes in known
            mask = place.state.problem.masks[place.number]
            if place.score[:2] != (4, 4):
                assert mask.bit_count() == place.found.sizes[0]
            changed += place.found.changed
    assert changed


def test_progressions_are_tallied_if_a_window_holds_pieces_of_more_than_four_cells():
    events = search(named_puzzle("pentomino-6x10").problem, Paper(), max_nodes=40)
    found = [event.found for event in events if isinstance(event, Place)]
    progressions = [each.sizes for each in found if each.kind == "window"]
    assert progressions
    assert {size for sizes in progressions for size in sizes} == {5}


def test_held_moves_that_split_wait_behind_all_others():
    waiting = 0
    for place in places_of("held"):
        fork = place.fork
        splits = [fork.score(rank).splits > 0 for rank in range(len(fork.moves))]
        assert splits == sorted(splits)
        waiting += any(splits) and not all(splits)
        # What counts is what a move leaves of the open cells around it.
        problem, grid = place.state.problem, place.state.problem.grid
        if place.found.kind in ("window", "trivial") and place.score[:2] != (4, 4):
            mask = problem.masks[place.number]
            rest = grid.region(mask & -mask, island_at(place)) & ~mask
            parts = [part.bit_count() for part in grid.regions(rest, rest)]
            left = list(sizes_left(place))
            left.remove(problem.masks[place.number].bit_count())
            harmless = [n for n in parts if n < 3 and alternatives(n, tuple(left))]
            assert place.score.splits == max(len(parts) - 1 - len(harmless), 0)
    assert waiting


def test_every_line_has_windows_for_the_small_wand():
    elsewhere = 0
    for place in places_of("every-line"):
        fork, problem = place.fork, place.state.problem
        grid, edges = problem.grid, place.state.parent.edges
        for rank, number in enumerate(fork.moves):
            found = fork.found(rank)
            if fork.score(rank).span:
                cells = list(grid.cells(problem.masks[number]))
                assert found.window.shape in ((1, 4), (4, 1))
                assert found.window.edges >= 5
                assert found.window.edges == sum(
                    (grid.border([cell]) & edges).bit_count() for cell in cells
                )
        if place.found.kind == "window" and place.found.sizes[:1] == (4,):
            elsewhere += check_lines(place)
    assert elsewhere


def check_lines(place: Place) -> bool:
    """Check that the small wand is among the moves wherever a run has a window for it.

    Return whether there is one in another line than the last row and the last column.
    """
    fork, problem = place.fork, place.state.problem
    grid, edges = problem.grid, place.state.parent.edges
    cells = set(grid.cells(island_at(place)))
    names = {problem.placement(number).cells for rank, number in enumerate(fork.moves)
             if problem.placement(number).piece == "small-wand"}  # fmt: skip
    used = {problem.placement(number).piece for number in place.state.parent.path}
    before = place.state.parent
    expected: list[tuple[tuple[int, int], ...]] = []
    for turned in (False, True):
        for line in range(8):
            run: list[tuple[int, int]] = []
            for at in range(9):
                cell = (at, line) if turned else (line, at)
                if cell in cells:
                    run.append(cell)
                    continue
                if len(run) >= 4:
                    expected += [tuple(run[:4]), tuple(run[-4:])]
                run = []
    fits = {
        problem.placement(number).cells
        for number in range(len(problem))
        if problem.placement(number).piece == "small-wand"
        and not problem.masks[number] & ~before.free
    }
    wanted = {
        four
        for four in expected
        if four in fits
        and "small-wand" not in used
        and sum((grid.border([cell]) & edges).bit_count() for cell in four) >= 5
    }
    assert wanted <= names
    rows = [four[0][0] for four in expected if four[0][0] == four[1][0]]
    cols = [four[0][1] for four in expected if four[0][1] == four[1][1]]
    return any(
        four[0][0] != max(rows) if four[0][0] == four[1][0] else four[0][1] != max(cols)
        for four in wanted
    )


def test_at_once_an_island_that_one_piece_fills_comes_first():
    filled = 0
    for place in places_of("at-once"):
        problem, before = place.state.problem, place.state.parent
        used = {problem.piece_numbers[number] for number in before.path}
        ready = []
        for island in filter(None, islands_of(place)):
            pieces = {
                problem.piece_numbers[number]
                for number in range(len(problem))
                if problem.masks[number] == island and problem.piece_numbers[number] not in used
            }
            if len(pieces) == 1:
                ready.append(island)
        if ready:
            assert problem.masks[place.number] in ready
            filled += 1
    assert filled


def test_rules_that_are_not_known():
    with pytest.raises(OptionError, match="unknown rule 'no-tally'"):
        Rules().switched("no-tally")
    assert Rules.text().switched("no-held", "as-published").beside(Rules.text()) == (
        "+as-published+no-held"
    )
