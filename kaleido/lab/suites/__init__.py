"""A suite of generated boards on which strategies are measured, with proved facts and baselines."""

from kaleido.base.stubs import attach_stub

# Each name is imported when it is first used; the stub lists them.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
