"""Boards read from photos, screenshots and drawings (with the extra `photo`)."""

from __future__ import annotations

from kaleido.photo.mockup import KINDS, Mockup, make_mockup
from kaleido.photo.reader import Stages, read_photo, read_pixels
from kaleido.photo.reading import Reading

__all__ = [
    "KINDS",
    "Mockup",
    "Reading",
    "Stages",
    "make_mockup",
    "read_photo",
    "read_pixels",
]
