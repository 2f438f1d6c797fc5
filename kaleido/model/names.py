"""Names for players: cells as drawings label them (D3), pieces by a letter or a name."""

import re
import string
from collections.abc import Mapping
from types import MappingProxyType

from kaleido.base.words import say
from kaleido.model.grid import Cell
from kaleido.model.piece_set import CLASSIC, PieceSet

_NAME = re.compile(r"([A-Za-z]{1,2})([1-9]\d{0,3})")
_MOST = 10_000


def row_name(row: int) -> str:
    """Return the label of a row: A to Z, then AA, AB and so on."""
    before, last = divmod(row, len(string.ascii_uppercase))
    return (row_name(before - 1) if before else "") + chr(ord("A") + last)


def cell_name(cell: Cell) -> str:
    """Return the name of a cell; one that no board has keeps its numbers.

    Examples
    --------
    >>> cell_name((3, 2)), cell_name((30, 11)), cell_name((-1, 0))
    ('D3', 'AE12', '(-1, 0)')
    """
    row, col = cell
    return f"{row_name(row)}{col + 1}" if 0 <= row < _MOST and 0 <= col < _MOST else str((row, col))


def parse_cell(text: str) -> Cell | None:
    """Return the cell with a name, in letters of either case; None if it is not such a name."""
    found = _NAME.fullmatch(text)
    if not found or not text.isascii():
        return None
    row = 0
    for letter in found[1].upper():
        row = row * len(string.ascii_uppercase) + ord(letter) - ord("A") + 1
    return row - 1, int(found[2]) - 1


CLASSIC_LETTERS: Mapping[str, str] = MappingProxyType(
    dict(zip((piece.name for piece in CLASSIC), "WwJjLlTtZSOIiVvDMm", strict=True))
)
"""The letters of the classic pieces; a capital is for the redder or larger one."""


def piece_letters(pieces: PieceSet) -> dict[str, str]:
    """Return the letter of each piece of a set by the piece's name.

    The classic pieces have letters of their own. A name of one character is the letter of its
    piece; the others get the capital letters, digits and small letters that are left, in order.
    Pieces beyond these have none.
    """
    names = [piece.name for piece in pieces]
    if _is_classic(pieces):
        return {name: CLASSIC_LETTERS[name] for name in names}
    own = {name: name for name in names if len(name) == 1 and name not in "./"}
    pool = string.ascii_uppercase + string.digits + string.ascii_lowercase
    spare = iter([letter for letter in pool if letter not in own])
    letters = ((name, own.get(name) or next(spare, "")) for name in names)
    return {name: letter for name, letter in letters if letter}


def player_name(pieces: PieceSet, name: str) -> str:
    """Return the players' name of a piece: the big wand; for other sets, the piece P."""
    return say(f"classic.{name}") if _is_classic(pieces) else say("pieces.piece", name=name)


def find_piece(pieces: PieceSet, text: str) -> str | None:
    """Return the name of the piece that a letter, a player's name or its own name stands for."""
    names = [piece.name for piece in pieces]
    if text in names:
        return text
    words = " ".join(text.split())
    called = {player_name(pieces, name): name for name in names}
    by_letter = {letter: name for name, letter in piece_letters(pieces).items()}
    # Two pieces may differ in the case of their letters alone.
    lower = {words.lower(): name for words, name in called.items()}
    return by_letter.get(text) or called.get(words) or lower.get(words.lower())


def _is_classic(pieces: PieceSet) -> bool:
    """Return whether the pieces are some of the classic ones."""
    return all(piece.name in CLASSIC_LETTERS and piece == CLASSIC[piece.name] for piece in pieces)
