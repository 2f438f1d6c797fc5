"""Boards read from photos, screenshots and drawings (with the extra `photo`)."""

from kaleido.base.stubs import attach_stub

# What a photo shows can be described without the arrays that read it; the stub lists the names.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
