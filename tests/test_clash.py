"""Plotly's exporter has the same import name; installed over each other, one line says so."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kaleido
from kaleido._clash import clash

PACKAGE = Path(kaleido.__file__).parent
# What versions 0.2.1 and 1.2.0 of Plotly's package overwrite, and a file that only they have.
OLD = {"__init__.py": "", "_version.py": '__version__ = "0.2.1"\n', "scopes/plotly.py": ""}
NEW = {"__init__.py": "", "errors.py": "", "kaleido.py": ""}


def own(files):
    """Return what stays of Plotly's files when this package is installed after it."""
    return {name: text for name, text in files.items() if not (PACKAGE / name).exists()}


@pytest.fixture
def run(tmp_path):
    """Run Python beside a copy of the package with some of its files overwritten."""
    skip = shutil.ignore_patterns("__pycache__", "static", "photo", "plot", "web")
    shutil.copytree(PACKAGE, tmp_path / "kaleido", ignore=skip)

    def start(files, *args):
        for name, text in files.items():
            path = tmp_path / "kaleido" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        command = [sys.executable, *args]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    return start


def test_this_package_alone_is_fine(run):
    assert clash(PACKAGE) == ""
    assert run({}, "-W", "error", "-c", "import kaleido").stderr == ""


@pytest.mark.parametrize("files", [OLD, NEW])
def test_importing_the_later_one_warns(run, files):
    done = run(own(files), "-c", "import kaleido; print(kaleido.solve)")
    assert done.returncode == 0
    assert "function solve" in done.stdout
    assert done.stderr.count("UserWarning: Plotly's package kaleido is installed over") == 1
    assert "pip uninstall kaleido kaleidoscope-solver" in done.stderr


@pytest.mark.parametrize("files", [OLD, NEW])
def test_the_command_says_so_when_it_is_the_earlier_one(run, files):
    done = run(files, "-m", "kaleido", "--version")
    assert done.returncode == (2 if "errors.py" in files else 0)
    assert done.stderr.startswith("kaleido: Plotly's package kaleido is installed over this one")
    assert done.stderr.count("\n") == 1


def test_a_fault_of_its_own_is_not_hidden(run):
    done = run({"errors.py": ""}, "-m", "kaleido", "--version")
    assert "ImportError" in done.stderr
    assert "Plotly" not in done.stderr
