import numpy as np
import pytest
from given_runs import made
from matplotlib.colors import to_hex

from kaleido import Comparison, OptionError
from kaleido.lab import Run
from kaleido.lab.statistics import sample_of
from kaleido.plot.comparing import ablation, cactus, paired
from kaleido.plot.themes import look

QUICK = made("quick", 40, 18, 300, -5000, 18)
SLOW = made("slow", 20, 700, -5000, -5000, 18)
RUNS = [run for pair in zip(QUICK, SLOW, strict=True) for run in pair]
PROVED = Run("hopeless", "quick", 0, "no-solution", 0, 0, 0.5)


def points(collection):
    return sorted(map(tuple, np.asarray(collection.get_offsets()).tolist()))


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def paired_up(runs, **options):
    return paired(runs, "quick", "slow", **options)


def still_searching(runs, **options):
    return cactus(runs, tails=True, **options)


every_figure = pytest.mark.parametrize("figure", [cactus, paired_up, still_searching, ablation])


@every_figure
def test_no_runs_make_no_figure(figure):
    with pytest.raises(OptionError, match="there are no runs to draw"):
        figure([])


@every_figure
@pytest.mark.parametrize(
    "runs",
    [
        [PROVED, PROVED._replace(strategy="slow")],
        made("quick", -5) + made("slow", -5),
        made("quick", 18) + made("slow", 18),
        made("quick", 18, 1_000_000) + made("slow", 18, -5_000_000),
    ],
    ids=["proved", "negative", "as much", "millions"],
)
@pytest.mark.few(4)
def test_whatever_came_of_the_runs_it_can_be_drawn(figure, runs):
    figure(runs).figure.draw_without_rendering()


def test_cactus_counts_what_is_solved_within_so_many_nodes():
    (ax,) = cactus([*RUNS, PROVED]).axes
    quick, end, slow, _, limit = ax.lines
    assert quick.get_drawstyle() == "steps-post"
    # Every line has its markers, and a bar where runs gave up.
    assert [line.get_marker() for line in (quick, end, slow)] == ["o", "|", "s"]
    assert list(end.get_xdata()) == [5000]
    assert list(quick.get_xdata()) == [1, 1, 18, 40, 300, 5000]
    np.testing.assert_allclose(quick.get_ydata(), np.array([0, 1, 3, 4, 5, 5]) / 6)
    assert list(slow.get_xdata()) == [18, 18, 20, 700, 5000]
    np.testing.assert_allclose(slow.get_ydata(), np.array([0, 1, 2, 3, 3]) / 5)
    assert limit.get_xdata()[0] == 5000
    assert labels(ax) == [
        "quick: 4 of 6 solved, 1 refuted, 1 gave up",
        "slow: 3 of 5 solved, 2 gave up",
    ]
    assert ax.get_ylabel() == "share of runs solved or refuted"
    assert cactus(RUNS).axes[0].get_ylabel() == "share of runs solved"
    assert ax.get_xscale() == "log"


def test_by_seconds():
    (ax,) = cactus(iter(RUNS), by="seconds").axes
    assert list(ax.lines[0].get_xdata()) == [0.18, 0.18, 0.4, 3, 50]
    assert ax.get_xlabel() == "time (s)"
    assert paired_up(RUNS, by="seconds").axes[0].get_xlabel() == "quick: time (s)"


def named(ax):
    """The collections that the legend names."""
    return [each for each in ax.collections if each.get_label()[0] != "_"]


def test_paired_puts_boards_across_and_upwards():
    (ax,) = paired_up(RUNS).axes
    done, one, both = named(ax)
    assert points(done) == [(18, 18), (18, 700), (40, 20)]
    ((across, margin),) = points(one)
    assert across == 300
    assert 5000 < margin < ax.get_ylim()[1]
    assert points(both) == [(margin, margin)]
    assert labels(ax) == ["both finished: 3", "one gave up: 1", "both gave up: 1"]
    found = Comparison(RUNS).paired("quick", "slow")
    assert f"{found.ratio:.2f} times the nodes" in ax.get_title().replace("\n", " ")
    assert "2 better, 1 worse, 1 equal, 1 both gave up" in ax.get_title().replace("\n", " ")
    assert ax.get_xlabel() == "quick: nodes (placements tried)"
    assert ax.get_ylabel() == "slow: nodes (placements tried)"
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert ax.get_xlim() == ax.get_ylim()


def test_paired_takes_the_same_board_and_seed():
    quick = [*QUICK[:2], QUICK[0]._replace(seed=1, nodes=90), QUICK[0]._replace(pattern="other")]
    slow = [SLOW[1], SLOW[0]._replace(seed=1, nodes=99), SLOW[0]]
    (ax,) = paired([*quick, *slow], "slow", "quick").axes
    (done,) = named(ax)
    assert points(done) == [(20, 40), (99, 90), (700, 18)]
    assert "1 better, 2 worse, 0 equal" in ax.get_title()


@pytest.mark.parametrize(("first", "second"), [("quick", "quack"), ("quack", "quick")])
def test_paired_knows_its_strategies(first, second, refusal_of):
    assert (
        refusal_of(OptionError, paired, RUNS, first, second)
        == "no runs of strategy 'quack': there are runs of quick, slow"
    )


def test_paired_needs_something_in_common():
    apart = [run._replace(seed=1) for run in SLOW]
    with pytest.raises(OptionError, match="'quick' and 'slow' have no board and seed in common"):
        paired_up([*QUICK, *apart])


def test_tails_fall_with_every_run_that_ends():
    (ax,) = cactus([*RUNS, PROVED], tails=True).axes
    quick, _, slow, *_ = ax.lines
    # The proof without a search stands at 1 node, as far left as a log scale has room for it.
    assert list(quick.get_xdata()) == [1, 1, 18, 40, 300, 5000]
    np.testing.assert_allclose(quick.get_ydata(), np.array([6, 5, 3, 2, 1, 1]) / 6)
    assert list(slow.get_xdata()) == [1, 18, 20, 700, 5000]
    np.testing.assert_allclose(slow.get_ydata(), [1, 0.8, 0.6, 0.4, 0.4])
    assert labels(ax)[1] == "slow: 3 of 5 solved, 2 gave up"
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


def test_a_tail_without_runs_given_up_comes_to_nothing():
    (line,) = cactus(made("quick", 20, 18, 30), tails=True).axes[0].lines
    assert list(line.get_xdata()) == [18, 18, 20, 30]
    assert line.get_ydata()[-1] == 0


def test_ablation_has_a_row_for_each_strategy_in_order():
    (ax,) = ablation(RUNS).axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["quick", "slow"]
    bottom, top = ax.get_ylim()
    assert bottom > 1 > 0 > top
    assert [text.get_text() for text in ax.texts] == ["4 of 5", "3 of 5", "solved", "limit"]
    assert ax.get_xscale() == "log"
    wide, narrow, medians = (
        [list(line.get_xdata()) for line in ax.lines[start:6:3]] for start in range(3)
    )
    assert medians == [[40], [700]]
    # The wide interval is thin and the narrow one is thick.
    assert ax.lines[0].get_linewidth() < ax.lines[1].get_linewidth()
    for outer, inner, summary in zip(wide, narrow, Comparison(RUNS).summary(), strict=True):
        low, high = summary.nodes.median.low, min(summary.nodes.median.high, 5000)
        assert outer == [low, high]
        assert low <= inner[0] <= summary.nodes.median.value <= inner[1] <= high
        assert inner != outer


def test_a_median_beyond_the_limit_is_an_arrow_there():
    (ax,) = ablation(made("quick", 18, -500, -500)).axes
    median = ax.lines[2]
    assert (median.get_marker(), list(median.get_xdata())) == (">", [500])


def test_the_bands_are_the_intervals_of_the_shares():
    (ax,) = cactus(RUNS).axes
    sample = sample_of(QUICK)
    path = ax.collections[0].get_paths()[0].vertices
    for nodes in (18, 40, 300):
        interval = sample.at(nodes)
        heights = path[path[:, 0] == nodes][:, 1]
        assert np.isclose(heights, interval.low).any()
        assert np.isclose(heights, interval.high).any()
    many = [run for name in "abcde" for run in made(name, 20, 30)]
    # The bands of more strategies would hide each other: they are bars of the same intervals.
    (ax,) = cactus(many).axes
    for number, bars in enumerate(ax.collections):
        colour = look(number)["color"]
        assert to_hex(bars.get_color()[0]) == colour
        sample = sample_of([run for run in many if run.strategy == "abcde"[number]])
        assert len(bars.get_segments()) >= 3
        for (nodes, one), (_, other) in bars.get_segments():
            assert sorted((one, other)) == pytest.approx(sample.at(nodes)[1:])
    assert len(ax.collections) == 5


def test_ablation_shows_every_run_in_its_row():
    done, lost, _, lost_slow = ablation(RUNS).axes[0].collections
    assert sorted(nodes for nodes, _ in points(done)) == [18, 18, 40, 300]
    assert [nodes for nodes, _ in points(lost)] == [5000]
    assert len(points(lost_slow)) == 2
    for row, each in ((0, done), (0, lost), (1, lost_slow)):
        assert all(abs(height - row) <= 0.4 for _, height in points(each))
    heights = {height for _, height in points(done) + points(lost)}
    assert len(heights) == 5
