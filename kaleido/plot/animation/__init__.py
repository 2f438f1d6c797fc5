"""Animations: a search piece by piece, as a GIF or a video."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from kaleido.analysis.recording import Frame, Recording, check_recording
from kaleido.arguments import named_options
from kaleido.draw.look import check_marks
from kaleido.extras import need
from kaleido.files import check_target, written_whole
from kaleido.model.drawable import embed
from kaleido.plot.animation.encoding import Palette, Pixels, write_video
from kaleido.plot.animation.frames import MAX_FRAMES, RATE, check_length, choose_frames, time_frames
from kaleido.plot.animation.stage import SIZE, Stage
from kaleido.text import plural

FORMATS = ("gif", "mp4")

_SAMPLES = 6  # the number of frames from which the colours of a GIF are taken


@dataclass(frozen=True, repr=False)
class Animation:
    """An animation of a search; a notebook plays it.

    Attributes
    ----------
    title : str
        What it shows, in words.
    kind : {"gif", "mp4"}
        The format of the data.
    data : bytes
        The content of its file.
    frames : int
        The number of frames shown. (A video repeats each of them for as long as it lasts.)
    seconds : float
        How long it lasts.
    """

    title: str
    kind: str
    data: bytes
    frames: int
    seconds: float

    def __repr__(self) -> str:
        size = f"{len(self.data) / 1000:,.0f} kB of {self.kind.upper()}"
        return f"<Animation: {plural(self.frames, 'frame')}, {self.seconds:g} s, {size}>"

    def _repr_html_(self) -> str:
        """Return it as an HTML element that plays without scripts."""
        if self.kind == "gif":
            return embed("image/gif", self.data, self.title)
        title, source = escape(self.title), b64encode(self.data).decode()
        return (
            f'<video controls loop muted aria-label="{title}" '
            f'src="data:video/mp4;base64,{source}"></video>'
        )


def check_animation(
    path: Path, *, max_frames: int = MAX_FRAMES, seconds: float | None = None, marks: str = "none"
) -> str:
    """Return the format, ``gif`` or ``mp4``, or raise the error that `animate` would raise."""
    suffix = check_target(path, FORMATS)
    check_length(max_frames, seconds)
    check_marks(marks)
    if suffix == "mp4":
        need("video")
    return suffix


@named_options
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
    recording : Recording
    path : Path or str, optional
        A file to write to: a name that ends in .gif, or in .mp4 with the extra ``video``. An old
        file is replaced only at the end. Without one, the animation is a GIF.
    max_frames : int, optional
        With more moments than this, the moves that lead to the solution (or to the fullest
        board) are shown, and the others are sampled evenly.
    seconds : float, optional
        The length; by default half a second per frame, but at most half a minute.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.
    report : callable, optional
        Called with the share that is done, from 0 to 1.

    Returns
    -------
    Animation
        The content of the file, with the number of frames shown and the seconds that they last.

    Raises
    ------
    OptionError
        The path cannot be written, the extra ``video`` is missing, `marks` is unknown, or a
        number is out of bounds.

    Examples
    --------
    >>> from kaleido import record
    >>> animation = animate(record("twelve", "paper"), seconds=10)
    >>> animation.kind, animation.frames, animation.seconds, animation.title
    ('gif', 20, 10.0, 'Twelve, strategy paper: solved, 18 moves tried, 0 backtracks')
    """
    check_recording(recording)
    with TemporaryDirectory() as folder:
        path = Path(folder, "search.gif") if path is None else Path(path)
        suffix = check_animation(path, max_frames=max_frames, seconds=seconds, marks=marks)
        frames = choose_frames(recording, max_frames, seconds)
        ticks = time_frames(frames, seconds)
        stage = Stage(recording, marks)
        drawn = _draw(stage, frames, report)
        with written_whole(path) as draft:
            if suffix == "gif":
                samples = [stage.draw(frame) for frame in frames[:: -(-len(frames) // _SAMPLES)]]
                _write_gif(drawn, ticks, draft, Palette([*samples, stage.draw(frames[-1])]))
            else:
                write_video(zip(drawn, ticks, strict=True), SIZE, RATE, draft)
            content = draft.read_bytes()
    lasts = sum(ticks) / RATE
    return Animation(recording.answer.heading, suffix, content, len(frames), lasts)


def _draw(
    stage: Stage, frames: Sequence[Frame], report: Callable[[float], None] | None
) -> Iterator[Pixels]:
    for number, frame in enumerate(frames, start=1):
        yield stage.draw(frame)
        if report is not None:
            report(number / len(frames))


def _write_gif(drawn: Iterator[Pixels], ticks: Sequence[int], path: Path, palette: Palette) -> None:
    images = map(palette.apply, drawn)
    # Opened here, because Pillow does not close its own file on an interrupt.
    with path.open("wb") as file:
        next(images).save(
            file,
            "GIF",
            save_all=True,
            append_images=images,
            duration=[1000 * count // RATE for count in ticks],
            loop=0,
            optimize=True,
        )
