"""Why a board has no solution: reasons without a search, conflicts, and proofs by colouring."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from kaleido.base.contract import Hidden, Key, Keywords, Plain, Positive, shown
from kaleido.base.text import both, either
from kaleido.hints import facts
from kaleido.hints.fitting import Fitting
from kaleido.model.board import PLAIN, Board
from kaleido.model.board_text import write_drawing
from kaleido.model.cause import Cause
from kaleido.model.grid import bits
from kaleido.model.names import piece_labels
from kaleido.model.piece_set import PieceSet
from kaleido.search.budget import LETTERS, budget_of, named_counts, or_empty
from kaleido.search.parity import Colouring, Refutation, Tally, sums_of
from kaleido.search.state import State
from kaleido.search.strategies.refuted import Supports

CONFLICT_WORK = 1 << 21  # the most nodes of all refutations, times the placements of the problem
MOST_CELLS = 12  # of a conflict that a player can check

Item = tuple[bool, int]  # whether it is a cell, and the number of the cell or the piece


class _Refuter:
    """Refutes that some items can be covered, within a number of nodes for all questions."""

    def __init__(self, fitting: Fitting, nodes: int) -> None:
        self._compatible = fitting.problem.compatible
        self._fits = fitting.options
        self._nodes = nodes

    def refute(self, items: dict[Item, int], most: int | None = None) -> set[Item] | None:
        """Return the items on which a refutation branches; None without one within the nodes."""
        end = 0 if most is None else max(0, self._nodes - most)
        return self._branch(items, self._fits, end)

    def _branch(self, items: dict[Item, int], live: int, end: int) -> set[Item] | None:
        if not items or self._nodes <= end:
            return None
        self._nodes -= 1
        scarcest = min(items, key=lambda item: (items[item] & live).bit_count())
        used = {scarcest}
        for move in bits(items[scarcest] & live):
            left = {item: options for item, options in items.items() if not options >> move & 1}
            found = self._branch(left, live & self._compatible[move], end)
            if found is None:
                return None
            used |= found
        return used


def find_conflict(state: State) -> Cause | None:
    """Return the cause that some cells cannot be covered together; None if none was found.

    A search that branches on the scarcest item refutes a board by the items on which it branched.
    Then each of these is left out in turn, and stays out if the others are still refuted. Colours
    left are not counted, so that a player sees why: only placements that exclude each other are.

    Parameters
    ----------
    state : State
        A board that cannot be completed.

    References
    ----------
    R. R. Bakker et al., "Diagnosing and solving over-determined constraint satisfaction problems",
    IJCAI 1993 (constraints left out in turn).

    Examples
    --------
    >>> from kaleido import Puzzle
    >>> rows = "rxxxrxrx/xrxrxrxr/rxrxxxrx/rrrrxrxr/xrxrxrrx/xxxxxrxr/rrxrrxrx/rxxxrrxr"
    >>> print(find_conflict(Puzzle(rows).state))
    the pieces never cover these 3 cells together: A3, C5, F3
    """
    problem, fitting = state.problem, Fitting(state)
    items = {(True, cell): problem.cell_options[cell] for cell in bits(fitting.to_cover)}
    items |= {(False, piece): problem.piece_options[piece] for piece in fitting.single}
    nodes = CONFLICT_WORK // max(1, len(problem))
    refuter = _Refuter(fitting, nodes)
    kept = refuter.refute(items, nodes // 2)
    for item in sorted(kept or ()):
        if kept is not None and item in kept:
            fewer = {each: items[each] for each in kept if each != item}
            kept = refuter.refute(fewer, nodes // 8) or kept
    if kept is None:
        return None
    cells = [list(divmod(number, problem.grid.cols)) for is_cell, number in sorted(kept) if is_cell]
    pieces = [problem.pieces.pieces[number].name for is_cell, number in sorted(kept) if not is_cell]
    if len(cells) > MOST_CELLS:
        return None
    return Cause("conflict", {"cells": cells, "pieces": pieces}, problem.pieces)


def sharpen(reason: Cause | None, state: State) -> Cause | None:
    """Return a conflict in place of a reason that names nothing to look at, if one is found."""
    is_vague = reason is None or reason.kind == "searched" or reason.kind.startswith("clash")
    return (find_conflict(state) or reason) if is_vague else reason


MOST_WORK = 1 << 28  # the most bits that adding up for an argument may touch

_Colours = Annotated[str, Keywords(pattern="^[.0-4]+$")]

_LISTED = 3  # up to this many names, groups or numbers are listed; more are counted or left out


@dataclass(frozen=True)
class Group(Plain):
    """Pieces that cover the same tallies of the colours."""

    names: Annotated[
        tuple[str, ...], Keywords(minItems=1), Key("pieces"), "The names of the pieces."
    ]
    number: Annotated[Positive, "How many there are, with all copies."]
    tallies: Annotated[
        tuple[facts.Tally, ...],
        Key("covers"),
        "What each of them can cover of each colour, in all ways; none if it fits nowhere.",
    ]

    @property
    def words(self) -> str:
        """What each of them covers, as in "2 of each" or "3 of one colour and 1 of the other"."""
        if not self.tallies:
            return "nothing"
        if len(self.tallies[0]) == 2:
            return either(dict.fromkeys(map(self._pair, self.tallies)))
        return either(map(self._several, self.kinds))

    @property
    def kinds(self) -> Sequence[Tally]:
        """The tallies without regard to which colour is which, in order."""
        return sorted({tuple(sorted(tally, reverse=True)) for tally in self.tallies})

    def _pair(self, tally: Tally) -> str:
        white, black = tally
        if white == black:
            return f"{white} of each colour"
        if (black, white) not in self.tallies:
            return both(f"{count} {name}" for count, name in _named(tally) if count)
        many, few = max(tally), min(tally)
        return f"{many} of one colour and {few} of the other" if few else f"{many} of one colour"

    @staticmethod
    def _several(kind: Tally) -> str:
        if len(set(kind)) == 1:
            return f"{kind[0]} of each colour"
        counts = [str(count) for count in kind if count]
        return f"{both(counts)} of {'different colours' if len(counts) > 1 else 'one colour'}"


@dataclass(frozen=True)
class ColourArgument(Plain):
    """Why pieces cannot cover a board, or a part of it, by the counts of a colouring."""

    refutation: Hidden[Refutation]
    board: Hidden[Board]
    pieces: Hidden[PieceSet]

    @property
    def colouring(self) -> Colouring:
        """The colouring of the board."""
        return self.refutation.colouring

    @cached_property
    @shown
    def groups(self) -> tuple[Group, ...]:
        """The pieces in groups that can cover the same, the smallest group first."""
        found: dict[frozenset[Tally], list[tuple[str, int]]] = {}
        for stock in self.refutation.stocks:
            own = found.setdefault(stock.tallies, [])
            own.append((self.pieces.pieces[stock.piece].name, stock.most))
        groups = []
        for tallies, own in found.items():
            names, numbers = zip(*own, strict=True)
            groups.append(Group(names, sum(numbers), tuple(sorted(tallies, reverse=True))))
        return tuple(sorted(groups, key=lambda group: group.number))

    @cached_property
    def reachable(self) -> frozenset[Tally]:
        """The tallies near that of the board that the pieces cover together; none if too many."""
        board, size = self.refutation.board, sum(self.refutation.board)
        sizes = (self.pieces.pieces[stock.piece].size for stock in self.refutation.stocks)
        biggest = max(sizes, default=0)
        limits = (size,) * 2 if len(board) == 2 else tuple(count + biggest for count in board)
        stocks = self.refutation.slots
        sums = sums_of(stocks, limits, MOST_WORK) or ()
        # The last colour is left out only if all that the pieces cover is of this size.
        total = sum(stock.most * max(map(sum, stock.tallies), default=0) for stock in stocks)
        wholes = (
            tally if len(tally) == len(board) else (*tally, total - sum(tally)) for tally in sums
        )
        return frozenset(tally for tally in wholes if sum(tally) == size and min(tally) >= 0)

    @property
    @shown
    def nearest(self) -> facts.Tally | None:
        """The nearest to the board that the pieces can cover; null if that is not known."""
        board = self.refutation.board
        return min(
            self.reachable,
            key=lambda tally: (sum(abs(a - b) for a, b in zip(tally, board, strict=True)), tally),
            default=None,
        )

    @property
    def counts(self) -> str:
        """The counts of the board, as in "32 white and 30 black cells"."""
        board = self.refutation.board
        if len(board) == 2:
            return f"{both(f'{count} {name}' for count, name in _named(board))} cells"
        return f"{both(map(str, board))} cells of these colours"

    @property
    def together(self) -> str:
        """The cells that the pieces cover together, in words."""
        wanted, nearest = self.refutation.board, self.nearest
        if nearest is None:
            return "no choice of the pieces covers that"
        if len(wanted) > 2:
            only = "" if len(self.reachable) == 1 else " at the nearest"
            return f"together the pieces cover {both(map(str, nearest))}{only}"
        whites = sorted({white for white, _ in self.reachable})
        return f"together the pieces cover {_whites(whites, wanted[0])}"

    @property
    def cause(self) -> Cause:
        """The argument as a cause."""
        cells, nearest = self.refutation.cells, self.nearest
        # The first cell of a part of the board.
        cell = None if cells == self.board.mask else list(next(self.board.grid.cells(cells)))
        rest = {"nearest": None if nearest is None else list(nearest), "cell": cell}
        board = list(self.refutation.board)
        return Cause("parity", {"colouring": self.colouring.name, "board": board, **rest})

    def lines(self) -> Iterator[str]:
        """Yield the coloured board row by row, and what pieces cover by groups and together."""
        signs = "wb" if len(self.refutation.board) == 2 else "12345678"
        labels = piece_labels(self.pieces)
        rows = [
            row.translate(str.maketrans("01234567"[: len(signs)], signs)) for row in self.coloured
        ]
        for line in write_drawing(self.board.grid.lattice, rows, self.board.layers):
            # Hexagons have blanks between them already.
            yield line if " " in line else " ".join(line)
        for group in self.groups:
            times = "" if group.number == len(group.names) else f" ({group.number})"
            yield f"{', '.join(labels[name] for name in group.names)}{times}: {group.words}"
        yield self.together

    @property
    @shown
    def _name(self) -> Annotated[facts.ColouringName, Key("colouring")]:
        return self.colouring.name

    @property
    @shown
    def _tally(self) -> Annotated[facts.Tally, Key("board")]:
        """The cells that count, of each colour."""
        return self.refutation.board

    @property
    @shown
    def coloured(self) -> Annotated[tuple[_Colours, ...], Keywords(minItems=1), Key("colours")]:
        """The rows of the board: the number of the colour of each cell that counts, or a dot."""
        grid = self.board.grid
        digits = ["."] * grid.size
        for colour, cells in enumerate(self.colouring.cells(grid)):
            for cell in bits(cells & self.refutation.cells):
                digits[cell] = str(colour)
        starts = range(0, grid.size, grid.cols)
        return tuple("".join(digits[start : start + grid.cols]) for start in starts)


def _named(tally: Tally) -> Sequence[tuple[int, str]]:
    return list(zip(tally, ("white", "black"), strict=True))


def _whites(reachable: list[int], wanted: int) -> str:
    """Return which numbers of white cells can be reached, if a wanted one cannot."""
    cells = "cell" if reachable == [1] else "cells"
    below = [f"at most {count}" for count in reachable if count < wanted][-1:]
    above = [f"at least {count}" for count in reachable if count > wanted][:1]
    numbers = " or ".join(below + above)
    if len(reachable) <= _LISTED:
        numbers = either(map(str, reachable))
    elif below and above and len({count % 2 for count in reachable}) == 1:
        numbers = f"an {'odd' if reachable[0] % 2 else 'even'} number of"
    return f"{numbers} white {cells}, never {wanted}"


def find_reason(state: State) -> Cause | None:
    """Return why a board cannot be completed, if that is clear without a search.

    The first reason found is given: the colour counts; a piece or a cell that no placement covers;
    an island or a colouring that no pieces add up to; or forced moves that leave a piece or a cell
    without a placement. These placements are those that players see (`Fitting`). Where they all
    remain, the same is tried with those after which the pieces left can still show the colours
    left, and the reason says so.
    """
    problem = state.problem
    empty = (state.free & problem.pattern.blanks).bit_count()
    if problem.pattern.leave:
        pass  # the sentences of the budget allow fewer empty cells, which `leave` does not
    elif not state.path:
        if fault := budget_of(problem.placeable).explain(problem.counts, empty):
            return fault
    elif not problem.budget.reachable(state.budget):
        return Cause("free", or_empty(empty)) if problem.pieces.is_plain else Cause("left")
    fitting = Fitting(state)
    fits = fitting.options
    if blocked := _without_placement(fitting, fits):
        return blocked
    if short := _short_island(state):
        return short
    if argument := find_argument(state):
        return argument.cause
    if _forced_moves_clash(fitting, fits):
        return Cause("clash")
    if problem.blanks:
        return None  # the colour budget counts the cells that stay empty, which players do not
    ending = "free" if problem.pieces.is_plain else "left"
    payable = fits & problem.affordable[state.budget]
    if payable == fits:
        return None
    if blocked := _without_placement(fitting, payable, f"-{ending}"):
        return blocked
    return Cause(f"clash-{ending}") if _forced_moves_clash(fitting, payable) else None


def _without_placement(fitting: Fitting, options: int, ending: str = "") -> Cause | None:
    """Return the cause that a piece or a cell has none of some placements."""
    problem = fitting.problem
    for number in fitting.needed:
        if not options & problem.piece_options[number]:
            name = problem.pieces.pieces[number].name
            return Cause(f"piece{ending}", {"piece": name}, problem.pieces)
    for cell in bits(fitting.to_cover):
        if not options & problem.cell_options[cell]:
            return Cause(f"cell{ending}", {"cell": list(divmod(cell, problem.grid.cols))})
    return None


def _forced_moves_clash(fitting: Fitting, options: int) -> bool:
    """Return whether moves forced one after another leave a piece or a cell without a placement."""
    problem = fitting.problem
    items = [problem.cell_options[cell] for cell in bits(fitting.to_cover)]
    items += [problem.piece_options[number] for number in fitting.single]
    left = Supports(problem, few=1).among(items, options)
    return not all(item & left for item in items)


def find_argument(state: State) -> ColourArgument | None:
    """Return an argument by colouring that a board cannot be completed, if one is known."""
    problem = state.problem
    found = problem.refute(state.free, state.pieces_left)
    return ColourArgument(found, problem.pattern, problem.pieces) if found else None


def _short_island(state: State) -> Cause | None:
    """Return the cause of an island to which no pieces left add up, colour by colour."""
    problem = state.problem
    letters = "".join(problem.pattern.rows)
    pieces = problem.pieces
    left = [number for number in state.pieces_left if number < len(pieces)]
    # Any of the pieces may lie elsewhere.
    budget = budget_of(replace(pieces, use="some", least=()))
    for island in state.islands:
        counts = Counter(PLAIN if pieces.is_plain else letters[at] for at in bits(island))
        empty = (island & problem.pattern.blanks).bit_count()
        filled = (counts - Counter({PLAIN: each}) for each in range(empty + 1))
        if not any(budget.reachable(budget.start(some, left)) for some in filled):
            first = next(problem.grid.cells(island))
            wanted = named_counts([counts[letter] for letter in LETTERS])
            return Cause("island", {"island": wanted, "cell": list(first)})
    return None
