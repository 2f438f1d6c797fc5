"""Workers: one function over many tasks, in other processes or on a cluster."""

from __future__ import annotations

from kaleido.parallel.base import Lost, Workers
from kaleido.parallel.make import make_workers

__all__ = ["Lost", "Workers", "make_workers"]
