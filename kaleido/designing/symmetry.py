"""Symmetries of a pattern: of the square, with or without an exchange of colours."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError, PatternError
from kaleido.base.text import quote, unknown
from kaleido.designing.sketch import Sketch
from kaleido.model.pattern import COLOURS, COLS, ROWS
from kaleido.model.square_grid import SquareSymmetry
from kaleido.model.symmetry import Permutation

NAMES = {
    str(each): each
    for each in SquareSymmetry
    if each not in (SquareSymmetry.IDENTITY, SquareSymmetry.BACK_TURN)
}
"""The symmetries of the square, by name, without the identity and the second quarter turn."""


@checked_arguments
@dataclass(frozen=True)
class Symmetry:
    """A symmetry of the square that maps a pattern to itself, exchanging colours or not.

    Its name is mirror (left to right), flip (top to bottom), diagonal, antidiagonal, half-turn or
    turn; the pairs of colours that it exchanges are like ``("xr",)``. Raises `OptionError` if there
    is no such symmetry or pair.

    Examples
    --------
    >>> Symmetry.parse("half-turn:xr")
    Symmetry(name='half-turn', swaps=('xr',))
    """

    name: str
    swaps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.name not in NAMES:
            raise OptionError(unknown("symmetry", self.name, NAMES))
        letters, swaps = "".join(self.swaps), quote(",".join(self.swaps))
        if any(len(pair) != 2 for pair in self.swaps) or not set(letters) <= set(COLOURS):
            raise OptionError(
                f"unknown exchange of colours {swaps}: expected pairs of x r y b such as xr or "
                "xr,yb"
            )
        if len(set(letters)) < len(letters):
            raise OptionError(f"the exchange of colours {swaps} has a colour twice")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a symmetry: its name and, when it exchanges colours, ``:`` and the pairs."""
        name, colon, pairs = text.strip().lower().partition(":")
        return cls(name, tuple(pair.strip() for pair in pairs.split(",")) if colon else ())

    @property
    def permutation(self) -> Permutation:
        """The permutation of cells and colours that the symmetry makes."""
        swapped = {letter: letter for letter in COLOURS}
        for pair in self.swaps:
            swapped |= dict(zip(pair, reversed(pair), strict=True))
        return Permutation(NAMES[self.name].permutation(ROWS, COLS), swapped)


Symmetries = Iterable[Symmetry | str] | Symmetry | str
"""Symmetries, or texts that `Symmetry.parse` reads; or a single one."""


def narrow(sketch: Sketch, group: Iterable[Permutation]) -> Sketch:
    """Return a sketch with only the colours whose images the images of the cell may have.

    Raises `PatternError` if no colour is left to a cell.

    >>> sketch = Sketch.parse("r???????/" + "????????/" * 6 + "????????")
    >>> print(narrow(sketch, [Symmetry("half-turn").permutation]).text)
    r???????/????????/????????/????????/????????/????????/????????/???????r
    """
    cells = [set(cell) for cell in sketch.cells]
    for permutation in group:
        for place, letters in enumerate(sketch.cells):
            there = sketch.cells[permutation.cells[place]]
            cells[place] &= {letter for letter in letters if permutation.letters[letter] in there}
    for place, left in enumerate(cells):
        if not left:
            row, col = divmod(place, COLS)
            raise PatternError(
                f"cell ({row}, {col}) may have {quote(sketch.cells[place])}, which agrees with no "
                "colour of the cells that the symmetry maps it to"
            )
    return sketch.with_cells("".join(c for c in COLOURS if c in left) for left in cells)


def narrow_all(sketches: Iterable[Sketch], group: tuple[Permutation, ...]) -> Iterator[Sketch]:
    """Yield each sketch narrowed by `narrow`, leaving out those that the group contradicts."""
    for sketch in sketches:
        with suppress(PatternError):
            yield narrow(sketch, group)
