"""The optional extras: which packages each one brings, and what needs them."""

from importlib.util import find_spec
from typing import NamedTuple

from kaleido.errors import KaleidoError, OptionError, PhotoError, WorkersError


class _Extra(NamedTuple):
    packages: tuple[str, ...]
    """By the names that they are imported under."""
    use: str
    error: type[KaleidoError]


_EXTRAS = {
    "cluster": _Extra(("distributed",), "a cluster", WorkersError),
    "notebook": _Extra(("ipywidgets",), "stepping through a search", OptionError),
    "photo": _Extra(("cv2",), "reading photos", PhotoError),
    "video": _Extra(("imageio_ffmpeg",), "an .mp4 file", OptionError),
    "web": _Extra(("fastapi", "uvicorn", "python_multipart"), "the page", OptionError),
}


def need(extra: str) -> None:
    """Raise an error that says how to install an extra unless its packages are installed."""
    packages, use, error = _EXTRAS[extra]
    if any(find_spec(package) is None for package in packages):
        raise error(f"{use} needs the extra `{extra}`: pip install 'kaleidoscope-solver[{extra}]'")
