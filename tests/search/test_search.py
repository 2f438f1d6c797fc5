import importlib
import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, strategies as st
from packings import Packing, packing, packings
from replay import events_of, inner_borders, outline, replay
from samples import NONE, solutions, unsolvable
from some import some

from kaleido import (
    STRATEGIES,
    OptionError,
    Placement,
    Puzzle,
    Status,
    named_pattern,
    solve,
)
from kaleido.heuristics import make_strategy
from kaleido.heuristics.makers import make_any_strategy
from kaleido.hints.infeasibility import find_reason
from kaleido.model import find_faults
from kaleido.model.cause import Cause
from kaleido.paper import Paper
from kaleido.search import (
    Backtrack,
    Constrained,
    EdgeMatching,
    Event,
    Exhausted,
    Fork,
    GaveUp,
    Place,
    Problem,
    Resume,
    ScoreParts,
    Solved,
    State,
    Weights,
    search,
)
from kaleido.search.strategies.restarts import luby, run_limits

every_strategy = pytest.mark.parametrize("strategy", STRATEGIES)
CAR = named_pattern("car")

# The program of the paper leaves nothing to chance, and plays without conclusions at first.
WITHOUT_CHANCE = ("paper", "paper-text")

# A strategy that leaves siblings for later, and packings on which it takes them up.
PATIENT = "paper-plus+no-fallback"
WAITING = (0, 1, 8, 18)


# On others the paper's own moves, which draw no conclusions, go through thousands of nodes.
QUICK_FOR_PAPER = NONE[3:7]


def board_of(event: Event) -> frozenset[Placement]:
    assert isinstance(event, Solved)
    return frozenset(event.state.problem.placements(event.state.path))


@every_strategy
@given(packings(), st.integers(0, 5))
def test_what_is_solvable_is_solved(strategy: str, pack: Packing, seed: int):
    limits = {"random": 200, "edge-matching": 200, "paper-plus": 1000}
    limits |= dict.fromkeys(WITHOUT_CHANCE, 60)
    most = limits.get(strategy)
    events = events_of(pack.pattern, strategy, seed, most)
    replay(pack.pattern, events)
    last = events[-1]
    assert not isinstance(last, Exhausted)
    if strategy == "constrained":
        assert isinstance(last, Solved)
    if isinstance(last, Solved):
        assert find_faults(pack.pattern, board_of(last)) == []
        assert last.state.solved
        assert last.state.inner_edges == inner_borders(board_of(last)) == 65


@pytest.mark.parametrize(
    ("strategy", "sample"),
    [
        pytest.param(strategy, sample, marks=[pytest.mark.long] if number % 6 else [])
        for strategy in STRATEGIES
        for number, sample in enumerate(NONE)
        if strategy not in WITHOUT_CHANCE or sample in QUICK_FOR_PAPER
    ],
)
def test_what_has_no_solution_is_proved_to_have_none(strategy: str, sample: tuple[int, int, int]):
    pattern = unsolvable(sample)
    assert solutions(pattern) == set()
    events = events_of(pattern, strategy)
    tracker = replay(pattern, events)
    assert isinstance(events[-1], Exhausted)
    answer = solve(pattern, strategy)
    assert (answer.status, answer.nodes) == (Status.NO_SOLUTION, tracker.nodes)
    known = find_reason(State.empty(Problem(pattern)))
    assert answer.reason == (known or Cause("searched", {"nodes": tracker.nodes}))
    assert answer.solution is None


LONGER = ("starship", "two-llamas", "periscope")


@pytest.mark.parametrize(
    "name", ["car", *(pytest.param(name, marks=pytest.mark.long) for name in LONGER)]
)
@every_strategy
def test_events_of_shipped_patterns(strategy: str, name: str):
    pattern = named_pattern(name)
    replay(pattern, events_of(pattern, strategy, max_nodes=500))


@every_strategy
@pytest.mark.parametrize("name", ["car", "two-llamas"])
@pytest.mark.few(8)
def test_the_same_seed_makes_the_same_search(strategy: str, name: str):
    pattern = named_pattern(name)
    one = make_strategy(strategy, 3)
    first = outline(events_of(pattern, one, max_nodes=400))
    assert outline(events_of(pattern, strategy, 3, max_nodes=400)) == first
    # A strategy that has been used starts afresh.
    assert outline(events_of(pattern, one, max_nodes=400)) == first


@every_strategy
def test_seeds_make_a_difference_where_chance_plays_a_part(strategy: str):
    pattern = named_pattern("checkerboard")
    starts = {str(outline(events_of(pattern, strategy, seed, 18))) for seed in range(3)}
    assert (len(starts) == 1) == (strategy in WITHOUT_CHANCE)


def test_two_searches_of_one_puzzle_do_not_meet():
    pattern = named_pattern("two-llamas")
    puzzle = Puzzle(pattern)
    alone = outline(events_of(pattern, "constrained", 1, 300))
    one, other = (search(puzzle.problem, Constrained(1), max_nodes=300) for _ in range(2))
    pairs = list(zip(one, other, strict=True))
    assert outline(pair[0] for pair in pairs) == outline(pair[1] for pair in pairs) == alone


@every_strategy
@pytest.mark.parametrize("limit", [0, 1, 17])
@pytest.mark.few(8)
def test_a_limit_of_nodes_is_kept(strategy: str, limit: int):
    pattern = named_pattern("crossroads")
    events = events_of(pattern, strategy, max_nodes=limit)
    assert sum(isinstance(event, Place) for event in events) == limit
    assert events[-1] == GaveUp(Cause("limit", {"nodes": limit}))
    answer = solve(pattern, strategy, max_nodes=limit)
    assert (answer.status, answer.nodes, answer.solution) == (Status.GAVE_UP, limit, None)
    assert answer.reason.kind == "limit"
    assert (answer.reason.facts["nodes"], answer.reason.facts["tried"]) == (limit, limit)


@every_strategy
def test_the_last_node_counts(strategy: str):
    nodes = solve(CAR, strategy).nodes
    assert solve(CAR, strategy, max_nodes=nodes).status is Status.SOLVED
    assert solve(CAR, strategy, max_nodes=nodes - 1).status is Status.GAVE_UP


@every_strategy
def test_no_time_is_no_node(strategy: str):
    answer = solve(CAR, strategy, timeout=0)
    assert (answer.status, answer.nodes) == (Status.GAVE_UP, 0)
    assert str(answer.reason) == (
        "the limit of 0 seconds is reached; tried 0 placements, with at most 0 of 18 pieces on "
        "the board"
    )


def test_endless_time_is_no_limit():
    assert solve(CAR, timeout=math.inf).status is Status.SOLVED


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_nodes": -1}, "max_nodes is -1, expected 0 or more"),
        ({"max_nodes": 1.5}, "1.5 is a float, expected a whole number for max_nodes"),
        ({"max_nodes": True}, "True is a bool, expected a whole number for max_nodes"),
        ({"timeout": False}, "False is a bool, expected a number of seconds for timeout"),
        ({"timeout": -1}, "timeout is -1, expected 0 seconds or more"),
        ({"timeout": -0.5}, "timeout is -0.5, expected 0 seconds or more"),
        ({"timeout": math.nan}, "timeout is nan, expected 0 seconds or more"),
        ({"timeout": -math.inf}, "timeout is -inf, expected 0 seconds or more"),
        ({"timeout": 1e12}, "timeout is 1000000000000.0, expected 1,000,000,000 seconds or less"),
        ({"max_nodes": 10**30}, f"max_nodes is {10**30}, expected 9,007,199,254,740,992 or less"),
    ],
)
def test_limits_that_make_no_sense(options: dict[str, float], message: str, refusal_of):
    assert refusal_of(OptionError, solve, CAR, **options) == message
    with pytest.raises(OptionError):
        search(Puzzle(CAR).problem, Constrained(), **options)  # before the first event is asked for


@pytest.mark.parametrize("name", ["", "best", "Papers"])
def test_an_unknown_strategy_names_the_choices(name: str, refusal_of):
    assert refusal_of(OptionError, solve, CAR, name).startswith(
        f"unknown strategy '{name}': expected constrained, tuned, paper, paper-text, paper-plus, "
        "probing, edge-matching, random or module:name"
    )


# Lines of the paper's own moves may meet in the same board.
@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name not in WITHOUT_CHANCE])
@pytest.mark.parametrize("sample", NONE[:6])
@pytest.mark.few(6)
def test_nothing_is_tried_twice(strategy: str, sample: tuple[int, int, int]):
    boards: Counter[frozenset[int]] = Counter()
    for event in events_of(unsolvable(sample), strategy):
        if isinstance(event, Place):
            boards[frozenset(event.state.path)] += 1
        elif isinstance(event, Resume) and strategy == "constrained":
            boards.clear()  # a restart
    assert [board for board, times in boards.items() if times > 1] == []


def test_restarts_follow_the_schedule():
    events = events_of(CAR, Constrained(run_nodes=5))
    replay(CAR, events)
    runs = [0]
    for event in events:
        if isinstance(event, Resume):
            assert event.line == ()
            runs.append(0)
        runs[-1] += isinstance(event, Place)
    schedule = [5 * length for length in itertools.islice(luby(), len(runs))]
    # 18 pieces cannot be placed before the first run of 20 nodes, the seventh.
    assert len(runs) >= 7
    assert runs[:-1] == schedule[:-1]
    assert runs[-1] <= schedule[-1]


def test_the_schedule_repeats_itself_and_doubles():
    whole: list[int] = []
    for power in range(8):
        whole = [*whole, *whole, 2**power]
    assert list(itertools.islice(luby(), len(whole))) == whole


def test_runs_that_grow():
    lengths = [1, 2, 2, 3, 5, 8, 11, 17]  # each half as long again as the one before, rounded
    assert list(itertools.islice(run_limits(1, 50), len(lengths))) == lengths
    assert list(itertools.islice(run_limits(300, 50), 4)) == [300, 450, 675, 1012]


def resumed(events: list[Event]) -> list[Resume]:
    return [event for event in events if isinstance(event, Resume) and event.line]


def test_siblings_beyond_the_third_wait_and_are_taken_up():
    taken_up = 0
    for seed in WAITING:
        pattern = packing(seed).pattern
        events = events_of(pattern, make_any_strategy(PATIENT))
        replay(pattern, events)
        assert isinstance(events[-1], Solved)
        taken_up += len(resumed(events))
    assert taken_up


def test_siblings_beyond_the_third_are_tried_before_there_is_no_solution():
    taken_up = 0
    for sample in NONE[:4]:
        events = events_of(unsolvable(sample), make_any_strategy(PATIENT))
        assert isinstance(events[-1], Exhausted)
        taken_up += len(resumed(events))
    assert taken_up


@pytest.mark.long
@pytest.mark.parametrize("most", [0, 2])
def test_a_short_queue_loses_nothing(monkeypatch: pytest.MonkeyPatch, most: int):
    monkeypatch.setenv("KALEIDO_ENGINE", "python")  # that of the core is fixed
    monkeypatch.setattr(importlib.import_module("kaleido.search.engine"), "MAX_WAITING", most)
    for seed in some(WAITING[1:]):
        pattern = packing(seed).pattern
        events = events_of(pattern, make_any_strategy(PATIENT))
        replay(pattern, events)
        assert isinstance(events[-1], Solved)
        if not most:
            assert not any(isinstance(event, Resume) for event in events)
    for sample in NONE[::3]:
        pattern = unsolvable(sample)
        events = events_of(pattern, make_any_strategy(PATIENT))
        replay(pattern, events)
        assert isinstance(events[-1], Exhausted)
        if not most:
            assert not any(isinstance(event, Resume) for event in events)


class Careless:
    """Proposes some of the moves at hand, any of them first."""

    name = "careless"

    def __init__(self, width: int | None, seed: int) -> None:
        self.width = width
        self._random = random.Random(seed)

    def runs(self, problem: Problem) -> Iterator[int | None]:
        assert len(problem)
        yield None

    def fork(self, state: State) -> Fork:
        moves = [move for move in range(len(state.problem)) if state.scarcest >> move & 1]
        also = [move for move in range(len(state.problem)) if state.live >> move & 1]
        moves = list({*self._random.sample(moves, 1 + len(moves) // 2), self._random.choice(also)})
        self._random.shuffle(moves)
        return Fork(moves, lambda _: Weights().score(ScoreParts(0)), complete=False)


@given(st.sampled_from([None, 1, 2]), st.integers(0, 99), st.sampled_from([5, 22, 23, 25, 28]))
def test_careless_moves_lose_no_solution(width: int | None, seed: int, pack: int):
    pattern = packing(pack).pattern
    events = events_of(pattern, Careless(width, seed), max_nodes=1000)
    replay(pattern, events)
    assert not isinstance(events[-1], Exhausted)
    if isinstance(events[-1], Solved):
        assert board_of(events[-1]) in solutions(pattern)


@pytest.mark.few(4)
@pytest.mark.parametrize("width", [None, 1, 2])
@pytest.mark.parametrize("sample", [(9, 10, 42), (11, 57, 20), (12, 29, 0), (22, 17, 31)])
def test_careless_moves_still_prove_that_there_is_none(
    width: int | None, sample: tuple[int, int, int]
):
    pattern = unsolvable(sample)
    for seed in range(3):
        events = events_of(pattern, Careless(width, seed))
        replay(pattern, events)
        assert isinstance(events[-1], Exhausted)


def test_a_fork_without_moves_must_be_complete():
    with pytest.raises(ValueError, match="a fork without moves must be complete"):
        Fork([], lambda _: Weights().score(ScoreParts(0)), complete=False)


def test_the_paper_keeps_three():
    kept = [event.kept for event in events_of(CAR, "paper") if isinstance(event, Place)]
    assert max(kept) == Paper.width == 3
    wide = [
        event.kept == len(event.fork.moves)
        for event in events_of(CAR, "random")
        if isinstance(event, Place)
    ]
    assert all(wide)


def edge_matching_forks(seed: int) -> list[tuple[State, list[tuple[int, int]]]]:
    """Give each board and the (matched edges, number) of its moves in order."""
    pattern = named_pattern("two-llamas")
    return [
        (
            event.state.parent,
            [
                ((event.state.problem.borders[move] & event.state.parent.edges).bit_count(), move)
                for move in event.fork.moves
            ],
        )
        for event in events_of(pattern, "edge-matching", seed, 60)
        if isinstance(event, Place)
    ]


def test_edge_matching_tries_what_covers_the_first_free_cell_by_matched_edges():
    for before, moves in some(edge_matching_forks(0)):
        first = min(before.problem.grid.cells(before.free))
        assert {number for _, number in moves} == {
            number
            for number in range(len(before.problem))
            if before.live >> number & 1 and first in before.problem.placement(number).cells
        }
        # Equal moves keep the order of the table.
        assert moves == sorted(moves, key=lambda move: (-move[0], move[1]))


def test_another_seed_of_edge_matching_shuffles_equal_moves_only():
    first = [edge_matching_forks(seed)[0][1] for seed in range(4)]
    assert len({tuple(moves) for moves in first}) == 4
    assert len({tuple(matched for matched, _ in moves) for moves in first}) == 1


def test_edge_matching_alone_is_stopped_only_by_a_cell_that_nothing_covers():
    pattern = named_pattern("two-llamas")
    events = events_of(pattern, EdgeMatching(propagation=False), max_nodes=200)
    replay(pattern, events)
    given_up = 0
    for event, following in itertools.pairwise(events):
        if isinstance(event, Place) and isinstance(following, Backtrack):
            first, *_ = event.state.problem.grid.cells(event.state.free)
            cell = first[0] * 8 + first[1]
            assert not event.state.live & event.state.problem.cell_options[cell]
            given_up += 1
    assert given_up > 10


def test_edge_matching_scores_matched_edges_alone():
    events = events_of(CAR, "edge-matching")
    for event in some(event for event in events if isinstance(event, Place)):
        assert event.score.total == event.score.matched
