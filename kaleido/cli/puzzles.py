"""``kaleido puzzle list`` and ``kaleido puzzle show``."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(help="The boards with pieces that come with Kaleido.", no_args_is_help=True)


@app.command(name="list")
def list_puzzles() -> None:
    """List the puzzles that come with Kaleido."""
    from rich import box
    from rich.table import Table

    from kaleido.cli.console import is_plain, output
    from kaleido.library.puzzles import puzzle_names, puzzle_parts, sized_board

    console = output()
    table = Table(box=box.ASCII if is_plain(console) else box.SIMPLE, pad_edge=False)
    table.add_column("name", no_wrap=True)
    for column in ("title", "pieces"):
        table.add_column(column)
    table.add_column("cells", justify="right")
    for name in puzzle_names():
        text, pieces = puzzle_parts(name)
        board = sized_board(text, pieces)
        table.add_row(name, board.title, pieces.name, str(board.size))
    console.print(table)


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A puzzle's name.")],
) -> None:
    """Show a puzzle: its board, its pieces and their rules."""
    from kaleido.analysis.questions import named_puzzle
    from kaleido.cli.console import is_plain, output
    from kaleido.draw.terminal import draw_terminal

    puzzle = named_puzzle(name)
    board, pieces = puzzle.pattern, puzzle.pieces
    console = output()
    console.print(board.title or name, style="bold")
    console.print(draw_terminal(board, plain=is_plain(console)))
    for label, value in (("source", board.source), ("note", board.note)):
        if value:
            console.print(f"{label}: {value}")
    console.print(f"board: {board.grid.rows} × {board.grid.cols}, {board.size} cells")
    if board.wrap:
        lines = {"columns": ("column",), "rows": ("row",)}.get(board.wrap, ("row", "column"))
        joined = " and ".join(f"the last {line} touches the first" for line in lines)
        console.print(f"wraps around: {joined}")
    console.print(f"pieces: {pieces.name}, {sum(pieces.counts)} of {pieces.size} cells together")
    console.print(f"rules: {pieces.rules}")
    console.print(f"placements: {len(puzzle.problem):,}")
