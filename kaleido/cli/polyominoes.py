"""``kaleido polyominoes``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.completion import lattices
from kaleido.cli.families import family_of
from kaleido.cli.options import AsJson, Seed, count as whole
from kaleido.cli.shapes import print_shapes
from kaleido.errors import OptionError
from kaleido.lattices import lattice_names
from kaleido.model.layout import drawing, lay_out
from kaleido.text import either, plural, quote

if TYPE_CHECKING:
    from kaleido.cli.families import Family, Kept
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
    from kaleido.cli.shape_outputs import Growth

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
            print_json(Growth(str(each), tuple(map(str, sorted(grown)))))
            continue
        console.print(f"{len(grown)} grow out of {each}", style="bold")
        drawings = [_marked(each, cell) for cell in grown.values()]
        print_shapes(console, drawings, family.lattice)
        console.print()


def _draw_growth(n: int, kind: str, picture: Path, *, quiet: bool) -> None:
    from kaleido.cli.console import output
    from kaleido.draw.svg import draw_growth
    from kaleido.files import check_target, write_text
    from kaleido.polyominoes import polyforms

    check_target(picture, ["svg"])
    smaller = list(polyforms(n - 1, kind))
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
    from kaleido.cli.shape_outputs import EstimatedCount
    from kaleido.polyominoes import estimate_polyominoes

    for size in sizes:
        found = estimate_polyominoes(size, kind, seed=seed)
        if as_json:
            print_json(EstimatedCount(*found))
        else:
            share = 100 * found.error / found.number
            print(
                f"estimate: {found.number:.3g} {kind} polyominoes of {plural(size, 'cell')}, "
                f"± {found.error:.1g} ({share:.1f} %, standard error)"
            )


WIDE = 9
"""More columns than these stand close together."""


def print_table(
    family: Family, sizes: Iterable[int], kind: str, *, holes: bool, as_json: bool
) -> None:
    """Print a line of numbers for each size, and a column for each symmetry."""
    from kaleido.cli.console import make_table, output, print_table

    counted = {size: family.counts(size, kind, holes=holes) for size in sizes}
    if as_json:
        for size, counts in counted.items():
            print_numbers(family, size, kind, counts, holes=holes)
        return
    console = output()
    without = "" if holes else " without holes"
    console.print(f"{kind} {family.lattice.forms}{without} by their symmetry", style="bold")
    columns = family.classes(counted.values())
    table = make_table(console, (">cells", *(f">{family.short(each)}" for each in columns), ">all"))
    for column in table.columns:
        column.no_wrap = False
    for size, counts in counted.items():
        numbers = [*(counts.get(each, 0) for each in columns), sum(counts.values())]
        table.add_row(str(size), *(f"{number:,}" for number in numbers))
    if len(columns) > WIDE:
        table.padding = (0, 0)
    print_table(console, table)
    if family.explained:
        console.print(family.explained)


def print_numbers(
    family: Family, size: int, kind: str, counts: Mapping[Kept, int], *, holes: bool
) -> None:
    """Print the numbers of a size as JSON."""
    from kaleido.cli.console import print_json

    print_json(family.numbers(size, kind, counts, holes=holes))


MAX_DRAWN = 400
"""The largest number of shapes that are drawn; of more, only the numbers are shown."""


def _sizes(text: str) -> range:
    """Read a number of cells, or a range of them such as 1..8."""
    first, dots, last = text.partition("..")
    return range(whole(first), whole(last if dots else first) + 1)


def polyominoes(
    n: Annotated[
        range,
        typer.Argument(
            parser=_sizes, metavar="N", help="The number of cells, 1 to 15, or several: 1..8."
        ),
    ],
    lattice: Annotated[
        str,
        typer.Option(
            "--lattice",
            metavar="NAME",
            help=f"What the cells are: {either(lattice_names())}.",
            autocompletion=lattices,
        ),
    ] = "square",
    free: Annotated[
        bool,
        typer.Option(
            "--free", help="Turns and mirror images are the same (the default on flat lattices)."
        ),
    ] = False,
    one_sided: Annotated[
        bool,
        typer.Option(
            "--one-sided",
            help="Turns are the same, mirror images are not (the default in space).",
        ),
    ] = False,
    fixed: Annotated[bool, typer.Option("--fixed", help="All orientations are different.")] = False,
    no_holes: Annotated[
        bool, typer.Option("--no-holes", help="Leave out those that surround a gap.")
    ] = False,
    every: Annotated[
        bool,
        typer.Option("--list", help="Print them as a set of pieces: each on a line of its own."),
    ] = False,
    growth: Annotated[
        bool, typer.Option("--growth", help="Show which grow out of each of one cell less.")
    ] = False,
    picture: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="With --growth, an .svg file."),
    ] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Estimate how many there are, of up to 60 cells.")
    ] = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Show the polyominoes of N cells by their symmetry, or how many there are.

    They are drawn when there are at most 400. Of several sizes, such as 1..8, the numbers are a
    table. An estimate comes with its standard error. On other lattices than that of squares, the
    order says how many symmetries keep a shape; up to 400,000 are made, turned ones apart.

    With --json the numbers of a size are one object, those of several a line each; with --list
    each polyomino is a line of JSON, and with --growth each that others grow out of.
    """
    options = {"free": free, "one-sided": one_sided, "fixed": fixed}
    family = family_of(lattice)
    chosen = [name for name, wanted in options.items() if wanted] or [family.kind]
    if len(chosen) > 1:
        raise typer.BadParameter(f"--{chosen[0]} and --{chosen[1]} exclude each other")
    (kind,) = chosen
    wishes = {"--list": every, "--growth": growth, "--estimate": estimate}
    wished = [name for name, wanted in wishes.items() if wanted]
    if len(wished) > 1:
        raise typer.BadParameter(f"{wished[0]} and {wished[1]} exclude each other")
    if no_holes and (growth or estimate):
        raise typer.BadParameter(f"--no-holes and {wished[0]} exclude each other")
    if picture is not None and not growth:
        raise typer.BadParameter("--output goes with --growth")
    for option, wanted in (("--output", picture is not None), ("--estimate", estimate)):
        if wanted and not family.lattice.is_square:
            raise typer.BadParameter(f"{option} is for squares: leave out --lattice {lattice}")
    if not n:
        raise typer.BadParameter("expected the smaller number of cells first, as in 1..8")
    if estimate:
        print_estimates(n, kind, seed, as_json=as_json)
    elif len(n) > 1:
        if wished:
            raise typer.BadParameter(f"{wished[0]} takes one number of cells")
        print_table(family, n, kind, holes=not no_holes, as_json=as_json)
    elif growth:
        print_growth(family, n[0], kind, picture, as_json=as_json)
    elif every:
        _print_list(family, n[0], kind, holes=not no_holes, as_json=as_json)
    else:
        _print_size(family, n[0], kind, holes=not no_holes, as_json=as_json)


def _print_size(family: Family, n: int, kind: str, *, holes: bool, as_json: bool) -> None:
    counts = family.counts(n, kind, holes=holes)
    if as_json:
        print_numbers(family, n, kind, counts, holes=holes)
    else:
        _print_classes(family, n, kind, counts, holes=holes)


def _print_list(family: Family, n: int, kind: str, *, holes: bool, as_json: bool) -> None:
    from kaleido.cli.console import print_json

    lattice = family.lattice
    for number, shape in enumerate(family.shapes(n, kind, holes=holes), start=1):
        if number == 1 and not as_json:
            print(f"# title: The {kind} {lattice.forms} of {plural(n, 'cell')}")
            # Pieces can always be turned.
            print(f"# sides: {'mirrored' if kind == 'free' else 'one-sided'}")
            if not lattice.is_square:
                print(f"# lattice: {lattice.name}")
        if as_json:
            print_json(family.output(shape))
        else:
            print(f"{n}-{number}  {str(shape).replace('#', 'o')}")


def _print_classes(
    family: Family, n: int, kind: str, counts: Mapping[Kept, int], *, holes: bool
) -> None:
    from kaleido.cli.console import output

    console = output()
    total = sum(counts.values())
    cells = f"{plural(n, 'cell')}{'' if holes else ' without holes'}"
    console.print(f"{total:,} {kind} {family.noun(total)} of {cells}", style="bold")
    if total > MAX_DRAWN:
        widest = max(map(len, map(str, counts)))
        for symmetry, count in counts.items():
            console.print(f"{symmetry!s:<{widest}}  {count:>11,}")
        return
    shapes = defaultdict(list)
    for shape in family.shapes(n, kind, holes=holes):
        shapes[shape.symmetry].append(str(shape))
    for symmetry, count in counts.items():
        if count:
            console.print(f"\n{symmetry}: {count:,}", style="bold")
            print_shapes(console, shapes[symmetry], family.lattice)
