"""The compiled core: whether its library is there, and whether it or Python searches."""

from kaleido.search.core.library import Engine, describe_engine, engine, load_core

__all__ = ["Engine", "describe_engine", "engine", "load_core"]
