"""``kaleido export``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kaleido.cli.puzzle import position_of

SUFFIXES = {
    "dlx": ("dlx", "txt"),
    "dimacs": ("cnf", "dimacs", "txt"),
    "json": ("json",),
}
"""The ends of file names that go with a format; the first one stands for it."""

_SUFFIX_FORMS = {suffixes[0]: form for form, suffixes in SUFFIXES.items()}


def export(
    context: typer.Context,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="dlx|dimacs|json",
            help="Knuth's text for exact-cover programs, clauses for SAT solvers, or JSON.",
            show_default="by the suffix of FILE, or dlx",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write to a file: .dlx, .cnf or .json.",
            show_default="standard output",
        ),
    ] = None,
) -> None:
    """Write a puzzle for other solvers: every placement and what it covers.

    Pieces on the board (--place) are givens.

    Exit codes: 0 written, 2 bad input.
    """
    from kaleido.cli.console import output as console
    from kaleido.export import export_lines
    from kaleido.files import check_target, written_whole

    position = position_of(context)
    if form is None:
        form = _SUFFIX_FORMS.get(output.suffix[1:].lower(), "dlx") if output is not None else "dlx"
    lines = (f"{line}\n" for line in export_lines(position.state, form))
    if output is None:
        sys.stdout.writelines(lines)
        return
    check_target(output, SUFFIXES[form])
    with (
        written_whole(output) as draft,
        draft.open("w", encoding="utf-8", newline="\n") as file,
    ):
        file.writelines(lines)
        size = file.tell()
    console().print(f"{output}: {form}, {size:,} bytes")
