import json
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from naive import Board
from packings import packing
from samples import FEW, NONE, unsolvable
from scipy.stats import ttest_1samp
from small_boards import game
from some import some

import kaleido
from kaleido import CLASSIC, OptionError, Puzzle, Status, named_pattern, pattern_names, solve
from kaleido._version import __version__
from kaleido.counting import count_solutions
from kaleido.heuristics import make_strategy
from kaleido.lab import cost_ratio, training_data, tune
from kaleido.lab.learn import training
from kaleido.lab.learn.boards import generate_boards
from kaleido.lab.learn.training import (
    Example,
    collect_examples,
    feature_names,
    fit_weights,
    seen_forks,
)
from kaleido.lab.learn.tuning import BASES, HELD_OUT_FROM, Evaluation, direct_search, rounded
from kaleido.lab.statistics import Interval
from kaleido.model.grid import bits
from kaleido.search import (
    Constrained,
    LookaheadTerms,
    Place,
    Policy,
    Solved,
    State,
    Tuned,
    Weights,
    search,
)
from kaleido.search.strategies.lookahead import Lookahead
from kaleido.search.strategies.policy import TUNED_FILE

SMALL = {"boards": 2, "held_out": 2, "budget": 2}


@pytest.fixture(scope="module")
def boards():
    return generate_boards(6, seed=40)


@pytest.fixture(scope="module")
def small():
    return tune(**SMALL, seed=3)


class TestBoards:
    def test_have_solutions_and_come_again(self, boards):
        assert len(set(boards.values())) == 6
        shares = []
        assert generate_boards(2, 40, shares.append).items() <= boards.items()
        assert shares[:2] == [0, 0.5]  # before each board, which takes long
        for board in boards.values():
            assert solve(board, max_nodes=50_000).status is Status.SOLVED

    def test_are_none_that_come_with_kaleido(self, boards):
        shipped = {
            named_pattern(name).rotated(turn) for name in pattern_names() for turn in range(4)
        }
        assert not shipped & set(boards.values())

    @pytest.mark.long
    def test_held_out_are_others(self, boards):
        unseen = generate_boards(6, seed=40 + HELD_OUT_FROM)
        assert not set(boards) & set(unseen)
        assert not set(boards.values()) & set(unseen.values())


def states_on_the_way(pattern, seed=0):
    """Yield states of a search, and the moves proposed there."""
    for event in search(Puzzle(pattern).problem, Tuned(seed), max_nodes=60):
        if isinstance(event, Place) and not event.rank:
            yield event.state.parent, event.fork


@pytest.mark.parametrize("name", ["car", "seal", "starship", "fancy-chessboard", "digit-4"])
@pytest.mark.few(2)
def test_a_look_sees_what_the_move_leaves_around_it(name):
    pattern = named_pattern(name)
    refuted = 0
    for state, fork in states_on_the_way(pattern):
        problem, lookahead = state.problem, Lookahead(state.problem)
        lookahead.set_state(state)
        for move in bits(state.live):
            seen, after = lookahead.terms(move), state.place(move)
            beside = problem.grid.spread(problem.masks[move]) & after.free
            counts = [
                (after.live & problem.cell_options[cell]).bit_count() for cell in bits(beside)
            ]
            assert (seen is None) == (0 in counts)
            if seen is None:
                assert after.dead
                # A look is not worth its time where there is only one move.
                assert move not in fork.moves or len(fork.moves) == 1
                refuted += 1
                continue
            assert seen.cells == pytest.approx(sum(1 / count for count in counts))
            if move in fork.moves:
                placed = problem.placements(after.path)
                sizes = Counter(len(island) for island in Board(pattern, placed).islands())
                assert (seen.singles, seen.pairs) == (sizes[1], sizes[2])
    assert refuted


@given(
    st.builds(game, st.sampled_from(("plain", "copies", "spare", "coloured")), st.integers(0, 59)),
    st.randoms(use_true_random=False),
)
def test_a_look_refutes_no_move_of_a_solution(own, rng):
    """On boards with holes and seams, with copies of pieces and spare ones."""
    problem = own.puzzle.problem
    lookahead = Lookahead(problem)
    solved = sorted(each.path for each in states_solved(problem))
    assume(solved)
    for full in some(solved):
        state = State.empty(problem)
        for move in some(rng.sample(full[state.depth :], len(full) - state.depth)):
            lookahead.set_state(state)
            assert lookahead.terms(move) is not None
            state = state.place(move)


def states_solved(problem):
    """Yield a few full boards."""
    events = search(problem, Constrained(), max_solutions=5)
    return (event.state for event in events if isinstance(event, Solved))


def test_a_look_at_the_last_move_sees_nothing_left():
    answer = solve(named_pattern("car"))
    state = State.empty(Puzzle(named_pattern("car")).problem)
    numbers = [state.problem.number_of(move.placement) for move in answer.moves]
    for number in numbers[:-1]:
        state = state.place(number)
    lookahead = Lookahead(state.problem)
    lookahead.set_state(state)
    assert lookahead.terms(numbers[-1]) == LookaheadTerms()


@pytest.mark.parametrize("name", ["car", "starship", "two-llamas"])
def test_scores_add_up(name):
    policy = Tuned().policy
    weights, ahead = policy.weights, 0
    for state, fork in states_on_the_way(named_pattern(name)):
        board = Board(state.problem.pattern, state.problem.placements(state.path))
        for rank, move in enumerate(fork.moves):
            score, placement = fork.score(rank), state.problem.placement(move)
            assert score.matched == board.matched(placement.cells)
            assert score.crookedness == weights.pieces[placement.piece]
            assert (score.window, score.span, score.splits) == (0, 0, 0)
            ahead += score.ahead != 0
            assert score.total == pytest.approx(
                weights.matched * score.matched + score.crookedness + score.ahead, abs=1e-5
            )
    assert ahead


class TestTuned:
    def test_without_noise_takes_the_best_move_first(self):
        policy = replace(Tuned().policy, noise=0.0)
        events = search(Puzzle(named_pattern("car")).problem, Tuned(policy=policy), max_nodes=60)
        for event in some(event for event in events if isinstance(event, Place)):
            totals = [event.fork.score(rank).total for rank in range(len(event.fork.moves))]
            assert totals == sorted(totals, reverse=True)

    def test_restarts(self):
        pattern = named_pattern("fancy-chessboard")
        answer = solve(pattern, Tuned(run_nodes=5), max_nodes=300)
        assert answer.nodes == 300 or answer.solution is not None
        with pytest.raises(OptionError, match="run_nodes is 0"):
            Tuned(run_nodes=0)

    def test_scores_stay_when_the_strategy_goes_on_to_another_board(self):
        tuned = Tuned()
        first = next(search(Puzzle(named_pattern("car")).problem, tuned))
        score = first.score
        solve(named_pattern("starship"), tuned)
        assert first.score == score

    def test_weighs_with_the_file_that_comes_with_kaleido(self):
        kept = json.loads(TUNED_FILE.read_text(encoding="utf-8"))
        policy = make_strategy("tuned").policy
        assert policy == Policy.read(TUNED_FILE) == Policy.from_dict(kept["policy"])
        assert kept["strategy"] == "tuned"
        assert kept["made"]["base"] == "tuned"
        assert set(policy.weights.pieces) == {piece.name for piece in CLASSIC}
        # On boards that it had not seen, it was better beyond doubt.
        assert kept["held_out"]["ratio"][2] < 1

    def test_pieces_without_a_weight_go_by_their_shape(self):
        policy = Policy(Weights(pieces={"domino": 7.0}))
        first = next(search(Puzzle(named_pattern("car")).problem, Tuned(policy=policy)))
        expected = {"domino": 7.0}
        for event in search(
            Puzzle(named_pattern("car")).problem, Tuned(policy=policy), max_nodes=40
        ):
            if isinstance(event, Place):
                piece = event.placement.piece
                cells = CLASSIC[piece].front.drawing.cells
                worth = expected.get(piece, Weights().crookedness(cells))
                assert event.score.crookedness == worth
        assert first.score.ahead == 0


class TestTrainingData:
    def test_follow_solutions(self):
        """Every fork has the move of one solution, among others."""
        problem = Puzzle(packing(FEW[0]).pattern).problem
        examples = collect_examples(Tuned().policy, problem, 0)
        for example in examples:
            assert example.right.sum() == 1
            assert len(example.right) > 1
            assert example.features.shape == (len(example.right), len(feature_names(problem)))
            assert (example.features[:, 4:].sum(axis=1) == 1).all()
        assert examples

    def test_show_moves_as_often_as_solutions_contain_them(self, monkeypatch):
        """The first fork of many walks, against the share of all solutions, which are known."""
        monkeypatch.setattr(training, "SOLUTIONS", 150)
        pattern = packing(FEW[0]).pattern
        problem = Puzzle(pattern).problem
        policy = replace(Tuned().policy, noise=0.0)
        tuned = Tuned(0, policy)
        next(tuned.runs(problem))
        state = State.empty(problem)
        while len(moves := tuned.fork(state).moves) == 1:
            state = state.place(moves[0])
        events = search(problem, Tuned(), max_solutions=None)
        known = [event.state.path for event in events if isinstance(event, Solved)]
        shares = np.array([np.mean([move in path for path in known]) for move in moves])
        lookahead = Lookahead(problem)
        lookahead.set_state(state)
        _, features = training._features(state, moves, lookahead)
        right = [
            example.right
            for example in collect_examples(policy, problem, 0)
            if np.array_equal(example.features, features)
        ]
        assert len(right) >= 150
        assert np.mean(right, axis=0) == pytest.approx(shares, abs=0.08)


@pytest.fixture(scope="module")
def chosen():
    """A board with few solutions, which are all listed, and one with many, which are not."""
    boards = [packing(FEW[0]).pattern, kaleido.suite("two-colours")["two-colours-143"]]
    return boards, training_data(boards, seed=3)


class TestArrays:
    """Training data with exact counts as labels."""

    def test_labels_are_the_solutions_that_follow(self, chosen):
        """Against all solutions of the board, by the forks that are collected once more."""
        boards, data = chosen
        known = [set(path) for path in (each.path for each in every_state(boards[0]))]
        forks = list(seen_forks(Puzzle(boards[0]).problem, Tuned().policy, 3, 1))
        own = data.board == 0
        labels = [
            sum({*fork.state.path, move} <= path for path in known)
            for fork in forks
            for move in fork.moves
        ]
        assert data.solutions[own].tolist() == labels
        assert np.array_equal(data.X[own], np.concatenate([fork.features for fork in forks]))

    def test_counts_of_a_fork_add_up_to_those_of_its_board(self, chosen):
        """A fork leaves no solution out, so that each is counted once: many of them, too."""
        boards, data = chosen
        forks = seen_forks(Puzzle(boards[1]).problem, Tuned().policy, 4, 1)
        sums = np.bincount(data.fork, weights=data.solutions)[data.fork[data.board == 1].min() :]
        assert sums.max() > training.FEW
        for number, fork in enumerate(forks):
            if number % 4 == 0:
                assert sums[number] == count_solutions(fork.state).solutions

    def test_have_a_row_for_each_move(self, chosen):
        boards, data = chosen
        assert len(data.feature_names) == data.X.shape[1]
        assert (
            len({len(data), *map(len, (data.X, data.y, data.solutions, data.fork, data.board))})
            == 1
        )
        shares = np.bincount(data.fork, weights=data.y)
        assert shares == pytest.approx(1)
        assert (np.bincount(data.fork) > 1).all()
        assert (np.diff(data.board) >= 0).all()
        again = training_data({"few": boards[0]}, seed=3)
        assert np.array_equal(again.solutions, data.solutions[data.board == 0])
        assert "on 1 board" in repr(again)

    def test_what_gives_no_data_is_told(self):
        with pytest.raises(OptionError, match="paths is 0, expected 1 or more"):
            training_data([named_pattern("car")], paths=0)
        with pytest.raises(OptionError, match="there is no fork on these boards"):
            training_data([unsolvable(NONE[0])])


def every_state(pattern):
    """Yield the full boards of all solutions."""
    events = search(Puzzle(pattern).problem, Tuned(), max_solutions=None)
    return (event.state for event in events if isinstance(event, Solved))


def test_the_fit_recovers_the_weights_that_made_the_lessons():
    rng = np.random.default_rng(1)
    true = np.array([1.0, -2.0, 0.0])
    examples = []
    for _ in range(3000):
        features = rng.normal(size=(4, 3))
        chances = np.exp(features @ true)
        right = np.arange(4) == rng.choice(4, p=chances / chances.sum())
        examples.append(Example(features, right))
    assert fit_weights(examples) == pytest.approx(true, abs=0.12)


def test_the_fit_keeps_the_weight_of_an_edge_above_its_least():
    example = Example(np.array([[3.0, 0.0], [1.0, 1.0]]), np.array([False, True]))
    matched, other = fit_weights([example], least=0.05)
    assert matched == pytest.approx(0.05)
    assert other > 1


class TestDirectSearch:
    def test_mends_weights_of_the_wrong_sign(self, boards):
        tables = [Puzzle(board).problem for board in boards.values()]
        weights = Tuned().policy.weights
        turned = {name: -getattr(weights, name) for name in ("scarce_cells", "singles", "pairs")}
        off = replace(Tuned().policy, weights=replace(weights, **turned))
        policy, start, end = direct_search(tables, BASES["tuned"], off, 14)
        assert end < start
        assert policy != off

    @pytest.mark.parametrize("base", BASES)
    def test_never_ends_worse_than_it_began(self, base, boards):
        tables = [Puzzle(board).problem for board in [*boards.values()][:3]]
        start = Tuned().policy if base == "tuned" else BASES[base].start
        for budget in (0, 2):
            policy, before, after = direct_search(tables, BASES[base], start, budget)
            assert after <= before
            assert math.isfinite(after)
            assert budget or policy == start


class TestTune:
    @pytest.mark.long
    def test_same_seed_same_weights(self, small):
        again = tune(**SMALL, seed=3)
        assert again.policy == small.policy
        assert again.policy.weights.pieces == small.policy.weights.pieces
        assert (again.start, again.end) == (small.start, small.end)
        assert np.array_equal(again.after.nodes, small.after.nodes)
        assert tune(**SMALL, seed=4).policy != small.policy

    def test_tells_what_it_did(self, small):
        told = small.as_dict()
        assert told["made"] == SMALL | {"base": "tuned", "seed": 3, "version": __version__}
        assert told["training"]["end"] <= told["training"]["start"]
        assert told["held_out"]["before"]["runs"] == 4
        assert Policy.from_dict(json.loads(json.dumps(told))["policy"]) == small.policy
        assert small.policy.weights.matched == 1
        assert small.examples > 0


class TestCommand:
    def test_writes_weights_that_the_strategy_reads(self, tmp_path, output_of):
        path = tmp_path / "weights.json"
        asked = ["-b", "paper-plus", "-n", "2", "--held-out", "2", "--budget", "1", "--seed", "5"]
        told = json.loads(output_of("tune", *asked, "-o", path, "--json"))
        kept = json.loads(path.read_text(encoding="utf-8"))
        assert kept["policy"] == told["policy"]
        assert kept["strategy"] == "paper-plus"
        assert kept["made"] == told["made"]
        assert "seconds" in told["held_out"]["after"]
        assert "seconds" not in kept["held_out"]["after"]
        assert Policy.read(path) == Policy.from_dict(told["policy"])

    @pytest.mark.parametrize(
        ("asked", "message"),
        [
            (["-b", "clever"], "unknown base 'clever'"),
            (["-n", "many"], "'many' is not a whole number"),
            (["-n", "1"], "boards is 1"),
            (["-o", "weights.txt"], "'weights.txt'"),
        ],
    )
    def test_bad_input_is_one_line(self, asked, message, error_of):
        assert message in error_of("tune", *asked)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no JSON", "is not a file of weights"),
        ("[]", "is not a file of weights"),
        ('{"policy": 3}', "the policy are '3'"),
        ('{"policy": {"weights": {"edges": 1}}}', "unknown 'edges' in the weights"),
        ('{"policy": {"weights": {"matched": "1"}}}', "weight 'matched' is '1'"),
        ('{"policy": {"weights": {"matched": NaN}}}', "weight 'matched' is nan"),
        ('{"policy": {"weights": {"pieces": {"wand": true}}}}', "weight 'wand' is True"),
        ('{"policy": {"forks": 0}}', "forks is 0, expected 1 or more"),
        ('{"policy": {"extra": 1.5}}', "1.5 is a float, expected a whole number for extra"),
        ('{"policy": {"sharpness": -1}}', "sharpness is -1"),
    ],
)
def test_files_of_weights_that_are_none(text, message, tmp_path, monkeypatch, refusal_of):
    monkeypatch.chdir(tmp_path)
    path = Path("weights.json")
    path.write_text(text, encoding="utf-8")
    line = refusal_of(OptionError, Policy.read, path)
    assert message in line
    assert "weights.json" in line


def evaluation(nodes):
    nodes = np.array(nodes, float)
    return Evaluation(nodes, nodes - 18, nodes < 100, 0.0)


class TestEvaluation:
    def test_sums_up(self):
        told = evaluation([[18, 36], [18, 100]])
        assert told.at_once.value == 0.5
        assert told.mean.value == 43
        assert told.typical.value == pytest.approx((18 * 36 * 18 * 100) ** 0.25)
        assert told.as_dict()["solved"] == 3
        assert (told.as_dict()["median"], told.as_dict()["p90"]) == (18, 100)

    def test_intervals_are_students(self):
        told = evaluation([[18, 36], [20, 40], [25, 90], [18, 30]])
        means = told.nodes.mean(axis=1)
        interval = ttest_1samp(means, 0).confidence_interval()
        assert told.mean == pytest.approx((means.mean(), interval.low, interval.high))
        logs = np.log(told.nodes).mean(axis=1)
        interval = ttest_1samp(logs, 0).confidence_interval()
        assert np.log(told.typical) == pytest.approx((logs.mean(), interval.low, interval.high))

    def test_ratios_pair_the_boards(self):
        before, after = evaluation([[18], [90]]), evaluation([[9], [45]])
        assert cost_ratio(after.sample, before.sample) == pytest.approx((0.5, 0.5, 0.5))

    def test_a_run_without_a_solution_would_have_taken_more_nodes(self):
        before, after = (
            np.random.default_rng(1).uniform(20, 90, (2, 12, 3)) * [[[1]], [[2]]]
        ).round()
        found, known = (
            cost_ratio(evaluation(np.minimum(after, most)).sample, evaluation(before).sample)
            for most in (100, 99)
        )
        assert found.value > known.value
        assert rounded(Interval(2.0, 0.0, math.inf)) == (2.0, 0.0, None)
