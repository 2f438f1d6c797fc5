import math
import re

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.optimize import minimize
from scipy.stats import multivariate_normal, norm, ttest_1samp

from kaleido import Comparison
from kaleido.lab import Run
from kaleido.lab.effect import CensoredPairs, cost_ratio
from kaleido.lab.statistics import clustered_share
from kaleido.lab.survival import Sample

COSTS = st.lists(st.tuples(st.floats(1, 1e4), st.floats(1, 1e4)), min_size=2, max_size=30)


def drawn(seed, *, patterns=30, seeds=1, ratio=2.0, limit=math.inf):
    """Give samples of two lognormal costs of the same patterns, cut off at a limit."""
    rng = np.random.default_rng(seed)
    hard, suits = rng.normal(4, 1, (patterns, 1)), rng.normal(0, 0.5, (2, patterns, 1))
    one, other = np.exp(hard + suits + rng.normal(0, 0.5, (2, patterns, seeds)))
    places = np.repeat(np.arange(patterns), seeds)
    return [
        Sample(np.minimum(each, limit).ravel(), (each > limit).ravel(), places)
        for each in (ratio * one, other)
    ]


def pairs_of(first, second):
    logs = [np.log(each.costs) for each in (first, second)]
    return CensoredPairs(*logs, first.censored, second.censored, first.units)


@given(COSTS)
def test_costs_that_are_all_known_have_students_interval(costs):
    first, second = (
        Sample.of(each, [False] * len(costs), range(len(costs)))
        for each in zip(*costs, strict=True)
    )
    found = cost_ratio(first, second)
    logs = np.log(first.costs) - np.log(second.costs)
    assert math.log(found.value) == pytest.approx(logs.mean(), abs=1e-9)
    if np.ptp(logs) > 1e-6:
        told = ttest_1samp(logs, 0).confidence_interval()
        assert np.log(found[1:]) == pytest.approx([told.low, told.high], rel=1e-6, abs=1e-9)


def test_every_pattern_counts_once():
    first, second = drawn(0, patterns=12, seeds=5)
    logs = np.log(first.costs / second.costs).reshape(12, 5).mean(axis=1)
    told = ttest_1samp(logs, 0).confidence_interval()
    assert np.log(cost_ratio(first, second)) == pytest.approx([logs.mean(), *told])


def test_a_limit_that_cuts_off_next_to_nothing_changes_next_to_nothing():
    first, second = drawn(1, seeds=3)
    whole = cost_ratio(first, second)
    limit = np.sort(first.costs)[-2]
    cut = cost_ratio(*drawn(1, seeds=3, limit=limit))
    assert cut == pytest.approx(whole, rel=0.02)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.few(1)
def test_the_ratio_does_not_depend_on_the_limit(seed):
    found = [cost_ratio(*drawn(seed, patterns=60, limit=limit)) for limit in (60, 200, 1000, 1e9)]
    values = [each.value for each in found]
    assert max(values) < 1.5 * min(values)
    assert all(each.low < found[-1].value < each.high for each in found)


@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_censored_regression_of_scipy(seed):
    """Where the second cost is always known, the first given the second is a regression."""
    first, second = drawn(seed)
    limit = np.quantile(first.costs, 0.6)
    first = Sample(np.minimum(first.costs, limit), first.costs > limit, first.clusters)
    a, b = np.log(first.costs), np.log(second.costs)

    def loss(line):
        mean, spread = line[0] + line[1] * b, math.exp(line[2])
        known = norm.logpdf(a, mean, spread)
        return -np.where(first.censored, norm.logsf(a, mean, spread), known).sum()

    line = minimize(loss, [0, 1, 0], method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-9}).x
    expected = line[0] + (line[1] - 1) * b.mean()
    # The weak prior of the spreads is all the difference.
    assert math.log(cost_ratio(first, second).value) == pytest.approx(expected, abs=3e-3)


@pytest.mark.filterwarnings("ignore")  # those of lifelines
def test_it_is_the_censored_regression_of_lifelines():
    lifelines = pytest.importorskip("lifelines")
    import pandas as pd

    first, second = drawn(5)
    limit = np.quantile(first.costs, 0.7)
    costs, lost = np.minimum(first.costs, limit), first.costs > limit
    frame = pd.DataFrame({"cost": costs, "done": ~lost, "other": np.log(second.costs)})
    fitted = lifelines.LogNormalAFTFitter().fit(frame, "cost", "done").params_["mu_"]
    expected = fitted["Intercept"] + (fitted["other"] - 1) * frame["other"].mean()
    found = cost_ratio(Sample(costs, lost, first.clusters), second)
    assert math.log(found.value) == pytest.approx(expected, abs=3e-3)


def test_the_likelihood_is_that_of_scipys_bivariate_normal():
    first, second = drawn(2, patterns=12, limit=70)
    pairs = pairs_of(first, second)
    assert min(map(np.sum, (pairs.exact, pairs.above, pairs.below, pairs.neither))) > 0
    mean, log_spread, base, slope, log_rest = parameters = np.array([0.6, -0.2, 4.1, -0.3, 0.1])
    spread, rest = np.exp([log_spread, log_rest])
    # y = mean + spread z, b = base + slope z + rest z', a = y + b.
    root = np.array([[spread + slope, rest], [slope, rest]])
    both = multivariate_normal([mean + base, base], root @ root.T)
    (made,) = pairs.likelihoods(parameters[None])
    points = np.column_stack([pairs.first, pairs.second])
    assert made[pairs.exact] == pytest.approx(both.logpdf(points[pairs.exact]))
    for place, known in ((pairs.above, 1), (pairs.below, 0)):
        for value, point in zip(made[place], points[place], strict=True):
            # The density of the known cost, times the chance that the other is larger.
            ends = np.linspace(point[1 - known], point[1 - known] + 12, 4001)
            grid = np.empty((len(ends), 2))
            grid[:, known], grid[:, 1 - known] = point[known], ends
            assert value == pytest.approx(math.log(np.trapezoid(both.pdf(grid), ends)), abs=1e-4)
    (limits,) = np.unique(points[pairs.neither], axis=0)
    above = both.cdf([50, 50], lower_limit=limits)
    assert made[pairs.neither] == pytest.approx(math.log(above), abs=1e-5)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.few(1)
def test_the_other_way_round_the_ratio_is_the_inverse(seed):
    first, second = drawn(seed, patterns=15, seeds=2, limit=100)
    found, turned = cost_ratio(first, second), cost_ratio(second, first)
    assert 1 / turned.value == pytest.approx(found.value, rel=1e-3)
    assert (1 / turned.high, 1 / turned.low) == pytest.approx(found[1:], rel=1e-2)


def test_an_end_is_where_the_interval_no_longer_holds():
    first, second = drawn(3, patterns=20, limit=80)
    pairs, found = pairs_of(first, second), cost_ratio(first, second)
    for end, inside in ((found.low, 1.01), (found.high, 0.99)):
        assert pairs.holds(math.log(end * inside))
        assert not pairs.holds(math.log(end / inside))


def test_runs_of_one_pattern_are_alike():
    """Runs that only repeat what is known of a pattern narrow nothing."""
    first, second = drawn(4, patterns=12, limit=100)
    again = [
        Sample(*(np.repeat(each, 9) for each in (own.costs, own.censored, own.clusters)))
        for own in (first, second)
    ]
    assert cost_ratio(*again) == pytest.approx(cost_ratio(first, second), rel=1e-3)


def sample(*ends):
    """Give a sample of costs, one a pattern; those cut off are negative."""
    return Sample.of(map(abs, ends), (end < 0 for end in ends), range(len(ends)))


def test_one_that_never_finished_bounds_the_ratio_from_one_side():
    never, done = sample(*[-1000] * 8), sample(20, 30, 25, 40, 50, 35, 22, 28)
    found = cost_ratio(never, done)
    assert math.isinf(found.value)
    assert math.isinf(found.high)
    assert 10 < found.low < 60
    turned = cost_ratio(done, never)
    assert (turned.value, turned.low) == (0, 0)
    assert turned.high == pytest.approx(1 / found.low, rel=0.1)
    # Two patterns bound next to nothing, and one nothing.
    value, low, high = cost_ratio(sample(-90, -90), sample(20, 30))
    assert (value, high) == (math.inf, math.inf)
    assert 0 < low < 0.1
    value, low, high = cost_ratio(sample(-90), sample(20))
    assert math.isinf(value)
    assert math.isnan(low)


def test_what_no_run_tells_is_not_told():
    neither = cost_ratio(sample(-90, -90), sample(-90, -90))
    assert math.isnan(neither.value)
    # Three are equal; nothing is known of the others, nor how much they vary.
    few = sample(20, 30, 40, *[-90] * 9)
    assert cost_ratio(few, few) == (1, 0, math.inf)
    alone = cost_ratio(sample(20), sample(40))
    assert alone.value == pytest.approx(0.5)
    assert math.isnan(alone.low)


def compared(first, second):
    def runs(strategy, own):
        for number, (cost, lost) in enumerate(zip(own.costs, own.censored, strict=True)):
            status = "gave-up" if lost else "solved"
            yield Run(str(own.clusters[number]), strategy, number, status, cost, 0, 0.0)

    return Comparison([*runs("one", first), *runs("other", second)])


def test_a_comparison_counts_the_runs_that_gave_up():
    first, second = drawn(6, patterns=20, seeds=2, limit=90)
    found = compared(first, second).paired("one", "other")
    assert found.ratio == pytest.approx(cost_ratio(first, second))
    assert found.finished < found.pairs == 40
    decided = found.wins + found.losses + found.ties
    assert found.chance.value == pytest.approx((found.wins + found.ties / 2) / decided)
    assert 0 <= found.chance.low < found.chance.value < found.chance.high <= 1
    assert f"{found.ratio:.2f} times the nodes, wins {found.chance:.0%}; " in str(found)


def test_a_ratio_carried_far_beyond_the_limit_is_marked():
    for limit, mark in ((250, ""), (60, "~")):
        found = compared(*drawn(6, patterns=40, limit=limit)).paired("one", "other")
        assert (found.finished < 0.4 * found.pairs) == (mark == "~")
        assert str(found).startswith(f"one against other: {mark}{found.ratio:.2f} times")


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ([-90] * 6, [20, 30, 25, 40, 50, 35], r"more than [12]\.\d\d times the nodes, wins 0%"),
        ([20, 30, 25, 40, 50, 35], [-90] * 6, r"less than 0\.\d+ times the nodes, wins 100%"),
        ([-90], [20], r"more nodes, wins 0%; "),
        ([-90, -90], [-90, -90], "neither ever finished; 0 better"),
        ([20, 30, -90], [20, 30, -90], r" 1\.00 \(0\.00 to ∞\) times the nodes, wins 50%"),
    ],
)
def test_what_is_said_of_a_ratio(first, second, told):
    found = compared(sample(*first), sample(*second)).paired("one", "other")
    assert re.search(told, str(found))


@given(st.lists(st.integers(0, 4), min_size=2, max_size=30))
def test_a_share_lies_within_its_interval(counts):
    found = clustered_share(counts, [4] * len(counts))
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert found.value == pytest.approx(sum(counts) / len(counts) / 4)


@pytest.mark.long
@pytest.mark.parametrize(("patterns", "seeds"), [(6, 2), (12, 1), (24, 3)])
@pytest.mark.parametrize("limit", [40, 100, math.inf])
def test_the_interval_holds_the_ratio_as_often_as_it_says(patterns, seeds, limit):
    held = 0
    for seed in range(200):
        first, second = drawn(seed, patterns=patterns, seeds=seeds, limit=limit)
        if math.isfinite(limit):
            held += pairs_of(first, second).holds(math.log(2))
        else:
            _, low, high = cost_ratio(first, second)
            held += low <= 2 <= high
    assert 180 <= held <= 199


@pytest.mark.long
@pytest.mark.parametrize("clusters", [6, 12, 40])
def test_the_interval_of_a_share_holds_it_as_often_as_it_says(clusters):
    held = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        counts = rng.binomial(4, rng.beta(2, 1, clusters))
        _, low, high = clustered_share(counts, np.full(clusters, 4))
        held += low <= 2 / 3 <= high
    assert 276 <= held <= 299
