"""New patterns: completed sketches, nearest patterns and randomly generated boards."""

import lazy_loader

# Each name is imported when it is first used; the stub lists them.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
