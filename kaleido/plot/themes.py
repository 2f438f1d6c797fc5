"""The look of all figures, light or dark, and eight colours for strategies that stay apart.

A figure is dark where matplotlib's own settings are, as with ``plt.style.use("dark_background")``,
or inside ``with kaleido.plot.theme("dark"):``.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import matplotlib as mpl
from matplotlib.colors import to_rgba
from matplotlib.rcsetup import cycler

from kaleido.base.errors import OptionError
from kaleido.base.text import unknown
from kaleido.draw.look import ACCENT, FAILED, IMPLIED, INK, MUTED

# So many strategies differ in all of colour, line and marker.
_LINES: tuple[Any, ...] = (
    "-",
    (0, (6, 1.6)),
    (0, (6, 1.6, 1.4, 1.6)),
    (0, (1.4, 1.4)),
    (0, (10, 2.4)),
    (0, (5, 1.4, 1.2, 1.4, 1.2, 1.4)),
    (0, (2.6, 2.6)),
    (0, (10, 1.6, 3, 1.6)),
)
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


@dataclass(frozen=True)
class Theme:
    """The colours of a theme.

    Parameters
    ----------
    ground : str
        Behind everything.
    ink : str
        Text, axes, and the frames of boards.
    grey, faint, plate : str
        Lines that help to read; grids and shaded margins; the ground of cut-out cells.
    accent, failed, implied, muted : str
        Moves that are kept, the same in a search without a solution, edges known from the start,
        and moves that were taken back.
    series : tuple of str
        Eight colours for strategies, which colour-blind readers tell apart.
    """

    ground: str
    ink: str
    grey: str
    faint: str
    plate: str
    accent: str
    failed: str
    implied: str
    muted: str
    series: tuple[str, ...]

    @property
    def inks(self) -> tuple[str, ...]:
        """All colours except the ground, in one order."""
        own = self.ink, self.grey, self.faint, self.plate, self.accent, self.failed
        return (*own, self.implied, self.muted, *self.series)

    @property
    def style(self) -> dict[str, Any]:
        """The settings of matplotlib for this theme, except the ground."""
        inks = ("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor")
        return {
            **dict.fromkeys((*inks, "xtick.color", "ytick.color", "legend.labelcolor"), self.ink),
            "axes.prop_cycle": cycler(color=self.series),
            "grid.color": self.faint,
            "axes.axisbelow": True,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.linewidth": 0.8,
            "legend.frameon": False,
            "hatch.color": self.ink,
            "font.size": 9,
            "axes.titlesize": 10,
            "axes.labelsize": 9,
            "figure.titlesize": 10,
            "legend.fontsize": 8,
            "xtick.labelsize": 8,
            "ytick.labelsize": 8,
        }


# Nothing else has a colour of a theme, so that an SVG can be given another theme: the
# light one has those of `draw.look` a shade off. The series were found by a search in OKLab over
# normal sight, deuteranopia and protanopia: any two differ by 0.12 or more, and each has a
# contrast of 3 or more with its ground.
THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "light": Theme(
            "#ffffff", "#27272c", "#6f6f75", "#e6e6e6", "#e4e2dc",
            "#0c7a50", "#c7880a", "#820884", "#a5a39f",
            (
                "#006adb", "#f46900", "#62288f", "#5da591",
                "#8a5300", "#559aeb", "#007980", "#0a0a0a",
            ),
        ),
        "dark": Theme(
            "#131416", "#e4e2dd", "#9a9aa2", "#34353b", "#53555e",
            "#3fbd88", "#ffcc40", "#d77fe0", "#77767c",
            (
                "#3f67f0", "#f6ad16", "#b08eff", "#9ce7ad",
                "#b98a3a", "#a5d0ff", "#1f8a8d", "#ffffff",
            ),
        ),
    }
)  # fmt: skip


def check_theme(name: str) -> None:
    """Raise an `OptionError` if a theme is unknown."""
    if name not in THEMES:
        raise OptionError(unknown("theme", name, THEMES))


def theme(name: str) -> AbstractContextManager[None]:
    """Return a context in which figures are light or dark, ours and others of matplotlib.

    Parameters
    ----------
    name : str
        "light" or "dark".

    Raises
    ------
    OptionError
        The theme is unknown.

    Examples
    --------
    >>> from kaleido import named_pattern, plot
    >>> with plot.theme("dark"):
    ...     figure = plot.board(named_pattern("car"))
    >>> figure.get_facecolor()[:3] < (0.1, 0.1, 0.1)
    True
    """
    check_theme(name)
    made = THEMES[name]
    grounds = dict.fromkeys(("figure.facecolor", "axes.facecolor"), made.ground)
    settings: dict[Any, Any] = {**made.style, **grounds, "savefig.facecolor": "auto"}
    return mpl.rc_context(settings)


def current_theme() -> Theme:
    """Return the theme that matplotlib's settings ask for: dark where its figures are."""
    red, green, blue, alpha = to_rgba(mpl.rcParams["figure.facecolor"])
    if not alpha:  # the ground shines through and is not known, but the text must be legible on it
        red, green, blue = (1 - each for each in to_rgba(mpl.rcParams["text.color"])[:3])
    return THEMES["light" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "dark"]


def seen(colour: str) -> str:
    """Return the colour that a line or text on the ground has instead of one of `draw.look`."""
    now = current_theme()
    inks = {INK: now.ink, ACCENT: now.accent, FAILED: now.failed}
    return (inks | {IMPLIED: now.implied, MUTED: now.muted}).get(colour, colour)


@contextmanager
def themed() -> Iterator[None]:
    """Give figures our look on the ground that matplotlib's have; a decorator, too."""
    settings: dict[Any, Any] = current_theme().style
    with mpl.rc_context(settings):
        yield


def look(number: int) -> dict[str, Any]:
    """Return the colour, line style and marker of a strategy, by its place among them.

    The first eight differ in each; later ones have a colour again, with another line.
    """
    turn = number // len(_LINES)
    colours = current_theme().series
    return {
        "color": colours[number % len(colours)],
        "linestyle": _LINES[(number + turn) % len(_LINES)],
        "marker": _MARKERS[(number + turn) % len(_MARKERS)],
    }
