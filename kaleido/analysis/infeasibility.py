"""Why a board has no solution: the simplest reason that is known before any search."""

from collections import Counter

from kaleido.analysis.colour_argument import ColourArgument
from kaleido.model.board import PLAIN
from kaleido.model.cell_names import cell_name
from kaleido.model.grid import bits
from kaleido.model.piece import Piece
from kaleido.search.budget import LETTERS, budget_of, face_sums, name_counts, named_counts
from kaleido.search.state import State
from kaleido.search.supports import Supports
from kaleido.text import Cause


def find_reason(state: State) -> str:
    """Return why a board cannot be completed, if that is clear without a search, else "".

    The first of these reasons is given: the colour counts, a piece without a placement, a cell
    that no placement covers, an island that no pieces add up to, a colouring whose counts no pieces
    add up to, forced moves that exclude each other. It is a `kaleido.text.Cause`.

    Examples
    --------
    >>> from kaleido import Pattern, Puzzle
    >>> find_reason(State.empty(Puzzle(Pattern("/".join(["rxrxrxrr"] * 8))).problem))
    'no choice of faces gives 24 x, 40 r; the nearest is 32 x, 32 r'
    """
    problem = state.problem
    if not state.path:
        fault = budget_of(problem.placeable).explain(problem.counts)
        if fault:
            return fault
    elif not problem.affordable[state.budget] and state.items:
        if problem.pieces.is_plain:
            return Cause("no choice of the pieces left has as many cells as are free", "free")
        return Cause("no choice of faces of the pieces left gives the colours left", "left")
    pieces = problem.placeable.pieces
    for number in state.pieces_needed:
        if number < len(problem.pieces) and not state.live & problem.piece_options[number]:
            name = pieces[number].name
            return Cause(f"{name} has no placement left", "piece", piece=name)
    for cell in bits(state.free):
        if not state.live & problem.cell_options[cell]:
            where = divmod(cell, problem.grid.cols)
            return Cause(
                f"no placement left covers cell {cell_name(where)}", "cell", cell=list(where)
            )
    short = _short_island(state, [pieces[number] for number in state.pieces_left])
    if short:
        return short
    argument = find_argument(state)
    if argument:
        return argument.cause
    if state.scarcest and Supports(problem, few=1).narrowed(state).dead:
        return Cause("the only placements that some cells and pieces have left clash", "clash")
    return ""


def find_argument(state: State) -> ColourArgument | None:
    """Return an argument by colouring that a board cannot be completed, if one is known."""
    problem = state.problem
    found = problem.refute(state.free, state.pieces_left)
    return ColourArgument(found, problem.pattern, problem.pieces) if found else None


def _short_island(state: State, left: list[Piece]) -> str:
    """Return a message about an island that no pieces left add up to, colour by colour."""
    problem = state.problem
    letters = "".join(problem.pattern.rows)
    for island in problem.grid.islands(state.edges, state.free):
        counts = Counter(PLAIN if problem.pieces.is_plain else letters[at] for at in bits(island))
        wanted = tuple(counts[letter] for letter in LETTERS)
        if wanted not in face_sums(left, spares=True, within=wanted):
            first = next(problem.grid.cells(island))
            size, where = name_counts(wanted), cell_name(first)
            return Cause(
                f"no pieces left add up to the island of {size} at {where}",
                "island",
                island=named_counts(wanted),
                cell=list(first),
            )
    return ""
