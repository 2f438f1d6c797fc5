import json
import os
import time
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

LIMIT = 120
"""Seconds that a notebook may take from top to bottom."""


def code_cells(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def shows_picture(output):
    return any(kind in output.get("data", {}) for kind in ("image/png", "image/svg+xml"))


def test_the_notebooks_are_these():
    assert [path.stem for path in NOTEBOOKS] == [
        "01-solving-a-pattern",
        "02-edge-score-progressions",
        "03-comparing-heuristics",
        "04-counting-solutions",
        "05-beyond-the-kaleidoscope",
        "06-does-more-edge-information-help",
        "07-the-figures-of-the-paper",
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_stripped(path):
    for cell in code_cells(path):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.notebook
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs_top_to_bottom(path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(path, as_version=4)
    start = time.monotonic()
    # Jupyter runs a notebook in its own folder, where its data lie.
    resources = {"metadata": {"path": str(FOLDER)}}
    nbclient.NotebookClient(notebook, timeout=LIMIT, resources=resources).execute()
    assert time.monotonic() - start < LIMIT
    if kept := os.environ.get("KALEIDO_RUN_NOTEBOOKS"):
        nbformat.write(notebook, Path(kept) / path.name)  # for the documentation
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert any(shows_picture(output) for cell in cells for output in cell.outputs)
    for cell in cells:
        # A figure that no cell shows leaves only its name behind.
        if "plot." in cell.source or "subplots(" in cell.source:
            assert any(shows_picture(output) for output in cell.outputs), cell.source
