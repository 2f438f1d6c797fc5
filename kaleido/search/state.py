"""A state of the search: the placements made, and those still possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kaleido.base.text import plural
from kaleido.model.drawable import Drawable
from kaleido.search.problem import Problem

_STRIDE = 50
"""Every 50th of the states before one is pickled first, which bounds the recursion."""


@dataclass(slots=True, eq=False)
class State(Drawable):
    """A board with some placements made. A state never changes.

    Its attributes are computed on demand: the compiled core makes many states that nobody reads.

    Attributes
    ----------
    problem : Problem
        The problem that is to be solved.
    parent : State or None
        The state before the last placement.
    last : int or None
        The number of the last placement.
    live : int
        The set of placements that can still be made.
    items : list of int
        The options of every cell and piece that is still open (see `Problem.items`), which need
        not be live. If the state cannot be completed, those of the state before.
    edges : int
        The edges known: the frame, implied edges and borders of the pieces placed.
    filled : int
        The cells covered.
    budget : int
        The balance of the colour budget.
    depth : int
        The number of pieces placed.
    ruled_out : tuple of int
        Placements that are still to be ruled out when one of these attributes is needed.
    is_known : bool
        Whether these attributes have been computed.
    way : tuple or None
        For a state whose parent is not made yet: a state before it, and the placements in between.
    scarcest : int
        The live options of the open item with the fewest; 0 if the state cannot be completed.
    """

    problem: Problem
    parent: State | None
    last: int | None
    live: int
    items: list[int]
    edges: int
    filled: int
    budget: int
    depth: int
    scarcest: int
    ruled_out: tuple[int, ...] = field(default=(), init=False)
    is_known: bool = field(default=True, init=False)
    way: tuple[State, Sequence[int]] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.scarcest and self.last is not None and self.problem.checks_regions:
            _check_regions(self, *self.problem.surroundings(self.last))

    @classmethod
    def empty(cls, problem: Problem) -> State:
        """Return the board with no pieces on it but those that it shows in place."""
        return cls._made_empty(problem) if problem.givens else cls._later(problem, None, None)

    def then(self, number: int) -> State:
        """Return the state after placement `number`, which is computed when it is looked at."""
        return self._later(self.problem, self, number)

    def after(self, numbers: Sequence[int]) -> State:
        """Return the state after some placements, which are made when it is looked at."""
        if not numbers:
            return self
        state = self.then(numbers[-1])
        if len(numbers) > 1:
            state.way = self, numbers[:-1]
            del state.parent
        return state

    @classmethod
    def _later(
        cls,
        problem: Problem,
        parent: State | None,
        last: int | None,
        ruled_out: tuple[int, ...] = (),
    ) -> State:
        state = cls.__new__(cls)
        state.is_known = False
        state.ruled_out, state.way = ruled_out, None
        state.problem, state.parent, state.last = problem, parent, last
        return state

    def __getattr__(self, name: str) -> Any:
        # Only attributes that are not there yet are looked for here.
        if name not in State.__slots__:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name == "parent" and self.way is not None:
            self.parent = State.after(*self.way)
            return self.parent
        waiting = [self]
        while (parent := waiting[-1].parent) is not None and not parent.is_known:
            waiting.append(parent)
        for state in reversed(waiting):
            if state.parent is None or state.last is None:
                made = self._made_empty(self.problem)
            else:
                made = state.parent.place(state.last)
            _copy(made.without(state.ruled_out) if state.ruled_out else made, state)
        return getattr(self, name)

    @property
    def is_untouched(self) -> bool:
        """Whether it is the empty board as `empty` returns it, and nobody has looked at it."""
        return self.parent is None and not self.is_known and not self.ruled_out

    @classmethod
    def _made_empty(cls, problem: Problem) -> State:
        state = cls._bare(problem)
        for number in problem.givens:
            state = state.place(number)
        if state.scarcest and problem.checks_regions:
            _check_regions(state, state.free, state.free)
        # The other colourings take longer than most boards that have a solution.
        return state.refuted(in_pairs=True)

    @classmethod
    def _bare(cls, problem: Problem) -> State:
        live = problem.possible & problem.affordable[problem.start]
        items, scarcest = _open(list(problem.items), live, 0)
        start, implied = problem.start, problem.implied
        return cls(problem, None, None, live, items, implied, 0, start, 0, scarcest)

    def place(self, number: int, *more: int) -> State:
        """Return the state after placement `number`, and after `more` that a solution has with it.

        Of several placements, only the last state is computed: the caller knows that the boards
        before it can be completed.
        """
        problem, numbers = self.problem, (number, *more)
        live, edges, filled, budget = self.live, self.edges, self.filled, self.budget
        depth, covered = self.depth, 0
        for each in numbers:
            budget -= problem.costs[each]
            live &= problem.compatible[each] & problem.affordable[budget]
            edges |= problem.borders[each]
            filled |= problem.masks[each]
            depth += not problem.is_blank(each)
            covered += problem.covered[problem.piece_numbers[each]]
        items, scarcest = _open(self.items, live, covered)
        parent = self.after(numbers[:-1])
        return State(
            problem, parent, numbers[-1], live, items, edges, filled, budget, depth, scarcest
        )

    def without(self, numbers: Iterable[int]) -> State:
        """Return the same board with some placements ruled out."""
        if not self.is_known:
            ruled_out = (*self.ruled_out, *numbers)
            return self._later(self.problem, self.parent, self.last, ruled_out)
        live = self.live
        for number in numbers:
            live &= ~(1 << number)
        return self.within(live)

    def within(self, live: int) -> State:
        """Return the same board with only some of its live placements."""
        narrowed = self._copied()
        narrowed.live = live
        if self.scarcest:
            narrowed.items, narrowed.scarcest = _open(self.items, live, 0)
        return narrowed

    def _copied(self) -> State:
        """Return a copy, in less time than `copy.copy` takes."""
        copied = State.__new__(State)
        _copy(self, copied)
        return copied

    def __reduce__(self) -> tuple[Callable[..., State], tuple[object, ...]]:
        # The placement is made again where the state is unpickled. Some of the states before come
        # first, the earliest at the head, so that pickling nests no deeper than from one to the
        # next, however many pieces lie on the board.
        before: list[State] = []
        state = self.parent
        while state is not None:
            before.append(state)
            state = state.parent
        parts = self.problem, before[::-_STRIDE], self.parent, self.last, self.live
        return self._made_again, (*parts, not self.scarcest)

    @classmethod
    def _made_again(
        cls,
        problem: Problem,
        _: list[State],
        parent: State | None,
        last: int | None,
        live: int,
        is_dead: bool,
    ) -> State:
        state = cls._bare(problem) if parent is None or last is None else parent.place(last)
        if state.live != live:
            state = state.within(live)
        if is_dead:
            state.scarcest = 0
        return state

    def __repr__(self) -> str:
        problem = self.problem
        name = problem.pattern.title or problem.pattern.text
        kind = "solved" if self.solved else "dead" if self.dead else "open"
        left = (self.live & ~problem.blanks).bit_count()
        return (
            f"<State of {name}: {kind}, {self.progress}, {plural(left, 'placement')} left, "
            f"{self.inner_edges} inner edges>"
        )

    @property
    def progress(self) -> str:
        """How many of the pieces lie on the board, in words."""
        return f"{self.depth} of {plural(self.problem.pieces.number, 'piece')}"

    def refuted(self, *, in_pairs: bool = False) -> State:
        """Return the same board, dead if there is a proof by colouring that it has no solution.

        With `in_pairs`, only colourings in two colours are tried, which are quick.
        """
        if not self.scarcest:
            return self
        if self.problem.refute(self.free, self.pieces_left, in_pairs=in_pairs):
            narrowed = self._copied()
            narrowed.scarcest = 0
            return narrowed
        return self

    @property
    def solved(self) -> bool:
        """Whether every cell is covered and every piece used as often as it must be."""
        return not self.items and self.problem.budget.is_complete(self.budget)

    @property
    def dead(self) -> bool:
        """Whether it is proved that no solution contains this board."""
        return not self.scarcest and not self.solved

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
        return self.problem.pattern.mask & ~self.filled

    @property
    def pieces_left(self) -> tuple[int, ...]:
        """The numbers of the pieces not yet placed, ascending, repeated for each copy.

        Blanks, which are among them, come last.
        """
        return self._left_of(self.problem.placeable.counts)

    @property
    def sizes_left(self) -> tuple[int, ...]:
        """The sizes of the pieces not yet placed, descending."""
        pieces = self.problem.placeable.pieces
        return tuple(sorted((pieces[number].size for number in self.pieces_left), reverse=True))

    @property
    def pieces_needed(self) -> tuple[int, ...]:
        """The numbers of the pieces that must still be placed, as in `pieces_left`."""
        return self._left_of(self.problem.placeable.needed)

    def _left_of(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        used, slots = self._slots_used, self.problem.placeable.slots
        return tuple(
            number
            for number, count in enumerate(counts)
            for _ in range(count - used.get(slots[number], 0))
        )

    @property
    def _slots_used(self) -> Counter[int]:
        return Counter(self.problem.slot_numbers[number] for number in self.path)

    def slots_left(self) -> tuple[Counter[int], Counter[int]]:
        """Return how many placements of each slot are left, and how many must still be made."""
        pieces, used = self.problem.placeable, self._slots_used
        slots = sorted(set(pieces.slots))
        left, needed = (
            {slot: more for slot in slots if (more := counts[slot] - used.get(slot, 0)) > 0}
            for counts in (pieces.counts, pieces.slots_needed)
        )
        return Counter(left), Counter(needed)

    @property
    def inner_edges(self) -> int:
        """The number of edges known inside the frame: 65 on a solved classic board."""
        return self.edges.bit_count() - self.problem.frame.bit_count()

    @property
    def islands(self) -> tuple[int, ...]:
        """The islands of free cells that the known edges leave, in the order of their cells."""
        return self.problem.grid.islands(self.edges, self.free)


def _copy(state: State, to: State) -> None:
    for name in State.__slots__:
        setattr(to, name, getattr(state, name))


def _check_regions(state: State, around: int, near: int) -> None:
    problem, free, budget = state.problem, state.free, state.budget
    if not (problem.parity_fits(free, budget) and problem.regions_fill(free, around, near, budget)):
        state.scarcest = 0


def _open(items: list[int], live: int, covered: int) -> tuple[list[int], int]:
    """Return the items still open, and the live options of the one that has the fewest.

    The options of covered items are no longer live. If another item has no live option, the board
    cannot be completed; the items are then returned as they were, with 0.
    """
    # The items stay as they are, so that states share them, however large they are.
    left = [item for item in items if item & live]
    if len(items) - len(left) > covered:
        return items, 0
    return left, min((item & live for item in left), key=int.bit_count, default=0)
