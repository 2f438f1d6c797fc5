"""Moves and forks weighed by what was learned on generated boards."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from random import Random as Generator

from kaleido.errors import OptionError
from kaleido.model.grid import bits
from kaleido.search.fork import Fork
from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.search.strategies.constrained import RUN_NODES
from kaleido.search.strategies.lookahead import Lookahead
from kaleido.search.strategies.luby import luby
from kaleido.search.strategies.matching import Matching
from kaleido.search.strategies.policy import Policy, shipped_policy

MAX_NOISE = 12


class Tuned:
    """Take the cell or piece whose best move is surest, by weights learned on other boards.

    Like `Constrained`, it settles a cell or a piece that has few placements left, and
    restarts; but it looks at the board that each of these placements would leave, and weighs
    that, too. A look is part of scoring a move and is not counted as a node; no move is left
    out because of it.

    Parameters
    ----------
    seed : int
    policy : Policy, optional
        The weights; those that come with Kaleido by default.
    run_nodes : int or None, optional
        Nodes of the shortest run; None: one run without a limit, no restarts.

    Attributes
    ----------
    looks : int
        How many moves the last search has looked beyond.

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
        if run_nodes is not None and run_nodes < 1:
            raise OptionError(f"run_nodes is {run_nodes}, expected 1 or more")
        self.seed = seed
        self.policy = policy or shipped_policy()
        self.run_nodes = run_nodes
        self.looks = 0

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start afresh; yield the runs' limits of nodes."""
        self._matching = Matching(problem, self.policy.weights)
        self._lookahead = Lookahead(problem)
        self._random = Generator(self.seed).random
        self._noise = self.policy.noise
        self.looks = 0
        if self.run_nodes is None:
            yield None
            return
        for length in luby():
            yield self.run_nodes * length
            self._noise = min(self._noise + 1, MAX_NOISE)

    def fork(self, state: State) -> Fork:
        """Propose the options of the cell or piece whose best move is surest."""
        # Bound to what it belongs to: scores are asked for later, too.
        score = partial(_score, self._matching, self._lookahead, state)
        if state.scarcest.bit_count() == 1:
            return Fork([state.scarcest.bit_length() - 1], score, complete=True)
        self._lookahead.stand(state)
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
        return Fork(best, score, complete=True)

    def candidates(self, state: State) -> list[int]:
        """Return the options of the scarcest cells and pieces, fewest first.

        Parameters
        ----------
        state : State

        Returns
        -------
        list of int
            Sets of placements: each is the options of one cell or piece, and a fork.
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
        """Order moves by score; say how many are not dead, and how likely the first is right."""
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
        self.looks += 1
        problem, weights, outlook = state.problem, self.policy.weights, self._lookahead.look(move)
        total = (
            weights.matched * (problem.borders[move] & state.edges).bit_count()
            + self._matching.shape_totals[problem.piece_numbers[move]]
            + weights.ahead(outlook)
        )
        return total + self._noise * self._random(), outlook.dead


def _score(matching: Matching, lookahead: Lookahead, state: State, move: int) -> Score:
    lookahead.stand(state)
    return matching.score(state, move, outlook=lookahead.look(move))


_Valued = tuple[float, int]
"""The score of a move with its random share, and whether it is dead."""
