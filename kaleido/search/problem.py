"""An exact-cover problem: the placements of a set of pieces that a board allows."""

from __future__ import annotations

import copy
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial, reduce
from itertools import islice
from operator import or_, sub
from typing import Self, TypeVar

from kaleido.base.errors import PatternError, PieceError, PlacingError
from kaleido.base.text import one_line, plural, quote
from kaleido.model.board import PLAIN, Board
from kaleido.model.edges import alike_borders, implied_borders
from kaleido.model.grid import Grid, bits
from kaleido.model.lattices.lattice import moved
from kaleido.model.letters import find_givens, with_blanks, zones_of
from kaleido.model.names import cell_name, piece_labels
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import FACE_NAMES
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement, known_placement
from kaleido.model.symmetry import board_symmetries
from kaleido.search.budget import ColourBudget, budget_of, letters_of
from kaleido.search.compiled import CompiledProblem, Numbers, board_numbers, compiled_pieces
from kaleido.search.core import load_core
from kaleido.search.parity import ParityCheck, Refutation, colourings_on, refute
from kaleido.search.placement_table import (
    FixedForm,
    PlacementTable,
    Shown,
    count_placements,
    covering,
    list_placements,
)

KEPT_BITS = 1 << 26
"""How many bits are kept in all sets of compatible placements together: 8 MB."""

KEPT_BALANCES = 1 << 9
"""For how many balances of the colour budget the placements that it can pay are kept."""

KEPT_PROOFS = 1 << 8
"""For how many boards of a problem it is kept whether there is a proof by colouring."""

KEPT_PLACEMENTS = 1 << 13
"""How many placements are kept as values for boards of one size: there are 5,334 of the classic
pieces on 8 × 8 cells."""

_Lying = tuple[int, int, tuple[int, ...]]
"""A placement as the numbers of its piece and face, and its cells as the core writes a set."""

_K = TypeVar("_K")
_V = TypeVar("_V")


class Kept(dict[_K, _V]):
    """Values by key, found by a function when first needed; `most` are kept.

    Examples
    --------
    >>> sets = Kept(lambda number: 1 << number, most=2)
    >>> sets[3], sets[0], sets[3], len(sets)
    (8, 1, 8, 2)
    """

    def __init__(self, find: Callable[[_K], _V], most: int) -> None:
        super().__init__()
        self._find, self._most = find, most

    def __missing__(self, key: _K) -> _V:
        """Find a value, and forget the others if they are many."""
        found = self._find(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = found
        return found


Sets = Kept[int, int]
"""Sets of placements, by number."""


class Problem:
    """The placements of a set of pieces on a board, as the options of an exact-cover problem.

    The *items* to be covered are the cells and the pieces; the *options* are the placements,
    numbered from 0, each of which covers its cells and its piece. A set of placements is an int
    whose bit *i* stands for placement *i*.

    Parameters
    ----------
    pattern : Board
        A `Pattern`, or a board of any shape.
    pieces : PieceSet, optional
        The pieces to cover it with.
    allowed : mapping of str to int, optional
        For each letter, the set of cells that may show it, if the board leaves colours open;
        colours are then not counted. By default each cell shows its letter on the board.

    Attributes
    ----------
    placeable : PieceSet
        The pieces that the search places: on a board with optional cells, blanks come after those
        of the puzzle.
    exclusions : tuple
        What `excluding` was given.
    givens : tuple of int
        The placements that the board shows in place.
    counts_colours : bool
        Whether the board says how many cells of each colour there are.
    shown : mapping of str to int
        For each letter that pieces show, the cells that ask for it.
    zones : sequence of int
        The cells on which each piece may lie, if any piece is limited.
    checks_regions : bool
        Whether free regions are checked after each move. If colours are counted, the budget and the
        scarcest item find nearly as much, and sooner.

    Raises
    ------
    PieceError
        The pieces do not have as many cells as the board, or too few if pieces may be left over.
    PatternError
        The board has a letter that the pieces do not know.
    PlacingError
        A piece that the board shows in place does not have its shape.

    References
    ----------
    D. E. Knuth, "Dancing links", Millennial Perspectives in Computer Science, 2000.

    D. E. Knuth, "The Art of Computer Programming", volume 4B, 2022, 7.2.2.1 (items and options).

    Examples
    --------
    >>> from kaleido import Pattern
    >>> chequered = Pattern("/".join(["rxrxrxrx", "xrxrxrxr"] * 4))
    >>> problem = Problem(chequered)
    >>> len(problem), problem.count_placements("wand"), problem.count_placements("square")
    (1317, 16, 49)
    """

    def __init__(
        self,
        pattern: Board,
        pieces: PieceSet = CLASSIC,
        allowed: Mapping[str, int] | None = None,
    ) -> None:
        self.pattern = pattern
        self.pieces = pieces
        self.grid: Grid = pattern.grid
        self._allowed = allowed
        self.exclusions: tuple[Sequence[int], ...] = ()
        _check_lattice(self.grid, pieces)
        self._check_size()
        self.counts_colours = allowed is None
        if self.counts_colours and not pieces.is_plain:
            self._check_letters()
        self.placeable = with_blanks(pattern, pieces)
        self.shown = shown_cells(pattern, pieces) if allowed is None else allowed
        self.zones = zones_of(pattern, self.placeable)
        self.checks_regions = pieces.is_plain or not self.counts_colours
        self._surroundings: dict[int, tuple[int, int]] = {}
        self.givens = self._find_givens()

    @cached_property
    def budget(self) -> ColourBudget:
        """Which faces the pieces left can still show with the colours left."""
        return budget_of(self.placeable, counts_colours=self.counts_colours)

    @cached_property
    def start(self) -> int:
        """The balance of the colour budget on the empty board: placements subtract their costs."""
        return self.budget.start(self.counts if self.counts_colours else {})

    @cached_property
    def _listed(self) -> tuple[PlacementTable, list[tuple[FixedForm, int]]]:
        """All placements as Python lists them, each with its form and where that starts."""
        return list_placements(self.placeable, self.grid, self.shown, self.zones)

    @cached_property
    def _tables(self) -> tuple[PlacementTable, list[int]]:
        """All placements, and those that cover each cell; an empty list if these are not listed.

        They are those of the core, if it is there, which lists them in the same order.
        """
        return (self._listed[0], []) if load_core() is None else self.compiled.table(self.grid)

    @property
    def _table(self) -> PlacementTable:
        return self._tables[0]

    @cached_property
    def piece_numbers(self) -> list[int]:
        """The number of each placement's piece in the set."""
        return self._table.pieces

    @cached_property
    def faces(self) -> list[int]:
        """The number of each placement's face: 0 front, 1 back."""
        return self._table.faces

    @cached_property
    def masks(self) -> list[int]:
        """The set of cells that each placement covers."""
        return self._table.masks

    @cached_property
    def borders(self) -> list[int]:
        """The set of unit edges around each placement."""
        return self._table.borders

    @cached_property
    def possible(self) -> int:
        """The set of placements that can be made at all."""
        return (1 << len(self)) - 1

    @cached_property
    def compiled(self) -> CompiledProblem:
        """The same in the compiled core."""
        pieces = compiled_pieces(self.placeable, self.grid, self.counts_colours)
        return CompiledProblem(pieces, self.numbers())

    def numbers(self) -> Numbers:
        """Return what the compiled core reads of the board."""
        return board_numbers(
            self.pattern,
            implied=self.implied,
            checks_regions=self.checks_regions,
            counts=self.counts if self.counts_colours else {},
            shown=[self.shown.get(letter, 0) for letter in letters_of(self.pieces)],
            zones=self.zones,
            colourings=self.colourings,
        )

    def _check_size(self) -> None:
        most, least, size = self.pieces.size, self.pieces.least_size, self.pattern.size
        leave, blanks = self.pattern.leave, self.pattern.blanks.bit_count()
        must, room = size - (leave or blanks), size - leave
        if least <= room and must <= most:
            return
        total, off = (least, least - room) if least > room else (most, must - most)
        ranged = "that must be used " if least > room and not self.pieces.uses_all else ""
        covered = f"{must} to be covered" if leave or (must < size and total == most) else str(size)
        fault = f"{off} too {'many' if least > room else 'few'}"
        if not blanks and (least <= room or self.pieces.is_plain):
            python = f"in Python dataclasses.replace(board, leave={off}),"
            leaves = (
                f"--leave {off}, {python} or '# leave: {off}' above the rows, leaves as many empty"
            )
            empty = leaves if self.pieces.is_plain else "--without CELLS blocks as many"
            fault += f" ({self._choosing(room) if least > room else empty})"
        raise PieceError(
            f"the pieces {ranged}have {total} cells in total, the board has {covered}: {fault}"
        )

    def _choosing(self, room: int) -> str:
        """Return how to choose pieces that cover `room` cells or, if none do, nearly as many."""
        last = {0: (0, "")}  # by the cells of a choice, those without its last piece, and its name
        for piece, count in zip(self.pieces, self.pieces.counts, strict=True):
            for _ in range(min(count, room // piece.size)):
                for cells in [each for each in last if each + piece.size <= room]:
                    last.setdefault(cells + piece.size, (cells, piece.name))
        if room in last:
            most, *others = {*self.pieces.counts}
            over = f"; '# rule *: x0-{most}' above the rows lets any be left over" * (not others)
            some = ",".join([*[piece.name for piece in self.pieces][:2], "…"])
            return f"--use {some} chooses some, in Python named_set(SET).chosen([NAME, …]){over}"
        names, cells = list[str](), max(last)
        while cells:
            cells, name = last[cells]
            names.insert(0, name)
        left = self.pattern.leave + room - max(last)
        ways = f"; --use {one_line(','.join(names), 100)} --leave {left} leaves as many empty"
        return f"no choice of them has {plural(room, 'cell')}{ways * bool(names)}"

    def _check_letters(self) -> None:
        for letter in self.pattern.letters:
            if letter not in COLOURS:
                rows = enumerate(self.pattern.rows, start=1)
                number, row = next((number, row) for number, row in rows if letter in row)
                raise PatternError(
                    f"unknown colour {quote(letter)} in row {number} {quote(row)}: the pieces of "
                    f"{self.pieces.name!r} show {' '.join(COLOURS)}"
                )

    @cached_property
    def _faces_run(self) -> list[tuple[int, int, int]]:
        """For each piece: the first of its placements, the first of its back, and their end."""
        # Placements are sorted by piece and face, so those of a face are a run of bits.
        runs = []
        for piece in range(len(self.placeable)):
            first = bisect_left(self.piece_numbers, piece)
            end = bisect_right(self.piece_numbers, piece, first)
            runs.append((first, bisect_left(self.faces, 1, first, end), end))
        return runs

    @cached_property
    def piece_options(self) -> list[int]:
        """The set of placements that use each piece."""
        return [(1 << end) - (1 << first) for first, _, end in self._faces_run]

    @cached_property
    def slot_options(self) -> list[int]:
        """The set of placements that use each piece, or another one of its slot."""
        slots = self.placeable.slots
        if len(set(slots)) == len(slots):
            return self.piece_options
        found = dict.fromkeys(slots, 0)
        for slot, options in zip(slots, self.piece_options, strict=True):
            found[slot] |= options
        return [found[slot] for slot in slots]

    @cached_property
    def slot_numbers(self) -> list[int]:
        """The number of each placement's slot: see `PieceSet.slots`."""
        slots = self.placeable.slots
        return [slots[piece] for piece in self.piece_numbers]

    @property
    def blanks(self) -> int:
        """The set of placements that leave an optional cell empty."""
        return sum(self.piece_options[len(self.pieces) :])

    @cached_property
    def placement_counts(self) -> list[int]:
        """How many placements each piece has."""
        if load_core() is None:
            return [options.bit_count() for options in self.piece_options]
        return self.compiled.counts

    @cached_property
    def costs(self) -> list[int]:
        """What each placement takes from the colour budget."""
        found: list[int] = []
        for costs, (first, backs, end) in zip(self.budget.costs, self._faces_run, strict=True):
            found += [costs[0]] * (backs - first) + [costs[-1]] * (end - backs)
        return found

    @cached_property
    def affordable(self) -> Sets:
        """For each balance of the colour budget, the placements that the colours left can pay.

        None if no choice of faces of the pieces left adds up to the colours left.
        """
        by_cost: dict[int, int] = {}
        for costs, (first, backs, end) in zip(self.budget.costs, self._faces_run, strict=True):
            for cost, start, stop in ((costs[0], first, backs), (costs[-1], backs, end)):
                by_cost[cost] = by_cost.get(cost, 0) | (1 << stop) - (1 << start)

        def paid(balance: int) -> int:
            return reduce(or_, (by_cost.get(cost, 0) for cost in self.budget.payable(balance)), 0)

        return Sets(paid, KEPT_BALANCES)

    @cached_property
    def cell_options(self) -> list[int]:
        """The set of placements that cover each cell, in reading order."""
        _, listed = self._tables
        return listed or covering(self._listed[1], self.grid.size)

    @cached_property
    def board_symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the board except the identity; letters are not compared."""
        return tuple(islice(board_symmetries(self.pattern), 1, None))

    @cached_property
    def board_turns(self) -> frozenset[tuple[int, ...]]:
        """Those of the symmetries of the board that mirror nothing, with the identity."""
        return frozenset(board_symmetries(self.pattern, turns=True))

    @cached_property
    def compatible(self) -> Sets:
        """For each placement, those that neither overlap it nor use the same piece.

        All of these sets together would be as large as the square of the number of placements.
        """
        return Sets(self._find_compatible, KEPT_BITS // max(len(self), 1))

    def _find_compatible(self, number: int) -> int:
        piece = self.piece_numbers[number]
        # The colour budget says when a piece with several copies is used up.
        apart = self.slot_options[piece] if self.placeable.counts[piece] == 1 else 0
        for cell in bits(self.masks[number]):
            apart |= self.cell_options[cell]
        for exclusions in self.exclusions:
            apart |= exclusions[number]
        return (1 << len(self)) - 1 & ~apart

    @cached_property
    def covered(self) -> list[int]:
        """How many `items` a placement of each piece covers."""
        pieces = self.placeable
        needed = (pieces.slots_needed[slot] for slot in pieces.slots)
        return [
            piece.size + (count == needed == 1)
            for piece, count, needed in zip(pieces, pieces.counts, needed, strict=True)
        ]

    def _find_givens(self) -> tuple[int, ...]:
        """Return the placements that the board shows in place."""
        found = []
        for name, mask in find_givens(self.pattern, self.pieces):
            alike = self.pieces.meant(name)
            options = sum(self.piece_options[self._names.index(each.name)] for each in alike)
            numbers = self.filling(mask, options)
            if not numbers:
                shown = ", ".join(map(cell_name, self.grid.cells(mask)))
                words = alike[0].places.items()
                rule = "".join(f", or not {word} {zone}" for word, zone in words)
                raise PlacingError(f"the cells of {quote(name)}, {shown}, are not its shape{rule}")
            found.append(numbers[0])
        if not found:
            return ()
        for slot, lying in Counter(self.slot_numbers[number] for number in found).items():
            count, name = self.pieces.counts[slot], self.pieces.pieces[slot].choice
            if lying > count:
                raise PlacingError(
                    f"{quote(name or self._names[slot])} lies on the board "
                    f"{plural(lying, 'time')}, but there {'is' if count == 1 else 'are'} {count}"
                )
        return tuple(found)

    def excluding(self, exclusions: Sequence[int]) -> Self:
        """Return the same problem with further placements that exclude each other.

        There is one set for each placement: those that cannot be made beside it. A placement in
        its own set cannot be made at all.
        """
        narrowed = copy.copy(self)
        narrowed.exclusions += (exclusions,)
        # The copy has its own sets.
        narrowed.__dict__.pop("compatible", None)
        for number, excluded in enumerate(exclusions):
            narrowed.possible &= ~(excluded & 1 << number)
        return narrowed

    def __reduce__(self) -> tuple[Callable[..., Problem], tuple[object, ...]]:
        # The table of placements is made again where the problem is unpickled.
        allowed = None if self._allowed is None else dict(self._allowed)
        return self._made_again, (self.pattern, self.pieces, allowed, self.exclusions)

    @classmethod
    def _made_again(
        cls,
        pattern: Board,
        pieces: PieceSet,
        allowed: Mapping[str, int] | None,
        exclusions: Iterable[Sequence[int]],
    ) -> Self:
        return reduce(cls.excluding, exclusions, cls(pattern, pieces, allowed))

    @cached_property
    def _names(self) -> list[str]:
        return [piece.name for piece in self.placeable]

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of cells of each letter that the pieces must show."""
        return {PLAIN: self.pattern.size} if self.pieces.is_plain else self.pattern.counts

    @property
    def frame(self) -> int:
        """The unit edges around the board and its holes, as an int."""
        return self.pattern.frame

    def surroundings(self, number: int) -> tuple[int, int]:
        """Return a placement's cells with their neighbours, and these with theirs."""
        found = self._surroundings.get(number)
        if found is None:
            around = self.grid.spread(self.masks[number])
            found = self._surroundings[number] = around, self.grid.spread(around)
        return found

    def regions_fill(self, free: int, around: int, near: int, balance: int) -> bool:
        """Return whether pieces left add up to the size of each free region near some cells.

        The cells are given as the `surroundings` of a placement, or as all cells twice; the balance
        of the colour budget says which pieces are left.
        """
        grid = self.grid
        seeds = around & free
        # Most placements split no region: their free neighbours are joined close by.
        near &= free
        if grid.joins(seeds, near) and near != free:
            return True
        sums, blanks = self.budget.sums(balance), self.pattern.blanks
        for part in grid.regions(seeds, free):
            # So many of its cells may stay empty.
            spare = (part & blanks).bit_count()
            filled = part.bit_count() - spare
            if not sums >> filled & (2 << spare) - 1:
                return False
        return True

    @property
    def colourings(self) -> list[int]:
        """The white cells of each colouring of `parity_fits`."""
        if not (self.has_parity and self.pieces.uses_all and self.checks_regions):
            return []
        return [each.cells(self.grid)[0] for each in colourings_on(self.grid, in_pairs=True)]

    def parity_fits(self, free: int, balance: int) -> bool:
        """Return whether the pieces left may cover as many white cells as are free.

        The board is coloured in a few ways for this (`ParityCheck`), unless its pieces have colours
        or may be left over, or cells may stay empty.
        """
        return self._parity is None or self._parity.fits(free, balance)

    @cached_property
    def _parity(self) -> ParityCheck | None:
        if not (self.has_parity and self.pieces.uses_all):
            return None
        return ParityCheck(self.pieces, self.grid, self.shown, self.budget, self.zones)

    @property
    def has_parity(self) -> bool:
        """Whether its boards may have proofs by colouring."""
        return self.pieces.is_plain and not self._allowed and not self.pattern.blanks

    def refute(
        self, free: int, left: tuple[int, ...], *, in_pairs: bool = False
    ) -> Refutation | None:
        """Return a proof by colouring that pieces left cannot cover the free cells, if one works.

        If cells or pieces have colours, none is sought, because their counts show more; nor is one
        sought if cells may stay empty. With `in_pairs`, two colours alone are tried.
        """
        return self._refute(free, left, in_pairs=in_pairs) if self.has_parity else None

    @cached_property
    def _refute(self) -> Callable[..., Refutation | None]:
        # Boards that no search lists need no table of placements for this.
        compiled: CompiledProblem | None = self.__dict__.get("compiled")
        asked = partial(
            refute,
            self.pieces,
            self.grid,
            shown=self.shown,
            zones=tuple(self.zones),
            compiled=compiled,
        )
        return lru_cache(maxsize=KEPT_PROOFS)(asked)

    def __len__(self) -> int:
        return len(self._table.masks if load_core() is None else self.compiled)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.pattern!r})"

    def count_placements(self, piece: str) -> int:
        """Return the number of placements of a piece."""
        return self.piece_options[self._names.index(self.pieces[piece].name)].bit_count()

    def is_blank(self, number: int) -> bool:
        """Return whether placement `number` leaves an optional cell empty."""
        if self.placeable is self.pieces:
            return False
        return self.piece_numbers[number] == len(self.pieces)

    def placement(self, number: int) -> Placement:
        """Return placement `number` as a value."""
        cells = Numbers("i")
        cells.set(self.masks[number], self.grid.size)
        return self.values[self.piece_numbers[number], self.faces[number], tuple(cells)]

    @cached_property
    def values(self) -> Kept[_Lying, Placement]:
        """The placements as values."""
        return _values_on(self.grid, self.placeable, self.pieces)

    def placements(self, numbers: Iterable[int]) -> tuple[Placement, ...]:
        """Return several placements as values, without those that leave a cell empty."""
        return tuple(self.placement(number) for number in numbers if not self.is_blank(number))

    def letters(self, number: int) -> Shown:
        """Return the pairs (cell in reading order, letter) that placement `number` shows."""
        form, start = self._listed[1][number]
        return form.shown(start)

    def filling(self, cells: int, options: int) -> list[int]:
        """Return those of some placements that cover exactly a set of cells, which is not empty."""
        here = options & self.cell_options[cells.bit_length() - 1]
        return [number for number in bits(here) if self.masks[number] == cells]

    @cached_property
    def _numbers(self) -> dict[tuple[int, int, int], int]:
        keys = zip(self.piece_numbers, self.faces, self.masks, strict=True)
        return {key: number for number, key in enumerate(keys)}

    def number_of(self, placement: Placement) -> int | None:
        """Return the number of a placement, or None if it does not match the pattern."""
        if (
            placement.piece not in self._names[: len(self.pieces)]
            or placement.face not in FACE_NAMES
        ):
            return None
        rows, cols = self.grid.rows, self.grid.cols
        if not all(0 <= row < rows and 0 <= col < cols for row, col in placement.cells):
            return None
        piece, mask = self._names.index(placement.piece), self.grid.cell_bits(placement.cells)
        number = self._numbers.get((piece, FACE_NAMES.index(placement.face), mask))
        if number is None:
            # Both faces may show the same on the same cells, or have marks that fit there; that is
            # listed once.
            options = self.filling(mask, self.piece_options[piece])
            views = self._views(placement) if options else set()
            if self.pieces.marks:
                fits = [{at for at, mark in own if self.shown[mark] >> at & 1} for own in views]
                return options[0] if options and {*bits(mask)} in fits else None
            number = next(
                (each for each in options if frozenset(self.letters(each)) in views), None
            )
        return number

    def _views(self, placement: Placement) -> set[frozenset[tuple[int, str]]]:
        """Return what the face of a placement can show if it covers the first of its cells."""
        grid, found = self.grid, set()
        kind_of = grid.lattice.kind_of
        (first,) = bits(grid.cell_bits(placement.cells[:1]))
        target = grid.centres[first]
        for face in self.pieces[placement.piece].faces:
            for shape in face.orientations if face.name == placement.face else ():
                for centre in shape.centres:
                    if kind_of(centre) != kind_of(target):
                        continue
                    step = tuple(map(sub, target, centre))
                    cells = [grid.number_at(moved(each, step)) for each in shape.centres]
                    if -1 not in cells:
                        found.add(frozenset(zip(cells, shape.colours, strict=True)))
        return found

    @cached_property
    def implied(self) -> int:
        """The frame and the implied edges, as an int."""
        if self._allowed is None:
            return implied_borders(self.pattern, self.pieces)
        black = self._allowed["x"]
        coloured = 0
        for letter, cells in self._allowed.items():
            coloured |= cells if letter != "x" else 0
        return alike_borders(self.pattern, black & ~coloured, coloured & ~black)

    @cached_property
    def solved_edges(self) -> int:
        """How many inner edges a solved board has.

        It is a bound if pieces may be left over, or may touch themselves around a joined board.

        Examples
        --------
        >>> from kaleido import named_pattern
        >>> Problem(named_pattern("car")).solved_edges
        65
        """
        if self.pieces.uses_all and not self.pattern.blanks:
            copies = zip(self.pieces, self.pieces.counts, strict=True)
            sides = sum(count * piece.front.drawing.perimeter for piece, count in copies)
        else:
            grid, cells = self.grid, bits(self.pattern.mask)
            sides = sum(len(grid.lattice.steps(grid.centres[cell])) for cell in cells)
        return (sides - self.frame.bit_count()) // 2

    @cached_property
    def items(self) -> tuple[int, ...]:
        """The options of each item that must be covered: the cells in reading order, the slots.

        Pieces that may be left over are not items, nor are pieces with several copies: the colour
        budget knows how many of those must still be used.
        """
        cells = [self.cell_options[cell] for cell in bits(self.pattern.mask)]
        pieces = self.placeable
        single = zip(self.slot_options, pieces.counts, pieces.slots_needed, strict=True)
        return (
            *cells,
            *(options for options, count, needed in single if count == needed == 1),
        )


def shown_cells(board: Board, pieces: PieceSet) -> Mapping[str, int]:
    """Return, for each letter that pieces show, the set of cells of a board that ask for it."""
    if pieces.is_plain:
        return {PLAIN: board.mask} | {mark: board.zone(mark.lower()) for mark in pieces.marks}
    return {letter: board.zone(letter) for letter in COLOURS}


@lru_cache(maxsize=16)
def _values_on(grid: Grid, placeable: PieceSet, pieces: PieceSet) -> Kept[_Lying, Placement]:
    """Return the placements as values that all boards of one size share."""
    labels = piece_labels(pieces)  # the blank has no label

    def value(lying: _Lying) -> Placement:
        piece, face, words = lying
        name = placeable.pieces[piece].name
        cells = tuple(grid.cells(int.from_bytes(Numbers("i", words).tobytes(), "little")))
        return known_placement(name, FACE_NAMES[face], cells, labels.get(name, ""))

    return Kept(value, KEPT_PLACEMENTS)


def _check_lattice(grid: Grid, pieces: PieceSet) -> None:
    lattice, own = grid.lattice, pieces.lattice
    if lattice != own:
        raise PieceError(
            f"the pieces of {quote(pieces.name)} are made of {own.cells}, the board of "
            f"{lattice.cells}"
        )


def most_placements(board: Board, pieces: PieceSet) -> int:
    """Return an upper bound for the number of placements of a problem, without listing them.

    On a board whose sides are not joined it is exact. Raises a PieceError if the pieces are made
    of other cells than the board.
    """
    _check_lattice(board.grid, pieces)
    pieces = with_blanks(board, pieces)
    zones = zones_of(board, pieces)
    return count_placements(pieces, board.grid, shown_cells(board, pieces), zones)
