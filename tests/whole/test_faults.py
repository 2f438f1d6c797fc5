"""Faults on purpose: disks that are full, drafts that cannot take their place, odd targets."""

import errno
import os
import stat
import subprocess
import sys
import threading
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from faults import check_refused, contents, failing, full_disk, run

from kaleido import Comparison, named_pattern
from kaleido.base.errors import OptionError
from kaleido.base.files import (
    all_written_whole,
    check_target,
    folder_made,
    folder_written_whole,
    write_text,
    written_whole,
)
from kaleido.batch import BoardInputs
from kaleido.lab.run import Run

OLD = "what was there before"

WRITERS = {
    "animate": ("animate car --max-frames 2", "car.gif"),
    "booklet": ("booklet car", "book.pdf"),
    "design": ("design car", "car.txt"),
    "export": ("export car", "car.dlx"),
    "growth": ("polyominoes 3 --growth", "three.svg"),
    "pieces": ("pieces classic", "pieces.pdf"),
    "plot as PDF": ("plot car", "car.pdf"),
    "plot as PNG": ("plot car", "car.png"),
    "plot as SVG": ("plot car", "car.svg"),
    "show as PNG": ("show car", "car.png"),
    "show as SVG": ("show car", "car.svg"),
    "why": ("why --board 4x5 --pieces tetrominoes", "parity.png"),
}
"""Commands that write a file, and the file."""

SLOW = ("animate", "booklet", "pieces", "plot")

FAULTS = {
    "write": full_disk,
    "sync": failing("os.fsync"),
    "permissions": failing("pathlib.Path.chmod"),
    "replace": failing("pathlib.Path.replace"),
}

VIDEO = ("car.mp4", *["animate", "car", "--max-frames", "2", "-o", "car.mp4"])

posix = pytest.mark.skipif(os.name != "posix", reason="modes, links and pipes of Unix")


def test_a_full_disk_keeps_no_half_of_a_compiled_module(tmp_path, monkeypatch):
    """Every later test in the same environment would fail as it imports it."""
    (tmp_path / "large_module.py").write_text(f"TEXT = {'a' * 5000!r}\n")
    monkeypatch.syspath_prepend(tmp_path)
    with full_disk():
        import_module("large_module")
        command = [sys.executable, "-c", "import large_module"]
        subprocess.run(command, cwd=tmp_path, check=True)
    assert not (tmp_path / "__pycache__").exists()


class TestWriters:
    @pytest.mark.parametrize(
        "writer",
        [pytest.param(each, marks=[pytest.mark.long] * each.startswith(SLOW)) for each in WRITERS],
    )
    def test_without_room_what_was_there_stays(self, tmp_path, capsys, writer):
        command, name = WRITERS[writer]
        (tmp_path / name).write_text(OLD)
        with full_disk():
            check_refused(capsys, tmp_path, name, *command.split(), "-o", name)

    @pytest.mark.parametrize("fault", FAULTS)
    @pytest.mark.parametrize("writer", ["export", "growth", "show as PNG", "why"])
    @pytest.mark.few(8)
    def test_whatever_fails_what_was_there_stays(self, tmp_path, capsys, writer, fault):
        command, name = WRITERS[writer]
        (tmp_path / name).write_text(OLD)
        with FAULTS[fault]():
            check_refused(capsys, tmp_path, name, *command.split(), "-o", name)

    def test_a_new_file_is_not_begun(self, tmp_path, capsys):
        with full_disk():
            check_refused(capsys, tmp_path, "a.dlx", "export", "car", "-o", "a.dlx")

    def test_a_table_of_runs(self, tmp_path):
        path = tmp_path / "runs.csv"
        runs = Comparison([Run("car", "paper", 0, "solved", 20, 2, 0.0625)])
        runs.save(path)
        before = contents(tmp_path)
        with full_disk(), pytest.raises(OptionError, match=r"cannot write '.*runs.csv': file too"):
            Comparison([*runs, *runs]).save(path)
        assert contents(tmp_path) == before

    @pytest.mark.long
    def test_a_video_that_is_cut_is_no_video(self, tmp_path, capsys):
        pytest.importorskip("imageio_ffmpeg")
        (tmp_path / "car.mp4").write_text(OLD)
        with full_disk(2000):
            check_refused(capsys, tmp_path, *VIDEO)

    @pytest.mark.long
    def test_a_video_program_that_fails(self, tmp_path, capsys, monkeypatch):
        ffmpeg = pytest.importorskip("imageio_ffmpeg")
        monkeypatch.setattr(ffmpeg, "get_ffmpeg_exe", lambda: sys.executable)
        check_refused(capsys, tmp_path, *VIDEO)


class TestTargets:
    @posix
    def test_a_link_stays_and_what_it_leads_to_is_replaced(self, tmp_path):
        (tmp_path / "folder").mkdir()
        file, link = tmp_path / "folder" / "file.txt", tmp_path / "link.txt"
        file.write_text(OLD)
        link.symlink_to(file)
        write_text(link, "new")
        assert link.is_symlink()
        assert file.read_text() == "new"
        assert contents(tmp_path).keys() == {file, link}

    @posix
    def test_a_link_may_lead_to_a_new_file(self, tmp_path):
        link = tmp_path / "link.txt"
        link.symlink_to("file.txt")
        write_text(link, "new")
        assert link.is_symlink()
        assert (tmp_path / "file.txt").read_text() == "new"

    @posix
    @pytest.mark.parametrize(
        "write", [partial(write_text, text="new"), lambda path: check_target(path, ["txt"])]
    )
    def test_a_link_in_a_circle(self, tmp_path, write):
        link = tmp_path / "link.txt"
        link.symlink_to(link)
        with pytest.raises(OptionError, match=r"cannot write '.*link.txt': too many levels"):
            write(link)
        assert link.is_symlink()

    @posix
    def test_permissions_are_kept(self, tmp_path):
        path = tmp_path / "file.txt"
        path.write_text(OLD)
        path.chmod(0o640)
        write_text(path, "new")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

    @posix
    def test_what_may_not_be_written_is_not_replaced(self, tmp_path, monkeypatch):
        path = tmp_path / "file.txt"
        path.write_text(OLD)
        allowed = os.access  # root may write everything
        monkeypatch.setattr(
            "os.access", lambda each, mode: Path(each) != path and allowed(each, mode)
        )
        for write in (partial(write_text, text="new"), partial(check_target, suffixes=["txt"])):
            with pytest.raises(OptionError, match=r"cannot write '.*file.txt': permission denied"):
                write(path)
        assert path.read_text() == OLD

    @posix
    @pytest.mark.parametrize(
        ("command", "name"),
        [
            ("show car", "pipe.svg"),
            pytest.param("animate car --max-frames 2", "pipe.gif", marks=pytest.mark.long),
        ],
    )
    def test_a_pipe_receives_everything_and_stays(self, tmp_path, capsys, command, name):
        pipe = tmp_path / name
        os.mkfifo(pipe)
        got = []
        reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
        reader.start()
        code, _, _ = run(capsys, *command.split(), "-o", pipe)
        reader.join()
        assert code == 0
        assert got[0].startswith((b"<svg", b"GIF89a"))
        assert len(got[0]) > 5000
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert list(tmp_path.iterdir()) == [pipe]

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
    def test_a_device_without_room(self, tmp_path, capsys):
        link = tmp_path / "full.svg"
        link.symlink_to("/dev/full")
        check_refused(capsys, tmp_path, "full.svg", "show", "car", "-o", "full.svg")
        assert link.is_symlink()

    def test_a_name_of_the_longest_length(self, tmp_path):
        path = tmp_path / f"{'a' * 251}.txt"
        write_text(path, "new")
        assert contents(tmp_path) == {path: b"new"}

    def test_a_longer_name(self, tmp_path, error_of):
        assert "file name too long" in error_of("show car -o", tmp_path / f"{'a' * 252}.svg")

    @pytest.mark.parametrize("name", [".svg", "svg", ".hidden", "a.", ".."])
    def test_a_name_without_a_stem_or_an_end(self, tmp_path, capsys, name):
        check_refused(capsys, tmp_path, name, "show", "car", "-o", name)

    def test_a_folder(self, tmp_path):
        (tmp_path / "a.txt").mkdir()
        with pytest.raises(OptionError, match=r"cannot write '.*a.txt': it is a folder"):
            write_text(tmp_path / "a.txt", "new")
        assert [each.name for each in tmp_path.rglob("*")] == ["a.txt"]

    def test_a_folder_in_the_place_of_one_of_several_patterns(self, tmp_path, capsys):
        (tmp_path / "a-2.txt").mkdir()
        rows = named_pattern("car").text.rpartition("/")[0] + "/????????"
        code, _, err = run(capsys, "design", rows, "-n", 2, "-o", tmp_path / "a.txt")
        assert code == 2
        assert "a-2.txt': it is a folder" in err
        assert err.count("\n") == 1
        assert [each.name for each in contents(tmp_path)] == ["a-1.txt"]


class TestDrafts:
    def test_several_files_replace_others_together(self, tmp_path):
        paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
        for path in paths:
            path.write_text(OLD)
        (tmp_path / "c.txt").mkdir()
        with (
            pytest.raises(OptionError, match=r"c.txt': it is a folder"),
            all_written_whole([*paths, tmp_path / "c.txt"]),
        ):
            pytest.fail("it has begun to write")
        with (
            full_disk(),
            pytest.raises(OptionError, match="cannot write"),
            all_written_whole(paths) as places,
        ):
            [place.write_text("new" * 4 * number) for number, place in enumerate(places)]
        assert contents(tmp_path) == dict.fromkeys(paths, OLD.encode())
        with all_written_whole(paths) as places:
            for place in places:
                place.write_text("new")
        assert contents(tmp_path) == dict.fromkeys(paths, b"new")

    def test_an_error_in_another_file_is_not_its_own(self, tmp_path):
        with pytest.raises(FileNotFoundError, match="elsewhere"), written_whole(tmp_path / "a.txt"):
            (tmp_path / "elsewhere").read_bytes()
        assert contents(tmp_path) == {}

    def test_many_write_the_same_file_at_once(self, tmp_path):
        path = tmp_path / "a.txt"
        begun = threading.Barrier(8)

        def write(letter):
            with written_whole(path) as place:
                begun.wait()
                place.write_text(letter * 10_000)
                begun.wait()

        threads = [threading.Thread(target=write, args=(letter,)) for letter in "abcdefgh"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        text = path.read_text()
        assert len(text) == 10_000
        assert len(set(text)) == 1
        assert contents(tmp_path).keys() == {path}

    def test_a_draft_that_was_left_is_no_board(self, tmp_path):
        (tmp_path / "a.txt").write_text("xr/rx\n")
        (tmp_path / ".kaleido-0123456789abcdef.txt").write_text("xr/")
        assert [item.board for item in BoardInputs([str(tmp_path)])] == [str(tmp_path / "a.txt")]


class TestFolders:
    def test_what_was_made_goes_again(self, tmp_path):
        with pytest.raises(ValueError, match="no"), folder_made(tmp_path / "a" / "b"):
            raise ValueError("no")
        assert list(tmp_path.iterdir()) == []

    def test_a_file_in_the_way(self, tmp_path):
        (tmp_path / "a").write_text(OLD)
        with (
            pytest.raises(OptionError, match=r"cannot write '.*b'"),
            folder_made(tmp_path / "a" / "b"),
        ):
            pytest.fail("it is made")
        assert contents(tmp_path) == {tmp_path / "a": OLD.encode()}

    def test_a_folder_takes_the_place_of_another(self, tmp_path):
        folder, link = tmp_path / "folder", tmp_path / "link"
        (folder / "sub").mkdir(parents=True)
        (folder / "sub" / "old").write_text(OLD)
        if os.name == "posix":
            link.symlink_to(folder)
        with folder_written_whole(link if link.exists() else folder, "sub/old") as new:
            (new / "file").write_text("new")
            assert (folder / "sub" / "old").read_text() == OLD
        assert [each.name for each in folder.rglob("*")] == ["file"]
        assert {each.name for each in tmp_path.iterdir()} <= {"folder", "link"}

    @pytest.mark.parametrize("existed", [False, True])
    def test_an_error_leaves_what_was_there(self, tmp_path, existed):
        folder = tmp_path / "above" / "folder"
        if existed:
            folder.mkdir(parents=True)
            (folder / "old").write_text(OLD)
        before = sorted(tmp_path.rglob("*"))
        with (
            full_disk(),
            pytest.raises(OptionError, match=r"cannot write '.*': file too"),
            folder_written_whole(folder, "old") as new,
        ):
            (new / "file").write_bytes(bytes(100))
        assert sorted(tmp_path.rglob("*")) == before

    def test_the_old_folder_comes_back_when_the_new_one_cannot_come(self, tmp_path, monkeypatch):
        folder = tmp_path / "folder"
        folder.mkdir()
        (folder / "old").write_text(OLD)
        rename = Path.rename

        def fail(path, target):
            if path.name == "new":
                raise OSError(errno.EBUSY, "device or resource busy", str(path))
            return rename(path, target)

        monkeypatch.setattr(Path, "rename", fail)
        with (
            pytest.raises(OptionError, match=r"cannot write '.*folder': device or"),
            folder_written_whole(folder, "old"),
        ):
            pass
        assert contents(tmp_path) == {folder / "old": OLD.encode()}

    def test_nobodys_other_files_are_replaced(self, tmp_path):
        (tmp_path / "letters").mkdir()
        (tmp_path / "letters" / "one").write_text(OLD)
        (tmp_path / "file").write_text(OLD)
        before = contents(tmp_path / "letters")
        for name in ("letters", "file", "letters/one"):
            with (
                pytest.raises(OptionError, match=f"{name}' holds other files, expected a new or"),
                folder_written_whole(tmp_path / name, "mark"),
            ):
                pytest.fail("it is made")
        assert contents(tmp_path / "letters") == before

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
    def test_a_pipe_is_no_folder_for_a_site(self, tmp_path):
        site = pytest.importorskip("kaleido.web.site")
        os.mkfifo(tmp_path / "site")
        with pytest.raises(OptionError, match="expected a new or an empty folder"):
            site.build_site(tmp_path / "site", tmp_path)

    def test_a_site(self, tmp_path, capsys):
        site = pytest.importorskip("kaleido.web.site")
        runtime = tmp_path / "pyodide"
        runtime.mkdir()
        for name in site.RUNTIME_FILES:
            (runtime / name).write_text(name)
        with full_disk(1000):
            check_refused(capsys, tmp_path, "site", "site", "-o", "site", "--runtime", runtime)
        assert not (tmp_path / "site").exists()

    @pytest.mark.long
    def test_the_pictures_of_a_reading_come_together(self, tmp_path, capsys):
        pytest.importorskip("cv2")
        folder = tmp_path / "stages"
        assert run(capsys, "show", "car", "-o", tmp_path / "car.png")[0] == 0
        command = ("read", "car.png", "--debug", "stages")
        with full_disk():
            check_refused(capsys, tmp_path, "stages/1-found.png", *command)
        assert not folder.exists()
        (folder / "3-cells.png").mkdir(parents=True)
        (folder / "1-found.png").write_text(OLD)
        check_refused(capsys, tmp_path, "stages/3-cells.png", *command)

    @pytest.mark.long
    def test_a_pattern_that_is_read(self, tmp_path, capsys):
        pytest.importorskip("cv2")
        assert run(capsys, "show", "car", "-o", tmp_path / "car.png")[0] == 0
        (tmp_path / "car.txt").write_text(OLD)
        with full_disk():
            check_refused(capsys, tmp_path, "car.txt", "read", "car.png", "-o", "car.txt")
