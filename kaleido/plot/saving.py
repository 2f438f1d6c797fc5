"""Figures saved to files."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure

from kaleido.files import check_target, written_whole

FORMATS = ("pdf", "png", "svg")


def check_figure_path(path: Path) -> None:
    """Check that a figure can be saved to a path, as `kaleido.files.check_target` does."""
    check_target(path, FORMATS)


def save_figure(figure: Figure, path: Path, *, dpi: float = 150) -> None:
    """Save a figure as PDF, PNG or SVG, by the suffix; an old file is replaced only at the end.

    Parameters
    ----------
    figure : Figure
    path : Path
    dpi : float, optional
        Pixels per inch, for PNG.

    Raises
    ------
    OptionError
        The path cannot be written.
    """
    suffix = check_target(path, FORMATS)
    # No dates and fixed names, so that the same figure is the same file.
    metadata = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}[suffix]
    with written_whole(path) as draft:
        figure.savefig(draft, dpi=dpi, metadata=metadata)
