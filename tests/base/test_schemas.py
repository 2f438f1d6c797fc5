"""What the commands print as JSON, against the schemas that come with Kaleido."""

import json
from pathlib import Path

import click
import pytest
from jsonschema import Draft202012Validator
from some import some

from kaleido import named_pattern
from kaleido.base.errors import OptionError
from kaleido.base.schemas import read_schema, schema_names
from kaleido.cli import app, main

CAR = named_pattern("car")
# Each has no solution, for a reason of another kind.
COLOURS = "/".join(["rxrxrxrr"] * 8)
CELL = "rxrxrxry/xrxrxrxr/rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr/rxrxrxrx/xrxrxrxr"
SKETCH = "????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????"
POLYOMINOES = ["polyominoes", "5"]
POSITION = "...W..../" * 7 + "...W...."
SMALL = ["--board", "3x4", "--pieces", "SMALL"]
TROMINOES = "# sides: mirrored\nI ooo x2\nL oo/o. x2\n"
TUNE = ["tune", "-b", "paper-plus", "-n", "2", "--held-out", "2", "--budget", "1"]

OUTPUTS = [
    ("solve", ["solve", "car"], 0),
    ("solve", ["solve", "car", "-s", "paper", "--place", "wand@0,3"], 0),
    ("solve", ["solve", "car", "-s", "probing"], 0),
    ("solve", ["solve", "--board", "3x4", "--wrap", "columns", "--pieces", "SMALL"], 0),
    ("solve", ["solve", COLOURS], 1),
    ("solve", ["solve", "car", "--max-nodes", "3"], 3),
    ("solve", ["solve", "car", "--timeout", "0"], 3),
    ("hint", ["hint", "car"], 0),
    ("hint", ["hint", "car", "--place", "W@A4"], 0),
    ("hint", ["hint", COLOURS], 1),
    ("hint", ["hint", "car", "--count"], 0),
    ("position", ["position", "car", POSITION], 0),
    ("position", ["position", "car", POSITION.replace("W", ".")], 0),
    ("challenge", ["list", "challenges", "--size", "6", "-n", "2"], 0),
    ("suite", ["suite", "--family", "pictures", "--split", "dev"], 0),
    ("leaderboard", ["suite", "leaderboard", "--family", "pictures", "-s", "constrained"], 0),
    ("solve", ["solve", "car", "--position", POSITION], 0),
    ("hint", ["hint", "pentomino-3x20", "--timeout", "0"], 3),
    ("solution", ["solutions", "car", "-n", "2"], 0),
    ("solution", ["solutions", *SMALL, "--wrap", "rows", "-n", "1"], 0),
    ("solution", ["sample", "car", "-n", "2"], 0),
    ("count", ["count", "car", "--workers", "1"], 0),
    ("count", ["count", COLOURS, "--workers", "1"], 0),
    ("count", ["count", "checkerboard", "--workers", "1", "--max-memory", "20MB"], 3),
    ("unique", ["unique", "car"], 1),
    ("why", ["why", "car"], 0),
    ("why", ["why", COLOURS], 1),
    ("why", ["why", "--board", "4x5", "--pieces", "tetrominoes"], 1),
    ("solve", ["solve", "--board", "4x5", "--pieces", "tetrominoes"], 1),
    ("unique", ["unique", COLOURS], 1),
    ("unique", ["unique", "car", "--max-nodes", "3"], 3),
    ("rate", ["rate", "car"], 0),
    ("rate", ["rate", COLOURS], 1),
    ("rate", ["rate", "checkerboard", "--max-memory", "20MB"], 3),
    ("check", ["check", "car", "[]"], 1),
    ("check", ["check", "car", "SOLUTION"], 0),
    ("design", ["design", SKETCH, "-n", "2"], 0),
    ("design", ["design", SKETCH, "--max-solutions", "1"], 0),
    ("bench", ["bench", "BOARDS", "--max-nodes", "5"], 0),
    ("polyominoes", [*POLYOMINOES, "--no-holes"], 0),
    ("polyominoes", ["polyominoes", "2..4"], 0),
    ("polyomino", [*POLYOMINOES, "--list"], 0),
    ("polyominoes", [*POLYOMINOES, "--lattice", "hexagonal", "--no-holes"], 0),
    ("polyominoes", ["polyominoes", "2..3", "--lattice", "spheres"], 0),
    ("polyomino", [*POLYOMINOES, "--lattice", "cubic", "--list"], 0),
    ("polyomino-growth", ["polyominoes", "3", "--lattice", "cubic", "--growth"], 0),
    ("polyomino-growth", ["polyominoes", "4", "--growth"], 0),
    ("list", ["list"], 0),
    ("list", ["list", "unique"], 0),
    ("show", ["show", "car"], 0),
    ("show", ["show", COLOURS], 0),
    ("piece-sets", ["pieces"], 0),
    ("pieces", ["pieces", "classic"], 0),
    ("pieces", ["pieces", "SMALL"], 0),
    ("list", ["list", "kanoodle"], 0),
    ("show-puzzle", ["show", "kanoodle"], 0),
    ("show-puzzle", ["show", "tetromino-tube"], 0),
    ("tune", TUNE, 0),
]
"""The name of a schema, the command that prints such outputs, and its exit code."""


def validate(name, value):
    Draft202012Validator(read_schema(name)).validate(value)


def is_valid(name, value):
    return Draft202012Validator(read_schema(name)).is_valid(value)


@pytest.fixture
def files(tmp_path, output_of):
    """Return the arguments of a command with the paths of files instead of their names."""
    (tmp_path / "small.txt").write_text(TROMINOES)
    (tmp_path / "boards.json").write_text(json.dumps({"car": CAR.rows, "none": COLOURS.split("/")}))
    (tmp_path / "solution.json").write_text(output_of("solve car --json"))
    names = {"SMALL": "small.txt", "BOARDS": "boards.json", "SOLUTION": "solution.json"}
    paths = {name: str(tmp_path / file) for name, file in names.items()}
    return lambda args: [paths.get(arg, arg) for arg in args]


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("solve", ["solve", "BOARD"]),
        ("hint", ["hint", "BOARD"]),
        ("position", ["position", "BOARD", "..../..../...."]),
        ("unique", ["unique", "BOARD"]),
        ("why", ["why", "BOARD"]),
        ("rate", ["rate", "BOARD"]),
        ("check", ["check", "BOARD", "[]"]),
        ("count", ["count", "BOARD", "--workers", "1"]),
        ("batch-solve", ["batch", "solve", "BOARD"]),
        ("batch-count", ["batch", "count", "BOARD"]),
        ("batch-rate", ["batch", "rate", "BOARD"]),
    ],
)
@pytest.mark.usefixtures("one_process")
def test_the_rules_of_a_board_stand_beside_its_rows(capsys, tmp_path, name, args):
    board, pieces = tmp_path / "board.txt", tmp_path / "small.txt"
    board.write_text(f"# pieces: {pieces}\n# wrap: rows\n# optional: a\noooo\noooo\noooa\n")
    pieces.write_text("# sides: mirrored\nI ooo\nL oo/o. x3\n")
    form = [] if args[0] == "batch" else ["--json"]
    main([str(board) if word == "BOARD" else word for word in args] + form)
    value = json.loads(capsys.readouterr().out)
    validate(name, value)
    assert (value["wrap"], value["optional"]) == ("rows", "a")


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_is_one_and_stands_alone(name):
    schema = read_schema(name)
    Draft202012Validator.check_schema(schema)
    text = json.dumps(schema)
    for each in schema.get("$defs", {}):
        assert f'"#/$defs/{each}"' in text
    objects = [each for each in walk(schema) if each.get("type") == "object"]
    assert not [each for each in objects if each.get("additionalProperties", True) is True]
    # Lines of several kinds have a schema for each.
    lines = [schema["$defs"][each["$ref"].split("/")[-1]] for each in schema.get("anyOf", ())]
    for line in lines or [schema]:
        assert next(iter(line["properties"])) == line["required"][0] == "schema"
        described = [each for each in walk(line["properties"]) if "description" in each]
        assert all(each["description"].endswith(".") for each in described)
        told = {"description", "$ref", "const"}  # a word that is always the same needs none
        assert all(told & set(each) for each in line["properties"].values())


def walk(part):
    if isinstance(part, dict):
        yield part
    for each in part.values() if isinstance(part, dict) else part:
        if isinstance(each, dict | list):
            yield from walk(each)


@pytest.mark.parametrize(
    ("name", "args", "code"), OUTPUTS, ids=[" ".join(args) for _, args, _ in OUTPUTS]
)
@pytest.mark.few(12)
def test_outputs_fit_their_schema(output_of, files, name, args, code):
    lines = output_of(*files(args), "--json", code=code).splitlines()
    assert lines
    for line in lines:
        value = json.loads(line)
        assert next(iter(value)) == "schema"
        validate(name, value)


def test_no_solution_says_why_in_words_and_facts(output_of):
    for command, code in (("solve", 1), ("count", 0), ("unique", 1), ("rate", 1), ("show", 0)):
        value = json.loads(output_of(command, COLOURS, "--json", code=code))
        assert value["reason"].startswith("the pieces cannot make 24 black, 40 red"), command
        assert value["facts"]["kind"] == "colours", command
        assert value["facts"]["wanted"] == {"x": 24, "r": 40}, command
    hint = json.loads(output_of("hint", COLOURS, "--json", code=1))
    assert hint["reason"]["facts"]["kind"] == "colours"


def test_giving_up_is_never_no_solution(output_of):
    value = json.loads(output_of("solve car --max-nodes 3 --json", code=3))
    assert value["facts"] | {"kind": "limit", "nodes": 3, "tried": 3} == value["facts"]
    value = json.loads(output_of("unique car --max-nodes 3 --json", code=3))
    assert value["unique"] is None
    assert value["facts"] == {"kind": "limit", "nodes": 3}
    assert not is_valid("solve", {**value, "status": "no-solution"})


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize("verb", ["solve", "count", "rate"])
def test_records_of_batches_fit(output_of, files, verb):
    out = output_of("batch", verb, *files(["BOARDS"]), "rx/xr", "--workers", "1", code=2)
    records = [json.loads(line) for line in out.splitlines()]
    assert len(records) == 3
    for record in records:
        validate(f"batch-{verb}", record)
    # They come as they are done, in any order.
    assert [each["facts"]["kind"] for each in records if each["facts"]] == ["colours"]


@pytest.mark.long
def test_a_run_begun_without_numbers_goes_on(output_of, tmp_path):
    out = tmp_path / "out.jsonl"
    args = ["batch", "count", "car", "key", "-o", str(out), "--workers", "1"]
    output_of(*args)
    first, second = out.read_text().splitlines()
    old = {key: value for key, value in json.loads(first).items() if key not in ("schema", "facts")}
    out.write_text(json.dumps(old) + "\n" + second[:20])
    output_of(*args, "--resume")
    assert [json.loads(line)["board"] for line in out.read_text().splitlines()] == ["car", "key"]


def test_generated_boards_fit_and_are_solved(output_of, tmp_path):
    folder = tmp_path / "boards"
    output_of("generate -n 2 --workers 1 -o", folder)
    for line in (folder / "boards.jsonl").read_text().splitlines():
        record = json.loads(line)
        validate("generate", record)
        solution = folder / "solutions" / f"{record['board']}.json"
        validate("solution", json.loads(solution.read_text()))
        output_of("check", record["pattern"], solution)


def test_weights_fit_and_are_read(output_of, tmp_path):
    path = tmp_path / "weights.json"
    output_of(*TUNE, "-o", path)
    kept = json.loads(path.read_text())
    validate("tune", kept)


@pytest.mark.long
@pytest.mark.parametrize("args", [["car"], ["kanoodle"], SMALL])
def test_exported_puzzles_fit(output_of, files, args):
    value = json.loads(output_of("export", *files(args), "--format", "json"))
    validate("export", value)


@pytest.mark.long
def test_what_one_command_writes_others_read(output_of, tmp_path):
    path = tmp_path / "answer.json"
    answer = json.loads(output_of("solve car --json"))
    older = {key: answer[key] for key in ("pattern", "status", "placements")}
    for value in (answer, older, answer["placements"]):
        path.write_text(json.dumps(value))
        output_of("check car", path)
        output_of("check car", json.dumps(value))
        again = json.loads(output_of("solve car --place", path, "--json"))
        assert again["nodes"] == 0
        validate("solve", again)
        assert [move["score"] for move in again["placements"]] == [None] * 18
    for command in (["solutions", "car", "-n", "1"], ["sample", "car"]):
        path.write_text(output_of(*command, "--json"))
        assert json.loads(output_of("check car", path, "--json"))["solves"]
    lines = tmp_path / "lines.jsonl"
    lines.write_text(output_of("batch solve car key --workers 1"))
    assert output_of("batch count", lines, "--workers", "1").count("\n") == 2


def test_a_wrong_solution_names_its_faults(output_of):
    answer = json.loads(output_of("solve car --json"))
    told = json.loads(output_of("check key", json.dumps(answer), "--json", code=1))
    assert not told["solves"]
    assert told["faults"]


def test_the_command_prints_schemas_and_lists_them(output_of):
    lines = output_of("schema").splitlines()
    assert [line.split()[0] for line in lines if line[0] != " "] == list(schema_names())
    for name in schema_names():
        assert json.loads(output_of("schema", name)) == read_schema(name)


def test_an_unknown_schema_is_named(error_of):
    for name in ("slove", "common", "../schemas/solve"):
        error = error_of("schema", name)
        assert error.count("\n") == 1
        assert f"unknown schema '{name}': expected batch-count" in error
        with pytest.raises(OptionError):
            read_schema(name)


def test_every_schema_is_in_the_documentation():
    page = (Path(__file__).parents[2] / "docs/json.md").read_text(encoding="utf-8")
    for name in some(schema_names()):
        assert f"[`{name}`](../kaleido/base/schemas/{name}.json)" in page, name


def test_every_command_with_json_is_tried():
    tried = {args[0] for _, args, _ in OUTPUTS} | {"read"}  # tests/photo/test_photo.py tries it
    # These write a file or a folder and answer by `tell_written`, or write records already;
    # tests/cli/test_newcomers.py tries four of them.
    tried |= {"animate", "batch", "booklet", "export", "generate", "plot", "site"}
    context = click.Context(app)
    for name in some(app.list_commands(context)):
        options = [option for each in app.get_command(context, name).params for option in each.opts]
        assert ("--json" not in options) or name in tried, name
