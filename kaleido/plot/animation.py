"""Animations: a search piece by piece, as a GIF or a video.

A GIF has one palette for all frames, made here: Pillow's own quantization moves plain colours
(white becomes 252, 252, 252) and makes files almost three times as large.
"""

import importlib
import math
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from html import escape
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import numpy as np
from PIL import Image

from kaleido.base.bounds import FRAMES, LENGTH
from kaleido.base.extras import need
from kaleido.base.files import check_target, written_whole
from kaleido.base.text import plural
from kaleido.draw.look import check_marks
from kaleido.model.drawable import embed
from kaleido.parallel.machine import apart
from kaleido.plot.documented import documented, recording_of
from kaleido.plot.stage import SIZE, Pixels, Stage
from kaleido.puzzle.recording import Frame, Moment, Recording, moments_of

FORMATS = ("gif", "mp4", "webp")

MAX_FRAMES = 300  # the default of the most frames shown
RATE = 25  # ticks per second. A frame lasts a whole number of ticks.
_PACE = RATE // 2  # the ticks of a frame when there is time for all
_HOLD = 3 * RATE  # the ticks of the last frame
_LENGTH = 27 * RATE  # the most ticks of all frames before it, unless one for each is more
_SLOWER = 4  # how many times as long as others a move of the line lasts in fast forward

COLOURS = 128  # the most colours of a palette
_SAMPLES = 6  # the number of frames from which they are taken
_SHIFT = 3  # the low bits of red, of green and of blue that do not count when one is looked up
_EFFORT = 2  # of WebP, from 0 to 6: with flat colours and no loss, more makes larger files
_QUALITY = "25"  # the constant rate factor of H.264, from 0, without loss, to 51


@dataclass(frozen=True, repr=False)
class Animation:
    """An animation of a search: the content of a ``gif``, ``mp4`` or ``webp`` file.

    A notebook plays it.
    """

    title: str
    kind: str
    data: bytes
    frames: int
    seconds: float
    _draw: Callable[[Path], "Animation"] = field(compare=False)

    def __repr__(self) -> str:
        size = f"{len(self.data) / 1000:,.0f} kB of {self.kind.upper()}"
        return f"<Animation: {plural(self.frames, 'frame')}, {self.seconds:g} s, {size}>"

    def _repr_html_(self) -> str:
        """Return it as an HTML element that plays without scripts."""
        if self.kind != "mp4":
            return embed(f"image/{self.kind}", self.data, self.title)
        title, source = escape(self.title), b64encode(self.data).decode()
        return (
            f'<video controls loop muted aria-label="{title}" '
            f'src="data:video/mp4;base64,{source}"></video>'
        )

    def save(self, path: Path | str) -> None:
        """Write it to a file; another format than its own, by the suffix, is drawn again.

        Parameters
        ----------
        path : Path or str
            As for `animate`, and so are the errors.
        """
        if check_animation(Path(path)) != self.kind:
            self._draw(Path(path))
            return
        with written_whole(Path(path)) as draft:
            draft.write_bytes(self.data)


def check_animation(
    path: Path, *, max_frames: int = MAX_FRAMES, seconds: float | None = None, marks: str = "none"
) -> str:
    """Return the format, such as ``gif``, or raise the error that `animate` would raise."""
    suffix = check_target(path, FORMATS)
    FRAMES.check(max_frames, "max_frames")
    if seconds is not None:
        LENGTH.check(seconds, "seconds")
    check_marks(marks)
    if suffix == "mp4":
        need("video")
    return suffix


@documented(recording_of)
def animate(
    recording: Recording,
    path: Path | str | None = None,
    *,
    max_frames: int = MAX_FRAMES,
    seconds: float | None = None,
    marks: str = "none",
    report: Callable[[float], None] | None = None,
) -> Animation:
    """Make an animation of a search: each move, each piece taken back, and the end.

    A notebook plays it. Beside the board stand the parts of the score, the counts of the search,
    and the curves of edges and scores. The last frame says how the search ended.

    Parameters
    ----------
    path : Path or str, optional
        A file to write to: a name that ends in .gif or .webp, or in .mp4 with the extra ``video``.
        An old file is replaced only at the end. Without one, the animation is a GIF.
    max_frames : int, optional
        With more moments than this, the moves that lead to the solution (or to the fullest
        board) are shown, and the others are sampled evenly.
    seconds : float, optional
        The length; by default half a second per frame, but at most half a minute.
    report : callable, optional
        Called with the share that is done, from 0 to 1.

    Raises
    ------
    OptionError
        The path cannot be written, the extra ``video`` is missing, or a number is out of bounds.

    Examples
    --------
    >>> from kaleido import record
    >>> animation = animate(record("first-steps"), seconds=5)
    >>> animation.kind, animation.frames, animation.seconds, animation.title
    ('gif', 7, 5.0, 'First steps, strategy constrained: solved, 5 moves tried, 0 backtracks')
    """
    with TemporaryDirectory() as folder:
        path = Path(folder, "search.gif") if path is None else Path(path)
        suffix = check_animation(path, max_frames=max_frames, seconds=seconds, marks=marks)
        frames = choose_frames(recording, max_frames, seconds)
        ticks = time_frames(frames, seconds)
        stage = Stage(recording, marks)

        def draw() -> Iterator[Pixels]:
            for number, frame in enumerate(frames, start=1):
                yield stage.draw(frame)
                if report is not None:
                    report(number / len(frames))

        drawn = draw()
        with written_whole(path) as draft:
            if suffix == "webp":
                looks = {"lossless": True, "method": _EFFORT}
                _write_images(map(Image.fromarray, drawn), ticks, draft, "WEBP", **looks)
            elif suffix == "gif":
                samples = [*frames[:: -(-len(frames) // _SAMPLES)], frames[-1]]
                palette = Palette(map(stage.draw, samples))
                _write_images(map(palette.apply, drawn), ticks, draft, "GIF", optimize=True)
            else:
                _write_video(drawn, ticks, draft)
            content = draft.read_bytes()
    lasts = sum(ticks) / RATE
    again = partial(animate, recording, max_frames=max_frames, seconds=seconds, marks=marks)
    return Animation(recording.answer.heading, suffix, content, len(frames), lasts, again)


def choose_frames(
    recording: Recording, max_frames: int = MAX_FRAMES, seconds: float | None = None
) -> tuple[Frame, ...]:
    """Choose the moments of a search to show, as `animate` says; a short one has room for fewer."""
    if seconds is not None:
        # More than 12 frames per second would flicker.
        max_frames = max(2, min(max_frames, int(12 * seconds)))
    moments = list(moments_of(recording))
    if len(moments) <= max_frames:
        return tuple(moments)
    inner = range(1, len(moments) - 1)
    chosen = _sample([number for number in inner if moments[number].kept], max_frames - 2)
    others = [number for number in inner if not moments[number].kept]
    chosen += _sample(others, max_frames - 2 - len(chosen))
    frames: list[Frame] = []
    for number in [0, *sorted(chosen), len(moments) - 1]:
        frame = moments[number]
        before = (frames[-1].nodes if frames else 0) + (frame.moment is Moment.MOVE)
        frames.append(frame._replace(skipped=frame.nodes - before))
    return tuple(frames)


def time_frames(frames: Sequence[Frame], seconds: float | None = None) -> tuple[int, ...]:
    """Return the ticks of each frame; in fast forward the moves of the line last longer."""
    is_fast = any(frame.skipped for frame in frames)
    weights = [_SLOWER if is_fast and frame.kept else 1 for frame in frames[:-1]]
    weights[0] = 2 if not is_fast else _SLOWER
    # Each frame has one tick and a share of the rest by its weight.
    if seconds is None:
        hold, share = _HOLD, min((_LENGTH - len(weights)) / sum(weights), _PACE - 1)
    else:
        length = round(seconds * RATE)
        hold = min(_HOLD, length // 4)
        share = (length - hold - len(weights)) / sum(weights)
    # Rounding the running sums keeps the total exact.
    ends = [round(max(0, share) * each) for each in (0, *accumulate(weights))]
    ticks = [1 + end - begin for begin, end in pairwise(ends)]
    return (*ticks, hold)


def _sample(numbers: list[int], room: int) -> list[int]:
    """Return `room` of the numbers, evenly spread, or all of them if there is room."""
    if len(numbers) <= room:
        return list(numbers)
    return [numbers[math.ceil(len(numbers) * (place + 0.5) / room) - 1] for place in range(room)]


def _write_video(drawn: Iterator[Pixels], ticks: Sequence[int], path: Path) -> None:
    """Write pictures as a video; an `OSError` is raised if it is not complete."""
    ffmpeg = importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe()
    width, height = SIZE
    command = [
        *(ffmpeg, "-y", "-v", "error"),
        *("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(RATE)),
        *("-i", "-", "-an", "-vcodec", "libx264", "-crf", _QUALITY, "-pix_fmt", "yuv420p"),
        str(path.absolute()),
    ]
    with TemporaryFile() as complaints:
        # In its own session: Ctrl-C ends this process, which then ends ffmpeg.
        streams: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
        with subprocess.Popen(command, **streams, stderr=complaints, **apart()) as process:
            try:
                assert process.stdin is not None
                # If ffmpeg ends early, it says why.
                with suppress(OSError):
                    for pixels, count in zip(drawn, ticks, strict=True):
                        for _ in range(count):
                            process.stdin.write(pixels.tobytes())
                    process.stdin.close()
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").partition("\n")[0]
            # The name in brackets is ffmpeg's log context.
            reason = said.rpartition("] ")[2] or f"exit code {process.returncode}"
            raise OSError(0, f"ffmpeg: {reason}")


class Palette:
    """The most frequent colours of some pictures of one width, so that plain areas stay plain."""

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


def _write_images(
    images: Iterator[Image.Image], ticks: Sequence[int], path: Path, kind: str, **options: Any
) -> None:
    options["duration"] = [1000 * count // RATE for count in ticks]
    # Opened here, because Pillow does not close its own file on an interrupt.
    with path.open("wb") as file:
        first = next(images)
        first.save(file, kind, save_all=True, append_images=images, loop=0, **options)
