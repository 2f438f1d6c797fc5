"""``kaleido design`` and ``kaleido generate``: new patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from kaleido.base.bounds import NUMBER, POSITIVE, SECONDS, SOLUTIONS
from kaleido.base.errors import LimitReachedError, NoSolutionError, OptionError
from kaleido.base.files import check_target, write_text
from kaleido.base.text import plural, quote
from kaleido.cli import options
from kaleido.cli.console import answers, is_plain, note, print_drawing, print_json
from kaleido.cli.messages import Written
from kaleido.cli.parameters import argument, exclude, names_of, option, within
from kaleido.cli.progress import board_progress, open_workers
from kaleido.cli.source import read_sketch
from kaleido.model.difficulty import draw_stars
from kaleido.model.names import cell_name
from kaleido.model.pattern import COLS

if TYPE_CHECKING:
    from rich.console import Console

    from kaleido.designing import Attempt, Design, Sketch, Target
    from kaleido.designing.folder import Folder


Symmetries = Annotated[
    list[str] | None,
    option(
        "--symmetry MAP[:COLOURS]",
        "The pattern looks the same after mirror, flip, diagonal, antidiagonal, half-turn "
        "or turn; mirror:xr also exchanges x and r. May be repeated.",
        complete=names_of("designing.symmetry:NAMES"),
    ),
]
MinSolutions = Annotated[
    int | None, option("--min-solutions N", "At least N solutions.", parser=within(SOLUTIONS))
]
MaxSolutions = Annotated[
    int | None, option("--max-solutions N", "At most N solutions.", parser=within(SOLUTIONS))
]


def design(
    sketch: Annotated[
        str | None,
        argument(
            "SKETCH",
            "Eight rows in which ? is any colour and [ry] red or yellow: a file, - for "
            "standard input, or rows with / between them; or the name or a picture of a pattern.",
            complete=names_of("library:pattern_names"),
        ),
    ] = None,
    text: Annotated[
        str | None,
        option(
            "--text LETTERS",
            "Draw one or two red letters or digits instead of reading a sketch, with as few cells "
            "off the chequer as possible.",
        ),
    ] = None,
    symmetry: Symmetries = None,
    nearest: Annotated[
        bool, option("--nearest", "Change the fewest cells of the sketch to make it solvable.")
    ] = False,
    background: Annotated[
        str | None,
        option(
            "--background checker[:COLOURS]",
            "Chequer the cells that may have several colours, in red and black or, say, xb.",
        ),
    ] = None,
    min_solutions: MinSolutions = None,
    max_solutions: MaxSolutions = None,
    difficulty: options.Difficulty = None,
    number: Annotated[
        int, option("-n --number N", "How many different patterns.", parser=within(NUMBER))
    ] = 1,
    seed: options.Seed = 0,
    timeout: Annotated[
        float,
        option(
            "--timeout SECONDS",
            "Give up on a pattern after this much wall time.",
            parser=within(SECONDS),
        ),
    ] = 15.0,
    max_memory: options.MaxMemory = options.DEFAULT_MEMORY,  # type: ignore[assignment]
    output: Annotated[
        Path | None,
        option(
            "--output -o FILE",
            "Write the pattern to a file (.txt); several to NAME-1.txt, NAME-2.txt, …",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Complete a sketch to a solvable pattern, or prove that no such pattern exists.

    With --json each pattern is a line of JSON, with a solution.

    Exit codes: 0 found N patterns, or all there are; 1 none exists (proved), 2 bad input, 3 gave
    up.
    """
    from kaleido.counting import CountLimits
    from kaleido.designing import Background, design
    from kaleido.designing.sketch import lettered
    from kaleido.designing.target import wished_target

    exclude("SKETCH", "--text", given=sketch is not None and text is not None)
    if sketch is None and text is None:
        raise click.BadParameter(
            "expected a SKETCH or --text LETTERS; `kaleido generate` makes random boards"
        )
    # No pattern shows most letters without a fault, so the nearest one is looked for.
    nearest = nearest or text is not None
    drawn = lettered(text) if text is not None else read_sketch(sketch or "")
    target = wished_target(min_solutions, max_solutions, difficulty)
    if output is not None:
        check_target(output, ["txt"])
    coming = design(
        drawn,
        symmetry or (),
        nearest=nearest,
        background=Background.parse(background) if background is not None else (),
        target=target,
        seed=seed,
        timeout=timeout,
        limits=CountLimits.within(max_memory),
    )
    console = answers(quiet=as_json)
    found = 0
    for found, each in enumerate(islice(coming, number), start=1):
        if output is not None:
            path = output if number == 1 else output.with_stem(f"{output.stem}-{found}")
            write_text(path, f"{each.pattern}\n")
        if as_json:
            print_json(each)
        _print_design(each, drawn, nearest=nearest, background=background, console=console)
        console.file.flush()
    if found and not nearest and all(len(colours) == 1 for colours in drawn.cells):
        console.print("each cell of the sketch has its colour: nothing is left to design")
    if not found and number:
        changed = "" if nearest else "; --nearest changes the fewest cells of the sketch"
        raise NoSolutionError(f"no such pattern has a solution{changed}")
    if found < number:
        console.print("there are no more such patterns")


def _print_design(
    each: Design, sketch: Sketch, *, nearest: bool, background: str | None, console: Console
) -> None:
    if each.pattern.title:
        console.print(each.pattern.title, style="bold")
    print_drawing(console, each.pattern)
    if nearest:
        proof = "fewest"
        if each.distance.changed > each.bound.changed:
            proof = f"not proved fewest: at least {each.bound.changed}"
        console.print(f"{plural(each.distance.changed, 'cell')} changed ({proof})")
        letters = "".join(each.pattern.rows)
        for place, (own, cell) in enumerate(zip(letters, sketch.cells, strict=True)):
            if own not in cell:
                name = cell_name(divmod(place, COLS))
                console.print(f"  {name}: {own}, not {' or '.join(cell)}")
    if background is not None:
        proof = "fewest" if each.distance == each.bound else "not proved fewest"
        console.print(f"{plural(each.distance.off, 'cell')} off the background ({proof})")
    if each.assessment is not None and each.assessment.rating is not None:
        solutions = each.assessment.solutions
        assert solutions is not None
        difficulty = each.assessment.rating.difficulty
        stars = draw_stars(difficulty, plain=is_plain(console))
        console.print(f"{plural(solutions, 'solution')}, difficulty {difficulty} {stars}")


def generate(
    folder: Annotated[Path, option("--output -o DIR", "A new or empty folder for the boards.")],
    number: Annotated[
        int, option("-n --number N", "How many boards.", parser=within(POSITIVE))
    ] = 10,
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
    as_json: options.AsJson = False,
) -> None:
    """Generate random boards with the number of solutions and the difficulty that you choose.

    DIR gets a pattern file for each board, its solution in DIR/solutions, and the exact counts
    and ratings of all boards in DIR/boards.jsonl. The difficulties of a range take turns. No two
    boards are rotations of each other. The same options and seed give the same boards.

    Exit codes: 0 generated N boards, 1 no such board exists (proved), 2 bad input, 3 gave up
    before the last, 130 interrupted.
    """
    from kaleido.counting import CountLimits
    from kaleido.designing import Specification, Target, generate
    from kaleido.designing.folder import open_folder, prove_possible
    from kaleido.designing.target import wished_target

    if unique and (min_solutions or max_solutions):
        raise OptionError("--unique goes without --min-solutions and --max-solutions")
    exclude("--resume", "--force", given=resume and force)
    drawn = _read_sketch(sketch, colours)
    target = wished_target(min_solutions, 1 if unique else max_solutions, difficulty) or Target()
    limits = CountLimits.within(max_memory)
    wanted = Specification(drawn, tuple(symmetry or ()), target, seed, limits)
    asked = _describe(drawn, target, symmetry or (), seed)
    prove_possible(wanted)
    with (
        open_workers(workers, scheduler) as pool,
        open_folder(folder, asked, resume=resume, force=force) as boards,
        board_progress("generate", len(boards), number) as report,
        closing(
            generate(wanted, pool, first=boards.first, known=frozenset(boards.known))
        ) as coming,
    ):
        _add_boards(boards, islice(coming, max(number - len(boards), 0)), report)
    note(f"kaleido: {_summarise(boards)}")
    if as_json:
        print_json(Written(str(folder), plural(len(boards), "board")))


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
