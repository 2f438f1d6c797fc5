"""The leaderboard: the nodes of strategies on the boards of the suite.

Nodes depend neither on the machine nor on the engine, so the shipped runs of the baselines can be
compared with the runs of any other strategy.
"""

from __future__ import annotations

import csv
import io
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, NamedTuple

from kaleido._version import __version__
from kaleido.base.contract import Natural, Plain, output
from kaleido.base.errors import OptionError
from kaleido.base.text import plural, quote
from kaleido.heuristics.registry import STRATEGIES
from kaleido.lab.identity import identify
from kaleido.lab.run import Run, by_strategy
from kaleido.lab.suites.boards import FAMILIES, suite
from kaleido.lab.summary import Table
from kaleido.library.data import suite_table
from kaleido.search.result import Status

BASELINES = tuple(STRATEGIES)
"""The strategies whose runs are shipped with the suite."""

MAX_NODES = 5000
"""The limit of nodes of each run."""

SEED = 0
"""The seed of each run."""

_GAVE_UP = 2
"""In the mean, a run that gave up counts as the limit times this number, as is usual (PAR2)."""

_MORE = ">"


class BaselineRun(NamedTuple):
    """A run of a baseline, which is shipped with the suite."""

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
    seeds: Annotated[Natural, "The number of runs on each board, with a seed each."]
    solved: Annotated[Mapping[str, Natural], "The number of runs that solved a board, by family."]
    median: Annotated[Natural | None, "The median of the nodes; null if it is more than the limit."]
    mean: Annotated[float, "The mean of the nodes, in which a run that gave up counts as 10,000."]


@output("leaderboard", "The answer of kaleido suite leaderboard --json")
class Leaderboard(Plain):
    """Strategies on the suite."""

    standings: Annotated[tuple[Standing, ...], "The strategies, the best first."]


def leaderboard(runs: Iterable[Outcome]) -> Table[Standing]:
    """Return the strategies of some runs on the suite, the best first.

    The best has the least mean of nodes, in which a run that gave up counts as twice the limit
    (PAR2). Each strategy has one run on each board, or several with different seeds: as many on
    every board, so that all boards weigh the same in the mean, the median and the share solved.

    Parameters
    ----------
    runs : iterable of Run
        Those of ``compare(suite(), ..., max_nodes=MAX_NODES)``, of `baseline_runs`, or both.

    Raises
    ------
    OptionError
        A run is on a board that is not in the suite, or had other limits than `MAX_NODES`; a
        strategy has no run, or fewer, on some board; or a label names two strategies, a run is
        there twice, or the runs are of several versions.

    Examples
    --------
    >>> ranks = leaderboard(baseline_runs("four-colours"))
    >>> [(each.strategy, each.median) for each in ranks][:3]
    [('probing', 18), ('tuned', 22), ('constrained', 28)]
    """
    known = suite(split=None)
    kept = [run if isinstance(run, Run) else _as_run(run) for run in runs]
    for run in kept:
        if run.pattern not in known:
            raise OptionError(f"{quote(run.pattern)} is no board of the suite")
        if (run.max_nodes, run.timeout) != (MAX_NODES, None):
            raise OptionError(
                f"strategy {quote(run.strategy)} ran with max_nodes={run.max_nodes} and "
                f"timeout={run.timeout}: the leaderboard expects max_nodes={MAX_NODES} and no "
                "timeout"
            )
    boards = dict.fromkeys(run.pattern for run in kept)
    standings = []
    for strategy, own in by_strategy(kept).items():
        times = Counter(run.pattern for run in own)
        least, most = (choose(boards, key=times.__getitem__) for choose in (min, max))
        if times[least] < times[most]:
            raise OptionError(
                f"strategy {quote(strategy)} ran {plural(times[least], 'time')} on {quote(least)} "
                f"and {times[most]} on {quote(most)}: expected all boards equally often"
            )
        nodes = [_GAVE_UP * MAX_NODES if run.gave_up else run.nodes for run in own]
        families = Counter(known.facts(run.pattern).family for run in own if not run.gave_up)
        median = statistics.median_high(nodes)
        standings.append(
            Standing(
                strategy,
                len(boards),
                times[most],
                {family: families[family] for family in FAMILIES},
                median if median <= MAX_NODES else None,
                round(statistics.fmean(nodes), 1),
            )
        )
    return Table(sorted(standings, key=lambda each: each.mean), _COLUMNS)


def _as_run(run: BaselineRun) -> Run:
    """Return a baseline as a run of this version: its nodes are the same on every machine."""
    identity = _identity(run.strategy)
    made: dict[str, Any] = {"max_nodes": MAX_NODES, "identity": identity, "version": __version__}
    return Run(run.pattern, run.strategy, SEED, run.status, run.nodes, 0, 0.0, **made)


@cache
def _identity(strategy: str) -> str:
    return identify(STRATEGIES[strategy], strategy).digest


def _runs(each: Standing) -> str:
    return f"{each.seeds} × {each.boards}" if each.seeds > 1 else f"{each.boards}"


def _solved(family: str, each: Standing) -> str:
    return str(each.solved[family])


def _median(each: Standing) -> str:
    return f"{_MORE} {MAX_NODES:,}" if each.median is None else f"{each.median:,}"


_COLUMNS: Mapping[str, Callable[[Standing], str]] = {
    "strategy": lambda each: each.strategy,
    "solved": lambda each: f"{sum(each.solved.values())} of {_runs(each)}",
    **{family: partial(_solved, family) for family in FAMILIES},
    "median nodes": _median,
    "mean (PAR2)": lambda each: f"{each.mean:,.1f}",
}


def baseline_runs(family: str | None = None, split: str | None = "test") -> list[BaselineRun]:
    """Return the shipped runs of the `BASELINES` on the boards of `suite`."""
    boards = suite(family, split)
    return [run for run in _shipped_runs() if run.pattern in boards]


@cache
def _shipped_runs() -> tuple[BaselineRun, ...]:
    return tuple(_read_runs(suite_table("runs")))


def _read_runs(text: str) -> Iterator[BaselineRun]:
    for row in csv.DictReader(io.StringIO(text)):
        name = row.pop("name")
        for strategy, cell in row.items():
            status = Status.GAVE_UP if cell.startswith(_MORE) else Status.SOLVED
            yield BaselineRun(name, strategy, int(cell.removeprefix(_MORE)), status.value)


def runs_table(runs: Iterable[Outcome]) -> str:
    """Return runs as CSV: a row for each board, and a column of nodes for each strategy.

    ``>5000`` is a run that gave up after 5,000 nodes.
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
    """Return a line for each run that differs from the one shipped with the suite."""
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
