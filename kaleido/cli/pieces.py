"""``kaleido pieces``."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.text import Text

from kaleido.base.bounds import MILLIMETRES
from kaleido.base.errors import OptionError
from kaleido.base.files import check_target, write_text
from kaleido.base.text import plural
from kaleido.cli import options
from kaleido.cli.console import (
    answers,
    is_plain,
    make_table,
    print_json,
    print_side_by_side,
    print_table,
    print_wrapped,
)
from kaleido.cli.parameters import SETS, argument, exclude, option, within
from kaleido.draw.look import piece_shades
from kaleido.draw.scene import scene_of
from kaleido.draw.svg import draw_outlines
from kaleido.draw.terminal import draw_terminal
from kaleido.library.generated_sets import FORMS, LARGEST, lattice_forms, lattice_set_names
from kaleido.library.piece_sets import find_set, named_set, set_form, set_names, set_summary
from kaleido.model.names import is_short, piece_labels
from kaleido.model.piece_set import SIDES, USE, PieceSet, piece_letters


def pieces(
    name: Annotated[
        str | None,
        argument(
            "SET",
            "The name or the file of a set, or several with + between them.",
            complete=SETS,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        option("--output -o FILE", "Write the pieces to a .pdf or .svg file, to cut out."),
    ] = None,
    cell: Annotated[
        float,
        option(
            "--cell MM",
            "The side of a cell on paper. 18 mm fits `kaleido booklet --per-page 1`.",
            parser=within(MILLIMETRES),
        ),
    ] = 18.0,
    paper: options.PaperName = "a4",
    marks: options.Marks = "hatches",
    as_json: options.AsJson = False,
) -> None:
    """Show a set of pieces and its rules, or list the sets that come with Kaleido.

    With -o, the pieces are written at true size, to be printed, cut out and folded: each has its
    front and its back side by side. A .svg file has the outline of each front as a closed path.
    """
    from kaleido.cli.list_outputs import SetList, ShownSet
    from kaleido.draw.look import check_marks
    from kaleido.printing import find_paper

    console = answers(quiet=as_json)
    exclude("--json", "-o", given=as_json and output is not None)
    marked, size = check_marks(marks), find_paper(paper)
    if name is None:
        if output is not None:
            raise OptionError(
                "-o needs the name or the file of a SET; `kaleido pieces` lists the sets"
            )
        every = [named_set(each) for each in (*set_names(), *lattice_set_names())]
        if as_json:
            print_json(SetList(tuple(map(set_summary, every))))
        _list_sets(every, console)
        return
    chosen = find_set(name)
    if as_json:
        print_json(ShownSet(set_form(chosen)))
    elif output is None:
        _show_set(chosen, console)
    elif check_target(output, ("pdf", "svg")) == "svg":
        write_text(output, draw_outlines(chosen, cell))
        console.print(f"{output}: {plural(chosen.number, 'outline')}")
    else:
        from kaleido.printing import piece_pages, write_pages

        sheets = piece_pages(chosen, size, cell, marked)
        title = f"{chosen.title or chosen.name}: pieces to cut out"
        console.print(f"{output}: {plural(write_pages(output, sheets, title), 'page')}")


def _list_sets(every: list[PieceSet], console: Console) -> None:
    table = make_table(console, ("name", "title", ">pieces", ">cells", "sides", "use"))
    for each in every:
        pieces, cells = str(each.number), str(each.size)
        table.add_row(each.name, each.title, pieces, cells, each.sides, each.use)
    print_table(console, table)
    print_wrapped(console, f"by their cells, up to {LARGEST}: {', '.join(FORMS)}; and sums: A + B")
    forms = ", ".join(lattice_forms())
    print_wrapped(console, f"on other lattices: {forms}; mirror images apart: one-sided-hexiamonds")
    for words in (SIDES, USE):
        print_wrapped(console, "; ".join(f"{word}: {about}" for word, about in words.items()))


def _show_set(shown: PieceSet, console: Console) -> None:
    console.print(shown.title or shown.name, style="bold")
    console.print(f"{plural(shown.number, 'piece')}, {plural(shown.size, 'cell')}")
    console.print(f"rules: {shown.rules}")
    drawn, shades = [], piece_shades(shown)
    labels, letters = piece_labels(shown), piece_letters(shown)
    for piece, count, needed in zip(shown.pieces, shown.counts, shown.needed, strict=True):
        copies = f"{needed} to {count}" if shown.least and needed < count else str(count)
        label = f"{labels[piece.name]}{f' × {copies}' if copies != '1' else ''}"
        letter = letters.get(piece.name, "")
        if is_short(piece.name) and letter not in ("", piece.name):
            label += f", letter {letter}"
        if not labels[piece.name].startswith(piece.name):
            label += f", id {piece.name}"
        if piece.colour:
            label += f", {piece.colour.replace('-', ' ')}"
        if shown.sides == "mirrored" and piece.back is None and not shown.rule_of(piece.name).sides:
            label += " (its own mirror image)"
        scene = scene_of(piece)
        if piece.is_plain:
            # As it looks on a board.
            scene = replace(scene, cells=dict.fromkeys(scene.cells, shades[piece.name]))
        drawing = draw_terminal(scene, plain=is_plain(console), coordinates=False)
        drawn.append(Text.assemble((f"{label}\n", "bold"), drawing))
    print_side_by_side(console, drawn, padding=(1, 4))
