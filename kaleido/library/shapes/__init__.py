"""Polyominoes without colours: one by one, and all of a size."""

from kaleido.base.stubs import attach_stub

# What lists or counts them needs arrays, a single one does not; the stub lists the names.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
