"""What a notebook shows as a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar


class Drawable:
    """Values that know how to be shown, without knowing how they are drawn.

    Attributes
    ----------
    painter : callable
        Draws a value as SVG. The package sets it, so that nothing here imports drawing.
    """

    __slots__ = ()

    painter: ClassVar[Callable[[Any], str]]

    def _repr_svg_(self) -> str:
        """Draw it, for a notebook."""
        return Drawable.painter(self)
