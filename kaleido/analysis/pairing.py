"""Runs of two strategies, paired by board and seed."""

from collections.abc import Iterable, Mapping

from kaleido.analysis.comparison import Run
from kaleido.errors import OptionError
from kaleido.text import quote


def by_strategy(runs: Iterable[Run]) -> dict[str, list[Run]]:
    """Return the runs of each strategy, in the order in which the strategies first appear."""
    grouped: dict[str, list[Run]] = {}
    for run in runs:
        grouped.setdefault(run.strategy, []).append(run)
    return grouped


def pair_runs(
    grouped: Mapping[str, Iterable[Run]], first: str, second: str
) -> list[tuple[Run, Run]]:
    """Return the pairs of runs of two strategies on the same board with the same seed.

    The runs are grouped as `by_strategy` returns them.

    Raises
    ------
    OptionError
        A strategy has no runs, or the two have no board and seed in common.

    Examples
    --------
    >>> run = Run("car", "paper", 0, "solved", 18, 0, 0.1)
    >>> grouped = by_strategy([run, run._replace(strategy="tuned")])
    >>> [[run.strategy for run in pair] for pair in pair_runs(grouped, "tuned", "paper")]
    [['tuned', 'paper']]
    """
    for name in (first, second):
        if name not in grouped:
            raise OptionError(
                f"no runs of strategy {quote(name)}: there are runs of {', '.join(grouped)}"
            )
    others = {(run.pattern, run.seed): run for run in grouped[second]}
    own = {(run.pattern, run.seed): run for run in grouped[first]}
    pairs = [(run, others[key]) for key, run in own.items() if key in others]
    if not pairs:
        raise OptionError(
            f"strategies {quote(first)} and {quote(second)} have no board and seed in common"
        )
    return pairs
