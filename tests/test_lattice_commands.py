"""The commands on hexagons, triangles, cubes and spheres: JSON, exports, checks and bad input."""

import json

import pytest
from jsonschema import Draft202012Validator

from kaleido.cli import main
from kaleido.schemas import read_schema

SETS = {
    "hexes": "# sides: mirrored\n# lattice: hexagonal\nA oo\nB ooo\nC oo/o.\n",
    "iamonds": "# sides: mirrored\n# lattice: triangular\nA .oo\nB .oooo/....o\nM o x9\n# use: some\n",
    "cubes": "# sides: one-sided\n# lattice: cubic\nV oo/o.\nT ooo/.o.\nA oo/o.//.o/..\nM o\n",
    "balls": "# sides: one-sided\n# lattice: spheres\nI oo\nJ oo/o.\nM o x9\n# use: some\n",
}
BOARDS = {
    "hexes": "hexagonal: ooo/ooo/oo.",
    "iamonds": "2x3 rhombus",
    "cubes": "2x2x3",
    "balls": "pyramid 3",
}
LATTICES = {
    "hexes": "hexagonal",
    "iamonds": "triangular",
    "cubes": "cubic",
    "balls": "spheres",
}
ASKED = [
    ("solve", ["solve"]),
    ("solution", ["solutions", "-n", "2"]),
    ("solution", ["solutions", "-n", "1", "--up-to-symmetry"]),
    ("solution", ["sample", "-n", "2"]),
    ("count", ["count", "--workers", "1"]),
    ("unique", ["unique"]),
    ("why", ["why"]),
    ("hint", ["hint"]),
]


@pytest.fixture
def asked(tmp_path):
    """Return the options that name a board and its pieces."""

    def options(name):
        path = tmp_path / f"{name}.txt"
        path.write_text(SETS[name])
        return ["--board", BOARDS[name], "--pieces", str(path)]

    return options


def run(capsys, args, *codes):
    code = main(args)
    printed = capsys.readouterr()
    assert code in (codes or (0,)), printed.err
    return printed


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(("schema", "command"), ASKED, ids=[" ".join(each) for _, each in ASKED])
def test_json_names_the_lattice_and_fits_its_schema(capsys, asked, name, schema, command):
    printed = run(capsys, [*command, *asked(name), "--json"], 0, 1)
    for line in printed.out.splitlines():
        value = json.loads(line)
        assert value["lattice"] == LATTICES[name]
        Draft202012Validator(read_schema(schema)).validate(value)


@pytest.mark.parametrize("name", SETS)
def test_a_solution_that_is_written_is_read_and_checked(capsys, asked, name, tmp_path):
    found = run(capsys, ["solve", *asked(name), "--json"]).out
    verdict = json.loads(run(capsys, ["check", *asked(name), found, "--json"]).out)
    Draft202012Validator(read_schema("check")).validate(verdict)
    assert verdict["solves"]
    assert verdict["lattice"] == LATTICES[name]
    value = json.loads(found)
    first, *others = value["placements"]
    spoilt = json.dumps([first | {"cells": first["cells"][:-1]}, *others])
    faults = run(capsys, ["check", *asked(name), spoilt], 1).out
    assert f"{first['piece']} {first['face']} cannot show" in faults
    path = tmp_path / "placed.json"
    path.write_text(json.dumps([first]))
    again = run(capsys, ["solve", *asked(name), "--place", str(path), "--json"]).out
    same = {key: first[key] for key in ("piece", "face", "cells")}
    assert same in [{key: each[key] for key in same} for each in json.loads(again)["placements"]]


@pytest.mark.parametrize("name", SETS)
def test_positions_are_letters_on_the_rows_of_the_board(capsys, asked, name):
    solved = json.loads(run(capsys, ["solve", *asked(name), "--json"]).out)
    first = solved["placements"][0]
    rows = [list(row) for row in filter(None, solved["pattern"].replace("o", ".").split("/"))]
    for row, col in first["cells"]:
        rows[row][col] = first["piece"]
    layers = solved["pattern"].count("//") + 1
    depth = len(rows) // layers
    text = "\n".join(("\n" * (n % depth == 0)) + " ".join(row) for n, row in enumerate(rows))
    shown = json.loads(run(capsys, ["position", *asked(name), text, "--json"]).out)
    Draft202012Validator(read_schema("position")).validate(shown)
    assert shown["completable"]
    assert shown["lattice"] == LATTICES[name]
    assert shown["position"].count("//") == layers - 1
    assert [each["cells"] for each in shown["placements"]] == [first["cells"]]
    counted = run(capsys, ["count", *asked(name), "--position", text, "--json"]).out
    assert json.loads(counted)["solutions"] == shown["solutions"] > 0


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("form", ["dlx", "dimacs", "json"])
def test_exports(capsys, asked, name, form):
    text = run(capsys, ["export", *asked(name), "--format", form]).out
    if form == "json":
        value = json.loads(text)
        Draft202012Validator(read_schema("export")).validate(value)
        assert value["lattice"] == value["pieces"]["lattice"] == LATTICES[name]
        assert len(value["board"]) % value["layers"] == 0
        assert value["options"]
    else:
        assert text.startswith("| " if form == "dlx" else "c ")
