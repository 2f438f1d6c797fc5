"""The optional extras: which packages each one brings, and what needs them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from kaleido.base.errors import KaleidoError, OptionError, PhotoError, WorkersError

if TYPE_CHECKING:
    import pandas as pd


class _Extra(NamedTuple):
    packages: tuple[str, ...]
    """The packages, by the names under which they are imported."""
    use: str
    error: type[KaleidoError]


_EXTRAS = {
    "cluster": _Extra(("distributed",), "a cluster", WorkersError),
    "notebook": _Extra(("ipywidgets",), "stepping through a search", OptionError),
    "photo": _Extra(("cv2",), "reading photos", PhotoError),
    "terminal": _Extra(("textual",), "playing in a terminal", OptionError),
    "video": _Extra(("imageio_ffmpeg",), "an .mp4 file", OptionError),
    "web": _Extra(("fastapi", "uvicorn", "python_multipart"), "the page", OptionError),
}


def need(extra: str) -> None:
    """Raise an error that says how to install an extra unless its packages are installed."""
    packages, use, error = _EXTRAS[extra]
    if any(find_spec(package) is None for package in packages):
        raise error(f"{use} needs the extra `{extra}`: pip install 'kaleidoscope-solver[{extra}]'")


def data_frame(records: Sequence[Any], columns: Sequence[str] | None = None) -> pd.DataFrame:
    """Return records as a pandas data frame, or raise an `OptionError` without pandas."""
    try:
        import pandas as pd
    except ImportError:
        told = "a data frame needs pandas: pip install pandas; .records() does without"
        raise OptionError(told) from None
    return pd.DataFrame(records, columns=columns)
