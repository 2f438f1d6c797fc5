"""The numbers of polyominoes by symmetry, as ``kaleido polyominoes`` prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kaleido.polyominoes import Symmetry


def print_table(sizes: Iterable[int], kind: str, *, holes: bool, as_json: bool) -> None:
    """Print a line of numbers for each size, and a column for each symmetry."""
    from kaleido.cli.console import make_table, output
    from kaleido.polyominoes import Symmetry, count_by_symmetry

    counted = {size: count_by_symmetry(size, kind, holes=holes) for size in sizes}
    if as_json:
        for size, counts in counted.items():
            print_numbers(size, kind, counts, holes=holes)
        return
    console = output()
    without = "" if holes else " without holes"
    console.print(f"{kind} polyominoes{without} by their symmetry", style="bold")
    heads = [_short(symmetry) for symmetry in Symmetry]
    table = make_table(console, (">cells", *(f">{head}" for head in heads), ">all"))
    for column in table.columns:
        column.no_wrap = False
    for size, counts in counted.items():
        numbers = [*counts.values(), sum(counts.values())]
        table.add_row(str(size), *(f"{number:,}" for number in numbers))
    console.print(table)


def _short(symmetry: Symmetry) -> str:
    return symmetry.value.replace("mirrors", "mirr.").replace("diagonal", "diag.")


def print_numbers(size: int, kind: str, counts: Mapping[Symmetry, int], *, holes: bool) -> None:
    """Print the numbers of a size as JSON."""
    from kaleido.cli.console import print_json

    about = {"size": size, "kind": kind, "holes": holes, "count": sum(counts.values())}
    symmetries = {symmetry.value: count for symmetry, count in counts.items()}
    print_json("polyominoes", about | {"symmetries": symmetries})
