"""What is known of the cheapest cover of a board."""

from typing import NamedTuple

from kaleido.model.solution import Solution


class Cheapest(NamedTuple):
    """The cheapest cover found, if any, and a proved lower bound of the cost.

    It is complete when it is proved that there is no cheaper cover, or none at all.
    """

    solution: Solution | None
    bound: int
    complete: bool
