"""``kaleido list`` and ``kaleido show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import PatternSource, Places, Position
from kaleido.cli.source import read_pattern, read_places, read_position

if TYPE_CHECKING:
    from kaleido.model.pattern import Pattern
    from kaleido.search.state import State

Group = Annotated[
    str | None, typer.Argument(metavar="GROUP", help="List only the patterns of this group.")
]


def list_(group: Group = None) -> None:
    """List the patterns that come with Kaleido, by group.

    The list shows the number of solutions, the difficulty and the implied edges of each pattern.
    """
    from kaleido.analysis.difficulty import draw_stars
    from kaleido.cli.console import is_plain, output
    from kaleido.library.patterns import GROUPS, named_pattern, pattern_facts, pattern_names
    from kaleido.model.implied import implied_borders

    console = output()
    plain = is_plain(console)
    rule = "-" if plain else "─"
    shown = {each: pattern_names(each) for each in (GROUPS if group is None else (group,))}
    patterns = {name: named_pattern(name) for names in shown.values() for name in names}
    names_width = max(map(len, patterns))
    titles_width = max(len(pattern.title) for pattern in patterns.values())
    # The facts of all patterns in a hundredth of the time that a table takes.
    line = f" {{:<{names_width}}}   {{:<{titles_width}}}   {{:>15}}   {{:<10}}   {{:>7}}".format
    for number, (each, names) in enumerate(shown.items()):
        if number:
            console.print()
        console.print(f"{GROUPS[each]} ({each})\n", style="bold")
        header = line("name", "title", "solutions", "difficulty", "implied")
        console.print(header, style="bold")
        rows = [" " + rule * (len(header) - 1)]
        for name in names:
            pattern, facts = patterns[name], pattern_facts(name)
            rows.append(
                line(
                    name,
                    pattern.title,
                    f"{facts.solutions:,}",
                    draw_stars(facts.difficulty, plain=plain),
                    pattern.grid.inner(implied_borders(pattern)),
                )
            )
        console.print("\n".join(rows))


def show(
    pattern: PatternSource,
    islands: Annotated[bool, typer.Option("--islands", help="Tint the islands.")] = False,
    coordinates: Annotated[
        bool,
        typer.Option("--coordinates/--no-coordinates", help="Whether to label rows and columns."),
    ] = True,
    place: Places = None,
    position: Position = None,
) -> None:
    """Show a pattern with its implied edges and its statistics, or with pieces on it."""
    from kaleido.cli.console import output, print_drawing, print_source
    from kaleido.model.classic import CLASSIC
    from kaleido.model.pattern import COLOURS
    from kaleido.model.statistics import pattern_statistics
    from kaleido.search.budget import budget_of

    shown = read_pattern(pattern)
    lying = _position(shown, place, position) if place or position else None
    statistics = pattern_statistics(shown)
    console = output()
    if shown.title:
        console.print(shown.title, style="bold")
    print_drawing(console, lying or shown, islands=islands, implied=True, coordinates=coordinates)
    print_source(console, shown)
    counts = (f"{count} {COLOURS[letter]}" for letter, count in statistics.counts.items() if count)
    console.print(f"cells: {', '.join(counts)}")
    sizes = ", ".join(str(size) for size in statistics.island_sizes)
    console.print(f"islands: {statistics.islands} (of {sizes} cells)")
    console.print(f"implied edges: {statistics.implied_edges} of 65")
    fault = budget_of(CLASSIC).explain(shown.counts)
    if fault:
        console.print(f"no solution: {fault}")


def _position(pattern: Pattern, place: list[str] | None, position: str | None) -> State:
    """Return the pattern with the pieces that the user has placed."""
    from kaleido.search.position import place_all
    from kaleido.search.problem import Problem

    problem = Problem(pattern)
    return place_all(problem, read_places(place, problem, read_position(position, problem)))
