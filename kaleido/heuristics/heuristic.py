"""A heuristic: a function that gives a candidate its score, as a strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Literal, get_args, overload

from kaleido.arguments import named_options
from kaleido.errors import OptionError
from kaleido.heuristics.candidate import Candidate
from kaleido.heuristics.scored import ScoredStrategy
from kaleido.heuristics.view import BoardView, Item
from kaleido.text import shown, unknown

Where = Literal["scarcest", "reading", "everywhere"]
"""Where a heuristic looks for the next move."""

KEPT = 3
"""The beam width of a heuristic that looks everywhere, as in Singh's paper."""


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
        self.width = KEPT if where == "everywhere" else None
        self._where: Where = where

    def __call__(self, candidate: Candidate) -> float:
        """Return what the function returns."""
        return self.function(candidate)

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

    Returns
    -------
    Heuristic
        A strategy, which is complete whatever the function returns: it finds a solution or proves
        that there is none.

    Raises
    ------
    OptionError
        What is decorated is no function, or `where` is unknown.

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
