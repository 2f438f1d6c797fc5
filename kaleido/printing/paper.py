"""The sizes of paper: commands refuse an unknown one before matplotlib is loaded."""

from typing import NamedTuple

from kaleido.base.errors import OptionError
from kaleido.base.text import unknown

MARGIN = 15.0  # it is empty except for the page number


class PaperSize(NamedTuple):
    """A size of paper, upright."""

    name: str
    width: float
    height: float

    @property
    def inside(self) -> tuple[float, float]:
        """The width and height between the margins."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN


PAPERS = {"a4": PaperSize("A4", 210.0, 297.0), "letter": PaperSize("Letter", 215.9, 279.4)}
"""The sizes of paper by the names that people type."""


def find_paper(name: str) -> PaperSize:
    """Return the size of paper with that name."""
    if name.lower() not in PAPERS:
        raise OptionError(unknown("paper", name, PAPERS))
    return PAPERS[name.lower()]
