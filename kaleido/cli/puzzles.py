"""``kaleido puzzle list`` and ``kaleido puzzle show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kaleido.cli.completion import puzzle_groups, puzzles
from kaleido.cli.help import HelpfulCommand, HelpfulGroup
from kaleido.cli.options import AsJson
from kaleido.text import either, plural

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(
    cls=HelpfulGroup,
    no_args_is_help=True,
    add_completion=False,
)


@app.callback()
def puzzle() -> None:
    """List or show the puzzles that come with Kaleido."""


@app.command(name="list", cls=HelpfulCommand)
def list_puzzles(
    group: Annotated[
        str | None,
        typer.Argument(
            metavar="GROUP",
            help="Only the puzzles of this group, such as pentominoes.",
            show_default=False,
            autocompletion=puzzle_groups,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the puzzles that come with Kaleido: boards with their pieces, by groups.

    Their names can be given wherever that of a pattern can: kaleido solve pentomino-6x10.
    """
    from kaleido.cli.console import output, print_json
    from kaleido.library.puzzles import GROUPS, puzzle_names

    listed = [_facts(name) for name in puzzle_names(group)]
    if as_json:
        from kaleido.cli.list_outputs import ListedPuzzle, PuzzleList

        print_json(PuzzleList(tuple(ListedPuzzle(**each) for each in listed)))
        return
    console = output()
    for key, title in GROUPS.items():
        members = [each for each in listed if each["group"] == key]
        if members:
            console.print(f"{title} ({key})", style="bold")
            _print_group(console, members, listed)


def _print_group(
    console: Console, members: list[dict[str, Any]], listed: list[dict[str, Any]]
) -> None:
    """Print puzzles as a table whose columns are as wide as those of all that are listed."""
    from kaleido.cli.console import make_table, print_table

    columns = ("name", "title", "cells", "solutions")
    table = make_table(console, (*columns[:2], ">cells", ">solutions"))
    widths = [max(len(_shown(each[name])) for each in listed) for name in columns]
    rest = sum(widths) - widths[1] + 3 * len(columns)
    for column, width in zip(table.columns, widths, strict=True):
        is_title = column.header == "title"
        column.min_width = min(width, max(12, console.width - rest)) if is_title else width
    for each in members:
        table.add_row(*(_shown(each[name]) for name in columns))
    print_table(console, table)


def _shown(value: str | int | None) -> str:
    """Return a fact as the table shows it; what is not known is left open."""
    if value is None:
        return ""
    return value if isinstance(value, str) else f"{value:,}"


def _facts(name: str) -> dict[str, Any]:
    from kaleido.library.puzzles import puzzle_facts, puzzle_parts, sized_board

    text, pieces = puzzle_parts(name)
    board, facts = sized_board(text, pieces), puzzle_facts(name)
    about = {"name": name, "title": board.title, "group": facts.group}
    return about | {"pieces": pieces.name, "cells": board.size, "solutions": facts.solutions}


@app.command()
def show(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of a puzzle.", autocompletion=puzzles)
    ],
    as_json: AsJson = False,
) -> None:
    """Show a puzzle: its board, its pieces and their rules."""
    from kaleido.analysis.puzzle import named_puzzle
    from kaleido.cli.console import output, print_drawing, print_json, print_source
    from kaleido.export.cover import set_form

    puzzle = named_puzzle(name)
    board, pieces = puzzle.pattern, puzzle.pieces
    if as_json:
        from kaleido.cli.list_outputs import ShownPuzzle

        about = (board.title, board.source, board.note)
        shape = (board.grid.rows, board.grid.cols, board.size)
        used = (set_form(pieces), len(puzzle.problem))
        print_json(ShownPuzzle(name, *about, board.form, *shape, *used))
        return
    console = output()
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
    console.print(f"placements: {len(puzzle.problem):,}")
