"""Folders that are written whole or not at all."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from kaleido.draft import cannot_write


@contextmanager
def folder_made(folder: Path) -> Iterator[None]:
    """Make a folder and those above it; those that are new go again if an error ends the context.

    Raises
    ------
    OptionError
        The folder cannot be made.
    """
    missing = []
    try:
        there = folder.absolute()
        while not there.exists():
            missing.append(there)
            there = there.parent
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        _remove(missing)
        raise cannot_write(folder, problem) from None
    try:
        yield
    except BaseException:
        _remove(missing)
        raise


@contextmanager
def folder_written_whole(folder: Path) -> Iterator[Path]:
    """Yield a new folder to write to, which takes the place of `folder` at the end of the context.

    If an error ends the context, what was there stays. A link is followed.

    Raises
    ------
    OptionError
        The folder cannot be written.
    """
    target = Path(os.path.realpath(folder))
    with folder_made(target.parent):
        try:
            with TemporaryDirectory(
                dir=target.parent, prefix=".kaleido-", ignore_cleanup_errors=True
            ) as name:
                draft, old = Path(name, "new"), Path(name, "old")
                draft.mkdir()
                yield draft
                _exchange(draft, target, old)
        except shutil.Error as problem:
            raise cannot_write(folder, _first_of(problem)) from None
        except OSError as problem:
            own = (None, str(target.parent), str(target))
            if problem.filename not in own and not str(problem.filename).startswith(
                str(target.parent / ".kaleido-")
            ):
                raise
            raise cannot_write(folder, problem) from None


def _exchange(draft: Path, target: Path, old: Path) -> None:
    """Put a folder in the place of another, which becomes `old`."""
    if not target.exists():
        draft.rename(target)
        return
    shutil.copymode(target, draft)
    target.rename(old)
    try:
        draft.rename(target)
    except BaseException:
        old.rename(target)
        raise


def _first_of(problem: shutil.Error) -> OSError:
    """Return the error of the first of several files that could not be copied."""
    told = str(problem.args[0][0][-1])
    number = re.match(r"\[Errno (\d+)\]", told)
    return OSError(int(number[1]), os.strerror(int(number[1]))) if number else OSError(told)


def _remove(folders: list[Path]) -> None:
    """Remove empty folders, the innermost first."""
    for each in folders:
        with suppress(OSError):
            each.rmdir()
