"""OpenCV, which comes with the extra `photo`."""

from __future__ import annotations

from importlib.util import find_spec

from kaleido.errors import PhotoError


def need_opencv() -> None:
    """Refuse to go on without OpenCV.

    Raises
    ------
    PhotoError
        It is not installed; the message names the extra.
    """
    if find_spec("cv2") is None:
        raise PhotoError(
            "reading photos needs the extra `photo`: pip install 'kaleidoscope-solver[photo]'"
        )
