"""Values that are shown as pictures: as SVG in a notebook, with letters and lines in a text."""

import re
from collections.abc import Callable
from typing import Any, ClassVar, Literal


class Drawable:
    """A value that a notebook shows as a picture, and that `print` draws."""

    __slots__ = ()

    # The package sets it, so that the model need not import `kaleido.draw`.
    painter: ClassVar[Callable[[Any, Literal["svg", "text"]], str]]

    def __str__(self) -> str:
        return Drawable.painter(self, "text")

    def svg(self) -> str:
        """Return the value as SVG."""
        return Drawable.painter(self, "svg")

    def _repr_svg_(self) -> str:
        return self.svg()


class Captioned:
    """A value that a notebook shows as the picture of another value, with a line below it."""

    __slots__ = ()

    @property
    def pictured(self) -> Drawable:
        """The value whose picture is shown."""
        raise NotImplementedError

    @property
    def caption(self) -> str:
        """The line below the picture."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        """Return the picture and the line as HTML."""
        from html import escape  # every command loads this module, and few make HTML

        image = embed_svg(self.pictured.svg())
        return (
            f'<figure style="margin: 0">{image}<figcaption>{escape(self.caption)}</figcaption>'
            "</figure>"
        )


def embed_svg(svg: str) -> str:
    """Return SVG as an HTML image whose alt text is the title of the SVG.

    Pages that show notebooks keep images, and strip SVG from HTML; and an image keeps clear of the
    styles of the page.
    """
    from html import unescape

    title = re.search("<title>(.*?)</title>", svg)
    return embed("image/svg+xml", svg.encode(), unescape(title[1]) if title else "")


def embed(kind: str, data: bytes, alt: str) -> str:
    """Return an HTML image that holds its data itself, of some media type."""
    from base64 import b64encode
    from html import escape

    return f'<img alt="{escape(alt)}" src="data:{kind};base64,{b64encode(data).decode()}">'
