"""Strategies of users: a score for each candidate, by a method of a class or by a function."""

import math
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import update_wrapper
from inspect import signature
from pathlib import Path
from typing import Any, get_args, overload

from kaleido.base.arguments import checked_arguments
from kaleido.base.attributes import nearest_name
from kaleido.base.errors import OptionError
from kaleido.base.text import both, one_line, quote, shown, unknown
from kaleido.heuristics.linear import Linear, Where, choices
from kaleido.heuristics.view import BoardView, Candidate, Item
from kaleido.paper.forks import KEPT
from kaleido.search.fork import Fork, Found, is_width
from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.search.strategies.constrained import NOISE, noise_like
from kaleido.search.strategies.refuted import REFUTED
from kaleido.search.strategies.restarts import NO_MEMORY, Restarts, check_noise, effort_on

Worth = float | Mapping[str, float]
"""The value of a function of a candidate: its score, or the named parts that add up to it."""

SAMPLED = 32  # the placements whose scores show in which unit they are


@checked_arguments
class ScoredStrategy(ABC):
    """A strategy that gives each candidate a score and tries the highest first.

    A subclass has a method `score`, and may have a method `where`. All else is the search of
    `constrained`: it restarts on Luby's schedule, adds a random number to each score, whose range
    grows with every run, and remembers over the runs which boards are refuted. After some forks it
    leaves out placements that would leave a cell or a piece without any.

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
    memory : bool
        Whether refuted boards are remembered, and placements left out that block a cell or a piece.
    noise : float or None
        The range of the random number added to each score in the first run; it grows by as much
        with each run, up to twelve times. By default it is the power of ten nearest to a twelfth of
        the range of scores on the board at the start: 1 for scores that count matched edges. With
        0, the highest score always comes first, and equal ones are in random order.

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
    memory: bool = True
    noise: float | None = None
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
    def score(self, candidate: Candidate) -> Worth:
        """Return the score of a candidate; higher is better.

        A mapping gives it in parts, by their names: their sum is the score, and figures show them.
        """

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search and yield the limit of nodes of each run.

        Raises `OptionError` if an attribute has a wrong value, and names it.
        """
        for attribute, is_right, expected in (
            ("name", isinstance(self.name, str), "a text"),
            ("width", is_width(self.width), "a whole number from 1 on, or None"),
            ("restarts", isinstance(self.restarts, bool), "True or False"),
            ("memory", isinstance(self.memory, bool), "True or False"),
            ("seed", isinstance(self.seed, int), "a whole number"),
            ("where", callable(self.where), "a method"),
        ):
            if not is_right:
                raise OptionError(
                    f"{attribute} of {shown(self.name)} is {shown(getattr(self, attribute))}, "
                    f"expected {expected}"
                )
        effort = effort_on(problem, "usual" if self.restarts else None)
        if not self.memory:
            effort = effort._replace(**NO_MEMORY)
        noise = NOISE.times(check_noise(self.noise) or 0.0)
        self._runs = Restarts(problem, effort, noise, self.seed)
        self._is_measured = self.noise is not None
        yield from self._runs.limits()

    def fork(self, state: State) -> Fork:
        """Return the candidates of the place that `where` chooses, best first.

        What `where` or `score` raises, or returns and should not, is an `OptionError` in one line.
        """
        reached = self._runs.reached(state)
        if reached is None:
            return REFUTED
        failed = self._runs.refutes(state)
        if not reached.scarcest:
            return replace(REFUTED, failed=failed)
        options, candidates = self._chosen(BoardView(reached))
        if not self._is_measured:
            self._is_measured = True
            self._runs.set_noise(noise_like(self._some_scores(BoardView(state))))
        values = {each.number: self._value(each) for each in candidates}
        scores = {number: total for number, (total, _) in values.items()}
        moves = list(scores)
        if len(moves) > 1 or reached is not state:  # so that it draws as `constrained` does
            noise, random = self._runs.noise, self._runs.random
            ranks = {move: (scores[move] + noise * random(), move) for move in moves}
            moves.sort(key=ranks.__getitem__, reverse=True)
        kind = Found("forced" if len(moves) == 1 else "scarcest")
        return Fork(
            moves,
            lambda rank: Score.plain(*values[moves[rank]]),
            complete=any(not reached.live & item & ~options for item in reached.items),
            found=(lambda _: kind) if options == reached.scarcest else None,
            failed=failed,
        )

    def _some_scores(self, board: BoardView) -> Iterator[float]:
        """Yield the scores of some candidates, from which the noise takes its unit."""
        candidates = board.candidates
        for each in candidates[:: len(candidates) // SAMPLED or 1]:
            # The search may never ask for the score of this one.
            with suppress(OptionError):
                yield self._value(each)[0]

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

    def _value(self, candidate: Candidate) -> tuple[float, Mapping[str, float] | None]:
        """Return the score of a candidate, and its parts if it has some."""
        value, parts = self._call("score", candidate), None
        if isinstance(value, Mapping):
            parts = {str(name): _number(part) for name, part in value.items()}
        number = _number(value) if parts is None else sum(parts.values())
        if not math.isfinite(number):
            makes = "; one that makes strategies has a parameter called seed"
            raise OptionError(
                f"the score of {quote(self.name)} for {candidate.placement} is {shown(value)}, "
                f"expected a finite number{makes * hasattr(value, 'fork')}, or such numbers by name"
            )
        return number, parts

    def _call(self, method: str, argument: BoardView | Candidate) -> Any:
        """Call a method of the subclass, and say in one line where it went wrong."""
        try:
            return getattr(self, method)(argument)
        except Exception as problem:
            meant = ""
            if isinstance(problem, AttributeError) and problem.obj is not None:
                near = nearest_name(str(problem.name), _public(problem.obj))
                meant = near or _has(argument, problem)
            raise OptionError(
                f"{method}() of {quote(self.name)} raised {type(problem).__name__}"
                f"{_place(problem)}: {problem}{meant}"
            ) from problem


def _number(value: Any) -> float:
    """Return a value as a number, or NaN if it is not one."""
    try:
        return math.nan if isinstance(value, str | bytes) else float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _place(problem: Exception) -> str:
    """Return the last line of somebody else's code in which an error was raised, in words."""
    own = str(Path(__file__).parents[1])
    lines = [
        line
        for frame, line in traceback.walk_tb(problem.__traceback__)
        if not frame.f_code.co_filename.startswith(own)
    ]
    return f" in line {lines[-1]}" if lines else ""


def _public(thing: object) -> list[str]:
    return [name for name in dir(thing) if name[0] != "_"]


def _has(argument: object, problem: AttributeError) -> str:
    """Return, for the end of a message, the attribute of an argument or all that it has."""
    kind, own = type(argument).__name__, _public(argument)
    if problem.obj is argument:
        return f"; a {kind} has {both(own)}"
    return f"; {problem.name} is one of the {kind}" if problem.name in own else ""


@checked_arguments
class Heuristic(ScoredStrategy):
    """A strategy made of a function; see `heuristic`. It can still be called as the function."""

    def __init__(
        self,
        function: Callable[[Candidate], Worth],
        seed: int = 0,
        *,
        where: Where = "scarcest",
        restarts: bool = True,
        memory: bool = True,
        noise: float | None = None,
        name: str | None = None,
    ) -> None:
        if isinstance(function, type):
            raise OptionError(
                f"{function.__name__} is a class, expected a function of a candidate; a subclass "
                "of kaleido.heuristics.ScoredStrategy needs no decorator"
            )
        if not callable(function):
            raise OptionError(
                f"a heuristic is {shown(function)}, expected a function of a candidate, or a "
                "mapping such as {'matched': 1}"
            )
        own = getattr(function, "__name__", type(function).__name__)
        try:
            signature(function).bind(None)
        except ValueError:  # of some functions that are not written in Python
            pass
        except TypeError:
            taken = one_line(f"{own}{signature(function)}", 60)
            raise OptionError(f"{taken}: a heuristic takes one argument, a candidate") from None
        if where not in get_args(Where):
            raise OptionError(unknown("place to look at", str(where), get_args(Where)))
        super().__init__(seed)
        update_wrapper(self, function)
        chosen = choices(where, restarts=restarts, memory=memory, noise=noise)
        self.name = name or ("lambda" if own == "<lambda>" else own) + chosen
        self.function = function
        self.restarts, self.memory, self.noise = restarts, memory, noise
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

    def score(self, candidate: Candidate) -> Worth:
        """Return what the function returns."""
        return self.function(candidate)

    __call__ = score


@overload
def heuristic(
    score: Callable[[Candidate], Worth],
    /,
    *,
    where: Where = "scarcest",
    restarts: bool = True,
    memory: bool = True,
    noise: float | None = None,
    name: str | None = None,
) -> Heuristic: ...
@overload
def heuristic(
    score: Mapping[str, float],
    /,
    *,
    restarts: bool = True,
    memory: bool = True,
    noise: float | None = None,
    name: str | None = None,
) -> Linear: ...
@overload
def heuristic(
    *,
    where: Where = "scarcest",
    restarts: bool = True,
    memory: bool = True,
    noise: float | None = None,
    name: str | None = None,
) -> Callable[[Callable[[Candidate], Worth]], Heuristic]: ...
def heuristic(
    score: Callable[[Candidate], Worth] | Mapping[str, float] | None = None,
    /,
    *,
    where: Where = "scarcest",
    restarts: bool = True,
    memory: bool = True,
    noise: float | None = None,
    name: str | None = None,
) -> Heuristic | Linear | Callable[[Callable[[Candidate], Worth]], Heuristic]:
    """Make a strategy of a score of candidates, of which the highest is tried first.

    All else is the search of `constrained`. The strategy is complete whatever the score is: it
    finds a solution or proves that there is none.

    Parameters
    ----------
    score : callable, or mapping of str to float
        A function takes a `kaleido.Candidate` and returns a finite number, or a dict of
        named parts, whose sum is the score: figures show them. A mapping instead of a function
        gives the weights of some attributes, and makes a `kaleido.heuristics.Linear`, which the
        compiled core searches with.
    where : {"scarcest", "reading", "everywhere"}, optional
        Where the next move is looked for: at the cell or piece with the fewest placements left, at
        the next open cell in reading order, or among all placements, of which the best three are
        tried and the others deferred to the end of the search. The last one shows what a score is
        worth by itself, but takes very long to prove anything.
    restarts, memory, noise : optional
        Attributes of `ScoredStrategy`; with `restarts=False, memory=False, noise=0` the search is a
        bare one, which shows what the score does alone.
    name : str, optional
        The name of the strategy; by default that of the function or the weighted sum, with the
        choices that are not the usual ones.

    Raises
    ------
    OptionError
        The decorated object is not a function, or `where` or an attribute is unknown.

    Examples
    --------
    >>> import kaleido
    >>> @kaleido.heuristic
    ... def tightest(candidate):
    ...     return candidate.matched - candidate.unmatched
    >>> kaleido.solve("car", tightest).status.value
    'solved'
    >>> in_parts = kaleido.heuristic(lambda each: {"edges": each.matched, "size": each.size / 2})
    >>> kaleido.record("car", in_parts).steps[0].place.score.line
    '16 edges + 4 size = 20'
    >>> @kaleido.heuristic(where="everywhere")
    ... def flush(candidate):
    ...     return candidate.matched / candidate.border
    >>> kaleido.record("car", flush).steps[0].place.score.total
    1.0
    >>> kaleido.heuristic({"matched": 1, "unmatched": -0.5}).name
    'matched − 0.5 unmatched'
    """
    if isinstance(score, Mapping):
        if where != "scarcest":
            raise OptionError(f"where is {quote(where)}, but weights go with the scarcest alone")
        return Linear(score, restarts=restarts, memory=memory, noise=noise, name=name)

    def make(function: Callable[[Candidate], Worth]) -> Heuristic:
        return Heuristic(
            function, where=where, restarts=restarts, memory=memory, noise=noise, name=name
        )

    return make if score is None else make(score)
