"""Random puzzles of any shape with a solution, made without the search.

Pieces are laid at random on a rectangle, a tube or a torus; the cells that they cover are the
board.
"""

import random
from typing import NamedTuple

from kaleido import Board, PieceSet, Placement
from kaleido.library.piece_sets import named_set

SETS = ("classic", "dominoes", "kanoodle", "katamino", "pentominoes-one-sided", "orders-1-4")
WRAPS = ("", "columns", "rows", "both")


class AnyPuzzle(NamedTuple):
    """A puzzle as a question to the server names it, and a solution without the givens."""

    question: dict[str, str]
    board: Board
    pieces: PieceSet
    placements: tuple[Placement, ...]


def any_puzzle(seed: int) -> AnyPuzzle:
    """Make the puzzle of that number."""
    dice = random.Random(f"any puzzle {seed}")
    while True:
        name, wrap = SETS[seed % len(SETS)], WRAPS[seed // len(SETS) % len(WRAPS)]
        rows, cols = dice.randint(2, 9), dice.randint(2, 13)
        laid = _lay(dice, name, rows, cols, wrap)
        letters = {cell: letter for _, letters in laid for cell, letter in letters.items()}
        if laid and _is_sound(letters, rows, cols, wrap):
            break
    pieces = named_set(name).chosen(placement.piece for placement, _ in laid)
    placements = [placement for placement, _ in laid]
    if pieces.is_plain and len(laid) > 1:
        # Some of the pieces are givens, unless another one of that name would touch them.
        for placement in dice.sample(placements, len(placements) // 3):
            others = [each for each in placements if each.piece == placement.piece]
            if len(placement.piece) == 1 and placement.piece.isupper() and len(others) == 1:
                letters |= dict.fromkeys(placement.cells, placement.piece)
                placements.remove(placement)
    text = "/".join(
        "".join(letters.get((row, col), ".") for col in range(cols)) for row in range(rows)
    )
    question = {"pattern": text, "pieces": name, "wrap": wrap}
    question["use"] = ",".join(placement.piece for placement, _ in laid)
    return AnyPuzzle(question, Board(text, wrap=wrap), pieces, tuple(placements))


def _lay(
    dice: random.Random, name: str, rows: int, cols: int, wrap: str
) -> list[tuple[Placement, dict[tuple[int, int], str]]]:
    """Lay pieces of a set at random; return them with the letters that they show."""
    pieces = named_set(name)
    wraps_rows, wraps_cols = wrap in ("rows", "both"), wrap in ("columns", "both")
    left = {piece.name: count for piece, count in zip(pieces, pieces.counts, strict=True)}
    covered: set[tuple[int, int]] = set()
    laid = []
    for _ in range(120):
        piece = pieces[dice.choice([piece.name for piece in pieces])]
        face = dice.choice(piece.faces)
        shape = dice.choice(face.orientations)
        if shape.height > rows or shape.width > cols:
            continue
        top, leftmost = dice.randrange(rows), dice.randrange(cols)
        letters = {}
        for (row, col), letter in shape.coloured():
            row, col = row + top, col + leftmost
            letters[row % rows if wraps_rows else row, col % cols if wraps_cols else col] = letter
        is_inside = all(row < rows and col < cols for row, col in letters)
        if (
            is_inside
            and left[piece.name]
            and not covered & set(letters)
            and (len(letters) == piece.size)
        ):
            left[piece.name] -= 1
            covered |= set(letters)
            laid.append((Placement(piece.name, face.name, tuple(sorted(letters))), letters))
    return laid


def _is_sound(letters: dict[tuple[int, int], str], rows: int, cols: int, wrap: str) -> bool:
    """Whether a board that wraps around has a cell in each of the lines that it joins."""
    if wrap in ("rows", "both") and len({row for row, _ in letters}) < rows:
        return False
    return not (wrap in ("columns", "both") and len({col for _, col in letters}) < cols)
