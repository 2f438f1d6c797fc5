"""What players call the pieces: a letter for each, and a name."""

import string
from collections.abc import Mapping
from types import MappingProxyType

from kaleido.model.classic import CLASSIC
from kaleido.model.piece_set import PieceSet
from kaleido.words import say

CLASSIC_LETTERS: Mapping[str, str] = MappingProxyType(
    {
        "wand": "W",
        "small-wand": "w",
        "l4-left-r": "J",
        "l4-left-x": "j",
        "l4-right-r": "L",
        "l4-right-x": "l",
        "t-r": "T",
        "t-x": "t",
        "z-left": "Z",
        "z-right": "S",
        "square": "O",
        "line3-r": "I",
        "line3-x": "i",
        "l3-r": "V",
        "l3-x": "v",
        "domino": "D",
        "mono-r": "M",
        "mono-x": "m",
    }
)
"""The letters of the classic pieces; a capital stands for the redder or larger one."""

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
        return {piece.name: CLASSIC_LETTERS[piece.name] for piece in pieces}
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
    return say(f"classic.{name}") if _is_classic(pieces) else say("pieces.piece", name=name)


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
    return all(piece.name in CLASSIC_LETTERS and piece == CLASSIC[piece.name] for piece in pieces)
