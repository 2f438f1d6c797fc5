"""``kaleido puzzle list`` and ``kaleido puzzle show``."""

from typing import Annotated, Any

import typer

from kaleido.cli.completion import puzzles
from kaleido.cli.options import AsJson
from kaleido.text import either

app = typer.Typer(
    help="List or show the puzzles that come with Kaleido.",
    no_args_is_help=True,
    add_completion=False,
)


@app.command(name="list")
def list_puzzles(as_json: AsJson = False) -> None:
    """List the puzzles that come with Kaleido: boards with their pieces."""
    from kaleido.cli.console import make_table, output, print_json
    from kaleido.library.puzzles import puzzle_facts, puzzle_names, puzzle_parts, sized_board

    listed: list[dict[str, Any]] = []
    for name in puzzle_names():
        text, pieces = puzzle_parts(name)
        board, facts = sized_board(text, pieces), puzzle_facts(name)
        about = {"name": name, "title": board.title, "group": facts.group}
        size = {"pieces": pieces.name, "cells": board.size, "solutions": facts.solutions}
        listed.append(about | size)
    if as_json:
        print_json("puzzle-list", {"puzzles": listed})
        return
    console = output()
    columns = ("name", "title", "pieces", "cells")
    table = make_table(console, (*columns[:-1], ">cells"))
    for each in listed:
        table.add_row(*(str(each[column]) for column in columns))
    console.print(table)


@app.command()
def show(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of a puzzle.", autocompletion=puzzles)
    ],
    as_json: AsJson = False,
) -> None:
    """Show a puzzle: its board, its pieces and their rules."""
    from kaleido.analysis.questions import named_puzzle
    from kaleido.cli.console import output, print_drawing, print_json, print_source
    from kaleido.export.plain import set_dict

    puzzle = named_puzzle(name)
    board, pieces = puzzle.pattern, puzzle.pieces
    if as_json:
        about = {"title": board.title, "source": board.source, "note": board.note}
        shape = {"rows": board.grid.rows, "cols": board.grid.cols, "cells": board.size}
        used = {"pieces": set_dict(pieces), "placements": len(puzzle.problem)}
        print_json("puzzle-show", {"name": name} | about | board.as_dict() | shape | used)
        return
    console = output()
    console.print(board.title or name, style="bold")
    print_drawing(console, board)
    print_source(console, board)
    console.print(f"board: {board.grid.rows} × {board.grid.cols}, {board.size} cells")
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
