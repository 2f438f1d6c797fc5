"""Searches side by side: medians with bands, anytime curves, profiles and sweeps."""

import io
import math
import re
import statistics
from dataclasses import replace

import numpy as np
import pytest
from given_runs import made
from hypothesis import given, strategies as st
from matplotlib.collections import PolyCollection
from some import some

from kaleido import OptionError, Puzzle, compare, plot, record
from kaleido.base.errors import KaleidoError
from kaleido.heuristics import PaperPlus, make_strategy, sweep
from kaleido.plot.themes import look

STEPS = record("first-steps")
STRATEGIES = ("paper", "paper-plus", "constrained", "random")


@pytest.fixture(scope="module")
def searches():
    """Two boards with two seeds for each of four strategies; some give up."""
    return {
        strategy: [
            record(name, strategy, seed=seed, max_nodes=150)
            for name in ("car", "twelve")
            for seed in (0, 1)
        ]
        for strategy in STRATEGIES
    }


def rank(values, share):
    """The percentile from its rule: linear between the ordered values."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def edges_at(recording, move):
    """The edges known after so many moves of the line; None after its end."""
    states = [recording.start, *(recording.steps[n].place.state for n in recording.line)]
    return states[move].inner_edges if move < len(states) else None


def cells_at(recording, nodes):
    """The most cells covered within so many nodes; None if the search had given up by then."""
    if nodes > len(recording.steps) and recording.answer.status == "gave-up":
        return None
    made = [step.place.state.filled.bit_count() for step in recording.steps[:nodes]]
    return max([recording.start.filled.bit_count(), *made])


def curve(ax, number):
    """The places and values of a curve, found by its colour, and its band."""
    colour = look(number)["color"]
    line = next(line for line in ax.lines if line.get_color() == colour and len(line.get_xdata()))
    bands = [each for each in ax.collections if isinstance(each, PolyCollection)]
    return line.get_xdata(), line.get_ydata(), bands[number].get_paths()[0].vertices


def value_at(places, values, place):
    return values[np.searchsorted(places, place, side="right") - 1]


def test_medians_and_bands_follow_from_their_rules(searches):
    (ax,) = plot.progressions(searches, by_board=False).axes
    for number, own in some(enumerate(searches.values())):
        places, medians, band = curve(ax, number)
        for move in range(19):
            known = [value for each in own if (value := edges_at(each, move)) is not None]
            if 2 * len(known) < len(own):
                assert places[-1] < move
                continue
            assert value_at(places, medians, move) == statistics.median(known)
            there = band[np.isclose(band[:, 0], move), 1]
            for share in (0.25, 0.75):
                assert np.isclose(there, rank(known, share)).any()


def test_anytime_curves_never_fall(searches):
    (ax,) = plot.anytime(searches).axes
    for number, own in some(enumerate(searches.values())):
        places, medians, _ = curve(ax, number)
        assert (np.diff(medians) >= 0).all()
        for nodes in (0, 1, 5, 18, 19, 40, 149, 150):
            values = [cells_at(each, nodes) for each in own]
            assert value_at(places, medians, max(nodes, places[0])) == statistics.median(values)
        assert places[-1] == 150


def test_a_curve_ends_where_the_first_search_gave_up():
    short, long = (record("tree", "random", seed=n, max_nodes=n) for n in (30, 90))
    (ax,) = plot.anytime({"short": [short, long], "long": long}).axes
    places, _, _ = curve(ax, 0)
    assert places[-1] == 30
    places, _, _ = curve(ax, 1)
    assert places[-1] == 90


def test_searches_without_a_solution_are_named_and_crossed_out():
    crashed, stopped = record("smiley", "paper+as-published"), record("smiley", max_nodes=9)
    solved = record("smiley", "tuned")
    figure = plot.progressions({"a": crashed, "b": [stopped], "c": solved, "d": [solved, crashed]})
    assert re.findall(r"[a-d](?:, [^:]*)?: from", figure.alt) == [
        "a, dead end: from", "b, gave up: from", "c: from", "d, 1 of 2 failed: from",
    ]  # fmt: skip
    (ax,) = figure.axes
    crosses = [line for line in ax.lines if line.get_marker() == "X"]
    assert [line.get_xdata()[0] for line in crosses] == [10, stopped.fullest.depth]


def test_boards_of_other_sizes_are_shares():
    boards = [Puzzle("tetromino-tube"), Puzzle("first-steps")]
    (ax,) = plot.progressions([each.record() for each in boards], by_board=False).axes
    assert ax.get_ylabel() == "inner edges known, of a solved board's"
    places, medians, _ = curve(ax, 0)
    own = []
    for puzzle in boards:
        recording = puzzle.record()
        own.append(recording.start.inner_edges / recording.start.problem.solved_edges)
    assert value_at(places, medians, 0) == pytest.approx(statistics.median(own))


@pytest.mark.parametrize(
    "options",
    [
        {"by_board": False},
        {"of": "pieces", "over": "nodes"},
        {"of": "cells", "over": "nodes"},
        {"by_board": True},
    ],
    ids=str,
)
def test_they_draw_what_they_are_given(searches, options):
    several = plot.progressions(searches, **options)
    listed = plot.progressions([each for own in searches.values() for each in own], **options)
    assert several.alt == listed.alt
    for name, own in searches.items():
        lost = sum(each.answer.solution is None for each in own)
        ended = f"{name}, {lost} of {len(own)} failed" if lost else name
        assert options.get("by_board") or f"{ended}: from " in several.alt
    several.savefig(io.BytesIO(), dpi=30)
    if options.get("by_board"):
        assert [ax.get_title() for ax in several.axes] == ["Car", "Twelve"]
        (legend,) = several.legends
        assert [text.get_text() for text in legend.get_texts()] == list(searches)
    else:
        (ax,) = several.axes
        assert [text.get_text() for text in ax.texts if text.get_text() in searches]


def test_eight_names_stand_apart(searches):
    eight = {f"strategy {n}": searches["constrained"] for n in range(8)}
    figure = plot.anytime(eight)
    figure.draw_without_rendering()
    (ax,) = figure.axes
    names = [text for text in ax.texts if text.get_text() in eight]
    assert len(names) == 8
    boxes = [text.get_window_extent() for text in names]
    assert not any(one.overlaps(other) for n, one in enumerate(boxes) for other in boxes[:n])
    looks = [look(number) for number in range(8)]
    for part in ("color", "linestyle", "marker"):
        assert len({each[part] for each in looks}) == 8


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: plot.progressions([]), "there are no recordings to draw"),
        (lambda: plot.progressions({"a": []}), "there are no recordings of 'a'"),
        (lambda: plot.progressions("carr"), "unknown name 'carr': did you mean car?"),
        (lambda: plot.progressions([5]), "5 is an int, expected a Pattern, a Puzzle, a name"),
        (lambda: plot.progressions({"a": [STEPS, 5]}), "5 is an int, expected a Pattern, a Puzzle"),
        (lambda: plot.progressions(STEPS, of="faces"), "unknown choice 'faces': expected edges, "),
        (lambda: plot.progressions(STEPS, over="time"), "unknown choice 'time': expected moves or"),
        (lambda: plot.anytime(STEPS, of="edges"), "of is 'edges', expected pieces or cells"),
        (lambda: plot.anytime(STEPS, by_board=True, ax=5), "leave out ax"),
        (lambda: plot.performance_profile([]), "there are no runs to draw"),
        (lambda: plot.sensitivity([]), "there are no runs to draw"),
        (lambda: plot.sensitivity(made("paper", 5)), "'paper' is no step of a sweep"),
        (
            lambda: plot.sensitivity(made("a span=1", 5) + made("a corner=1", 5)),
            "the labels end with span and corner: expected the values of one",
        ),
        (lambda: sweep("paper", "corners", [1]), "strategy 'paper' has no parameter 'corners'"),
        (lambda: sweep("probing", "corner", [1]), "strategy 'probing' has no parameter 'corner'"),
        (lambda: sweep(PaperPlus, "corners", [1]), "'paper-plus' has no parameter 'corners'"),
        (lambda: sweep("paper", "held", [1]), "'held=1': held is a rule, expected +held"),
        (lambda: sweep("paper", "corner", ["x"]), "corner is 'x', expected a number"),
        (lambda: sweep("paper", "corner", [True]), "corner is True, expected a number"),
        (lambda: sweep("paper", "corner", [math.nan]), "corner is 'nan', expected a number"),
        (lambda: sweep("paper", "corner", [math.inf]), "corner is 'inf', expected a number"),
    ],
)
def test_what_they_cannot_draw(wrong, message, refusal_of):
    assert message in refusal_of(KaleidoError, wrong)


def steps_of(ax, number):
    line = next(line for line in ax.lines if line.get_color() == look(number)["color"])
    return line.get_xdata(), line.get_ydata()


def test_a_profile_of_known_numbers():
    """The example by hand: ratios 1, 2, 1, 4 of a; 2, 1, 1 and never of b."""
    runs = made("a", 10, 40, 5, 80) + made("b", 20, 20, 5, -100) + made("c", -100, -100, 20, 20)
    (ax,) = plot.performance_profile(runs).axes
    for number, expected in enumerate(
        [{1: 0.5, 2: 0.75, 3.9: 0.75, 4: 1}, {1: 0.5, 2: 0.75, 4: 0.75}, {1: 0.25, 2: 0.25, 4: 0.5}]
    ):
        ratios, shares = steps_of(ax, number)
        for ratio, share in expected.items():
            assert value_at(ratios, shares, ratio) == share
    bars = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "|"]
    # Run b gave up at 100 / 20 = 5 times the least, and c at 100 / 20 and 100 / 10.
    assert bars == [5, 5]
    assert "a: best on 50 %, 100 % in all" in ax.figure.alt


@given(
    st.lists(
        st.tuples(*[st.integers(1, 300).map(lambda n: n if n < 200 else -200)] * 3),
        min_size=1,
        max_size=12,
    )
)
def test_any_profile_rises_to_the_share_that_is_done(rows):
    runs = [
        run
        for name, ends in zip("abc", zip(*rows, strict=True), strict=True)
        for run in made(name, *ends)
    ]
    (ax,) = plot.performance_profile(runs).axes
    least = [min((n for n in row if n > 0), default=None) for row in rows]
    for number in range(3):
        ratios, shares = steps_of(ax, number)
        assert (np.diff(shares) >= 0).all()
        for ratio in (1, 1.5, 2, 10):
            if ratio <= ratios[-1]:
                within = [row[number] > 0 and row[number] <= ratio * n
                          for row, n in zip(rows, least, strict=True) if n]  # fmt: skip
                assert value_at(ratios, shares, ratio) == pytest.approx(sum(within) / len(rows))
        done = sum(row[number] > 0 for row in rows) / len(rows)
        assert shares[-1] == pytest.approx(done)


def test_profiles_of_boards_and_seeds_in_common():
    one, other = made("a", 10, 20, 30), made("b", 20, 20)
    (ax,) = plot.performance_profile(one + other).axes
    assert value_at(*steps_of(ax, 1), 1) == 0.5
    with pytest.raises(OptionError, match="strategies a and b have no board and seed in common"):
        plot.performance_profile(one[:1] + other[1:])


def test_a_strategy_without_chance_counts_for_every_seed():
    fixed = [run._replace(uses_seed=False) for run in made("fixed", 10, 30)]
    lucky = [run._replace(seed=seed) for seed, ends in enumerate([(20, 30), (5, 90), (40, 15)])
             for run in made("lucky", *ends)]  # fmt: skip
    orders = [fixed + lucky, lucky + fixed, fixed + made("sure", 10, 60) + lucky]
    for runs in some(orders):
        figure = plot.performance_profile(runs)
        number = list(dict.fromkeys(run.strategy for run in runs)).index("fixed")
        # Of the six boards and seeds it is best on four, once with a tie; or with `sure`, of two.
        expected = 1 if runs is orders[2] else 4 / 6
        assert value_at(*steps_of(figure.axes[0], number), 1) == pytest.approx(expected)


def test_a_sweep_of_a_weight():
    labels = sweep("paper-plus", "corner", [1, 0])
    assert list(labels) == ["paper-plus corner=1", "paper-plus corner=0"]
    assert [maker(3).weights.corner for maker in labels.values()] == [1.0, 0.0]
    assert [maker(3).weights.window for maker in labels.values()] == [0.5, 0.5]
    (ax,) = plot.sensitivity(compare(["car", "key"], labels, max_nodes=50)).axes
    assert list(steps_of(ax, 0)[0]) == [0, 1]
    assert ax.get_xlabel() == "weight of the score: corner"


def test_a_sweep_of_values_that_are_nearly_alike():
    labels = sweep("paper", "corner", [0.1234567, 0.12345671])
    assert [maker(0).weights.corner for maker in labels.values()] == [0.1234567, 0.12345671]


def test_a_sweep_of_a_strategy_that_is_adjusted():
    (held,) = sweep("paper+held", "corner", [0.3]).values()
    assert held(0).name == "paper+held+corner=0.3"
    assert (held(0).rules.held, held(0).weights.corner) == (True, 0.3)
    (own,) = sweep(PaperPlus, "corner", [0.3]).values()
    assert (own(2).name, own(2).seed, own(2).weights.corner) == ("paper-plus+corner=0.3", 2, 0.3)
    usual = make_strategy("tuned", 0).policy.weights
    (tuned,) = sweep("tuned", "scarce_cells", [-0.5]).values()
    assert tuned(0).policy.weights == replace(usual, scarce_cells=-0.5)


def test_a_sweep_is_a_paired_ratio_to_its_reference_within_the_limit():
    runs = made("x corner=0", 10, 20, 30) + made("x corner=1", 40, -100, -100)
    runs += made("y corner=0", 5, 5, 5) + made("y corner=1", 50, 40, 80)
    figure = plot.sensitivity(runs)
    (ax,) = figure.axes
    ratios = [steps_of(ax, number)[1] for number in (0, 1)]
    assert ratios == [
        pytest.approx([1, (4 * 5 * 100 / 30) ** (1 / 3)]),
        pytest.approx([1, (10 * 8 * 16) ** (1 / 3)]),
    ]
    # A run gave up in two of three pairs.
    hollow = [line for line in ax.lines if line.get_linestyle() == "None"]
    assert [len(line.get_xdata()) for line in hollow] == [1, 0]
    assert "The nodes within 100, against those at corner = 0." in figure.alt
    other = plot.sensitivity(runs, reference=1)
    assert steps_of(other.axes[0], 1)[1] == pytest.approx([(10 * 8 * 16) ** (-1 / 3), 1])
    with pytest.raises(OptionError, match="reference is 3, expected a value that every strategy"):
        plot.sensitivity(runs, reference=3)


def test_boards_that_start_with_different_edges_have_axes_each():
    searches = [record(name, "constrained") for name in ("car", "twelve")]
    assert len(plot.progressions(searches).axes) == 2
    assert len(plot.progressions(searches, of="pieces").axes) == 1
    (ax,) = plot.progressions(searches, by_board=False).axes
    assert ax.get_ylim()[0] == 0
