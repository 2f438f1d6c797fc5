"""The pieces that are left, in small: two columns of the terminal for each cell."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from kaleido.draw.look import SHADES, Shade
from kaleido.lattices.lattice import Place
from kaleido.model.piece import Piece

_GAP = 2  # columns between pieces


class TrayPiece(NamedTuple):
    """A piece of the tray: its label, whether it is in the hand, and its shade if it is plain."""

    piece: Piece
    label: str
    is_held: bool
    shade: Shade

    @property
    def lines(self) -> list[Text]:
        """The label and below it the piece as it is drawn; one column for each triangle."""
        drawing, lattice = self.piece.front.drawing, self.piece.lattice
        cells: dict[tuple[int, int], Shade] = {}

        def at(place: Place) -> tuple[int, int]:
            left = min(right for _, right in lattice.corners(*place[-2:]))
            # Layers stand side by side.
            layer = place[0] if len(place) > 2 else 0
            return place[-2], round(2 * (left + layer * (drawing.width + 1)))

        for place, letter in zip(drawing.places, drawing.colours, strict=True):
            cells[at(place)] = self.shade if self.piece.is_plain else SHADES[letter]
        start = min(col for _, col in cells)
        lines = [Text() for _ in range(1 + max(row for row, _ in cells))]
        for (row, col), shade in sorted(cells.items()):
            line, room = lines[row], 1 if (row, col + 1) in cells else 2
            line.append(" " * (col - start - len(line)))
            line.append(f"{shade.letter:{room}}"[:room], f"{shade.ink} on {shade.fill}")
        return [Text(self.label, "reverse" if self.is_held else "bold"), *lines]


def draw_tray(pieces: Iterable[TrayPiece], width: int) -> Text:
    """Return pieces side by side, as many in a row as there is room for in some columns."""
    rows: list[list[list[Text]]] = [[]]
    for lines in (each.lines for each in pieces):
        if rows[-1] and sum(map(_width, rows[-1])) + _width(lines) > width:
            rows.append([])
        rows[-1].append(lines)
    return Text("\n", no_wrap=True).join(line for row in rows for line in _beside(row))


def _width(lines: Sequence[Text]) -> int:
    return max(map(len, lines)) + _GAP


def _beside(row: Sequence[Sequence[Text]]) -> Iterator[Text]:
    """Yield the lines of drawings beside each other, and an empty one below them."""
    for number in range(max(map(len, row), default=0)):
        joined = Text(no_wrap=True)
        for lines in row:
            line = lines[number] if number < len(lines) else Text()
            joined.append_text(line).append(" " * (_width(lines) - len(line)))
        yield joined
    yield Text()
