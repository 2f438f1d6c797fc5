"""The chances that the reader of photos gives its cells: fitted, and compared with the truth.

`fit` fits them on some scenes, harms and distortions. `reliability` draws, for other ones, how
often cells said to be right with some chance are right.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import typer
from harness import run
from mockups import DISTORTIONS, HARMS, make_harmed
from mockups.harms import FITTED
from photos import BINS, sweep

from kaleido.photo.chance import FITTED as TARGET, Network, around, with_odd
from kaleido.photo.classifier import classify
from kaleido.photo.finder import settle
from kaleido.photo.quad import Quad, Values
from kaleido.photo.sign import measure_signs

SEEN = ("finger", "black pen", "white pen", "scraps", "hard shadow", "folded", "heavy noise",
        "hue turned", "negative", "glare", "pen stroke", "scraps on the grid", "untouched",
        "reduced", "sharpened", "saturated", "grain", "lens", "mottled")  # fmt: skip
"""The harms and distortions that are fitted; the others are for tests."""
UNITS = {"alone": 12, "among": 20}

Signs = dict[str, Values]


def signs_of(name: str, seed: int) -> tuple[Signs, npt.NDArray[np.int_], Values]:
    """Return the signs of the cells of a mock photo, their letters, and which are misread."""
    mockup = make_harmed(name, seed, bases=FITTED)
    quad = settle(mockup.pixels, Quad(mockup.corners))
    cells = classify(mockup.pixels, quad)
    letters = cells.table.argmax(axis=1)
    true = np.array(["xryb".index(letter) for row in mockup.pattern.rows for letter in row])
    seen = with_odd(measure_signs(mockup.pixels, quad, cells))
    return seen, letters, (letters != true).astype(float)


def fit_network(boards: Sequence[Signs], misread: Values, units: int) -> dict[str, Any]:
    """Fit a network to the signs of boards; return its numbers."""
    from sklearn.neural_network import MLPClassifier

    names = [*boards[0]]
    seen = np.concatenate([np.column_stack([each[name] for name in names]) for each in boards])
    least, most = np.quantile(seen, [0.005, 0.995], axis=0)
    seen = seen.clip(least, most)
    mean, spread = seen.mean(axis=0), seen.std(axis=0) + 1e-6
    fitted = MLPClassifier(
        (units,), activation="tanh", alpha=1.0, max_iter=40, batch_size=512,
        learning_rate_init=3e-3, random_state=0,
    ).fit((seen - mean) / spread, misread)  # fmt: skip
    (inner, outer), (bias, last) = fitted.coefs_, fitted.intercepts_
    numbers = least, most, inner / spread[:, None], bias - (mean / spread) @ inner, outer[:, 0]
    fields = zip(Network._fields[1:], (*numbers, last[0]), strict=True)
    return {"signs": names} | {name: np.round(each, 4).tolist() for name, each in fields}


def fit(seeds: int = 45) -> None:
    """Fit the chances on mock photos with so many seeds, and write them."""
    jobs = [(name, seed) for seed in range(seeds) for name in SEEN]
    boards, letters, misread = zip(*(signs_of(*job) for job in jobs), strict=True)
    true = np.concatenate(misread)
    alone = fit_network(boards, true, UNITS["alone"])
    own = Network(**alone)
    wide = [
        each | around(own.log_odds(each), shown)
        for each, shown in zip(boards, letters, strict=True)
    ]
    among = fit_network(wide, true, UNITS["among"])
    TARGET.write_text(json.dumps({"alone": alone, "among": among}) + "\n", encoding="utf-8")


def reliability(
    target: Annotated[Path, typer.Argument(help="The picture (.svg).")],
    per_kind: int = 8,
    first: int = 100,
    photos: Annotated[Path | None, typer.Option(help="A folder of photos, too.")] = None,
) -> None:
    """Draw what is said and what is true, of distorted boards and of harmed ones."""
    from matplotlib.figure import Figure

    axes = (figure := Figure((4.5, 4.5), layout="tight")).subplots()
    axes.plot([0, 1], [0, 1], color="0.8")
    for label, kinds in (("clean", DISTORTIONS), ("harmed", HARMS)):
        shown = [each for each in kinds if each not in SEEN and each != "cut off"]
        results = pd.DataFrame(sweep(per_kind, first, shown, photos, placed=True))
        said, right = (np.concatenate([*results[name]]) for name in ("confidence", "right"))
        bins = np.digitize(said, BINS[1:])
        full = [each for each in np.unique(bins) if (bins == each).sum() >= 100]
        points = [(said[bins == each].mean(), right[bins == each].mean()) for each in full]
        axes.plot(*zip(*points, strict=True), "o-", label=label)
    axes.set(xlabel="said", ylabel="true", xlim=(0, 1), ylim=(0, 1))
    axes.legend()
    figure.savefig(target)


if __name__ == "__main__":
    run(fit, reliability)
