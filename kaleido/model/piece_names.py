"""What players call the pieces: a letter for each, and a name."""

import string
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from kaleido.model.classic import CLASSIC
from kaleido.model.piece_set import PieceSet


class Called(NamedTuple):
    """What players call a piece."""

    letter: str
    name: str


CLASSIC_NAMES: Mapping[str, Called] = MappingProxyType(
    {
        "wand": Called("W", "big wand"),
        "small-wand": Called("w", "small wand"),
        "l4-left-r": Called("J", "red-footed J"),
        "l4-left-x": Called("j", "black-footed J"),
        "l4-right-r": Called("L", "red-footed L"),
        "l4-right-x": Called("l", "black-footed L"),
        "t-r": Called("T", "red T"),
        "t-x": Called("t", "black T"),
        "z-left": Called("Z", "Z"),
        "z-right": Called("S", "S"),
        "square": Called("O", "square"),
        "line3-r": Called("I", "red bar"),
        "line3-x": Called("i", "black bar"),
        "l3-r": Called("V", "red angle"),
        "l3-x": Called("v", "black angle"),
        "domino": Called("D", "domino"),
        "mono-r": Called("M", "red-black dot"),
        "mono-x": Called("m", "blue-black dot"),
    }
)
"""The letters and names of the classic pieces; a capital stands for the redder or larger one."""

_POOL = string.ascii_uppercase + string.digits + string.ascii_lowercase


def piece_letters(pieces: PieceSet) -> dict[str, str]:
    r"""Return the letter of each piece of a set by the piece's name.

    The classic pieces have letters of their own. A name of one character is the letter of its
    piece; the others get the capital letters, digits and small letters that are left, in order.
    Pieces beyond these have none.

    Examples
    --------
    >>> piece_letters(CLASSIC)["l4-left-x"]
    'j'
    >>> few = PieceSet.parse("few", "# sides: mirrored\nI3 ooo\nA oo/o.\nI2 oo")
    >>> piece_letters(few)
    {'I3': 'B', 'A': 'A', 'I2': 'C'}
    """
    if _is_classic(pieces):
        return {piece.name: CLASSIC_NAMES[piece.name].letter for piece in pieces}
    names = [piece.name for piece in pieces]
    own = {name: name for name in names if len(name) == 1 and name not in "./#"}
    spare = iter([letter for letter in _POOL if letter not in own])
    letters = ((name, own.get(name) or next(spare, "")) for name in names)
    return {name: letter for name, letter in letters if letter}


def player_name(pieces: PieceSet, name: str) -> str:
    """Return what players call a piece: the big wand; for other sets, the piece P.

    Examples
    --------
    >>> player_name(CLASSIC, "wand")
    'big wand'
    """
    return CLASSIC_NAMES[name].name if _is_classic(pieces) else f"piece {name}"


def find_piece(pieces: PieceSet, text: str) -> str | None:
    """Return the name of the piece that a letter, a player's name or its own name stands for.

    Examples
    --------
    >>> find_piece(CLASSIC, "T"), find_piece(CLASSIC, "Black T"), find_piece(CLASSIC, "t-x")
    ('t-r', 't-x', 't-x')
    """
    names = [piece.name for piece in pieces]
    if text in names:
        return text
    by_letter = {letter: name for name, letter in piece_letters(pieces).items()}
    if text in by_letter:
        return by_letter[text]
    called = {player_name(pieces, name).lower(): name for name in names}
    return called.get(" ".join(text.lower().split()))


def _is_classic(pieces: PieceSet) -> bool:
    """Return whether the pieces are some of the classic ones."""
    return all(piece.name in CLASSIC_NAMES and piece == CLASSIC[piece.name] for piece in pieces)
