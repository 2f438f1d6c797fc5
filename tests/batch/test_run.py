"""Thousands of boards in a run that can be ended at any moment."""

import contextlib
import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
import workers_at_work as work
from hypothesis import example, given, strategies as st
from PIL import Image

from kaleido import KaleidoError, OptionError, Pattern, PatternError, named_pattern, pattern_names
from kaleido.batch import (
    FORMS,
    BoardInputs,
    CountVerb,
    RateVerb,
    ReadVerb,
    SolveVerb,
    open_journal,
    run_batch,
)
from kaleido.cli import main
from kaleido.parallel import make_workers
from kaleido.parallel.workers import Serial
from kaleido.search import Problem

needs_opencv = pytest.mark.skipif(find_spec("cv2") is None, reason="needs the extra `photo`")

QUICK = ("car", "key", "seal", "smiley", "staircase", "starship")
HOPELESS = "/".join(["rxrxrxrr"] * 8)
SECONDS = ("seconds",)


def batch(capsys, *args):
    """Run the command, its work done in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kaleido.parallel.process_pool.ProcessPool", lambda _: Serial())
        code = main(["batch", *map(str, args)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def records(path):
    """Read a file of records: by board, each once, without what time it took."""
    text = Path(path).read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    found = {row["board"]: {key: row[key] for key in row if key not in SECONDS} for row in rows}
    assert len(found) == len(rows)
    return found


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def names(*files, pictures=False):
    return [item.board for item in BoardInputs([str(file) for file in files], pictures=pictures)]


def run_here(files, verb, path, stop=None, workers=None, **options):
    """Do a run in this process, up to `stop` records."""
    form = FORMS[path.suffix[1:]](verb.fields)
    with (
        workers or make_workers(1) as workers,
        open_journal(path, form, verb.asked, **options) as journal,
        contextlib.closing(run_batch(BoardInputs(files), verb, workers, journal)) as done,
    ):
        return [record["board"] for _, record in zip(range(stop or 10**9), done, strict=False)]


# Records


@pytest.mark.long
@pytest.mark.parametrize("verb", ["solve", "count", "rate"])
def test_records_say_what_the_single_commands_say(capsys, tmp_path, verb):
    out = tmp_path / "out.jsonl"
    code, _, err = batch(capsys, verb, "car", "key", HOPELESS, "-o", out, "--workers", "1")
    assert code == 0
    assert err.startswith("kaleido: 3 boards: ")
    found = records(out)
    assert list(found) == ["car", "key", HOPELESS]
    for board, record in found.items():
        code = main([verb, board, "--json"])
        alone = json.loads(capsys.readouterr().out or "{}")
        assert record["pattern"] == Pattern.parse(named_text(board)).text
        assert {key: record[key] for key in alone if key not in ("seconds", "status")} == {
            key: alone[key] for key in alone if key not in ("seconds", "status")
        }
        assert (
            record["status"]
            == {
                "solve": {0: "solved", 1: "no-solution"},
                "count": {0: "counted"},
                "rate": {0: "rated", 1: "no-solution"},
            }[verb][code]
        )
    assert found[HOPELESS].get("solutions") in (None, 0)
    if verb != "count":
        assert "the pieces cannot make 24 black, 40 red" in found[HOPELESS]["reason"]


def named_text(board):
    return named_pattern(board).text if board in pattern_names() else board


@pytest.mark.long
def test_limits_are_each_boards_and_given_up_is_an_answer(capsys, tmp_path):
    out = tmp_path / "out.jsonl"
    args = ("solve", "seal", "car", "-o", out, "--strategy", "random", "--seed", 7)
    assert batch(capsys, *args, "--max-nodes", 5, "--workers", 1)[0] == 0
    for record in records(out).values():
        assert record["status"] == "gave-up"
        assert record["nodes"] == 5
        assert "limit of 5 nodes" in record["reason"]
        assert record["asked"] == "solve --strategy random --seed 7 --max-nodes 5"
    code, text, _ = batch(capsys, "count", "checkerboard", "--max-memory", "20MB", "--workers", 1)
    (record,) = map(json.loads, text.splitlines())
    assert (code, record["status"], record["solutions"]) == (0, "gave-up", None)
    assert record["reason"] == "needs more than 0.02 GB"
    assert record["asked"] == "count --max-memory 0.02GB"


def test_csv_and_json_lines_say_the_same(tmp_path):
    boards = ["car", HOPELESS, "a/b/c/d/e/f/g/h"]
    for verb in (SolveVerb(), CountVerb(), RateVerb()):
        found = {}
        for name, kind in FORMS.items():
            form = kind(verb.fields)
            with (
                open_journal(tmp_path / f"{verb.name}.{name}", form, verb.asked) as journal,
                make_workers(1) as workers,
            ):
                found[name] = list(run_batch(BoardInputs(boards), verb, workers, journal))
        rows = rows_of((tmp_path / f"{verb.name}.csv").read_text(encoding="utf-8"))
        lines = (tmp_path / f"{verb.name}.jsonl").read_text(encoding="utf-8").splitlines()
        assert [row["board"] for row in rows] == boards
        for row, line in zip(rows, map(json.loads, lines), strict=True):
            assert list(row) == list(verb.fields)
            assert list(line) == ["schema", *verb.fields, "facts"]
            for field, value in ((field, line[field]) for field in row):
                if field == "seconds":
                    float(row[field] or 0)
                elif isinstance(value, str):
                    assert row[field] == value
                elif value is None:
                    assert row[field] == ""
                else:
                    assert json.loads(row[field]) == value


def test_without_a_file_records_go_to_standard_output(capsys):
    code, out, err = batch(capsys, "count", "car", "key", "--workers", "1", "--format", "csv")
    assert (code, err) == (0, "kaleido: 2 boards: 2 counted\n")
    assert [row["solutions"] for row in rows_of(out)] == ["32", "16"]


# Where boards come from


def test_every_kind_of_source(tmp_path, monkeypatch):
    rows = {name: list(named_pattern(name).rows) for name in QUICK}
    (tmp_path / "many.json").write_text(json.dumps(rows))
    (tmp_path / "one.json").write_text('{"a": ["x"],\n "b\\n": "rx/xr", "a": 5}')
    lines = [{"name": name, "pattern": named_pattern(name).text} for name in QUICK]
    (tmp_path / "lines.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "table.csv").write_text(
        "board,pattern\n" + "".join(f"{line['name']},{line['pattern']}\n" for line in lines)
    )
    text = "# boards\n" + "".join(f"{line['pattern']}\n\n" for line in lines)
    (tmp_path / "list.txt").write_text(text)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "car.txt").write_text(f"# title: A car\n{named_pattern('car')}\n")
    (tmp_path / "folder" / "key.txt").write_text(named_pattern("key").text)
    (tmp_path / "folder" / "notes.md").write_text("no board")
    Image.new("RGB", (64, 64)).save(tmp_path / "folder" / "black.png")
    monkeypatch.chdir(tmp_path)

    for file, form in (("many.json", str), ("lines.jsonl", str), ("table.csv", str)):
        items = list(BoardInputs([file]))
        assert [item.board for item in items] == [f"{file}:{form(name)}" for name in QUICK]
        assert [item.load() for item in items] == [line["pattern"] for line in lines]
    assert names("list.txt") == [f"list.txt:{2 * number}" for number in range(1, 7)]
    assert [item.load() for item in BoardInputs(["list.txt"])] == [
        line["pattern"] for line in lines
    ]
    assert [(item.board, item.load()) for item in BoardInputs(["one.json"])] == [
        ("one.json:a", "x"),
        ("one.json:b\\n", "rx/xr"),
        ("one.json:a (2)", "5"),
    ]
    assert names("folder") == ["folder/black.png", "folder/car.txt", "folder/key.txt"]
    assert names("folder", pictures=True) == ["folder/black.png"]
    assert names("folder/key.txt", HOPELESS, "car") == ["folder/key.txt", HOPELESS, "car"]
    # A board that is named twice is done once.
    assert names("car", "folder/car.txt", "folder", "car", "./folder/car.txt") == [
        "car", "folder/car.txt", "folder/black.png", "folder/key.txt",
    ]  # fmt: skip
    for piped, expected in ((text, 6), (named_pattern("car").text.replace("/", "\n"), 1)):
        stdin = io.TextIOWrapper(io.BytesIO(piped.encode()))
        monkeypatch.setattr(sys, "stdin", stdin)
        items = BoardInputs(["-"])
        assert len(list(items)) == len(list(items)) == expected
        assert all(Pattern.parse(item.load()) for item in items)


def test_a_run_can_be_done_over_its_own_records(tmp_path):
    run_here(["car", "key", HOPELESS], SolveVerb(), tmp_path / "solved.jsonl")
    run_here([str(tmp_path / "solved.jsonl")], CountVerb(), tmp_path / "counted.jsonl")
    found = records(tmp_path / "counted.jsonl")
    assert [board.partition(":")[2] for board in found] == ["car", "key", HOPELESS]
    assert [record["solutions"] for record in found.values()] == [32, 16, 0]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nosuch"], "unknown name 'nosuch'"),
        (["no/such"], "no such file: 'no/such'"),
        (["empty"], "no pattern file (*.txt) or picture in 'empty'"),
        (["empty.json"], "there is no board in 'empty.json'"),
        (["broken.json"], "'broken.json' is not JSON"),
        (["car", "--verb"], "--verb"),
        (["car", "--max-memory", "1GB"], "--max-memory goes with count and rate, not with solve"),
        (["car", "--strategy", "best"], "'best'"),
        (["car", "--resume"], "--resume and --force need --output FILE"),
        (["car", "--workers", "0"], "'0' is less than 1"),
        (["car", "--workers", "2", "--scheduler", "tcp://a:1"], "has its own workers"),
        (["car", "--scheduler", "here"], "'here' is no address of a scheduler"),
        (["car", "--format", "xml"], "unknown format 'xml': expected jsonl or csv"),
        (["car", "-o", "out/out.csv"], "no such folder"),
        (["car", "-o", "empty.jsonl", "--resume", "--force"], "exclude each other"),
        ([], "no boards: expected names, files or folders"),
    ],
)
def test_what_makes_no_sense_is_refused_before_any_work(
    error_of, tmp_path, monkeypatch, args, message
):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty.json").write_text("{}")
    (tmp_path / "broken.json").write_text('{"a": ["rx",')
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    assert message in error_of("batch solve", *args)
    assert sorted(tmp_path.rglob("*")) == before


def test_unknown_verbs_are_refused(error_of):
    assert "'sing': expected solve, count, rate or read" in error_of("batch sing car")


def test_a_line_of_a_text_may_be_a_name(capsys, tmp_path):
    lines = tmp_path / "lines.txt"
    for text in ("CAR\ntwelve\nkanoodle\nnothing", "twelve\nnothing\ncar\nkanoodle"):
        lines.write_text(text.replace("car", named_pattern("car").text))
        code, out, err = batch(capsys, "solve", str(lines), "--workers", "1")
        found = {each["pattern"]: each["status"] for each in map(json.loads, out.splitlines())}
        assert code == 2
        assert found.pop(None) == "error"
        assert {*found.values()} == {"solved"}
        assert named_pattern("twelve").text in found
        assert len(found) == 3
        assert "3 solved, 1 error; the first error: " in err
        assert "unknown name 'nothing'" in err


# Errors are records


def test_boards_that_cannot_be_done_are_records(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards").mkdir()
    Path("boards/bad.txt").write_text("rxrx\nxrxr\n")
    Path("boards/binary.txt").write_bytes(b"\xff\xfe\x00rx")
    Path("boards/empty.txt").write_text("")
    Path("boards/folder.txt").mkdir()
    Path("boards/long.txt").write_text("rx" * 100_000)
    Path("boards/link.txt").symlink_to("nowhere")
    Path("many.json").write_text(json.dumps({"odd": 5, "car": named_pattern("car").rows}))
    args = ("solve", "boards", "many.json", "-o", "out.jsonl", "--workers", "1")
    code, _, err = batch(capsys, *args)
    first = "boards/bad.txt: row 1 'rxrx' has 4 cells, expected 8"
    assert (code, err) == (2, f"kaleido: 8 boards: 7 error, 1 solved; the first error: {first}\n")
    found = records("out.jsonl")
    assert found.pop("many.json:car")["status"] == "solved"
    for board, reason in {
        "boards/bad.txt": "row 1 'rxrx' has 4 cells, expected 8",
        "boards/binary.txt": "'boards/binary.txt' is not text",
        "boards/empty.txt": "there is no pattern in ''",
        "boards/folder.txt": "'boards/folder.txt' is a folder",
        "boards/link.txt": "cannot read 'boards/link.txt'",
        "boards/long.txt": "'boards/long.txt' is longer than",
        "many.json:odd": "unknown letter '5'",
    }.items():
        record = found.pop(board)
        assert record["status"] == "error"
        assert reason in record["reason"]
        assert "\n" not in record["reason"]
        assert record["nodes"] is None
    assert not found
    # Done is done: they are not tried again.
    before = Path("out.jsonl").read_bytes()
    assert batch(capsys, *args, "--resume")[0] == 2
    assert Path("out.jsonl").read_bytes() == before


@pytest.mark.long
def test_a_board_that_ends_its_worker_is_a_record_and_not_tried_again(tmp_path):
    verb = work.DeadlyVerb()
    files = [*QUICK[:3], HOPELESS, *QUICK[3:]]
    with (
        make_workers(2) as workers,
        open_journal(tmp_path / "o.jsonl", FORMS["jsonl"](verb.fields), verb.asked) as journal,
    ):
        list(run_batch(BoardInputs(files), verb, workers, journal))
    found = records(tmp_path / "o.jsonl")
    assert "worker process ended" in found.pop(HOPELESS)["reason"]
    assert {board: found[board]["status"] for board in QUICK} == dict.fromkeys(QUICK, "survived")
    assert run_here(files, verb, tmp_path / "o.jsonl", resume=True) == []


def test_faults_of_ours_are_records(monkeypatch):
    monkeypatch.setattr("kaleido.batch.verbs.solve", lambda *_, **__: 1 / 0)
    record = SolveVerb().do("car", named_pattern("car").text)
    assert (record["status"], record["reason"]) == ("error", "ZeroDivisionError: division by zero")


@pytest.mark.long
@needs_opencv
def test_pictures(capsys, tmp_path, monkeypatch):
    from mockups import make_mockup

    from kaleido.photo import read

    monkeypatch.chdir(tmp_path)
    Path("pictures").mkdir()
    Image.new("RGB", (300, 300), "white").save("pictures/blank.png")
    Path("pictures/broken.jpg").write_bytes(b"\xff\xd8\xff nothing more")
    mockup = make_mockup("screenshot", 1, named_pattern("starship"))
    Image.fromarray(mockup.pixels).save("pictures/starship.png")
    Path("pictures/car.txt").write_text(named_pattern("car").text)
    assert batch(capsys, "read", "pictures", "key", "-o", "o.jsonl", "--workers", 1)[0] == 2
    found = records("o.jsonl")
    assert found.pop("key")["reason"] == "'key' is text, expected a picture"
    assert "found no board" in found["pictures/blank.png"]["reason"]
    assert "(in 'pictures/blank.png')" in found["pictures/blank.png"]["reason"]
    assert "'pictures/broken.jpg' is not a picture" in found["pictures/broken.jpg"]["reason"]
    alone = read("pictures/starship.png").as_dict()
    assert found["pictures/starship.png"].items() >= alone.items()
    assert found["pictures/starship.png"]["status"] == "read"
    assert len(found) == 3
    # Every verb takes pictures.
    assert batch(capsys, "solve", "pictures", "-o", "s.jsonl", "--workers", 1)[0] == 2
    found = records("s.jsonl")
    assert found["pictures/starship.png"]["pattern"] == alone["pattern"]
    assert found["pictures/starship.png"]["status"] == "solved"
    assert found["pictures/car.txt"]["status"] == "solved"


def test_reading_needs_the_extra(monkeypatch):
    monkeypatch.setattr("kaleido.base.extras.find_spec", lambda _: None)
    with pytest.raises(KaleidoError, match="extra `photo`"):
        ReadVerb().check()


# Going on


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A whole run, its bytes."""
    path = tmp_path_factory.mktemp("whole") / "out.jsonl"
    run_here(QUICK, SolveVerb(), path)
    return path.read_bytes()


@pytest.mark.parametrize("form", list(FORMS))
@example(share=0)
@example(share=9_999)
@example(share=10_000)
@given(share=st.integers(0, 10_000))
def test_cut_anywhere_a_run_goes_on(tmp_path_factory, form, share):
    verb = work.DeadlyVerb()
    path = tmp_path_factory.mktemp("cut") / f"out.{form}"
    kind = FORMS[form](verb.fields)

    def run(**options):
        with (
            make_workers(1) as workers,
            open_journal(path, kind, verb.asked, **options) as journal,
        ):
            return [each["board"] for each in run_batch(BoardInputs(QUICK), verb, workers, journal)]

    run()
    text = path.read_bytes()
    cut = len(text) * share // 10_000
    path.write_bytes(text[:cut])
    kept = text[:cut].rpartition(b"\n")[0]
    done = run(resume=True)
    after = path.read_bytes()
    assert after.startswith(kept)
    lines = after.decode().splitlines()
    assert lines[: len(kept.splitlines())] == kept.decode().splitlines()
    if kind.head:
        assert lines.pop(0) + "\n" == kind.head
    boards = [kind.read(line)["board"] for line in lines]
    assert boards == list(QUICK)  # in turn: nothing lost, nothing double
    assert boards[len(boards) - len(done) :] == done
    assert run(resume=True) == []
    assert path.read_bytes() == after


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A file of boards, some without a solution, and their records by one process."""
    path = tmp_path_factory.mktemp("many") / "many.txt"
    rows = [named_pattern(name).rows for name in QUICK] + [HOPELESS.split("/")]
    turned = ["/".join(each[::way]) for _ in range(6) for each in rows for way in (1, -1)]
    path.write_text("\n".join(turned) + "\n")
    run_here([str(path)], SolveVerb(), path.with_suffix(".jsonl"))
    return str(path), records(path.with_suffix(".jsonl"))


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("most", [1, 7, 4096])
def test_records_are_the_same_for_any_workers_and_batches(tmp_path, monkeypatch, many, size, most):
    monkeypatch.setattr("kaleido.parallel.process_pool.ProcessPool.max_batch", most)
    file, expected = many
    for form in FORMS:
        run = partial(run_here, [file], SolveVerb(), tmp_path / f"out.{form}")
        # It ends amid a batch, whose other boards are then done again.
        first = run(45, make_workers(size, isolated=True))
        assert len(first) == 45
        second = run(None, make_workers(size, isolated=True), resume=True)
        assert sorted(first + second) == sorted(expected)
    assert records(tmp_path / "out.jsonl") == expected


def test_a_file_that_exists_is_refused_or_written_anew(capsys, tmp_path, whole, error_of):
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole)
    err = error_of("batch solve car -o", out)
    assert "exists: --resume goes on with it, --force replaces it" in err
    assert out.read_bytes() == whole
    assert batch(capsys, "solve", "key", "-o", out, "--force", "--workers", "1")[0] == 0
    assert list(records(out)) == ["key"]


def test_other_options_are_refused(capsys, tmp_path, whole, error_of):
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole)
    for args in (["solve", "--seed", "1"], ["solve", "--max-nodes", "9"], ["count"]):
        err = error_of("batch", *args, *QUICK, "-o", out, "--resume")
        assert "was made by 'solve --strategy constrained --seed 0'" in err
    assert out.read_bytes() == whole
    # More boards are welcome, and how many workers there are makes no difference.
    args = ("solve", *QUICK, "periscope", "-o", out, "--resume", "--seed", "0")
    assert batch(capsys, *args, "--workers", "2")[0] == 0
    assert list(records(out)) == [*QUICK, "periscope"]
    assert out.read_bytes().startswith(whole)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("out.jsonl", b"dear diary"),
        ("out.jsonl", b"dear diary,\nto"),
        ("out.jsonl", b'{"board": "car"}\n'),
        ("out.jsonl", b'{"board": ["car"], "asked": "solve", "status": "solved"}\n'),
        ("out.jsonl", b"[1]\nand"),
        ("out.csv", b"a,b,c"),
        ("out.csv", b"a,b,c\n1,2,3\n4"),
        ("out.csv", b"\xff\xfe\n"),
    ],
)
def test_files_that_hold_something_else_are_left_as_they_are(
    error_of, tmp_path, monkeypatch, name, content
):
    monkeypatch.chdir(tmp_path)
    out = Path(name)
    out.write_bytes(content)
    err = error_of("batch solve car --resume -o", out)
    assert str(out) in err
    assert out.read_bytes() == content


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv"])
@pytest.mark.parametrize("harm", [b"\n", b"\n\n  \n", b"\0" * 700, b"\0" * 4096 + b"\n"])
def test_blank_lines_and_nuls_of_a_power_failure_are_passed_over(capsys, tmp_path, name, harm):
    out = tmp_path / name
    assert batch(capsys, "solve", "car", "key", "-o", out)[0] == 0
    before = out.read_bytes()
    out.write_bytes(before + harm)
    code, _, err = batch(capsys, "solve", "car", "key", "seal", "-o", out, "--resume")
    assert (code, "1 solved" in err or "3 solved" in err) == (0, True)
    lines = [line for line in out.read_bytes().splitlines() if line.strip(b"\0 ")]
    assert len(lines) == len(before.splitlines()) + 1
    assert batch(capsys, "solve", "car", "key", "seal", "-o", out, "--resume")[0] == 0


def test_a_file_of_nuls_alone_is_begun_anew(capsys, tmp_path):
    out = tmp_path / "out.jsonl"
    out.write_bytes(b"\0" * 512)
    assert batch(capsys, "solve", "car", "-o", out, "--resume")[0] == 0
    assert json.loads(out.read_text())["board"] == "car"


def test_two_runs_do_not_write_one_file(tmp_path, whole):
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole)
    verb = SolveVerb()
    form = FORMS["jsonl"](verb.fields)
    with open_journal(out, form, verb.asked, resume=True):
        for options in ({"resume": True}, {"force": True}):
            with (
                pytest.raises(OptionError, match="another run is writing"),
                open_journal(out, form, verb.asked, **options),
            ):
                pass
        assert out.read_bytes() == whole


def process(*args, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "kaleido", "batch", *map(str, args)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    )


def wait_for_records(run, path, number):
    while not (path.exists() and path.read_bytes().count(b"\n") >= number):
        assert run.poll() is None, run.communicate()
        time.sleep(0.01)


@pytest.mark.long
def test_a_killed_run_ends_as_if_it_had_not_been(tmp_path):
    boards = [name for name in pattern_names("standard") if name.startswith(("letter", "digit"))]
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    args = ("count", *boards, "--workers", "2", "--resume", "-o", out)
    run = process(*args)
    wait_for_records(run, out, 3)
    run.kill()
    run.communicate()
    before = out.read_bytes()
    assert 3 <= before.count(b"\n") < len(boards)
    run = process(*args)
    _, err = run.communicate(timeout=120)
    assert (run.returncode, err) == (0, f"kaleido: {len(boards)} boards: {len(boards)} counted\n")
    assert out.read_bytes().startswith(before[: before.rindex(b"\n")])
    run_here(boards, CountVerb(), whole)
    # The effort depends on what the same worker has counted before.
    effort = {"states": 0, "peak_states": 0}
    assert {board: record | effort for board, record in records(out).items()} == {
        board: record | effort for board, record in records(whole).items()
    }


@pytest.mark.long
def test_an_interrupted_run_says_how_to_go_on(tmp_path):
    out = tmp_path / "out.jsonl"
    slow = os.environ | {"KALEIDO_ENGINE": "python"}  # the checkerboard takes it many minutes
    run = process("count", "car", "checkerboard", "--workers", "2", "-o", out, env=slow)
    wait_for_records(run, out, 1)
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate()
    assert run.returncode == 130
    assert err.splitlines() == [
        f"kaleido: 1 of 2 boards are in {out}; the same command with --resume goes on",
        "kaleido: interrupted",
    ]
    assert list(records(out)) == ["car"]


def test_boards_are_looked_for_before_a_file_is_touched(error_of, tmp_path, whole):
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole)
    assert "'nosuch'" in error_of("batch solve nosuch --force -o", out)
    assert out.read_bytes() == whole
    with pytest.raises(PatternError, match="unknown name"):
        BoardInputs(["nosuch"])


@pytest.mark.long
def test_boards_for_other_pieces(tmp_path, capsys, error_of):
    (tmp_path / "sizes.txt").write_text("5x12\n6x10\n3x20\n")
    file = str(tmp_path / "sizes.txt")
    out = tmp_path / "counts.jsonl"
    options = ["--pieces", "Pentominoes", "--workers", "1"]
    assert main(["batch", "count", file, *options, "-o", str(out)]) == 0
    records = [json.loads(line) for line in out.read_text().splitlines()]
    # Published: the rectangles that the pentominoes fill, with all images of each solution.
    assert [each["solutions"] for each in records] == [4 * 1010, 4 * 2339, 4 * 2]
    assert all("--pieces Pentominoes" in each["asked"] for each in records)
    assert main(["batch", "solve", "2x2", *options]) == 2
    capsys.readouterr()
    assert "--pieces goes with solve and count, not with rate" in error_of(
        "batch rate car", *options
    )
    assert "unknown set of pieces 'pentomino'" in error_of(
        "batch count", file, "--pieces", "pentomino"
    )


class Several(Serial):
    """Claims to be two workers, and does one task after the other, in the order given."""

    size = 2


@pytest.mark.parametrize("ahead", [1, 3, 256])
@pytest.mark.parametrize("verb", ["count", "solve"])
@pytest.mark.few(4)
def test_several_workers_get_the_heaviest_boards_first(tmp_path, monkeypatch, verb, ahead):
    monkeypatch.setattr("kaleido.batch.run.AHEAD", ahead)
    verb = CountVerb() if verb == "count" else SolveVerb()
    nonsense = tmp_path / "nonsense.txt"
    nonsense.write_text("rrr\nxx\n")
    files = [*QUICK[:2], nonsense, *QUICK[2:]]
    done = run_here(files, verb, tmp_path / "done.jsonl", workers=Several())
    given = names(*files)
    assert run_here(files, verb, tmp_path / "one.jsonl") == given
    if verb.name == "solve":
        assert done == given
        return
    weights = {name: len(Problem(named_pattern(name))) for name in QUICK} | {str(nonsense): 0}
    assert len(set(weights.values())) == len(given)
    for first in range(0, len(given), ahead):
        group = given[first : first + ahead]
        assert done[first : first + ahead] == sorted(group, key=weights.__getitem__, reverse=True)
