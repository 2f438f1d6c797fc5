"""Colours that must be told apart can be, with red-green blindness too."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.colors import to_hex
from some import some

from kaleido.draw import look
from kaleido.draw.look import SHADES, TINTS
from kaleido.plot.curves import SCORE_PARTS
from kaleido.plot.themes import THEMES, look as look_of, theme

SEEN = {
    "normal": np.eye(3),
    # G. Machado, M. Oliveira, L. Fernandes, "A physiologically-based model for simulation of color
    # vision deficiency", IEEE TVCG 15, 2009: the matrices of severity 1, for linear RGB.
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
# B. Ottosson, "A perceptual color space for image processing", 2020.
CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def linear(colour):
    channels = np.array(list(bytes.fromhex(colour[1:]))) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def oklab(colour, sight):
    return OKLAB @ np.cbrt(CONES @ np.clip(SEEN[sight] @ linear(colour), 0, 1))


def distance(one, other, sight):
    return float(np.linalg.norm(oklab(one, sight) - oklab(other, sight)))


def contrast(one, other):
    """Return the contrast ratio of WCAG 2."""
    low, high = sorted(float(linear(each) @ (0.2126, 0.7152, 0.0722)) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def test_the_measures_by_known_values():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert oklab("#ffffff", "normal") == pytest.approx([1, 0, 0], abs=1e-3)
    # Greys stay as they are, and red and green of one lightness merge.
    assert distance("#808080", "#ffffff", "deuteranopia") == pytest.approx(
        distance("#808080", "#ffffff", "normal"), abs=1e-3
    )
    merged = distance("#a05000", "#5c7000", "deuteranopia")
    assert merged < 0.3 * distance("#a05000", "#5c7000", "normal")


LINES = ("accent", "window", "implied", "muted", "ink")
APART = [
    *((pair, 0.2) for pair in combinations([shade.fill for shade in SHADES.values()], 2)),
    *((pair, 0.14) for pair in combinations([kind.colour for kind in SCORE_PARTS[:-1]], 2)),
    *((pair, 0.08) for pair in combinations((*TINTS, look.PAPER), 2)),
    *(
        (tuple(look.LOOK.as_dict()["colours"][name] for name in pair), 0.13)
        for pair in combinations((*LINES, "paper"), 2)
    ),
]


@pytest.mark.parametrize("sight", SEEN)
def test_colours_are_told_apart(sight):
    for pair, least in some(APART):
        assert distance(*pair, sight) >= least, pair


@pytest.mark.parametrize("shade", SHADES.values(), ids=lambda shade: shade.letter)
@pytest.mark.parametrize("line", [look.IMPLIED, look.WINDOW])
def test_cased_lines_are_seen_on_every_colour(line, shade):
    """The casing stands out from dark cells, and the line from its casing and from light cells."""
    assert contrast(line, look.PAPER) >= 3
    for ground in (shade.fill, shade.pale):
        assert max(contrast(ground, look.PAPER), contrast(ground, line)) >= 2.9


@pytest.mark.parametrize("shade", SHADES.values(), ids=lambda shade: shade.letter)
def test_letters_are_legible(shade):
    assert contrast(shade.fill, shade.ink) >= 4.5
    assert contrast(shade.pale, look.INK) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_eight_strategies_are_told_apart(name):
    made = THEMES[name]
    assert len(made.series) == 8
    for sight in SEEN:
        for pair in combinations(made.series, 2):
            assert distance(*pair, sight) >= 0.12
    for colour in (*made.series, made.ink, made.grey, made.accent, made.implied, made.muted):
        assert contrast(colour, made.ground) >= (4.5 if colour in (made.ink, made.grey) else 2.5)


def test_later_strategies_have_another_line():
    with theme("dark"):
        looks = [look_of(number) for number in range(64)]
    assert [each["color"] for each in looks[:8]] == list(THEMES["dark"].series)
    for kind in ("color", "linestyle", "marker"):
        assert len({each[kind] for each in looks[:8]}) == 8
    assert len({tuple(each.values()) for each in looks}) == 64


@pytest.mark.parametrize("sight", SEEN)
def test_the_frame_of_a_move_is_seen_on_every_colour_of_a_map(sight):
    """It is a dark line in a light casing, of which one stands out from any ground."""
    for share in some(np.linspace(0, 1, 50)):
        ground = to_hex(colormaps["viridis"](share))
        assert max(distance(ground, line, sight) for line in (look.INK, look.PAPER)) >= 0.3
