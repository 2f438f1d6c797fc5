"""Figures without global state: they show themselves in notebooks, have alt texts, and are saved.

The alt text describes everything that is drawn on a figure, in a sentence or two, for readers who
cannot see it; notebooks and files carry it. Figures of many small boards wrap to their width.
"""

import math
import textwrap
from base64 import b64encode
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn, cast
from xml.sax.saxutils import escape

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.text import Text

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import INCHES
from kaleido.base.errors import OptionError
from kaleido.base.files import check_target, written_whole
from kaleido.draw.geometry import picture_size
from kaleido.model.grid import Grid
from kaleido.plot.themes import current_theme

FORMATS = ("pdf", "png", "svg")

FEW = 60  # the most moves that have a marker or a name each
HEADING = 10  # the font size of headings, in points
FONT = 6.6  # the font size of captions, in points
TITLE = 8  # the font size of the line above a board that has nothing else, in points
LINE = 0.16  # the height of a line of the heading, in inches
NARROWEST = INCHES.least  # the least width of a board with its captions, in inches
_WIDEST = 2.6  # the greatest width of a board in a new figure, in inches
# The greatest height of a board with its captions, in multiples of the width of its place.
_TALLEST = 1.8
_MARGIN = 0.3
PAD = 0.05  # the space around a board in a figure, in inches
TITLED = 0.17  # the height of a line of title above one of many boards, in inches
_LEGEND = 5.6  # about the width of a letter in a legend, in points
# The pixels of an inch in a notebook, as for other figures.
_INCH = 72
_SHARP = 2  # the pixels of a picture in one of those, each way, for fine screens


@checked_arguments
class ShownFigure(Figure):
    """A figure that a notebook shows once, without pyplot; `alt` is its alternative text."""

    alt: str = ""
    words: Mapping[Axes | Figure, str] = {}  # those for each of its axes, or for the whole

    def save(self, path: Path | str, *, dpi: float = 150, title: str = "") -> None:
        """Save the figure as PDF, PNG or SVG; see `kaleido.plot.save_figure`."""
        save_figure(self, path, dpi=dpi, title=title)

    def show(self, *_: object) -> NoReturn:
        """Raise an `OptionError`, because no window of pyplot has the figure."""
        raise OptionError("a notebook shows the figure as the value of a cell; save(FILE) keeps it")

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, Any]]:
        """Return the figure as PNG, and its alt text as text and as metadata of the picture."""
        file = BytesIO()
        self.savefig(file, format="png", dpi=_SHARP * _INCH, metadata=_metadata(self, "png"))
        width, height = (round(side * _INCH) for side in self.get_size_inches().tolist())
        about = {"width": width, "height": height, "alt": self.alt}
        data = {"image/png": b64encode(file.getvalue()).decode(), "text/plain": self.alt}
        return data, {"image/png": about}


def make_figure(width: float, height: float) -> ShownFigure:
    """Return a new figure that pyplot does not manage; its size is in inches."""
    return ShownFigure(figsize=(width, height), layout="constrained")


def make_axes(ax: Axes | None, width: float, height: float) -> Axes:
    """Return `ax`, or else axes that fill a new figure; its size is in inches."""
    return make_figure(width, height).subplots() if ax is None else ax


def make_panels(
    count: int,
    *,
    figure: Figure | None,
    width: float,
    ratio: float,
    heading: str = "",
    legend: str = "",
    extra: float = 0.0,
    below: float = 0.0,
    is_curve_below: bool = False,
) -> tuple[Figure, list[Axes]]:
    """Return a figure with axes for boards, row by row.

    `ratio` is the height of a board with everything around it, in multiples of its width, and
    `extra` the height of its title in inches; `below` inches stay free below the boards,
    or are those of the last axes, for a curve as wide as all boards. The heading above all boards
    and the legend below wrap. The last row is as full as it can be.
    """
    width = figure_width(figure, width)
    if figure is not None:
        below = min(below, figure.bbox.height / figure.dpi / 4)
    # A tall board would make the figure very long, and a wide one takes more of the width, so that
    # the cells of all are about as large.
    ratio = min(ratio, _TALLEST)
    wider = max(1.0, min(math.sqrt(0.9 / ratio), width / NARROWEST))
    across = max(1, min(int(width // (NARROWEST * wider)), count))
    if figure is not None:
        # Of all numbers of boards beside each other, the one with the largest boards.
        high = figure.bbox.height / figure.dpi - _MARGIN - below
        across = max(
            range(1, count + 1),
            key=lambda each: min(width / each, (high / math.ceil(count / each) - extra) / ratio),
        )
    down = math.ceil(count / across)
    across = math.ceil(count / down)
    if figure is None:
        width = min(width, across * _WIDEST * wider)
    legend = wrapped(legend, width, FONT)
    row = (width / across - 2 * PAD) * ratio + extra + 2 * PAD
    if figure is None:
        lines = (wrapped(heading, width) + "\n" + legend).count("\n")
        height = row * down + _MARGIN + LINE * lines + below
        figure = make_figure(width, height)
    else:
        row = high / down
    set_heading(figure, heading, width)
    figure.supxlabel(legend, fontsize=FONT + 0.6)
    heights = [1.0] * down + [below / row] * is_curve_below
    grid = figure.add_gridspec(len(heights), across, height_ratios=heights)
    axes = [figure.add_subplot(grid[divmod(each, across)]) for each in range(count)]
    if is_curve_below:
        axes.append(figure.add_subplot(grid[-1, :]))
    if isinstance(layout := figure.get_layout_engine(), ConstrainedLayoutEngine):
        layout.set(w_pad=PAD, h_pad=PAD, wspace=0, hspace=0)
    return figure, axes


def bare_panels(
    count: int, grid: Grid, *, figure: Figure | None, width: float, heading: str
) -> tuple[Figure, list[Axes]]:
    """Return a figure with axes for boards that have nothing but a title; see `make_panels`."""
    high, wide = picture_size(grid)
    looks: dict[str, Any] = {"ratio": (high + 0.3) / (wide + 0.3), "extra": TITLED}
    return make_panels(count, figure=figure, width=width, heading=heading, **looks)


def title_panel(ax: Axes, text: str, size: float = TITLE) -> None:
    """Write the title of one of many boards above it."""
    ax.set_title(text, fontsize=size, pad=3, parse_math=False)


def figure_width(figure: Figure | None, width: float) -> float:
    """Return the width of a figure in inches: `width` for a new one, which a board must fit."""
    INCHES.check(width, "width")
    return width if figure is None else float(figure.bbox.width / figure.dpi)


def figure_of(ax: Axes, given: Axes | None, *, title: str = "", alt: str) -> Figure:
    """Set the alt text of axes, write the title if they are new, and return their figure."""
    if given is None and title:
        set_heading(root_of(ax), title)
    return describe(ax, alt)


def root_of(ax: Axes) -> Figure:
    """Return the figure of axes, also of axes in a part of it."""
    # Matplotlib before 3.10 knows no other way that serves figures and subfigures alike.
    figure = ax.figure.figure
    assert isinstance(figure, Figure)  # axes that are drawn on have one
    return figure


def describe(drawn: Axes | Figure, alt: str) -> Figure:
    """Say what axes, or a whole figure instead of its axes, show, and return the figure."""
    figure = drawn if isinstance(drawn, Figure) else root_of(drawn)
    for ax in drawn.axes if isinstance(drawn, Figure) else [drawn]:
        dress(ax)
    # Figures of other classes can carry the words and be saved, too.
    shown = cast(ShownFigure, figure)
    if not isinstance(figure, ShownFigure):
        vars(shown)["save"] = partial(save_figure, figure)
    before = {} if drawn is figure else getattr(figure, "words", {})
    shown.words = {**before, drawn: alt}
    shown.alt = " ".join(shown.words.values())
    return figure


def dress(ax: Axes) -> None:
    """Let ticks keep the theme: matplotlib makes them late, in the settings of that time."""
    ink = current_theme().ink
    ax.tick_params(which="both", color=ink, labelcolor=ink, labelsize=TITLE)


def alt_text(figure: Figure) -> str:
    """Return the alt text of a figure; empty if no function of `kaleido.plot` drew on it."""
    return str(getattr(figure, "alt", ""))


def write(ax: Axes, x: float, y: float, text: str, size: float, **looks: Any) -> Text:
    """Write a text with a font size in points; a dollar sign starts no formula."""
    return ax.text(x, y, text, fontsize=size, parse_math=False, **looks)


def set_heading(figure: Figure, text: str, width: float | None = None) -> None:
    """Write a heading above all that is on a figure, wrapped to a width: by default its own."""
    text = wrapped(text, figure.get_figwidth() if width is None else width)
    figure.suptitle(text, fontsize=HEADING, parse_math=False)


def wrapped(text: str, width: float, size: float = HEADING) -> str:
    """Wrap a text in a font of `size` points to a width in inches."""
    return textwrap.fill(text, max(1, int(width * 122 / size)))


def legend_above(ax: Axes) -> None:
    """Put the legend above the axes, in as few rows as their width allows."""
    _, labels = ax.get_legend_handles_labels()
    room = width_of(ax) * 72 / _LEGEND

    def used(columns: int) -> int:
        return sum(max(map(len, labels[at::columns])) + 7 for at in range(columns))

    columns = next((each for each in range(len(labels), 1, -1) if used(each) <= room), 1)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=columns, frameon=False)


def width_of(ax: Axes) -> float:
    """Return about the width of axes in inches, before the layout is made."""
    return float(ax.get_position().width * ax.figure.bbox.width / ax.figure.dpi)


def save_figure(figure: Figure, path: Path | str, *, dpi: float = 150, title: str = "") -> None:
    """Save a figure as PDF, PNG or SVG, by the suffix; an old file is replaced only at the end.

    The file holds the title and the alt text of the figure: an SVG as ``<title>`` and ``<desc>``,
    which browsers read aloud, and the others in their metadata.

    Parameters
    ----------
    figure : Figure
    path : Path or str
        The file; an `OptionError` is raised if it cannot be written.
    dpi : float, optional
        Pixels per inch, for PNG.
    title : str, optional
        By default the first title on the figure.
    """
    path = Path(path)
    suffix = check_target(path, FORMATS)
    # In memory, because matplotlib stumbles over its own streams when a file ends early.
    stream = BytesIO()
    figure.savefig(stream, format=suffix, dpi=dpi, metadata=_metadata(figure, suffix, title))
    content = stream.getvalue()
    if suffix == "svg":
        alt = alt_text(figure)
        told = f"</title>\n <desc>{escape(alt)}</desc>" if alt else "</title>"
        svg = content.decode().replace("</title>", told, 1)
        content = svg.replace("<svg ", '<svg role="img" ', 1).encode()
    with written_whole(path) as draft:
        draft.write_bytes(content)


def _metadata(figure: Figure, suffix: str, title: str = "") -> dict[str, Any]:
    """Return the title and the alt text as a format has them, without the date of the file."""
    titles = (figure.get_suptitle(), *(ax.get_title() for ax in figure.axes))
    first = next(filter(None, titles), "Figure")
    told = {"Title": title or " ".join(first.split())}
    told["Subject" if suffix == "pdf" else "Description"] = alt_text(figure)
    dates = {"pdf": "CreationDate", "svg": "Date"}
    return told | ({dates[suffix]: None} if suffix in dates else {})
