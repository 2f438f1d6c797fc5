"""Faults on purpose: what the tests let fail, and how they see that nothing is lost."""

import errno
import os
from contextlib import chdir, contextmanager
from unittest.mock import Mock

import pytest

from kaleido.cli import main


@contextmanager
def full_disk(room: int = 10):
    """Let every file end after so many bytes, as on a disk that is full."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with pytest.MonkeyPatch.context() as patch:
        # Some versions of Python would keep half of a module that they compile here, and no
        # process could import it again.
        patch.setattr("sys.dont_write_bytecode", True)
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))  # Python ignores the signal
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def failing(name: str):
    """Return a context in which what has that name finds no room."""

    @contextmanager
    def fault():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(name, Mock(side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))))
            yield

    return fault


def run(capsys, *args):
    """Run a command; return its exit code and what it has said on both streams."""
    code = main([str(arg) for arg in args])
    said = capsys.readouterr()
    return code, said.out, said.err


def contents(folder):
    """Return all files of a folder with their contents, hidden ones included."""
    return {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def check_refused(capsys, folder, path, *args):
    """Check that a command in a folder leaves it as it was, and says so in one line.

    The line begins with the path that cannot be written.
    """
    before = contents(folder)
    with chdir(folder):
        code, _, err = run(capsys, *args)
    assert code == 2
    assert err.startswith(f"kaleido: cannot write '{path}"), err
    assert err.count("\n") == 1
    assert contents(folder) == before
