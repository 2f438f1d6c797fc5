"""How a move was found: by which stage of the paper's method, or by which of our additions."""

from typing import Any, Literal, NamedTuple

from kaleido.base.contract import Hidden, Positive, fields_of, shown
from kaleido.base.words import say
from kaleido.model.grid import Cell
from kaleido.model.names import cell_name

FoundBy = Literal["trivial", "longest", "window", "forced", "scarcest"]


class Window(NamedTuple):
    """A window and what it shows of one island.

    Attributes
    ----------
    shape : (int, int)
        The numbers of rows and columns of the window.
    corner : (row, col)
        The top left cell of the window.
    cells : int
        The number of the island's cells in it.
    edges : int
        The number of sides of those cells that are edges.
    """

    shape: tuple[Positive, Positive]
    corner: Cell
    cells: Hidden[int]
    edges: Hidden[int]

    @property
    def density(self) -> float:
        """Edges per cell."""
        return self.edges / self.cells


class Found(NamedTuple):
    """How a move was found.

    Attributes
    ----------
    kind : {"trivial", "longest", "window", "forced", "scarcest"}
        The stage that found the move: it fills an island alone, is a place of the longest piece,
        lies in a window, is the only placement of a cell or a piece, or is a placement of the cell
        or piece with the fewest left.
    window : Window or None
        The window in which the move was found; null without one.
    sizes : tuple of int
        The size progression to which the move belongs.
    changed : bool
        Whether an earlier progression had no move.

    Examples
    --------
    >>> found = Found("window", Window((2, 3), (4, 1), 6, 7), (3, 3, 2), changed=True)
    >>> print(found)
    window 2 × 3 at E2, progression changed to 3 + 3 + 2
    >>> found.brief
    'window 2 × 3, new progression'
    """

    kind: FoundBy
    window: Window | None = None
    sizes: tuple[Positive, ...] = ()
    changed: bool = False

    def __str__(self) -> str:
        if self.kind == "window" and self.window is not None:
            words = say("found.windowAt", shape=self._shape, cell=cell_name(self.window.corner))
        else:
            words = self._stage
        sizes = " + ".join(map(str, self.sizes))
        return say("found.changed", found=words, sizes=sizes) if self.changed else words

    @property
    def brief(self) -> str:
        """The same in fewer words, for pictures in which the window is framed."""
        return say("found.changedBrief", found=self._stage) if self.changed else self._stage

    @property
    def _stage(self) -> str:
        return say(f"found.{self.kind}", shape=self._shape).rstrip()

    @property
    def _shape(self) -> str:
        return " × ".join(map(str, self.window.shape)) if self.window else ""

    @property
    @shown
    def words(self) -> str:
        """All of this in words."""
        return str(self)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, with all of it in words."""
        return fields_of(self)
