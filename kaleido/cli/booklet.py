"""``kaleido booklet``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.design import Difficulty
from kaleido.cli.options import (
    DEFAULT_MEMORY,
    Marks,
    MaxMemory,
    MaxNodes,
    PaperName,
    Seed,
    WorkerCount,
    positive,
)
from kaleido.errors import OptionError
from kaleido.text import plural

if TYPE_CHECKING:
    from rich.console import Console

    from kaleido.printing import Booklet, Entry

_GENERATED = "Generated boards"

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATTERNS",
        help="Names of patterns, rows, pattern files, pictures, folders of them, or files of many "
        "boards, as for `kaleido batch`.",
        show_default=False,
    ),
]
Output = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="The booklet: a .pdf file.")
]
GroupName = Annotated[
    str | None,
    typer.Option("--group", metavar="GROUP", help="All patterns of a group (see `kaleido list`)."),
]
PuzzleNames = Annotated[
    list[str] | None,
    typer.Option(
        "--puzzle",
        metavar="NAME",
        help="A board with other pieces by its name (see `kaleido puzzle list`). May be repeated.",
    ),
]
Number = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--number",
        parser=positive,
        metavar="N",
        help="Generate N boards, as `kaleido generate` does.",
        rich_help_panel=_GENERATED,
    ),
]
Unique = Annotated[
    bool,
    typer.Option(
        "--unique", help="Each board has exactly one solution.", rich_help_panel=_GENERATED
    ),
]
Title = Annotated[
    str | None, typer.Option("--title", metavar="TEXT", help="The title of the booklet.")
]
PerPage = Annotated[
    int,
    typer.Option("--per-page", parser=positive, metavar="1|2|4", help="The boards on a page."),
]
WithPieces = Annotated[
    bool, typer.Option("--pieces", help="Add pieces to cut out that fit on the boards.")
]
WithSolutions = Annotated[
    bool, typer.Option("--solutions/--no-solutions", help="Whether solutions are at the end.")
]
NoCount = Annotated[
    bool,
    typer.Option("--no-count", help="Neither count nor rate boards about which that is not known."),
]

DEFAULT_NUMBER = 10

DEFAULT_NODES = 1_000_000


def booklet(
    output: Output,
    patterns: Files = None,
    group: GroupName = None,
    puzzle: PuzzleNames = None,
    number: Number = None,
    difficulty: Difficulty = None,
    unique: Unique = False,
    seed: Seed = None,  # type: ignore[assignment]
    title: Title = None,
    per_page: PerPage = 1,
    paper: PaperName = "a4",
    marks: Marks = "hatches",
    pieces: WithPieces = False,
    solutions: WithSolutions = True,
    no_count: NoCount = False,
    max_nodes: MaxNodes = DEFAULT_NODES,
    max_memory: MaxMemory = DEFAULT_MEMORY,  # type: ignore[assignment]
    workers: WorkerCount = None,
) -> None:
    """Make a booklet to print: boards with their difficulty, and solutions at the end.

    The boards are PATTERNS, --group and --puzzle together; or they are generated, with
    -n, --difficulty, --unique and --seed. Hatches tell the colours apart in black and white. The
    same input and seed give the same file.

    Exit codes: 0 written, 2 bad input, 3 gave up on generating the boards, 130 interrupted.
    """
    from kaleido.cli.console import output as standard_output
    from kaleido.cli.entries import generate_entries, make_entries, read_known
    from kaleido.draw.look import check_marks
    from kaleido.files import check_target
    from kaleido.printing import Booklet, check_per_page, find_paper, write_pages

    check_target(output, ["pdf"])
    sheet, chosen = find_paper(paper), check_marks(marks)
    check_per_page(per_page)
    named = bool(patterns or puzzle) or group is not None
    generates = unique or any(value is not None for value in (number, difficulty, seed))
    if named and generates:
        raise OptionError(
            "-n, --difficulty, --unique and --seed generate boards: leave them out, or PATTERNS, "
            "--group and --puzzle"
        )
    entries: tuple[Entry, ...]
    if generates:
        entries = generate_entries(
            number or DEFAULT_NUMBER,
            difficulty,
            unique=unique,
            seed=seed or 0,
            max_memory=max_memory,
            workers=workers,
        )
    elif named:
        known = read_known(patterns or (), group, puzzle or ())
        entries = make_entries(
            known, counts=not no_count, max_nodes=max_nodes, max_memory=max_memory
        )
    else:
        raise OptionError("no boards: expected PATTERNS, --group, --puzzle, or -n to generate some")
    made = Booklet(
        title or _default_title(None if patterns else group, is_other=bool(puzzle)),
        entries,
        sheet,
        per_page,
        chosen,
        with_pieces=pieces,
        with_solutions=solutions,
    )
    count = write_pages(output, made.pages(), made.title)
    console = standard_output()
    console.print(f"{output}: {plural(len(entries), 'board')} on {plural(count, 'page')}")
    _print_unsolved(made, console)


def _default_title(group: str | None, *, is_other: bool) -> str:
    """Return the title of a booklet of one group of patterns, of other puzzles, or of any."""
    from kaleido.library.patterns import GROUPS

    if is_other:
        return "Puzzles"
    return "Kaleidoscope" if group is None else f"Kaleidoscope: {GROUPS[group]}"


def _print_unsolved(made: Booklet, console: Console) -> None:
    """Say which boards have no solution, or none that was found."""
    for heading, entry in zip(made.headings, made.entries, strict=True):
        if entry.solution is None:
            reason = (
                "no solution (proved)" if entry.solutions == 0 else "gave up: no solution found"
            )
            console.print(f"{heading}: {reason}")
