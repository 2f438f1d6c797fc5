"""Workers: one function over many tasks, in other processes or on a cluster."""

from kaleido.parallel.make import make_workers
from kaleido.parallel.workers import Crash, Workers

__all__ = ["Crash", "Workers", "make_workers"]
