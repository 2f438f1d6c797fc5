"""``kaleido list`` and ``kaleido show``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from rich.console import Console

from kaleido.base.arguments import option_values
from kaleido.base.bounds import NUMBER, POSITIVE, SEED
from kaleido.base.elsewhere import meant_by
from kaleido.base.errors import OptionError, PatternError
from kaleido.base.text import both, either, ends_of, plural, quote
from kaleido.cli import options
from kaleido.cli.console import (
    answers,
    is_plain,
    print_drawing,
    print_json,
    print_source,
    print_wrapped,
)
from kaleido.cli.parameters import argument, names_of, option, within
from kaleido.cli.polyominoes import print_shapes
from kaleido.library.data import known, names, names_with, nearest, suite_rows
from kaleido.library.patterns import (
    GROUPS,
    listed_pattern,
    members,
    pattern_names,
)
from kaleido.library.piece_sets import named_set, set_form
from kaleido.library.puzzles import (
    GROUPS as PUZZLE_GROUPS,
    Challenge,
    katamino_challenges,
    listed_puzzle,
    puzzle_names,
)
from kaleido.library.ruled_names import is_ruled
from kaleido.model.difficulty import MAX_DIFFICULTY, draw_stars
from kaleido.model.edges import pattern_statistics
from kaleido.model.names import piece_labels
from kaleido.model.pattern import COLOURS, Pattern
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.puzzle.puzzle import Position
from kaleido.search.budget import budget_of

if TYPE_CHECKING:
    from kaleido.cli.list_outputs import ShownPattern, ShownPuzzle

PATTERNS, PUZZLES, CHALLENGES = "patterns", "puzzles", "challenges"


class Row(NamedTuple):
    """A line of the list: the group, and a text for each column."""

    group: str
    cells: tuple[str, ...]


def groups() -> tuple[str, ...]:
    """Return what `kaleido list` takes besides parts of names."""
    return (PATTERNS, *GROUPS, PUZZLES, *PUZZLE_GROUPS, CHALLENGES)


def _challenge(names: str, about: str, **given: Any) -> Any:
    return option(names, about, panel="Challenges", **given)


def list_(
    group: Annotated[
        str | None,
        argument(
            "GROUP",
            "A group; `patterns`, `puzzles` or `challenges` (pieces that fill five rows, as in "
            "Katamino); or the start of a word in the names.",
            complete=names_of("cli.listing:groups", "library.data:names"),
        ),
    ] = None,
    size: Annotated[
        int | None,
        _challenge(
            "--size N", "How many pieces, 3 to 12.", parser=within(NUMBER), show_default="5"
        ),
    ] = None,
    difficulty: Annotated[
        str | None,
        option(
            "--difficulty N or A..B",
            "Patterns or challenges of a difficulty from 1 to 5. Of challenges with equally many "
            "pieces, those with fewer solutions are harder.",
        ),
    ] = None,
    number: Annotated[
        int | None,
        _challenge("--number -n N", "How many.", parser=within(POSITIVE), show_default="1"),
    ] = None,
    seed: Annotated[
        int | None,
        _challenge("--seed N", "The same seed chooses the same.", parser=within(SEED)),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """List what comes with Kaleido, by group: patterns, and puzzles with other pieces.

    All commands take these names, as in `kaleido solve pentomino-6x10`. The list shows the number
    of solutions; for patterns, the difficulty and the implied edges; for puzzles, the cells.

    With --json each challenge is a line of JSON.
    """
    from kaleido.cli.list_outputs import NameList

    if known(group or "", (CHALLENGES,)):
        _list_challenges(
            5 if size is None else size, difficulty, number or 1, seed or 0, as_json=as_json
        )
        return
    if any(each is not None for each in (size, number, seed)):
        raise OptionError("--size, -n and --seed choose challenges: `kaleido list challenges`")
    found = _names(group)
    ordered = (name for key in GROUPS for name in pattern_names(key) if name in found)
    patterns = tuple(map(listed_pattern, ordered))
    puzzles = tuple(listed_puzzle(name) for name in puzzle_names() if name in found)
    if difficulty is not None:
        from kaleido.designing.target import parse_difficulty

        lowest, highest = parse_difficulty(difficulty)
        if not patterns:
            has = "only patterns and challenges have a difficulty"
            raise OptionError(f"{has}, not {quote(group or PUZZLES)}")
        patterns = tuple(each for each in patterns if lowest <= each.difficulty <= highest)
        puzzles = ()
        if not patterns:
            raise OptionError(f"none of these patterns has difficulty {difficulty}")
    every = NameList(patterns, puzzles)
    if as_json:
        print_json(every)
        return
    console = answers()
    plain = is_plain(console)
    coloured: list[Row] = []
    others: list[Row] = []
    for each in every.patterns:
        stars = draw_stars(each.difficulty, plain=plain)
        figures = (f"{each.solutions:,}", stars, str(each.implied_edges))
        coloured.append(Row(each.group, (each.name, each.title, *figures)))
    for other in every.puzzles:
        solutions = "" if other.solutions is None else f"{other.solutions:,}"
        title = f"{other.title}, here with {','.join(other.use)}" if other.open else other.title
        own = (other.name, title, f"{other.cells:,}", solutions)
        others.append(Row(other.group, own))
    _print_groups(console, ("name", "title", ">solutions", "difficulty", ">implied"), coloured)
    if coloured and others:
        console.print()
    _print_groups(console, ("name", "title", ">cells", ">solutions"), others)
    if group is None:
        console.print()
        print_wrapped(
            console,
            "A group makes the list shorter, as in `kaleido list standard`, and so does "
            "--difficulty N. The names today, random and new-3-42 (level 3, number 42) deal a "
            "board.",
        )


def _names(group: str | None) -> Sequence[str]:
    """Return the names of a group, or those of which a word begins so."""
    if group is None:
        return tuple(names())
    meant = known(group, groups())
    if meant in (PATTERNS, *GROUPS):
        return pattern_names(None if meant == PATTERNS else meant)
    if meant in (PUZZLES, *PUZZLE_GROUPS):
        return puzzle_names(None if meant == PUZZLES else meant)
    found = names_with(group, names())
    if not found:
        if is_ruled(group) or group.strip().lower() in suite_rows():
            raise PatternError(f"{quote(group)} is a single board: `kaleido show {group}`")
        if members(group):
            raise PatternError(
                f"{quote(group)} is a family of the suite: `kaleido suite --family {group}`"
            )
        is_level = all(map(str.isdecimal, ends_of(group.strip())))
        if level := group if is_level else option_values(group).get("difficulty"):
            raise PatternError(f"unknown group {quote(group)}: did you mean --difficulty {level}?")
        word = group.lower()
        if other := meant_by(word, "list") or meant_by(word, "command"):
            raise PatternError(f"unknown group {quote(group)}: did you mean `kaleido {other[0]}`?")
        raise PatternError(
            f"unknown group {quote(group)}: {nearest(group, (*groups(), *names()))} (a group, or "
            "the beginning of a word of names; `kaleido pieces` lists sets of pieces, `kaleido "
            "solve --help` strategies; --difficulty N chooses patterns)"
        )
    return found


GAP, LEAST_TITLE = 2, 12  # columns between two others, and of a title that is wrapped


def _print_groups(console: Console, heads: Sequence[str], rows: Iterable[Row]) -> None:
    """Print a table for each group; all are as wide, and titles have the room that is left.

    Where that is too little, they stand below the names. A table of rich would take longer than all
    the rest.
    """
    every = sorted(rows, key=lambda row: [*GROUPS, *PUZZLE_GROUPS].index(row.group))
    if not every:
        return
    bare = [head.removeprefix(">") for head in heads]
    widths = [
        max(map(len, column)) for column in zip(bare, *(row.cells for row in every), strict=True)
    ]
    rest = sum(widths) - widths[1] + GAP * (len(widths) - 1)
    room = console.width - rest
    below = room < min(widths[1], LEAST_TITLE)
    if below:
        bare[1] = ""
    widths[1] = 0 if below else min(widths[1], room)
    indent, width = (GAP, console.width - GAP) if below else (widths[0] + GAP, widths[1])
    form = "".join(
        f"{{:{'>' if head != own else '<'}{width}}}{' ' * GAP}"
        for head, own, width in zip(heads, bare, widths, strict=True)
    ).format
    for number, (group, listed) in enumerate(groupby(every, key=lambda row: row.group)):
        if number:
            console.print()
        console.print(f"{GROUPS.get(group) or PUZZLE_GROUPS[group]} ({group})\n", style="bold")
        console.print(form(*bare).rstrip(), style="bold")
        lines = [("-" if is_plain(console) else "─") * (sum(widths) + GAP * (len(widths) - 1))]
        for _, (name, title, *others) in listed:
            first, *more = [*([""] * below), *wrap(title, width)] or [""]
            lines.append(form(name, first, *others).rstrip())
            lines += [f"{'':{indent}}{each}" for each in more]
        console.print("\n".join(lines))


def show(
    position: Position,
    islands: Annotated[bool, option("--islands", "Tint the islands.")] = False,
    coordinates: Annotated[
        bool | None,
        option(
            "--coordinates/--no-coordinates",
            "Whether to label rows and columns.",
            show_default="on the terminal, not in a picture",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        option("--output -o FILE", "Write a picture of the board alone: .pdf, .png or .svg."),
    ] = None,
    marks: options.Marks = "none",
    as_json: options.AsJson = False,
) -> None:
    """Show a puzzle and what is known about it without solving it.

    For a pattern these are its implied edges and its statistics; for another puzzle its pieces and
    their rules. With pieces on its board, they are drawn. With -o, the board is also written as a
    picture, without the implied edges.
    """
    from kaleido.draw.look import check_marks

    chosen = check_marks(marks)
    board, pieces = position.pattern, position.pieces
    pattern = board if isinstance(board, Pattern) and pieces == CLASSIC else None
    lying = position if position.placements else board
    if output is not None:
        from kaleido.plot.boards import save_board  # it loads matplotlib

        labels = bool(coordinates)
        save_board(lying, output, islands=islands, coordinates=labels, marks=chosen)
    if as_json:
        print_json(_shown(position, pattern))
        return
    console = answers()
    if board.title:
        console.print(board.title, style="bold")
    labels = coordinates is not False
    implied = pattern is not None
    print_drawing(console, lying, islands=islands, implied=implied, coordinates=labels)
    print_source(console, board)
    for line in _puzzle_lines(position) if pattern is None else _pattern_lines(position, pattern):
        console.print(line)
    if output is not None:
        console.print(f"picture: {output}")


def _shown(position: Position, pattern: Pattern | None) -> ShownPattern | ShownPuzzle:
    from kaleido.cli.list_outputs import ShownPattern, ShownPuzzle
    from kaleido.hints.facts import ReasonFields

    board = position.pattern
    about = (board.title, board.source, board.note)
    if pattern is None:
        shape = (board.grid.rows, board.grid.cols, board.size)
        used = (set_form(position.pieces), len(position.problem))
        return ShownPuzzle(*about, board.form, *shape, *used)
    statistics = pattern_statistics(pattern)
    counted = (statistics.counts, statistics.island_sizes, statistics.implied_edges)
    fault = budget_of(CLASSIC).explain(pattern.counts)
    return ShownPattern(pattern.form, *about, *counted, ReasonFields.of(fault))


def _pattern_lines(position: Position, pattern: Pattern) -> Iterator[str]:
    statistics = pattern_statistics(pattern)
    counts = (f"{count} {COLOURS[letter]}" for letter, count in statistics.counts.items() if count)
    yield f"cells: {', '.join(counts)}"
    sizes = ", ".join(str(size) for size in statistics.island_sizes)
    yield f"islands: {statistics.islands} (of {sizes} cells)"
    yield f"implied edges: {statistics.implied_edges} of {position.problem.solved_edges}"
    if fault := budget_of(CLASSIC).explain(pattern.counts):
        yield f"no solution: {fault}"


def _puzzle_lines(position: Position) -> Iterator[str]:
    board, pieces = position.pattern, position.pieces
    yield f"board: {board.dimensions}, {plural(board.size, 'cell')}"
    if board.wrap:
        lines = {"columns": ("column",), "rows": ("row",)}.get(board.wrap, ("row", "column"))
        yield f"wraps around: {both(f'the last {line} touches the first' for line in lines)}"
    if board.optional:
        yield f"optional: cells {either(board.optional)} need not be covered"
    if board.leave:
        yield f"leave: exactly {plural(board.leave, 'cell')} stay empty"
    count, size = str(pieces.number), str(pieces.size)
    if pieces.least:
        count, size = f"{sum(pieces.needed)} to {count}", f"{pieces.least_size} to {size}"
    yield f"pieces: {_set_name(pieces)}; {count} with {size} cells in all"
    yield f"rules: {pieces.rules}"
    problem = position.problem
    yield f"placements: {sum(problem.placement_counts[: len(problem.pieces)]):,}"


def _set_name(pieces: PieceSet) -> str:
    """Return the name of a set, and if only some of its pieces are chosen, theirs."""
    # The name of a chosen set ends with the names of its pieces.
    of, _, chosen = pieces.name.rpartition(" ")
    names = [each.name for each, n in zip(pieces, pieces.counts, strict=True) for _ in range(n)]
    if sorted(chosen.split(",")) != sorted(names):
        return pieces.name
    labels = piece_labels(pieces)
    return f"{of}: {', '.join(labels[name] for name in names)}"


def _list_challenges(
    size: int, difficulty: str | None, number: int, seed: int, *, as_json: bool
) -> None:
    """List pieces that fill a board of five rows, chosen at random."""
    from kaleido.cli.list_outputs import Chosen
    from kaleido.designing.target import parse_difficulty

    every = katamino_challenges(size)
    lowest, highest = (1, MAX_DIFFICULTY) if difficulty is None else parse_difficulty(difficulty)
    fitting = [each for each in every if lowest <= each.difficulty <= highest]
    if not fitting:
        known = either(map(str, sorted({each.difficulty for each in every})))
        raise OptionError(
            f"no challenge of {size} pieces has difficulty {difficulty}: expected {known}"
        )
    chosen = Random(seed).sample(fitting, min(number, len(fitting)))
    console = answers(quiet=as_json)
    for place, each in enumerate(chosen):
        if as_json:
            print_json(Chosen(size, each))
        else:
            console.print("\n" if place else "", end="")
            _print_challenge(each, console)
    if len(chosen) < number:
        console.print(f"there are no more: {len(fitting)} in all")


def _print_challenge(challenge: Challenge, console: Console) -> None:
    stars = draw_stars(challenge.difficulty, plain=is_plain(console))
    names = ",".join(challenge.pieces)
    console.print(f"5 × {len(challenge.pieces)} with the pieces {names}", style="bold")
    pieces = named_set("katamino")
    print_shapes(console, [str(pieces[name].front.drawing) for name in challenge.pieces])
    solutions = plural(challenge.solutions, "solution")
    console.print(f"\n{solutions}, difficulty {challenge.difficulty} {stars}")
    console.print(f"kaleido solve katamino-5xN --use {names}")
