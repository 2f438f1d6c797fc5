import json
import math
import statistics

import pytest
from packings import packing
from samples import FEW, NONE, unsolvable

from kaleido import Board, Puzzle, named_pattern
from kaleido.base.errors import NoSolutionError, OptionError
from kaleido.heuristics.plus import PaperPlus
from kaleido.hints.rating import Rater, rate_counted
from kaleido.model.piece_set import PieceSet
from kaleido.search import Problem, State
from kaleido.search.result import count_choices


@pytest.mark.parametrize("name", ["car", "starship", "no-single-squares"])
@pytest.mark.few(1)
def test_a_rating_is_stable_under_rotation(name):
    pattern = named_pattern(name)
    ratings = {Puzzle(pattern.rotated(turns)).rate() for turns in range(4)}
    assert len(ratings) == 1


@pytest.mark.parametrize("seed", FEW[:5])
def test_parts_lie_in_their_ranges(seed):
    rating = Puzzle(packing(seed).pattern).rate()
    assert 1 <= rating.difficulty <= 5
    assert 0 <= rating.forced <= 1
    assert rating.backtracks >= 0
    assert 10**rating.log_solutions == pytest.approx(
        Puzzle(packing(seed).pattern).count().solutions, rel=1e-3
    )


@pytest.mark.long
def test_ratings_tell_boards_apart():
    easy = [named_pattern(name) for name in ("car", "no-single-squares")]
    hard = [named_pattern(name) for name in ("fancy-chessboard", "key")]
    most = max(Puzzle(pattern).rate().difficulty for pattern in easy)
    least = min(Puzzle(pattern).rate().difficulty for pattern in hard)
    assert most < least


def test_an_estimate_and_the_rating_share_their_runs(monkeypatch):
    made = []

    def counted(*args, **options):
        made.append(args)
        return count_choices(*args, **options)

    problem = Puzzle(named_pattern("key")).problem
    whole = rate_counted(problem, 26)
    monkeypatch.setattr("kaleido.hints.rating.count_choices", counted)
    rater = Rater(problem, 26)
    estimate = rater.rate(rotations=1)
    assert len(made) == 2
    assert rater.rate() == whole != estimate == rater.rate(rotations=1)
    assert len(made) == 8


def test_the_share_of_the_searches_is_reported_after_each():
    shares = []
    rate_counted(Puzzle(named_pattern("car")).problem, 20, shares.append)
    assert shares == [number / 8 for number in range(1, 9)]


@pytest.mark.parametrize("name", ["car", "starship"])
def test_a_rating_is_given_up_just_where_the_effort_is_above_a_limit(name):
    problem = Puzzle(named_pattern(name)).problem
    rating = rate_counted(problem, 20)
    for above in (-3.0, -0.5, -0.01, -0.0002, 0.0, 0.0002, 0.5):
        found = Rater(problem, 20).rate(most_effort=rating.effort + above)
        assert found == (None if above < 0 else rating)


def test_no_solution_has_no_difficulty(output_of, tmp_path):
    pattern = unsolvable(NONE[0])
    with pytest.raises(NoSolutionError):
        Puzzle(pattern).rate()
    path = tmp_path / "none.txt"
    path.write_text(str(pattern))
    assert "no solution" in output_of("rate", path, code=1)


def test_other_boards_than_those_of_squares_are_refused_before_they_are_counted():
    told = []
    with pytest.raises(OptionError, match="boards of cubes have no difficulty"):
        Puzzle("soma-cube").rate(report=lambda *each: told.append(each))
    assert told == []


def test_a_board_of_givens_leaves_no_choice():
    rating = Puzzle(Board("AAB"), PieceSet.parse("ab", "# sides: one-sided\nA oo\nB o")).rate()
    assert (rating.difficulty, rating.effort, rating.forced, rating.branching) == (1, 0, 1, 0)


def test_command_rate(output_of):
    answer = json.loads(output_of("rate car --json"))
    assert list(answer) == [
        "schema", "pattern", "status", "reason", "facts", "difficulty", "effort", "log_solutions",
        "forced", "branching", "backtracks", "median_backtracks", "least_backtracks",
        "most_backtracks", "engine",
    ]  # fmt: skip
    out = output_of("rate car")
    assert f"difficulty {answer['difficulty']} of 5" in out
    assert "gave up: needs more than 0.02 GB" in output_of(
        "rate checkerboard --max-memory 20MB", code=3
    )


@pytest.mark.parametrize("name", ["car", "arrow", "heart", "smiley", "diamond"])
def test_a_rating_sums_up_two_runs_on_each_rotation(name):
    pattern, pieces = named_pattern(name), Puzzle(named_pattern(name)).pieces
    runs = [
        count_choices(State.empty(Problem(pattern.rotated(turns), pieces)), PaperPlus(seed), 1000)
        for turns in range(4)
        for seed in (0, 1)
    ]
    backtracks = [run.backtracks for run in runs]
    mean, forced = sum(backtracks) / 8, sum(run.forced for run in runs)
    share = forced / sum(run.nodes for run in runs)
    rating = rate_counted(Problem(pattern, pieces), 50)
    assert rating.backtracks == mean
    assert rating.median_backtracks == statistics.median(backtracks)
    assert (rating.least_backtracks, rating.most_backtracks) == (min(backtracks), max(backtracks))
    assert rating.log_solutions == round(math.log10(50), 4)
    assert rating.forced == round(share, 4)
    ways = sum(run.moves for run in runs) / sum(run.forks for run in runs)
    assert rating.branching == round(ways, 4)
    effort = math.log10(1 + mean) + 1 - share - math.log10(50) / 10
    assert rating.effort == round(effort, 4)
