"""Strategies of users: a score for each candidate, by a method of a class or by a function."""

from __future__ import annotations

import math
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import update_wrapper
from pathlib import Path
from random import Random as Generator
from typing import Any, Literal, get_args, overload

from kaleido.base.arguments import named_options
from kaleido.base.errors import OptionError
from kaleido.base.text import either, quote, shown, unknown
from kaleido.heuristics.view import BoardView, Candidate, Item
from kaleido.paper.forks import KEPT
from kaleido.search.fork import Fork, is_width
from kaleido.search.found import Found
from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.search.strategies.restarts import run_limits

RUN_NODES = 500  # the nodes of the shortest run of a scored strategy
NOISE_STEP = 0.1  # by how much the noise grows with each run, as a share of a fork's scores

Where = Literal["scarcest", "reading", "everywhere"]
"""Where a heuristic looks for the next move."""


@named_options
class ScoredStrategy(ABC):
    """A strategy that gives each candidate a score and tries the highest first.

    A subclass has a method `score`, and may have a method `where`. Equal scores are tried in random
    order. A search restarts on Luby's schedule; from the second run on a random number is added to
    each score, whose range grows with every run, so that a wrong early choice is avoided sooner or
    later.

    Parameters
    ----------
    seed : int, optional
        Seeds the random numbers.

    Attributes
    ----------
    name : str
        The name of the strategy; by default that of the class.
    width : int or None
        How many candidates are tried at a fork before the others are deferred to the end of the
        search; None for all.
    restarts : bool
        Whether the search restarts.

    Examples
    --------
    >>> import kaleido
    >>> class CornersFirst(kaleido.heuristics.ScoredStrategy):
    ...     def where(self, board):
    ...         return min(board.items, key=lambda item: (item.count, item.cell or (9, 9)))
    ...     def score(self, candidate):
    ...         return candidate.matched - candidate.frame_distance
    >>> answer = kaleido.solve("car", CornersFirst())
    >>> answer.strategy, answer.status.value
    ('CornersFirst', 'solved')
    """

    name: str = ""
    width: int | None = None
    restarts: bool = True
    seed: int = 0

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if not cls.__dict__.get("name"):
            cls.name = cls.__name__

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def where(self, board: BoardView) -> Item | Iterable[Candidate]:
        """Return where to look for the next move; by default at the scarcest cell or piece.

        An open cell or a piece stands for all of its candidates. If all of them fail, the board is
        refuted. Other candidates may be returned as well; then the search goes on without them.
        """
        return board.scarcest

    @abstractmethod
    def score(self, candidate: Candidate) -> float:
        """Return the score of a candidate; higher is better."""

    def runs(self, problem: Problem) -> Iterator[int | None]:  # noqa: ARG002
        """Start a new search and yield the limit of nodes of each run.

        Raises `OptionError` if an attribute has a wrong value, and names it.
        """
        for attribute, is_right, expected in (
            ("name", isinstance(self.name, str), "a text"),
            ("width", is_width(self.width), "a whole number from 1 on, or None"),
            ("restarts", isinstance(self.restarts, bool), "True or False"),
            ("seed", isinstance(self.seed, int), "a whole number"),
            ("where", callable(self.where), "a method"),
        ):
            if not is_right:
                raise OptionError(
                    f"{attribute} of {shown(self.name)} is {shown(getattr(self, attribute))}, "
                    f"expected {expected}"
                )
        self._random = Generator(self.seed).random
        self._noise = 0.0
        for limit in run_limits(RUN_NODES if self.restarts else None):
            yield limit
            self._noise = min(self._noise + NOISE_STEP, 1.0)

    def fork(self, state: State) -> Fork:
        """Return the candidates of the place that `where` chooses, best first.

        What `where` or `score` raises, or returns and should not, is an `OptionError` in one line.
        """
        board = BoardView(state)
        options, candidates = self._chosen(board)
        scores = {each.number: self._value(each) for each in candidates}
        spread = self._noise * (max(scores.values()) - min(scores.values()))
        random = self._random
        moves = sorted(
            scores, key=lambda move: (scores[move] + spread * random(), random()), reverse=True
        )
        kind = Found("forced" if len(moves) == 1 else "scarcest")
        return Fork(
            moves,
            lambda rank: Score.plain(scores[moves[rank]]),
            complete=any(not state.live & item & ~options for item in state.items),
            found=(lambda _: kind) if options == state.scarcest else None,
        )

    def _chosen(self, board: BoardView) -> tuple[int, list[Candidate]]:
        """Return the set of placements that `where` chooses, and their candidates."""
        chosen = self._call("where", board)
        if isinstance(chosen, Item):
            return chosen.options, chosen.candidates
        if isinstance(chosen, Candidate):
            chosen = [chosen]
        expected = "expected an item of board.items, or candidates"
        if not isinstance(chosen, Iterable) or isinstance(chosen, str):
            raise OptionError(f"where() of {quote(self.name)} returned {shown(chosen)}, {expected}")
        candidates: dict[int, Candidate] = {}
        for each in chosen:
            if not isinstance(each, Candidate) or not board.state.live >> each.number & 1:
                what = "one item alone" if isinstance(each, Item) else "one of board.items itself"
                raise OptionError(
                    f"where() of {quote(self.name)} returned {shown(each)} among others, "
                    f"expected {what}, or candidates of this board"
                )
            candidates.setdefault(each.number, each)
        if not candidates:
            raise OptionError(f"where() of {quote(self.name)} returned nothing, {expected}")
        return sum(1 << number for number in candidates), list(candidates.values())

    def _value(self, candidate: Candidate) -> float:
        value = self._call("score", candidate)
        try:
            number = math.nan if isinstance(value, str | bytes) else float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            makes = "; one that makes strategies has a parameter called seed"
            raise OptionError(
                f"the score of {quote(self.name)} for {candidate.placement} is {shown(value)}, "
                f"expected a finite number{makes * hasattr(value, 'fork')}"
            )
        return number

    def _call(self, method: str, argument: BoardView | Candidate) -> Any:
        """Call a method of the subclass, and say in one line where it went wrong."""
        try:
            return getattr(self, method)(argument)
        except Exception as problem:
            meant = ""
            if isinstance(problem, AttributeError) and problem.obj is not None:
                meant = suggestion(str(problem.name), problem.obj)
            raise OptionError(
                f"{method}() of {quote(self.name)} raised {type(problem).__name__}"
                f"{_place(problem)}: {problem}{meant}"
            ) from problem


def _place(problem: Exception) -> str:
    """Return the last line of somebody else's code in which an error was raised, in words."""
    own = str(Path(__file__).parent)
    lines = [
        line
        for frame, line in traceback.walk_tb(problem.__traceback__)
        if not frame.f_code.co_filename.startswith(own)
    ]
    return f" in line {lines[-1]}" if lines else ""


def suggestion(name: str, thing: object) -> str:
    """Return the attributes that a misspelt one may have meant, for the end of a message."""
    close = get_close_matches(name, dir(thing))
    return f"; did you mean {either(close)}?" if close else ""


@named_options
class Heuristic(ScoredStrategy):
    """A strategy made of a function; see `heuristic`. It can still be called as the function."""

    def __init__(
        self,
        function: Callable[[Candidate], float],
        seed: int = 0,
        *,
        where: Where = "scarcest",
        restarts: bool = True,
        name: str | None = None,
    ) -> None:
        if isinstance(function, type):
            raise OptionError(
                f"{function.__name__} is a class, expected a function of a candidate; a subclass "
                "of kaleido.heuristics.ScoredStrategy needs no decorator"
            )
        if not callable(function):
            raise OptionError(
                f"a heuristic is {shown(function)}, expected a function of a candidate"
            )
        if where not in get_args(Where):
            raise OptionError(unknown("place to look at", str(where), get_args(Where)))
        super().__init__(seed)
        update_wrapper(self, function)
        own = getattr(function, "__name__", type(function).__name__)
        self.name = name or ("lambda" if own == "<lambda>" else own)
        self.function = function
        self.restarts = restarts
        # The beam width is that of Singh's paper.
        self.width = KEPT if where == "everywhere" else None
        self._where: Where = where

    def __repr__(self) -> str:
        return f"<Heuristic {self.name}>"

    def where(self, board: BoardView) -> Item | Iterable[Candidate]:
        """Return the scarcest cell or piece, the first open cell, or all candidates."""
        if self._where == "everywhere":
            forced = board.scarcest
            return board.candidates if forced.count > 1 else forced
        return board.first_cell if self._where == "reading" else board.scarcest

    def score(self, candidate: Candidate) -> float:
        """Return what the function returns."""
        return self.function(candidate)

    __call__ = score


@overload
def heuristic(function: Callable[[Candidate], float], /) -> Heuristic: ...
@overload
def heuristic(
    *, where: Where = "scarcest", restarts: bool = True, name: str | None = None
) -> Callable[[Callable[[Candidate], float]], Heuristic]: ...
@named_options
def heuristic(
    function: Callable[[Candidate], float] | None = None,
    /,
    *,
    where: Where = "scarcest",
    restarts: bool = True,
    name: str | None = None,
) -> Heuristic | Callable[[Callable[[Candidate], float]], Heuristic]:
    """Make a strategy of a function that gives a candidate its score; higher is better.

    The strategy is complete whatever the function returns: it finds a solution or proves that there
    is none.

    Parameters
    ----------
    function : callable
        Takes a `kaleido.heuristics.Candidate` and returns a finite number.
    where : {"scarcest", "reading", "everywhere"}, optional
        Where the next move is looked for: at the cell or piece with the fewest placements left, at
        the next open cell in reading order, or among all placements, of which the best three are
        tried and the others deferred to the end of the search. The last one shows what a score is
        worth by itself, but takes very long to prove anything.
    restarts : bool, optional
        Whether the search restarts, with more and more noise in the scores, as in `ScoredStrategy`.
    name : str, optional
        The name of the strategy; by default that of the function.

    Raises
    ------
    OptionError
        The decorated object is not a function, or `where` is unknown.

    Examples
    --------
    >>> import kaleido
    >>> @kaleido.heuristic
    ... def tightest(candidate):
    ...     return candidate.matched - candidate.unmatched
    >>> kaleido.solve("car", tightest).status.value
    'solved'
    >>> @kaleido.heuristic(where="everywhere")
    ... def flush(candidate):
    ...     return candidate.matched / candidate.border
    >>> kaleido.record("car", flush).steps[0].place.score.total
    1.0
    """

    def make(function: Callable[[Candidate], float]) -> Heuristic:
        return Heuristic(function, where=where, restarts=restarts, name=name)

    return make if function is None else make(function)
