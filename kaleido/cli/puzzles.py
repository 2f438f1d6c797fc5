"""``kaleido puzzle list`` and ``kaleido puzzle show``."""

from typing import Annotated

import typer

from kaleido.cli.completion import puzzles

app = typer.Typer(
    help="List or show the puzzles that come with Kaleido.",
    no_args_is_help=True,
    add_completion=False,
)


@app.command(name="list")
def list_puzzles() -> None:
    """List the puzzles that come with Kaleido: boards with their pieces."""
    from kaleido.cli.console import make_table, output
    from kaleido.library.puzzles import puzzle_names, puzzle_parts, sized_board

    console = output()
    table = make_table(console, ("name", "title", "pieces", ">cells"))
    for name in puzzle_names():
        text, pieces = puzzle_parts(name)
        board = sized_board(text, pieces)
        table.add_row(name, board.title, pieces.name, str(board.size))
    console.print(table)


@app.command()
def show(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of a puzzle.", autocompletion=puzzles)
    ],
) -> None:
    """Show a puzzle: its board, its pieces and their rules."""
    from kaleido.analysis.questions import named_puzzle
    from kaleido.cli.console import output, print_drawing, print_source

    puzzle = named_puzzle(name)
    board, pieces = puzzle.pattern, puzzle.pieces
    console = output()
    console.print(board.title or name, style="bold")
    print_drawing(console, board)
    print_source(console, board)
    console.print(f"board: {board.grid.rows} × {board.grid.cols}, {board.size} cells")
    if board.wrap:
        lines = {"columns": ("column",), "rows": ("row",)}.get(board.wrap, ("row", "column"))
        joined = " and ".join(f"the last {line} touches the first" for line in lines)
        console.print(f"wraps around: {joined}")
    console.print(f"pieces: {pieces.name}, {sum(pieces.counts)} with {pieces.size} cells in all")
    console.print(f"rules: {pieces.rules}")
    console.print(f"placements: {len(puzzle.problem):,}")
