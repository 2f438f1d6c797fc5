"""The map from the paper to the code leads to what there is."""

import importlib
import re
from pathlib import Path

import pytest

from kaleido import plot

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/method-map.md"

TERMS = (
    "coloured grid",
    "NumPy array",
    "implied edges",
    "islands",
    "`scipy.ndimage.label` on the doubled lattice",
    "sliding window of edge density",
    "score with crookedness and span",
    "size progression",
    "fork and stored siblings",
    "best first",
    "backtracking",
    "progression plot",
)

SECTIONS = (
    "piece set",
    "islands",
    "trivial islands",
    "wand",
    "size progression",
    "windows",
    "moves and scoring",
    "forks",
    "no move, backtracking",
    "variants in the text",
)


def rows_of(title):
    """Return the rows of the table below a heading of the map, without its head."""
    if not PAGE.exists():
        return []  # as in a source distribution without the documentation
    _, _, below = PAGE.read_text("utf-8").partition(f"\n## {title}\n")
    lines = [line for line in below.partition("\n## ")[0].splitlines() if line[:1] == "|"]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


ROWS = rows_of("Terms") + rows_of("Sections of the paper")

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")


def test_there_is_a_row_for_each_term_and_section():
    terms = "\n".join(row[0] for row in rows_of("Terms"))
    assert [term for term in TERMS if term not in terms] == []
    sections = [row[0] for row in rows_of("Sections of the paper")]
    assert [section for section in SECTIONS if section not in sections] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_leads_to_what_there_is(row):
    _, places, figures, notebooks = row
    assert all(map(quoted, (places, figures, notebooks)))
    for place in quoted(places):
        module, _, name = place.partition(":")
        found = importlib.import_module(f"kaleido.{module}")
        for part in name.split("."):
            found = getattr(found, part)
    for figure in quoted(figures):
        assert figure in plot.__all__
        assert callable(getattr(plot, figure))
    for notebook in quoted(notebooks):
        assert (ROOT / "notebooks" / notebook).exists()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_notebook_draws_one_of_the_figures(row):
    _, _, figures, (notebook,) = *row[:3], quoted(row[3])
    text = (ROOT / "notebooks" / notebook).read_text("utf-8")
    assert any(f"plot.{figure}(" in text for figure in quoted(figures)) or "board" in figures


def test_what_the_method_page_names_is_there():
    text = (ROOT / "docs/method.md").read_text("utf-8")
    places = re.findall(r"`((?:paper|model|search|heuristics)[\w.]*):([\w.]+)`", text)
    assert places
    for module, name in places:
        found = importlib.import_module(f"kaleido.{module}")
        for part in name.split("."):
            found = getattr(found, part)
