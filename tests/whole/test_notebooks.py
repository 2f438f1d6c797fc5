"""The notebooks show what their code gives, also where they are only read."""

import copy
import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


MOST = 5_000_000
"""Bytes that the notebooks may take, pictures included."""

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def code_cells(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def shows_picture(output):
    data = output.get("data", {})
    return any(kind in data for kind in ("image/png", "image/svg+xml")) or "<img " in "".join(
        data.get("text/html", "")
    )


def test_the_notebooks_are_these():
    assert [path.stem for path in NOTEBOOKS] == [
        "01-solving-a-pattern",
        "02-edge-score-progressions",
        "03-comparing-heuristics",
        "04-counting-solutions",
        "05-beyond-the-kaleidoscope",
        "06-does-more-edge-information-help",
        "07-a-heuristic-of-your-own",
        "08-the-figures-of-the-paper",
        "09-learning-a-heuristic",
    ]
    assert sum(path.stat().st_size for path in NOTEBOOKS) < MOST


@every_notebook
def test_outputs_are_kept(path):
    """As ``python notebooks/rerun.py --write`` keeps them."""
    cells = code_cells(path)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert not any(output["output_type"] == "error" for output in outputs)
    assert any(map(shows_picture, outputs))
    for cell in cells:
        source = "".join(cell["source"])
        # A figure that no cell shows leaves only its name behind.
        if "plot." in source or "subplots(" in source:
            assert any(map(shows_picture, cell["outputs"])), source


@every_notebook
def test_nothing_of_the_run_is_kept(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert notebook["metadata"]["language_info"] == {"name": "python"}
    for cell in notebook["cells"]:
        assert set(cell["metadata"]) <= {"tags"}
    for cell in code_cells(path):
        for output in cell["outputs"]:
            assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {})


def rerun_module():
    pytest.importorskip("nbclient")
    import rerun

    return rerun


@pytest.mark.notebook
@every_notebook
def test_a_rerun_shows_the_same(path):
    rerun = rerun_module()
    nbformat = pytest.importorskip("nbformat")
    now = rerun.run(path)
    found = rerun.differences(nbformat.read(path, as_version=4), now)
    assert not found, "\n".join(found)


def notebook_of(*outputs, tags=()):
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    cell = nbformat.v4.new_code_cell("1", metadata={"tags": list(tags)})
    cell.outputs = [nbformat.v4.new_output(**output) for output in outputs]
    return nbformat.v4.new_notebook(cells=[cell])


def shown(**data):
    names = {"plain": "text/plain", "html": "text/html", "png": "image/png"}
    data = {names[name]: value for name, value in data.items()}
    return {"output_type": "display_data", "data": data}


def printed(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


PAGE = '<img alt="{}" src="data:image/png;base64,{}">'


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (printed("20 moves\n"), printed("21 moves\n")),
        (shown(plain="solved"), shown(plain="gave up")),
        (shown(html="<td>1</td>"), shown(html="<td>2</td>")),
        (shown(html=PAGE.format("Car", "AA")), shown(html=PAGE.format("Seal", "AA"))),
        (shown(plain="a", png="AA"), shown(plain="a")),
        (shown(plain="a"), printed("a")),
        (
            shown(png="AA") | {"metadata": {"image/png": {"alt": "Car"}}},
            shown(png="AA") | {"metadata": {"image/png": {"alt": "Seal"}}},
        ),
    ],
)
def test_differences_are_found(one, other):
    differences = rerun_module().differences
    kept, now = notebook_of(one), notebook_of(other)
    assert differences(kept, now)
    assert differences(kept, notebook_of())
    assert differences(notebook_of(one, one), kept)
    assert not differences(kept, copy.deepcopy(kept))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (shown(png="AA"), shown(png="BB")),
        (shown(html=PAGE.format("Car", "AA")), shown(html=PAGE.format("Car", "BB"))),
        (shown(plain="<A at 0x7f3a00>"), shown(plain="<A at 0x7f3bff>")),
    ],
)
def test_what_makes_no_difference(one, other):
    differences = rerun_module().differences
    assert not differences(notebook_of(one), notebook_of(other))


def test_text_that_varies_counts_by_its_kind_alone():
    differences = rerun_module().differences
    one, other = printed("1.5 s\n"), printed("1.6 s\n")
    assert not differences(notebook_of(one, tags=["varies"]), notebook_of(other, tags=["varies"]))
    assert differences(notebook_of(one, tags=["varies"]), notebook_of(shown(plain="1.6 s")))
