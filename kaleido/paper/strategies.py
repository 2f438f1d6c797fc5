"""The strategies `paper`, which plays as the paper's program does, and `paper-text`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from kaleido.base.arguments import named_options
from kaleido.model.cause import Cause
from kaleido.model.grid import bits
from kaleido.paper.forks import KEPT, Moves
from kaleido.paper.plan import paper_plan
from kaleido.paper.program import EmptyProgressionError, Program, ProgramBoard
from kaleido.paper.rules import Rules
from kaleido.search.fork import Fork, MethodEnd
from kaleido.search.plan import Plan
from kaleido.search.problem import Problem
from kaleido.search.score import PaperWeights, Weights
from kaleido.search.state import State

_FAILED = Cause("program-failed")


@named_options
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
        if not is_own or not problem.grid.is_sheet:
            return None
        ends = [self._end("failed", _FAILED), self._crash("home"), self._crash("progression")]
        return paper_plan(self._program_of(problem), self.seed, ends)

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
