"""Boards read from photos, screenshots and drawings (with the extra `photo`)."""

import lazy_loader

# What a photo shows can be described without the arrays that read it; the stub lists the names.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
