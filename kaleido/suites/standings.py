"""The leaderboard: what strategies need on the boards of the suite, in nodes.

Nodes depend neither on the machine nor on the engine, so that the runs of the baselines, which
come with the suite, stand beside those of any other strategy.
"""

from __future__ import annotations

import csv
import io
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, NamedTuple

from kaleido.analysis.answer import Status
from kaleido.analysis.run import Run
from kaleido.analysis.summary import Table
from kaleido.arguments import named_options
from kaleido.contract import Natural, Plain, output
from kaleido.errors import OptionError
from kaleido.heuristics.registry import STRATEGIES
from kaleido.suites.boards import FAMILIES, shipped_table, suite
from kaleido.text import quote

BASELINES = tuple(STRATEGIES)
"""The strategies whose runs come with the suite."""

MAX_NODES = 5000
"""The limit of nodes of each run."""

SEED = 0
"""The seed of each run."""

_GAVE_UP = 2
"""A run that gave up counts as so many times the limit in the mean, as is usual (PAR2)."""

_MORE = ">"


class BaselineRun(NamedTuple):
    """A run of a baseline that comes with the suite."""

    pattern: str
    strategy: str
    nodes: int
    status: str


Outcome = Run | BaselineRun


@dataclass(frozen=True)
class Standing(Plain):
    """A strategy on the leaderboard."""

    strategy: Annotated[str, "The label of the strategy."]
    boards: Annotated[Natural, "The number of boards."]
    solved: Annotated[Mapping[str, Natural], "The number of boards solved, by family."]
    median: Annotated[Natural | None, "The median of the nodes; null if it is more than the limit."]
    mean: Annotated[float, "The mean of the nodes, in which a run that gave up counts as 10,000."]


@output("leaderboard", "The answer of kaleido suite leaderboard --json")
class Leaderboard(Plain):
    """Strategies on the suite."""

    standings: Annotated[tuple[Standing, ...], "The strategies, the best first."]


@named_options
def leaderboard(runs: Iterable[Outcome]) -> Table[Standing]:
    """Return the strategies of some runs on the suite, the best first.

    That is the one with the least mean of nodes, in which a run that gave up counts as twice the
    limit (PAR2).

    Parameters
    ----------
    runs : iterable of Run
        Those of ``compare(suite(), ..., max_nodes=MAX_NODES)``, of `baseline_runs`, or both.

    Raises
    ------
    OptionError
        A run is on a board that is none of the suite, or the strategies ran on different boards.

    Examples
    --------
    >>> ranks = leaderboard(baseline_runs("four-colours"))
    >>> [(each.strategy, each.median) for each in ranks][:3]
    [('probing', 18), ('tuned', 22), ('constrained', 28)]
    """
    known = suite(split=None)
    nodes: dict[str, dict[str, int]] = defaultdict(dict)
    for run in runs:
        if run.pattern not in known:
            raise OptionError(f"{quote(run.pattern)} is no board of the suite")
        ended = run.status != Status.GAVE_UP
        nodes[run.strategy][run.pattern] = run.nodes if ended else _GAVE_UP * MAX_NODES
    if len({frozenset(of_board) for of_board in nodes.values()}) > 1:
        raise OptionError("the strategies ran on different boards: expected the same ones")
    standings = []
    for strategy, of_board in nodes.items():
        families = [known.facts(board).family for board, used in of_board.items() if _done(used)]
        median = statistics.median_high(of_board.values())
        standings.append(
            Standing(
                strategy,
                len(of_board),
                {family: families.count(family) for family in FAMILIES},
                median if _done(median) else None,
                round(sum(of_board.values()) / len(of_board), 1),
            )
        )
    return Table(sorted(standings, key=lambda each: each.mean), _COLUMNS)


def _done(nodes: int) -> bool:
    return nodes <= MAX_NODES


def _solved(family: str, each: Standing) -> str:
    return str(each.solved[family])


def _median(each: Standing) -> str:
    return f"{_MORE} {MAX_NODES:,}" if each.median is None else f"{each.median:,}"


_COLUMNS: Mapping[str, Callable[[Standing], str]] = {
    "strategy": lambda each: each.strategy,
    "solved": lambda each: f"{sum(each.solved.values())} of {each.boards}",
    **{family: partial(_solved, family) for family in FAMILIES},
    "median nodes": _median,
    "mean (PAR2)": lambda each: f"{each.mean:,.1f}",
}


@named_options
def baseline_runs(family: str | None = None, split: str | None = "test") -> list[BaselineRun]:
    """Return the runs of the `BASELINES` that come with the suite, on the boards of `suite`."""
    boards = suite(family, split)
    return [run for run in _shipped_runs() if run.pattern in boards]


@cache
def _shipped_runs() -> tuple[BaselineRun, ...]:
    return tuple(_read_runs(shipped_table("runs")))


def _read_runs(text: str) -> Iterator[BaselineRun]:
    for row in csv.DictReader(io.StringIO(text)):
        name = row.pop("name")
        for strategy, cell in row.items():
            status = Status.GAVE_UP if cell.startswith(_MORE) else Status.SOLVED
            yield BaselineRun(name, strategy, int(cell.removeprefix(_MORE)), status.value)


def runs_table(runs: Iterable[Outcome]) -> str:
    """Return runs as CSV: a row for each board, and a column of nodes for each strategy.

    After ``>`` stands the number of nodes after which a run gave up.
    """
    cells: dict[str, dict[str, str]] = defaultdict(dict)
    for run in runs:
        more = _MORE if run.status == Status.GAVE_UP else ""
        cells[run.pattern][run.strategy] = f"{more}{run.nodes}"
    strategies = list(next(iter(cells.values())))
    rows = [["name", *strategies]]
    rows += [[name, *(row[each] for each in strategies)] for name, row in cells.items()]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def differences(runs: Iterable[Outcome]) -> list[str]:
    """Return which of some runs differ from those that come with the suite, a line for each."""
    kept = {(run.pattern, run.strategy): run for run in _shipped_runs()}
    found = []
    for run in runs:
        own = kept.get((run.pattern, run.strategy))
        if own is not None and (own.nodes, own.status) != (run.nodes, run.status):
            what = f"{run.strategy} on {run.pattern}"
            found.append(
                f"{what}: {run.nodes:,} nodes, {run.status}; kept are {own.nodes:,}, {own.status}"
            )
    return found
