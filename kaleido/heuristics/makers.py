"""What may stand for a strategy, made into strategies."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeGuard

from kaleido.arguments import kind_of
from kaleido.errors import OptionError
from kaleido.heuristics.heuristic import heuristic
from kaleido.heuristics.plugins import named_strategy
from kaleido.heuristics.registry import STRATEGIES
from kaleido.heuristics.scored import ScoredStrategy
from kaleido.search.fork import Fork, Strategy, is_width
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.text import both, free_name, quote, shown


class Checked:
    """A strategy whose forks are checked before the search uses them.

    What a strategy says is all that the search knows: moves that are not there would give false
    solutions, and a fork that wrongly claims to be complete would give a false proof.

    Parameters
    ----------
    strategy : Strategy
    """

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self.name = str(strategy.name)
        self.width = strategy.width
        if not is_width(self.width):
            raise OptionError(
                f"the width of strategy {quote(self.name)} is {self.width!r}, expected a whole "
                "number from 1 on, or None"
            )

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search and yield the limit of nodes of each run."""
        limits = self._strategy.runs(problem)
        if not hasattr(limits, "__iter__"):
            raise OptionError(
                f"runs() of strategy {quote(self.name)} returned {shown(limits)}, expected "
                "limits of nodes: yield None for a single run"
            )
        yield from limits

    def fork(self, state: State) -> Fork:
        """Return the moves of the strategy.

        Raises
        ------
        OptionError
            It returns something else than a fork, a move is not possible, or the fork claims to be
            complete, but no cell or piece has all of its placements among the moves.
        """
        fork = self._strategy.fork(state)
        if not isinstance(fork, Fork):
            raise OptionError(
                f"fork() of strategy {quote(self.name)} returned {shown(fork)}, expected a "
                "kaleido.search.Fork"
            )
        options = 0
        for move in fork.moves:
            if not (isinstance(move, int) and move >= 0 and state.live >> move & 1):
                raise OptionError(
                    f"fork() of strategy {quote(self.name)} returned the move {move!r}, expected "
                    "numbers of placements that are live at the state"
                )
            options |= 1 << move
        if fork.complete and all(state.live & item & ~options for item in state.items):
            raise OptionError(
                f"fork() of strategy {quote(self.name)} claims to be complete, but no cell or "
                "piece has all of its placements among the moves"
            )
        return fork


class _Function(Protocol):
    def __call__(self, argument: Any, /) -> Any: ...


StrategyLike = str | Strategy | type | _Function
"""The name of a strategy or ``module:name``; a strategy; a class of strategies; a function of a
candidate that returns its score; or a function of a seed that returns a strategy."""

Maker = Callable[[int], Strategy]
"""A function that makes a strategy from a seed."""

Strategies = Mapping[str, StrategyLike] | Iterable[StrategyLike] | StrategyLike
"""Several strategies, by label or called by their names."""

_PARTS = ("name", "width", "runs", "fork")
"""What every strategy has."""

_OURS = ("kaleido.heuristics.plus", "kaleido.paper.", "kaleido.search.strategies.")
"""Where the strategies are whose forks need no check."""

EXPECTED = "expected a name, a strategy, a class of strategies or a function of a candidate"


def make_any_strategy(thing: StrategyLike, seed: int | None = None) -> Strategy:
    """Return a strategy for a single search.

    By default a strategy keeps its own seed, and anything else makes one with seed 0.

    Raises
    ------
    OptionError
        `thing` stands for no strategy.

    Examples
    --------
    >>> from kaleido.paper import Paper
    >>> [make_any_strategy(thing, 3).seed for thing in ("paper", Paper, Paper(1))]
    [3, 3, 3]
    >>> [make_any_strategy(thing).seed for thing in ("paper", Paper, Paper(1))]
    [0, 0, 1]
    >>> make_any_strategy(lambda candidate: candidate.matched).name
    'lambda'
    """
    if seed is None and _is_strategy(thing):
        return _checked(thing)
    return maker_of(thing)(seed or 0)


def maker_of(thing: StrategyLike) -> Maker:
    """Return a function that makes a strategy from a seed; it can be sent to other processes.

    Of a strategy, a copy with that seed is made.

    Raises
    ------
    OptionError
        `thing` stands for no strategy.
    """
    if isinstance(thing, str):
        found = named_strategy(thing)
        if thing.lower() in STRATEGIES:
            return STRATEGIES[thing.lower()]
        maker_of(found)  # so that what is wrong with it is said here
        return _Named(thing)
    if _is_strategy(thing):
        return _Copies(thing)
    if isinstance(thing, type):
        return _maker_of_class(thing)
    if callable(thing):
        return _maker_of_function(thing)
    missing = [part for part in _PARTS if not hasattr(thing, part)]
    lacks = "" if len(missing) == len(_PARTS) else f" without {both(missing)}"
    raise OptionError(f"strategy {shown(thing)} is {kind_of(thing)}{lacks}, {EXPECTED}")


def strategy_makers(strategies: Strategies) -> dict[str, Maker]:
    """Return functions that make strategies from a seed, by label.

    Parameters
    ----------
    strategies : mapping of str to StrategyLike, or iterable of StrategyLike
        Strategies by label; or strategies, which are called by their names, with a number if a name
        is taken. Equal names of strategies count once.

    Raises
    ------
    OptionError
        One of them stands for no strategy, or there is none.

    Examples
    --------
    >>> from kaleido.paper import Paper
    >>> list(strategy_makers(["constrained", Paper, "paper+tallied", Paper(1)]))
    ['constrained', 'paper', 'paper+tallied', 'paper (2)']
    """
    if isinstance(strategies, Mapping):
        makers = {label: maker_of(thing) for label, thing in strategies.items()}
    else:
        makers = {}
        seen = set()
        for thing in _listed(strategies):
            if isinstance(thing, str):
                if thing in seen:
                    continue
                seen.add(thing)
            maker = maker_of(thing)
            makers[free_name(thing if isinstance(thing, str) else maker(0).name, makers)] = maker
    if not makers:
        raise OptionError(f"strategies is {strategies!r}: expected one or more")
    return makers


def _listed(strategies: Strategies) -> list[StrategyLike]:
    # A single name must not be iterated over letter by letter.
    if isinstance(strategies, str | type) or callable(strategies) or _is_strategy(strategies):
        return [strategies]
    if not isinstance(strategies, Iterable):
        raise OptionError(f"strategies is {shown(strategies)}, {EXPECTED}, or several")
    return list(strategies)


def _is_strategy(thing: object) -> TypeGuard[Strategy]:
    return not isinstance(thing, type) and all(hasattr(thing, part) for part in _PARTS)


def _checked(strategy: Strategy) -> Strategy:
    """Return a strategy whose forks are checked, unless Kaleido makes them."""
    # A subclass may keep our way to fork, which knows more reasons why nothing is left.
    where = getattr(getattr(type(strategy), "fork", None), "__module__", "")
    is_ours = where.startswith(_OURS) or isinstance(strategy, ScoredStrategy)
    return strategy if is_ours or isinstance(strategy, Checked) else Checked(strategy)


@dataclass(frozen=True)
class _Named:
    """Makes a strategy that is known by its name wherever it is made."""

    name: str

    def __call__(self, seed: int) -> Strategy:
        return maker_of(named_strategy(self.name))(seed)


@dataclass(frozen=True)
class _Copies:
    """Makes copies of a strategy, each with its own seed."""

    strategy: Strategy

    def __call__(self, seed: int) -> Strategy:
        return _checked(_with_seed(copy.copy(self.strategy), seed))


def _with_seed(strategy: Strategy, seed: int) -> Strategy:
    """Return the same strategy with a seed, if it has one."""
    if hasattr(strategy, "seed"):
        strategy.seed = seed
    return strategy


@dataclass(frozen=True)
class _Makes:
    """Makes strategies by a class or a function."""

    make: Callable[..., Any]
    takes_seed: bool = True

    def __call__(self, seed: int) -> Strategy:
        if not isinstance(self.make, type):
            made = self.make(seed)
        elif self.takes_seed:
            made = self.make(seed=seed)
        else:
            made = _with_seed(self.make(), seed)
        if not _is_strategy(made):
            raise OptionError(
                f"{_called(self.make)} returned {shown(made)} for seed {seed}, expected a "
                "strategy with name, width, runs and fork"
            )
        return _checked(made)


def _maker_of_class(kind: type) -> Maker:
    """Return a maker of a class, which gets the seed if it has such a parameter or attribute."""
    if inspect.isabstract(kind):
        missing = ", ".join(sorted(getattr(kind, "__abstractmethods__", ())))
        raise OptionError(f"class {kind.__name__} has no {missing}, expected one that scores")
    if not all(hasattr(kind, part) for part in ("runs", "fork")):
        raise OptionError(
            f"class {kind.__name__} has no runs and fork, expected a class of strategies, such as "
            "a subclass of kaleido.heuristics.ScoredStrategy"
        )
    parameters = inspect.signature(kind).parameters.values()
    needed = [
        each.name
        for each in parameters
        if each.default is each.empty
        and each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
        and each.name != "seed"
    ]
    if needed:
        raise OptionError(
            f"class {kind.__name__} needs {', '.join(needed)}: give an object, such as "
            f"{kind.__name__}({needed[0]}=...), or a function of a seed that makes one"
        )
    return _Makes(kind, any(each.name == "seed" for each in parameters))


def _maker_of_function(function: Callable[[Any], Any]) -> Maker:
    """Return a maker of a function of a seed, which returns a strategy, or of a candidate."""
    if isinstance(function, partial):
        is_maker = True
    else:
        try:
            is_maker = _is_strategy(function(0))
        except Exception:  # of a function of a candidate, which a number is not
            is_maker = False
    return _Makes(function) if is_maker else _Copies(heuristic(function))


def _called(make: Callable[..., Any]) -> str:
    return str(getattr(make, "__name__", type(make).__name__))
