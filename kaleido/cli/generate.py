"""``kaleido generate``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli.design import Difficulty, MaxSolutions, MinSolutions, Symmetries, make_target
from kaleido.cli.options import (
    DEFAULT_MEMORY,
    MaxMemory,
    Number,
    Scheduler,
    Seed,
    positive,
)
from kaleido.errors import GAVE_UP, NO_SOLUTION

if TYPE_CHECKING:
    from kaleido.design.folder import Folder
    from kaleido.design.generation import Specification


def generate(
    folder: Annotated[
        str,
        typer.Option("--output", "-o", metavar="DIR", help="A new or empty folder for the boards."),
    ],
    number: Annotated[
        int, typer.Option("-n", "--number", parser=positive, metavar="N", help="How many boards.")
    ] = 10,
    difficulty: Difficulty = None,
    unique: Annotated[bool, typer.Option("--unique", help="With exactly one solution.")] = False,
    min_solutions: MinSolutions = None,
    max_solutions: MaxSolutions = None,
    sketch: Annotated[
        str | None,
        typer.Option(
            "--sketch", metavar="SKETCH", help="What they all fit, as for `kaleido design`."
        ),
    ] = None,
    colours: Annotated[
        str | None,
        typer.Option("--colours", metavar="LETTERS", help="Of free cells: xr for red and black."),
    ] = None,
    symmetry: Symmetries = None,
    seed: Seed = 0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the boards in DIR, up to N in all.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Take away the boards that are in DIR.")
    ] = False,
    max_memory: MaxMemory = DEFAULT_MEMORY,  # type: ignore[assignment]
    workers: Number = None,
    scheduler: Scheduler = None,
) -> None:
    """Generate new boards: random ones, led towards the wanted solutions and difficulty.

    DIR gets a pattern file for each, its solution in DIR/solutions, and the exact count and the
    rating of all in DIR/boards.jsonl. Wanted difficulties take turns. No two boards are rotations
    of each other. The same options and seed make the same boards.

    Exit codes: 0 as many as asked for, 1 no board can be as wanted (proved), 2 bad input, 3 gave
    up before the last; 130 interrupted.
    """
    from itertools import islice

    from kaleido.cli.progress import board_progress
    from kaleido.design.folder import open_folder
    from kaleido.design.generation import generate, prove_possible
    from kaleido.errors import LimitReachedError, NoSolutionError, OptionError
    from kaleido.parallel import make_workers

    if unique and (min_solutions or max_solutions):
        raise OptionError("--unique goes without --min-solutions and --max-solutions")
    if resume and force:
        raise OptionError("--resume and --force exclude each other")
    if not folder.strip():
        raise OptionError(f"{folder!r} names no folder")
    if unique:
        max_solutions = 1
    specification, asked = _specify(
        sketch, colours, symmetry, min_solutions, max_solutions, difficulty, seed, max_memory
    )
    try:
        prove_possible(specification)
    except NoSolutionError as problem:
        typer.echo(f"kaleido: {problem}", err=True)
        raise typer.Exit(NO_SOLUTION) from None
    with (
        make_workers(workers, scheduler) as crew,
        open_folder(Path(folder), asked, resume=resume, force=force) as boards,
        board_progress("generate", len(boards), number) as tell,
    ):
        coming = generate(specification, crew, boards.first, frozenset(boards.known))
        try:
            for candidate in islice(coming, max(number - len(boards), 0)):
                tell(str(boards.add(candidate)["board"]))
        except LimitReachedError as reached:
            typer.echo(f"kaleido: gave up: {reached}; {_summary(boards)}", err=True)
            raise typer.Exit(GAVE_UP) from None
        except KeyboardInterrupt:
            typer.echo(f"kaleido: {_summary(boards)}; --resume goes on", err=True)
            raise
        finally:
            coming.close()
    typer.echo(f"kaleido: {_summary(boards)}", err=True)


def _summary(boards: Folder) -> str:
    return f"{len(boards):,} board{'s' * (len(boards) != 1)} in {boards.path}"


def _specify(
    sketch: str | None,
    colours: str | None,
    symmetry: list[str] | None,
    min_solutions: int | None,
    max_solutions: int | None,
    difficulty: str | None,
    seed: int,
    max_memory: int,
) -> tuple[Specification, str]:
    """Return the boards that options specify, and the options in one line."""
    from kaleido.cli.source import read_sketch
    from kaleido.counting import CountLimits
    from kaleido.design import Sketch, Symmetry, Target
    from kaleido.design.generation import Specification
    from kaleido.design.sketch import ANY
    from kaleido.errors import OptionError
    from kaleido.text import quote

    drawn = Sketch.free() if sketch is None else read_sketch(sketch)
    if colours is not None:
        if not colours or not set(colours) <= set(ANY):
            raise OptionError(f"unknown colours {quote(colours)}: expected letters of x r y b")
        free = Sketch.free(colours).cells[0]
        drawn = drawn.with_cells(free if cell == ANY else cell for cell in drawn.cells)
    target = make_target(min_solutions, max_solutions, difficulty) or Target()
    symmetries = tuple(map(Symmetry.parse, symmetry or ()))
    easiest, hardest = target.difficulties
    most = "" if target.max_solutions is None else f" --max-solutions {target.max_solutions}"
    asked = (
        f"--difficulty {easiest}..{hardest} --min-solutions {target.min_solutions}{most}"
        + "".join(f" --symmetry {text}" for text in symmetry or ())
        + (f" --sketch {drawn.text}" if drawn != Sketch.free() else "")
        + f" --seed {seed}"
    )
    limits = CountLimits.within(max_memory)
    return Specification(drawn, symmetries, target, seed, limits), asked
