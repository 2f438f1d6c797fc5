"""The verifier: whether placements solve a pattern, judged apart from the search.

It shares nothing with the search but the drawings of the pieces: it counts cells, colours and
pieces itself and turns the drawings itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kaleido.model.board import HOLE, PLAIN, Board
from kaleido.model.classic import CLASSIC
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.text import quote


def find_faults(
    board: Board, placements: Iterable[Placement], pieces: PieceSet = CLASSIC
) -> list[str]:
    """Name everything that keeps placements from being a solution of a pattern.

    Parameters
    ----------
    board : Board
        A `Pattern`, say.
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
    rows = board.rows
    drawings = {
        (piece.name, face.name): str(face.drawing) for piece in pieces for face in piece.faces
    }
    faults = []

    used = Counter(placement.piece for placement in placements)
    for piece, count in zip(pieces, pieces.counts, strict=True):
        if used[piece.name] < count and pieces.use == "all":
            missing = f" {count - used[piece.name]} times" if count > 1 else ""
            faults.append(f"{piece.name} is missing{missing}")
        elif used[piece.name] > count:
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
            if not (0 <= row < len(rows) and 0 <= col < len(rows[row])) or rows[row][col] == HOLE
        ]
        if outside:
            faults.append(f"{label} lies off the board at {outside[0]}")
            continue
        for cell in placement.cells:
            if cell in covered:
                faults.append(f"{label} overlaps {covered[cell]} at {cell}")
            covered[cell] = label
        shown = {
            (row, col): PLAIN if pieces.is_plain else rows[row][col] for row, col in placement.cells
        }
        if len(shown) < len(placement.cells) or not _views(shown, board) & _turns(drawing):
            faults.append(
                f"{label} cannot show {_drawn(shown)!r}, the pattern's colours where it lies"
            )

    if pieces.is_plain and len(board.counts) > 1:
        faults += _misplaced(board, placements, {piece.name for piece in pieces})
    free = sum(letter != HOLE for row in rows for letter in row) - len(covered)
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


def _misplaced(board: Board, placements: list[Placement], names: set[str]) -> list[str]:
    """Name the pieces that the board shows in place and that do not lie there."""
    shown = {
        (row, col): letter
        for row, letters in enumerate(board.rows)
        for col, letter in enumerate(letters)
        if letter in names
    }
    lying = {(placement.piece, frozenset(placement.cells)) for placement in placements}
    faults = []
    while shown:
        first, letter = next(iter(shown.items()))
        part = [first]
        for row, col in part:
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                cell = board.grid.on_board(row + down, col + right)
                if cell is not None and shown.get(cell) == letter and cell not in part:
                    part.append(cell)
        if (letter, frozenset(part)) not in lying:
            faults.append(f"the board shows {letter} at {first}, where it does not lie")
        for cell in part:
            del shown[cell]
    return faults


def _views(shown: dict[tuple[int, int], str], board: Board) -> set[str]:
    """Draw coloured cells, seen from every start around the seams of a board that wraps."""
    rows, cols = len(board.rows), len(board.rows[0])
    downs = range(rows) if board.wrap in ("rows", "both") else (0,)
    rights = range(cols) if board.wrap in ("columns", "both") else (0,)
    return {
        _drawn(
            {
                ((row + down) % rows, (col + right) % cols): letter
                for (row, col), letter in shown.items()
            }
        )
        for down in downs
        for right in rights
    }


def _turns(drawing: str) -> set[str]:
    """Turn a drawing by no, one, two and three quarters."""
    turns = [drawing]
    for _ in range(3):
        columns = zip(*reversed(turns[-1].split("/")), strict=True)
        turns.append("/".join("".join(column) for column in columns))
    return set(turns)
