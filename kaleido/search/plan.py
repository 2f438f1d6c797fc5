"""What a strategy tells the compiled core, which then makes its moves."""

from typing import NamedTuple

from kaleido.search.matching import Matching


class Plan(NamedTuple):
    """What a strategy tells the core: see `Constrained`, which has the same.

    Attributes
    ----------
    seed : int
    matching : Matching
    run_nodes : int or None
    narrow_after, few, remembered : int
    first_noise, noise_step, most_noise : float
        The range of the random numbers.
    """

    seed: int
    matching: Matching
    run_nodes: int | None
    narrow_after: int
    few: int
    remembered: int
    first_noise: float
    noise_step: float
    most_noise: float
