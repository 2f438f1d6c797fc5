"""How well boards are read from photos, measured on mock photos.

    python benchmarks/photos.py [--per-kind 25] [--first 0] [--kind NAME] [--photos FOLDER]
        [--harms] [--placed]

Prints Markdown: for each kind of photo how many boards were read without a wrong or unknown
cell, how many cells are unknown (?) and wrong, how many are wrong with a confidence above 0.9,
and seconds; then how often cells of each confidence are right. With --photos, it also reads a
folder of pictures that are named after their patterns in the file boards.json beside it. With
--harms, harm is done to the pictures first, in each of the ways of `mockups.HARMS`: fingers and
pens cover cells, shadows fall on them, colours are turned. With --placed the reader is told where
the boards lie: it is quicker, and nothing is refused because no board was found.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import statistics
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from mockups import HARMS, KINDS, Mockup, make_harmed, make_mockup

from kaleido import Pattern
from kaleido.errors import PhotoError
from kaleido.photo import Reading, read, read_pixels
from kaleido.photo.image import load_image

BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
"""Confidences are counted between these."""


class Result(NamedTuple):
    """How a board was read: how many cells are unknown, wrong, and wrong above 0.9."""

    found: bool
    unknown: int
    wrong: int
    silent: int
    seconds: float
    confidence: np.ndarray
    right: np.ndarray

    @property
    def exact(self) -> bool:
        """Whether all cells were read rightly."""
        return self.found and not self.wrong and not self.unknown


NOTHING = np.zeros(0)


def judge(reading: Reading, rows: tuple[str, ...], seconds: float) -> Result:
    """Compare a reading with the truth, of which any of the four rotations is right."""
    read, guessed = (
        np.array([list(row) for row in each]) for each in (reading.rows, reading.guesses)
    )
    truth = np.array([list(row) for row in rows])
    turned = max((np.rot90(truth, turns) for turns in range(4)), key=lambda t: (guessed == t).sum())
    wrong = (read != turned) & (read != "?")
    return Result(
        True,
        int((read == "?").sum()),
        int(wrong.sum()),
        int((wrong & (reading.confidence > 0.9)).sum()),
        seconds,
        reading.confidence.ravel(),
        (guessed == turned).ravel(),
    )


class Job(NamedTuple):
    """A photo to be made and read.

    Attributes
    ----------
    kind : str
        One of `KINDS` or `HARMS`.
    seed : int
    folder : Path or None
        Photos to which harm may be done as well.
    placed : bool
        Whether the reader is told where the board lies, unless a part of it is cut off.
    """

    kind: str
    seed: int
    folder: Path | None
    placed: bool


def read_mockup(job: Job) -> Result:
    """Make and read one photo, or one to which harm is done."""
    import cv2

    cv2.setNumThreads(1)  # the processes share the cores
    kind, seed, folder, placed = job
    mockup = make_harmed(kind, seed, taken(folder)) if kind in HARMS else make_mockup(kind, seed)
    corners = mockup.corners if placed and kind != "cut off" else None
    began = time.perf_counter()
    try:
        reading = read_pixels(mockup.pixels, corners).reading
    except PhotoError:
        return Result(False, 0, 0, 0, time.perf_counter() - began, NOTHING, NOTHING)
    return judge(reading, mockup.pattern.rows, time.perf_counter() - began)


@cache
def taken(folder: Path | None) -> tuple[Mockup, ...]:
    """Return the photos of a folder, with their patterns and where the boards lie."""
    if folder is None:
        return ()
    boards = json.loads((folder.parent / "boards.json").read_text())
    return tuple(
        Mockup(
            load_image(path, path.name),
            Pattern("/".join(boards[path.stem])),
            read(path).corners,
        )
        for path in sorted(folder.glob("*.jpg"))
    )


def sweep(
    per_kind: int,
    first: int = 0,
    kinds: Iterable[str] | None = None,
    folder: Path | None = None,
    *,
    placed: bool = False,
) -> Iterator[tuple[str, Result]]:
    """Read `per_kind` photos of each kind, or with each harm, with seeds from `first` on."""
    seeds = range(first, first + per_kind)
    jobs = [Job(kind, seed, folder, placed) for kind in kinds or KINDS for seed in seeds]
    # Fresh interpreters: a copy of one whose libraries run threads may wait for them for ever.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=fresh) as pool:
        for job, result in zip(jobs, pool.map(read_mockup, jobs), strict=True):
            yield job.kind, result


def print_row(name: str, results: list[Result]) -> None:
    """Print a row of the table."""
    exact = sum(result.exact for result in results)
    safe = sum(result.found and not result.wrong for result in results)
    missed = sum(not result.found for result in results)
    seconds = [result.seconds for result in results]
    sums = [
        sum(getattr(result, each) for result in results) for each in ("unknown", "wrong", "silent")
    ]
    print(
        f"| {name} | {len(results)} | {exact} | {safe} | {missed} "
        f"| {sums[0]} | {sums[1]} | {sums[2]} "
        f"| {statistics.median(seconds):.1f} | {max(seconds):.1f} |",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--per-kind", type=int, default=25, help="how many photos of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kind", action="append", help="only this kind; give it again for more")
    parser.add_argument("--photos", type=Path, help="a folder of photos, too")
    parser.add_argument("--harms", action="store_true", help="do harm to the photos")
    parser.add_argument("--placed", action="store_true", help="say where the boards lie")
    given = parser.parse_args()
    print("| photos | boards | all cells right | none wrong | not found | cells ? | wrong | "
          "wrong above 0.9 | s | s, most |")  # fmt: skip
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    everything: list[Result] = []
    for kind in given.kind or (HARMS if given.harms else KINDS):
        swept = sweep(given.per_kind, given.first, [kind], given.photos, placed=given.placed)
        results = [result for _, result in swept]
        print_row(kind, results)
        everything += results
    print_row("**all**", everything)
    if given.photos and not given.harms:
        boards = json.loads((given.photos.parent / "boards.json").read_text())
        results = []
        for path in sorted(given.photos.glob("*.jpg")):
            began = time.perf_counter()
            reading = read(path)
            results.append(judge(reading, boards[path.stem], time.perf_counter() - began))
        print_row("printed boards", results)
    confidence = np.concatenate([result.confidence for result in everything])
    right = np.concatenate([result.right for result in everything])
    print("\n| confidence | cells | of them right |\n|---|---:|---:|")
    for low, high in pairwise(BINS):
        inside = (confidence >= low) & (confidence < high)
        if inside.any():
            print(
                f"| {low:g} to {high:g} | {inside.sum():,} | {100 * right[inside].mean():.2f} % |"
            )


if __name__ == "__main__":
    main()
