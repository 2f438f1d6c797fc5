"""``kaleido pieces``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from kaleido.model.piece_set import PieceSet


def pieces(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[SET]", help="A set's name or file; none: list all sets."),
    ] = None,
) -> None:
    """Show a set of pieces and what may be done with them, or list the sets there are."""
    from kaleido.cli.console import is_plain, output
    from kaleido.library.lookup import find_set

    console = output()
    if name is None:
        _list_sets(console, plain=is_plain(console))
    else:
        _show_set(find_set(name), console, plain=is_plain(console))


def _list_sets(console: Console, *, plain: bool) -> None:
    from rich import box
    from rich.table import Table

    from kaleido.library.piece_sets import named_set, set_names
    from kaleido.model.piece_set import SIDES, USE

    table = Table(box=box.ASCII if plain else box.SIMPLE, pad_edge=False)
    table.add_column("name", no_wrap=True)
    table.add_column("title")
    for column in ("pieces", "cells"):
        table.add_column(column, justify="right")
    for column in ("sides", "use"):
        table.add_column(column, no_wrap=True)
    for each in map(named_set, set_names()):
        pieces, cells = str(sum(each.counts)), str(each.size)
        table.add_row(each.name, each.title, pieces, cells, each.sides, each.use)
    console.print(table)
    for words in (SIDES, USE):
        console.print("; ".join(f"{word}: {meaning}" for word, meaning in words.items()))


def _show_set(shown: PieceSet, console: Console, *, plain: bool) -> None:
    from rich.columns import Columns
    from rich.text import Text

    from kaleido.draw.terminal import draw_terminal

    console.print(shown.title or shown.name, style="bold")
    console.print(f"{sum(shown.counts)} pieces, {shown.size} cells")
    console.print(f"rules: {shown.rules}")
    drawn = []
    for piece, count in zip(shown.pieces, shown.counts, strict=True):
        label = f"{piece.name}{f' × {count}' if count > 1 else ''}"
        if shown.sides == "mirrored" and piece.back is None:
            label += " (its own mirror image)"
        drawn.append(Text.assemble((f"{label}\n", "bold"), draw_terminal(piece, plain=plain)))
    console.print(Columns(drawn, padding=(1, 4)))
