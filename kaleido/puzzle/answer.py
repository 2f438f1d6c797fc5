"""The answer of a search, and the function that makes it from a result."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

from kaleido.base.contract import (
    Flat,
    Hidden,
    Key,
    Maybe,
    Natural,
    Plain,
    Rounded,
    shown,
    shown_first,
)
from kaleido.base.errors import SolutionError
from kaleido.base.text import plural
from kaleido.hints.facts import ReasonFields
from kaleido.model.board import Board, BoardForm
from kaleido.model.cause import Cause
from kaleido.model.drawable import Captioned
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.core import Engine
from kaleido.search.events import Exhausted, GaveUp, Line, Looks, Solved, looks_of
from kaleido.search.fork import Found, Strategy
from kaleido.search.result import SearchResult, Status
from kaleido.search.score import Score
from kaleido.search.state import State


@dataclass(frozen=True, repr=False)
class Move(Plain):
    """A placement with its score and how it was found.

    Attributes
    ----------
    placement : Placement
    score : Score or None
        The score for which the move was chosen; null for a piece that was placed by hand.
    found : Found or None
        How the move was found; null if the strategy does not say.
    """

    placement: Flat[Placement]
    score: Score | None = None
    found: Found | None = None

    def __str__(self) -> str:
        scores = "was placed by hand" if self.score is None else f"scores {self.score.line}"
        return f"{self.placement} {scores}"

    def __repr__(self) -> str:
        score = "by hand" if self.score is None else f"score {self.score.total:g}"
        found = "" if self.found is None else f", {self.found}"
        return f"<Move: {self.placement}, {score}{found}>"


class _Deferred:
    """The field of moves, which may be given as a function that is called when one reads them.

    Their scores would take longer than most searches.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, value: object, owner: type) -> tuple[Move, ...]:
        if value is None:
            return ()  # the default
        held: Any = vars(value)[self._name]
        if callable(held):
            held = vars(value)[self._name] = held()
        return tuple(held)

    def __set__(
        self, value: object, given: tuple[Move, ...] | Callable[[], tuple[Move, ...]]
    ) -> None:
        vars(value)[self._name] = given


@dataclass(frozen=True, repr=False)
class Answer(Plain, Captioned):
    """The result of a search; a notebook shows the outcome with the solution, or the pattern.

    Attributes
    ----------
    pattern : Board
        The pattern or board that was to be covered.
    status : Status
        How the search ended: with a solution, with the proof that there is none, or at a limit.
    strategy : str
        The name of the strategy.
    nodes : int
        The number of placements tried.
    backtracks : int
        The number of placements taken back one by one; those that a restart takes back do not
        count.
    seconds : float
        The duration, including the list of placements and the verification.
    moves : tuple of Move
        The moves of the solution in their order; empty unless it is solved.
    solution : Solution or None
        The verified solution; None unless solved.
    reason : Cause or None
        Why there is no solution, or which limit was reached and what was tried.
    engine : {"core", "python"}
        Which engine searched: the compiled core or Python, which do the same.
    looks : Looks or None
        How far the strategy has looked ahead. The key is missing for strategies that do not.
    """

    pattern: Hidden[Board]
    status: Status
    strategy: str
    nodes: Natural
    backtracks: Natural
    seconds: Rounded = field(compare=False)
    moves: Annotated[tuple[Move, ...], Key("placements")] = _Deferred()  # type: ignore[assignment]
    solution: Hidden[Solution | None] = None
    reason: Hidden[Cause | None] = None
    engine: Engine = field(default="python", compare=False)
    looks: Maybe[Looks] = None

    @property
    def outcome(self) -> str:
        """How the search ended, in one line.

        Examples
        --------
        >>> from kaleido import Pattern, solve
        >>> solve(Pattern("/".join(["rxrxrxrr"] * 8))).outcome.partition(";")[0]
        'no solution (proved): the pieces cannot make 24 black, 40 red'
        """
        if self.status is Status.SOLVED:
            backtracks = plural(self.backtracks, "backtrack")
            return f"solved, {plural(self.nodes, 'move')} tried, {backtracks}"
        is_proved = self.status is Status.NO_SOLUTION
        return f"{'no solution (proved)' if is_proved else 'gave up'}: {self.reason}"

    @property
    def heading(self) -> str:
        """The pattern, the strategy and the outcome, in one line."""
        return f"{self.pattern.heading}, strategy {self.strategy}: {self.outcome}"

    def __repr__(self) -> str:
        # Without the seconds, which differ from run to run.
        return f"<Answer: {self.heading}>"

    def __str__(self) -> str:
        return f"{self.heading}\n{self.pictured}"

    def __bool__(self) -> bool:
        return self.solution is not None

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"moves": self.moves}

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if self.solution is None:
            raise SolutionError(f"there is no solution to make an array of: {self.outcome}")
        return self.solution.__array__(dtype, copy)

    @property
    def pictured(self) -> Board | Solution:
        """The solution, or without one the pattern."""
        return self.pattern if self.solution is None else self.solution

    @property
    def caption(self) -> str:
        """The heading."""
        return self.heading

    @property
    @shown_first
    def board(self) -> Flat[BoardForm]:
        """The cells and the pieces that identify the board."""
        return self.pattern.form

    @property
    @shown
    def why(self) -> Flat[ReasonFields]:
        """Why there is no solution, in words and as facts."""
        return ReasonFields.of(self.reason)


def answer_of(start: State, strategy: Strategy, result: SearchResult, began: float) -> Answer:
    """Return the answer of a search that began at a time and ended with a result."""
    problem = start.problem
    moves: tuple[Move, ...] | Callable[[], tuple[Move, ...]] = ()
    solution = solution_of(start, result)
    if solution is not None:
        moves = partial(_moves_of, solution, result.line)
        if result.line.keeps_boards:
            moves = moves()
    known = result.status, strategy.name, result.nodes, result.backtracks
    seconds = time.perf_counter() - began
    reason = None if solution is not None else _reason(start, result)
    ran = result.engine, looks_of(strategy)
    return Answer(problem.pattern, *known, seconds, moves, solution, reason, *ran)  # type: ignore[arg-type]


def _moves_of(solution: Solution, line: Line) -> tuple[Move, ...]:
    """Return the moves of a solution, whose last ones are those of a line."""
    explained = zip(line.placements, line.explain(), strict=True)
    scored = [each for placement, each in explained if not placement.is_blank]
    by_hand = [(None, None)] * (len(solution.placements) - len(scored))
    ways = zip(solution.placements, [*by_hand, *scored], strict=True)
    return tuple([Move(placement, score, found) for placement, (score, found) in ways])


def solution_of(start: State, result: SearchResult) -> Solution | None:
    """Return the solution that a search has found, which is verified; None without one."""
    if not isinstance(result.last, Solved):
        return None
    problem = start.problem
    given = () if start.is_untouched else problem.placements(start.path)
    made = result.line.placements
    if problem.placeable is not problem.pieces:
        made = [placement for placement in made if not placement.is_blank]
    return Solution(problem.pattern, (*given, *made), problem.pieces)


def _reason(start: State, result: SearchResult) -> Cause | None:
    last = result.last
    if isinstance(last, Exhausted):
        from kaleido.hints.infeasibility import find_reason  # most answers have a solution

        return find_reason(start) or Cause("searched", {"nodes": result.nodes})
    if isinstance(last, GaveUp):
        most, pieces = start.depth + result.deepest, start.problem.pieces.number
        tried = {"tried": result.nodes, "most": most, "pieces": pieces}
        return Cause(last.limit.kind, {**last.limit.facts, **tried})
    return None
