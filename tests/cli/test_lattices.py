"""The commands on hexagons, triangles, cubes and spheres: JSON, exports, checks and bad input."""

import json

import pytest
from jsonschema import Draft202012Validator
from some import some

from kaleido.base.schemas import read_schema
from kaleido.cli import main

SETS = {
    "hexes": "# sides: mirrored\n# lattice: hexagonal\nA oo\nB ooo\nC oo/o.\n",
    "iamonds": "# sides: mirrored\n# use: some\n# lattice: triangular\nA .oo\nB .oooo/....o\n"
    "M o x9\n",
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


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(("schema", "command"), ASKED, ids=[" ".join(each) for _, each in ASKED])
@pytest.mark.few(12)
def test_json_names_the_lattice_and_fits_its_schema(capsys, asked, name, schema, command):
    assert main([*command, *asked(name), "--json"]) in (0, 1)
    for line in some(capsys.readouterr().out.splitlines()):
        value = json.loads(line)
        assert value["lattice"] == LATTICES[name]
        Draft202012Validator(read_schema(schema)).validate(value)


@pytest.mark.parametrize("name", SETS)
def test_a_solution_that_is_written_is_read_and_checked(output_of, asked, name, tmp_path):
    found = output_of("solve", *asked(name), "--json")
    verdict = json.loads(output_of("check", *asked(name), found, "--json"))
    Draft202012Validator(read_schema("check")).validate(verdict)
    assert verdict["solves"]
    assert verdict["lattice"] == LATTICES[name]
    value = json.loads(found)
    first, *others = value["placements"]
    spoilt = json.dumps([first | {"cells": first["cells"][:-1]}, *others])
    faults = output_of("check", *asked(name), spoilt, code=1)
    assert f"{first['piece']} {first['face']} cannot show" in faults
    path = tmp_path / "placed.json"
    path.write_text(json.dumps([first]))
    again = output_of("solve", *asked(name), "--place", str(path), "--json")
    same = {key: first[key] for key in ("piece", "face", "cells")}
    assert same in [{key: each[key] for key in same} for each in json.loads(again)["placements"]]


@pytest.mark.parametrize("name", SETS)
def test_positions_are_letters_on_the_rows_of_the_board(output_of, asked, name):
    solved = json.loads(output_of("solve", *asked(name), "--json"))
    first = solved["placements"][0]
    rows = [list(row) for row in filter(None, solved["pattern"].replace("o", ".").split("/"))]
    for row, col in first["cells"]:
        rows[row][col] = first["piece"]
    layers = solved["pattern"].count("//") + 1
    depth = len(rows) // layers
    text = "\n".join(("\n" * (n % depth == 0)) + " ".join(row) for n, row in enumerate(rows))
    shown = json.loads(output_of("position", *asked(name), text, "--json"))
    Draft202012Validator(read_schema("position")).validate(shown)
    assert shown["completable"]
    assert shown["lattice"] == LATTICES[name]
    assert shown["position"].count("//") == layers - 1
    assert [each["cells"] for each in shown["placements"]] == [first["cells"]]
    counted = output_of("count", *asked(name), "--position", text, "--json")
    assert json.loads(counted)["solutions"] == shown["solutions"] > 0


BAD = [
    (["--board", "hexagon 3", "--pieces", "cubes"], "made of cubes, the board of hexagons"),
    (["--board", "2x2x5", "--pieces", "tetrominoes"], "made of squares, the board of cubes"),
    (["--board", "wibble: ooo", "--pieces", "hexes"], "unknown lattice 'wibble': expected square"),
    (["--board", "cubic: oo/oo//oo", "--pieces", "cubes"], "layer 2 'oo' has 1 row, expected 2"),
    (["--board", "cubic: oo/oo//o", "--pieces", "cubes"], "layer 2 'o' has 1 row, expected 2"),
    (["--board", "cubic: //", "--pieces", "cubes"], "has no cells"),
    (["--board", "hexagonal: oo/o", "--pieces", "hexes"], "row 2 'o' has 1 cell, expected 2"),
    (["--board", "hexagonal:", "--pieces", "hexes"], "there is no board in 'hexagonal:'"),
    (
        ["--board", "2x2x2", "--wrap", "rows", "--pieces", "cubes"],
        "wrap: 'rows': expected a board of squares, not of cubes",
    ),
    (
        ["--board", "# lattice: hexagonal\n# first: down\noo", "--pieces", "hexes"],
        "first: 'down': expected a board of triangles, not of hexagons",
    ),
    (
        ["--board", "# first: up\noo", "--pieces", "dominoes"],
        "first: 'up': expected a board of triangles, not of squares",
    ),
    (
        ["--board", "# lattice: triangular\n# first: left\noo", "--pieces", "iamonds"],
        "first: 'left': expected 'up' or 'down'",
    ),
    (
        ["--board", "# lattice: triangular\n# first:\noo", "--pieces", "iamonds"],
        "first: '': expected 'up' or 'down'",
    ),
    (
        ["--board", "# lattice: triangular\n /\\/\n\\/\\", "--pieces", "iamonds"],
        "the triangle at row 2, column 1 of",
    ),
    (["--board", "triangular: /\\\\/", "--pieces", "iamonds"], "two equal slashes side by side"),
    (
        ["--board", "# lattice: hexagonal\na b\na b", "--pieces", "hexes"],
        "row 2 'a b' does not lie half a cell beside the row above",
    ),
    (
        ["--board", "hexagonal: oo/#o", "--pieces", "hexes"],
        "'#' in row 2 '#o' is not one of the hexagons: expected another letter or sign",
    ),
    (["--board", "hexagon 0", "--pieces", "hexes"], "size of 'hexagon 0' is out of range"),
    (["--board", "hexagon 99", "--pieces", "hexes"], "size of 'hexagon 99' is out of range"),
    (["--board", "17x17x17", "--pieces", "cubes"], "size of '17x17x17' is out of range"),
    (["--board", "triangle 60", "--pieces", "hexes"], "60 × 120 cells, expected at most 4,096"),
    (["--board", "hexagon x", "--pieces", "hexes"], "'hexagon x': expected a size, as in"),
    (["--board", "cubic: 3x9", "--pieces", "cubes"], "expected a drawing or '3x3x3'"),
    (["--board", "square: 2x2x2", "--pieces", "cubes"], "'2x2x2': the square lattice has no such"),
    (
        ["--board", "2x2x2 + 2x2x2", "--pieces", "cubes"],
        "'2x2x2 + 2x2x2': only boards of squares have several figures",
    ),
    (["--board", "hexagon 2", "--pieces", "late"], "'# lattice: hexagonal': expected it before"),
    (["--board", "hexagon 2", "--pieces", "unknown"], "unknown lattice 'wibble'"),
    (["hexagonal: oo/oo"], "'hexagonal: oo/oo': a pattern is made of squares, not of hexagons"),
    (["3x3x3"], "'3x3x3' is a board without pieces: name a set of them, too"),
]
FAULTY = {
    "late": "# sides: mirrored\nA oo\n# lattice: hexagonal\n",
    "unknown": "# sides: mirrored\n# lattice: wibble\nA oo\n",
    "dominoes": "# sides: mirrored\nA oo\n",
}


@pytest.mark.parametrize(("args", "message"), BAD, ids=[" ".join(args) for args, _ in BAD])
def test_bad_boards_and_pieces_are_refused_in_one_line(error_of, tmp_path, args, message):
    for name, text in (SETS | FAULTY).items():
        (tmp_path / f"{name}.txt").write_text(text)
    files = SETS | FAULTY
    args = [str(tmp_path / f"{arg}.txt") if arg in files else arg for arg in args]
    assert message in error_of("count", *args)


@pytest.mark.parametrize("command", ["show", "rate", "design", "play"])
def test_what_is_for_patterns_alone_says_so(error_of, command):
    line = error_of(command, "hexagonal: oo/oo/oo/oo")
    assert "is made of squares, not of hexagons" in line


def test_files_of_patterns_with_another_lattice_are_refused(error_of, tmp_path):
    (tmp_path / "board.txt").write_text("# lattice: triangular\n" + "rxrxrxrx\nxrxrxrxr\n" * 4)
    line = error_of("show", tmp_path / "board.txt")
    assert "a pattern is made of squares, not of triangles" in line


def test_pieces_of_other_cells_are_not_printed(error_of, asked, tmp_path):
    path = asked("cubes")[-1]
    line = error_of("pieces", path, "-o", tmp_path / "pieces.pdf")
    assert "cannot be printed: expected pieces of squares, not of cubes" in line
    assert not (tmp_path / "pieces.pdf").exists()


def test_a_batch_takes_boards_of_lattices(output_of, asked, tmp_path):
    pieces, alone = asked("balls")[-1], ["--workers", "1"]
    solved = output_of("batch solve 'pyramid 3' --pieces", pieces, *alone)
    (record,) = map(json.loads, solved.splitlines())
    Draft202012Validator(read_schema("batch-solve")).validate(record)
    assert (record["status"], record["lattice"]) == ("solved", "spheres")
    (tmp_path / "again.jsonl").write_text(solved)
    again = tmp_path / "again.jsonl"
    record = json.loads(output_of("batch count", again, "--pieces", pieces, *alone))
    Draft202012Validator(read_schema("batch-count")).validate(record)
    assert record["status"] == "counted"
    assert record["solutions"] > 0
    assert record["pattern"].count("//") == 2
