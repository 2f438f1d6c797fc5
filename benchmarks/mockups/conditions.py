"""How a page is photographed, and the kinds of mock photos."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True)
class Conditions:
    """How a page is photographed; all from 0 (not at all) to 1 (as bad as it may be).

    A tilt of 1 is 30° away from facing the page, a turn of 1 any angle in the plane, and less a
    fraction of 45° either way. The board of a page with small = 1 takes a fifth of its width. The
    page has other things on it (clutter), and may be bent.
    """

    tilt: float = 0.15
    turn: float = 0.1
    light: float = 0.15
    shadow: float = 0.0
    cast: float = 0.15
    dark: float = 0.1
    washed: float = 0.1
    blur: float = 0.15
    noise: float = 0.15
    jpeg: float = 0.2
    clutter: float = 0.4
    bend: float = 0.0
    boards: int = 1
    small: float = 0.3

    def sampled(self, rng: np.random.Generator) -> Conditions:
        """Sample conditions between half as bad and as bad as these."""
        names = [name for name in vars(self) if name != "boards"]
        return replace(self, **{name: vars(self)[name] * rng.uniform(0.5, 1.0) for name in names})


KINDS: dict[str, Conditions | None] = {
    "cropped board": None,
    "clean drawing": None,
    "screenshot": None,
    "easy photo": Conditions(),
    "tilted": Conditions(tilt=1),
    "turned": Conditions(turn=1),
    "uneven light": Conditions(light=1),
    "shadow": Conditions(shadow=1),
    "coloured light": Conditions(cast=1),
    "dark": Conditions(dark=1, noise=0.5),
    "washed out": Conditions(washed=1),
    "blurred": Conditions(blur=1),
    "noisy": Conditions(noise=1),
    "JPEG artefacts": Conditions(jpeg=1),
    "cluttered page": Conditions(clutter=1),
    "bent page": Conditions(bend=1),
    "several boards": Conditions(boards=4),
    "small board": Conditions(small=1),
    "everything": Conditions(0.6, 0.5, 0.6, 0.4, 0.6, 0.5, 0.5, 0.5, 0.6, 0.6, 1, 0.5, 2, 0.5),
}
"""The kinds by name; the first three are no photos."""
