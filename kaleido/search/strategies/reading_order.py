"""The next free cell in reading order: its placements at random, or by matched edges."""

from collections.abc import Iterator
from random import Random as Generator

from kaleido.base.arguments import checked_arguments
from kaleido.model.grid import bits
from kaleido.search.fork import Fork
from kaleido.search.plan import Plan, makes_own_moves, reading_order
from kaleido.search.problem import Problem
from kaleido.search.score import Weights, matching_of
from kaleido.search.state import State

MATCHED_ONLY = Weights(window=0.0, corner=0.0, block=0.0, span=0.0)
"""The score of a move is the number of its matched edges."""


@checked_arguments
class ReadingOrder:
    """Fill the board in reading order, in one run without a limit."""

    width = None
    weights = Weights()
    sorts = False
    propagation = True

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @property
    def shuffles(self) -> bool:
        """Whether the placements of a cell come in random order."""
        return True

    def plan(self, problem: Problem) -> Plan | None:
        """Return what the compiled core must know to make the same moves, as `Constrained` does."""
        if makes_own_moves(self, ReadingOrder, "runs", "fork"):
            return None
        matching = matching_of(problem.placeable, self.weights)
        return reading_order(matching, self.seed, (self.shuffles, self.sorts, self.propagation))

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search: one run without a limit."""
        self._matching = matching_of(problem.placeable, self.weights)
        self._generator = Generator(self.seed)
        yield None

    def fork(self, state: State) -> Fork:
        """Return the live placements that cover the first free cell."""
        borders, edges = state.problem.borders, state.edges
        cell = next(bits(state.free))
        moves = list(bits(state.live & state.problem.cell_options[cell]))
        if self.shuffles:
            self._generator.shuffle(moves)
        if self.sorts:
            moves.sort(key=lambda move: -(borders[move] & edges).bit_count())
        score = self._matching.score
        return Fork(
            moves,
            lambda rank: score(state, moves[rank]),
            complete=True,
            propagates=self.propagation,
        )


class Random(ReadingOrder):
    """Fill the board in reading order with placements in random order; no restarts."""

    name = "random"


@checked_arguments
class EdgeMatching(ReadingOrder):
    """Fill the board in reading order, the placements with the most matched edges first.

    This is what Singh's paper compares its method with. There are no windows, islands, forced
    moves or restarts.

    Parameters
    ----------
    seed : int
        Shuffles placements that match equally many edges; 0 keeps the order of the table of pieces.
    propagation : bool, optional
        Whether a board is given up as soon as a cell or a piece has no placement left, as with most
        strategies. Without it, a board is given up when nothing covers the next free cell.

    Examples
    --------
    >>> from kaleido import named_pattern, record
    >>> first = record(named_pattern("car"), EdgeMatching()).steps[0].place
    >>> [first.fork.score(rank).matched for rank in range(len(first.fork.moves))]
    [10, 7, 7, 5, 4, 2]
    >>> (0, 0) in first.placement.cells
    True
    """

    name = "edge-matching"
    weights = MATCHED_ONLY
    sorts = True

    def __init__(self, seed: int = 0, *, propagation: bool = True) -> None:
        super().__init__(seed)
        self.propagation = propagation

    @property
    def shuffles(self) -> bool:
        """Whether placements that match equally many edges come in random order."""
        return bool(self.seed)
