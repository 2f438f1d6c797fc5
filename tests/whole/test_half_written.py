"""Files that end in the middle, limits of memory, and clocks that are set back."""

import errno
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest
from faults import contents, full_disk, run
from some import some

import kaleido
from kaleido import Comparison, Position, Puzzle, compare, named_pattern
from kaleido.base.errors import KaleidoError, OptionError, SolutionError
from kaleido.base.line_file import open_lines
from kaleido.batch import (
    FORMS,
    BoardInputs,
    CountVerb,
    ReadVerb,
    SolveVerb,
    open_journal,
    run_batch,
)
from kaleido.designing.folder import (
    RECORDS,
    SOLUTIONS,
    Attempt,
    Specification,
    make_candidate,
    open_folder,
)
from kaleido.lab.comparison import read_runs, rows_of
from kaleido.lab.run import Run
from kaleido.lab.store import open_store
from kaleido.library.piece_sets import find_set
from kaleido.model.placement import placements_from_json
from kaleido.parallel import make_workers

RUNS = [
    Run(f"board {number}", "paper", number, "solved", 20 + number, 2, 0.0625) for number in range(3)
]


SETS = ("calendar", "conway", "kanoodle")


def cuts(path):
    """Cut a file at every byte, one after the other, and yield the length."""
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        yield length
    path.write_bytes(whole)


class TestCut:
    @pytest.fixture(autouse=True)
    def _without_a_disk(self, monkeypatch):
        """Spare the disk hundreds of files."""
        monkeypatch.setattr("os.fsync", lambda _: None)

    @pytest.mark.parametrize("kind", FORMS)
    def test_a_journal_goes_on_after_its_last_whole_record(self, tmp_path, kind):
        verb, path = SolveVerb(), tmp_path / f"journal.{kind}"
        form = FORMS[kind](verb.fields)
        records = [verb.record(name, status="solved") for name in ("a", "b")]
        with open_journal(path, form, verb.asked) as journal:
            for record in records:
                journal.add(record)
        whole = path.read_bytes()
        for length in some(cuts(path)):
            with open_journal(path, form, verb.asked, resume=True) as journal:
                done = max(whole[:length].count(b"\n") - bool(form.head), 0)
                assert journal.done == set("ab"[:done])
                for record in records[done:]:
                    journal.add(record)
            assert path.read_bytes() == whole

    def test_a_file_of_runs_is_read_up_to_its_last_whole_run(self, tmp_path):
        path = tmp_path / "runs.csv"
        Comparison(RUNS).save(path)
        whole = path.read_bytes()
        for length in some(cuts(path)):
            lines = whole[:length].count(b"\n")
            if lines:
                assert read_runs(path) == RUNS[: lines - 1]
            else:
                with pytest.raises(OptionError, match="no complete line"):
                    read_runs(path)

    def test_what_a_power_cut_leaves_is_no_line(self, tmp_path):
        path = tmp_path / "runs.csv"
        path.write_bytes(rows_of(RUNS).encode() + bytes(4096))
        assert read_runs(path) == RUNS
        with open_lines(path, resume=True) as lines:
            lines.drop_cut()
        assert path.read_text() == rows_of(RUNS)

    def test_generated_boards_go_on_after_the_last_whole_record(self, tmp_path):
        folder = tmp_path / "boards"
        texts = [named_pattern(name).text for name in ("car", "key")]
        with open_folder(folder, "asked") as boards:
            for number, text in enumerate(texts):
                fields = {"board": f"board-{number + 1:05}", "asked": "asked", "candidate": number}
                told = {"status": "generated", "pattern": text}
                boards.journal.add({"schema": 1} | fields | told)
                for name in (f"board-{number + 1:05}.txt", f"solutions/board-{number + 1:05}.json"):
                    (folder / name).write_text(text)
        path = folder / RECORDS
        whole = path.read_bytes()
        files = contents(folder)
        for length in some(list(cuts(path))[::7]):
            for file, content in files.items():
                file.write_bytes(content)
            path.write_bytes(whole[:length])
            with open_folder(folder, "asked", resume=True) as boards:
                done = whole[:length].count(b"\n")
                assert len(boards) == boards.first == done
            # What is there without a record is not taken for a board.
            assert len(list(folder.glob("*.txt"))) == done
            assert len(list((folder / SOLUTIONS).iterdir())) == done

    @pytest.mark.parametrize("left", [(), (SOLUTIONS,), (SOLUTIONS, ".kaleido-0123.txt")])
    def test_a_folder_whose_run_ended_before_its_first_board(self, tmp_path, left):
        for name in left:
            (tmp_path / name).touch() if name.startswith(".") else (tmp_path / name).mkdir()
        with open_folder(tmp_path, "asked") as boards:
            assert len(boards) == 0

    def test_a_record_of_something_else_in_a_folder(self, tmp_path):
        (tmp_path / RECORDS).write_text(
            '{"schema": 1, "board": "a", "status": "b", "asked": "c"}\n'
        )
        with (
            pytest.raises(OptionError, match=r"line 1 of boards.jsonl is not a board"),
            open_folder(tmp_path, "c", resume=True),
        ):
            pytest.fail("it is opened")

    @pytest.mark.parametrize(
        "name", ["dominoes", *(pytest.param(each, marks=pytest.mark.long) for each in SETS)]
    )
    def test_a_set_of_pieces_is_read_up_to_its_end_or_refused(self, tmp_path, name):
        folder = Path(kaleido.__file__).parent.parent / "pieces"
        if not folder.is_dir():
            pytest.skip("the sets are elsewhere")
        path = tmp_path / f"{name}.txt"
        path.write_bytes((folder / f"{name}.txt").read_bytes())
        whole = {piece.name for piece in find_set(str(path))}
        for _ in some(cuts(path)):
            try:
                found = find_set(str(path))
            except KaleidoError as error:
                assert "\n" not in str(error)
            else:
                assert {piece.name for piece in found} <= whole

    def test_a_solution_is_whole_or_refused(self, refusal_of):
        answer = Puzzle("car").solve()
        assert answer.solution is not None
        text = json.dumps(answer.solution.as_dict())
        assert len(placements_from_json(text)) == 18
        for length in range(1, len(text)):
            refusal_of(SolutionError, placements_from_json, text[:length])


KILLED = """
from pathlib import Path
from kaleido.base.files import folder_written_whole, written_whole

with written_whole(Path("file.txt")) as file, folder_written_whole(Path("new"), "a.txt") as folder:
    file.write_text("half")
    (folder / "a.txt").write_text("half")
    print(flush=True)
    input()
"""


class TestKilled:
    @pytest.fixture
    def writer(self, tmp_path):
        """A process in the middle of its writing."""
        with subprocess.Popen(
            [sys.executable, "-c", KILLED],
            **dict.fromkeys(("stdin", "stdout"), subprocess.PIPE),
            cwd=tmp_path,
        ) as process:
            process.stdout.readline()
            yield process
            process.kill()

    def test_its_drafts_are_swept_up_by_the_next_writer(self, writer, tmp_path):
        def write(name):
            words = f"from kaleido.base import files; files.write_text(files.Path({name!r}), '')"
            subprocess.run([sys.executable, "-c", words], cwd=tmp_path, check=True)

        drafts = set(tmp_path.glob(".kaleido-*"))
        assert len(drafts) == 2
        write("other.txt")
        assert drafts < set(tmp_path.iterdir())  # as long as it lives
        writer.kill()
        writer.wait()
        assert drafts < set(tmp_path.iterdir())
        write("another.txt")
        assert {path.name for path in tmp_path.iterdir()} == {"other.txt", "another.txt"}


class TestGrowing:
    def test_a_line_without_room_is_taken_back(self, tmp_path):
        path = tmp_path / "lines.txt"
        with open_lines(path) as opened:
            opened.add("one\n")
        before = path.read_bytes()
        with (
            full_disk(len(before) + 5),
            pytest.raises(OptionError, match=r"^cannot write '.*': file too large$"),
            open_lines(path, resume=True) as opened,
        ):
            opened.add("another one\n")
        assert path.read_bytes() == before

    def test_a_new_file_without_room_is_not_begun(self, tmp_path, error_of):
        with full_disk():
            line = error_of("bench car --output", tmp_path / "runs.db")
        assert line.startswith("kaleido: cannot write ")
        assert contents(tmp_path) == {}

    def test_a_run_without_room_goes_on_where_there_is_some(self, tmp_path):
        verb, path = SolveVerb(max_nodes=100), tmp_path / "out.jsonl"
        form = FORMS["jsonl"](verb.fields)
        names = ["car", "key", "seal"]

        def done(**options):
            with (
                make_workers(1) as workers,
                open_journal(path, form, verb.asked, **options) as journal,
            ):
                return [
                    each["board"] for each in run_batch(BoardInputs(names), verb, workers, journal)
                ]

        with open_journal(path, form, verb.asked) as journal:
            journal.add(verb.record("car", status="solved"))
        before = path.read_bytes()
        with (
            full_disk(len(before) + 100),
            pytest.raises(OptionError, match=r"^cannot write '.*': file too large$"),
        ):
            done(resume=True)
        assert path.read_bytes() == before
        assert done(resume=True) == ["key", "seal"]

    @pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
    def test_what_does_not_reach_the_disk_is_told(self, tmp_path, monkeypatch, number):
        monkeypatch.setattr("os.fsync", Mock(side_effect=OSError(number, os.strerror(number))))
        with open_lines(tmp_path / "a.txt") as opened:
            opened.add("one\n")
            with pytest.raises(OptionError, match="cannot write"):
                opened.sync()

    def test_what_has_no_disk_needs_none(self, tmp_path, monkeypatch):
        monkeypatch.setattr(
            "os.fsync", Mock(side_effect=OSError(errno.EINVAL, os.strerror(errno.EINVAL)))
        )
        with open_lines(tmp_path / "a.txt") as opened:
            opened.add("one\n")
            opened.sync()

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
    @pytest.mark.parametrize("opened", [open_lines, open_store])
    def test_a_pipe_is_no_file_of_lines_or_runs(self, tmp_path, opened):
        os.mkfifo(tmp_path / "pipe.db")
        with pytest.raises(OptionError, match="it is not a file"), opened(tmp_path / "pipe.db"):
            pytest.fail("it is opened")

    def test_force_empties_no_file_that_another_run_writes(self, tmp_path, error_of):
        pytest.importorskip("fcntl")
        path = tmp_path / "out.jsonl"
        with open_lines(path) as opened:
            opened.add("{}\n")
            line = error_of("batch count car --force --output", path)
            assert "another run is writing" in line
            assert path.read_text() == "{}\n"

    def test_a_file_that_was_empty_before_is_not_removed(self, tmp_path):
        path = tmp_path / "a.jsonl"
        path.touch()
        with pytest.raises(ValueError, match="no"), open_lines(path, resume=True):
            raise ValueError("no")
        assert path.exists()


class TestMemory:
    @pytest.mark.parametrize("verb", [CountVerb, SolveVerb])
    def test_a_board_that_needs_too_much_is_given_up(self, monkeypatch, verb):
        monkeypatch.setattr(verb, "_ask", Mock(side_effect=MemoryError))
        record = verb().do("car", named_pattern("car").text)
        assert (record["status"], record["reason"]) == ("gave-up", "out of memory")

    def test_a_picture_that_needs_too_much_is_an_error(self, monkeypatch):
        monkeypatch.setattr(ReadVerb, "_answer", Mock(side_effect=MemoryError))
        record = ReadVerb().do("car", b"")
        assert (record["status"], record["reason"]) == ("error", "out of memory")

    def test_a_command_gives_up_in_one_line(self, monkeypatch, capsys):
        fail = Mock(side_effect=MemoryError)
        monkeypatch.setattr("kaleido.counting.count.count_solutions", fail, raising=False)
        monkeypatch.setattr(Position, "count", fail)
        assert run(capsys, "count", "car") == (3, "", "kaleido: gave up: out of memory\n")

    def test_a_candidate_that_needs_too_much_is_no_board(self, monkeypatch):
        monkeypatch.setattr("kaleido.designing.folder.minimise", Mock(side_effect=MemoryError))
        assert make_candidate((Specification(), 7)) == Attempt(7, None)


class TestClock:
    def test_limits_do_not_ask_for_the_time_of_day(self, monkeypatch):
        Puzzle("car").count()  # modules may ask for it when they are imported
        compare(["car"], ["paper"], max_nodes=1)
        monkeypatch.setattr(
            time, "time", Mock(side_effect=AssertionError("the clock may be set back meanwhile"))
        )
        assert Puzzle("car").solve(timeout=60).status == "solved"
        assert len(compare(["car"], ["paper"], timeout=60)) == 1
        assert Puzzle("car").count().solutions == 32

    def test_no_module_measures_by_the_time_of_day(self):
        """What is measured or waited for goes on when somebody sets the clock."""
        for path in some(Path(kaleido.__file__).parent.rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"\btime\.time|\bdatetime\.(now|today)|from time import", text), (
                path
            )
