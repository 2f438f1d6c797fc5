"""Pictures for the pages that run when the documentation is built."""

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
    """A value to draw, with its caption and its own options."""

    thing: Thing
    caption: str
    options: Mapping[str, bool] = MappingProxyType({})


def boards(*shown: tuple[Any, ...], size: float = 26, **options: bool) -> HTML:
    """Show boards, pieces or states with a caption each; they wrap to the width of the page.

    Parameters
    ----------
    *shown : tuple
        The fields of `Shown`.
    size : float, optional
        Pixels per cell.
    **options : bool
        Options of `kaleido.draw.svg.draw_svg` for all of them.
    """
    figures = []
    for each in shown:
        thing, caption, own = Shown(*each)
        svg = draw_svg(thing, size=size, **options, **own)
        title = re.search("<title>(.*?)</title>", svg)
        # As images, they keep clear of the styles of the page.
        figures.append((_image("svg+xml", svg.encode(), title[1] if title else ""), caption))
    return _figures(figures)


def photos(*shown: tuple[Any, str]) -> HTML:
    """Show pictures, which are arrays of pixels, with a caption each."""
    figures = []
    for pixels, caption in shown:
        picture = Image.fromarray(pixels)
        picture.thumbnail((420, 420))
        file = BytesIO()
        picture.save(file, "PNG")
        figures.append((_image("png", file.getvalue(), escape(caption)), caption))
    return _figures(figures)


def animation(recording: Recording) -> HTML:
    """Show a search as an animation."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "search.gif")
        animate(recording, path)
        title = escape(f"{recording.answer.pattern.title}, solved move by move")
        return HTML(_image("gif", path.read_bytes(), title))


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> HTML:
    """Show a table."""
    lines = [_row("th", head), *(_row("td", row) for row in rows)]
    return HTML(f'<table class="docutils">{"".join(lines)}</table>')


def _row(tag: str, cells: Iterable[object]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"


def _figures(shown: Iterable[tuple[str, str]]) -> HTML:
    figures = (
        f"<figure>{image}<figcaption>{escape(caption)}</figcaption></figure>"
        for image, caption in shown
    )
    return HTML(f'<div class="boards">{"".join(figures)}</div>')


def _image(kind: str, data: bytes, title: str) -> str:
    """Return an image element for data of a kind; the title is HTML."""
    return f'<img alt="{title}" src="data:image/{kind};base64,{base64.b64encode(data).decode()}">'
