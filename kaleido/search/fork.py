"""A fork: the moves that a strategy proposes for a state, best first, and how each was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from kaleido.base.contract import Hidden, Positive, fields_of, shown
from kaleido.base.text import plural
from kaleido.base.words import say
from kaleido.model.cause import Cause
from kaleido.model.grid import Cell
from kaleido.model.names import cell_name
from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State

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


class MethodEnd(NamedTuple):
    """The method of a strategy ends here; the search goes on, unless it is asked to stop.

    Attributes
    ----------
    kind : {"failed", "crashed"}
        Whether the method has tried all moves that it keeps, or its program stops with an error.
    cause : Cause
        What happened.
    stops : bool
        Whether the search gives up here.
    """

    kind: Literal["failed", "crashed"]
    cause: Cause
    stops: bool = False


@dataclass(slots=True, eq=False)
class Fork:
    """Moves to try at a state.

    Parameters
    ----------
    moves : sequence of int
        Numbers of placements, best first. Only a complete fork may have no moves; the state is then
        refuted.
    score : callable
        Returns the score of the move at a rank, from 0; it is called only for moves that are shown.
    complete : bool
        Whether every solution that contains the state contains one of the moves, so that the
        state is refuted when all of them fail. The moves should exclude each other, as the
        options of one item do. Otherwise the search goes on without these moves.
    found : callable, optional
        Returns how the move at a rank was found, if the strategy can say.
    kept : int, optional
        How many moves are tried before the others are deferred, instead of the strategy's width.
        With 0 the strategy gives the board up for now.
    propagates : bool, optional
        Whether the search draws conclusions after each move: it gives up a board on which a cell
        or a piece has no placement left, and rules a move that failed out of its siblings' boards.
        Without this, both are left to the strategy, and the same placement may be among the moves
        more than once. When all its moves are tried, the search starts again and draws conclusions,
        so that what the strategy left out comes last.
    failed : callable, optional
        Called when all moves of a complete fork have been tried to the end without a solution:
        then it is proved that no solution contains the state.
    ends : sequence of (int, MethodEnd), optional
        Where the strategy's method ends: each after so many moves have been tried.
    """

    moves: Sequence[int]
    score: Callable[[int], Score]
    _: KW_ONLY
    complete: bool
    found: Callable[[int], Found] | None = None
    kept: int | None = None
    propagates: bool = True
    failed: Callable[[], None] | None = None
    ends: Sequence[tuple[int, MethodEnd]] = ()

    def __post_init__(self) -> None:
        if not self.moves and not self.complete:
            raise ValueError("a fork without moves must be complete")

    def __reduce__(self) -> tuple[Callable[..., Fork], tuple[object, ...]]:
        # Scores are computed on request, by functions that cannot be pickled.
        ranks = range(len(self.moves))
        switches = {
            name: getattr(self, name) for name in ("complete", "kept", "propagates", "ends")
        }
        found = None if self.found is None else [*map(self.found, ranks)].__getitem__
        scores = [*map(self.score, ranks)]
        return partial(Fork, **switches, found=found), (self.moves, scores.__getitem__)

    def __repr__(self) -> str:
        kind = "complete" if self.complete else "not complete"
        return f"<Fork: {plural(len(self.moves), 'move')}, {kind}>"

    def width(self, usual: int | None) -> int:
        """Return how many moves are tried before the others, where `usual` is the beam width."""
        return len(self.moves[: usual if self.kept is None else self.kept])


def is_width(value: object) -> bool:
    """Return whether a value is a beam width: a whole number from 1 on, or None."""
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 1)


@runtime_checkable
class Strategy(Protocol):
    """Proposes the next moves of a search, best first.

    A strategy holds the state of one search at a time. If its attribute `plays_on` is true, it is
    also asked for moves on a board that is known to have no solution, when a run begins there.
    """

    @property
    def name(self) -> str:
        """The name of the strategy."""
        ...

    @property
    def width(self) -> int | None:
        """The beam width: how many moves of a fork are tried in turn, or None for all.

        The siblings beyond it are deferred to the end of the whole search, never dropped.
        """
        ...

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search on a problem and yield each run's limit of nodes, None for no limit.

        The search restarts from the empty board when a run reaches its limit, and ends when a run
        has tried everything. The limits must not stay bounded.
        """
        ...

    def fork(self, state: State) -> Fork:
        """Return the moves proposed at a state that is neither solved nor dead."""
        ...
