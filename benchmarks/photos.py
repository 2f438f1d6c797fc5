"""How well boards are read from photos, measured on mock photos.

For each kind of photo it says how many boards were read without a wrong or unknown cell, how many
cells are unknown (?) and wrong, how many are wrong with a confidence above 0.9, and seconds; then
how often cells of each confidence are right.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, TypeVar

import numpy as np
import pandas as pd
import typer
from harness import run, table
from mockups import DISTORTIONS, HARMS, KINDS, Mockup, make_harmed, make_mockup

from kaleido import Pattern
from kaleido.base.errors import PhotoError
from kaleido.photo import Reading, read, read_pixels
from kaleido.photo.image import load_image

BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
"""Confidences are counted between these."""

SUMS = ("all cells right", "none wrong", "not found", "cells ?", "wrong", "wrong above 0.9")
FIELDS = ("photos", *SUMS, "s", "confidence", "right")

T = TypeVar("T")
Result = dict[str, Any]
"""How a board was read: seconds, unknown and wrong cells, and those wrong above 0.9, and so on."""


def judge(read: Callable[[], Reading], pattern: Pattern) -> Result:
    """Read, and compare with the truth, of which any of the four rotations is right."""
    began = time.perf_counter()
    try:
        reading = read()
    except PhotoError:
        return {"s": time.perf_counter() - began, "not found": 1}
    seconds = time.perf_counter() - began
    rows = (reading.rows, reading.guesses, pattern.rows)
    shown, guessed, truth = (np.array([list(row) for row in each]) for each in rows)
    turned = max((np.rot90(truth, turns) for turns in range(4)), key=lambda t: (guessed == t).sum())
    unknown = shown == "?"
    wrong = (shown != turned) & ~unknown
    return {
        "s": seconds,
        "all cells right": not (wrong | unknown).any(),
        "none wrong": not wrong.any(),
        "cells ?": unknown.sum(),
        "wrong": wrong.sum(),
        "wrong above 0.9": (wrong & (reading.confidence > 0.9)).sum(),
        "confidence": reading.confidence.ravel(),
        "right": (guessed == turned).ravel(),
    }


def read_mockup(kind: str, seed: int, folder: Path | None, placed: bool) -> Result:
    """Make a photo of one of `KINDS`, or harmed by `HARMS` or `DISTORTIONS`, and read it.

    Harm may be done to the photos of a folder as well. If it is placed, the reader is told where
    the board lies, unless a part of it is cut off.
    """
    import cv2

    cv2.setNumThreads(1)  # the processes share the cores
    is_whole = kind in KINDS
    mockup = make_mockup(kind, seed) if is_whole else make_harmed(kind, seed, taken(folder))
    corners = mockup.corners if placed and kind != "cut off" else None
    return judge(lambda: read_pixels(mockup.pixels, corners).reading, mockup.pattern)


def photos_of(folder: Path) -> list[tuple[Path, Pattern]]:
    """Return the photos of a folder with their patterns, which boards.json beside it holds."""
    boards = json.loads((folder.parent / "boards.json").read_text())
    return [(each, Pattern("/".join(boards[each.stem]))) for each in sorted(folder.glob("*.jpg"))]


@cache
def taken(folder: Path | None) -> tuple[Mockup, ...]:
    """Return the photos of a folder, with their patterns and where the boards lie."""
    photos = [] if folder is None else photos_of(folder)
    return tuple(
        Mockup(load_image(path, path.name), pattern, read(path).corners) for path, pattern in photos
    )


def in_processes(work: Callable[..., T], jobs: Sequence[tuple[Any, ...]]) -> Iterator[T]:
    """Yield what work makes of each job, in as many processes as there are cores."""
    # Fresh interpreters: a copy of one whose libraries run threads may wait for them for ever.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=fresh) as pool:
        yield from pool.map(work, *zip(*jobs, strict=True), chunksize=4)


def sweep(
    per_kind: int,
    first: int = 0,
    kinds: Iterable[str] = KINDS,
    folder: Path | None = None,
    *,
    placed: bool = False,
) -> Iterator[Result]:
    """Read `per_kind` photos of each kind, or with each harm, with seeds from `first` on."""
    jobs = [
        (kind, seed, folder, placed) for kind in kinds for seed in range(first, first + per_kind)
    ]
    for job, result in zip(jobs, in_processes(read_mockup, jobs), strict=True):
        yield {"photos": job[0], **result}


def rows_of(results: pd.DataFrame) -> Iterator[list[object]]:
    """Yield a row of the table for each kind of photo."""
    for name, own in results.groupby("photos", sort=False):
        sums = (f"{number:.0f}" for number in own[[*SUMS]].sum())
        yield [name, len(own), *sums, f"{own.s.median():.1f}", f"{own.s.max():.1f}"]


def main(
    per_kind: int = 25,
    first: int = 0,
    kind: Annotated[list[str], typer.Option(help="Only this kind; may be repeated.")] = (),
    photos: Annotated[Path | None, typer.Option(help="A folder of photos, too.")] = None,
    harms: Annotated[bool, typer.Option(help="Do harm to the photos first.")] = False,
    distorted: Annotated[bool, typer.Option(help="Distort the photos first.")] = False,
    placed: Annotated[bool, typer.Option(help="Say where the boards lie.")] = False,
) -> None:
    """Measure and print.

    A folder of photos has a file boards.json beside it, with the patterns by their names. With
    `--placed` reading is quicker, and nothing is refused because no board was found.
    """
    kinds = kind or (HARMS if harms else DISTORTIONS if distorted else KINDS)
    results = pd.DataFrame(sweep(per_kind, first, kinds, photos, placed=placed), columns=FIELDS)
    listed = [results, results.assign(photos="**all**")]
    if photos and not (harms or distorted):
        printed = (judge(partial(read, path), pattern) for path, pattern in photos_of(photos))
        listed.append(pd.DataFrame(printed, columns=FIELDS).assign(photos="printed boards"))
    table(("photos", "boards", *SUMS, "s", "s, most"), rows_of(pd.concat(listed)))
    print()
    found = results.dropna(subset="confidence")
    confidence, right = (np.concatenate([[], *found[each]]) for each in ("confidence", "right"))
    bins = ((low, high, (confidence >= low) & (confidence < high)) for low, high in pairwise(BINS))
    lines = (
        (f"{low:g} to {high:g}", f"{inside.sum():,}", f"{100 * right[inside].mean():.2f} %")
        for low, high, inside in bins
        if inside.any()
    )
    table(("confidence", "cells", "of them right"), lines)


if __name__ == "__main__":
    run(main)
