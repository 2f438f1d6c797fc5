"""A puzzle in the format of Knuth's exact-cover programs, and their output read back.

Lines that start with ``|`` are comments. The first other line names the items: primary ones, which
must be covered, then after a ``|`` secondary ones, which may be. Every line after it is an
option: the items that it covers.

References
----------
D. E. Knuth, "The Art of Computer Programming", vol. 4B, section 7.2.2.1, 2022, and the programs
DLX1, DLX2 and DLX3 on his web pages.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import SolutionError
from kaleido.base.text import quote
from kaleido.export.cover import Cover, options_of
from kaleido.model.grid import bits
from kaleido.model.placement import Placement
from kaleido.search.problem import Problem
from kaleido.search.state import State

_HEADING = re.compile(r"\d+:")


@checked_arguments
def dlx_lines(state: State) -> Iterator[str]:
    r"""Yield the lines of Knuth's format.

    A piece that may be left over is a secondary item. An optional cell has its own option,
    which leaves it empty: options of secondary items alone are never chosen. A piece with several
    copies has a multiplicity, ``3|I`` or ``0:3|I``, which DLX3 reads. Without copies, DLX1 is
    enough.

    Examples
    --------
    >>> from kaleido import PieceSet
    >>> from kaleido.model import Board
    >>> few = PieceSet.parse("few", "# sides: mirrored\nD oo x2\nM o")
    >>> for line in list(dlx_lines(State.empty(Problem(Board.parse("1x5"), few))))[:5]:
    ...     print(line)
    | 7 items, 9 options
    | k|item: filled by k options, l:k|item: by l to k (for DLX3, algorithm M)
    0,0 0,1 0,2 0,3 0,4 2|D M
    0,0 0,1 D
    0,1 0,2 D
    """
    problem, cover = state.problem, Cover(state.problem)
    items, options, marks = cover.items, options_of(state), _marks(state.problem)
    blanks = (number for number in bits(state.live) if problem.is_blank(number))
    empty = [items[cover.covered(number)[0]].name for number in blanks]
    if problem.pattern.title:
        yield f"| {problem.pattern.title}"
    yield f"| {len(items)} items, {len(options) + len(empty):,} options"
    if any(item.most > 1 for item in items):
        yield "| k|item: filled by k options, l:k|item: by l to k (for DLX3, algorithm M)"
    for item in items:
        if item.piece is not None and item.name != item.piece:
            yield f"| {item.name} is the piece {item.piece}"
    if marks:
        yield "| =1, =2, … tell options apart that fill the same"
    if empty:
        yield "| an option that is one cell leaves it empty"
    secondary = [item.name for item in items if item.piece and not item.least and item.most == 1]
    primary = []
    for item in (each for each in items if each.name not in secondary):
        bounds = f"{item.least}:{item.most}" if item.least != item.most else item.most
        primary.append(item.name if item.most == 1 else f"{bounds}|{item.name}")
    secondary += marks.values()
    yield " ".join([*primary, "|", *secondary] if secondary else primary)
    for number in options:
        yield " ".join(_names(cover, number, marks))
    yield from empty


def _marks(problem: Problem) -> dict[int, str]:
    """Name each placement that covers the same items as an earlier one.

    Both faces of a piece can lie on the same cells.
    """
    seen: Counter[tuple[int, int]] = Counter()
    marks: dict[int, str] = {}
    for number, key in enumerate(zip(problem.slot_numbers, problem.masks, strict=True)):
        if seen[key]:
            marks[number] = f"={len(marks) + 1}"
        seen[key] += 1
    return marks


def _names(cover: Cover, number: int, marks: dict[int, str]) -> list[str]:
    names = [cover.items[place].name for place in cover.covered(number)]
    return [*names, marks[number]] if number in marks else names


@checked_arguments
def placements_from_dlx(text: str, problem: Problem) -> list[tuple[Placement, ...]]:
    r"""Return what Knuth's programs found for `dlx_lines`: the placements of each solution.

    The text has one option on each line, its items in any order: ``3,4 t-r 2,4 2,3 2,5 (1 of 7)``.
    A number with a colon starts a solution; without such lines, all options are one. SolutionError
    says that a line is not an option of the problem.

    Examples
    --------
    >>> from kaleido import PieceSet
    >>> from kaleido.model import Board
    >>> one = Problem(Board.parse("1x3"), PieceSet.parse("one", "# sides: mirrored\nI ooo"))
    >>> placements_from_dlx("1: \n 0,1 0,2 I 0,0 (1 of 1)", one)
    [(Placement(piece='I', face='front', cells=((0, 0), (0, 1), (0, 2))),)]
    """
    cover, marks = Cover(problem), _marks(problem)
    numbers = {
        frozenset(_names(cover, number, marks)): number
        for number in range(len(problem))
        if not problem.is_blank(number)
    }
    cells = {item.name for item in cover.items if item.cell and not item.least}
    found: list[list[int]] = []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith("|"):
            continue
        if _HEADING.fullmatch(words[0]):
            found.append([])
            continue
        # A note such as "(1 of 7)" may follow the items.
        named = frozenset(takewhile(lambda word: word[0] != "(", words))
        number = numbers.get(named)
        if len(named & cells) == len(named) == 1:
            continue
        if number is not None:
            if not found:
                found.append([])
            found[-1].append(number)
        elif words[0] != "null":  # DLX3 says that an item takes no more options
            raise SolutionError(
                f"{quote(line.strip(), 80)} is no option of this puzzle: expected the cells of "
                "a placement and its piece"
            )
    return [problem.placements(chosen) for chosen in found]
