"""Hints: the next move with its reason, or the pieces that must come off."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Annotated

from kaleido.base.contract import Hidden, Key, Plain, shown_first
from kaleido.base.errors import LimitReachedError
from kaleido.hints.fitting import Completions, Fitting, cell_reason, find_forced
from kaleido.hints.infeasibility import find_reason
from kaleido.hints.reason import Alternative, FittingPiece, HintWords, Reason, ReasonKind
from kaleido.model.board import Board
from kaleido.model.cause import Cause
from kaleido.model.grid import bits
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.search.fork import Strategy
from kaleido.search.placing import laid_by_hand, lay_all, left_empty
from kaleido.search.problem import Problem
from kaleido.search.result import Status
from kaleido.search.state import State
from kaleido.search.stopping import Deadline

# The nodes after which a high-scoring move is passed over if nothing is known about it.
CHECK_NODES = 500
MAX_CHECKED = 5  # how many moves that score high are checked for a solution
MAX_ALTERNATIVES = 3  # how many other moves a hint mentions


@dataclass(frozen=True, repr=False)
class Hint(Plain):
    """The next move and its reason, or the pieces to remove from a lost board.

    Attributes
    ----------
    reason : Reason
        Why the hint says what it says.
    placement : Placement or None
        The move; null if the board is full or lost, or if the time was up.
    remove : tuple of Placement
        The pieces whose removal lets a lost board be completed again. No part of them is enough,
        unless the time was up.
    pieces, board
        Those of the puzzle, which name the pieces and their turns.
    """

    reason: Reason
    placement: Placement | None = None
    remove: tuple[Placement, ...] = ()
    pieces: Hidden[PieceSet] = field(kw_only=True, compare=False)
    board: Hidden[Board] = field(kw_only=True, compare=False)

    def __repr__(self) -> str:
        return f"<Hint: {self.sentence}>"

    @property
    @shown_first
    def sentence(self) -> Annotated[str, Key("hint")]:
        """All of the hint: where to look, which piece it is and how it lies."""
        return str(self.words)

    @property
    @shown_first
    def status(self) -> Status:
        """Whether some solution contains the board: solved if one does."""
        if self.reason.kind is ReasonKind.UNKNOWN:
            return Status.GAVE_UP
        return Status.NO_SOLUTION if self.lost else Status.SOLVED

    @property
    @shown_first
    def lost(self) -> bool:
        """Whether it is proved that no solution contains the board."""
        return self.reason.kind in (ReasonKind.LOST, ReasonKind.HOPELESS)

    @property
    def words(self) -> HintWords:
        """The hint, a step at a time."""
        return HintWords(self.reason, self.placement, self.remove, self.pieces, self.board)


class Adviser:
    """Gives hints on boards of one problem, and caches the results of its searches."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._known = Completions()
        self._hint = partial(Hint, pieces=problem.pieces, board=problem.pattern)

    @cached_property
    def _strategy(self) -> Strategy:
        """The paper's method with our additions, or another strategy for boards without windows."""
        from kaleido.heuristics.plus import PLUS_RULES, PaperPlus
        from kaleido.search.strategies.policy import shipped_policy
        from kaleido.search.strategies.tuned import Tuned

        # People see islands and windows sooner than which cell or piece is the scarcest.
        plus = PaperPlus(rules=PLUS_RULES.switched("at-once", "no-fallback"))
        # Without random numbers, so that a hint does not depend on which hints were given before.
        tuned = Tuned(policy=replace(shipped_policy(), noise=0.0))
        strategy = plus if self._problem.grid.lattice.is_square else tuned
        next(strategy.runs(self._problem))
        return strategy

    def hint(self, state: State, timeout: float | None = None) -> Hint:
        """Return the next move on a board with pieces laid by hand, and the reason for it.

        A forced move comes first (see `find_forced`), or else the one with the best score that
        belongs to a solution. After about the seconds of `timeout` the reason is ``unknown``.
        """
        problem = self._problem
        if left_empty(state).solved:
            done = "placed" if problem.pieces.uses_all else "spare" if state.free else "full"
            return self._hint(Reason(ReasonKind.SOLVED, why=Cause(done)))
        deadline = Deadline(timeout)
        try:
            solution = self._known.complete(state, deadline)
        except LimitReachedError:
            return self._hint(Reason(ReasonKind.UNKNOWN, why=Cause("limit", {"seconds": timeout})))
        if solution is None:
            return self._off(state, deadline)
        fitting = Fitting(state)
        if forced := find_forced(fitting, self._known):
            # One of them is right, since every solution has the piece there.
            return self._move(
                state, self._right_one(state, forced.numbers, solution), forced.reason
            )
        return self._best(fitting, solution)

    def _off(self, state: State, deadline: Deadline) -> Hint:
        """Return the hint with the pieces to take off: if one is enough, the last such piece."""
        empty = State.empty(self._problem)
        placed = laid_by_hand(state)
        end = Fitting(state).dead_end()
        reason = Reason(ReasonKind.LOST, end.cells if end else (), dead_end=end)

        def can_keep(pieces: Sequence[Placement]) -> bool:
            return bool(self._known.can_complete(lay_all(empty, pieces), deadline))

        kept: list[Placement] = []
        off: list[Placement] = []
        for each in placed:
            (kept if can_keep([*kept, each]) else off).append(each)
        if not kept and not (solvable := self._known.can_complete(empty, deadline)):
            if solvable is False:
                reason = Reason(ReasonKind.HOPELESS, why=find_reason(empty))
            return self._hint(reason)
        if len(off) > 1:
            # The board is already lost at the first of them, so no later piece is enough.
            for wrong in reversed(placed[: placed.index(off[0])]):
                if can_keep([each for each in placed if each != wrong]):
                    off = [wrong]
                    break
        return self._hint(reason, None, tuple(off))

    def _best(self, fitting: Fitting, solution: Sequence[int]) -> Hint:
        state, problem = fitting.state, self._problem
        fork = self._strategy.fork(state)
        # A strategy may try moves in another order than by score: island by island, say.
        scores = {rank: fork.score(rank) for rank in range(len(fork.moves))}
        ranks = sorted(scores, key=lambda rank: -scores[rank].total)
        tried = [rank for rank in ranks if not problem.is_blank(fork.moves[rank])]
        lost: dict[int, bool] = {}
        for at, rank in enumerate(tried):
            number = fork.moves[rank]
            if number in solution:
                break
            if at < MAX_CHECKED:
                good = self._known.can_complete(state.place(number), max_nodes=CHECK_NODES)
                if good:
                    break
                lost[number] = good is False
        else:
            return self._tightest(fitting, solution)
        others = [
            Alternative(problem.placement(other), scores[place], lost.get(other, False))
            for place in tried[: at + MAX_ALTERNATIVES + 1]
            if (other := fork.moves[place]) != number
        ]
        reason = replace(
            _focused(fitting, number, ReasonKind.SCORE),
            score=scores[rank],
            found=fork.found(rank) if fork.found else None,
            alternatives=tuple(others[:MAX_ALTERNATIVES]),
        )
        return self._move(state, number, reason)

    def _tightest(self, fitting: Fitting, solution: Sequence[int]) -> Hint:
        problem, free = self._problem, fitting.state.free
        moves = [n for n in solution if problem.masks[n] & free and not problem.is_blank(n)]
        cell = min(
            (cell for number in moves for cell in bits(problem.masks[number])),
            key=lambda cell: (len(fitting.pieces_on(cell)), cell),
        )
        fitting_there = list(bits(fitting.covering(cell)))
        number = self._right_one(fitting.state, fitting_there, solution)
        return self._move(fitting.state, number, _focused(fitting, number, ReasonKind.SOLUTION))

    def _right_one(self, state: State, numbers: Sequence[int], solution: Sequence[int]) -> int:
        """Return the placement with the most edges there that belongs to a solution."""
        ranked = sorted(numbers, key=lambda number: -_matched(state, number))
        return next(
            number
            for number in ranked
            if number in solution
            or self._known.can_complete(state.place(number), max_nodes=CHECK_NODES)
        )

    def _move(self, state: State, number: int, reason: Reason) -> Hint:
        edges = state.problem.borders[number].bit_count()
        reason = replace(reason, matched=_matched(state, number), edges=edges)
        return self._hint(reason, state.problem.placement(number))


def _matched(state: State, number: int) -> int:
    return (state.problem.borders[number] & state.edges).bit_count()


def _focused(fitting: Fitting, number: int, kind: ReasonKind) -> Reason:
    """Return the reason for a move that is not forced: look where the fewest pieces fit."""
    problem = fitting.problem
    pieces = {cell: fitting.pieces_on(cell) for cell in bits(problem.masks[number])}
    cell = min(pieces, key=lambda cell: len(pieces[cell]))
    own, names = problem.piece_numbers[number], problem.placeable.pieces
    candidates = [
        FittingPiece(names[piece].name, len(ways))
        for piece, ways in sorted(pieces[cell].items(), key=lambda item: item[0] != own)
    ]
    return cell_reason(fitting, cell, kind, tuple(candidates), fitting.emptied(cell))
