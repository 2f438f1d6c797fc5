"""Videos, which ffmpeg makes of pictures."""

import importlib
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from kaleido.plot.animation.palette import Pixels

_QUALITY = "25"
"""The constant rate factor of H.264, from 0, without loss, to 51."""


def write_video(
    frames: Iterable[tuple[Pixels, int]], size: tuple[int, int], rate: int, path: Path
) -> None:
    """Write pictures as a video, each as often as the number beside it says.

    Parameters
    ----------
    frames : iterable of tuple of array and int
    size : tuple of int
        The width and height, in pixels.
    rate : int
        Pictures per second.
    path : Path

    Raises
    ------
    OSError
        The video is not complete.
    """
    ffmpeg = importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe()
    width, height = size
    command = [
        *(ffmpeg, "-y", "-v", "error"),
        *("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(rate)),
        *("-i", "-", "-an", "-vcodec", "libx264", "-crf", _QUALITY, "-pix_fmt", "yuv420p"),
        str(path.absolute()),
    ]
    with TemporaryFile() as complaints:
        # In a session of its own, because Ctrl-C is for this process, which ends that one.
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
            start_new_session=True,
        ) as process:
            try:
                assert process.stdin is not None
                _send(frames, process.stdin)
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").partition("\n")[0]
            # What stands in brackets is where in ffmpeg it is said.
            reason = said.rpartition("] ")[2] or f"exit code {process.returncode}"
            raise OSError(0, f"ffmpeg: {reason}")


def _send(frames: Iterable[tuple[Pixels, int]], stream: IO[bytes]) -> None:
    try:
        for pixels, count in frames:
            for _ in range(count):
                stream.write(pixels.tobytes())
        stream.close()
    except BrokenPipeError:  # ffmpeg has ended, and says why
        return
