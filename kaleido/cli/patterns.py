"""``kaleido list`` and ``kaleido show``."""

from __future__ import annotations

from typing import Annotated

import typer

from kaleido.cli.options import PatternSource
from kaleido.cli.source import read_pattern

_WIDEST = len(f"{10**11:,}")
"""Of a number of solutions: so that the tables of all groups look alike."""

Group = Annotated[
    str | None, typer.Argument(metavar="[GROUP]", help="Only the patterns of this group.")
]


def list_patterns(group: Group = None) -> None:
    """List the patterns that come with Kaleido, by groups.

    With the number of solutions, the difficulty and the implied edges of each.
    """
    from rich import box
    from rich.table import Table

    from kaleido.cli.console import is_plain, output
    from kaleido.cli.rate import draw_stars
    from kaleido.library.patterns import GROUPS, named_pattern, pattern_facts, pattern_names
    from kaleido.model.statistics import pattern_statistics

    console = output()
    plain = is_plain(console)
    shown = {each: pattern_names(each) for each in (GROUPS if group is None else (group,))}
    names_shown = [name for names in shown.values() for name in names]
    widest_name = max(map(len, names_shown))
    widest_title = max(len(named_pattern(name).title) for name in names_shown)
    for number, (each, names) in enumerate(shown.items()):
        if number:
            console.print()
        console.print(f"{GROUPS[each]} ({each})", style="bold")
        table = Table(box=box.ASCII if plain else box.SIMPLE, pad_edge=False)
        table.add_column("name", no_wrap=True, min_width=widest_name)
        table.add_column("title", no_wrap=True, min_width=widest_title)
        table.add_column("solutions", justify="right", no_wrap=True, min_width=_WIDEST)
        table.add_column("difficulty", no_wrap=True)
        table.add_column("implied", justify="right")
        for name in names:
            pattern, facts = named_pattern(name), pattern_facts(name)
            table.add_row(
                name,
                pattern.title,
                f"{facts.solutions:,}",
                draw_stars(facts.difficulty, plain=plain),
                str(pattern_statistics(pattern).implied_edges),
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
    from kaleido.cli.console import is_plain, output
    from kaleido.draw.terminal import draw_terminal
    from kaleido.model.classic import CLASSIC
    from kaleido.model.pattern import COLOURS
    from kaleido.model.statistics import pattern_statistics
    from kaleido.search.budget import budget_of

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
    fault = budget_of(CLASSIC).explain(shown.counts)
    if fault:
        console.print(f"no solution: {fault}")
