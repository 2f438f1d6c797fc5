"""Strategies compared: each of them on every board, with every seed."""

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
"""Patterns, puzzles or what names them; by name, or in order."""

Strategies = Mapping[str, Callable[[int], Strategy]] | Iterable[str]
"""Functions that make a strategy from a seed, by label; or names of strategies."""

Seeds = int | Iterable[int]
"""The seeds, or how many of them, starting with 0."""


class Run(NamedTuple):
    """One strategy on one board with one seed.

    Attributes
    ----------
    pattern, strategy : str
        The names of the board and the strategy.
    seed : int
        The seed of the strategy.
    status : str
        "solved", "no-solution" or "gave-up".
    nodes, backtracks : int
        The number of placements tried, and of those taken back one by one.
    seconds : float
        The time taken, including the verification and, for a pattern, building its problem.
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
    strategies: Strategies = (DEFAULT, "paper-plus"),
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
        without a name is called by its title, with a number if the title is taken.
    strategies : mapping of str to callable, or iterable of str, optional
        Functions that make a strategy from a seed, by label; or names of strategies.
    seeds : int or iterable of int, optional
        The number of seeds, starting with 0, or the seeds themselves.
    max_nodes, timeout
        As for `kaleido.solve`, for each run. Without either, a run may take very long.

    Returns
    -------
    list of Run
        Board by board, seed by seed, with the strategies in turn, so that a machine that slows
        down slows all of them. ``pandas.DataFrame`` accepts this list.

    Raises
    ------
    OptionError
        A strategy is unknown, or there is nothing to run. Nothing has run yet.
    PatternError
        A pattern name is unknown. Nothing has run yet.

    Examples
    --------
    >>> for run in compare(["car", "key"], seeds=2, max_nodes=5000)[:3]:
    ...     print(run.pattern, run.seed, run.strategy, run.status)
    car 0 constrained solved
    car 0 paper-plus solved
    car 1 constrained solved

    A sweep over weights, or over anything else of a strategy:

    >>> from functools import partial
    >>> from kaleido import PaperPlus, Weights
    >>> sweep = {f"window {w}": partial(PaperPlus, weights=Weights(window=w)) for w in (0, 0.5)}
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
    """Check the arguments of `compare`, then yield its runs as they finish.

    The arguments, the order of the runs and the errors are those of `compare`; the errors are
    raised by the call, not with the first run.
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
        # A single name must not be iterated over letter by letter.
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
    # Building the problem of a pattern is part of each timed run.
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
            make_strategy(name)  # so that an unknown name is an error here
        factories = {name: STRATEGIES[name] for name in names}
    if not factories:
        raise OptionError(f"strategies is {strategies!r}: expected one or more")
    return factories


def _list_seeds(seeds: Seeds) -> list[int]:
    # `random.Random` does not accept other integers, such as NumPy's.
    each = range(seeds) if isinstance(seeds, int) else (int(seed) for seed in seeds)
    numbers = list(dict.fromkeys(each))
    if not numbers:
        raise OptionError(f"seeds is {seeds!r}: expected one or more")
    return numbers
