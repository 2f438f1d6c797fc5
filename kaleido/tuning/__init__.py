"""Learning the weights of the score on generated boards."""

from kaleido.tuning.tuner import Tuning, tune

__all__ = ["Tuning", "tune"]
