"""How far `kaleido.Comparison.paired` can be trusted: coverage in simulations, and limits.

`coverage` draws the costs of two strategies again and again, cuts them off at a limit, and counts
how often the 95 % interval of the ratio holds the true one. `limits` measures two strategies once,
and gives the ratio that runs with lower and lower limits would have told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import log

import numpy as np
import numpy.typing as npt
from harness import run, table

from kaleido import Comparison, compare, pattern_names
from kaleido.lab.effect import CensoredPairs, cost_ratio
from kaleido.lab.survival import Sample

Floats = npt.NDArray[np.float64]
Draw = Callable[[np.random.Generator, int, int], tuple[Floats, Floats]]
"""It gives the logarithms of the costs of two strategies, shape (patterns, seeds)."""

TRUE_RATIO = 2.0
"""Of the simulated strategies that have one by construction."""

PATTERNS, SHARES, LIMITS = (6, 12, 24, 72), (0.0, 0.2, 0.4, 0.6), (200, 400, 1000, 4000, 20_000)


def normal(rng: np.random.Generator, patterns: int, seeds: int) -> tuple[Floats, Floats]:
    """Draw how hard each pattern is, how each suits a strategy, and the luck of each run."""
    hard, suits = rng.normal(0, 1, (patterns, 1)), rng.normal(0, 0.5, (2, patterns, 1))
    one, other = hard + suits + rng.normal(0, 0.6, (2, patterns, seeds))
    return one + log(TRUE_RATIO), other


def heavy(rng: np.random.Generator, patterns: int, seeds: int) -> tuple[Floats, Floats]:
    """Draw the same with skewed hardness and heavy tails, and luck that weighs more on some."""
    hard, suits = rng.gamma(2, 0.7, (patterns, 1)), 0.4 * rng.standard_t(5, (2, patterns, 1))
    luck = 0.4 * rng.standard_t(4, (2, patterns, seeds)) * rng.uniform(0.3, 1.5, (patterns, 1))
    one, other = hard + suits + luck
    return one + log(TRUE_RATIO), other


def measured(first: Floats, second: Floats) -> Draw:
    """Return a function that draws patterns, and runs of them, from measured ones."""

    def draw(rng: np.random.Generator, patterns: int, seeds: int) -> tuple[Floats, Floats]:
        rows = rng.integers(len(first), size=patterns)[:, None]
        one, other = rng.integers(first.shape[1], size=(2, patterns, seeds))
        return first[rows, one], second[rows, other]

    return draw


def logs_of(runs: Comparison, strategy: str) -> Floats:
    """Return the logarithms of the nodes, shape (patterns, seeds)."""
    own = runs.select(strategy)
    return np.log([max(run.nodes, 1) for run in own]).reshape(len(runs.patterns), -1)


def holds(draw: Draw, limit: float, truth: float, patterns: int, seeds: int, number: int) -> bool:
    """Draw once, and return whether the interval holds the true logarithm of the ratio."""
    one, other = draw(np.random.default_rng(number), patterns, seeds)
    units = np.repeat(np.arange(patterns), seeds)
    costs = [np.minimum(each, limit).ravel() for each in (one, other)]
    lost = [(each > limit).ravel() for each in (one, other)]
    if np.any(lost):
        return CensoredPairs(*costs, *lost, units).holds(truth)
    samples = (Sample(np.exp(each), lost[0], units) for each in costs)
    _, low, high = cost_ratio(*samples, least=0)
    return low <= np.exp(truth) <= high


def coverage(
    times: int = 400, seeds: list[int] = (1, 4), kind: list[str] = (), largest: int = 20
) -> None:
    """Print how often, in percent, the interval holds the true ratio.

    A share of the pairs is censored: one of the two gave up, or both. Measured are `paper-plus` and
    `constrained` on all patterns that come with Kaleido, `largest` runs of each.
    """
    runs = compare(pattern_names(), ["paper-plus", "constrained"], seeds=largest, max_nodes=20_000)
    own = [logs_of(runs, name) for name in runs.strategies]
    real, truth = measured(*own), float((own[0] - own[1]).mean())
    kinds: dict[str, tuple[Draw, float]] = {
        "normal": (normal, log(TRUE_RATIO)),
        "heavy tails": (heavy, log(TRUE_RATIO)),
        "measured": (real, truth),
    }

    def rows() -> Iterator[list[str]]:
        for name in kind or kinds:
            draw, true = kinds[name]
            many = np.maximum(*draw(np.random.default_rng(0), 20_000, 1))
            for share in SHARES:
                limit = float(np.quantile(many, 1 - share)) if share else np.inf
                for each in seeds:
                    tried = partial(holds, draw, limit, true)
                    found = [
                        np.mean([tried(size, each, number) for number in range(times)])
                        for size in PATTERNS
                    ]
                    yield [name, f"{share:.0%}", str(each), *(f"{100 * one:.1f}" for one in found)]

    titles = ["costs", "censored", "runs a pattern", *(f"{size} patterns" for size in PATTERNS)]
    table(titles, rows())


def limits(first: str = "paper-plus", second: str = "constrained", seeds: int = 20) -> None:
    """Print the ratio of the nodes of two strategies on the standard patterns at each limit."""
    names = pattern_names("standard")
    runs = compare(names, [first, second], seeds=seeds, max_nodes=max(LIMITS))

    def rows() -> Iterator[list[str]]:
        for limit in LIMITS:
            cut = Comparison(
                each._replace(nodes=limit, status="gave-up") if each.nodes > limit else each
                for each in runs
            )
            found = cut.paired(first, second)
            done = f"{found.finished} of {found.pairs}"
            yield [f"{limit:,}", done, f"{found.ratio:.2f}", f"{found.chance:.0%}"]

    table(["limit", "both finished", f"times `{second}`", "chance to win"], rows(), 0)


if __name__ == "__main__":
    run(coverage, limits)
