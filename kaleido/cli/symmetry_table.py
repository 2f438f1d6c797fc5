"""The numbers of shapes by symmetry, as ``kaleido polyominoes`` prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kaleido.cli.families import Family, Kept

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
