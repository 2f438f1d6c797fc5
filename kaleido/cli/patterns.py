"""``kaleido list`` and ``kaleido show``."""

from __future__ import annotations

from typing import Annotated

import typer

from kaleido.cli.options import PatternSource
from kaleido.cli.source import read_pattern


def list_patterns() -> None:
    """List the patterns that come with Kaleido.

    With the cells of each colour, the islands and the implied edges of each.
    """
    from rich import box
    from rich.table import Table

    from kaleido.catalogue import named_pattern, pattern_names
    from kaleido.cli.console import is_plain, output
    from kaleido.statistics import pattern_statistics

    console = output()
    table = Table(box=box.ASCII if is_plain(console) else box.SIMPLE, pad_edge=False)
    table.add_column("name", no_wrap=True)
    table.add_column("title", no_wrap=True)
    for letter in ("x", "r", "y", "b", "islands", "implied"):
        table.add_column(letter, justify="right")
    for name in pattern_names():
        pattern = named_pattern(name)
        statistics = pattern_statistics(pattern)
        counts = (str(count or "") for count in statistics.counts.values())
        table.add_row(
            name,
            pattern.title,
            *counts,
            str(statistics.islands),
            str(statistics.implied_edges),
        )
    console.print(table)


def show(
    pattern: PatternSource,
    islands: Annotated[bool, typer.Option("--islands", help="Tint the islands.")] = False,
    coordinates: Annotated[
        bool, typer.Option("--coordinates", help="Number rows and columns.")
    ] = False,
) -> None:
    """Show a pattern with its implied edges, and its statistics."""
    from kaleido.classic import CLASSIC
    from kaleido.cli.console import is_plain, output
    from kaleido.draw.terminal import draw_terminal
    from kaleido.pattern import COLOURS
    from kaleido.statistics import pattern_statistics
    from kaleido.tally import tally_of

    shown = read_pattern(pattern)
    statistics = pattern_statistics(shown)
    console = output()
    if shown.title:
        console.print(shown.title, style="bold")
    console.print(
        draw_terminal(
            shown,
            plain=is_plain(console),
            islands=islands,
            implied=True,
            coordinates=coordinates,
        )
    )
    for label, value in (("source", shown.source), ("note", shown.note)):
        if value:
            console.print(f"{label}: {value}")
    counts = (f"{count} {COLOURS[letter]}" for letter, count in statistics.counts.items() if count)
    console.print(f"cells: {', '.join(counts)}")
    sizes = ", ".join(str(size) for size in statistics.island_sizes)
    console.print(f"islands: {statistics.islands} (of {sizes} cells)")
    console.print(f"implied edges: {statistics.implied_edges} of 65")
    fault = tally_of(CLASSIC).explain(shown.counts)
    if fault:
        console.print(f"no solution: {fault}")
