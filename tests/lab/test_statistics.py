import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr

from kaleido.lab.statistics import (
    match_pairs,
    proportion,
    rank_correlation,
)


def related(size, seed):
    """Give three samples with ties: a cause, and two effects of it."""
    rng = np.random.default_rng(seed)
    cause = rng.integers(0, 30, size).astype(float)
    one, other = (cause + rng.integers(0, 12, size) for _ in range(2))
    return cause, one, other


@pytest.mark.parametrize("seed", range(5))
def test_a_rank_correlation_is_scipys(seed):
    _, one, other = related(60, seed)
    found = rank_correlation(one, other)
    assert found.value == pytest.approx(spearmanr(one, other).statistic)
    assert found.low < found.value < found.high
    assert rank_correlation(one, other) == found
    assert rank_correlation(np.exp(one), other**3) == pytest.approx(found)
    assert rank_correlation(one, -other).value == pytest.approx(-found.value)


@pytest.mark.parametrize("seed", range(5))
def test_a_partial_rank_correlation_is_that_of_the_residuals(seed):
    cause, one, other = related(60, seed)
    ranks = [rankdata(sample) for sample in (one, other)]
    basis = np.stack([np.ones(60), rankdata(cause)], axis=1)
    left = [rank - basis @ np.linalg.lstsq(basis, rank, rcond=None)[0] for rank in ranks]
    found = rank_correlation(one, other, fixed=cause)
    assert found.value == pytest.approx(np.corrcoef(*left)[0, 1])


def test_what_a_common_cause_explains_disappears_when_it_is_held_fixed():
    cause, one, other = related(400, 0)
    assert rank_correlation(one, other).low > 0.5
    held = rank_correlation(one, other, fixed=cause)
    assert held.low < 0 < held.high


@pytest.mark.long
def test_intervals_hold_the_truth_about_as_often_as_they_say():
    truths = []
    for seed in range(100):
        rng = np.random.default_rng(seed)
        interval = rank_correlation(*rng.standard_normal((2, 40)))
        truths.append(interval.low <= 0 <= interval.high)
    assert 88 <= sum(truths) <= 99


def test_equal_values_are_correlated_with_nothing():
    same, other = np.ones(9), np.arange(9.0)
    assert rank_correlation(same, other).value == 0
    assert rank_correlation(same, other, fixed=other).value == 0
    # A third sample that does not vary changes nothing.
    shuffled = np.array([3.0, 1.0, 4.0, 0.0, 5.0, 8.0, 2.0, 6.0, 7.0])
    held = rank_correlation(other, shuffled, fixed=same)
    assert held.value == pytest.approx(rank_correlation(other, shuffled).value)
    assert rank_correlation(other, shuffled, fixed=other).value == 0


@pytest.mark.parametrize(("count", "total"), [(0, 10), (10, 10), (5, 10), (50, 100)])
def test_a_proportion_lies_in_its_interval(count, total):
    found = proportion(count, total)
    assert found.value == count / total
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


def test_more_trials_make_a_narrower_interval():
    few, many = proportion(5, 10), proportion(500, 1000)
    assert few.low < many.low < 0.5 < many.high < few.high


@pytest.mark.parametrize("seed", range(6))
def test_pairs_agree_in_one_number_and_differ_in_the_other(seed):
    alike, apart = np.random.default_rng(seed).integers(0, 20, (2, 40)).astype(float)
    pairs = match_pairs(alike, apart, most=2, least=4)
    members = [member for pair in pairs for member in pair]
    assert len(set(members)) == len(members) >= 10
    gains = [apart[upper] - apart[lower] for lower, upper in pairs]
    assert min(gains) >= 4
    assert gains == sorted(gains, reverse=True)
    assert all(abs(alike[upper] - alike[lower]) <= 2 for lower, upper in pairs)
    # Nobody who is left has a partner among the others that are left.
    left = sorted(set(range(40)) - set(members))
    assert match_pairs(alike[left], apart[left], most=2, least=4) == []


def test_the_pair_that_differs_most_comes_first():
    ages, heights = np.array([30.0, 30.0, 30.0, 30.0]), np.array([170.0, 150.0, 165.0, 190.0])
    assert match_pairs(ages, heights, most=0, least=5) == [(1, 3), (2, 0)]
    assert match_pairs(ages, heights, most=0, least=6) == [(1, 3)]
