"""``kaleido hint``, ``kaleido position`` and ``kaleido check``: about pieces on a board."""

import shlex
from pathlib import Path
from typing import Annotated, Any, Unpack

import click
from rich.console import Console

from kaleido.base.errors import GAVE_UP, NO_SOLUTION, SolutionError, TooLargeError
from kaleido.base.files import parse_file
from kaleido.base.text import plural, unknown
from kaleido.cli import options
from kaleido.cli.console import answers, print_drawing, print_json
from kaleido.cli.parameters import NAMES, argument, option
from kaleido.cli.progress import share_progress
from kaleido.cli.puzzle import BoardOptions, read_puzzle, split_sources
from kaleido.cli.source import read_input, read_places, read_position
from kaleido.hints.hint import Hint
from kaleido.hints.reason import ReasonKind
from kaleido.model.placement import Placement, placements_from_json
from kaleido.model.verify import find_faults
from kaleido.puzzle.puzzle import Position
from kaleido.search.notation import place_name

STEPS = ("where", "piece", "place")


def _step(text: str) -> str:
    if text not in STEPS:
        raise click.BadParameter(unknown("step", text, STEPS))
    return text


def hint(
    position: Position,
    step: Annotated[
        str | None,
        option(
            "--step where|piece|place",
            "Say only where to look, which piece it is, or how it lies.",
            parser=_step,
        ),
    ] = None,
    counts: Annotated[
        bool, option("--count", "Count the solutions that are left, and those with the move.")
    ] = False,
    timeout: options.Timeout = None,
    max_memory: options.MaxMemory = options.DEFAULT_MEMORY,  # type: ignore[assignment]
    as_json: options.AsJson = False,
) -> None:
    """Suggest the next move and explain it, or name the pieces to take off a lost board.

    The drawing shows the move, or where to look, in brackets.

    Exit codes: 0 a move (or solved already), 1 no solution contains the board, 2 bad input, 3 gave
    up.
    """
    from kaleido.cli.outputs import Hinted

    if step is not None and (as_json or counts):
        raise click.BadParameter("--step goes with neither --json nor --count")
    given = position.hint(timeout=timeout)
    among = hold = None
    if counts:
        label, limits = "counting the solutions left", {"max_memory": max_memory}
        among, hold = _ways(position, given, label, given.placement, **limits)
    if as_json:
        print_json(Hinted(given, among, hold, position.pattern.form, position.text))
    console = answers(quiet=as_json)
    _print_hint(console, position, given, step)
    if counts and given.placement is not None:
        if among is None or hold is None:
            console.print("there are too many solutions to count the move's share of them")
        else:
            console.print(f"in {hold:,} of {among:,} solutions ({hold / among:.1%})")
    if given.status.exit_code:
        raise click.exceptions.Exit(given.status.exit_code)


def _print_hint(console: Console, position: Position, given: Hint, step: str | None) -> None:
    """Print a hint, or one step of it, and the board with the cells concerned in brackets."""
    if console.quiet:
        return
    move, words = given.placement, given.words
    said = {"where": words.where, "piece": words.piece, "place": words.place}
    wanted = STEPS if step is None else (step,)
    lines = [said[each] for each in wanted if said[each]]
    # A hint with fewer steps is all said with the last of them.
    for line in lines or [words.piece or words.where]:
        console.print(line)
    if move is not None and step in (None, "place"):
        print_drawing(console, position.push(move), marked=set(move.cells))
        place = place_name(move, position.pieces, position.pattern)
        console.print(f"--place {shlex.quote(place)}", style="dim")
        return
    marked = {cell for each in given.remove for cell in each.cells}
    if step == "where" or not marked:
        marked = set(given.reason.cells)
    print_drawing(console, position, marked=marked)


def _ways(
    position: Position, given: Hint, label: str, move: Placement | None = None, **limits: Any
) -> tuple[int | None, int | None]:
    """Return how many solutions contain a position, and how many of them a move.

    They are None where counting them takes too much, and the second is without a move, too.
    """
    if given.lost:
        return 0, None
    if given.status.exit_code == GAVE_UP:
        return None, None
    try:
        with share_progress(label) as report:
            if move is None:
                return position.count(report=report, **limits).solutions, None
            count, hold = position.count_with(move, report=report, **limits)
            return count.solutions, hold
    except TooLargeError:
        return None, None


COUNT_SECONDS = 2.0  # how long the ways to complete a position are counted
COUNT_MEMORY = 10**9


def position(
    sources: Annotated[
        list[str] | None,
        argument(
            "[PUZZLE] [POSITION]",
            "A puzzle, unless --board is given; then, unless --place or --position says which, "
            "the pieces on it, as --position takes them.",
            complete=NAMES,
        ),
    ] = None,
    place: options.Places = None,
    grid: options.Position = None,
    timeout: options.Timeout = None,
    by_piece: options.ByPiece = False,
    as_json: options.AsJson = False,
    **named: Unpack[BoardOptions],
) -> None:
    """Draw a position, and say whether and in how many ways it can be completed.

    If it cannot, the pieces that must come off are named; they stand in brackets.

    Exit codes: 0 it can be completed, 1 it cannot, 2 bad input, 3 gave up.
    """
    words = sources or []
    if grid is None and place and len(words) < 2 - (named["board"] is not None):
        pattern, source = next(iter(words), None), None
    else:
        sources = [*words, *filter(None, [grid])]
        pattern, source = split_sources(sources, "POSITION", named["board"])
    asked = read_puzzle(pattern, **named)
    lying = read_places(place, read_position(source, asked))
    given = lying.hint(timeout=timeout)
    ways, _ = _ways(lying, given, "counting", max_memory=COUNT_MEMORY, timeout=COUNT_SECONDS)
    if as_json:
        from kaleido.cli.outputs import Judged

        form, known = lying.pattern.form, given.status.exit_code != GAVE_UP
        judged = (given.status, not given.lost if known else None, ways, given.remove)
        print_json(Judged(form, lying.text, lying.placements, *judged))
    console = answers(quiet=as_json)
    if asked.pattern.title:
        console.print(asked.pattern.title, style="bold")
    off = {cell for each in given.remove for cell in each.cells}
    print_drawing(console, lying, marked=off, by_piece=by_piece)
    most = "" if asked.pieces.uses_all else "at most "
    pieces_in_all = plural(asked.pieces.number, "piece")
    console.print(f"{lying.state.depth} of {most}{pieces_in_all} placed")
    console.print(_judgement(given, ways))
    raise click.exceptions.Exit(given.status.exit_code)


def _judgement(given: Hint, ways: int | None) -> str:
    """Return a sentence that says whether a position can be completed."""
    if given.reason.kind is ReasonKind.SOLVED:
        return f"it is complete: {given.reason.why}"
    if given.status.exit_code == GAVE_UP:
        return f"gave up: it is not known whether it can be completed: {given.reason.why}"
    if given.lost:
        return f"it cannot be completed. {given.sentence}"
    if ways is None:
        return "it can be completed; the ways were not counted, as that takes long: `kaleido count`"
    return f"it can be completed in exactly {plural(ways, 'way')}"


MAX_BYTES = 1024 * 1024


def check(
    sources: Annotated[
        list[str],
        argument(
            "[PUZZLE] SOLUTION",
            "A puzzle, unless --board is given; then JSON as `kaleido solve "
            "--json` writes it, its file, or - for standard input.",
            complete=NAMES,
        ),
    ],
    as_json: options.AsJson = False,
    **named: Unpack[BoardOptions],
) -> None:
    """Verify a solution from JSON, independently of any search.

    Exit codes: 0 it solves the pattern, 1 it does not (every fault is named), 2 bad input.
    """
    pattern, solution = split_sources(sources, "SOLUTION", named["board"])
    wanted = read_puzzle(pattern, **named)
    if solution.lstrip()[:1] in ("{", "["):
        placements = placements_from_json(solution)
    elif solution == "-":
        placements = placements_from_json(read_input(SolutionError, MAX_BYTES))
    else:
        placements = parse_file(Path(solution), placements_from_json, SolutionError, MAX_BYTES)
    faults = find_faults(wanted.pattern, placements, wanted.pieces)
    if as_json:
        from kaleido.cli.outputs import Verified

        print_json(Verified(wanted.pattern.form, not faults, tuple(faults)))
    console = answers(quiet=as_json)
    for fault in faults:
        console.print(fault)
    if faults:
        console.print(f"not a solution: {plural(len(faults), 'fault')}")
        raise click.exceptions.Exit(NO_SOLUTION)
    used = "every piece is used once"
    if wanted.pieces.copies or not wanted.pieces.uses_all:
        used = "no piece is used too often"
    if any(wanted.pieces.least):
        used += " or too rarely"
    rules = any(piece.places for piece in wanted.pieces)
    used += ", each lies where it may" if rules else ""
    covered = f"every cell {'that must be ' if wanted.pattern.blanks else ''}is covered"
    shown = "every shape is right" if wanted.pieces.is_plain else "every colour is right"
    console.print(f"a solution: {used}, {covered}, {shown}")
