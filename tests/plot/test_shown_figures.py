"""Figures show themselves in notebooks, and say in words what they show."""

import inspect
import io
import math
import re
import runpy
from base64 import b64decode
from datetime import date
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as Tree

import matplotlib as mpl
import numpy as np
import pytest
from lattice_samples import soma
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from overlap import clashes
from PIL import Image
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
from kaleido.library.patterns import members
from kaleido.plot.figure import alt_text, save_figure
from kaleido.plot.themes import THEMES
from kaleido.search.notation import parse_place

CAR = named_pattern("car")
GALLERY = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "_ext" / "figures.py"))
# Figures of many boards, which are full and slow to draw; the long test draws them, too.
LARGE = ("progression", "window_map_moves", "piece_map_all", "features_and_edges", "island_scan")
# Curves of one or two strategies leave most of their axes free, as curves do, and rows of holes in
# reading order are as high as their highest hole.
SPARSE = ("anytime", "hole_progression", "progressions", "performance_profile", "sensitivity")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawings():
    """Return a call without options for every picture of the gallery."""
    puzzle, recording = Puzzle(CAR), record(CAR, "paper")
    short = record(CAR, "paper", max_nodes=4)
    runs = compare(pattern_names("standard")[:8], ["constrained", "tuned"], seeds=2)
    solution = recording.answer.solution
    in_window = next(step.place for step in recording.steps if step.place.found.window)
    swept = compare(["car", "key"], sweep("paper-plus", "corner", [0, 0.26]), max_nodes=500)
    return {
        "ablation": partial(plot.ablation, runs),
        "anytime": partial(plot.anytime, recording),
        "board": partial(plot.board, CAR),
        "cactus": partial(plot.cactus, runs),
        "exploded_islands_edges": partial(plot.exploded_islands, CAR, caption="edges"),
        "edge_curve": partial(plot.edge_curve, recording),
        "edge_reasons": partial(plot.edge_reasons, CAR, (1, 2)),
        "edges": partial(plot.edges, CAR),
        "exploded": partial(plot.exploded, soma().solve().solution),
        "exploded_islands": partial(plot.exploded_islands, CAR),
        "features_and_edges": partial(plot.features_and_edges, CAR),
        "filled_island": partial(plot.filled_island, solution, (0, 0)),
        "hole_progression": partial(plot.hole_progression, recording),
        "island_filling": partial(plot.island_filling, CAR, (0, 0)),
        "island_scan": partial(plot.island_scan, CAR),
        "overlap": partial(plot.overlap, puzzle, parse_place("t-r@0,4", puzzle.state)),
        "paired": partial(plot.paired, runs, "constrained", "tuned"),
        "parity": partial(plot.parity, Puzzle(Board.parse("4x5"), named_set("tetrominoes"))),
        "performance_profile": partial(plot.performance_profile, runs),
        "ratio_curve": partial(plot.ratio_curve, runs, "constrained", "tuned"),
        "parting": partial(plot.parting, recording, record(CAR, "paper-plus")),
        "piece_faces": partial(plot.piece_faces, CLASSIC["wand"]),
        "piece_map": partial(plot.piece_map, [solution], "wand"),
        "piece_map_all": partial(plot.piece_map, [solution]),
        "placements": partial(plot.placements, puzzle),
        "progression": partial(plot.progression, short),
        "progressions": partial(plot.progressions, recording),
        "score_curve": partial(plot.score_curve, recording),
        "search_tree": partial(plot.search_tree, recording),
        "sensitivity": partial(plot.sensitivity, swept),
        "cactus_tails": partial(plot.cactus, runs, tails=True),
        "exploded_islands_piece": partial(plot.exploded_islands, puzzle, caption="piece"),
        "window_frame": partial(plot.window_frame, CAR, (0, 0), (2, 3)),
        "window_map": partial(plot.window_map, recording.start),
        "window_map_moves": partial(plot.window_map, short),
        "window_moves": partial(plot.window_moves, in_window),
        "year": partial(plot.year, dict(zip(members("calendar@2024"), range(7, 373), strict=True))),
    }


class Figures(dict):
    """The figure of every name, drawn when it is first asked for."""

    def __init__(self, drawings):
        self.drawings = drawings

    def __missing__(self, name):
        self[name] = figure = self.drawings[name]()
        return figure


@pytest.fixture(scope="module")
def figures(drawings):
    return Figures(drawings)


FIGURES = sorted(GALLERY["CODE"].keys() - {"animate"})
# A function that draws one map or several takes axes for the one, and a figure for the others.
REFUSED = {
    ("window_map", "figure"), ("window_map_moves", "ax"), ("window_map_moves", "move"),
    ("piece_map", "figure"), ("piece_map_all", "ax"),
}  # fmt: skip


def with_option(option):
    """Parametrize a test by the figures that have an option."""
    functions = {
        name: getattr(plot, GALLERY["function_of"](GALLERY["CODE"][name])) for name in FIGURES
    }
    own = [name for name, each in functions.items() if option in inspect.signature(each).parameters]
    assert own
    own.sort(key=LARGE.__contains__)  # the first are drawn by day
    return pytest.mark.parametrize("name", [name for name in own if (name, option) not in REFUSED])


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.few(8)
def test_texts_keep_apart(figures, name):
    assert clashes(figures[name]) == []


@with_option("ax")
@pytest.mark.few(8)
def test_axes_may_be_given(drawings, figures, name):
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert drawings[name](ax=right) is figure
    assert not left.has_data()
    assert not figure.get_suptitle()
    assert figure.alt == figures[name].alt
    figure.draw_without_rendering()


@with_option("figure")
@pytest.mark.few(4)
def test_a_figure_may_be_given(drawings, figures, name):
    figure = Figure(figsize=(9, 9), layout="constrained")
    assert drawings[name](figure=figure) is figure
    assert (figure.get_figwidth(), figure.alt) == (9, figures[name].alt)
    assert figure.axes


@with_option("figure")
@pytest.mark.few(1)
def test_a_new_figure_keeps_to_its_width_and_is_the_same_again(drawings, name):
    own, again = (drawings[name](width=4.0) for _ in range(2))
    assert own.get_figwidth() <= 4.0
    assert own._repr_mimebundle_() == again._repr_mimebundle_()


@with_option("figure")
@pytest.mark.parametrize("width", [1, math.nan])
@pytest.mark.few(8)
def test_a_width_has_room_for_a_board(drawings, name, width):
    with pytest.raises(OptionError, match=f"width is {width}, expected 1.7 inches or more"):
        drawings[name](width=width)


@with_option("marks")
def test_marks_are_of_a_known_kind(drawings, name):
    with pytest.raises(
        OptionError, match="unknown marks 'dots': expected none, letters or hatches"
    ):
        drawings[name](marks="dots")


@with_option("by")
def test_costs_are_of_a_known_kind(drawings, name):
    with pytest.raises(OptionError, match="'years': expected nodes, work, backtracks or seconds"):
        drawings[name](by="years")


@pytest.mark.parametrize(("name", "option"), sorted(REFUSED))
def test_an_option_of_the_other_kind_of_figure_is_refused(drawings, name, option):
    with pytest.raises(OptionError, match="several maps are drawn on a figure, and a single"):
        drawings[name](**{option: Figure()})


@pytest.mark.parametrize("name", FIGURES)
def test_a_misspelt_option_is_reported_before_anything_is_read(name):
    drawing = getattr(plot, GALLERY["function_of"](GALLERY["CODE"][name]))
    option = list(inspect.signature(drawing).parameters)[-1]
    with pytest.raises(TypeError, match=f"argument '{option}x'. Did you mean '{option}'"):
        drawing("no such board", **{f"{option}x": 1})


def test_no_figure_stands_mostly_empty(figures):
    """At most a third of a figure is farther than 0.2 inches from all that is drawn on it."""
    shown = sorted({*FIGURES} - {*LARGE, *SPARSE})[::4]  # the gallery has the others, too
    shares = {name: empty(figures[name]) for name in shown}
    assert {name: share for name, share in shares.items() if share > 1 / 3} == {}


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
    most = dict.fromkeys(shares, 1 / 3) | dict.fromkeys(SPARSE, 2 / 5)
    assert {each: share for each, share in shares.items() if share > most[each]} == {}


def test_the_gallery_shows_every_function():
    assert GALLERY["find_faults"]() == []


def test_every_function_returns_a_figure_with_a_title_that_tells_what_it_shows(drawings, figures):
    assert {*drawings, "animate"} == {*GALLERY["CODE"]}
    for name in drawings:
        figure = figures[name]
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


def test_a_year_shows_each_day_and_refuses_others(figures):
    (ax,) = figures["year"].axes
    shown = {(each.get_text(), *each.get_position()) for each in ax.texts}
    assert len(shown) == 366
    assert {("7", 1, 0), ("38", 1, 1), ("372", 31, 11)} <= shown
    few = plot.year({"fri-30-feb": 0, date(2026, 1, 1): 9, "calendar@2026-05-31": 9})
    assert [each.get_text() for each in few.axes[0].texts] == ["×", "9", "9"]
    shades = [patch.get_facecolor()[3] for patch in few.axes[0].patches]
    assert shades[0] < shades[1] == shades[2]
    for days, message in (
        ({}, "no days to draw"),
        ({"may": 1}, "'may' names no day of a year"),
        ({"31-may": 1, "2026-05-31": 1}, "31 May is given twice"),
        ({"car": 1}, "'car' is no date"),
    ):
        with pytest.raises(OptionError, match=message):
            plot.year(days)


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
