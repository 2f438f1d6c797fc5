"""Figures show themselves in notebooks, and say in words what they show."""

import inspect
import io
import re
from base64 import b64decode
from xml.etree import ElementTree as Tree

import pytest
from lattice_samples import soma
from matplotlib.figure import Figure
from PIL import Image
from samples import NONE, unsolvable

from kaleido import CLASSIC, Board, Puzzle, compare, named_pattern, named_set, plot, record
from kaleido.plot.figure import alt_text, save_figure
from kaleido.plot.kinds import make_kind
from kaleido.search.notation import parse_place

CAR = named_pattern("car")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def figures():
    """Return a figure of every public function that draws one."""
    puzzle, recording, runs = Puzzle(CAR), record(CAR, "paper"), compare([CAR], ["paper", "random"])
    solution = recording.answer.solution
    in_window = next(step.place for step in recording.steps if step.place.found.window)
    return {
        "ablation": plot.ablation(runs),
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
        "paired": plot.paired(runs, "paper", "random"),
        "parity": plot.parity(Puzzle(Board.parse("4x5"), named_set("tetrominoes"))),
        "piece_faces": plot.piece_faces(CLASSIC["wand"]),
        "piece_map": plot.piece_map([solution], "wand"),
        "piece_maps": plot.piece_maps([solution]),
        "placements": plot.placements(puzzle),
        "progression": plot.progression(recording),
        "score_curve": plot.score_curve(recording),
        "search_tree": plot.search_tree(recording),
        "tails": plot.tails(runs),
        "trivial_islands": plot.trivial_islands(puzzle),
        "window_frame": plot.window_frame(CAR, (0, 0), (2, 3)),
        "window_map": plot.window_map(recording.start),
        "window_maps": plot.window_maps(recording),
        "window_moves": plot.window_moves(in_window),
    }


def test_every_function_returns_a_figure_with_a_title_that_tells_what_it_shows(figures):
    assert {*figures, "animate", "save_figure", "theme"} == set(plot.__all__)
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
    for cell in notebook.cells[::2]:
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
