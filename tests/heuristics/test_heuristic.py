"""Strategies of one's own: candidates, heuristics, scored strategies, the full protocol."""

import random
import sys
from collections import Counter
from functools import partial

import pytest
from both_engines import check
from hypothesis import given, strategies as st
from naive import Board as NaiveBoard, perimeter
from packings import packing
from samples import FEW, NONE, solutions, unsolvable
from some import some

import kaleido
from kaleido import KaleidoError, OptionError, Puzzle, Status
from kaleido.cli import main
from kaleido.heuristics import BoardView, Candidate, Heuristic, ScoredStrategy, make_strategy
from kaleido.heuristics.makers import make_any_strategy, maker_of, strategy_makers
from kaleido.paper import Paper
from kaleido.search import Fork, Score, State, search

CAR = Puzzle("car")


@kaleido.heuristic
def matched(candidate):
    return candidate.matched


class Alternating(ScoredStrategy):
    """Looks for cells and pieces in turn, and scores by what is left."""

    def where(self, board):
        items = board.pieces if board.depth % 2 else board.cells
        return min(items or board.items, key=lambda item: item.count)

    def score(self, candidate):
        return candidate.placements_after


class Pairs(ScoredStrategy):
    """Proposes two candidates, wherever they are."""

    width = 1

    def where(self, board):
        return sorted(board.candidates, key=lambda each: (-each.matched, each.number))[:2]

    def score(self, candidate):
        return -candidate.number


class Bare:
    """The full protocol, and no more than it asks for."""

    name = "bare"
    width = None

    def runs(self, problem):
        yield None

    def fork(self, state):
        moves = [n for n in range(len(state.problem)) if state.scarcest >> n & 1]
        return Fork(moves, lambda rank: Score.plain(rank), complete=True)


def events_of(puzzle, strategy, **options):
    return [
        (type(event).__name__, getattr(getattr(event, "state", None), "path", None))
        for event in search(puzzle.problem, strategy, **options)
    ]


def played(seed, moves):
    """Return a packing's puzzle and the board after some of its pieces, in random order."""
    pack = packing(seed)
    puzzle = Puzzle(pack.pattern)
    order = random.Random(seed).sample(pack.placements, moves)
    state = State.empty(puzzle.problem)
    for placement in order:
        state = state.place(puzzle.problem.number_of(placement))
    return puzzle, state, NaiveBoard(pack.pattern, order)


@given(st.integers(0, 29), st.integers(0, 16))
def test_candidates_say_what_is_so(seed, moves):
    puzzle, state, naive = played(seed, moves)
    board = BoardView(state)
    pattern = puzzle.pattern
    candidates = board.candidates
    covering = Counter(cell for each in candidates for cell in each.cells)
    by_piece = Counter(each.piece for each in candidates)
    open_cells = {cell for island in naive.islands() for cell in island}
    for each in some(candidates[:: max(len(candidates) // 8, 1)]):
        own = set(each.cells)
        assert each.placement.cells == each.cells
        assert (each.piece, each.face) == (each.placement.piece, each.placement.face)
        assert each.size == len(own)
        assert each.matched == naive.matched(own)
        assert each.border == perimeter(own) == each.matched + each.unmatched
        assert each.colours == Counter(pattern.colour(*cell) for cell in own)
        assert set(each.island.cells) == naive.island(each.cells[0])
        assert each.frame_distance == min(min(row, col, 7 - row, 7 - col) for row, col in own)
        assert each.cell_placements == tuple(covering[cell] for cell in each.cells)
        assert each.piece_placements == by_piece[each.piece]
        assert Counter(each.pieces_after) == Counter(board.pieces_left) - Counter([each.piece])
        left = Counter(pattern.colour(*cell) for cell in open_cells - own)
        assert each.colours_after == left
        after = BoardView(each.state_after)
        assert each.placements_after == len(after.candidates)
        if each.state_after.items:
            assert each.fewest_after == min(item.count for item in after.items)
        assert each.dead == any(item.count == 0 for item in after.items)
        if each.lookahead is None:
            assert each.dead
        assert each.window in densest_windows(naive, each)
        assert each.splits >= 0


def densest_windows(naive, candidate):
    """Give the edges in each of the densest windows that hold a candidate, cell by cell."""
    island, own = set(candidate.island.cells), set(candidate.cells)
    found = {}
    for height, width in [(2, 3), (3, 2)] + [(1, 4), (4, 1)] * (candidate.size == 4):
        for row in range(9 - height):
            for col in range(9 - width):
                window = {(row + r, col + c) for r in range(height) for c in range(width)} & island
                edges = sum(naive.sides(cell) for cell in window)
                if own <= window and (min(height, width) > 1 or edges >= 5):
                    found.setdefault(edges / len(window), set()).add(edges)
    return found[max(found)] if found else {0}


def test_boards_are_shown_as_they_are():
    board = BoardView(State.empty(CAR.problem))
    assert board.depth == 0
    assert [item.cell for item in board.cells] == [(r, c) for r in range(8) for c in range(8)]
    assert [item.piece for item in board.pieces] == [piece.name for piece in CAR.pieces]
    assert board.first_cell.cell == (0, 0)
    assert board.scarcest.count == min(item.count for item in board.items)
    assert board.colours_left == {"x": 32, "r": 32}
    assert sum(island.size for island in board.islands) == 64
    assert [island.size for island in board.islands] == sorted(i.size for i in board.islands)
    assert repr(board.first_cell) == f"<Item cell (0, 0), {board.first_cell.count} placements>"


@pytest.mark.parametrize("name", ["pentomino-6x10", "kanoodle", "tetromino-tube"])
def test_candidates_of_other_puzzles(name):
    candidate = BoardView(State.empty(kaleido.named_puzzle(name).problem)).candidates[0]
    for attribute in dir(Candidate):
        if not attribute.startswith("_"):
            getattr(candidate, attribute)


@pytest.mark.parametrize(
    ("where", "seed"),
    [*((where, seed) for where in ("scarcest", "reading") for seed in FEW[:4]), ("everywhere", 22)],
)
def test_any_heuristic_finds_every_solution_once(where, seed):
    pattern = packing(seed).pattern
    puzzle = Puzzle(pattern)
    noise = random.Random(seed)
    odd = kaleido.heuristic(where=where)(lambda candidate: noise.random())
    found = [
        frozenset(puzzle.problem.placements(event.state.path))
        for event in search(puzzle.problem, odd, max_solutions=None)
        if type(event).__name__ == "Solved"
    ]
    assert len(found) == len(set(found))
    assert set(found) == solutions(pattern)


@pytest.mark.parametrize(
    "strategy",
    [matched, kaleido.heuristic(where="everywhere")(matched.function), Alternating, Pairs, Bare],
)
@pytest.mark.parametrize("sample", NONE[4:5])
@pytest.mark.few(2)
def test_what_has_no_solution_is_proved(strategy, sample):
    assert kaleido.solve(unsolvable(sample), strategy).status is Status.NO_SOLUTION


@pytest.mark.parametrize("strategy", [Alternating, Pairs, Bare])
@pytest.mark.parametrize("seed", [23])
def test_strategies_of_all_depths_find_every_solution(strategy, seed):
    pattern = packing(seed).pattern
    problem = Puzzle(pattern).problem
    found = {
        frozenset(problem.placements(event.state.path))
        for event in search(problem, make_any_strategy(strategy), max_solutions=None)
        if type(event).__name__ == "Solved"
    }
    assert found == solutions(pattern)


def test_higher_scores_come_first():
    for step in some(kaleido.record("twelve", matched, max_nodes=300).steps):
        fork = step.place.fork
        totals = [fork.score(rank).total for rank in range(len(fork.moves))]
        assert totals == sorted(totals, reverse=True)  # the first run has no noise
        if step.place.rank == 0:
            assert step.place.score.total == totals[0]


def test_the_seed_decides_between_equals():
    flat = kaleido.heuristic(lambda candidate: 0)
    runs = [tuple(events_of(CAR, maker_of(flat)(seed), max_nodes=50)) for seed in (0, 1, 2, 0)]
    assert runs[0] == runs[3]
    assert len(set(runs)) == 3
    ways = [{"strategy": each, "seed": 1} for each in (flat, flat.function)]
    nodes = [kaleido.solve("car", **way).nodes for way in (*ways, {"strategy": maker_of(flat)(1)})]
    own = events_of(CAR, maker_of(flat)(1))
    assert nodes == [sum(kind == "Place" for kind, _ in own)] * 3


def test_compare_runs_each_seed():
    flat = kaleido.heuristic(lambda candidate: 0)
    runs = kaleido.compare("car", {"flat": flat}, seeds=4)
    assert [run.nodes for run in runs] == [
        kaleido.solve("car", flat, seed=seed).nodes for seed in range(4)
    ]
    assert len({run.nodes for run in runs}) > 1


def test_restarts_add_noise_and_can_be_switched_off():
    worst = kaleido.heuristic(lambda candidate: -candidate.matched)
    stubborn = kaleido.heuristic(restarts=False)(worst.function)
    restarts = [
        sum(kind == "Resume" for kind, _ in events_of(Puzzle("key"), each, max_nodes=2000))
        for each in (worst, stubborn)
    ]
    assert restarts[0] > 0 == restarts[1]


def nodes_on(boards, *strategies, seed=0):
    """Return the nodes of searches, a list for each strategy."""
    return [
        [kaleido.solve(board, each, seed=seed).nodes for board in boards] for each in strategies
    ]


HARD = ("fancy-chessboard", "two-colours-156", "four-colours-105", "four-colours-154")


@pytest.mark.parametrize("seed", [0, 3])
def test_a_score_of_ones_own_is_searched_as_ours(seed):
    @kaleido.heuristic
    def own(candidate):
        return candidate.matched + candidate.crookedness + candidate.span

    weighted = kaleido.heuristic({"matched": 1, "crookedness": 1, "span": 1})
    ours, *others = nodes_on(HARD, "constrained", own, weighted, seed=seed)
    assert others == [ours, ours]
    assert max(ours) > 100  # so that the search restarts, remembers and leaves out


def test_equal_scores_without_noise_come_in_the_same_order():
    choices = {"restarts": False, "noise": 0}
    own = kaleido.heuristic(lambda each: each.matched - each.unmatched, **choices)
    weighted = kaleido.heuristic({"matched": 1, "unmatched": -1}, **choices)
    boards = ("car", "smiley", *HARD[:2])
    first, second = nodes_on(boards, own, weighted)
    assert first == second


@pytest.mark.parametrize("factor", [0.1, 10])
def test_the_unit_of_a_score_does_not_matter(factor):
    @kaleido.heuristic
    def tight(candidate):
        return candidate.matched - candidate.unmatched

    @kaleido.heuristic
    def same(candidate):
        return factor * tight(candidate)

    weighted = kaleido.heuristic({"matched": factor, "unmatched": -factor})
    first, *others = nodes_on(HARD[:2], tight, same, weighted)
    assert others == [first, first]


@pytest.mark.parametrize("board", ["car", "fancy-chessboard", "pentomino-6x10"])
@pytest.mark.parametrize("choices", [{}, {"restarts": False}, {"memory": False}, {"noise": 0.5}])
def test_weights_make_the_same_search_in_the_core_and_without(board, choices, monkeypatch):
    weights = {"matched": 2, "border": -0.5, "size": 0.25, "unmatched": -1}
    puzzle = Puzzle(board)
    strategy = partial(kaleido.heuristic, weights, **choices)
    check(monkeypatch, puzzle.pattern, puzzle.pieces, strategy=strategy)


def test_a_bare_search_tries_the_highest_score_first():
    bare = kaleido.heuristic(lambda each: each.matched, restarts=False, memory=False, noise=0)
    state = State.empty(CAR.problem)
    next(bare.runs(CAR.problem))
    fork = bare.fork(state)
    scores = [fork.score(rank).total for rank in range(len(fork.moves))]
    assert scores == sorted(scores, reverse=True)
    assert bare.name == "lambda (no restarts, no memory, noise 0)"


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        (
            {"match": 1},
            "unknown attribute in a weighted sum 'match': expected matched,",
        ),
        ({"matched": "1"}, "the weight of matched is '1', expected a finite number"),
        ({"matched": float("nan")}, "the weight of matched is nan, expected a finite number"),
        ({}, "the weights of a score are {}, expected numbers by attribute"),
    ],
)
def test_weights_are_checked(weights, said, refusal_of):
    assert refusal_of(OptionError, kaleido.heuristic, weights).startswith(said)


@pytest.mark.parametrize("name", kaleido.STRATEGIES)
def test_copies_with_a_seed_are_as_new_ones(name):
    fresh = make_strategy(name, 5)
    used = make_strategy(name, 2)
    events_of(CAR, used, max_nodes=20)
    copied = maker_of(used)(5)
    assert events_of(CAR, copied, max_nodes=60) == events_of(CAR, fresh, max_nodes=60)
    assert used.seed == 2


def test_a_heuristic_is_still_a_function():
    candidate = BoardView(State.empty(CAR.problem)).candidates[0]
    assert matched(candidate) == candidate.matched
    assert matched.name == matched.__name__ == "matched"
    assert kaleido.heuristic(name="mine")(lambda candidate: 0).name == "mine"


def test_labels():
    makers = strategy_makers(["paper", "paper", matched, matched, Bare])
    assert list(makers) == ["paper", "matched", "bare"]
    for one, other in (("paper", Paper(3)), (Bare, Bare()), (lambda _: 0, lambda _: 1)):
        with pytest.raises(OptionError, match=r"are both called '(paper|bare|lambda)'"):
            strategy_makers([one, other])
    assert list(strategy_makers(lambda candidate: 0)) == ["lambda"]
    assert list(strategy_makers({"a": "paper", "b": lambda seed: Paper(seed)})) == [
        "a",
        "b",
    ]
    assert strategy_makers({"b": lambda seed: Paper(seed)})["b"](4).seed == 4


MODULE = """
import kaleido

@kaleido.heuristic
def tightest(candidate):
    return candidate.matched - candidate.unmatched

def plain(candidate):
    return candidate.matched

class Group:
    inner = tightest
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    name = f"lab_of_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return name


@pytest.mark.parametrize("attribute", ["tightest", "plain", "Group.inner"])
def test_strategies_of_modules_and_files(module, attribute):
    for name in (f"{module}:{attribute}", f"{module}.py:{attribute}"):
        assert kaleido.solve("car", name).status is Status.SOLVED
        assert main(["solve", "car", "--strategy", name, "--json"]) == 0


def test_strategies_of_modules_are_drawn_too(module, capsys):
    plot = ["plot", "first-steps", "--figure", "tree", "-o", "tree.svg"]
    assert main([*plot, "--strategy", f"{module}:tightest"]) == 0
    animate = ["animate", "first-steps", "--max-frames", "2", "-o", "steps.gif"]
    assert main([*animate, "--strategy", f"{module}.py:plain"]) == 0
    capsys.readouterr()


def test_strategies_of_other_packages(module, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    info = tmp_path / "lab-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lab\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[kaleido.strategies]\ntightest-of-all = {module}:tightest\nbroken = {module}:nothing\n"
        f"paper = {module}:tightest\n"
    )
    assert kaleido.solve("car", "tightest-of-all").strategy == "tightest"
    assert kaleido.solve("car", "paper").strategy == "paper"  # nobody can take its place
    with pytest.raises(OptionError, match="cannot import"):
        kaleido.solve("car", "broken")
    with pytest.raises(OptionError, match="random, tightest-of-all, broken or module:name"):
        kaleido.solve("car", "nope")


def returning(value):
    return kaleido.heuristic(name="odd")(lambda candidate: value)


class NoScore(ScoredStrategy):
    pass


class NeedsMore(ScoredStrategy):
    def __init__(self, seed, depth):
        super().__init__(seed)

    def score(self, candidate):
        return 0


class Nowhere(Pairs):
    def where(self, board):
        return []


class Elsewhere(Pairs):
    def where(self, board):
        return board.cells


class Lost(Pairs):
    def where(self, board):
        return None


class NoFork(Bare):
    def fork(self, state):
        return [1, 2]


class FalseMoves(Bare):
    def fork(self, state):
        return Fork([len(state.problem)], lambda rank: Score.plain(0), complete=False)


class FalseProof(Bare):
    def fork(self, state):
        return Fork([], lambda rank: Score.plain(0), complete=True)


class NoRuns(Bare):
    def runs(self, problem):
        return None


class NoWidth(Bare):
    width = 0


class Coordinates(Pairs):
    def where(self, board):
        return board.cells[0].cell


class Wide(Pairs):
    width = 0


class WideText(Pairs):
    width = "3"


class Restless(Pairs):
    restarts = "no"


class Reading(Pairs):
    where = "reading"


class Unprepared(ScoredStrategy):
    """Takes its own argument and leaves out what the class above would do."""

    def __init__(self, factor=2):
        self.factor = factor

    def score(self, candidate):
        return self.factor * candidate.matched


class One(Pairs):
    def where(self, board):
        return board.candidates[0]


def two_arguments(candidate, factor):
    return factor * candidate.matched


def misspelt(candidate):
    return candidate.match


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (5, "strategy 5 is an int, expected a name, a strategy, a class of strategies or a "),
        (None, "strategy None is a NoneType, expected a name"),
        (kaleido.Pattern, "class Pattern has no runs and fork, expected a class of strategies"),
        (NoScore, "class NoScore has no score, expected one that scores"),
        (NeedsMore, "class NeedsMore needs depth: give an object, such as NeedsMore(depth=...)"),
        (
            returning(None),
            "the score of 'odd' for big wand (W) front at A4 is None, expected a finite",
        ),
        (returning(float("nan")), "is nan, expected a finite number"),
        (returning("7"), "is '7', expected a finite number"),
        (returning([1, 2]), "is [1, 2], expected a finite number"),
        (misspelt, "score() of 'misspelt' raised AttributeError in line "),
        (
            misspelt,
            "object has no attribute 'match'. Did you mean 'matched'?",
        ),
        (lambda candidate: candidate.edges, "; a Candidate has border, cell_placements, cells,"),
        (lambda candidate: candidate.piece.size, "'size'; size is one of the Candidate"),
        (lambda candidate: 1 / 0, "score() of 'lambda' raised ZeroDivisionError in line "),
        (Nowhere, "where() of 'Nowhere' returned nothing, expected an item of board.items, or"),
        (Elsewhere, "where() of 'Elsewhere' returned <Item cell (0, 0), "),
        (Lost, "where() of 'Lost' returned None, expected an item of board.items, or candi"),
        (Coordinates, "where() of 'Coordinates' returned 0 among others, expected one of board.it"),
        (Wide, "width of 'Wide' is 0, expected a whole number from 1 on, or None"),
        (WideText, "width of 'WideText' is '3', expected a whole number from 1 on, or None"),
        (Restless, "restarts of 'Restless' is 'no', expected True or False"),
        (Reading, "where of 'Reading' is 'reading', expected a method"),
        (two_arguments, "two_arguments(candidate, factor): a heuristic takes one argument"),
        ("json:dump", "…: a heuristic takes one argument, a candidate"),
        (
            "json:dumsp",
            "strategy 'json:dumsp': json has nothing called 'dumsp'. Did you mean 'dump",
        ),
        ("json:", "strategy 'json:' lacks a name, expected module:name"),
        (":dumps", "strategy ':dumps' lacks a name, expected module:name"),
        (NoFork, "fork() of strategy 'bare' returned [1, 2], expected a kaleido.search.Fork"),
        (FalseMoves, "expected numbers of placements that are live at the state"),
        (FalseProof, "fork() of strategy 'bare' claims to be complete, but no cell or piece has"),
        (NoRuns, "runs() of strategy 'bare' returned None, expected limits of nodes"),
        (NoWidth, "the width of strategy 'bare' is 0, expected a whole number from 1 on, or None"),
        ("nowhere:at_all", "strategy 'nowhere:at_all': cannot import nowhere: ModuleNotFoundError"),
        ("no-file.py:f", "strategy 'no-file.py:f': no such file: 'no-file.py'"),
        ("kaleido:nothing", "strategy 'kaleido:nothing': kaleido has nothing called 'nothing'"),
        ("kaleido:__version__", "unknown strategy"),
        ("json:dumps", "score() of 'dumps' raised TypeError"),
    ],
)
def test_mistakes_are_named_in_one_line(strategy, message, refusal_of):
    assert message in refusal_of(OptionError, kaleido.solve, "car", strategy)


def test_classes_with_parameters_of_their_own():
    assert maker_of(Unprepared)(4).factor == 2
    assert maker_of(Unprepared)(4).seed == 4
    assert maker_of(Unprepared(3))(4).factor == 3
    assert kaleido.solve("car", Unprepared(3)).status is Status.SOLVED


def test_where_may_return_a_single_candidate():
    assert kaleido.solve("car", One).status is Status.SOLVED


def test_a_class_needs_no_decorator():
    with pytest.raises(OptionError, match=r"Alternating is a class.* needs no decorator"):
        kaleido.heuristic(Alternating)


@pytest.mark.parametrize("function", [3, "matched", None])
def test_a_heuristic_needs_a_function(function):
    with pytest.raises(OptionError, match="expected a function of a candidate"):
        Heuristic(function)


def test_where_is_one_of_three():
    with pytest.raises(OptionError, match="expected scarcest, reading or everywhere"):
        kaleido.heuristic(where="nowhere")(lambda candidate: 0)


def test_nobody_runs_code_by_the_name_of_a_strategy_elsewhere():
    with pytest.raises(OptionError, match="unknown strategy 'os:getcwd'"):
        make_strategy("os:getcwd")


def test_boards_without_a_move_say_so():
    solved = kaleido.Position(CAR, kaleido.solve(CAR).solution.placements)
    dead = next(
        each
        for each in (kaleido.Position(CAR, [first]) for first in CAR.problem.placements(range(270)))
        if each.state.dead
    )
    with pytest.raises(KaleidoError, match="the board is dead"):
        BoardView(dead.state).scarcest  # noqa: B018
    for ask in (lambda board: board.scarcest, lambda board: board.first_cell):
        with pytest.raises(KaleidoError, match="the board is solved"):
            ask(BoardView(solved.state))


def test_named_parts_are_the_score_and_are_shown(tmp_path):
    def parts(candidate):
        return {"edges": candidate.matched, "size": -candidate.size / 2}

    def total(candidate):
        return sum(parts(candidate).values())

    recording = kaleido.record("twelve", parts)
    plain = kaleido.record("twelve", total)
    assert [each.place.number for each in recording.steps] == [
        each.place.number for each in plain.steps
    ]
    for step, other in zip(recording.steps, plain.steps, strict=True):
        assert step.place.score.total == other.place.score.total
        assert sum(step.place.score.parts.values()) == step.place.score.total
    scores = [step.place.score for step in recording.steps]
    assert {name for score in scores for name in score.parts} == {"edges", "size"}
    assert scores[0].line.endswith(f" size = {scores[0].total:g}")
    # They are in a trace, too.
    recording.save(tmp_path / "own.jsonl")
    again = kaleido.Recording.load(tmp_path / "own.jsonl")
    assert [step.place.score for step in again.steps] == scores


@pytest.mark.parametrize("part", [None, float("inf"), "7"])
def test_a_part_that_is_no_number_is_named(part):
    with pytest.raises(OptionError, match="expected a finite number, or such numbers by name"):
        kaleido.solve("car", kaleido.heuristic(lambda _: {"edges": 1, "odd": part}))
