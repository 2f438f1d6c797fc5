"""The placements that fit on a board, its forced moves, and whether it can be completed."""

import itertools
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random

from kaleido.base.errors import LimitReachedError, TooLargeError
from kaleido.hints.reason import DeadEnd, Emptied, FittingPiece, Reason, ReasonKind, Where
from kaleido.model.grid import Grid, bits
from kaleido.search.result import first_solution
from kaleido.search.state import State
from kaleido.search.stopping import Deadline
from kaleido.search.strategies.constrained import Constrained

KEPT = 256  # how many solutions are remembered, and how many boards without one
# The nodes of the first search; each further one may take twice as many. Most need fewer.
FIRST_NODES = 6000
FIRST_SECONDS = 0.1  # the most time of the first count; each further one may take twice as long
# The bytes that a count may take; one that needs more would take too long.
COUNT_MEMORY = 100 * 10**6


class Completions:
    """Finds out whether positions of a problem can be completed, and caches the answers.

    A solution once found answers for every position on the way to it, and a board without one for
    every position that contains it. Otherwise a search and a count take turns, each time with twice
    the effort: most searches end soon, and where they do not, counting is often quicker.
    """

    def __init__(self) -> None:
        # Sets of placements, as ints.
        self._solutions: deque[int] = deque(maxlen=KEPT)
        self._hopeless: deque[int] = deque(maxlen=KEPT)

    def complete(
        self, state: State, deadline: Deadline | None = None, *, max_nodes: int | None = None
    ) -> tuple[int, ...] | None:
        """Return the placements of a solution that contains a board; None proves that none does."""
        deadline = deadline or Deadline()
        placed = sum(1 << number for number in state.path)
        for solution in self._solutions:
            if not placed & ~solution:
                return tuple(bits(solution))
        if state.dead or any(not board & ~placed for board in self._hopeless):
            return None
        found = self._find(state, deadline, max_nodes)
        if found is None:
            self._hopeless.append(placed)
        else:
            # The oldest comes first: asked again, a position gets the same answer.
            self._solutions.append(sum(1 << number for number in found))
        return found

    def can_complete(
        self, state: State, deadline: Deadline | None = None, *, max_nodes: int | None = None
    ) -> bool | None:
        """Return whether a solution contains a board; None if a limit was reached before."""
        try:
            return self.complete(state, deadline, max_nodes=max_nodes) is not None
        except LimitReachedError:
            return None

    def _find(
        self, state: State, deadline: Deadline, max_nodes: int | None
    ) -> tuple[int, ...] | None:
        counts = True
        for attempt in itertools.count():
            nodes = FIRST_NODES << attempt if max_nodes is None else max_nodes
            tried = Constrained(attempt)
            try:
                found = first_solution(state, tried, max_nodes=nodes, timeout=deadline.left)
                return None if found is None else found.path
            except LimitReachedError:
                if max_nodes is not None or deadline.passed:
                    raise
            turn = Deadline(min(deadline.left, FIRST_SECONDS * 2**attempt))
            try:
                if counts:
                    return self._count(state, turn.left)
            except TooLargeError:
                # If time is left, the memory does not suffice.
                counts = turn.passed
        raise AssertionError("the last attempt has an answer, or raises an error")

    @staticmethod
    def _count(state: State, seconds: float) -> tuple[int, ...] | None:
        # Counting loads sparse matrices, which few hints need.
        from kaleido.counting import CountLimits, sample_solutions

        limits = CountLimits.within(COUNT_MEMORY, seconds=seconds)
        return next(sample_solutions(state, 1, Random(0), limits), None)


# The most cells of an island that is filled in every possible way: it is seen at a glance.
MAX_TILED = 8


class Fitting:
    """The placements that fit on a board: of pieces left, on free cells of their colours.

    The live placements of a state are fewer: which colours the other pieces need is not seen at a
    glance, nor how many of the optional cells may stay empty.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        problem = self.problem = state.problem
        options = problem.possible & ~problem.blanks
        path = state.path
        for number in path:
            options &= problem.compatible[number]
        used = Counter(problem.piece_numbers[number] for number in path)
        for piece, count in used.items():
            if count == problem.placeable.counts[piece]:
                options &= ~problem.piece_options[piece]
        self.options = options  # the set of placements that fit
        self.to_cover = state.free & ~problem.pattern.blanks  # the free cells that must be covered
        self._ends: dict[int, DeadEnd | None] = {}

    def covering(self, cell: int) -> int:
        """Return the set of placements that fit and cover a cell, given by its number."""
        return self.options & self.problem.cell_options[cell]

    def pieces_on(self, cell: int) -> dict[int, list[int]]:
        """Return the placements that fit and cover a cell by the number of their piece."""
        found: dict[int, list[int]] = {}
        for number in bits(self.covering(cell)):
            found.setdefault(self.problem.piece_numbers[number], []).append(number)
        return found

    def where(self, cell: int) -> Where:
        """Return where a cell lies on the board."""
        return where_is(self.problem.grid, self.problem.frame, cell)

    @cached_property
    def needed(self) -> tuple[int, ...]:
        """The numbers of the pieces that must still be placed, repeated for each copy."""
        pieces = len(self.problem.pieces)
        return tuple(number for number in self.state.pieces_needed if number < pieces)

    @property
    def single(self) -> tuple[int, ...]:
        """The pieces that must still be placed and have only one copy."""
        return tuple(number for number in self.needed if self.problem.pieces.counts[number] == 1)

    @cached_property
    def islands(self) -> tuple[int, ...]:
        """The regions of free cells that no piece can cross out of, the smallest first."""
        return tuple(sorted(self.state.islands, key=int.bit_count))

    def tilings(self, island: int, most: int) -> list[tuple[int, ...]]:
        """Return the ways to fill an island with pieces that fit, up to a number of them.

        Optional cells may stay empty.
        """
        masks, slots = self.problem.masks, self.problem.slot_numbers
        left, _ = self.state.slots_left()
        found: list[tuple[int, ...]] = []

        def fill(free: int, chosen: tuple[int, ...]) -> None:
            if not free:
                found.append(chosen)
                return
            first = free & -free
            for number in bits(self.covering(first.bit_length() - 1)):
                slot = slots[number]
                if len(found) < most and left[slot] and not masks[number] & ~free:
                    left[slot] -= 1
                    fill(free & ~masks[number], (*chosen, number))
                    left[slot] += 1
            if first & ~self.to_cover and len(found) < most:
                fill(free & ~first, chosen)

        fill(island, ())
        return found

    def dead_end(self) -> DeadEnd | None:
        """Return why the board cannot be completed, if that is seen at a glance."""
        problem, grid = self.problem, self.problem.grid
        for cell in bits(self.to_cover):
            if not self.covering(cell):
                return DeadEnd("cell", tuple(grid.cells(1 << cell)))
        for island in self.islands:
            if island.bit_count() > MAX_TILED:
                break
            if not self.tilings(island, 1):
                return DeadEnd("island", tuple(grid.cells(island)))
        for piece in self.single:
            if not self.options & problem.piece_options[piece]:
                return DeadEnd("piece", piece=problem.placeable.pieces[piece].name)
        return None

    def end_after(self, number: int) -> DeadEnd | None:
        """Return the dead end to which a placement leads, if that is seen at a glance."""
        if number not in self._ends:
            self._ends[number] = Fitting(self.state.place(number)).dead_end()
        return self._ends[number]

    def ends_after(self, numbers: Iterable[int]) -> tuple[DeadEnd | None, bool]:
        """Return the dead end to which all of some placements lead, and whether each leads to one.

        If they lead to several, none is returned.
        """
        ends = {self.end_after(number) for number in numbers}
        return (next(iter(ends)) if len(ends) == 1 else None), None not in ends

    def emptied(self, cell: int, is_lost: Callable[[int], object] | None = None) -> Emptied | None:
        """Return the consequence of leaving a cell empty; None if it must be covered.

        Without `is_lost`, which is asked about placements, only dead ends show that it is lost.
        """
        if not self.problem.pattern.blanks >> cell & 1:
            return None
        blank = self.problem.blanks & self.problem.cell_options[cell]
        if not blank:
            return Emptied(lost=True)  # the pieces fill the whole board
        number = blank.bit_length() - 1
        end = self.end_after(number)
        return Emptied(end, lost=bool(end or (is_lost and is_lost(number))))


MAX_CANDIDATES = 4  # a cell on which more pieces fit is not looked at for dead ends
MAX_WAYS = 10  # nor is one on which these fit in more ways
# The most pieces that may fit on a cell for a search to refute all except one.
MAX_PROVED = {"corner": 3, "edge": 2, "inside": 2}
PROOF_NODES = 200  # the nodes of a search that refutes a piece: less than a blink
MAX_LOOKED_AT = 12  # how many cells are looked at for dead ends, and as many for proofs


@dataclass(frozen=True)
class Forced:
    """A forced move: the reason, and the placements, one of which is the move."""

    reason: Reason
    numbers: tuple[int, ...]


def find_forced(fitting: Fitting, completions: Completions) -> Forced | None:
    """Return the forced move that is seen most easily, or None; a cell to leave empty is no move.

    An island that only one piece fills, a cell on which only one fits and a piece that fits in one
    place come first; then cells on which all others lead to a dead end, and at last those where a
    short search refutes the others.
    """
    if forced := min(_only_ones(fitting), key=lambda found: found[0], default=None):
        return forced[1]
    cells = _tight_cells(fitting)[:MAX_LOOKED_AT]
    few = [
        each for each in cells if len(fitting.pieces_on(each)) <= MAX_PROVED[fitting.where(each)]
    ]

    def is_refuted(number: int) -> bool:
        after = fitting.state.place(number)
        return completions.can_complete(after, max_nodes=PROOF_NODES) is False

    seen = _eliminated(fitting, cells, fitting.end_after)
    return seen or _eliminated(fitting, few, is_refuted)


def where_is(grid: Grid, frame: int, cell: int) -> Where:
    """Return where a cell lies on a board with a given frame.

    On a corner there is no way straight through the cell from one cell of the board to another.
    """
    steps = grid.lattice.steps(grid.centres[cell])
    sides = zip(steps, grid.cell_sides[cell], strict=True)
    inward = {step for step, side in sides if not frame >> side & 1}
    if len(inward) == len(steps):
        return "inside"
    # The way straight on from a side; through a triangle, any way out is.
    through = {step: {tuple(-part for part in step)} & set(steps) or set(steps) for step in steps}
    is_edge = any((through[step] - {step}) & inward for step in inward)
    return "edge" if is_edge else "corner"


def cell_reason(
    fitting: Fitting,
    cell: int,
    kind: ReasonKind,
    candidates: tuple[FittingPiece, ...],
    empty: Emptied | None = None,
) -> Reason:
    """Return a reason that is about one cell."""
    cells = tuple(fitting.problem.grid.cells(1 << cell))
    return Reason(kind, cells, fitting.where(cell), candidates, empty)


_Key = tuple[float, int]


def _only_ones(fitting: Fitting) -> Iterator[tuple[_Key, Forced]]:
    """Yield the moves forced because nothing else fits, each with how hard it is to see."""
    problem, grid = fitting.problem, fitting.problem.grid
    for island in fitting.islands:
        size = island.bit_count()
        if size > MAX_TILED:
            break
        if filling := _only_filling(fitting, island):
            reason = Reason(ReasonKind.ISLAND, tuple(grid.cells(island)))
            yield (size / 16 - _nearness(fitting, island), _first(island)), Forced(reason, filling)
    for cell in bits(fitting.to_cover):
        pieces = fitting.pieces_on(cell)
        if len(pieces) == 1:
            ((piece, numbers),) = pieces.items()
            candidate = FittingPiece(problem.placeable.pieces[piece].name, len(numbers))
            reason = cell_reason(fitting, cell, ReasonKind.CELL, (candidate,))
            yield _cell_key(fitting, cell, len(numbers)), Forced(reason, tuple(numbers))
    for piece in fitting.single:
        options = fitting.options & problem.piece_options[piece]
        if options.bit_count() == 1:
            number = options.bit_length() - 1
            reason = Reason(ReasonKind.PIECE, problem.placement(number).cells)
            yield (1.5, _first(problem.masks[number])), Forced(reason, (number,))


def _only_filling(fitting: Fitting, island: int) -> tuple[int, ...]:
    """Return the placements that fill an island if they are of one piece and nothing else does."""
    whole = fitting.problem.filling(island, fitting.options)
    if len({fitting.problem.piece_numbers[number] for number in whole}) != 1:
        return ()
    tilings = fitting.tilings(island, len(whole) + 1)
    return tuple(whole) if len(tilings) == len(whole) else ()


def _first(cells: int) -> int:
    return (cells & -cells).bit_length() - 1


def _nearness(fitting: Fitting, cells: int) -> float:
    """Return the bonus for cells that touch a piece on the board."""
    return 0.25 if fitting.problem.grid.spread(cells) & fitting.state.filled else 0.0


def _cell_key(fitting: Fitting, cell: int, ways: int) -> _Key:
    """Return the difficulty of a cell that a piece fits in n ways, and the cell's number."""
    worth = {"corner": 0.4, "edge": 0.6, "inside": 0.8}[fitting.where(cell)]
    return worth + 0.3 * (ways > 1) - _nearness(fitting, 1 << cell), cell


def _tight_cells(fitting: Fitting) -> list[int]:
    """Return the cells on which few pieces fit in few ways, the fewest first."""
    found = []
    for cell in bits(fitting.state.free):
        pieces = fitting.pieces_on(cell)
        ways = sum(map(len, pieces.values()))
        if 1 <= len(pieces) <= MAX_CANDIDATES and ways <= MAX_WAYS:
            found.append(((len(pieces), *_cell_key(fitting, cell, 1)), cell))
    return [cell for _, cell in sorted(found)]


def _eliminated(
    fitting: Fitting, cells: Iterable[int], is_lost: Callable[[int], object]
) -> Forced | None:
    """Return the move on the first of some cells on which all pieces but one are lost."""
    names = fitting.problem.placeable.pieces
    for cell in cells:
        pieces = fitting.pieces_on(cell)
        left = (piece for piece, numbers in pieces.items() if not all(map(is_lost, numbers)))
        good = list(islice(left, 2))
        empty = fitting.emptied(cell, is_lost)
        if len(good) != 1 or (empty and not empty.lost):
            continue
        numbers = pieces.pop(good[0])
        candidates = [FittingPiece(names[good[0]].name, len(numbers))]
        for piece, others in pieces.items():
            end, _ = fitting.ends_after(others)
            candidates.append(FittingPiece(names[piece].name, len(others), end, lost=True))
        reason = cell_reason(fitting, cell, ReasonKind.ELIMINATION, tuple(candidates), empty)
        return Forced(reason, tuple(each for each in numbers if not fitting.end_after(each)))
    return None
