"""Symmetries that a pattern is to have: of the square, with or without an exchange of colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, Self

from kaleido.design.sketch import Sketch
from kaleido.errors import OptionError, PatternError
from kaleido.model.pattern import COLOURS, COLS, ROWS
from kaleido.text import quote

_LAST = ROWS - 1

MAPS: Mapping[str, Callable[[int, int], tuple[int, int]]] = MappingProxyType(
    {
        "mirror": lambda row, col: (row, _LAST - col),
        "flip": lambda row, col: (_LAST - row, col),
        "diagonal": lambda row, col: (col, row),
        "antidiagonal": lambda row, col: (_LAST - col, _LAST - row),
        "half-turn": lambda row, col: (_LAST - row, _LAST - col),
        "turn": lambda row, col: (col, _LAST - row),
    }
)
"""By name, where a cell goes: left to right, top to bottom, about the diagonals, turned."""


@dataclass(frozen=True)
class Symmetry:
    """A map of the square that carries a pattern to itself.

    Parameters
    ----------
    name : str
        mirror, flip, diagonal, antidiagonal, half-turn or turn.
    swaps : tuple of str, optional
        Pairs of colours that the map exchanges, such as ``("xr",)``.

    Raises
    ------
    OptionError
        There is no such map or pair.

    Examples
    --------
    >>> Symmetry.parse("half-turn:xr")
    Symmetry(name='half-turn', swaps=('xr',))
    """

    name: str
    swaps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.name not in MAPS:
            raise OptionError(f"unknown symmetry {quote(self.name)}: expected {', '.join(MAPS)}")
        letters = "".join(self.swaps)
        if any(len(pair) != 2 for pair in self.swaps) or not set(letters) <= set(COLOURS):
            raise OptionError(
                f"the exchange {quote(','.join(self.swaps))} is none: expected pairs of x r y b "
                "such as xr or xr,yb"
            )
        if len(set(letters)) < len(letters):
            raise OptionError(f"the exchange {quote(','.join(self.swaps))} has a colour twice")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a symmetry: the name of a map, then, if colours are exchanged, ``:`` and pairs.

        Raises
        ------
        OptionError
            It is none.
        """
        name, colon, pairs = text.strip().lower().partition(":")
        return cls(name, tuple(pair.strip() for pair in pairs.split(",")) if colon else ())

    @property
    def image(self) -> Image:
        """What it does to cells and colours."""
        cells = [MAPS[self.name](*divmod(place, COLS)) for place in range(ROWS * COLS)]
        swapped = {letter: letter for letter in COLOURS}
        for pair in self.swaps:
            swapped |= dict(zip(pair, reversed(pair), strict=True))
        return Image(
            tuple(row * COLS + col for row, col in cells),
            tuple(swapped[letter] for letter in COLOURS),
        )


class Image(NamedTuple):
    """Where each cell goes, and what each of the colours x r y b becomes."""

    cells: tuple[int, ...]
    colours: tuple[str, ...]

    def after(self, first: Image) -> Image:
        """Give this one made after another."""
        return Image(
            tuple(self.cells[cell] for cell in first.cells),
            tuple(self.colour(letter) for letter in first.colours),
        )

    def colour(self, letter: str) -> str:
        """Give what a colour becomes."""
        return self.colours[tuple(COLOURS).index(letter)]


_SAME = Image(tuple(range(ROWS * COLS)), tuple(COLOURS))


def images_of(symmetries: Iterable[Symmetry]) -> tuple[Image, ...]:
    """Give all that symmetries come to when made one after the other, but for the identity.

    Examples
    --------
    >>> len(images_of([Symmetry("turn")])), len(images_of([Symmetry("turn"), Symmetry("mirror")]))
    (3, 7)
    """
    generators = [symmetry.image for symmetry in symmetries]
    found = [_SAME]
    for image in found:
        for generator in generators:
            product = generator.after(image)
            if product not in found:
                found.append(product)
    return tuple(found[1:])


def narrowed(sketch: Sketch, images: Iterable[Image]) -> Sketch:
    """Leave to each cell only the colours that its images may have, too.

    Raises
    ------
    PatternError
        No colour is left to a cell.

    Examples
    --------
    >>> sketch = Sketch.parse("r???????/" + "????????/" * 6 + "????????")
    >>> print(narrowed(sketch, images_of([Symmetry("turn")])).text)
    r??????r/????????/????????/????????/????????/????????/????????/r??????r
    """
    cells = [set(cell) for cell in sketch.cells]
    for image in images:
        for place, letters in enumerate(sketch.cells):
            there = sketch.cells[image.cells[place]]
            cells[place] &= {letter for letter in letters if image.colour(letter) in there}
    for place, left in enumerate(cells):
        if not left:
            row, col = divmod(place, COLS)
            raise PatternError(
                f"cell ({row}, {col}) may have {quote(sketch.cells[place])}, which goes with no "
                "colour of the cells that the symmetry makes it agree with"
            )
    return sketch.with_cells("".join(c for c in COLOURS if c in left) for left in cells)


def possible(sketches: Iterable[Sketch], images: tuple[Image, ...]) -> Iterator[Sketch]:
    """Yield sketches `narrowed`, but for those that the images contradict."""
    for sketch in sketches:
        with suppress(PatternError):
            yield narrowed(sketch, images)
