"""Pictures side by side, for the pages that are run when the documentation is built."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

from IPython.display import HTML
from matplotlib_inline.backend_inline import set_matplotlib_formats
from PIL import Image

from kaleido.analysis.recording import Recording
from kaleido.draw.scene import Thing
from kaleido.draw.svg import draw_svg
from kaleido.plot import animate

set_matplotlib_formats("svg")


class Shown(NamedTuple):
    """A thing to draw, its caption, and options of its own."""

    thing: Thing
    caption: str
    options: Mapping[str, bool] = MappingProxyType({})


def boards(*shown: tuple[Any, ...], size: float = 26, **options: bool) -> HTML:
    """Show things with a caption each; they wrap to the width of the page.

    Parameters
    ----------
    *shown : tuple
        As for `Shown`.
    size : float, optional
        Pixels a cell.
    **options : bool
        For all of them, as for `kaleido.draw.svg.draw_svg`.
    """
    figures = (
        f"<figure>{_image(draw_svg(thing, size=size, **options, **own))}"
        f"<figcaption>{escape(caption)}</figcaption></figure>"
        for thing, caption, own in (Shown(*each) for each in shown)
    )
    return HTML(f'<div class="boards">{"".join(figures)}</div>')


def _image(svg: str) -> str:
    """Give an SVG as an image, whose styles do not meet those of the page."""
    title = re.search("<title>(.*?)</title>", svg)
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{title[1] if title else ""}" src="data:image/svg+xml;base64,{data}">'


def animation(recording: Recording) -> HTML:
    """Show a search as an animation."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "search.gif")
        animate(recording, path)
        data = base64.b64encode(path.read_bytes()).decode()
    title = escape(f"{recording.answer.pattern.title}, solved move by move")
    return HTML(f'<img alt="{title}" src="data:image/gif;base64,{data}">')


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> HTML:
    """Show a table."""
    lines = [_row("th", head), *(_row("td", row) for row in rows)]
    return HTML(f'<table class="docutils">{"".join(lines)}</table>')


def _row(tag: str, cells: Iterable[object]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"


def photos(*shown: tuple[Any, str]) -> HTML:
    """Show pictures, as arrays of pixels, with a caption each."""
    figures = []
    for pixels, caption in shown:
        picture = Image.fromarray(pixels)
        picture.thumbnail((420, 420))
        file = BytesIO()
        picture.save(file, "PNG")
        data = base64.b64encode(file.getvalue()).decode()
        figures.append(
            f'<figure><img alt="{escape(caption)}" src="data:image/png;base64,{data}">'
            f"<figcaption>{escape(caption)}</figcaption></figure>"
        )
    return HTML(f'<div class="boards">{"".join(figures)}</div>')
