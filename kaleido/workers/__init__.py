"""Workers: one function over many tasks, in other processes or on a cluster."""

from __future__ import annotations

from kaleido.workers.base import Lost, Workers
from kaleido.workers.make import make_workers

__all__ = ["Lost", "Workers", "make_workers"]
