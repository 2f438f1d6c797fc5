"""Measure which cells the reader of photos states and which it leaves open, on hard pictures.

For each set it says how many boards are read exactly, how many cells are left open (?) in all and
where no cover lies, on how many boards a wrong cell is stated, and with 0.9 or more; how likely the
guesses for open cells are said to be, and how many are right; and the processor time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import pandas as pd
import typer
from harness import boards_of, run, table
from mockups import DISTORTIONS, HARMS, Mockup, make_harmed, make_mockup
from mockups.covers import Covered, few_coloured, make_changed, make_covered
from photos import in_processes, judge, taken

from kaleido.photo import read_pixels
from kaleido.photo.quad import CELLS

CLEAN = "easy photo", "clean drawing", "screenshot", "cropped board"
BARE = np.zeros((CELLS, CELLS))

Setting = tuple[Path | None, Path | None]
"""A folder of photos, and a file of boards."""


def whole(rng: np.random.Generator, setting: Setting) -> Mockup:
    """Return a photo of the folder, or a clean mock photo of any board."""
    photos = taken(setting[0])
    if photos and rng.random() < 0.6:
        return photos[rng.integers(len(photos))]
    return clean(rng, int(rng.integers(10_000)), setting)


def clean(rng: np.random.Generator, seed: int, setting: Setting) -> Mockup:
    """Return a clean mock photo of a board of the file, or one with few blue and yellow cells."""
    boards = [*boards_of(setting[1]).values()]
    pattern = boards[seed % len(boards)] if seed % 2 else few_coloured(rng)
    return make_mockup(str(rng.choice(CLEAN)), seed, pattern)


def harmed(kinds: dict[str, object], seed: int, setting: Setting) -> Mockup:
    """Return a picture with each harm or distortion in turn."""
    names = [name for name in kinds if name != "cut off"]
    return make_harmed(names[seed % len(names)], seed // len(names), taken(setting[0]))


SETS: dict[str, Callable[[np.random.Generator, int, Setting], Mockup | Covered]] = {
    "clean": clean,
    "distorted": lambda _, seed, setting: harmed(DISTORTIONS, seed, setting),
    "changed": lambda rng, _, setting: make_changed(whole(rng, setting), rng.integers(1, 4), rng),
    "covered": lambda rng, _, setting: make_covered(whole(rng, setting), rng),
    "harmed": lambda _, seed, setting: harmed(HARMS, seed, setting),
}


def judged(name: str, seed: int, setting: Setting) -> dict[str, object]:
    """Make a picture of a set, read it where the board lies, and compare."""
    import cv2

    cv2.setNumThreads(1)  # the processes share the cores
    made = SETS[name](np.random.default_rng([seed, *name.encode()]), seed, setting)
    mockup, share = made if isinstance(made, Covered) else (made, BARE)
    began = time.process_time()
    stages = read_pixels(mockup.pixels, mockup.corners)
    seconds = time.process_time() - began
    result = judge(lambda: stages.reading, mockup.pattern)
    unknown = np.array([list(row) for row in stages.reading.rows]).ravel() == "?"
    return {
        "boards": name,
        "ms": 1000 * seconds,
        "exact": result["all cells right"],
        "?": unknown.sum(),
        "? uncovered": (unknown & (share.ravel() == 0)).sum(),
        "a wrong cell": result["wrong"] > 0,
        "at 0.9": result["wrong above 0.9"] > 0,
        "said": result["confidence"][unknown],
        "right": result["right"][unknown],
    }


def main(
    number: int = 200,
    first: int = 0,
    photos: Annotated[Path | None, typer.Option(help="A folder of photos, too.")] = None,
    boards: Annotated[Path | None, typer.Option(help="A file of boards.")] = None,
    only: Annotated[list[str], typer.Option(help="Only this set; may be repeated.")] = (),
) -> None:
    """Measure and print."""
    jobs = [
        (name, seed, (photos, boards))
        for name in only or SETS
        for seed in range(first, first + number)
    ]
    results = pd.DataFrame(in_processes(judged, jobs))
    sums = ["exact", "?", "? uncovered", "a wrong cell", "at 0.9"]
    rows = []
    for name, own in results.groupby("boards", sort=False):
        guesses = [np.concatenate([*own[each]]) for each in ("said", "right")]
        shares = [f"{100 * each.mean():.0f} %" if len(each) else "" for each in guesses]
        counts = (f"{each:.0f}" for each in own[sums].sum())
        rows.append((name, len(own), *counts, *shares, f"{own.ms.median():.0f}"))
    table(("boards", "number", *sums, "guesses, said", "right", "ms"), rows)


if __name__ == "__main__":
    run(main)
