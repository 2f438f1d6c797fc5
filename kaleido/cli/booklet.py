"""``kaleido booklet``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from kaleido.base.bounds import POSITIVE
from kaleido.base.errors import OptionError
from kaleido.base.files import check_target
from kaleido.base.text import plural
from kaleido.cli import options
from kaleido.cli.console import answers
from kaleido.cli.messages import tell_written
from kaleido.cli.parameters import NAMES, argument, names_of, option, within
from kaleido.cli.progress import board_progress
from kaleido.cli.source import read_named
from kaleido.library.data import known
from kaleido.library.patterns import GROUPS, facts_of, group_members
from kaleido.library.puzzles import parts_of, puzzle_facts, puzzle_names
from kaleido.model.piece_set import CLASSIC
from kaleido.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from kaleido.batch import BoardInput
    from kaleido.printing import Entry

_GENERATED = "Generated boards"


def booklet(
    output: Annotated[Path, option("--output -o FILE", "The booklet: a .pdf file.")],
    patterns: Annotated[
        list[str] | None,
        argument(
            "PUZZLES",
            "Names of boards and groups, rows, their files, pictures, folders of them, or files "
            "of many boards, as for `kaleido batch`.",
            complete=NAMES,
        ),
    ] = None,
    group: Annotated[
        str | None,
        option(
            "--group GROUP",
            "All patterns or puzzles of a group (see `kaleido list`).",
            complete=names_of("library.patterns:GROUPS", "library.puzzles:GROUPS"),
        ),
    ] = None,
    number: Annotated[
        int | None,
        option(
            "-n --number N",
            "Generate N boards, as `kaleido generate` does.",
            parser=within(POSITIVE),
            panel=_GENERATED,
        ),
    ] = None,
    difficulty: options.Difficulty = None,
    unique: Annotated[
        bool,
        option("--unique", "Each board has exactly one solution.", panel=_GENERATED),
    ] = False,
    seed: options.Seed = None,  # type: ignore[assignment]
    title: Annotated[str | None, option("--title TEXT", "The title of the booklet.")] = None,
    per_page: Annotated[
        int, option("--per-page 1|2|4", "The boards on a page.", parser=within(POSITIVE))
    ] = 1,
    paper: options.PaperName = "a4",
    marks: options.Marks = "hatches",
    pieces: Annotated[
        bool, option("--pieces", "Add pieces to cut out that fit on the boards.")
    ] = False,
    solutions: Annotated[
        bool, option("--solutions/--no-solutions", "Whether to add solutions at the end.")
    ] = True,
    no_count: Annotated[
        bool,
        option("--no-count", "Do not count or rate boards whose numbers are unknown."),
    ] = False,
    max_nodes: options.MaxNodes = 1_000_000,
    max_memory: options.MaxMemory = options.DEFAULT_MEMORY,  # type: ignore[assignment]
    workers: options.WorkerCount = None,
    as_json: options.AsJson = False,
) -> None:
    """Make a booklet to print: boards with their difficulty, and solutions at the end.

    The boards are PUZZLES together with --group, or they are generated with -n, --difficulty,
    --unique and --seed. Hatches tell the colours apart in black and white. The same input and seed
    give the same file.

    Exit codes: 0 written, 2 bad input, 3 gave up on generating the boards, 130 interrupted.
    """
    from kaleido.draw.look import check_marks
    from kaleido.printing import Booklet, check_per_page, find_paper, make_entry, write_pages

    check_target(output, ["pdf"])
    sheet, chosen = find_paper(paper), check_marks(marks)
    check_per_page(per_page)
    files = patterns or []
    grouped = () if group is None else group_members(group) or (group,)
    named = [*grouped, *files]
    generates = unique or any(value is not None for value in (number, difficulty, seed))
    if named and generates:
        raise OptionError(
            "-n, --difficulty, --unique and --seed generate boards: leave them out, or PUZZLES "
            "and --group"
        )
    entries: list[Entry] = []
    if generates:
        entries = _generate(number or 10, difficulty, unique, seed, max_memory, workers)
    elif named:
        boards = _read_known(named)
        limits: dict[str, Any] = {"max_nodes": max_nodes, "max_memory": max_memory}
        with board_progress("booklet", 0, len(boards)) as report:
            for board, about in boards:
                entries.append(make_entry(board, counts=not no_count, **about, **limits))
                report(about["title"])
    else:
        raise OptionError("no boards: expected PUZZLES, --group, or -n to generate some")
    own = None if files or group is None else known(group, GROUPS)
    usual = f"Kaleidoscope: {GROUPS[own]}" if own else "Kaleidoscope"
    others = any(entry.puzzle.pieces is not CLASSIC for entry in entries)
    made = Booklet(
        title or ("Puzzles" if others else usual),
        tuple(entries),
        sheet,
        per_page,
        chosen,
        with_pieces=pieces,
        with_solutions=solutions,
    )
    count = write_pages(output, made.pages(), made.title)
    content = f"{plural(len(entries), 'board')} on {plural(count, 'page')}"
    tell_written(output, content, as_json=as_json)
    console = answers(quiet=as_json)
    for heading, entry in zip(made.headings, made.entries, strict=True):
        if entry.solution is None:
            proved = "no solution (proved)"
            reason = proved if entry.solutions == 0 else "gave up: no solution found"
            console.print(f"{heading}: {reason}")


def _read_known(files: Sequence[str]) -> list[tuple[Puzzle, dict[str, Any]]]:
    """Return the boards that `kaleido.batch.BoardInputs` reads, each once, with known facts."""
    from kaleido.batch import BoardInputs

    # The first board of equal ones keeps its title.
    found: dict[Puzzle, tuple[Puzzle, dict[str, Any]]] = {}
    for item in BoardInputs(files):
        puzzle, title = _read(item)
        about: dict[str, Any] = {"title": title}
        if facts := facts_of(puzzle.pattern):
            about |= {"solutions": facts.solutions, "difficulty": facts.difficulty}
        elif name := known(item.board, puzzle_names()):
            listed = puzzle_facts(name)
            # The number is that for the pieces that people begin with.
            about |= {"solutions": None if listed.open else listed.solutions}
        found.setdefault(puzzle, (puzzle, about))
    return list(found.values())


def _read(item: BoardInput) -> tuple[Puzzle, str]:
    """Return the puzzle of an item, and a title: its own, or the name of its file or in a file."""
    if item.path is not None:
        puzzle, name = read_named(str(item.path)), item.path.stem
    else:
        puzzle, (_, colon, name) = Puzzle(*parts_of(item.text)), item.board.rpartition(":")
        name = "" if not colon or name.isdecimal() else name
    return puzzle, puzzle.pattern.title or name


def _generate(
    number: int,
    difficulties: tuple[int, int] | None,
    unique: bool,
    seed: int | None,
    max_memory: int,
    workers: int | None,
) -> list[Entry]:
    """Generate boards as ``kaleido generate`` does; show how far it is."""
    from kaleido.counting import CountLimits
    from kaleido.designing import Specification, Target, generate
    from kaleido.designing.target import wished_target
    from kaleido.parallel import make_workers
    from kaleido.printing import Entry

    target = wished_target(None, 1 if unique else None, difficulties) or Target()
    wanted = Specification(target=target, seed=seed or 0, limits=CountLimits.within(max_memory))
    entries: list[Entry] = []
    with (
        make_workers(workers) as pool,
        board_progress("generate", 0, number) as report,
        closing(generate(wanted, pool)) as coming,
    ):
        for each in islice(coming, number):
            assert each.assessment is not None
            assert each.assessment.rating is not None
            solution, solutions = each.assessment.solution, each.assessment.solutions
            level = each.assessment.rating.difficulty
            entries.append(Entry(Puzzle(solution.pattern), "", solution, solutions, level))
            report(f"board {len(entries)}")
    return entries
