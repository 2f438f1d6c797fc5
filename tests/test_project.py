"""What the files beside the package repeat of one another."""

import re
import tomllib
from pathlib import Path

import kaleido

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_citation_names_the_version():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [kaleido.__version__]


def test_every_requirement_has_a_lower_bound():
    extras = PROJECT["optional-dependencies"].values()
    for requirement in [*PROJECT["dependencies"], *(each for extra in extras for each in extra)]:
        # The session `lowest` of noxfile.py turns these into exact versions.
        assert re.fullmatch(r"[a-z-]+>=[0-9][0-9a-z.]*(,<[0-9.]+)?", requirement), requirement


def test_github_tests_the_pythons_that_the_classifiers_name():
    workflow = (ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8")
    (matrix,) = re.findall(r"^ *python: \[(.*)\]$", workflow, re.MULTILINE)
    named = "".join(f"{line}\n" for line in PROJECT["classifiers"])
    assert re.findall(r'"([0-9.]+)"', matrix) == re.findall(r":: (3\.[0-9]+)\n", named)
