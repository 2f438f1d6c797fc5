"""``kaleido list``, ``show``, ``puzzle`` and ``katamino``: what comes with Kaleido."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from kaleido.analysis.puzzle import Puzzle, named_puzzle
from kaleido.bounds import NUMBER, POSITIVE
from kaleido.cli import options
from kaleido.cli.commands import HelpfulCommand, HelpfulGroup
from kaleido.cli.console import (
    answers,
    is_plain,
    make_table,
    print_drawing,
    print_json,
    print_source,
    print_table,
)
from kaleido.cli.parameters import argument, names_of, option, within
from kaleido.cli.polyominoes import print_shapes
from kaleido.cli.puzzle import PUZZLES
from kaleido.cli.source import read_pattern, read_places, read_position
from kaleido.draw.scene import Thing
from kaleido.errors import OptionError
from kaleido.library.data import known
from kaleido.library.patterns import GROUPS, named_pattern, pattern_facts, pattern_names
from kaleido.library.piece_sets import named_set
from kaleido.library.puzzles import (
    GROUPS as PUZZLE_GROUPS,
    Challenge,
    katamino_challenges,
    puzzle_facts,
    puzzle_names,
    puzzle_parts,
    sized_board,
)
from kaleido.model.difficulty import draw_stars
from kaleido.model.edges import implied_borders, pattern_statistics
from kaleido.model.pattern import COLOURS
from kaleido.model.piece_set import CLASSIC
from kaleido.search.budget import budget_of
from kaleido.text import either, plural

if TYPE_CHECKING:
    from kaleido.cli.list_outputs import ListedPuzzle


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


puzzle = typer.Typer(
    cls=HelpfulGroup,
    no_args_is_help=True,
    add_completion=False,
)


@puzzle.callback()
def _puzzle() -> None:
    """List or show the puzzles that come with Kaleido."""


@puzzle.command(name="list", cls=HelpfulCommand)
def list_puzzles(
    group: Annotated[
        str | None,
        argument(
            "GROUP",
            "Only the puzzles of this group, such as pentominoes.",
            autocompletion=names_of("library.puzzles:GROUPS"),
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """List the puzzles that come with Kaleido: boards with their pieces, by groups.

    Their names can be given wherever that of a pattern can: kaleido solve pentomino-6x10.
    """
    from kaleido.cli.list_outputs import ListedPuzzle, PuzzleList

    every = []
    for name in puzzle_names(group):
        text, pieces = puzzle_parts(name)
        board, facts = sized_board(text, pieces), puzzle_facts(name)
        about = (board.title, facts.group, pieces.name, board.size, facts.solutions)
        every.append(ListedPuzzle(name, *about))
    if as_json:
        print_json(PuzzleList(tuple(every)))
        return
    console = answers()
    rows = [_row(each) for each in every]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for key, title in PUZZLE_GROUPS.items():
        members = [row for row, each in zip(rows, every, strict=True) if each.group == key]
        if members:
            console.print(f"{title} ({key})", style="bold")
            _print_group(console, members, widths)


def _row(each: ListedPuzzle) -> tuple[str, ...]:
    solutions = "" if each.solutions is None else f"{each.solutions:,}"
    return each.name, each.title, f"{each.cells:,}", solutions


def _print_group(console: Console, members: list[tuple[str, ...]], widths: list[int]) -> None:
    """Print puzzles as a table whose columns are as wide as those of all that are listed."""
    table = make_table(console, ("name", "title", ">cells", ">solutions"))
    rest = sum(widths) - widths[1] + 3 * len(widths)
    for column, width in zip(table.columns, widths, strict=True):
        is_title = column.header == "title"
        column.min_width = min(width, max(12, console.width - rest)) if is_title else width
    for row in members:
        table.add_row(*row)
    print_table(console, table)


@puzzle.command(name="show", cls=HelpfulCommand)
def show_puzzle(
    name: Annotated[str, argument("NAME", "The name of a puzzle.", autocompletion=PUZZLES)],
    as_json: options.AsJson = False,
) -> None:
    """Show a puzzle: its board, its pieces and their rules."""
    shown = named_puzzle(name)
    board, pieces = shown.pattern, shown.pieces
    if as_json:
        from kaleido.cli.list_outputs import ShownPuzzle
        from kaleido.export.cover import set_form

        about = (board.title, board.source, board.note)
        shape = (board.grid.rows, board.grid.cols, board.size)
        used = (set_form(pieces), len(shown.problem))
        print_json(ShownPuzzle(name, *about, board.form, *shape, *used))
        return
    console = answers()
    console.print(board.title or name, style="bold")
    print_drawing(console, board)
    print_source(console, board)
    console.print(f"board: {board.dimensions}, {plural(board.size, 'cell')}")
    if board.wrap:
        lines = {"columns": ("column",), "rows": ("row",)}.get(board.wrap, ("row", "column"))
        joined = " and ".join(f"the last {line} touches the first" for line in lines)
        console.print(f"wraps around: {joined}")
    if board.optional:
        console.print(f"optional: cells {either(board.optional)} need not be covered")
    count, size = str(sum(pieces.counts)), str(pieces.size)
    if pieces.least:
        count, size = f"{sum(pieces.needed)} to {count}", f"{pieces.least_size} to {size}"
    console.print(f"pieces: {pieces.name}, {count} with {size} cells in all")
    console.print(f"rules: {pieces.rules}")
    console.print(f"placements: {len(shown.problem):,}")


def katamino(
    size: Annotated[
        int, option("--size N", "How many pieces, 3 to 12.", parser=within(NUMBER))
    ] = 5,
    difficulty: options.Difficulty = None,
    number: Annotated[int, option("--number -n N", "How many.", parser=within(POSITIVE))] = 1,
    seed: options.Seed = 0,
    as_json: options.AsJson = False,
) -> None:
    """Choose Katamino challenges: pieces that fill a board of five rows.

    Of challenges with as many pieces, those with few solutions are difficult.

    With --json each challenge is a line of JSON.

    Exit codes: 0 chosen, 2 bad input.
    """
    from kaleido.cli.list_outputs import Chosen
    from kaleido.designing.target import parse_difficulty

    every = katamino_challenges(size)
    lowest, highest = (1, 5) if difficulty is None else parse_difficulty(difficulty)
    fitting = [each for each in every if lowest <= each.difficulty <= highest]
    if not fitting:
        known = ", ".join(str(level) for level in sorted({each.difficulty for each in every}))
        raise OptionError(
            f"no challenge of {size} pieces has difficulty {difficulty}: expected one of {known}"
        )
    chosen = Random(seed).sample(fitting, min(number, len(fitting)))
    console = answers(quiet=as_json)
    for place, each in enumerate(chosen):
        if as_json:
            print_json(Chosen(size, each))
        else:
            console.print("\n" if place else "", end="")
            _print_challenge(each, console)
    if len(chosen) < number:
        console.print(f"there are no more: {len(fitting)} in all")


def _print_challenge(challenge: Challenge, console: Console) -> None:
    stars = draw_stars(challenge.difficulty, plain=is_plain(console))
    names = ",".join(challenge.pieces)
    console.print(f"5 × {len(challenge.pieces)} with the pieces {names}", style="bold")
    pieces = named_set("katamino")
    print_shapes(console, [str(pieces[name].front.drawing) for name in challenge.pieces])
    console.print(f"\n{challenge.solutions:,} solutions, difficulty {challenge.difficulty} {stars}")
    console.print(f"kaleido solve --puzzle katamino-5xN --use {names}")
