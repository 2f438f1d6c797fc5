"""Hints: the next move with its reason, or the pieces that must come off."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kaleido.model.grid import bits
from kaleido.model.placement import Placement
from kaleido.search.engine import search
from kaleido.search.events import Place
from kaleido.search.position import place_all
from kaleido.search.problem import Problem
from kaleido.search.solved import first_solution
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.plus import PaperPlus
from kaleido.search.strategies.survey import Survey


@dataclass(frozen=True)
class Hint:
    """What to do next on a board.

    Attributes
    ----------
    sentence : str
        The advice and its reason, for a player.
    placement : Placement or None
        The move; None if the board is full or lost.
    remove : tuple of Placement
        The pieces that must come off a lost board.
    lost : bool
        Whether no solution contains the board.
    """

    sentence: str
    placement: Placement | None = None
    remove: tuple[Placement, ...] = ()
    lost: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the hint as plain values, in the form of ``kaleido hint --json``."""
        return {
            "hint": self.sentence,
            "lost": self.lost,
            "placement": None if self.placement is None else self.placement.as_dict(),
            "remove": [placement.as_dict() for placement in self.remove],
        }


def give_hint(problem: Problem, placed: Iterable[Placement] = ()) -> Hint:
    """Return the next move on a board with pieces placed by hand, and the reason for it.

    A forced move comes first: an island that one piece must fill, a piece with one placement left,
    or a cell that one placement covers. Otherwise it is the move with the best score, by the
    paper's method, that belongs to a solution. Every hinted move does.

    Raises
    ------
    PlacingError
        The pieces placed do not fit.

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> print(give_hint(Puzzle(named_pattern("car")).problem).sentence)
    l4-right-x front at (0, 0) fills the 4-cell island at (0, 0) alone (score 15.26)
    """
    placed = tuple(placed)
    state = place_all(problem, placed)
    if state.solved:
        done = "every piece is placed" if problem.pieces.use == "all" else "the board is full"
        return Hint(f"{done}: solved")
    known = first_solution(state.problem, Constrained(), start=state)
    if known is None:
        return _lost(problem, placed)
    return _forced(state) or _best(state, known)


def _solvable(state: State) -> bool:
    return first_solution(state.problem, Constrained(), start=state) is not None


def _lost(problem: Problem, placed: Sequence[Placement]) -> Hint:
    """Return the hint to remove the last piece whose removal helps, or the last ones."""
    for wrong in reversed(placed):
        others = [each for each in placed if each != wrong]
        if _solvable(place_all(problem, others)):
            return _off((wrong,))
    for keep in range(len(placed) - 2, -1, -1):
        if _solvable(place_all(problem, placed[:keep])):
            return _off(tuple(placed[keep:]))
    return Hint("the pattern has no solution, whatever is placed", lost=True)


def _off(wrong: tuple[Placement, ...]) -> Hint:
    names = ", ".join(map(str, wrong))
    return Hint(f"no solution contains this board: {names} must come off", None, wrong, lost=True)


def _forced(state: State) -> Hint | None:
    problem = state.problem
    lonely = {
        options.bit_length() - 1
        for options in (state.live & item for item in state.items)
        if options.bit_count() == 1
    }
    if not lonely:
        return None
    for island in Survey(state).islands:
        for number in sorted(lonely):
            if problem.masks[number] == island.mask:
                lying = problem.placement(number)
                what = f"the {island.size}-cell island at {lying.cells[0]}"
                return Hint(f"{what} can only be {lying.piece}", lying)
    needed = state.pieces_left if problem.pieces.use == "all" and not problem.pieces.copies else ()
    for piece in needed:
        options = state.live & problem.piece_options[piece]
        if options.bit_count() == 1:
            placement = problem.placement(options.bit_length() - 1)
            where = placement.cells[0]
            return Hint(f"{placement.piece} has one placement left, at {where}", placement)
    for bit in bits(state.free):
        options = state.live & problem.cell_options[bit]
        if options.bit_count() == 1:
            placement = problem.placement(options.bit_length() - 1)
            cell = divmod(bit, problem.grid.cols)
            return Hint(f"only {placement.piece} can still cover {cell}", placement)
    return None


def _best(state: State, known: State) -> Hint:
    problem = state.problem
    first = next(search(problem, PaperPlus(), start=state))
    assert isinstance(first, Place)  # a state that leads to a solution has a move
    fork = first.fork
    right = set(known.path)
    for rank, number in enumerate(fork.moves):
        if number in right or _solvable(state.place(number)):
            placement, score = problem.placement(number), fork.score(rank)
            edges = problem.borders[number].bit_count()
            if score.matched == edges:
                why = f"fills the {len(placement.cells)}-cell island at {placement.cells[0]} alone"
            else:
                why = f"is the best move: {score.matched} of its {edges} edges are already there"
            return Hint(f"{placement} {why} (score {score.total:g})", placement)
    number = known.path[state.depth]
    placement = problem.placement(number)
    return Hint(f"{placement} leads to a solution", placement)
