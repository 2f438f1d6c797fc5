"""The strategy `paper-plus`: the paper's method with additions, each of which has a name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from random import Random as Generator
from types import MappingProxyType

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError
from kaleido.heuristics.view import densest_windows
from kaleido.model.grid import bits
from kaleido.paper.forks import KEPT, FoundMove, Moves
from kaleido.paper.islands import ColouredGrid
from kaleido.paper.program import Program, ProgramBoard
from kaleido.paper.progression import Sizes
from kaleido.paper.rules import Rules
from kaleido.paper.strategies import Paper
from kaleido.paper.windows import blocks_of
from kaleido.search.fork import Fork, FoundBy, Strategy, Window
from kaleido.search.problem import Problem
from kaleido.search.score import PaperWeights, Score, Weights
from kaleido.search.state import State


@checked_arguments
@dataclass(frozen=True)
class PlusRules(Rules):
    """The rules of the paper's text, and our additions; by default none of them is on.

    Parameters
    ----------
    propagation : bool
        A board on which a cell or a piece has no placement left, or an island is no sum of sizes
        of the pieces left, is given up, and a move that failed is ruled out of its siblings'
        boards.
    forced : bool
        A cell or a piece with one placement left is settled at once.
    fallback : bool
        The placements of the scarcest cell or piece are tried at once where it has no more than a
        fork keeps, three, so that none of them need wait; and where no move is found.
    budget : bool
        Faces are tried only if the colours left can pay for them.
    bounded : bool
        A move is left out after which a board has more edges than a solution: 65 inside the frame.
    chance : bool
        The seed decides among moves with equal scores.
    """

    propagation: bool = False
    forced: bool = False
    fallback: bool = False
    budget: bool = False
    bounded: bool = False
    chance: bool = False


RULES = tuple(each.name.replace("_", "-") for each in fields(PlusRules))
"""The names of all rules."""

PLUS_RULES = PlusRules(
    across=True,
    tallied=True,
    propagation=True,
    forced=True,
    fallback=True,
    budget=True,
    bounded=True,
    chance=True,
)
"""What `paper-plus` adds to the paper's program."""


class _Coloured(ColouredGrid):
    """A coloured grid made without arrays, which take longer to load than a hint takes to find."""

    def _find(self, problem: Problem) -> tuple[int, ...]:
        return problem.grid.islands(problem.implied, problem.pattern.mask)


class PlusProgram(Program):
    """The paper's program with the additions that change which moves it finds."""

    def __init__(self, problem: Problem, weights: Weights, rules: PlusRules) -> None:
        super().__init__(problem, weights, rules)
        self._chance = rules.chance
        self._tie: list[int] | None = None
        uses_all = problem.placeable.uses_all and not problem.pattern.blanks
        is_known = uses_all and all(problem.placement_counts)
        self.most_edges = problem.solved_edges if rules.bounded and is_known else None

    def _coloured(self, problem: Problem) -> ColouredGrid:
        return _Coloured(problem)

    def shuffle(self, seed: int) -> None:
        """Let a seed decide among moves with equal scores."""
        numbers = range(len(self.problem))
        self._tie = Generator(seed).sample(numbers, len(numbers)) if self._chance else None

    def adds_up(self, board: ProgramBoard) -> bool:
        """Return whether the open cells of each island are a sum of sizes of the pieces left."""
        sums = _sums_of(tuple(sorted(self._sizes_of(board.left))))
        sizes = (self._open_in(board, n).bit_count() for n in range(len(self.grid.islands)))
        return all(sums >> size & 1 for size in sizes)

    def listed(self, board: ProgramBoard, numbers: Sequence[int], kind: FoundBy) -> Moves:
        """Return moves found without opening windows, with the densest window that holds each."""
        moves, grid = super().listed(board, numbers, kind), self.problem.grid
        blocks = blocks_of(self.problem.pieces)

        @cache
        def windows(island: int, size: int) -> Sequence[Window]:
            cells = self._open_in(board, island)
            return densest_windows(grid, board.sides, cells, size, blocks)

        # Its score and how it was found are asked for one after the other.
        @cache
        def at(rank: int) -> FoundMove:
            number = moves.numbers[rank]
            mask = self.problem.masks[number]
            near = windows(self.grid.island_of(mask), mask.bit_count())
            held = (each for each in near if not mask & ~grid.rectangle(each.shape, each.corner))
            window = next(held, None)
            return self._move(board, number, window.edges if window else 0, window)

        return moves._replace(at=at)

    def _in_windows(
        self, board: ProgramBoard, number: int, size: int, options: int
    ) -> Iterator[FoundMove]:
        known, borders, frame = board.sides.edges, self.problem.borders, self.problem.frame
        most = self.most_edges
        for move in super()._in_windows(board, number, size, options):
            if most is None or ((known | borders[move.number]) & ~frame).bit_count() <= most:
                yield move

    def _ranked(self, found: list[FoundMove]) -> list[FoundMove]:
        if self._tie is not None:
            tie = self._tie
            found.sort(key=lambda move: tie[move.number])
        return super()._ranked(found)


@checked_arguments
class PaperPlus(Paper):
    """Choose moves as the program of Singh's paper does, with what we add to it.

    Parameters
    ----------
    seed : int
        Decides among moves with equal scores.
    weights : Weights, optional
        The weights of the score; by default the paper's.
    rules : PlusRules, optional
        Which additions are on; by default ``PLUS_RULES``.

    Raises
    ------
    OptionError
        The rules stop where the published program fails, and draw conclusions, which it does not.

    Examples
    --------
    >>> from kaleido import named_pattern, solve
    >>> solve(named_pattern("car"), PaperPlus()).backtracks
    1
    """

    usual = ("paper-plus", PLUS_RULES)
    _make = PlusProgram
    rules: PlusRules
    _program: PlusProgram

    def __init__(
        self, seed: int = 0, weights: PaperWeights = None, rules: PlusRules | None = None
    ) -> None:
        super().__init__(seed, weights, rules)
        self._falls_back = self.rules.fallback
        if self.rules.as_published and self.rules.propagation:
            raise OptionError("as-published and propagation exclude each other")

    def load_modules(self) -> None:
        """Load nothing: the islands are found without arrays."""

    @property
    def uses_seed(self) -> bool:
        """Whether another seed may make other moves."""
        return self.rules.chance

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search: one run as the rules say, and one of the other moves."""
        for limit in super().runs(problem):
            self._program.shuffle(self.seed)
            self._concludes |= self.rules.propagation
            yield limit

    def fork(self, state: State) -> Fork:
        """Return the moves of the program, or none on a board that is given up."""
        if self.rules.propagation and not self._program.adds_up(self._board(state)):
            return Fork((), Score.plain, complete=True)
        return super().fork(state)

    def _moves(self, state: State, board: ProgramBoard) -> Moves | None:
        few = state.scarcest.bit_count()
        if self.rules.forced and few == 1:
            return self._program.listed(board, list(bits(state.scarcest)), "forced")
        if self.rules.fallback and 0 < few <= KEPT:
            return self._program.listed(board, list(bits(state.scarcest)), "scarcest")
        if self.rules.budget:
            board = board._replace(fits=board.fits & state.problem.affordable[state.budget])
        return super()._moves(state, board)


@cache
def _sums_of(left: Sizes) -> int:
    """Return the numbers of cells that some of the sizes left add up to, as the bits of an int."""
    sums = 1
    for size in left:
        sums |= sums << size
    return sums


def ablation(strategy: type[Paper] = PaperPlus) -> Mapping[str, Callable[[int], Strategy]]:
    """Return makers of a strategy whose rules are switched on one after the other, by label.

    The first is the paper's program, the last is the strategy.

    Examples
    --------
    >>> list(ablation())[:3]
    ['paper', '+ across', '+ tallied']
    """
    names = strategy.usual[1].names
    found: dict[str, Callable[[int], Strategy]] = {Paper.usual[0]: Paper}
    for count, name in enumerate(names, start=1):
        found[f"+ {name}"] = partial(PaperPlus, rules=PlusRules().switched(*names[:count]))
    return MappingProxyType(found)


def ruled(
    kind: type[Paper],
    seed: int = 0,
    weights: PaperWeights = None,
    rules: PlusRules | None = None,
) -> Paper:
    """Return a strategy of the paper with any rules: with additions, it is a `PaperPlus`."""
    own = type(kind.usual[1])
    shared = rules and own(**{each.name: getattr(rules, each.name) for each in fields(own)})
    is_own = rules is None or PlusRules(**vars(shared)) == rules
    return kind(seed, weights, shared) if is_own else PaperPlus(seed, weights, rules)
