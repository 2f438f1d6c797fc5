"""How far `kaleido.Comparison.paired` can be trusted: coverage in simulations, and limits.

`coverage` draws the costs of two strategies again and again, cuts them off at a limit, and counts
how often the 95 % intervals of the ratio within that limit, and of the chance to win, hold the true
ones. `limits` measures two strategies once, and gives both at lower and lower limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import log

import numpy as np
import numpy.typing as npt
from harness import run, table

from kaleido import Comparison, compare, pattern_names
from kaleido.lab.pairing import cost_ratio, win_chance
from kaleido.lab.statistics import Sample

Floats = npt.NDArray[np.float64]
Draw = Callable[[np.random.Generator, int, int], tuple[Floats, Floats]]
"""It gives the logarithms of the costs of two strategies, shape (patterns, seeds)."""

USUAL = 100.0
"""The nodes of a simulated run in the middle."""

TRUE_RATIO = 2.0
"""Of the simulated strategies that have one by construction."""

MANY = 20_000, 5
"""The patterns, and the runs of each, from which the true values are taken."""

Truth = tuple[float, float]
Held = tuple[bool, bool]

PATTERNS, SHARES, LIMITS = (6, 12, 24, 72), (0.0, 0.2, 0.4, 0.6), (200, 400, 1000, 4000, 20_000)


def normal(rng: np.random.Generator, patterns: int, seeds: int) -> tuple[Floats, Floats]:
    """Draw how hard each pattern is, how each suits a strategy, and the luck of each run."""
    hard, suits = rng.normal(0, 1, (patterns, 1)), rng.normal(0, 0.5, (2, patterns, 1))
    one, other = log(USUAL) + hard + suits + rng.normal(0, 0.6, (2, patterns, seeds))
    return one + log(TRUE_RATIO), other


def heavy(rng: np.random.Generator, patterns: int, seeds: int) -> tuple[Floats, Floats]:
    """Draw the same with skewed hardness and heavy tails, and luck that weighs more on some."""
    hard, suits = rng.gamma(2, 0.7, (patterns, 1)), 0.4 * rng.standard_t(5, (2, patterns, 1))
    luck = 0.4 * rng.standard_t(4, (2, patterns, seeds)) * rng.uniform(0.3, 1.5, (patterns, 1))
    one, other = log(USUAL) + hard + suits + luck
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
    logs = np.log([max(run.nodes, 1) for run in own])
    return logs.reshape(-1, len(runs.patterns)).T  # runs come seed by seed


def holds(draw: Draw, limit: float, truth: Truth, shape: tuple[int, int], number: int) -> Held:
    """Draw once, and return whether the intervals of the ratio and the chance hold the truth."""
    costs = np.exp(draw(np.random.default_rng(number), *shape))
    places = np.repeat(np.arange(shape[0]), shape[1])
    samples = [
        Sample(np.minimum(each, limit).ravel(), (each > limit).ravel(), places) for each in costs
    ]
    told = zip((cost_ratio(*samples), win_chance(*samples)), truth, strict=True)
    ratio, chance = (low - 1e-9 <= true <= high + 1e-9 for (_, low, high), true in told)
    return ratio, chance


def truth_of(draw: Draw, limit: float) -> Truth:
    """Return the ratio within a limit, and the chance to win, of very many patterns."""
    one, other = (np.minimum(each, log(limit)) for each in draw(np.random.default_rng(0), *MANY))
    return float(np.exp((one - other).mean())), float(
        (one < other).mean() + (one == other).mean() / 2
    )


def coverage(
    times: int = 400, seeds: list[int] = (1, 12), kind: list[str] = (), largest: int = 20
) -> None:
    """Print how often, in percent, the intervals hold the true ratio and the true chance to win.

    A share of the pairs is censored: one of the two gave up, or both. Measured are `paper-plus` and
    `constrained` on all patterns that come with Kaleido, `largest` runs of each.
    """
    runs = compare(pattern_names(), ["paper-plus", "constrained"], seeds=largest, max_nodes=20_000)
    own = [logs_of(runs, name) for name in runs.strategies]
    kinds = {"normal": normal, "heavy tails": heavy, "measured": measured(*own)}

    def rows() -> Iterator[list[str]]:
        for name in kind or kinds:
            draw = kinds[name]
            many = np.exp(np.maximum(*draw(np.random.default_rng(0), *MANY)))
            for share in SHARES:
                limit = float(np.quantile(many, 1 - share)) if share else 1e300
                truth = truth_of(draw, limit)
                for each in seeds:
                    tried = partial(holds, draw, limit, truth)
                    found = [
                        np.mean([tried((size, each), number) for number in range(times)], axis=0)
                        for size in PATTERNS
                    ]
                    cells = (f"{100 * ratio:.0f} · {100 * chance:.0f}" for ratio, chance in found)
                    yield [name, f"{share:.0%}", str(each), *cells]

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

    titles = ["limit", "both finished", f"times the nodes of `{second}`", "chance to win"]
    table(titles, rows(), 0)


if __name__ == "__main__":
    run(coverage, limits)
