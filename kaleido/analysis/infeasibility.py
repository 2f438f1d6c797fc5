"""Why a board has no solution: the simplest reason that is known before any search."""

from collections import Counter

from kaleido.analysis.colour_argument import ColourArgument
from kaleido.model.board import PLAIN
from kaleido.model.cause import Cause
from kaleido.model.grid import bits
from kaleido.model.piece import Piece
from kaleido.search.budget import LETTERS, budget_of, face_sums, named_counts
from kaleido.search.state import State
from kaleido.search.supports import Supports


def find_reason(state: State) -> Cause | None:
    """Return why a board cannot be completed, if that is clear without a search.

    The first of these reasons is given: the colour counts, a piece without a placement, a cell
    that no placement covers, an island that no pieces add up to, a colouring whose counts no pieces
    add up to, forced moves that exclude each other.

    Examples
    --------
    >>> from kaleido import Pattern, Puzzle
    >>> print(find_reason(State.empty(Puzzle(Pattern("/".join(["rxrxrxrr"] * 8))).problem)))
    the pieces cannot make 24 black, 40 red; the nearest they can is 32 black, 32 red
    """
    problem = state.problem
    if not state.path:
        fault = budget_of(problem.placeable).explain(problem.counts)
        if fault:
            return fault
    elif not problem.affordable[state.budget] and state.items:
        return Cause("free" if problem.pieces.is_plain else "left")
    pieces = problem.placeable.pieces
    for number in state.pieces_needed:
        if number < len(problem.pieces) and not state.live & problem.piece_options[number]:
            return Cause("piece", {"piece": pieces[number].name}, problem.pieces)
    for cell in bits(state.free):
        if not state.live & problem.cell_options[cell]:
            return Cause("cell", {"cell": list(divmod(cell, problem.grid.cols))})
    short = _short_island(state, [pieces[number] for number in state.pieces_left])
    if short:
        return short
    argument = find_argument(state)
    if argument:
        return argument.cause
    if state.scarcest and Supports(problem, few=1).narrowed(state).dead:
        return Cause("clash")
    return None


def find_argument(state: State) -> ColourArgument | None:
    """Return an argument by colouring that a board cannot be completed, if one is known."""
    problem = state.problem
    found = problem.refute(state.free, state.pieces_left)
    return ColourArgument(found, problem.pattern, problem.pieces) if found else None


def _short_island(state: State, left: list[Piece]) -> Cause | None:
    """Return the cause that there is an island that no pieces left add up to, colour by colour."""
    problem = state.problem
    letters = "".join(problem.pattern.rows)
    for island in problem.grid.islands(state.edges, state.free):
        counts = Counter(PLAIN if problem.pieces.is_plain else letters[at] for at in bits(island))
        wanted = tuple(counts[letter] for letter in LETTERS)
        if wanted not in face_sums(left, spares=True, within=wanted):
            first = next(problem.grid.cells(island))
            return Cause("island", {"island": named_counts(wanted), "cell": list(first)})
    return None
