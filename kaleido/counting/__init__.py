"""Exact counts and uniform samples of all solutions."""

import lazy_loader

# Only counting needs arrays, so each name is imported when it is first used; the stub lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
