"""The chances that the reader of photos gives its cells: fitted, and compared with the truth.

`fit` fits them on some scenes, harms and distortions. `reliability` draws, for other ones, how
often cells said to be right with some chance are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd
import typer
from harness import run, table
from mockups import DISTORTIONS, HARMS, make_harmed
from mockups.harms import CALIBRATED, FITTED
from photos import BINS, in_processes, sweep
from scipy.optimize import minimize, minimize_scalar
from scipy.special import log_softmax, softmax

from kaleido.photo.chance import (
    FITTED as TARGET,
    LAYERS,
    board_view,
    log_odds,
    scored,
)
from kaleido.photo.classifier import classify
from kaleido.photo.finder import settle
from kaleido.photo.prior import LETTERS, weigh
from kaleido.photo.quad import CELLS, Quad, Values

SEEN = ("finger", "black pen", "white pen", "marker", "scraps", "hard shadow", "folded",
        "heavy noise", "hue turned", "negative", "glare", "pen stroke", "scraps on the grid",
        "untouched", "reduced", "sharpened", "saturated", "grain", "lens", "mottled")  # fmt: skip
"""The harms and distortions that are fitted; the calibration sees all, on other scenes."""
CHANNELS = 16, 16, 32, 32, 48, 48, 48, 48
"""How many each layer of the network has."""
HEAD = 32
"""How many units look at a cell and at the whole board."""
BATCH = 48
"""How many boards are fitted at once."""
CYCLES = ((24, 1.5e-3, 0.3), (30, 1.2e-3, 0.1), (15, 9e-4, 0.1))
"""How often boards are seen, the highest rate of learning, and when, as a part of the cycle."""
RARE = "hue turned", "negative"
"""Few photos are so: of these, the last cycle leaves out three of four."""
WRONG = 0.004
"""On which part of the harmed boards, of those that are calibrated, a sure cell may be wrong."""

Numbers = dict[str, Any]
"""The kernels, weights and biases of the network."""


class Shown(NamedTuple):
    """A mock photo, or several: what the network sees of it, the table, and the true colours."""

    view: npt.NDArray[np.float16]
    table: npt.NDArray[np.float16]
    true: npt.NDArray[np.int8]


def shown(kind: str, seed: int, scenes: Sequence[str]) -> Shown:
    """Make a mock photo, and return what is seen of it."""
    import cv2

    cv2.setNumThreads(1)  # the processes share the cores
    mockup = make_harmed(kind, seed, bases=scenes)
    quad = settle(mockup.pixels, Quad(mockup.corners))
    pixels, quad = quad.shrunk(mockup.pixels)
    table = classify(pixels, quad)
    view = board_view(pixels, quad, table)
    letters = LETTERS.tolist()
    true = np.array([letters.index(letter) for row in mockup.pattern.rows for letter in row])
    return Shown(view.astype(np.float16), table.astype(np.float16), true.astype(np.int8))


def turned(boards: Shown, turns: int, *, mirrored: bool) -> Shown:
    """Return boards turned by so many quarters, and mirrored."""
    square = len(boards.view), CELLS, CELLS, -1
    wide = boards.view, boards.table.reshape(square), boards.true.reshape(square)
    step = -1 if mirrored else 1
    whole = (np.rot90(each, turns, axes=(1, 2))[:, :, ::step] for each in wide)
    return Shown(*(each.reshape(old.shape) for each, old in zip(whole, boards, strict=True)))


def first_numbers(channels: int, rng: np.random.Generator) -> Numbers:
    """Return random kernels and weights; those at the end change nothing of the table."""
    numbers: Numbers = {"outer": np.zeros((HEAD, 4)), "outer bias": np.zeros(4)}
    for layer, (before, after) in enumerate(pairwise((channels, *CHANNELS))):
        spread = np.sqrt((1 if before == after else 2) / (9 * before))
        numbers[f"kernel {layer}"] = rng.normal(0, spread, (3, 3, before, after))
        numbers[f"bias {layer}"] = np.zeros(after)
    inner = 2 * CHANNELS[-1]
    numbers["inner"] = rng.normal(0, np.sqrt(1 / inner), (inner, HEAD))
    return numbers | {"inner bias": np.zeros(HEAD)}


def fit_network(boards: Shown, rare: npt.NDArray[np.bool_], start: int = 0) -> Numbers:
    """Fit the network to boards, turned and mirrored at random (AdamW, channels dropped).

    The rate of learning rises and falls in each cycle (Smith & Topin, 2019).
    """
    import jax
    import jax.numpy as jnp
    import optax

    def loss(numbers: Numbers, batch: Shown, key: Any) -> Any:
        state = batch.view.astype(jnp.float32)
        for layer, (stride, dilation) in enumerate(LAYERS):
            fresh = jax.lax.conv_general_dilated(
                state, numbers[f"kernel {layer}"], (stride, stride),
                [(dilation, dilation + 1 - stride)] * 2, rhs_dilation=(dilation, dilation),
                dimension_numbers=("NHWC", "HWIO", "NHWC"),
            )  # fmt: skip
            fresh = jax.nn.relu(fresh + numbers[f"bias {layer}"])
            state = fresh + state if fresh.shape == state.shape else fresh
            kept = (len(state), 1, 1, state.shape[-1])
            state *= jax.random.bernoulli(jax.random.fold_in(key, layer), 0.9, kept) / 0.9
        near = state[:, 1:-1, 1:-1]
        whole = jnp.broadcast_to(state.mean(axis=(1, 2), keepdims=True), near.shape)
        cells = jnp.concatenate([near, whole], axis=-1).reshape(len(near), CELLS**2, -1)
        units = jnp.tanh(cells @ numbers["inner"] + numbers["inner bias"])
        seen = jnp.log(batch.table.astype(jnp.float32).clip(1e-3))
        scores = seen + units @ numbers["outer"] + numbers["outer bias"]
        return optax.losses.softmax_cross_entropy_with_integer_labels(scores, batch.true).mean()

    @partial(jax.jit, static_argnames="descent")
    def step(descent: Any, numbers: Numbers, state: Any, batch: Shown, key: Any) -> Any:
        updates, state = descent.update(jax.grad(loss)(numbers, batch, key), state, numbers)
        return optax.apply_updates(numbers, updates), state

    rng = np.random.default_rng(start)
    starting = first_numbers(boards.view.shape[-1], rng)
    numbers = {name: jnp.asarray(each, jnp.float32) for name, each in starting.items()}
    key = jax.random.key(start)
    for cycle in CYCLES:
        rounds, *fastest = cycle
        chosen = np.flatnonzero(~rare) if cycle is CYCLES[-1] else np.arange(len(rare))
        steps = rounds * (len(chosen) // BATCH)
        rate = optax.schedules.cosine_onecycle_schedule(steps, *fastest)
        descent = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rate, weight_decay=0.01))
        state = descent.init(numbers)
        for at in batches(chosen, rounds, rng):
            batch = Shown(*(each[at] for each in boards))
            batch = turned(batch, int(rng.integers(4)), mirrored=bool(rng.integers(2)))
            key, own = jax.random.split(key)
            numbers, state = step(descent, numbers, state, batch, own)
    return {name: np.asarray(each, np.float16) for name, each in numbers.items()}


def batches(
    boards: npt.NDArray[np.int_], rounds: int, rng: np.random.Generator
) -> Iterator[npt.NDArray[np.int_]]:
    """Yield batches of boards, all of them in another order in each round."""
    number = len(boards) // BATCH
    for _ in range(rounds):
        yield from np.split(rng.permutation(boards)[: number * BATCH], number)


def fit_calibration(boards: Shown, harmed: npt.NDArray[np.bool_], numbers: Numbers) -> Numbers:
    """Fit what the network says is worth, and what the prior makes of that (temperature scaling).

    Of the harmed boards, hardly any has a wrong cell that is sure.
    """
    seen = zip(boards.view, boards.table, strict=True)
    scores = np.stack([scored(view.astype(float), table, numbers) for view, table in seen])
    true = boards.true.astype(int)

    def cross_entropy(temperature: float) -> float:
        logs = log_softmax(scores / temperature, axis=2)
        return -float(np.take_along_axis(logs, true[..., None], axis=2).mean())

    temperature = minimize_scalar(cross_entropy, bounds=(0.3, 4), method="bounded").x
    weighed = [weigh(chances) for chances in softmax(scores / temperature, axis=2)]
    odds = np.stack([log_odds(each.table.max(axis=1)) for each in weighed])
    right = np.stack([each.table.argmax(axis=1) for each in weighed]) == true
    solved = np.array([each.solved for each in weighed])
    platt = {
        name: fit_platt(odds[solved == each], right[solved == each])
        for name, each in (("unsolved", False), ("solved", True))
    }
    wrong = np.where(solved[:, None] & ~right, odds, -np.inf).max(axis=1)
    sure = np.quantile(wrong[harmed], 1 - WRONG, method="higher")
    return numbers | platt | {"temperature": temperature, "sure": sure}


def fit_platt(odds: Values, right: npt.NDArray[np.bool_]) -> Values:
    """Fit a factor of log odds, and what is added, to cells that are not nearly certain (Platt)."""
    unsure = odds < log_odds(np.array(0.95))
    signs = np.where(right, -1, 1)[unsure]

    def loss(line: Values) -> float:
        return float(np.logaddexp(0, signs * (line[0] * odds[unsure] + line[1])).mean())

    return np.asarray(minimize(loss, [1, 0], method="Nelder-Mead").x, float)


def fit(seeds: int = 805, plain: int = 300) -> None:
    """Fit the chances on mock photos with so many seeds, calibrate them on others, write them.

    The distortions have only the first of the seeds. It takes an hour and a half on two cores, and
    8 GB of memory.
    """

    def made(jobs: list[tuple[str, int, Sequence[str]]]) -> Shown:
        return Shown(*(np.stack(each) for each in zip(*in_processes(shown, jobs), strict=True)))

    jobs = [
        (kind, seed, FITTED)
        for seed in range(seeds)
        for kind in SEEN
        if kind in HARMS or seed < plain
    ]
    rare = np.array([kind in RARE and seed % 4 > 0 for kind, seed, _ in jobs])
    numbers = fit_network(made(jobs), rare)
    kinds = [each for each in (*HARMS, *DISTORTIONS) if each != "cut off"]
    jobs = [(kind, seed, CALIBRATED) for seed in range(90) for kind in kinds]
    harmed = np.array([kind in HARMS for kind, *_ in jobs])
    np.savez_compressed(TARGET, **fit_calibration(made(jobs), harmed, numbers))


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
        axes.plot(*zip(*points, strict=True), "o-", label=label, clip_on=False)
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
