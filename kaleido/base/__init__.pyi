"""The names of the package; `kaleido/base/__init__.py` imports each when first used."""

from .bounds import Bounds as Bounds
from .errors import (
    AmbiguousPlaceError as AmbiguousPlaceError,
    ArgumentsError as ArgumentsError,
    GaveUpError as GaveUpError,
    KaleidoError as KaleidoError,
    LimitReachedError as LimitReachedError,
    MisspeltNameError as MisspeltNameError,
    MisspeltOptionError as MisspeltOptionError,
    NoSolutionError as NoSolutionError,
    OptionError as OptionError,
    OutputError as OutputError,
    OverLimitError as OverLimitError,
    PatternError as PatternError,
    PhotoError as PhotoError,
    PieceError as PieceError,
    PlacingError as PlacingError,
    RequestError as RequestError,
    SolutionError as SolutionError,
    TooLargeError as TooLargeError,
    UnavailableError as UnavailableError,
    WorkersError as WorkersError,
)
