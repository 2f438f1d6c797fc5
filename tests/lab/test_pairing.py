import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.stats import permutation_test, ttest_1samp

from kaleido import Comparison, plot
from kaleido.lab import Run, Sample, cost_ratio
from kaleido.lab.statistics import clustered_share, sign_flip

COSTS = st.lists(st.tuples(st.floats(1, 1e4), st.floats(1, 1e4)), min_size=2, max_size=30)


def drawn(seed, *, patterns=30, seeds=1, limit=math.inf):
    """Return samples of two costs of the same patterns, cut off at a limit; the first is larger."""
    rng = np.random.default_rng(seed)
    hard, suits = rng.normal(4, 1, (patterns, 1)), rng.normal(0, 0.5, (2, patterns, 1))
    one, other = np.exp(hard + suits + rng.normal(0, 0.5, (2, patterns, seeds)))
    places = np.repeat(np.arange(patterns), seeds)
    return [
        Sample(np.minimum(each, limit).ravel(), (each > limit).ravel(), places)
        for each in (2 * one, other)
    ]


def compared(first, second):
    def runs(strategy, own):
        for number, (cost, lost) in enumerate(zip(own.costs, own.censored, strict=True)):
            status = "gave-up" if lost else "solved"
            yield Run(str(own.clusters[number]), strategy, number, status, cost, 0, 0.0)

    return Comparison([*runs("one", first), *runs("other", second)])


@given(COSTS, st.floats(2, 1e4))
def test_a_ratio_has_students_interval(costs, limit):
    first, second = (
        Sample.of(each, [False] * len(costs), range(len(costs)))
        for each in zip(*costs, strict=True)
    )
    found = cost_ratio(first, second, limit)
    cut = [np.log(np.minimum(each.costs, limit)) for each in (first, second)]
    logs = cut[0] - cut[1]
    assert math.log(found.value) == pytest.approx(logs.mean(), abs=1e-9)
    if np.ptp(logs) > 1e-6:
        told = ttest_1samp(logs, 0).confidence_interval()
        assert np.log(found[1:]) == pytest.approx([told.low, told.high], rel=1e-6, abs=1e-9)


def test_every_pattern_counts_once():
    first, second = drawn(0, patterns=12, seeds=5, limit=200)
    assert first.censored.any()
    logs = np.log(first.costs / second.costs).reshape(12, 5).mean(axis=1)
    told = ttest_1samp(logs, 0).confidence_interval()
    assert np.log(cost_ratio(first, second)) == pytest.approx([logs.mean(), *told])


@pytest.mark.parametrize("limit", [math.inf, 300, 60])
def test_what_lies_beyond_the_limit_does_not_matter(limit):
    """Runs that would have gone on are as those that gave up there."""
    whole, cut = drawn(1, seeds=3), drawn(1, seeds=3, limit=limit)
    assert cost_ratio(*whole, limit) == pytest.approx(cost_ratio(*cut))
    assert cost_ratio(*cut) == pytest.approx(cost_ratio(*cut, limit))


def test_the_other_way_round_the_ratio_is_the_inverse():
    first, second = drawn(2, patterns=15, seeds=2, limit=100)
    found, turned = cost_ratio(first, second), cost_ratio(second, first)
    assert [1 / turned.value, 1 / turned.high, 1 / turned.low] == pytest.approx(found)


def test_a_single_pair_has_no_interval():
    alone = cost_ratio(Sample.of([20], [False], "a"), Sample.of([40], [False], "a"))
    assert alone.value == pytest.approx(0.5)
    assert math.isnan(alone.low)


@pytest.mark.parametrize(("number", "error"), [(5, 1e-12), (11, 1e-12), (40, 0.02)])
def test_the_test_is_that_of_scipy(number, error):
    values = np.random.default_rng(number).normal(0.3, 1, number)
    told = permutation_test(
        (values,), np.mean, permutation_type="samples", n_resamples=9999, rng=1
    ).pvalue
    assert sign_flip(values) == pytest.approx(told, abs=error)


def test_the_test_agrees_with_the_interval():
    for seed in range(40):
        found = compared(*drawn(seed, patterns=10, limit=150)).paired("one", "other")
        is_apart = not found.ratio.low < 1 < found.ratio.high
        assert (found.p_value < 0.02) <= is_apart <= (found.p_value < 0.12)


@pytest.mark.parametrize(("limit", "mark"), [(1e4, ""), (150, "~"), (60, "~")])
def test_a_ratio_that_the_limit_decides_is_marked(limit, mark):
    found = compared(*drawn(6, patterns=40, limit=limit)).paired("one", "other")
    assert (found.pairs - found.finished >= 0.2 * found.pairs) == (mark == "~")
    within = f" within {limit:,.0f}" if mark else ""
    assert str(found).startswith(
        f"one against other: {mark}{found.ratio:.2f} times the nodes{within}, "
        f"wins {found.chance:.0%}; "
    )


def test_the_chance_counts_every_pair():
    found = compared(*drawn(6, patterns=20, seeds=2, limit=90)).paired("one", "other")
    assert found.both_gave_up > 0 < found.finished < found.pairs == 40
    halves = found.ties + found.both_gave_up
    assert found.wins + found.losses + halves == 40
    assert found.chance.value == pytest.approx((found.wins + halves / 2) / 40)


def test_the_curve_ends_at_the_ratio():
    runs = compared(*drawn(6, patterns=20, limit=90))
    (ax,) = plot.ratio_curve(runs, "one", "other").axes
    limits, ratios = ax.lines[-1].get_data()
    assert limits[-1] == pytest.approx(90)
    assert ratios[-1] == pytest.approx(runs.paired("one", "other").ratio.value)
    assert ratios[0] == pytest.approx(1)


@given(st.lists(st.integers(0, 4), min_size=2, max_size=30))
def test_a_share_lies_within_its_interval(counts):
    found = clustered_share(counts, [4] * len(counts))
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert found.value == pytest.approx(sum(counts) / len(counts) / 4)


@pytest.mark.long
@pytest.mark.parametrize(("patterns", "seeds"), [(6, 2), (12, 1), (24, 3)])
@pytest.mark.parametrize("limit", [80, 150, 1e9])
def test_the_interval_holds_the_ratio_as_often_as_it_says(patterns, seeds, limit):
    truth = cost_ratio(*drawn(9999, patterns=20_000), limit).value
    samples = (drawn(seed, patterns=patterns, seeds=seeds) for seed in range(200))
    held = [cost_ratio(*each, limit) for each in samples]
    assert 180 <= sum(low <= truth <= high for _, low, high in held) <= 199


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
