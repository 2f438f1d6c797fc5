"""A position of the search: what is placed, and what that leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kaleido.model.drawable import Drawable
from kaleido.search.problem import PlacementTable


class State(Drawable):
    """A board with some placements made. It never changes.

    Attributes
    ----------
    table : PlacementTable
    parent : State or None
        The state before the last placement.
    last : int or None
        The number of the last placement.
    live : int
        The set of placements that can still be made.
    columns : tuple of int
        The options of every cell and piece not yet used (see `PlacementTable.columns`).
    edges : int
        The edges known: frame, implied edges and borders of the pieces placed.
    filled : int
        The cells covered.
    depth : int
        How many pieces are placed.
    scarcest : int
        The live options of the open cell or piece that has the fewest: 0 when there is one
        with none, so that the state cannot be completed.
    """

    __slots__ = (
        "columns",
        "depth",
        "edges",
        "filled",
        "last",
        "live",
        "parent",
        "scarcest",
        "table",
        "tally",
    )

    def __init__(
        self,
        table: PlacementTable,
        parent: State | None,
        last: int | None,
        live: int,
        columns: tuple[int, ...],
        edges: int,
        filled: int,
        tally: int,
        depth: int,
    ) -> None:
        self.table = table
        self.parent = parent
        self.last = last
        self.live = live
        self.columns = columns
        self.edges = edges
        self.filled = filled
        self.tally = tally
        self.depth = depth
        self.scarcest = self._find_scarcest()
        if self.scarcest and last is not None and table.checks_regions:
            self._check_regions(table.grid.spread(table.masks[last]))

    def _check_regions(self, around: int) -> None:
        table = self.table
        if not table.regions_fill(self.free, around, self.tally):
            self.scarcest = 0

    @classmethod
    def empty(cls, table: PlacementTable) -> State:
        """Give the empty board: nothing on it but the pieces that it shows in place."""
        live = table.affordable(table.start)
        state = cls(table, None, None, live, table.columns, table.implied, 0, table.start, 0)
        for number in table.fixed:
            state = state.place(number)
        if state.scarcest and table.checks_regions:
            state._check_regions(state.free)
        return state

    def _find_scarcest(self) -> int:
        live, scarcest, fewest = self.live, 0, 1 << 30
        for column in self.columns:
            options = live & column
            count = options.bit_count()
            if count < fewest:
                if not count:
                    return 0
                scarcest, fewest = options, count
        return scarcest

    def place(self, number: int) -> State:
        """Give the state after placement `number`."""
        table = self.table
        bit = 1 << number
        tally = self.tally - table.steps[number]
        return State(
            table,
            self,
            number,
            self.live & table.allies[number] & table.affordable(tally),
            tuple([column for column in self.columns if not column & bit]),
            self.edges | table.borders[number],
            self.filled | table.masks[number],
            tally,
            self.depth + 1,
        )

    def without(self, numbers: Iterable[int]) -> State:
        """Give the same board with some placements ruled out."""
        live = self.live
        for number in numbers:
            live &= ~(1 << number)
        return State(
            self.table,
            self.parent,
            self.last,
            live,
            self.columns,
            self.edges,
            self.filled,
            self.tally,
            self.depth,
        )

    @property
    def solved(self) -> bool:
        """Whether every cell is covered and every piece used."""
        return not self.columns

    @property
    def dead(self) -> bool:
        """Whether it is proved that no solution contains this board."""
        return not self.scarcest and bool(self.columns)

    @property
    def path(self) -> tuple[int, ...]:
        """The numbers of the placements made, first to last."""
        numbers: list[int] = []
        state: State | None = self
        while state is not None and state.last is not None:
            numbers.append(state.last)
            state = state.parent
        return tuple(reversed(numbers))

    @property
    def free(self) -> int:
        """The cells not yet covered."""
        return self.table.pattern.mask & ~self.filled

    @property
    def pieces_left(self) -> tuple[int, ...]:
        """The numbers of the pieces not yet placed, ascending, once for each copy."""
        used = Counter(self.table.piece_numbers[number] for number in self.path)
        return tuple(
            number
            for number, count in enumerate(self.table.pieces.counts)
            for _ in range(count - used[number])
        )

    @property
    def inner_edges(self) -> int:
        """Edges so far besides the frame's: 65 on a solved classic board."""
        return self.edges.bit_count() - self.table.frame.bit_count()
