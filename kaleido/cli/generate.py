"""``kaleido generate``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from kaleido.cli import options
from kaleido.cli.console import note
from kaleido.cli.design import MaxSolutions, MinSolutions, Symmetries, make_target
from kaleido.cli.parameters import exclude, option, positive
from kaleido.cli.progress import board_progress, open_workers
from kaleido.cli.source import read_sketch
from kaleido.errors import LimitReachedError, OptionError
from kaleido.text import plural, quote

if TYPE_CHECKING:
    from kaleido.designing import Attempt, Sketch, Target
    from kaleido.designing.folder import Folder


def generate(
    folder: Annotated[str, option("--output -o DIR", "A new or empty folder for the boards.")],
    number: Annotated[int, option("-n --number N", "How many boards.", parser=positive)] = 10,
    difficulty: options.Difficulty = None,
    unique: Annotated[bool, option("--unique", "Each board has exactly one solution.")] = False,
    min_solutions: MinSolutions = None,
    max_solutions: MaxSolutions = None,
    sketch: Annotated[
        str | None,
        option("--sketch SKETCH", "A sketch that all boards fit, as for `kaleido design`."),
    ] = None,
    colours: Annotated[
        str | None,
        option("--colours LETTERS", "The colours of free cells: xr for black and red."),
    ] = None,
    symmetry: Symmetries = None,
    seed: options.Seed = 0,
    resume: options.Resume = False,
    force: options.Force = False,
    max_memory: options.MaxMemory = options.DEFAULT_MEMORY,  # type: ignore[assignment]
    workers: options.WorkerCount = None,
    scheduler: options.Scheduler = None,
) -> None:
    """Generate random boards with the number of solutions and the difficulty that you choose.

    DIR gets a pattern file for each board, its solution in DIR/solutions, and the exact counts
    and ratings of all boards in DIR/boards.jsonl. The difficulties of a range take turns. No two
    boards are rotations of each other. The same options and seed give the same boards.

    Exit codes: 0 generated N boards, 1 no such board exists (proved), 2 bad input, 3 gave up
    before the last, 130 interrupted.
    """
    from kaleido.counting import CountLimits
    from kaleido.designing import Specification, Symmetry, Target, generate
    from kaleido.designing.folder import open_folder
    from kaleido.designing.generation import prove_possible

    if unique and (min_solutions or max_solutions):
        raise OptionError("--unique goes without --min-solutions and --max-solutions")
    exclude("--resume", "--force", given=resume and force)
    if not folder.strip():
        raise OptionError(f"{folder!r} names no folder")
    drawn = _read_sketch(sketch, colours)
    target = make_target(min_solutions, 1 if unique else max_solutions, difficulty) or Target()
    symmetries = tuple(map(Symmetry.parse, symmetry or ()))
    wanted = Specification(drawn, symmetries, target, seed, CountLimits.within(max_memory))
    asked = _describe(drawn, target, symmetry or (), seed)
    prove_possible(wanted)
    with (
        open_workers(workers, scheduler) as pool,
        open_folder(Path(folder), asked, resume=resume, force=force) as boards,
        board_progress("generate", len(boards), number) as report,
        closing(
            generate(wanted, pool, first=boards.first, known=frozenset(boards.known))
        ) as coming,
    ):
        _add_boards(boards, islice(coming, max(number - len(boards), 0)), report)
    note(f"kaleido: {_summarise(boards)}")


def _add_boards(boards: Folder, coming: Iterable[Attempt], report: Callable[[str], None]) -> None:
    try:
        for candidate in coming:
            report(str(boards.add(candidate)["board"]))
    except LimitReachedError as reached:
        raise LimitReachedError(f"{reached}; {_summarise(boards)}") from None
    except KeyboardInterrupt:
        note(f"kaleido: {_summarise(boards)}; --resume goes on")
        raise


def _summarise(boards: Folder) -> str:
    return f"{plural(len(boards), 'board')} in {boards.path}"


def _read_sketch(source: str | None, colours: str | None) -> Sketch:
    """Read the sketch, in which free cells have only the chosen colours."""
    from kaleido.designing import Sketch
    from kaleido.designing.sketch import ANY

    drawn = Sketch.free() if source is None else read_sketch(source)
    if colours is None:
        return drawn
    if not colours or not set(colours) <= set(ANY):
        raise OptionError(f"unknown colours {quote(colours)}: expected letters of x r y b")
    free = Sketch.free(colours).cells[0]
    return drawn.with_cells(free if cell == ANY else cell for cell in drawn.cells)


def _describe(drawn: Sketch, target: Target, symmetries: Sequence[str], seed: int) -> str:
    """Return the options that determine the boards, on one line."""
    from kaleido.designing import Sketch

    easiest, hardest = target.difficulties
    most = "" if target.max_solutions is None else f" --max-solutions {target.max_solutions}"
    return (
        f"--difficulty {easiest}..{hardest} --min-solutions {target.min_solutions}{most}"
        + "".join(f" --symmetry {text}" for text in symmetries)
        + (f" --sketch {drawn.text}" if drawn != Sketch.free() else "")
        + f" --seed {seed}"
    )
