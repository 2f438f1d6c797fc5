import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.stats import false_discovery_control, rankdata, spearmanr

from kaleido import Comparison, OptionError
from kaleido.lab import Run
from kaleido.lab.statistics import (
    Sample,
    holm,
    match_pairs,
    proportion,
    quantiles,
    rank_correlation,
    sample_of,
)

# E. J. Freireich et al., "The effect of 6-mercaptopurine on the duration of steroid-induced
# remissions in acute leukemia", Blood 21, 1963: weeks of remission; negative if still going on.
TREATED = (6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35)
PLACEBO = (1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23)


def sample(weeks):
    return Sample.of(map(abs, weeks), (week < 0 for week in weeks), range(len(weeks)))


def test_the_textbook_example_of_kaplan_and_meier():
    """The shares are those in D. Collett, "Modelling survival data in medical research"."""
    treated = sample(TREATED)
    shares = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538, 23: 0.448}
    for week, share in shares.items():
        assert 1 - treated.at(week).value == pytest.approx(share, abs=5e-4)
    assert treated.at(35).value == treated.at(23).value
    assert treated.at(5)[:2] == (0, 0)
    assert 0 < treated.at(5).high < treated.at(6).high
    assert treated.value(0.5) == 23
    assert math.isinf(treated.value(0.9))
    assert sample(PLACEBO).value(0.5) == 8


def test_the_intervals_of_the_textbook_example():
    median = sample(TREATED).quantile(0.5)
    assert 10 <= median.low < 23 < median.high
    assert math.isinf(median.high)
    assert f"{median:.0f}" == f"23 ({median.low:.0f} to > 35)"
    treated = sample(TREATED).at(23)
    # Greenwood's standard error there is 0.135.
    assert treated.high - treated.low == pytest.approx(2 * 1.96 * 0.135, rel=0.15)


@given(
    st.lists(st.integers(18, 60), min_size=1, max_size=40),
    st.sampled_from([0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0]),
)
def test_without_runs_given_up_quantiles_are_those_by_the_nearest_rank(costs, share):
    made = Sample.of(costs, [False] * len(costs), range(len(costs)))
    assert [made.value(share)] == quantiles(costs, [share])


@given(st.lists(st.integers(18, 200), min_size=1, max_size=40), st.integers(18, 200))
def test_with_one_limit_a_quantile_is_that_of_the_whole_costs_or_beyond(costs, limit):
    cut = Sample.of(
        (min(each, limit) for each in costs), (each > limit for each in costs), range(len(costs))
    )
    (median,) = quantiles(costs, [0.5])
    assert cut.value(0.5) == (median if median <= limit else math.inf)
    assert cut.ended.value == pytest.approx(sum(each <= limit for each in costs) / len(costs))


def test_all_runs_given_up():
    lost = Sample.of([90, 90, 90], [True] * 3, "abc")
    # Three patterns that all need more do not tell that half of all need more.
    assert f"{lost.quantile(0.5):.0f}" == "> 90 (90 to > 90)"
    assert lost.at(90)[:2] == (0, 0)
    many = Sample.of([90] * 30, [True] * 30, range(30))
    assert f"{many.quantile(0.5):.0f}" == "> 90"
    assert 0 < many.at(90).high < lost.at(90).high < 1


def test_a_single_run_has_no_interval():
    one = Sample.of([40], [False], "a").quantile(0.5)
    assert one.value == 40
    assert math.isnan(one.low)
    assert f"{one:.0f}" == "40"


@pytest.mark.parametrize("parts", [([], [], []), ([1], [], ["a"]), ([1, 2], [False], ["a", "b"])])
def test_a_sample_has_as_many_of_each(parts):
    with pytest.raises(OptionError, match="as many costs as marks and clusters, one or more"):
        Sample.of(*parts)


def simulated(seed, *, patterns=25, seeds=4, limit=400):
    """Give runs of two strategies whose pooled median is 100."""
    rng = np.random.default_rng(seed)
    hard = rng.normal(0, 1, patterns)
    runs = []
    for pattern, level in enumerate(hard):
        for number in range(seeds):
            for name in ("one", "other"):
                nodes = 100 * math.exp(level + rng.normal(0, 0.5))
                status = "solved" if nodes < limit else "gave-up"
                runs.append(Run(str(pattern), name, number, status, min(nodes, limit), 0, 0.0))
    return Comparison(runs)


def covered(intervals, truth):
    return sum(low <= truth <= high for _, low, high in intervals)


@pytest.mark.long
def test_the_interval_of_a_median_holds_it_about_as_often_as_it_says():
    samples = [sample_of(simulated(seed).select("one")) for seed in range(100)]
    assert 88 <= covered((each.quantile(0.5) for each in samples), 100) <= 99
    # Had runs been drawn instead of patterns, the intervals would be far too narrow.
    alone = (Sample.of(each.costs, each.censored, range(100)) for each in samples[:60])
    assert covered((each.quantile(0.5) for each in alone), 100) < 51


@pytest.mark.long
def test_the_interval_of_a_share_holds_it_about_as_often_as_it_says():
    samples = (sample_of(simulated(seed).select("one")) for seed in range(100))
    assert 88 <= covered((each.at(100) for each in samples), 0.5) <= 99


@pytest.mark.long
def test_what_makes_no_difference_is_rarely_found_to_make_one():
    found = [simulated(seed).paired("one", "other") for seed in range(100)]
    assert sum(each.p_value < 0.05 for each in found) <= 10
    assert sum(each.p_value < 0.5 for each in found) >= 30


def run(strategy, nodes, *, pattern="a", seed=0):
    """Give a run; nodes given up are a negative number."""
    status = "solved" if nodes > 0 else "gave-up"
    return Run(pattern, strategy, seed, status, abs(nodes), 0, abs(nodes) / 1000)


@pytest.mark.parametrize(
    ("one", "other", "outcome", "ratio"),
    [
        (20, 30, "wins", 2 / 3),
        (30, 20, "losses", 1.5),
        (20, 20, "ties", 1),
        (90, -90, "ties", 1),
        (20, -90, "wins", 2 / 9),
        (-90, 30, "losses", 3),
        (-90, -90, "both_gave_up", 1),
        (60, -50, "ties", 1),  # both need more than 50
    ],
)
def test_a_run_given_up_has_used_up_the_limit(one, other, outcome, ratio):
    found = Comparison([run("one", one), run("other", other)]).paired("one", "other")
    counts = ("wins", "losses", "ties", "both_gave_up")
    assert {name: getattr(found, name) for name in counts} == dict.fromkeys(counts, 0) | {
        outcome: 1
    }
    assert found.finished == (one > 0 and other > 0)
    assert found.ratio.value == pytest.approx(ratio)
    lost = [-each for each in (one, other) if each < 0]
    assert found.limit == min(lost, default=math.inf)
    assert (f" within {min(lost, default=0)}, wins" in str(found)) == bool(lost)


def test_every_pattern_counts_once_in_a_ratio():
    # Three runs on one pattern and one on another: 1/2 and 2 are level.
    runs = [
        run(name, nodes, seed=seed) for seed in range(3) for name, nodes in (("x", 20), ("y", 40))
    ]
    runs += [run("x", 80, pattern="b"), run("y", 40, pattern="b")]
    found = Comparison(runs).paired("x", "y")
    assert found.ratio.value == pytest.approx(1)
    assert (found.patterns, found.pairs, found.wins, found.losses) == (2, 4, 3, 1)
    # Two patterns tell next to nothing.
    assert found.ratio.low < 0.01 < 100 < found.ratio.high
    assert "; 3 better, 1 worse" in str(found)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holms_method_is_between_none_and_bonferronis(values):
    adjusted = holm(values)
    for one, other in combinations(range(len(values)), 2):
        if values[one] < values[other]:
            assert adjusted[one] <= adjusted[other]
    for value, each in zip(values, adjusted, strict=True):
        assert value <= each <= min(1, value * len(values)) or each == pytest.approx(value)
        # It guards against any error at all, which is more than their share among what is found.
    assert all(np.array(adjusted) >= false_discovery_control(values) - 1e-12)


def test_every_two_strategies_are_adjusted_together():
    rng = np.random.default_rng(0)
    runs = [
        run(name, int(factor * rng.integers(50, 100)), pattern=str(number))
        for number in range(20)
        for name, factor in (("a", 1), ("b", 1), ("c", 3))
    ]
    table = Comparison(runs).pairwise()
    assert [(each.first, each.second) for each in table] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [each.adjusted for each in table] == holm([each.p_value for each in table])
    alone = Comparison(runs).paired("a", "c")
    assert alone.p_value == table[1].p_value == alone.adjusted < table[1].adjusted
    assert table[0].adjusted > 0.05 > table[1].adjusted
    assert "p, adjusted" in repr(table)
    assert "<td" in table._repr_html_()


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
