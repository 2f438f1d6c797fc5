"""Pages in millimetres, and the PDF that they make."""

from collections.abc import Iterable
from io import BytesIO
from math import floor
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from kaleido.base.arguments import checked_arguments
from kaleido.base.files import check_target, written_whole
from kaleido.draw.geometry import picture_size
from kaleido.draw.look import INK
from kaleido.draw.scene import Scene
from kaleido.plot.boards import MARGIN as RIM, show
from kaleido.plot.figure import describe
from kaleido.printing.paper import MARGIN, PaperSize

CELL = 18.0
"""The side of a cell of a board alone on its page, in mm; cut-out pieces fit on it."""

# Fitted sides of cells are multiples of this, so that people can type them.
_STEP = 0.5


def fitting_cell(rows: float, cols: float, width: float, height: float) -> float:
    """Return the side of the cells of a board that fits into a place, at most `CELL`.

    Examples
    --------
    >>> fitting_cell(8, 8, 180, 250), fitting_cell(8, 8, 86, 100)
    (18.0, 10.5)
    """
    side = min(width / (cols + 0.1), height / (rows + 0.1), CELL)  # the frame takes a little
    return max(_STEP, _STEP * floor(side / _STEP))


INCH = 25.4
POINT = INCH / 72


@checked_arguments
class Page:
    """A page of boards and words.

    Places are in millimetres from its top left corner: x to the right and y downwards. `figure` has
    its contents; the alt text names the boards.
    """

    def __init__(self, paper: PaperSize) -> None:
        self.paper = paper
        self.figure = Figure(figsize=(paper.width / INCH, paper.height / INCH))

    def write(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 10.0,
        bold: bool = False,
        align: str = "left",
        room: float | None = None,
        colour: str = INK,
    ) -> None:
        """Write a line whose baseline is at y; the size is in points.

        A text that is wider than `room`, in millimetres, is cut.
        """
        if not text:
            return
        weight = "bold" if bold else "normal"
        if room is not None:
            text = _cut(text, room / POINT, FontProperties(size=size, weight=weight))
        self.figure.text(
            x / self.paper.width,
            1 - y / self.paper.height,
            text,
            fontsize=size,
            fontweight=weight,
            ha=align,
            va="baseline",
            color=colour,
            parse_math=False,
        )

    def number(self, number: int) -> None:
        """Write the number of the page below the margin."""
        self.write(self.paper.width / 2, self.paper.height - 8, str(number), size=9, align="center")

    def draw(self, scene: Scene, x: float, y: float, cell: float, *, marks: str) -> Axes:
        """Draw a scene with its top left corner at (x, y); `cell` is the side of its cells."""
        rim = RIM * cell
        height, width = (side * cell + 2 * rim for side in picture_size(scene.grid))
        ax = self.axes(x - rim, y - rim, width, height)
        show(scene, ax=ax, marks=marks)
        describe(ax, scene.alt)
        return ax

    def axes(self, x: float, y: float, width: float, height: float) -> Axes:
        """Return new axes with their top left corner at (x, y)."""
        across, down = self.paper.width, self.paper.height
        return self.figure.add_axes(
            (x / across, 1 - (y + height) / down, width / across, height / down)
        )

    @property
    def bottom(self) -> float:
        """The y at which the lower margin begins."""
        return self.paper.height - MARGIN


def _cut(text: str, room: float, font: FontProperties) -> str:
    """Return a text, shortened to a width in points."""
    measure = text_to_path.get_text_width_height_descent
    while len(text) > 1 and measure(text, font, ismath=False)[0] > room:
        text = f"{text[:-2].rstrip()}…"
    return text


def write_pages(path: Path, pages: Iterable[Page], title: str) -> int:
    """Write pages to a PDF and return their number.

    An old file is replaced only at the end.
    """
    check_target(path, ["pdf"])
    content, count = bind_pages(pages, title)
    with written_whole(path) as draft:
        draft.write_bytes(content)
    return count


def bind_pages(pages: Iterable[Page], title: str) -> tuple[bytes, int]:
    """Return pages as a PDF, and their number.

    It holds its title and no date, so that the same pages are the same bytes.
    """
    metadata = {"Title": title, "CreationDate": None}
    # In memory, because matplotlib stumbles over its own streams when a file ends early.
    content = BytesIO()
    with PdfPages(content, metadata=metadata) as file:
        for page in pages:
            file.savefig(page.figure)
        count = int(file.get_pagecount())
    return content.getvalue(), count
