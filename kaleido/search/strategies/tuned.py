"""Moves and forks weighed by what was learned on generated boards."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random as Generator

from kaleido.model.grid import bits
from kaleido.search.fork import Fork
from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.search.strategies.lookahead import Lookahead
from kaleido.search.strategies.luby import RUN_NODES, check_run_nodes, run_limits
from kaleido.search.strategies.matching import Matching
from kaleido.search.strategies.policy import Policy, shipped_policy

MAX_NOISE = 12


class Tuned:
    """Take the cell or piece whose best move is most likely right, by learned weights.

    Like `Constrained`, the strategy settles a cell or a piece that has few placements left, and
    restarts; but it also looks ahead at the board that each of these placements would leave, and
    weighs its lookahead terms. A lookahead is part of scoring a move and does not count as a node;
    it never excludes a move.

    Parameters
    ----------
    seed : int
        Seeds the random numbers added to the scores.
    policy : Policy, optional
        The weights; by default those that come with Kaleido.
    run_nodes : int or None, optional
        The nodes of the shortest run; None for one run without a limit, so no restarts.

    Attributes
    ----------
    lookaheads : int
        The number of moves for which the last search has looked ahead.

    Raises
    ------
    OptionError
        `run_nodes` is less than 1.
    """

    name = "tuned"
    width = None

    def __init__(
        self, seed: int = 0, policy: Policy | None = None, run_nodes: int | None = RUN_NODES
    ) -> None:
        self.seed = seed
        self.policy = policy or shipped_policy()
        self.run_nodes = check_run_nodes(run_nodes)
        self.lookaheads = 0

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search and yield the limit of nodes of each run."""
        self._matching = Matching(problem, self.policy.weights)
        self._lookahead = Lookahead(problem)
        self._random = Generator(self.seed).random
        self._noise = self.policy.noise
        self.lookaheads = 0
        for limit in run_limits(self.run_nodes):
            yield limit
            self._noise = min(self._noise + 1, MAX_NOISE)

    def fork(self, state: State) -> Fork:
        """Return the options of the cell or piece whose best move is most likely right."""
        if state.scarcest.bit_count() == 1:
            return self._fork(state, [state.scarcest.bit_length() - 1])
        self._lookahead.set_state(state)
        policy, known = self.policy, dict[int, _Valued]()
        best: list[int] = []
        most = -math.inf
        for options in self.candidates(state):
            moves, alive, likelihood = self._rank(state, options, known)
            worth = math.log(likelihood) - policy.breadth * math.log(max(alive, 1))
            if worth > most:
                best, most = moves, worth
            if alive <= 1 or likelihood >= policy.sure:
                best = moves
                break
        return self._fork(state, best)

    def _fork(self, state: State, moves: list[int]) -> Fork:
        # The score is bound to this search, because it may be asked for later.
        matching, lookahead = self._matching, self._lookahead

        def score(rank: int) -> Score:
            lookahead.set_state(state)
            terms = lookahead.terms(moves[rank])
            return matching.score(state, moves[rank], lookahead=terms)

        return Fork(moves, score, complete=True)

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
        return sorted(found, key=lambda options: (options.bit_count(), options))[
            : self.policy.forks
        ]

    def _rank(
        self, state: State, options: int, known: dict[int, _Valued]
    ) -> tuple[list[int], int, float]:
        """Return moves by score, how many are not dead, and how likely the first is right."""
        ranked = []
        for move in bits(options):
            if move not in known:
                known[move] = self._value(state, move)
            ranked.append((*known[move], move))
        ranked.sort(reverse=True)
        sharpness, best = self.policy.sharpness, ranked[0][0]
        odds = sum([math.exp(sharpness * (total - best)) for total, *_ in ranked])
        alive = len(ranked) - sum([dead for _, dead, _ in ranked])
        return [move for *_, move in ranked], alive, 1 / odds

    def _value(self, state: State, move: int) -> _Valued:
        self.lookaheads += 1
        problem, weights, terms = state.problem, self.policy.weights, self._lookahead.terms(move)
        total = (
            weights.matched * (problem.borders[move] & state.edges).bit_count()
            + self._matching.shape_totals[problem.piece_numbers[move]]
            + weights.lookahead(terms)
        )
        return total + self._noise * self._random(), terms.dead


_Valued = tuple[float, int]
"""The score of a move with its random number added, and whether it is dead."""
