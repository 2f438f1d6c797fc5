"""The errors Kaleido raises: each is one line that quotes the input and says what was expected."""

from __future__ import annotations


class KaleidoError(Exception):
    """Base class of every error that Kaleido raises on purpose."""


class PatternError(KaleidoError, ValueError):
    """A text is not a pattern, or no pattern has the name asked for."""


class PieceError(KaleidoError, ValueError):
    """A text is not a set of pieces, or a piece or face is unknown."""


class SolutionError(KaleidoError, ValueError):
    """A text or a set of placements is not a solution of the pattern."""


class PlacingError(KaleidoError, ValueError):
    """A piece placed by hand does not fit where it is put."""


class NoSolutionError(KaleidoError, ValueError):
    """What was asked for needs a solution, and it is proved that there is none."""


class OptionError(KaleidoError, ValueError):
    """An option has a value that makes no sense, such as an unknown strategy."""


class PhotoError(KaleidoError, ValueError):
    """A file is no picture that can be read, or shows no board."""


class WorkersError(KaleidoError):
    """Other processes or machines that were to do the work cannot be reached, or were lost."""


def quote(text: str, limit: int = 40) -> str:
    r"""Quote user input for an error message: printable, on one line, cut when long.

    Examples
    --------
    >>> quote("rx\nrx")
    "'rx\\nrx'"
    >>> quote("r" * 60, limit=8)
    "'rrrrrrrr…'"
    """
    return repr(text if len(text) <= limit else text[:limit] + "…")
