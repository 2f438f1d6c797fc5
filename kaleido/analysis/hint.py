"""Hints: the next move with its reason, or the pieces that must come off."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from kaleido.analysis.answer import Status
from kaleido.analysis.completing import Clock, Completions
from kaleido.analysis.fitting import DeadEnd, Fitting
from kaleido.analysis.forced import cell_reason, find_forced
from kaleido.analysis.infeasibility import find_reason
from kaleido.analysis.reason import Alternative, Candidate, Reason, ReasonKind
from kaleido.contract import Key, Plain, shown_first
from kaleido.errors import LimitReachedError
from kaleido.lattices import SQUARE
from kaleido.model.cell_names import cell_name
from kaleido.model.grid import bits
from kaleido.model.placement import Placement
from kaleido.search.fork import Strategy
from kaleido.search.position import left_empty, place_all
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.text import both, either, plural

CHECK_NODES = 500
"""The nodes after which a move that scores high is passed over if nothing is known of it."""

MAX_CHECKED = 5
"""How many moves that score high are checked for a solution."""

MAX_ALTERNATIVES = 3
"""How many other moves a hint mentions."""


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
    """

    reason: Reason
    placement: Placement | None = None
    remove: tuple[Placement, ...] = ()

    def __repr__(self) -> str:
        return f"<Hint: {self.sentence}>"

    @property
    @shown_first
    def sentence(self) -> Annotated[str, Key("hint")]:
        """The advice and its reason in one sentence."""
        if self.placement is not None:
            return _move_sentence(self.reason, self.placement)
        return _other_sentence(self.reason, self.remove)

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


class Adviser:
    """Gives hints on boards of one problem, and remembers what it finds out about it.

    Parameters
    ----------
    problem : Problem

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> adviser = Adviser(Puzzle(named_pattern("car")).problem)
    >>> print(adviser.hint().sentence)
    l4-right-x front at A1 fills the 4-cell island at A1 alone (score 15.26)
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._known = Completions(problem)

    @cached_property
    def _strategy(self) -> Strategy:
        """The paper's method, with our additions; where there are no windows, another."""
        # It needs arrays, which take longer to load than most hints take to find.
        from kaleido.heuristics.plus import PLUS_RULES, PaperPlus
        from kaleido.search.strategies.tuned import Tuned

        # People see islands and windows sooner than which cell or piece is the scarcest.
        plus = PaperPlus(rules=PLUS_RULES.switched("at-once", "no-fallback"))
        strategy = plus if self._problem.grid.lattice == SQUARE else Tuned()
        next(strategy.runs(self._problem))
        return strategy

    def hint(self, placed: Iterable[Placement] = (), timeout: float | None = None) -> Hint:
        """Return the next move on a board with pieces placed by hand, and the reason for it.

        A forced move comes first: an island that only one piece fills, a cell on which only one
        piece fits or on which all others lead nowhere, or a piece that fits in one place only.
        Otherwise it is the move with the best score, by the paper's method, that belongs to a
        solution; on other cells than squares, by the strategy `tuned`. Every hinted move does.

        Parameters
        ----------
        placed : iterable of Placement, optional
            The pieces on the board.
        timeout : float, optional
            The seconds after which to give up, roughly; without an answer, the reason is
            ``unknown``.

        Raises
        ------
        PlacingError
            The pieces placed do not fit.
        """
        problem, placed = self._problem, tuple(placed)
        state = place_all(problem, placed)
        if left_empty(state).solved:
            done = "every piece is placed" if problem.pieces.uses_all else "the board is full"
            if state.free and not problem.pieces.uses_all:
                done = "what is free may stay empty"
            return Hint(Reason(ReasonKind.SOLVED, why=done))
        clock = Clock(timeout)
        try:
            solution = self._known.complete(state, clock)
        except LimitReachedError:
            why = f"the limit of {timeout:g} seconds is reached"
            return Hint(Reason(ReasonKind.UNKNOWN, why=why))
        if solution is None:
            givens = problem.placements(problem.givens)
            return self._off(state, [each for each in placed if each not in givens], clock)
        fitting = Fitting(state)
        return self._forced(fitting, solution) or self._best(fitting, solution)

    def _off(self, state: State, placed: Sequence[Placement], clock: Clock) -> Hint:
        """Return the hint which pieces to take off: one if that is enough, the last of these."""
        problem, empty = self._problem, State.empty(self._problem)
        end = Fitting(state).dead_end()
        reason = Reason(ReasonKind.LOST, end.cells if end else (), dead_end=end)

        def can_keep(pieces: Sequence[Placement]) -> bool:
            return bool(self._known.can_complete(place_all(problem, pieces), clock))

        kept: list[Placement] = []
        off: list[Placement] = []
        for each in placed:
            (kept if can_keep([*kept, each]) else off).append(each)
        if not kept:
            solvable = self._known.can_complete(empty, clock)
            if solvable is False:
                return Hint(Reason(ReasonKind.HOPELESS, why=find_reason(empty)))
            if solvable is None:
                return Hint(reason)
        if len(off) > 1:
            # Up to the first of them the board is lost already, so that no later piece is enough.
            for wrong in reversed(placed[: placed.index(off[0])]):
                if can_keep([each for each in placed if each != wrong]):
                    off = [wrong]
                    break
        return Hint(reason, None, tuple(off))

    def _forced(self, fitting: Fitting, solution: Sequence[int]) -> Hint | None:
        forced = find_forced(fitting, self._known)
        if forced is None:
            return None
        # One of them is right, since every solution has the piece there.
        number = self._right_one(fitting.state, forced.numbers, solution)
        return _move(fitting.state, number, forced.reason)

    def _best(self, fitting: Fitting, solution: Sequence[int]) -> Hint:
        """Return the move with the best score that is known to belong to a solution."""
        state, problem = fitting.state, self._problem
        fork = self._strategy.fork(state)
        lost: dict[int, bool] = {}
        for rank, number in enumerate(fork.moves):
            if problem.is_blank(number):
                continue
            if number in solution:
                break
            if rank < MAX_CHECKED:
                good = self._known.can_complete(state.place(number), max_nodes=CHECK_NODES)
                if good:
                    break
                lost[number] = good is False
        else:
            return self._tightest(fitting, solution)
        others = [
            Alternative(problem.placement(other), fork.score(place), lost.get(other, False))
            for place, other in enumerate(fork.moves[: rank + MAX_ALTERNATIVES + 1])
            if other != number and not problem.is_blank(other)
        ]
        reason = replace(
            _focused(fitting, number, ReasonKind.SCORE),
            score=fork.score(rank),
            found=fork.found(rank) if fork.found else None,
            alternatives=tuple(others[:MAX_ALTERNATIVES]),
        )
        return _move(state, number, reason)

    def _tightest(self, fitting: Fitting, solution: Sequence[int]) -> Hint:
        """Return a move that belongs to a solution, where the fewest pieces fit."""
        problem, free = self._problem, fitting.state.free
        moves = [n for n in solution if problem.masks[n] & free and not problem.is_blank(n)]
        cell = min(
            (cell for number in moves for cell in bits(problem.masks[number])),
            key=lambda cell: (len(fitting.by_piece(fitting.covering(cell))), cell),
        )
        fitting_there = [n for n in bits(fitting.covering(cell)) if not problem.is_blank(n)]
        number = self._right_one(fitting.state, fitting_there, solution)
        return _move(fitting.state, number, _focused(fitting, number, ReasonKind.SOLUTION))

    def _right_one(self, state: State, numbers: Sequence[int], solution: Sequence[int]) -> int:
        """Return the placement with the most edges there that belongs to a solution."""
        ranked = sorted(numbers, key=lambda number: -_matched(state, number))
        right = [number for number in ranked if number in solution]
        return next(
            number
            for number in (*ranked, *right)
            if number in right
            or self._known.can_complete(state.place(number), max_nodes=CHECK_NODES)
        )


def _matched(state: State, number: int) -> int:
    return (state.problem.borders[number] & state.edges).bit_count()


def _move(state: State, number: int, reason: Reason) -> Hint:
    edges = state.problem.borders[number].bit_count()
    reason = replace(reason, matched=_matched(state, number), edges=edges)
    return Hint(reason, state.problem.placement(number))


def _focused(fitting: Fitting, number: int, kind: ReasonKind) -> Reason:
    """Return the reason for a move that is not forced: look where the fewest pieces fit."""
    problem = fitting.problem
    pieces = {
        cell: fitting.by_piece(fitting.covering(cell)) for cell in bits(problem.masks[number])
    }
    cell = min(pieces, key=lambda cell: len(pieces[cell]))
    own = problem.piece_numbers[number]
    names = [piece.name for piece in problem.placeable]
    candidates = [
        Candidate(names[piece], len(ways))
        for piece, ways in sorted(pieces[cell].items(), key=lambda item: item[0] != own)
    ]
    return cell_reason(fitting, cell, kind, tuple(candidates))


def _move_sentence(reason: Reason, placement: Placement) -> str:
    """Return why a move is hinted, in the solver's words."""
    if reason.kind is ReasonKind.SCORE:
        return _score_sentence(reason, placement)
    if reason.kind is ReasonKind.SOLUTION:
        return f"{placement} leads to a solution"
    if reason.kind is ReasonKind.PIECE:
        return f"{placement}: the only place that is left for {placement.piece}"
    if reason.kind is ReasonKind.ISLAND:
        size, first = len(reason.cells), cell_name(reason.cells[0])
        return f"{placement}: nothing else fills the {size}-cell island at {first}"
    own, *others = reason.candidates
    cell = f"{reason.where if reason.where != 'inside' else 'cell'} {cell_name(reason.cells[0])}"
    if not others:
        ways = f", in {plural(own.ways, 'way')}" if own.ways > 1 else ""
        return f"{placement}: only {own.piece} fits on {cell}{ways}"
    names: dict[str, list[str]] = {}
    for other in others:
        names.setdefault(_after(other.dead_end), []).append(other.piece)
    refuted = both([f"with {either(pieces)} {end}" for end, pieces in names.items()])
    return f"{placement}: on {cell}, {refuted}"


def _score_sentence(reason: Reason, placement: Placement) -> str:
    assert reason.score is not None
    if reason.matched == reason.edges:
        why = (
            f"fills the {len(placement.cells)}-cell island at {cell_name(placement.cells[0])} alone"
        )
    else:
        why = f"is the best move: {reason.matched} of its {reason.edges} edges are already there"
    return f"{placement} {why} (score {reason.score.total:g})"


def _after(end: DeadEnd | None) -> str:
    """Return what follows from a piece that is not the hinted one."""
    if end is None:
        return "there is no solution"
    if end.kind == "piece":
        return f"there is no place for {end.piece}"
    if end.kind == "cell":
        return f"nothing covers {cell_name(end.cells[0])}"
    return f"nothing fills the {len(end.cells)}-cell island at {cell_name(end.cells[0])}"


def _other_sentence(reason: Reason, remove: Sequence[Placement]) -> str:
    """Return what a hint without a move says, in the solver's words."""
    if reason.kind is ReasonKind.SOLVED:
        return f"{reason.why}: solved"
    if reason.kind is ReasonKind.HOPELESS:
        why = f": {reason.why}" if reason.why else ", whatever is placed"
        return f"the pattern has no solution{why}"
    if reason.kind is ReasonKind.UNKNOWN:
        return f"it is not known whether a solution contains this board: {reason.why}"
    off = f"{', '.join(map(str, remove))} must come off" if remove else "some piece must come off"
    return f"no solution contains this board: {off}"
