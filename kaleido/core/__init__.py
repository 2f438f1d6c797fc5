"""The compiled core: whether its library is there, and whether it or Python searches."""

from kaleido.core.library import describe_engine, engine, load_core

__all__ = ["describe_engine", "engine", "load_core"]
