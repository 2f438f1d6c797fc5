"""Moves and forks weighed by weights learned on generated boards."""

import math
import struct
from collections.abc import Iterator, Sequence

from kaleido.base.arguments import checked_arguments
from kaleido.model.grid import bits
from kaleido.search.compiled import Numbers
from kaleido.search.core.codes import StrategyCode
from kaleido.search.events import Looks
from kaleido.search.fork import Fork
from kaleido.search.plan import MOST, Option, Plan, makes_own_moves, seed_numbers
from kaleido.search.problem import Problem
from kaleido.search.score import LookaheadTerms, Score, matching_of
from kaleido.search.state import State
from kaleido.search.strategies.lookahead import Lookahead, added
from kaleido.search.strategies.policy import Policy, shipped_policy
from kaleido.search.strategies.refuted import MOST as MOST_REFUTED, REFUTED
from kaleido.search.strategies.restarts import Noise, Restarts, RunNodes, check_run_nodes, effort_on

MAX_NOISE = 12


@checked_arguments
class Tuned:
    """Take the cell or piece whose best move is most likely right, by learned weights.

    Like `Constrained`, the strategy settles a cell or a piece that has few placements left, and
    restarts; but it also looks ahead at what each of these placements would leave around it, and
    weighs its lookahead terms. A lookahead is part of scoring a move and does not count as a node.
    Moves that leave a cell without any placement are refuted and not proposed, nor are those that
    block a cell or a piece (see `Supports`).

    Parameters
    ----------
    seed : int
        Seeds the random numbers added to the scores.
    policy : Policy, optional
        The weights; by default those that come with Kaleido.
    run_nodes : int, "usual" or None, optional
        The nodes of the shortest run, by default as for `Constrained`; None for one run without a
        limit, so no restarts.

    Attributes
    ----------
    looks : Looks
        How many moves the last search has looked at.

    Raises
    ------
    OptionError
        `run_nodes` is less than 1.
    """

    name = "tuned"
    width = None

    def __init__(
        self,
        seed: int = 0,
        policy: Policy | None = None,
        run_nodes: RunNodes = "usual",
    ) -> None:
        self.seed = seed
        self.policy = policy or shipped_policy()
        self.run_nodes = check_run_nodes(run_nodes)
        self._looked = 0

    def plan(self, problem: Problem) -> Plan | None:
        """Return what the compiled core must know to make the same moves, as `Constrained` does."""
        if makes_own_moves(self, Tuned, "runs", "fork", "candidates", "_surest", "_rank", "_value"):
            return None
        policy, effort = self.policy, effort_on(problem, self.run_nodes)
        matching, weights = matching_of(problem.placeable, policy.weights), policy.weights
        of_terms = weights.matched, weights.scarce_cells, weights.singles, weights.pairs
        figures = policy.sharpness, policy.breadth, _most_odds(policy), policy.noise, MAX_NOISE
        worths = matching.shape_totals
        if not isinstance(self.seed, int) or not all(map(math.isfinite, (*of_terms, *worths))):
            return None
        numbers = Numbers("i", [StrategyCode.TUNED, *seed_numbers(self.seed)])
        limits = (effort.run_nodes or 0, effort.few, MOST_REFUTED, policy.extra, policy.forks)
        numbers.extend(min(number, MOST) for number in limits)
        numbers.extend(Lookahead(problem).numbers)

        def score(option: Option) -> Score:
            return matching.with_matched(option.matched, option.piece, _terms(option.notes))

        return Plan(numbers, (*of_terms, *figures, *worths), score, looked=self._look)

    def _look(self, looks: Looks) -> None:
        self._looked = looks.moves

    @property
    def looks(self) -> Looks:
        """How many moves the last search has looked at."""
        return Looks(self._looked)

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search and yield the limit of nodes of each run."""
        self._matching = matching_of(problem.placeable, self.policy.weights)
        self._lookahead = Lookahead(problem)
        self._looked = 0
        effort = effort_on(problem, self.run_nodes, narrow_after=0)
        self._runs = Restarts(problem, effort, Noise(self.policy.noise, 1, MAX_NOISE), self.seed)
        yield from self._runs.limits()

    def fork(self, state: State) -> Fork:
        """Return the options of the cell or piece whose best move is most likely right."""
        reached = self._runs.reached(state)
        if reached is None:
            return REFUTED
        options = state.scarcest
        is_forced = not options & options - 1
        moves = [options.bit_length() - 1] if is_forced else self._surest(state, reached)
        # The score is bound to this search, because it may be asked for later.
        matching, lookahead = self._matching, self._lookahead

        def score(rank: int) -> Score:
            lookahead.set_state(state)
            terms = lookahead.terms(moves[rank])
            return matching.score(state, moves[rank], lookahead=terms)

        return Fork(moves, score, complete=True, failed=self._runs.refutes(state))

    def _surest(self, state: State, narrowed: State) -> list[int]:
        """Return the moves of the surest cell or piece, best first; none on a refuted board."""
        if not narrowed.scarcest:
            return []
        self._lookahead.set_state(state)
        candidates = self.candidates(narrowed)
        known: dict[int, float | None] = {}
        if len(candidates) == 1:
            return [move for _, move in self._rank(state, candidates[0], known)]
        sharpness, breadth = self.policy.sharpness, self.policy.breadth
        most_odds = _most_odds(self.policy)
        best: list[tuple[float, int]] = []
        least = math.inf
        for options in candidates:
            ranked = self._rank(state, options, known)
            if len(ranked) < 2:
                # The board is refuted, or its next move is known.
                best = ranked
                break
            top = ranked[0][0]
            # One over the likelihood that the best move is right.
            odds = added([math.exp(sharpness * (total - top)) for total, _ in ranked])
            if odds <= most_odds:
                best = ranked
                break
            doubt = odds * len(ranked) ** breadth
            if doubt < least:
                best, least = ranked, doubt
        return [move for _, move in best]

    def candidates(self, state: State) -> list[int]:
        """Return the options of the scarcest cells and pieces, fewest first.

        Returns
        -------
        list of int
            The set of placements of each such cell or piece, all of which form a fork.
        """
        most = state.scarcest.bit_count() + self.policy.extra
        live = state.live
        found = {options for item in state.items if (options := live & item).bit_count() <= most}
        ranked = sorted([(options.bit_count(), options) for options in found])
        return [options for _, options in ranked[: self.policy.forks]]

    def _rank(
        self, state: State, options: int, known: dict[int, float | None]
    ) -> list[tuple[float, int]]:
        """Return the moves that are not refuted with their scores, best first."""
        ranked = []
        for move in bits(options):
            if move not in known:
                known[move] = self._value(state, move)
            total = known[move]
            if total is not None:
                ranked.append((total, move))
        ranked.sort(reverse=True)
        return ranked

    def _value(self, state: State, move: int) -> float | None:
        """Return the score of a move with its random number added; None if it is refuted."""
        self._looked += 1
        terms = self._lookahead.terms(move)
        if terms is None:
            return None
        problem, weights = state.problem, self.policy.weights
        cells, singles, pairs = terms
        return (
            weights.matched * (problem.borders[move] & state.edges).bit_count()
            + self._matching.shape_totals[problem.piece_numbers[move]]
            + weights.scarce_cells * cells
            + weights.singles * singles
            + weights.pairs * pairs
            + self._runs.noise * self._runs.random()
        )


def _most_odds(policy: Policy) -> float:
    """Return one over the likelihood from which a move is sure."""
    return 1 / policy.sure if policy.sure else math.inf


def _terms(notes: Sequence[int]) -> LookaheadTerms | None:
    """Return the terms that the core has noted for a move; the first is a float in two numbers."""
    *halves, singles, pairs = notes
    (cells,) = struct.unpack("=d", struct.pack("=2i", *halves))
    return None if math.isnan(cells) else LookaheadTerms(cells, singles, pairs)
