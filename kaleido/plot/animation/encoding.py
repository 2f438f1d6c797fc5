"""Pictures as a video, which ffmpeg makes, and the palette of a GIF, the same in all frames.

Pillow's own quantization moves plain colours (white becomes 252, 252, 252) and gives each frame a
palette unless one is forced on it, which makes files almost three times as large.
"""

import importlib
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from PIL import Image

_QUALITY = "25"  # the constant rate factor of H.264, from 0, without loss, to 51


Pixels = npt.NDArray[np.uint8]
"""The pixels of a picture in red, green and blue: uint8, shape (height, width, 3)."""

COLOURS = 128  # the most colours of a palette
# The low bits of red, of green and of blue that do not count when a colour is looked up.
_SHIFT = 3


def write_video(
    frames: Iterable[tuple[Pixels, int]], size: tuple[int, int], rate: int, path: Path
) -> None:
    """Write pictures as a video, each as often as the number beside it says.

    The size is in pixels, and the rate is the pictures of a second. An `OSError` is raised if the
    video is not complete.
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


class Palette:
    """The most frequent colours of some pictures of one width, so that plain areas stay plain.

    Examples
    --------
    >>> picture = np.zeros((2, 3, 3), np.uint8)
    >>> picture[0, 0] = 255, 10, 0
    >>> image = Palette([picture]).apply(picture)
    >>> image.mode, image.size, image.convert("RGB").getpixel((0, 0))
    ('P', (3, 2), (255, 10, 0))
    """

    def __init__(self, samples: Iterable[Pixels]) -> None:
        everything = Image.fromarray(np.concatenate(list(samples)))
        # Pillow types the colours of pictures of all modes alike.
        counted: Any = everything.getcolors(1 << 24)
        chosen: dict[tuple[int, ...], tuple[int, ...]] = {}
        for _, colour in sorted(counted, key=lambda each: (-each[0], each[1])):
            # Among the colours that are looked up alike, keep the most frequent one.
            chosen.setdefault(tuple(part >> _SHIFT for part in colour), colour)
        colours = np.array(list(chosen.values())[:COLOURS])
        self._bytes = colours.astype(np.uint8).tobytes()
        levels = np.arange(1 << _SHIFT - 1, 256, 1 << _SHIFT)
        centres = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1)
        # Squared distances without the squares of the centres, which do not affect the order.
        distances = (colours**2).sum(axis=1) - 2 * (centres.astype(float) @ colours.T)
        self._nearest = distances.argmin(axis=-1).astype(np.uint8)
        self._nearest[tuple(colours.T >> _SHIFT)] = np.arange(len(colours))

    def apply(self, picture: Pixels) -> Image.Image:
        """Return a picture in these colours."""
        red, green, blue = np.moveaxis(picture >> np.uint8(_SHIFT), -1, 0)
        image = Image.fromarray(self._nearest[red, green, blue])
        image.putpalette(self._bytes)
        return image
