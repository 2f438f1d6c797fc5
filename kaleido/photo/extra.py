"""OpenCV, which comes with the extra `photo`."""

from __future__ import annotations

from kaleido.errors import PhotoError
from kaleido.extras import need


def need_opencv() -> None:
    """Refuse to go on without OpenCV.

    Raises
    ------
    PhotoError
        It is not installed; the message names the extra.
    """
    need("cv2", "photo", "reading photos", PhotoError)
