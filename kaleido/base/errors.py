"""The errors that Kaleido raises, each with one line for the user and an exit code.

The line quotes the input and names the expected form.
"""

from typing import Any, ClassVar

NO_SOLUTION = 1
USAGE = 2
GAVE_UP = 3
UNFORESEEN = 70
INTERRUPTED = 130


class OneLine:
    """An error of which a notebook shows one line, without the place in Kaleido that raised it."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


class KaleidoError(OneLine, Exception):
    """Base class of every error that Kaleido raises on purpose."""

    exit_code: ClassVar[int] = USAGE
    """The exit code of a command that ends with this error."""


class PatternError(KaleidoError, ValueError):
    """A text is not a pattern or a board, or a pattern name is unknown."""


class PieceError(KaleidoError, ValueError):
    """A text is not a set of pieces, or a piece or face is unknown."""


class SolutionError(KaleidoError, ValueError):
    """A text or a set of placements is not a solution of the pattern."""


class PlacingError(KaleidoError, ValueError):
    """A piece placed by hand does not fit where it is put."""


class AmbiguousPlaceError(PlacingError):
    """A piece placed by hand fits in several orientations: `choices`, a tuple of `Placement`."""

    def __init__(self, message: str, choices: tuple[Any, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class NoSolutionError(KaleidoError, ValueError):
    """A request needs a solution, and it is proved that none exists."""

    exit_code = NO_SOLUTION


class OptionError(KaleidoError, ValueError):
    """An option has an invalid value, such as an unknown strategy."""


class UnknownKeyError(OptionError, KeyError):
    """A mapping has no value of that name; the message says which names it has."""

    __str__ = Exception.__str__


class ArgumentsError(OneLine, TypeError):
    """A call lacks an argument, or has one too many, which the message names."""


class MisspeltOptionError(ArgumentsError):
    """A function takes other arguments; the nearest or the usual way is named."""


class MisspeltNameError(OneLine, AttributeError):
    """A package or a value has no such name; the nearest is named."""


class NoItemsError(MisspeltNameError, TypeError):
    """A value is asked for an item and has none; the attribute that has items is named."""


class CalledPackageError(OneLine, TypeError):
    """A package is called like a function; one of its functions is named."""


class PhotoError(KaleidoError, ValueError):
    """A file is not a readable picture, or the picture shows no board."""


class WorkersError(KaleidoError):
    """The processes or machines that share the work were lost or cannot be reached."""


class GaveUpError(KaleidoError):
    """A limit was reached before there was an answer, so that nothing is proved."""

    exit_code = GAVE_UP


class LimitReachedError(GaveUpError):
    """A limit of nodes, seconds or attempts was reached."""


class TooLargeError(GaveUpError):
    """A count would need more memory, or larger numbers, than allowed."""


class RequestError(KaleidoError):
    """A request to the server that cannot be answered, with the HTTP status of the reply."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class UnavailableError(RequestError):
    """A request that the server cannot answer now: it is busy, or a limit was reached."""

    def __init__(self, message: str) -> None:
        super().__init__(503, message)


class OverLimitError(UnavailableError):
    """A request that has come to a limit of time or memory, as it would another time."""


class OutputError(KaleidoError):
    """Standard output cannot be written."""
