"""Pictures for the pages that run when the documentation is built."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from io import BytesIO
from types import MappingProxyType
from typing import Any, NamedTuple

import matplotlib as mpl
from IPython import get_ipython
from IPython.display import HTML
from matplotlib.figure import Figure
from PIL import Image

from kaleido.draw.scene import Thing
from kaleido.draw.svg import draw_svg
from kaleido.model.drawable import embed, embed_svg
from kaleido.plot.figure import alt_text
from kaleido.plot.theme import THEMES


def _themed(figure: Figure, **_: object) -> tuple[dict[str, str], dict[str, Any]]:
    """Return a figure as HTML, light and dark; the page shows the one that suits its reader."""
    file = BytesIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    drawn, images = file.getvalue().decode(), ""
    for name, theme in THEMES.items():
        others = dict(zip(THEMES["light"].inks, theme.inks, strict=True))
        svg = re.sub("|".join(others), lambda found, to=others: to[found[0]], drawn)
        image = embed("image/svg+xml", svg.encode(), alt_text(figure))
        images += image.replace("<img", f'<img class="only-{name}"', 1)
    return {"text/html": images, "text/plain": alt_text(figure)}, {}


mpl.rcParams.update(THEMES["light"].style)
if shell := get_ipython():
    shell.display_formatter.mimebundle_formatter.for_type(Figure, _themed)


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
        Options of `kaleido.draw.draw_svg` for all of them.
    """
    figures = []
    for each in shown:
        thing, caption, own = Shown(*each)
        figures.append((embed_svg(draw_svg(thing, size=size, **options, **own)), caption))
    return _figures(figures)


def photos(*shown: tuple[Any, str]) -> HTML:
    """Show pictures, which are arrays of pixels, with a caption each."""
    figures = []
    for pixels, caption in shown:
        picture = Image.fromarray(pixels)
        picture.thumbnail((420, 420))
        file = BytesIO()
        picture.save(file, "PNG")
        figures.append((embed("image/png", file.getvalue(), caption), caption))
    return _figures(figures)


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
