"""Figures made without any global state, which show themselves, say what they show, and are saved.

Everything that is drawn on a figure says in a sentence or two what it shows: the alt text, which
notebooks and files carry for readers who cannot see the picture.
"""

import textwrap
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from kaleido.arguments import named_options
from kaleido.draw.geometry import picture_size
from kaleido.draw.look import INK
from kaleido.files import check_target, written_whole
from kaleido.model.grid import Grid

FORMATS = ("pdf", "png", "svg")

FEW = 60  # the most moves that have a marker or a name each
HEADING = 9.5  # the font size of headings, in points
LEAST_WIDTH = 3.0  # the least width of a figure with a heading, in inches
_LEGEND = 5.6  # about the width of a letter in a legend, in points
# The pixels of an inch as notebooks show it, which is what they take for other figures, too.
_INCH = 72
_SHARP = 2  # so many pixels of a picture are one of those, each way, for fine screens


class ShownFigure(Figure):
    """A figure that a notebook shows when it is the last value of a cell.

    That needs neither pyplot nor ``%matplotlib inline``, and with them it is shown just once.

    Attributes
    ----------
    alt : str
        What the figure shows, in a sentence or two.

    Examples
    --------
    >>> from kaleido import named_pattern, plot
    >>> plot.board(named_pattern("car")).alt
    'Pattern Car: 8 × 8 cells, 32 black and 32 red.'
    """

    alt: str = ""

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


def make_board_figure(grid: Grid, *, most: float) -> ShownFigure:
    """Return a new figure for a board with coordinates and a heading, at most so many inches wide.

    A tall board is narrower, so that it is not higher than wide ones are wide.
    """
    high, wide = picture_size(grid)
    side = most / max(high, wide)
    width = max(side * (wide + 1), min(most, LEAST_WIDTH))
    return make_figure(width, side * (high + 1) + 0.5)


def make_axes(ax: Axes | None, width: float, height: float) -> Axes:
    """Return `ax`, or else axes that fill a new figure; its size is in inches."""
    return make_figure(width, height).subplots() if ax is None else ax


def figure_of(ax: Axes, given: Axes | None, *, title: str = "", alt: str) -> Figure:
    """Return the figure of axes on which something is drawn, and remember what that is.

    A title is written only if the caller was given no axes, as the figure is then its own. The alt
    text of the figure is that of all its axes.
    """
    if given is None and title:
        set_heading(root_of(ax), title)
    return describe(ax, alt)


def root_of(ax: Axes) -> Figure:
    """Return the figure of axes, also where they lie in a part of it."""
    # Matplotlib before 3.10 knows no other way that serves figures and subfigures alike.
    figure = ax.figure.figure
    assert isinstance(figure, Figure)  # axes that are drawn on have one
    return figure


def describe(drawn: Axes | Figure, alt: str) -> Figure:
    """Set what axes, or a whole figure, show in words, and return the figure.

    The words for a whole figure replace those for its axes.
    """
    if isinstance(drawn, Figure):
        figure, said = drawn, {}
    else:
        figure = root_of(drawn)
        said = vars(figure).get("_said", {})
    said[drawn] = alt
    vars(figure)["_said"] = said
    vars(figure)["alt"] = " ".join(said.values())
    return figure


def alt_text(figure: Figure) -> str:
    """Return what a figure shows in words, as far as functions of `kaleido.plot` drew on it."""
    return str(getattr(figure, "alt", ""))


def write(ax: Axes, x: float, y: float, text: str, size: float, **looks: Any) -> Text:
    """Write a text in ink, with a font size in points; a dollar sign starts no formula."""
    return ax.text(x, y, text, fontsize=size, parse_math=False, **{"color": INK} | looks)


def set_heading(figure: Figure, text: str) -> None:
    """Write a heading above all that is on a figure, wrapped to its width."""
    text = wrapped(text, figure.get_figwidth())
    figure.suptitle(text, fontsize=HEADING, color=INK, parse_math=False)


def wrapped(text: str, width: float, size: float = HEADING) -> str:
    """Wrap a text in a font of `size` points to a width in inches."""
    return textwrap.fill(text, max(1, int(width * 122 / size)))


def legend_above(ax: Axes) -> None:
    """Put the legend above the axes, in as few rows as their width allows."""
    _, labels = ax.get_legend_handles_labels()
    room = width_of(ax) * 72 / _LEGEND
    columns, used = len(labels), 0
    while columns > 1:
        used = sum(max(map(len, labels[at::columns])) + 7 for at in range(columns))
        if used <= room:
            break
        columns -= 1
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=columns, frameon=False)


def width_of(ax: Axes) -> float:
    """Return about the width of axes in inches, before the layout is made."""
    return float(ax.get_position().width * ax.figure.bbox.width / ax.figure.dpi)


@named_options
def save_figure(figure: Figure, path: Path, *, dpi: float = 150, title: str = "") -> None:
    """Save a figure as PDF, PNG or SVG, by the suffix; an old file is replaced only at the end.

    The file holds the title and the alt text of the figure: an SVG as ``<title>`` and ``<desc>``,
    which browsers read aloud, and the others in their metadata.

    Parameters
    ----------
    figure : Figure
    path : Path
    dpi : float, optional
        Pixels per inch, for PNG.
    title : str, optional
        By default the first title on the figure.

    Raises
    ------
    OptionError
        The path cannot be written.
    """
    suffix = check_target(path, FORMATS)
    # In memory, because matplotlib stumbles over its own streams when a file ends early.
    stream = BytesIO()
    figure.savefig(stream, format=suffix, dpi=dpi, metadata=_metadata(figure, suffix, title))
    content = stream.getvalue()
    if suffix == "svg":
        content = _with_description(content.decode(), alt_text(figure)).encode()
    with written_whole(path) as draft:
        draft.write_bytes(content)


def _metadata(figure: Figure, suffix: str, title: str = "") -> dict[str, Any]:
    """Return the title and the alt text as a format has them.

    There are no dates, so that the same figure is the same file.
    """
    title, alt = title or _title(figure), alt_text(figure)
    if suffix == "pdf":
        return {"CreationDate": None, "Title": title, "Subject": alt}
    if suffix == "svg":
        return {"Date": None, "Title": title, "Description": alt}
    return {"Title": title, "Description": alt}


def _title(figure: Figure) -> str:
    titles = (figure.get_suptitle(), *(ax.get_title() for ax in figure.axes))
    return " ".join(next(filter(None, titles), "Figure").split())


def _with_description(svg: str, alt: str) -> str:
    """Return an SVG with the description next to its title, and the role of a picture."""
    told = f"</title>\n <desc>{escape(alt)}</desc>" if alt else "</title>"
    return svg.replace("</title>", told, 1).replace("<svg ", '<svg role="img" ', 1)
