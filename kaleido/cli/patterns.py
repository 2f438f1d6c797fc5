"""``kaleido list`` and ``kaleido show``."""

from itertools import groupby
from pathlib import Path
from typing import Annotated

from kaleido.analysis.puzzle import Puzzle
from kaleido.cli import options
from kaleido.cli.console import answers, is_plain, print_drawing, print_json, print_source
from kaleido.cli.parameters import argument, names_of, option
from kaleido.cli.source import read_pattern, read_places, read_position
from kaleido.draw.scene import Thing
from kaleido.library.data import known
from kaleido.library.patterns import GROUPS, named_pattern, pattern_facts, pattern_names
from kaleido.model.difficulty import draw_stars
from kaleido.model.edges import implied_borders, pattern_statistics
from kaleido.model.pattern import COLOURS
from kaleido.model.piece_set import CLASSIC
from kaleido.search.budget import budget_of


def list_(
    group: Annotated[
        str | None,
        argument(
            "GROUP",
            "List only the patterns of this group.",
            autocompletion=names_of("library.patterns:GROUPS"),
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """List the patterns that come with Kaleido, by group.

    The list shows the number of solutions, the difficulty and the implied edges of each pattern.
    """
    from kaleido.cli.list_outputs import ListedPattern, PatternList

    every = []
    for key in GROUPS if group is None else (known(group, GROUPS) or group,):
        for name in pattern_names(key):
            pattern, facts = named_pattern(name), pattern_facts(name)
            edges = pattern.grid.inner(implied_borders(pattern))
            about = (facts.group, facts.solutions, facts.difficulty, edges)
            every.append(ListedPattern(name, pattern.title, *about, pattern.text))
    if as_json:
        print_json(PatternList(tuple(every)))
        return
    console = answers()
    plain = is_plain(console)
    names = max(len(each.name) for each in every)
    titles = max(len(each.title) for each in every)
    # All widths are known, and a table would take longer than all the rest.
    line = f" {{:<{names}}}   {{:<{titles}}}   {{:>15}}   {{:<10}}   {{:>7}}".format
    header = line("name", "title", "solutions", "difficulty", "implied")
    for number, (group, listed) in enumerate(groupby(every, key=lambda each: each.group)):
        if number:
            console.print()
        console.print(f"{GROUPS[group]} ({group})\n", style="bold")
        console.print(header, style="bold")
        rows = [" " + ("-" if plain else "─") * (len(header) - 1)]
        for each in listed:
            stars = draw_stars(each.difficulty, plain=plain)
            solutions, edges = f"{each.solutions:,}", each.implied_edges
            rows.append(line(each.name, each.title, solutions, stars, edges))
        console.print("\n".join(rows))


def show(
    pattern: options.PatternSource,
    islands: Annotated[bool, option("--islands", "Tint the islands.")] = False,
    coordinates: Annotated[
        bool | None,
        option(
            "--coordinates/--no-coordinates",
            "Whether to label rows and columns.",
            show_default="on the terminal, not in a picture",
        ),
    ] = None,
    place: options.Places = None,
    position: options.Position = None,
    output: Annotated[
        Path | None,
        option("--output -o FILE", "Write a picture of the pattern alone: .pdf, .png or .svg."),
    ] = None,
    marks: options.Marks = "none",
    as_json: options.AsJson = False,
) -> None:
    """Show a pattern with its implied edges and its statistics, or with pieces on it.

    With -o, it is also written as a picture, without the implied edges.
    """
    from kaleido.analysis.facts import Told

    shown = read_pattern(pattern)
    lying: Thing = shown
    if place or position:
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
        print_json(ShownPattern(shown.form, *about, *counted, Told.of(fault)))
        return
    console = answers()
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
