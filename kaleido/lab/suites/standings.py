"""The leaderboard: the nodes of strategies on the boards of the suite.

Nodes depend neither on the machine nor on the engine, so the shipped runs of the baselines can be
compared with the runs of any other strategy. All nodes count, also those of searches ahead, and
costs are compared within the limit, as in `kaleido.lab.pairing`. The virtual best takes on each
board the strategy with the fewest nodes there; see L. Xu et al., "Evaluating component solver
contributions to portfolio-based algorithm selectors", SAT 2012.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import isfinite
from typing import Annotated

import numpy as np

from kaleido._version import __version__
from kaleido.base.contract import Natural, Plain, Positive, output
from kaleido.base.errors import OptionError
from kaleido.base.text import csv_text, plural, quote
from kaleido.heuristics.registry import STRATEGIES
from kaleido.lab.comparison import Comparison
from kaleido.lab.identity import identify
from kaleido.lab.pairing import cost_ratio, say_ratio
from kaleido.lab.run import Run, by_strategy, read_run
from kaleido.lab.statistics import FloatArray, Interval, Ratio, Sample, rank_ranges, sample_of
from kaleido.lab.suites.boards import FAMILIES, suite
from kaleido.lab.summary import FORMS, Table
from kaleido.library.data import suite_records
from kaleido.search.result import Status

BASELINES = tuple(STRATEGIES)
"""The strategies whose runs are shipped with the suite."""

MAX_NODES = 5000
"""The limit of nodes of each run."""

SEEDS = 5
"""The number of seeds with which each baseline has run, from 0 on."""

# The fields of a run in the file that comes with the suite.
_KEPT = ("pattern", "strategy", "seed", "status", "nodes", "probed", "backtracks", "seconds")


@dataclass(frozen=True)
class Standing(Plain):
    """A strategy on the leaderboard.

    Its nodes are geometric means over boards within the limit, and a board's nodes those over its
    seeds: a run that gave up, or that needs more with the nodes of its searches ahead, counts as
    the limit.
    """

    strategy: Annotated[str, "The label of the strategy."]
    rank: Annotated[Positive, "The rank by work; equal ones share the best."]
    ranks: Annotated[
        tuple[Positive, Positive],
        "The best and the worst rank, in 95 % of bootstrap samples of the boards.",
    ]
    boards: Annotated[Natural, "The number of boards."]
    seeds: Annotated[Natural, "The number of runs on each board, with a seed each."]
    uses_seed: Annotated[bool, "Whether seeds matter; if not, one run holds for all."]
    work: Annotated[float, "The nodes, with those of searches ahead."]
    nodes: Annotated[float, "The nodes without those of searches ahead."]
    seconds: Annotated[float, "The median of the seconds of a run."]
    straight: Annotated[float, "The share of runs solved without a backtrack."]
    lost: Annotated[float, "The share of runs without an answer within the limit."]
    p99: Annotated[Natural | None, "The 99th percentile of work; null if more than the limit."]
    families: Annotated[Mapping[str, float], "The work by family."]
    ratio: Annotated[Ratio, "How many times the work of the virtual best."]
    contribution: Annotated[
        float | None, "How many times its work the virtual best would need without the strategy."
    ]


@output("leaderboard", "The answer of kaleido suite leaderboard --json")
class Leaderboard(Plain):
    """Strategies on the suite."""

    standings: Annotated[tuple[Standing, ...], "The strategies, the best first."]


def leaderboard(runs: Iterable[Run]) -> Table[Standing]:
    """Return the strategies of some runs on the suite, the best first.

    The best needs the least work, the nodes with those of searches ahead, within `MAX_NODES`: the
    geometric mean over boards. Several seeds are averaged on each board first, so that all boards
    weigh the same; the table says how many there are.

    Parameters
    ----------
    runs : iterable of Run
        Those of ``compare(suite(), ..., seeds=5, max_nodes=MAX_NODES)``, of `baseline_runs`, or
        both. Each strategy has as many runs on every board.

    Raises
    ------
    OptionError
        A run is on a board that is not in the suite, or had other limits than `MAX_NODES`; a
        strategy has no run, or fewer, on some board; or a label names two strategies, a run is
        there twice, or the runs are of several versions.

    Examples
    --------
    >>> ranks = leaderboard(baseline_runs("four-colours"))
    >>> [(each.strategy, each.rank, each.ranks) for each in ranks][:3]
    [('tuned', 1, (1, 1)), ('constrained', 2, (2, 2)), ('paper-plus', 3, (3, 4))]
    """
    known = suite(split=None)
    kept = list(runs)
    for run in kept:
        if run.pattern not in known:
            raise OptionError(f"{quote(run.pattern)} is no board of the suite")
        if (run.max_nodes, run.timeout) != (MAX_NODES, None):
            raise OptionError(
                f"strategy {quote(run.strategy)} ran with max_nodes={run.max_nodes} and "
                f"timeout={run.timeout}: the leaderboard expects max_nodes={MAX_NODES} and no "
                "timeout"
            )
    if not kept:
        raise OptionError("there are no runs, expected those of strategies on the suite")
    boards = sorted({run.pattern for run in kept})
    families = np.array([known.facts(name).family for name in boards])
    shown = [each for each in FAMILIES if each in families]
    grouped = by_strategy(map(within, kept))
    seeds = {name: _count_seeds(own, boards) for name, own in grouped.items()}
    logs = np.array([_means(own) for own in grouped.values()])
    best = logs.min(axis=0)
    standings = []
    for row, (own, ranks) in enumerate(zip(grouped.values(), rank_ranges(logs), strict=True)):
        others = np.delete(logs, row, axis=0)
        p99 = sample_of(own, "work").value(0.99)
        standings.append(
            Standing(
                own[0].strategy,
                *ranks,
                boards=len(boards),
                seeds=seeds[own[0].strategy],
                uses_seed=own[0].uses_seed,
                work=_mean(logs[row]),
                nodes=_mean(_means(own, "nodes")),
                seconds=sample_of(own, "seconds").value(0.5),
                straight=sum(run.straight for run in own) / len(own),
                lost=sum(run.gave_up for run in own) / len(own),
                p99=int(p99) if isfinite(p99) else None,
                families={each: _mean(logs[row][families == each]) for each in shown},
                ratio=cost_ratio(_sample(logs[row], boards), _sample(best, boards)),
                contribution=_mean(others.min(axis=0) - best) if len(others) else None,
            )
        )
    drawn = [number for name, number in seeds.items() if grouped[name][0].uses_seed] or [1]
    least, most = min(drawn), max(drawn)
    runs_each = plural(most, "seed") if least == most else f"{least} to {most} seeds"
    note = (
        f"Nodes within {MAX_NODES:,}: geometric means of {plural(len(boards), 'board')}, and of "
        f"{runs_each} on each; the best strategy of each board needs {_mean(best):,.1f}"
    )
    if len({run.machine for run in kept}) > 1:
        note += "; the seconds are of several machines"
    columns = {name: text for name, text in _COLUMNS.items() if name not in {*FAMILIES} - {*shown}}
    return Table(sorted(standings, key=lambda each: each.work), columns, note)


def within(run: Run) -> Run:
    """Return a run that gave up, or whose work is more than the limit, as one that used it up."""
    is_lost = run.gave_up or run.work > MAX_NODES
    return run._replace(status=Status.GAVE_UP, nodes=MAX_NODES, probed=0) if is_lost else run


def _count_seeds(own: Iterable[Run], boards: Iterable[str]) -> int:
    """Return how often a strategy ran on each board, or raise an `OptionError`."""
    own = list(own)
    times = Counter(run.pattern for run in own)
    least, most = (choose(boards, key=times.__getitem__) for choose in (min, max))
    if times[least] < times[most]:
        raise OptionError(
            f"strategy {quote(own[0].strategy)} ran {plural(times[least], 'time')} on "
            f"{quote(least)} and {times[most]} on {quote(most)}: expected all boards equally often"
        )
    return times[most]


def _means(own: Iterable[Run], by: str = "work") -> FloatArray:
    """Return the mean logarithm of a cost on each board, over its seeds, by the boards' names."""
    sample = sample_of(sorted(own, key=lambda run: run.pattern), by)
    sizes = np.bincount(sample.clusters)
    return np.asarray(np.bincount(sample.clusters, np.log(sample.costs)) / sizes, float)


def _sample(logs: FloatArray, boards: Sequence[str]) -> Sample:
    return Sample.of(np.exp(logs), [False] * len(boards), boards)


def _mean(logs: FloatArray) -> float:
    return round(float(np.exp(logs.mean())), 3)


def _of_family(name: str, each: Standing) -> str:
    return f"{each.families[name]:,.1f}"


_COLUMNS: Mapping[str, Callable[[Standing], str]] = {
    "strategy": lambda each: each.strategy,
    "rank": lambda each: f"{Interval(each.rank, *each.ranks):.0f}",
    "all nodes": lambda each: f"{each.work:,.1f}",
    "nodes": lambda each: f"{each.nodes:,.1f}",
    "seconds": lambda each: format(each.seconds, FORMS["seconds"]),
    "no backtrack": lambda each: f"{each.straight:.0%}",
    "gave up": lambda each: f"{each.lost:.0%}",
    "p99": lambda each: f"> {MAX_NODES:,}" if each.p99 is None else f"{each.p99:,}",
    "times the best": lambda each: say_ratio(each.ratio, each.lost),
    "best without it": lambda each: (
        "–" if each.contribution is None else f"{each.contribution:.2f}"
    ),
    **{name: partial(_of_family, name) for name in FAMILIES},
}


@cache
def _shipped_runs() -> Comparison:
    makers = {name: identify(STRATEGIES[name], name) for name in BASELINES}
    return Comparison(
        read_run(row)._replace(
            max_nodes=MAX_NODES,
            identity=makers[row["strategy"]].digest,
            uses_seed=makers[row["strategy"]].uses_seed,
            version=__version__,  # of which the nodes are the same, as a test makes sure
        )
        for row in suite_records("runs")
    )


def baseline_runs(family: str | None = None, split: str | None = "test") -> Comparison:
    """Return the shipped runs of the `BASELINES` on the boards of `suite`.

    Their nodes are the same on every machine; their seconds were measured on one.
    """
    return _shipped_runs().select(patterns=suite(family, split))


def runs_table(runs: Iterable[Run]) -> str:
    """Return runs as the CSV of the suite, which `Comparison.load` reads, too."""
    return csv_text([_KEPT, *([getattr(run, name) for name in _KEPT] for run in runs)])


def differences(runs: Iterable[Run]) -> list[str]:
    """Return a line for each run whose nodes differ from those shipped with the suite."""
    kept = {(run.pattern, run.strategy, run.seed): run for run in _shipped_runs()}
    found = []
    for run in runs:
        own = kept.get((run.pattern, run.strategy, run.seed), run)
        if (own.nodes, own.probed, own.status) != (run.nodes, run.probed, run.status):
            found.append(
                f"{run.strategy} on {run.pattern} with seed {run.seed}: {run.work:,} nodes, "
                f"{run.status}; kept are {own.work:,}, {own.status}"
            )
    return found
