"""Strategies side by side: every one of them on every board, with every seed."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import NamedTuple

from kaleido.analysis.puzzle import Puzzle
from kaleido.analysis.questions import as_puzzle, solve
from kaleido.errors import OptionError
from kaleido.model.board import Board
from kaleido.model.classic import CLASSIC
from kaleido.search.fork import Strategy
from kaleido.search.strategies import DEFAULT, STRATEGIES, make_strategy

Patterns = Mapping[str, Board | Puzzle | str] | Iterable[Board | Puzzle | str]
"""Patterns, puzzles or what names them; by name, or one after the other."""

Strategies = Mapping[str, Callable[[int], Strategy]] | Iterable[str]
"""By label, what makes a strategy from a seed; or names of strategies."""

Seeds = int | Iterable[int]
"""Seeds one by one, or how many of them from 0 on."""


class Run(NamedTuple):
    """One strategy on one board with one seed.

    Attributes
    ----------
    pattern, strategy : str
        Their names.
    seed : int
    status : str
        "solved", "no-solution" or "gave-up".
    nodes, backtracks : int
    seconds : float
        With the table of placements and the verification.
    """

    pattern: str
    strategy: str
    seed: int
    status: str
    nodes: int
    backtracks: int
    seconds: float


def compare(
    patterns: Patterns,
    strategies: Strategies = (DEFAULT, "paper"),
    seeds: Seeds = 1,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> list[Run]:
    """Solve every board with every strategy and every seed.

    Parameters
    ----------
    patterns : mapping of str to Pattern, or iterable of Pattern or str
        Boards by name; or patterns, and names of patterns that come with Kaleido. A pattern
        goes by its title then, a name that is taken gets a number.
    strategies : mapping of str to callable, or iterable of str, optional
        By label, what makes a strategy from a seed; or names of strategies.
    seeds : int or iterable of int, optional
        So many seeds from 0 on, or those seeds.
    max_nodes, timeout
        As for `kaleido.solve`, for each run. Without either, a run may take very long.

    Returns
    -------
    list of Run
        Board by board, seed by seed, the strategies in turn: a machine that slows down slows
        all of them. ``pandas.DataFrame`` takes it as it is.

    Raises
    ------
    OptionError
        A strategy is unknown, or there is nothing to run; before the first run.
    PatternError
        No pattern has that name; before the first run.

    Examples
    --------
    >>> for run in compare(["car", "key"], seeds=2, max_nodes=5000):
    ...     print(run.pattern, run.seed, run.strategy, run.status)
    car 0 constrained solved
    car 0 paper solved
    car 1 constrained solved
    car 1 paper solved
    key 0 constrained solved
    key 0 paper solved
    key 1 constrained solved
    key 1 paper solved

    Weights, or anything else of a strategy, swept:

    >>> from functools import partial
    >>> from kaleido import Paper, Weights
    >>> sweep = {f"window {w}": partial(Paper, weights=Weights(window=w)) for w in (0, 0.5)}
    >>> [run.strategy for run in compare(["car"], sweep)]
    ['window 0', 'window 0.5']
    """
    return list(iterate_runs(patterns, strategies, seeds, max_nodes=max_nodes, timeout=timeout))


def iterate_runs(
    patterns: Patterns,
    strategies: Strategies,
    seeds: Seeds,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> Iterator[Run]:
    """Check what `compare` is asked for, then yield its runs as they finish.

    Parameters, order of the runs and errors are those of `compare`; the errors come at the
    call, not with the first run.
    """
    boards = _name_boards(patterns)
    factories = _label_strategies(strategies)
    numbers = _list_seeds(seeds)
    return _runs(boards, factories, numbers, max_nodes, timeout)


def _runs(
    boards: Mapping[str, Board | Puzzle],
    factories: Mapping[str, Callable[[int], Strategy]],
    seeds: Iterable[int],
    max_nodes: int | None,
    timeout: float | None,
) -> Iterator[Run]:
    for name, pattern in boards.items():
        for seed in seeds:
            for label, factory in factories.items():
                answer = solve(pattern, factory(seed), max_nodes=max_nodes, timeout=timeout)
                yield Run(
                    name,
                    label,
                    seed,
                    str(answer.status),
                    answer.nodes,
                    answer.backtracks,
                    round(answer.seconds, 6),
                )


def _name_boards(patterns: Patterns) -> dict[str, Board | Puzzle]:
    boards: dict[str, Board | Puzzle] = {}
    if isinstance(patterns, Mapping):
        boards = {name: _board_or_puzzle(each) for name, each in patterns.items()}
    else:
        # A name on its own would be taken for its letters.
        for each in (patterns,) if isinstance(patterns, str | Board | Puzzle) else patterns:
            board = _board_or_puzzle(each)
            title = board.title if isinstance(board, Board) else board.pattern.title
            name = each if isinstance(each, str) else title or "untitled"
            boards[_free_name(name, boards)] = board
    if not boards:
        raise OptionError(f"patterns is {patterns!r}: expected one or more")
    return boards


def _board_or_puzzle(each: Board | Puzzle | str) -> Board | Puzzle:
    if not isinstance(each, str):
        return each
    puzzle = as_puzzle(each)
    # A pattern's table of placements is made anew, and timed, in each run.
    return puzzle if puzzle.pieces is not CLASSIC else puzzle.pattern


def _free_name(name: str, taken: Container[str]) -> str:
    numbered = (f"{name} ({number})" for number in count(2))
    return next(each for each in chain((name,), numbered) if each not in taken)


def _label_strategies(strategies: Strategies) -> dict[str, Callable[[int], Strategy]]:
    if isinstance(strategies, Mapping):
        factories = dict(strategies)
    else:
        names = (strategies,) if isinstance(strategies, str) else tuple(strategies)
        for name in names:
            make_strategy(name)  # so that an unknown name ends it here
        factories = {name: STRATEGIES[name] for name in names}
    if not factories:
        raise OptionError(f"strategies is {strategies!r}: expected one or more")
    return factories


def _list_seeds(seeds: Seeds) -> list[int]:
    # Numbers of other kinds, such as NumPy's, make no generator.
    each = range(seeds) if isinstance(seeds, int) else (int(seed) for seed in seeds)
    numbers = list(dict.fromkeys(each))
    if not numbers:
        raise OptionError(f"seeds is {seeds!r}: expected one or more")
    return numbers
