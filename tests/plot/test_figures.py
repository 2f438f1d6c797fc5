import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_hex, to_rgba_array
from matplotlib.patches import Rectangle
from matplotlib.testing.compare import compare_images
from matplotlib.text import Text
from samples import NONE, unsolvable
from some import some

from kaleido import CLASSIC, OptionError, Pattern, PieceError, Puzzle, named_pattern, plot, record
from kaleido.draw.look import WINDOW
from kaleido.lab import cell_frequencies
from kaleido.model import implied_edges
from kaleido.model.names import piece_labels
from kaleido.plot.kinds import make_kind
from kaleido.plot.themes import THEMES
from kaleido.plot.windows import window_densities
from kaleido.search import Constrained

BASELINES = Path(__file__).parent / "baselines"
DRAWN = ("progression", "holes", "tree")
LONG = record(named_pattern("face-to-face"), "paper")
"""Some hundreds of moves."""

HOPELESS = Pattern("/".join(["rxrxrxrr"] * 8))


@pytest.fixture(scope="module")
def car():
    return record(named_pattern("car"), "paper")


@pytest.fixture(scope="module")
def short_solved():
    return record("fancy-chessboard", "tuned")


@pytest.fixture(scope="module")
def progression(car):
    return plot.progression(car)


@pytest.fixture(scope="module")
def twelve():
    return record(named_pattern("twelve"), "paper")


def texts(ax):
    return [text.get_text() for text in ax.texts if text.get_text()]


def test_the_progression_has_a_board_a_move_and_the_papers_score_lines(car, progression):
    first, *moves, last, curve = progression.axes
    assert len(moves) == 20
    assert "52 of 65 edges" in texts(first)
    lines = [texts(ax) for ax in moves]
    assert [line[0] for line in lines] == [
        f"{number}  {step.place.placement.name} {step.place.placement.face}"
        for number, step in enumerate(car.steps, start=1)
    ]
    everything = {text for line in lines for text in line}
    # The scores of the paper's figure of the car.
    assert "10 + 10/2 + 0.26 = 15.26" in everything
    assert "10 + 10/2 + 0.78 = 15.78" in everything
    assert "8 + 8/2 + 0.25 = 12.25" in everything
    assert "8 + 8/2 + 0.4 = 12.4" in everything
    assert "65 of 65 edges" in lines[-1]
    assert texts(last) == ["solution", "65 of 65 edges"]
    # The moves have the same numbers on the curve.
    assert [tick.get_text() for tick in curve.get_xticklabels()] == [*map(str, range(21))]
    assert curve.get_ylim()[0] == 0
    assert "Car, strategy paper: solved, 20 moves" in progression.get_suptitle()
    for line, step in zip(lines, car.steps, strict=True):
        assert (f"{step.place.waiting} wait" in line) == (step.place.waiting > 0)


def test_moves_have_the_three_numbers_of_the_papers_figures(progression):
    told = [text for ax in progression.axes[1:-2] for text in texts(ax) if " | " in text]
    assert [text.partition(",")[0] for text in told] == (
        ["16 | – | 18", *["10 | 10 | 10"] * 6, *["8 | 8 | 10"] * 2, *["8 | 8 | 8"] * 2]
        + ["6 | 6 | 6", "8 | 8 | 10", "8 | 8 | 8", *["5 | 7 | 8"] * 2, "4 | 8 | 8", "7 | 10 | 8"]
        + ["4 | 4 | 4"] * 2
    )


def test_windows_are_framed_on_the_boards(car, progression):
    for ax, step in some(zip(progression.axes[1:-2], car.steps, strict=True)):
        window = step.place.found.window
        frames = framed(ax)
        assert len(frames) == (window is not None)
        if window is not None:
            (top, left), (height, width) = window.corner, window.shape
            left, top = left - 0.17, top - 0.17
            assert frames == [pytest.approx((left, top, left + width + 0.34, top + height + 0.34))]


def framed(ax):
    """The extents (left, top, right, bottom) of the frames of windows on a board."""
    boxes = []
    for each in ax.collections:
        if isinstance(each, PolyCollection) and WINDOW in set(map(to_hex, each.get_facecolor())):
            colours = list(map(to_hex, each.get_facecolor()))
            paths = [path for path, c in zip(each.get_paths(), colours, strict=True) if c == WINDOW]
            points = np.concatenate([path.vertices for path in paths])
            boxes.append((*points.min(axis=0), *points.max(axis=0)))
    return boxes


def test_moves_taken_back_are_marked(car, progression):
    marked = ["taken back" in texts(ax) for ax in progression.axes[1:-2]]
    assert [number for number, is_marked in enumerate(marked) if not is_marked] == list(car.line)
    crossed = [len(ax.lines) > 0 for ax in progression.axes[1:-2]]
    assert crossed == marked


def test_no_solution_is_said_in_the_figure():
    figure = plot.progression(record(HOPELESS, "paper"))
    assert len(figure.axes) == 1
    title = " ".join(figure.get_suptitle().split())
    assert "no solution (proved): the pieces cannot make 24 black, 40 red" in title


def test_a_search_proved_hopeless_shows_how_far_it_came():
    recording = record(unsolvable(NONE[5]), "constrained")
    assert recording.steps
    figure = plot.progression(recording, max_boards=0)
    _, *boards, last, _ = figure.axes
    assert len(boards) == recording.fullest.depth
    assert recording.end in texts(last)
    # Moves that are not drawn are named.
    told = [int(each) for ax in (*boards, last) for text in texts(ax) if text.endswith("not kept")
            for each in text.split()[0].split("–")]  # fmt: skip
    assert not {each - 1 for each in told} & {*recording.line}
    assert told[-1] == len(recording.steps)
    assert "no solution (proved): all ways were tried" in " ".join(figure.get_suptitle().split())


FAILED = {
    "crashed": ("smiley", "paper+as-published", "10 of 18 pieces: dead end"),
    "stopped": ("alphabet-k", "paper", "16 of 18 pieces: gave up"),
    "proved": (unsolvable(NONE[5]), "constrained", "pieces: dead end"),
}
"""Searches without a solution, and how they end; the second knows more edges than a solution."""


@pytest.fixture(scope="module", params=FAILED)
def failed(request):
    board, strategy, end = FAILED[request.param]
    recording = record(board, strategy, max_nodes=300)
    assert recording.end.endswith(end)
    return recording


def inks(figure):
    """The colours of lines, bars and frames of a figure, and all its words."""
    found = set()
    for name in ("color", "facecolor", "edgecolor"):
        for artist in figure.findobj(lambda each, name=name: hasattr(each, f"get_{name}")):
            found |= {*map(to_hex, to_rgba_array(getattr(artist, f"get_{name}")()))}
    return found, [each.get_text() for each in figure.findobj(Text)]


@pytest.mark.few(4)
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("kind", ["progression", "holes", "tree", "windows", "edges", "board"])
def test_a_search_without_a_solution_looks_failed(failed, short_solved, kind, name):
    theme = THEMES[name]
    with plot.theme(name):
        colours, said = inks(make_kind(kind, failed))
        others, _ = inks(make_kind(kind, short_solved))
    assert theme.failed in colours
    assert theme.accent not in colours
    assert any(failed.end in each for each in said)
    assert theme.failed not in others


@pytest.mark.few(3)
@pytest.mark.parametrize("draw", [plot.edge_curve, plot.score_curve, plot.search_tree])
def test_the_line_of_a_search_without_a_solution_ends_in_a_cross(failed, short_solved, draw):
    def named(figure):
        return dict(zip(*figure.axes[0].get_legend_handles_labels()[::-1], strict=True))

    figure = draw(failed)
    crosses = named(figure)
    assert crosses[failed.end].get_marker() == "X"
    assert failed.end in figure.alt
    assert "kept" not in crosses
    assert not any(": " in name for name in named(draw(short_solved)))


@pytest.mark.few(1)
def test_the_scores_of_a_search_without_a_solution_are_framed(failed, short_solved):
    def frames(recording):
        patches = plot.score_curve(recording).axes[0].patches
        return [each for each in patches if to_hex(each.get_edgecolor()) == THEMES["light"].failed]

    assert [frame.get_width() for frame in frames(failed)] == [len(failed.steps)]
    assert not frames(short_solved)


@pytest.mark.few(1)
def test_no_bar_is_full_without_a_solution(failed, short_solved):
    def shares(recording):
        for ax in plot.progression(recording).axes[:-1]:
            whole, known, _ = (bar.get_width() for bar in ax.patches[-4:] if bar.get_height() < 1)
            yield known / whole

    assert all(share < 1 for share in shares(failed))
    assert list(shares(short_solved))[-1] == 1


def test_the_edge_curve_goes_from_the_implied_edges_to_all(car, twelve):
    for recording in (twelve, car):
        ax = plot.edge_curve(recording).axes[0]
        kept = next(line for line in ax.lines if line.get_label() == "kept")
        moves, edges = kept.get_data()
        assert edges[0] == implied_edges(recording.answer.pattern).inner
        assert edges[-1] == 65
        assert list(moves) == [0, *(number + 1 for number in recording.line)]
        assert np.all(np.diff(edges) >= 0)
        assert ax.get_ylim()[0] == 0
    crosses = [line for line in ax.lines if line.get_label() == "taken back"]
    assert len(crosses[0].get_xdata()) == car.answer.nodes - 18


def bars(ax):
    """The bars of an axes as (left, low end, high end, colour, hatch), without empty ones."""
    for container in ax.containers:
        for bar in container.patches:
            if bar.get_height() and bar.get_width() < 50:
                ends = sorted((bar.get_y(), bar.get_y() + bar.get_height()))
                yield round(bar.get_x(), 6), *ends, to_hex(bar.get_facecolor()), bar.get_hatch()


@pytest.mark.parametrize("strategy", ["paper", "tuned", "random"])
def test_score_bars_stack_to_the_total(strategy):
    recording = record(named_pattern("car"), strategy, max_nodes=80)
    ax = plot.score_curve(recording).axes[0]
    tops, bottoms, hatched = defaultdict(float), defaultdict(float), {}
    for left, low, high, _, hatch in some(bars(ax)):
        move = round(left + 0.5)
        assert low == pytest.approx(0) or high == pytest.approx(0) or low > 0 or high < 0
        tops[move] = max(tops[move], high)
        bottoms[move] = min(bottoms[move], low)
        hatched[move] = bool(hatch)
    for move, step in enumerate(recording.steps, start=1):
        assert tops[move] + bottoms[move] == pytest.approx(step.place.score.total, abs=1e-5)
        assert hatched[move] == (move - 1 not in recording.line)


def test_named_parts_of_a_score_are_stacked_and_written():
    def parts(candidate):
        return {"edges": candidate.matched, "size": -candidate.size / 2}

    recording = record("car", parts)
    names = plot.score_curve(recording).axes[0].get_legend_handles_labels()[1]
    assert {"edges", "size"} <= {*names}
    _, first, *_ = plot.progression(recording).axes
    assert recording.steps[0].place.score.line in texts(first)
    assert len(plot.animate(recording).data) > 1000


def test_long_searches_are_drawn_in_bins():
    assert len(LONG.steps) > 300
    (ax,) = plot.score_curve(LONG).axes
    lefts = {left for left, *_ in bars(ax)}
    assert 30 < len(lefts) <= 100
    assert "5 in a bar" in ax.get_xlabel()
    (dots,) = (line for line in ax.lines if line.get_label() == "kept")
    assert list(dots.get_xdata()) == [number + 1 for number in LONG.line]
    (ax,) = plot.edge_curve(LONG).axes
    (band,) = (each for each in ax.collections if "bins of 5" in str(each.get_label()))
    low, high = band.get_paths()[0].get_extents().intervaly
    edges = [step.place.state.inner_edges for step in LONG.steps]
    assert (low, high) == (LONG.start.inner_edges, max(edges))


def test_very_low_scores_do_not_crush_the_others():
    def score(candidate):
        return -200 if candidate.dead else candidate.matched

    recording = record(named_pattern("twelve"), score)
    totals = np.array([step.place.score.total for step in recording.steps])
    (ax,) = plot.score_curve(recording).axes
    low, high = ax.get_ylim()
    assert totals.min() < -150 < low
    assert (totals > 0).any()
    assert high - low < 4 * high
    marked = next(line for line in ax.lines if line.get_marker() == "v")
    assert len(marked.get_xdata()) == (totals < low / 1.04).sum()


def lines(ax):
    """The segments of a tree to siblings, to moves taken back and to moves kept."""
    return [each.get_segments() for each in ax.collections if isinstance(each, LineCollection)]


@pytest.mark.parametrize("strategy", ["paper", "tuned", "random"])
def test_a_small_tree_has_a_branch_a_move(strategy):
    recording = record(named_pattern("twelve"), strategy, max_nodes=60)
    rings, tried, line = lines(plot.search_tree(recording).axes[0])
    assert len(line) == len(recording.line)
    assert len(line) + len(tried) == len(recording.steps)
    for (_, above), (_, below) in (*tried, *line, *rings):
        assert below == above + 1
    # Every node has a place of its own.
    ends = {tuple(segment[1]) for segment in (*tried, *line)}
    assert len(ends) == len(recording.steps)


@pytest.mark.parametrize(
    ("name", "strategy", "most"),
    [("two-llamas", "paper-plus", 500), ("tulip", Constrained(seed=1, run_nodes=20), 300)],
)
def test_a_long_tree_folds_what_was_taken_back(name, strategy, most):
    recording = record(named_pattern(name), strategy, max_nodes=most)
    assert len(recording.steps) > 60
    ax = plot.search_tree(recording).axes[0]
    _, tried, line = lines(ax)
    assert len(line) == len(recording.line)
    assert len(tried) < 25
    (triangles,) = (each for each in ax.collections if isinstance(each, PolyCollection))
    folded = [int(text.replace(",", "")) for text in texts(ax) if text[0].isdigit()]
    assert len(folded) == len(triangles.get_paths())
    alone = len(tried) - len(folded)
    assert len(line) + sum(folded) + alone == len(recording.steps)
    deepest = max(step.place.state.depth for step in recording.steps)
    assert max(path.get_extents().y1 for path in triangles.get_paths()) <= deepest + 0.7


def test_siblings_that_wait_are_rings_on_the_tree(twelve):
    rings, *_ = lines(plot.search_tree(twelve).axes[0])
    assert len(rings) == sum(step.place.waiting for step in twelve.steps)


def test_names_on_the_tree_keep_clear_of_branches(car):
    ax = plot.search_tree(car).axes[0]
    ax.figure.draw_without_rendering()
    branches = [segment for group in lines(ax) for segment in group]
    for name in some(ax.texts):
        box = name.get_window_extent()
        for segment in some(branches):
            start, end = ax.transData.transform(np.array(segment))
            points = start + np.linspace(0, 1, 200)[:, None] * (end - start)
            assert not box.count_contains(points), name.get_text()


@pytest.mark.long
def test_window_maps_show_the_densities_before_each_move(twelve):
    figure = plot.window_map(twelve)
    *boards, scale = figure.axes
    assert len(boards) == 18
    assert scale.get_xlabel() == "edges per cell of the densest window"
    before = [twelve.start, *(step.place.state for step in twelve.steps[:-1])]
    for ax, state in zip(boards, before, strict=True):
        shown = ax.images[0].get_array()
        expected = np.ma.masked_invalid(window_densities(state))
        assert np.ma.allequal(shown, expected)
        assert (shown.mask == expected.mask).all()
        covered = {cell for each in state.problem.placements(state.path) for cell in each.cells}
        assert all(shown.mask[cell] for cell in covered)


def test_densities_by_hand():
    start = record(named_pattern("checkerboard"), max_nodes=0).start
    densities = window_densities(start)
    # In the corner the frame is on five sides of 2 × 3 cells or four of ... 1 × 4 cells: 5 / 4.
    assert densities[0, 0] == 5 / 4
    # One cell in from the corner: 2 × 3 cells in the corner have 5 sides on the frame.
    assert densities[1, 1] == 5 / 6
    assert densities[3, 3] == 0


def test_piece_maps_have_a_scale_each():
    solutions = Puzzle(named_pattern("car")).sample(40, 1)
    shares = cell_frequencies(solutions)
    *boards, _ = plot.piece_map(solutions).axes
    for ax, (name, label) in zip(boards, piece_labels(CLASSIC).items(), strict=True):
        share = shares[name]
        assert ax.get_title() == f"{label}\nup to {100 * share.max():.0f} %"
        assert np.array_equal(ax.images[0].get_array(), share)
        assert ax.images[0].get_clim() == (0, share.max())
    one = plot.piece_map(solutions, "wand").axes[0]
    assert np.array_equal(one.images[0].get_array(), shares["wand"])


def test_faults_are_named():
    with pytest.raises(OptionError, match="no solutions"):
        plot.piece_map([])
    with pytest.raises(PieceError, match="'spoon'"):
        plot.piece_map(Puzzle(named_pattern("car")).sample(1, 1), "spoon")


@pytest.mark.long
def test_no_global_state_is_touched():
    code = (
        "import sys, matplotlib as mpl\n"
        "from kaleido import named_pattern, plot, record\n"
        "before = dict(mpl.rcParams)\n"
        "recording = record(named_pattern('car'), 'paper')\n"
        "plot.progression(recording).canvas.draw()\n"
        "plot.search_tree(recording), plot.edge_curve(recording), plot.window_map(recording)\n"
        "assert dict(mpl.rcParams) == before\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    env = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    subprocess.run([sys.executable, "-c", code], check=True, env=env | {"MPLBACKEND": "agg"})


@pytest.mark.parametrize("name", DRAWN)
def test_figures_look_as_they_did(name, car, tmp_path):
    """Compare with the pictures in tests/baselines, which somebody has looked at.

    After a wanted change: make them anew with ``python tests/plot/test_figures.py``, and look.
    """
    path = tmp_path / f"{name}.png"
    with mpl.rc_context(mpl.rcParamsDefault):
        make_baseline(name, car, path)
    assert compare_images(BASELINES / path.name, path, tol=6) is None


def make_baseline(name, recording, path):
    make_kind(name, recording, width=7).savefig(path, dpi=50)


if __name__ == "__main__":
    for kind in DRAWN:
        make_baseline(kind, record(named_pattern("car"), "paper"), BASELINES / f"{kind}.png")


def test_a_board_with_more_edges_than_a_solution_is_not_shown_as_more_than_whole():
    figure = plot.progression(record("soma-cube"))
    words = [each.get_text() for each in figure.findobj(Text)]
    assert "35 edges; a solution has 34" in words
    assert "34 of 34 edges" in words
    assert not [each for each in words if "35 of 34" in each]
    boards = [ax for ax in figure.axes if not ax.axison]
    bars = [bar for ax in boards for bar in ax.patches if isinstance(bar, Rectangle)]
    rooms = [bar.axes.get_xlim()[1] for bar in bars]
    assert all(bar.get_width() <= room for bar, room in zip(bars, rooms, strict=True))
