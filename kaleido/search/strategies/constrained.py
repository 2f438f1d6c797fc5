"""Fill the scarcest cell or piece first, by matched edges, with restarts."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kaleido.base.arguments import checked_arguments
from kaleido.model.grid import bits
from kaleido.model.piece_set import PieceSet
from kaleido.search.compiled import Numbers
from kaleido.search.core.codes import StrategyCode
from kaleido.search.fork import Fork
from kaleido.search.plan import MOST, Plan, makes_own_moves, seed_numbers
from kaleido.search.problem import Problem
from kaleido.search.score import Matching, ShapeWeights, Weights, matching_of
from kaleido.search.state import State
from kaleido.search.strategies.refuted import MOST as MOST_REFUTED, REFUTED
from kaleido.search.strategies.restarts import (
    Effort,
    Noise,
    Restarts,
    RunNodes,
    check_run_nodes,
    effort_on,
)

NOISE = Noise(1.0, 1.0, 12.0)
"""The noise of a score in matched edges."""

USUAL_RANGE = 12
"""By how many matched edges scores differ on an empty board, roughly."""

RARITY = 3.0
"""The matched edges that a piece is worth for each factor of e fewer placements."""

_SQUARE_SIDES = 4

_USUAL = Weights()


@checked_arguments
class Constrained:
    """Take the open cell or piece with the fewest placements left, and try those by score.

    A random number is added to every score. Its range starts at one matched edge and grows by one
    edge with every run, so that a wrong early choice is soon avoided; runs follow Luby's schedule.

    Parameters
    ----------
    seed : int
        Seeds the random numbers.
    weights : Weights, optional
        The weights of the score. By default they are the paper's; for pieces without colours,
        those with few placements on the empty board are worth more, because they are hard to
        place later.
    run_nodes : int, "usual" or None, optional
        The nodes of the shortest run; None for one run without a limit, so no restarts. By default
        100 for pieces with colours, and 1,000 for others.
    splitting : bool, optional
        Whether a cell that splits the free cells when it is filled comes first if nothing is
        forced; of several, the one with the fewest placements.

    Attributes
    ----------
    remembered : int
        How many refuted boards are remembered over the runs of a search.
    narrow_after : int or None
        The number of forks after which placements that block an item (see `Supports`) are left out.
        By default 30 for pieces with colours, and 10 for others.
    growth : int
        The percentage by which each run is longer than the one before; 0 for Luby's schedule.

    Raises
    ------
    OptionError
        `run_nodes` is less than 1.

    References
    ----------
    D. E. Knuth, "Dancing links", Millennial Perspectives in Computer Science, 2000 (the item with
    the fewest options first).
    """

    name = "constrained"
    width = None
    remembered = MOST_REFUTED
    narrow_after: int | None = None
    growth = 0

    def __init__(
        self,
        seed: int = 0,
        weights: ShapeWeights = None,
        run_nodes: RunNodes = "usual",
        *,
        splitting: bool = False,
    ) -> None:
        self.seed = seed
        self.weights = weights
        self.run_nodes = check_run_nodes(run_nodes)
        self.splitting = splitting

    def plan(self, problem: Problem) -> Plan | None:
        """Return what the compiled core must know to make the same moves.

        A subclass that overrides `runs` or `fork` has no plan: the core does not know its moves.
        """
        if self.splitting or makes_own_moves(self, Constrained, "runs", "fork", "_ranked"):
            return None
        return self._plan(problem, StrategyCode.CONSTRAINED)

    def _plan(self, problem: Problem, strategy: int, *more: int) -> Plan | None:
        matching = self._matching_of(problem)
        noise = self._noise_on(problem)
        reals = (matching.weights.matched, *noise, *matching.shape_totals)
        if not isinstance(self.seed, int) or not all(map(math.isfinite, reals)):
            return None
        limits = [min(limit or 0, MOST) for limit in (*self._effort_on(problem), *more)]
        numbers = Numbers("i", [strategy, *seed_numbers(self.seed), *limits])
        return Plan(
            numbers, reals, lambda option: matching.with_matched(option.matched, option.piece)
        )

    def _effort_on(self, problem: Problem) -> Effort:
        return effort_on(problem, self.run_nodes, self.narrow_after, self.remembered, self.growth)

    def _noise_on(self, problem: Problem) -> Noise:  # noqa: ARG002  # others have other scores
        return NOISE

    def _matching_of(self, problem: Problem) -> Matching:
        pieces = problem.placeable
        if self.weights is None and pieces.is_plain:
            return _rare_matching(pieces, tuple(problem.placement_counts))
        return matching_of(pieces, self.weights or _USUAL)

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search and yield the limit of nodes of each run."""
        self._matching = self._matching_of(problem)
        effort = self._effort_on(problem)
        self._runs = Restarts(problem, effort, self._noise_on(problem), self.seed)
        yield from self._runs.limits()

    def fork(self, state: State) -> Fork:
        """Return the options of a cell or piece, one of which must be right."""
        reached = self._runs.reached(state)
        if reached is None:
            return REFUTED
        options = state.scarcest
        is_forced = not options & options - 1
        moves = [options.bit_length() - 1] if is_forced else self._ranked(reached)
        score = self._matching.score
        return Fork(
            moves,
            lambda rank: score(state, moves[rank]),
            complete=True,
            failed=self._runs.refutes(state),
        )

    def _next(self, state: State) -> int:
        """Return the options of the scarcest cell or piece, or of a cell that splits the board."""
        scarcest = state.scarcest
        if not self.splitting or not scarcest & scarcest - 1:
            return scarcest
        problem = state.problem
        cells = bits(problem.grid.cut_cells(state.free))
        options = (state.live & problem.cell_options[cell] for cell in cells)
        return min(options, key=int.bit_count, default=scarcest)

    def _ranked(self, state: State) -> list[int]:
        """Return the options of the next cell or piece, those with the best scores first."""
        problem, edges = state.problem, state.edges
        matched = self._matching.weights.matched
        random, noise = self._runs.random, self._runs.noise
        borders, pieces = problem.borders, problem.piece_numbers
        totals = self._matching.shape_totals
        ranked = [
            (
                matched * (borders[move] & edges).bit_count()
                + totals[pieces[move]]
                + noise * random(),
                move,
            )
            for move in bits(self._next(state))
        ]
        ranked.sort(reverse=True)
        return [move for _, move in ranked]


def noise_like(scores: Iterable[float]) -> Noise:
    """Return the noise that suits the size of some scores: that of `constrained`, times 10ⁿ.

    The scores are those of some moves on the board at the start, the more unlike the better.

    Examples
    --------
    >>> noise_like([4, 16]), noise_like([0.1, 0.9])
    (Noise(first=1.0, step=1.0, most=12.0), Noise(first=0.1, step=0.1, most=1.2))
    """
    known = sorted(scores)
    reach = known[-1] - known[0] if known else 0.0
    if not reach:
        return NOISE
    return NOISE.times(10.0 ** round(math.log10(reach / USUAL_RANGE)))


def rarity(problem: Problem) -> Weights:
    """Return weights with which the pieces that have few placements come first.

    Examples
    --------
    >>> from kaleido import named_puzzle
    >>> weights = rarity(named_puzzle("pentomino-6x10").problem)
    >>> weights.pieces["X"] > weights.pieces["L"]
    True
    """
    return _rare_matching(problem.placeable, tuple(problem.placement_counts)).weights


@lru_cache(maxsize=64)
def _rare_matching(pieces: PieceSet, placements: tuple[int, ...]) -> Matching:
    """Return the `Matching` of `rarity`, from how many placements each piece has."""
    counts = [count or 1 for count in placements]
    most = max(counts)
    worths = (round(RARITY * math.log(most / count), 2) for count in counts)
    names = (piece.name for piece in pieces)
    lattice = pieces.lattice
    # Cells with more sides than squares match more edges anyway.
    sides = len(lattice.steps(lattice.centre((0,) * lattice.dimensions)))
    worth = dict(zip(names, worths, strict=True))
    return Matching(pieces, Weights(matched=_SQUARE_SIDES / sides, pieces=worth))
