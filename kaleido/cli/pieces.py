"""``kaleido pieces``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.completion import piece_sets
from kaleido.cli.options import AsJson, Marks, PaperName, millimetres
from kaleido.errors import OptionError
from kaleido.text import plural

if TYPE_CHECKING:
    from rich.console import Console

    from kaleido.export.cover import SetSummary
    from kaleido.model.piece_set import PieceSet


def pieces(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="SET",
            help="The name or the file of a set, or several with + between them.",
            show_default=False,
            autocompletion=piece_sets,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the pieces to a .pdf file, to cut out."
        ),
    ] = None,
    cell: Annotated[
        float,
        typer.Option(
            parser=millimetres,
            metavar="MM",
            help="The side of a cell on paper. 18 mm fits `kaleido booklet --per-page 1`.",
        ),
    ] = 18.0,
    paper: PaperName = "a4",
    marks: Marks = "hatches",
    as_json: AsJson = False,
) -> None:
    """Show a set of pieces and its rules, or list the sets that come with Kaleido.

    With -o, the pieces are written at true size, to be printed, cut out and folded: each has its
    front and its back side by side.
    """
    from kaleido.cli.console import output as standard_output, print_json
    from kaleido.cli.list_outputs import SetList, ShownSet
    from kaleido.export.cover import set_form
    from kaleido.library.piece_sets import find_set

    console = standard_output(quiet=as_json)
    if name is None and output is not None:
        raise OptionError("-o needs the name or the file of a SET; `kaleido pieces` lists the sets")
    if as_json and output is not None:
        raise OptionError("--json and -o exclude each other")
    if as_json and name is not None:
        print_json(ShownSet(set_form(find_set(name))))
    elif as_json:
        print_json(SetList(_described_sets()))
    elif name is None:
        _list_sets(console)
    elif output is None:
        _show_set(find_set(name), console)
    else:
        count = _print_set(find_set(name), output, cell, paper, marks)
        console.print(f"{output}: {plural(count, 'page')}")


def _described_sets() -> tuple[SetSummary, ...]:
    from kaleido.export.cover import set_summary
    from kaleido.library.generated_sets import lattice_set_names
    from kaleido.library.piece_sets import named_set, set_names

    names = (*set_names(), *lattice_set_names())
    return tuple(set_summary(named_set(name)) for name in names)


def _list_sets(console: Console) -> None:
    from kaleido.cli.console import make_table, print_table
    from kaleido.library.generated_sets import FORMS, LARGEST, lattice_forms, lattice_set_names
    from kaleido.library.piece_sets import named_set, set_names
    from kaleido.model.piece_set import SIDES, USE

    table = make_table(console, ("name", "title", ">pieces", ">cells", "sides", "use"))
    for each in map(named_set, (*set_names(), *lattice_set_names())):
        pieces, cells = str(sum(each.counts)), str(each.size)
        table.add_row(each.name, each.title, pieces, cells, each.sides, each.use)
    print_table(console, table)
    console.print(f"by their cells, up to {LARGEST}: {', '.join(FORMS)}; and sums: A + B")
    forms = ", ".join(lattice_forms())
    console.print(f"on other lattices: {forms}; mirror images apart: one-sided-hexiamonds")
    for words in (SIDES, USE):
        console.print("; ".join(f"{word}: {meaning}" for word, meaning in words.items()))


def _print_set(chosen: PieceSet, path: Path, cell: float, paper: str, marks: str) -> int:
    """Write the pieces of a set to a PDF, and return how many pages it has."""
    from kaleido.draw.look import check_marks
    from kaleido.printing import find_paper, piece_pages, write_pages

    pages = piece_pages(chosen, find_paper(paper), cell, check_marks(marks))
    return write_pages(path, pages, f"{chosen.title or chosen.name}: pieces to cut out")


def _show_set(shown: PieceSet, console: Console) -> None:
    from rich.text import Text

    from kaleido.cli.console import is_plain, print_side_by_side
    from kaleido.draw.terminal import draw_terminal

    console.print(shown.title or shown.name, style="bold")
    console.print(f"{sum(shown.counts)} pieces, {shown.size} cells")
    console.print(f"rules: {shown.rules}")
    drawn = []
    for piece, count, needed in zip(shown.pieces, shown.counts, shown.needed, strict=True):
        copies = f"{needed} to {count}" if shown.least and needed < count else str(count)
        label = f"{piece.name}{f' × {copies}' if copies != '1' else ''}"
        if shown.sides == "mirrored" and piece.back is None and not shown.rule_of(piece.name).sides:
            label += " (its own mirror image)"
        drawing = draw_terminal(piece, plain=is_plain(console))
        drawn.append(Text.assemble((f"{label}\n", "bold"), drawing))
    print_side_by_side(console, drawn, padding=(1, 4))
