"""``kaleido puzzle list`` and ``kaleido puzzle show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from kaleido.analysis.puzzle import named_puzzle
from kaleido.cli import options
from kaleido.cli.console import (
    answers,
    make_table,
    print_drawing,
    print_json,
    print_source,
    print_table,
)
from kaleido.cli.help import HelpfulCommand, HelpfulGroup
from kaleido.cli.parameters import argument, names_of
from kaleido.cli.puzzle import PUZZLES
from kaleido.library.puzzles import GROUPS, puzzle_facts, puzzle_names, puzzle_parts, sized_board
from kaleido.text import either, plural

if TYPE_CHECKING:
    from kaleido.cli.list_outputs import ListedPuzzle

app = typer.Typer(
    cls=HelpfulGroup,
    help="List or show the puzzles that come with Kaleido.",
    no_args_is_help=True,
    add_completion=False,
)


@app.command(name="list", cls=HelpfulCommand)
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
    for key, title in GROUPS.items():
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


@app.command()
def show(
    name: Annotated[str, argument("NAME", "The name of a puzzle.", autocompletion=PUZZLES)],
    as_json: options.AsJson = False,
) -> None:
    """Show a puzzle: its board, its pieces and their rules."""
    puzzle = named_puzzle(name)
    board, pieces = puzzle.pattern, puzzle.pieces
    if as_json:
        from kaleido.cli.list_outputs import ShownPuzzle
        from kaleido.export.cover import set_form

        about = (board.title, board.source, board.note)
        shape = (board.grid.rows, board.grid.cols, board.size)
        used = (set_form(pieces), len(puzzle.problem))
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
    console.print(f"placements: {len(puzzle.problem):,}")
