"""Boards read from photos, screenshots and drawings (with the extra `photo`)."""

from kaleido.photo.reader import Stages, Step, read_boards, read_photo, read_pixels, read_stages
from kaleido.photo.reading import Reading

__all__ = ["Reading", "Stages", "Step", "read_boards", "read_photo", "read_pixels", "read_stages"]
