"""Refute the best moves by short searches before making one."""

from collections.abc import Iterator
from typing import Annotated

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import Bounds
from kaleido.search.core.codes import StrategyCode
from kaleido.search.events import Exhausted, Looks, Solved
from kaleido.search.fork import Fork
from kaleido.search.plan import Plan, makes_own_moves
from kaleido.search.problem import Problem
from kaleido.search.result import search_result
from kaleido.search.state import State
from kaleido.search.stopping import REFUTE_AFTER
from kaleido.search.strategies.constrained import Constrained

PROBE_NODES = 100
"""The nodes of a probe; most wrong moves are refuted within them."""

PROBES = Bounds(0, 1000)


@checked_arguments
class Probing(Constrained):
    """Make a move of `Constrained` when a short search, a probe, does not refute it.

    The moves of a fork are probed, best first, until one is not refuted; those before it are left
    out of the fork. When a probe finds a solution, its moves are made next, without further probes.
    So few moves are taken back. The cost is counted separately from the nodes of the search: as
    moves looked at, and as the nodes of their probes.

    Parameters
    ----------
    seed : int
        Seeds the random numbers.
    probe_nodes : int, optional
        The nodes after which a probe gives up. With 0, only moves that leave a cell or a piece
        without a placement are refuted.

    Attributes
    ----------
    looks : Looks
        How many moves were looked at in the last search, and the nodes of their probes.

    Raises
    ------
    OptionError
        `probe_nodes` is no whole number, or less than 0.

    Examples
    --------
    >>> from kaleido import named_pattern, solve
    >>> solve(named_pattern("fancy-chessboard")).backtracks > 0
    True
    >>> probing = Probing()
    >>> answer = solve(named_pattern("fancy-chessboard"), probing)
    >>> answer.nodes, answer.backtracks, probing.looks.nodes > answer.nodes
    (18, 0, True)
    """

    name = "probing"

    def __init__(self, seed: int = 0, probe_nodes: Annotated[int, PROBES] = PROBE_NODES) -> None:
        super().__init__(seed)
        PROBES.from_least().check(probe_nodes, "probe_nodes")
        self.probe_nodes = probe_nodes
        self._looked = self._probed = 0
        self._found: frozenset[int] = frozenset()

    def plan(self, problem: Problem) -> Plan | None:
        """Return what the compiled core must know to make the same moves, as `Constrained` does.

        Long probes would look for proofs by colouring, which the core leaves to Python.
        """
        own = ("runs", "fork", "_ranked", "_refutes")
        if makes_own_moves(self, Probing, *own) or self.probe_nodes > REFUTE_AFTER:
            return None
        probe = _Probe.narrow_after, _Probe.remembered, self.probe_nodes
        plan = self._plan(problem, StrategyCode.PROBING, *probe)
        return None if plan is None else plan._replace(looked=self._look)

    def _look(self, looks: Looks) -> None:
        self._looked, self._probed = looks

    @property
    def looks(self) -> Looks:
        """How many moves were looked at in the last search, and the nodes of their probes."""
        return Looks(self._looked, self._probed)

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search and yield the limit of nodes of each run."""
        self._looked = self._probed = 0
        self._found = frozenset()
        yield from super().runs(problem)

    def fork(self, state: State) -> Fork:
        """Return the moves of the scarcest cell or piece from the first that is not refuted."""
        fork = super().fork(state)
        if len(fork.moves) < 2:
            return fork
        moves = list(fork.moves)
        if self._found.issuperset(state.path):
            moves.sort(key=lambda move: move not in self._found)
        else:
            while moves and self._refutes(state.place(moves[0])):
                del moves[0]
        score = self._matching.score
        return Fork(
            moves, lambda rank: score(state, moves[rank]), complete=True, failed=fork.failed
        )

    def _refutes(self, state: State) -> bool:
        """Return whether a probe proves that no solution contains a board."""
        self._looked += 1
        if state.dead:
            return True
        probe = _Probe(self.seed, self.weights, run_nodes=None)
        result = search_result(state, probe, max_nodes=self.probe_nodes)
        self._probed += result.nodes
        if isinstance(result.last, Solved):
            self._found = frozenset(result.last.state.path)
        return isinstance(result.last, Exhausted)


class _Probe(Constrained):
    """A probe: a short search that is meant to refute a board, not to solve it."""

    narrow_after = 10
