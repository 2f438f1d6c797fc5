"""Used by every room: errors, texts, files, options, the contract of the JSON output."""

from kaleido.base.stubs import attach_stub

# Each name is imported when it is first used; the stub lists them.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
