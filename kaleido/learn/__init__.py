"""Learning the weights of the score on generated boards."""

from kaleido.learn.tuner import Tuning, tune

__all__ = ["Tuning", "tune"]
