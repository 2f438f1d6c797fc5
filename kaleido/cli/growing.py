"""How polyominoes grow, and how many there are of sizes that are too large to list."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from kaleido.errors import OptionError
from kaleido.model.layout import drawing, lay_out
from kaleido.text import plural, quote

if TYPE_CHECKING:
    from kaleido.cli.families import Family
    from kaleido.lattices.lattice import Vector
    from kaleido.polyominoes import Polyform

MOST = 8
"""The most cells of shapes whose growth is shown: 108 polyominoes have one cell less."""

MOST_GROWN = 1000
"""The most shapes of which growth is shown at once."""


def print_growth(family: Family, n: int, kind: str, picture: Path | None, *, as_json: bool) -> None:
    """Print which shapes of `n` cells grow out of each of one cell less, or draw it.

    Raises
    ------
    OptionError
        There are none of one cell less, there are too many, or the file is no .svg file.
    """
    from kaleido.cli.console import output, print_json
    from kaleido.cli.shapes import print_shapes

    if not 2 <= n <= MOST:
        raise OptionError(f"size {quote(str(n))}: growth is shown for 2 to {MOST} cells")
    if picture is not None:
        _draw_growth(n, kind, picture, quiet=as_json)
        return
    smaller = sum(family.counts(n - 1, kind, holes=True).values())
    if smaller > MOST_GROWN:
        raise OptionError(
            f"size {quote(str(n))}: growth is shown of {MOST_GROWN} shapes at most, and there are "
            f"{smaller:,} {family.lattice.forms} of one cell less"
        )
    console = output(quiet=as_json)
    for each in family.shapes(n - 1, kind):
        grown = each.growth(kind)
        if as_json:
            larger = [str(shape) for shape in sorted(grown)]
            print_json("polyomino-growth", {"drawing": str(each), "grown": larger})
            continue
        console.print(f"{len(grown)} grow out of {each}", style="bold")
        drawings = [_marked(each, cell) for cell in grown.values()]
        print_shapes(console, drawings, family.lattice)
        console.print()


def _draw_growth(n: int, kind: str, picture: Path, *, quiet: bool) -> None:
    from kaleido.cli.console import output
    from kaleido.draw.growth import draw_growth
    from kaleido.files import check_target, write_text
    from kaleido.polyominoes import polyominoes_of_kind

    check_target(picture, ["svg"])
    smaller = list(polyominoes_of_kind(n - 1, kind))
    write_text(picture, draw_growth(smaller, kind))
    noun = "polyomino" if len(smaller) == 1 else "polyominoes"
    output(quiet=quiet).print(f"{picture}: what grows out of {len(smaller)} {kind} {noun}")


def _marked(shape: Polyform, new: Vector) -> str:
    """Return a drawing with ``#`` for the cells there were and ``+`` for the new one."""
    signs = {**dict.fromkeys(shape.centres, "#"), new: "+"}
    return drawing(*lay_out(shape.lattice, signs.items()))


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
