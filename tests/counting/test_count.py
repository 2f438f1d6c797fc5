import gc
import json
import pickle
import random
from collections import Counter
from itertools import accumulate, permutations
from unittest.mock import Mock

import pytest
from samples import NONE, unsolvable
from some import some

from kaleido import Board, PieceSet, Position, Puzzle, named_pattern, solve
from kaleido.base.errors import TooLargeError, WorkersError
from kaleido.cli import main
from kaleido.counting import CountLimits, Ranking, count_solutions, sample_solutions
from kaleido.counting.bidirectional import TwoSweeps
from kaleido.counting.meter import Meter
from kaleido.counting.searching import Searching
from kaleido.counting.sweep import KEPT, Subsets
from kaleido.parallel import Crash, Workers, make_workers
from kaleido.search import State
from kaleido.search.problem import Problem

FANCY = named_pattern("fancy-chessboard")

FEW_SOLUTIONS = (
    *("car", "digit-2", "digit-3", "digit-5", "digit-7", "key", "mushroom", "no-single-squares"),
    *("periscope", "postal-van", "sailing-boat", "smiley", "staircase", "starship", "tree"),
)

ROADS = {
    "as usual": CountLimits(),
    "arrays": CountLimits(small=0),
    "small blocks": CountLimits(small=0, block=30),
}


def counted(pattern, **limits):
    return count_solutions(State.empty(Problem(pattern)), CountLimits(**limits)).solutions


def test_workers_share_the_memory_and_the_largest_layer_counts():
    limits = CountLimits.within(10**6, 4)
    assert (limits.bytes, limits.allowed) == (250_000, 10**6)
    meter = Meter(limits)
    for states in (3, 7, 5):
        meter.add_layer(states)
    assert (meter.states, meter.peak_states) == (15, 7)
    meter.check(250_000)
    meter.beside = 1
    with pytest.raises(TooLargeError, match=r"needs more than 0\.001 GB"):
        meter.check(250_000)


@pytest.mark.parametrize("sample", NONE)
def test_none_is_a_count(sample):
    count = Puzzle(unsolvable(sample)).count()
    assert (count.solutions, count.symmetric) == (0, 0)


@pytest.mark.parametrize("name", ["car", "starship", "fancy-chessboard", "periscope", "seal"])
@pytest.mark.few(2)
def test_counts_are_what_the_search_enumerates(name):
    puzzle = Puzzle(named_pattern(name))
    assert puzzle.count().solutions == sum(1 for _ in puzzle.solutions())


@pytest.mark.parametrize("name", FEW_SOLUTIONS)
@pytest.mark.few(2)
def test_every_road_in_python_numbers_each_solution_once(name, monkeypatch):
    puzzle = Puzzle(named_pattern(name))
    known = {frozenset(solution.placements) for solution in puzzle.solutions()}
    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    for limits in some(ROADS.values()):
        problem = Problem(puzzle.pattern, puzzle.pieces)
        ranking = Ranking(State.empty(problem), limits)
        numbered = [ranking[rank] for rank in range(ranking.total)]
        assert len(numbered) == len(known)
        assert {frozenset(problem.placements(path)) for path in numbered} == known


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("limits", ROADS.values(), ids=ROADS)
def test_rows_apart_are_filled_by_all_orders_of_bars_that_end_with_them(limits):
    rng, counts = random.Random(7), []
    for _ in range(12):
        rows = [rng.randint(1, 4) for _ in range(3)]
        left, bars = sum(rows), []
        while left:
            bars.append(rng.randint(1, min(3, left)))
            left -= bars[-1]
        if len(bars) > 6:
            continue
        board = "/..../".join("#" * row + "." * (4 - row) for row in rows)
        names = zip("ABCDEF", bars, strict=False)
        text = "\n".join(["# sides: fixed", *(f"{name} {'o' * size}" for name, size in names)])
        state = State.empty(Problem(Board.parse(board), PieceSet.parse("bars", text)))
        ends = set(accumulate(rows))
        counts.append(sum(ends <= set(accumulate(order)) for order in permutations(bars)))
        assert count_solutions(state, limits).solutions == counts[-1]
    assert 0 in counts
    assert max(counts) > 1


@pytest.mark.long
@pytest.mark.parametrize("name", ["pentomino-tetromino-8x10", "pentomino-one-sided-9x10"])
def test_a_count_far_beyond_the_memory_is_given_up_early(name):
    with pytest.raises(TooLargeError, match=r"needs more than 4 GB, as projected over \d+ GB"):
        Puzzle(name).count()


@pytest.mark.long
def test_a_count_beyond_every_number_is_given_up():
    pieces = "".join(f"m{number} o\n" for number in range(200))
    puzzle = Puzzle("8x25", PieceSet.parse("single cells", f"# sides: fixed\n{pieces}"))
    with pytest.raises(TooLargeError, match="as projected over 1,000,000 GB"):
        puzzle.count()


@pytest.mark.parametrize("name", ["car", "fancy-chessboard"])
@pytest.mark.few(1)
def test_counts_beyond_63_bits_take_the_other_road(monkeypatch, name):
    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    known = Puzzle(named_pattern(name)).count().solutions
    monkeypatch.setattr(TwoSweeps, "count", Mock(side_effect=OverflowError))
    assert counted(named_pattern(name), small=0) == known


def test_a_search_ends_at_its_most_placements():
    state = State.empty(Puzzle("seal").problem)
    searching = Searching(Meter(CountLimits()))
    assert (searching.count(state), searching.nodes > 2000) == (464, True)
    most = searching.nodes
    assert Searching(Meter(CountLimits())).count(state, max_nodes=most) == 464
    with pytest.raises(TooLargeError, match=f"more than {most - 1:,} placements"):
        Searching(Meter(CountLimits())).count(state, max_nodes=most - 1)
    with pytest.raises(TooLargeError, match="more than 10,000 placements"):
        Searching(Meter(CountLimits())).count(State.empty(Problem(FANCY)), max_nodes=10_000)


def test_counts_of_many_positions_keep_few_tables():
    """A server counts positions without end; the tables of each may take hundreds of megabytes."""
    pattern = named_pattern("car")
    homes = [move.placement for move in solve(pattern).moves]
    areas = {len(home.cells): home for home in homes}
    gc.collect()
    # What other tests left stays alive, so that nothing new takes its place in memory.
    before = [each for each in gc.get_objects() if isinstance(each, Subsets)]
    for number in range(2 * KEPT):
        placed = [home for bit, home in enumerate(areas.values()) if number >> bit & 1]
        assert Position(Puzzle(pattern), placed).count().solutions >= 1
    gc.collect()
    kept = {id(each) for each in gc.get_objects() if isinstance(each, Subsets)}
    assert len(kept - set(map(id, before))) <= KEPT


@pytest.mark.long
def test_workers_give_the_same(monkeypatch):
    monkeypatch.setattr("kaleido.counting.tasks.SERIAL_SECONDS", 0.0)
    with make_workers(2) as workers:
        # One board after the other: what a worker has ready of one is not taken for the next.
        for name in ("fancy-chessboard", "crossroads", "fancy-chessboard"):
            puzzle = Puzzle(named_pattern(name))
            alone, shares = puzzle.count(), []
            count = puzzle.count(workers=workers, report=shares.append)
            assert count.solutions == {"fancy-chessboard": 118}.get(name, alone.solutions)
            assert count.by_placement == alone.by_placement != {}
            assert len(shares) > 1
            assert shares == sorted(shares)
            assert shares[-1] == 1.0
        placed = next(puzzle.solutions()).placements[:2]
        assert (
            Position(puzzle, placed).count(workers=workers).by_placement
            == Position(puzzle, placed).count().by_placement
        )
        with pytest.raises(TooLargeError, match=r"needs more than 0.02 GB"):
            Puzzle(named_pattern("checkerboard")).count(workers=workers, max_memory=20_000_000)


def test_a_home_that_ends_its_worker_ends_the_count(monkeypatch):
    class Tired(Workers):
        size = per_machine = 1

        def map_unordered(self, _, tasks):
            yield from ((number, Crash("its worker is tired")) for number, _ in enumerate(tasks))

        def close(self):
            pass

    monkeypatch.setattr("kaleido.counting.tasks.SERIAL_SECONDS", 0.0)
    with pytest.raises(WorkersError, match="the count cannot go on: its worker is tired"):
        Puzzle(FANCY).count(workers=Tired())


def test_the_share_done_grows_to_one():
    shares = []
    state = State.empty(Problem(FANCY))
    count_solutions(state, CountLimits(small=0), report=shares.append)
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1


@pytest.mark.long
def test_too_little_memory_gives_up(output_of):
    state = State.empty(Problem(named_pattern("checkerboard")))
    with pytest.raises(TooLargeError, match="needs more than 1e-05 GB"):
        count_solutions(state, CountLimits(100, 0, 500, 10_000))
    assert (
        output_of("count checkerboard --max-memory 20MB --workers 1", code=3)
        == "gave up: needs more than 0.02 GB\n"
    )
    assert (
        json.loads(output_of("count checkerboard --max-memory '20 mb' --json", code=3))["solutions"]
        is None
    )


def test_patterns_can_be_pickled_after_use():
    pattern = named_pattern("car")
    assert pattern.counts["r"] == 32
    assert pickle.loads(pickle.dumps(pattern)) == pattern


@pytest.mark.long
def test_samples_are_uniform():
    # 118 solutions, 40 draws each on average: chi square with 117 degrees of freedom lies
    # below 167.6 in all but one of a thousand runs; the seed is fixed.
    puzzle = Puzzle(FANCY)
    numbers = Counter(frozenset(each.placements) for each in puzzle.solutions())
    draws = 118 * 40
    state = State.empty(puzzle.problem)
    drawn = Counter(
        frozenset(puzzle.problem.placements(each))
        for each in sample_solutions(state, draws, random.Random(5))
    )
    assert set(drawn) <= set(numbers)
    chi_square = sum((drawn[each] - 40) ** 2 / 40 for each in numbers)
    assert 75 < chi_square < 167.6


def test_samples_hold_what_is_placed_and_repeat_with_their_seed():
    puzzle = Puzzle(FANCY)
    placed = solve(FANCY).solution.placements[:3]
    drawn = Position(puzzle, placed).sample(5, 3)
    assert all(set(placed) <= set(each.placements) for each in drawn)
    assert Position(puzzle, placed).sample(5, seed=3) == drawn
    full = solve(FANCY).solution.placements
    assert {each.placements for each in Position(puzzle, full).sample(2, 0)} == {full}
    for sample in NONE[:4]:
        none = Puzzle(unsolvable(sample))
        assert none.sample(2, 0) == none.sample(2, 0, up_to_symmetry=True) == []


def test_command_count(error_of, output_of):
    answer = json.loads(output_of("count fancy-chessboard --json"))
    assert next(iter(answer)) == "schema"
    assert set(answer) == {
        "schema", "pattern", "status", "reason", "facts", "solutions", "symmetric", "turned",
        "seconds", "states", "peak_states", "engine",
    }  # fmt: skip
    assert answer["solutions"] == 118
    assert output_of("count car --place wand@0,3").startswith("16 solutions\n")
    assert "'much' is no amount of memory" in error_of("count car --max-memory much")


def test_command_sample(capsys, output_of, tmp_path):
    lines = output_of("sample car -n 3 --seed 4 --json").splitlines()
    assert len(lines) == 3
    for line in lines:
        path = tmp_path / "one.json"
        path.write_text(line)
        assert main(["check", "car", str(path)]) == 0
        capsys.readouterr()
    path.write_text(str(unsolvable(NONE[0])))
    assert output_of("sample", path, code=1) == "no solution\n"
