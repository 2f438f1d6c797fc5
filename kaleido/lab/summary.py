"""Summaries of many runs, by strategy, in a table that shows itself."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple, Self, TypeVar

from kaleido.base.errors import OptionError
from kaleido.base.text import unknown
from kaleido.lab.run import COSTS, Cost, Run, by_strategy
from kaleido.lab.statistics import Interval, Quantile, Sample, sample_of
from kaleido.search.result import Status

Row = TypeVar("Row")


class Table(tuple[Row, ...]):
    """Rows that show themselves as a table, with a function for the text of each column.

    The first column is aligned to the left, the others to the right. A note stands below.
    """

    columns: Mapping[str, Callable[[Row], str]]
    note: str

    def __new__(
        cls, rows: Iterable[Row], columns: Mapping[str, Callable[[Row], str]], note: str = ""
    ) -> Self:
        """Return the table of some rows."""
        made = super().__new__(cls, rows)
        made.columns, made.note = columns, note
        return made

    def select(self, *columns: str) -> "Table[Row]":
        """Return some of the columns, or raise an `OptionError` if there is no such column."""
        for name in columns:
            if name not in self.columns:
                raise OptionError(unknown("column", str(name), self.columns))
        return Table(self, {name: self.columns[name] for name in columns}, self.note)

    @property
    def _lines(self) -> list[list[str]]:
        texts = self.columns.values()
        return [list(self.columns), *([text(row) for text in texts] for row in self)]

    def __repr__(self) -> str:
        lines = self._lines
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        texts = [
            "  ".join(
                cell.rjust(width) if place else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        ]
        return "\n".join(texts + [self.note] * bool(self.note))

    def _repr_html_(self) -> str:
        def line(cells: Sequence[str], tag: str) -> str:
            made = (
                f'<{tag} style="text-align: {"right" if place else "left"}">{escape(cell)}</{tag}>'
                for place, cell in enumerate(cells)
            )
            return f"<tr>{''.join(made)}</tr>"

        head, *rows = self._lines
        body = "".join(line(cells, "td") for cells in rows)
        note = f"<p>{escape(self.note)}</p>" if self.note else ""
        return f"<table><thead>{line(head, 'th')}</thead><tbody>{body}</tbody></table>{note}"


# The shares of the quantiles in a summary, by name.
QUANTILES: Mapping[str, float] = {"median": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
# The number format of each cost.
FORMS: Mapping[str, str] = {**dict.fromkeys(COSTS, ",.0f"), "seconds": ".4f"}


class Figures(NamedTuple):
    """Quantiles of a cost of all runs of one strategy, and its total.

    A run that gave up counts as censored, so a quantile that it reaches is infinite and reads
    "> 20,000". In the 95 % intervals all runs on one pattern are a cluster; the maximum has no
    interval.
    """

    median: Quantile
    p90: Quantile
    p99: Quantile
    max: Quantile
    total: float


class Summary(NamedTuple):
    """All runs of one strategy: their number, their ends and their costs.

    `done` is the share of runs with an answer, with its 95 % interval over patterns, and `straight`
    that of runs solved without a backtrack, which need as few nodes as there are pieces. The number
    of runs solved and the median of their nodes by seed show how much of a figure is chance.
    """

    strategy: str
    patterns: int
    runs: int
    solved: int
    unsolvable: int
    gave_up: int
    done: Interval
    straight: float
    nodes: Figures
    work: Figures
    backtracks: Figures
    seconds: Figures
    by_seed: Mapping[int, tuple[int, float]]

    def figures(self, by: Cost) -> Figures:
        """Return the figures of a cost."""
        found: Figures = getattr(self, by)
        return found


def summarise(runs: Iterable[Run], by: Cost = "nodes", note: str = "") -> Table[Summary]:
    """Return the summaries of the strategies; the table shows the cost `by`, and a note."""
    rows = tuple(_summarise(name, own) for name, own in by_strategy(runs).items())
    columns: dict[str, Callable[[Summary], str]] = {
        "strategy": lambda each: each.strategy,
        "runs": lambda each: f"{each.runs:,}",
        "solved": lambda each: f"{each.solved:,}",
        "no solution": lambda each: f"{each.unsolvable:,}",
        "gave up": lambda each: f"{each.gave_up:,}",
        "no backtrack": lambda each: f"{each.straight:.0%}",
        f"median {by}": lambda each: format(each.figures(by).median, FORMS[by]),
        "90 %": lambda each: format(each.figures(by).p90, FORMS[by]),
        "most": lambda each: format(each.figures(by).max, FORMS[by]),
    }
    return Table(rows, columns, note)


def _summarise(strategy: str, own: list[Run]) -> Summary:
    patterns, ended = len({run.pattern for run in own}), Counter(run.status for run in own)
    ends = ended[Status.SOLVED], ended[Status.NO_SOLUTION], ended[Status.GAVE_UP]
    nodes, work, backtracks, seconds = (_figures(sample_of(own, by)) for by in COSTS)
    by_seed: dict[int, list[Run]] = {}
    for run in own:
        by_seed.setdefault(run.seed, []).append(run)
    each_seed = {
        seed: (sum(run.status == Status.SOLVED for run in runs), sample_of(runs).value(0.5))
        for seed, runs in by_seed.items()
    }
    done = sample_of(own).ended
    straight = sum(run.straight for run in own) / len(own)
    costs = nodes, work, backtracks, seconds
    return Summary(strategy, patterns, len(own), *ends, done, straight, *costs, each_seed)


def _figures(sample: Sample) -> Figures:
    median, p90, p99, most = map(sample.quantile, QUANTILES.values())
    return Figures(median, p90, p99, most, float(sample.costs.sum()))
