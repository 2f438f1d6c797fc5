"""Learning the weights of the score on generated boards."""

from kaleido.learn.tuning import Tuning, tune

__all__ = ["Tuning", "tune"]
