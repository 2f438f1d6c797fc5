"""Heuristics of users: candidates, scored strategies, and strategies by name."""

from kaleido.base.stubs import attach_stub

# Each name is imported when it is first used; the stub lists them.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
