"""How polyominoes grow, and how many there are of sizes that are too large to list."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from kaleido.errors import OptionError
from kaleido.text import plural, quote

if TYPE_CHECKING:
    from kaleido.model.grid import Cell

MOST = 8
"""The most cells of polyominoes whose growth is shown: 108 have one cell less."""


def print_growth(n: int, kind: str, picture: Path | None, *, as_json: bool) -> None:
    """Print which polyominoes of `n` cells grow out of each of one cell less, or draw it.

    Raises
    ------
    OptionError
        There are none of one cell less, there are too many, or the file is no .svg file.
    """
    from kaleido.cli.console import output, print_json
    from kaleido.cli.shapes import print_shapes
    from kaleido.files import write_text
    from kaleido.polyominoes import polyominoes_of_kind

    if not 2 <= n <= MOST:
        raise OptionError(f"size {quote(str(n))}: growth is shown for 2 to {MOST} cells")
    smaller = list(polyominoes_of_kind(n - 1, kind))
    console = output(quiet=as_json)
    if picture is not None:
        from kaleido.draw.growth import draw_growth

        if picture.suffix.lower() != ".svg":
            raise OptionError(f"{quote(str(picture), 80)}: expected a file that ends in .svg")
        write_text(picture, draw_growth(smaller, kind))
        noun = "polyomino" if len(smaller) == 1 else "polyominoes"
        console.print(f"{picture}: what grows out of {len(smaller)} {kind} {noun}")
        return
    for each in smaller:
        grown = each.growth(kind)
        if as_json:
            larger = [str(shape) for shape in sorted(grown)]
            print_json("polyomino-growth", {"drawing": str(each), "grown": larger})
            continue
        console.print(f"{len(grown)} grow out of {each}", style="bold")
        print_shapes(console, [_marked(each.cells, cell) for cell in grown.values()])
        console.print()


def _marked(cells: tuple[Cell, ...], new: Cell) -> str:
    """Return a drawing with ``#`` for the cells there were and ``+`` for the new one."""
    rows, cols = zip(*cells, new, strict=True)
    top, left = min(rows), min(cols)
    drawn = [["."] * (max(cols) - left + 1) for _ in range(max(rows) - top + 1)]
    for row, col in cells:
        drawn[row - top][col - left] = "#"
    drawn[new[0] - top][new[1] - left] = "+"
    return "/".join(map("".join, drawn))


def print_estimates(sizes: Iterable[int], kind: str, seed: int, *, as_json: bool) -> None:
    """Print how many polyominoes there are about, and the standard error."""
    from kaleido.cli.console import print_json
    from kaleido.polyominoes import estimate_polyominoes

    for size in sizes:
        found = estimate_polyominoes(size, kind, seed=seed)
        if as_json:
            about = {"size": found.size, "kind": found.kind}
            numbers = {"estimate": found.number, "error": found.error}
            print_json("polyomino-estimate", about | numbers)
        else:
            share = 100 * found.error / found.number
            print(
                f"estimate: {found.number:.3g} {kind} polyominoes of {plural(size, 'cell')}, "
                f"± {found.error:.1g} ({share:.1f} %, standard error)"
            )
