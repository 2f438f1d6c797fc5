"""A conflict: some cells that no choice of pieces covers together."""

from __future__ import annotations

from kaleido.hints.fitting import Fitting
from kaleido.model.cause import Cause
from kaleido.model.grid import bits
from kaleido.search.state import State

MOST_WORK = 1 << 21  # the most nodes of all refutations, times the placements of the problem
MOST_CELLS = 12  # of a conflict that a player can check

Item = tuple[bool, int]  # whether it is a cell, and the number of the cell or the piece


class _Refuter:
    """Refutes that some items can be covered, within a number of nodes for all questions."""

    def __init__(self, fitting: Fitting, nodes: int) -> None:
        self._compatible = fitting.problem.compatible
        self._fits = fitting.options
        self._nodes = nodes

    def refute(self, items: dict[Item, int], most: int | None = None) -> set[Item] | None:
        """Return the items on which a refutation branches; None without one within the nodes."""
        end = 0 if most is None else max(0, self._nodes - most)
        return self._branch(items, self._fits, end)

    def _branch(self, items: dict[Item, int], live: int, end: int) -> set[Item] | None:
        if not items or self._nodes <= end:
            return None
        self._nodes -= 1
        scarcest = min(items, key=lambda item: (items[item] & live).bit_count())
        used = {scarcest}
        for move in bits(items[scarcest] & live):
            left = {item: options for item, options in items.items() if not options >> move & 1}
            found = self._branch(left, live & self._compatible[move], end)
            if found is None:
                return None
            used |= found
        return used


def find_conflict(state: State) -> Cause | None:
    """Return the cause that some cells cannot be covered together; None if none was found.

    A search that branches on the scarcest item refutes a board by the items on which it branched.
    Then each of these is left out in turn, and stays out if the others are still refuted. Colours
    left are not counted, so that a player sees why: only placements that exclude each other are.

    Parameters
    ----------
    state : State
        A board that cannot be completed.

    References
    ----------
    R. R. Bakker et al., "Diagnosing and solving over-determined constraint satisfaction problems",
    IJCAI 1993 (constraints left out in turn).

    Examples
    --------
    >>> from kaleido import Puzzle
    >>> rows = "rxxxrxrx/xrxrxrxr/rxrxxxrx/rrrrxrxr/xrxrxrrx/xxxxxrxr/rrxrrxrx/rxxxrrxr"
    >>> print(find_conflict(Puzzle(rows).state))
    the pieces never cover these 3 cells together: A3, C5, F3
    """
    problem, fitting = state.problem, Fitting(state)
    items = {(True, cell): problem.cell_options[cell] for cell in bits(fitting.to_cover)}
    items |= {(False, piece): problem.piece_options[piece] for piece in fitting.single}
    nodes = MOST_WORK // max(1, len(problem))
    refuter = _Refuter(fitting, nodes)
    kept = refuter.refute(items, nodes // 2)
    for item in sorted(kept or ()):
        if kept is not None and item in kept:
            fewer = {each: items[each] for each in kept if each != item}
            kept = refuter.refute(fewer, nodes // 8) or kept
    if kept is None:
        return None
    cells = [list(divmod(number, problem.grid.cols)) for is_cell, number in sorted(kept) if is_cell]
    pieces = [problem.pieces.pieces[number].name for is_cell, number in sorted(kept) if not is_cell]
    if len(cells) > MOST_CELLS:
        return None
    return Cause("conflict", {"cells": cells, "pieces": pieces}, problem.pieces)


def sharpen(reason: Cause | None, state: State) -> Cause | None:
    """Return a conflict in place of a reason that names nothing to look at, if one is found."""
    is_vague = reason is None or reason.kind == "searched" or reason.kind.startswith("clash")
    return (find_conflict(state) or reason) if is_vague else reason
