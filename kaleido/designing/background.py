"""The chequered background of a pattern."""

from __future__ import annotations

from dataclasses import dataclass

from kaleido.errors import OptionError
from kaleido.model.pattern import COLOURS
from kaleido.text import quote


@dataclass(frozen=True)
class Background:
    """A chequer for the cells that a sketch leaves open.

    Parameters
    ----------
    colours : str
        Two letters; the first is the colour of the top left cell.
    """

    colours: str

    @classmethod
    def parse(cls, text: str) -> tuple[Background, ...]:
        """Read a background: ``checker`` for red and black, ``checker:xb`` for other colours.

        Returns
        -------
        tuple of Background
            The chequer and the one with its two colours exchanged, which is as good.

        Raises
        ------
        OptionError
            The text is not a background, or no pieces show such a chequer.
        """
        name, colon, pair = text.strip().lower().partition(":")
        pair = pair if colon else "rx"
        if name not in ("checker", "chequer") or len(pair) != 2 or not set(pair) <= set(COLOURS):
            raise OptionError(
                f"unknown background {quote(text)}: expected checker, or checker:xb for other "
                "colours than red and black"
            )
        if (pair[0] == "x") == (pair[1] == "x"):
            raise OptionError(
                f"the pieces cannot show the background {quote(text)}: expected x and one of r y b"
            )
        return cls(pair), cls(pair[::-1])

    def colour(self, row: int, col: int) -> str:
        """Return the letter of a cell."""
        return self.colours[(row + col) % 2]

    def includes(self, cell: str) -> bool:
        """Return whether a cell, given by the letters it may have, belongs to the background.

        It does if it may have several colours, and one of them is a colour of the background.

        Examples
        --------
        >>> [cell for cell in ("x", "xr", "yb", "xryb") if Background("rx").includes(cell)]
        ['xr', 'xryb']
        """
        return len(cell) > 1 and not set(cell).isdisjoint(self.colours)
