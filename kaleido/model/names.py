"""Names for people: cells as drawings label them (D3), pieces by a name with its letter."""

import re
import string
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from types import MappingProxyType

from kaleido.base.errors import PatternError, PieceError
from kaleido.base.text import either, plain, quote, similar
from kaleido.base.words import say
from kaleido.model.board import HOLE, Board
from kaleido.model.grid import Cell
from kaleido.model.piece import Piece
from kaleido.model.piece_set import CLASSIC, PieceSet, is_classic, piece_letters

_NAME = re.compile(r"([A-Za-z]{1,2})([1-9]\d{0,3})")
_MOST = 10_000
_SHORT = 2  # the most characters of a name that needs no letter


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


def without_cells(board: Board, names: Iterable[str]) -> Board:
    """Return a board with holes instead of some cells, given by their names.

    PatternError quotes a name of which the board has no cell.

    Examples
    --------
    >>> without_cells(Board.parse("2x3"), ["A2", "b3"]).text
    'o.o/oo.'
    """
    letters, width = list(board.text), len(board.rows[0])
    places = [place for place, letter in enumerate(letters) if letter != "/"]
    for name in names:
        row, col = parse_cell(name) or (0, width)
        number = row * width + col
        if col >= width or number >= len(places) or board.rows[row][col] == HOLE:
            last = cell_name((len(board.rows) - 1, width - 1))
            raise PatternError(f"{quote(name)}: expected a cell of the board, A1 to {last}")
        letters[places[number]] = HOLE
    values = {each.name: getattr(board, each.name) for each in fields(Board)}
    return Board(**{**values, "text": "".join(letters)})


def is_short(name: str) -> bool:
    """Return whether a name is short enough for a cell, so that its piece needs no letter."""
    return len(name) <= _SHORT


def label_letter(pieces: PieceSet, name: str) -> str:
    """Return the letter that people read after the name of a piece.

    It is empty for a name of at most two characters, which is as short, and for a piece without a
    letter.
    """
    return "" if is_short(name) else piece_letters(pieces).get(name, "")


def short_label(pieces: PieceSet, name: str) -> str:
    """Return a name of at most two characters, for a cell: the piece's letter if it is longer."""
    return label_letter(pieces, name) or name[:_SHORT]


def piece_labels(pieces: PieceSet) -> Mapping[str, str]:
    """Return the name by which people read of each piece of a set, by the piece's own name.

    It is the name with its letter, big wand (W), or the name alone if that is as short: P.

    Examples
    --------
    >>> piece_labels(CLASSIC)["l4-right-x"]
    'black-footed L (l)'
    """
    return _labels(pieces)


def piece_label(piece: Piece) -> str:
    """Return the name by which people read of a piece without its set, as `piece_labels` does.

    Only the classic pieces have a letter then.
    """
    return _labels(CLASSIC)[piece.name] if is_classic([piece]) else plain(piece.name)


def player_name(pieces: PieceSet, name: str) -> str:
    """Return the label of a piece in a sentence: the big wand (W); of other sets, the piece P."""
    label = _labels(pieces)[name]
    return label if is_classic(pieces) else say("pieces.piece", name=label)


def meant_pieces(pieces: PieceSet, text: str) -> str:
    """Return the pieces whose names are close to an unknown one; otherwise all of them."""
    labels = piece_labels(pieces)
    names = {words.lower(): name for name, words in _bare_names(pieces).items()}
    names |= {name.lower(): name for name in labels}
    if close := similar(text, names, 2):
        return f"did you mean {either(dict.fromkeys(labels[names[each]] for each in close))}?"
    return f"expected {either(labels.values())}"


def chosen_pieces(pieces: PieceSet, texts: Iterable[str]) -> PieceSet:
    """Return the set of some of the pieces, each given as `find_piece` reads it.

    Letters may be given as one text. One with a minus before it is taken from those before it or,
    if it is the first, from all. PieceError says that a piece is unknown, not there or chosen more
    often than there are copies.
    """
    chosen = Counter[str]()
    for place, text in enumerate(texts):
        is_taken = text.startswith("-") and find_piece(pieces, text) is None
        word = text[is_taken:]
        names = Counter(piece.name for piece in pieces if piece.choice == word != "")
        names = names or Counter(filter(None, [find_piece(pieces, word)]))
        if not names and {*word} <= {*piece_letters(pieces).values()}:  # letters without commas
            names = Counter(filter(None, [find_piece(pieces, each) for each in word]))
        if is_taken and not place:
            chosen.update(dict(zip((each.name for each in pieces), pieces.counts, strict=True)))
        if not names:
            raise PieceError(f"unknown piece {quote(word)}: {meant_pieces(pieces, word)}")
        if is_taken and not names <= chosen:
            raise PieceError(f"{quote(text)}: that piece is not among those that are used")
        chosen = chosen - names if is_taken else chosen + names
    return pieces.chosen(chosen.elements())


def find_piece(pieces: PieceSet, text: str) -> str | None:
    """Return the name of the piece that a text means; None if there is none.

    The text is its letter, its own name, or its name for people, with or without the letter.
    """
    names = [piece.name for piece in pieces]
    if text in names:
        return text
    words = " ".join(text.split())
    labels, bare = piece_labels(pieces), _bare_names(pieces)
    every = (labels, bare, {name: say("pieces.piece", name=bare[name]) for name in names})
    called = {words: name for each in every for name, words in each.items()}
    by_letter = {letter: name for name, letter in reversed([*piece_letters(pieces).items()])}
    # Two pieces may differ in the case of their letters alone.
    lower = {words.lower(): name for words, name in called.items()}
    return by_letter.get(text) or called.get(words) or lower.get(words.lower())


@lru_cache(maxsize=64)
def _labels(pieces: PieceSet) -> Mapping[str, str]:
    labels = {}
    for name, bare in _bare_names(pieces).items():
        letter = label_letter(pieces, name)
        is_told = not letter or letter == bare
        labels[name] = bare if is_told else say("pieces.lettered", name=bare, letter=letter)
    return MappingProxyType(labels)


def _bare_names(pieces: PieceSet) -> dict[str, str]:
    """Return the names for people without their letters."""
    are_classic = is_classic(pieces)
    names = [piece.name for piece in pieces]
    return {name: say(f"classic.{name}") if are_classic else plain(name) for name in names}
