"""A file that is being written, and that takes the place of another only when it is whole."""

import errno
import io
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from kaleido.errors import OptionError
from kaleido.text import quote_path

_NO_DISK = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.ENOTTY, errno.EBADF)
"""The answers of pipes, terminals and file systems without a disk to a request to sync."""


def cannot_write(path: Path | str, problem: OSError) -> OptionError:
    """Return the error that says on one line why something cannot be written.

    A path is quoted; anything else, such as ``standard output``, is called by its name.
    """
    name = quote_path(path) if isinstance(path, Path) else path
    reason = " ".join((problem.strerror or str(problem)).split())
    return OptionError(f"cannot write {name}: {reason[:1].lower()}{reason[1:200]}")


def force_to_disk(file: BinaryIO) -> None:
    """Wait until what was written to an open file is on disk, if it is on one."""
    try:
        os.fsync(file.fileno())
    except io.UnsupportedOperation:  # it is in memory
        return
    except OSError as problem:
        if problem.errno not in _NO_DISK:
            raise


def find_status(path: Path) -> os.stat_result | None:
    """Return the status of what may be written to, or None if there is nothing yet.

    Raises
    ------
    OSError
        It is a folder, or may not be written, or there can be nothing of that name.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, "it is a folder", str(path))
    if not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, "permission denied", str(path))
    return status


class Draft:
    """What will be a file.

    Parameters
    ----------
    path : Path
        The file. A link is followed: what it leads to is replaced.

    Attributes
    ----------
    place : Path
        Where to write. The name is short, because names have a longest length, and new each
        time, because others may be writing the same file; it is hidden in case it is left behind.

    Raises
    ------
    OSError
        See `find_status`.
    """

    def __init__(self, path: Path) -> None:
        self._status = find_status(path)
        self.is_stream = self._status is not None and not stat.S_ISREG(self._status.st_mode)
        name = f".kaleido-{os.urandom(8).hex()}{path.suffix}"
        if self.is_stream:
            from tempfile import gettempdir

            self._target = path
            self.place = Path(gettempdir(), name)
        else:
            self._target = Path(os.path.realpath(path))
            self.place = self._target.with_name(name)

    def finish(self) -> None:
        """Bring everything to disk, and take over the owner and permissions of the old file."""
        with self.place.open("rb+") as file:
            force_to_disk(file)
        if self._status is None or self.is_stream:
            return
        if hasattr(os, "chown"):
            with suppress(PermissionError):  # only root may give files away
                os.chown(self.place, self._status.st_uid, self._status.st_gid)
        self.place.chmod(stat.S_IMODE(self._status.st_mode))

    def take_place(self) -> None:
        """Replace the file; a pipe or a device receives the contents."""
        if not self.is_stream:
            self.place.replace(self._target)
            return
        from shutil import copyfileobj

        with self.place.open("rb") as file, self._target.open("wb") as stream:
            copyfileobj(file, stream)

    def discard(self) -> None:
        """Remove what was written, unless it has taken its place."""
        self.place.unlink(missing_ok=True)
