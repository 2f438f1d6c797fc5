"""A set of pieces, each used exactly once, read from its drawings as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kaleido.errors import PieceError, quote
from kaleido.piece import FACE_NAMES, Face, Orientation, Piece


@dataclass(frozen=True)
class PieceSet:
    """Pieces in a fixed order.

    Parameters
    ----------
    name : str
    pieces : tuple of Piece
        Their names are all different.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> len(CLASSIC), CLASSIC.size, CLASSIC["domino"].size
    (18, 64, 2)
    """

    name: str
    pieces: tuple[Piece, ...]

    def __post_init__(self) -> None:
        if len(self._by_name) < len(self.pieces):
            raise PieceError(f"the set {quote(self.name)} has two pieces of one name")

    @classmethod
    def parse(cls, name: str, text: str) -> PieceSet:
        """Read a piece a line: its name, the front and the back.

        Parameters
        ----------
        name : str
            What to call the set.
        text : str
            Blank lines, and what follows a ``#``, do not count. A face's rows go from top to
            bottom with ``/`` between them; ``.`` is no cell.

        Raises
        ------
        PieceError
            A line does not have these three words, or a drawing is not a face.
        """
        pieces = []
        for line in text.splitlines():
            words = line.partition("#")[0].split()
            if not words:
                continue
            if len(words) != 3:
                raise PieceError(f"{quote(line.strip())}: expected a name, a front and a back")
            front, back = (
                Face(face, Orientation.parse(drawing))
                for face, drawing in zip(FACE_NAMES, words[1:], strict=True)
            )
            pieces.append(Piece(words[0], front, back))
        return cls(name, tuple(pieces))

    @cached_property
    def _by_name(self) -> dict[str, Piece]:
        return {piece.name: piece for piece in self.pieces}

    @cached_property
    def size(self) -> int:
        """Number of cells of all pieces together."""
        return sum(piece.size for piece in self.pieces)

    def __hash__(self) -> int:
        # Hashing every drawing each time would cost more than what is looked up by it.
        return hash((self.name, len(self.pieces)))

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __getitem__(self, name: str) -> Piece:
        """Give the piece of that name.

        Raises
        ------
        PieceError
            There is none.
        """
        try:
            return self._by_name[name]
        except KeyError:
            raise PieceError(
                f"unknown piece {quote(name)}: expected one of {', '.join(self._by_name)}"
            ) from None
