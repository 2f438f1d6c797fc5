"""The strategies by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from kaleido.base.attributes import named_attributes
from kaleido.base.errors import UnknownKeyError
from kaleido.base.text import both, unknown
from kaleido.search.fork import Strategy

if TYPE_CHECKING:
    from kaleido.search.problem import Problem


@named_attributes
class Strategies(Mapping[str, Callable[[int], Strategy]]):
    """Classes of strategies by name, each imported when it is first asked for.

    Some need NumPy and SciPy, which take longer to load than most patterns take to solve.
    """

    def __init__(self, **places: str) -> None:
        self._places = {name.replace("_", "-"): place for name, place in places.items()}
        self._found: dict[str, Callable[[int], Strategy]] = {}

    def __getitem__(self, name: str) -> Callable[[int], Strategy]:
        if name in self._found:
            return self._found[name]
        if name not in self._places:
            raise UnknownKeyError(unknown("strategy", str(name), self._places))
        module, _, kind = self._places[name].partition(":")
        self._found[name] = getattr(import_module(f"kaleido.{module}"), kind)
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"<Strategies: {both(self)}>"


STRATEGIES: Mapping[str, Callable[[int], Strategy]] = Strategies(
    constrained="search.strategies.constrained:Constrained",
    tuned="search.strategies.tuned:Tuned",
    paper="paper.strategies:Paper",
    paper_text="paper.strategies:PaperText",
    paper_plus="heuristics.plus:PaperPlus",
    probing="search.strategies.probing:Probing",
    edge_matching="search.strategies.reading_order:EdgeMatching",
    random="search.strategies.reading_order:Random",
)
"""Functions that make a strategy from a seed, by name."""

DEFAULT = "constrained"  # the strategy that is used unless another is asked for
# The strategy whose moves are drawn unless another is asked for, where colours make windows.
SHOWN = "paper-plus"


def shown_strategy(problem: Problem, *, moves: bool = True) -> str:
    """Return the strategy whose moves are drawn unless another is asked for.

    That is the paper's method with additions, but where there are no windows, or where pieces have
    no colours and so imply no edges. A figure without `moves` shows the solution of `solve`.

    Examples
    --------
    >>> from kaleido import Puzzle
    >>> [shown_strategy(Puzzle(name).problem) for name in ("car", "pentomino-6x10", "soma-cube")]
    ['paper-plus', 'constrained', 'constrained']
    """
    has_windows = problem.grid.lattice.is_square and not problem.pieces.is_plain
    return SHOWN if moves and has_windows else DEFAULT


def strategy_name(name: str) -> str:
    """Return a name without blanks around it, and one of `STRATEGIES` as it is written there.

    Examples
    --------
    >>> strategy_name(" Paper "), strategy_name("paper_plus"), strategy_name("MyLab:Paper")
    ('paper', 'paper-plus', 'MyLab:Paper')
    """
    if name in STRATEGIES:
        return name
    bare = name.strip()
    usual = bare.lower().replace("_", "-")
    return usual if usual in STRATEGIES else bare
