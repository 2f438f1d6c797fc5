"""The puzzle for SAT solvers: DIMACS CNF, and a solver's output read back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from kaleido.errors import SolutionError
from kaleido.export.cardinality import Clause, between
from kaleido.export.cover import Cover, options_of
from kaleido.model.placement import Placement
from kaleido.search.position import format_place
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.text import quote


def dimacs_lines(state: State) -> Iterator[str]:
    r"""Yield the lines of a CNF whose models are the solutions, one for one.

    Variable *n* says that placement *n* − 1 of the table is made; the variables after those
    count and follow from them. Remarks ``c var`` say what can be placed; the other variables
    are denied.

    Parameters
    ----------
    state : State

    Yields
    ------
    str
        Without a line end.

    Examples
    --------
    >>> from kaleido import PieceSet, Puzzle
    >>> from kaleido.model.board import Board
    >>> few = PieceSet.parse("few", "# sides: mirrored\nD oo\nM o")
    >>> for line in list(dimacs_lines(State.empty(Puzzle(Board.parse("1x3"), few).problem)))[:9]:
    ...     print(line)
    c 5 placements to choose from
    c var 1 D@0,0:front
    c var 2 D@0,1:front
    c var 3 M@0,0:front
    c var 4 M@0,1:front
    c var 5 M@0,2:front
    p cnf 5 14
    1 3 0
    -1 -3 0
    """
    problem = state.problem
    options = options_of(state)
    if problem.pattern.title:
        yield f"c {problem.pattern.title}"
    yield f"c {len(options):,} placements to choose from"
    for number in options:
        place = format_place(problem.placement(number), problem.pieces, problem.grid)
        yield f"c var {number + 1} {place}"
    # The first line must say how many there are: go through them twice, but keep none.
    variables, clauses = len(problem), 0
    for clause in _clauses(state, options):
        clauses += 1
        variables = max(variables, *map(abs, clause)) if clause else variables
    yield f"p cnf {variables} {clauses}"
    for clause in _clauses(state, options):
        yield " ".join(map(str, (*clause, 0)))


def _clauses(state: State, options: list[int]) -> Iterator[Clause]:
    problem = state.problem
    cover = Cover(problem)
    for number in sorted(set(range(len(problem))) - set(options)):
        yield (-(number + 1),)
    filling: list[list[int]] = [[] for _ in cover.items]
    for number in options:
        for place in cover.filled(number):
            filling[place].append(number + 1)
    fresh = count(len(problem) + 1)
    for item, literals in zip(cover.items, filling, strict=True):
        size = 0 if item.piece is None else item.piece.size
        if item.most > 1 and (item.most + 1) * size > problem.pattern.size:
            # No more have room on the board; and that there are not fewer follows from the
            # cells, when all pieces must be used.
            continue
        yield from between(literals, item.least, item.most, fresh)


def placements_from_dimacs(text: str, problem: Problem) -> list[tuple[Placement, ...]]:
    r"""Read the solutions that a SAT solver printed for `dimacs_lines`.

    Parameters
    ----------
    text : str
        Lines ``v 1 -2 … 0``, or such numbers alone; those of several solutions each end with
        0. ``s UNSATISFIABLE`` means that there is none.
    problem : Problem

    Returns
    -------
    list of tuple of Placement
        One for each solution, to be made a `Solution` of; empty when there is none.

    Raises
    ------
    SolutionError
        There are no such lines, or a word in them is no number.

    Examples
    --------
    >>> from kaleido import PieceSet, Puzzle
    >>> from kaleido.model.board import Board
    >>> puzzle = Puzzle(Board.parse("1x3"), PieceSet.parse("one", "# sides: mirrored\nI ooo"))
    >>> placements_from_dimacs("s SATISFIABLE\nv 1 0", puzzle.problem)
    [(Placement(piece='I', face='front', cells=((0, 0), (0, 1), (0, 2))),)]
    >>> placements_from_dimacs("s UNSATISFIABLE", puzzle.problem)
    []
    """
    found: list[list[int]] = []
    chosen: list[int] | None = None
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["s"] or words[:1] == ["v"]:
            words = words[1:]
        if not words or words[0] in ("c", "SATISFIABLE", "SAT"):
            continue
        if words[0] in ("UNSATISFIABLE", "UNSAT"):
            return []
        for word in words:
            literal = _literal(word, line)
            if chosen is None:
                chosen = []
            if literal == 0:
                found.append(chosen)
                chosen = None
            elif 0 < literal <= len(problem):
                chosen.append(literal - 1)
    if chosen is not None:
        found.append(chosen)
    if not found:
        raise SolutionError(f"{quote(text)} has no line 'v …' with the values of the variables")
    return [problem.placements(numbers) for numbers in found]


def _literal(word: str, line: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise SolutionError(
            f"{quote(word)} in {quote(line.strip(), 80)} is no value of a variable: expected "
            "numbers, or UNSATISFIABLE"
        ) from None
