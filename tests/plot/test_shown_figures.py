"""Figures show themselves in notebooks, and say in words what they show."""

import inspect
import io
import re
import runpy
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree as Tree

import matplotlib as mpl
import numpy as np
import pytest
from lattice_samples import soma
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from PIL import Image
from samples import NONE, unsolvable
from scipy.ndimage import distance_transform_cdt
from some import some

from kaleido import (
    CLASSIC,
    Board,
    OptionError,
    Puzzle,
    compare,
    named_pattern,
    named_set,
    pattern_names,
    plot,
    record,
)
from kaleido.draw import look
from kaleido.heuristics import sweep
from kaleido.plot.figure import alt_text, save_figure
from kaleido.plot.kinds import make_kind
from kaleido.plot.themes import THEMES
from kaleido.search.notation import parse_place

CAR = named_pattern("car")
GALLERY = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "_ext" / "figures.py"))
# Figures of many boards, which are full and slow to draw; the long test draws them, too.
LARGE = ("progression", "window_maps", "piece_maps", "features_and_edges", "island_scan")
# Curves of one or two strategies leave most of their axes free, as curves do.
CURVES = ("anytime", "progressions", "performance_profile")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def figures():
    """Return a figure of every public function that draws one."""
    puzzle, recording = Puzzle(CAR), record(CAR, "paper")
    short = record(CAR, "paper", max_nodes=4)
    runs = compare(pattern_names("standard")[:8], ["constrained", "tuned"], seeds=2)
    solution = recording.answer.solution
    in_window = next(step.place for step in recording.steps if step.place.found.window)
    swept = compare(["car", "key"], sweep("paper-plus", "corner", [0, 0.26]), max_nodes=500)
    return {
        "ablation": plot.ablation(runs),
        "anytime": plot.anytime(recording),
        "board": plot.board(CAR),
        "cactus": plot.cactus(runs),
        "constrained_islands": plot.constrained_islands(CAR),
        "edge_curve": plot.edge_curve(recording),
        "edge_reasons": plot.edge_reasons(CAR, (1, 2)),
        "edges": plot.edges(CAR),
        "exploded": plot.exploded(soma().solve().solution),
        "exploded_islands": plot.exploded_islands(CAR),
        "features_and_edges": plot.features_and_edges(CAR),
        "filled_island": plot.filled_island(solution, (0, 0)),
        "hole_progression": plot.hole_progression(recording),
        "island_filling": plot.island_filling(CAR, (0, 0)),
        "island_scan": plot.island_scan(CAR),
        "overlap": plot.overlap(puzzle, parse_place("t-r@0,4", puzzle.state)),
        "paired": plot.paired(runs, "constrained", "tuned"),
        "parity": plot.parity(Puzzle(Board.parse("4x5"), named_set("tetrominoes"))),
        "performance_profile": plot.performance_profile(runs),
        "piece_faces": plot.piece_faces(CLASSIC["wand"]),
        "piece_map": plot.piece_map([solution], "wand"),
        "piece_maps": plot.piece_maps([solution]),
        "placements": plot.placements(puzzle),
        "progression": plot.progression(short),
        "progressions": plot.progressions(recording),
        "score_curve": plot.score_curve(recording),
        "search_tree": plot.search_tree(recording),
        "sensitivity": plot.sensitivity(swept),
        "tails": plot.tails(runs),
        "trivial_islands": plot.trivial_islands(puzzle),
        "window_frame": plot.window_frame(CAR, (0, 0), (2, 3)),
        "window_map": plot.window_map(recording.start),
        "window_maps": plot.window_maps(short),
        "window_moves": plot.window_moves(in_window),
    }


def test_no_figure_stands_mostly_empty(figures):
    """At most 30 % of a figure are farther than 0.2 inches from all that is drawn on it."""
    shown = sorted(figures.keys() - {*LARGE, *CURVES})[::2]  # the gallery has the others, too
    shares = {name: empty(figures[name]) for name in shown}
    assert {name: share for name, share in shares.items() if share > 0.3} == {}


def empty(figure, dpi=40):
    """Return the share of a figure that is farther than 0.2 inches from everything on it."""
    figure.set_dpi(dpi)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba())[..., :3].astype(int)
    ground = np.array(to_rgb(figure.get_facecolor())) * 255
    drawn = abs(pixels - ground).max(axis=-1) > 5  # lines of grids count
    if not drawn.any():
        return 1.0
    return (distance_transform_cdt(~drawn, "chessboard") > 0.2 * dpi).mean()


def test_emptiness_by_known_shares():
    figure = Figure(figsize=(4, 2))
    assert empty(figure) == 1
    figure.add_axes((0.5, 0, 0.5, 1), facecolor="black", xticks=[], yticks=[])
    assert empty(figure) == pytest.approx((2 - 0.2) / 4, abs=0.02)


@pytest.mark.long
@pytest.mark.parametrize("name", THEMES)
def test_no_figure_of_the_gallery_stands_mostly_empty(name):
    names, shares = GALLERY["given"](), {}
    with plot.theme(name):
        for each in GALLERY["CODE"]:
            made = GALLERY["drawn"](each, names)
            if isinstance(made, Figure):
                shares[each] = empty(made)
    assert len(shares) >= 30
    assert {each: share for each, share in shares.items() if share > 0.3} == {}


def test_the_gallery_shows_every_function():
    assert GALLERY["find_faults"]() == []


def test_every_function_returns_a_figure_with_a_title_that_tells_what_it_shows(figures):
    assert {*figures, "animate"} == {*GALLERY["CODE"]}
    for name, figure in figures.items():
        assert isinstance(figure, Figure), name
        titles = [figure.get_suptitle(), *(ax.get_title() for ax in figure.axes)]
        assert any(titles), name
        assert figure.alt.endswith("."), name
        assert 20 < len(figure.alt) < 400, name
    assert len({figure.alt for figure in figures.values()}) == len(figures)


def test_alt_texts_have_the_numbers_of_the_figure(figures):
    assert figures["edges"].alt == (
        "Pattern Car with its 52 inner edges highlighted: 52 implied by the colours, 0 of pieces."
    )
    assert "from 52 to 65 of 65; 20 moves tried, 2 taken back." in figures["edge_curve"].alt
    assert "20 moves: 18 on the line kept, 2 taken back" in figures["search_tree"].alt


def test_curves_name_their_axes_with_units(figures):
    for name in ("edge_curve", "score_curve"):
        (ax,) = figures[name].axes
        assert ax.get_xlabel() == "moves tried"
        assert ax.get_ylabel()


def test_a_notebook_shows_a_figure_sharp_and_in_its_size():
    figure = plot.board(CAR)
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell()
    data, about = shell.display_formatter.format(figure)
    picture = Image.open(io.BytesIO(b64decode(data["image/png"])))
    assert data["text/plain"] == about["image/png"]["alt"] == figure.alt
    assert picture.width == pytest.approx(2 * about["image/png"]["width"], abs=1)
    assert about["image/png"]["width"] == pytest.approx(72 * figure.get_figwidth(), abs=1)


@pytest.mark.long
def test_a_figure_is_shown_once_in_a_cell():
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    shows = "from kaleido import named_pattern, plot\nplot.board(named_pattern('car'))"
    cells = [shows, "%matplotlib inline", shows, "import matplotlib.pyplot", shows]
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    nbclient.NotebookClient(notebook, timeout=50).execute()
    for cell in some(notebook.cells[::2]):
        (output,) = cell.outputs
        assert set(output.data) == {"image/png", "text/plain"}
        assert output.metadata["image/png"]["alt"].startswith("Pattern Car: 8 × 8 cells")


def test_axes_of_yours_keep_your_figure_and_its_words_add_up():
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert plot.board(CAR, ax=left) is figure
    assert plot.edges(CAR, ax=right) is figure
    assert not figure.get_suptitle()
    assert figure.alt == f"{plot.board(CAR).alt} {plot.edges(CAR).alt}"
    assert alt_text(Figure()) == ""


@pytest.mark.parametrize("kind", ["progression", "curves", "tree", "board"])
def test_kinds_of_figures_say_how_the_search_ended(kind):
    recording = record(unsolvable(NONE[4]), "constrained")
    assert "no solution (proved)" in make_kind(kind, recording).alt


def test_files_carry_title_and_alt_text(tmp_path):
    figure = plot.board(CAR)
    for suffix in ("svg", "png", "pdf"):
        save_figure(figure, tmp_path / f"car.{suffix}")
    root = Tree.parse(tmp_path / "car.svg").getroot()
    assert root.attrib["role"] == "img"
    assert root.find(f"{SVG}title").text == "Pattern Car"
    assert root.find(f"{SVG}desc").text == figure.alt
    with Image.open(tmp_path / "car.png") as picture:
        about = picture.info
    assert (about["Title"], about["Description"]) == ("Pattern Car", figure.alt)
    assert b"/Title (Pattern Car)" in (tmp_path / "car.pdf").read_bytes()
    assert b"/Subject" in (tmp_path / "car.pdf").read_bytes()


def test_signs_of_xml_in_a_title_do_no_harm(tmp_path):
    figure = plot.board(named_pattern("car"))
    figure.suptitle("a < b & c")
    figure.alt = "1 < 2 & so on"
    save_figure(figure, tmp_path / "it.svg")
    assert Tree.parse(tmp_path / "it.svg").getroot().find(f"{SVG}desc").text == figure.alt


@pytest.mark.parametrize("name", plot.__all__)
def test_the_help_of_a_figure_tells_of_each_parameter_once(name):
    drawing = getattr(plot, name)
    parameters = inspect.getdoc(drawing).partition("Parameters\n----------\n")[2]
    told = re.findall(r"^(\w.*?) : ", parameters.partition("\n\n")[0], re.MULTILINE)
    assert ", ".join(told).split(", ") == list(inspect.signature(drawing).parameters)


def test_figures_are_dark_where_those_of_matplotlib_are():
    def shades(figure):
        (ax,) = figure.axes
        title, frame = figure._suptitle.get_color(), to_hex(ax.collections[0].get_facecolor()[-1])
        return to_hex(figure.get_facecolor()), to_hex(title), frame

    light, dark = THEMES["light"], THEMES["dark"]
    assert shades(plot.board(CAR)) == (light.ground, light.ink, light.ink)
    with plot.theme("dark"):
        assert shades(plot.board(CAR)) == (dark.ground, dark.ink, dark.ink)
    with mpl.rc_context({"figure.facecolor": "#202020", "text.color": "white"}):
        assert shades(plot.board(CAR)) == ("#202020", dark.ink, dark.ink)
        with plot.theme("light"):
            assert shades(plot.board(CAR)) == (light.ground, light.ink, light.ink)
    # Without a ground of their own, as in some notebooks, they follow the text.
    with mpl.rc_context({"figure.facecolor": "none", "text.color": "#eeeeee"}):
        assert shades(plot.board(CAR))[1] == dark.ink
    with pytest.raises(OptionError, match="unknown theme 'drak': expected light or dark"):
        plot.theme("drak")


def test_a_dark_figure_keeps_its_ticks_outside_its_theme():
    with plot.theme("dark"):
        figure = plot.edge_curve(record(CAR, "paper"))
    file = io.BytesIO()
    figure.savefig(file, format="svg")
    svg = file.getvalue().decode()
    assert not re.search("fill: #000000|stroke: #000000", svg)
    assert THEMES["light"].ink not in svg


def test_colours_of_a_theme_stand_for_nothing_else():
    """So that an SVG of a light figure can be made a dark one, as the documentation does."""
    own = {*THEMES["light"].inks} | {*THEMES["dark"].inks}
    shared = {*look.PIECE_FILLS, *look.TINTS, *look.LOOK.as_dict()["colours"].values()}
    shared |= {shade.fill for shade in look.SHADES.values()}
    assert not own & shared
    assert len(own) == 2 * len(THEMES["light"].inks)
