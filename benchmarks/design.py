"""Designing: sketches completed and refuted, and nearest patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import numpy as np
from harness import run, table, timed

from kaleido.designing import Background, Sketch, Symmetry, Target, design

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


def main(seeds: int = 5) -> None:
    """Measure processor time over so many seeds; `sides.py rated` measures generated boards."""

    def patterns(make: Callable[..., Iterator], number: int, seed: int) -> list[object]:
        return list(islice(make(seed=seed), number))

    def rows() -> Iterator[tuple[str, ...]]:
        for name, asked in DESIGNS.items():
            seconds = [timed(patterns, *asked, seed)[1] for seed in range(seeds)]
            yield name, f"{np.median(seconds):.2f}", f"{max(seconds):.2f}"

    table(("design", "median s", "longest s"), rows())


if __name__ == "__main__":
    run(main)
