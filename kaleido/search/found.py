"""How a move was found: by which stage of the paper's method, or by what we add to it."""

from typing import Any, Literal, NamedTuple

from kaleido.model.cell_names import cell_name
from kaleido.model.grid import Cell

FoundBy = Literal["trivial", "longest", "window", "forced", "scarcest"]


class Window(NamedTuple):
    """A window and what it shows of one island.

    Attributes
    ----------
    shape : (int, int)
        Its rows and columns.
    corner : (row, col)
        Its top left cell.
    cells : int
        The number of the island's cells in it.
    edges : int
        The number of sides of those cells that are edges.
    """

    shape: tuple[int, int]
    corner: Cell
    cells: int
    edges: int

    @property
    def density(self) -> float:
        """Edges per cell."""
        return self.edges / self.cells


class Found(NamedTuple):
    """How a move was found.

    Attributes
    ----------
    kind : {"trivial", "longest", "window", "forced", "scarcest"}
        It fills a whole island; it is a home of the longest piece, the wand; it lies in a window
        that was opened; a cell or a piece has no other placement; or the paper's method has no
        move, and it is a placement of the scarcest cell or piece.
    window : Window or None
        The window, where one was opened.
    sizes : tuple of int
        The island's progression to which the move belongs, if there is one.
    changed : bool
        Whether that progression is not the island's first: no move had the size it expected.

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
    sizes: tuple[int, ...] = ()
    changed: bool = False

    def __str__(self) -> str:
        words = self._stage
        if self.kind == "window" and self.window is not None:
            words += f" at {cell_name(self.window.corner)}"
        if self.changed:
            words += f", progression changed to {' + '.join(map(str, self.sizes))}"
        return words

    @property
    def brief(self) -> str:
        """The same in fewer words, for pictures in which the window is framed."""
        return f"{self._stage}, new progression" if self.changed else self._stage

    @property
    def _stage(self) -> str:
        words = _WORDS[self.kind]
        if self.kind == "window" and self.window is not None:
            rows, cols = self.window.shape
            words += f" {rows} × {cols}"
        return words

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, with all of it in words.

        Examples
        --------
        >>> Found("forced").as_dict()
        {'kind': 'forced', 'window': None, 'sizes': [], 'changed': False, 'words': 'forced'}
        """
        window = self.window
        return {
            "kind": self.kind,
            "window": window and {"corner": list(window.corner), "shape": list(window.shape)},
            "sizes": list(self.sizes),
            "changed": self.changed,
            "words": str(self),
        }


_WORDS: dict[FoundBy, str] = {
    "trivial": "trivial island",
    "longest": "longest piece",
    "window": "window",
    "forced": "forced",
    "scarcest": "scarcest cell or piece",
}
