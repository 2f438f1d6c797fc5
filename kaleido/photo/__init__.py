"""Boards read from photos, screenshots and drawings (with the extra `photo`)."""

from kaleido.photo.reader import Stages, read_photo, read_pixels, read_stages
from kaleido.photo.reading import Reading

__all__ = ["Reading", "Stages", "read_photo", "read_pixels", "read_stages"]
