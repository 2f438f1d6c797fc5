"""Figures of many runs: how many boards each strategy solves, and at what cost.

Every function takes runs as `kaleido.compare` returns them and draws on the axes given, or on
new ones. Strategies keep their order, and with it their colours, lines and markers. The numbers
are those of `kaleido.Comparison`: runs that gave up are censored, and 95 % intervals draw patterns
with repetition.
"""

from kaleido.plot.comparing.ablation import ablation
from kaleido.plot.comparing.paired import paired
from kaleido.plot.comparing.survival import cactus, tails

__all__ = ["ablation", "cactus", "paired", "tails"]
