"""The verifier: whether placements solve a pattern, judged apart from the search.

It shares nothing with the search but the drawings of the pieces: it counts cells, colours and
pieces itself and turns the drawings itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kaleido.classic import CLASSIC
from kaleido.errors import quote
from kaleido.pattern import Pattern
from kaleido.pieceset import PieceSet
from kaleido.placement import Placement


def find_faults(
    pattern: Pattern, placements: Iterable[Placement], pieces: PieceSet = CLASSIC
) -> list[str]:
    """Name everything that keeps placements from being a solution of a pattern.

    Parameters
    ----------
    pattern : Pattern
    placements : iterable of Placement
        Taken as they are; nothing about them is believed.
    pieces : PieceSet, optional

    Returns
    -------
    list of str
        A line per fault; none for a solution.

    Examples
    --------
    >>> from kaleido import named_pattern, solve
    >>> car = named_pattern("car")
    >>> placed = solve(car).solution.placements
    >>> find_faults(car, placed)
    []
    >>> find_faults(car, placed[1:])[0].endswith("is missing")
    True
    """
    placements = list(placements)
    rows = pattern.rows
    drawings = {
        (piece.name, face.name): str(face.drawing) for piece in pieces for face in piece.faces
    }
    faults = []

    used = Counter(placement.piece for placement in placements)
    for piece in pieces:
        if not used[piece.name]:
            faults.append(f"{piece.name} is missing")
        elif used[piece.name] > 1:
            faults.append(f"{piece.name} is placed {used[piece.name]} times")

    covered: dict[tuple[int, int], str] = {}
    for placement in placements:
        label = f"{placement.piece} {placement.face}"
        drawing = drawings.get((placement.piece, placement.face))
        if drawing is None:
            faults.append(f"there is no face {quote(label)}")
            continue
        outside = [
            (row, col)
            for row, col in placement.cells
            if not (0 <= row < len(rows) and 0 <= col < len(rows[row]))
        ]
        if outside:
            faults.append(f"{label} lies off the board at {outside[0]}")
            continue
        for cell in placement.cells:
            if cell in covered:
                faults.append(f"{label} overlaps {covered[cell]} at {cell}")
            covered[cell] = label
        shown = {(row, col): rows[row][col] for row, col in placement.cells}
        if len(shown) < len(placement.cells) or _drawn(shown) not in _turns(drawing):
            faults.append(
                f"{label} cannot show {_drawn(shown)!r}, the pattern's colours where it lies"
            )

    free = sum(map(len, rows)) - len(covered)
    if free:
        faults.append(f"{free} cells are not covered")
    return faults


def _drawn(shown: dict[tuple[int, int], str]) -> str:
    """Draw coloured cells in the least rectangle around them."""
    rows = [row for row, _ in shown] or [0]
    cols = [col for _, col in shown] or [0]
    return "/".join(
        "".join(shown.get((row, col), ".") for col in range(min(cols), max(cols) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def _turns(drawing: str) -> list[str]:
    """Turn a drawing by no, one, two and three quarters."""
    turns = [drawing]
    for _ in range(3):
        columns = zip(*reversed(turns[-1].split("/")), strict=True)
        turns.append("/".join("".join(column) for column in columns))
    return turns
