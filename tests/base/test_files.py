"""Files that are written whole or not at all, and what is left of a process that was killed."""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from kaleido.base.files import is_image, written_whole


def test_a_draft_lies_beside_its_file(tmp_path, monkeypatch):
    # From another disk it could not take its place at once.
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    target = tmp_path / "board.txt"
    with written_whole(target) as draft:
        draft.write_text("car")
        assert draft.parent == target.parent.resolve()
    assert target.read_text() == "car"
    assert [*tmp_path.iterdir()] == [target]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_receives_what_is_written_elsewhere(tmp_path):
    pipe, received = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
    reader.start()
    with written_whole(pipe) as draft:
        draft.write_text("car")
        assert draft.parent == Path(tempfile.gettempdir())
    reader.join(20)
    assert received == ["car"]
    assert pipe.is_fifo()


def test_the_next_process_removes_what_a_killed_one_has_left(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    # A process looks once at a folder.
    target, elsewhere = tmp_path / "board.txt", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with written_whole(elsewhere / "board.txt") as draft:
        draft.write_text("twelve")
        name = draft.name.replace(f"-{os.getpid()}-", f"-{gone.pid}-")
    file, folder, exchanged = (tmp_path / f"{name}{number}" for number in range(3))
    file.write_text("half")
    (folder / "new").mkdir(parents=True)
    # Its folder was put aside, and the new one did not take its place: both may be wanted.
    for part in ("new", "old"):
        (exchanged / part).mkdir(parents=True)
    with written_whole(target) as draft:
        draft.write_text("car")
        running = [each for each in tmp_path.iterdir() if each.name.startswith(".")]
        assert {*running} == {draft, exchanged}
    assert {*tmp_path.iterdir()} == {target, exchanged, elsewhere}


@pytest.mark.parametrize(
    ("head", "is_picture"),
    [
        (b"BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36", True),
        (b"BMBMBMBMBMBM/MBMBMBMB", False),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", True),
        (b"RIFFRIFFRIFF", False),
        (b"\x89PNG\r\n\x1a\n", True),
    ],
)
def test_pictures_are_told_from_texts_by_their_first_bytes(tmp_path, head, is_picture):
    path = tmp_path / "board.txt"
    path.write_bytes(head)
    assert is_image(path) == is_picture
