"""Summaries of many runs, by strategy, in a table that shows itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple, Self, TypeVar

from kaleido.analysis.answer import Status
from kaleido.analysis.run import COSTS, Cost, Run, by_strategy
from kaleido.analysis.statistics import Interval
from kaleido.analysis.survival import Quantile, Sample, sample_of
from kaleido.errors import OptionError
from kaleido.text import unknown

Row = TypeVar("Row")


class Table(tuple[Row, ...]):
    """Rows of any values that show themselves as a table.

    The columns are by their heads what gives the text of a row. The first is aligned to the left,
    the others to the right.

    Examples
    --------
    >>> Table(("wand", "z"), {"piece": str, "letters": lambda piece: str(len(piece))})
    piece  letters
    wand         4
    z            1
    """

    columns: Mapping[str, Callable[[Row], str]]

    def __new__(cls, rows: Iterable[Row], columns: Mapping[str, Callable[[Row], str]]) -> Self:
        """Return the table of some rows."""
        made = super().__new__(cls, rows)
        made.columns = columns
        return made

    def select(self, *columns: str) -> "Table[Row]":
        """Return the table with some of its columns, in the order asked for.

        Raises
        ------
        OptionError
            There is no such column.

        Examples
        --------
        >>> table = Table(("wand",), {"piece": str, "letters": lambda piece: str(len(piece))})
        >>> table.select("letters")
        letters
        4
        """
        for name in columns:
            if name not in self.columns:
                raise OptionError(unknown("column", str(name), self.columns))
        return Table(self, {name: self.columns[name] for name in columns})

    @property
    def _lines(self) -> list[list[str]]:
        """The heads of the columns, and the texts of each row."""
        texts = self.columns.values()
        return [list(self.columns), *([text(row) for text in texts] for row in self)]

    def __repr__(self) -> str:
        lines = self._lines
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if place else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def _repr_html_(self) -> str:
        def line(cells: Sequence[str], tag: str) -> str:
            made = (
                f'<{tag} style="text-align: {"right" if place else "left"}">{escape(cell)}</{tag}>'
                for place, cell in enumerate(cells)
            )
            return f"<tr>{''.join(made)}</tr>"

        head, *rows = self._lines
        body = "".join(line(cells, "td") for cells in rows)
        return f"<table><thead>{line(head, 'th')}</thead><tbody>{body}</tbody></table>"


QUANTILES: Mapping[str, float] = {"median": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
"""The shares of the quantiles in a summary, by name."""

FORMS: Mapping[str, str] = {"nodes": ",.0f", "backtracks": ",.0f", "seconds": ".4f"}
"""The number format of each cost."""


class Figures(NamedTuple):
    """A cost of all runs of one strategy.

    A run that gave up needs more than it had used: it counts as censored, so that a quantile that
    it reaches is infinite and reads "> 20,000". See `kaleido.analysis.survival`.

    Attributes
    ----------
    median, p90, p99, max : Quantile
        With 95 % intervals, which draw patterns with repetition; the maximum has none.
    total : float
        What all runs used, those that gave up as well.
    """

    median: Quantile
    p90: Quantile
    p99: Quantile
    max: Quantile
    total: float


class Summary(NamedTuple):
    """All runs of one strategy.

    Attributes
    ----------
    patterns, runs, solved, unsolvable, gave_up : int
        The number of patterns and runs, and of the runs that ended in each way.
    done : Interval
        The share of runs with an answer, with its 95 % interval, which draws patterns.
    nodes, backtracks, seconds : Figures
    by_seed : mapping of int to (int, float)
        For each seed the number of runs solved and the median of their nodes, infinite beyond the
        limit: how much of a figure is chance.
    """

    strategy: str
    patterns: int
    runs: int
    solved: int
    unsolvable: int
    gave_up: int
    done: Interval
    nodes: Figures
    backtracks: Figures
    seconds: Figures
    by_seed: Mapping[int, tuple[int, float]]

    def figures(self, by: Cost) -> Figures:
        """Return the figures of a cost."""
        found: Figures = getattr(self, by)
        return found


def summarise(runs: Iterable[Run], by: Cost = "nodes") -> Table[Summary]:
    """Return the summaries of runs, in the order in which the strategies first appear.

    The table shows the cost `by`; the summaries have all costs.

    Examples
    --------
    >>> runs = [
    ...     Run("a", "paper", 0, "solved", 18, 0, 0.5),
    ...     Run("b", "paper", 0, "gave-up", 90, 72, 1.5),
    ... ]
    >>> (summary,) = summarise(runs)
    >>> summary.solved, summary.gave_up, f"{summary.nodes.max:.0f}", summary.seconds.total
    (1, 1, '> 90', 2.0)
    """
    rows = tuple(_summarise(name, own) for name, own in by_strategy(runs).items())
    return Table(
        rows,
        {
            "strategy": lambda each: each.strategy,
            "runs": lambda each: f"{each.runs:,}",
            "solved": lambda each: f"{each.solved:,}",
            "no solution": lambda each: f"{each.unsolvable:,}",
            "gave up": lambda each: f"{each.gave_up:,}",
            f"median {by}": lambda each: format(each.figures(by).median, FORMS[by]),
            "90 %": lambda each: format(each.figures(by).p90, FORMS[by]),
            "most": lambda each: format(each.figures(by).max, FORMS[by]),
        },
    )


def _summarise(strategy: str, own: list[Run]) -> Summary:
    ends = [run.status for run in own]
    nodes, backtracks, seconds = (_figures(sample_of(own, by)) for by in COSTS)
    return Summary(
        strategy,
        len({run.pattern for run in own}),
        len(own),
        ends.count(Status.SOLVED),
        ends.count(Status.NO_SOLUTION),
        ends.count(Status.GAVE_UP),
        sample_of(own).ended,
        nodes,
        backtracks,
        seconds,
        {seed: _of_seed(own, seed) for seed in dict.fromkeys(run.seed for run in own)},
    )


def _of_seed(runs: Iterable[Run], seed: int) -> tuple[int, float]:
    own = [run for run in runs if run.seed == seed]
    return sum(run.status == Status.SOLVED for run in own), sample_of(own).value(0.5)


def _figures(sample: Sample) -> Figures:
    median, p90, p99, most = map(sample.quantile, QUANTILES.values())
    return Figures(median, p90, p99, most, float(sample.costs.sum()))
