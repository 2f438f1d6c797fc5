"""``kaleido design``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.options import DEFAULT_MEMORY, AsJson, MaxMemory, Seed, count, positive, seconds
from kaleido.errors import GAVE_UP, NO_SOLUTION

if TYPE_CHECKING:
    from rich.console import Console

    from kaleido.design import Design, Sketch, Target

DEFAULT_SECONDS = 60.0

Symmetries = Annotated[
    list[str] | None,
    typer.Option(
        "--symmetry",
        metavar="MAP[:COLOURS]",
        help="What carries the pattern to itself: mirror, flip, diagonal, antidiagonal, "
        "half-turn or turn; mirror:xr also exchanges x and r. Give it again for more.",
    ),
]
MinSolutions = Annotated[
    int | None,
    typer.Option("--min-solutions", parser=positive, metavar="N", help="At least so many."),
]
MaxSolutions = Annotated[
    int | None,
    typer.Option("--max-solutions", parser=positive, metavar="N", help="At most so many."),
]
Difficulty = Annotated[
    str | None,
    typer.Option("--difficulty", metavar="N or A..B", help="From 1 to 5, or a range of them."),
]


def design(
    sketch: Annotated[
        str,
        typer.Argument(
            metavar="SKETCH",
            help="Eight rows as of a pattern, in which ? is any colour and \\[ry] red or yellow: a "
            "file, - for standard input, or rows with / between them; or a pattern's name.",
        ),
    ],
    symmetry: Symmetries = None,
    nearest: Annotated[
        bool,
        typer.Option(
            "--nearest", help="Change the fewest cells of the sketch that make it solvable."
        ),
    ] = False,
    background: Annotated[
        str | None,
        typer.Option(
            "--background",
            metavar="checker[:COLOURS]",
            help="Cells that may have several colours are to be chequered, red and black or, "
            "say, xb.",
        ),
    ] = None,
    min_solutions: MinSolutions = None,
    max_solutions: MaxSolutions = None,
    difficulty: Difficulty = None,
    number: Annotated[
        int, typer.Option("-n", "--number", parser=count, metavar="N", help="Different patterns.")
    ] = 1,
    seed: Seed = 0,
    timeout: Annotated[
        float,
        typer.Option(parser=seconds, metavar="SECONDS", help="Give up on a pattern after so long."),
    ] = DEFAULT_SECONDS,
    max_memory: MaxMemory = DEFAULT_MEMORY,  # type: ignore[assignment]
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the pattern to a file (.txt); NAME-1.txt, NAME-2.txt, … for several.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Complete a sketch to a solvable pattern, or prove that none fits.

    With --json a line of JSON for each pattern, with a solution. Exit codes: 0 as many as asked
    for, or all there are; 1 none (proved), 2 bad input, 3 gave up.
    """
    from itertools import islice

    from kaleido.cli.console import output as standard_output
    from kaleido.cli.console import print_json
    from kaleido.cli.source import read_sketch
    from kaleido.counting import CountLimits
    from kaleido.design import Background, Symmetry, design
    from kaleido.errors import LimitReachedError
    from kaleido.files import check_target, written_whole

    drawn = read_sketch(sketch)
    target = make_target(min_solutions, max_solutions, difficulty)
    if output is not None:
        check_target(output, ["txt"])
    coming = design(
        drawn,
        [Symmetry.parse(text) for text in symmetry or ()],
        nearest=nearest,
        background=Background.parse(background) if background is not None else (),
        target=target,
        seed=seed,
        timeout=timeout,
        limits=CountLimits.within(max_memory),
    )
    console = standard_output()
    found = 0
    try:
        for found, each in enumerate(islice(coming, number), start=1):
            if output is not None:
                path = output
                if number > 1:
                    path = output.with_stem(f"{output.stem}-{found}")
                with written_whole(path) as draft:
                    draft.write_text(f"{each.pattern}\n", encoding="utf-8")
            if as_json:
                print_json(each.as_dict())
            else:
                _print(each, drawn, nearest=nearest, background=background, console=console)
            console.file.flush()
    except LimitReachedError as reached:
        if not as_json:
            console.print(f"gave up: {reached}")
        raise typer.Exit(GAVE_UP) from None
    if found == number:
        return
    if not as_json:
        console.print(
            "there are no more such patterns" if found else "no such pattern has a solution"
        )
    if not found:
        raise typer.Exit(NO_SOLUTION)


def make_target(
    min_solutions: int | None, max_solutions: int | None, difficulty: str | None
) -> Target | None:
    """Return the target that options set; None when no option sets one."""
    from dataclasses import replace

    from kaleido.design import Target, parse_difficulty

    if min_solutions is None and max_solutions is None and difficulty is None:
        return None
    target = Target(min_solutions or 1, max_solutions)
    if difficulty is None:
        return target
    return replace(target, difficulties=parse_difficulty(difficulty))


def _print(
    each: Design, sketch: Sketch, *, nearest: bool, background: str | None, console: Console
) -> None:
    from kaleido.cli.console import is_plain
    from kaleido.cli.rate import draw_stars
    from kaleido.draw.terminal import draw_terminal
    from kaleido.model.pattern import COLS

    if each.pattern.title:
        console.print(each.pattern.title, style="bold")
    console.print(draw_terminal(each.pattern, plain=is_plain(console)))
    if nearest:
        proof = "fewest"
        if each.distance.changed > each.bound.changed:
            proof = f"not proved fewest: at least {each.bound.changed}"
        console.print(f"{_cells(each.distance.changed)} changed ({proof})")
        letters = "".join(each.pattern.rows)
        for place, (own, cell) in enumerate(zip(letters, sketch.cells, strict=True)):
            if own not in cell:
                console.print(f"  {divmod(place, COLS)}: {own}, not {' or '.join(cell)}")
    if background is not None:
        proof = "fewest" if each.distance == each.bound else "not proved fewest"
        console.print(f"{_cells(each.distance.off)} off the background ({proof})")
    if each.assessment is not None and each.assessment.rating is not None:
        solutions = each.assessment.solutions
        assert solutions is not None
        stars = draw_stars(each.assessment.rating.difficulty, plain=is_plain(console))
        console.print(
            f"{solutions:,} solution{'s' * (solutions != 1)}, "
            f"difficulty {each.assessment.rating.difficulty} {stars}"
        )


def _cells(count: int) -> str:
    return f"{count} cell{'s' * (count != 1)}"
