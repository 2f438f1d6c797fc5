"""The completions of a sketch: all solvable patterns that it allows, and their shared colours."""

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Annotated

from kaleido.base.contract import Plain
from kaleido.base.errors import LimitReachedError
from kaleido.designing.sketch import SketchLike, as_sketch
from kaleido.designing.space import Space
from kaleido.model.board import Text
from kaleido.model.grid import Cell
from kaleido.model.pattern import COLOURS, COLS
from kaleido.search.stopping import Deadline

MOST = 24
"""The completions that are listed."""


@dataclass(frozen=True)
class OpenCell(Plain):
    """A cell that a sketch leaves open, and the colours that it has in the completions."""

    cell: Cell
    letters: Annotated[str, "A single one if it can be nothing else."]


@dataclass(frozen=True)
class SketchCompletions(Plain):
    """The solvable patterns that a sketch allows.

    Attributes
    ----------
    patterns : tuple of str
        Some of them, or all.
    is_all : bool
        Whether these are proved to be all.
    is_sure : bool
        Whether the colours of the cells are proved: all that have a completion, and no others.
    cells : tuple of OpenCell
        The cells that the sketch leaves open.
    """

    patterns: tuple[Text, ...]
    is_all: bool
    is_sure: bool
    cells: tuple[OpenCell, ...]


def complete(
    sketch: SketchLike, *, most: int = MOST, timeout: float | None = None
) -> SketchCompletions:
    """Return the patterns that complete a sketch, and the colours of each open cell in them.

    Where there are more than `most`, each colour of each open cell is tried on its own, so that a
    cell that can only have one is known. After the timeout, in seconds, the answer has the
    patterns found until then.

    Examples
    --------
    >>> heart = "rxrxrxrx/xyxrxyxr/yxbxbxb?/xbxyxyxr/rxyxbxrx/xrxbxrx?/rxrxrxrx/xrxrxrxr"
    >>> found = complete(heart)
    >>> len(found.patterns), found.is_all, [(each.cell, each.letters) for each in found.cells]
    (12, True, [((2, 7), 'xrb'), ((5, 7), 'xryb')])
    """
    drawn, rng, deadline = as_sketch(sketch), Random(0), Deadline(timeout)
    open_places = [place for place, cell in enumerate(drawn.cells) if len(cell) > 1]
    seen = {place: set[str]() for place in open_places}
    patterns: list[str] = []

    def note(shown: str) -> None:
        for place in open_places:
            seen[place].add(shown[place])

    is_all = is_sure = False
    try:
        coming = Space(drawn).iterate(rng, timeout)
        for found in islice(coming, most + 1):
            patterns.append(found.pattern.text)
            note("".join(found.pattern.rows))
            if deadline.passed:
                raise LimitReachedError("the time is over")
        is_sure = is_all = len(patterns) <= most
        for place in () if is_all else open_places:
            for letter in drawn.cells[place]:
                if letter in seen[place]:
                    continue
                cells = [*drawn.cells]
                cells[place] = letter
                other = Space(drawn.with_cells(cells)).sample(rng, deadline.left)
                if other is not None:
                    note("".join(other.pattern.rows))
        is_sure = True
    except LimitReachedError:
        pass
    cells_found = tuple(
        OpenCell(divmod(place, COLS), "".join(c for c in COLOURS if c in seen[place]))
        for place in open_places
    )
    return SketchCompletions(tuple(patterns[:most]), is_all, is_sure, cells_found)
