"""``kaleido polyominoes``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import AsJson, count as whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kaleido.polyominoes import Polyomino, Symmetry

MOST_DRAWN = 400
"""Polyominoes that are drawn unasked: with more the numbers alone are shown."""

GAP = 4
"""Columns between two drawings."""


def polyominoes(
    n: Annotated[
        int, typer.Argument(parser=whole, metavar="N", help="How many cells each has, 1 to 15.")
    ],
    free: Annotated[
        bool, typer.Option("--free", help="One of each up to turns and mirrors (the default).")
    ] = False,
    one_sided: Annotated[
        bool, typer.Option("--one-sided", help="One of each up to turns.")
    ] = False,
    fixed: Annotated[bool, typer.Option("--fixed", help="All orientations.")] = False,
    no_holes: Annotated[
        bool, typer.Option("--no-holes", help="Leave out those that surround a gap.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--list", help="Print each on a line of its own, such as ##./.##.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the polyominoes of N cells by their symmetry, or how many there are.

    They are drawn when there are at most 400.

    With --json the numbers as one object; with --list --json a line of JSON for each polyomino.
    """
    from kaleido.cli.console import is_plain, output, print_json
    from kaleido.polyominoes import count_by_symmetry, polyominoes_of_kind

    chosen = [
        name
        for name, wanted in (("free", free), ("one-sided", one_sided), ("fixed", fixed))
        if wanted
    ]
    if len(chosen) > 1:
        raise typer.BadParameter(f"--{chosen[0]} and --{chosen[1]} exclude each other")
    kind = chosen[0] if chosen else "free"
    if every:
        for polyomino in polyominoes_of_kind(n, kind, holes=not no_holes):
            if as_json:
                symmetry = polyomino.symmetry.value
                print_json({"drawing": str(polyomino), "symmetry": symmetry})
            else:
                sys.stdout.write(f"{polyomino}\n")
        return
    counts = count_by_symmetry(n, kind, holes=not no_holes)
    total = sum(counts.values())
    if as_json:
        print_json(
            {
                "size": n,
                "kind": kind,
                "holes": not no_holes,
                "count": total,
                "symmetries": {symmetry.value: count for symmetry, count in counts.items()},
            }
        )
        return
    console = output()
    plain = is_plain(console)
    cells = f"{n} cell{'s' * (n != 1)}{' without holes' * no_holes}"
    console.print(f"{total:,} {kind} polyomino{'es' * (total != 1)} of {cells}", style="bold")
    drawn = total <= MOST_DRAWN
    shapes: dict[Symmetry, list[Polyomino]] = {symmetry: [] for symmetry in counts}
    if drawn:
        for polyomino in polyominoes_of_kind(n, kind, holes=not no_holes):
            shapes[polyomino.symmetry].append(polyomino)
    for symmetry, count in counts.items():
        if not drawn:
            console.print(f"{symmetry:<20}  {count:>11,}")
        elif count:
            console.print(f"\n{symmetry}: {count:,}", style="bold")
            for line in _side_by_side(shapes[symmetry], console.width, "[]" if plain else "██"):
                console.print(line)


def _side_by_side(shapes: list[Polyomino], width: int, cell: str) -> Iterator[str]:
    """Yield the lines that show drawings next to each other, with a blank line between rows."""
    row: list[Polyomino] = []
    used = 0
    for shape in shapes:
        needed = len(cell) * shape.width
        if row and used + GAP + needed > width:
            yield from _row_of(row, cell)
            yield ""
            row, used = [], 0
        used += needed + GAP * bool(row)
        row.append(shape)
    yield from _row_of(row, cell)


def _row_of(shapes: list[Polyomino], cell: str) -> Iterator[str]:
    blank = " " * len(cell)
    drawings = [
        [line.replace(".", blank).replace("#", cell) for line in str(shape).split("/")]
        for shape in shapes
    ]
    for level in range(max(map(len, drawings))):
        lines = (
            drawing[level] if level < len(drawing) else " " * len(drawing[0])
            for drawing in drawings
        )
        yield (" " * GAP).join(lines).rstrip()
