"""Values that a notebook shows as pictures."""

from collections.abc import Callable
from typing import Any, ClassVar


class Drawable:
    """A value that a notebook shows as a picture.

    Attributes
    ----------
    painter : callable
        Returns the SVG of a value. The package sets it, so that the model need not import
        ``kaleido.draw``.
    """

    __slots__ = ()

    painter: ClassVar[Callable[[Any], str]]

    def _repr_svg_(self) -> str:
        """Return the value as SVG."""
        return Drawable.painter(self)
