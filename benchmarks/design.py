"""Designing: sketches completed and refuted, nearest patterns, generated boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import numpy as np
from harness import run, table, timed

from kaleido.designing import Background, Sketch, Symmetry, Target, design
from kaleido.designing.generation import Specification, make_candidate

LETTER = Sketch.parse("????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????")
ROUGH = Sketch.parse("????????/?rrrrrr?/?rr??rr?/?rr??rr?/?rrrrrr?/?rr??rr?/?rr??rr?/????????")
BLOCK = Sketch.parse("????????/????????/" + "??rrrr??/" * 4 + "????????/????????")
UNIQUE = Target(max_solutions=1)
TURNED = [Symmetry("half-turn", ("xr",))]

DESIGNS: dict[str, tuple[Callable[..., Iterator], int]] = {
    "an empty sketch": (partial(design, Sketch.free()), 1),
    "a letter": (partial(design, LETTER), 1),
    "a letter, ten patterns": (partial(design, LETTER), 10),
    "a red block: none, proved": (partial(design, BLOCK), 1),
    "half-turn with red and black exchanged": (partial(design, Sketch.free("xr"), TURNED), 1),
    "a letter with one solution": (partial(design, LETTER, target=UNIQUE), 1),
    "a letter on a chequer, fewest cells off, proved": (
        partial(design, LETTER, background=(Background("rx"),)),
        1,
    ),
    "a rough letter, fewest changes, proved": (partial(design, ROUGH, nearest=True), 1),
}
"""By name, what is designed, and how many patterns."""


def main(seeds: int = 5, boards: int = 20) -> None:
    """Measure processor time over so many seeds, and so many generated boards of each level."""

    def drawn(make: Callable[..., Iterator], number: int) -> Callable[[int], object]:
        return lambda seed: list(islice(make(seed=seed), number))

    def made(level: int) -> Callable[[int], object]:
        target = Target(max_solutions=1, difficulties=(level, level))
        return lambda number: make_candidate((Specification(target=target), number))

    def rows(tasks: dict[str, Callable[[int], object]], runs: int) -> Iterator[tuple[str, ...]]:
        for name, task in tasks.items():
            seconds = [timed(task, number)[1] for number in range(runs)]
            yield name, f"{np.median(seconds):.2f}", f"{max(seconds):.2f}"

    designs = {name: drawn(*asked) for name, asked in DESIGNS.items()}
    table(("design", "median s", "longest s"), rows(designs, seeds))
    print()
    levels = {f"difficulty {level}": made(level) for level in range(1, 6)}
    table(("generate, one solution each", "median s", "longest s"), rows(levels, boards))


if __name__ == "__main__":
    run(main)
