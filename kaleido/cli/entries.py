"""The boards of a booklet: patterns of all kinds, other puzzles by name, and generated boards."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from kaleido.cli.puzzle import read_puzzle
from kaleido.cli.source import read_pattern

if TYPE_CHECKING:
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.batch import BoardInput
    from kaleido.model.pattern import Pattern
    from kaleido.printing import Entry


class Known(NamedTuple):
    """A puzzle that was asked for, and what is known about it."""

    puzzle: Puzzle
    title: str
    solutions: int | None = None
    difficulty: int | None = None


def read_known(files: Sequence[str], group: str | None, puzzles: Sequence[str]) -> list[Known]:
    """Read the boards that the user names, each board once.

    Parameters
    ----------
    files : sequence of str
        As for `kaleido.batch.BoardInputs`.
    group : str or None
        A group of the patterns that come with Kaleido.
    puzzles : sequence of str
        The names of other puzzles.

    Raises
    ------
    KaleidoError
        One of them names no board, or is not a board.
    """
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.batch import BoardInputs
    from kaleido.library.patterns import named_pattern, pattern_facts, pattern_names
    from kaleido.library.puzzles import puzzle_facts

    names = pattern_names(group) if group is not None else ()
    library = {named_pattern(name): name for name in pattern_names()}
    # The first board of equal ones keeps its title.
    found: dict[Any, Known] = {}
    for item in BoardInputs([*names, *files]) if names or files else ():
        pattern = _read(item)
        facts = pattern_facts(library[pattern]) if pattern in library else None
        known = (facts.solutions, facts.difficulty) if facts else (None, None)
        found.setdefault(pattern, Known(Puzzle(pattern), pattern.title or _title(item), *known))
    for name in puzzles:
        puzzle = read_puzzle(puzzle=name)
        about = puzzle_facts(name)
        # The number is that for the pieces that people begin with.
        solutions = None if about.open else about.solutions
        found.setdefault(name, Known(puzzle, puzzle.pattern.title or name, solutions))
    return list(found.values())


def _read(item: BoardInput) -> Pattern:
    """Return the pattern of an item, with its title if it has one."""
    from kaleido.library.patterns import named_pattern, pattern_names
    from kaleido.model.pattern import Pattern

    if item.path is not None:
        return read_pattern(str(item.path))
    if item.board in pattern_names():
        return named_pattern(item.board)
    return Pattern.parse(item.text)


def _title(item: BoardInput) -> str:
    """Return a title for a board without one: the name of its file, or its name in a file."""
    if item.path is not None:
        return item.path.stem
    _, colon, name = item.board.rpartition(":")
    return "" if not colon or name.isdecimal() else name


def make_entries(
    known: Sequence[Known], *, counts: bool, max_nodes: int | None, max_memory: int
) -> tuple[Entry, ...]:
    """Solve boards and, as far as that is not known, count and rate them; show how far it is."""
    from kaleido.cli.progress import board_progress
    from kaleido.printing import make_entry

    entries = []
    with board_progress("booklet", 0, len(known)) as report:
        for puzzle, title, solutions, difficulty in known:
            entries.append(
                make_entry(
                    puzzle,
                    title,
                    solutions=solutions,
                    difficulty=difficulty,
                    counts=counts,
                    max_nodes=max_nodes,
                    max_memory=max_memory,
                )
            )
            report(title)
    return tuple(entries)


def generate_entries(
    number: int,
    difficulty: str | None,
    *,
    unique: bool,
    seed: int,
    max_memory: int,
    workers: int | None,
) -> tuple[Entry, ...]:
    """Generate boards as ``kaleido generate`` does; show how far it is.

    Raises
    ------
    LimitReachedError
        There are too few such boards.
    """
    from kaleido.cli.design import make_target
    from kaleido.cli.progress import board_progress
    from kaleido.counting import CountLimits
    from kaleido.designing import Target
    from kaleido.designing.generation import Specification, generate
    from kaleido.parallel import make_workers

    target = make_target(None, 1 if unique else None, difficulty) or Target()
    wanted = Specification(target=target, seed=seed, limits=CountLimits.within(max_memory))
    entries = []
    with (
        make_workers(workers) as pool,
        board_progress("generate", 0, number) as report,
        closing(generate(wanted, pool)) as coming,
    ):
        for candidate in islice(coming, number):
            entries.append(_generated(candidate))
            report(f"board {len(entries)}")
    return tuple(entries)


def _generated(candidate: Any) -> Entry:
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.printing import Entry

    assessment = candidate.assessment
    solution = assessment.solution
    return Entry(
        Puzzle(solution.pattern),
        "",
        solution,
        assessment.solutions,
        assessment.rating.difficulty,
    )
