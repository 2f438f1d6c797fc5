"""The program of the paper: from a board to its moves, and from a move to the next board."""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from kaleido.model.grid import bits
from kaleido.paper.edges import Sides
from kaleido.paper.forks import KEPT, FoundMove, Moves, rank_moves
from kaleido.paper.islands import SMALL, ColouredGrid, count_splits
from kaleido.paper.progression import Sizes, alternatives, changed_progression, fixed_progression
from kaleido.paper.rules import Rules
from kaleido.paper.windows import (
    LARGE,
    Opening,
    WindowTable,
    blocks_of,
    line_windows,
    opened,
    unheld,
)
from kaleido.search.fork import FoundBy, Window
from kaleido.search.problem import Problem
from kaleido.search.score import ScoreParts, Weights, matching_of

SURROUNDED = ScoreParts(4, 4)
"""The score of a single cell in a window of value 1: it has edges on all sides."""


class EmptyProgressionError(Exception):
    """An island has open cells, but nothing is left of its progression: the program crashes."""


class ProgramBoard(NamedTuple):
    """A board as the program knows it, which depends on the moves that led to it.

    Open cells, edges, placements that fit, pieces left in table order, progressions of islands.
    """

    open: int
    sides: Sides
    fits: int
    left: tuple[int, ...]
    sizes: tuple[Sizes, ...]


class Program:
    """Finds moves on the boards of a problem as the program of Singh's paper does, rule by rule."""

    most_edges: int | None = None
    """The most edges that a board may have inside the frame, if they are bounded."""

    def __init__(self, problem: Problem, weights: Weights, rules: Rules) -> None:
        self.grid = self._coloured(problem)
        self.problem = problem
        self.weights = weights
        self.rules = rules
        self.counts_splits = rules.held or bool(weights.split)
        self.matching = matching_of(problem.placeable, weights)
        self._border = cache(lambda number: Sides.of(problem.grid, problem.borders[number]))
        self._piece_sizes = [piece.size for piece in problem.placeable]
        self.unheld = unheld(problem.placeable, blocks_of(problem.pieces))
        # Fixed progressions are made of fours, threes, twos and ones.
        has_larger = any(
            size > SMALL and number not in self.unheld
            for number, size in enumerate(self._piece_sizes)
        )
        self.tallies = rules.tallied or has_larger

    def _coloured(self, problem: Problem) -> ColouredGrid:
        return ColouredGrid(problem)

    @cached_property
    def windows(self) -> WindowTable:
        """The places for windows."""
        return WindowTable(self.problem)

    @cached_property
    def _of_size(self) -> dict[int, int]:
        """The placements of the pieces of each size."""
        found: dict[int, int] = {}
        for size, own in zip(self._piece_sizes, self.problem.piece_options, strict=True):
            found[size] = found.get(size, 0) | own
        return found

    def start(self) -> ProgramBoard:
        """Return the board without pieces, with a progression for each island."""
        problem = self.problem
        return ProgramBoard(
            problem.pattern.mask,
            self.grid.sides,
            problem.possible & problem.affordable[problem.start],
            tuple(n for n, count in enumerate(problem.placeable.counts) for _ in range(count)),
            tuple(fixed_progression(island.size) for island in self.grid.islands),
        )

    def play(self, board: ProgramBoard, number: int, moves: Moves | None = None) -> ProgramBoard:
        """Return the board after a placement, which may be one of some moves.

        The first entry of its island's progression is removed, whatever its size. Once only one
        island is not full, its progression becomes the sizes of the pieces left, in table order.
        """
        problem = self.problem
        mask, piece = problem.masks[number], problem.piece_numbers[number]
        place = board.left.index(piece)
        left = board.left[:place] + board.left[place + 1 :]
        fits = board.fits & problem.compatible[number]
        if piece not in left:
            fits &= ~problem.piece_options[piece]
        sizes = list(board.sizes)
        if moves is not None and moves.island is not None:
            sizes[moves.island] = moves.sizes
        island = self.grid.island_of(mask)
        sizes[island] = sizes[island][1:]
        after = board.open & ~mask
        rest = self._unfilled(after)
        if len(rest) == 1 < len(sizes) and island not in rest:
            sizes[rest[0]] = self._sizes_of(left)
        return ProgramBoard(
            after, board.sides.joined(self._border(number)), fits, left, tuple(sizes)
        )

    def _unfilled(self, cells: int) -> list[int]:
        """Return the numbers of the islands that have some of the open cells."""
        return [n for n, island in enumerate(self.grid.islands) if island.cells & cells]

    def _open_in(self, board: ProgramBoard, island: int) -> int:
        return self.grid.islands[island].cells & board.open

    def _sizes_of(self, pieces: Sequence[int]) -> Sizes:
        return tuple([self._piece_sizes[piece] for piece in pieces])

    def moves(self, board: ProgramBoard, options: int) -> Moves | None:
        """Return the moves of a board among some placements, or None.

        Where the program crashes, this raises an `EmptyProgressionError`.
        """
        if self.rules.at_once:
            owners = self.problem.piece_numbers
            for island in self._unfilled(board.open):
                fills = self.problem.filling(self._open_in(board, island), options)
                if len({owners[number] for number in fills}) == 1:
                    return self.listed(board, fills, "trivial")
        homes = self.homes(board, options) if self.unheld else None
        if homes is not None:
            moves = [move for move in homes if move is not None]
            if not moves:
                return None
            pieces, piece = self.problem.placeable, self.problem.piece_numbers[moves[0].number]
            settles = pieces.counts[piece] == pieces.needed[piece] == 1
            return _listed(moves, len(moves), "longest")._replace(settles=settles)
        return self._sought(board, options)

    def listed(self, board: ProgramBoard, numbers: Sequence[int], kind: FoundBy) -> Moves:
        """Return moves found without opening windows, those with the most matched edges first."""
        borders, edges = self.problem.borders, board.sides.edges
        ranked = sorted(numbers, key=lambda number: -(borders[number] & edges).bit_count())
        at, settles = lambda rank: self._move(board, ranked[rank]), kind != "trivial"
        return Moves(ranked, at, len(ranked), kind, settles)

    def homes(self, board: ProgramBoard, options: int) -> list[FoundMove | None] | None:
        """Return all places of the longest piece left if no window holds it, as with the wand.

        They are ordered by island, rows before columns, and then by the edges around them, most
        first. None is for a line that is too short, at which the paper's program crashes.
        """
        problem, edges, sizes = self.problem, board.sides.edges, self._piece_sizes
        longest = max(self._sizes_of(board.left), default=0)
        pieces = [n for n in sorted(self.unheld.intersection(board.left)) if sizes[n] == longest]
        own = list(filter(None, (options & problem.piece_options[piece] for piece in pieces)))
        if not own:
            return [] if any(problem.placeable.needed[piece] for piece in pieces) else None
        homes = {problem.masks[number]: number for number in bits(min(own, key=int.bit_count))}
        found: list[tuple[int, FoundMove | None]] = []
        for island in self.grid.islands:
            lines = self.grid.lines(island) if longest == problem.grid.cols else ()
            short = {cells: length < longest for length, cells in lines}
            # Other long pieces than the wand, in reading order.
            short |= {cells: False for cells in homes if cells & island.cells}
            for cells, is_short in short.items():
                if cells in homes:
                    matched = (problem.borders[homes[cells]] & edges).bit_count()
                    found.append((matched, FoundMove(homes[cells], ScoreParts(matched))))
                elif is_short:
                    found.append((board.sides.count(cells), None))
        return [move for _, move in sorted(found, key=lambda each: -each[0])]

    def _sought(self, board: ProgramBoard, options: int) -> Moves | None:
        """Return the moves in the windows of the island that comes next."""
        unfilled = self._unfilled(board.open)
        if not unfilled:
            return None
        island = self._next_island(board, unfilled)
        for place, sizes in enumerate(self._progressions(board, island)):
            found = list(self._in_windows(board, island, sizes[0], options))
            if found:
                is_trivial = not place and sizes == (self.grid.islands[island].size,)
                moves = _listed(self._ranked(found), KEPT, "trivial" if is_trivial else "window")
                return moves._replace(island=island, sizes=sizes, changed=place > 0)
        return None

    def _next_island(self, board: ProgramBoard, unfilled: Sequence[int]) -> int:
        """Return the island to work on: the first, or with `across` the densest."""
        islands = self.grid.islands
        if not self.rules.across or islands[unfilled[0]].size <= SMALL:
            return unfilled[0]

        def density(island: int) -> float:
            cells, places = self._open_in(board, island), self.windows.openings(islands[island].box)
            inside = (place.cells & cells for place in places)
            found = (board.sides.count(each) / each.bit_count() for each in inside if each)
            return max(found, default=0)

        return max(unfilled, key=density)

    def _progressions(self, board: ProgramBoard, island: int) -> Iterator[Sizes]:
        """Yield the progression of an island and the one it changes to, or new ones if tallied."""
        if self.tallies:
            left = tuple(sorted(self._sizes_of(board.left), reverse=True))
            tallied = alternatives(self._open_in(board, island).bit_count(), left)
            for _, same in groupby(tallied, key=itemgetter(0)):
                yield next(same)
            return
        sizes = board.sizes[island]
        if not sizes:
            raise EmptyProgressionError
        yield sizes
        if changed := changed_progression(sizes):
            yield changed

    def _in_windows(
        self, board: ProgramBoard, island: int, size: int, options: int
    ) -> Iterator[FoundMove]:
        """Yield the moves of a size in the windows of an island, in the order found.

        Pieces are tried at the top left corner of a window, the square also at its other end, with
        the edges there alone as the window's. In a large island, a window with fewer edges than the
        piece has cells is skipped, except at that end. The small wand comes after all windows.
        """
        sides, masks = board.sides, self.problem.masks
        cells = self._open_in(board, island)
        outside, is_large = ~cells, cells.bit_count() >= LARGE
        sized = options & self._of_size.get(size, 0)
        openings = self.windows.openings(self.grid.islands[island].box)
        for value, place in opened(openings, sides, cells):
            starts, ends = sized & place.starts, sized & place.ends
            if not (starts or ends or value == 1):
                continue
            inside = place.cells & cells
            edges = sides.count(inside)
            window = Window(place.shape, place.corner, inside.bit_count(), edges)
            if value == 1:
                yield from self._surrounded(inside & -inside, window, options)
                continue
            if starts and not (is_large and edges < size):
                for number in self._in_turn(starts, size, place):
                    if not masks[number] & outside:
                        yield self._move(board, number, edges, window, cornered=True)
            for number in bits(ends):
                if not masks[number] & outside:
                    yield self._move(board, number, sides.count(place.end), window)
        if size == 4:
            every, grid = self.rules.every_line, self.problem.grid
            for window in line_windows(grid, sides, cells, every=every):
                for number in bits(sized & self.windows.starting(window.shape, window.corner)):
                    yield self._move(board, number, window.edges, window)

    def _surrounded(self, cell: int, window: Window, options: int) -> Iterator[FoundMove]:
        """Yield the single cell that fits the first cell of a window, whatever size is expected.

        If both faces look alike there, only the front is tried.
        """
        problem = self.problem
        singles = options & self._of_size.get(1, 0) & problem.cell_options[cell.bit_length() - 1]
        if singles:
            number = min(bits(singles), key=lambda each: (problem.faces[each], each))
            yield FoundMove(number, SURROUNDED, window)

    def _in_turn(self, numbers: int, size: int, place: Opening) -> Iterator[int]:
        """Return placements at the corner of a window, piece by piece and turn by turn.

        The last turn of the bent three is the one that does not cover the corner itself.
        """
        if size != 3 or not numbers & numbers - 1:
            return bits(numbers)
        masks, pieces = self.problem.masks, self.problem.piece_numbers
        first = place.cells & -place.cells
        return iter(sorted(bits(numbers), key=lambda n: (pieces[n], not masks[n] & first, n)))

    def _move(
        self,
        board: ProgramBoard,
        number: int,
        edges: int = 0,
        window: Window | None = None,
        *,
        cornered: bool = False,
    ) -> FoundMove:
        """Return a move with its matched edges, the value of its shape and its splits."""
        problem, matching = self.problem, self.matching
        matched = (problem.borders[number] & board.sides.edges).bit_count()
        shapes = matching.cornered if cornered else matching.shapes
        splits = self._splits(board, problem.masks[number]) if self.counts_splits else 0
        parts = ScoreParts(matched, edges, *shapes[problem.piece_numbers[number]], splits)
        return FoundMove(number, parts, window)

    def _splits(self, board: ProgramBoard, mask: int) -> int:
        left = sorted(self._sizes_of(board.left), reverse=True)
        left.remove(mask.bit_count())
        grid, cells = self.problem.grid, self._open_in(board, self.grid.island_of(mask))
        return count_splits(grid, grid.region(mask & -mask, cells), mask, tuple(left))

    def _ranked(self, found: list[FoundMove]) -> list[FoundMove]:
        """Return the moves found, best first; with `held`, those that split an island come last."""
        ranked = rank_moves(found, self.weights)
        return sorted(ranked, key=lambda move: self.rules.held and move.parts.splits > 0)


def _listed(moves: Sequence[FoundMove], kept: int, kind: FoundBy) -> Moves:
    return Moves([move.number for move in moves], moves.__getitem__, min(kept, len(moves)), kind)
