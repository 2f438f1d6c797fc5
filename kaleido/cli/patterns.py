"""``kaleido list`` and ``kaleido show``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kaleido.cli import completion
from kaleido.cli.options import AsJson, Marks, PatternSource, Places, Position
from kaleido.cli.source import read_pattern, read_places, read_position

if TYPE_CHECKING:
    from kaleido.draw.scene import Thing

Group = Annotated[
    str | None,
    typer.Argument(
        metavar="GROUP",
        help="List only the patterns of this group.",
        autocompletion=completion.groups,
    ),
]


def list_(group: Group = None, as_json: AsJson = False) -> None:
    """List the patterns that come with Kaleido, by group.

    The list shows the number of solutions, the difficulty and the implied edges of each pattern.
    """
    from kaleido.cli.console import is_plain, output, print_json
    from kaleido.library.data import known
    from kaleido.library.patterns import GROUPS
    from kaleido.model.difficulty import draw_stars

    groups = GROUPS if group is None else (known(group, GROUPS) or group,)
    shown = {each: _describe_group(each) for each in groups}
    every = [about for group in shown.values() for about in group]
    if as_json:
        from kaleido.cli.list_outputs import ListedPattern, PatternList

        print_json(PatternList(tuple(ListedPattern(**about) for about in every)))
        return
    console = output()
    plain = is_plain(console)
    rule = "-" if plain else "─"
    names_width = max(len(about["name"]) for about in every)
    titles_width = max(len(about["title"]) for about in every)
    # All widths are known, and a table would take longer than all the rest.
    line = f" {{:<{names_width}}}   {{:<{titles_width}}}   {{:>15}}   {{:<10}}   {{:>7}}".format
    for number, (each, patterns) in enumerate(shown.items()):
        if number:
            console.print()
        console.print(f"{GROUPS[each]} ({each})\n", style="bold")
        header = line("name", "title", "solutions", "difficulty", "implied")
        console.print(header, style="bold")
        rows = [" " + rule * (len(header) - 1)]
        for about in patterns:
            rows.append(
                line(
                    about["name"],
                    about["title"],
                    f"{about['solutions']:,}",
                    draw_stars(about["difficulty"], plain=plain),
                    about["implied_edges"],
                )
            )
        console.print("\n".join(rows))


def _describe_group(group: str) -> list[dict[str, Any]]:
    """Return what is known about the patterns of a group, as plain values."""
    from kaleido.library.patterns import named_pattern, pattern_facts, pattern_names
    from kaleido.model.edges import implied_borders

    described = []
    for name in pattern_names(group):
        pattern, facts = named_pattern(name), pattern_facts(name)
        about = {"name": name, "title": pattern.title} | asdict(facts)
        edges = pattern.grid.inner(implied_borders(pattern))
        described.append(about | {"implied_edges": edges, "pattern": pattern.text})
    return described


def show(
    pattern: PatternSource,
    islands: Annotated[bool, typer.Option("--islands", help="Tint the islands.")] = False,
    coordinates: Annotated[
        bool | None,
        typer.Option(
            "--coordinates/--no-coordinates",
            help="Whether to label rows and columns.",
            show_default="on the terminal, not in a picture",
        ),
    ] = None,
    place: Places = None,
    position: Position = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write a picture of the pattern alone: .pdf, .png or .svg.",
        ),
    ] = None,
    marks: Marks = "none",
    as_json: AsJson = False,
) -> None:
    """Show a pattern with its implied edges and its statistics, or with pieces on it.

    With -o, it is also written as a picture, without the implied edges.
    """
    from kaleido.analysis.facts import Told
    from kaleido.cli.console import (
        output as standard_output,
        print_drawing,
        print_json,
        print_source,
    )
    from kaleido.model.edges import pattern_statistics
    from kaleido.model.pattern import COLOURS
    from kaleido.model.piece_set import CLASSIC
    from kaleido.search.budget import budget_of

    shown = read_pattern(pattern)
    lying: Thing = shown
    if place or position:
        from kaleido.analysis.puzzle import Puzzle

        lying = read_places(place, read_position(position, Puzzle(shown)))
    if output is not None:
        from kaleido.plot.boards import save_board  # it loads matplotlib

        labels = bool(coordinates)
        save_board(lying, output, islands=islands, coordinates=labels, marks=marks)
    statistics = pattern_statistics(shown)
    fault = budget_of(CLASSIC).explain(shown.counts)
    if as_json:
        from kaleido.cli.list_outputs import ShownPattern

        about = (shown.title, shown.source, shown.note)
        counted = (statistics.counts, statistics.island_sizes, statistics.implied_edges)
        told = Told.of(fault)
        print_json(ShownPattern(shown.form, *about, *counted, told.reason, told.facts))
        return
    console = standard_output()
    if shown.title:
        console.print(shown.title, style="bold")
    print_drawing(
        console, lying, islands=islands, implied=True, coordinates=coordinates is not False
    )
    print_source(console, shown)
    counts = (f"{count} {COLOURS[letter]}" for letter, count in statistics.counts.items() if count)
    console.print(f"cells: {', '.join(counts)}")
    sizes = ", ".join(str(size) for size in statistics.island_sizes)
    console.print(f"islands: {statistics.islands} (of {sizes} cells)")
    console.print(f"implied edges: {statistics.implied_edges} of 65")
    if fault:
        console.print(f"no solution: {fault}")
    if output is not None:
        console.print(f"picture: {output}")
