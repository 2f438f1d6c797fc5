"""The chances that the reader of photos gives its cells: fitted, and compared with the truth.

`fit` fits them on some scenes, harms and distortions. `reliability` draws, for other ones, how
often cells said to be right with some chance are right.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd
import typer
from harness import run, table
from mockups import DISTORTIONS, HARMS, make_harmed
from mockups.harms import CALIBRATED, FITTED
from photos import BINS, in_processes, sweep
from scipy.optimize import minimize

from kaleido.photo.chance import (
    FITTED as TARGET,
    KNOTS,
    Network,
    around,
    chance_of,
    log_odds,
    misread_odds,
    spread_doubt,
    with_odd,
)
from kaleido.photo.classifier import classify
from kaleido.photo.finder import settle
from kaleido.photo.prior import weigh
from kaleido.photo.quad import Quad, Values
from kaleido.photo.reader import MOST_CONFIDENCE
from kaleido.photo.sign import measure_signs

SEEN = ("finger", "black pen", "white pen", "marker", "scraps", "hard shadow", "folded",
        "heavy noise", "hue turned", "negative", "glare", "pen stroke", "scraps on the grid",
        "untouched", "reduced", "sharpened", "saturated", "grain", "lens", "mottled")  # fmt: skip
"""The harms and distortions that are fitted; the calibration sees all, on other scenes."""
UNITS = {"alone": 12, "among": 20}
STARTS = 6
"""Each network is the mean of so many, as one by itself depends on where its fit starts."""
SUREST = {True: MOST_CONFIDENCE, False: 0.89}
"""How sure a cell is at most, on boards that are solved or not."""
FOLDS = 2
"""The kinds that are fitted fall into so many parts: the second network sees what the first says of
kinds that it was not fitted to."""


class Shown(NamedTuple):
    """A mock photo with its signs: of which kind it is, what its cells seem to show, and do."""

    kind: str
    signs: dict[str, Values]
    table: Values
    true: npt.NDArray[np.int_]

    @property
    def letters(self) -> npt.NDArray[np.int_]:
        """The letters that the cells seem to have."""
        return self.table.argmax(axis=1)


def shown(kind: str, seed: int, scenes: Sequence[str]) -> Shown:
    """Make a mock photo and measure the signs of its cells."""
    import cv2

    cv2.setNumThreads(1)  # the processes share the cores
    mockup = make_harmed(kind, seed, bases=scenes)
    quad = settle(mockup.pixels, Quad(mockup.corners))
    cells = classify(mockup.pixels, quad)
    true = np.array(["xryb".index(letter) for row in mockup.pattern.rows for letter in row])
    signs = with_odd(measure_signs(mockup.pixels, quad, cells))
    return Shown(kind, signs, cells.table, true)


def fit_network(boards: Sequence[Shown], units: int) -> Network:
    """Fit a network to the signs of boards."""
    from sklearn.neural_network import MLPClassifier

    names = [*boards[0].signs]
    seen = np.concatenate(
        [np.column_stack([each.signs[name] for name in names]) for each in boards]
    )
    misread = np.concatenate([each.letters != each.true for each in boards])
    least, most = np.quantile(seen, [0.005, 0.995], axis=0)
    # Shares of what few cells have are kept whole: most cells have nothing of it at all.
    most = np.where(seen.max(axis=0) <= 1, seen.max(axis=0), most)
    seen = seen.clip(least, most)
    mean, spread = seen.mean(axis=0), seen.std(axis=0) + 1e-6
    fits = [
        # More rounds, or weights that are free, suit other scenes less well.
        MLPClassifier(
            (units,), activation="tanh", alpha=1.0, max_iter=25, batch_size=512,
            learning_rate_init=3e-3, random_state=start,
        ).fit((seen - mean) / spread, misread)
        for start in range(STARTS)
    ]  # fmt: skip
    # A network that is as wide as all of them together says the mean of what they say.
    inner = np.concatenate([each.coefs_[0] for each in fits], axis=1)
    bias = np.concatenate([each.intercepts_[0] for each in fits])
    outer = np.concatenate([each.coefs_[1][:, 0] for each in fits]) / STARTS
    last = float(np.mean([each.intercepts_[1][0] for each in fits]))
    numbers = least, most, inner / spread[:, None], bias - (mean / spread) @ inner, outer, last
    return Network(names, *(np.round(each, 4).tolist() for each in numbers))


def fit_chances(boards: Sequence[Shown]) -> tuple[Network, Network]:
    """Fit both networks."""
    kinds = sorted({each.kind for each in boards})
    part = np.array([kinds.index(each.kind) % FOLDS for each in boards])
    wide = [*boards]
    for fold in range(FOLDS):
        own = fit_network([boards[at] for at in np.flatnonzero(part != fold)], UNITS["alone"])
        for at in np.flatnonzero(part == fold):
            each = boards[at]
            near = around(own.log_odds(each.signs), each.letters)
            wide[at] = each._replace(signs=each.signs | near)
    return fit_network(boards, UNITS["alone"]), fit_network(wide, UNITS["among"])


def fit_calibration(
    boards: Sequence[Shown], networks: tuple[Network, Network]
) -> dict[str, list[float]]:
    """Fit what the networks say is worth (Platt scaling), and what the prior makes of that."""
    from sklearn.linear_model import LogisticRegression

    odds = [misread_odds(*networks, each.signs, each.letters) for each in boards]
    misread = np.concatenate([each.letters != each.true for each in boards])
    platt = LogisticRegression(C=1e6).fit(np.concatenate(odds)[:, None], misread)
    slope, offset = float(platt.coef_[0, 0]), float(platt.intercept_[0])
    said: dict[bool, list[Values]] = {True: [], False: []}
    right: dict[bool, list[Values]] = {True: [], False: []}
    for each, own in zip(boards, odds, strict=True):
        weighed = weigh(spread_doubt(each.table, chance_of(slope * own + offset)))
        said[weighed.solved].append(log_odds(weighed.table.max(axis=1)))
        right[weighed.solved].append(weighed.table.argmax(axis=1) == each.true)
    solved, unsolved = (
        fit_curve(np.concatenate(said[each]), np.concatenate(right[each]), most)
        for each, most in SUREST.items()
    )
    named = {"doubt": [slope, offset], "solved": solved, "unsolved": unsolved}
    return {name: np.round(numbers, 4).tolist() for name, numbers in named.items()}


def fit_curve(odds: Values, right: Values, surest: float) -> list[float]:
    """Fit the log odds of right letters, at the knots, to those that are said.

    Chances of 0.9 or less are not raised, so that fewer cells are sure and wrong.
    """
    knots, most = log_odds(KNOTS), float(log_odds(np.array(surest)))
    bounds = [(knots[0] - 1, min(knot, most) if knot < 2.2 else most) for knot in knots]
    sign = np.where(right, -1, 1)

    def rising(numbers: Values) -> Values:
        return np.asarray(np.maximum.accumulate(numbers))

    def loss(numbers: Values) -> float:
        return float(np.logaddexp(0, sign * np.interp(odds, knots, rising(numbers))).mean())

    start = np.minimum(knots, most) - 0.1
    return list(rising(minimize(loss, start, method="Powell", bounds=bounds).x))


def fit(seeds: int = 130) -> None:
    """Fit the chances on mock photos with so many seeds, calibrate them on others, write them."""
    jobs = [(kind, seed, FITTED) for seed in range(seeds) for kind in SEEN]
    networks = fit_chances([*in_processes(shown, jobs)])
    kinds = [each for each in (*HARMS, *DISTORTIONS) if each != "cut off"]
    jobs = [(kind, seed, CALIBRATED) for seed in range(-(-seeds // 3)) for kind in kinds]
    calibration = fit_calibration([*in_processes(shown, jobs)], networks)
    named = dict(zip(("alone", "among"), (each._asdict() for each in networks), strict=True))
    TARGET.write_text(f"{json.dumps(named | calibration)}\n", encoding="utf-8")


def reliability(
    target: Annotated[Path, typer.Argument(help="The picture (.svg).")],
    per_kind: int = 6,
    first: int = 100,
    photos: Annotated[Path | None, typer.Option(help="A folder of photos, too.")] = None,
    kind: Annotated[list[str], typer.Option(help="Only this kind; may be repeated.")] = (),
) -> None:
    """Draw and print what is said and what is true, of distorted boards and of harmed ones."""
    from matplotlib.figure import Figure

    axes = (figure := Figure((4.5, 4.5), layout="tight")).subplots()
    axes.plot([0, 1], [0, 1], color="0.8")
    lines, boards = [], []
    for label, kinds in (("distorted", DISTORTIONS), ("harmed", HARMS)):
        harms = [each for each in kinds if each != "cut off" and each in (kind or kinds)]
        if not harms:
            continue
        results = pd.DataFrame(sweep(per_kind, first, harms, photos, placed=True))
        said, right = (np.concatenate([*results[name]]) for name in ("confidence", "right"))
        bins = np.digitize(said, BINS[1:])
        points = []
        for each in np.unique(bins):
            inside = bins == each
            point = said[inside].mean(), right[inside].mean()
            if inside.sum() >= 100:
                points.append(point)
            span = f"{BINS[each]:g} to {BINS[each + 1]:g}"
            shares = (f"{100 * share:.1f} %" for share in point)
            lines.append((label, span, f"{inside.sum():,}", *shares))
        axes.plot(*zip(*points, strict=True), "o-", label=label)
        sure = results["wrong above 0.9"] > 0
        for name, own in results.assign(sure=sure).groupby("photos", sort=False):
            sums = own["all cells right"].sum(), own["cells ?"].sum(), own.sure.sum()
            boards.append((name, len(own), *sums))
        exact = results["all cells right"].sum()
        boards.append((f"**{label}**", len(results), exact, results["cells ?"].sum(), sure.sum()))
    table(("boards", "number", "read exactly", "cells ?", "a cell wrong above 0.9"), boards)
    print()
    table(("boards", "said", "cells", "said, mean", "true"), lines)
    axes.set(xlabel="said", ylabel="true", xlim=(0, 1), ylim=(0, 1))
    axes.legend()
    figure.savefig(target)


if __name__ == "__main__":
    run(fit, reliability)
