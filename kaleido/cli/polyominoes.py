"""``kaleido polyominoes``, and shapes next to each other in the terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import click
from rich.console import Console

from kaleido.base.bounds import NUMBER
from kaleido.base.errors import OptionError
from kaleido.base.files import check_target, write_text
from kaleido.base.text import either, ends_of, plural, quote
from kaleido.cli import options
from kaleido.cli.console import (
    answers,
    is_plain,
    make_table,
    print_json,
    print_table,
    print_wrapped,
)
from kaleido.cli.parameters import argument, exclude, names_of, option, within
from kaleido.model.lattices import SQUARE, Lattice, find_lattice, lattice_names
from kaleido.model.lattices.lattice import Signs, Vector
from kaleido.model.layout import drawing, lay_out

if TYPE_CHECKING:
    from kaleido.cli.list_outputs import PolyformCount, PolyformShape
    from kaleido.library import Order, Polyform, SymmetryClass

    Kept = SymmetryClass | Order


GAP = 4  # columns between two shapes

NEW, HOLE = "+", "."


def print_shapes(console: Console, shapes: list[str], lattice: Lattice = SQUARE) -> None:
    """Print shapes, such as ##./.##, next to each other, with blank lines between rows of them.

    Any letter but ``.`` is a cell; ``+`` is one that is new. Layers stand side by side, the lowest
    first.
    """
    plain = is_plain(console)
    row: list[list[str]] = []
    used = 0
    for shape in shapes:
        lines = list(_lines(shape, lattice, plain=plain))
        needed = len(lines[0])
        if row and used + GAP + needed > console.width:
            console.print("\n".join(_row_of(row)) + "\n")
            row, used = [], 0
        used += needed + GAP * bool(row)
        row.append(lines)
    console.print("\n".join(_row_of(row)))


def _row_of(drawings: list[list[str]]) -> Iterator[str]:
    widths = [len(lines[0]) for lines in drawings]
    for lines in zip_longest(*drawings, fillvalue=""):
        padded = (line.ljust(width) for line, width in zip(lines, widths, strict=True))
        yield (" " * GAP).join(padded).rstrip()


def _lines(shape: str, lattice: Lattice, *, plain: bool) -> Iterator[str]:
    """Yield the lines of a shape, equally long."""
    signs = lattice.signs[plain]
    layers = [layer.split("/") for layer in shape.split("//")]
    if len(layers) == 1:
        signs = signs._replace(none=tuple(" " * len(each) for each in signs.none))
    offsets = [min(right for _, right in lattice.corners(row, 0)) for row in range(len(layers[0]))]
    for number, rows in enumerate(zip(*layers, strict=True)):
        parts = [_row(row, number, signs) for row in rows]
        if any(offsets):
            # Every second row lies half a cell further right.
            parts = [f" {part}" if offsets[number] else f"{part} " for part in parts]
        yield ("|" if plain else "│").join(parts)


def _row(row: str, number: int, signs: Signs) -> str:
    chosen = (signs[{NEW: 1, HOLE: 2}.get(letter, 0)] for letter in row)
    return signs.between.join(each[(number + col) % len(each)] for col, each in enumerate(chosen))


MOST = 8  # the most cells of shapes whose growth is shown: 108 polyominoes have one cell less
MOST_GROWN = 1000  # the most shapes of which growth is shown at once
MAX_DRAWN = 400  # the largest number of shapes that are drawn; of more, only the numbers are shown
WIDE = 9  # more columns than these stand close together


@dataclass(frozen=True)
class Family:
    """The shapes of a lattice and of a kind, with those that surround a gap or without them."""

    lattice: Lattice
    kind: str
    holes: bool

    def noun(self, count: int) -> str:
        """Return what so many shapes are called."""
        forms = self.lattice.forms
        if count != 1:
            return forms
        return forms.removesuffix("es" if forms.endswith(("oes", "xes")) else "s")

    def counts(self, n: int) -> Mapping[Kept, int]:
        """Return how many shapes of `n` cells there are of each symmetry."""
        from kaleido.library import count_by_symmetry

        found = count_by_symmetry(n, self.kind, self.lattice, holes=self.holes)
        return cast("Mapping[Kept, int]", found)

    def shapes(self, n: int) -> Iterator[Polyform]:
        """Return the shapes of `n` cells in order."""
        from kaleido.library import polyforms

        return polyforms(n, self.kind, self.lattice, holes=self.holes)

    def numbers(self, n: int, counts: Mapping[Kept, int]) -> PolyformCount:
        """Return counts by symmetry as an output."""
        from kaleido.cli.list_outputs import PolyformCount, ShapeSymmetry, SymmetryCount

        listed = (SymmetryCount(ShapeSymmetry.of(each), count) for each, count in counts.items())
        known = n, self.kind, self.holes, sum(counts.values())
        return PolyformCount(*known, self.lattice.name, tuple(listed))

    def output(self, shape: Polyform) -> PolyformShape:
        """Return a shape as an output."""
        from kaleido.cli.list_outputs import PolyformShape, ShapeSymmetry

        return PolyformShape(self.lattice.name, str(shape), ShapeSymmetry.of(shape.symmetry))


def _sizes(text: str) -> range:
    """Read a number of cells, or a range of them such as 1..8."""
    first, last = map(within(NUMBER), ends_of(text))
    return range(first, last + 1)


def polyominoes(
    n: Annotated[
        range,
        argument(
            "N",
            "The number of cells, 1 to 15, or several: 1..8.",
            parser=_sizes,
        ),
    ],
    lattice: Annotated[
        str,
        option(
            "--lattice NAME",
            f"What the cells are: {either(lattice_names())}.",
            complete=names_of("model:lattice_names"),
        ),
    ] = "square",
    free: Annotated[
        bool,
        option("--free", "Turns and mirror images are the same (the default on flat lattices)."),
    ] = False,
    one_sided: Annotated[
        bool,
        option("--one-sided", "Turns are the same, mirror images are not (the default in space)."),
    ] = False,
    fixed: Annotated[bool, option("--fixed", "All orientations are different.")] = False,
    no_holes: Annotated[bool, option("--no-holes", "Leave out those that surround a gap.")] = False,
    every: Annotated[
        bool, option("--list", "Print them as a set of pieces, one on each line.")
    ] = False,
    growth: Annotated[
        bool, option("--growth", "Show which grow out of each one with one cell fewer.")
    ] = False,
    picture: Annotated[
        Path | None, option("--output -o FILE", "With --growth, an .svg file.")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Show the polyominoes of N cells by their symmetry, or how many there are.

    They are drawn when there are at most 400. Several sizes (1..8) give a table. On lattices other
    than that of squares, the order is the number of symmetries that keep a shape; up to 400,000 are
    made, counting rotations separately.

    With --json the numbers of a size are one object, those of several a line each; with --list
    each polyomino is a line of JSON, and with --growth each polyomino that others grow out of.
    """
    cells = find_lattice(lattice)
    kinds_wanted = {"--free": free, "--one-sided": one_sided, "--fixed": fixed}
    kinds = [name for name, wanted in kinds_wanted.items() if wanted]
    exclude(*kinds, given=len(kinds) > 1)
    # In space, nothing is turned over.
    usual = "free" if cells.is_flat else "one-sided"
    family = Family(cells, kinds[0][2:] if kinds else usual, not no_holes)
    wishes = {"--list": every, "--growth": growth}
    wished = [name for name, wanted in wishes.items() if wanted]
    exclude(*wished, given=len(wished) > 1)
    exclude("--no-holes", *wished, given=no_holes and growth)
    if picture is not None and not growth:
        raise click.BadParameter("--output goes with --growth")
    if picture is not None and not cells.is_square:
        raise click.BadParameter(f"--output is for squares: leave out --lattice {lattice}")
    if not n:
        raise click.BadParameter("expected the smaller number of cells first, as in 1..8")
    if len(n) > 1 and wished:
        raise click.BadParameter(f"{wished[0]} takes one number of cells")
    if growth:
        _print_growth(family, n[0], picture, as_json=as_json)
    elif every:
        _print_list(family, n[0], as_json=as_json)
    elif as_json:
        for size, counts in [(size, family.counts(size)) for size in n]:
            print_json(family.numbers(size, counts))
    elif len(n) > 1:
        _print_table(family, {size: family.counts(size) for size in n})
    else:
        _print_classes(family, n[0], family.counts(n[0]))


def _print_growth(family: Family, n: int, picture: Path | None, *, as_json: bool) -> None:
    """Print which shapes of `n` cells grow out of each of one cell less, or draw it."""
    from kaleido.cli.list_outputs import Growth

    console = answers(quiet=as_json)
    if not 2 <= n <= MOST:
        raise OptionError(f"size {quote(str(n))}: growth is shown for 2 to {MOST} cells")
    if picture is not None:
        from kaleido.draw.svg import draw_growth
        from kaleido.library import polyforms

        check_target(picture, ["svg"])
        smaller = list(polyforms(n - 1, family.kind))
        write_text(picture, draw_growth(smaller, family.kind))
        count = len(smaller)
        noun = f"{family.kind} {family.noun(count)}"
        console.print(f"{picture}: what grows out of {count} {noun}")
        return
    least = sum(family.counts(n - 1).values())
    if least > MOST_GROWN:
        raise OptionError(
            f"size {quote(str(n))}: growth is shown of {MOST_GROWN} shapes at most, and there are "
            f"{least:,} {family.lattice.forms} of one cell less"
        )
    for each in family.shapes(n - 1):
        grown = each.growth(family.kind)
        if as_json:
            print_json(Growth(str(each), tuple(map(str, sorted(grown)))))
            continue
        console.print(f"{len(grown)} grow out of {each}", style="bold")
        drawings = [_marked(each, cell) for cell in grown.values()]
        print_shapes(console, drawings, family.lattice)
        console.print()


def _marked(shape: Polyform, new: Vector) -> str:
    """Return a drawing with ``#`` for the cells there were and ``+`` for the new one."""
    signs = {**dict.fromkeys(shape.centres, "#"), new: "+"}
    return drawing(*lay_out(shape.lattice, signs.items()))


def _print_table(family: Family, counted: Mapping[int, Mapping[Kept, int]]) -> None:
    """Print a line of numbers for each size, and a column for each symmetry."""
    console, lattice = answers(), family.lattice
    without = "" if family.holes else " without holes"
    console.print(f"{family.kind} {lattice.forms}{without} by their symmetry", style="bold")
    columns = list(dict.fromkeys(chain.from_iterable(counted.values())))
    if lattice.is_square:
        heads = [
            str(each).replace("mirrors", "mirr.").replace("diagonal", "diag.").replace(" ", "\n")
            for each in columns
        ]
    else:
        columns.sort()
        orders = cast("list[Order]", columns)
        heads = [f"{each.order}{'m' if each.has_mirror else ''}" for each in orders]
    table = make_table(console, (">cells", *(f">{each}" for each in heads), ">all"))
    for size, counts in counted.items():
        numbers = [*(counts.get(each, 0) for each in columns), sum(counts.values())]
        table.add_row(str(size), *(f"{number:,}" for number in numbers))
    if len(columns) > WIDE:
        table.padding = (0, 0)
    print_table(console, table)
    if not lattice.is_square:
        words = "1, 2, …: how many symmetries keep a shape; m: it is the same in a mirror"
        print_wrapped(console, words)


def _print_list(family: Family, n: int, *, as_json: bool) -> None:
    lattice = family.lattice
    for number, shape in enumerate(family.shapes(n), start=1):
        if number == 1 and not as_json:
            print(f"# title: The {family.kind} {lattice.forms} of {plural(n, 'cell')}")
            # Pieces can always be turned.
            print(f"# sides: {'mirrored' if family.kind == 'free' else 'one-sided'}")
            if not lattice.is_square:
                print(f"# lattice: {lattice.name}")
        if as_json:
            print_json(family.output(shape))
        else:
            print(f"{n}-{number}  {str(shape).replace('#', 'o')}")


def _print_classes(family: Family, n: int, counts: Mapping[Kept, int]) -> None:
    """Print the shapes of each symmetry, or only how many there are if they are too many."""
    console = answers()
    total = sum(counts.values())
    cells = f"{plural(n, 'cell')}{'' if family.holes else ' without holes'}"
    console.print(f"{total:,} {family.kind} {family.noun(total)} of {cells}", style="bold")
    if total > MAX_DRAWN:
        widest = max(map(len, map(str, counts)))
        for symmetry, count in counts.items():
            console.print(f"{symmetry!s:<{widest}}  {count:>11,}")
        return
    shapes = defaultdict(list)
    for shape in family.shapes(n):
        shapes[shape.symmetry].append(str(shape))
    for symmetry, count in counts.items():
        if count:
            console.print(f"\n{symmetry}: {count:,}", style="bold")
            print_shapes(console, shapes[symmetry], family.lattice)
