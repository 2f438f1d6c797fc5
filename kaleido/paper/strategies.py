"""The strategies `paper`, which plays as the paper's program does, and `paper-text`.

The compiled core plays the same strategies, by a plan of numbers.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import ClassVar, Literal, get_args

from kaleido.base.arguments import checked_arguments
from kaleido.model.cause import Cause
from kaleido.model.edges import load_labelling
from kaleido.model.grid import bits
from kaleido.paper.forks import KEPT, FoundMove, Moves
from kaleido.paper.program import EmptyProgressionError, Program, ProgramBoard
from kaleido.paper.progression import fixed_progression
from kaleido.paper.rules import Rules
from kaleido.paper.windows import blocks_of
from kaleido.search.compiled import Numbers
from kaleido.search.core.codes import StrategyCode
from kaleido.search.fork import Fork, FoundBy, MethodEnd, Window
from kaleido.search.plan import Option, Plan, seed_numbers
from kaleido.search.problem import Problem
from kaleido.search.score import PaperWeights, ScoreParts, Weights
from kaleido.search.state import State

_FAILED = Cause("program-failed")


@checked_arguments
class Paper:
    """Choose moves exactly as the program of Singh's paper does.

    The wand comes first. Then islands are filled one by one: in windows that slide over the island
    lie the moves of the size that its progression expects; the best three by score are kept. Where
    the program fails or crashes, an event says so and the search goes on: it starts again, now
    drawing conclusions from each move, and tries what the program left out.

    Parameters
    ----------
    seed : int
        Has no effect: the program makes no random choices.
    weights, rules : Weights, Rules, optional
        The weights of the score, and the differences from the program; by default none.

    Examples
    --------
    >>> from kaleido import named_pattern, solve
    >>> answer = solve(named_pattern("car"), Paper())
    >>> answer.nodes, answer.backtracks
    (20, 2)
    >>> Paper(rules=Rules(tallied=True)).name
    'paper+tallied'
    """

    usual: ClassVar[tuple[str, Rules]] = ("paper", Rules())
    width = KEPT
    _make: ClassVar[type[Program]] = Program
    _falls_back = False

    def __init__(
        self, seed: int = 0, weights: PaperWeights = None, rules: Rules | None = None
    ) -> None:
        name, usual = self.usual
        self.seed = seed
        self.weights = weights or Weights()
        self.rules = rules or usual
        self.name = name if self.rules == usual else name + self.rules.beside(usual)
        self._made: tuple[object, ...] = ()

    def load_modules(self) -> None:
        """Load the modules that take a while, before the seconds of a search are counted."""
        load_labelling()

    @property
    def uses_seed(self) -> bool:
        """Whether another seed may make other moves: the program leaves nothing to chance."""
        return False

    @property
    def plays_on(self) -> bool:
        """Whether a board without a solution is played, too, as the paper's program does."""
        return not self._concludes

    def plan(self, problem: Problem) -> Plan | None:
        """Return what the compiled core must know to make the same moves."""
        # Subclasses may make other moves, and the core knows windows only on flat boards of
        # squares.
        is_own = type(self).__module__.startswith("kaleido.")
        if not is_own or not problem.grid.is_sheet or problem.pieces.marks:
            return None
        ends = [self._end("failed", _FAILED), self._crash("home"), self._crash("progression")]
        return _paper_plan(self._program_of(problem), self.seed, ends)

    def _program_of(self, problem: Problem) -> Program:
        """Return the program for a problem, which is kept for the next search."""
        made = problem, self.weights, self.rules
        if made != self._made:
            self._program, self._made = self._make(*made), made
        return self._program

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search: one run as the program plays, and one of its other moves."""
        self._program_of(problem)
        self._line: list[tuple[int, ProgramBoard, Moves | None]] = []
        self._concludes, self._is_first = False, True
        yield None
        self._concludes = True
        yield None

    def fork(self, state: State) -> Fork:
        """Return the moves of the program; a board on which it has none is given up for now."""
        board, moves, ends = self._board(state), None, list[tuple[int, MethodEnd]]()
        try:
            moves = self._moves(state, board)
        except EmptyProgressionError:
            ends = [(0, self._crash("progression"))]
        ends += self._ends(board, moves) if self._is_first else []
        self._is_first = False
        self._line[-1] = (*self._line[-1][:2], moves)
        if moves is None:
            moves = self._program.listed(board, list(bits(state.scarcest)), "scarcest")
            moves = moves if self._falls_back else moves._replace(kept=0)
        if self._concludes:
            moves = moves.once()
        return Fork(
            moves.numbers,
            lambda rank: self.weights.score(moves.at(rank).parts),
            complete=moves.settles,
            found=moves.found,
            kept=moves.kept,
            propagates=self._concludes,
            ends=ends,
        )

    def _moves(self, state: State, board: ProgramBoard) -> Moves | None:
        """Return the moves on a board, or None."""
        options = board.fits & state.live if self._concludes else board.fits
        return self._program.moves(board, options)

    def _board(self, state: State) -> ProgramBoard:
        """Return the program's board of a state, played on from the last common board."""
        line, path, depth = self._line, state.path, 0
        while depth + 1 < len(line) and depth < len(path) and line[depth + 1][0] == path[depth]:
            depth += 1
        del line[depth + 1 :]
        if not line:
            line.append((-1, self._program.start(), None))
        for number in path[depth:]:
            _, board, moves = line[-1]
            line.append((number, self._program.play(board, number, moves), None))
        return line[-1][1]

    def _ends(self, board: ProgramBoard, moves: Moves | None) -> list[tuple[int, MethodEnd]]:
        """Return where the paper's program ends at its first fork."""
        ends = [(moves.kept if moves else 0, self._end("failed", _FAILED))]
        homes = self._program.homes(board, board.fits) or []
        if moves and moves.kind == "longest" and None in homes:
            ends.insert(0, (homes.index(None), self._crash("home")))
        return ends

    def _crash(self, why: str) -> MethodEnd:
        return self._end("crashed", Cause("program-crashed", {"why": why}))

    def _end(self, kind: Literal["failed", "crashed"], cause: Cause) -> MethodEnd:
        return MethodEnd(kind, cause, self.rules.as_published)


class PaperText(Paper):
    """Choose moves as the text of Singh's paper says, where its program does otherwise."""

    usual = ("paper-text", Rules.text())


_KINDS: tuple[FoundBy, ...] = get_args(FoundBy)

_SHAPE, _CORNERED, _UNSEEN = 0, 1, 4
"""Codes for the value of a shape, or for a move found without windows: see `paper_program.h`."""

_NOTES = 10
"""How many notes there are of each move."""

_CORE_RULES = (
    "across", "tallied", "held", "every_line", "at_once", "as_published",
    "propagation", "forced", "fallback", "budget", "bounded", "chance",
)  # fmt: skip
"""The rules that the core knows, in the order of its flags. Python plays with any other rule."""

_MOST = 1e6
"""The largest weight whose scores the core rounds as Python does."""


def _paper_plan(program: Program, seed: int, ends: Sequence[MethodEnd]) -> Plan | None:
    """Return the plan with which the core makes the moves of a program; None if it cannot."""
    problem = program.problem
    grid, pieces, weights = problem.grid, problem.placeable, program.weights
    shapes, cornered = program.matching.shapes, program.matching.cornered
    worths = [
        each for own, (corner, _) in zip(shapes, cornered, strict=True) for each in (*own, corner)
    ]
    reals = (weights.matched, weights.window, weights.split, *worths)
    is_known = isinstance(seed, int) and all(abs(each) <= _MOST for each in reals)
    own = [name for name, is_on in vars(program.rules).items() if is_on and name not in _CORE_RULES]
    if own or not is_known or max(pieces.counts) > grid.size:
        return None
    numbers = Numbers("i", [StrategyCode.PAPER, *seed_numbers(seed)])
    numbers.list([getattr(program.rules, name, False) for name in _CORE_RULES])
    numbers.extend((program.tallies, program.counts_splits))
    numbers.append(-1 if program.most_edges is None else program.most_edges)
    numbers.set(problem.frame, grid.all_edges.bit_length())
    for count, needed in zip(pieces.counts, pieces.needed, strict=True):
        numbers.extend((count, needed))
    numbers.list(sorted(program.unheld))
    blocks = blocks_of(problem.pieces)
    numbers.append(len(blocks))
    for block in blocks:
        numbers.extend(block)
    numbers.append(len(program.grid.islands))
    for island in program.grid.islands:
        numbers.set(island.cells, grid.size)
        numbers.list(fixed_progression(island.size))

    noted = _Noted(program)
    return Plan(
        numbers,
        reals,
        lambda option: weights.score(noted.moves(option).at(0).parts),
        lambda option: noted.moves(option).found(0),
        ends,
        looks_at_boards=True,
    )


class _Noted:
    """Moves as the program finds them, from what the core notes of them."""

    def __init__(self, program: Program) -> None:
        self._program = program
        # A score and how it was found are asked for one after the other.
        self._last: tuple[Option, Moves] | None = None

    def moves(self, option: Option) -> Moves:
        """Return a move by itself."""
        if self._last is None or self._last[0] is not option:
            self._last = option, self._read(option)
        return self._last[1]

    def _read(self, option: Option) -> Moves:
        program, (state, number, _, piece, notes) = self._program, option
        kind, changed, *sizes = notes[:-_NOTES]
        worth, matched, edges, splits, *shape, top, left, cells, around = notes[-_NOTES:]
        if worth == _UNSEEN:
            assert state is not None
            board = reduce(program.play, state.path, program.start())
            return program.listed(board, [number], _KINDS[kind])
        value = (0.0, 0.0)
        if worth in (_SHAPE, _CORNERED):
            value = (program.matching.cornered if worth else program.matching.shapes)[piece]
        height, width = shape
        window = Window((height, width), (top, left), cells, around) if height else None
        move = FoundMove(number, ScoreParts(matched, edges, *value, splits), window)
        moves = Moves([number], [move].__getitem__, 1, _KINDS[kind])
        return moves._replace(sizes=tuple(sizes), changed=bool(changed))
